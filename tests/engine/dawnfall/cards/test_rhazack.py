"""Cards of Rha-Zack for any Squad, and the uppers that its cards share, each as it is printed."""

from __future__ import annotations

import pytest

from matches.engine.dawnfall import attributes, reach
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.moments import Fight, Moment, MoveAction
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.rules import STAGES
from matches.engine.dawnfall.shooting import check_for_hit
from matches.engine.dawnfall.state import DEAD, Attached, Marker, OnHex
from matches.engine.dawnfall.views import view
from tests.engine.dawnfall.building import FIRST, TestTable, play, yellow
from tests.engine.dawnfall.cards.armies import rhazack
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, fight, offers, use
from tests.engine.dawnfall.moving import stands, to_space

GUARD = {"stream-guard": "0,0:01"}


# Uppers that several cards print


@pytest.mark.parametrize("card", ["minelayer", "jump", "friction"])
def test_move_lets_one_squad_move(card: str) -> None:
    # R-MOVE, rhazack/minelayer/upper, rhazack/jump/upper, rhazack/friction/upper
    table = rhazack("stream-guard", hand=[card], places=GUARD)
    do(table, f"play:{card}:upper", to_space(table, "-2,0"), FIRST)
    assert stands(table, "stream-guard").startswith("-2,0:")
    assert table.state.crystals[0] == 5
    assert table.state.activated == ()
    table.state.active = 1
    table.state.hands[0] = (card,)
    assert at(table, 0, Moment("W-INSTANT")) == []


def test_move_needs_somebody_who_can_move() -> None:  # R-BLOCKED, R-PARTIAL, rhazack/jump/upper
    table = rhazack("stream-guard", hand=["jump"], places=GUARD)
    table.state.markers[0] = (Marker("trap", 1),)
    assert not {"play:jump:upper", "play:jump:lower"} & set(offers(table))


def test_combat_lets_each_model_fight_once() -> None:  # R-COMBAT, rhazack/energy-transfer/upper
    places = {"source-blade": "0,0:01", "source-blade/1": "1,0:01", "bloodsmith": "0,0:2", "bloodsmith/1": "1,0:2"}
    table = rhazack("source-blade", hand=["energy-transfer"], places=places, rolls=[0, 0, 0, 0])
    do(table, "play:energy-transfer:upper", {**CALM, "fighter": FIRST, "target": FIRST, "window": "pass"})
    assert len(table.events("combat_declared")) == 2
    assert table.state.crystals[0] == 4
    apart = rhazack("source-blade", hand=["energy-transfer"], places={"source-blade": "0,0:01"})
    assert "play:energy-transfer:upper" not in offers(apart)


def test_backstab_lets_each_model_of_a_squad_backstab_once() -> None:  # R-BACKSTAB, rhazack/energy-beam/upper
    places = {"source-blade": "0,0:01", "source-blade/1": "1,0:01", "bloodsmith": "0,0:2", "bloodsmith/1": "1,0:2"}
    table = rhazack("source-blade", hand=["energy-beam"], places=places, rolls=[0, 0, 0, 0])
    do(table, "play:energy-beam:upper", {**CALM, "fighter": FIRST, "target": FIRST})
    assert [event["model"] for event in table.events("backstab_declared")] == [0, 1]
    assert table.events("initiative_compared") == []
    assert table.state.crystals[0] == 4
    apart = rhazack("source-blade", hand=["energy-beam"], places={"source-blade": "0,0:01"})
    assert "play:energy-beam:upper" not in offers(apart)


def test_charge_puts_a_charge_on_each_enhancement_of_a_living_squad() -> None:  # R-CHARGE, rhazack/shock/upper
    table = rhazack("stream-guard", "source-blade", hand=["shock"], places=GUARD, active=1)
    assert at(table, 0, Moment("W-INSTANT")) == []
    table.state.attached[0] = (Attached("drill", 0), Attached("glide", 0))
    table.state.attached[1] = (Attached("drill", 0),)
    table.state.places[1:4] = [DEAD] * 3
    assert at(table, 0, Moment("W-INSTANT")) == ["play:shock:upper"]
    table.state.active = 0
    do(table, "play:shock:upper")
    assert (charges(table, "stream-guard"), charges(table, "source-blade")) == ([1, 1], [0])
    assert table.state.crystals[0] == 4


# Energy Cloud


def cloud(**values: object) -> TestTable:
    table = rhazack("stream-guard", places={**GUARD, **values.pop("places", {})}, **values)  # type: ignore[dict-item]
    home = table.board.number[-3, 0]
    table.state.shrines[0] = home
    table.state.occupied |= table.board.space_bits[home]
    return table


@pytest.mark.parametrize("card", ["order", "shoot", "ray", "surf"])
def test_energy_cloud_takes_the_shrine_to_any_empty_space(card: str) -> None:
    # R-SHRINE-MOVE, R-EMPTY, rhazack/order/upper, rhazack/shoot/upper, rhazack/ray/upper, rhazack/surf/upper
    table = cloud(hand=[card])
    home, goal = table.board.number[-3, 0], table.board.number[2, 0]
    talk = do(table, f"play:{card}:upper", f"space:{goal}")
    spaces = {option.id for option in talk.asked[-1].options}
    assert len(spaces) == 37 - 3 + 1
    assert not spaces & {to_space(table, place) for place in ("-3,0", "0,0", "3,0")}
    assert table.state.shrines[0] == goal
    assert not table.state.occupied & table.board.space_bits[home]
    assert table.board.is_full(goal, table.state.occupied)
    assert table.state.crystals[0] == 4


def test_energy_cloud_is_an_instant_in_any_active_turn() -> None:  # R-LIGHTNING, rhazack/order/upper
    table = cloud(hand=["order"], active=1)
    assert at(table, 0, Moment("W-INSTANT")) == ["play:order:upper"]
    assert at(table, 0, Moment("W-BEFORE-ATT", fight=Fight(0, 1))) == []
    table.state.shrines[0] = -1
    assert at(table, 0, Moment("W-INSTANT")) == []


# Common Self


def lending(**values: object) -> TestTable:
    places = {"stream-guard": "0,0:01", "storm-bringer": "-3,0:0", "bloodsmith": "0,0:2"}
    return rhazack("stream-guard", "storm-bringer", hand=["lightning"], places=places, **values)


@pytest.mark.parametrize("card", ["time-jump", "lightning"])
def test_common_self_lends_an_attribute_for_a_whole_combat(card: str) -> None:
    # R-ATTR-CHECK, R-BASE-ATTR, rhazack/time-jump/upper, rhazack/lightning/upper
    table = lending(rolls=[yellow(0), yellow(3)])
    table.state.hands[0] = (card,)
    talk = fight(table, "stream-guard", "bloodsmith", f"play:{card}:upper", "attribute:att")
    assert talk.options("attribute") == [["INI", "ATT", "DEF", "Back"]]
    assert table.events("attack_made")[0]["power"] == 0 + 1
    assert table.state.discards[0] == (card,)
    assert table.state.crystals[0] == 5
    assert attributes.value(table, 0, "att") == 3
    assert table.state.effects == ()


@pytest.mark.parametrize(
    ("window", "attacking", "offered"),
    [("W-BEFORE-ATT", True, True), ("W-BEFORE-ATT", False, False), ("W-BEFORE-DEF", False, True),
     ("W-BEFORE-DEF", True, False), ("W-BACKSTAB", True, True), ("W-BACKSTAB", False, True),
     ("W-ROLLED", True, False), ("W-COMBAT", True, False)],
)  # fmt: skip
def test_common_self_waits_for_the_roll_of_its_model(window: str, attacking: bool, offered: bool) -> None:
    # R-ATTR-CHECK, rhazack/lightning/upper
    table = lending()
    guard, smith = table.model("stream-guard"), table.model("bloodsmith")
    one, other = (guard, smith) if attacking else (smith, guard)
    moment = Moment(window, fight=Fight(one, other, "backstab", one, other))
    assert ("play:lightning:upper" in at(table, 0, moment)) == offered


def test_common_self_serves_one_defense_roll() -> None:  # R-ATTR-CHECK, rhazack/lightning/upper
    table = lending(rolls=[yellow(0), yellow(1)], active=1)
    smith, guard = table.model("bloodsmith"), table.model("stream-guard")
    play(backstab(table, smith, guard), "pass", "play:lightning:upper", CALM)
    assert table.events("attack_compared")[0]["defense"] == 1 + 2
    assert table.state.effects == ()


def test_common_self_serves_a_check_for_hit() -> None:  # R-ATTR-CHECK, R-INI-CHECK, rhazack/lightning/upper
    table = lending(rolls=[yellow(3)], active=1)
    bringer = table.model("storm-bringer")
    talk = play(check_for_hit(table, 1, -1, [bringer]), "play:lightning:upper", CALM)
    assert talk.value == []
    assert attributes.value(table, bringer, "ini") == 2


def test_common_self_needs_another_living_squad_with_another_value() -> None:  # R-PARTIAL, rhazack/lightning/upper
    moment = Moment("W-BEFORE-INI", fight=Fight(0, 3))
    table = lending()
    assert at(table, 0, moment) == ["play:lightning:upper"]
    table.state.places[1:3] = [DEAD] * 2
    assert at(table, 0, moment) == []
    twins = rhazack("stream-guard", "stream-guard", hand=["lightning"], places=GUARD)
    assert at(twins, 0, Moment("W-BEFORE-INI", fight=Fight(0, 2))) == []


# Focus


@pytest.mark.parametrize("card", ["laser-whip", "shadowing"])
def test_focus_adds_three_to_one_comparison_and_adds_up(card: str) -> None:
    # R-INI-CHECK, R-ONCE, rhazack/laser-whip/upper, rhazack/shadowing/upper
    table = lending(rolls=[0, 0], active=1, attached={"stream-guard": [Attached(card, 3)]})
    table.state.hands[0] = ()
    table.state.markers[0] = (Marker("shock", 1),)
    upper = use(table, "stream-guard", card, "upper")
    fight(table, "bloodsmith", "stream-guard", upper, "pass")
    assert table.events("initiative_compared")[0]["first"] == 0
    assert charges(table, "stream-guard") == [2]
    assert attributes.value(table, 0, "ini") == 1
    moment = Moment("W-BEFORE-INI", fight=Fight(table.model("bloodsmith"), 0), used={f"half:0:{card}:upper"})
    assert upper in at(table, 0, moment)


def test_focus_serves_a_check_for_hit_against_its_carrier_only() -> None:  # R-INI-CHECK, rhazack/shadowing/upper
    table = lending(rolls=[yellow(4)], active=1, attached={"stream-guard": [Attached("shadowing", 1)]})
    table.state.hands[0] = ()
    upper = use(table, "stream-guard", "shadowing", "upper")
    assert at(table, 0, Moment("W-BEFORE-HIT", targets=[table.model("storm-bringer")])) == []
    talk = play(check_for_hit(table, 1, -1, [0]), upper, CALM)
    assert talk.value == []


# Drill


def test_enhanced_vision_shows_a_hand_to_its_player_alone() -> None:  # R-HAND, R-LIMIT, rhazack/drill/upper
    table = rhazack("stream-guard", places=GUARD, attached={"stream-guard": [Attached("drill", 2)]})
    upper = use(table, "stream-guard", "drill", "upper")
    assert upper not in offers(table)
    table.state.hands[1] = ("rush", "mist")
    do(table, upper)
    shown = next(event for event in table.log if event.kind == "hand_shown")
    assert shown.seen_by(0).data["cards"] == ("rush", "mist")  # type: ignore[union-attr]
    assert shown.seen_by(None).data == {"seat": 1, "to": 0}  # type: ignore[union-attr]
    assert "rush" not in str(view(table, 0))
    assert charges(table, "stream-guard") == [1]
    assert upper not in offers(table)


def test_enhanced_vision_chooses_one_of_several_opponents() -> None:  # rhazack/drill/upper
    table = a_field(
        "stream-guard", enemies=["bloodsmith"], sides=("rhazack", "demon", "demon"), mode="ffa3",
        attached={"stream-guard": [Attached("drill", 1)]}, places=GUARD,
        hands=[(), ("rush",), ("mist",)],
    )  # fmt: skip
    do(table, use(table, "stream-guard", "drill", "upper"), "seat:2")
    assert table.events("hand_shown")[0]["cards"] == ("mist",)


@pytest.mark.parametrize(("face", "wounds"), [(4, 2), (0, 0)])
def test_drill_adds_a_wound_to_a_backstab_that_wounds(face: int, wounds: int) -> None:
    # R-EXTRA, rhazack/drill/lower
    table = rhazack(
        "stream-guard", places={**GUARD, "bloodsmith": "0,0:2"}, attached={"stream-guard": [Attached("drill", 4)]},
        rolls=[yellow(face), yellow(3)], endurance=[2, 5],
    )  # fmt: skip
    lower = use(table, "stream-guard", "drill", "lower")
    assert at(table, 0, Moment("W-COMBAT", fight=Fight(0, 1, attacker=0, target=1))) == []
    talk = play(backstab(table, 0, table.model("bloodsmith")), lower, CALM)
    assert endurance(table, "bloodsmith") == 5 - wounds
    assert charges(table, "stream-guard") == [1]
    assert talk.kinds().count("window") == 1
    moment = Moment("W-BACKSTAB", fight=Fight(1, 0, "backstab", 1, 0))
    table.state.attached[0] = (Attached("drill", 3),)
    assert at(table, 0, moment) == []


# Glide


def test_refresh_crystals_brings_all_depleted_crystals_back() -> None:  # R-REFRESH, rhazack/glide/upper
    table = rhazack("stream-guard", places=GUARD, attached={"stream-guard": [Attached("glide", 3)]}, depleted=[4, 2])
    do(table, use(table, "stream-guard", "glide", "upper"))
    assert (table.state.crystals, table.state.depleted) == ([9, 5], [0, 2])
    assert charges(table, "stream-guard") == [0]
    table.state.attached[0] = (Attached("glide", 3),)
    assert use(table, "stream-guard", "glide", "upper") not in offers(table)


def test_glide_moves_its_squad_through_obstacles_for_good() -> None:  # DF-MOVE-17, DF-MOVE-18, rhazack/glide/lower
    ring = {"infinity-angel": "-1,0:0123456"}
    table = rhazack("stream-guard", "infinity-angel", places={**GUARD, **ring},
                    attached={"stream-guard": [Attached("glide", 2)]})  # fmt: skip
    move, angel = MoveAction(0, (0,)), MoveAction(0, (1,))
    assert not reach.passes_all(table, move, 0)
    do(table, use(table, "stream-guard", "glide", "lower"))
    assert reach.passes_all(table, move, 0)
    assert not reach.passes_all(table, angel, 1)
    assert charges(table, "stream-guard") == [0]
    table.state.attached[0] = ()
    assert not reach.passes_all(table, move, 0)


# Self-Repair


def test_backstab_of_the_carrier() -> None:  # R-BACKSTAB, R-CARRIER, rhazack/self-repair/upper
    table = rhazack(
        "stream-guard", places={**GUARD, "bloodsmith": "0,0:2"}, rolls=[0, 0],
        attached={"stream-guard": [Attached("self-repair", 4)]},
    )  # fmt: skip
    upper = use(table, "stream-guard", "self-repair", "upper")
    do(table, upper, {**CALM, "target": FIRST})
    assert len(table.events("backstab_declared")) == 1
    assert charges(table, "stream-guard") == [2]
    assert upper in offers(table)
    apart = rhazack("stream-guard", places=GUARD, attached={"stream-guard": [Attached("self-repair", 4)]})
    assert upper not in offers(apart)


def test_self_repair_restores_one_token_up_to_the_printed_value() -> None:  # R-RESTORE, rhazack/self-repair/lower
    table = rhazack("stream-guard", places=GUARD, attached={"stream-guard": [Attached("self-repair", 5)]})
    lower = use(table, "stream-guard", "self-repair", "lower")
    assert lower not in offers(table)
    table.state.endurance[0] = 1
    do(table, lower)
    assert endurance(table, "stream-guard") == 2
    assert charges(table, "stream-guard") == [3]
    assert lower not in offers(table)


# Quickening


def test_source_enriches_a_crystal_source_once() -> None:  # rhazack/quickening/upper, rhazack/source
    table = rhazack("stream-guard", places=GUARD, attached={"stream-guard": [Attached("quickening", 6)]})
    upper = use(table, "stream-guard", "quickening", "upper")
    assert upper not in offers(table)
    sources = [table.board.number[-1, 0], table.board.number[2, -2]]
    table.state.sources[:] = sources
    do(table, upper, f"space:{sources[1]}")
    do(table, upper)
    assert [(on.kind, on.hex // 7) for on in table.state.hex_tokens] == [("source", sources[1]), ("source", sources[0])]
    assert upper not in offers(table)
    assert charges(table, "stream-guard") == [2]
    assert len(view(table, None)["hex_tokens"]) == 2


@pytest.mark.parametrize(("owner", "gained"), [(0, 2), (1, 1)])
def test_an_enriched_source_gives_its_player_one_more_in_the_harvest(owner: int, gained: int) -> None:
    # R-GAIN, rhazack/source, rhazack/quickening/upper
    table = rhazack("stream-guard", places={"stream-guard": "0,0:34"}, stage="passive")
    source = table.board.number[-1, 0]
    table.state.sources[:] = [source, table.board.number[2, -2]]
    table.state.occupied |= table.map_bits()
    table.state.hex_tokens = (OnHex("source", owner, 7 * source), OnHex("source", 0, 7 * table.board.number[2, -2]))
    play(passive_turn(table))
    assert table.state.crystals[0] == 5 + gained


def test_an_empty_pile_gives_nothing_more() -> None:  # R-GAIN, rhazack/source
    table = rhazack("stream-guard", places={"stream-guard": "0,0:34"}, stage="passive", crystals=[5, 14])
    source = table.board.number[-1, 0]
    table.state.sources[:] = [source]
    table.state.hex_tokens = (OnHex("source", 0, 7 * source),)
    play(passive_turn(table))
    assert (table.state.crystals[0], table.state.neutral_crystals) == (6, 0)


def test_quickening_adds_three_to_initiative_for_good() -> None:  # R-INSTANT-PASSIVE, rhazack/quickening/lower
    table = rhazack("stream-guard", places=GUARD, attached={"stream-guard": [Attached("quickening", 3)]}, active=1)
    assert at(table, 0, Moment("W-INSTANT")) == [use(table, "stream-guard", "quickening", "lower")]
    table.state.active = 0
    do(table, use(table, "stream-guard", "quickening", "lower"))
    assert [attributes.value(table, 0, name) for name in attributes.NAMES] == [3 + 3, 3, 0, 3]
    assert charges(table, "stream-guard") == [0]


# Time Jump


def test_time_jump_gives_one_more_turn_that_must_be_active() -> None:  # R-EXTRA-TURN, rhazack/time-jump/lower
    table = rhazack("stream-guard", places=GUARD, hand=["time-jump", "time-jump"])
    do(table, "play:time-jump:lower")
    assert table.state.crystals[0] == 4
    assert "play:time-jump:lower" not in offers(table)
    table.state.stage = "end_step"
    play(STAGES["end_step"](table), "keep")
    assert (table.state.active, table.state.turn, table.state.in_extra_turn) == (0, 2, True)
    play(STAGES["declare"](table))
    assert table.state.stage == "active_start"
    table.state.stage = "free"
    assert "play:time-jump:lower" not in offers(table)
    table.state.stage = "end_step"
    play(STAGES["end_step"](table), "keep")
    assert (table.state.active, table.state.in_extra_turn) == (1, False)
