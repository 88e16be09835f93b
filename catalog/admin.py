"""The catalogue in the admin site: for looking things up. It is changed in its files."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from catalog.models import Banner, Card, Faction, GameSystem, Half, Mode, Shrine, Squad, StarterDeck, Token

admin.site.site_header = admin.site.site_title = _("Edge Table administration")


class ReadOnly:
    """Staff may look at everything; rows are written by `manage.py load_catalog` alone."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_active and request.user.is_staff

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class CatalogAdmin(ReadOnly, admin.ModelAdmin):
    """Base of all, with a note on the page that says why nothing can be changed."""

    change_list_template = "admin/catalog/change_list.html"
    change_form_template = "admin/catalog/change_form.html"
    show_full_result_count = False
    list_per_page = 50


class EntryAdmin(CatalogAdmin):
    """What all entries of a faction have in common."""

    list_display = ["name", "faction", "slug", "retired"]
    list_filter = ["retired", "faction__system", "faction"]
    list_select_related = ["faction"]
    search_fields = ["name", "slug", "faction__name"]


class ModeInline(ReadOnly, admin.StackedInline):
    """The modes on the page of their squad."""

    model = Mode
    extra = 0


class HalfInline(ReadOnly, admin.StackedInline):
    """The halves on the page of their card."""

    model = Half
    verbose_name_plural = _("halves")
    extra = 0


@admin.register(GameSystem)
class GameSystemAdmin(CatalogAdmin):
    list_display = ["name", "slug", "edition"]
    search_fields = ["name", "slug"]


@admin.register(Faction)
class FactionAdmin(CatalogAdmin):
    list_display = ["name", "system", "slug", "pack", "colour", "expansion", "playable", "retired"]
    list_filter = ["retired", "expansion", "system", "pack"]
    list_select_related = ["system"]
    search_fields = ["name", "slug", "tagline", "about"]

    @admin.display(boolean=True, description=_("playable"))
    def playable(self, faction: Faction) -> bool:
        return not faction.unplayable


@admin.register(Squad)
class SquadAdmin(EntryAdmin):
    list_display = [
        "name",
        "faction",
        "copies",
        "tag_names",
        "models_count",
        "endurance",
        "base",
        "expansion",
        "retired",
    ]
    list_filter = [*EntryAdmin.list_filter, "expansion", "endurance", "base"]
    search_fields = [*EntryAdmin.search_fields, "rules", "modes__name"]
    inlines = [ModeInline]

    @admin.display(description=_("tags"))
    def tag_names(self, squad: Squad) -> str:
        return ", ".join(squad.tags)


@admin.register(Card)
class CardAdmin(EntryAdmin):
    list_display = ["name", "faction", "kind", "squad", "copies", "attach_cost", "expansion", "retired"]
    list_filter = [*EntryAdmin.list_filter, "kind", "expansion", "halves__instant", "halves__passive"]
    list_select_related = ["faction", "squad"]
    search_fields = [*EntryAdmin.search_fields, "squad__name", "halves__name", "halves__rules"]
    inlines = [HalfInline]


@admin.register(Banner)
class BannerAdmin(EntryAdmin):
    list_display = ["name", "faction", "variant", "retired"]
    list_filter = [*EntryAdmin.list_filter, "variant"]


@admin.register(Shrine)
class ShrineAdmin(EntryAdmin):
    list_display = ["name", "faction", "variant", "retired"]
    list_filter = [*EntryAdmin.list_filter, "variant"]
    search_fields = [*EntryAdmin.search_fields, "rules"]


@admin.register(Token)
class TokenAdmin(EntryAdmin):
    search_fields = [*EntryAdmin.search_fields, "rules"]


@admin.register(StarterDeck)
class StarterDeckAdmin(CatalogAdmin):
    list_display = ["name", "faction", "format", "banner", "shrine", "retired"]
    list_filter = ["retired", "format", "faction__system", "faction"]
    list_select_related = ["faction", "banner", "shrine"]
    search_fields = ["name", "about", "faction__name"]
