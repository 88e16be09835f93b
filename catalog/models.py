"""What exists: game systems, factions, squads, cards and the rest of the catalogue.

Rows are written by `manage.py load_catalog` from the files under catalog/data and are never deleted by it:
what a newer file no longer lists is retired, so that decks and matches keep what they refer to.
"""

from __future__ import annotations

from typing import Self, TypeVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from catalog.fields import PrintedNumberField


class GameSystem(models.Model):
    """A game with rules of its own, such as The Edge: Dawnfall."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80)
    edition = models.PositiveIntegerField(default=0, help_text=_("Grows whenever a load changes the catalogue."))

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("catalog:factions", args=[self.slug])


class FactionQuerySet(models.QuerySet["Faction"]):
    def current(self) -> Self:
        """Factions that the newest files still list."""
        return self.filter(retired=False)


class Faction(models.Model):
    """One side of the conflict, with everything that belongs to it."""

    system = models.ForeignKey(GameSystem, models.PROTECT, related_name="factions")
    slug = models.SlugField()
    name = models.CharField(max_length=80)
    pack = models.CharField(max_length=80, help_text=_("Folder the faction was loaded from."))
    colour = models.CharField(max_length=7)
    tagline = models.CharField(max_length=120)
    about = models.TextField()
    expansion = models.BooleanField(default=False)
    unplayable = models.TextField(blank=True)
    retired = models.BooleanField(default=False)

    objects = FactionQuerySet.as_manager()

    class Meta:
        ordering = ["expansion", "name"]
        constraints = [models.UniqueConstraint(fields=["system", "slug"], name="faction_slug")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("catalog:faction", args=[self.system.slug, self.slug])


E = TypeVar("E", bound="Entry")


class EntryQuerySet(models.QuerySet[E]):
    def current(self) -> Self:
        """Entries that the newest files still list."""
        return self.filter(retired=False, faction__retired=False)

    def of_system(self, slug: str) -> Self:
        """Entries of one game system, with their factions at hand."""
        return self.filter(faction__system__slug=slug).select_related("faction__system")


class Entry(models.Model):
    """What squads, cards, banners, shrines and tokens have in common."""

    faction = models.ForeignKey(Faction, models.PROTECT, related_name="%(class)ss")
    slug = models.SlugField()
    name = models.CharField(max_length=80)
    position = models.PositiveSmallIntegerField(help_text=_("Place in the faction's file."))
    rulings = models.JSONField(default=list, blank=True)
    retired = models.BooleanField(default=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["faction__expansion", "faction__name", "position"]
        constraints = [models.UniqueConstraint(fields=["faction", "slug"], name="%(class)s_slug")]

    def __str__(self) -> str:
        return self.name

    @property
    def why_unplayable(self) -> str:
        """Why it cannot be brought to matches; empty where it can."""
        return self.faction.unplayable


class Squad(Entry):
    """A Squad card."""

    copies = models.PositiveSmallIntegerField()
    tags = models.JSONField(default=list, blank=True)
    models_count = models.PositiveSmallIntegerField(_("models"))
    endurance = models.PositiveSmallIntegerField()
    base = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Hexes covered."))
    rules = models.TextField(blank=True)
    expansion = models.BooleanField(default=False)
    unplayable = models.TextField(blank=True)

    def get_absolute_url(self) -> str:
        return reverse("catalog:squad", args=[self.faction.system.slug, self.faction.slug, self.slug])

    @property
    def why_unplayable(self) -> str:
        """Its own reason, or that of its faction."""
        return self.unplayable or super().why_unplayable


class Mode(models.Model):
    """One side of a Squad card, or the values an evolve card gives it."""

    squad = models.ForeignKey(Squad, models.CASCADE, related_name="modes")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    ini = PrintedNumberField()
    att = PrintedNumberField()
    defense = PrintedNumberField()
    mov = PrintedNumberField()
    att_reroll = models.BooleanField(default=False)
    def_reroll = models.BooleanField(default=False)
    through_obstacles = models.BooleanField(default=False)
    base = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Where this side changes the base."))
    change_mode = PrintedNumberField(help_text=_("Cost beside the arrow; empty where there is no arrow."))
    change_mode_currency = models.CharField(max_length=10, default="crystal")
    evolve_card = models.SlugField(blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["squad", "position"], name="mode_position")]

    def __str__(self) -> str:
        return f"{self.squad.name}, {self.name}"


class Card(Entry):
    """An Action card: two halves, one of which is played."""

    class Kind(models.TextChoices):
        ACTION = "action", _("Action")
        ENHANCEMENT = "enhancement", _("Enhancement")
        DEPLOYMENT = "deployment", _("Deployment")
        EVOLVE = "evolve", _("Evolve")

    kind = models.CharField(max_length=12, choices=Kind.choices)
    squad = models.ForeignKey(
        Squad, models.PROTECT, null=True, blank=True, related_name="cards",
        help_text=_("Squad of the lower half; empty where any squad may use it."),
    )  # fmt: skip
    copies = models.PositiveSmallIntegerField()
    attach_cost = models.PositiveSmallIntegerField(null=True, blank=True)
    attach_currency = models.CharField(max_length=10, blank=True)
    attach_charges = models.PositiveSmallIntegerField(null=True, blank=True)
    attach_in_setup = models.BooleanField(default=False)
    attach_terms = models.TextField(blank=True)
    expansion = models.BooleanField(default=False)
    unplayable = models.TextField(blank=True)

    def get_absolute_url(self) -> str:
        return reverse("catalog:card", args=[self.faction.system.slug, self.faction.slug, self.slug])

    @property
    def why_unplayable(self) -> str:
        """Its own reason, that of the squad on its band, or that of its faction."""
        return self.unplayable or (self.squad.unplayable if self.squad else "") or super().why_unplayable


class Half(models.Model):
    """The upper or the lower action of a card."""

    class Place(models.TextChoices):
        UPPER = "upper", _("Upper")
        LOWER = "lower", _("Lower")

    card = models.ForeignKey(Card, models.CASCADE, related_name="halves")
    place = models.CharField(max_length=5, choices=Place.choices)
    name = models.CharField(max_length=80)
    cost = PrintedNumberField()
    currency = models.CharField(max_length=10)
    instant = models.BooleanField(default=False)
    passive = models.BooleanField(default=False)
    limit = models.CharField(max_length=60, blank=True)
    window = models.CharField(max_length=30)
    rules = models.TextField()

    class Meta:
        ordering = ["-place"]
        constraints = [models.UniqueConstraint(fields=["card", "place"], name="half_place")]

    def __str__(self) -> str:
        return f"{self.card.name}: {self.name}"


class Variant(models.TextChoices):
    STANDARD = "standard", _("Standard")
    ALTERNATIVE = "alternative", _("Alternative")


class Banner(Entry):
    """A Banner card: one of its options a use, then it is flipped."""

    variant = models.CharField(max_length=12, choices=Variant.choices)
    options = models.JSONField(default=list)
    back = models.TextField(blank=True)

    def get_absolute_url(self) -> str:
        return f"{self.faction.get_absolute_url()}#{self.slug}"


class Shrine(Entry):
    """A Shrine and its power."""

    variant = models.CharField(max_length=12, choices=Variant.choices)
    rules = models.TextField()

    def get_absolute_url(self) -> str:
        return f"{self.faction.get_absolute_url()}#{self.slug}"


class Token(Entry):
    """A token of a faction's own."""

    rules = models.TextField()

    def get_absolute_url(self) -> str:
        tokens = reverse("catalog:tokens", args=[self.faction.system.slug])
        return f"{tokens}#{self.faction.slug}-{self.slug}"


class StarterDeck(models.Model):
    """A ready-made deck of a faction in one format."""

    class Format(models.TextChoices):
        DUEL = "duel", _("Duel, 25 cards")
        MULTIPLAYER = "multiplayer", _("Multiplayer, 15 cards")
        SHORT = "short", _("Short duel, 20 cards")

    faction = models.ForeignKey(Faction, models.PROTECT, related_name="starter_decks")
    format = models.CharField(max_length=12, choices=Format.choices)
    name = models.CharField(max_length=80)
    about = models.TextField()
    squads = models.JSONField(help_text=_("Slugs, one for each squad fielded."))
    cards = models.JSONField(help_text=_("Copies by slug."))
    banner = models.ForeignKey(Banner, models.PROTECT, related_name="+")
    shrine = models.ForeignKey(Shrine, models.PROTECT, related_name="+")
    retired = models.BooleanField(default=False)

    class Meta:
        ordering = ["faction__name", "format"]
        constraints = [models.UniqueConstraint(fields=["faction", "format"], name="starter_deck_format")]

    def __str__(self) -> str:
        return self.name
