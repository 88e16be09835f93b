"""What the figures advise: cards that are hardly ever played, Squads that do not pay. Silent where the sample is small.

A card is named if the 95 % interval of how often it is played lies below the mean of the deck, and it is played less
than half as often as that; a Squad if it loses more Victory Points than it earns, and fewer than the mean of the army,
with an interval that leaves no doubt of either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from laboratory.figures import CardRow, SquadRow, mean_balance, mean_play_share
from laboratory.wording import among

#: Longer lists are read by nobody.
MOST_NAMED: Final = 5
#: A deck is not advised from fewer games.
LEAST_GAMES: Final = 30


@dataclass(frozen=True)
class Advice:
    """A sentence about a card or a Squad, with how many games stand behind it."""

    kind: str
    slug: str
    games: int
    sentence: str


def advise(cards: Sequence[CardRow], squads: Sequence[SquadRow], level: str) -> list[Advice]:
    """All that can be said with some certainty, the clearest cases first."""
    return [*_idle_cards(cards, level), *_losing_squads(squads, level)]


def enough(games: int) -> bool:
    """Whether there are games enough to advise from."""
    return games >= LEAST_GAMES


def _idle_cards(rows: Iterable[CardRow], level: str) -> list[Advice]:
    rows = [row for row in rows if row.copies]
    mean = mean_play_share(rows)
    idle = [
        row for row in rows if row.seen >= LEAST_GAMES and row.play_interval.high < mean and row.play_share < mean / 2
    ]
    idle.sort(key=lambda row: (row.play_share, -row.seen))
    return [Advice("card", row.slug, row.seen, _card_sentence(row, mean, level)) for row in idle[:MOST_NAMED]]


def _card_sentence(row: CardRow, mean: float, level: str) -> str:
    values = {
        "name": row.name, "level": among(level), "seen": row.seen, "played": row.played.matches,
        "share": row.play_percent, "mean": round(mean * 100),
    }  # fmt: skip
    if not row.played.matches:
        sentence = _(
            "%(name)s was never played %(level)s, though it was drawn in %(seen)d games. The deck's cards are played "
            "in %(mean)d %% of the games in which they are drawn."
        )
        return sentence % values
    sentence = _(
        "%(name)s was played %(level)s in only %(played)d of the %(seen)d games in which it was drawn (%(share)d %%; "
        "the mean of the deck is %(mean)d %%)."
    )
    return sentence % values


def _losing_squads(rows: Iterable[SquadRow], level: str) -> list[Advice]:
    rows = list(rows)
    mean = mean_balance(rows)
    losing = [row for row in rows if row.fielded >= LEAST_GAMES and row.balance + row.reach < min(mean, 0.0)]
    losing.sort(key=lambda row: row.balance)
    return [Advice("squad", row.slug, row.fielded, _squad_sentence(row, mean, level)) for row in losing[:MOST_NAMED]]


def _squad_sentence(row: SquadRow, mean: float, level: str) -> str:
    values = {
        "name": row.name, "level": among(level), "games": row.fielded, "points": row.a_game(row.points),
        "given": row.a_game(row.given), "balance": row.balance, "low": row.balance - row.reach,
        "high": row.balance + row.reach, "mean": mean,
    }  # fmt: skip
    sentence = _(
        "%(name)s did not pay %(level)s: fielded %(games)d times, it earned %(points).1f Victory Points a game by "
        "kills and gave up %(given).1f (balance %(balance)+.1f, 95 %% interval %(low)+.1f to %(high)+.1f; the mean of "
        "the army is %(mean)+.1f)."
    )
    return sentence % values
