"""Script mode: everybody lays their own deck in order, nobody else sees it, and only then the match begins."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from decks.visitors import Visitor
from matches.models import Match
from matches.refusals import NotAtTheTable, NothingToArrange, WrongScript
from matches.services import SeatPlan, arrange, game_of, open_match, sit_down
from matches.setting_up.scripts import first_order, laid, moved, to_places, typed_places
from matches.showing.company import room_stamp
from tests.matches.tables import QUICK, a_visitor, starter
from tests.matches.test_table_page import client_of

SCRIPT = {**QUICK, "script": True}
ABC = ["a", "b", "c", "d"]


@pytest.fixture
def anna() -> Visitor:
    return a_visitor(username="Anna")


@pytest.fixture
def bert() -> Visitor:
    return a_visitor(username="Bert")


def scripted(visitor: Visitor, other: str = "bot", **options: Any) -> Match:
    """A table in Script mode: the visitor has the Chapter, the other seat the Demons or nobody."""
    deck = starter("demon") if other == "bot" else None
    seats = [SeatPlan("person", starter("chapter")), SeatPlan(other, deck)]
    return open_match(visitor, "duel", seats, SCRIPT | options)


def backwards(match: Match, number: int = 0) -> list[str]:
    deck = match.seats.get(number=number).deck
    assert deck is not None
    return list(reversed(first_order(deck)))


@pytest.mark.usefixtures("dawnfall")
class TestTheTable:
    def test_it_waits_until_the_deck_lies_in_order_and_then_deals_from_the_top(self, anna: Visitor):
        match = scripted(anna)
        assert match.is_open
        order = backwards(match)
        match = arrange(anna, match.key, 0, order)
        assert match.is_running
        assert list(game_of(match).setup.seats[0].decks[0].order) == order

    def test_bots_take_the_order_of_the_list(self, anna: Visitor):
        match = scripted(anna)
        bot = match.seats.get(number=1).deck
        assert bot is not None
        assert len(bot["order"]) == sum(starter("demon").cards.values())

    def test_an_order_that_came_with_the_deck_is_enough(self, anna: Visitor, bert: Visitor):
        match = scripted(anna, other="open")
        arrange(anna, match.key, 0, backwards(match))
        deck = starter("demon")
        order = tuple(slug for slug, copies in deck.cards.items() for _copy in range(copies))
        assert sit_down(bert, match.key, 1, deck, order=order).is_running

    def test_all_have_to_be_done(self, anna: Visitor, bert: Visitor):
        match = scripted(anna, other="open")
        match = arrange(anna, match.key, 0, backwards(match))
        before = room_stamp(match)
        match = sit_down(bert, match.key, 1, starter("demon"))
        assert match.is_open
        assert room_stamp(match) != before
        assert arrange(bert, match.key, 1, backwards(match, 1)).is_running

    @pytest.mark.parametrize("spoil", [lambda order: order[1:], lambda order: [*order, order[0]], lambda order: []])
    def test_what_is_no_order_of_the_deck_is_refused(self, anna: Visitor, spoil: Any):
        match = scripted(anna)
        with pytest.raises(WrongScript, match="every card of the deck and no other"):
            arrange(anna, match.key, 0, spoil(backwards(match)))
        assert Match.objects.get(pk=match.pk).is_open

    def test_a_card_of_another_deck_is_named(self, anna: Visitor):
        match = scripted(anna)
        with pytest.raises(WrongScript, match="Fireball|fireball"):
            arrange(anna, match.key, 0, [*backwards(match), "fireball"])

    def test_nobody_arranges_for_another_or_too_late(self, anna: Visitor, bert: Visitor):
        match = scripted(anna)
        order = backwards(match)
        with pytest.raises(NotAtTheTable):
            arrange(bert, match.key, 0, order)
        with pytest.raises(NotAtTheTable):
            arrange(anna, match.key, 1, backwards(match, 1))
        arrange(anna, match.key, 0, order)
        with pytest.raises(NothingToArrange):
            arrange(anna, match.key, 0, order)

    def test_without_script_there_is_nothing_to_arrange(self, anna: Visitor):
        match = open_match(anna, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
        with pytest.raises(NothingToArrange):
            arrange(anna, match.key, 0, [])


@pytest.mark.usefixtures("dawnfall")
class TestThePage:
    def test_the_room_leads_there_and_the_order_is_kept(self, anna: Visitor):
        match, client = scripted(anna), client_of(anna)
        page = client.get(f"/matches/{match.key}/").content.decode()
        address = f"/matches/{match.key}/script/0/"
        assert address in page
        order = backwards(match)
        answer = client.post(address, {"card": order, "place": list(range(1, len(order) + 1)), "keep": "1"})
        assert answer.status_code == 302
        assert Match.objects.get(pk=match.pk).setup["seats"][0]["decks"][0]["order"] == order

    def test_buttons_and_numbers_work_without_javascript_and_keep_nothing(self, anna: Visitor):
        match, client = scripted(anna), client_of(anna)
        order = backwards(match)[::-1]
        places = [str(number) for number in range(1, len(order) + 1)]
        address = f"/matches/{match.key}/script/0/"
        down = client.post(address, {"card": order, "place": places, "move": "1:down"})
        assert cards_of(down) == [order[1], order[0], *order[2:]]
        sorted_anew = client.post(address, {"card": order, "place": ["3", *places[1:]], "sort": "1"})
        assert cards_of(sorted_anew) == [order[1], order[2], order[0], *order[3:]]
        assert Match.objects.get(pk=match.pk).is_open

    def test_a_wrong_order_comes_back_with_a_sentence(self, anna: Visitor):
        match, client = scripted(anna), client_of(anna)
        answer = client.post(f"/matches/{match.key}/script/0/", {"card": ["fireball"], "keep": "1"})
        assert answer.status_code == 409
        assert "Nothing was kept." in answer.content.decode()
        assert cards_of(answer) == backwards(match)[::-1]

    def test_nobody_else_sees_it(self, anna: Visitor, bert: Visitor):
        match = scripted(anna, other="open")
        sit_down(bert, match.key, 1, starter("demon"))
        arrange(anna, match.key, 0, backwards(match))
        for client in (client_of(bert), Client()):
            answer = client.get(f"/matches/{match.key}/script/0/")
            assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match.key}/")
            room = client.get(f"/matches/{match.key}/").content.decode()
            assert "The deck lies in order." in room
            assert backwards(match)[0] not in room

    def test_the_api_lays_it_in_order_too(self, anna: Visitor):
        match, client = scripted(anna), client_of(anna)
        address = f"/api/v1/matches/{match.key}/seats/0/script/"
        wrong = client.post(address, {"order": ["fireball"]}, content_type="application/json")
        assert wrong.status_code in {400, 409}
        answer = client.post(address, {"order": backwards(match)}, content_type="application/json")
        assert (answer.status_code, answer.json()["status"]) == (200, "running")


def cards_of(answer: Any) -> list[str]:
    return [card.slug for card in answer.context["cards"]]


@pytest.mark.parametrize(
    ("wish", "order"),
    [
        ("1:down", "bacd"), ("3:up", "acbd"), ("4:top", "dabc"), ("1:bottom", "bcda"), ("1:up", "abcd"),
        ("9:up", "abcd"), ("x", "abcd"),
    ],
)  # fmt: skip
def test_a_card_goes_where_it_is_sent(wish: str, order: str):
    assert "".join(moved(ABC, wish)) == order


def test_typed_numbers_say_who_goes_where():
    assert typed_places(["1", "1", "3", ""]) == {1: 1}
    assert to_places(ABC, {1: 1}) == ["b", "a", "c", "d"]
    assert to_places(ABC, {0: 99}) == ["b", "c", "d", "a"]
    assert to_places(ABC, {0: 3, 3: 1}) == ["d", "b", "a", "c"]


def test_only_cards_of_the_faction_are_listed():
    assert [(card.place, card.slug) for card in laid("demon", ["nonsense", "fireball"])] == [(1, "fireball")]
