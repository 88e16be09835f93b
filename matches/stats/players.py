"""What the page of a player shows: ratings with their course, results by faction, and the history of matches."""

from __future__ import annotations

from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Count, Prefetch
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from catalog.models import Faction
from decks.visitors import Visitor
from matches.models import Rating, RatingChange, RatingGroup, Standing
from matches.stats.figures import tally
from matches.stats.plots import Whisker, course, whiskers

PER_PAGE: Final = 20
#: A plot of more points shows nothing that one of these does not.
MOST_POINTS: Final = 200


def player_figures(player: User, visitor: Visitor, page: str | None = None) -> dict[str, Any]:
    """Everything of the player's page that is about matches, as far as the visitor may see it."""
    shown = Standing.objects.shown_on_page_of(player, visitor)
    names = dict(Faction.objects.values_list("slug", "name"))
    counted = list(shown.order_by().values_list("faction", "result", "outcome__sides").annotate(number=Count("pk")))
    factions = [
        Whisker(names.get(slug, slug), tally(row[1:] for row in counted if row[0] == slug), f"faction-{slug}")
        for slug in sorted({row[0] for row in counted if row[0]}, key=lambda slug: names.get(slug, slug))
    ]
    all_seats = Prefetch("outcome__standings", Standing.objects.select_related("user"))
    history = (
        shown.select_related("outcome__match", "outcome__logged")
        .prefetch_related(all_seats)
        .order_by("-outcome__at", "-outcome__pk")
        .defer("outcome__match__game", "outcome__match__setup", "outcome__match__seed")
    )
    return {
        "player": player,
        "ratings": _rating_sheets(player),
        "all": tally(row[1:] for row in counted),
        "factions": factions,
        "plot": whiskers(_("Share of matches won by faction"), factions),
        "history": Paginator(history, PER_PAGE).get_page(page),
        "names": names,
    }


def _rating_sheets(player: User) -> list[dict[str, Any]]:
    """The player's ratings, each with its course."""
    ratings = list(Rating.objects.filter(user=player).order_by("group"))
    newest = RatingChange.objects.filter(rating__in=ratings).select_related("rated").order_by("-rated")
    changes = list(newest[: MOST_POINTS * len(RatingGroup)])[::-1] if ratings else []
    return [_rating_sheet(rating, [each for each in changes if each.rating_id == rating.pk]) for rating in ratings]


def _rating_sheet(rating: Rating, changes: list[RatingChange]) -> dict[str, Any]:
    points = [
        (date_format(change.day, "SHORT_DATE_FORMAT"), change.points, change.deviation)
        for change in changes[-MOST_POINTS:]
    ]
    label = RatingGroup(rating.group).label
    return {"rating": rating, "label": label, "plot": course(_("Rating, %(group)s") % {"group": label}, points)}
