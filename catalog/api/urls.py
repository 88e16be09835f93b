"""Addresses under /api/v1/."""

from django.conf import settings
from django.urls import path
from django.views.decorators.http import etag
from drf_spectacular.views import SpectacularAPIView

from catalog.api import rules, views
from catalog.api.docs import Docs
from catalog.api.editions import schema_etag

ENTRY = "<slug:system>/<slug:faction>/<slug:slug>/"
RULE = "<slug:system>/<slug:id>/"

#: Name of the list, name of a detail, address of a detail below the list, and the view.
RESOURCES = [
    ("systems", "system", "<slug:system>/", views.Systems),
    ("factions", "faction", "<slug:system>/<slug:slug>/", views.Factions),
    ("squads", "squad", ENTRY, views.Squads),
    ("cards", "card", ENTRY, views.Cards),
    ("banners", "banner", ENTRY, views.Banners),
    ("shrines", "shrine", ENTRY, views.Shrines),
    ("tokens", "token", ENTRY, views.Tokens),
    ("starter-decks", "starter-deck", "<slug:system>/<slug:faction>/<slug:deck_format>/", views.StarterDecks),
    ("rules", "rule", RULE, rules.Rules),
    ("rulings", "ruling", RULE, rules.Rulings),
    ("questions", "question", RULE, rules.Questions),
    ("examples", "example", RULE, rules.Examples),
    ("windows", "window", RULE, rules.Windows),
    ("glossary", "term", RULE, rules.Glossary),
]

app_name = "api"
urlpatterns = [
    path(
        "", views.Root.as_view(lists=[f"api:{name}" for name, *_ in RESOURCES] + settings.MORE_API_LISTS), name="root"
    ),
    path("schema/", etag(schema_etag)(SpectacularAPIView.as_view()), name="schema"),
    path("docs/", Docs.as_view(), name="docs"),
]
for plural, singular, address, view in RESOURCES:
    urlpatterns += [
        path(f"{plural}/", view.as_view({"get": "list"}), name=plural),
        path(f"{plural}/{address}", view.as_view({"get": "retrieve"}), name=singular),
    ]
