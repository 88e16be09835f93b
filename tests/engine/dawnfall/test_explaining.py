"""Why something cannot be used now: a code, a rule and a sentence for every half that is not offered."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from matches.engine import IllegalChoice, Options, Refusal, new_game
from matches.engine.dawnfall import explaining, halves, limits, reasons
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Fight, Moment, WoundEvent
from matches.engine.dawnfall.rules import STAGES
from matches.engine.dawnfall.state import Attached
from matches.engine.dawnfall.windows import open_window
from matches.engine.dawnfall.wounds import wound
from matches.engine.kernel.decisions import Rule
from matches.setting_up.starters import starter_setup
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, play
from tests.engine.dawnfall.fielding import a_field
from tests.engine.dawnfall.made_up import Notes, a_card, a_half

CHARGED = {"currency": "charge", "cost": 1}


def a_duel(*cards: Any, hand: tuple[str, ...] = (), enemy_hand: tuple[str, ...] = (), **values: Any) -> TestTable:
    """Alpha (which has two sides) and gamma of seat 0; beta of seat 1 touches alpha."""
    squads = [a_squad("alpha", endurance=3, modes=[{}]), a_squad("gamma"), a_squad("beta", seat=1, endurance=3)]
    setup = a_setup(*squads, cards={0: cards, 1: cards})
    places = {"alpha": "0,0:0", "beta": "0,0:1", "gamma": "2,0:0"}
    return a_table(setup=setup, places=places, hands=[hand, enemy_hand], **values)


def why(table: TestTable, option: str, seat: int = 0, rule: Rule[Any] | None = None, *answers: str) -> Refusal:
    """Why the option is not offered to the seat at the question that the stage, or the rule, asks next."""
    rule = rule or STAGES[table.state.stage](table)
    pending = next(rule)
    for answer in answers:
        pending = rule.send(next(offer for offer in pending.options if offer.id == answer))
    refusal = explaining.explain(table, pending, seat)[option]
    assert explaining.why_not(table, pending, seat, option) == refusal
    return refusal


def check(refusal: Refusal, code: str, rule: str, sentence: str) -> None:
    assert (refusal.code, refusal.rule, refusal.sentence()) == (code, rule, sentence)


# Because of the turn


def test_a_half_without_lightning_waits_for_the_own_turn(notes: Notes) -> None:  # R-LIGHTNING, DF-CARD-02
    notes.teach("side-1", "deed", "upper")
    table = a_duel(a_card("deed"), hand=("deed",), enemy_hand=("deed",))
    words = "Upper deed has no lightning: it is used in your own Active turn only."
    check(why(table, "play:deed:upper", seat=1), "no_lightning", "R-LIGHTNING", words)


def test_nobody_uses_anything_in_a_passive_turn(notes: Notes) -> None:  # DF-PASSIVE-15
    table = a_duel(a_card("deed"), hand=("deed",), stage="passive")
    rule = open_window(table, Moment("W-OWN"))
    with pytest.raises(StopIteration):
        next(rule)
    pending = next(STAGES["declare"](table))
    refusal = explaining.explain(table, pending, 0)["play:deed:upper"]
    check(refusal, "passive_turn", "DF-PASSIVE-15", "In a Passive turn nobody uses cards or Banners.")


def test_the_turn_is_declared_before_anything_is_used() -> None:  # DF-TURN-01
    table = a_duel(a_card("deed"), hand=("deed",), stage="declare")
    assert why(table, "play:deed:upper").code == "turn_not_declared"


def test_nothing_is_used_in_setup() -> None:
    table = a_duel(a_card("deed"), hand=("deed",), stage="roles")
    assert (why(table, "play:deed:upper").code, why(table, "play:deed:upper").rule) == ("in_setup", "Q-17")


def test_banner_and_attaching_are_for_the_own_turn(notes: Notes) -> None:  # DF-BANNER-02, DF-ENH-04
    table = a_duel(a_card("relic", attach=True), a_card("deed"), hand=("deed",), enemy_hand=("relic",))
    assert [why(table, name, seat=1).code for name in ("banner:0", "attach:relic")] == ["not_your_turn"] * 2
    assert [why(table, name, seat=1).rule for name in ("banner:0", "attach:relic")] == ["DF-BANNER-02", "DF-ENH-04"]


# Because of what is being asked


def test_who_is_not_asked_learns_who_is(notes: Notes) -> None:  # R-ORDER
    notes.teach("side-1", "flash", "upper")
    flash = a_card("flash", upper=a_half(instant=True, window="W-INSTANT"))
    table = a_duel(flash, hand=("flash",), enemy_hand=("flash",))
    check(why(table, "play:flash:upper", seat=1), "not_asked", "R-ORDER", (
        "It is not your choice now; Player 0 is asked."
    ))  # fmt: skip


def test_what_has_begun_is_finished_first(notes: Notes) -> None:  # DF-INSTANT-03
    notes.teach("side-0", "deed", "upper", lambda play: play.choose_number(1, 2, "How many?"))
    table = a_duel(a_card("deed"), a_card("relic", attach=True), hand=("deed", "relic"))
    refusal = why(table, "attach:relic", 0, None, "play:deed:upper")
    check(refusal, "under_way", "DF-INSTANT-03", "What has begun is finished first: How many?")


def test_a_turn_without_end_offers_nothing_more(notes: Notes) -> None:  # R-DEPTH
    notes.teach("side-0", "deed", "upper")
    table = a_duel(a_card("deed"), hand=("deed",), used={"steps": limits.STEP_CAP})
    assert (why(table, "play:deed:upper").code, why(table, "play:deed:upper").rule) == ("turn_too_long", "R-DEPTH")


def test_a_half_that_answers_an_event_waits_for_it(notes: Notes) -> None:  # R-INTERRUPT
    notes.teach("side-0", "dodge", "upper")
    table = a_duel(a_card("dodge", upper=a_half("Dodge", instant=True, window="W-COMBAT")), hand=("dodge",))
    words = "Dodge is used at another moment: when a Combat is declared."
    check(why(table, "play:dodge:upper"), "wrong_window", "R-INTERRUPT", words)


def test_an_enhancement_is_not_attached_inside_an_event(notes: Notes) -> None:  # DF-ENH-04, R-INTERRUPT
    notes.teach("side-0", "flash", "upper")
    flash = a_card("flash", upper=a_half(instant=True, window="W-WOUND-TAKEN"))
    table = a_duel(flash, a_card("relic", attach=True), hand=("flash", "relic"))
    rule = wound(table, WoundEvent(table.model("alpha"), 1, 1))
    assert why(table, "attach:relic", 0, rule).code == "wrong_window"


def test_what_cancels_a_combat_has_a_step_of_its_own(notes: Notes) -> None:  # R-ORDER-CANCEL
    notes.teach("side-0", "dodge", "upper", cancels=True)
    notes.teach("side-0", "boost", "upper")
    cards = [a_card(name, upper=a_half(name, instant=True, window="W-COMBAT")) for name in ("dodge", "boost")]
    table = a_duel(*cards, hand=("dodge", "boost"))
    rule = combat_sequence(table, table.model("alpha"), table.model("beta"))
    check(why(table, "play:boost:upper", 0, rule), "other_step", "R-ORDER-CANCEL", (
        "boost belongs to the other step of this moment."
    ))  # fmt: skip


# Because of its price


def test_a_cost_that_cannot_be_covered_is_named_with_the_means(notes: Notes) -> None:  # DF-PAY-11, DF-CARD-11
    notes.teach("side-0", "deed", "upper")
    table = a_duel(a_card("deed", upper=a_half(cost=9)), hand=("deed",), crystals=[1, 0], marker=-10)
    words = "Deed costs 9; you can pay 5 at most."
    check(why(table, "play:deed:upper"), "cannot_pay", "DF-PAY-11", words)


def test_attaching_must_be_paid(notes: Notes) -> None:  # DF-ENH-03
    table = a_duel(a_card("relic", attach={"cost": 9}), hand=("relic",), crystals=[1, 0], marker=-10)
    check(why(table, "attach:relic"), "cannot_pay", "DF-ENH-03", "Relic costs 9; you can pay 5 at most.")


def test_charges_are_counted_on_the_very_card(notes: Notes) -> None:  # DF-ENH-08, DF-ENH-10
    notes.teach("side-0", "relic", "upper")
    relic = a_card("relic", attach=True, upper=a_half(currency="charge", cost=2))
    table = a_duel(relic, hand=("spare",), attached=[(Attached("relic", 1),), (), ()])
    words = "Deed needs 2 of the card’s charges; it has 1."
    check(why(table, "use:0:relic:upper"), "too_few_charges", "DF-ENH-10", words)


# Because of its Squad


def test_the_squad_of_the_band_must_be_on_the_board(notes: Notes) -> None:  # R-BAND, DF-CARD-08
    notes.teach("side-0", "deed", "lower")
    table = a_duel(a_card("deed", squad="gamma"), hand=("deed",))
    table.lift(table.model("gamma"))
    words = "Lower deed needs a model of Gamma on the board."
    check(why(table, "play:deed:lower"), "no_model", "R-BAND", words)


def relic_table(notes: Notes, squad: str = "any", half: dict[str, Any] | None = None, **values: Any) -> TestTable:
    """Alpha carries a relic with five charges."""
    for place in ("upper", "lower"):
        notes.teach("side-0", "relic", place)
    terms = a_half(**{**CHARGED, **(half or {})})
    relic = a_card("relic", squad=squad, attach=True, upper=terms, lower=terms)
    carried = values.pop("carried", Attached("relic", 5))
    return a_duel(relic, attached=[(carried,), (), ()], hand=("spare",), **values)


def test_a_card_of_a_dead_squad_rests(notes: Notes) -> None:  # R-CARRIER, Q-28
    table = relic_table(notes)
    table.lift(table.model("alpha"))
    words = "Deed needs a living model of Alpha, which carries the card."
    check(why(table, "use:0:relic:upper"), "carrier_dead", "R-CARRIER", words)


def test_the_lower_half_works_for_its_own_squad_only(notes: Notes) -> None:  # DF-ENH-13
    words = "Deed works only for the Squad that the card names, not for Alpha."
    check(why(relic_table(notes, "gamma"), "use:0:relic:lower"), "other_squad", "DF-ENH-13", words)


def test_a_squad_must_show_the_side_that_the_half_asks_for(notes: Notes) -> None:  # R-MODE-REQ
    notes.teach("side-0", "deed", "lower", can=lambda play: play.in_mode(play.models("alpha")[0], "Other"))
    table = a_duel(a_card("deed", squad="alpha"), hand=("deed",))
    words = "Lower deed needs Alpha in Other Mode."
    check(why(table, "play:deed:lower"), "wrong_mode", "R-MODE-REQ", words)
    assert table.state.modes[0] == 0


# Because of how often it was used


@pytest.mark.parametrize(
    ("limit", "used", "rule", "words"),
    [
        ("1 per turn", {"half:0:relic:upper": 1}, "R-LIMIT", "1 per turn"),
        ("", {"half:0:relic:upper": 1}, "R-NO-LIMIT", "1 per turn"),
        ("1 per payment", {"half:0:relic:upper": 10}, "R-LOOP", "10 per turn"),
    ],
)
def test_a_reached_limit_is_named(notes: Notes, limit: str, used: dict[str, int], rule: str, words: str) -> None:
    # R-LIMIT, R-NO-LIMIT, R-LOOP
    refusal = why(relic_table(notes, half={"limit": limit} if limit else {}, used=used), "use:0:relic:upper")
    check(refusal, "limit_reached", rule, f"Deed has been used as often as it may be ({words}).")


def test_a_half_answers_one_event_once(notes: Notes) -> None:  # R-ONCE
    table = relic_table(notes, half={"window": "W-BEFORE-DEF"})
    notes.teach("side-0", "relic", "lower", can=lambda play: "half:0:relic:upper" in play.moment.used)
    fight = Fight(table.model("beta"), table.model("alpha"))
    rule = open_window(table, Moment("W-BEFORE-DEF", fight=fight))
    refusal = why(table, "use:0:relic:upper", 0, rule, "use:0:relic:upper")
    assert (refusal.code, refusal.rule) == ("limit_reached", "R-ONCE")


def test_a_use_that_led_nowhere_is_not_repeated(notes: Notes) -> None:  # R-REPEAT
    table = relic_table(notes, half={"limit": "1 per payment"}, used={"barred:half:0:relic:upper": 1})
    assert (why(table, "use:0:relic:upper").code, why(table, "use:0:relic:upper").rule) == ("would_repeat", "R-REPEAT")


def test_a_half_does_not_answer_its_own_doing(notes: Notes) -> None:  # R-NO-SELF
    table = relic_table(notes, half={"window": "W-WOUND-TAKEN", "limit": "1 per payment"})
    with table.under_way("half:0:relic:upper"):
        rule = wound(table, WoundEvent(table.model("alpha"), 1, 1))
        assert why(table, "use:0:relic:upper", 0, rule).code == "own_doing"


def test_a_passive_half_that_is_on_needs_no_use(notes: Notes) -> None:  # DF-ENH-20, R-NO-COST
    halves.Faction("side-0").passive("relic", "upper", at="W-KILLED")(lambda play: iter(()))  # type: ignore[arg-type,return-value]
    table = relic_table(notes, half={"passive": True}, carried=Attached("relic", 5, on=True))
    check(why(table, "use:0:relic:upper"), "switched_on", "DF-ENH-20", "Deed is on and works by itself.")
    always = relic_table(notes, half={"passive": True, "window": "W-ALWAYS"})
    assert (why(always, "use:0:relic:upper").code, why(always, "use:0:relic:upper").rule) == (
        "switched_on",
        "R-NO-COST",
    )


def test_a_banner_is_used_once_and_no_more_than_five_times_a_turn(notes: Notes) -> None:  # DF-BANNER-03, R-LOOP
    halves.BANNERS["side-0", "banner", 0] = halves.Behaviour(lambda play: iter(()), windows=("W-OWN",))  # type: ignore[arg-type,return-value]
    table = a_duel(hand=("spare",), banner_ready=[False, True])
    check(why(table, "banner:0"), "banner_down", "DF-BANNER-03", (
        "The Banner is face down until your next Passive turn."
    ))  # fmt: skip
    often = a_duel(hand=("spare",), used={"banner:0": limits.BANNER_CAP})
    assert (why(often, "banner:0").code, why(often, "banner:0").rule) == ("limit_reached", "R-LOOP")


# Because there is nothing to do


def test_a_half_that_would_change_nothing_is_not_played(notes: Notes) -> None:  # R-PARTIAL
    notes.teach("side-0", "deed", "upper", can=lambda play: False)
    table = a_duel(a_card("deed"), hand=("deed",))
    words = "Upper deed would change nothing now, or its condition is not met."
    check(why(table, "play:deed:upper"), "nothing_to_do", "R-PARTIAL", words)


def test_no_squad_carries_two_copies(notes: Notes) -> None:  # DF-ENH-12
    copies = [(Attached("relic", 1),), (Attached("relic", 1),), ()]
    table = a_duel(a_card("relic", attach=True), hand=("relic",), attached=copies)
    check(why(table, "attach:relic"), "every_squad_has_it", "DF-ENH-12", "Each of your Squads carries Relic already.")


def test_an_enhancement_in_hand_is_attached_before_it_is_used(notes: Notes) -> None:  # DF-ENH-02
    table = a_duel(a_card("relic", attach=True), hand=("relic",))
    assert (why(table, "play:relic:upper").code, why(table, "play:relic:upper").rule) == ("attach_first", "DF-ENH-02")


def test_a_deployment_card_has_one_use() -> None:  # R-CAVALRY
    table = a_field(
        "holy-riders", "pilgrim", enemies=["bloodsmith"], hand=["leap"],
        places={"holy-riders/0": "0,0:01", "pilgrim/0": "1,0:0", "bloodsmith/0": "3,0:0"},
    )  # fmt: skip
    name = next(
        name for name in explaining.explain(table, next(STAGES["free"](table)), 0) if name.startswith("deploy:")
    )
    assert (why(table, name).code, why(table, name).rule) == ("deployed", "R-CAVALRY")


def test_a_half_without_behaviour_says_so() -> None:
    table = a_duel(a_card("deed"), hand=("deed",))
    check(why(table, "play:deed:upper"), "not_known", "Q-72", "Upper deed cannot be played here yet.")


# Choosing what is not offered


def test_a_seat_learns_nothing_about_cards_it_does_not_hold(notes: Notes) -> None:  # DF-DECK-06
    notes.teach("side-1", "deed", "upper")
    table = a_duel(a_card("deed"), hand=("spare",), enemy_hand=("deed",))
    rule = STAGES["free"](table)
    pending = next(rule)
    assert explaining.why_not(table, pending, 0, "play:deed:upper").code == "not_held"
    assert explaining.explain(table, pending, 0).keys() == {"banner:0"}


@pytest.mark.parametrize(
    ("option", "code", "rule"),
    [
        ("activate:9", "not_offered", "DF-ACTIVE-05"),
        ("fight:0", "not_offered", "DF-COMBAT-02"),
        ("nonsense", "not_offered", "R-CHOICE"),
    ],
)
def test_a_deed_that_is_not_offered_names_its_rule(option: str, code: str, rule: str) -> None:
    table = a_duel(hand=("spare",))
    refusal = explaining.why_not(table, next(STAGES["free"](table)), 0, option)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert refusal.sentence() == f"“{option}” is not among the choices now: What do you do?"
    assert explaining.why_not(table, next(STAGES["free"](table)), 1, option).code == "not_asked"


# All of it


def test_every_refusal_names_a_rule_of_the_books() -> None:
    ledger = "".join(path.read_text() for path in Path("docs/rules").glob("*.md"))
    kinds = [kind for kind in vars(reasons).values() if isinstance(kind, type) and issubclass(kind, Refusal)]
    rules = {kind.rule for kind in kinds if kind is not Refusal}
    rules |= {*explaining.CLAUSES.values(), *explaining.DEEDS.values(), "R-CHOICE", "R-ORDER", "DF-END-01"}
    assert [rule for rule in sorted(rules) if rule not in ledger] == []
    assert len({kind.code for kind in kinds}) == len(kinds)


@pytest.mark.parametrize(
    ("mode", "factions"), [("duel", ("chapter", "demon")), ("ffa3", ("demon", "chapter", "dvergar"))]
)
def test_in_random_games_every_half_is_either_offered_or_explained(mode: str, factions: tuple[str, ...]) -> None:
    setup = starter_setup(mode, factions, Options(quick_setup=True))
    game, chance = new_game(setup, "why"), Random(7)
    codes = set()
    while game.pending and len(game.choices) < 700:
        for seat in game.table.seats if game.table.roster.armies else ():
            told = game.explain(seat)
            offered = {option.id for option in game.pending.options} if game.pending.seat == seat else set()
            held = [name for name, _ in explaining._holdings(game.table, seat)]
            assert [name for name in held if (name in told) == (name in offered)] == []
            assert all(refusal.sentence() and refusal.rule for refusal in told.values())
            codes |= {refusal.code for refusal in told.values()}
        game.choose(chance.choice(game.pending.options).id)
    assert codes >= {"no_lightning", "not_asked", "wrong_window", "nothing_to_do", "under_way", "attach_first"}


def test_a_refused_choice_carries_the_reason_and_changes_nothing() -> None:
    game, chance = new_game(starter_setup("duel", ("chapter", "demon"), Options(quick_setup=True)), "why"), Random(3)
    while not (game.pending and game.pending.kind == "free" and game.explain(game.pending.seat)):
        game.choose(chance.choice(game.pending.options).id)
    before = game.to_json()
    name, refusal = next(iter(game.explain(game.pending.seat).items()))
    with pytest.raises(IllegalChoice) as refused:
        game.choose(name)
    assert refused.value.refusal == refusal == game.why_not(game.pending.seat, name)
    assert refused.value.sentence() == refusal.sentence()
    assert game.to_json() == before
    assert game.why_not(game.pending.seat, game.pending.options[0].id) is None


def test_play_is_as_before_after_an_explanation(notes: Notes) -> None:
    notes.teach("side-0", "deed", "lower", can=lambda play: play.in_mode(play.models("alpha")[0], "Other"))
    table = a_duel(a_card("deed", squad="alpha"), hand=("deed",))
    before = table.state.copy()
    why(table, "play:deed:lower")
    assert table.state == before
    assert table.log == []
    assert play(STAGES["free"](table), "end").value is None
