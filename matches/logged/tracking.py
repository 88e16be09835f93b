"""The tracker for the real table: what lies where, and what may be moved. Pure functions over a state of plain JSON.

static/js/tracker.js does the same in the browser; tests/browser/test_logged.py compares the two. A deed is a short text
like `gain:0:1`: what, whose, how many, and where it matters of which squad or from whom. Each has an exact opposite,
so undoing is doing the opposite of the last one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.engine.dawnfall.setup import MODES

State = dict[str, Any]

TRACK: Final = 10
TOKENS: Final = 10
MOST_ENDURANCE: Final = 99
MOST_TURNS: Final = 300
#: So many deeds can be undone.
MOST_PAST: Final = 200
LONGEST_STATE: Final = 30_000
LONGEST_NAME: Final = 40
SLOTS: Final = {"duel": 5}
DEEDS: Final = ("gain", "spend", "charge", "endurance", "points", "capture", "lose", "turn")

SENTENCES: Final[Mapping[str, Promise]] = {
    "pile-empty": _("All %(supply)s Crystals of this match are in play: the neutral pile is empty."),
    "pool-empty": _("There is no Crystal in this pool."),
    "none-depleted": _("There is no Crystal in this Depleted Pool."),
    "charges-out": _("All %(supply)s charges of this match are in play."),
    "no-charge": _("There is no charge here to take away."),
    "no-endurance": _("This squad has no Endurance left: the next Wound kills a model."),
    "too-much-endurance": _("A squad does not have that much Endurance."),
    "track-end": _("The Victory marker is at the end of the track. The turn is played to its end."),
    "no-tokens": _("This player has no Victory Point tokens left."),
    "none-captured": _("No token of this player was captured here."),
    "all-tokens": _("All tokens of this player are there already."),
    "first-turn": _("This is the first turn."),
    "nothing-to-undo": _("There is nothing to undo."),
    "unknown": _("The tracker does not know this."),
}


def new_state(mode: str, players: Sequence[Mapping[str, Any]], key: str = "") -> State:
    """A match as it begins; each player has a name, and may have a faction, a deck and squads with their Endurance."""
    count, _board, supply = MODES[mode]
    return {
        "key": key, "mode": mode, "supply": supply, "turn": 1, "marker": 0, "past": [],
        "players": [
            {
                "name": player["name"], "faction": player.get("faction", ""), "deck": player.get("deck", ""),
                "crystals": starting_crystals(mode), "depleted": 0, "charges": 0, "tokens": TOKENS,
                "captured": [0] * count,
                "squads": [list(squad) for squad in player.get("squads") or [["", 0]] * SLOTS.get(mode, 4)],
            }
            for player in players
        ],
    }  # fmt: skip


def starting_crystals(mode: str) -> int:
    """As many Crystals as there are players. DF-SETUP-49, -50"""
    return MODES[mode][0]


def do(state: State, deed: str) -> str:
    """Carry a deed out; answers the name of a sentence if it cannot be done, and then nothing has changed."""
    if deed == "undo":
        return _undo(state)
    what, seat, amount, extra = _read(deed)
    if what == "refresh" and 0 <= seat < len(state["players"]):
        what, amount = "spend", -state["players"][seat]["depleted"]
        if not amount:
            return "none-depleted"
    refused = _move(state, what, seat, amount, extra)
    if not refused:
        state["past"] = [*state["past"], f"{what}:{seat}:{amount}:{extra}"][-MOST_PAST:]
    return refused


def crystals_left(state: State) -> int:
    """How many Crystals the neutral pile has."""
    return int(state["supply"] - sum(player["crystals"] + player["depleted"] for player in state["players"]))


def charges_left(state: State) -> int:
    """How many charges the neutral pile has."""
    return int(state["supply"] - sum(player["charges"] for player in state["players"]))


def points(state: State, seat: int) -> int:
    """The Victory Points of a player: the part of the track, or the tokens captured. Q-16"""
    if state["mode"] == "duel":
        return int(TRACK + (state["marker"] if seat == 0 else -state["marker"]))
    return sum(state["players"][seat]["captured"])


def opponents(state: State, seat: int) -> list[int]:
    """From whom a player can capture tokens."""
    team = state["mode"] == "team"
    return [other for other in range(len(state["players"])) if other != seat and not (team and other % 2 == seat % 2)]


def leaders(state: State) -> list[int]:
    """Who would win by Victory Points now; nobody at a tie."""
    seats = range(len(state["players"]))
    sides = (
        [[seat for seat in seats if seat % 2 == side] for side in (0, 1)]
        if state["mode"] == "team"
        else ([[seat] for seat in seats])
    )
    scores = [sum(points(state, seat) for seat in side) for side in sides]
    best = [side for side, score in zip(sides, scores, strict=True) if score == max(scores)]
    return best[0] if len(best) == 1 else []


def _undo(state: State) -> str:
    if not state["past"]:
        return "nothing-to-undo"
    what, seat, amount, extra = _read(state["past"][-1])
    refused = _move(state, what, seat, -amount, extra)
    if not refused:
        state["past"] = state["past"][:-1]
    return refused


def _read(deed: str) -> tuple[str, int, int, int]:
    what, *numbers = deed.split(":")
    try:
        seat, amount, extra = (int(number) for number in [*numbers, "0", "0", "0"][:3])
    except ValueError:
        return "", 0, 0, 0
    return what, seat, amount, extra


def _move(state: State, what: str, seat: int, amount: int, extra: int) -> str:
    players = state["players"]
    if not 0 <= seat < len(players) or what not in DEEDS or not amount or abs(amount) > 40:
        return "unknown"
    player = players[seat]
    refused = _refusal(state, what, seat, amount, extra)
    if refused:
        return refused
    if what == "gain":
        player["crystals"] += amount
    elif what == "spend":
        player["crystals"] -= amount
        player["depleted"] += amount
    elif what == "charge":
        player["charges"] += amount
    elif what == "endurance":
        player["squads"][extra][1] += amount
    elif what == "points":
        state["marker"] += amount if seat == 0 else -amount
    elif what == "capture":
        player["captured"][extra] += amount
        players[extra]["tokens"] -= amount
    elif what == "lose":
        player["tokens"] -= amount
    else:
        state["turn"] += amount
    return ""


def _refusal(state: State, what: str, seat: int, amount: int, extra: int) -> str:
    player = state["players"][seat]
    if what == "gain":
        short = crystals_left(state) < amount
        return "pile-empty" if short else "pool-empty" if player["crystals"] + amount < 0 else ""
    if what == "spend":
        short = player["crystals"] < amount
        return "pool-empty" if short else "none-depleted" if player["depleted"] + amount < 0 else ""
    if what == "charge":
        return "charges-out" if charges_left(state) < amount else "no-charge" if player["charges"] + amount < 0 else ""
    if what == "endurance":
        if not 0 <= extra < len(player["squads"]):
            return "unknown"
        after = player["squads"][extra][1] + amount
        return "no-endurance" if after < 0 else "too-much-endurance" if after > MOST_ENDURANCE else ""
    if what == "points":
        if state["mode"] != "duel":
            return "unknown"
        return "track-end" if abs(state["marker"] + (amount if seat == 0 else -amount)) > TRACK else ""
    if what == "turn":
        return "first-turn" if state["turn"] + amount < 1 else "unknown" if state["turn"] + amount > MOST_TURNS else ""
    return _token_refusal(state, what, seat, amount, extra)


def _token_refusal(state: State, what: str, seat: int, amount: int, extra: int) -> str:
    if state["mode"] == "duel" or (what == "capture" and extra not in opponents(state, seat)):
        return "unknown"
    owner = state["players"][extra if what == "capture" else seat]
    if what == "capture" and state["players"][seat]["captured"][extra] + amount < 0:
        return "none-captured"
    return "no-tokens" if owner["tokens"] < amount else "all-tokens" if owner["tokens"] - amount > TOKENS else ""


def read_state(text: str) -> State | None:
    """The state that a page sent back; nothing if it is not one that the tracker could have made."""
    if len(text) > LONGEST_STATE:
        return None
    try:
        state = json.loads(text)
        return state if _is_sound(state) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _is_sound(state: Any) -> bool:
    """Whether everything is there, of the right kind and within its bounds."""
    count, _board, supply = MODES[state["mode"]]
    whole = [state["turn"], *(player[name] for player in state["players"] for name in _COUNTED)]
    whole += [number for player in state["players"] for number in player["captured"]]
    whole += [squad[1] for player in state["players"] for squad in player["squads"]]
    words = [state["key"], *state["past"]]
    words += [player[name] for player in state["players"] for name in ("name", "faction", "deck")]
    words += [squad[0] for player in state["players"] for squad in player["squads"]]
    return (
        state["supply"] == supply
        and len(state["players"]) == count
        and type(state["marker"]) is int
        and abs(state["marker"]) <= TRACK
        and all(type(number) is int and 0 <= number <= MOST_TURNS for number in whole)
        and all(isinstance(word, str) and len(word) <= 100 for word in words)
        and all(len(player["captured"]) == count and len(player["squads"]) <= 10 for player in state["players"])
        and len(state["past"]) <= MOST_PAST
        and crystals_left(state) >= 0
        and charges_left(state) >= 0
    )


_COUNTED: Final = ("crystals", "depleted", "charges", "tokens")
