"""Why a deed in the laboratory is refused: each reason a class with a code for programs and a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decks.refusals import Refusal as Refusal


@dataclass(eq=False)
class NoSuchExperiment(Refusal):
    """There is no experiment with this key that the visitor may know of."""

    code = "no-such-experiment"
    key: str

    def sentence(self) -> str:
        return _("There is no experiment “%(key)s”, or it is private.") % {"key": self.key}


@dataclass(eq=False)
class NotYourExperiment(Refusal):
    """Only who began it may change it."""

    code = "not-your-experiment"

    def sentence(self) -> str:
        return _("This is somebody else's experiment; only who began it can do this.")


@dataclass(eq=False)
class AccountNeeded(Refusal):
    """An experiment takes minutes of the machine's time, so it needs somebody who asks for it."""

    code = "account-needed"

    def sentence(self) -> str:
        return _("An experiment keeps the machine busy for minutes, so it needs an account: log in or sign up first.")


@dataclass(eq=False)
class OneAtATime(Refusal):
    """The visitor has an experiment under way."""

    code = "one-at-a-time"
    key: str

    def sentence(self) -> str:
        return _("You have an experiment under way (%(key)s). Wait until it is finished, or cancel it.") % {
            "key": self.key
        }


@dataclass(eq=False)
class TooManyToday(Refusal):
    """The visitor has begun as many experiments as one may within a day."""

    code = "too-many-today"
    most: int

    def sentence(self) -> str:
        sentence = _(
            "You have begun %(most)d experiments within a day, which is as many as one may. Come back tomorrow."
        )
        return sentence % {"most": self.most}


@dataclass(eq=False)
class UnknownLevel(Refusal):
    """There are no bots of that level."""

    code = "unknown-level"
    level: str
    known: str

    def sentence(self) -> str:
        return _("There is no level “%(level)s”. Known are: %(known)s.") % {"level": self.level, "known": self.known}


@dataclass(eq=False)
class WrongNumberOfGames(Refusal):
    """Too few games say nothing, and too many take too long."""

    code = "wrong-number-of-games"
    games: int
    least: int
    most: int

    def sentence(self) -> str:
        numbers = {"games": self.games, "least": self.least, "most": self.most}
        sentence = ngettext(
            "%(games)d game; from %(least)d to %(most)d are possible with bots of this level.",
            "%(games)d games; from %(least)d to %(most)d are possible with bots of this level.",
            self.games,
        )
        return sentence % numbers


@dataclass(eq=False)
class DeckNotLegal(Refusal):
    """Only legal decks of a duel are tried."""

    code = "deck-not-legal"
    name: str
    why: str

    def sentence(self) -> str:
        values = {"name": self.name, "why": self.why}
        return _("“%(name)s” cannot be tried, as it is not legal in a duel. %(why)s") % values


@dataclass(eq=False)
class SameFaction(Refusal):
    """No faction may be played twice in a match. DF-SETUP-17"""

    code = "same-faction"
    rule = "DF-SETUP-17"
    faction: str

    def sentence(self) -> str:
        return _(
            "Both decks are of %(faction)s, and no faction may be played twice in a match (DF-SETUP-17). Choose a deck "
            "of another faction."
        ) % {"faction": self.faction}


@dataclass(eq=False)
class NotRunning(Refusal):
    """Only an experiment with games to play can be cancelled."""

    code = "not-running"

    def sentence(self) -> str:
        return _("This experiment is over; there is nothing left to cancel.")


@dataclass(eq=False)
class StillRunning(Refusal):
    """Workers are still at it."""

    code = "still-running"

    def sentence(self) -> str:
        return _("This experiment is still under way. Cancel it first, then delete it.")
