"""Matches that were played at a real table, as one of the players wrote them down.

Rows change through matches/services/logging.py alone.
"""

from __future__ import annotations

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from decks.models import LONGEST_NAME, LONGEST_NOTES, Deck, new_key
from decks.visitors import Visitor


class LoggedMatchQuerySet(models.QuerySet["LoggedMatch"]):
    """The questions that pages and the API ask."""

    def visible_to(self, visitor: Visitor) -> Self:
        """What the visitor may open with its key: all but private ones, their own, and those that name them."""
        shared = Q(author__is_active=True) & ~Q(visibility=LoggedMatch.Visibility.PRIVATE)
        return self.filter(shared | self._own(visitor))

    def listed_for(self, visitor: Visitor) -> Self:
        """What a list may show the visitor."""
        return self.filter(Q(visibility=LoggedMatch.Visibility.PUBLIC, author__is_active=True) | self._own(visitor))

    def public(self) -> Self:
        """What everybody finds in the list."""
        return self.filter(visibility=LoggedMatch.Visibility.PUBLIC, author__is_active=True)

    def to_confirm_by(self, user: Any) -> Self:
        """Matches that name the user, who has not said yet whether that is right."""
        return self.filter(_naming(user, confirmed=None)).exclude(author=user)

    def with_seats(self) -> Self:
        """With all that a row of a list shows, in two queries."""
        seats = LoggedSeat.objects.select_related("user", "deck_row__owner")
        return self.select_related("author").prefetch_related(models.Prefetch("seats", seats))

    def _own(self, visitor: Visitor) -> Q:
        if visitor.user is None:
            return Q(pk__in=[])
        return Q(author=visitor.user) | Q(_naming(visitor.user))


def _naming(user: Any, **values: Any) -> Exists:
    return Exists(LoggedSeat.objects.filter(match=OuterRef("pk"), user=user, **values))


class LoggedMatch(models.Model):
    """A match of the real table: what its author remembers of it."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Private: only you and the players you name")
        UNLISTED = "unlisted", _("Unlisted: everybody with the link")
        PUBLIC = "public", _("Public: in the list and the statistics")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    system = models.SlugField(default="dawnfall")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="logged_matches")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    mode = models.CharField(max_length=20)
    #: Names of the optional rules that were used.
    options = models.JSONField(default=list, blank=True)
    played_on = models.DateField()
    #: Number of the seat that had the first turn, if somebody remembers.
    first = models.PositiveSmallIntegerField(null=True, blank=True)
    turns = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=20)
    notes = models.TextField(blank=True, max_length=LONGEST_NOTES, help_text=_("Markdown."))
    #: Pairs of a turn's number and what happened in it.
    turn_notes: Any = models.JSONField(default=list, blank=True)
    #: Users who took themselves out; the author cannot name them again.
    withdrawn = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    changed = models.DateTimeField(default=timezone.now, editable=False)

    objects = LoggedMatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "logged matches"
        ordering = ("-played_on", "-pk")
        indexes = (
            models.Index(fields=["visibility", "-played_on"], name="logged_newest"),
            models.Index(fields=["author", "-played_on"], name="logged_of_author"),
        )

    def __str__(self) -> str:
        return f"{self.mode} {self.played_on} {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("matches:logged_match", args=[self.key])

    @property
    def is_public(self) -> bool:
        return self.visibility == self.Visibility.PUBLIC

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return not any(seat.won for seat in self.seats.all())


class LoggedSeat(models.Model):
    """One player of a logged match. Who is named with an account may confirm it or take themselves out."""

    match = models.ForeignKey(LoggedMatch, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="logged_seats"
    )
    name = models.CharField(max_length=LONGEST_NAME)
    faction = models.SlugField(blank=True)
    deck_row = models.ForeignKey(Deck, models.SET_NULL, null=True, blank=True, related_name="+")
    deck_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    #: The code of a pasted deck; own decks are shown by their row, so that a private one stays private.
    deck_code = models.CharField(max_length=500, blank=True)
    #: Faction and format of a starter deck, with a colon between.
    starter = models.CharField(max_length=80, blank=True)
    victory_points = models.PositiveSmallIntegerField(null=True, blank=True)
    won = models.BooleanField(default=False)
    confirmed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("match", "number")
        constraints = (models.UniqueConstraint(fields=["match", "number"], name="one_logged_seat_a_number"),)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.name}"
