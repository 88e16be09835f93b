"""From counts to figures: how often decks won, and what their cards and Squads did, each with its uncertainty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

from catalog.packs.schema import FactionFile
from laboratory.recording import DRAWN, LOST, WON, Sums, add
from matches.engine import DeckChoice
from matches.stats.figures import TOO_FEW, Interval, Lengths, Tally, Z, lengths, wilson

#: The same, seen from the other side.
TURNED = {WON: LOST, LOST: WON, DRAWN: DRAWN}


def tally_of(counts: Mapping[str, Any], *, turned: bool = False) -> Tally:
    """Games won, drawn and lost."""
    won, drawn, lost = (counts.get(TURNED[name] if turned else name, 0) for name in (WON, DRAWN, LOST))
    return Tally(won, drawn, lost)


@dataclass(frozen=True)
class CardRow:
    """What a card did in the games of a deck."""

    slug: str
    name: str
    #: Copies in the deck; none for a card that comes with a Squad.
    copies: int
    drawn: int
    #: Games in which it came to hand, or was played from elsewhere.
    seen: int
    played: Tally
    held: Tally
    upper: int = 0
    lower: int = 0
    attached: int = 0

    @property
    def play_share(self) -> float:
        """In how many of the games in which it was seen it was played."""
        return self.played.matches / self.seen if self.seen else 0.0

    @property
    def play_percent(self) -> int:
        return round(self.play_share * 100)

    @property
    def play_interval(self) -> Interval:
        return wilson(self.played.matches, self.seen)

    @property
    def play_low(self) -> int:
        return round(self.play_interval.low * 100)

    @property
    def play_high(self) -> int:
        return round(self.play_interval.high * 100)

    @property
    def too_few(self) -> bool:
        """Whether it was seen too seldom to speak of a share."""
        return self.seen < TOO_FEW


@dataclass(frozen=True)
class SquadRow:
    """What a Squad did, and what was done to it, for each time it was fielded."""

    slug: str
    name: str
    copies: int
    fielded: int
    kills: int = 0
    points: int = 0
    lost: int = 0
    given: int = 0
    dealt: int = 0
    taken: int = 0
    activated: int = 0
    squares: int = 0

    def a_game(self, count: int) -> float:
        """A count for each time it was fielded."""
        return count / self.fielded if self.fielded else 0.0

    @property
    def balance(self) -> float:
        """Victory Points by its kills, less those of its own deaths."""
        return self.a_game(self.points - self.given)

    @property
    def reach(self) -> float:
        """Half of the 95 % interval of the balance."""
        if self.fielded < 2:
            return float("inf")
        spread = max(0.0, self.squares / self.fielded - self.balance**2)
        return Z * sqrt(spread / (self.fielded - 1))

    @property
    def too_few(self) -> bool:
        """Whether it was fielded too seldom to speak of a mean."""
        return self.fielded < TOO_FEW

    @property
    def means(self) -> dict[str, float]:
        """All counts for each time it was fielded."""
        names = ("kills", "points", "lost", "given", "dealt", "taken", "activated")
        return {name: self.a_game(getattr(self, name)) for name in names}


@dataclass(frozen=True)
class End:
    """How games ended, and for whom."""

    reason: str
    tally: Tally


class Figures:
    """All that can be read from the counts of an experiment."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums

    @property
    def broken(self) -> int:
        """Games that came to no end and count for nothing."""
        return int(self.sums.get("broken", 0))

    @cached_property
    def whole(self) -> Sums:
        """All opponents together."""
        whole: Sums = {}
        for one in self.sums.get("against", {}).values():
            add(whole, one)
        return whole

    @property
    def overall(self) -> Tally:
        """How the deck that is tried did."""
        return tally_of(self.whole)

    @property
    def with_first_turn(self) -> Tally:
        return tally_of(self.whole.get("first", {}))

    @property
    def with_second_turn(self) -> Tally:
        return tally_of(self.whole.get("second", {}))

    @property
    def first_turn(self) -> Tally:
        """How whoever had the first turn did, whichever deck it was."""
        own, other = self.with_first_turn, tally_of(self.whole.get("second", {}), turned=True)
        return Tally(own.won + other.won, own.drawn + other.drawn, own.lost + other.lost)

    def against(self, number: int) -> Tally:
        """How the deck that is tried did against one of the others."""
        return tally_of(self.sums.get("against", {}).get(str(number), {}))

    @property
    def lengths(self) -> Lengths | None:
        """How many turns the games had."""
        turns = self.whole.get("turns", {})
        return lengths((int(number), count) for number, count in turns.items())

    @property
    def ends(self) -> list[End]:
        """How the games ended, the most frequent way first."""
        ends = [End(reason, tally_of(counts)) for reason, counts in self.whole.get("ends", {}).items()]
        return sorted(ends, key=lambda end: (-end.tally.matches, end.reason))

    @property
    def points(self) -> tuple[float, float]:
        """Victory Points in the mean: one's own, and theirs."""
        games = self.overall.matches or 1
        return self.whole.get("points", 0) / games, self.whole.get("their_points", 0) / games

    def cards(self, number: int, deck: DeckChoice, file: FactionFile) -> list[CardRow]:
        """What the cards of a deck did, those that were never seen among them."""
        counted: Mapping[str, Any] = self.sums.get("cards", {}).get(str(number), {})
        names = {card.slug: card.name for card in file.cards}
        rows = [
            _card(slug, names.get(slug, slug), deck.cards.get(slug, 0), counted.get(slug, {}))
            for slug in {**deck.cards, **counted}
        ]
        return sorted(rows, key=lambda row: row.name)

    def squads(self, number: int, deck: DeckChoice, file: FactionFile) -> list[SquadRow]:
        """What the Squads of a deck did."""
        counted: Mapping[str, Any] = self.sums.get("squads", {}).get(str(number), {})
        names = {squad.slug: squad.name for squad in file.squads}
        copies = Counter(deck.squads)
        rows = [
            SquadRow(slug, names.get(slug, slug), copies[slug], **{"fielded": 0, **counted.get(slug, {})})
            for slug in copies
        ]
        return sorted(rows, key=lambda row: row.name)


def _card(slug: str, name: str, copies: int, counts: Mapping[str, Any]) -> CardRow:
    return CardRow(
        slug, name, copies, counts.get("drawn", 0), counts.get("seen", 0),
        tally_of(counts.get("played", {})), tally_of(counts.get("held", {})),
        counts.get("upper", 0), counts.get("lower", 0), counts.get("attach", 0),
    )  # fmt: skip


def mean_play_share(rows: Iterable[CardRow]) -> float:
    """How often a card of the deck is played when it is seen, in the mean of all."""
    kept = [row for row in rows if row.copies]
    seen = sum(row.seen for row in kept)
    return sum(row.played.matches for row in kept) / seen if seen else 0.0


def mean_balance(rows: Iterable[SquadRow]) -> float:
    """What a Squad of the army brings in, in the mean of all."""
    kept = list(rows)
    fielded = sum(row.fielded for row in kept)
    return sum(row.points - row.given for row in kept) / fielded if fielded else 0.0
