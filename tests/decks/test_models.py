"""Decks as rows: who sees which, what the questions find, and what the database itself refuses."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from catalog.models import Card, GameSystem
from decks import facts, legality
from decks.models import KEY_LETTERS, Comment, Deck, new_key
from decks.rules.formats import DUEL
from decks.visitors import Visitor
from tests.factories import CommentFactory, DeckFactory, LikeFactory, PublicDeckFactory, UserFactory

pytestmark = pytest.mark.usefixtures("dawnfall")
NOBODY = Visitor()


def test_a_key_is_short_and_cannot_be_guessed():
    keys = {new_key() for _ in range(500)}
    assert len(keys) == 500
    assert {len(key) for key in keys} == {11}
    assert len(KEY_LETTERS) ** 11 > 2**63
    assert not set("0O1lI") & set(KEY_LETTERS)


def test_a_deck_is_a_list_for_the_rules():
    deck = DeckFactory(name="Fire", squads={"succubus": 1, "master-of-elements": 2}, cards={"fireball": 3})
    assert (deck.list.system, deck.list.faction, deck.list.format, deck.list.name) == (
        "dawnfall",
        "demon",
        "duel",
        "Fire",
    )
    assert deck.list.squads == ("master-of-elements", "master-of-elements", "succubus")
    assert deck.list.cards == {"fireball": 3}
    assert (deck.size, deck.army_size, deck.rules_format) == (3, 3, DUEL)


def test_problems_are_found_against_the_present_catalogue():
    deck = DeckFactory()
    assert deck.problems() == []
    Card.objects.filter(faction=deck.faction, slug=min(deck.cards)).update(retired=True)
    facts.forget()
    assert [problem.slug for problem in deck.problems()] == [min(deck.cards)]


@pytest.mark.parametrize(
    ("visibility", "by_key", "in_lists"),
    [("private", False, False), ("unlisted", True, False), ("public", True, True)],
)
def test_visibility_decides_who_finds_a_deck(anna: User, visibility: str, by_key: bool, in_lists: bool):
    deck = DeckFactory(owner=anna, visibility=visibility)
    strangers = [NOBODY, Visitor(guest="somebody"), Visitor(UserFactory()), Visitor(UserFactory(is_staff=True))]
    for visitor in strangers:
        assert Deck.objects.visible_to(visitor).contains(deck) is visitor.may_see(deck) is by_key
        assert Deck.objects.listed_for(visitor).contains(deck) is in_lists
        assert not Deck.objects.owned_by(visitor).contains(deck)
        assert not visitor.may_edit(deck)
    assert Deck.objects.public().contains(deck) is in_lists
    owner = Visitor(anna)
    assert Deck.objects.visible_to(owner).contains(deck)
    assert Deck.objects.listed_for(owner).contains(deck)
    assert owner.may_see(deck)
    assert owner.may_edit(deck)


def test_a_guest_finds_their_decks_by_their_key_alone():
    deck = DeckFactory(guest="k-1")
    own, other = Visitor(guest="k-1"), Visitor(guest="k-2")
    assert own.may_edit(deck)
    assert list(Deck.objects.owned_by(own)) == [deck]
    for visitor in (other, NOBODY, Visitor(UserFactory(), guest="k-1")):
        assert not visitor.may_see(deck)
        assert not Deck.objects.visible_to(visitor).exists()
        assert not Deck.objects.owned_by(visitor).exists()


def test_decks_of_a_closed_account_are_not_shown(anna: User):
    public, unlisted = PublicDeckFactory(owner=anna), DeckFactory(owner=anna, visibility="unlisted")
    assert Deck.objects.visible_to(NOBODY).count() == 2
    anna.is_active = False
    anna.save()
    for deck in Deck.objects.filter(pk__in=[public.pk, unlisted.pk]):
        assert not NOBODY.may_see(deck)
    assert not Deck.objects.visible_to(NOBODY).exists()
    assert not Deck.objects.public().exists()
    assert not Deck.objects.listed_for(NOBODY).exists()


def test_decks_are_found_by_what_they_are_and_hold(anna: User):
    fire = PublicDeckFactory(owner=anna, name="Fire & Ice", cards={"fireball": 2}, squads={"succubus": 1})
    other = PublicDeckFactory(faction_slug="chapter", format="short")
    decks = Deck.objects.all()
    assert list(decks.containing_card("fireball")) == [fire]
    assert list(decks.containing_squad("succubus")) == [fire]
    assert list(decks.containing_card("succubus")) == []
    assert list(decks.of_faction("chapter")) == [other]
    assert list(decks.in_format("short")) == [other]
    assert list(decks.by_author("ANNA")) == [fire]
    assert list(decks.named("fire &")) == [fire]
    assert decks.of_system("dawnfall").count() == 2
    assert not decks.of_system("chess").exists()


def test_lists_are_sorted_by_likes_by_age_and_by_name(anna: User):
    now = timezone.now()
    old = PublicDeckFactory(name="b", published=now - timedelta(days=3), changed=now)
    new = PublicDeckFactory(name="A", published=now, changed=now - timedelta(days=1))
    draft = DeckFactory(name="c", changed=now + timedelta(days=1))
    LikeFactory.create_batch(2, deck=old)
    LikeFactory(deck=new, user=anna)
    assert list(Deck.objects.liked_first()) == [old, new, draft]
    assert list(Deck.objects.newest()) == [new, old, draft]
    assert list(Deck.objects.last_changed()) == [draft, old, new]
    assert list(Deck.objects.by_name()) == [new, old, draft]
    assert list(Deck.objects.liked_by(anna)) == [new]


def test_a_list_with_counts_takes_one_query(anna: User, django_assert_num_queries: Any):
    for _ in range(5):
        deck = PublicDeckFactory()
        LikeFactory.create_batch(2, deck=deck)
        CommentFactory.create_batch(3, deck=deck)
        CommentFactory(deck=deck, hidden_at=timezone.now())
    LikeFactory(deck=deck, user=anna)
    with django_assert_num_queries(1):
        rows = [
            (row.like_count, row.comment_count, row.is_liked, row.faction.system.name, row.author)
            for row in Deck.objects.listed_for(Visitor(anna)).for_lists(Visitor(anna)).order_by("pk")
        ]
    assert [row[:3] for row in rows] == [*[(2, 3, False)] * 4, (3, 3, True)]


def test_hidden_comments_are_for_staff_and_their_authors(anna: User):
    hidden = CommentFactory(author=anna, hidden_at=timezone.now(), hidden_reason="Rude.")
    shown = CommentFactory(deck=hidden.deck)
    comments = Comment.objects.filter(deck=hidden.deck)
    for visitor, expected in [
        (NOBODY, [shown]),
        (Visitor(UserFactory()), [shown]),
        (Visitor(anna), [hidden, shown]),
        (Visitor(UserFactory(is_staff=True)), [hidden, shown]),
    ]:
        assert list(comments.shown_to(visitor)) == expected


@pytest.mark.parametrize(
    "broken",
    [
        {"guest": "k", "visibility": "public"},
        {"guest": "", "owner": None},
    ],
)
def test_the_database_refuses_decks_of_nobody_and_public_decks_of_guests(broken: dict[str, Any]):
    with pytest.raises(IntegrityError), transaction.atomic():
        DeckFactory(**broken)


def test_the_database_refuses_a_deck_of_both_a_user_and_a_guest(anna: User):
    with pytest.raises(IntegrityError), transaction.atomic():
        DeckFactory(owner=anna, guest="k")


def test_credit_stays_when_the_original_goes(anna: User):
    original = PublicDeckFactory(owner=anna, name="Fire")
    copy = DeckFactory(forked_from=original, source_name="Fire", source_author="Anna")
    anna.delete()
    copy.refresh_from_db()
    assert copy.forked_from is None
    assert copy.credit == "A copy of “Fire” by Anna."
    assert DeckFactory(source_name="First steps").credit == "A copy of “First steps”."
    assert DeckFactory().credit == ""


def test_legal_decks_are_found_in_the_order_of_the_search_and_forgotten_with_the_edition(dawnfall: GameSystem):
    legal = PublicDeckFactory.create_batch(3)
    PublicDeckFactory(cards={"fireball": 9})
    search = Deck.objects.public().order_by("-pk")
    assert legality.legal_among(search).pks == [deck.pk for deck in reversed(legal)]
    Card.objects.filter(faction=legal[0].faction, slug=min(legal[0].cards)).update(retired=True)
    facts.forget()
    assert legality.legal_among(search).pks == []


def test_a_changed_deck_gets_a_new_verdict():
    deck = PublicDeckFactory()
    search = Deck.objects.public()
    assert legality.legal_among(search).pks == [deck.pk]
    Deck.objects.filter(pk=deck.pk).update(cards={}, version=2)
    assert legality.legal_among(search).pks == []


def test_a_search_for_legal_decks_is_bounded_and_says_so(django_assert_num_queries: Any, dawnfall: GameSystem):
    PublicDeckFactory.create_batch(4)
    facts.facts_of(dawnfall)
    with django_assert_num_queries(3):
        found = legality.legal_among(Deck.objects.public(), most=3)
    assert (len(found.pks), found.complete) == (3, False)
    with django_assert_num_queries(2):
        legality.legal_among(Deck.objects.public(), most=3)
    assert legality.legal_among(Deck.objects.public(), most=4).complete
