"""Decks from elsewhere: read, show what was matched and what not, then keep."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST

from catalog.models import Faction
from decks import services
from decks.exchange import FORMS, Imported, Unmatched
from decks.exchange.imported import MOST
from decks.facts import facts_of
from decks.refusals import Refusal, Unreadable
from decks.rules.code import DeckCodeError, encode
from decks.rules.deck_list import DeckList
from decks.rules.facts import Facts
from decks.rules.formats import FORMATS
from decks.rules.sentences import say
from decks.services.importing import left_over
from decks.sheets import deck_sheet, in_language
from decks.views.finding import first_system
from decks.views.listed import list_of_code
from decks.visitors import visitor_who_stays

#: A request is looked at only up to this size; a file or text near it gets its own sentence from decks/exchange.
LARGEST_REQUEST = 2_400_000
LINES_SHOWN = 200


@dataclass(frozen=True)
class Line:
    """A line of the source in words."""

    number: int
    text: str
    meaning: str
    guess: bool = False


# The size is judged before the form's token is looked for, as that would read the whole request first.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_deck(request: HttpRequest) -> HttpResponse:
    """Ask for a deck, or show what was understood of one."""
    size = int(request.META.get("CONTENT_LENGTH") or 0)
    if request.method == "POST" and size > LARGEST_REQUEST:
        sentence = _("That is %(size)s bytes; a deck never has more than %(most)s. Paste or send the deck alone.")
        return _ask(request, sentence % {"size": size, "most": LARGEST_REQUEST}, status=413)
    return _import_deck(request)


@csrf_protect
def _import_deck(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _ask(request)
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    if faction := request.POST.get("faction"):
        text = f"Faction: {faction}\n{text}"
    data: str | bytes = file.read() if file else text
    try:
        imported = services.read_deck(first_system(), data, (file.name or "") if file else "")
    except Unreadable as refused:
        return _ask(request, refused.sentence(), text, status=400)
    return render(request, "decks/imported.html", _told(imported, "" if file else text))


@require_POST
@never_cache
def keep_import(request: HttpRequest) -> HttpResponse:
    """Keep what was understood, with the lines that somebody chose a meaning for; the rest goes into the notes."""
    try:
        deck, _faction, _warning = list_of_code(request.POST.get("code", ""))
    except DeckCodeError as wrong:
        return _ask(request, in_language(wrong.what), status=400)
    lines = request.POST.getlist("line")
    meanings = request.POST.getlist("meaning")
    left = []
    for number, text in enumerate(lines):
        meaning = meanings[number] if number < len(meanings) else ""
        fixed = _with(deck, meaning, text)
        if fixed is None:
            left.append(Unmatched(number, text, say("")))
        else:
            deck = fixed
    if name := request.POST.get("name", "").strip():
        deck = replace(deck, name=name)
    try:
        kept = services.keep_list(visitor_who_stays(request), deck, notes=left_over(left))
    except Refusal as refused:
        return _ask(request, refused.sentence(), "\n".join(lines), status=400)
    if left:
        messages.info(request, _("Lines that could not be matched stand in the notes of the deck."))
    return redirect("decks:build", kept.key)


def _ask(request: HttpRequest, refusal: str = "", text: str = "", status: int = 200) -> HttpResponse:
    context = {"system": first_system(), "refusal": refusal, "text": text, "forms": FORMS.values()}
    return render(request, "decks/import.html", context, status=status)


def _told(imported: Imported, text: str) -> dict[str, Any]:
    """What the page says about an import."""
    system = first_system()
    facts = facts_of(system)
    factions = Faction.objects.current().filter(system=system).select_related("system")
    faction = next((row for row in factions if row.slug == imported.deck.faction), None)
    return {
        "system": system,
        "factions": factions,
        "faction": faction,
        "imported": imported,
        "text": text,
        "sheet": deck_sheet(imported.deck, faction) if faction else None,
        "code": encode(imported.deck, facts) if faction else "",
        "matched": list(islice(_matched(imported, facts), LINES_SHOWN)),
        "unmatched": [(miss, in_language(miss.reason)) for miss in imported.unmatched[:LINES_SHOWN]],
        "unshown": imported.unmatched[LINES_SHOWN:],
        "notes": [in_language(note) for note in imported.notes],
    }


def _matched(imported: Imported, facts: Facts) -> Iterator[Line]:
    faction = facts.factions.get(imported.deck.faction)
    names: dict[str, dict[str, str]] = {
        "faction": {slug: each.name for slug, each in facts.factions.items()},
        "format": {slug: each.name for slug, each in FORMATS.items()},
    }
    if faction:
        names["squad"] = {slug: each.name for slug, each in faction.squads.items()}
        names["card"] = {slug: each.name for slug, each in faction.cards.items()}
        names["banner"] = dict(faction.banners)
        names["shrine"] = dict(faction.shrines)
    for each in imported.matched:
        name = names.get(each.kind, {}).get(each.slug, each.slug)
        meaning = f"{each.copies} × {name}" if each.kind in {"squad", "card"} else name
        yield Line(each.line, each.text, meaning, each.guess)


def _with(deck: DeckList, meaning: str, text: str) -> DeckList | None:
    """The deck with what a line was said to mean; nothing if it was left open."""
    kind, _space, slug = meaning.partition(" ")
    count = _count(text)
    if kind == "card" and slug:
        return replace(deck, cards={**deck.cards, slug: deck.cards.get(slug, 0) + count})
    if kind == "squad" and slug:
        return replace(deck, squads=(*deck.squads, *_times(slug, count)))
    if kind == "banner" and slug:
        return replace(deck, banner=slug)
    return replace(deck, shrine=slug) if kind == "shrine" and slug else None


def _times(slug: str, count: int) -> Iterable[str]:
    return (slug for _copy in range(count))


def _count(text: str) -> int:
    """The number that a line gives at its beginning or end; 1 where it gives none."""
    found = re.search(r"^\W*(\d{1,2})\b|\b[xX×]?\s?(\d{1,2})\W*$", text)
    return min(max(int(found[1] or found[2]), 1), MOST) if found else 1
