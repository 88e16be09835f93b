"""Matches of the real table: the log, its form, and what those whom it names say to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.models import Faction
from decks.views.finding import first_system
from decks.visitors import Visitor, visitor_of
from matches.engine.dawnfall.setup import MODES
from matches.logged.entries import Entry
from matches.logged.forms import LogForm, initial_from, initial_from_address
from matches.logged.refusals import EntryRefused, NoSuchLoggedMatch, NotYourLog
from matches.models import LoggedMatch
from matches.refusals import Refusal
from matches.services import logging
from matches.setting_up.optional_rules import MODES as MODE_WORDS
from matches.setting_up.optional_rules import RULES

PER_PAGE = 20
View = Callable[..., HttpResponse]


def logged_deed(view: View) -> View:
    """Make a view of (request, key) the door to a deed: a refusal becomes a message on the match's page."""

    @never_cache
    @login_required
    @wraps(view)
    def door(request: HttpRequest, key: str) -> HttpResponse:
        try:
            return view(request, key)
        except NoSuchLoggedMatch as refused:
            raise Http404(refused.sentence()) from refused
        except Refusal as refused:
            messages.error(request, refused.sentence())
            return redirect("matches:logged_match", key)

    return door


@never_cache
@require_safe
def logged(request: HttpRequest) -> HttpResponse:
    """The log: everybody's public matches, or one's own; first those that wait for one's word."""
    visitor = visitor_of(request)
    mine = request.GET.get("show") == "mine" and visitor.user is not None
    rows = LoggedMatch.objects.with_seats()
    shown = rows.filter(author=visitor.user) if mine else rows.public()
    page = Paginator(shown, PER_PAGE).get_page(request.GET.get("page"))
    waiting = list(rows.to_confirm_by(visitor.user)[:PER_PAGE]) if visitor.user else []
    context = {"page": page, "waiting": waiting, "mine": mine, "address": "show=mine" if mine else ""}
    return render(request, "matches/logged.html", {**context, "factions": faction_names()})


@never_cache
@require_safe
def logged_match(request: HttpRequest, key: str) -> HttpResponse:
    """One match of the log."""
    visitor = visitor_of(request)
    match = find(visitor, key)
    seats = list(match.seats.all())
    own = next((seat for seat in seats if visitor.user and seat.user_id == visitor.user.pk), None)
    context = {
        "match": match,
        "seats": [
            (seat, seat.deck_row if seat.deck_row and visitor.may_see(seat.deck_row) else None) for seat in seats
        ],
        "own": own,
        "author": visitor.user is not None and visitor.user.pk == match.author_id,
        "rules": [rule.title for rule in RULES if rule.name in match.options],
        "factions": faction_names(),
    }
    return render(request, "matches/logged_match.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def log(request: HttpRequest) -> HttpResponse:
    """Write a match down."""
    visitor = visitor_of(request)
    mode = _mode(request.GET.get("mode"))
    initial = initial_from_address(request.GET, visitor, mode)
    return _form(request, mode, initial, lambda entry: logging.log_match(visitor, entry), {"modes": MODE_WORDS})


@logged_deed
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Change what was written down."""
    visitor = visitor_of(request)
    match = find(visitor, key)
    if visitor.user is None or match.author_id != visitor.user.pk:
        raise NotYourLog
    return _form(
        request, match.mode, initial_from(match), lambda entry: logging.edit_logged(visitor, key, entry),
        {"match": match},
    )  # fmt: skip


@logged_deed
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Ask, then take the match out of the log."""
    visitor = visitor_of(request)
    match = find(visitor, key)
    if visitor.user is None or match.author_id != visitor.user.pk:
        raise NotYourLog
    if request.method != "POST":
        return render(request, "matches/logged_delete.html", {"match": match})
    logging.delete_logged(visitor, key)
    messages.success(request, _("The match is deleted from the log."))
    return redirect("matches:logged")


@require_POST
@logged_deed
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    """Say that it was so."""
    logging.confirm(visitor_of(request), key)
    messages.success(request, _("Confirmed: the match stands on your player page."))
    return redirect("matches:logged_match", key)


@require_POST
@logged_deed
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """Take one's own name out."""
    visitor = visitor_of(request)
    logging.withdraw(visitor, key)
    messages.success(request, _("Your name is taken out of the match, and cannot be put in again."))
    seen = LoggedMatch.objects.visible_to(visitor).filter(key=key).exists()
    return redirect("matches:logged_match", key) if seen else redirect("matches:logged")


def find(visitor: Visitor, key: str) -> LoggedMatch:
    """The match, if the visitor may know of it."""
    try:
        return logging.logged_to_see(visitor, key)
    except NoSuchLoggedMatch as refused:
        raise Http404(refused.sentence()) from refused


def faction_names() -> dict[str, str]:
    """The names of the factions by slug."""
    return dict(Faction.objects.values_list("slug", "name"))


def _mode(text: str | None) -> str:
    return text if text in MODES else "duel"


def _form(
    request: HttpRequest,
    mode: str,
    initial: dict[str, Any],
    deed: Callable[[Entry], LoggedMatch],
    context: dict[str, Any],
) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = LogForm(data, initial=initial, system=first_system(), visitor=visitor_of(request), mode=mode)
    if form.is_valid() and form.entry:
        try:
            match = deed(form.entry)
        except EntryRefused as refused:
            form.tell(refused.problems)
        else:
            messages.success(request, _("The match is in the log."))
            return redirect(match)
    status = 400 if form.is_bound else 200
    return render(request, "matches/log.html", {"form": form, "mode": mode, **context}, status=status)
