"""Nobody learns what is hidden: every address is asked by a watcher and by both players, and every answer searched."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from catalog.packs.schema import Card
from decks.visitors import Visitor
from matches import urls as pages
from matches.api import urls as api
from matches.engine import Game, Setup
from matches.live import announce
from matches.models import Match
from matches.services import (
    SeatPlan,
    choose,
    concede,
    game_at,
    game_of,
    last_moment,
    open_match,
    say,
    sit_down,
)
from matches.setting_up.starters import dawnfall_factions
from tests.matches.tables import QUICK, a_visitor, hot_seat, play_on, starter
from tests.matches.test_live import Ear, listen
from tests.matches.test_table_page import client_of

pytestmark = pytest.mark.usefixtures("dawnfall")

#: Events that show a card to everybody by the rules.
SHOWING = {"half_played", "card_discarded", "enhancement_attached", "card_attached", "card_taken_back", "squad_evolved"}
FRAGMENT = {"HX-Request": "true"}
#: What a visitor who may not do it can try to do; the answers show the table, too.
POSTS = ("choose", "undo", "pass", "asking", "propose", "answer", "claim", "say", "mute", "rematch", "continue")


@pytest.fixture
def players() -> tuple[Visitor, Visitor]:
    return a_visitor(username="Anna"), a_visitor(username="Bert")


def duel(players: tuple[Visitor, Visitor], **values: Any) -> Match:
    seats = [SeatPlan("person", starter("chapter")), SeatPlan("open")]
    match = open_match(players[0], "duel", seats, QUICK, **values)
    return sit_down(players[1], match.key, 1, starter("demon"))


class Secrets:
    """What is hidden of a seat now: its hand and deck, as far as none of it was ever shown to everybody."""

    def __init__(self) -> None:
        self.shown: set[str] = set()

    def note(self, match: Match, game: Game[Setup]) -> None:
        state = game.table.state
        self.shown |= {slug for pile in state.discards for slug in pile}
        self.shown |= {attached.card for slots in state.attached for attached in slots}
        for step in match.all_steps.all():
            self.shown |= {
                event["data"]["card"] for event in step.events if event["kind"] in SHOWING and "card" in event["data"]
            }

    def of(self, game: Game[Setup], seat: int) -> set[str]:
        """The words that would betray a hidden card."""
        state = game.table.state
        if not state.factions or not state.hands:
            return set()
        cards = {card.slug: card for card in dawnfall_factions()[state.factions[seat]].cards}
        hidden = {slug for slug in (*state.hands[seat], *state.decks[seat]) if slug not in self.shown}
        words = {word for slug in hidden for word in _on_card(cards[slug])}
        # Cards share halves: what a card that was shown says betrays no other.
        known = [card for faction in state.factions for card in dawnfall_factions()[faction].cards]
        words -= {word for card in known if card.slug in self.shown for word in _on_card(card)}
        return words - {"Attack", "Combat", "Move"} - set(found(words, _open_words(state.factions)))


def _on_card(card: Card) -> set[str]:
    return {card.slug, card.name, *(half.name for half in (card.upper, card.lower) if half)}


def _open_words(factions: list[str]) -> str:
    """What stands on the table anyway: names of squads and their Modes, Banners and Shrines."""
    files = [dawnfall_factions()[faction] for faction in factions]
    squads = [squad for file in files for squad in file.squads]
    pieces = [piece for file in files for piece in (*file.banners, *file.shrines)]
    names = [f"{squad.slug}, {squad.name}, {', '.join(mode.name for mode in squad.modes)}" for squad in squads]
    return "; ".join((*names, *(piece.model_dump_json() for piece in pieces)))


def _own_words(faction: str) -> str:
    """All that stands on the cards of one's own faction."""
    cards = dawnfall_factions()[faction].cards
    return " ".join(half.model_dump_json() for card in cards for half in (card.upper, card.lower) if half)


def found(words: set[str], text: str) -> list[str]:
    """The words that stand in a text as words of their own; a slug that is a common word, as a slug does."""
    plain = html.unescape(text)
    return [word for word in words if word in plain and re.search(_sought(word), plain)]


def context(words: set[str], text: str) -> list[str]:
    """Where the words stand."""
    places = (re.search(_sought(word), html.unescape(text)) for word in found(words, text))
    return [html.unescape(text)[max(0, place.start() - 150) : place.end() + 50] for place in places if place]


@cache
def _sought(word: str) -> str:
    common = word.isalpha() and word.islower()
    before, after = (r"(?<=[\"':=/])", r"(?=[\"':/])") if common else (r"(?<![\w-])", r"(?![\w-])")
    return before + re.escape(word) + after


def addresses(match: Match) -> Iterator[str]:
    """Everything that can be asked for about a match, on the site and in the API; new addresses come by themselves."""
    for space, patterns in (("matches", pages.urlpatterns), ("matches-api", api.urlpatterns)):
        for pattern in patterns:
            for arguments in ([match.key], [match.key, 0], [match.key, max(0, match.steps - 1)]):
                try:
                    yield reverse(f"{space}:{pattern.name}", args=arguments)
                except NoReverseMatch:
                    continue
    yield from ("/", "/matches/", "/matches/mine/", "/api/v1/matches/")
    yield f"/matches/{match.key}/replay/{match.steps}/?seat=none"
    yield f"/matches/{match.key}/replay/{match.steps}/?seat=0"
    yield f"/matches/{match.key}/replay/{match.steps}/?seat=1"
    for seat in (0, 1, "none"):
        yield f"/api/v1/matches/{match.key}/view/?seat={seat}"
        yield f"/api/v1/matches/{match.key}/log/?seat={seat}&since={max(0, match.steps - 30)}"


def answers(client: Client, match: Match, posts: bool) -> Iterator[tuple[str, str]]:
    """All that the site says to somebody."""
    for address in dict.fromkeys(addresses(match)):
        for headers in ({}, FRAGMENT):
            response = client.get(address, headers=headers)
            assert response.status_code < 500, address
            yield address, f"{response.headers} {b''.join(response).decode()}"
    for deed in POSTS if posts else ():
        data = {"version": match.version, "option": "end", "kind": "draw", "agrees": True, "text": "", "step": 1}
        for address, kind in ((f"/matches/{match.key}/", None), (f"/api/v1/matches/{match.key}/", "application/json")):
            sent: dict[str, Any] = {"content_type": kind} if kind else {}
            response = client.post(f"{address}{deed}/", data, **sent)
            assert response.status_code < 500, deed
            yield f"POST {address}{deed}", f"{response.headers} {response.content.decode()}"


def test_no_answer_holds_a_hidden_card_or_the_seed(players: tuple[Visitor, Visitor]):
    match = duel(players)
    watcher = client_of(a_visitor(username="Watcher"))
    eyes: list[tuple[Client, set[int]]] = [(Client(), {0, 1}), (watcher, {0, 1})]
    eyes += [(client_of(player), {1 - seat}) for seat, player in enumerate(players)]
    secrets, chance, looked = Secrets(), Random("watching"), 0
    say(players[0], match.key, "Good luck!")
    for round_ in range(170):
        game = game_of(match)
        if game.pending is None:
            break
        if round_ % 40 == 39:
            secrets.note(match, game)
            for client, others in eyes:
                words = set().union(*(secrets.of(game, seat) for seat in others))
                for seat in {0, 1} - others:
                    words -= set(found(words, _own_words(game.table.state.factions[seat])))
                assert len(words) > 5
                for address, text in answers(client, match, posts=len(others) == 2):
                    assert match.seed not in text, address
                    assert found(words, text) == [], (address, others, context(words, text))
                    looked += 1
        player = players[game.pending.seat]
        match = choose(player, match.key, match.version, chance.choice(game.pending.options).id)
    assert looked > 500
    match.refresh_from_db()
    assert match.is_running, "nobody who may not has changed anything"
    assert match.offer is None


def test_the_search_would_find_a_card(players: tuple[Visitor, Visitor]):
    """The owner's own answers do hold the words, so the search above is no empty one."""
    match = duel(players)
    chance = Random("watching")
    while not game_of(match).table.state.hands or not game_of(match).table.state.hands[0]:
        game = game_of(match)
        match = choose(players[game.pending.seat], match.key, match.version, chance.choice(game.pending.options).id)
    words = Secrets().of(game_of(match), 0)
    told = {address for address, text in answers(client_of(players[0]), match, posts=False) if found(words, text)}
    assert f"/matches/{match.key}/" in told
    assert f"/api/v1/matches/{match.key}/view/" in told
    assert f"/matches/{match.key}/replay/{match.steps}/?seat=0" in told


def test_the_stream_says_nothing_but_that_something_changed(
    players: tuple[Visitor, Visitor], monkeypatch: pytest.MonkeyPatch
):
    match = duel(players)

    async def scene(ear: Ear) -> None:
        await ear.until(lambda ear: len(ear.heard) == 1)
        await asyncio.to_thread(announce, match.key)
        await ear.until(lambda ear: len(ear.heard) == 2)

    ear = Ear(match.key)
    listen(ear, scene, monkeypatch)
    assert set(ear.heard) == {"event: game\ndata: 1"}


# Watching late


@pytest.fixture
def late(players: tuple[Visitor, Visitor]) -> Match:
    """A match that watchers see two minutes late: they know of forty steps."""
    match = play_on(players[0], hot_seat(players[0], delay=120), 140)
    match.all_steps.filter(number__lt=40).update(at=timezone.now() - timedelta(minutes=3))
    return match


def test_watchers_see_no_step_that_is_too_young(late: Match, players: tuple[Visitor, Visitor]):
    client, key = client_of(players[1]), late.key
    assert last_moment(players[1], late) == 40
    assert client.get(f"/api/v1/matches/{key}/view/").json() == _as_json(game_at(late, 40).view(None))
    log = client.get(f"/api/v1/matches/{key}/log/").json()
    assert ([step["step"] for step in log["steps"]], log["next"], log["complete"]) == (list(range(40)), 40, True)
    row = client.get(f"/api/v1/matches/{key}/").json()
    assert (row["steps"], row["turn"], row["waiting_for"], row["version"]) == (40, None, None, None)
    assert client.get(f"/api/v1/matches/{key}/moments/41/").status_code == 404
    assert client.get(f"/matches/{key}/replay/41/").status_code == 404
    assert "After step 40 of 40" in client.get(f"/matches/{key}/replay/40/").content.decode()
    assert client.get(f"/matches/{key}/replay/?turn=99").headers["Location"].split("/")[-2] <= "40"


def test_the_table_of_a_watcher_is_late_and_that_of_a_player_is_not(late: Match, players: tuple[Visitor, Visitor]):
    then, now = game_at(late, 40).view(None), game_of(late).view(None)
    assert then["turn"] != now["turn"]
    watched = client_of(players[1]).get(f"/matches/{late.key}/").content.decode()
    played = client_of(players[0]).get(f"/matches/{late.key}/").content.decode()
    assert f">Turn {now['turn']} " in played or f">Turn {now['turn']}<" in played
    assert f">Turn {now['turn']} " not in watched
    assert f">Turn {now['turn']}<" not in watched


def test_watchers_read_late_what_is_said(late: Match, players: tuple[Visitor, Visitor]):
    say(players[0], late.key, "I have the Dragon in hand")
    address = f"/api/v1/matches/{late.key}/chat/"
    assert len(client_of(players[0]).get(address).json()) == 1
    assert client_of(players[1]).get(address).json() == []
    late.chat.update(at=timezone.now() - timedelta(minutes=3))
    assert len(client_of(players[1]).get(address).json()) == 1


def test_a_match_that_is_over_is_late_for_nobody(late: Match, players: tuple[Visitor, Visitor]):
    match = concede(players[0], late.key)
    assert last_moment(players[1], match) == match.steps


def _as_json(view: Any) -> Any:
    return json.loads(json.dumps(view))
