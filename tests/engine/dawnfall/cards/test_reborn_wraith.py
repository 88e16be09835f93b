"""The Forest Wraith: its Deployment card, its setup Enhancement and its cards, each as it is printed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine.dawnfall import attributes, markers, turns
from matches.engine.dawnfall.board import hex_of, hexes_of
from matches.engine.dawnfall.cards.reborn_wraith import linked
from matches.engine.dawnfall.moments import Death, Moment, WoundEvent
from matches.engine.dawnfall.state import DEAD, Attached
from matches.engine.dawnfall.thickets import SUPPLY, put
from matches.engine.dawnfall.wounds import kill, wound
from tests.engine.dawnfall.building import FIRST, TestTable, footprint, play, yellow
from tests.engine.dawnfall.cards.armies import reborn, thickets_of
from tests.engine.dawnfall.cards.test_reborn_woods import EVERYWHERE
from tests.engine.dawnfall.fielding import CALM, at, charges, do, endurance, offers, use
from tests.engine.dawnfall.moving import check_ground, stands, to, to_hexes, to_space

WRAITH = "forest-wraith"
SYMBIOSIS, MANIFESTATION = (f"deploy:0:manifestation:{half}" for half in ("upper", "lower"))
SHRINE = (0, 0)


def waiting(*squads: str, shrine: tuple[int, int] = SHRINE, **values: Any) -> TestTable:
    """The Wraith waits beside the board; the Shrine of the Reborn is in the middle."""
    places = {"wyrm": "-3,0:0", "pilgrim": "1,0:1", **values.pop("places", {})}
    table = reborn(WRAITH, "wyrm", *squads, places=places, **values)
    table.state.shrines[0] = table.board.number[shrine]
    table.state.occupied |= table.board.space_bits[table.state.shrines[0]]
    return table


def wraith(*squads: str, **values: Any) -> TestTable:
    """The Wraith beside the Shrine and beside a Pilgrim."""
    places = {WRAITH: "1,0:034", "pilgrim": "1,0:1", **values.pop("places", {})}
    return waiting(*squads, places=places, **values)


# Manifestation, the Deployment card


def test_symbiosis_brings_the_wraith_to_the_shrine_with_a_thicket() -> None:
    # reborn/manifestation/upper, R-DEPLOY, R-CAVALRY, R-THICKET
    table = waiting()
    do(table, SYMBIOSIS, *to(table, "1,0:034"), "Put a Thicket", *to(table, "1,0:2"))
    assert stands(table, WRAITH) == "1,0:034"
    assert thickets_of(table) == {"1,0:2"}
    assert (table.state.modes[0], table.state.crystals[0]) == (0, 4)
    assert not {SYMBIOSIS, MANIFESTATION} & set(offers(table))
    check_ground(table)


def test_the_wraith_of_symbiosis_touches_the_shrine_and_needs_no_thicket() -> None:  # reborn/manifestation/upper
    table = waiting(overgrown=[])
    talk = do(table, SYMBIOSIS, to_space(table, "1,0:0"), FIRST, "No Thicket")
    spaces = {option.data["space"] for option in talk.asked[1].options if option.id.startswith("space")}
    assert spaces == {table.board.places[n] for n in table.board.neighbours[table.board.number[SHRINE]]}
    assert table.touch(table.model(WRAITH)) & table.board.space_bits[table.board.number[SHRINE]]
    assert thickets_of(table) == set()


@pytest.mark.parametrize(("shrine", "offered"), [("thornheart-wood", False), ("sapping-briar", True)])
def test_without_the_shrine_only_the_sapping_briar_has_overgrown_ones(shrine: str, offered: bool) -> None:
    # reborn/manifestation/upper, R-THORNHEART
    table = waiting(shrines={"reborn": shrine})
    table.state.overgrown.append(table.state.shrines[0])
    table.state.shrines[0] = -1
    assert (SYMBIOSIS in offers(table)) is offered
    assert MANIFESTATION in offers(table)


def test_manifestation_brings_the_wraith_anywhere_and_it_may_backstab() -> None:
    # reborn/manifestation/lower, R-DEPLOY, R-BACKSTAB
    table = waiting(rolls=[0, 0])
    do(table, MANIFESTATION, *to(table, "-2,2:045"))
    assert stands(table, WRAITH) == "-2,2:045"
    assert table.mode(table.roster.squads[0]).name == "Wraith"
    assert table.state.crystals[0] == 2
    table = waiting(rolls=[0, 0])
    do(table, MANIFESTATION, *to(table, "1,0:034"), {**CALM, "target": FIRST})
    assert [event["target"] for event in table.events("backstab_declared")] == [table.model("pilgrim")]
    assert table.events("attack_made")[0]["power"] == 1
    declined = waiting()
    do(declined, MANIFESTATION, *to(declined, "1,0:034"), "Let it be")
    assert declined.events("backstab_declared") == []


def test_manifestation_counts_thickets_that_are_linked_to_the_shrine() -> None:
    # reborn/manifestation/lower, reborn/thicket, R-DURATION
    table = waiting(rolls=[0, 0], thickets=["1,0:5", "1,0:6", "1,0:2"])
    wood = table.board.space_bits[table.board.number[SHRINE]]
    touching = [number for number in hexes_of(table.state.thickets) if table.board.hex_touch[number] & wood]
    assert [table.board.describe_hex(number)["hex"] for number in touching] == [5]
    assert len(linked(table, 0)) == 2
    do(table, MANIFESTATION, to_space(table, "1,0:034"), {**CALM, "target": FIRST})
    model = table.model(WRAITH)
    assert table.events("attack_made")[0]["power"] == 1 + 2
    assert attributes.value(table, model, "att") == 1 + 2
    put(table, 0, hex_of(footprint("T37", "0,1:6")))
    assert table.touch(model) & 1 << hex_of(footprint("T37", "0,1:6"))
    assert attributes.value(table, model, "att") == 1 + 3
    play(turns.end_active_turn(table))
    assert attributes.value(table, model, "att") == 1


# Thorn Beast, the setup Enhancement


def test_the_wraith_at_the_shrine_deals_an_additional_wound() -> None:  # reborn/thorn-beast/upper, R-EXTRA, R-NO-LIMIT
    table = wraith(attached={WRAITH: [Attached("thorn-beast", 2)]}, endurance=[2, 1, 3, 2])
    upper = use(table, WRAITH, "thorn-beast", "upper")
    talk = play(wound(table, WoundEvent(table.model("pilgrim"), 1, 0, table.model(WRAITH))), upper)
    assert endurance(table, "pilgrim") == 1
    assert charges(table, WRAITH) == [1]
    assert talk.kinds() == ["window"]
    other = Moment("W-WOUND-DEAL", wounds=WoundEvent(table.model("pilgrim"), 1, 0, table.model("wyrm")))
    assert at(table, 0, other) == []
    table.put(table.model(WRAITH), footprint("T37", "1,0:023"))
    moment = Moment("W-WOUND-DEAL", wounds=WoundEvent(table.model("pilgrim"), 1, 0, table.model(WRAITH)))
    near = bool(table.touch(table.model(WRAITH)) & table.board.space_bits[table.state.shrines[0]])
    assert (at(table, 0, moment) == [upper]) is near
    table.put(table.model(WRAITH), footprint("T37", "3,0:034"))
    assert at(table, 0, moment) == []


def test_thorn_beast_puts_a_thicket_where_the_wraith_has_killed() -> None:
    # reborn/thorn-beast/lower, R-NO-COST, R-PASSIVE-EFFECT
    table = wraith(attached={WRAITH: [Attached("thorn-beast", 0)]}, active=1)
    pilgrim = table.model("pilgrim")
    around = table.touch(pilgrim) & ~table.state.occupied
    talk = play(
        kill(table, Death(pilgrim, 0, table.model(WRAITH))), "Put a Thicket", to_space(table, "1,0:0"),
        to_hexes(table, "1,0:2"),
    )  # fmt: skip
    assert thickets_of(table) == {"1,0:2"}
    spaces = {option.data["space"] for option in talk.asked[1].options}
    assert spaces == {table.board.places[number // 7] for number in hexes_of(around)}


def test_thorn_beast_may_be_declined_and_needs_its_own_kill() -> None:  # reborn/thorn-beast/lower, R-SUPPLY
    table = wraith(attached={WRAITH: [Attached("thorn-beast", 0)]}, places={"pilgrim/1": "2,0:0", "pilgrim/2": "3,0:3"})
    play(kill(table, Death(table.model("pilgrim"), 0, table.model(WRAITH))), "No Thicket")
    assert thickets_of(table) == set()
    assert play(kill(table, Death(table.model("pilgrim/1"), 0, table.model("wyrm")))).asked == []
    assert table.state.winners is None
    free = [place for place in EVERYWHERE if place.partition(":")[0] not in {"-3,0", "1,0", "2,0"}]
    full = wraith(attached={WRAITH: [Attached("thorn-beast", 0)]}, thickets=free[:SUPPLY])
    assert play(kill(full, Death(full.model("pilgrim"), 0, full.model(WRAITH)))).asked == []
    assert full.state.winners is None


# Its Action cards


def test_herbs_and_photosynthesis_of_the_wraiths_cards() -> None:
    # reborn/spikes-explosion/upper, reborn/forest-elemental/upper, R-RESTORE, R-CHARGE
    table = wraith(
        hand=["spikes-explosion", "forest-elemental"], thickets=["1,0:2"], endurance=[1, 1, 1, 2],
        attached={WRAITH: [Attached("thorn-beast", 0)]},
    )  # fmt: skip
    do(table, "play:spikes-explosion:upper")
    assert endurance(table, WRAITH) == 2
    do(table, "play:forest-elemental:upper")
    assert charges(table, WRAITH) == [2]


def test_spikes_explosion_wounds_the_wraith_and_all_that_are_hit_around_it() -> None:
    # reborn/spikes-explosion/lower, R-CHECK, R-AREA
    table = wraith(
        hand=["spikes-explosion"], places={"wyrm/1": "1,0:2", "pilgrim/1": "3,0:0"}, rolls=[yellow(4)],
        endurance=[2, 1, 3, 2],
    )  # fmt: skip
    do(table, "play:spikes-explosion:lower", {**CALM, "wound_order": FIRST})
    assert (endurance(table, WRAITH), endurance(table, "wyrm"), endurance(table, "pilgrim")) == (1, 0, 2)
    assert len(table.events("die_rolled")) == 1
    assert {event["dealer"] for event in table.events("model_wounded")} == {table.model(WRAITH)}


def test_spikes_explosion_is_checked_even_if_the_wraith_dies() -> None:  # reborn/spikes-explosion/lower, R-OWN-KILL
    table = wraith(hand=["spikes-explosion"], rolls=[yellow(4)], endurance=[0, 1, 3, 2])
    do(table, "play:spikes-explosion:lower", CALM)
    assert table.state.places[table.model(WRAITH)] == DEAD
    assert endurance(table, "pilgrim") == 2
    assert table.state.marker == -2
    assert "play:spikes-explosion:lower" not in offers(waiting(hand=["spikes-explosion"]))


def test_forest_elemental_brings_thickets_to_the_wraith() -> None:  # reborn/forest-elemental/lower, R-THICKET
    table = wraith(hand=["forest-elemental"], thickets=["3,-3:0", "-3,3:0", "0,3:0", "3,-1:0"])
    do(
        table, "play:forest-elemental:lower", to_hexes(table, "3,-3:0"), to_hexes(table, "-3,3:0"), "No more",
        "Put a Thicket", *to(table, "1,0:2"), "No Thicket",
    )  # fmt: skip
    assert thickets_of(table) == {"0,3:0", "3,-1:0", "1,0:2"}
    assert table.state.crystals[0] == 4
    check_ground(table)


def test_forest_elemental_takes_three_thickets_at_most() -> None:  # reborn/forest-elemental/lower, reborn/vines
    grown = ["3,-3:0", "-3,3:0", "0,3:0", "3,-1:0"]
    table = wraith(hand=["forest-elemental"], thickets=grown)
    talk = do(table, "play:forest-elemental:lower", *(to_hexes(table, place) for place in grown[:3]), "No Thicket")
    assert thickets_of(table) == {"3,-1:0"}
    assert len(talk.options("thicket")) == 3
    bare = wraith("ancient-guard", hand=["forest-elemental"], places={"ancient-guard": "2,0:01"})
    markers.put_on_squad(bare, bare.squad_of("ancient-guard"), "vines", 0)
    assert "play:forest-elemental:lower" not in offers(bare)
