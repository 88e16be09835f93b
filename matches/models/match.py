"""Matches: who sits where, what was chosen, and where the game stands.

Setup, seed and steps are the whole truth of a match; `Match.game` and the snapshots only save replaying it.
Rows change through matches/services alone.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from decks.models import LONGEST_NAME, Deck, new_key
from decks.visitors import Visitor

SEED_BYTES = 32
LONGEST_LINE = 500


def new_seed() -> str:
    """A secret that decides all luck of a match. Its hash is shown at the start, the seed itself at the end."""
    return secrets.token_hex(SEED_BYTES)


class MatchQuerySet(models.QuerySet["Match"]):
    """The questions that pages and the API ask."""

    def played_by(self, visitor: Visitor) -> Self:
        """Matches in which the visitor has a seat."""
        # From the visitor's seats to their matches: what others play costs nothing.
        return self.filter(pk__in=Seat.objects.filter(visitor_holds(visitor)).values("match"))

    def of(self, visitor: Visitor) -> Self:
        """Matches that the visitor plays or has opened."""
        seats = Seat.objects.filter(visitor_holds(visitor)).values("match")
        return self.filter(Q(pk__in=seats) | visitor.own())

    def asking(self, visitor: Visitor) -> Self:
        """Matches under way in which the visitor is to decide."""
        asked = Seat.objects.filter(
            visitor_holds(visitor), kind=Seat.Kind.PERSON, number=F("match__waiting_for"),
            match__status=Match.Status.RUNNING,
        )  # fmt: skip
        return self.filter(pk__in=asked.values("match"))

    def in_lobby(self) -> Self:
        """Matches with a seat that anybody may take."""
        free = Seat.objects.filter(match=OuterRef("pk"), kind=Seat.Kind.OPEN)
        return self.filter(Exists(free), status=Match.Status.OPEN)

    def to_watch(self) -> Self:
        """Matches under way that everybody finds in the list."""
        return self.filter(status=Match.Status.RUNNING, watching=Match.Watching.PUBLIC)

    def to_replay(self) -> Self:
        """Matches that are over and that everybody finds in the list."""
        return self.filter(status=Match.Status.OVER, watching=Match.Watching.PUBLIC)

    def for_lists(self) -> Self:
        """Without the game itself, which no row of a list shows."""
        return self.defer("game", "setup")

    def listed_for(self, visitor: Visitor) -> Self:
        """What a list may show the visitor: tables to join, matches that everybody may watch, and one's own."""
        own = Exists(Seat.objects.filter(visitor_holds(visitor), match=OuterRef("pk")))
        free = Q(Exists(Seat.objects.filter(match=OuterRef("pk"), kind=Seat.Kind.OPEN)), status=Match.Status.OPEN)
        begun = (Match.Status.RUNNING, Match.Status.OVER)
        return self.filter(Q(own) | free | Q(watching=Match.Watching.PUBLIC, status__in=begun))

    def with_seats(self) -> Self:
        """With all that a row of a list shows, in two queries."""
        return self.prefetch_related(models.Prefetch("seats", Seat.objects.select_related("user")))


def visitor_holds(visitor: Visitor) -> Q:
    """The condition for seats of the visitor."""
    if visitor.user is not None:
        return Q(user=visitor.user)
    return Q(user=None, guest=visitor.guest) if visitor.guest else Q(pk__in=[])


class Match(models.Model):
    """A match on the site, from the open table to its result."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("under way")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    class Watching(models.TextChoices):
        PUBLIC = "public", _("everybody may watch")
        LINK = "link", _("whoever has the link may watch")
        PLAYERS = "players", _("only the players see it")

    key = models.CharField(max_length=16, unique=True, default=new_key)
    system = models.SlugField(default="dawnfall")
    mode = models.CharField(max_length=20)
    #: The optional rules that were switched, by the names of the engine's options; and `always_pause`.
    options = models.JSONField(default=dict)
    casual = models.BooleanField(default=False)
    watching = models.CharField(max_length=10, choices=Watching, default=Watching.PUBLIC)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="opened_matches"
    )
    guest = models.CharField(max_length=64, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)

    #: The rules under which the match was started; other rules cannot go on with it.
    rules = models.CharField(max_length=40, blank=True)
    seed = models.CharField(max_length=2 * SEED_BYTES, default=new_seed)
    setup: Any = models.JSONField(null=True)
    game: Any = models.JSONField(null=True)
    #: Grows with every change of the game; a choice names the version it answers.
    version = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    #: Which seat is to decide; nothing before the start and after the end.
    waiting_for = models.PositiveSmallIntegerField(null=True)
    #: Seats that won, why, and the Victory Points of each seat.
    result: Any = models.JSONField(null=True)
    #: What a seat has proposed and who has agreed, see services/agreeing.py.
    offer: Any = models.JSONField(null=True)
    #: While a bot is to decide: until when it is waited for before the bots are called again, see thinking/.
    thinking = models.DateTimeField(null=True)
    #: Watchers who are no players see the match so many seconds late.
    delay = models.PositiveIntegerField(default=0)
    #: Correspondence: hours for each decision, and until when the present one is due.
    hours = models.PositiveSmallIntegerField(null=True)
    due = models.DateTimeField(null=True)

    #: A match that goes on from a moment of another one begins with that state, not with a setup.
    continues = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="continued_by")
    continues_at = models.PositiveIntegerField(default=0)
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True)
    changed = models.DateTimeField(default=timezone.now)
    over = models.DateTimeField(null=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("-changed", "-pk")
        indexes = (
            models.Index(fields=["status", "-changed"]),
            models.Index(fields=["status", "watching", "-changed"]),
            models.Index(fields=["guest"], name="match_of_guest"),
            models.Index(fields=["thinking"], name="match_thinking", condition=Q(thinking__isnull=False)),
        )

    def __str__(self) -> str:
        return f"{self.mode} {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("matches:match", args=[self.key])

    @property
    def seed_hash(self) -> str:
        """What is shown from the start, so that the seed shown at the end can be checked."""
        return sha256(self.seed.encode()).hexdigest()

    @property
    def always_pause(self) -> bool:
        """Whether every window waits for its player, able to act or not, so that a pause tells nothing."""
        return bool(self.options.get("always_pause"))

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.OVER

    @property
    def has_begun(self) -> bool:
        """Whether there is a game to see."""
        return self.started is not None

    def with_seats(self, seats: list[Seat]) -> Self:
        """Lay seats that have been read where `seats.all()` finds them, as a prefetched list lies."""
        known = self.seats.all()
        known._result_cache = seats
        self._prefetched_objects_cache = {"seats": known}
        return self

    def is_opened_by(self, visitor: Visitor) -> bool:
        """Whether the visitor opened the match."""
        if visitor.user is not None:
            return self.owner_id == visitor.user.pk
        return bool(visitor.guest) and self.owner_id is None and self.guest == visitor.guest


class Seat(models.Model):
    """A place at the table of a match, and who has it with which deck."""

    class Kind(models.TextChoices):
        PERSON = "person", _("a player")
        BOT = "bot", _("a bot")
        OPEN = "open", _("open to everybody")
        INVITED = "invited", _("by invitation")

    class Asking(models.TextChoices):
        ABLE = "able", _("ask me when I could act")
        ALWAYS = "always", _("ask me at every window, so that a pause tells nothing")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats")
    guest = models.CharField(max_length=64, blank=True)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    bot = models.CharField(max_length=20, blank=True)
    #: Whoever has the link with this key may take an invited seat.
    invitation = models.CharField(max_length=16, default=new_key)
    faction = models.SlugField(blank=True)
    #: The deck as it was when its player sat down, in the engine's form; the row of the deck may change or go.
    deck = models.JSONField(null=True)
    deck_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    deck_row = models.ForeignKey(Deck, null=True, on_delete=models.SET_NULL, related_name="+")
    asking = models.CharField(max_length=10, choices=Asking, default=Asking.ABLE)
    #: The seat passes at every window until this turn is over.
    passing_turn = models.PositiveIntegerField(null=True)
    #: The player has given up; in a match that goes on, a bot has the seat.
    conceded = models.BooleanField(default=False)
    #: The player does not want to read what others write.
    muted = models.BooleanField(default=False)
    #: How often the player has asked what a bot would do.
    hints = models.PositiveIntegerField(default=0)
    #: When the player last had the table before them.
    seen = models.DateTimeField(null=True)

    class Meta:
        ordering = ("match", "number")
        indexes = (models.Index(fields=["guest"], name="seat_of_guest"),)
        constraints = (models.UniqueConstraint(fields=["match", "number"], name="one_seat_a_number"),)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.name}"

    @property
    def is_bot(self) -> bool:
        return self.kind == self.Kind.BOT

    @property
    def is_free(self) -> bool:
        return self.kind in {self.Kind.OPEN, self.Kind.INVITED}

    def is_held_by(self, visitor: Visitor) -> bool:
        """Whether the visitor decides for this seat."""
        return self.kind == self.Kind.PERSON and self.belongs_to(visitor)

    def is_kept_for(self, visitor: Visitor) -> bool:
        """Whether the seat waits for the visitor to agree to a rematch."""
        return self.is_free and self.belongs_to(visitor)

    def belongs_to(self, visitor: Visitor) -> bool:
        """Whether it is the visitor's, also if they have given it up or are yet to sit down."""
        if visitor.user is not None:
            return self.user_id == visitor.user.pk
        return bool(visitor.guest) and self.user_id is None and self.guest == visitor.guest


class Step(models.Model):
    """One choice and the events it led to."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="all_steps")
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    choice = models.CharField(max_length=200)
    events: Any = models.JSONField(default=list)
    #: Made by the table for a seat that passes.
    auto = models.BooleanField(default=False)
    #: Luck or something hidden came to light: no way back.
    reveals = models.BooleanField(default=False)
    #: What a bot weighed before it took this, the best first, see thinking/thoughts.py.
    thought: Any = models.JSONField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("match", "number")
        constraints = (models.UniqueConstraint(fields=["match", "number"], name="one_step_a_number"),)

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number} {self.choice}"


class Snapshot(models.Model):
    """The game as it stood at the first decision of a turn, after so many steps."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="snapshots")
    turn = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    game = models.JSONField()

    class Meta:
        ordering = ("match", "turn")
        constraints = (models.UniqueConstraint(fields=["match", "turn"], name="one_snapshot_a_turn"),)

    def __str__(self) -> str:
        return f"{self.match_id} turn {self.turn}"


class ChatLine(models.Model):
    """Something said at the table of a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    guest = models.CharField(max_length=64, blank=True)
    name = models.CharField(max_length=LONGEST_NAME)
    text = models.CharField(max_length=LONGEST_LINE)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("match", "at", "pk")

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"
