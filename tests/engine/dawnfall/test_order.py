"""What comes after what: Instants after a Move, effects that cause their own event, uses that are taken back."""

from __future__ import annotations

from typing import Any

from matches.engine.dawnfall import combat, ending, movement, playing
from matches.engine.dawnfall.moments import Fight, Moment, WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.state import Activation, Attached
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import move_wounds, wound
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import FIRST, TestTable, a_setup, a_squad, a_table, play
from tests.engine.dawnfall.fielding import a_field, do, offered
from tests.engine.dawnfall.made_up import Notes, a_card, a_half
from tests.engine.dawnfall.running import run_stage

FLASH = a_card("flash", upper=a_half(instant=True, window="W-INSTANT"))


def a_duel(*cards: Any, hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()), **state: Any) -> TestTable:
    """Alpha and beta touch."""
    squads = [a_squad("alpha", endurance=3), a_squad("beta", seat=1, endurance=3)]
    setup = a_setup(*squads, cards={0: cards, 1: cards})
    return a_table(setup=setup, places={"alpha": "0,0:0", "beta": "0,0:1"}, hands=list(hands), **state)


def asked_for_instants(talk: Any) -> list[int]:
    return [decision.seat for decision in talk.asked if decision.data.get("window") == "W-INSTANT"]


# After a Move Action


def test_after_the_move_of_an_activation_the_others_may_play_an_instant(notes: Notes) -> None:  # Q-24, DF-ACTIVE-13
    notes.teach("side-1", "flash", "upper")
    table = a_duel(FLASH, hands=((), ("flash",)), activation=Activation(0), activated=(0,))
    talk = run_stage(table, "move", {"window": "pass", "*": FIRST})
    assert asked_for_instants(talk) == [1]


def test_in_the_middle_of_a_half_all_may_play_an_instant_after_its_move_and_are_asked_once(notes: Notes) -> None:
    # Q-24, R-ORDER, section 4.1 (Move Action; Playing a half)
    for seat in (0, 1):
        notes.teach(f"side-{seat}", "flash", "upper")
    notes.teach("side-0", "march", "upper", lambda play: play.move(play.models()))
    table = a_duel(FLASH, a_card("march"), hands=(("march", "flash"), ("flash",)))
    talk = do(table, "play:march:upper", {"window": "pass", "*": FIRST})
    assert asked_for_instants(talk) == [0, 1]


def test_what_happens_after_the_move_of_a_half_may_be_answered_anew(notes: Notes) -> None:  # Q-24, R-ORDER
    def march(play: Play) -> Rule[None]:
        yield from play.move(play.models())
        play.gain_temporary(1)

    for seat in (0, 1):
        notes.teach(f"side-{seat}", "flash", "upper")
    notes.teach("side-0", "march", "upper", march)
    table = a_duel(FLASH, a_card("march"), hands=(("march", "flash"), ("flash",)))
    talk = do(table, "play:march:upper", {"window": "pass", "*": FIRST})
    assert asked_for_instants(talk) == [0, 1, 0, 1]


def test_a_move_nobody_made_is_followed_by_no_instant(notes: Notes) -> None:  # Q-24, R-OPTIONAL
    notes.teach("side-1", "flash", "upper")
    table = a_duel(FLASH, hands=((), ("flash",)))
    assert asked_for_instants(play(movement.move_action(table, 0, [table.model("alpha")]), "done")) == []


def test_a_move_that_was_answered_is_made_even_if_nobody_moves(notes: Notes) -> None:  # R-NO-LIMIT, R-ONCE, W-MOVE
    notes.teach("side-0", "haste", "upper")
    haste = a_card("haste", attach=True, upper=a_half(currency="charge", cost=1, window="W-MOVE"))
    table = a_duel(haste, attached=[(Attached("haste", 2),), ()], activation=Activation(0), activated=(0,))
    run_stage(table, "move", f"use:{table.squad_of('alpha')}:haste:upper", "done")
    assert table.state.activation == Activation(0, moved=True, first="move")


def test_a_move_that_was_not_answered_may_be_begun_again(notes: Notes) -> None:  # DF-ACTIVE-07
    table = a_duel(activation=Activation(0), activated=(0,))
    run_stage(table, "move", "done")
    assert table.state.activation == Activation(0)


# Effects and the events they cause


def test_a_used_half_does_not_react_to_the_wound_it_deals(notes: Notes) -> None:  # R-NO-SELF
    notes.teach("side-0", "again", "upper", lambda play: play.wound(play.event.model, play.event.dealer))
    again = a_card("again", attach=True, upper=a_half(
        currency="charge", cost=1, window="W-WOUND-DEALT", limit="1 per payment"
    ))  # fmt: skip
    table = a_duel(again, attached=[(Attached("again", 5),), ()])
    use = f"use:{table.squad_of('alpha')}:again:upper"
    play(wound(table, WoundEvent(table.model("beta"), 1, 0, table.model("alpha"))), use)
    assert notes.made == ["0:again:upper"]
    play(wound(table, WoundEvent(table.model("beta"), 1, 0, table.model("alpha"))), use)
    assert notes.made == ["0:again:upper"] * 2


def test_what_waits_until_the_combat_is_over_is_still_caused_by_its_half(notes: Notes) -> None:
    # R-NO-SELF, R-NO-SEQUENCE
    def later(play: Play) -> Rule[None]:
        model, dealer = play.event.model, play.event.dealer
        yield from combat.when_over(play.table, lambda: play.wound(model, dealer))

    notes.teach("side-0", "again", "upper", later)
    again = a_card("again", attach=True, upper=a_half(currency="charge", cost=1, window="W-WOUND-DEALT"))
    table = a_duel(again, attached=[(Attached("again", 5),), ()], rolls=[5, 0])
    use = f"use:{table.squad_of('alpha')}:again:upper"
    calm = {"die": "yellow", "rolled": "keep"}
    play(combat.combat_sequence(table, table.model("alpha"), table.model("beta")), use, calm)
    assert notes.made == ["0:again:upper"]
    assert table.state.endurance[1] == 1
    assert table.reacting == []


def test_an_attack_whose_rolls_were_replaced_takes_no_bonus(notes: Notes) -> None:  # R-ROLL-BONUS, R-NEST
    def decide(play: Play) -> None:
        play.fight.outcome = "held"

    for name, deed in (("shot", decide), ("boost", None)):
        notes.teach("side-0", name, "upper", deed)
    cards = [a_card(name, upper=a_half(instant=True, window="W-BEFORE-ATT")) for name in ("shot", "boost")]
    table = a_duel(*cards, hands=(("shot", "boost"), ()))
    play(combat.combat_sequence(table, table.model("alpha"), table.model("beta")), "play:shot:upper", {
        "counterattack": "decline"
    })  # fmt: skip
    assert table.state.hands[0] == ("boost",)


def test_a_half_answers_a_wound_event_once_even_if_the_wounds_go_to_another_model(notes: Notes) -> None:
    # R-ONCE, R-MOVED-WOUND
    def soften(play: Play) -> None:
        play.event.count -= 1

    notes.teach("side-0", "ward", "upper", soften)
    notes.teach("side-0", "save", "upper", lambda play: move_wounds(play.event, play.table.model("alpha/1")))
    terms = {"currency": "charge", "cost": 1, "window": "W-WOUND-TAKE", "instant": True}
    cards = [a_card(name, attach=True, upper=a_half(**terms)) for name in ("ward", "save")]
    squads = [a_squad("alpha", endurance=3, models=2), a_squad("beta", seat=1)]
    setup = a_setup(*squads, cards={0: cards})
    attached = [(Attached("ward", 3), Attached("save", 1)), ()]
    table = a_table(setup=setup, places={"alpha": "0,0:0", "alpha/1": "0,0:1", "beta": "3,0:0"}, attached=attached)
    play(wound(table, WoundEvent(table.model("alpha"), 3, 1)), "use:0:ward:upper", "use:0:save:upper")
    assert table.state.endurance[0] == 1


def test_revenge_is_asked_for_before_worthless() -> None:  # section 4.9 (W-DYING), R-ORDER
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], active=1, endurance=[0, 0],
        attached={"pilgrim": [Attached("fake-death", 2), Attached("last-man-standing", 1)]},
        places={"pilgrim": "0,0:0", "pilgrim/1": "3,0:0", "bloodsmith": "0,0:1", "bloodsmith/1": "-3,0:0"},
    )  # fmt: skip
    pilgrim, smith = table.model("pilgrim"), table.model("bloodsmith")
    fight = Fight(smith, pilgrim, attacker=smith, target=pilgrim)
    rule = wound(table, WoundEvent(pilgrim, 1, 1, smith, "attack", fight))
    talk = play(rule, "pass", "pass", f"use:{table.squad_of('pilgrim')}:fake-death:upper")
    dying = [decision for decision in talk.asked if decision.data["window"] == "W-DYING"]
    assert [[option.data.get("name") for option in decision.options] for decision in dying] == [
        ["Revenge", None], ["Worthless", None],
    ]  # fmt: skip
    assert table.state.marker == 0


# The match ends, or a use is taken back


def test_a_card_whose_effect_ends_the_match_lies_on_the_discard_pile(notes: Notes) -> None:  # DF-CARD-14, Q-26
    notes.teach("side-0", "deed", "upper", lambda play: play.kill(play.table.model("beta")))
    table = a_duel(a_card("deed"), hands=(("deed",), ()))
    do(table, "play:deed:upper")
    assert ending.over(table)
    assert (table.state.hands[0], table.state.discards[0]) == ((), ("deed",))


def test_nothing_is_told_of_a_use_that_can_still_be_taken_back() -> None:  # DF-DECK-06, R-CHOICE
    table = a_field(
        "holy-knight", "holy-knight", enemies=["bloodsmith"], hand=["leap"],
        places={"holy-knight": "0,0:01", "holy-knight@1": "1,0:01", "bloodsmith/0": "3,0:0"},
    )  # fmt: skip
    rule = playing.use(table, 0, offered(table, "play:leap:lower"))
    choice = next(rule)
    assert choice.kind == "pay"
    choice = rule.send(choice.options[0])
    assert choice.kind == "model"
    assert table.log == []
    rule.send(choice.options[0])
    assert [event.kind for event in table.log] == ["half_played", "paid"]


def test_what_was_taken_back_may_be_used_for_the_same_event_after_all(notes: Notes) -> None:  # R-ONCE, R-LIMIT
    notes.teach("side-0", "ward", "upper", lambda play: play.choose_number(1, 2, "How many?"))
    ward = a_card("ward", attach=True, upper=a_half(currency="charge", cost=1, window="W-WOUND-TAKE"))
    table = a_duel(ward, attached=[(Attached("ward", 2),), ()])
    use = f"use:{table.squad_of('alpha')}:ward:upper"
    event = WoundEvent(table.model("alpha"), 1, 1)
    moment = Moment("W-WOUND-TAKE", model=event.model, wounds=event)
    play(open_window(table, moment), use, "back", use, "number:1")
    assert table.state.attached[0][0].charges == 1
