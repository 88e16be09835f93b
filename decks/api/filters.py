"""What the list of decks can be narrowed down by."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from catalog.api import values
from catalog.api.filters import StrictFilters
from catalog.api.narrowing import Narrow
from catalog.models import Card, Faction, GameSystem, Squad
from decks.models import Deck, Like
from decks.rules.formats import FORMATS
from decks.searching import ORDERS, QUESTIONS, narrowed
from decks.visitors import visitor_of


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


class AsOnTheSite(Narrow):
    """Not a condition here: `DeckFilters` asks as the list on the site does, see decks/searching.py."""

    def condition(self, value: Any) -> Q:
        return Q()


def known(name: str, rows: type[Model], about: Any) -> AsOnTheSite:
    """Filter by the slug of something in the catalogue."""
    slugs = values.Known(name=name, names=lambda: rows._default_manager.values_list("slug", flat=True))
    return AsOnTheSite(name, slugs, about)


class DeckFilters(StrictFilters):
    """Filters, order, and legality, which is worked out for the decks that fit all the rest."""

    #: Whether all decks that fit were looked at, see decks/legality.py.
    complete = True

    system = known("system", GameSystem, _("Slug of the game system."))
    faction = known("faction", Faction, _("Slug of the faction."))
    # Not "format", which already chooses between JSON and the browsable page.
    deck_format = AsOnTheSite("format", values.Choice(name="deck_format", words=FORMATS), _("Size of the deck."))
    card = known("card", Card, _("Slug of a card that is in the deck."))
    squad = known("squad", Squad, _("Slug of a squad that is in the army."))
    author = AsOnTheSite("author", values.ValueField(name="author"), _("Name of the user who built it."))
    name = AsOnTheSite("name", values.ValueField(name="name"), _("Text in the name of the deck."))
    mine = NarrowMine("mine", values.Flag(name="mine"), _("Whether it is your own deck."))
    liked = NarrowLiked("liked", values.Flag(name="liked"), _("Whether you like it."))
    legal = AsOnTheSite(
        "legal",
        values.Choice(name="legal", words=["true"]),
        _("“true” leaves out decks that are not legal in the present catalogue."),
    )
    sort = AsOnTheSite("sort", values.Choice(name="sort", words=ORDERS), _("What comes first; the newest by default."))

    class Meta:
        model = Deck
        fields: list[str] = []

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        found: Any = super().filter_queryset(queryset)
        asked = self.form.cleaned_data
        questions = {
            narrow.field_name: asked[name]
            for name, narrow in self.filters.items()
            if isinstance(narrow, AsOnTheSite) and narrow.field_name in QUESTIONS
        }
        found, self.complete = narrowed(
            found, questions, sort=asked.get("sort") or "newest", legal=bool(asked.get("legal"))
        )
        return found
