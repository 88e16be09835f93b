"""The beginning of a match: two clicks to a duel against a bot, or everything chosen by oneself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog.models import Faction
from decks.refusals import Refusal
from decks.views.finding import first_system
from decks.visitors import visitor_of, visitor_who_stays
from matches.models import Match
from matches.services import SeatPlan, open_match
from matches.setting_up.deck_choices import any_starter, playable, starter
from matches.setting_up.forms import WHO
from matches.setting_up.optional_rules import MODES, WAYS_OUT, rules_here
from matches.setting_up.setting_table import NewMatch
from matches.thinking.levels import known_level, levels

#: A newcomer begins with the squads, not with laying out the board.
FIRST_RULES = {"quick_setup": True}
#: Where the session remembers the opponent of the last time.
LEVEL = "bot_level"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Choose a side; one more click and the duel against a bot is under way."""
    said, status = "", 200
    if request.method == "POST":
        try:
            return redirect(_begin(request).get_absolute_url())
        except Refusal as refused:
            said, status = refused.sentence(), 409
    system = first_system()
    rows = {row.slug: row for row in Faction.objects.current().filter(system=system)}
    files = [file for file in playable() if file.faction.slug in rows]
    sides = [(rows[file.faction.slug], starter(file.faction.slug, "duel").name) for file in files]
    context = {
        "system": system,
        "sides": sides,
        "levels": levels(),
        "level": known_level(request.session.get(LEVEL)),
        "said": said,
    }
    return render(request, "matches/new_now.html", context, status=status)


def _begin(request: HttpRequest) -> Match:
    faction, level = request.POST.get("faction", ""), known_level(request.POST.get("level"))
    own = starter(faction, "duel") if faction else any_starter("duel")
    other = any_starter("duel", {own.faction})
    seats = [SeatPlan("person", own), SeatPlan("bot", other, bot=level)]
    match = open_match(visitor_who_stays(request), "duel", seats, FIRST_RULES)
    request.session[LEVEL] = level
    return match


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Set up a match. A wrong form comes back with every word that was typed and what is wrong with it."""
    system, visitor = first_system(), visitor_of(request)
    if request.method != "POST":
        return _ask(request, NewMatch.asked(system, visitor, request.GET.dict()))
    if mode := request.POST.get("switch", ""):
        return _ask(request, NewMatch.typed(system, visitor, request.POST, mode))
    form = NewMatch.typed(system, visitor, request.POST)
    if not form.is_valid():
        return _ask(request, form, status=400)
    try:
        match = form.open(visitor_who_stays(request))
    except Refusal as refused:
        return _ask(request, form, refused.sentence(), status=409)
    return redirect(match.get_absolute_url())


def _ask(request: HttpRequest, form: NewMatch, said: str = "", status: int = 200) -> HttpResponse:
    problem = form.problem
    context = {
        "system": form.system,
        "form": form,
        "modes": [(slug, *words) for slug, words in MODES.items()],
        "rules": [(rule, form.table[rule.name]) for rule in rules_here()],
        "who": WHO,
        "is_guest": form.visitor.user is None,
        "said": said or (problem.sentence() if problem else ""),
        "way_out": WAYS_OUT.get(problem.rule, "") if problem else "",
        "rule": problem.rule if problem else "",
        "checked": form.table.is_bound,
    }
    return render(request, "matches/new.html", context, status=status)
