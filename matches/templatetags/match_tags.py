"""Template tags about matches beside the table: words, shares, and what a player's page shows of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from decks.visitors import visitor_of
from matches.stats.figures import Tally
from matches.stats.players import player_figures
from matches.stats.plots import share_words
from matches.wording import end_words, mode_words

register = template.Library()
register.filter("mode_words", mode_words)
register.filter("end_words", end_words)


@register.filter
def named(names: Mapping[str, str], slug: str) -> str:
    """The name that belongs to a slug; what nobody has named stays as it is."""
    return names.get(slug, slug)


@register.filter
def share(tally: Tally) -> str:
    """A share with its interval, or that there are too few."""
    return share_words(tally)


@register.inclusion_tag("matches/_player.html", takes_context=True)
def player_matches(context: template.Context, player: Any) -> dict[str, Any]:
    """What a player has played: ratings, results by faction, and the last matches."""
    request = context["request"]
    return player_figures(player, visitor_of(request), request.GET.get("page"))
