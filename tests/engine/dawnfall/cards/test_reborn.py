"""Banners and Shrines of the Reborn, and the cards of the Oracle of Wrath."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attaching, attributes, markers, passive, placing, pushing, turns
from matches.engine.dawnfall.moments import Death, Moment, WoundEvent
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import DEAD, Attached, Marker
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import kill, wound
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import reborn, thickets_of
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, fight, offers, use
from tests.engine.dawnfall.moving import check_ground, ends, stands, to

ORACLE = "oracle-of-wrath"


def oracle(*squads: str, **values: Any) -> TestTable:
    """The Oracle of Wrath in the middle, Pilgrims in the Space to the east of it."""
    places = {ORACLE: "0,0:012", "pilgrim": "1,0:4", "pilgrim/1": "3,0:1", **values.pop("places", {})}
    return reborn(ORACLE, *squads, places=places, **values)


def shrine_at(table: TestTable, place: tuple[int, int]) -> None:
    table.state.shrines[0] = table.board.number[place]
    table.state.occupied |= table.board.space_bits[table.state.shrines[0]]


def overgrown_at(table: TestTable, place: tuple[int, int]) -> None:
    table.state.overgrown.append(table.board.number[place])
    table.state.occupied |= table.board.space_bits[table.board.number[place]]


# Banners


def spaces_offered(table: TestTable, option: str) -> set[tuple[int, int]]:
    """The Spaces among which a Banner option lets its player choose first."""
    talk = do(table, option, "back")
    return {option.data["space"] for option in talk.asked[0].options if option.id != "back"}


def test_the_banner_plants_within_range_2_of_the_oracle_or_a_wood() -> None:  # reborn/reborn-banner/0, R-RANGE
    table = oracle(places={ORACLE: "-3,0:012"})
    assert spaces_offered(table, "banner:0") == {
        table.board.places[n] for n in table.board.in_range(table.board.number[-3, 0], 2)
    }
    shrine_at(table, (3, -3))
    overgrown_at(table, (0, 3))
    near = {n for home in ((-3, 0), (3, -3), (0, 3)) for n in table.board.in_range(table.board.number[home], 2)}
    full = {table.state.shrines[0], *table.state.overgrown}
    assert spaces_offered(table, "banner:0") == {table.board.places[n] for n in near - full}
    do(table, "banner:0", *to(table, "-1,0:3"))
    assert thickets_of(table) == {"-1,0:3"}
    assert not table.state.banner_ready[0]
    assert "banner:0" not in offers(table)


def test_the_banner_moves_one_thicket_by_up_to_a_space() -> None:  # reborn/reborn-banner/1, R-TOKEN-STEP, R-BANNER
    table = oracle(thickets=["-2,0:0"])
    do(table, "banner:1", *to(table, "-1,0:3"))
    assert thickets_of(table) == {"-1,0:3"}
    assert "banner:1" not in offers(oracle())


def test_the_alternative_banner_plants_at_the_reborn_shrine() -> None:
    # reborn/alternative-reborn-banner/0, R-THORNHEART
    banners = {"reborn": "alternative-reborn-banner"}
    for shrine, far in (("thornheart-wood", False), ("sapping-briar", True)):
        table = oracle(banners=banners, shrines={"reborn": shrine}, places={ORACLE: "-3,0:012"})
        overgrown_at(table, (0, 3))
        assert ((0, 1) in spaces_offered(table, "banner:0")) == far
        shrine_at(table, (3, -3))
        assert (1, -3) in spaces_offered(table, "banner:0")
        assert (0, -3) not in spaces_offered(table, "banner:0")
    do(table, "banner:0", *to(table, "1,-3:0"))
    assert thickets_of(table) == {"1,-3:0"}


def test_the_alternative_banner_gives_a_thicket_for_two_charges() -> None:
    # reborn/alternative-reborn-banner/1, R-PARTIAL, R-CHARGE
    table = oracle(
        "wyrm", banners={"reborn": "alternative-reborn-banner"}, thickets=["0,0:3", "-3,0:0"], places={"wyrm": "2,0:0"},
        attached={ORACLE: [Attached("blitz", 0), Attached("burrow", 1)], "wyrm": [Attached("blitz", 0)]},
    )  # fmt: skip
    talk = do(table, "banner:1", "slot:0:1")
    assert [option.id for option in talk.asked[0].options] == ["slot:0:0", "slot:0:1", "back"]
    assert thickets_of(table) == {"-3,0:0"}
    assert (charges(table, ORACLE), charges(table, "wyrm")) == ([0, 3], [0])
    table.state.banner_ready[0] = True
    assert "banner:1" not in offers(table)


def test_guards_with_vines_are_not_given_for_charges() -> None:  # reborn/alternative-reborn-banner/1, reborn/vines
    table = oracle(
        "ancient-guard", banners={"reborn": "alternative-reborn-banner"}, attached={ORACLE: [Attached("blitz", 0)]},
        places={"ancient-guard": "0,0:34"},
    )  # fmt: skip
    markers.put_on_squad(table, table.squad_of("ancient-guard"), "vines", 0)
    assert "banner:1" not in offers(table)


# Shrines


def test_the_thornheart_wood_wounds_enemies_at_the_end_of_each_reborn_passive_turn() -> None:
    # reborn/thornheart-wood, reborn/overgrow, R-DEALS, R-QUIET
    places = {"pilgrim": "1,0:5", "pilgrim/1": "3,0:0", "holy-knight": "-3,0:01"}
    table = oracle(stage="passive", places=places, endurance=[4, 3, 2])
    table.state.hands[1] = ("fake-death",)
    shrine_at(table, (1, -1))
    assert table.touch(table.model("pilgrim")) & table.board.space_bits[table.state.shrines[0]]
    talk = play(passive_turn(table))
    assert endurance(table, "pilgrim") == 3 - 1
    assert endurance(table, "holy-knight") == 2
    assert endurance(table, ORACLE) == 4
    assert talk.asked == []
    assert [event["dealer"] for event in table.events("model_wounded")] == [-1]


def test_an_overgrown_source_pricks_like_the_shrine_and_only_once() -> None:  # reborn/thornheart-wood, R-THORNHEART
    table = oracle(stage="passive", places={"pilgrim": "1,0:6", "pilgrim/1": "2,0:5"}, endurance=[4, 3, 2])
    overgrown_at(table, (1, -1))
    overgrown_at(table, (2, -1))
    woods = [table.board.space_bits[space] for space in table.state.overgrown]
    assert all(table.touch(table.model("pilgrim")) & wood for wood in woods)
    assert table.touch(table.model("pilgrim/1")) & table.map_bits()
    play(passive_turn(table), {"model": FIRST})
    assert endurance(table, "pilgrim") == 3 - 2


def test_the_thornheart_wood_sleeps_in_other_turns() -> None:  # reborn/thornheart-wood
    table = oracle(stage="passive", active=1, places={"pilgrim": "1,0:5"}, endurance=[4, 3, 2])
    shrine_at(table, (1, -1))
    play(passive_turn(table))
    assert endurance(table, "pilgrim") == 3


def test_the_thornheart_wood_comes_before_fire() -> None:  # reborn/thornheart-wood, R-ORDER-AUTO
    table = oracle(stage="passive", places={"pilgrim": "1,0:5"}, endurance=[0, 0, 2])
    shrine_at(table, (1, -1))
    table.lift(table.model("pilgrim/1"), DEAD)
    markers.put(table, table.model(ORACLE), "fire", 1)
    play(passive_turn(table))
    assert table.state.winners == (0,)


def test_no_order_is_asked_for_once_the_match_is_over() -> None:  # reborn/thornheart-wood, R-ORDER-OWN
    table = oracle()

    def decide(model: int) -> Rule[None]:
        yield from ()
        table.state.winners = (0,)

    everyone = [table.model(name) for name in ("pilgrim", "pilgrim/1", ORACLE)]
    order = Play(table, 0, None, "", None, Moment("W-PASSIVE-END")).each(everyone, decide, "Which is next?")
    assert len(play(order, FIRST).asked) == 1


def sapped(**values: Any) -> TestTable:
    places = {ORACLE: "0,-1:012", "wyrm": "-3,0:0", "pilgrim": "1,0:5", "pilgrim/1": "3,0:3"}
    table = reborn(
        ORACLE, "wyrm", shrines={"reborn": "sapping-briar"}, places={**places, **values.pop("places", {})},
        endurance=[1, 0, 3, 2], **values,
    )  # fmt: skip
    shrine_at(table, (1, -1))
    return table


def test_the_sapping_briar_restores_a_squad_for_each_wound() -> None:  # reborn/sapping-briar, R-RESTORE
    table = sapped()
    assert table.touch(table.model(ORACLE)) & table.board.space_bits[table.state.shrines[0]]
    play(wound(table, WoundEvent(table.model("pilgrim"), 2, 1)))
    assert (endurance(table, ORACLE), endurance(table, "wyrm")) == (3, 0)
    table.state.endurance[table.squad_of(ORACLE)] = 0
    play(wound(table, WoundEvent(table.model("pilgrim"), 4, 0)))
    assert table.state.places[table.model("pilgrim")] == DEAD
    assert endurance(table, ORACLE) == 1 + 1
    play(wound(table, WoundEvent(table.model("pilgrim/1"), 1, 0)))
    assert endurance(table, "wyrm") == 0


def test_the_sapping_briar_lets_its_player_choose_the_squad_and_counts_overgrown_sources() -> None:
    # reborn/sapping-briar, reborn/overgrow, R-THORNHEART
    table = sapped(places={"wyrm": "-1,1:1"})
    overgrown_at(table, (0, 1))
    table.put(table.model("wyrm"), footprint("T37", "0,0:3"))
    assert table.touch(table.model("wyrm")) & table.board.space_bits[table.state.overgrown[0]]
    play(wound(table, WoundEvent(table.model("pilgrim"), 1, 1)), f"squad:{table.squad_of('wyrm')}")
    assert (endurance(table, ORACLE), endurance(table, "wyrm")) == (1, 1)


def test_the_sapping_briar_ignores_cancelled_wounds_and_own_models() -> None:  # reborn/sapping-briar, R-CANCEL-WOUND
    table = sapped(places={"wyrm": "1,0:4"}, attached={"pilgrim": [Attached("fake-death", 3)]})
    fake_death = use(table, "pilgrim", "fake-death", "lower")
    play(wound(table, WoundEvent(table.model("pilgrim"), 1, 0)), fake_death)
    play(wound(table, WoundEvent(table.model("wyrm"), 1, 1)))
    assert endurance(table, ORACLE) == 1


# Paralysis


@pytest.mark.parametrize("card", ["overgrow", "underground-strike"])
def test_paralysis_stops_moves_until_the_owners_next_passive_turn(card: str) -> None:
    # reborn/overgrow/upper, reborn/underground-strike/upper, reborn/paralysis, R-NO-MOVE, R-START-PASSIVE, R-OPPONENT
    table = oracle(hand=[card, card])
    pilgrim = table.model("pilgrim")
    do(table, f"play:{card}:upper")
    assert table.state.markers[pilgrim] == (Marker("paralysis", 0),)
    assert table.state.crystals[0] == 4
    assert ends(table, "pilgrim", seat=1) == ends(table, "pilgrim", seat=0) == set()
    assert f"play:{card}:upper" not in offers(table)
    table.state.active = 0
    play(open_window(table, Moment("W-PASSIVE-START")))
    assert table.state.markers[pilgrim]
    table.state.active = 1
    play(open_window(table, Moment("W-PASSIVE-START")))
    assert table.state.markers[pilgrim] == ()
    assert ends(table, "pilgrim", seat=1)


def test_paralysis_reaches_one_space_and_does_not_bar_teleports() -> None:  # reborn/overgrow/upper, R-RANGE
    table = oracle(hand=["overgrow"], places={"pilgrim": "2,0:0", "pilgrim/1": "1,0:0"})
    do(table, "play:overgrow:upper")
    marked = [model for model, tokens in enumerate(table.state.markers) if tokens]
    assert marked == [table.model("pilgrim/1")]
    assert not attributes.has(table, marked[0], "blocked")
    assert pushing.can_be_pushed(table, 0, marked[0])
    assert placing.legal_places(table, 1, marked[0], placing.anywhere(table, marked[0]))


def test_a_paralysed_model_is_not_offered_a_move_half() -> None:  # reborn/paralysis, R-PARTIAL
    table = oracle(active=1)
    table.state.hands[1] = ("bash",)
    for model in table.army_on_board(1)[1:]:
        table.lift(model, DEAD)
    assert "play:bash:upper" in offers(table, 1)
    markers.put(table, table.model("pilgrim"), "paralysis", 0)
    assert "play:bash:upper" not in offers(table, 1)


def test_paralysis_ends_with_its_owners_passive_turn_alone() -> None:  # reborn/paralysis, R-OPPONENT
    sides = ("reborn", "chapter", "chapter")
    table = oracle(sides=sides, mode="ffa3", enemies=["pilgrim"], places={"pilgrim@1": "-1,0:1"})
    first, second = table.model("pilgrim"), table.model("pilgrim@1")
    for model in (first, second):
        markers.put(table, model, "paralysis", 0)
    table.state.active = 2
    play(open_window(table, Moment("W-PASSIVE-START")))
    assert [bool(table.state.markers[model]) for model in (first, second)] == [True, False]


# Weakening


def test_weakening_adds_tokens_that_weaken_enemies_in_contact() -> None:
    # reborn/weakening/lower, reborn/weakening, R-ALL-ATTR, R-STACK
    table = oracle(attached={ORACLE: [Attached("weakening", 4)]})
    pilgrim, other = table.model("pilgrim"), table.model("pilgrim/1")
    printed = [2, 1, 1, 2]
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == printed
    lower = use(table, ORACLE, "weakening", "lower")
    do(table, lower)
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == [
        max(0, (n or 0) - 1) for n in printed
    ]
    do(table, lower)
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == [
        max(0, (n or 0) - 2) for n in printed
    ]
    assert [attributes.value(table, other, name) for name in attributes.NAMES] == printed
    assert table.state.attached[0] == (Attached("weakening", 0, tokens=2),)
    assert lower not in offers(table)
    attaching.discard(table, (0, 0))
    assert [attributes.value(table, pilgrim, name) for name in attributes.NAMES] == printed


def test_weakening_spares_own_models_and_works_for_the_oracle_only() -> None:  # reborn/weakening/lower, R-CARRIER
    table = oracle("wyrm", places={"wyrm": "0,0:3"}, attached={
        ORACLE: [Attached("weakening", 0, tokens=2)], "wyrm": [Attached("weakening", 4)]})  # fmt: skip
    assert attributes.value(table, table.model("wyrm"), "ini") == 3
    assert use(table, "wyrm", "weakening", "lower") not in offers(table)
    assert use(table, "wyrm", "weakening", "upper") not in offers(table)


# Call of the Wilds


def called(**values: Any) -> TestTable:
    """A Pilgrim with a CALL token beside a comrade and beside the Oracle."""
    table = oracle(**{"places": {"pilgrim/1": "1,0:0"}, **values})
    markers.put(table, table.model("pilgrim"), "call", 0)
    return table


def test_call_of_the_wilds_marks_an_enemy_within_range_1() -> None:  # reborn/call-of-the-wilds/lower, R-RANGE, R-STACK
    table = oracle(hand=["call-of-the-wilds", "call-of-the-wilds"])
    do(table, "play:call-of-the-wilds:lower")
    assert table.state.markers[table.model("pilgrim")] == (Marker("call", 0),)
    assert table.state.crystals[0] == 3
    assert "play:call-of-the-wilds:lower" not in offers(table)
    far = oracle(hand=["call-of-the-wilds"], places={"pilgrim": "2,0:0"})
    assert "play:call-of-the-wilds:lower" not in offers(far)


def test_a_called_model_fights_its_own_side_for_the_reborn() -> None:
    # reborn/call-of-the-wilds/lower, reborn/call, R-CONTROLLED
    fake_death = {"pilgrim": [Attached("fake-death", 3)]}
    table = called(rolls=[yellow(4), yellow(0)], stage="active_start", attached=fake_death)
    pilgrim, comrade = table.model("pilgrim"), table.model("pilgrim/1")
    table.state.hands[1] = ("shield-wall",)
    talk = play(turns.start_active_turn(table), f"model:{pilgrim}", "fight", f"target:{comrade}", "finish", CALM)
    assert [(event["starter"], event["opponent"]) for event in table.events("combat_declared")] == [(pilgrim, comrade)]
    assert [decision.seat for decision in talk.asked if decision.kind == "die"] == [0, 1]
    assert "window" not in talk.kinds()
    assert table.events("model_wounded")[0]["seat"] == 0
    assert turns.squads_to_activate(table, 0) == []
    assert table.state.markers[pilgrim] == (Marker("call", 0),)
    assert table.state.effects == ()
    assert table.state.modes == [0, 0, 0]


def test_a_called_model_may_move_first_or_last_and_never_fights_reborn() -> None:  # reborn/call, R-FORCED-MOVE
    table = called(stage="active_start", rolls=[0, 0])
    pilgrim = table.model("pilgrim")
    talk = play(
        turns.start_active_turn(table), f"model:{pilgrim}", "move", *to(table, "2,0:0"), CALM
    )  # fmt: skip
    assert stands(table, "pilgrim") == "2,0:0"
    asked = [decision for decision in talk.asked if decision.kind == "called"]
    assert [[option.id for option in decision.options] for decision in asked] == [["move", "fight", "finish"]]
    alone = called(stage="active_start", places={"pilgrim/1": "3,0:1"})
    talk = play(turns.start_active_turn(alone), f"model:{pilgrim}", "finish")
    assert [option.id for option in talk.asked[1].options] == ["move", "finish"]


def test_the_call_may_be_declined_and_is_heard_in_reborn_turns_only() -> None:  # reborn/call, R-OPTIONAL
    table = called(stage="active_start")
    play(turns.start_active_turn(table), "Activate none of them")
    assert [squad.slug for squad in turns.squads_to_activate(table, 0)] == [ORACLE]
    theirs = called(stage="active_start", active=1)
    assert play(turns.start_active_turn(theirs)).asked == []
    play(kill(theirs, Death(theirs.model("pilgrim"), 0)))
    assert theirs.state.markers[theirs.model("pilgrim")] == ()


@pytest.mark.parametrize(("comrade", "more", "heard"), [("1,0:0", (), 1), ("1,0:0", ("freeze",), 0), ("3,0:1", (), 0)])
def test_only_a_model_that_could_move_or_fight_hears_the_call(comrade: str, more: tuple[str, ...], heard: int) -> None:
    # reborn/call, R-NO-MOVE, R-DASH, R-CONTROLLED
    table = called(stage="active_start", places={"pilgrim/1": comrade})
    for kind in ("paralysis", *more):
        markers.put(table, table.model("pilgrim"), kind, 0)
    assert len(play(turns.start_active_turn(table), *["none"] * heard).asked) == heard


def test_cards_may_be_played_in_other_combats_of_that_turn() -> None:  # reborn/call
    table = called(rolls=[yellow(1), yellow(0)])
    table.state.hands[1] = ("shield-wall",)
    table.put(table.model("holy-knight"), footprint("T37", "1,-1:23"))
    talk = fight(table, ORACLE, "pilgrim", "pass")
    assert talk.kinds().count("window") == 1


# Overgrow


def test_overgrow_turns_a_source_into_a_thornheart_wood() -> None:
    # reborn/overgrow/lower, reborn/overgrow, R-THORNHEART, R-LIGHTNING
    table = oracle(hand=["overgrow"], places={"pilgrim": "3,0:0"}, active=1, sources=[])
    spaces = [table.board.number[place] for place in ((0, 1), (-3, 0))]
    table.state.sources = spaces[:]
    table.state.occupied |= table.map_bits()
    assert passive.controlled(table, 0) == spaces[:1]
    assert at(table, 0, Moment("W-INSTANT")) == ["play:overgrow:lower"]
    play(open_window(table, Moment("W-INSTANT")), "play:overgrow:lower", {"pay": "crystals"})
    assert (table.state.sources, table.state.overgrown) == (spaces[1:], spaces[:1])
    assert table.state.crystals[0] == 3
    assert passive.controlled(table, 0) == []
    check_ground(table)
    table.state.hands[0] = ("overgrow",)
    assert at(table, 0, Moment("W-INSTANT")) == []


def test_a_harvest_finds_nothing_at_an_overgrown_source() -> None:  # reborn/overgrow, DF-PASSIVE-02
    table = oracle(stage="passive", places={"pilgrim": "3,0:0"})
    overgrown_at(table, (0, 1))
    play(passive_turn(table))
    assert table.state.crystals[0] == 5
