"""Replay and proof pages: every moment, through whose eyes, what they cost, and what can be done from there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from decks.visitors import Visitor
from matches.engine import Game
from matches.models import Match
from matches.refusals import NoSuchMoment
from matches.services import concede, continue_from, game_at, opening_events, verify, write_replay
from matches.showing.replays import replay_page
from tests.matches.tables import a_visitor, against_a_bot, hot_seat, play_on
from tests.matches.test_table_page import client_of

pytestmark = pytest.mark.usefixtures("dawnfall")
MOST_QUERIES, MOST_BYTES = 10, 150_000


@pytest.fixture
def player() -> Visitor:
    return a_visitor(username="Anna")


@pytest.fixture
def played(player: Visitor) -> Match:
    """A hot seat match that was given up after a while."""
    return concede(player, play_on(player, hot_seat(player), 180).key)


@pytest.fixture
def finished(player: Visitor) -> Match:
    """A hot seat match that is over by its rules."""
    match = play_on(player, hot_seat(player), 3_000)
    assert match.result["reason"] != "conceded"
    return match


def moment(client: Client, match: Match, step: int, **parameters: Any) -> str:
    response = client.get(f"/matches/{match.key}/replay/{step}/", parameters)
    assert response.status_code == 200, response
    return response.content.decode()


def test_the_links_lead_through_every_event_to_the_end(finished: Match, player: Visitor):
    number, seen = 0, 0
    told = 1 + sum(bool(step.events) for step in finished.all_steps.all())
    while True:
        page = replay_page(finished, player, number, "0")
        seen += bool(page.lines)
        if page.ways.next is None:
            break
        assert page.ways.next > number
        number = page.ways.next
    assert number == finished.steps
    assert told - 40 <= seen <= told, "some steps are for other eyes alone"
    back = replay_page(finished, player, number, "0").ways.previous
    assert replay_page(finished, player, back, "0").ways.next == number


def test_a_moment_shows_what_the_seat_saw_then(played: Match, player: Visitor):
    for number in range(0, played.steps, 37):
        for eyes, seat in (("0", 0), ("1", 1), ("none", None)):
            page = replay_page(played, player, number, eyes)
            assert page.view == game_at(played, number).view(seat)
            assert page.number == number


def test_the_page_of_a_moment_stands_for_itself(played: Match):
    client = Client()
    page = moment(client, played, 120, seat=1)
    assert "After step 120 of" in page
    assert 'id="board"' in page
    assert "Hand of Two" in page
    assert "<form" in page
    assert f'href="/matches/{played.key}/replay.json"' in page
    assert "Hand of" not in moment(client, played, 120, seat="none")
    fragment = client.get(f"/matches/{played.key}/replay/120/?seat=1", headers={"HX-Request": "true"}).content.decode()
    assert fragment.lstrip().startswith('<div id="table"')


def test_every_page_of_a_match_is_drawn(played: Match):
    client = Client()
    for number in [*range(0, played.steps, 23), played.steps]:
        moment(client, played, number, seat=number % 2)


def test_a_turn_is_found(played: Match):
    client = Client()
    for turn in (0, 1, 5, 999):
        response = client.get(f"/matches/{played.key}/replay/", {"turn": turn, "seat": 1}, follow=True)
        assert response.status_code == 200
        wanted = min(turn, played.turn)
        start = played.snapshots.filter(turn__lte=wanted).latest("turn").number
        assert response.redirect_chain == [(f"/matches/{played.key}/replay/{start}/?seat=1", 302)]


def test_the_cost_of_a_moment_is_bounded_by_a_turn(
    played: Match, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any, player: Visitor
):
    made = []
    choose = Game.choose
    monkeypatch.setattr(Game, "choose", lambda game, option: made.append(option) or choose(game, option))
    client = client_of(player)
    turns = [number for _turn, number in played.snapshots.order_by("number").values_list("turn", "number")]
    longest = max(b - a for a, b in zip(turns, [*turns[1:], played.steps], strict=True))
    for number in (played.steps // 3, played.steps - 5, played.steps):
        made.clear()
        with django_assert_max_num_queries(MOST_QUERIES):
            page = moment(client, played, number)
        assert len(made) <= 2 * longest + 1
        assert len(page.encode()) < MOST_BYTES


def test_before_the_end_players_see_with_own_eyes_only_and_nobody_downloads(player: Visitor):
    match = play_on(player, against_a_bot(player), 30)
    client = client_of(player)
    assert "Hand of Anna" in moment(client, match, 20)
    assert "Hand of Anna" in moment(client, match, 20, seat=0)
    assert "Hand of" not in moment(client, match, 20, seat="none")
    assert client.get(f"/matches/{match.key}/replay/20/?seat=1").status_code == 404
    assert client.get(f"/matches/{match.key}/replay/20/?seat=x").status_code == 404
    assert client.get(f"/matches/{match.key}/replay/{match.steps + 1}/").status_code == 404
    assert client.get(f"/matches/{match.key}/replay.json").status_code == 404
    stranger = Client()
    assert "Hand of" not in moment(stranger, match, 20)
    assert stranger.get(f"/matches/{match.key}/replay/20/?seat=0").status_code == 404
    assert client.post(f"/matches/{match.key}/continue/", {"step": 10}).status_code == 200
    assert Match.objects.count() == 1


def test_a_table_that_has_not_begun_has_no_replay(player: Visitor):
    match = hot_seat(player)
    Match.objects.filter(pk=match.pk).update(status="open", started=None, steps=0)
    response = client_of(player).get(f"/matches/{match.key}/replay/0/")
    assert (response.status_code, "not begun" in response.content.decode()) == (200, True)


def test_own_choices_are_told_and_others_are_not(played: Match, player: Visitor):
    told = dict.fromkeys(("0", "1", "none"), 0)
    for step in played.all_steps.filter(auto=False)[:60]:
        for eyes in told:
            page = replay_page(played, player, step.number + 1, eyes)
            assert bool(page.taken) == (eyes == str(step.seat))
            told[eyes] += bool(page.taken)
    assert told["0"]
    assert told["1"]


@pytest.mark.parametrize(("sent", "own"), [({}, {0, 1}), ({"seat": 0}, {0}), ({"seat": 1}, {1}), ({"seat": 9}, {0, 1})])
def test_a_guest_goes_on_from_a_moment(played: Match, sent: dict[str, int], own: set[int]):
    client = Client()
    response = client.post(f"/matches/{played.key}/continue/", {"step": 100, **sent})
    new = Match.objects.exclude(pk=played.pk).get()
    assert response.headers["Location"] == f"/matches/{new.key}/"
    assert {seat.number for seat in new.seats.filter(kind="person")} == own
    assert client.get(response.headers["Location"]).status_code == 200
    assert client.post(f"/matches/{played.key}/continue/", {"step": "x"}).status_code == 404


def test_what_is_over_by_the_rules_cannot_go_on(finished: Match):
    end = Client().post(f"/matches/{finished.key}/continue/", {"step": finished.steps})
    assert (end.status_code, "is over" in end.content.decode()) == (200, True)
    assert "Continue from here" not in moment(Client(), finished, finished.steps)
    assert "Continue from here" in moment(Client(), finished, finished.steps - 1)


def test_the_proof_page_shows_the_hash_before_and_the_seed_after(player: Visitor):
    match = play_on(player, hot_seat(player), 40)
    client = Client()
    before = client.get(f"/matches/{match.key}/proof/").content.decode()
    assert match.seed_hash in before
    assert match.seed not in before
    match = concede(player, match.key)
    after = client.get(f"/matches/{match.key}/proof/").content.decode()
    assert (match.seed in after, "Proved" in after, "verify_match" in after) == (True, True, True)
    Match.objects.filter(pk=match.pk).update(seed="other", version=match.version + 1)
    assert "cannot be proved" in client.get(f"/matches/{match.key}/proof/").content.decode()


def test_a_proof_is_worked_out_once(finished: Match, monkeypatch: pytest.MonkeyPatch):
    client = Client()
    client.get(f"/matches/{finished.key}/proof/")
    monkeypatch.setattr("matches.services.proving.prove", None)
    assert "Proved" in client.get(f"/matches/{finished.key}/proof/").content.decode()


def test_pages_of_a_match_for_players_only_do_not_exist_for_others(player: Visitor):
    match = concede(player, hot_seat(player, watching="players").key)
    for path in ("replay/", "replay/0/", "replay.json", "proof/"):
        assert Client().get(f"/matches/{match.key}/{path}", follow=True).status_code == 404
        assert client_of(player).get(f"/matches/{match.key}/{path}", follow=True).status_code == 200
    assert Client().post(f"/matches/{match.key}/continue/", {"step": 0}).status_code == 404


def test_a_match_of_other_rules_says_so(played: Match):
    Match.objects.filter(pk=played.pk).update(rules="dawnfall-0")
    for path in ("replay/5/", "proof/"):
        response = Client().get(f"/matches/{played.key}/{path}")
        assert (response.status_code, "dawnfall-0" in response.content.decode()) == (200, True)


# The downloaded file


def saved(match: Match, folder: Path, **changes: Any) -> str:
    path = folder / "match.json"
    data = {**json.loads(Client().get(f"/matches/{match.key}/replay.json").content), **changes}
    path.write_text(json.dumps(data))
    return str(path)


def test_a_downloaded_match_is_verified_without_the_database(
    finished: Match, tmp_path: Path, capsys: Any, django_assert_num_queries: Any
):
    file = saved(finished, tmp_path)
    with django_assert_num_queries(0):
        call_command("verify_match", file, hash=finished.seed_hash)
    assert f"Proved: all {finished.steps} steps" in capsys.readouterr().out


def test_a_changed_file_is_found_out(finished: Match, tmp_path: Path):
    data = write_replay(finished)
    cases = [
        ({"seed": "00"}, "does not belong to its hash"),
        ({"choices": [*data["choices"][:50], "nonsense", *data["choices"][51:]]}, "first 50 of"),
        ({"digests": [*data["digests"][:70], "0", *data["digests"][71:]]}, "first 70 of"),
        ({"result": {**data["result"], "winners": [7]}}, "result does not follow"),
        ({"rules": "chess-1"}, "chess-1"),
        ({"setup": None}, "damaged"),
        ({"form": "deck"}, "no replay"),
    ]
    for changes, said in cases:
        with pytest.raises(CommandError, match=said):
            call_command("verify_match", saved(finished, tmp_path, **changes))
    with pytest.raises(CommandError, match="at the start"):
        call_command("verify_match", saved(finished, tmp_path), hash="abc")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verify_match", str(tmp_path / "none.json"))
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(CommandError, match="no JSON"):
        call_command("verify_match", str(tmp_path / "bad.json"))


def test_a_match_that_went_on_from_another_is_proved_from_there(played: Match, player: Visitor):
    new = play_on(player, continue_from(player, played, 80), 3_000)
    proof = verify(write_replay(new))
    assert proof.holds
    assert not proof.from_setup
    with pytest.raises(NoSuchMoment):
        continue_from(player, played, played.steps + 1)


def test_the_replay_and_the_log_begin_with_the_roll_for_the_first_player(played: Match, player: Visitor):
    begun = replay_page(played, player, 0, "0")
    assert begun.lines[0].text.startswith("Rolled for the First Player: One ")
    assert [turn for turn, _lines in begun.log] == [0]
    assert begun.log[0][1] == list(begun.lines)
    later = replay_page(played, player, 3, "0")
    assert later.log[0][1][: len(begun.lines)] == list(begun.lines)
    assert later.lines != begun.lines
    assert all("Rolled for" not in line.text for _turn, lines in replay_page(played, player, 90).log for line in lines)


def test_a_table_that_has_just_begun_tells_the_roll_for_the_first_player(player: Visitor):
    match = hot_seat(player)
    page = client_of(player).get(f"/matches/{match.key}/").content.decode()
    assert page.count("Rolled for the First Player") >= 1


def test_a_match_that_goes_on_from_another_does_not_roll_for_the_first_player_again(played: Match, player: Visitor):
    new = continue_from(player, played, 100)
    assert all(event.kind != "first_player_rolled" for event in opening_events(new))
    assert all(event.kind != "first_player_rolled" for step in new.all_steps.all() for event in step.events)
