"""Why a deed at the table is refused: each reason a class with a code for programs and a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from decks.refusals import Refusal as Refusal

if TYPE_CHECKING:
    from matches.models import Match


@dataclass(eq=False)
class NoSuchMatch(Refusal):
    """There is no match with this key that the visitor may know of."""

    code = "no-such-match"
    key: str

    def sentence(self) -> str:
        return _("There is no match “%(key)s”, or only its players may see it.") % {"key": self.key}


@dataclass(eq=False)
class NotAtTheTable(Refusal):
    """The visitor has no seat in the match."""

    code = "not-at-the-table"

    def sentence(self) -> str:
        return _("You have no seat in this match; only its players act in it.")


@dataclass(eq=False)
class NotYourDecision(Refusal):
    """Another seat is asked."""

    code = "not-your-decision"
    name: str

    def sentence(self) -> str:
        return _("%(name)s is to decide now, not you.") % {"name": self.name}


@dataclass(eq=False)
class StaleChoice(Refusal):
    """The choice answers a question that is no longer asked; `match` is the present one."""

    code = "stale"
    match: Match
    version: int

    def sentence(self) -> str:
        return _("The match has gone on since your page was drawn. Nothing was changed; choose from the present state.")


@dataclass(eq=False)
class NotOffered(Refusal):
    """The engine does not offer this choice; it gives its reason and the rule."""

    code = "not-offered"
    why: str
    rule: str = ""

    def sentence(self) -> str:
        return self.why


@dataclass(eq=False)
class NotRunning(Refusal):
    """The match has not begun, or is over."""

    code = "not-running"
    match: Match

    def sentence(self) -> str:
        if self.match.is_open:
            return _("The match has not begun: seats are still free.")
        return _("The match is over; nothing can be chosen any more.")


@dataclass(eq=False)
class OtherRules(Refusal):
    """The match was started under rules that this site no longer runs."""

    code = "other-rules"
    started: str
    now: str

    def sentence(self) -> str:
        sentence = _("This match was started under the rules %(started)s; the site plays %(now)s and cannot go on.")
        return sentence % {"started": self.started, "now": self.now}


@dataclass(eq=False)
class SeatedAlready(Refusal):
    """Who has a seat takes no second one: they would see two hands."""

    code = "seated-already"

    def sentence(self) -> str:
        return _("You have a seat at this table already; the others are for other players.")


@dataclass(eq=False)
class SeatTaken(Refusal):
    """Somebody else was quicker, or the seat was never free."""

    code = "seat-taken"

    def sentence(self) -> str:
        return _("This seat is not free any more.")


@dataclass(eq=False)
class NeedsInvitation(Refusal):
    """An invited seat is taken with its link alone."""

    code = "needs-invitation"

    def sentence(self) -> str:
        return _("This seat is for somebody with its invitation link.")


@dataclass(eq=False)
class NotYourMatch(Refusal):
    """Only who opened the match may do this."""

    code = "not-your-match"

    def sentence(self) -> str:
        return _("Only the player who opened the match can do this.")


@dataclass(eq=False)
class DeckRefused(Refusal):
    """A deck may not sit down; the sentence names the first problem."""

    code = "deck-refused"
    why: str

    def sentence(self) -> str:
        return self.why


@dataclass(eq=False)
class NothingToArrange(Refusal):
    """Decks are laid in order in Script mode alone, and before the match begins."""

    code = "nothing-to-arrange"

    def sentence(self) -> str:
        return _("There is no order to choose: the match has begun, or it is not played in Script mode.")


@dataclass(eq=False)
class WrongScript(Refusal):
    """An order that is not that of the deck: it names a card too often or too seldom."""

    code = "wrong-script"
    card: str
    named: int
    held: int

    def sentence(self) -> str:
        return _(
            "The order must hold every card of the deck and no other: %(card)s is %(named)s times in it, "
            "and %(held)s times in the deck. Nothing was kept."
        ) % {"card": self.card, "named": self.named, "held": self.held}


@dataclass(eq=False)
class NoDeckChosen(Refusal):
    """No deck is named, or none is left to choose."""

    code = "no-deck-chosen"

    def sentence(self) -> str:
        return _("Choose one of the decks in the list.")


@dataclass(eq=False)
class SetupProblem(Refusal):
    """The agreed setup is against the rules."""

    code = "setup-refused"
    why: str
    rule: str = ""

    def sentence(self) -> str:
        return self.why


@dataclass(eq=False)
class TooManyMatches(Refusal):
    """The visitor has as many matches under way as one may have."""

    code = "too-many-matches"
    most: int

    def sentence(self) -> str:
        return _("You have %(most)d matches that are not over, which is as many as one can have.") % {"most": self.most}


@dataclass(eq=False)
class NothingToTakeBack(Refusal):
    """The last step was another seat's, or it brought something to light."""

    code = "nothing-to-take-back"

    def sentence(self) -> str:
        return _(
            "There is nothing to take back: since your last choice the dice fell, something hidden was seen, "
            "or somebody else decided."
        )


@dataclass(eq=False)
class NoSuchOffer(Refusal):
    """Nobody has proposed this, or the game has gone on since."""

    code = "no-such-offer"

    def sentence(self) -> str:
        return _("There is no such proposal any more.")


@dataclass(eq=False)
class OtherOffer(Refusal):
    """The proposal that was answered is gone, and another one has taken its place."""

    code = "other-offer"

    def sentence(self) -> str:
        return _("Another proposal is on the table by now. Read it before you answer.")


@dataclass(eq=False)
class OfferPending(Refusal):
    """One proposal at a time."""

    code = "offer-pending"

    def sentence(self) -> str:
        return _("Another proposal is on the table; answer that one first.")


@dataclass(eq=False)
class StillThere(Refusal):
    """Nobody is replaced while they may still act."""

    code = "still-there"
    name: str

    def sentence(self) -> str:
        return _("%(name)s is still at the table, or has time left to decide.") % {"name": self.name}


@dataclass(eq=False)
class NoHintsHere(Refusal):
    """In an earnest match between people everybody plays alone."""

    code = "no-hints"

    def sentence(self) -> str:
        return _("There are hints only in casual matches and against bots alone.")


@dataclass(eq=False)
class NoAdvice(Refusal):
    """The bot that was asked does not know."""

    code = "no-advice"

    def sentence(self) -> str:
        return _("The Veteran has no advice for this decision.")


@dataclass(eq=False)
class NothingSaid(Refusal):
    """An empty line, or one that is too long."""

    code = "nothing-said"
    most: int

    def sentence(self) -> str:
        return _("Write something first, %(most)d characters at most.") % {"most": self.most}


@dataclass(eq=False)
class TooMuchSaid(Refusal):
    """Somebody writes more than anybody could read."""

    code = "too-much-said"
    most: int

    def sentence(self) -> str:
        return _("You wrote %(most)d lines within a minute. Wait a little before the next one.") % {"most": self.most}


@dataclass(eq=False)
class NameTaken(Refusal):
    """Nobody is mistaken at the table for the account of somebody else."""

    code = "name-taken"
    name: str

    def sentence(self) -> str:
        return _("%(name)s is the name of a player with an account. Choose another name.") % {"name": self.name}


@dataclass(eq=False)
class NoSuchMoment(Refusal):
    """The match has no such step."""

    code = "no-such-moment"
    number: int
    last: int

    def sentence(self) -> str:
        values = {"number": self.number, "last": self.last}
        return _("There is no step %(number)d in this match; a number from 0 to %(last)d is expected.") % values


@dataclass(eq=False)
class NotOver(Refusal):
    """A rematch follows a match that is over."""

    code = "not-over"

    def sentence(self) -> str:
        return _("The match is not over yet.")


@dataclass(eq=False)
class HiddenSeat(Refusal):
    """Nobody looks into another's hand before the end."""

    code = "hidden-seat"
    seat: int

    def sentence(self) -> str:
        return _(
            "You cannot see this match through the eyes of seat %(seat)d: there is no such seat, "
            "or it is not yours and the match is not over."
        ) % {"seat": self.seat}


@dataclass(eq=False)
class NoSuchPlayer(Refusal):
    """Nobody has this name, or the account is closed."""

    code = "no-such-player"
    name: str

    def sentence(self) -> str:
        return _("No player is called “%(name)s”.") % {"name": self.name}
