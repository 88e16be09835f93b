"""Common halves, Banners and Shrines of the Chapter, each as it is printed."""

from __future__ import annotations

import pytest

from matches.engine.dawnfall import attributes, markers
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.moments import Fight, Moment, WoundEvent
from matches.engine.dawnfall.passive import passive_turn
from matches.engine.dawnfall.state import DEAD, Attached, Marker
from matches.engine.dawnfall.views import view
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import angel, knights
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, fight, offers, use

# Common uppers


@pytest.mark.parametrize("card", ["bash", "formation", "power-of-technology"])
def test_move_lets_one_squad_move(card: str) -> None:
    # chapter/bash/upper, chapter/formation/upper, chapter/power-of-technology/upper, R-MOVE, R-OPTIONAL
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=[card], places={"pilgrim": "0,0:0", "bloodsmith": "3,0:0"}
    )  # fmt: skip
    goal = table.board.number[2, 0]
    do(table, f"play:{card}:upper", f"space:{goal}", FIRST)
    assert table.space(table.model("pilgrim")) == goal
    assert table.state.crystals[0] == 5
    assert table.state.activation is None


def test_move_needs_somebody_who_can() -> None:  # chapter/bash/upper, R-BLOCKED, R-PARTIAL
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["bash"], places={"pilgrim": "0,0:0", "bloodsmith": "3,0:0"}
    )
    table.state.markers[table.model("pilgrim")] = (Marker("trap", 1),)
    assert "play:bash:upper" not in offers(table)


def test_combat_lets_each_model_of_a_squad_fight_once() -> None:  # chapter/storm-of-blades/upper, R-COMBAT
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["storm-of-blades"], rolls=[5, 0, 5, 0],
        places={"pilgrim": "0,0:0", "pilgrim/1": "0,0:3", "bloodsmith": "0,0:1", "bloodsmith/1": "0,0:4"},
    )  # fmt: skip
    talk = do(table, "play:storm-of-blades:upper", {**CALM, "fighter": FIRST, "target": FIRST})
    assert len(table.events("combat_declared")) == 2
    assert {event["starter"] for event in table.events("combat_declared")} == {0, 1}
    assert table.state.crystals[0] == 4
    assert talk.kinds().count("fighter") >= 1


@pytest.mark.parametrize("card", ["judgment", "overwatch", "tactic"])
def test_attached_combat_serves_the_carrier_once_a_turn(card: str) -> None:
    # chapter/judgment/upper, chapter/overwatch/upper, chapter/tactic/upper, R-COMBAT, R-CARRIER, R-LIMIT
    table = a_field(
        "angel-of-death", "pilgrim", enemies=["bloodsmith"], attached={"pilgrim": [Attached(card, 2)]}, rolls=[0, 0],
        places={"angel-of-death": "2,0:0123456", "pilgrim": "0,0:0", "bloodsmith": "0,0:1"},
    )  # fmt: skip
    do(table, use(table, "pilgrim", card, "upper"), {**CALM, "fighter": FIRST, "target": FIRST, "window": "pass"})
    assert charges(table, "pilgrim") == [1]
    assert use(table, "pilgrim", card, "upper") not in offers(table)
    table.state.used = {}
    table.lift(table.model("bloodsmith"))
    assert use(table, "pilgrim", card, "upper") not in offers(table)


def test_move_and_combat_of_winged_death_come_in_this_order() -> None:  # chapter/winged-death/upper, R-MOVE-COMBAT
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], attached={"pilgrim": [Attached("winged-death", 2)]}, rolls=[0, 0],
        places={"pilgrim": "0,0:0", "bloodsmith": "2,0:0"},
    )  # fmt: skip
    goal = table.board.number[2, 0]
    talk = do(
        table, use(table, "pilgrim", "winged-death", "upper"), f"space:{goal}", f"fp:{footprint('T37', '2,0:1')}",
        {**CALM, "fighter": FIRST, "target": FIRST},
    )  # fmt: skip
    assert table.events("combat_declared")
    assert talk.kinds().index("move_space") < talk.kinds().index("die")
    assert charges(table, "pilgrim") == [0]


@pytest.mark.parametrize("card", ["guardian-angel", "shield-wall"])
def test_defense_adds_two_to_one_defense_roll_of_any_chapter_model(card: str) -> None:
    # chapter/guardian-angel/upper, chapter/shield-wall/upper, R-ROLL-BONUS
    table = a_field(
        "pilgrim", "angel-of-death", enemies=["bloodsmith"], hand=[card], rolls=[yellow(1), yellow(2)],
        places={"pilgrim": "0,0:0", "bloodsmith": "0,0:1", "angel-of-death": "3,0:0123456"}, active=1,
    )  # fmt: skip
    fight(table, "bloodsmith", "pilgrim", f"play:{card}:upper")
    assert table.events("attack_compared")[0]["defense"] == 1 + 2 + 2
    assert table.state.crystals[0] == 4


@pytest.mark.parametrize("card", ["charged-shot", "firing-position"])
def test_attached_defense_serves_the_carrier_only(card: str) -> None:
    # chapter/charged-shot/upper, chapter/firing-position/upper, R-CARRIER, R-LIMIT
    table = a_field(
        "pilgrim", "ranger", enemies=["bloodsmith"], attached={"pilgrim": [Attached(card, 2)]}, active=1,
        places={"pilgrim": "0,0:0", "ranger": "0,0:3", "bloodsmith": "0,0:1"},
    )  # fmt: skip
    smith = table.model("bloodsmith")
    on_pilgrim = Fight(smith, table.model("pilgrim"), attacker=smith, target=table.model("pilgrim"))
    on_ranger = Fight(smith, table.model("ranger"), attacker=smith, target=table.model("ranger"))
    assert at(table, 0, Moment("W-BEFORE-DEF", fight=on_pilgrim)) == [use(table, "pilgrim", card, "upper")]
    assert at(table, 0, Moment("W-BEFORE-DEF", fight=on_ranger)) == []


@pytest.mark.parametrize("card", ["leap", "shoot"])
@pytest.mark.parametrize("active", [0, 1])
def test_dodge_works_on_either_side_and_uses_up_the_combat(card: str, active: int) -> None:
    # chapter/leap/upper, chapter/shoot/upper, R-DECLARED, R-CANCEL
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=[card], active=active,
        places={"pilgrim": "0,0:0", "bloodsmith": "0,0:1"},
    )  # fmt: skip
    names = ("pilgrim", "bloodsmith") if active == 0 else ("bloodsmith", "pilgrim")
    fight(table, *names, f"play:{card}:upper", FIRST, FIRST)
    assert table.events("combat_cancelled")
    assert table.events("die_rolled") == []
    assert table.state.crystals[0] == 3
    assert table.board.distance[table.space(0)][table.space(table.model("bloodsmith"))] == 1


def test_a_blocked_model_cannot_dodge_and_a_backstab_can_be_dodged() -> None:
    # chapter/leap/upper, R-BLOCKED, R-BACKSTAB
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["leap"], places={"pilgrim": "0,0:0", "bloodsmith": "0,0:1"}, active=1
    )  # fmt: skip
    pilgrim, smith = table.model("pilgrim"), table.model("bloodsmith")
    table.state.markers[pilgrim] = (Marker("trap", 1),)
    moment = Moment("W-COMBAT", fight=Fight(smith, pilgrim))
    assert at(table, 0, moment) == []
    table.state.markers[pilgrim] = ()
    play(backstab(table, smith, pilgrim), "play:leap:upper", FIRST, FIRST, CALM)
    assert table.events("die_rolled") == []


@pytest.mark.parametrize("card", ["energy-drain", "purging", "trap"])
def test_charging_charges_the_cards_of_living_squads(card: str) -> None:
    # chapter/energy-drain/upper, chapter/purging/upper, chapter/trap/upper, R-CHARGE
    table = a_field(
        "pilgrim", "ranger", enemies=["bloodsmith"], hand=[card], places={"pilgrim": "0,0:0", "bloodsmith": "3,0:0"},
        attached={"pilgrim": [Attached("tactic", 0), Attached("guard", 2)], "ranger": [Attached("tactic", 0)]},
    )  # fmt: skip
    for name in ("ranger", "ranger/1"):
        table.state.places[table.model(name)] = DEAD
    do(table, f"play:{card}:upper")
    assert (charges(table, "pilgrim"), charges(table, "ranger")) == ([1, 3], [0])
    assert table.state.crystals[0] == 4


def test_charging_needs_an_enhancement() -> None:  # chapter/purging/upper, R-PARTIAL
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["purging"], places={"pilgrim": "0,0:0", "bloodsmith": "3,0:0"}
    )
    assert "play:purging:upper" not in offers(table)


# Any Squad


def test_overwatch_backstabs_before_the_combat_that_goes_on_afterwards() -> None:
    # chapter/overwatch/lower, R-BREAK, R-LIMIT
    table = angel(attached={"angel-of-death": [Attached("overwatch", 1)]}, rolls=[0, 0, 0, 0], active=1)
    fight(table, "bloodsmith", "angel-of-death", use(table, "angel-of-death", "overwatch", "lower"))
    kinds = [event.kind for event in table.log]
    assert kinds.index("backstab_declared") < kinds.index("initiative_compared")
    assert charges(table, "angel-of-death") == [0]


def test_tactic_charges_once_a_turn_after_a_successful_defense() -> None:
    # chapter/tactic/lower, R-CHARGE, R-PASSIVE-EFFECT
    table = angel(attached={"angel-of-death": [Attached("tactic", 0, on=True)]}, active=1)
    angel_model, smith = table.model("angel-of-death"), table.model("bloodsmith")
    moment = Moment("W-DEF-WON", fight=Fight(smith, angel_model, attacker=smith, target=angel_model))
    pilgrim = table.model("pilgrim")
    play(open_window(table, Moment("W-DEF-WON", fight=Fight(smith, pilgrim, attacker=smith, target=pilgrim))))
    assert charges(table, "angel-of-death") == [0]
    play(open_window(table, moment))
    play(open_window(table, moment))
    assert charges(table, "angel-of-death") == [1]


def test_trap_blocks_an_enemy_until_it_pays_two() -> None:
    # chapter/trap/lower, chapter/trap, R-BLOCKED, R-STACK, R-BUYOFF
    table = angel(hand=["trap", "trap"])
    smith = table.model("bloodsmith")
    do(table, "play:trap:lower")
    assert attributes.has(table, smith, "blocked")
    assert "play:trap:lower" not in offers(table)
    table.state.active = 1
    do(table, f"remove:{smith}:trap:0")
    assert not attributes.has(table, smith, "blocked")
    assert table.state.crystals[1] == 3


# Banners


def test_the_banner_restores_a_token_to_the_angel_even_a_dead_one() -> None:  # chapter/chapter-banner/0, R-RESTORE
    table = angel()
    assert "banner:0" not in offers(table)
    table.state.endurance[table.squad_of("angel-of-death")] = 0
    table.lift(table.model("angel-of-death"), DEAD)
    do(table, "banner:0")
    assert endurance(table, "angel-of-death") == 1
    assert not table.on_board(table.model("angel-of-death"))


def test_the_banner_changes_a_mode_for_the_price_beside_the_arrow() -> None:  # chapter/chapter-banner/1, R-CHANGE-MODE
    table = knights()
    do(table, "banner:1", FIRST)
    assert (table.state.modes[0], table.state.crystals[0]) == (1, 3)
    table.state.banner_ready[0] = True
    do(table, "banner:1", FIRST)
    assert (table.state.modes[0], table.state.crystals[0]) == (0, 3)


def test_the_alternative_banner_heals_a_squad_at_the_shrine() -> None:
    # chapter/alternative-chapter-banner/1, R-RESTORE, R-CONTACT-SQUAD
    table = angel(banners={"chapter": "alternative-chapter-banner"}, shrines={}, endurance=[2, 1, 1, 4])
    assert "banner:1" not in offers(table)
    table.state.shrines[0] = table.board.number[-1, 0]
    do(table, "banner:1")
    assert endurance(table, "angel-of-death") == 3


# Shrines


def test_the_chapel_blesses_squads_in_contact_until_the_next_passive_turn() -> None:
    # chapter/frontline-chapel, chapter/blessing, R-SHRINE-PASSIVE, R-START-PASSIVE
    table = angel(stage="passive")
    table.state.shrines[0] = table.board.number[-1, 0]
    angel_model = table.model("angel-of-death")
    play(passive_turn(table), FIRST)
    assert [attributes.value(table, angel_model, name) for name in attributes.NAMES] == [3, 3, 3, 4]
    assert attributes.value(table, table.model("pilgrim"), "ini") == 2
    table.state.active, table.state.stage = 0, "passive"
    play(passive_turn(table), "none")
    assert attributes.value(table, angel_model, "ini") == 2


def test_the_sanctuary_returns_one_dead_model_a_passive_turn_three_times() -> None:
    # chapter/sanctuary, chapter/blessing, R-RETURN, R-SUPPLY
    table = angel(shrines={"chapter": "sanctuary"})
    table.state.shrines[0] = table.board.number[-1, 0]
    table.state.occupied |= table.board.space_bits[table.state.shrines[0]]
    play(open_window(table, Moment("W-SETUP")))
    assert table.state.shrine_tokens == (Marker("blessing", 0, 3),)
    fallen = table.model("pilgrim/1")
    table.state.places[fallen] = DEAD
    table.state.stage = "passive"
    play(passive_turn(table), f"model:{fallen}", FIRST, FIRST)
    assert table.bits(fallen) & table.board.space_touch[table.state.shrines[0]]
    assert table.state.shrine_tokens == (Marker("blessing", 0, 2),)


# FIRE


@pytest.mark.parametrize("window", ["W-ACTIVE-END", "W-PASSIVE-END"])
def test_fire_wounds_at_the_end_of_each_turn_of_the_owner(window: str) -> None:
    # chapter/fire, demon/fire, R-FIRE, R-DEALS, R-STACK
    table = angel(stage="active_end" if window == "W-ACTIVE-END" else "passive")
    angel_model = table.model("angel-of-death")
    markers.put(table, angel_model, "fire", 1)
    markers.put(table, angel_model, "fire", 1)
    play(open_window(table, Moment(window)))
    assert endurance(table, "angel-of-death") == 1
    assert table.state.markers[angel_model] == ()
    assert table.events("model_wounded")[0]["dealer"] == -1


@pytest.mark.parametrize("active", [0, 1])
def test_the_alternative_banner_adds_a_wound_that_the_angel_deals_in_its_turn(active: int) -> None:
    # chapter/alternative-chapter-banner/0, R-EXTRA, R-BANNER
    table = angel(banners={"chapter": "alternative-chapter-banner"}, active=active)
    dealt = WoundEvent(table.model("son-of-khyber"), 1, 0, table.model("angel-of-death"))
    table.put(table.model("son-of-khyber"), footprint("T37", "3,-3:0123456"))
    play(wound(table, dealt), *(["banner:0"] if active == 0 else []))
    assert endurance(table, "son-of-khyber") == 4 - (2 if active == 0 else 1)
    assert table.state.banner_ready[0] is (active == 1)
    pilgrims = WoundEvent(table.model("son-of-khyber"), 1, 0, table.model("pilgrim"))
    table.state.banner_ready[0] = True
    assert at(table, 0, Moment("W-WOUND-DEAL", wounds=pilgrims)) == []


def test_the_chapel_gives_three_blessings_at_most_and_a_dash_stays_a_dash() -> None:
    # chapter/frontline-chapel, chapter/blessing, R-SUPPLY, R-ATTR-ORDER
    squads = ("ranger", "holy-knight", "holy-knight", "holy-knight")
    places = {"holy-knight": "1,0:45", "holy-knight@1": "0,1:56", "holy-knight@2": "-1,1:16", "ranger": "-1,0:1"}
    table = a_field(*squads, enemies=["bloodsmith"], places={**places, "bloodsmith": "3,0:0"}, stage="passive")
    table.state.shrines[0] = table.board.number[0, 0]
    table.state.modes[0] = 1
    talk = play(passive_turn(table), FIRST, FIRST, FIRST)
    assert talk.kinds() == ["squad"] * 3  # the fourth Squad in contact goes without
    assert sum(len(tokens) for tokens in table.state.squad_markers) == 3
    assert [attributes.value(table, table.model("ranger"), name) for name in attributes.NAMES] == [1, None, 1, None]
    assert view(table, 1)["squads"][0]["markers"] == [{"kind": "blessing", "seat": 0, "number": 1}]


def test_the_sanctuary_needs_a_dead_model_a_token_and_room() -> None:  # chapter/sanctuary, R-RETURN, R-OPTIONAL
    def sanctuary(tokens: int, dead: bool = True) -> TestTable:
        table = angel(shrines={"chapter": "sanctuary"}, stage="passive")
        table.state.shrines[0] = table.board.number[-2, 0]
        table.state.occupied |= table.map_bits()
        table.state.shrine_tokens = (Marker("blessing", 0, tokens),)
        if dead:
            table.state.places[table.model("pilgrim/1")] = DEAD
        return table

    assert play(passive_turn(sanctuary(1)), "none").kinds() == ["model"]
    assert play(passive_turn(sanctuary(0))).kinds() == []
    assert play(passive_turn(sanctuary(1, dead=False))).kinds() == []
    full = sanctuary(1)
    full.state.occupied |= full.board.space_touch[full.state.shrines[0]]
    assert play(passive_turn(full)).kinds() == []


def test_fire_can_be_bought_off_token_by_token() -> None:  # chapter/fire, demon/fire, R-FIRE, R-BUYOFF
    table = angel()
    model = table.model("angel-of-death")
    markers.put(table, model, "fire", 1, 2)
    do(table, f"remove:{model}:fire:1")
    assert (table.state.markers[model], table.state.crystals[0]) == ((Marker("fire", 1, 1),), 4)
    assert offers(table, 1) == []
