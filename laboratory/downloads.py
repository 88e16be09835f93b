"""Results as files: everything as JSON, what cards did as a table."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict
from typing import Any, Final

from decks.exchange.tables import neutral
from laboratory.figures import CardRow, Figures, SquadRow
from laboratory.models import Experiment
from matches.setting_up.starters import dawnfall_factions
from matches.stats.figures import Tally

FORM: Final = "edge-table-experiment/1"
CARD_COLUMNS: Final = (
    "deck", "faction", "card", "copies", "drawn", "seen", "played", "upper", "lower", "attached",
    "won_if_played", "drawn_if_played", "lost_if_played", "won_if_held", "drawn_if_held", "lost_if_held",
)  # fmt: skip


def as_json(experiment: Experiment, *, games: bool = True) -> dict[str, Any]:
    """The whole experiment: how it was set up, its figures, and a line for each game."""
    figures = Figures(experiment.sums)
    contenders = list(experiment.contenders.all())
    data: dict[str, Any] = {
        "form": FORM,
        "key": experiment.key,
        "status": experiment.status,
        "level": experiment.level,
        "seed": experiment.seed,
        "rules": experiment.rules,
        "games": experiment.games,
        "played": experiment.played,
        "broken": figures.broken,
        "overall": rate(figures.overall),
        "with_first_turn": rate(figures.with_first_turn),
        "with_second_turn": rate(figures.with_second_turn),
        "first_turn": rate(figures.first_turn),
        "victory_points": [round(points, 2) for points in figures.points],
        "turns": {int(turns): count for turns, count in sorted(figures.whole.get("turns", {}).items(), key=_as_number)},
        "ends": [{"reason": end.reason, **rate(end.tally)} for end in figures.ends],
        "decks": [],
    }
    for contender in contenders:
        file, deck = dawnfall_factions()[contender.faction], contender.choice
        met = {} if contender.number == 0 else {"tried_against_it": rate(figures.against(contender.number))}
        data["decks"].append(
            {
                "number": contender.number,
                "name": contender.name,
                "faction": contender.faction,
                "deck": contender.deck,
                **met,
                "cards": [_card(row) for row in figures.cards(contender.number, deck, file)],
                "squads": [_squad(row) for row in figures.squads(contender.number, deck, file)],
            }
        )
    if games:
        lines = experiment.batches.filter(done=True).values_list("games", flat=True)
        data["all_games"] = [line for batch in lines for line in batch]
    return data


def as_csv(experiment: Experiment) -> str:
    """What every card of every deck did, a line a card."""
    figures = Figures(experiment.sums)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(CARD_COLUMNS)
    for contender in experiment.contenders.all():
        file = dawnfall_factions()[contender.faction]
        for row in figures.cards(contender.number, contender.choice, file):
            tallies = [count for tally in (row.played, row.held) for count in (tally.won, tally.drawn, tally.lost)]
            writer.writerow(
                [
                    neutral(contender.name), contender.faction, row.slug, row.copies, row.drawn, row.seen,
                    row.played.matches, row.upper, row.lower, row.attached, *tallies,
                ]
            )  # fmt: skip
    return text.getvalue()


def rate(tally: Tally) -> dict[str, Any]:
    """A share of the decided games with its 95 % interval."""
    return {
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "share": round(tally.share, 4),
        "low": round(tally.interval.low, 4),
        "high": round(tally.interval.high, 4),
    }


def _card(row: CardRow) -> dict[str, Any]:
    return {
        "card": row.slug, "name": row.name, "copies": row.copies, "drawn": row.drawn, "seen": row.seen,
        "upper": row.upper, "lower": row.lower, "attached": row.attached,
        "if_played": rate(row.played), "if_held": rate(row.held),
    }  # fmt: skip


def _squad(row: SquadRow) -> dict[str, Any]:
    counts = {name: value for name, value in asdict(row).items() if name not in {"slug", "squares"}}
    reach = None if row.fielded < 2 else round(row.reach, 3)
    return {"squad": row.slug, **counts, "balance": round(row.balance, 3), "balance_reach": reach}


def _as_number(pair: tuple[str, int]) -> int:
    return int(pair[0])
