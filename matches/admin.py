"""Matches in the admin site: to look and to moderate. No hand, deck or invitation is shown, no seed before the end.

Who runs the site may play on it, too.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from decks.admin import Moderated
from decks.visitors import visitor_of
from matches.models import ChatLine, LoggedMatch, LoggedSeat, Match, Rating, Seat
from matches.services import logging


class Watched(Moderated):
    """What comes, changes and goes on the site alone."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class WatchedRows(admin.TabularInline):
    """The same for what belongs to something."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatRows(WatchedRows):
    model = Seat
    fields = ["number", "kind", "name", "user", "bot", "faction", "asking", "conceded", "seen"]


@admin.register(Match)
class MatchAdmin(Watched):
    list_display = ["key", "mode", "status", "players", "turn", "steps", "casual", "watching", "changed"]
    list_filter = ["status", "mode", "casual", "watching", "rules"]
    search_fields = ["key", "owner__username", "seats__name", "seats__user__username"]
    date_hierarchy = "created"
    inlines = [SeatRows]
    fields = [
        "key", "system", "mode", "options", "casual", "watching", "delay", "owner", "status", "rules", "seed_hash",
        "seed_of_the_past", "version", "steps", "turn", "waiting_for", "result", "hours", "due", "continues",
        "continues_at", "rematch_of", "created", "started", "changed", "over",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("game", "setup").prefetch_related("seats")

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        """Who sits there, with the factions."""
        return ", ".join(
            f"{seat.name or seat.get_kind_display()} ({seat.faction or '–'})" for seat in match.seats.all()
        )

    @admin.display(description=_("seed"))
    def seed_of_the_past(self, match: Match) -> str:
        """The luck of a match that is over; before, it would tell what comes."""
        return match.seed if match.is_over else str(_("secret until the end"))


@admin.register(Seat)
class SeatAdmin(Watched):
    list_display = ["match", "number", "kind", "name", "user", "bot", "faction", "conceded", "seen"]
    list_filter = ["kind", "bot", "faction", "conceded", "match__status", "match__mode"]
    list_select_related = ["match", "user"]
    search_fields = ["match__key", "name", "user__username"]
    fields = [*SeatRows.fields, "match", "passing_turn", "muted"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).defer("deck", "match__game", "match__setup", "match__seed")


@admin.register(ChatLine)
class ChatLineAdmin(Moderated):
    """What was said may be deleted, but not rewritten."""

    list_display = ["text", "name", "user", "match", "at"]
    list_select_related = ["user", "match"]
    search_fields = ["text", "name", "user__username", "match__key"]
    date_hierarchy = "at"
    fields = ["text", "name", "user", "match", "at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        return super().get_queryset(request).defer("match__game", "match__setup", "match__seed")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class LoggedSeatRows(WatchedRows):
    model = LoggedSeat
    fields = ["number", "name", "user", "faction", "deck_name", "victory_points", "won", "confirmed"]


@admin.register(LoggedMatch)
class LoggedMatchAdmin(Watched):
    """Private matches are nobody's business."""

    list_display = ["key", "mode", "played_on", "author", "visibility", "reason", "turns", "changed"]
    list_filter = ["visibility", "mode", "reason"]
    list_select_related = ["author"]
    search_fields = ["key", "author__username", "seats__name", "notes"]
    date_hierarchy = "played_on"
    actions = ["take_down"]
    inlines = [LoggedSeatRows]
    fields = [
        "key", "mode", "options", "played_on", "author", "visibility", "first", "turns", "reason", "notes",
        "turn_notes", "created", "changed",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[LoggedMatch]:
        return super().get_queryset(request).exclude(visibility=LoggedMatch.Visibility.PRIVATE)

    @admin.action(description=_("Make the selected matches private"), permissions=["moderate"])
    def take_down(self, request: HttpRequest, matches: QuerySet[LoggedMatch]) -> None:
        """Take matches out of the public log; their authors keep them."""
        keys = list(matches.values_list("key", flat=True))
        for key in keys:
            self.log_change(request, logging.take_down(visitor_of(request), key), "Made private.")
        sentence = ngettext("%(count)d match is private now.", "%(count)d matches are private now.", len(keys))
        messages.success(request, sentence % {"count": len(keys)})


@admin.register(Rating)
class RatingAdmin(Watched):
    list_display = ["user", "group", "points", "deviation", "provisional", "matches", "changed"]
    list_filter = ["group"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    fields = ["user", "group", "points", "deviation", "provisional", "matches", "changed"]
