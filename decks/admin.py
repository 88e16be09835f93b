"""Decks in the admin site: for moderation. What somebody keeps private is not shown, and nobody's deck is rewritten."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth import get_permission_codename
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from decks import services
from decks.models import Comment, Deck
from decks.visitors import visitor_of


class Moderated(admin.ModelAdmin):
    """Staff look and moderate; rows come and go on the site."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Whoever may change rows may moderate them."""
        codename = get_permission_codename("change", self.opts)
        return request.user.has_perm(f"{self.opts.app_label}.{codename}")


@admin.register(Deck)
class DeckAdmin(Moderated):
    list_display = ["name", "author", "faction", "format", "visibility", "published", "changed"]
    list_filter = ["visibility", "format", "faction"]
    list_select_related = ["owner", "faction"]
    search_fields = ["name", "notes", "owner__username", "key"]
    date_hierarchy = "published"
    actions = ["take_down"]
    fields = [
        "name", "key", "owner", "faction", "format", "squads", "cards", "banner", "shrine", "notes", "visibility",
        "source_name", "source_author", "version", "created", "changed", "published",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        return super().get_queryset(request).exclude(visibility=Deck.Visibility.PRIVATE)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description=_("Make the selected decks private"), permissions=["moderate"])
    def take_down(self, request: HttpRequest, decks: QuerySet[Deck]) -> None:
        """Take decks from the site; their owners keep them."""
        staff = visitor_of(request)
        keys = list(decks.values_list("key", flat=True))
        for key in keys:
            deck = services.take_down(staff, key)
            self.log_change(request, deck, "Made private.")
        sentence = ngettext("%(count)d deck is private now.", "%(count)d decks are private now.", len(keys))
        messages.success(request, sentence % {"count": len(keys)})


@admin.register(Comment)
class CommentAdmin(Moderated):
    list_display = ["text", "author", "deck", "created", "hidden_at", "hidden_by", "hidden_reason"]
    list_filter = [("hidden_at", admin.EmptyFieldListFilter), "created"]
    list_select_related = ["author", "deck", "hidden_by"]
    search_fields = ["text", "author__username", "deck__name"]
    date_hierarchy = "created"
    actions = ["hide", "show"]
    fields = ["text", "author", "deck", "created", "hidden_reason", "hidden_at", "hidden_by"]
    readonly_fields = ["text", "author", "deck", "created", "hidden_at", "hidden_by"]

    def save_model(self, request: HttpRequest, comment: Comment, form: Any, change: bool) -> None:
        """A reason hides the comment; none shows it again."""
        staff = visitor_of(request)
        if comment.hidden_reason.strip():
            services.hide_comment(staff, comment.pk, comment.hidden_reason)
        else:
            services.show_comment(staff, comment.pk)

    @admin.action(description=_("Hide the selected comments"), permissions=["moderate"])
    def hide(self, request: HttpRequest, comments: QuerySet[Comment]) -> None:
        """Hide comments with the plainest reason; a better one is written on the page of the comment."""
        for comment in comments:
            services.hide_comment(visitor_of(request), comment.pk, str(_("Against the rules of the house.")))
            self.log_change(request, comment, "Hidden.")

    @admin.action(description=_("Show the selected comments again"), permissions=["moderate"])
    def show(self, request: HttpRequest, comments: QuerySet[Comment]) -> None:
        """Put hidden comments back."""
        for comment in comments:
            services.show_comment(visitor_of(request), comment.pk)
            self.log_change(request, comment, "Shown again.")
