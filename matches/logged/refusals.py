"""Why a match from a real table is not written down, shown or changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from decks.refusals import Refusal

if TYPE_CHECKING:
    from matches.logged.entries import EntryProblem


@dataclass(eq=False)
class LogInToLog(Refusal):
    """The log carries its author's name."""

    code = "log-in-first"

    def sentence(self) -> str:
        return _("Log in to write a match down.")


@dataclass(eq=False)
class NoSuchLoggedMatch(Refusal):
    """There is no logged match with this key that the visitor may know of."""

    code = "no-such-logged-match"
    key: str

    def sentence(self) -> str:
        return _("There is no logged match “%(key)s”, or it is private.") % {"key": self.key}


@dataclass(eq=False)
class NotYourLog(Refusal):
    """Only its author changes what was written down."""

    code = "not-your-log"

    def sentence(self) -> str:
        return _("Only who wrote this match down can change or delete it.")


@dataclass(eq=False)
class NotNamed(Refusal):
    """Only those whom a logged match names confirm it or leave it."""

    code = "not-named"

    def sentence(self) -> str:
        return _("This match does not name you.")


@dataclass(eq=False)
class TooManyLogged(Refusal):
    """The author has written down as many matches as one may."""

    code = "too-many-logged"
    most: int

    def sentence(self) -> str:
        return _("You have logged %(most)d matches, which is as many as one can. Delete one first.") % {
            "most": self.most
        }


@dataclass(eq=False)
class EntryRefused(Refusal):
    """Something is wrong with what is to be written down; `problems` has all of it, field by field."""

    code = "entry-refused"
    problems: Sequence[EntryProblem]

    def sentence(self) -> str:
        return " ".join(problem.sentence for problem in self.problems)
