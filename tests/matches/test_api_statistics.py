"""The API of what is counted: figures with their filters, ratings, and players as far as one may see them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from decks.visitors import Visitor
from matches.models import Match, Outcome, Rating
from matches.models.outcomes import PROVISIONAL
from matches.services import concede
from tests.factories import PublicDeckFactory, UserFactory
from tests.matches.tables import a_visitor
from tests.matches.test_ratings import duel
from tests.matches.test_statistics import logged, over

pytestmark = pytest.mark.usefixtures("dawnfall")


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    cache.clear()


def ask(path: str, visitor: Visitor | None = None, **parameters: Any) -> Any:
    client = Client()
    if visitor is not None:
        client.force_login(visitor.user)
    return client.get(f"/api/v1/{path}", parameters)


def test_figures_come_by_faction_match_up_deck_mode_and_length():
    deck = PublicDeckFactory()
    for _ in range(8):
        over(decks=[deck, None])
    for _ in range(4):
        over(winners=(1,), turn=30)
    over(winners=())
    over("ffa3", "demon chapter reborn", winners=(2,))
    told = ask("statistics/").json()
    assert (told["matches"], told["drawn"]) == (14, 1)
    assert told["modes"] == {"duel": 13, "ffa3": 1}
    assert told["reasons"] == {"track": 14}
    assert (told["lengths"]["least"], told["lengths"]["median"], told["lengths"]["most"]) == (20, 20, 30)
    assert sum(group["matches"] for group in told["lengths"]["groups"]) == 14
    demon = next(row for row in told["factions"] if row["faction"] == "demon")["results"]
    assert (demon["won"], demon["drawn"], demon["lost"]) == (8, 1, 5)
    assert demon["share"] == pytest.approx(8 / 13, abs=1e-4)
    assert demon["low"] < demon["share"] < demon["high"]
    met = {(row["faction"], row["other"]): row["results"] for row in told["meetings"]}
    assert (met["demon", "chapter"]["won"], met["chapter", "demon"]["won"]) == (8, 4)
    assert ("demon", "demon") not in met
    assert [(row["key"], row["results"]["won"]) for row in told["decks"]] == [(deck.key, 8)]
    assert told["first_turn"]["won"] == 8


def test_shares_of_few_matches_are_not_told():
    over()
    demon = ask("statistics/").json()["factions"][1]
    assert (demon["faction"], demon["results"]["won"]) == ("demon", 1)
    assert (demon["results"]["share"], demon["results"]["low"], demon["results"]["high"]) == (None, None, None)


def test_figures_are_filtered_and_what_cannot_be_read_is_refused():
    over()
    over("ffa3", "demon chapter reborn")
    logged(UserFactory())
    old = over()
    Outcome.objects.filter(pk=old.pk).update(day="2020-01-01", ranked=True)

    def matches(**filters: str) -> int:
        return int(ask("statistics/", **filters).json()["matches"])

    assert matches() == 4
    assert (matches(mode="ffa3"), matches(source="logged"), matches(period="month"), matches(ranked="true")) == (
        1, 1, 3, 1,
    )  # fmt: skip
    for name, words in (("mode", "one of duel"), ("source", "one of people"), ("period", "month"), ("ranked", "true")):
        answer = ask("statistics/", **{name: "nonsense"})
        assert answer.status_code == 400
        assert words in answer.json()[name][0]
    assert "no parameter" in ask("statistics/", faction="demon").json()["faction"][0]


def test_no_private_match_is_counted():
    logged(UserFactory(), visibility="private")
    assert ask("statistics/").json()["matches"] == 0
    assert ask("statistics/").json()["lengths"] is None


def test_ratings_are_listed_when_they_are_sure():
    sure, unsure, gone = UserFactory(username="Sure"), UserFactory(), UserFactory(is_active=False)
    for user, sigma, group in ((sure, 2, "duel"), (unsure, PROVISIONAL + 1, "duel"), (gone, 2, "duel")):
        Rating.objects.create(player=user.pk, user=user, group=group, mu=30, sigma=sigma, matches=40)
    Rating.objects.create(player=sure.pk, user=sure, group="multiplayer", mu=20, sigma=3, matches=30)
    rows = ask("ratings/").json()["results"]
    assert [(row["player"], row["group"], row["points"]) for row in rows] == [
        ("Sure", "duel", 1700), ("Sure", "multiplayer", 1300),
    ]  # fmt: skip
    assert [row["group"] for row in ask("ratings/", group="duel").json()["results"]] == ["duel"]
    assert ask("ratings/", group="chess").status_code == 400


def test_a_player_is_read_with_ratings_results_and_matches():
    one, two = a_visitor(username="One"), a_visitor(username="Two")
    match = duel(one, two)
    concede(one, match.key)
    told = ask("players/two/").json()
    assert told["name"] == "Two"
    assert Client().get(told["page"]).status_code == 200
    assert [(row["group"], row["provisional"], row["matches"]) for row in told["ratings"]] == [("duel", True, 1)]
    assert [point["points"] for point in told["ratings"][0]["course"]] == [told["ratings"][0]["points"]]
    assert (told["results"]["won"], told["factions"][0]["faction"]) == (1, "demon")
    (row,) = ask("players/Two/matches/").json()["results"]
    assert (row["key"], row["seat"], row["ranked"], row["source"]) == (match.key, 1, True, "people")
    assert [(seat["player"], seat["result"]) for seat in row["standings"]] == [("One", "lost"), ("Two", "won")]


@pytest.mark.parametrize("name", ["nobody", "Gone"])
def test_there_is_no_page_for_who_is_not_there(name: str):
    UserFactory(username="Gone", is_active=False)
    for path in (f"players/{name}/", f"players/{name}/matches/"):
        answer = ask(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-player")


def test_matches_that_only_the_players_see_stand_on_no_strangers_list():
    one, two = a_visitor(username="One"), a_visitor()
    match = duel(one, two, watching=Match.Watching.PLAYERS)
    concede(two, match.key)
    for stranger in (None, a_visitor()):
        assert ask("players/One/matches/", stranger).json()["results"] == []
        assert ask("players/One/", stranger).json()["results"]["won"] == 0
    for player in (one, two):
        assert len(ask("players/One/matches/", player).json()["results"]) == 1
