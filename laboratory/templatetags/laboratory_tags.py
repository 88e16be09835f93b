"""Template tags of the laboratory: words, shares, and what a deck's page shows of its experiments."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from decks.models import Deck
from laboratory.studying import Study, study_of
from laboratory.wording import level_words
from matches.stats.figures import Tally

register = template.Library()
register.filter("level_words", level_words)


@register.filter
def lab_share(tally: Tally) -> SafeString:
    """A share of wins with its interval and the size of the sample; of too few games only their number."""
    if tally.too_few:
        return format_html('<span class="muted">{}</span>', _("too few (%(count)d)") % {"count": tally.decided})
    values = {"low": tally.low, "high": tally.high, "count": tally.decided}
    behind = _("%(low)d–%(high)d %% of %(count)d") % values
    return format_html('{} % <span class="small muted nowrap">{}</span>', tally.percent, behind)


@register.filter
def signed(value: float) -> str:
    """A number with its sign."""
    return f"{value:+.2f}".replace("-", "−")


@register.simple_tag
def deck_study(deck: Any) -> Study | None:
    """What the last experiment of its owner with a deck advises."""
    return study_of(deck) if isinstance(deck, Deck) else None
