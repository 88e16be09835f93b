"""What somebody says about a match of the real table, and everything that can be wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from catalog.models import Faction
from decks.models import LONGEST_NAME, LONGEST_NOTES, Deck
from decks.rules.deck_list import DeckList
from matches.engine.dawnfall.setup import MODES
from matches.models import LoggedMatch
from matches.setting_up.optional_rules import RULES
from matches.stats.recording import side_of
from matches.wording import ends_of

MOST_TURNS: Final = 300
MOST_POINTS: Final = 99
LONGEST_TURN_NOTE: Final = 500
#: Nobody has played the game before it was there.
EARLIEST: Final = date(2015, 1, 1)


@dataclass(frozen=True)
class EntrySeat:
    """A player of a match that is written down."""

    name: str
    faction: str = ""
    deck: DeckList | None = None
    deck_row: Deck | None = None
    #: Whether the deck is the faction's starter deck.
    starter: bool = False
    victory_points: int | None = None
    won: bool = False


@dataclass(frozen=True)
class Entry:
    """Everything that its author says about a match."""

    mode: str
    played_on: date
    seats: tuple[EntrySeat, ...]
    reason: str = "other"
    options: tuple[str, ...] = ()
    first: int | None = None
    turns: int | None = None
    notes: str = ""
    turn_notes: tuple[tuple[int, str], ...] = ()
    visibility: str = LoggedMatch.Visibility.PRIVATE


@dataclass(frozen=True)
class EntryProblem:
    """What is wrong with an entry. Fields of a seat are named like `name_0`."""

    field: str
    sentence: str


@dataclass
class Draft:
    """An entry with the users that it names."""

    entry: Entry
    users: Mapping[str, User]
    withdrawn: frozenset[int] = field(default_factory=frozenset)

    def user_of(self, seat: EntrySeat) -> User | None:
        return self.users.get(seat.name[1:].lower()) if seat.name.startswith("@") else None


def problems(entry: Entry, match: LoggedMatch | None = None) -> list[EntryProblem]:
    """Everything that is wrong with an entry; `match` is the one that it is to change."""
    draft = draft_of(entry, match)
    return [*_match_problems(entry), *_seat_problems(draft), *_result_problems(entry)]


def draft_of(entry: Entry, match: LoggedMatch | None) -> Draft:
    """The entry with its users; `match` is the one that it is to change."""
    names = {seat.name[1:].lower() for seat in entry.seats if seat.name.startswith("@")}
    users = User.objects.filter(is_active=True).alias(lower_name=Lower("username")).filter(lower_name__in=names)
    withdrawn = match.withdrawn.values_list("pk", flat=True) if match else ()
    return Draft(entry, {user.username.lower(): user for user in users}, frozenset(withdrawn))


def _match_problems(entry: Entry) -> list[EntryProblem]:
    wrong: list[EntryProblem] = []

    def tell(place: str, sentence: str, **values: Any) -> None:
        wrong.append(EntryProblem(place, sentence % values))

    if entry.mode not in MODES:
        tell("mode", _("There is no mode “%(mode)s”. Known are: %(known)s."), mode=entry.mode, known=", ".join(MODES))
        return wrong
    if len(entry.seats) != MODES[entry.mode][0]:
        tell("mode", _("This mode has %(number)d players."), number=MODES[entry.mode][0])
    # Somewhere it is tomorrow already.
    if not EARLIEST <= entry.played_on <= timezone.now().date() + timedelta(days=1):
        tell("played_on", _("Give the day of the match, from %(year)d until today."), year=EARLIEST.year)
    if entry.reason not in ends_of(entry.mode):
        tell("reason", _("A match of this mode does not end like that; choose one of the ways in the list."))
    if unknown := sorted(set(entry.options) - {rule.name for rule in RULES}):
        tell("options", _("There is no optional rule “%(name)s”."), name=unknown[0])
    if entry.first is not None and not 0 <= entry.first < len(entry.seats):
        tell("first", _("The first turn was that of one of the players, or is not known."))
    if entry.turns is not None and not 1 <= entry.turns <= MOST_TURNS:
        tell("turns", _("A match has from 1 to %(most)d turns."), most=MOST_TURNS)
    if len(entry.notes) > LONGEST_NOTES:
        tell("notes", _("The notes have %(length)d characters, %(most)d at most fit."), length=len(entry.notes),
             most=LONGEST_NOTES)  # fmt: skip
    for turn, text in entry.turn_notes:
        if not 1 <= turn <= MOST_TURNS:
            tell("turn_notes", _("There is no turn %(turn)d; a number from 1 to %(most)d is expected."), turn=turn,
                 most=MOST_TURNS)  # fmt: skip
        elif not text or len(text) > LONGEST_TURN_NOTE:
            tell("turn_notes", _("The note of turn %(turn)d needs 1 to %(most)d characters."), turn=turn,
                 most=LONGEST_TURN_NOTE)  # fmt: skip
    if len({turn for turn, _text in entry.turn_notes}) < len(entry.turn_notes):
        tell("turn_notes", _("Each turn has one note; two of yours are about the same turn."))
    if entry.visibility not in LoggedMatch.Visibility.values:
        tell("visibility", _("A match is private, unlisted or public."))
    return wrong


def _seat_problems(draft: Draft) -> list[EntryProblem]:
    wrong: list[EntryProblem] = []
    seen: set[str] = set()
    known = set(Faction.objects.current().values_list("slug", flat=True))
    for number, seat in enumerate(draft.entry.seats):
        name = seat.name.strip()
        user = draft.user_of(seat)
        if not name or name == "@":
            wrong.append(EntryProblem(f"name_{number}", _("Who was it? Write a name, or @name for a user.")))
        elif len(name) > LONGEST_NAME:
            said = _("The name has %(length)d characters, %(most)d at most fit.")
            wrong.append(EntryProblem(f"name_{number}", said % {"length": len(name), "most": LONGEST_NAME}))
        elif name.startswith("@") and user is None:
            said = _("Nobody here is called “%(name)s”. Leave out the @ to write a plain name.")
            wrong.append(EntryProblem(f"name_{number}", said % {"name": name[1:]}))
        elif user is not None and user.pk in draft.withdrawn:
            said = _("%(name)s has left this match and cannot be named again; write a plain name.")
            wrong.append(EntryProblem(f"name_{number}", said % {"name": user.username}))
        elif name.lower() in seen:
            said = _("%(name)s cannot sit on two seats.")
            wrong.append(EntryProblem(f"name_{number}", said % {"name": name}))
        seen.add(name.lower())
        if seat.faction and seat.faction not in known:
            said = _("There is no faction “%(slug)s”.")
            wrong.append(EntryProblem(f"faction_{number}", said % {"slug": seat.faction}))
        if seat.deck and seat.faction and seat.deck.faction != seat.faction:
            said = _("The deck is of another faction; choose that one, or none.")
            wrong.append(EntryProblem(f"faction_{number}", said))
        if seat.victory_points is not None and not 0 <= seat.victory_points <= MOST_POINTS:
            said = _("Victory Points are a number from 0 to %(most)d.")
            wrong.append(EntryProblem(f"victory_points_{number}", said % {"most": MOST_POINTS}))
    return wrong


def _result_problems(entry: Entry) -> list[EntryProblem]:
    won = [number for number, seat in enumerate(entry.seats) if seat.won]
    if entry.mode == "duel" and len(won) == 2:
        return [EntryProblem("won_1", _("Only one can win a duel; mark nobody for a draw."))]
    if entry.mode == "team":
        sides = {side_of("team", number) for number in won}
        if len(sides) > 1:
            return [EntryProblem("won_1", _("Only one team can win: players 1 and 3, or players 2 and 4."))]
        if won and len(won) != 2:
            return [EntryProblem(f"won_{won[0]}", _("A team wins together: mark both of its players."))]
    elif len(won) == len(entry.seats) > 2:
        return [EntryProblem("won_0", _("Not all can win; mark nobody for a draw."))]
    return []
