"""Template tags about matches beside the table: words, shares, and what a player's page shows of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from decks.models import Deck
from decks.visitors import visitor_of
from matches.stats.decks import deck_figures
from matches.stats.figures import TOO_FEW, Tally
from matches.stats.players import player_figures
from matches.stats.plots import share_words
from matches.thinking.levels import known_level, level_choices, level_name
from matches.wording import end_words, mode_words

register = template.Library()
register.filter("mode_words", mode_words)
register.filter("end_words", end_words)
register.filter("level_name", level_name)


@register.filter
def named(names: Mapping[str, str], slug: str) -> str:
    """The name that belongs to a slug; what nobody has named stays as it is."""
    return names.get(slug, slug)


@register.filter
def share(tally: Tally) -> str:
    """A share with its interval, or that there are too few."""
    return share_words(tally)


@register.inclusion_tag("matches/_level.html")
def level_select(name: str, label: str, chosen: str = "") -> dict[str, Any]:
    """The levels of bots to choose from, with a few words about each."""
    return {"name": name, "label": label, "levels": level_choices(), "chosen": known_level(chosen)}


@register.inclusion_tag("matches/_deck_figures.html", takes_context=True)
def deck_matches(context: template.Context, deck: Deck) -> dict[str, Any]:
    """How a deck did at the table, as far as the visitor may know it."""
    visitor = visitor_of(context["request"])
    return {"deck": deck, "figures": deck_figures(deck, visitor), "own": visitor.may_edit(deck), "too_few": TOO_FEW}


@register.inclusion_tag("matches/_player.html", takes_context=True)
def player_matches(context: template.Context, player: Any) -> dict[str, Any]:
    """What a player has played: ratings, results by faction, and the last matches."""
    request = context["request"]
    return player_figures(player, visitor_of(request), request.GET.get("page"))
