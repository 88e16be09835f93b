"""Addresses of matches, of the log, and of what is counted from both, under /api/v1/."""

from django.urls import path

from matches.api.logged import LoggedMatches
from matches.api.looking import Looks
from matches.api.players import Players, Ratings
from matches.api.playing import Deeds
from matches.api.statistics import StatisticsView
from matches.api.views import Matches

#: Last part of the address, method of the view, name.
DEEDS = [
    ("choose", "choose"),
    ("hint", "hint"),
    ("take-back", "take_back"),
    ("pass", "pass_turn"),
    ("asking", "asking"),
    ("propose", "propose"),
    ("answer", "reply"),
    ("concede", "concede"),
    ("claim", "claim"),
    ("rematch", "rematch"),
    ("continue", "go_on"),
]

app_name = "matches-api"
urlpatterns = [
    path("matches/", Matches.as_view({"get": "list", "post": "create"}), name="matches"),
    path("matches/<slug:key>/", Matches.as_view({"get": "retrieve"}), name="match"),
    path("matches/<slug:key>/seats/<int:number>/", Matches.as_view({"post": "sit_down"}), name="seat"),
    path("matches/<slug:key>/seats/<int:number>/script/", Matches.as_view({"post": "script"}), name="script"),
    path("matches/<slug:key>/stand-up/", Matches.as_view({"post": "stand_up"}), name="stand-up"),
    path("matches/<slug:key>/cancel/", Matches.as_view({"post": "cancel"}), name="cancel"),
    path("matches/<slug:key>/view/", Looks.as_view({"get": "view"}), name="view"),
    path("matches/<slug:key>/moments/<int:step>/", Looks.as_view({"get": "moment"}), name="moment"),
    path("matches/<slug:key>/log/", Looks.as_view({"get": "log"}), name="log"),
    path("matches/<slug:key>/chat/", Looks.as_view({"get": "chat", "post": "say"}), name="chat"),
    path("matches/<slug:key>/replay/", Looks.as_view({"get": "replay"}), name="replay"),
    path("matches/<slug:key>/proof/", Looks.as_view({"get": "proof"}), name="proof"),
]
urlpatterns += [
    path(f"matches/<slug:key>/{last}/", Deeds.as_view({"post": method}), name=last) for last, method in DEEDS
]
urlpatterns += [
    path("logged-matches/", LoggedMatches.as_view({"get": "list", "post": "create"}), name="logged-matches"),
    path(
        "logged-matches/<slug:key>/",
        LoggedMatches.as_view({"get": "retrieve", "put": "update", "delete": "destroy"}),
        name="logged-match",
    ),
    path("logged-matches/<slug:key>/confirm/", LoggedMatches.as_view({"post": "confirm"}), name="confirm-logged"),
    path("logged-matches/<slug:key>/withdraw/", LoggedMatches.as_view({"post": "withdraw"}), name="withdraw-logged"),
    path("statistics/", StatisticsView.as_view(), name="statistics"),
    path("ratings/", Ratings.as_view({"get": "list"}), name="ratings"),
    path("players/<slug:name>/", Players.as_view({"get": "retrieve"}), name="player"),
    path("players/<slug:name>/matches/", Players.as_view({"get": "list"}), name="player-matches"),
]
