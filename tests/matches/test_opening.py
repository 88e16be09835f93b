"""How a match comes about: decks that may sit down, seats that are taken, left and given to bots."""

from __future__ import annotations

import pytest

from decks.refusals import Refusal
from decks.visitors import Visitor
from matches.engine import Options
from matches.models import Match, Seat
from matches.refusals import DeckRefused, NotAtTheTable, NotRunning, NotYourMatch, SeatTaken, SetupProblem
from matches.services import SeatPlan, open_match, seat_bot, sit_down, stand_up
from matches.setting_up.deck_choices import any_starter, bring, deck_choices, own_decks
from matches.setting_up.starters import dawnfall_factions
from tests.factories import DeckFactory, UserFactory
from tests.matches.tables import QUICK, a_visitor, against_a_bot, starter

pytestmark = pytest.mark.usefixtures("dawnfall")


def an_open_table(visitor: Visitor, kind: str = "open", **values) -> Match:
    return open_match(visitor, "duel", [SeatPlan("person", starter("chapter")), SeatPlan(kind)], QUICK, **values)


def small(faction: str = "demon"):
    """A deck that no match but a casual one takes."""
    deck = starter(faction)
    return type(deck)(faction, "duel", deck.squads[:2], {}, deck.banner, deck.shrine, "Small")


def test_rules_that_do_not_go_together_are_refused_before_anybody_comes():
    with pytest.raises(SetupProblem) as refused:
        open_match(a_visitor(), "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")],
                   {"script": True, "mulligan": True})  # fmt: skip
    assert refused.value.rule == "Q-68"
    assert not Match.objects.exists()


def test_a_faction_sits_once():
    match = an_open_table(a_visitor())
    with pytest.raises(DeckRefused, match="Chapter is at the table already"):
        sit_down(a_visitor(), match.key, 1, starter("chapter"))
    assert Seat.objects.get(match=match, number=1).kind == Seat.Kind.OPEN


def test_an_illegal_deck_stays_outside_and_is_told_why_and_what_helps():
    match = an_open_table(a_visitor())
    with pytest.raises(DeckRefused) as refused:
        sit_down(a_visitor(), match.key, 1, small())
    assert "2 squads" in refused.value.sentence()
    assert "Field 3 more squads." in refused.value.sentence()


def test_in_a_casual_match_it_sits_down_and_plays():
    deck = small()
    match = an_open_table(a_visitor(), casual=True)
    with pytest.raises(DeckRefused, match="0 cards"):
        sit_down(a_visitor(), match.key, 1, deck)
    common = {"fireball": 9}
    some = type(deck)(deck.faction, "duel", ("master-of-elements",), common, "", "", "Bare")
    match = sit_down(a_visitor(), match.key, 1, some)
    assert match.is_running
    assert match.setup["options"]["free_decks"] is True
    assert match.seats.get(number=1).deck["banner"], "a casual deck without a Banner gets the standard one"


def test_terms_are_kept():
    match = an_open_table(a_visitor(), watching="link", delay=120, hours=48)
    assert (match.watching, match.delay, match.hours) == ("link", 120, 48)


def test_the_opener_gives_a_seat_to_a_bot_and_nobody_else_does():
    opener = a_visitor()
    match = an_open_table(opener)
    with pytest.raises(NotYourMatch):
        seat_bot(a_visitor(), match.key, 1, "recruit", starter("demon"))
    match = seat_bot(opener, match.key, 1, "recruit", starter("demon"))
    assert match.is_running
    with pytest.raises(NotRunning):
        seat_bot(opener, match.key, 1, "recruit", starter("demon"))


def test_who_stands_up_leaves_a_free_seat():
    people = [a_visitor(), a_visitor()]
    seats = [SeatPlan("person", starter("chapter", "multiplayer")), SeatPlan("open"), SeatPlan("open")]
    match = open_match(people[0], "ffa3", seats, {})
    sit_down(people[1], match.key, 1, starter("demon", "multiplayer"))
    stand_up(people[1], match.key)
    seat = match.seats.get(number=1)
    assert (seat.kind, seat.user, seat.deck, seat.faction, seat.name) == (Seat.Kind.OPEN, None, None, "", "")
    with pytest.raises(NotAtTheTable):
        stand_up(people[1], match.key)
    sit_down(people[1], match.key, 1, starter("demon", "multiplayer"))


def test_nobody_stands_up_from_a_match_under_way_or_sits_down_at_one():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    with pytest.raises(NotRunning):
        stand_up(visitor, match.key)
    with pytest.raises(SeatTaken):
        sit_down(a_visitor(), match.key, 1, starter("demon"))


def test_guests_are_told_apart():
    match = an_open_table(Visitor(guest="one"))
    match = sit_down(Visitor(guest="two"), match.key, 1, starter("demon"))
    assert [seat.name for seat in match.seats.all()] == ["Guest 1", "Guest 2"]


# Decks at hand


def test_own_decks_that_are_legal_come_first_and_others_say_why(dawnfall):
    user = UserFactory()
    fine = DeckFactory(owner=user)
    DeckFactory(owner=user, name="Fours", format="multiplayer")
    DeckFactory(name="Of somebody else")
    legal, illegal = own_decks(dawnfall, Visitor(user=user), "duel", Options())
    assert legal == [fine]
    assert [(deck.name, "4 squads" in why) for deck, why in illegal] == [("Fours", True)]
    groups = [title for title, _rows in deck_choices(dawnfall, Visitor(user=user), "duel", Options())]
    assert groups == ["any", "Starter decks", "My decks", "My decks that are not legal here", "paste"]


def test_in_a_casual_match_all_own_decks_may_sit_down(dawnfall):
    user = UserFactory()
    DeckFactory(owner=user, format="multiplayer")
    legal, illegal = own_decks(dawnfall, Visitor(user=user), "duel", Options(free_decks=True))
    assert (len(legal), illegal) == (1, [])


def test_a_pasted_list_keeps_its_order_for_script_mode(dawnfall):
    deck, file = starter("chapter"), dawnfall_factions()["chapter"]
    names = {card.slug: card.name for card in file.cards}
    squads = {squad.slug: squad.name for squad in file.squads}
    cards = [slug for slug, copies in reversed(list(deck.cards.items())) for _copy in range(copies)]
    text = "\n".join(
        ["Faction: Chapter", *(squads[slug] for slug in deck.squads), *(f"1 {names[slug]}" for slug in cards)]
    )
    brought = bring(dawnfall, Visitor(), "paste", text, "duel")
    assert brought.order == tuple(cards)


@pytest.mark.parametrize(
    ("text", "said"), [("", "Paste a deck code"), ("Faction: Chapter\n3 Fire Truck", "Fire Truck")]
)
def test_what_cannot_be_read_is_told(dawnfall, text, said):
    with pytest.raises(Refusal, match=said):
        bring(dawnfall, Visitor(), "paste", text, "duel")


def test_somebody_elses_deck_cannot_be_brought(dawnfall):
    deck = DeckFactory()
    with pytest.raises(Refusal, match="There is no deck"):
        bring(dawnfall, a_visitor(), f"deck:{deck.key}", "", "duel")


def test_any_deck_is_of_a_faction_that_is_free():
    five = {"chapter", "demon", "dvergar", "faceless", "reborn"}
    assert any_starter("multiplayer", five).faction == "rhazack"
