"""Window, turn, price and limit of every half of the Chapter, as printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalog.packs.schema import CardKind
from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.moments import Death, Fight, Moment, MoveAction, WoundEvent
from matches.engine.dawnfall.state import WAITING, Attached, Effect
from tests.engine.dawnfall.building import TestTable, footprint
from tests.engine.dawnfall.cards.scenes import Scene, check
from tests.engine.dawnfall.fielding import a_field, faction, offers

#: Further windows of a half besides the printed one. Sections 4.6 and 4.8
ALSO = {"chapter/shoot/lower": {"W-BEFORE-ATT"}, "chapter/trample/upper": {"W-BACKSTAB"}}
#: Squads that carry the card where they are not the ones on its band.
CARRIERS = {"overwatch": "pilgrim", "tactic": "pilgrim"}
PLACES = {
    "angel-of-death": "0,0:0123456", "holy-knight": "1,0:01", "holy-knight@1": "1,0:23", "bloodsmith": "1,0:4",
    "bloodsmith/1": "0,1:5", "pilgrim": "0,1:0", "pilgrim/1": "-3,1:5", "ranger": "0,1:4", "purge-doctor": "-1,1:01",
    "holy-riders": "2,0:01", "holy-riders/1": "2,0:23", "bloodsmith/2": "2,0:4",
}  # fmt: skip
SQUADS = ("angel-of-death", "holy-knight", "holy-knight", "pilgrim", "ranger", "purge-doctor", "holy-riders")


def a_scene(key: str) -> Scene:
    """All Squads of the Chapter beside three Bloodsmiths without tokens; the card is in hand or on its Squad."""
    _, slug, place = key.split("/")
    card = next(card for card in faction("chapter").cards if card.slug == slug)
    half = card.upper if place == "upper" else card.lower
    assert half is not None
    attached: dict[str, list[Attached]] = {"holy-knight@1": [Attached("tactic", 0)]}
    carrier = ""
    if card.attach:
        carrier = CARRIERS.get(slug) or card.squad or ""
        attached[carrier] = [Attached(slug, 4)]
    deploys = card.kind is CardKind.DEPLOYMENT
    table = a_field(
        *SQUADS, enemies=["bloodsmith"], places=PLACES, sources=[0], hand=[] if card.attach or deploys else [slug],
        attached=attached, endurance=[2, 2, 2, 1, 1, 2, 1, 0],
    )  # fmt: skip
    if deploys:
        carrier = "holy-riders"
        for model in table.roster.squads[table.squad_of(carrier)].models:
            table.lift(model, WAITING)
    if key == "chapter/winged-death/lower":
        table.state.modes[0] = 1
    return Scene(key, table, a_moment(table, key, half.window), carrier)


def a_moment(table: TestTable, key: str, window: str) -> Moment:
    smith, pilgrim = table.model("bloodsmith/1"), table.model("pilgrim")
    targets = {
        "charged-shot": "purge-doctor",
        "firing-position": "ranger",
        "guard": "holy-knight@1",
        "trample": "holy-riders",
    }
    target = table.model(targets.get(key.split("/")[1], "pilgrim"))
    fight = Fight(smith, target, attacker=smith, target=target)
    values: dict[str, Any] = {
        "W-COMBAT": {"fight": fight},
        "W-BEFORE-INI": {"fight": fight},
        "W-BEFORE-DEF": {"fight": fight},
        "W-WOUND-TAKE": {"wounds": WoundEvent(pilgrim, 1, 1, smith, fight=fight)},
        "W-DYING": {"death": Death(pilgrim, 1, smith, fight=fight, vp=1)},
        "W-MOVE": {"move": MoveAction(0, tuple(table.roster.squads[6].models))},
    }
    if window == "W-BEFORE-HIT":
        doctor = table.model("purge-doctor")
        attributes.last(table, Effect("purging", doctor, 0, "purging", "Purging"))
        return Moment(window, model=doctor)
    return Moment(window, **values.get(window, {}))


def keys() -> list[str]:
    """All halves of the playable cards."""
    return [
        f"chapter/{card.slug}/{place}"
        for card in faction("chapter").cards
        if card.squad != "war-golem"
        for place in ("upper", "lower")
    ]


@pytest.mark.parametrize("key", keys())
def test_a_half_is_offered_at_its_window_in_its_turn_for_its_price_within_its_limit(key: str) -> None:
    # R-INTERRUPT, R-LIGHTNING, R-LIMIT, R-NO-LIMIT, R-PRINTED, DF-CARD-11, DF-ENH-09
    check(a_scene(key), ALSO)


@pytest.mark.parametrize(
    "key",
    [
        "storm-of-blades/upper", "storm-of-blades/lower", "judgment/upper", "judgment/lower", "overwatch/upper",
        "tactic/upper", "dying-breath/upper", "dying-breath/lower",
    ],
)  # fmt: skip
def test_without_an_enemy_in_reach_it_is_refused(key: str) -> None:
    # chapter/storm-of-blades/upper, chapter/storm-of-blades/lower, chapter/judgment/upper, chapter/judgment/lower,
    # chapter/overwatch/upper, chapter/tactic/upper, chapter/dying-breath/upper, chapter/dying-breath/lower, R-PARTIAL
    scene = a_scene(f"chapter/{key}")
    for number, name in enumerate(("bloodsmith", "bloodsmith/1", "bloodsmith/2")):
        scene.table.put(scene.table.model(name), footprint("T37", f"3,-3:{number}"))
    assert not scene.offered()


@pytest.mark.parametrize(
    "key",
    [
        "guard/upper", "guard/lower", "guardian-angel/upper", "shield-wall/upper", "charged-shot/upper",
        "firing-position/upper", "leap/upper", "shoot/upper", "overwatch/lower", "trample/upper",
    ],
)  # fmt: skip
def test_in_a_combat_of_others_it_is_refused(key: str) -> None:
    # chapter/guard/upper, chapter/guard/lower, chapter/guardian-angel/upper, chapter/shield-wall/upper,
    # chapter/charged-shot/upper, chapter/firing-position/upper, chapter/leap/upper, chapter/shoot/upper,
    # chapter/overwatch/lower, chapter/trample/upper, R-TARGET, R-CARRIER
    scene = a_scene(f"chapter/{key}")
    one, other = scene.table.model("bloodsmith"), scene.table.model("bloodsmith/1")
    assert not scene.offered(replace(scene.moment, fight=Fight(one, other, attacker=one, target=other)))


def test_overwatch_needs_an_attack_to_make() -> None:  # chapter/overwatch/lower, R-DASH
    scene = a_scene("chapter/overwatch/lower")
    markers.put(scene.table, scene.table.model("pilgrim"), "freeze", 1)
    assert not scene.offered()


def test_shoot_needs_somebody_in_a_line_of_fire() -> None:  # chapter/shoot/lower, R-PARTIAL
    table = a_field(
        "ranger", enemies=["bloodsmith"], hand=["shoot"], places={"ranger": "0,0:0", "bloodsmith": "1,1:0"}
    )  # fmt: skip
    assert "play:shoot:lower" not in offers(table)


def test_a_lone_knight_without_an_enemy_makes_no_formation() -> None:  # chapter/formation/lower, R-PARTIAL
    table = a_field(
        "holy-knight", enemies=["bloodsmith"], hand=["formation"],
        places={"holy-knight": "0,0:01", "bloodsmith": "3,0:0"},
    )  # fmt: skip
    assert "play:formation:lower" not in offers(table)


def test_the_banner_upgrades_no_knight_without_the_price() -> None:  # chapter/chapter-banner/1, DF-PAY-11
    table = a_field(
        "holy-knight", enemies=["bloodsmith"], crystals=[1, 0], endurance=[0, 1], marker=-10,
        places={"holy-knight": "0,0:01", "bloodsmith": "3,0:0"},
    )  # fmt: skip
    assert "banner:1" not in offers(table)
    table.state.modes[0] = 1
    assert "banner:1" in offers(table)
