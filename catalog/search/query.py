"""Reads a search like `faction:demon cost<=1 -timing:instant` into a tree of conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 400
DEEPEST: Final = 20


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation; whoever shows it translates it."""
    return sentence


class QueryError(Exception):
    """The query cannot be read: a sentence for the person who typed it, apart from the words it quotes."""

    def __init__(self, sentence: str, **quoted: object) -> None:
        self.sentence = sentence
        self.quoted = quoted
        super().__init__(sentence % quoted)


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or the words of a quoted phrase in their order."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A field compared with a value: `cost<=1`. Several values with commas mean any of them."""

    field: str
    operator: str
    value: str


@dataclass(frozen=True, slots=True)
class Not:
    """Everything that does not match."""

    part: Query


@dataclass(frozen=True, slots=True)
class All:
    """Every part must match."""

    parts: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """At least one part must match."""

    parts: tuple[Query, ...]


Query = Word | Condition | Not | All | Any

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<open>\()|(?P<close>\))
      |(?P<minus>-)(?=[^\s)])
      |(?P<field>[^\W\d]\w*)(?P<operator><=|>=|!=|:|=|<|>)(?P<value>"[^"]*"|[^\s()"]*)
      |"(?P<phrase>[^"]*)"
      |(?P<word>[^\s()"]+)
      |(?P<stray>")
    )""",
    re.VERBOSE,
)


def parse(text: str) -> Query:
    """Read the query; an empty one matches everything."""
    if len(text) > LONGEST:
        raise QueryError(
            gettext_noop("The search is %(length)s characters long; at most %(longest)s can be read."),
            length=len(text),
            longest=LONGEST,
        )
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = [match for match in _TOKEN.finditer(text.strip()) if match.lastgroup]
        self.at = 0
        self.depth = 0

    def whole(self) -> Query:
        query = self.any_of()
        if self.at < len(self.tokens):
            raise QueryError(
                gettext_noop("There is a closing bracket without an opening one; put ( before it or take it away.")
            )
        return query

    def any_of(self) -> Query:
        parts = [self.all_of()]
        while self._keyword("or"):
            self.at += 1
            parts.append(self.all_of())
        if len(parts) > 1 and any(part == All(()) for part in parts):
            raise QueryError(
                gettext_noop("“or” stands between two conditions, for example faction:demon or faction:chapter.")
            )
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def all_of(self) -> Query:
        parts: list[Query] = []
        while self.at < len(self.tokens) and not self.tokens[self.at]["close"] and not self._keyword("or"):
            if self._keyword("and"):
                self.at += 1
            else:
                parts.append(self.part())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def part(self) -> Query:
        token = self.tokens[self.at]
        self.at += 1
        if token["open"]:
            return self.bracketed()
        if token["minus"] or (token["word"] or "").casefold() == "not":
            return Not(self.negated())
        if token["field"]:
            return self.condition(token)
        if token["stray"]:
            raise QueryError(
                gettext_noop('A quotation mark is not closed; put a second one after the words, like "holy knight".')
            )
        if token["phrase"] is not None:
            return Word(token["phrase"], quoted=True)
        return Word(token["word"])

    def condition(self, token: re.Match[str]) -> Condition:
        value = token["value"].strip('"')
        if not value:
            if self.at < len(self.tokens) and self.tokens[self.at]["stray"]:
                sentence = gettext_noop("The quotation mark after %(start)s is not closed.")
            else:
                sentence = gettext_noop("%(start)s needs a value right after it, without a space.")
            raise QueryError(sentence, start=token["field"] + token["operator"])
        return Condition(token["field"].casefold(), token["operator"], value)

    def negated(self) -> Query:
        if self.at == len(self.tokens) or self.tokens[self.at]["close"]:
            raise QueryError(
                gettext_noop("Nothing follows “not”; write what to leave out, for example -kind:enhancement.")
            )
        self._deeper()
        part = self.part()
        self.depth -= 1
        return part

    def bracketed(self) -> Query:
        self._deeper()
        inner = self.any_of()
        if self.at == len(self.tokens):
            raise QueryError(gettext_noop("An opening bracket is not closed; put ) where the group ends."))
        self.at += 1
        self.depth -= 1
        return inner

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise QueryError(
                gettext_noop("Brackets and minus signs are nested more than %(deepest)s deep; write it flatter."),
                deepest=DEEPEST,
            )

    def _keyword(self, keyword: str) -> bool:
        return self.at < len(self.tokens) and (self.tokens[self.at]["word"] or "").casefold() == keyword
