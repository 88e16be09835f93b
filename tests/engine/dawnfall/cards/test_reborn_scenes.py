"""Window, turn, price and limit of every half of the Reborn, as printed."""

from __future__ import annotations

from typing import Any

import pytest

from catalog.packs.schema import CardKind
from matches.engine.dawnfall.board import board, hex_of
from matches.engine.dawnfall.moments import Death, Fight, Moment, Roll, WoundEvent
from matches.engine.dawnfall.state import DEAD, WAITING, Attached, Effect
from matches.engine.dawnfall.thickets import put
from tests.engine.dawnfall.building import TestTable, footprint
from tests.engine.dawnfall.cards.scenes import Scene, check
from tests.engine.dawnfall.fielding import a_field, faction

#: Further windows of a half besides the printed one. Section 4.6
ALSO = {
    "reborn/bloodlust/upper": {"W-BACKSTAB"},
    "reborn/empowering/lower": {"W-BACKSTAB", "W-BEFORE-ATT", "W-BEFORE-DEF"},
}
SQUADS = (
    "oracle-of-wrath", "blight-steed", "warbeast", "wyrm", "treemaid", "ancient-guard", "forest-wraith",
)  # fmt: skip
PLACES = {
    "oracle-of-wrath": "0,0:012", "blight-steed": "1,0:045", "warbeast": "-1,0:012", "wyrm": "1,0:6",
    "treemaid": "1,0:2", "ancient-guard": "0,0:34", "ancient-guard/1": "-2,1:01", "forest-wraith": "1,-1:023",
    "pilgrim": "1,0:1", "pilgrim/1": "-1,0:3", "holy-knight": "3,0:01",
}  # fmt: skip
#: Halves that answer a Combat in which the model of that name fights a Pilgrim.
FIGHTERS = {"blitz": "blight-steed", "burrow": "wyrm", "animate-woods": "treemaid", "thorn-beast": "forest-wraith"}


def a_scene(key: str) -> Scene:
    """All Squads of the Reborn around two Pilgrims, with Thickets and a Source at hand; a Warbeast is dead."""
    _, slug, place = key.split("/")
    card = next(card for card in faction("reborn").cards if card.slug == slug)
    half = card.upper if place == "upper" else card.lower
    assert half is not None
    attached: dict[str, list[Attached]] = {"oracle-of-wrath": [Attached("vanishing", 0)]}
    deploys = card.kind is CardKind.DEPLOYMENT
    carrier = card.squad or "" if card.attach or deploys else ""
    if card.attach:
        attached[carrier] = [Attached(slug, 4)]
    spaces = board("T37").number
    table = a_field(
        *SQUADS, enemies=["pilgrim", "holy-knight"], sides=("reborn", "chapter"), places=PLACES,
        hand=[] if card.attach or deploys else [slug], attached=attached, endurance=[3, 1, 1, 0, 0, 1, 1, 1, 2],
        sources=[spaces[0, 1]], overgrown=[spaces[2, 0]], shrines=None,
    )  # fmt: skip
    table.state.shrines[0] = spaces[2, -1]
    table.state.occupied = table.map_bits()
    for model in table.roster.models:
        table.state.occupied |= table.bits(model)
    for place_of_thicket in ("0,0:5", "-1,0:4", "-3,0:0"):
        put(table, 0, hex_of(footprint("T37", place_of_thicket)))
    table.state.places[table.model("warbeast/1")] = DEAD
    steed = table.model("blight-steed")
    table.state.effects = (Effect("charge", steed, table.state.places[steed], "turn", ""),)
    if deploys:
        for model in table.roster.squads[table.squad_of(carrier)].models:
            table.lift(model, WAITING)
    return Scene(key, table, a_moment(table, key, half.window), carrier)


def a_moment(table: TestTable, key: str, window: str) -> Moment:
    slug = key.split("/")[1]
    own = table.model(FIGHTERS.get(slug, "warbeast"))
    pilgrim = table.model("pilgrim/1" if own == table.model("warbeast") else "pilgrim")
    attack = Fight(own, pilgrim, attacker=own, target=pilgrim)
    defense = Fight(pilgrim, own, attacker=pilgrim, target=own)
    fallen = table.bits(table.model("pilgrim"))
    if window == "W-KILLED":
        table.lift(table.model("pilgrim"), DEAD)
        for name in ("blight-steed", "wyrm"):
            table.lift(table.model(name), DEAD)
    values: dict[str, Any] = {
        "W-COMBAT": {"fight": defense},
        "W-BEFORE-INI": {"fight": attack},
        "W-BEFORE-DEF": {"fight": defense},
        "W-ROLLED": {"roll": Roll(0, own, "attack"), "fight": attack},
        "W-WOUND-DEAL": {"wounds": WoundEvent(pilgrim, 1, 0, own, fight=attack), "fight": attack},
        "W-WOUND-TAKEN": {"wounds": WoundEvent(own, 1, 1, pilgrim, fight=defense), "fight": defense},
        "W-KILLED": {"death": Death(table.model("pilgrim"), 0, bits=fallen)},
    }
    return Moment(window, **values.get(window, {}))


def keys() -> list[str]:
    """All halves of the playable cards, but for those with tests of their own elsewhere."""
    return [
        f"reborn/{card.slug}/{place}"
        for card in faction("reborn").cards
        if card.squad != "uulsot-the-keeper"
        for place in ("upper", "lower")
        if (card.slug, place) != ("thorn-beast", "lower")
    ]


@pytest.mark.parametrize("key", keys())
def test_a_half_is_offered_at_its_window_in_its_turn_for_its_price_within_its_limit(key: str) -> None:
    # R-INTERRUPT, R-LIGHTNING, R-LIMIT, R-NO-LIMIT, R-PRINTED, DF-CARD-11, DF-ENH-09
    check(a_scene(key), ALSO)
