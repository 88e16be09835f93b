"""What cards of the Chapter do to one another and to what the enemy does: the cases that the rulings name."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers, placing
from matches.engine.dawnfall.backstab import backstab
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Death, Fight, Moment, MoveAction, WoundEvent
from matches.engine.dawnfall.movement import carry_out
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.dawnfall.state import DEAD, Attached, Effect
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import kill, wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, red, yellow
from tests.engine.dawnfall.cards.armies import angel, knights
from tests.engine.dawnfall.fielding import CALM, a_field, at, charges, do, endurance, fight, model_option, offers, use

# Guardian Angel


def test_guardian_angel_takes_an_event_of_several_wounds_whole_and_dies_of_the_rest() -> None:
    # chapter/guardian-angel/lower, R-MOVED-WOUND, R-WOUND-EVENT
    table = angel(hand=["guardian-angel"], active=1, endurance=[2, 1, 1, 4])
    event = WoundEvent(table.model("pilgrim"), 3, 1, table.model("bloodsmith"), "attack")
    play(wound(table, event), "play:guardian-angel:lower")
    assert table.state.places[table.model("angel-of-death")] == DEAD
    assert endurance(table, "pilgrim") == 1
    assert table.events("model_killed")[0]["killer"] == table.model("bloodsmith")


def test_one_wound_event_is_saved_once_and_never_moved_again() -> None:  # chapter/guardian-angel/lower, R-MOVED-WOUND
    table = angel(hand=["guardian-angel", "guardian-angel"], active=1)
    talk = play(wound(table, WoundEvent(table.model("pilgrim"), 1, 1)), "play:guardian-angel:lower")
    assert talk.kinds() == ["window"]
    assert table.state.hands[0] == ("guardian-angel",)


def test_the_angel_saves_an_allys_model() -> None:  # chapter/guardian-angel/lower, R-YOUR, DF-TEAM-08
    table = a_field(
        "angel-of-death", enemies=["bloodsmith"], sides=("chapter", "demon", "demon", "demon"), mode="team", active=1,
        places={"angel-of-death": "0,0:0123456", "bloodsmith": "3,0:0", "bloodsmith@1": "0,1:0"},
        hand=["guardian-angel"],
    )  # fmt: skip
    ally = table.model("bloodsmith@1")
    assert table.roster.seat_of[ally] == 2
    play(wound(table, WoundEvent(ally, 1, 1)), "play:guardian-angel:lower")
    assert (endurance(table, "angel-of-death"), endurance(table, "bloodsmith@1")) == (2, 1)


# Fake Death


def test_fake_death_cancels_one_wound_of_several() -> None:  # chapter/fake-death/lower, R-CANCEL-WOUND
    table = angel(attached={"pilgrim": [Attached("fake-death", 2)]}, active=1)
    play(wound(table, WoundEvent(table.model("pilgrim"), 2, 1)), use(table, "pilgrim", "fake-death", "lower"))
    assert table.events("model_wounded")[0]["count"] == 1
    assert endurance(table, "pilgrim") == 0


def test_fake_death_allows_no_counterattack() -> None:  # chapter/fake-death/lower, R-CANCEL-WOUND, DF-COUNTER-01
    table = angel(
        attached={"pilgrim": [Attached("fake-death", 2), Attached("tactic", 0, on=True)]}, active=1,
        places={"pilgrim": "1,0:5"}, rolls=[yellow(4), yellow(0)],
    )  # fmt: skip
    lower = use(table, "pilgrim", "fake-death", "lower")
    talk = play(combat_sequence(table, table.model("bloodsmith"), table.model("pilgrim")), "yellow", "yellow", lower,
                {"rolled": "keep"})  # fmt: skip
    assert "counterattack" not in talk.kinds()
    assert table.events("model_wounded") == []
    assert charges(table, "pilgrim") == [0, 0]  # no successful Defense either


def test_worthless_adds_up_and_stops_at_nothing() -> None:  # chapter/fake-death/upper, R-ONCE, R-VP
    table = angel(attached={"angel-of-death": [Attached("fake-death", 4)]}, active=1)
    upper = use(table, "angel-of-death", "fake-death", "upper")
    play(kill(table, Death(table.model("angel-of-death"), 1)), upper, upper)
    assert (table.state.marker, charges(table, "angel-of-death")) == (0, [2])


def test_worthless_is_for_models_of_its_carrier() -> None:  # chapter/fake-death/upper, R-CARRIER
    table = angel(attached={"angel-of-death": [Attached("fake-death", 4)]}, active=1)
    death = Death(table.model("pilgrim"), 1, vp=1)
    assert at(table, 0, Moment("W-DYING", model=death.model, death=death)) == []


# Revenge


def revenge_at(table: TestTable) -> str:
    return use(table, "pilgrim", "last-man-standing", "upper")


def dying_pilgrims(**values: Any) -> TestTable:
    places = {"pilgrim": "0,0:0", "bloodsmith": "0,0:1", **values.pop("places", {})}
    return a_field(
        "pilgrim", enemies=["bloodsmith"], attached={"pilgrim": [Attached("last-man-standing", 2)]}, places=places,
        endurance=[0, 0], **values,
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["backstab", "counterattack"])
def test_revenge_follows_a_death_by_backstab_or_counterattack(kind: str) -> None:
    # chapter/last-man-standing/upper, R-COMBAT
    rolls = [yellow(4), yellow(0), red(6), yellow(0)]
    table = dying_pilgrims(
        places={"pilgrim/1": "3,0:0", "bloodsmith/1": "-3,0:0"}, active=1,
        rolls=[yellow(0), yellow(4), *rolls] if kind == "counterattack" else rolls,
    )  # fmt: skip
    pilgrim, smith = table.model("pilgrim"), table.model("bloodsmith")
    if kind == "counterattack":
        table.state.active = 0
        answers = ["yellow", "yellow", "strike", "yellow", "yellow", revenge_at(table), FIRST, "red", "yellow"]
        play(combat_sequence(table, pilgrim, smith), *answers, {"rolled": "keep", "pay": "crystals"})
    else:
        answers = ["yellow", "yellow", revenge_at(table), FIRST, "red", "yellow"]
        play(backstab(table, smith, pilgrim), *answers, {"rolled": "keep", "pay": "crystals"})
    assert table.state.places[pilgrim] == table.state.places[smith] == DEAD
    assert charges(table, "pilgrim") == [1]


def test_revenge_of_the_last_model_comes_before_the_match_is_lost() -> None:
    # chapter/last-man-standing/upper, R-LAST-MODEL, R-NEST, DF-END-01
    table = dying_pilgrims(active=1, rolls=[yellow(4), yellow(0), red(6), yellow(0)])
    pilgrim, smith = table.model("pilgrim"), table.model("bloodsmith")
    answers = ["yellow", "yellow", revenge_at(table), FIRST, "red", "yellow"]
    play(combat_sequence(table, smith, pilgrim), *answers, {"rolled": "keep", "pay": "crystals"})
    assert table.state.places[smith] == DEAD
    assert table.state.winners == (0,)  # its last enemy fell while the Pilgrim still stood


def test_revenge_of_the_last_model_that_misses_does_not_save_it() -> None:
    # chapter/last-man-standing/upper, R-LAST-MODEL
    table = dying_pilgrims(active=1, rolls=[yellow(4), yellow(0), yellow(0), yellow(4)])
    pilgrim, smith = table.model("pilgrim"), table.model("bloodsmith")
    answers = ["yellow", "yellow", revenge_at(table), FIRST, "yellow", "yellow"]
    play(combat_sequence(table, smith, pilgrim), *answers, {"rolled": "keep", "pay": "crystals"})
    assert (table.state.winners, table.state.reason) == ((1,), "models")


# Dodge


def dodging(**values: Any) -> TestTable:
    places = {"pilgrim": "0,0:0", "bloodsmith": "0,0:1", "holy-knight": "3,0:01"}
    return a_field("pilgrim", "holy-knight", enemies=["bloodsmith"], hand=["leap"], places=places, **values)


@pytest.mark.parametrize(
    ("deed", "own"),
    [(combat_sequence, True), (combat_sequence, False), (backstab, True), (backstab, False)],
)
def test_dodge_cancels_every_kind_of_combat_its_model_enters(deed: Any, own: bool) -> None:
    # chapter/leap/upper, chapter/shoot/upper, R-DECLARED, R-BACKSTAB, R-CANCEL
    table = dodging(active=0 if own else 1)
    pair = [table.model("pilgrim"), table.model("bloodsmith")]
    play(deed(table, *(pair if own else pair[::-1])), "play:leap:upper", "crystals", {"*": FIRST})
    assert table.events("combat_cancelled")
    assert table.events("die_rolled") == []
    assert table.state.discards[0] == ("leap",)


def test_a_backstab_before_a_combat_and_a_counterattack_cannot_be_dodged() -> None:
    # chapter/leap/upper, R-BACKSTAB, R-DECLARED
    table = a_field(
        "pilgrim", enemies=["pilgrim"], sides=("chapter", "chapter"), hand=["leap"], active=1,
        places={"pilgrim": "0,0:0", "pilgrim@1": "0,0:1"}, rolls=[0, 5, 0, 5, 0, 5],
    )  # fmt: skip
    table.state.attached[1] = (Attached("overwatch", 1),)
    table.state.neutral_charges -= 1
    watch = "use:1:overwatch:lower"
    talk = play(
        combat_sequence(table, table.model("pilgrim@1"), table.model("pilgrim")), "pass", watch,
        {**CALM, "counterattack": "strike"},
    )  # fmt: skip
    asked = [(d.seat, d.data["window"]) for d in talk.asked if d.kind == "window"]
    assert asked == [(0, "W-COMBAT"), (1, "W-COMBAT")]  # once for the Combat, then Overwatch; never again
    assert len(table.events("backstab_declared")) == 1


def test_dodge_needs_room_in_an_adjacent_space() -> None:  # chapter/leap/upper, R-REPOSITION
    table = dodging(active=1)
    table.state.sources = list(table.board.neighbours[table.space(table.model("pilgrim"))])
    table.state.occupied |= table.map_bits()
    pair = Fight(table.model("bloodsmith"), table.model("pilgrim"))
    assert at(table, 0, Moment("W-COMBAT", fight=pair)) == []


# Shield Wall


def a_wall(**values: Any) -> TestTable:
    places = {"holy-knight": "0,0:01", "holy-knight@1": "0,0:23", "holy-knight@2": "-3,0:01", "bloodsmith": "3,0:0"}
    table = knights(hand=["shield-wall"], places={**places, **values.pop("places", {})}, **values)
    do(table, "play:shield-wall:lower")
    return table


def test_nobody_pushes_a_knight_of_the_wall_by_move_bash_or_teleport() -> None:
    # chapter/shield-wall/lower, chapter/shield-wall, R-NO-PUSH, R-BASH, R-CARD-PUSH
    table = a_field(
        "holy-knight", "holy-knight", enemies=["son-of-khyber"], hand=["shield-wall"],
        places={"holy-knight": "0,0:01", "holy-knight@1": "0,0:23", "son-of-khyber": "-1,0:0123456"},
    )  # fmt: skip
    son, knight, here = table.model("son-of-khyber"), table.model("holy-knight"), table.board.number[0, 0]
    whole = placing.in_spaces(table, son, [here])
    assert placing.legal_places(table, 1, son, whole, Pushes()) == whole
    do(table, "play:shield-wall:lower")
    assert placing.legal_places(table, 1, son, whole, Pushes()) == []
    assert not placing.can_be_bashed(table, 1, son, knight)
    talk = play(carry_out(table, MoveAction(1, (son,))), "done")
    assert f"space:{here}" not in [option.id for option in talk.asked[0].options]


def test_a_wall_is_left_by_switching_places_and_not_broken_by_a_cancelled_or_moved_wound() -> None:
    # chapter/shield-wall/lower, chapter/shield-wall, R-SWITCH, R-CANCEL-WOUND
    table = a_wall(active=0)
    knight, other = table.model("holy-knight"), table.model("holy-knight@2")
    attributes.last(table, Effect("immune", knight, 0, "turn", "test"))
    play(wound(table, WoundEvent(knight, 1, 1)))
    assert attributes.value(table, knight, "defense") == 2 + 2
    placing.switch(table, knight, other)
    play(open_window(table, Moment("W-INSTANT")))
    assert not any(table.state.markers)


def test_a_knight_that_comes_later_does_not_belong_to_the_wall() -> None:  # chapter/shield-wall/lower
    table = a_wall()
    late = table.model("holy-knight@2")
    table.put(late, footprint("T37", "0,0:56"))
    assert attributes.value(table, late, "defense") == 2
    assert attributes.value(table, table.model("holy-knight"), "defense") == 2 + 2


# Guard


def test_after_a_successful_defense_a_counterattack_may_follow() -> None:  # chapter/guard/upper, R-AUTO-DEF
    table = a_field(
        "holy-knight", "pilgrim", enemies=["bloodsmith"], attached={"holy-knight": [Attached("guard", 2)]}, active=1,
        places={"holy-knight": "3,0:01", "pilgrim": "0,0:1", "bloodsmith": "0,0:2"}, rolls=[yellow(4), 0, 0],
    )  # fmt: skip
    talk = play(
        combat_sequence(table, table.model("bloodsmith"), table.model("pilgrim")),
        use(table, "holy-knight", "guard", "upper"), "strike", {"rolled": "keep", "die": "yellow"},
    )  # fmt: skip
    assert "counterattack" in talk.kinds()
    assert [event["model"] for event in table.events("attack_made")] == [
        table.model("bloodsmith"), table.model("pilgrim"),
    ]  # fmt: skip


def test_guard_and_successful_defense_may_serve_the_same_attack() -> None:  # chapter/guard/lower, chapter/guard/upper
    table = a_field(
        "holy-knight", "pilgrim", enemies=["bloodsmith"], attached={"holy-knight": [Attached("guard", 3)]}, active=1,
        places={"holy-knight": "0,0:03", "pilgrim": "0,0:1", "bloodsmith": "0,0:2"}, rolls=[yellow(4)],
    )  # fmt: skip
    lower, upper = (use(table, "holy-knight", "guard", place) for place in ("lower", "upper"))
    fight(table, "bloodsmith", "pilgrim", lower, upper)
    assert charges(table, "holy-knight") == [0]
    assert table.events("attack_compared")[0]["hit"] is False


# The others


@pytest.mark.parametrize("card", ["charged-shot", "firing-position"])
def test_attached_defense_adds_two_to_the_roll(card: str) -> None:
    # chapter/charged-shot/upper, chapter/firing-position/upper, R-ROLL-BONUS
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], attached={"pilgrim": [Attached(card, 2)]}, active=1,
        places={"pilgrim": "0,0:0", "bloodsmith": "0,0:1"}, rolls=[yellow(1), yellow(2)],
    )  # fmt: skip
    fight(table, "bloodsmith", "pilgrim", use(table, "pilgrim", card, "upper"))
    assert table.events("attack_compared")[0]["defense"] == 1 + 2 + 2
    assert charges(table, "pilgrim") == [1]


def test_bash_is_refused_if_the_knight_can_neither_move_nor_push() -> None:  # chapter/bash/lower, R-PARTIAL, R-BLOCKED
    table = knights(hand=["bash"], places={"bloodsmith": "1,-1:0", "holy-knight@1": "3,0:01"})
    for name in ("holy-knight", "holy-knight@1", "holy-knight@2"):
        markers.put(table, table.model(name), "trap", 1)
    assert "play:bash:lower" not in offers(table)
    table.put(table.model("bloodsmith"), footprint("T37", "0,0:2"))
    assert "play:bash:lower" in offers(table)


def test_a_formation_pushes_enemies_and_never_own_models() -> None:  # chapter/formation/lower, R-CARD-PUSH
    table = a_field(
        "holy-knight", "holy-knight", "pilgrim", enemies=["bloodsmith"], hand=["formation"],
        places={"holy-knight": "0,0:01", "holy-knight@1": "-3,0:01", "pilgrim": "0,0:2", "bloodsmith": "0,0:4"},
    )  # fmt: skip
    spots = [f"fp:{footprint('T37', spot)}" for spot in ("0,0:34", "0,0:23")]
    home = f"space:{table.board.number[0, 0]}"
    talk = do(
        table, "play:formation:lower", model_option(table, "holy-knight"), home, spots[0],
        {"push_hexes": FIRST, "fighter": "done"},
    )  # fmt: skip
    hexes = next(decision for decision in talk.asked if decision.kind == "move_hexes")
    assert spots[1] not in [option.id for option in hexes.options]
    assert [event["model"] for event in table.events("model_pushed")] == [table.model("bloodsmith")]


def test_judgment_kills_a_model_that_cannot_be_wounded() -> None:  # chapter/judgment/lower, R-IMMUNE, R-KILLED
    table = angel(attached={"angel-of-death": [Attached("judgment", 3)]}, endurance=[3, 1, 0, 4])
    markers.put(table, table.model("bloodsmith"), "crystal-aegis", 1)
    do(table, use(table, "angel-of-death", "judgment", "lower"))
    assert table.state.places[table.model("bloodsmith")] == DEAD


def test_energy_drain_counts_a_source_once_and_needs_crystals_in_the_pile() -> None:
    # chapter/energy-drain/lower, R-SOURCE, R-GAIN, R-PARTIAL
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["energy-drain"], sources=[0],
        places={"pilgrim": "-3,1:5", "pilgrim/1": "-3,1:6", "bloodsmith": "3,0:0"},
    )  # fmt: skip
    do(table, "play:energy-drain:lower")
    assert table.state.crystals[0] == 5 - 1 + 1
    table.state.hands[0], table.state.neutral_crystals = ("energy-drain",), 0
    assert "play:energy-drain:lower" not in offers(table)


def test_both_overwatches_are_resolved_together() -> None:  # chapter/overwatch/lower, DF-BACKSTAB-04
    table = a_field(
        "pilgrim", enemies=["ranger"], sides=("chapter", "chapter"), endurance=[0, 0], rolls=[red(6), 0, red(6), 0],
        attached={"pilgrim": [Attached("overwatch", 1)], "ranger": [Attached("overwatch", 1)]},
        places={"pilgrim": "0,0:0", "pilgrim/1": "3,0:0", "ranger": "0,0:1", "ranger/1": "-3,0:0"},
    )  # fmt: skip
    play(
        combat_sequence(table, table.model("pilgrim"), table.model("ranger")), "use:0:overwatch:lower",
        "use:1:overwatch:lower", "red", "yellow", "red", "yellow", {"rolled": "keep", "pay": "crystals"},
    )  # fmt: skip
    assert table.state.places[table.model("pilgrim")] == table.state.places[table.model("ranger")] == DEAD
    assert table.events("initiative_compared") == []
