"""Experiments: bots play many games with decks, in batches that any worker may take. Rows change through services."""

from __future__ import annotations

import secrets
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from decks.models import KEY_LENGTH, LONGEST_NAME, Deck, new_key
from decks.visitors import Visitor
from laboratory.games import Plan
from matches.engine import DeckChoice
from matches.setting_up.setups import read_deck

LONGEST_SEED = 40


def new_seed() -> str:
    """Luck that nobody has chosen."""
    return secrets.token_hex(6)


class ExperimentQuerySet(models.QuerySet["Experiment"]):
    """The questions that pages and the API ask."""

    def visible_to(self, visitor: Visitor) -> Self:
        """What the visitor may open with its key: public and unlisted ones and their own."""
        shared = ~Q(visibility=Experiment.Visibility.PRIVATE) & Q(owner__is_active=True)
        return self.filter(shared | _own(visitor))

    def owned_by(self, visitor: Visitor) -> Self:
        """The visitor's own experiments."""
        return self.filter(_own(visitor))

    def public(self) -> Self:
        """What everybody finds in the list."""
        return self.filter(visibility=Experiment.Visibility.PUBLIC, owner__is_active=True)

    def running(self) -> Self:
        """What has games to play."""
        return self.filter(status=Experiment.Status.RUNNING)

    def for_lists(self) -> Self:
        """Everything a row of a list shows; the counts stay where they are."""
        return self.select_related("owner").prefetch_related("contenders").defer("sums")


def _own(visitor: Visitor) -> Q:
    return Q(owner=visitor.user) if visitor.user is not None else Q(pk__in=[])


class Experiment(models.Model):
    """Two decks, or one against several, that bots play so many games with."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Private: only you")
        UNLISTED = "unlisted", _("Unlisted: everybody with the link")
        PUBLIC = "public", _("Public: in the list of experiments")

    class Status(models.TextChoices):
        RUNNING = "running", _("under way")
        DONE = "done", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        STOPPED = "stopped", _("stopped")

    key = models.CharField(max_length=KEY_LENGTH, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="experiments")
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE)
    level = models.CharField(max_length=20, help_text=_("How well both sides play."))
    seed = models.CharField(max_length=LONGEST_SEED, default=new_seed, help_text=_("The same seed, the same games."))
    games = models.PositiveIntegerField(help_text=_("How many are to be played."))
    played = models.PositiveIntegerField(default=0)
    rules = models.CharField(max_length=20, help_text=_("Version of the rules under which it began."))
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    sums = models.JSONField(default=dict, blank=True, help_text=_("The counts of all games so far."))
    created = models.DateTimeField(default=timezone.now, editable=False)
    finished = models.DateTimeField(null=True, blank=True, editable=False)

    objects = ExperimentQuerySet.as_manager()

    class Meta:
        ordering = ["-created", "-pk"]
        indexes = [
            models.Index(fields=["owner", "-created"], name="experiment_of_owner"),
            models.Index(fields=["visibility", "-created"], name="experiment_newest"),
            models.Index(fields=["status"], name="experiment_running", condition=Q(status="running")),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("laboratory:experiment", args=[self.key])

    @property
    def is_running(self) -> bool:
        """Whether games are still to be played."""
        return self.status == self.Status.RUNNING

    @property
    def plan(self) -> Plan:
        """What decides its games."""
        return Plan(tuple(contender.choice for contender in self.contenders.all()), self.level, self.seed)

    def is_owned_by(self, visitor: Visitor) -> bool:
        """Whether the visitor may change it."""
        return visitor.user is not None and visitor.user.pk == self.owner_id


class Contender(models.Model):
    """A deck as it was when the experiment began. Number 0 is the one that is tried."""

    experiment = models.ForeignKey(Experiment, models.CASCADE, related_name="contenders")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)
    faction = models.SlugField()
    deck = models.JSONField(help_text=_("The deck in the engine's form."))
    deck_row = models.ForeignKey(Deck, models.SET_NULL, null=True, blank=True, related_name="experiments")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["experiment", "number"], name="contender_number")]

    def __str__(self) -> str:
        return self.name

    @property
    def choice(self) -> DeckChoice:
        """The deck as the engine takes it."""
        return read_deck(self.deck)


class Batch(models.Model):
    """Some games in a row, for one worker. Whoever holds the lease plays them; they are counted once."""

    experiment = models.ForeignKey(Experiment, models.CASCADE, related_name="batches")
    number = models.PositiveIntegerField()
    first = models.PositiveIntegerField(help_text=_("Number of its first game."))
    count = models.PositiveIntegerField()
    done = models.BooleanField(default=False)
    queued = models.DateTimeField(default=timezone.now)
    holder = models.CharField(max_length=32, blank=True, help_text=_("Whoever plays it, until the lease is over."))
    leased = models.DateTimeField(null=True, blank=True, help_text=_("The last sign of life of who plays it."))
    tries = models.PositiveSmallIntegerField(default=0)
    games = models.JSONField(default=list, blank=True, help_text=_("What happened, a line a game."))

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["experiment", "number"], name="batch_number")]
        indexes = [models.Index(fields=["leased"], name="batch_waiting", condition=Q(done=False))]

    def __str__(self) -> str:
        return f"{self.experiment_id}, batch {self.number}"

    @property
    def numbers(self) -> range:
        """The numbers of its games."""
        return range(self.first, self.first + self.count)
