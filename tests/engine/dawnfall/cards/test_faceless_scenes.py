"""Window, turn, price, limit and secrecy of all that the Faceless bring, as printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalog.packs.schema import CardKind
from matches.engine.dawnfall import halves, markers
from matches.engine.dawnfall.moments import Death, Fight, Moment, MoveAction, Roll
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.repertoire import repertoires
from matches.engine.dawnfall.state import DEAD, WAITING, Attached, Marker
from matches.engine.dawnfall.turns import end_active_turn, start_active_turn
from matches.engine.dawnfall.views import view
from matches.engine.dawnfall.windows import open_window
from matches.trials.cards_coverage import acting_keys, token_keys
from tests.engine.dawnfall.building import TestTable, footprint, play
from tests.engine.dawnfall.cards.armies import faceless
from tests.engine.dawnfall.cards.scenes import Scene, check, check_banner
from tests.engine.dawnfall.fielding import a_field, at, faction, offers

SQUADS = ("shatterer", "harvester", "bladebreeder", "berserker", "berserker", "fleshripper", "anathema")
PLACES = {
    "shatterer": "0,0:0123456", "harvester": "1,0:012", "bladebreeder": "1,0:5", "berserker": "1,0:3",
    "berserker@1": "-1,0:0", "berserker@1/1": "-1,0:1", "anathema": "0,1:012", "fleshripper": "0,1:34",
    "pilgrim": "1,0:4", "pilgrim/1": "0,1:5", "holy-knight": "3,0:01",
}  # fmt: skip
#: Who killed the Pilgrim where that matters.
KILLERS = {"absorption": "harvester", "resource": "fleshripper"}
#: What else is in hand.
BESIDES = {"absorption": ["evolve-harvester"]}
#: ANATHEMA tokens on the Anathema, the X of Tentacles.
TOKENS = 2


def a_scene(key: str) -> Scene:
    """All Squads of the Faceless around two Pilgrims, some Berserkers dead; for Chrysalis the Anathema waits."""
    _, slug, place = key.split("/")
    card = next(card for card in faction("faceless").cards if card.slug == slug)
    half = card.upper if place == "upper" else card.lower
    assert half is not None
    beside = card.attach is not None or card.kind is CardKind.DEPLOYMENT
    table = a_field(
        *SQUADS, enemies=["pilgrim", "holy-knight"], sides=("faceless", "chapter"), places=PLACES,
        hand=[] if beside else [slug, *BESIDES.get(slug, [])], sources=[0], endurance=[2, 1, 0, 0, 1, 0, 2, 1, 2],
        attached={card.squad or "": [Attached(slug, 0)]} if card.attach else {},
    )  # fmt: skip
    for name in ("berserker/2", "berserker@1/2"):
        table.state.places[table.model(name)] = DEAD
    if card.kind is CardKind.DEPLOYMENT:
        table.lift(table.model("anathema"), WAITING)
    else:
        markers.put(table, table.model("anathema"), "anathema", 0, TOKENS)
    price = TOKENS if half.cost == "X" else 0
    return Scene(key, table, a_moment(table, slug, half.window), card.squad or "" if beside else "", price)


def a_moment(table: TestTable, slug: str, window: str) -> Moment:
    shatterer, pilgrim = table.model("shatterer"), table.model("pilgrim")
    attack = Fight(shatterer, pilgrim, attacker=shatterer, target=pilgrim)
    values: dict[str, Any] = {
        "W-BEFORE-ATT": {"fight": attack, "roll": Roll(0, shatterer, "attack")},
        "W-ROLLED": {"fight": attack, "roll": Roll(0, shatterer, "attack")},
        "W-KILLED": {"death": Death(pilgrim, 0, table.model(KILLERS.get(slug, "shatterer")))},
    }
    return Moment(window, **values.get(window, {}))


def keys() -> list[str]:
    """All halves that are played from hand, from an attached card or from the Deployment card."""
    return [
        f"faceless/{card.slug}/{place}"
        for card in faction("faceless").cards
        if card.squad != "metalgorger" and card.slug != "abomination"
        for place in ("upper", "lower")
        if place == "lower" or card.upper is not None
    ]


@pytest.mark.parametrize("key", keys())
def test_a_half_is_offered_at_its_window_in_its_turn_for_its_price_within_its_limit(key: str) -> None:
    # R-INTERRUPT, R-LIGHTNING, R-LIMIT, R-NO-LIMIT, R-PRINTED, R-COST-X, R-DEPLOY, DF-CARD-11
    check(a_scene(key), {})


# Refusals


def without(scene: Scene, *names: str, keep: str = "") -> Scene:
    """The same scene without the models of these Squads, or of all but one."""
    for squad in scene.table.roster.armies[0].squads:
        if squad.slug in names or (not names and squad.slug != keep):
            for model in scene.table.standing(squad):
                scene.table.lift(model, DEAD)
    return scene


@pytest.mark.parametrize(
    "key",
    [
        "hell/lower", "impale/upper", "craving-for-life/upper", "craving-for-life/lower", "osmosis/upper",
        "osmosis/lower", "bladespit/lower", "lurch/upper", "lurch/lower", "chosen-victim/upper",
        "chosen-victim/lower", "power/lower", "whack/lower",
    ],
)  # fmt: skip
def test_without_an_enemy_in_reach_it_is_refused(key: str) -> None:
    # faceless/hell/lower, faceless/impale/upper, faceless/craving-for-life/upper, faceless/craving-for-life/lower,
    # faceless/osmosis/upper, faceless/osmosis/lower, faceless/bladespit/lower, faceless/lurch/upper,
    # faceless/lurch/lower, faceless/chosen-victim/upper, faceless/chosen-victim/lower, faceless/power/lower,
    # faceless/whack/lower, R-PARTIAL, R-RANGE
    scene = a_scene(f"faceless/{key}")
    for name, spot in (("pilgrim", "0"), ("pilgrim/1", "1"), ("holy-knight", "34")):
        scene.table.put(scene.table.model(name), footprint("T37", f"-3,3:{spot}"))
    assert not scene.offered()


@pytest.mark.parametrize(
    "key", ["hell/upper", "swarm/lower", "absorption/upper", "back-to-source/upper", "power/upper"]
)
def test_a_move_needs_somebody_who_can(key: str) -> None:
    # faceless/hell/upper, faceless/swarm/lower, faceless/absorption/upper, faceless/back-to-source/upper,
    # faceless/power/upper, R-BLOCKED, R-PARTIAL
    scene = a_scene(f"faceless/{key}")
    for model in scene.table.army_on_board(0):
        markers.put(scene.table, model, "trap", 1)
    assert not scene.offered()


@pytest.mark.parametrize(
    ("key", "keep"),
    [
        ("swarm/upper", "nobody"), ("unstoppable/upper", "nobody"), ("tentacles/upper", "nobody"),
        ("unstoppable/lower", "shatterer"), ("breeding/upper", "harvester"),
    ],
)  # fmt: skip
def test_a_sacrifice_needs_a_model_to_give(key: str, keep: str) -> None:
    # faceless/swarm/upper, faceless/unstoppable/upper, faceless/tentacles/upper, faceless/unstoppable/lower,
    # faceless/breeding/upper, R-SACRIFICE, R-PARTIAL
    assert not without(a_scene(f"faceless/{key}"), keep=keep).offered()


def banded() -> list[str]:
    """The halves that a Squad must be there for: lower ones with its name on the band, and all that it carries."""
    cards = {card.slug: card for card in faction("faceless").cards if card.kind is not CardKind.DEPLOYMENT}
    found = [(key, cards[key.split("/")[1]]) for key in keys() if key.split("/")[1] in cards]
    return [key for key, card in found if card.squad and (card.attach or key.endswith("/lower"))]


@pytest.mark.parametrize("key", banded())
def test_a_half_is_refused_when_its_squad_is_dead(key: str) -> None:  # R-BAND, R-CARRIER, R-EVOLVE
    scene = a_scene(key)
    scene.table.state.banner_ready[0] = False
    assert not without(scene, scene.card.squad or "").offered()


@pytest.mark.parametrize(("card", "carrier"), [("impale", "harvester"), ("breeding", "shatterer")])
def test_on_another_squad_only_the_upper_half_serves(card: str, carrier: str) -> None:
    # faceless/impale/upper, faceless/impale/lower, faceless/breeding/upper, faceless/breeding/lower, R-CARRIER
    for place, serves in (("upper", True), ("lower", False)):
        scene = replace(a_scene(f"faceless/{card}/{place}"), carrier=carrier)
        scene.table.state.attached[scene.squad] = (Attached(card, 0),)
        attacker, target = scene.table.model(carrier), scene.table.model("pilgrim")
        fight = Fight(attacker, target, attacker=attacker, target=target)
        assert scene.offered(replace(scene.moment, fight=fight)) is serves


@pytest.mark.parametrize("key", [key for key in keys() if key.startswith("faceless/evolve-")])
def test_an_evolve_card_is_refused_to_a_squad_that_has_its_mode(key: str) -> None:
    # faceless/evolve-berserker/lower, faceless/evolve-fleshripper/lower, faceless/evolve-bladebreeder/lower,
    # faceless/evolve-harvester/lower, faceless/evolve-shatterer-defensive/lower,
    # faceless/evolve-shatterer-assimilated/lower, faceless/evolve-shatterer-ascended/lower, R-PARTIAL, R-EVOLVE
    scene = a_scene(key)
    for squad in scene.table.roster.armies[0].squads:
        evolved = [number for number, mode in enumerate(squad.modes) if mode.evolve_card == scene.card.slug]
        scene.table.state.modes[squad.number] = evolved[0] if evolved else 0
    assert not scene.offered()


def test_impale_answers_no_attack_of_others() -> None:  # faceless/impale/lower, R-CARRIER
    scene = a_scene("faceless/impale/lower")
    for one, other in (("harvester", "pilgrim"), ("pilgrim", "shatterer")):
        attacker, target = scene.table.model(one), scene.table.model(other)
        fight = Fight(attacker, target, attacker=attacker, target=target)
        assert not scene.offered(replace(scene.moment, fight=fight))


@pytest.mark.parametrize("key", ["resource/upper", "whack/upper"])
def test_a_reroll_is_for_own_dice_that_were_not_rerolled(key: str) -> None:
    # faceless/resource/upper, faceless/whack/upper, R-REROLL
    scene = a_scene(f"faceless/{key}")
    roll = scene.moment.roll
    assert roll is not None
    assert not scene.offered(replace(scene.moment, roll=replace(roll, rerolled=True)))
    assert not scene.offered(replace(scene.moment, roll=replace(roll, seat=1)))


@pytest.mark.parametrize("key", ["absorption/lower", "resource/lower"])
def test_the_kill_of_another_model_or_of_an_own_one_is_no_occasion(key: str) -> None:
    # faceless/absorption/lower, faceless/resource/lower, R-CREDIT
    scene = a_scene(f"faceless/{key}")
    death = scene.moment.death
    assert death is not None
    assert not scene.offered(replace(scene.moment, death=replace(death, killer=scene.table.model("shatterer"))))
    assert not scene.offered(replace(scene.moment, death=replace(death, model=scene.table.model("berserker"))))


# Banners and Shrines

#: The window of each Banner option.
BANNERS = {
    "faceless/faceless-banner/0": "W-OWN",
    "faceless/faceless-banner/1": "W-PLAY",
    "faceless/alternative-faceless-banner/0": "W-PLAY",
    "faceless/alternative-faceless-banner/1": "W-OWN",
}


@pytest.mark.parametrize("key", BANNERS)
def test_a_banner_option_is_used_at_its_window_in_the_own_turn_with_the_face_up(key: str) -> None:
    # faceless/faceless-banner/0, faceless/faceless-banner/1, faceless/alternative-faceless-banner/0,
    # faceless/alternative-faceless-banner/1, R-BANNER, R-LOOP
    _, banner, option = key.split("/")
    places = {"berserker": "0,0:0", "bladebreeder": "0,0:1", "bladebreeder/1": "0,0:2"}
    table = faceless("berserker", "bladebreeder", banners={"faceless": banner}, places=places)
    table.state.places[table.model("berserker/1")] = DEAD
    moment = Moment(BANNERS[key], model=table.model("berserker") if BANNERS[key] == "W-PLAY" else -1)
    check_banner(table, int(option), moment)
    if BANNERS[key] == "W-PLAY":
        assert f"banner:{option}" not in at(table, 0, replace(moment, model=table.model("bladebreeder")))
        table.state.occupied = sum(table.board.space_bits)
        assert f"banner:{option}" not in at(table, 0, moment)


def at_the_shrine(slug: str, **values: Any) -> TestTable:
    """The Shrine in the middle with two Berserkers and a Bladebreeder around it."""
    places = {"berserker": "1,0:4", "berserker/1": "1,0:5", "bladebreeder": "0,1:5"}
    table = faceless("berserker", "bladebreeder", places=places, shrines={"faceless": slug}, **values)
    table.state.shrines[0] = table.board.number[0, 0]
    table.state.occupied |= table.board.space_bits[table.board.number[0, 0]]
    return table


def test_the_hatchery_works_in_the_passive_turn_alone_and_up_to_the_print() -> None:
    # faceless/hatchery, R-SHRINE-PASSIVE, R-RESTORE
    table = at_the_shrine("hatchery", endurance=[0, 1, 1, 2], stage="passive")
    assert set(repertoires(table)[0].shrine) == {"W-PASSIVE-SHRINE"}
    assert play(passive_turn(table)).asked == []
    assert (table.state.endurance[:2], table.state.crystals) == ([1, 1], [5, 5])
    assert table.events("endurance_restored") == [{"squad": 0, "count": 1}]
    for seat in (0, 1, None):
        told = view(table, seat)["seats"][0]
        assert (told["shrine"], told["shrine_space"]) == ("hatchery", table.board.places[table.state.shrines[0]])


def test_the_chamber_works_once_in_the_passive_turn_alone_and_keeps_the_hand_hidden() -> None:
    # faceless/incubation-chamber, R-SHRINE-PASSIVE, DF-DECK-06
    table = at_the_shrine("incubation-chamber", hand=["evolve-berserker"], stage="passive")
    assert set(repertoires(table)[0].shrine) == {"W-PASSIVE-SHRINE"}
    talk = play(passive_turn(table), "mode", f"model:{table.model('berserker')}", "Bladebreeder")
    assert [(decision.seat, decision.kind) for decision in talk.asked] == [(0, "window"), (0, "model"), (0, "squad")]
    assert (table.state.modes[:2], table.state.crystals, table.state.hands[0]) == (
        [0, 1],
        [5, 5],
        ("evolve-berserker",),
    )
    assert all("evolve-berserker" not in str(event.data) for event in table.log)
    assert [view(table, seat)["seats"][0]["shrine"] for seat in (0, 1, None)] == ["incubation-chamber"] * 3


# What works by itself


def anathema(**values: Any) -> TestTable:
    places = {"anathema": "0,0:012", "berserker": "-3,0:0"}
    attached = {"anathema": [Attached("abomination", 0)]}
    return faceless("anathema", "berserker", places=places, attached=attached, **values)


@pytest.mark.parametrize(("place", "window"), [("upper", "W-ACTIVE-START"), ("lower", "W-ACTIVE-END")])
def test_abomination_works_by_itself_at_its_moment_for_nothing(place: str, window: str) -> None:
    # faceless/abomination/upper, faceless/abomination/lower, R-NO-COST, R-PASSIVE-EFFECT, R-SETUP-ATTACH
    table = anathema(crystals=[0, 0], stage="active_start")
    known = repertoires(table)[0]
    assert [
        moment for moment, uses in known.passives.items() if ("abomination", place) in [use[:2] for use in uses]
    ] == [window]
    assert "abomination" not in {card for cards in known.attached.values() for card in cards}
    assert [view(table, seat)["squads"][0]["attached"][0]["card"] for seat in (1, None)] == ["abomination"] * 2
    asked = play(open_window(table, Moment(window)), *(["Change Mode"] if place == "upper" else [])).asked
    assert [(decision.seat, decision.kind) for decision in asked] == [(0, "wish")] * (place == "upper")
    assert (table.state.modes[0], table.state.crystals[0]) == (int(place == "upper"), 0)
    assert markers.count(table, table.model("anathema"), "anathema") == int(place == "lower")
    without_card = anathema(stage="active_start")
    without_card.state.attached[0] = ()
    assert play(open_window(without_card, Moment(window))).asked == []
    assert without_card.events("token_placed") == []


# Tokens


def giant() -> TestTable:
    return faceless(
        "shatterer", "berserker", places={"shatterer": "2,0:0123456", "berserker": "1,0:1", "pilgrim": "3,0:4"}
    )


def moments_of_the_giant(table: TestTable, name: str) -> dict[str, Moment]:
    """The moments at which UNSTOPPABLE tokens serve, for the model named."""
    model, pilgrim = table.model(name), table.model("pilgrim")
    return {
        "W-DIE": Moment("W-DIE", model=model, roll=Roll(0, model, "attack")),
        "W-BEFORE-INI": Moment("W-BEFORE-INI", fight=Fight(pilgrim, model)),
        "W-BEFORE-HIT": Moment("W-BEFORE-HIT", model=pilgrim, targets=[model]),
        "W-MOVE": Moment("W-MOVE", move=MoveAction(0, (model,))),
    }


def test_unstoppable_tokens_are_spent_at_four_windows_in_any_turn_while_there_are_some() -> None:
    # faceless/unstoppable, R-ROLL-BONUS, R-INI-CHECK
    assert set(halves.SPENT["faceless", "unstoppable"].windows) == set(moments_of_the_giant(giant(), "shatterer"))
    for active in (0, 1):
        table = giant()
        table.state.active = active
        for moment in moments_of_the_giant(table, "shatterer").values():
            table.state.markers[table.model("shatterer")] = (Marker("unstoppable", 0, 1),)
            assert at(table, 0, moment) == ["token:unstoppable"]
            assert at(table, 1, moment) == []
            table.state.markers[table.model("shatterer")] = ()
            assert at(table, 0, moment) == []
        table.state.markers[table.model("shatterer")] = (Marker("unstoppable", 0, 3),)
        assert not any(at(table, 0, moment) for moment in moments_of_the_giant(table, "berserker").values())
        assert "token:unstoppable" not in offers(table)


@pytest.mark.parametrize(
    ("token", "name", "number"),
    [("unstoppable", "shatterer", 3), ("lurch", "pilgrim", 0), ("source", "berserker", 2), ("anathema", "anathema", 4)],
)
def test_everybody_sees_a_token_and_nobody_can_buy_it_off(token: str, name: str, number: int) -> None:
    # faceless/unstoppable, faceless/lurch, faceless/source, faceless/anathema, R-BUYOFF
    table = a_scene("faceless/hell/upper").table
    table.state.markers[table.model(name)] = (Marker(token, 0, number),)
    seen = [{"kind": token, "seat": 0, "number": number}]
    assert [view(table, seat)["models"][table.model(name)]["markers"] for seat in (0, 1, None)] == [seen] * 3
    for seat in (0, 1):
        table.state.active = seat
        assert not [option for option in offers(table, seat) if option.startswith("remove:")]


def test_lurch_bites_at_the_start_of_the_turn_and_at_no_other_moment() -> None:  # faceless/lurch, R-DEALS
    table = faceless("bladebreeder", "berserker", places={"bladebreeder": "3,0:2"}, stage="active_start",
                     endurance=[1, 1, 3, 2])  # fmt: skip
    markers.put(table, table.model("pilgrim"), "lurch", 0, table.model("bladebreeder"))
    play(start_active_turn(table))
    assert table.state.endurance[2] == 2
    play(end_active_turn(table))
    assert table.state.endurance[2] == 2
    assert len(table.events("model_wounded")) == 1


# All of the faction

#: What is no use of its own, with the test that takes it through window, turn, price, limit and what others see.
ELSEWHERE = {
    "faceless/abomination/upper": test_abomination_works_by_itself_at_its_moment_for_nothing,
    "faceless/abomination/lower": test_abomination_works_by_itself_at_its_moment_for_nothing,
    "faceless/hatchery": test_the_hatchery_works_in_the_passive_turn_alone_and_up_to_the_print,
    "faceless/incubation-chamber": test_the_chamber_works_once_in_the_passive_turn_alone_and_keeps_the_hand_hidden,
    "faceless/unstoppable": test_unstoppable_tokens_are_spent_at_four_windows_in_any_turn_while_there_are_some,
    "faceless/lurch": test_lurch_bites_at_the_start_of_the_turn_and_at_no_other_moment,
    "faceless/source": test_everybody_sees_a_token_and_nobody_can_buy_it_off,
    "faceless/anathema": test_everybody_sees_a_token_and_nobody_can_buy_it_off,
}


def test_all_that_the_faceless_bring_is_in_a_scene_or_has_a_test_of_its_own() -> None:
    file = faction("faceless")
    taken = [*keys(), *BANNERS, *ELSEWHERE]
    assert sorted(taken) == sorted([*acting_keys(file, playable=True), *token_keys(file, playable=True)])
