"""How a deck did, on its own page: honest figures, and nothing of matches that are not for everybody."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from decks.models import Deck
from decks.visitors import Visitor
from matches.models import Match
from matches.stats.decks import deck_figures
from tests.factories import PublicDeckFactory, UserFactory
from tests.matches.test_statistics import over

pytestmark = pytest.mark.usefixtures("dawnfall")
NOBODY = Visitor()


@pytest.fixture
def anna() -> User:
    return UserFactory(username="Anna")


@pytest.fixture
def deck(anna: User) -> Deck:
    return PublicDeckFactory(owner=anna)


def played(deck: Deck, times: int, factions: str = "demon chapter", **values: Any) -> None:
    """Matches of the deck's owner with the deck, against a guest."""
    for _ in range(times):
        over(factions=factions, users=[deck.owner, UserFactory()], decks=[deck, None], **values)


def page_of(deck: Deck, user: User | None = None) -> str:
    client = Client()
    if user:
        client.force_login(user)
    return client.get(f"/decks/{deck.key}/").content.decode()


def test_matches_are_counted_by_result_and_by_the_other_faction(deck: Deck):
    played(deck, 8)
    played(deck, 4, winners=(1,))
    played(deck, 1, "demon faceless")
    played(deck, 1, "demon faceless", winners=())
    figures = deck_figures(deck, NOBODY)
    assert figures is not None
    assert (figures.all.won, figures.all.drawn, figures.all.lost) == (9, 1, 4)
    assert "against Chapter: 67 % (39–86 %) of 12" in figures.plot
    assert "against Faceless: too few (1)" in figures.plot
    page = page_of(deck)
    assert "14 matches with this deck: 9 won, 1 drawn, 4 lost." in page
    assert "too few (1)" in page


def test_a_deck_that_was_never_played_says_nothing(deck: Deck):
    assert deck_figures(deck, NOBODY) is None
    assert "At the table" not in page_of(deck)


def test_private_and_casual_matches_are_not_told_to_others(deck: Deck, anna: User):
    played(deck, 2, watching=Match.Watching.PLAYERS)
    played(deck, 3, watching=Match.Watching.LINK)
    played(deck, 1, casual=True)
    assert deck_figures(deck, NOBODY) is None
    own = deck_figures(deck, Visitor(anna))
    assert own is not None
    assert own.all.matches == 5
    assert "At the table" not in page_of(deck)
    assert "5 matches with this deck" in page_of(deck, anna)


def test_an_unlisted_deck_tells_its_owner_alone(deck: Deck, anna: User):
    played(deck, 3)
    Deck.objects.update(visibility=Deck.Visibility.UNLISTED)
    deck.refresh_from_db()
    assert deck_figures(deck, NOBODY) is None
    assert "At the table" not in page_of(deck)
    assert "3 matches with this deck" in page_of(deck, anna)
    assert "Only you see this, since the deck is not public." in page_of(deck, anna)


def test_who_plays_all_sides_alone_proves_nothing(deck: Deck, anna: User):
    over(users=[anna, anna], decks=[deck, None])
    assert deck_figures(deck, Visitor(anna)) is None


def test_it_takes_three_queries_however_many_matches(deck: Deck, django_assert_max_num_queries: Any):
    played(deck, 6)
    played(deck, 6, "demon faceless")
    with django_assert_max_num_queries(3):
        deck_figures(deck, NOBODY)
