"""The table page: what it shows to whom, what its buttons do, and how much it costs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from decks.visitors import Visitor
from matches.engine import Game, Setup
from matches.models import Match, Seat
from matches.services import SeatPlan, choose, concede, game_of, open_match, opening_events, retractable, sit_down
from matches.showing import table_page
from matches.telling import tell
from tests.matches.tables import QUICK, a_visitor, against_a_bot, hot_seat, play_on, starter

pytestmark = pytest.mark.usefixtures("dawnfall")

MOST_QUERIES, MOST_BYTES = 8, 150_000
HTMX = {"HTTP_HX_REQUEST": "true"}
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def client_of(visitor: Visitor) -> Client:
    client = Client()
    client.force_login(visitor.user)
    return client


def page_of(client: Client, match: Match, **headers: Any) -> str:
    response = client.get(f"/matches/{match.key}/", **headers)
    assert response.status_code == 200
    return TOKEN.sub("", response.content.decode())


def post(client: Client, match: Match, deed: str, version: int | None = None, **values: Any) -> Any:
    headers = values.pop("headers", {})
    data = {"version": match.version if version is None else version, **values}
    return client.post(f"/matches/{match.key}/{deed}/", data, **headers)


def until(visitor: Visitor, match: Match, wanted: Callable[[Game[Setup]], bool]) -> Match:
    """Play on until the game is as wanted."""
    for _ in range(2_000):
        match.refresh_from_db()
        if not match.is_running or wanted(game_of(match)):
            break
        match = play_on(visitor, match, 1)
    assert wanted(game_of(match)), "it did not come to that"
    return match


def test_the_player_is_asked_in_a_sentence_with_all_options_as_buttons():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    page = page_of(client_of(visitor), match)
    options = game_of(match).pending.options
    assert 'id="question"' in page
    assert all(f'name="option" value="{option.id}"' in page for option in options)
    assert f'data-version="{match.version}"' in page


def test_htmx_gets_the_table_alone():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    page = page_of(client_of(visitor), match, **HTMX)
    assert page.lstrip().startswith('<div id="table"')
    assert "<html" not in page


def test_pages_of_matches_are_never_cached_and_differ_by_visitor():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    response = client_of(visitor).get(f"/matches/{match.key}/")
    assert "no-store" in response["Cache-Control"]
    assert "Cookie" in response["Vary"]
    assert "HX-Request" in response["Vary"]


@pytest.mark.parametrize("steps", [0, 60, 400])
def test_queries_and_size_are_bounded(steps: int):
    visitor = a_visitor()
    match = play_on(visitor, against_a_bot(visitor), steps)
    client = client_of(visitor)
    page_of(client, match)
    with CaptureQueriesContext(connection) as queries:
        page = page_of(client, match)
    assert len(queries) <= MOST_QUERIES
    assert len(page.encode()) <= MOST_BYTES


def test_four_players_on_the_joined_boards_are_within_the_bounds_too():
    visitor = a_visitor()
    plans = [SeatPlan("person", starter("chapter", "multiplayer"))]
    plans += [SeatPlan("bot", starter(faction, "multiplayer")) for faction in ("demon", "faceless", "reborn")]
    match = open_match(visitor, "ffa4", plans, {})
    client = client_of(visitor)
    for _ in range(4):
        with CaptureQueriesContext(connection) as queries:
            page = page_of(client, match)
        assert len(queries) <= MOST_QUERIES
        assert len(page.encode()) <= MOST_BYTES
        match = play_on(visitor, match, 25)
    assert page.count('class="seat faction-') == 4
    assert "Captured" in page


def test_the_log_does_not_grow_with_the_match():
    visitor = a_visitor()
    match = play_on(visitor, hot_seat(visitor), 700)
    match.refresh_from_db()
    page = table_page(match, visitor)
    assert sum(len(lines) for _turn, lines in page.log) <= 60


# Secrets


def two_people() -> tuple[Visitor, Visitor, Match]:
    one, two = a_visitor(), a_visitor()
    match = open_match(one, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    return one, two, sit_down(two, match.key, 1, starter("demon"))


def play_both(one: Visitor, two: Visitor, match: Match, wanted: Callable[[Match], bool]) -> Match:
    for _ in range(1_500):
        match.refresh_from_db()
        if not match.is_running or wanted(match):
            break
        match = play_on(one if match.waiting_for == 0 else two, match, 1)
    assert wanted(match)
    return match


def test_a_page_is_the_same_whatever_the_others_hold():
    one, two, match = two_people()
    match = play_both(
        one, two, match, lambda match: match.turn > 4 and match.waiting_for == 0 and not match.game["since"]
    )
    pages = [page_of(client_of(one), match), page_of(Client(), match)]
    state = match.game["checkpoint"]
    hand, deck = state["hands"][1], state["decks"][1]
    assert hand
    state["hands"][1], state["decks"][1] = deck[-len(hand) :], [*deck[: -len(hand)], *hand][::-1]
    assert sorted(state["hands"][1]) != sorted(hand)
    state["decks"][0].reverse()
    match.save(update_fields=["game"])
    assert page_of(client_of(one), match) == pages[0]
    state["hands"][0], state["decks"][0] = state["decks"][0][:3], [*state["hands"][0], *state["decks"][0][3:]]
    match.save(update_fields=["game"])
    assert page_of(Client(), match) == pages[1]


def test_only_who_decides_sees_options():
    one, two, match = two_people()
    asked, other = (one, two) if match.waiting_for == 0 else (two, one)
    assert 'name="option"' in page_of(client_of(asked), match)
    for client in (client_of(other), Client()):
        page = page_of(client, match)
        assert 'name="option"' not in page
        assert "data-pick" not in page
        assert "decides." in page


def test_the_seed_is_shown_at_the_end_and_its_hash_from_the_start():
    visitor = a_visitor()
    match = hot_seat(visitor)
    page = page_of(client_of(visitor), match)
    assert match.seed not in page
    assert match.seed_hash in page
    match = play_on(visitor, match, 3_000)
    match.refresh_from_db()
    assert match.is_over
    page = page_of(Client(), match)
    assert match.seed in page
    assert "won" in page or "draw" in page


def test_a_match_for_its_players_alone_is_not_found_by_others():
    visitor = a_visitor()
    match = against_a_bot(visitor, watching=Match.Watching.PLAYERS)
    assert client_of(visitor).get(f"/matches/{match.key}/").status_code == 200
    assert Client().get(f"/matches/{match.key}/").status_code == 404
    assert post(Client(), match, "choose", option="pass").status_code == 404
    assert Client().get("/matches/nobody/").status_code == 404


def test_a_watcher_sees_the_match_as_late_as_was_agreed():
    one, two, match = two_people()
    match = play_both(one, two, match, lambda now: now.turn > 2)
    Match.objects.filter(pk=match.pk).update(delay=3600)
    match = match_of(match)
    late = table_page(match, Visitor())
    assert (late.log, late.view["turn"]) == ([(0, tell(opening_events(match), None, late.names))], 0)
    assert table_page(match, one).view["turn"] == match.turn
    assert "Setting up" in page_of(Client(), match)


def test_a_match_that_was_conceded_or_drawn_says_so():
    one, two, match = two_people()
    match = play_both(one, two, match, lambda now: now.turn > 2)
    concede(two, match.key)
    page = table_page(match_of(match), one)
    assert (page.won, page.drawn, page.decision) == (True, False, None)
    assert page.result.endswith("won: a player conceded.")
    Match.objects.filter(pk=match.pk).update(result={"winners": [0, 1], "reason": "draw", "victory_points": [10, 10]})
    page = table_page(match_of(match), one)
    assert (page.won, page.drawn, page.result) == (False, True, "The match is a draw: the players agreed on it.")


def test_a_match_without_a_game_has_no_table():
    one = a_visitor()
    match = open_match(one, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    assert 'id="table"' not in page_of(client_of(one), match)
    said = post(client_of(one), match, "choose", option="pass")
    assert said.status_code in {200, 409}


def test_a_match_of_other_rules_says_so():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    Match.objects.filter(pk=match.pk).update(rules="dawnfall-0")
    assert "dawnfall-0" in page_of(client_of(visitor), match)


def test_on_a_hot_seat_the_page_shows_the_seat_that_decides():
    visitor = a_visitor()
    match = hot_seat(visitor)
    seen = set()
    for _ in range(40):
        page = table_page(match, visitor)
        assert page.seat is not None
        assert page.seat.number == match.waiting_for
        seen.add(page.seat.number)
        match = play_on(visitor, match, 1)
    assert seen == {0, 1}


# Deeds


def test_a_choice_leads_back_to_the_table():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    response = post(client_of(visitor), match, "choose", option=game_of(match).pending.options[0].id)
    assert (response.status_code, response["Location"]) == (302, f"/matches/{match.key}/#decision")
    assert Match.objects.get(pk=match.pk).steps > match.steps


def test_to_htmx_a_choice_answers_with_the_new_table():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    response = post(client_of(visitor), match, "choose", option=game_of(match).pending.options[0].id, headers=HTMX)
    assert response.status_code == 200
    assert f'data-version="{match.version + 1}"' in response.content.decode()


def test_the_same_choice_twice_is_made_once_and_said_so():
    visitor = a_visitor()
    match = hot_seat(visitor)
    client, option = client_of(visitor), game_of(match).pending.options[0].id
    assert post(client, match, "choose", option=option).status_code == 302
    again = post(client, match, "choose", option=option)
    assert again.status_code == 409
    assert "The match has gone on since your page was drawn." in again.content.decode()
    assert f'data-version="{match.version + 1}"' in again.content.decode()
    quick = post(client, match, "choose", option=option, headers=HTMX)
    assert quick.status_code == 200
    assert "The match has gone on since your page was drawn." in quick.content.decode()
    match.refresh_from_db()
    assert match.steps == 1


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30, "٣"])
def test_a_version_nobody_can_have_seen_is_refused(version: str):
    visitor = a_visitor()
    match = against_a_bot(visitor)
    response = post(client_of(visitor), match, "choose", version, option=game_of(match).pending.options[0].id)
    assert response.status_code == 409


def test_what_is_not_offered_and_who_has_no_seat_are_refused_with_a_sentence():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    assert "fly" in post(client_of(visitor), match, "choose", option="fly").content.decode()
    stranger = post(client_of(a_visitor()), match, "choose", option=game_of(match).pending.options[0].id)
    assert stranger.status_code == 409
    assert "You have no seat in this match" in stranger.content.decode()


def test_deeds_are_posted():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    for deed in ("choose", "undo", "pass", "asking"):
        assert client_of(visitor).get(f"/matches/{match.key}/{deed}/").status_code == 405


def test_taking_back_is_offered_only_while_it_is_possible():
    visitor = a_visitor()
    match = hot_seat(visitor)
    client, seen = client_of(visitor), set()
    for _ in range(60):
        match.refresh_from_db()
        steps = [step for step in retractable(match, match.seats.all()) if not step.auto]
        page = page_of(client, match)
        assert ("data-undo" in page) == bool(steps)
        assert ('name="whole"' in page) == (len(steps) > 1)
        seen.add(min(len(steps), 2))
        match = play_on(visitor, match, 1)
    assert seen == {0, 1, 2}


def test_the_last_choice_and_the_whole_turn_can_be_taken_back():
    visitor = a_visitor()
    match = hot_seat(visitor)
    match = until(visitor, match, lambda _game: len(retractable(match_of(match), match_of(match).seats.all())) > 2)
    client, before = client_of(visitor), match.steps
    assert post(client, match, "undo").status_code == 302
    match.refresh_from_db()
    assert match.steps < before
    post(client, match, "undo", whole="turn")
    match.refresh_from_db()
    assert post(client, match, "undo", headers=HTMX).status_code == 200
    assert "There is nothing to take back" in post(client, match, "undo").content.decode()


def match_of(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def test_one_can_pass_for_the_turn_and_set_when_to_be_asked():
    visitor = a_visitor()
    match = hot_seat(visitor)
    client = client_of(visitor)
    assert post(client, match, "asking", asking="always").status_code == 302
    assert set(match.seats.values_list("asking", flat=True)) == {Seat.Asking.ALWAYS}
    post(client, match, "asking", asking="nonsense")
    assert set(match.seats.values_list("asking", flat=True)) == {Seat.Asking.ABLE}
    assert post(client, match, "pass", passing="yes").status_code == 302
    match.refresh_from_db()
    assert set(match.seats.values_list("passing_turn", flat=True)) == {match.turn}
    assert "Ask me again this turn" in page_of(client, match)
    post(client, match, "pass", passing="no")
    assert set(match.seats.values_list("passing_turn", flat=True)) == {None}


# What the page says


def test_before_a_die_is_chosen_the_chances_stand_beside_the_buttons():
    visitor = a_visitor()
    match = until(visitor, hot_seat(visitor), lambda game: bool(_rolls(game, "die", "attack")))
    page = page_of(client_of(visitor), match)
    assert re.search(r'<span class="chance">\d+ %</span>', page)
    assert "to hit" in page
    assert 'class="fight-sheet"' in page
    assert page.count('class="fighter faction-') == 2


def test_the_defender_sees_the_attack_power_and_the_chance_to_withstand():
    visitor = a_visitor()
    match = until(visitor, hot_seat(visitor), lambda game: bool(_rolls(game, "die", "defense")))
    page = page_of(client_of(visitor), match)
    power = game_of(match).view(0)["fight"]["attack_power"]
    assert f"Power {power}" in page
    assert "to withstand" in page
    assert re.search(r'<p class="rolls"><span class="die (red|yellow)">', page)


def _rolls(game: Game[Setup], kind: str, purpose: str) -> bool:
    pending = game.pending
    return (
        pending is not None and pending.kind == kind and pending.data["purpose"] == purpose and bool(game.table.fights)
    )


def test_halves_that_can_be_played_are_buttons_on_the_card_and_others_are_grey():
    visitor = a_visitor()
    match = until(
        visitor,
        hot_seat(visitor),
        lambda game: (
            game.pending is not None
            and game.pending.kind == "free"
            and any(option.id.startswith("play:") for option in game.pending.options)
        ),
    )
    page = table_page(match, visitor)
    game = game_of(match)
    offered = {option.id for option in game.pending.options if option.id.startswith("play:")}
    halves = [half for card in page.hand for half in card.halves]
    assert {half.option for half in halves if half.option} == offered
    assert any(not half.option for half in halves)
    html = page_of(client_of(visitor), match)
    assert html.count('<button type="submit" class="half can"') == len([half for half in halves if half.option])
    assert all(half.half.rules.split("’")[0][:20] in html.replace("&#x27;", "'") for half in halves)


def test_the_steps_of_the_turn_say_what_can_still_be_done():
    visitor = a_visitor()
    match = hot_seat(visitor)
    match = until(visitor, match, lambda game: game.pending is not None and game.pending.kind == "deploy")
    assert [(stage.name, stage.state) for stage in table_page(match, visitor).stages][3] == ("Deploy", "now")
    match = until(visitor, match, lambda game: game.pending is not None and game.pending.kind == "free")
    assert ("Activate a Squad", "open") in {(s.name, s.state) for s in table_page(match, visitor).stages}
    squad = next(option for option in game_of(match).pending.options if option.id.startswith("activate"))
    match = choose(visitor, match.key, match.version, squad.id)
    states = {stage.name: stage.state for stage in table_page(match, visitor).stages}
    assert states["Move"] == states["Combat"] == "open"


def test_a_values_changes_are_named():
    visitor = a_visitor()
    match = until(visitor, hot_seat(visitor), lambda game: game.pending is not None and game.table.state.turn > 2)
    game = game_of(match)
    view = game.view(0)
    model = next(model for model in view["models"] if model["place"])
    assert set(model["attributes"]) == {"ini", "att", "defense", "mov"}
    assert set(model["attributes"]["att"]) == {"value", "printed", "modifiers"}
