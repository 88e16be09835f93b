"""The Jumpsuit: its Deployment card, its setup Enhancement, BARRIER tokens and Gravitron Punch."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, halves, markers
from matches.engine.dawnfall.moments import Moment, MoveAction, WoundEvent
from matches.engine.dawnfall.movement import perform
from matches.engine.dawnfall.placing import place
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.rules import STAGES
from matches.engine.dawnfall.setting_up import begin
from matches.engine.dawnfall.state import DEAD, WAITING, Attached, Effect, Marker, OnHex
from matches.engine.dawnfall.views import view
from matches.engine.dawnfall.wounds import wound
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import FIRST, Rolls, Talk, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import rhazack
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, offers, use
from tests.engine.dawnfall.moving import check_ground, ends, spaces, stands, to, to_hexes, to_space


def suit(mode: int = 0, **values: Any) -> TestTable:
    """The Jumpsuit in the middle, a Stream Guard far away."""
    places = {"jumpsuit": "0,0:012", "stream-guard": "-3,0:01", **values.pop("places", {})}
    table = rhazack("jumpsuit", "stream-guard", places=places, **values)
    table.state.modes[0] = mode
    return table


def bar(table: TestTable, *places: str) -> None:
    """BARRIER tokens of seat 0."""
    for name in places:
        q, r = map(int, name.split(","))
        table.state.hex_tokens += (OnHex("barrier", 0, 7 * table.board.number[q, r]),)


# From the Skies


def waiting(**values: Any) -> TestTable:
    return rhazack("jumpsuit", "stream-guard", places={"stream-guard": "-3,0:01", **values.pop("places", {})}, **values)


def test_descend_puts_the_jumpsuit_on_any_empty_hexes_once() -> (
    None
):  # R-DEPLOY, R-CAVALRY, rhazack/from-the-skies/upper
    table = waiting()
    assert table.state.places[0] == WAITING
    do(table, "deploy:0:from-the-skies:upper", *to(table, "2,0:034"))
    assert stands(table, "jumpsuit") == "2,0:034"
    assert table.state.crystals[0] == 4
    assert table.state.modes[0] == 0
    assert table.events("hits_checked") == []
    assert not any(offer.startswith("deploy") for offer in offers(table))


def test_from_the_skies_checks_everybody_beside_it() -> None:  # R-CHECK, R-AREA, rhazack/from-the-skies/lower
    table = waiting(
        places={"stream-guard": "2,0:56", "bloodsmith": "2,0:1", "bloodsmith/1": "1,1:0"}, rolls=[yellow(4)],
        endurance=[2, 2, 5],
    )  # fmt: skip
    do(table, "deploy:0:from-the-skies:lower", *to(table, "2,0:034"), {**CALM, "wound_order": FIRST})
    targets = (table.model("stream-guard"), table.model("bloodsmith"))
    assert table.events("hits_checked")[0]["targets"] == targets
    assert [endurance(table, name) for name in ("jumpsuit", "stream-guard", "bloodsmith")] == [2, 1, 4]
    assert table.state.crystals[0] == 3


def test_the_deployment_waits_for_the_own_turn() -> None:  # R-DEPLOY, rhazack/from-the-skies/upper
    table = waiting(active=1)
    assert at(table, 0, Moment("W-INSTANT")) == []
    assert offers(table) == []


def test_lightning_strike_is_attached_in_setup_with_its_charge() -> None:  # R-SETUP-ATTACH, R-CAVALRY
    field = waiting()
    table = TestTable(field.setup, begin(field.setup), Rolls(5, 0))
    while table.state.stage not in {"roles", "shrines"}:
        play(STAGES[table.state.stage](table), {"*": FIRST})
    assert table.state.attached[0] == (Attached("lightning-strike", 1),)
    assert table.state.neutral_charges == table.setup.supply - 1


# Temporary Setback


@pytest.mark.parametrize(("wounds", "marker"), [(1, -1), (2, -2), (3, -2 - 2)])
def test_temporary_setback_pays_for_tokens_with_victory_points(wounds: int, marker: int) -> None:
    # R-VP, R-NO-LIMIT, rhazack/lightning-strike/upper
    table = suit(attached={"jumpsuit": [Attached("lightning-strike", 2)]}, active=1)
    talk = play(wound(table, WoundEvent(0, wounds, 1)), use(table, "jumpsuit", "lightning-strike", "upper"))
    assert endurance(table, "jumpsuit") == 2
    assert table.state.marker == marker
    assert (table.state.places[0] == DEAD) == (wounds == 3)
    assert charges(table, "jumpsuit") == [1]
    assert talk.kinds() == ["window"]


def test_temporary_setback_saves_no_model_without_tokens() -> None:  # R-TOKENLESS, rhazack/lightning-strike/upper
    table = suit(attached={"jumpsuit": [Attached("lightning-strike", 2)]}, active=1)
    table.state.endurance[0] = 0
    play(wound(table, WoundEvent(0, 1, 1)))
    assert (table.state.places[0], charges(table, "jumpsuit")) == (DEAD, [2])


def test_temporary_setback_buys_no_more_than_the_marker_can_move() -> None:  # R-VP, rhazack/lightning-strike/upper
    table = suit(attached={"jumpsuit": [Attached("lightning-strike", 1)]}, active=1, marker=-9)
    upper = use(table, "jumpsuit", "lightning-strike", "upper")
    play(wound(table, WoundEvent(0, 2, 1)), upper)
    assert endurance(table, "jumpsuit") == 1
    assert table.state.marker == -10
    assert at(table, 0, Moment("W-WOUND-TAKE", wounds=WoundEvent(1, 1, 1))) == []


def test_temporary_setback_is_for_two_players_only() -> None:  # R-VP, rhazack/lightning-strike/upper
    table = a_field(
        "jumpsuit", enemies=["bloodsmith"], sides=("rhazack", "demon", "demon"), mode="ffa3", active=1,
        attached={"jumpsuit": [Attached("lightning-strike", 1)]}, places={"jumpsuit": "0,0:012"},
    )  # fmt: skip
    assert at(table, 0, Moment("W-WOUND-TAKE", wounds=WoundEvent(0, 1, 1))) == []


def test_temporary_setback_does_not_help_a_jumpsuit_under_control() -> None:
    # R-CONTROLLED, rhazack/lightning-strike/upper
    table = suit(attached={"jumpsuit": [Attached("lightning-strike", 1)]}, active=1)
    moment = Moment("W-WOUND-TAKE", wounds=WoundEvent(0, 1, 1))
    assert at(table, 0, moment) == [use(table, "jumpsuit", "lightning-strike", "upper")]
    table.state.effects = (Effect("controlled", 0, 1, "turn", "Mind Control"),)
    assert at(table, 0, moment) == []


# Lightning Strike


def strike(**values: Any) -> TestTable:
    return suit(1, attached={"jumpsuit": [Attached("lightning-strike", 4)]}, **values)


def test_lightning_strike_pushes_and_checks_everybody_on_its_way() -> None:
    # R-PUSH-ANY, R-CHECK, R-LIMIT, rhazack/lightning-strike/lower
    table = strike(
        places={"bloodsmith": "1,0:0", "stream-guard": "2,0:34", "bloodsmith/1": "2,0:1"}, rolls=[yellow(4)],
        endurance=[2, 2, 5],
    )  # fmt: skip
    lower = use(table, "jumpsuit", "lightning-strike", "lower")
    way = (to_space(table, "1,0"), to_space(table, "2,0"), "stop", to_hexes(table, "2,0:034"))
    do(table, lower, *way, {**CALM, "push_hexes": FIRST, "wound_order": FIRST})
    assert stands(table, "jumpsuit") == "2,0:034"
    smith, guard = table.model("bloodsmith"), table.model("stream-guard")
    assert set(table.events("hits_checked")[0]["targets"]) == {smith, guard}
    assert {event["model"] for event in table.events("model_pushed")} == {smith, guard}
    assert stands(table, "bloodsmith/1") == "2,0:1"
    assert stands(table, "bloodsmith") != "1,0:0"
    near = {table.board.number[1, 0], *table.board.neighbours[table.board.number[1, 0]]}
    assert table.space(smith) in near
    assert charges(table, "jumpsuit") == [2]
    assert lower not in offers(table)
    check_ground(table)


def test_lightning_strike_may_bend_and_reaches_three_spaces() -> None:  # R-MOVE, rhazack/lightning-strike/lower
    table = strike()
    way = (to_space(table, "1,0"), to_space(table, "1,-1"), to_space(table, "2,-2"))
    talk = do(table, use(table, "jumpsuit", "lightning-strike", "lower"), *way, to_hexes(table, "2,-2:012"))
    assert stands(table, "jumpsuit") == "2,-2:012"
    assert talk.kinds().count("way") == 3
    assert table.events("hits_checked") == []
    again = strike()
    talk = do(again, use(again, "jumpsuit", "lightning-strike", "lower"), "stop", to_hexes(again, "0,0:023"))
    assert to_hexes(again, "0,0:012") not in {option.id for option in talk.asked[-1].options}


def test_lightning_strike_needs_jump_mode_and_a_jumpsuit_that_can_move() -> None:
    # R-MODE-REQ, R-BLOCKED, rhazack/lightning-strike/lower
    table = strike()
    lower = use(table, "jumpsuit", "lightning-strike", "lower")
    assert lower in offers(table)
    table.state.modes[0] = 0
    assert lower not in offers(table)
    table.state.modes[0] = 1
    markers.put(table, 0, "trap", 1)
    assert lower not in offers(table)


def test_lightning_strike_cannot_pass_what_cannot_be_pushed() -> None:  # R-NO-PUSH, rhazack/lightning-strike/lower
    table = strike(places={"bloodsmith": "1,0:6"})
    lower = use(table, "jumpsuit", "lightning-strike", "lower")

    def beyond() -> set[str]:
        talk = do(table, lower, to_space(table, "1,0"), "back")
        return {option.id for option in talk.asked[-1].options}

    assert {"stop", to_space(table, "2,0")} <= beyond()
    table.state.markers[table.model("bloodsmith")] = (Marker("shield-wall", 1),)
    assert not any(option.startswith("space:") for option in beyond())


def test_lightning_strike_sets_off_mines_where_it_ends() -> (
    None
):  # R-ENTER, rhazack/lightning-strike/lower, rhazack/mine
    table = strike(rolls=[yellow(0)])
    hexes = [7 * table.board.number[1, 0], 7 * table.board.number[2, 0]]
    table.state.hex_tokens = tuple(OnHex("mine", 0, number, 1, face_down=True) for number in hexes)
    way = (to_space(table, "1,0"), to_space(table, "2,0"), "stop", to_hexes(table, "2,0:012"))
    do(table, use(table, "jumpsuit", "lightning-strike", "lower"), *way, CALM)
    assert [on.hex for on in table.state.hex_tokens] == hexes[:1]


def test_lightning_strike_ends_contact_tokens_of_whom_it_pushes_away() -> None:
    # R-CONTACT-TOKEN, rhazack/lightning-strike/lower
    table = strike(places={"stream-guard": "1,-1:23", "bloodsmith": "1,0:5"}, rolls=[yellow(0)])
    smith, guard = table.model("bloodsmith"), table.model("stream-guard")
    assert table.touching(smith, guard)
    markers.put(table, smith, "lurch", 0, guard)
    way = (to_space(table, "1,0"), to_space(table, "2,0"), "stop", to_hexes(table, "2,0:012"), to_hexes(table, "1,1:0"))
    do(table, use(table, "jumpsuit", "lightning-strike", "lower"), *way, CALM)
    assert stands(table, "bloodsmith") == "1,1:0"
    assert table.state.markers[smith] == ()


def test_lightning_strike_is_off_if_what_happens_where_it_ends_leaves_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    # R-NEST, R-NO-PUSH, rhazack/lightning-strike/lower
    table = strike(places={"bloodsmith": "1,0:0"})

    def wall(_: Play) -> Rule[None]:
        yield from ()
        table.state.markers[table.model("bloodsmith")] = (Marker("shield-wall", 1),)

    reactions = [*halves.TOKENS["W-ENTER"], halves.Reaction("W-ENTER", wall)]
    monkeypatch.setitem(halves.TOKENS, "W-ENTER", reactions)
    way = (to_space(table, "1,0"), "stop", to_hexes(table, "1,0:012"))
    do(table, use(table, "jumpsuit", "lightning-strike", "lower"), *way)
    assert (stands(table, "jumpsuit"), stands(table, "bloodsmith")) == ("0,0:012", "1,0:0")
    check_ground(table)


def test_others_may_answer_the_move_of_lightning_strike_before_the_check() -> None:
    # Q-24, R-ORDER, rhazack/lightning-strike/lower
    table = strike(places={"bloodsmith": "1,0:0"}, rolls=[yellow(0)], enemy_hand=["infernal-power"])
    table.state.attached[table.squad_of("bloodsmith")] = (Attached("war-fever", 0),)
    way = (to_space(table, "1,0"), to_space(table, "2,0"), "stop", to_hexes(table, "2,0:012"))
    talk = do(table, use(table, "jumpsuit", "lightning-strike", "lower"), *way, FIRST, "pass", "pass", CALM)
    assert [decision.kind for decision in talk.asked if decision.seat == 1] == ["window", "window"]
    assert talk.kinds().index("window") < talk.kinds().index("die")


# Barrier


def test_barrier_closes_three_empty_spaces() -> (
    None
):  # R-EMPTY, R-RANGE, R-SUPPLY, rhazack/barrier/lower, rhazack/barrier
    table = suit(hand=["barrier", "barrier"], places={"bloodsmith": "1,0:0"})
    talk = do(table, "play:barrier:lower", *(to_space(table, name) for name in ("2,0", "2,-1", "0,2")))
    assert [on.hex // 7 for on in table.state.hex_tokens] == [table.board.number[p] for p in ((2, 0), (2, -1), (0, 2))]
    first = {option.id for option in talk.asked[0].options}
    assert not first & {to_space(table, "0,0"), to_space(table, "1,0"), to_space(table, "-3,0")}
    assert to_space(table, "2,0") not in {option.id for option in talk.asked[1].options}
    assert table.state.crystals[0] == 5
    assert len(view(table, 1)["hex_tokens"]) == 3
    assert "play:barrier:lower" not in offers(table)


def test_barriers_are_removed_one_by_one_in_the_own_turn() -> None:  # rhazack/barrier, rhazack/barrier/lower
    table = suit()
    assert "token:barrier" not in offers(table)
    bar(table, "2,0", "1,0")
    do(table, "token:barrier", to_space(table, "2,0"))
    do(table, "token:barrier")
    assert table.state.hex_tokens == ()
    bar(table, "2,0")
    table.state.active = 1
    assert "token:barrier" not in offers(table, 1)
    assert "token:barrier" not in at(table, 0, Moment("W-INSTANT"))


def walk(table: TestTable, name: str, *answers: str, seat: int, **terms: Any) -> Talk:
    move = MoveAction(seat, (table.model(name),), **terms)
    return play(perform(table, move), *answers, {**CALM, "move_route": FIRST})


@pytest.mark.parametrize(("answer", "end", "paid"), [("toll", "2,0:0", 1), ("stop", "3,0:2", 0)])
def test_who_moves_pays_for_entering(answer: str, end: str, paid: int) -> None:  # R-ENTER, rhazack/barrier
    table = suit(active=1, places={"bloodsmith": "3,0:0", "bloodsmith/1": "3,-3:0"})
    bar(table, "2,0")
    answers = (*to(table, "2,0:0"), answer, *([] if paid else [to_hexes(table, end)]))
    walk(table, "bloodsmith", *answers, seat=1)
    assert stands(table, "bloodsmith") == end
    assert table.state.crystals[1] == 5 - paid
    assert len(table.state.hex_tokens) == 1


def test_a_forced_move_is_paid_by_who_makes_it() -> None:  # R-FORCED-MOVE, R-ENTER, rhazack/barrier
    table = suit(places={"bloodsmith": "3,0:0", "bloodsmith/1": "3,-3:0"})
    bar(table, "2,0")
    walk(table, "bloodsmith", *to(table, "2,0:0"), "toll", seat=0)
    assert (table.state.crystals, stands(table, "bloodsmith")) == ([4, 5], "2,0:0")


def test_a_barrier_is_closed_to_who_cannot_pay() -> None:  # R-ENTER, rhazack/barrier
    table = suit(active=1, places={"bloodsmith": "3,0:0", "bloodsmith/1": "3,-3:0"}, crystals=[5, 0], marker=10)
    table.state.endurance[2] = 0
    bar(table, "2,0", "2,1")
    reached = spaces(ends(table, "bloodsmith", seat=1))
    assert not reached & {"2,0", "2,1"}
    assert "1,1" not in reached
    assert "2,-1" in reached
    table.state.crystals[1] = 1
    assert {"2,0", "2,1", "1,1"} <= spaces(ends(table, "bloodsmith", seat=1))


def test_a_flight_pays_for_its_last_space_only_and_placing_is_free() -> None:  # R-ENTER, rhazack/barrier
    table = suit(places={"stream-guard": "1,0:01"})
    bar(table, "2,0")
    talk = walk(table, "stream-guard", *to(table, "3,-1:23"), seat=0, through_obstacles=True)
    assert "toll" not in talk.kinds()
    play(place(table, 0, table.model("stream-guard"), [footprint("T37", "2,0:01")]))
    assert table.state.crystals[0] == 5


def test_a_barrier_keeps_a_model_away_from_a_mine() -> None:  # R-ENTER, rhazack/barrier, rhazack/mine
    table = suit(active=1, places={"bloodsmith": "3,0:0", "bloodsmith/1": "3,-3:0"})
    bar(table, "2,0")
    table.state.hex_tokens += (OnHex("mine", 0, 7 * table.board.number[2, 0], 0, face_down=True),)
    walk(table, "bloodsmith", *to(table, "2,0:0"), "stop", to_hexes(table, "3,0:2"), seat=1)
    assert [on.kind for on in table.state.hex_tokens] == ["barrier", "mine"]
    walk(table, "bloodsmith", *to(table, "2,0:0"), "toll", seat=1)
    assert [on.kind for on in table.state.hex_tokens] == ["barrier"]


def test_barrier_moves_the_shrine_with_its_upper_half() -> None:  # R-SHRINE-MOVE, rhazack/barrier/upper
    table = suit(hand=["barrier"])
    assert "play:barrier:upper" not in offers(table)
    table.state.shrines[0] = table.board.number[-3, 3]
    table.state.occupied |= table.map_bits()
    do(table, "play:barrier:upper", to_space(table, "2,0"))
    assert table.state.shrines[0] == table.board.number[2, 0]
    assert table.state.crystals[0] == 4


# Gravitron Punch


@pytest.mark.parametrize("face", [4, 0])
def test_gravitron_punch_backstabs_and_moves_the_enemy(face: int) -> None:
    # R-FORCED-MOVE, rhazack/gravitron-punch/lower
    table = suit(
        hand=["gravitron-punch"], places={"bloodsmith": "0,0:3"}, rolls=[yellow(face), yellow(4)], endurance=[2, 2, 5]
    )
    do(table, "play:gravitron-punch:lower", "yes", to_space(table, "0,-3"), FIRST, CALM)
    assert len(table.events("backstab_declared")) == 1
    assert stands(table, "bloodsmith").startswith("0,-3")
    assert endurance(table, "bloodsmith") == (4 if face else 5)
    assert table.state.crystals[0] == 4


def test_gravitron_punch_needs_contact_and_moves_no_dead() -> None:  # R-PARTIAL, rhazack/gravitron-punch/lower
    table = suit(hand=["gravitron-punch"], places={"bloodsmith": "1,0:0"})
    assert "play:gravitron-punch:lower" not in offers(table)
    fatal = suit(hand=["gravitron-punch"], places={"bloodsmith": "0,0:3"}, rolls=[yellow(4), yellow(0)])
    fatal.state.endurance[2] = 0
    talk = do(fatal, "play:gravitron-punch:lower", "yes", CALM)
    assert "move_space" not in talk.kinds()
    gentle = suit(hand=["gravitron-punch"], places={"bloodsmith": "0,0:3"})
    do(gentle, "play:gravitron-punch:lower", "no", to_space(gentle, "0,-3"), FIRST)
    assert gentle.events("backstab_declared") == []
    assert stands(gentle, "bloodsmith").startswith("0,-3")


def test_gravitron_punch_moves_the_enemy_even_if_the_jumpsuit_cannot_attack() -> None:
    # R-DASH, R-PARTIAL, rhazack/gravitron-punch/lower
    table = suit(hand=["gravitron-punch"], places={"bloodsmith": "0,0:3"})
    table.state.effects = (Effect("att=dash", 0, 0, "turn", ""),)
    do(table, "play:gravitron-punch:lower", to_space(table, "0,-3"), FIRST)
    assert table.events("backstab_declared") == []
    assert stands(table, "bloodsmith").startswith("0,-3")


def test_charge_of_gravitron_punch() -> None:  # R-CHARGE, rhazack/gravitron-punch/upper
    table = suit(hand=["gravitron-punch"], attached={"jumpsuit": [Attached("lightning-strike", 1)]}, active=1)
    assert at(table, 0, Moment("W-INSTANT")) == ["play:gravitron-punch:upper"]
    table.state.active = 0
    do(table, "play:gravitron-punch:upper")
    assert charges(table, "jumpsuit") == [2]
    assert attributes.value(table, 0, "att") == 3
