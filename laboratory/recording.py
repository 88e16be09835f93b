"""What is remembered of a game, from the engine's events alone: counts in a tree, which can be added in any order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, Final

from matches.engine import Game, Setup
from matches.engine.dawnfall.victory import worth
from matches.trials.card_report import plays_in

#: Names, down to counts.
Sums = dict[str, Any]
#: Where a card can be played; Banners have numbers instead.
PLACES: Final = ("upper", "lower", "attach")
WON, DRAWN, LOST = "won", "drawn", "lost"


def add(total: Sums, more: Sums) -> None:
    """Add counts to counts."""
    for name, value in more.items():
        if isinstance(value, dict):
            add(total.setdefault(name, {}), value)
        else:
            total[name] = total.get(name, 0) + value


def result_of(game: Game[Setup], seat: int) -> str:
    """How the game ended for a seat of two; nobody or both is a draw."""
    winners = game.result.winners
    return DRAWN if len(winners) != 1 else WON if winners[0] == seat else LOST


def record(game: Game[Setup], seat: int, against: int) -> Sums:
    """All counts of a finished game: the deck that is tried sat in `seat`, and met the deck of that number."""
    state, result = game.table.state, result_of(game, seat)
    points = game.result.victory_points
    first = "first" if state.countering == seat else "second"
    sides = {seat: "0", 1 - seat: str(against)}
    return {
        "against": {
            str(against): {
                result: 1,
                first: {result: 1},
                "turns": {str(state.turn): 1},
                "ends": {game.result.reason: {result: 1}},
                "points": points[seat],
                "their_points": points[1 - seat],
            }
        },
        "cards": {side: dict(_cards(game, place)) for place, side in sides.items()},
        "squads": {side: _squads(game, place) for place, side in sides.items()},
    }


def _cards(game: Game[Setup], seat: int) -> Iterator[tuple[str, Sums]]:
    """By card: copies drawn, games seen, how the game ended where it was played or only held, uses by place."""
    drawn: Counter[str] = Counter()
    for event in game.log:
        if event.kind == "cards_drawn" and event.data["seat"] == seat:
            drawn.update(event.data["cards"])
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for player, slug, place in plays_in(game):
        if player == seat and place in PLACES:
            uses[slug][place] += 1
    result = result_of(game, seat)
    for slug in sorted(drawn.keys() | uses.keys()):
        ended = "played" if slug in uses else "held"
        yield slug, {"drawn": drawn[slug], "seen": 1, ended: {result: 1}, **uses.get(slug, {})}


def _squads(game: Game[Setup], seat: int) -> Sums:
    """By Squad: what it did and what was done to it, with what a game's balance needs for its spread."""
    table = game.table
    roster = table.roster
    found = {squad.number: Counter[str](fielded=1) for squad in roster.armies[seat].squads}

    def of(model: int) -> Counter[str] | None:
        return found.get(roster.squad_of[model]) if model >= 0 else None

    for event in game.log:
        data = event.data
        if event.kind == "model_wounded":
            hurt, dealer = of(data["model"]), of(data["dealer"])
            if hurt is not None:
                hurt["taken"] += data["count"]
            elif dealer is not None:
                dealer["dealt"] += data["count"]
        elif event.kind == "model_killed":
            dead, killer = of(data["model"]), of(data["killer"])
            if dead is not None:
                dead["lost"] += 1
                dead["given"] += worth(table, data["model"])
            elif killer is not None:
                killer["kills"] += 1
                killer["points"] += worth(table, data["model"])
        elif event.kind == "model_sacrificed" and (own := of(data["model"])) is not None:
            own["lost"] += 1
        elif event.kind == "squad_activated" and data["squad"] in found:
            found[data["squad"]]["activated"] += 1
    sums: Sums = {}
    for number, counts in found.items():
        balance = counts["points"] - counts["given"]
        counts["squares"] = balance * balance
        add(sums, {roster.squads[number].slug: dict(counts)})
    return sums
