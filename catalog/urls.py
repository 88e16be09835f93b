"""Addresses of the catalogue, below the slug of the game system."""

from django.urls import path

from catalog import views

app_name = "catalog"
urlpatterns = [
    path("colours.css", views.colours, name="colours"),
    path("factions/", views.factions, name="factions"),
    path("factions/<slug:faction>/", views.faction, name="faction"),
    path("squads/", views.squads, name="squads"),
    path("squads/<slug:faction>/<slug:slug>/", views.squad, name="squad"),
    path("cards/<slug:faction>/<slug:slug>/", views.card, name="card"),
    path("tokens/", views.tokens, name="tokens"),
    path("search/", views.search, name="search"),
    path("rules/", views.rules, name="rules"),
]
