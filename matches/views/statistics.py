"""Statistics of all matches that are over."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalog.models import Faction
from decks.plots import Bar, columns, rows
from matches.models import Outcome, RatingGroup
from matches.setting_up.optional_rules import MODES
from matches.stats.counting import PERIODS, Filters, rated_players, statistics
from matches.stats.figures import TOO_FEW, Lengths
from matches.stats.plots import Whisker, whiskers
from matches.wording import end_words, mode_words


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """How factions, decks and players do, how long matches are and how they end."""
    filters = Filters.read(request.GET)
    figures = statistics(filters)
    names = dict(Faction.objects.current().values_list("slug", "name"))
    played = [slug for slug in names if slug in figures.factions]
    factions = [Whisker(names[slug], figures.factions[slug], f"faction-{slug}") for slug in played]
    first = [Whisker(_("Who had the first turn"), figures.first_turn)]
    reasons = [Bar(end_words(reason), (count,)) for reason, count in figures.by_reason.items()]
    modes = [Bar(mode_words(mode), (count,)) for mode, count in figures.by_mode.items()]
    players = rated_players()
    context = {
        "filters": filters, "figures": figures, "names": names, "too_few": TOO_FEW,
        "modes": MODES, "sources": Outcome.Source, "periods": {name: words for name, (_days, words) in PERIODS.items()},
        "factions": factions, "faction_plot": whiskers(_("Share of matches won by faction"), factions),
        "first_plot": whiskers(_("Share of matches won with the first turn"), first),
        "reason_plot": rows(_("How matches ended"), reasons), "mode_plot": rows(_("Matches by mode"), modes),
        "length_plot": _length_plot(figures.lengths),
        "matrix": [
            (slug, [(other, None if other == slug else figures.meeting(slug, other)) for other in played])
            for slug in played
        ],
        "players": [(RatingGroup(group).label, ratings) for group, ratings in players.items()],
    }  # fmt: skip
    return render(request, "matches/statistics.html", context)


def _length_plot(lengths: Lengths | None) -> str:
    if lengths is None:
        return ""
    bars = [Bar(str(first) if first == last else f"{first}–{last}", (count,)) for first, last, count in lengths.groups]
    return columns(_("Matches by number of turns"), bars, (_("matches"),))
