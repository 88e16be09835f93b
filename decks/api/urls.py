"""Addresses under /api/v1/decks/."""

from django.urls import path

from decks.api.exchange import Export, Import, Validate
from decks.api.views import Decks

app_name = "decks-api"
urlpatterns = [
    path("decks/", Decks.as_view({"get": "list", "post": "create"}), name="decks"),
    path("decks/validate/", Validate.as_view(), name="validate"),
    path("decks/import/", Import.as_view(), name="import"),
    path(
        "decks/<slug:key>/",
        Decks.as_view({"get": "retrieve", "put": "update", "patch": "partial_update", "delete": "destroy"}),
        name="deck",
    ),
    path("decks/<slug:key>/export/", Export.as_view(), name="export"),
    path("decks/<slug:key>/fork/", Decks.as_view({"post": "fork"}), name="fork"),
    path("decks/<slug:key>/like/", Decks.as_view({"put": "like", "delete": "unlike"}), name="like"),
]
