"""Experiments in the admin site: for moderation. What somebody keeps private is not shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from decks.admin import Moderated
from decks.visitors import visitor_of
from laboratory import services
from laboratory.models import Experiment


@admin.register(Experiment)
class ExperimentAdmin(Moderated):
    list_display = ["key", "owner", "level", "games", "played", "status", "visibility", "created"]
    list_filter = ["status", "level", "visibility"]
    list_select_related = ["owner"]
    search_fields = ["key", "owner__username", "contenders__name"]
    actions = ["take_down"]
    fields = [
        "key", "owner", "visibility", "level", "seed", "games", "played", "rules", "status", "created", "finished",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Experiment]:
        return super().get_queryset(request).exclude(visibility=Experiment.Visibility.PRIVATE).defer("sums")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description=_("Make the selected experiments private"), permissions=["moderate"])
    def take_down(self, request: HttpRequest, experiments: QuerySet[Experiment]) -> None:
        """Take experiments from the site; their owners keep them."""
        staff = visitor_of(request)
        keys = list(experiments.values_list("key", flat=True))
        for key in keys:
            self.log_change(request, services.take_down(staff, key), "Made private.")
        said = ngettext("%(count)d experiment is private now.", "%(count)d experiments are private now.", len(keys))
        messages.success(request, said % {"count": len(keys)})
