"""Why a deed is refused: each reason a class with a code for programs and a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from decks.exchange import Imported
    from decks.models import Deck


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """Base of all: nothing was changed, and `sentence()` says why and what would be right."""

    code: ClassVar[str]

    def sentence(self) -> str:
        """What failed and what would be needed."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.sentence()


@dataclass(eq=False)
class NoSuchDeck(Refusal):
    """There is no deck with this key that the visitor may know of."""

    code = "no-such-deck"
    key: str

    def sentence(self) -> str:
        return _("There is no deck “%(key)s”, or it is private.") % {"key": self.key}


@dataclass(eq=False)
class NotYours(Refusal):
    """The visitor may see the deck but not change it."""

    code = "not-yours"
    name: str

    def sentence(self) -> str:
        return _("“%(name)s” is somebody else's deck. Make a copy to change it.") % {"name": self.name}


@dataclass(eq=False)
class StaleDeck(Refusal):
    """The change was made on a version that is no longer the present one; `deck` is the present one."""

    code = "stale"
    deck: Deck
    version: int

    def sentence(self) -> str:
        sentence = _(
            "“%(name)s” was changed in the meantime (you saw version %(seen)d, it is at %(now)d). Nothing was "
            "overwritten; look at the present deck and make your change again."
        )
        return sentence % {"name": self.deck.name, "seen": self.version, "now": self.deck.version}


@dataclass(eq=False)
class TooManyDecks(Refusal):
    """The visitor has as many decks as one may have."""

    code = "too-many-decks"
    most: int
    guest: bool

    def sentence(self) -> str:
        if self.guest:
            sentence = _("Guests can keep %(most)d decks. Delete one, or sign up to keep more.")
        else:
            sentence = _("You have %(most)d decks, which is as many as one can keep. Delete one first.")
        return sentence % {"most": self.most}


@dataclass(eq=False)
class NoPlaceToKeep(Refusal):
    """Nobody to keep a deck for: neither a user nor a guest's session."""

    code = "no-place-to-keep"

    def sentence(self) -> str:
        return _("There is nowhere to keep this deck: log in, or let your browser accept cookies.")


@dataclass(eq=False)
class NameMissing(Refusal):
    """A deck needs a name."""

    code = "name-missing"

    def sentence(self) -> str:
        return _("A deck needs a name of at least one character.")


@dataclass(eq=False)
class TooLong(Refusal):
    """A text does not fit."""

    length: int
    most: int

    def excess(self) -> str:
        """By how much it is too long."""
        over = self.length - self.most
        return ngettext("Shorten it by %(over)d character.", "Shorten it by %(over)d characters.", over) % {
            "over": over
        }


class NameTooLong(TooLong):
    """The name does not fit."""

    code = "name-too-long"

    def sentence(self) -> str:
        sizes = {"length": self.length, "most": self.most}
        return _("The name has %(length)d characters, %(most)d at most fit.") % sizes + " " + self.excess()


class NotesTooLong(TooLong):
    """The notes do not fit."""

    code = "notes-too-long"

    def sentence(self) -> str:
        sizes = {"length": self.length, "most": self.most}
        return _("The notes have %(length)d characters, %(most)d at most fit.") % sizes + " " + self.excess()


class CommentTooLong(TooLong):
    """The comment does not fit."""

    code = "comment-too-long"

    def sentence(self) -> str:
        sizes = {"length": self.length, "most": self.most}
        return _("The comment has %(length)d characters, %(most)d at most fit.") % sizes + " " + self.excess()


@dataclass(eq=False)
class CommentMissing(Refusal):
    """An empty comment says nothing."""

    code = "comment-missing"

    def sentence(self) -> str:
        return _("Write something first; an empty comment says nothing.")


@dataclass(eq=False)
class TooManyComments(Refusal):
    """Somebody writes more than anybody could read."""

    code = "too-many-comments"
    most: int
    minutes: int

    def sentence(self) -> str:
        sentence = _("You wrote %(most)d comments within %(minutes)d minutes. Wait a little before the next one.")
        return sentence % {"most": self.most, "minutes": self.minutes}


@dataclass(eq=False)
class ReasonMissing(Refusal):
    """Whoever hides somebody's words says why."""

    code = "reason-missing"

    def sentence(self) -> str:
        return _("Say why the comment is hidden; its author reads the reason.")


@dataclass(eq=False)
class OnlyForStaff(Refusal):
    """Moderation is for staff."""

    code = "only-for-staff"

    def sentence(self) -> str:
        return _("Only staff hide and show comments.")


@dataclass(eq=False)
class NoSuchComment(Refusal):
    """There is no such comment that the visitor may know of, or it is not theirs to delete."""

    code = "no-such-comment"

    def sentence(self) -> str:
        return _("There is no such comment of yours.")


@dataclass(eq=False)
class LogInFirst(Refusal):
    """Likes and comments carry a user's name."""

    code = "log-in-first"

    def sentence(self) -> str:
        return _("Log in to like decks and comment on them.")


@dataclass(eq=False)
class NotPublic(Refusal):
    """Likes and comments are for public decks; a guest has none."""

    code = "not-public"
    name: str

    def sentence(self) -> str:
        return _("“%(name)s” is not public; only public decks are liked and commented on.") % {"name": self.name}


@dataclass(eq=False)
class GuestsCannotPublish(Refusal):
    """A public deck needs an author."""

    code = "guests-cannot-publish"

    def sentence(self) -> str:
        return _("A public deck needs an author: sign up first, or share it unlisted by its link.")


@dataclass(eq=False)
class Unknown(Refusal):
    """A slug names nothing in the catalogue, or nothing that can be chosen here."""

    code = "unknown"
    #: squad, card, banner, shrine, faction, format or visibility
    kind: str
    slug: str
    expected: str = ""

    def sentence(self) -> str:
        sentence = {
            "squad": _("There is no squad “%(slug)s”."),
            "card": _("There is no card “%(slug)s”."),
            "banner": _("There is no banner “%(slug)s” for this faction."),
            "shrine": _("There is no shrine “%(slug)s” for this faction."),
            "faction": _("There is no faction “%(slug)s”."),
            "format": _("There is no format “%(slug)s”."),
            "visibility": _("A deck cannot be “%(slug)s”."),
        }[self.kind] % {"slug": self.slug}
        return f"{sentence} {_('Known are: %(names)s.') % {'names': self.expected}}" if self.expected else sentence


@dataclass(eq=False)
class NotInDeck(Refusal):
    """What is not there cannot be taken out."""

    code = "not-in-deck"
    name: str

    def sentence(self) -> str:
        return _("%(name)s is not in the deck.") % {"name": self.name}


@dataclass(eq=False)
class TooManyCopies(Refusal):
    """Far more copies than any deck could hold."""

    code = "too-many-copies"
    name: str
    copies: int
    most: int

    def sentence(self) -> str:
        sentence = _("%(copies)d copies of %(name)s are out of all bounds; a number from 0 to %(most)d is expected.")
        return sentence % {"copies": self.copies, "name": self.name, "most": self.most}


@dataclass(eq=False)
class NothingToUndo(Refusal):
    """The deck is as it was made, or as far back as its history goes."""

    code = "nothing-to-undo"

    def sentence(self) -> str:
        return _("There is nothing to undo.")


@dataclass(eq=False)
class NothingToRedo(Refusal):
    """No undone change is left, or another one was made since."""

    code = "nothing-to-redo"

    def sentence(self) -> str:
        return _("There is nothing to redo.")


@dataclass(eq=False)
class NoSuchVersion(Refusal):
    """The history does not go back that far."""

    code = "no-such-version"
    number: int

    def sentence(self) -> str:
        return _("The history of this deck has no version %(number)d.") % {"number": self.number}


@dataclass(eq=False)
class Unreadable(Refusal):
    """Nothing of what was handed in can be read as a deck."""

    code = "unreadable"
    why: str

    def sentence(self) -> str:
        return self.why


@dataclass(eq=False)
class NoFactionFound(Refusal):
    """What was handed in does not tell whose deck it is; `imported` has what could be read."""

    code = "no-faction-found"
    imported: Imported

    def sentence(self) -> str:
        return _("No faction could be recognised; name it in a line like Faction: Demon.")
