"""Playing Action cards from hand: halves, Squads, costs, the Discard pile. DF-CARD"""

from __future__ import annotations

from itertools import permutations

import pytest

from catalog.packs.reader import DAWNFALL
from matches.engine.dawnfall import attributes, halves, playing
from matches.engine.dawnfall.state import Marker
from tests.engine.dawnfall.building import TestTable, a_setup, a_squad, a_table, play
from tests.engine.dawnfall.fielding import a_field, do, faction, model_option, offered, offers
from tests.engine.dawnfall.made_up import Notes, a_card, a_half


def a_hand(*cards, hand=None, squads=None, crystals=5, **state) -> TestTable:  # type: ignore[no-untyped-def]
    """Seat 0 holds the cards; alpha stands apart from beta, the enemy."""
    squads = squads or [a_squad("alpha"), a_squad("beta", seat=1)]
    setup = a_setup(*squads, cards={0: cards, 1: cards})
    held = tuple(hand if hand is not None else (card.slug for card in cards))
    places = {"alpha": "0,0:0", "beta": "2,0:0"}
    return a_table(setup=setup, places=places, hands=[held, held], crystals=[crystals, crystals], **state)


def test_hand_cards_are_played_in_any_order_in_the_own_active_turn(notes: Notes) -> None:  # DF-CARD-01, SC-15
    for order in permutations(("leap", "shoot", "third")):
        for slug in order:
            notes.teach("side-0", slug, "upper")
        table = a_hand(*(a_card(slug) for slug in order))
        for slug in order:
            do(table, f"play:{slug}:upper")
        assert table.state.discards[0] == order
        assert table.state.hands[0] == ()


def test_leap_activation_and_shoot_leave_one_card_in_hand() -> None:  # DF-CARD-01, DF-CARD-08, DF-CARD-14, SC-15
    table = a_field(
        "holy-knight", "angel-of-death", "ranger", enemies=["bloodsmith"], hand=["leap", "shoot", "bash"],
        places={"holy-knight": "0,0:01", "ranger/0": "1,0:0", "angel-of-death": "-2,0:0123456", "bloodsmith": "1,-3:0"},
        rolls=[5],
    )  # fmt: skip
    do(table, "play:leap:lower", {"move_space": "done"})
    do(table, "play:shoot:lower", model_option(table, "bloodsmith"), {"die": "yellow"})
    assert table.state.discards[0] == ("leap", "shoot")
    assert table.state.hands[0] == ("bash",)


def test_a_regular_action_is_refused_in_another_players_turn(notes: Notes) -> None:  # DF-CARD-02, SC-22
    notes.teach("side-0", "deed", "upper")
    table = a_hand(a_card("deed"), active=1)
    assert offers(table, 0) == []
    assert "play:deed:upper" in offers(a_hand(a_card("deed")), 0)


def test_the_rules_come_from_the_sheet_not_from_the_card_in_short() -> None:  # DF-CARD-03, DF-CARD-15
    table = a_field("holy-knight", enemies=["bloodsmith"])
    cards = table.roster.armies[0].cards
    assert set(cards) == {card.slug for card in faction("chapter").cards}
    assert "through obstacles" in cards["leap"].lower.rules


def test_a_cards_own_exception_beats_the_rulebook() -> None:  # DF-CARD-04, DF-CARD-13
    table = a_field(
        "holy-knight", enemies=["bloodsmith"], hand=["leap"],
        places={"holy-knight": "0,0:01", "bloodsmith/0": "3,0:0"},
    )  # fmt: skip
    assert attributes.value(table, table.model("holy-knight"), "mov") == 2
    far = table.board.number[0, 3]
    talk = do(table, "play:leap:lower", f"space:{far}", {"move_hexes": f"fp:{far * 26 + 7}"})
    assert "move_space" in talk.kinds()
    assert table.space(table.model("holy-knight")) == far


def test_a_play_uses_exactly_one_of_the_two_halves(notes: Notes) -> None:  # DF-CARD-06, SC-15
    notes.teach("side-0", "deed", "upper")
    notes.teach("side-0", "deed", "lower")
    table = a_hand(a_card("deed"))
    assert offers(table)[:2] == ["play:deed:upper", "play:deed:lower"]
    do(table, "play:deed:lower")
    assert notes.made == ["0:deed:lower"]
    assert offers(table) == []


def test_the_upper_action_serves_any_own_squad() -> None:  # DF-CARD-07
    table = a_field(
        "holy-knight", "pilgrim", enemies=["bloodsmith"], hand=["bash"],
        places={"holy-knight": "0,0:01", "pilgrim/0": "1,0:0", "bloodsmith/0": "3,0:0"},
    )  # fmt: skip
    talk = do(table, "play:bash:upper", "Pilgrim", {"move_space": "done"})
    assert talk.options("squad") == [["Holy Knight", "Pilgrim", "Back"]]


def test_the_lower_action_needs_a_model_of_the_squad_named(notes: Notes) -> None:  # DF-CARD-08, R-BAND
    notes.teach("side-0", "deed", "upper")
    notes.teach("side-0", "deed", "lower")
    squads = [a_squad("alpha"), a_squad("gamma"), a_squad("beta", seat=1)]
    table = a_hand(a_card("deed", squad="gamma"), squads=squads)
    assert offers(table) == ["play:deed:upper"]
    table.put(table.model("gamma"), table.state.places[table.model("alpha")] + 1)
    assert offers(table) == ["play:deed:upper", "play:deed:lower"]


def test_the_squad_of_a_lower_action_need_not_be_the_activated_one() -> None:  # DF-CARD-08, SC-15
    table = a_field(
        "holy-knight", "ranger", enemies=["bloodsmith"], hand=["leap"],
        places={"holy-knight": "0,0:01", "ranger/0": "1,0:0", "bloodsmith/0": "3,0:0"},
    )  # fmt: skip
    table.state.activated = (table.squad_of("ranger"),)
    assert "play:leap:lower" in offers(table)


def test_playing_pays_the_cost(notes: Notes) -> None:  # DF-CARD-11, DF-CARD-10
    notes.teach("side-0", "deed", "upper")
    table = a_hand(a_card("deed", upper=a_half(cost=3)), crystals=3)
    do(table, "play:deed:upper")
    assert table.state.crystals[0] == 0
    assert table.state.depleted[0] == 3


def test_a_cost_may_be_paid_as_one_crystal_two_tokens_and_a_point(notes: Notes) -> None:  # DF-CARD-11, SC-23
    notes.teach("side-0", "deed", "upper")
    squads = [a_squad("alpha", endurance=2), a_squad("gamma", endurance=1), a_squad("beta", seat=1)]
    table = a_hand(a_card("deed", upper=a_half(cost=4)), squads=squads, crystals=3, marker=1)
    units = ["crystals", f"endurance:{table.squad_of('alpha')}", f"endurance:{table.squad_of('gamma')}", "vp"]
    play(playing.use(table, 0, offered(table, "play:deed:upper")), "mix", *units)
    assert (table.state.crystals[0], table.state.depleted[0], table.state.marker) == (2, 1, 0)
    assert [table.state.endurance[table.squad_of(name)] for name in ("alpha", "gamma")] == [1, 0]


def test_a_half_that_cannot_be_paid_is_not_offered(notes: Notes) -> None:  # DF-CARD-11, DF-PAY-11
    notes.teach("side-0", "deed", "upper")
    card = a_card("deed", upper=a_half(cost=3))
    squads = [a_squad("alpha", endurance=0), a_squad("beta", seat=1)]
    assert offers(a_hand(card, squads=squads, crystals=2, marker=-10)) == []
    assert offers(a_hand(card, squads=squads, crystals=3, marker=-10)) == ["play:deed:upper"]


def test_the_card_leaves_the_hand_before_its_effect_and_is_discarded_after_it(notes: Notes) -> None:  # DF-CARD-14, Q-26
    seen = []

    def look(play):  # type: ignore[no-untyped-def]
        seen.append((play.table.state.hands[0], play.table.state.discards[0]))

    notes.teach("side-0", "deed", "upper", look)
    table = a_hand(a_card("deed"), hand=["deed", "deed"])
    do(table, "play:deed:upper")
    assert seen == [(("deed",), ())]
    assert table.state.discards[0] == ("deed",)


def test_a_first_choice_can_be_taken_back_with_the_payment() -> None:  # R-CHOICE
    table = a_field(
        "holy-knight", "holy-knight", enemies=["bloodsmith"], hand=["leap"],
        places={"holy-knight": "0,0:01", "holy-knight@1": "1,0:01", "bloodsmith/0": "3,0:0"},
    )  # fmt: skip
    before, logged = table.state.to_json(), len(table.log)
    do(table, "play:leap:lower", "back")
    assert table.state.hands[0] == ("leap",)
    assert {**table.state.to_json(), "used": {}} == {**before, "used": {}}
    assert len(table.log) == logged


def test_a_half_that_would_change_nothing_cannot_be_played() -> None:  # R-PARTIAL
    alone = a_field("holy-knight", enemies=["bloodsmith"], hand=["shield-wall", "storm-of-blades"], places={
        "holy-knight": "0,0:01", "bloodsmith/0": "3,0:0"})  # fmt: skip
    assert [use for use in offers(alone) if use.startswith("play")] == []


def test_a_card_of_another_squads_band_serves_every_squad_when_any_is_printed() -> None:  # DF-CARD-09
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], hand=["trap"], places={"pilgrim/0": "0,0:0", "bloodsmith/0": "3,0:0"}
    )
    assert "play:trap:lower" in offers(table)


def test_tokens_are_bought_off_for_their_price_in_the_owners_turn() -> None:  # R-BUYOFF, R-FIRE
    table = a_field(
        "pilgrim", enemies=["bloodsmith"], places={"pilgrim/0": "0,0:0", "bloodsmith/0": "3,0:0"}, crystals=[3, 3],
        endurance=[0, 0], marker=-10,
    )  # fmt: skip
    pilgrim = table.model("pilgrim")
    table.state.markers[pilgrim] = (Marker("fire", 1, 2), Marker("trap", 1))
    assert offers(table, 0)[-2:] == [f"remove:{pilgrim}:fire:1", f"remove:{pilgrim}:trap:1"]
    do(table, f"remove:{pilgrim}:trap:1")
    do(table, f"remove:{pilgrim}:fire:1")
    assert table.state.markers[pilgrim] == (Marker("fire", 1, 1),)
    assert table.state.crystals[0] == 0
    assert offers(table, 1) == []


def _faction_slugs() -> list[str]:
    return sorted(path.stem for path in DAWNFALL.glob("*.yaml"))


@pytest.mark.parametrize("slug", _faction_slugs())
def test_behaviour_belongs_to_printed_halves_and_repeats_the_band_truly(slug: str) -> None:  # R-PRINTED, R-BAND
    cards = {card.slug: card for card in faction(slug).cards}
    for (owner, card, place), behaviour in halves.HALVES.items():
        if owner == slug:
            printed = cards[card].lower if place == "lower" else cards[card].upper
            assert printed is not None
            assert not printed.passive
            assert place == "upper" or behaviour.squad == cards[card].squad, f"{card} is not for {behaviour.squad}"
    for register in (halves.PASSIVES, halves.ONGOING):
        for owner, card, place in register:
            if owner == slug:
                assert (cards[card].lower if place == "lower" else cards[card].upper).passive  # type: ignore[union-attr]


def test_every_core_half_of_chapter_and_demon_has_behaviour() -> None:  # R-PRINTED
    known = {*halves.HALVES, *halves.PASSIVES, *halves.ONGOING}
    for slug in ("chapter", "demon"):
        core = [card for card in faction(slug).cards if not card.expansion]
        missing = [
            (slug, card.slug, place)
            for card in core
            for place in ("upper", "lower")
            if (slug, card.slug, place) not in known
        ]
        assert missing == []
        for banner in faction(slug).banners:
            assert all((slug, banner.slug, n) in halves.BANNERS for n in range(len(banner.options)))
        assert {(slug, shrine.slug) for shrine in faction(slug).shrines} <= set(halves.SHRINES)


def test_a_half_without_behaviour_is_not_offered(notes: Notes) -> None:
    notes.teach("side-0", "deed", "upper")
    setup = a_setup(a_squad("alpha"), a_squad("beta", seat=1), cards={0: [a_card("deed")]})
    table = a_table(setup=setup, places={"alpha": "0,0:0", "beta": "3,0:0"}, hands=[("deed",), ()])
    assert offers(table) == ["play:deed:upper"]
