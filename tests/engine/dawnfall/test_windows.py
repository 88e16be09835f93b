"""Who is asked at a window, in which order, and how every loop ends. Sections 4 and 5 of the rulings"""

from __future__ import annotations

from typing import Any

from matches.engine.dawnfall import halves, limits, offering
from matches.engine.dawnfall.combat import combat_sequence
from matches.engine.dawnfall.moments import Fight, Moment, Roll, WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.setup import Options
from matches.engine.dawnfall.state import Attached, Marker
from matches.engine.dawnfall.windows import PASS, open_window
from matches.engine.dawnfall.wounds import wound
from matches.engine.kernel.decisions import Rule
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, play
from tests.engine.dawnfall.fielding import a_field, at, do, offers
from tests.engine.dawnfall.made_up import Notes, a_card, a_half

INSTANT = {"instant": True, "window": "W-INSTANT"}


def four_seats(*cards: Any, hands: list[tuple[str, ...]], mode: str = "ffa4", **values: Any) -> TestTable:
    """Four seats with one squad each: alpha, beta, gamma, delta; all sides have the same cards."""
    names = ("alpha", "beta", "gamma", "delta")
    squads = [a_squad(name, seat=seat) for seat, name in enumerate(names)]
    options = values.pop("options", None)
    setup = a_setup(*squads, mode=mode, cards=dict.fromkeys(range(4), cards), options=options)
    places = {name: f"{seat - 2},0:0" for seat, name in enumerate(names)}
    return a_table(setup=setup, places=places, hands=hands, **values)


def two_seats(*cards: Any, hands: tuple[tuple[str, ...], tuple[str, ...]], **values: Any) -> TestTable:
    """Two seats whose models alpha and beta touch."""
    squads = [a_squad("alpha", endurance=3), a_squad("beta", seat=1, endurance=3)]
    setup = a_setup(*squads, cards={0: cards, 1: cards}, options=values.pop("options", None))
    places = {"alpha": "0,0:0", "beta": "0,0:1"}
    return a_table(setup=setup, places=places, hands=list(hands), **values)


def before_ini(table: TestTable) -> Moment:
    """The moment before alpha and beta compare their Initiative."""
    return Moment("W-BEFORE-INI", fight=Fight(table.model("alpha"), table.model("beta")))


def teach_all(notes: Notes, card: str, place: str = "upper", count: int = 4, **terms: Any) -> None:
    for seat in range(count):
        notes.teach(f"side-{seat}", card, place, **terms)


def test_the_active_player_is_asked_first_then_the_others_clockwise(notes: Notes) -> None:  # R-ORDER, Q-24
    teach_all(notes, "flash")
    card = a_card("flash", upper=a_half(instant=True, window="W-BEFORE-INI"))
    table = four_seats(card, hands=[("flash",)] * 4, active=2)
    talk = play(open_window(table, before_ini(table)), {"*": "pass"})
    assert [decision.seat for decision in talk.asked] == [2, 3, 0, 1]


def test_after_each_play_the_window_is_offered_again_from_the_active_player_on(notes: Notes) -> None:
    # R-ORDER, DF-INSTANT-06
    teach_all(notes, "flash")
    card = a_card("flash", upper=a_half(instant=True, window="W-BEFORE-INI"))
    table = four_seats(card, hands=[("flash",)] * 4, active=2)
    talk = play(
        open_window(table, before_ini(table)),
        "pass",
        "pass",
        "play:flash:upper",
        "play:flash:upper",
        {"*": "pass"},
    )
    assert [decision.seat for decision in talk.asked] == [2, 3, 0, 2, 3, 1]
    assert notes.made == ["0:flash:upper", "2:flash:upper"]


def test_a_played_half_is_resolved_completely_before_anybody_answers(notes: Notes) -> None:  # R-ORDER, DF-INSTANT-03
    order: list[str] = []

    def deed(play: Play) -> Rule[None]:
        order.append("begins")
        yield from play.choose_number(1, 2, "How many?")
        order.append("is over")

    notes.teach("side-0", "flash", "upper", deed)
    notes.teach("side-1", "flash", "upper", lambda play: order.append("answer"))
    card = a_card("flash", upper=a_half(instant=True, window="W-BEFORE-INI"))
    table = two_seats(card, hands=(("flash",), ("flash",)))
    play(open_window(table, before_ini(table)), "play:flash:upper", "number:1", "play:flash:upper")
    assert order == ["begins", "is over", "answer"]


def test_passive_effects_come_before_optional_halves(notes: Notes) -> None:  # R-ORDER-AUTO, R-PASSIVE-EFFECT
    for seat in (0, 1):
        notes.teach(f"side-{seat}", "flash", "upper")
        halves.Faction(f"side-{seat}").passive("ward", at="W-BEFORE-INI")(_note(notes, "ward"))
    ward = a_card("ward", attach=True, lower=a_half(passive=True, currency="charge"))
    flash = a_card("flash", upper=a_half(instant=True, window="W-BEFORE-INI"))
    cards = [(Attached("ward", 0, on=True),)] * 2
    table = two_seats(ward, flash, hands=(("flash",), ()), attached=cards, active=1)
    play(open_window(table, before_ini(table)), "play:flash:upper")
    assert notes.made == ["1:ward", "0:ward", "0:flash:upper"]


def _note(notes: Notes, name: str) -> halves.Run:
    def run(play: Play) -> Rule[None]:
        yield from ()
        notes.made.append(f"{play.seat}:{name}")

    return run


def test_halves_that_cancel_the_combat_are_asked_for_first(notes: Notes) -> None:  # R-ORDER-CANCEL, DF-INSTANT-05
    def cancel(play: Play) -> None:
        play.fight.cancelled = True

    teach_all(notes, "boost", count=2)
    for seat in (0, 1):
        notes.teach(f"side-{seat}", "dodge", "upper", cancel, cancels=True)
    cards = [a_card(name, upper=a_half(instant=True, window="W-COMBAT")) for name in ("boost", "dodge")]
    table = two_seats(*cards, hands=(("boost",), ("dodge",)))
    talk = play(combat_sequence(table, table.model("alpha"), table.model("beta")), "play:dodge:upper")
    assert [decision.seat for decision in talk.asked] == [1]
    assert notes.made == ["1:dodge:upper"]
    assert table.events("combat_cancelled")
    assert table.events("die_rolled") == []


def test_wounds_are_the_business_of_the_dealing_then_of_the_wounded_side(notes: Notes) -> None:  # R-ORDER-SIDE
    teach_all(notes, "more", count=2)
    teach_all(notes, "less", count=2)
    teach_all(notes, "after", count=2)
    cards = [
        a_card("more", upper=a_half(instant=True, window="W-WOUND-DEAL")),
        a_card("less", upper=a_half(instant=True, window="W-WOUND-TAKE")),
        a_card("after", upper=a_half(instant=True, window="W-WOUND-DEALT")),
    ]
    hand = ("more", "less", "after")
    table = two_seats(*cards, hands=(hand, hand))
    talk = play(wound(table, WoundEvent(table.model("beta"), 1, 0, table.model("alpha"))), {"*": "pass"})
    assert [(d.data["window"], d.seat) for d in talk.asked] == [
        ("W-WOUND-DEAL", 0), ("W-WOUND-TAKE", 1), ("W-WOUND-DEALT", 0),
    ]  # fmt: skip


def test_a_half_in_a_window_runs_with_its_own_windows_before_the_outer_step_goes_on(notes: Notes) -> None:  # R-NEST
    def strike(play: Play) -> Rule[None]:
        yield from play.wound(play.table.model("beta"), play.table.model("alpha"))  # type: ignore[attr-defined]

    notes.teach("side-0", "strike", "upper", strike)
    notes.teach("side-1", "cry", "upper")
    cards = [
        a_card("strike", upper=a_half(instant=True, window="W-BEFORE-INI")),
        a_card("cry", upper=a_half(instant=True, window="W-WOUND-TAKEN")),
    ]
    table = two_seats(*cards, hands=(("strike",), ("cry",)))
    talk = play(open_window(table, before_ini(table)), "play:strike:upper", "play:cry:upper")
    assert [d.data["window"] for d in talk.asked] == ["W-BEFORE-INI", "W-WOUND-TAKEN"]
    assert notes.made == ["0:strike:upper", "1:cry:upper"]


def test_a_combat_won_inside_a_sequence_waits_until_it_is_over() -> None:  # R-NO-SEQUENCE, DF-COMBAT-14
    table = a_field(
        "son-of-khyber", enemies=["pilgrim"], sides=("demon", "chapter"), rolls=[4, 0, 4, 0],
        places={"son-of-khyber": "0,0:0123456", "pilgrim/0": "1,0:4", "pilgrim/1": "1,0:3"},
        attached={"son-of-khyber": [Attached("rage", 2)]},
    )  # fmt: skip
    son = table.model("son-of-khyber")
    repeat = f"use:{table.squad_of('son-of-khyber')}:rage:upper"
    talk = play(
        combat_sequence(table, son, table.model("pilgrim")),
        repeat,
        {"die": "yellow", "rolled": "keep", "move_space": "done", "target": "refrain"},
    )
    assert talk.kinds() == ["die", "die", "rolled", "window", "move_space", "target"]
    assert table.fights == []


def test_a_seat_without_a_use_is_not_asked(notes: Notes) -> None:  # R-ASK
    teach_all(notes, "flash", count=2)
    card = a_card("flash", upper=a_half(instant=True, window="W-BEFORE-INI"))
    table = two_seats(card, hands=((), ("other",)))
    assert play(open_window(table, before_ini(table))).asked == []


def test_a_match_may_ask_whoever_could_hold_an_answer_so_that_a_pause_tells_nothing(notes: Notes) -> None:  # R-ASK
    teach_all(notes, "flash", count=2)
    card = a_card("flash", upper=a_half(instant=True, window="W-BEFORE-INI", cost=3))
    open_eyes = Options(ask_always=True)
    with_it = two_seats(card, hands=((), ("flash",)), options=open_eyes, crystals=[5, 5])
    without = two_seats(card, hands=((), ("other",)), options=open_eyes, crystals=[5, 5])
    assert [d.seat for d in play(open_window(with_it, before_ini(with_it)), "pass").asked] == [1]
    talk = play(open_window(without, before_ini(without)), "pass")
    assert [[option.id for option in d.options] for d in talk.asked] == [["pass"]]
    poor = two_seats(card, hands=((), ("other",)), options=open_eyes, crystals=[5, 0], endurance=[0, 0], marker=10)
    assert play(open_window(poor, before_ini(poor))).asked == []


def test_nobody_is_asked_in_a_passive_turn_but_passive_effects_work(notes: Notes) -> None:  # R-QUIET, R-LIGHTNING
    teach_all(notes, "flash", count=2)
    halves.Faction("side-0").passive("ward", at="W-WOUND-TAKEN")(_note(notes, "ward"))
    ward = a_card("ward", attach=True, lower=a_half(passive=True, currency="charge"))
    flash = a_card("flash", upper=a_half(instant=True, window="W-WOUND-TAKEN"))
    cards = [(Attached("ward", 0, on=True),), ()]
    table = two_seats(ward, flash, hands=(("flash",), ("flash",)), attached=cards, stage="passive")
    moment = Moment("W-WOUND-TAKEN", wounds=WoundEvent(table.model("alpha"), 1, 1))
    assert play(open_window(table, moment)).asked == []
    assert notes.made == ["0:ward"]


def test_the_active_player_may_play_an_instant_before_the_others_do(notes: Notes) -> None:  # R-ORDER, section 4.3
    teach_all(notes, "flash", count=2)
    card = a_card("flash", upper=a_half(**INSTANT))
    table = two_seats(card, hands=(("flash", "flash"), ("flash",)))
    flash = "play:flash:upper"
    talk = play(open_window(table, Moment("W-INSTANT")), flash, "pass", flash, "pass")
    assert [decision.seat for decision in talk.asked] == [0, 0, 1, 0]
    assert notes.made == ["0:flash:upper", "1:flash:upper"]


def test_the_active_player_is_not_stopped_where_a_free_moment_follows_at_once(notes: Notes) -> None:
    # R-ORDER, R-ASK, section 4.3
    teach_all(notes, "flash", count=2)
    table = two_seats(a_card("flash", upper=a_half(**INSTANT)), hands=(("flash",), ()))
    assert play(open_window(table, Moment("W-INSTANT"))).asked == []
    assert "play:flash:upper" in offers(table)


def test_who_ends_the_turn_has_passed_but_may_answer_what_others_do_then(notes: Notes) -> None:  # R-ORDER, section 4.3
    teach_all(notes, "flash", count=2)
    card = a_card("flash", upper=a_half(**INSTANT))
    table = two_seats(card, hands=(("flash",), ("flash",)), stage="active_end")
    talk = play(open_window(table, Moment("W-INSTANT")), "play:flash:upper", "pass")
    assert [decision.seat for decision in talk.asked] == [1, 0]


def test_one_half_of_a_card_is_used_once_for_an_event(notes: Notes) -> None:  # R-ONCE, R-NO-LIMIT
    notes.teach("side-0", "ward", "upper")
    ward = a_card("ward", attach=True, upper=a_half(instant=True, currency="charge", cost=1, window="W-BEFORE-DEF"))
    table = two_seats(ward, hands=((), ()), attached=[(Attached("ward", 5),), ()])
    fight = Fight(table.model("beta"), table.model("alpha"), attacker=table.model("beta"), target=table.model("alpha"))
    moment = Moment("W-BEFORE-DEF", fight=fight, roll=Roll(0, 0, "defense"))
    assert len(play(open_window(table, moment), f"use:{table.squad_of('alpha')}:ward:upper").asked) == 1
    assert at(table, 0, moment) == []
    assert at(table, 0, Moment("W-BEFORE-DEF", fight=fight)) == [f"use:{table.squad_of('alpha')}:ward:upper"]


def test_a_reduction_that_adds_up_may_be_paid_again_for_one_event() -> None:  # R-ONCE
    table = a_field(
        "son-of-khyber", enemies=["angel-of-death", "pilgrim"], sides=("demon", "chapter"),
        places={"son-of-khyber": "0,0:0123456", "angel-of-death": "1,0:0123456", "pilgrim/1": "3,0:0"},
        attached={"angel-of-death": [Attached("fake-death", 3)]}, endurance=[4, 0, 0],
    )  # fmt: skip
    worthless = f"use:{table.squad_of('angel-of-death')}:fake-death:upper"
    event = WoundEvent(table.model("angel-of-death"), 1, 0, table.model("son-of-khyber"))
    play(wound(table, event), worthless, worthless)
    assert table.state.marker == 0  # 3 VP, less 2, less 2
    assert table.state.attached[table.squad_of("angel-of-death")][0].charges == 1


def test_a_passive_effect_does_not_react_to_what_it_causes_itself(notes: Notes) -> None:  # R-NO-SELF
    def thorns(play: Play) -> Rule[None]:
        notes.made.append("thorns")
        yield from play.wound(play.moment.model, -1)

    halves.Faction("side-0").passive("ward", at="W-WOUND-TAKEN")(thorns)
    ward = a_card("ward", attach=True, lower=a_half(passive=True, currency="charge"))
    table = two_seats(ward, hands=((), ()), attached=[(Attached("ward", 0, on=True),), ()])
    play(wound(table, WoundEvent(table.model("beta"), 1, 0)))
    assert notes.made == ["thorns"]


def test_an_attached_half_is_used_at_most_ten_times_a_turn(notes: Notes) -> None:  # R-LOOP, R-LIMIT
    notes.teach("side-0", "ward", "upper", lambda play: play.gain_temporary(1))
    ward = a_card("ward", attach=True, upper=a_half(currency="charge", cost=1, limit="1 per payment"))
    table = two_seats(ward, hands=((), ()), attached=[(Attached("ward", 15),), ()])
    use = f"use:{table.squad_of('alpha')}:ward:upper"
    for _ in range(limits.HALF_CAP):
        do(table, use)
    assert use not in offers(table)
    assert table.state.attached[table.squad_of("alpha")][0].charges == 5


def test_a_banner_is_used_at_most_five_times_a_turn(notes: Notes) -> None:  # R-LOOP
    halves.BANNERS["side-0", "banner", 0] = halves.Behaviour(_note(notes, "banner"), windows=("W-OWN",))
    table = two_seats(hands=((), ()))
    for _ in range(limits.BANNER_CAP):
        table.state.banner_ready[0] = True
        do(table, "banner:0")
    table.state.banner_ready[0] = True
    assert "banner:0" not in offers(table)


def test_a_token_on_a_shrine_makes_another_state() -> None:  # R-REPEAT
    table = a_table(a_squad("alpha"))
    before = limits.fingerprint(table.state)
    assert limits.fingerprint(table.state.copy()) == before
    table.state.shrine_tokens = (Marker("blessing", 0),)
    assert limits.fingerprint(table.state) != before


def test_a_use_that_brings_back_a_state_already_seen_is_refused(notes: Notes) -> None:  # R-REPEAT
    notes.teach("side-0", "ward", "upper")
    ward = a_card("ward", attach=True, upper=a_half(currency="charge", limit="1 per payment"))
    table = two_seats(ward, hands=((), ()), attached=[(Attached("ward", 1),), ()])
    use = f"use:{table.squad_of('alpha')}:ward:upper"
    do(table, use)
    assert use not in offers(table)


def test_after_a_thousand_steps_of_a_turn_nothing_optional_is_offered_any_more(notes: Notes) -> None:  # R-DEPTH
    notes.teach("side-0", "flash", "upper")
    table = two_seats(a_card("flash"), hands=(("flash", "flash"), ()))
    table.state.used["steps"] = limits.STEP_CAP - 1
    do(table, "play:flash:upper")
    assert offers(table) == []
    assert table.events("fault_noted")


def test_windows_are_not_nested_without_end(notes: Notes) -> None:  # R-DEPTH
    teach_all(notes, "flash", count=2)
    card = a_card("flash", upper=a_half(instant=True, window="W-BEFORE-INI"))
    table = two_seats(card, hands=(("flash",), ()))
    table.open = [Moment("W-BEFORE-INI")] * limits.DEPTH_CAP
    assert play(open_window(table, before_ini(table))).asked == []


def test_a_use_is_offered_with_words_and_data_to_draw_it() -> None:  # R-CHOICE
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], attached={"pilgrim": [Attached("judgment", 1)]},
        places={"pilgrim/0": "0,0:0", "bloodsmith/0": "0,0:1"},
    )  # fmt: skip
    option = next(option for option in offering.free_uses(table, 0) if option.id.startswith("use:"))
    assert option.label == "Combat (Judgment on Pilgrim)"
    assert option.data["squad"] == table.squad_of("pilgrim")
    assert PASS.label == "Pass"
