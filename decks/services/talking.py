"""Likes and comments, for users on public decks."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from decks.models import LONGEST_COMMENT, Comment, Deck, Like
from decks.refusals import (
    CommentMissing,
    CommentTooLong,
    LogInFirst,
    NoSuchComment,
    NotPublic,
    OnlyForStaff,
    ReasonMissing,
    TooManyComments,
)
from decks.services.keeping import deck_to_read, line, log, paragraphs
from decks.visitors import Visitor

MOST_COMMENTS = 10
MINUTES = 10
LONGEST_REASON = 200


@transaction.atomic
def like(visitor: Visitor, key: str) -> Deck:
    """Like a deck; liking it twice is liking it."""
    user, deck = _talker(visitor, key)
    Like.objects.get_or_create(deck=deck, user=user)
    return deck


@transaction.atomic
def unlike(visitor: Visitor, key: str) -> Deck:
    """Take a like back."""
    user, deck = _talker(visitor, key)
    Like.objects.filter(deck=deck, user=user).delete()
    return deck


@transaction.atomic
def comment(visitor: Visitor, key: str, text: str) -> Comment:
    """Say something about a deck."""
    user, deck = _talker(visitor, key)
    text = paragraphs(text)
    if not text:
        raise CommentMissing
    if len(text) > LONGEST_COMMENT:
        raise CommentTooLong(len(text), LONGEST_COMMENT)
    lately = timezone.now() - timedelta(minutes=MINUTES)
    if Comment.objects.filter(author=user, created__gt=lately).count() >= MOST_COMMENTS:
        raise TooManyComments(MOST_COMMENTS, MINUTES)
    said = Comment.objects.create(deck=deck, author=user, text=text)
    log.info("deck %s: comment %d by %s", key, said.pk, visitor)
    return said


@transaction.atomic
def delete_comment(visitor: Visitor, pk: int) -> None:
    """Take back one's own words."""
    said = Comment.objects.filter(pk=pk, author=visitor.user).first() if visitor.user else None
    if said is None:
        raise NoSuchComment
    said.delete()
    log.info("comment %d: deleted by its author", pk)


@transaction.atomic
def hide_comment(staff: Visitor, pk: int, reason: str) -> Comment:
    """Take somebody's words from the page; the author and staff still read them, with the reason."""
    said = _for_moderation(staff, pk)
    reason = line(reason)[:LONGEST_REASON]
    if not reason:
        raise ReasonMissing
    said.hidden_at, said.hidden_by, said.hidden_reason = timezone.now(), staff.user, reason
    said.save(update_fields=["hidden_at", "hidden_by", "hidden_reason"])
    log.info("comment %d: hidden by %s: %s", pk, staff, reason)
    return said


@transaction.atomic
def show_comment(staff: Visitor, pk: int) -> Comment:
    """Put hidden words back on the page."""
    said = _for_moderation(staff, pk)
    said.hidden_at, said.hidden_by, said.hidden_reason = None, None, ""
    said.save(update_fields=["hidden_at", "hidden_by", "hidden_reason"])
    log.info("comment %d: shown again by %s", pk, staff)
    return said


def _talker(visitor: Visitor, key: str) -> tuple[User, Deck]:
    """Who says something about which deck. A private deck is not even said to exist."""
    deck = deck_to_read(visitor, key)
    if visitor.user is None:
        raise LogInFirst
    if not deck.is_public:
        raise NotPublic(deck.name)
    return visitor.user, deck


def _for_moderation(staff: Visitor, pk: int) -> Comment:
    if not staff.is_staff:
        raise OnlyForStaff
    said = Comment.objects.select_for_update().filter(pk=pk).first()
    if said is None:
        raise NoSuchComment
    return said
