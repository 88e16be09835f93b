"""Cavalry: beside the board until its Deployment card brings the whole Squad in, once in a match."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from catalog.packs import schema
from catalog.packs.schema import DeckFormat
from matches.engine import Options, load_game, new_game
from matches.engine.dawnfall import cavalry, ending, paying, placing, turns, wounds
from matches.engine.dawnfall.cavalry import APART, ONE_SPACE, Arrival, arrives, arrives_in_some_mode, deploy, places
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.moments import Death, Moment
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.dawnfall.refusing import check_setup
from matches.engine.dawnfall.state import DEAD, State
from matches.engine.dawnfall.views import view
from matches.engine.kernel.chance import SeededChance
from matches.engine.kernel.refusals import SetupRefused
from matches.setting_up.starters import random_deck, random_setup, starter_setup
from tests.engine.dawnfall import invariants
from tests.engine.dawnfall.building import FIRST, TestTable, a_setup, a_squad, a_table, play, red
from tests.engine.dawnfall.fielding import at, do, offers
from tests.engine.dawnfall.made_up import Notes, a_card, a_half
from tests.engine.dawnfall.running import fresh_table, run_until

UPPER, LOWER = "deploy:1:arrive:upper", "deploy:1:arrive:lower"
WITH_CAVALRY = Options(expansions=True, ask_always=False)


def arrival_card() -> schema.Card:
    halves = {
        "upper": a_half("Trot", cost=1, window="W-DEPLOY"),
        "lower": a_half("Gallop", cost=2, window="W-DEPLOY"),
    }
    return a_card("arrive", "riders", kind="deployment", **halves)


def anywhere(play: Choosing) -> Arrival:
    return Arrival(places(play))


def riders(notes: Notes, terms=anywhere, *, models: int = 2, base: int = 1, **state) -> TestTable:
    """Two Riders wait beside the board; both halves bring them in on the same terms."""
    for place in ("upper", "lower"):
        notes.teach("side-0", "arrive", place, lambda play: deploy(play, terms(play)), can=arrives(terms))
    squads = [
        a_squad("alpha"),
        a_squad("riders", tags=["cavalry"], models=models, base=base, endurance=2, modes=[{"mov": 3}]),
        a_squad("beta", 1),
    ]
    where = {"alpha": "0,0:0", "beta": "2,0:0", **state.pop("places", {})}
    return a_table(setup=a_setup(*squads, cards={0: [arrival_card()]}), places=where, **state)


def spaces_of(table: TestTable, *names: str) -> list[tuple[int, int]]:
    return [table.board.places[table.space(table.model(name))] for name in names]


# Playing the card


def test_both_halves_are_offered_in_the_own_active_turn_as_long_as_the_squad_waits(notes):  # R-CAVALRY, R-DEPLOY
    table = riders(notes)
    assert {UPPER, LOWER} <= set(offers(table))
    table.state.active = 1
    assert not {UPPER, LOWER} & {*offers(table), *offers(table, 1)}


def test_the_card_is_offered_at_no_other_window(notes):  # R-DEPLOY
    table = riders(notes)
    assert at(table, 0, Moment("W-INSTANT")) == []
    assert at(table, 0, Moment("W-OWN")) == []
    assert at(table, 0, Moment("W-DEPLOY")) == [UPPER, LOWER]


def test_one_half_brings_in_the_whole_squad_and_the_card_is_gone(notes):  # R-DEPLOY
    table = riders(notes)
    do(table, UPPER, "space:0", FIRST, {"*": FIRST})
    assert len(table.standing(table.roster.squads[1])) == 2
    assert not {UPPER, LOWER} & set(offers(table))
    assert table.state.discards == [(), ()]
    assert table.events("cavalry_deployed") == [{"seat": 0, "squad": 1, "mode": 0}]


def test_cavalry_that_has_died_does_not_come_again(notes):  # R-DEPLOY, R-EXTRA-CAP
    table = riders(notes)
    do(table, UPPER, "space:0", FIRST, {"*": FIRST})
    for model in table.roster.squads[1].models:
        table.lift(model, DEAD)
    assert not {UPPER, LOWER} & set(offers(table))


@pytest.mark.parametrize(("half", "left"), [(UPPER, 1), (LOWER, 0)])
def test_the_printed_cost_is_paid(notes, half, left):  # DF-CARD-11
    table = riders(notes)
    do(table, half, "space:0", FIRST, {"*": FIRST})
    assert (table.state.crystals[0], table.state.depleted[0]) == (left, 2 - left)


def test_who_cannot_pay_is_not_offered_the_card(notes):  # DF-PAY-11
    table = riders(notes, crystals=[1, 2], endurance=[0, 0, 1], marker=-10)
    assert (UPPER in offers(table), LOWER in offers(table)) == (True, False)


def test_the_payment_can_be_taken_back(notes):  # DF-PAY-06
    table = riders(notes)
    before = table.state.copy()
    do(table, UPPER, {"pay": "back"})
    assert replace_used(table.state) == replace_used(before)
    assert table.log == []


def replace_used(state: State) -> State:
    twin = state.copy()
    twin.used = {}
    return twin


# Where the models stand


def test_the_models_stand_base_to_base(notes):  # R-DEPLOY
    table = riders(notes, models=3)
    talk = do(table, UPPER, "space:0", FIRST, {"*": FIRST})
    one, two, three = table.roster.squads[1].models
    assert table.touching(one, two)
    assert table.touching(one, three) or table.touching(two, three)
    assert "back" in {option.id for option in talk.asked[2].options}


def test_the_last_model_set_down_can_be_taken_up_again(notes):
    table = riders(notes)
    do(table, UPPER, "space:0", FIRST, "back", "back", "space:20", FIRST, {"*": FIRST})
    assert table.space(table.model("riders")) == 20


def test_contact_bans_of_deployment_do_not_apply(notes):  # R-DEPLOY
    table = riders(notes, sources=[0])
    around = set(table.board.neighbours[table.space(table.model("beta"))])
    talk = do(table, UPPER, FIRST, {"*": FIRST})
    offered = {int(option.id.partition(":")[2]) for option in talk.asked[1].options if option.id.startswith("space")}
    assert around <= offered
    assert 0 not in offered


def test_all_in_one_space_if_the_card_says_so(notes):  # R-DEPLOY
    table = riders(notes, lambda play: Arrival(places(play, [5, 6]), near=ONE_SPACE), base=2)
    talk = do(table, UPPER, "space:6", FIRST, {"*": FIRST})
    assert [option.id for option in talk.asked[1].options] == ["space:5", "space:6"]
    assert [table.space(model) for model in table.roster.squads[1].models] == [6, 6]


def test_a_space_without_room_for_all_is_not_offered(notes):  # R-DEPLOY
    table = riders(notes, lambda play: Arrival(places(play, [5, 6]), near=ONE_SPACE), base=2)
    assert UPPER in offers(table)
    crowded = riders(notes, lambda play: Arrival(places(play, [5, 6]), near=ONE_SPACE), base=3)
    assert UPPER not in offers(crowded)  # two bases of three hexes never fit into one Space


def test_apart_if_the_card_says_so(notes):  # R-DEPLOY
    table = riders(notes, lambda play: Arrival(places(play), near=APART))
    do(table, UPPER, "space:0", FIRST, "space:30", FIRST)
    assert [table.space(model) for model in table.roster.squads[1].models] == [0, 30]


def test_nobody_is_pushed_unless_the_card_says_so(notes):  # R-REPOSITION
    table = riders(notes, models=1, base=2)
    beta = table.model("beta")
    there = [spot for spot in placing.anywhere(table, table.model("riders")) if covers(table, spot, beta)]
    notes.teach("side-0", "arrive", "upper", can=arrives(lambda play: Arrival(there)))
    notes.teach("side-0", "arrive", "lower", can=arrives(lambda play: Arrival(there, pushes=Pushes())))
    assert (UPPER in offers(table), LOWER in offers(table)) == (False, True)


def covers(table: TestTable, spot: int, model: int) -> bool:
    return bool(table.board.footprint_bits[spot] & table.bits(model))


def test_who_is_pushed_ends_base_to_base_with_the_pusher_and_is_told(notes):  # R-PUSH-ANY, R-CARD-PUSH
    pushed: list[int] = []
    table = riders(notes, models=1)
    place = table.state.places[table.model("beta")]
    terms = lambda play: Arrival([place], pushes=Pushes(any_base=True))  # noqa: E731
    notes.teach("side-0", "arrive", "lower", lambda play: gather(pushed, play, terms), can=arrives(terms))
    do(table, LOWER, {"*": FIRST})
    assert pushed == [table.model("beta")]
    assert table.touching(table.model("riders"), table.model("beta"))


def gather(found, play, terms):
    found += yield from deploy(play, terms(play))


def test_the_player_picks_the_mode_if_the_card_says_so(notes):  # R-DEPLOY
    def terms(play: Choosing, mode: int) -> Arrival:
        return Arrival(places(play, mode=mode), mode)

    def come(play):
        yield from deploy(play, (yield from cavalry.choose_mode(play, terms)))

    table = riders(notes)
    notes.teach("side-0", "arrive", "lower", come, can=arrives_in_some_mode(terms))
    talk = do(table, LOWER, "mode:1", "space:0", FIRST, {"*": FIRST})
    assert talk.options("mode") == [["Basic mode", "Other mode", "Back"]]
    assert table.state.modes[1] == 1


def test_squads_that_come_without_a_word_are_in_basic_mode(notes):  # R-DEPLOY
    table = riders(notes)
    table.state.modes[1] = 1
    do(table, UPPER, "space:0", FIRST, {"*": FIRST})
    assert table.state.modes[1] == 0


# Waiting


def test_waiting_cavalry_is_alive_pays_and_is_not_on_the_board(notes):  # R-CAVALRY
    table = riders(notes, crystals=[0, 0])
    squad = table.roster.squads[1]
    assert table.alive(squad)
    assert table.standing(squad) == []
    assert "endurance:1" in [purse.id for purse in paying.purses(table, 0, "something")]
    assert squad not in turns.squads_to_activate(table, 0)


def test_everybody_sees_who_waits_and_the_card_beside_it(notes):  # R-DEPLOY
    table = riders(notes)
    for seat in (0, 1, None):
        seen = view(table, seat)
        assert [squad["deployment"] for squad in seen["squads"]] == [None, "arrive", None]
        assert [model["status"] for model in seen["models"]] == ["board", "waiting", "waiting", "board"]
    do(table, UPPER, "space:0", FIRST, {"*": FIRST})
    assert view(table, 1)["squads"][1]["deployment"] is None


def test_cavalry_saves_its_player_only_as_long_as_the_ruling_says_so(notes, monkeypatch):  # R-CAVALRY
    table = riders(notes)
    play(wounds.kill(table, Death(table.model("alpha"), 1)))
    assert table.state.winners is None
    monkeypatch.setattr(ending, "CAVALRY_GRACE", False)
    table = riders(notes)
    play(wounds.kill(table, Death(table.model("alpha"), 1)))
    assert table.state.winners == (1,)


def test_cavalry_that_comes_in_its_last_turn_saves_the_match(notes):  # R-CAVALRY
    table = riders(notes)
    play(wounds.kill(table, Death(table.model("alpha"), 1)))
    turns.next_turn(table)
    turns.next_turn(table)
    table.state.stage = "free"
    do(table, UPPER, "space:0", FIRST, {"*": FIRST})
    turns.next_turn(table)
    assert table.state.winners is None


# Setup


def cavalry_setup(mode: str = "duel", options: Options = WITH_CAVALRY, factions=("chapter", "demon"), seed=b"riders"):
    return replace(random_setup(mode, factions, options, SeededChance(seed), cavalry=True), options=options)


def refused(setup) -> tuple[str, str]:
    with pytest.raises(SetupRefused) as refusal:
        check_setup(setup)
    return refusal.value.rule, refusal.value.sentence()


def test_cavalry_is_for_matches_in_which_all_agreed_to_expansions():  # R-CAVALRY, section 6.1
    check_setup(cavalry_setup())
    rule, sentence = refused(cavalry_setup(options=Options()))
    assert rule == "R-CAVALRY"
    assert sentence == "Player 1: Holy Riders is for matches in which all agreed to expansions."
    check_setup(starter_setup("duel", ("chapter", "demon"), WITH_CAVALRY))


def changed(setup, **changes):
    """The setup with another catalogue file of the Chapter."""
    return replace(setup, factions={**setup.factions, "chapter": setup.factions["chapter"].model_copy(update=changes)})


@pytest.mark.parametrize(("lost", "rule"), [("winged-charge", "R-DEPLOY"), ("gallop", "R-SETUP-ATTACH")])
def test_cavalry_never_comes_without_its_two_cards(lost, rule):  # R-CAVALRY, R-DEPLOY, R-SETUP-ATTACH
    setup = cavalry_setup()
    cards = [card for card in setup.factions["chapter"].cards if card.slug != lost]
    assert refused(changed(setup, cards=cards))[0] == rule


def test_one_cavalry_squad_at_most():  # R-CAVALRY, section 6.1
    setup = cavalry_setup()
    squads = [
        squad.model_copy(update={"copies": 2}) if squad.slug == "holy-riders" else squad
        for squad in setup.factions["chapter"].squads
    ]
    deck = setup.seats[0].decks[0]
    double = replace(deck, squads=("holy-riders", *deck.squads[:4]))
    seats = (replace(setup.seats[0], decks=(double,)), setup.seats[1])
    rule, sentence = refused(replace(changed(setup, squads=squads), seats=seats))
    assert (rule, sentence) == ("R-CAVALRY", "Player 1: 2 cavalry Squads, at most 1 is allowed.")


def test_the_deployment_card_is_in_no_deck():  # R-DEPLOY
    setup = cavalry_setup()
    deck = setup.seats[0].decks[0]
    seats = (replace(setup.seats[0], decks=(replace(deck, cards={**deck.cards, "winged-charge": 1}),)), setup.seats[1])
    assert refused(replace(setup, seats=seats))[0] == "R-SETUP-ATTACH"


def test_the_setup_enhancement_lies_on_the_squad_and_cavalry_waits():  # R-SETUP-ATTACH, R-CAVALRY
    table = fresh_table(cavalry_setup(), red(5), red(3), *[0] * 48)
    run_until(table, "roles", {"*": FIRST})
    riders, succubi = (table.squad_of(name) for name in ("holy-riders", "succubus"))
    assert [(card.card, card.charges) for card in table.state.attached[riders]] == [("gallop", 1)]
    assert [(card.card, card.charges) for card in table.state.attached[succubi]] == [("venomous-kiss", 1)]
    assert table.state.neutral_charges == 18
    assert cavalry.undeployed(table, table.roster.squads[riders])


def test_random_decks_hold_cavalry_only_if_asked():
    for number in range(5):
        chance = SeededChance(f"{number}".encode())
        assert "holy-riders" not in random_deck("chapter", DeckFormat.DUEL, chance).squads
        deck = random_deck("chapter", DeckFormat.DUEL, chance, cavalry=True)
        assert "holy-riders" in deck.squads
        assert not {"winged-charge", "gallop"} & set(deck.cards)


@pytest.mark.parametrize("mode", ["duel", "ffa3", "team"])
def test_random_games_with_cavalry(mode):  # R-CAVALRY
    factions = ("chapter", "demon", "dvergar", "faceless")[: {"duel": 2, "ffa3": 3, "team": 4}[mode]]
    chance = Random(mode)
    arrived = 0
    for number in range(3):
        game = new_game(cavalry_setup(mode, factions=factions, seed=f"{mode} {number}".encode()), f"{number}")
        while game.pending:
            assert len(game.choices) < 20_000
            wanted = [option.id for option in game.pending.options if option.id.startswith("deploy:")]
            game.choose(chance.choice(wanted or [option.id for option in game.pending.options]))
            invariants.check(game)
            if chance.random() < 0.02:
                twin = load_game(game.setup, game.seed, json.loads(json.dumps(game.to_json())))
                assert twin.pending == game.pending
                assert twin.table.state == game.table.state
        arrived += sum(event.kind == "cavalry_deployed" for event in game.log)
    assert arrived
