"""Uppers that Dvergar cards share, and their cards for any Squad, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, drawing, views
from matches.engine.dawnfall.moments import Death, Fight, Moment, Roll, WoundEvent
from matches.engine.dawnfall.paying import pay
from matches.engine.dawnfall.state import DEAD, Attached, Effect
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import kill, sacrifice, wound
from tests.engine.dawnfall.building import FIRST, TestTable, play, yellow
from tests.engine.dawnfall.cards.armies import dvergar
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, fight, offers, use


def scrap(table: TestTable, seat: int | None = None) -> int:
    """The tokens on the Dvergar Shrine as somebody sees them."""
    return sum(marker["number"] for marker in views.view(table, seat)["shrine_tokens"] if marker["seat"] == 0)


# Exoskeleton, Junk, Radiostation


@pytest.mark.parametrize("card", ["exoskeleton", "energize", "rocket"])
def test_reroll_serves_every_roll_of_the_carrier_once(card: str) -> None:
    # dvergar/exoskeleton/upper, dvergar/energize/upper, dvergar/rocket/upper, R-REROLL, R-LIMIT, R-CARRIER
    places = {"enkindled": "0,0:0", "gyrobot": "-3,0:012", "bloodsmith": "0,0:1"}
    table = dvergar("enkindled", "gyrobot", places=places, attached={"enkindled": [Attached(card, 2)]},
                    rolls=[yellow(0), yellow(4), yellow(0)])  # fmt: skip
    upper = use(table, "enkindled", card, "upper")
    talk = fight(table, "enkindled", "bloodsmith", upper)
    assert [event["face"] for event in table.events("die_rolled")] == [0, 4, 0]
    assert talk.kinds().count("window") == 1
    assert charges(table, "enkindled") == [1]
    other = Moment("W-ROLLED", roll=Roll(0, table.model("gyrobot"), "check"))
    assert at(table, 0, other) == []
    table.state.active = 1
    check = Roll(0, table.model("enkindled"), "check")
    assert at(table, 0, Moment("W-ROLLED", roll=check)) == [upper]
    check.rerolled = True
    assert at(table, 0, Moment("W-ROLLED", roll=check)) == []


def test_exoskeleton_doubles_movement_before_bonuses() -> None:  # dvergar/exoskeleton/lower, R-ATTR-ORDER
    table = dvergar("enkindled", "gyrobot", places={"enkindled": "0,0:0", "gyrobot": "-3,0:012"},
                    attached={"enkindled": [Attached("exoskeleton", 3)]})  # fmt: skip
    lower = use(table, "enkindled", "exoskeleton", "lower")
    table.state.active = 1
    assert at(table, 0, Moment("W-INSTANT")) == []
    table.state.active = 0
    do(table, lower)
    model = table.model("enkindled")
    assert [attributes.value(table, model, name) for name in attributes.NAMES] == [2, 1, 2, 2 * 2]
    attributes.last(table, Effect("mov+", model, 1, "turn", "test"))
    assert attributes.value(table, model, "mov") == 2 * 2 + 1
    assert attributes.value(table, table.model("gyrobot"), "mov") == 3
    assert lower not in offers(table)
    assert charges(table, "enkindled") == [0]


def fighters(card: str, charged: int = 2, **values: Any) -> TestTable:
    places = {"enkindled": "0,0:0", "gyrobot": "-3,0:012", "bloodsmith": "0,0:1", **values.pop("places", {})}
    attached = {"enkindled": [Attached(card, charged)]}
    return dvergar("enkindled", "gyrobot", places=places, attached=attached, **values)


def test_combat_of_junk_once_a_turn_in_the_own_turn_only() -> None:  # dvergar/junk/upper, R-COMBAT, R-LIMIT, R-PRINTED
    table = fighters("junk", rolls=[0, 0])
    upper = use(table, "enkindled", "junk", "upper")
    table.state.active = 1
    assert at(table, 0, Moment("W-INSTANT")) == [use(table, "enkindled", "junk", "lower")]
    table.state.active = 0
    do(table, upper, {**CALM, "fighter": FIRST, "target": FIRST})
    assert len(table.events("combat_declared")) == 1
    assert (charges(table, "enkindled"), upper in offers(table)) == ([1], False)


def test_combat_needs_an_enemy_in_contact() -> None:  # dvergar/junk/upper, dvergar/radiostation/upper, R-PARTIAL
    for card in ("junk", "radiostation"):
        table = fighters(card, places={"bloodsmith": "3,0:0"})
        assert use(table, "enkindled", card, "upper") not in offers(table)


def test_junk_takes_every_token_that_the_carrier_loses_to_wounds() -> None:
    # dvergar/junk/lower, dvergar/endurance-token-on-the-shrine, R-INSTANT-PASSIVE, R-TOKEN-LOSS
    table = fighters("junk", active=1)
    lower = use(table, "enkindled", "junk", "lower")
    assert at(table, 0, Moment("W-INSTANT")) == [lower]
    table.state.attached[table.squad_of("enkindled")] = (Attached("junk", 0, on=True),)
    play(wound(table, WoundEvent(table.model("gyrobot"), 1, 1)))
    assert scrap(table) == 0
    play(wound(table, WoundEvent(table.model("enkindled"), 2, 1)))
    assert (endurance(table, "enkindled"), scrap(table)) == (0, 2)
    assert scrap(table, seat=1) == 2
    play(wound(table, WoundEvent(table.model("enkindled"), 1, 1)))
    assert scrap(table) == 2


def test_junk_is_switched_on_for_two_charges_and_ignores_payments() -> None:  # dvergar/junk/lower, R-TOKEN-LOSS
    table = fighters("junk")
    do(table, use(table, "enkindled", "junk", "lower"))
    assert table.state.attached[table.squad_of("enkindled")] == (Attached("junk", 0, on=True),)
    play(pay(table, 0, 1, "something"), f"endurance:{table.squad_of('enkindled')}")
    assert (endurance(table, "enkindled"), scrap(table)) == (1, 0)


def test_junk_works_in_a_passive_turn_too() -> None:  # dvergar/junk/lower, R-QUIET, R-PASSIVE-EFFECT
    table = fighters("junk", 0, stage="passive")
    table.state.attached[table.squad_of("enkindled")] = (Attached("junk", 0, on=True),)
    play(wound(table, WoundEvent(table.model("enkindled"), 1, 1, cause="token")))
    assert scrap(table) == 1


def test_combat_of_the_radiostation_also_in_an_opponents_turn_but_not_inside_a_combat() -> None:
    # dvergar/radiostation/upper, R-PRINTED, R-NO-SEQUENCE, Q-44
    table = fighters("radiostation", active=1, rolls=[0, 0])
    upper = use(table, "enkindled", "radiostation", "upper")
    assert at(table, 0, Moment("W-INSTANT")) == [upper]
    table.fights.append(Fight(table.model("bloodsmith"), table.model("enkindled")))
    assert at(table, 0, Moment("W-INSTANT", fight=table.fights[0])) == []
    table.fights.clear()
    play(open_window(table, Moment("W-INSTANT")), upper, {**CALM, "fighter": FIRST, "target": FIRST})
    assert table.events("initiative_compared")[0]["first"] == table.model("bloodsmith")
    assert charges(table, "enkindled") == [1]
    assert at(table, 0, Moment("W-INSTANT")) == []


def test_the_radiostation_raises_the_hand_by_one_while_its_squad_lives() -> None:
    # dvergar/radiostation/lower, Q-22, R-STACK
    table = fighters("radiostation", 3)
    table.state.attached[table.squad_of("gyrobot")] = (Attached("radiostation", 0, on=True),)
    assert drawing.hand_limit(table, 0) == 4
    do(table, use(table, "enkindled", "radiostation", "lower"))
    assert (drawing.hand_limit(table, 0), drawing.hand_limit(table, 1)) == (4, 3)
    assert drawing.refill(table, 0) == 4
    for name in ("gyrobot", "enkindled"):
        for model in table.roster.squads[table.squad_of(name)].models:
            table.lift(model, DEAD)
    assert (drawing.hand_limit(table, 0), len(table.state.hands[0])) == (3, 4)
    assert drawing.refill(table, 0) == 0


# Prospecting, Detonation


@pytest.mark.parametrize("card", ["detonation", "meltdown"])
def test_prospecting_destroys_a_crystal_and_gains_one_for_each_controlled_source(card: str) -> None:
    # dvergar/detonation/upper, dvergar/meltdown/upper, R-DESTROY, R-SOURCE
    table = dvergar("avenger", hand=[card], places={"avenger": "0,0:0123456"})
    table.state.sources[:] = [table.board.number[1, 0], table.board.number[-1, 0], table.board.number[3, -2]]
    neutral = table.state.neutral_crystals
    do(table, f"play:{card}:upper")
    assert (table.state.crystals[0], table.state.depleted[0]) == (5 - 1 - 1, 1 + 2)
    assert table.state.neutral_crystals == neutral + 1 - 2
    assert at(table, 0, Moment("W-INSTANT")) == []


def test_prospecting_leaves_a_crystal_to_destroy_when_it_is_paid() -> None:  # dvergar/detonation/upper, R-DESTROY
    table = dvergar("avenger", hand=["detonation"], places={"avenger": "0,0:0123456"}, crystals=[0, 5])
    assert "play:detonation:upper" not in offers(table)
    table.state.crystals[0], table.state.neutral_crystals = 1, table.state.neutral_crystals - 1
    talk = do(table, "play:detonation:upper", {"pay": f"endurance:{table.squad_of('avenger')}"})
    assert [option.id for option in talk.asked[0].options] == [f"endurance:{table.squad_of('avenger')}", "vp", "back"]
    assert (table.state.crystals[0], table.state.depleted[0], endurance(table, "avenger")) == (0, 0, 3)


def blast_field(**values: Any) -> TestTable:
    """An Enkindled at 0,0 beside friends and enemies; the other one far away is out of the blast."""
    places = {
        "enkindled": "0,0:0", "enkindled/1": "-3,0:0", "avenger": "1,0:0123456", "bloodsmith": "0,1:0",
        "bloodsmith/1": "2,0:0", **values.pop("places", {}),
    }  # fmt: skip
    return dvergar("enkindled", "avenger", "gyrobot", places=places, **values)


def test_detonation_checks_all_around_the_dead_model_with_two_more() -> None:
    # dvergar/detonation/lower, R-CHECK, R-AREA, R-OWN-KILL
    table = blast_field(hand=["detonation"], active=1, rolls=[yellow(1)])
    play(kill(table, Death(table.model("enkindled"), 1)), "play:detonation:lower", {**CALM, "wound_order": FIRST})
    checked = table.events("hits_checked")[0]
    assert set(checked["targets"]) == {table.model("avenger"), table.model("bloodsmith")}
    assert checked["result"] == 1 + 2
    assert (endurance(table, "avenger"), endurance(table, "bloodsmith")) == (3, 0)
    assert table.state.crystals[0] == 5
    assert table.state.discards[0] == ("detonation",)


def test_detonation_needs_a_dvergar_killed_and_somebody_in_the_blast() -> None:
    # dvergar/detonation/lower, R-SACRIFICE, R-PARTIAL
    table = blast_field(hand=["detonation"], active=1)
    play(kill(table, Death(table.model("bloodsmith"), 0)))
    play(sacrifice(table, table.model("enkindled")))
    alone = Death(table.model("enkindled"), 1, bits=1 << 7 * table.board.number[-3, 3])
    assert at(table, 0, Moment("W-KILLED", model=alone.model, death=alone)) == []
    assert table.state.hands[0] == ("detonation",)


# Junk on Action cards


@pytest.mark.parametrize("card", ["mechanism", "flamethrower", "chained-weapon", "marked-for-death"])
def test_junk_from_hand_saves_one_token_of_the_event(card: str) -> None:
    # dvergar/mechanism/upper, dvergar/flamethrower/upper, dvergar/chained-weapon/upper,
    # dvergar/marked-for-death/upper, R-TOKEN-LOSS
    table = blast_field(hand=[card, card], active=1)
    upper = f"play:{card}:upper"
    play(wound(table, WoundEvent(table.model("avenger"), 2, 1)), upper, "pass")
    assert (endurance(table, "avenger"), scrap(table)) == (2, 1)
    assert (table.state.hands[0], table.state.crystals[0]) == ((card,), 5)
    play(wound(table, WoundEvent(table.model("bloodsmith"), 1, 0)))
    play(pay(table, 0, 1, "something"), f"endurance:{table.squad_of('avenger')}")
    assert scrap(table) == 1


def test_two_junk_cards_save_two_tokens_but_never_more_than_were_lost() -> None:  # dvergar/mechanism/upper, R-ONCE
    table = blast_field(hand=["mechanism", "flamethrower"], active=1)
    play(wound(table, WoundEvent(table.model("avenger"), 1, 1)), "play:mechanism:upper")
    assert (scrap(table), table.state.hands[0]) == (1, ("flamethrower",))


def test_junk_finds_nothing_after_the_passive_junk_has_taken_all() -> None:  # dvergar/junk/lower, R-ORDER-AUTO
    table = blast_field(hand=["mechanism"], active=1, attached={"avenger": [Attached("junk", 0, on=True)]})
    play(wound(table, WoundEvent(table.model("avenger"), 2, 1)))
    assert (scrap(table), table.state.hands[0]) == (2, ("mechanism",))


# Charges


def charged_field(**values: Any) -> TestTable:
    attached = {"enkindled": [Attached("junk", 0)], "avenger": [Attached("exoskeleton", 1), Attached("junk", 0)],
                "gyrobot": [Attached("rocket", 0)]}  # fmt: skip
    return blast_field(attached=attached, **values)


@pytest.mark.parametrize("card", ["chain-grab", "deflect"])
def test_scavengers_put_three_charges_on_one_enhancement_after_any_wound(card: str) -> None:
    # dvergar/chain-grab/upper, dvergar/deflect/upper, R-DEALS, R-CHARGE, R-WOUND-EVENT
    table = charged_field(hand=[card], active=1)
    for model in table.roster.squads[table.squad_of("gyrobot")].models:
        table.lift(model, DEAD)
    event = WoundEvent(table.model("bloodsmith"), 1, 0, table.model("avenger"))
    slot = f"slot:{table.squad_of('avenger')}:1"
    talk = play(wound(table, event), f"play:{card}:upper", {"pay": "crystals", "slot": slot})
    assert charges(table, "avenger") == [1, 3]
    assert len(next(d for d in talk.asked if d.kind == "slot").options) == 3 + 1
    assert table.state.crystals[0] == 4


def test_scavengers_answer_neither_tokens_nor_wounds_of_others() -> None:  # dvergar/chain-grab/upper, R-DEALS
    table = charged_field(hand=["chain-grab"])
    model = table.model("avenger")

    def answers(event: WoundEvent) -> bool:
        return at(table, 0, Moment("W-WOUND-DEALT", wounds=event)) == ["play:chain-grab:upper"]

    assert answers(WoundEvent(model, 1, 0, table.model("enkindled")))
    assert answers(WoundEvent(model, 1, 0, cause="shot"))
    assert not answers(WoundEvent(model, 1, 0, cause="token"))
    assert not answers(WoundEvent(model, 1, 1, table.model("bloodsmith")))
    table.state.neutral_charges = 0
    assert not answers(WoundEvent(model, 1, 0, table.model("enkindled")))


@pytest.mark.parametrize("how", ["killed", "sacrificed"])
def test_feedback_charges_each_enhancement_of_living_squads(how: str) -> None:
    # dvergar/mechanical-shield/upper, R-CHARGE, R-SACRIFICE
    table = charged_field(hand=["mechanical-shield"], active=1)
    for model in table.roster.squads[table.squad_of("gyrobot")].models:
        table.lift(model, DEAD)
    model = table.model("enkindled/1")
    deed = kill(table, Death(model, 1)) if how == "killed" else sacrifice(table, model)
    play(deed, "play:mechanical-shield:upper", CALM)
    assert [charges(table, name) for name in ("enkindled", "avenger", "gyrobot")] == [[2], [3, 2], [0]]
    assert table.state.crystals[0] == 4


def test_feedback_needs_a_dvergar_death() -> None:  # dvergar/mechanical-shield/upper, R-PARTIAL
    table = charged_field(hand=["mechanical-shield"])
    death = Death(table.model("bloodsmith"), 0)
    assert at(table, 0, Moment("W-KILLED", death=death)) == []
    bare = blast_field(hand=["mechanical-shield"])
    assert at(bare, 0, Moment("W-KILLED", death=Death(bare.model("enkindled"), 1))) == []


# Refresh Crystals


def test_refresh_crystals_costs_another_card_and_returns_all_depleted_ones() -> None:  # dvergar/fury/upper, R-REFRESH
    table = blast_field(hand=["fury"], depleted=[3, 0])
    assert "play:fury:upper" not in offers(table)
    table.state.hands[0] = ("fury", "slam", "deflect")
    do(table, "play:fury:upper", "discard:slam")
    assert (table.state.crystals[0], table.state.depleted[0]) == (5 + 3, 0)
    assert (table.state.hands[0], table.state.discards[0]) == (("deflect",), ("slam", "fury"))
    table.state.hands[0], table.state.active = ("fury", "slam"), 1
    assert "play:fury:upper" not in at(table, 0, Moment("W-INSTANT"))


def test_refresh_crystals_can_be_taken_back_before_the_discard() -> None:  # dvergar/fury/upper, R-CHOICE
    table = blast_field(hand=["fury", "slam", "deflect"], depleted=[3, 0])
    do(table, "play:fury:upper", "back")
    assert (table.state.hands[0], table.state.crystals[0]) == (("fury", "slam", "deflect"), 5)
    assert table.log == []


# Crystal Engine, Armor


def test_crystal_engine_gains_a_crystal_after_a_death() -> None:  # dvergar/reclaimed-crystals/upper, R-GAIN
    table = blast_field(hand=["reclaimed-crystals"], active=1)
    play(kill(table, Death(table.model("enkindled"), 1)), "play:reclaimed-crystals:upper")
    assert table.state.crystals[0] == 6
    table.state.hands[0] = ("reclaimed-crystals",)
    assert at(table, 0, Moment("W-KILLED", death=Death(table.model("bloodsmith"), 0))) == []
    table.state.neutral_crystals = 0
    assert at(table, 0, Moment("W-KILLED", death=Death(table.model("enkindled"), 1))) == []


def test_armor_lets_any_dvergar_withstand_without_a_die() -> None:  # dvergar/slam/upper, R-AUTO-DEF
    table = blast_field(hand=["slam"], active=1, rolls=[yellow(4)], places={"bloodsmith": "0,0:1"})
    talk = fight(table, "bloodsmith", "enkindled", "play:slam:upper")
    assert (len(table.events("die_rolled")), table.events("attack_compared")[0]["hit"]) == (1, False)
    assert "counterattack" in talk.kinds()
    assert table.state.crystals[0] == 5 - 2
    table.state.hands[0] = ("slam",)
    smith, mine = table.model("bloodsmith"), table.model("enkindled")
    moment = Moment("W-BEFORE-DEF", fight=Fight(mine, smith, attacker=mine, target=smith))
    assert at(table, 0, moment) == []
