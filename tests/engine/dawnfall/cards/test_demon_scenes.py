"""Window, turn, price and limit of every half of the Demons, as printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalog.packs.schema import CardKind
from matches.engine.dawnfall import markers
from matches.engine.dawnfall.moments import Fight, Moment, WoundEvent
from matches.engine.dawnfall.state import DEAD, WAITING, Attached
from tests.engine.dawnfall.building import TestTable, footprint
from tests.engine.dawnfall.cards.scenes import Scene, check
from tests.engine.dawnfall.fielding import a_field, faction

#: Further windows of a half besides the printed one. Section 4.6
ALSO = {
    "demon/faith/upper": {"W-BEFORE-HIT"},
    "demon/infection/lower": {"W-BACKSTAB", "W-BEFORE-ATT", "W-BEFORE-DEF"},
}
SQUADS = (
    "son-of-khyber", "master-of-elements", "bloodsmith", "gorehound", "gorehound", "dark-scholar", "succubus",
)  # fmt: skip
PLACES = {
    "son-of-khyber": "0,0:0123456", "pilgrim": "1,0:4", "gorehound": "1,0:01", "gorehound@1": "-3,0:01",
    "bloodsmith": "1,0:3", "master-of-elements": "0,1:0", "dark-scholar": "1,0:5", "succubus": "0,1:6",
    "pilgrim/1": "0,1:5", "holy-knight": "3,0:01",
}  # fmt: skip
#: Halves that answer a Combat in which the model of that name fights.
FIGHTERS = {"infection": "gorehound", "apparitions": "succubus"}


def a_scene(key: str) -> Scene:
    """All Squads of the Demons around a Pilgrim; one Bloodsmith is dead, the Scholars are in Ritual mode."""
    _, slug, place = key.split("/")
    card = next(card for card in faction("demon").cards if card.slug == slug)
    half = card.upper if place == "upper" else card.lower
    assert half is not None
    attached: dict[str, list[Attached]] = {"gorehound@1": [Attached("rage", 0)]}
    deploys = card.kind is CardKind.DEPLOYMENT
    carrier = card.squad or "" if card.attach or deploys else ""
    if card.attach:
        attached[carrier] = [Attached(slug, 4)]
    table = a_field(
        *SQUADS, enemies=["pilgrim", "holy-knight"], sides=("demon", "chapter"), places=PLACES,
        hand=[] if card.attach or deploys else [slug], attached=attached, endurance=[3, 3, 1, 1, 1, 1, 1, 1, 2],
        modes=[0, 0, 0, 0, 0, 1, 0, 0, 0],
    )  # fmt: skip
    table.state.places[table.model("bloodsmith/1")] = DEAD
    if deploys:
        for model in table.roster.squads[table.squad_of(carrier)].models:
            table.lift(model, WAITING)
    return Scene(key, table, a_moment(table, key, half.window), carrier)


def a_moment(table: TestTable, key: str, window: str) -> Moment:
    pilgrim, slug = table.model("pilgrim"), key.split("/")[1]
    own = table.model(FIGHTERS.get(slug, "bloodsmith"))
    attack = Fight(own, pilgrim, attacker=own, target=pilgrim)
    defense = Fight(pilgrim, own, attacker=pilgrim, target=own)
    dealer = {"rage": "son-of-khyber", "energy-source": "son-of-khyber"}.get(slug)
    event = WoundEvent(pilgrim, 1, 0, own if dealer is None else table.model(dealer), fight=attack)
    values: dict[str, Any] = {
        "W-COMBAT": {"fight": defense},
        "W-BEFORE-INI": {"fight": attack},
        "W-BEFORE-ATT": {"fight": attack},
        "W-BEFORE-DEF": {"fight": defense},
        "W-WOUND-DEAL": {"wounds": event, "fight": attack},
        "W-WOUND-DEALT": {"wounds": event, "fight": attack},
    }
    return Moment(window, **values.get(window, {}))


def keys() -> list[str]:
    """All halves of the playable cards, but for those with tests of their own elsewhere."""
    return [
        f"demon/{card.slug}/{place}"
        for card in faction("demon").cards
        if card.squad != "ish"
        for place in ("upper", "lower")
        if (card.slug, place) not in {("venomous-kiss", "lower"), ("resurrection", "lower")}
    ]


@pytest.mark.parametrize("key", keys())
def test_a_half_is_offered_at_its_window_in_its_turn_for_its_price_within_its_limit(key: str) -> None:
    # R-INTERRUPT, R-LIGHTNING, R-LIMIT, R-NO-LIMIT, R-PRINTED, DF-CARD-11, DF-ENH-09
    check(a_scene(key), ALSO)


@pytest.mark.parametrize(
    "key",
    [
        "horde/upper", "resurrection/upper", "war-fever/upper", "bloody-whirlwind/lower", "hijack/lower", "rush/lower",
        "spectral-grasp/lower", "mind-control/lower", "freeze/lower", "soul-steal/lower",
    ],
)  # fmt: skip
def test_without_an_enemy_in_reach_it_is_refused(key: str) -> None:
    # demon/horde/upper, demon/resurrection/upper, demon/war-fever/upper, demon/bloody-whirlwind/lower,
    # demon/hijack/lower, demon/rush/lower, demon/spectral-grasp/lower, demon/mind-control/lower, demon/freeze/lower,
    # demon/soul-steal/lower, R-PARTIAL, R-RANGE
    scene = a_scene(f"demon/{key}")
    for number, name in enumerate(("pilgrim", "pilgrim/1")):
        scene.table.put(scene.table.model(name), footprint("T37", f"3,-3:{number}"))
    scene.table.put(scene.table.model("holy-knight"), footprint("T37", "3,-3:34"))
    assert not scene.offered()


@pytest.mark.parametrize(
    "key",
    [
        "crystal-aegis/upper", "bloody-whirlwind/upper", "faith/upper", "infection/lower", "apparitions/lower",
    ],
)  # fmt: skip
def test_in_a_combat_of_others_it_is_refused(key: str) -> None:
    # demon/crystal-aegis/upper, demon/bloody-whirlwind/upper, demon/faith/upper, demon/infection/lower,
    # demon/apparitions/lower, R-TARGET, R-CARRIER
    scene = a_scene(f"demon/{key}")
    one, other = scene.table.model("pilgrim"), scene.table.model("holy-knight")
    assert not scene.offered(replace(scene.moment, fight=Fight(one, other, attacker=one, target=other)))


@pytest.mark.parametrize("key", ["rage/upper", "energy-source/lower", "infection/upper", "infernal-rites/lower"])
def test_a_wound_dealt_by_another_model_is_no_occasion(key: str) -> None:
    # demon/rage/upper, demon/energy-source/lower, demon/infection/upper, demon/infernal-rites/lower, R-DEALS, R-CARRIER
    scene = a_scene(f"demon/{key}")
    assert scene.moment.wounds is not None
    event = replace(scene.moment.wounds, dealer=scene.table.model("dark-scholar"))
    assert not scene.offered(replace(scene.moment, wounds=event))


@pytest.mark.parametrize("key", ["mist/upper", "energy-source/upper", "hijack/upper", "self-destruct/upper"])
def test_a_move_needs_somebody_who_can(key: str) -> None:
    # demon/mist/upper, demon/energy-source/upper, demon/hijack/upper, demon/self-destruct/upper, R-BLOCKED, R-PARTIAL
    scene = a_scene(f"demon/{key}")
    for model in scene.table.army_on_board(0):
        markers.put(scene.table, model, "trap", 1)
    assert not scene.offered()


@pytest.mark.parametrize("key", ["infernal-power/upper", "faith/lower"])
def test_charges_need_an_enhancement_and_a_pile(key: str) -> None:
    # demon/infernal-power/upper, demon/faith/lower, R-CHARGE, R-PARTIAL
    scene = a_scene(f"demon/{key}")
    scene.table.state.neutral_charges = 0
    assert not scene.offered()
