"""What the list of decks can be narrowed down by."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from catalog.api import values
from catalog.api.filters import StrictFilters
from catalog.api.narrowing import Narrow, faction_filter, system_filter
from catalog.models import Card, Squad
from decks.legality import legal_among
from decks.models import Deck, DeckQuerySet, Like
from decks.rules.formats import FORMATS
from decks.visitors import visitor_of

SORTS = {
    "newest": DeckQuerySet.newest,
    "changed": DeckQuerySet.last_changed,
    "likes": DeckQuerySet.liked_first,
    "name": DeckQuerySet.by_name,
}


class NarrowMine(Narrow):
    """One's own decks, or everybody else's."""

    def condition(self, value: bool) -> Q:
        own = visitor_of(self.parent.request).own()
        return own if value else ~own


class NarrowLiked(Narrow):
    """Decks that one likes, or does not."""

    def condition(self, value: bool) -> Q:
        likes = Q(Exists(Like.objects.filter(deck=OuterRef("pk"), user=self.parent.request.user.pk)))
        return likes if value else ~likes


class AfterReading(Narrow):
    """Not a condition for the database: read by `DeckFilters` itself."""

    def condition(self, value: Any) -> Q:
        return Q()


class DeckFilters(StrictFilters):
    """Filters, order, and legality, which is worked out for the decks that fit all the rest."""

    #: Whether all decks that fit were looked at, see decks/legality.py.
    complete = True

    system = system_filter("faction__system__slug")
    faction = faction_filter()
    # Not "format", which already chooses between JSON and the browsable page.
    deck_format = Narrow("format", values.Choice(name="deck_format", words=FORMATS), _("Size of the deck."))
    card = Narrow(
        "cards__has_key",
        values.Known(name="card", names=lambda: Card.objects.values_list("slug", flat=True)),
        _("Slug of a card that is in the deck."),
    )
    squad = Narrow(
        "squads__has_key",
        values.Known(name="squad", names=lambda: Squad.objects.values_list("slug", flat=True)),
        _("Slug of a squad that is in the army."),
    )
    author = Narrow("owner__username__iexact", values.ValueField(name="author"), _("Name of the user who built it."))
    name = Narrow("name__icontains", values.ValueField(name="name"), _("Text in the name of the deck."))
    mine = NarrowMine("mine", values.Flag(name="mine"), _("Whether it is your own deck."))
    liked = NarrowLiked("liked", values.Flag(name="liked"), _("Whether you like it."))
    legal = AfterReading(
        "legal",
        values.Choice(name="legal", words=["true"]),
        _("“true” leaves out decks that are not legal in the present catalogue."),
    )
    sort = AfterReading("sort", values.Choice(name="sort", words=SORTS), _("What comes first; the newest by default."))

    class Meta:
        model = Deck
        fields: list[str] = []

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        found: Any = super().filter_queryset(queryset)
        found = SORTS[self.form.cleaned_data.get("sort") or "newest"](found)
        if self.form.cleaned_data.get("legal"):
            legal = legal_among(found)
            self.complete = legal.complete
            found = found.filter(pk__in=legal.pks)
        return found
