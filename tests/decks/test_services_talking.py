"""Likes and comments."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from decks import services
from decks.models import Comment, Deck, Like
from decks.refusals import (
    CommentMissing,
    CommentTooLong,
    LogInFirst,
    NoSuchComment,
    NoSuchDeck,
    NotPublic,
    OnlyForStaff,
    ReasonMissing,
    TooManyComments,
)
from decks.visitors import Visitor
from tests.factories import CommentFactory, PublicDeckFactory

DEEDS: list[Callable[[Visitor, str], Any]] = [
    services.like,
    services.unlike,
    lambda visitor, key: services.comment(visitor, key, "Well built."),
]


@pytest.fixture
def public(player: Visitor) -> Deck:
    return PublicDeckFactory(owner=player.user, name="Fire")


def test_a_deck_is_liked_once_and_the_like_can_be_taken_back(stranger: Visitor, public: Deck):
    services.like(stranger, public.key)
    services.like(stranger, public.key)
    assert Like.objects.count() == 1
    services.unlike(stranger, public.key)
    services.unlike(stranger, public.key)
    assert Like.objects.count() == 0


@pytest.mark.parametrize("deed", DEEDS)
def test_guests_and_nobody_are_asked_to_log_in(deed: Any, guest: Visitor, public: Deck):
    for visitor in (guest, Visitor()):
        with pytest.raises(LogInFirst, match="Log in to like decks and comment on them."):
            deed(visitor, public.key)


@pytest.mark.parametrize("deed", DEEDS)
def test_only_public_decks_are_talked_about(deed: Any, stranger: Visitor, player: Visitor, deck: Deck):
    with pytest.raises(NoSuchDeck):
        deed(stranger, deck.key)
    with pytest.raises(NotPublic):
        deed(player, deck.key)
    Deck.objects.update(visibility="unlisted")
    with pytest.raises(NotPublic, match="“Fire” is not public"):
        deed(stranger, deck.key)
    assert not stranger.may_talk_about(Deck.objects.get())


def test_a_comment_is_plain_text_that_fits(stranger: Visitor, public: Deck):
    said = services.comment(stranger, public.key, "  Well\r\nbuilt. \x00")
    assert (said.text, said.author, said.deck) == ("Well\nbuilt.", stranger.user, public)
    with pytest.raises(CommentMissing):
        services.comment(stranger, public.key, " \n ")
    with pytest.raises(CommentTooLong, match="2001 characters, 2000 at most fit"):
        services.comment(stranger, public.key, "x" * 2001)


def test_nobody_floods_a_deck(stranger: Visitor, public: Deck):
    CommentFactory.create_batch(10, deck=public, author=stranger.user)
    with pytest.raises(TooManyComments, match="You wrote 10 comments within 10 minutes."):
        services.comment(stranger, public.key, "And another thing.")
    Comment.objects.update(created=timezone.now() - timedelta(minutes=11))
    services.comment(stranger, public.key, "And another thing.")


def test_authors_delete_their_own_words_and_nobody_elses(
    stranger: Visitor, player: Visitor, staff: Visitor, public: Deck
):
    said = services.comment(stranger, public.key, "Well built.")
    for visitor in (player, staff, Visitor(), Visitor(guest="k")):
        assert not visitor.may_delete(said)
        with pytest.raises(NoSuchComment):
            services.delete_comment(visitor, said.pk)
    assert stranger.may_delete(said)
    services.delete_comment(stranger, said.pk)
    assert not Comment.objects.exists()


def test_staff_hide_a_comment_with_a_reason_and_show_it_again(
    stranger: Visitor, player: Visitor, staff: Visitor, public: Deck
):
    said = services.comment(stranger, public.key, "Rubbish!")
    for visitor in (stranger, player, Visitor()):
        with pytest.raises(OnlyForStaff):
            services.hide_comment(visitor, said.pk, "Rude.")
    with pytest.raises(ReasonMissing):
        services.hide_comment(staff, said.pk, " ")
    hidden = services.hide_comment(staff, said.pk, "Rude.")
    assert (hidden.is_hidden, hidden.hidden_by, hidden.hidden_reason) == (True, staff.user, "Rude.")
    assert not Comment.objects.shown_to(player).exists()
    services.show_comment(staff, said.pk)
    assert Comment.objects.shown_to(player).get().hidden_reason == ""
    with pytest.raises(NoSuchComment):
        services.hide_comment(staff, said.pk + 1, "Rude.")
