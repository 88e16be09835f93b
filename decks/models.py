"""What players build: decks with their history, likes and comments.

No row says whether a deck is legal: `deck.problems()` works that out against the present catalogue.
Rows change through decks/services alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Self, TypedDict, cast

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from catalog.models import Faction, GameSystem
from decks.facts import facts_of
from decks.rules.deck_list import DeckList
from decks.rules.facts import FactionFacts
from decks.rules.formats import FORMATS, Format
from decks.rules.problems import Problem, problems
from decks.visitors import Visitor

LONGEST_NAME = 80
LONGEST_NOTES = 20_000
LONGEST_COMMENT = 2_000
#: Letters and digits that nobody mistakes for one another; eleven of them are 64 bits.
KEY_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
KEY_LENGTH = 11


def new_key() -> str:
    """A short name for a deck that nobody can guess."""
    return "".join(secrets.choice(KEY_LETTERS) for _place in range(KEY_LENGTH))


class Content(TypedDict):
    """Everything of a deck that its history remembers."""

    name: str
    format: str
    squads: dict[str, int]
    cards: dict[str, int]
    banner: str
    shrine: str
    notes: str


class DeckQuerySet(models.QuerySet["Deck"]):
    """The questions that pages, feeds and the API ask."""

    def visible_to(self, visitor: Visitor) -> Self:
        """What the visitor may open with its key: public and unlisted decks and their own."""
        shared = Q(visibility=Deck.Visibility.PUBLIC) | Q(visibility=Deck.Visibility.UNLISTED)
        return self.filter((shared & (Q(owner=None) | Q(owner__is_active=True))) | visitor.own())

    def listed_for(self, visitor: Visitor) -> Self:
        """What a list may show the visitor: public decks and their own."""
        public = Q(visibility=Deck.Visibility.PUBLIC, owner__is_active=True)
        return self.filter(public | visitor.own())

    def owned_by(self, visitor: Visitor) -> Self:
        """The visitor's own decks."""
        return self.filter(visitor.own())

    def public(self) -> Self:
        """Decks that everybody finds in the list."""
        return self.filter(visibility=Deck.Visibility.PUBLIC, owner__is_active=True)

    def of_system(self, slug: str) -> Self:
        """Decks of one game system."""
        return self.filter(faction__system__slug=slug)

    def of_faction(self, slug: str) -> Self:
        """Decks of one faction."""
        return self.filter(faction__slug=slug)

    def in_format(self, slug: str) -> Self:
        """Decks of one size."""
        return self.filter(format=slug)

    def containing_card(self, slug: str) -> Self:
        """Decks with at least one copy of the card."""
        return self.filter(cards__has_key=slug)

    def containing_squad(self, slug: str) -> Self:
        """Armies with at least one of the squad."""
        return self.filter(squads__has_key=slug)

    def by_author(self, username: str) -> Self:
        """Decks of a user, whose name may be written in any case."""
        return self.alias(author=Lower("owner__username")).filter(author=username.lower())

    def named(self, text: str) -> Self:
        """Decks with the text in their name."""
        return self.filter(name__icontains=text)

    def liked_by(self, user: Any) -> Self:
        """Decks that the user likes."""
        return self.filter(Exists(Like.objects.filter(deck=OuterRef("pk"), user=user)))

    def with_counts(self) -> Self:
        """Adds `like_count` and `comment_count`; comments that staff have hidden do not count."""
        shown = Comment.objects.filter(hidden_at=None)
        return self.annotate(like_count=_count(Like.objects.all()), comment_count=_count(shown))

    def with_likes_of(self, visitor: Visitor) -> Self:
        """Adds `is_liked`: whether the visitor likes the deck."""
        if visitor.user is None:
            return self.annotate(is_liked=Value(False, output_field=models.BooleanField()))
        return self.annotate(is_liked=Exists(Like.objects.filter(deck=OuterRef("pk"), user=visitor.user)))

    def for_lists(self, visitor: Visitor) -> Self:
        """Everything a row of a list shows, in one query."""
        return self.select_related("faction__system", "owner").with_counts().with_likes_of(visitor)

    def for_page(self, visitor: Visitor) -> Self:
        """Everything the page of a deck shows, in one query."""
        return self.for_lists(visitor).select_related("faction__system", "owner", "forked_from__owner")

    def newest(self) -> Self:
        """What was published last comes first; decks never published follow by their last change."""
        return self.order_by(models.F("published").desc(nulls_last=True), "-changed", "-pk")

    def last_changed(self) -> Self:
        """What was changed last comes first."""
        return self.order_by("-changed", "-pk")

    def liked_first(self) -> Self:
        """What most people like comes first."""
        return self.with_counts().order_by("-like_count", models.F("published").desc(nulls_last=True), "-pk")

    def by_name(self) -> Self:
        """From A to Z."""
        return self.order_by(Lower("name"), "pk")


def _count(rows: models.QuerySet[Any]) -> Coalesce:
    """How many of the rows a deck has, without joining them to the deck."""
    counted = rows.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


class Deck(models.Model):
    """An army and its deck, as somebody builds it; legal or not yet."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Private: only you")
        UNLISTED = "unlisted", _("Unlisted: everybody with the link")
        PUBLIC = "public", _("Public: in the list of decks")

    key = models.CharField(max_length=KEY_LENGTH, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="decks",
        help_text=_("Empty for the deck of a guest."),
    )  # fmt: skip
    guest = models.CharField(max_length=40, blank=True, help_text=_("The guest's key, see decks/visitors.py."))
    faction = models.ForeignKey(Faction, models.PROTECT, related_name="decks")
    format = models.CharField(max_length=12, choices=[(each.slug, each.name) for each in FORMATS.values()])
    name = models.CharField(max_length=LONGEST_NAME)
    squads = models.JSONField(default=dict, blank=True, help_text=_("Copies by slug."))
    cards = models.JSONField(default=dict, blank=True, help_text=_("Copies by slug."))
    banner = models.SlugField(blank=True)
    shrine = models.SlugField(blank=True)
    notes = models.TextField(blank=True, max_length=LONGEST_NOTES, help_text=_("Markdown."))
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE)
    forked_from = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="forks")
    source_name = models.CharField(max_length=LONGEST_NAME, blank=True, help_text=_("What it is a copy of."))
    source_author = models.CharField(max_length=30, blank=True, help_text=_("Who built that."))
    version = models.PositiveIntegerField(default=1, help_text=_("Grows with every change."))
    created = models.DateTimeField(default=timezone.now, editable=False)
    changed = models.DateTimeField(default=timezone.now, editable=False)
    published = models.DateTimeField(null=True, blank=True, editable=False, help_text=_("When it first was public."))

    objects = DeckQuerySet.as_manager()

    class Meta:
        ordering = ["-changed", "-pk"]
        indexes = [
            models.Index(fields=["visibility", "-published"], name="deck_newest"),
            models.Index(fields=["owner", "-changed"], name="deck_of_owner"),
            models.Index(fields=["guest", "-changed"], name="deck_of_guest", condition=~Q(guest="")),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(owner__isnull=False, guest="") | (Q(owner__isnull=True) & ~Q(guest="")),
                name="deck_of_a_user_or_a_guest",
            ),
            models.CheckConstraint(
                condition=Q(owner__isnull=False) | ~Q(visibility="public"), name="deck_of_a_guest_is_not_public"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("decks:deck", args=[self.key])

    @property
    def system(self) -> GameSystem:
        """The game it is for."""
        return self.faction.system

    @property
    def rules_format(self) -> Format:
        """How many squads and cards it has to have."""
        return FORMATS[self.format]

    @property
    def is_public(self) -> bool:
        """Whether it stands in the list for everybody."""
        return self.visibility == self.Visibility.PUBLIC

    @property
    def author(self) -> str:
        """The user's name; empty for a guest."""
        return self.owner.username if self.owner else ""

    @property
    def facts(self) -> FactionFacts:
        """What the catalogue says about its faction today."""
        return facts_of(self.system).factions[self.faction.slug]

    @property
    def list(self) -> DeckList:
        """The deck as the rules see it."""
        return DeckList(
            faction=self.faction.slug,
            format=self.format,
            squads=tuple(slug for slug, copies in sorted(self.squads.items()) for _copy in range(copies)),
            # Sorted, as not every database keeps the order.
            cards=dict(sorted(self.cards.items())),
            banner=self.banner,
            shrine=self.shrine,
            name=self.name,
            system=self.system.slug,
        )

    def problems(self) -> Sequence[Problem]:
        """Everything that is wrong with it today; an empty list means that it is legal."""
        return problems(self.list, facts_of(self.system))

    @property
    def size(self) -> int:
        """How many cards it has, copies counted."""
        return sum(self.cards.values())

    @property
    def army_size(self) -> int:
        """How many squads it has, copies counted."""
        return sum(self.squads.values())

    @property
    def content(self) -> Content:
        """Everything that the history remembers."""
        return cast(Content, {part: getattr(self, part) for part in Content.__annotations__})

    def take(self, content: Mapping[str, Any]) -> None:
        """Put content, or parts of it, in the place of the present one; the caller saves."""
        for part, value in content.items():
            setattr(self, part, value)

    @property
    def credit(self) -> str:
        """A sentence about what it is a copy of; empty for a deck built from nothing."""
        if not self.source_name:
            return ""
        if self.source_author:
            names = {"name": self.source_name, "author": self.source_author}
            return _now("A copy of “%(name)s” by %(author)s.") % names
        return _now("A copy of “%(name)s”.") % {"name": self.source_name}


class DeckVersion(models.Model):
    """What a deck was after one change. `before` and `after` are where undo and redo lead from here."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(help_text=_("The deck's version after the change."))
    deed = models.CharField(max_length=20, help_text=_("Name of the service that made the change."))
    content = models.JSONField()
    before = models.PositiveIntegerField(null=True, blank=True, help_text=_("Number of the version to undo to."))
    after = models.PositiveIntegerField(null=True, blank=True, help_text=_("Number of the version to redo to."))
    made = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["deck", "number"], name="deck_version_number")]

    def __str__(self) -> str:
        return f"{self.deck_id}, version {self.number}"


class Like(models.Model):
    """Somebody likes a deck."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="likes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="deck_likes")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck", "user"], name="one_like_a_user")]

    def __str__(self) -> str:
        return f"{self.user_id} likes {self.deck_id}"


class CommentQuerySet(models.QuerySet["Comment"]):
    def shown_to(self, visitor: Visitor) -> Self:
        """What the visitor may read: hidden comments only for staff and their authors."""
        comments = self.select_related("author")
        if visitor.is_staff:
            return comments
        return comments.filter(Q(hidden_at=None) | (Q(author=visitor.user) if visitor.user else Q(pk__in=[])))


class Comment(models.Model):
    """Somebody's words about a public deck. Plain text."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="deck_comments")
    text = models.TextField(max_length=LONGEST_COMMENT)
    created = models.DateTimeField(default=timezone.now, editable=False)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )  # fmt: skip
    hidden_reason = models.CharField(max_length=200, blank=True)

    objects = CommentQuerySet.as_manager()

    class Meta:
        ordering = ["created", "pk"]
        indexes = [models.Index(fields=["deck", "created"], name="comment_of_deck")]

    def __str__(self) -> str:
        return self.text[:60]

    @property
    def is_hidden(self) -> bool:
        """Whether staff have taken it from the page."""
        return self.hidden_at is not None
