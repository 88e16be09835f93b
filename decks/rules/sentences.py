"""Sentences for people, kept apart from the words they quote so that whoever shows them can translate them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


# The two markers bear the names that `makemessages` looks for.
def gettext_noop(template: str) -> str:
    """Mark a sentence for translation."""
    return template


def ngettext_lazy(one: str, many: str) -> tuple[str, str]:
    """Mark the two English forms of a sentence with a number for translation."""
    return one, many


def _english(template: str) -> str:
    return template


def _english_number(one: str, many: str, number: int) -> str:
    return one if number == 1 else many


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template and what it quotes: words, numbers, sentences. `many` is there where a number changes the wording."""

    template: str
    quoted: Mapping[str, object] = field(default_factory=dict)
    many: str = ""
    number: int = 1

    def text(
        self,
        gettext: Callable[[str], str] = _english,
        ngettext: Callable[[str, str, int], str] = _english_number,
    ) -> str:
        """The sentence in English, or in the language of the two functions handed in."""
        quoted = {
            name: value.text(gettext, ngettext) if isinstance(value, Sentence) else value
            for name, value in self.quoted.items()
        }
        if self.many:
            return ngettext(self.template, self.many, self.number) % quoted
        return gettext(self.template) % quoted

    def __str__(self) -> str:
        return self.text()


def say(template: str, **quoted: object) -> Sentence:
    """A sentence whose wording is always the same."""
    return Sentence(template, quoted)


def count(templates: tuple[str, str], number: int, **quoted: object) -> Sentence:
    """A sentence whose wording depends on a number, which it quotes as `number`."""
    return Sentence(templates[0], {"number": number, **quoted}, templates[1], number)
