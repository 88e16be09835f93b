"""The tracker for the real table. Its pages keep nothing: the state travels with the form, or lives in the browser.

So its posts change nothing on the site, need no token against forgery, and work on a page that was opened hours ago.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.models import Squad
from decks.models import new_key
from decks.rules.deck_list import DeckList
from decks.views.finding import first_system
from decks.visitors import Visitor, visitor_of
from matches.engine.dawnfall.setup import MODES
from matches.logged.forms import deck_groups, faction_choices
from matches.logged.tracking import (
    LONGEST_NAME,
    SENTENCES,
    TRACK,
    State,
    charges_left,
    crystals_left,
    do,
    leaders,
    new_state,
    opponents,
    points,
    read_state,
)
from matches.refusals import Refusal
from matches.services.bringing import MODE_FORMATS
from matches.setting_up.deck_choices import bring
from matches.setting_up.optional_rules import MODES as MODE_WORDS


@never_cache
@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Ask who plays what."""
    mode = _mode(request.GET.get("mode"))
    system, visitor = first_system(), visitor_of(request)
    context = {
        "mode": mode,
        "modes": MODE_WORDS,
        "seats": [(number, number + 1) for number in range(MODES[mode][0])],
        "decks": deck_groups(system, visitor),
        "factions": faction_choices(system),
        "key": new_key(),
        "longest": LONGEST_NAME,
    }
    return render(request, "matches/tracker.html", context)


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """The tracker: begun with what the address says, gone on with by a deed if there is no script to do it."""
    said = ""
    if request.method == "POST":
        state = read_state(request.POST.get("state", ""))
        if state is None:
            messages.error(request, _("The tracker could not read its page any more. Start it again."))
            return redirect("matches:tracker")
        refused = do(state, request.POST.get("do", ""))
        said = str(SENTENCES[refused]) % {"supply": state["supply"]} if refused else ""
    else:
        state = _begin(request)
    context = {
        "state": json.dumps(state, ensure_ascii=False, separators=(",", ":")),
        "turn": state["turn"], "mode": state["mode"], "duel": state["mode"] == "duel", "track": 2 * TRACK,
        "pile": crystals_left(state), "charges_left": charges_left(state), "players": list(_sheets(state)),
        "said": said, "sentences": {name: str(words) for name, words in SENTENCES.items()},
    }  # fmt: skip
    return render(request, "matches/tracker_play.html", context)


@never_cache
@csrf_exempt
@require_POST
def finish(request: HttpRequest) -> HttpResponse:
    """Carry the match over to the form of the log."""
    state = read_state(request.POST.get("state", ""))
    if state is None:
        messages.error(request, _("The tracker could not read its page any more. Fill in the result yourself."))
        return redirect("matches:log")
    values: dict[str, Any] = {"mode": state["mode"], "turns": state["turn"]}
    ahead = leaders(state)
    for number, player in enumerate(state["players"]):
        values |= {f"name_{number}": player["name"], f"victory_points_{number}": points(state, number)}
        values |= {f"{name}_{number}": player[name] for name in ("faction", "deck") if player[name]}
        if number in ahead:
            values[f"won_{number}"] = "on"
    return redirect(f"{reverse('matches:log')}?{urlencode(values)}")


@cache_control(no_cache=True)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that opens the tracker without the net. Its address decides over which pages it has a say."""
    path = finders.find("js/tracker_worker.js")
    assert path is not None  # noqa: S101
    return HttpResponse(Path(path).read_text(), content_type="text/javascript; charset=utf-8")


@dataclass(frozen=True)
class PlayerSheet:
    """What the page shows of a player."""

    number: int
    name: str
    faction: str
    crystals: int
    depleted: int
    charges: int
    points: int
    tokens: int
    #: Number, name and tokens captured from each opponent.
    captured: list[tuple[int, str, int]]
    #: Number, name and Endurance of each squad.
    squads: list[tuple[int, str, int]]


def _sheets(state: State) -> Iterator[PlayerSheet]:
    for number, player in enumerate(state["players"]):
        yield PlayerSheet(
            number, player["name"], player["faction"], player["crystals"], player["depleted"], player["charges"],
            points(state, number), player["tokens"],
            [
                (other, state["players"][other]["name"], player["captured"][other])
                for other in opponents(state, number)
            ],
            [
                (place, name or _("Squad %(number)d") % {"number": place + 1}, endurance)
                for place, (name, endurance) in enumerate(player["squads"])
            ],
        )  # fmt: skip


def _begin(request: HttpRequest) -> State:
    mode = _mode(request.GET.get("mode"))
    visitor = visitor_of(request)
    players = [_player(visitor, request.GET, mode, number) for number in range(MODES[mode][0])]
    key = request.GET.get("key", "")
    return new_state(mode, players, key if key.isalnum() and len(key) <= 20 else "")


def _player(visitor: Visitor, asked: Mapping[str, str], mode: str, number: int) -> dict[str, Any]:
    name = " ".join(asked.get(f"name_{number}", "").split())[:LONGEST_NAME]
    choice = asked.get(f"deck_{number}", "")[:60]
    deck: DeckList | None = None
    if choice:
        try:
            brought = bring(first_system(), visitor, choice, "", MODE_FORMATS[mode])
            deck = brought.deck if brought else None
        except Refusal:
            # A deck that has gone since leaves a tracker with unnamed squads.
            choice = ""
    faction = deck.faction if deck else asked.get(f"faction_{number}", "")[:50]
    return {
        "name": name or _("Player %(number)d") % {"number": number + 1},
        "faction": faction,
        "deck": choice,
        "squads": _squads(deck) if deck else [],
    }


def _squads(deck: DeckList) -> list[list[Any]]:
    """The squads of a deck with their Endurance."""
    rows = Squad.objects.filter(faction__system__slug=deck.system, faction__slug=deck.faction)
    known = {slug: (name, endurance) for slug, name, endurance in rows.values_list("slug", "name", "endurance")}
    return [list(known[slug]) for slug in deck.squads if slug in known][:10]


def _mode(text: str | None) -> str:
    return text if text in MODES else "duel"
