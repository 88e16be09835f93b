"""Window, turn, price and limit of every half and Banner option of the Dvergar, as printed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from catalog.packs.schema import CardKind
from matches.engine.dawnfall import attributes, markers, reasons
from matches.engine.dawnfall.board import board
from matches.engine.dawnfall.cards.dvergar_scrap import SCRAP, add_scrap
from matches.engine.dawnfall.hindrances import attached_hindrance
from matches.engine.dawnfall.moments import Death, Fight, Moment, Roll, WoundEvent
from matches.engine.dawnfall.paying import purses
from matches.engine.dawnfall.repertoire import repertoires
from matches.engine.dawnfall.state import DEAD, WAITING, Attached, Effect
from matches.engine.dawnfall.views import view
from matches.setting_up.playable import playable_cards
from matches.trials.cards_coverage import acting_keys, cited_keys, half_keys, token_keys
from matches.trials.rules_coverage import heads_of_tests
from tests.engine.dawnfall.building import TestTable, footprint
from tests.engine.dawnfall.cards.armies import dvergar
from tests.engine.dawnfall.cards.scenes import Scene, check, check_banner, windows_of
from tests.engine.dawnfall.fielding import do, faction, offers

#: Further windows of a half besides the printed one: its text names a second event.
ALSO = {"dvergar/mechanical-shield/upper": {"W-SACRIFICED"}}
SQUADS = ("avenger", "flame-keeper", "enkindled", "unbroken", "gyrobot", "drillers")
#: The carrier of cards without a Squad on the band.
ANY_SQUAD = "enkindled"
PLACES = {
    "avenger": "0,0:0123456", "bloodsmith": "1,0:4", "unbroken": "1,0:23", "enkindled": "1,0:5", "gyrobot": "-1,0:012",
    "gyrobot/1": "-1,1:012", "flame-keeper": "2,0:34", "drillers": "0,1:23", "bloodsmith/1": "3,0:0",
    "son-of-khyber": "3,-3:0123456",
}  # fmt: skip
#: Tests that take what no scene can: it is never offered, it works by itself, or it lies on the table.
ELSEWHERE = {
    "dvergar/puncture/lower": (
        "test_a_half_with_a_dash_for_a_price_is_never_offered",
        "test_puncture_deals_one_more_to_big_bases_in_drill_mode",
    ),
    "dvergar/junkyard": (
        "test_shrines_act_at_their_own_time_alone",
        "test_the_junkyard_serves_one_squad_in_contact_with_charges_and_a_token",
        "test_the_junkyard_never_lifts_a_squad_above_its_endurance_and_sleeps_in_other_turns",
    ),
    "dvergar/factory": (
        "test_shrines_act_at_their_own_time_alone",
        "test_the_factory_pays_with_the_tokens_that_lie_on_it_and_no_more",
        "test_the_factory_pays_for_nothing_else_and_only_for_the_dvergar",
    ),
    "dvergar/endurance-token-on-the-shrine": (
        "test_tokens_lie_open_for_everybody",
        "test_junk_takes_every_token_that_the_carrier_loses_to_wounds",
    ),
    "dvergar/fire": (
        "test_tokens_lie_open_for_everybody",
        "test_fire_wounds_at_the_end_of_a_turn_of_the_bearers_owner_alone",
        "test_fire_is_bought_off_token_by_token_in_an_own_active_turn",
    ),
    "dvergar/marked": (
        "test_tokens_lie_open_for_everybody",
        "test_a_marked_model_suffers_one_more_the_next_time_whoever_wounds_it",
    ),
    "dvergar/energize": (
        "test_tokens_lie_open_for_everybody",
        "test_energize_gives_up_to_two_tokens_for_one_crystal_of_the_harvest",
    ),
}


# Scenes


def a_table(**values: Any) -> TestTable:
    """All Squads of the Dvergar around a Bloodsmith and a Source, each in the Mode that its cards ask for."""
    attached = {"avenger": [Attached("exoskeleton", 0)], **values.pop("attached", {})}
    return dvergar(
        *SQUADS, places={**PLACES, **values.pop("places", {})}, sources=[board("T37").number[0, 2]], attached=attached,
        modes=[0, 1, 0, 1, 1, 1, 0, 0], endurance=[3, 2, 2, 2, 2, 2, 1, 4], **values,
    )  # fmt: skip


def a_scene(key: str) -> Scene:
    """The card is in hand beside another one, or on its Squad; the Drillers wait for their Deployment card."""
    _, slug, place = key.split("/")
    card = next(card for card in faction("dvergar").cards if card.slug == slug)
    half = card.upper if place == "upper" else card.lower
    assert half is not None
    carrier, attached = "", {}
    if card.attach:
        carrier = card.squad or ANY_SQUAD
        attached[carrier] = [Attached(slug, 4)]
    deploys = card.kind is CardKind.DEPLOYMENT
    other = "fury" if slug == "slam" else "slam"
    table = a_table(attached=attached, hand=[] if card.attach or deploys else [slug, other])
    if deploys:
        carrier = "drillers"
        table.lift(table.model("drillers"), WAITING)
    return Scene(key, table, a_moment(table, carrier, half.window), carrier, price=int(half.cost == "X"))


def a_moment(table: TestTable, carrier: str, window: str) -> Moment:
    smith, avenger, keeper, unbroken, gyrobot = (
        table.model(name) for name in ("bloodsmith", "avenger", "flame-keeper", "unbroken", "gyrobot/1")
    )
    if window == "W-BEFORE-HIT":
        attributes.last(table, Effect("flamethrower", keeper, 0, "flamethrower", "Flamethrower"))
        return Moment(window, model=keeper, roll=Roll(0, keeper, "check"))
    own = table.model(carrier or "avenger")
    attack, defense = (Fight(*pair, attacker=pair[0], target=pair[1]) for pair in ((own, smith), (smith, avenger)))
    lost = WoundEvent(avenger, 1, 1, smith, tokens_lost=1, off={table.squad_of("avenger"): 1})
    values: dict[str, Any] = {
        "W-BEFORE-ATT": {"fight": attack, "roll": Roll(0, own, "attack")},
        "W-ROLLED": {"fight": attack, "roll": Roll(0, own, "attack")},
        "W-BEFORE-DEF": {"fight": defense},
        "W-DEF-LOST": {"fight": defense},
        "W-WOUND-TAKE": {"wounds": WoundEvent(unbroken, 1, 1, smith)},
        "W-TOKEN-LOST": {"wounds": lost},
        "W-WOUND-DEALT": {"wounds": WoundEvent(smith, 1, 0, avenger)},
        "W-KILLED": {"death": Death(gyrobot, 1, smith, bits=table.bits(gyrobot))},
    }
    return Moment(window, **values.get(window, {}))


def keys() -> list[str]:
    """All halves that are played from hand, from an attached card or as a Deployment card."""
    cards = playable_cards(faction("dvergar"))
    return [key for card in cards for key in half_keys("dvergar", card) if key not in ELSEWHERE]


def attached_keys() -> list[str]:
    attached = {card.slug for card in faction("dvergar").cards if card.attach}
    return [key for key in keys() if key.split("/")[1] in attached]


@pytest.mark.parametrize("key", keys())
def test_a_half_is_offered_at_its_window_in_its_turn_for_its_price_within_its_limit(key: str) -> None:
    # R-INTERRUPT, R-LIGHTNING, R-LIMIT, R-NO-LIMIT, R-PRINTED, DF-CARD-11, DF-ENH-09, R-DESTROY, R-DEPLOY
    check(a_scene(key), ALSO)


def test_feedback_is_offered_after_a_sacrifice_as_after_a_kill() -> None:  # dvergar/mechanical-shield/upper
    scene = a_scene("dvergar/mechanical-shield/upper")
    assert scene.offered(replace(scene.moment, window="W-SACRIFICED"))


def test_a_half_with_a_dash_for_a_price_is_never_offered() -> None:  # dvergar/puncture/lower, R-NO-COST
    table = a_table(attached={"drillers": [Attached("puncture", 4)]})
    assert windows_of(repertoires(table)[0], "puncture", "lower") == set()
    assert [view(table, seat)["squads"][5]["attached"][0]["card"] for seat in (1, None)] == ["puncture"] * 2


# Banners


def a_banner(key: str) -> tuple[TestTable, int, Moment]:
    _, slug, number = key.split("/")
    table = a_table(banners={"dvergar": slug}, banner_ready=[True, True], depleted=[1, 0])
    add_scrap(table, 0, 1)
    roll = Roll(0, table.model("avenger"), "attack")
    free = key != "dvergar/alternative-dvergar-banner/0"
    return table, int(number), Moment("W-OWN") if free else Moment("W-DIE", model=roll.model, roll=roll)


BANNERS = [
    f"dvergar/{banner.slug}/{number}" for banner in faction("dvergar").banners for number in range(len(banner.options))
]


@pytest.mark.parametrize("key", BANNERS)
def test_a_banner_option_is_offered_at_its_window_in_the_own_turn_while_the_banner_is_up(key: str) -> None:
    # dvergar/dvergar-banner/0, dvergar/dvergar-banner/1, dvergar/alternative-dvergar-banner/0,
    # dvergar/alternative-dvergar-banner/1, R-BANNER, R-LOOP
    check_banner(*a_banner(key))


# Refusals


@pytest.mark.parametrize("key", attached_keys())
def test_a_squad_without_a_living_model_uses_no_card(key: str) -> None:  # R-CARRIER, Q-28
    scene = a_scene(key)
    for model in scene.table.roster.squads[scene.squad].models:
        scene.table.lift(model, DEAD)
    assert not scene.offered()


@pytest.mark.parametrize("key", ["energize/lower", "protection/lower", "refined-fuel/lower", "rocket/lower"])
def test_a_lower_half_works_on_no_other_squad(key: str) -> None:
    # dvergar/energize/lower, dvergar/protection/lower, dvergar/refined-fuel/lower, dvergar/rocket/lower, DF-ENH-13
    scene = a_scene(f"dvergar/{key}")
    uses = repertoires(scene.table)[0].attached[scene.moment.window][scene.card.slug]
    lower = next(use for use in uses if use.place == "lower")
    avenger, card = scene.table.roster.squads[scene.table.squad_of("avenger")], Attached(scene.card.slug, 4)
    assert attached_hindrance(scene.table, avenger, card, lower, scene.moment) is reasons.OtherSquad


@pytest.mark.parametrize(
    "key",
    [
        "fury/lower", "chain-grab/lower", "flamethrower/lower", "meltdown/lower", "chained-weapon/lower",
        "risky-tactics/lower", "marked-for-death/lower", "slam/lower", "dynamite/lower", "crystal-breaker/lower",
    ],
)  # fmt: skip
def test_without_a_model_of_its_squad_it_is_refused(key: str) -> None:
    # dvergar/fury/lower, dvergar/chain-grab/lower, dvergar/flamethrower/lower, dvergar/meltdown/lower,
    # dvergar/chained-weapon/lower, dvergar/risky-tactics/lower, dvergar/marked-for-death/lower, dvergar/slam/lower,
    # dvergar/dynamite/lower, dvergar/crystal-breaker/lower, R-BAND
    scene = a_scene(f"dvergar/{key}")
    for model in scene.table.roster.squads[scene.table.squad_of(scene.card.squad or "")].models:
        scene.table.lift(model, DEAD)
    assert not scene.offered()


@pytest.mark.parametrize(
    "key", ["flamethrower/lower", "deflect/lower", "marked-for-death/lower", "rocket/lower", "crystal-breaker/lower"]
)
def test_in_the_other_mode_it_is_refused(key: str) -> None:
    # dvergar/flamethrower/lower, dvergar/deflect/lower, dvergar/marked-for-death/lower, dvergar/rocket/lower,
    # dvergar/crystal-breaker/lower, R-MODE-REQ
    scene = a_scene(f"dvergar/{key}")
    scene.table.state.modes[scene.table.squad_of(scene.card.squad or "")] = 0
    assert not scene.offered()


@pytest.mark.parametrize(
    "key",
    ["fury/lower", "chain-grab/lower", "chained-weapon/lower", "marked-for-death/lower", "junk/upper",
     "radiostation/upper"],
)  # fmt: skip
def test_without_an_enemy_in_reach_it_is_refused(key: str) -> None:
    # dvergar/fury/lower, dvergar/chain-grab/lower, dvergar/chained-weapon/lower, dvergar/marked-for-death/lower,
    # dvergar/junk/upper, dvergar/radiostation/upper, R-PARTIAL, R-RANGE
    scene = a_scene(f"dvergar/{key}")
    table = scene.table
    table.lift(table.model("son-of-khyber"), DEAD)
    table.put(table.model("avenger"), footprint("T37", "-1,2:0123456"))
    for number, name in enumerate(("bloodsmith", "bloodsmith/1")):
        table.put(table.model(name), footprint("T37", f"3,-3:{number}"))
    assert not scene.offered()


@pytest.mark.parametrize(
    "key",
    ["mechanical-shield/lower", "slam/upper", "risky-tactics/upper", "puncture/upper", "exoskeleton/upper",
     "energize/upper", "rocket/upper"],
)  # fmt: skip
def test_in_a_combat_of_others_it_is_refused(key: str) -> None:
    # dvergar/mechanical-shield/lower, dvergar/slam/upper, dvergar/risky-tactics/upper, dvergar/puncture/upper,
    # dvergar/exoskeleton/upper, dvergar/energize/upper, dvergar/rocket/upper, R-TARGET, R-CARRIER
    scene = a_scene(f"dvergar/{key}")
    one, other = scene.table.model("bloodsmith"), scene.table.model("bloodsmith/1")
    scene.table.put(other, footprint("T37", "1,0:0"))
    fight = Fight(one, other, attacker=one, target=other)
    assert not scene.offered(replace(scene.moment, fight=fight, roll=Roll(1, one, "attack")))


@pytest.mark.parametrize(
    "key", ["detonation/lower", "mechanical-shield/upper", "reclaimed-crystals/upper", "reclaimed-crystals/lower"]
)
def test_the_death_of_an_enemy_is_no_occasion(key: str) -> None:
    # dvergar/detonation/lower, dvergar/mechanical-shield/upper, dvergar/reclaimed-crystals/upper,
    # dvergar/reclaimed-crystals/lower, R-TARGET
    scene = a_scene(f"dvergar/{key}")
    smith = scene.table.model("bloodsmith")
    assert not scene.offered(replace(scene.moment, death=Death(smith, 0, bits=scene.table.bits(smith))))


@pytest.mark.parametrize(
    "key", ["mechanism/upper", "flamethrower/upper", "chained-weapon/upper", "marked-for-death/upper"]
)
@pytest.mark.parametrize("loser", ["nobody", "enemy"])
def test_junk_waits_for_a_token_of_an_own_squad(key: str, loser: str) -> None:
    # dvergar/mechanism/upper, dvergar/flamethrower/upper, dvergar/chained-weapon/upper, dvergar/marked-for-death/upper,
    # R-TOKEN-LOSS
    scene = a_scene(f"dvergar/{key}")
    assert scene.moment.wounds is not None
    off = {scene.table.squad_of("bloodsmith"): 1} if loser == "enemy" else {}
    assert not scene.offered(replace(scene.moment, wounds=replace(scene.moment.wounds, off=off)))


@pytest.mark.parametrize("key", ["chain-grab/upper", "deflect/upper", "mechanical-shield/upper"])
def test_charges_need_an_enhancement_and_a_pile(key: str) -> None:
    # dvergar/chain-grab/upper, dvergar/deflect/upper, dvergar/mechanical-shield/upper, R-CHARGE, R-PARTIAL
    scene = a_scene(f"dvergar/{key}")
    state = scene.table.state
    cards, state.attached = state.attached, [() for _ in state.attached]
    assert not scene.offered()
    state.attached = cards
    assert scene.offered()
    state.neutral_charges = 0
    assert not scene.offered()


@pytest.mark.parametrize("key", ["chain-grab/upper", "deflect/upper"])
def test_scavengers_wait_for_a_wound_dealt_by_a_dvergar(key: str) -> None:
    # dvergar/chain-grab/upper, dvergar/deflect/upper, R-DEALS
    scene = a_scene(f"dvergar/{key}")
    theirs = WoundEvent(scene.table.model("avenger"), 1, 1, scene.table.model("bloodsmith"))
    burnt = WoundEvent(scene.table.model("bloodsmith"), 1, 0, cause="token")
    assert not any(scene.offered(replace(scene.moment, wounds=event)) for event in (theirs, burnt))


@pytest.mark.parametrize("key", ["refined-fuel/upper", "protection/upper"])
def test_a_move_needs_somebody_who_can(key: str) -> None:
    # dvergar/refined-fuel/upper, dvergar/protection/upper, R-BLOCKED, R-PARTIAL
    scene = a_scene(f"dvergar/{key}")
    markers.put(scene.table, scene.table.model(scene.carrier), "trap", 1)
    assert not scene.offered()


@pytest.mark.parametrize("slug", ["fury", "crystal-breaker"])
def test_the_discard_is_asked_even_if_all_other_cards_are_alike(slug: str) -> None:
    # dvergar/fury/upper, dvergar/crystal-breaker/upper, DF-DECK-06, R-HAND
    table = a_table(hand=[slug, "slam", "slam"])
    assert do(table, f"play:{slug}:upper", "discard:slam").kinds().count("discard") == 1
    alone = a_table(hand=[slug])
    assert f"play:{slug}:upper" not in offers(alone)


@pytest.mark.parametrize("place", ["upper", "lower"])
def test_the_drillers_wait_while_there_is_no_room(place: str) -> None:
    # dvergar/subterran-strike/upper, dvergar/subterran-strike/lower, R-DEPLOY, R-PARTIAL
    scene = a_scene(f"dvergar/subterran-strike/{place}")
    scene.table.state.sources[:] = range(len(scene.table.board.places))
    scene.table.state.occupied = scene.table.map_bits()
    assert not scene.offered()


# Shrines and tokens


def test_shrines_act_at_their_own_time_alone() -> None:  # dvergar/junkyard, dvergar/factory, R-SHRINE-PASSIVE
    assert set(repertoires(a_table())[0].shrine) == {"W-PASSIVE-SHRINE"}
    assert repertoires(a_table(shrines={"dvergar": "factory"}))[0].shrine == {}


@pytest.mark.parametrize("active", [0, 1])
def test_the_factory_pays_with_the_tokens_that_lie_on_it_and_no_more(active: int) -> None:  # dvergar/factory, W-PAY
    table = a_table(shrines={"dvergar": "factory"}, active=active)
    for what in ("the Red Die", "a reroll"):
        assert "factory" not in [purse.id for purse in purses(table, 0, what)]
    add_scrap(table, 0, 1)
    for what in ("the Red Die", "a reroll"):
        assert "factory" in [purse.id for purse in purses(table, 0, what)]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_tokens_lie_open_for_everybody(seat: int | None) -> None:
    # dvergar/endurance-token-on-the-shrine, dvergar/fire, dvergar/marked, dvergar/energize, R-STATUS
    table = a_table(attached={"enkindled": [Attached("energize", 1, on=True)]})
    smith = table.model("bloodsmith")
    markers.put(table, smith, "fire", 0, 2)
    markers.put(table, smith, "marked", 0)
    add_scrap(table, 0, 3)
    seen = view(table, seat)
    bearer = [(marker["kind"], marker["seat"], marker["number"]) for marker in seen["models"][smith]["markers"]]
    assert bearer == [("fire", 0, 2), ("marked", 0, 1)]
    assert [(marker["kind"], marker["number"]) for marker in seen["shrine_tokens"]] == [(SCRAP, 3)]
    assert seen["squads"][2]["attached"][0]["on"] is True


# Nothing is forgotten


@cache
def keys_of_tests() -> dict[str, set[str]]:
    """The tests of this faction with the keys that each of them names."""
    files = sorted(Path(__file__).parent.glob("test_dvergar*.py"))
    heads = [head for file in files for head in heads_of_tests(file.read_text())]
    return {head.split("(")[0].removeprefix("def ").strip(): set(cited_keys(head)) for head in heads}


def test_every_half_banner_option_shrine_and_token_has_a_scene_or_a_test_elsewhere() -> None:
    file = faction("dvergar")
    wanted = [*acting_keys(file, playable=True), *token_keys(file, playable=True)]
    assert sorted([*keys(), *BANNERS, *ELSEWHERE]) == sorted(wanted)


@pytest.mark.parametrize("key", ELSEWHERE)
def test_the_tests_elsewhere_name_what_they_stand_for(key: str) -> None:
    assert [name for name in ELSEWHERE[key] if key not in keys_of_tests().get(name, ())] == []
