"""How a deck did at the table, for its own page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from catalog.models import Faction
from decks.models import Deck
from decks.visitors import Visitor
from matches.models import LoggedMatch, Match, Outcome, Standing
from matches.stats.counting import grouped, meetings_of
from matches.stats.figures import Tally, tally
from matches.stats.plots import Whisker, whiskers


@dataclass(frozen=True)
class DeckFigures:
    """Matches with a deck: all of them, and by the faction on the other side."""

    all: Tally
    plot: str


def deck_figures(deck: Deck, visitor: Visitor) -> DeckFigures | None:
    """What the visitor may know of it, in at most three queries; nothing if there is nothing to tell."""
    if not (deck.is_public or visitor.may_edit(deck)):
        return None
    seats = _seats(deck, own=visitor.may_edit(deck))
    results = grouped(seats, "result", "outcome__sides")
    if not results:
        return None
    meetings = grouped(meetings_of(seats), "other", "result")
    names = dict(Faction.objects.filter(slug__in={row[0] for row in meetings}).values_list("slug", "name"))
    rows = [
        Whisker(
            _("against %(faction)s") % {"faction": names.get(slug, slug)},
            tally((result, 2, count) for other, result, count in meetings if other == slug),
            f"faction-{slug}",
        )
        for slug in sorted({row[0] for row in meetings}, key=lambda slug: names.get(slug, slug))
    ]
    every = tally(results)
    return DeckFigures(every, whiskers(_("Share of matches won"), [Whisker(_("All"), every), *rows]))


def _seats(deck: Deck, *, own: bool) -> QuerySet[Standing]:
    """Counted seats with the deck; whoever does not own it hears only of matches that everybody may see."""
    counted = Outcome.objects.counted().exclude(source=Outcome.Source.HOT_SEAT)
    if not own:
        watched = Q(match__watching=Match.Watching.PUBLIC) | Q(logged__visibility=LoggedMatch.Visibility.PUBLIC)
        counted = counted.filter(watched)
    return Standing.objects.filter(deck_row=deck, outcome__in=counted.values("pk"))
