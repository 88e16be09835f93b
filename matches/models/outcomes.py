"""What became of matches, in the form that statistics and ratings count: derived rows that can be made anew.

`Outcome` and `Standing` say the same about matches of the site and of the real table (matches/stats/recording.py).
`RatedMatch` is what ratings are computed from, `Rating` and `RatingChange` what came out (matches/ratings.py).
"""

from __future__ import annotations

from datetime import date
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from decks.models import Deck
from decks.visitors import Visitor
from matches.models.logged import LoggedMatch


class OutcomeQuerySet(models.QuerySet["Outcome"]):
    def counted(self) -> Self:
        """What statistics are made of: decks were legal, and logged matches are public."""
        return self.filter(Q(logged=None) | Q(logged__visibility=LoggedMatch.Visibility.PUBLIC), casual=False)


class Outcome(models.Model):
    """A match that is over, on the site or at a real table."""

    class Source(models.TextChoices):
        PEOPLE = "people", _("between people on this site")
        BOTS = "bots", _("with bots")
        HOT_SEAT = "hotseat", _("one person on all sides")
        LOGGED = "logged", _("at a real table")

    match = models.OneToOneField("matches.Match", models.CASCADE, null=True, blank=True, related_name="outcome")
    logged = models.OneToOneField(LoggedMatch, models.CASCADE, null=True, blank=True, related_name="outcome")
    source = models.CharField(max_length=8, choices=Source)
    mode = models.CharField(max_length=20)
    casual = models.BooleanField(default=False)
    ranked = models.BooleanField(default=False)
    #: How many sides could win: a team is one.
    sides = models.PositiveSmallIntegerField()
    drawn = models.BooleanField()
    reason = models.CharField(max_length=20)
    turns = models.PositiveIntegerField(null=True, blank=True)
    day = models.DateField()
    at = models.DateTimeField()

    objects = OutcomeQuerySet.as_manager()

    class Meta:
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=["mode", "source", "day"], name="outcome_filters"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(match__isnull=True, logged__isnull=False) | Q(match__isnull=False, logged__isnull=True),
                name="outcome_of_one_match",
            ),
        )

    def __str__(self) -> str:
        return f"{self.mode} {self.day}"


class StandingQuerySet(models.QuerySet["Standing"]):
    def shown_on_page_of(self, player: Any, visitor: Visitor) -> Self:
        """A player's matches as a visitor may see them: public ones, and those the visitor played."""
        rows = self.filter(user=player).exclude(outcome__source=Outcome.Source.HOT_SEAT)
        if visitor.user == player:
            return rows
        public = Q(outcome__match__watching="public") | Q(outcome__logged__visibility=LoggedMatch.Visibility.PUBLIC)
        if visitor.user is None:
            return rows.filter(public)
        return rows.filter(public | Q(outcome__in=Standing.objects.filter(user=visitor.user).values("outcome")))


class Standing(models.Model):
    """How one seat came out of a match."""

    class Result(models.TextChoices):
        WON = "won", _("won")
        DRAWN = "drawn", _("drawn")
        LOST = "lost", _("lost")

    outcome = models.ForeignKey(Outcome, models.CASCADE, related_name="standings")
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    #: Empty for bots, guests, and players of the real table who have not confirmed it.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="standings")
    name = models.CharField(max_length=80)
    faction = models.SlugField(blank=True)
    deck_row = models.ForeignKey(Deck, models.SET_NULL, null=True, blank=True, related_name="standings")
    result = models.CharField(max_length=6, choices=Result)
    #: Whether the seat had the first turn; unknown for many matches of the real table.
    first = models.BooleanField(null=True, blank=True)
    #: Another side played the same faction.
    mirror = models.BooleanField(default=False)
    victory_points = models.IntegerField(null=True, blank=True)

    objects = StandingQuerySet.as_manager()

    class Meta:
        ordering = ("outcome", "number")
        constraints = (models.UniqueConstraint(fields=["outcome", "number"], name="one_standing_a_seat"),)
        indexes = (models.Index(fields=["faction", "result"], name="standing_of_faction"),)

    def __str__(self) -> str:
        return f"{self.outcome_id}/{self.number} {self.result}"


class RatingGroup(models.TextChoices):
    """Duels and matches of more players are different games: each has its own rating."""

    DUEL = "duel", _("Duel")
    MULTIPLAYER = "multiplayer", _("Multiplayer")


class RatedMatch(models.Model):
    """What a match says about its players: who was on which side, and how the sides were placed.

    Players are kept as bare numbers of users: a deleted account must not change the ratings of those it played with.
    """

    match = models.OneToOneField("matches.Match", models.CASCADE, related_name="rated")
    group = models.CharField(max_length=12, choices=RatingGroup)
    sides: Any = models.JSONField(help_text=_("For each side the numbers of its users."))
    places: Any = models.JSONField(help_text=_("For each side its place, 1 for the winner; the same for a tie."))
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "rated matches"
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.group} {self.match_id}"


class Rating(models.Model):
    """How strong a player is thought to be, and how sure that is. `player` outlives the account."""

    player = models.PositiveBigIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="ratings")
    group = models.CharField(max_length=12, choices=RatingGroup)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(default=0)
    changed = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-mu",)
        constraints = (models.UniqueConstraint(fields=["player", "group"], name="one_rating_a_group"),)
        indexes = (models.Index(fields=["group", "-mu"], name="rating_best"),)

    def __str__(self) -> str:
        return f"{self.player} {self.group} {self.points} ± {self.deviation}"

    @property
    def points(self) -> int:
        """The rating as it is shown: everybody begins at 1500."""
        return shown_points(self.mu)

    @property
    def deviation(self) -> int:
        """How far off the rating may well be."""
        return shown_deviation(self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too few matches stand behind it."""
        return self.sigma > PROVISIONAL


class RatingChange(models.Model):
    """A player's rating after a match."""

    rated = models.ForeignKey(RatedMatch, models.CASCADE, related_name="changes")
    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes")
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ("rated",)
        constraints = (models.UniqueConstraint(fields=["rated", "rating"], name="one_change_a_match"),)

    def __str__(self) -> str:
        return f"{self.rating_id} after {self.rated_id}"

    @property
    def points(self) -> int:
        return shown_points(self.mu)

    @property
    def deviation(self) -> int:
        return shown_deviation(self.sigma)

    @property
    def day(self) -> date:
        return self.rated.at.date()


#: Where the library's numbers lie on the scale that players know: it begins at 25 ± 8.3, we at 1500 ± 333.
BEGIN, MIDDLE, STEP = 1500, 25.0, 40.0
#: About twenty duels bring a player below it.
PROVISIONAL = 5.0


def shown_points(mu: float) -> int:
    """A rating on the scale that players know."""
    return round(BEGIN + (mu - MIDDLE) * STEP)


def shown_deviation(sigma: float) -> int:
    """An uncertainty on the same scale."""
    return round(sigma * STEP)
