"""The stream of live updates: who listens hears that something changed, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client, override_settings

from catalog.models import GameSystem
from matches.live import announce, hub
from matches.live import stream as streams
from matches.models import Match
from tests.matches.tables import a_visitor, hot_seat


class Ear:
    """A listener at the stream, as a server would run it."""

    def __init__(self, key: str, cookie: str = "") -> None:
        self.heard: list[str] = []
        self.status = 0
        self.changed = asyncio.Event()
        self.leaving = asyncio.Event()
        headers = [(b"host", b"localhost"), (b"cookie", cookie.encode())]
        self.scope = {
            "type": "http", "method": "GET", "path": f"/matches/{key}/live/", "headers": headers, "query_string": b"",
        }  # fmt: skip

    async def receive(self) -> dict[str, str]:
        await self.leaving.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.heard += message["body"].decode().split("\n\n")[:-1]
        self.changed.set()

    async def until(self, met: Callable[[Ear], bool]) -> None:
        async with asyncio.timeout(20):
            while not met(self):
                await self.changed.wait()
                self.changed.clear()


def listen(ear: Ear, scene: Callable[[Ear], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the stream and a scene beside it."""
    monkeypatch.setattr(streams, "welcome", lambda scope, key: key != "secret")

    async def both() -> None:
        running = asyncio.create_task(streams.stream(ear.scope, ear.receive, ear.send))
        try:
            await scene(ear)
        finally:
            ear.leaving.set()
            await asyncio.wait_for(running, 20)

    # Browser tests keep an event loop running in the main thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, both()).result()


def test_a_listener_hears_at_once_and_then_every_change(monkeypatch: pytest.MonkeyPatch):
    async def scene(ear: Ear) -> None:
        await ear.until(lambda ear: ear.heard == ["event: game\ndata: 1"])
        await asyncio.to_thread(announce, "match")
        await ear.until(lambda ear: len(ear.heard) == 2)
        await asyncio.to_thread(announce, "match", "chat")
        await ear.until(lambda ear: ear.heard[-1] == "event: chat\ndata: 1")
        await asyncio.to_thread(announce, "another")

    ear = Ear("match")
    listen(ear, scene, monkeypatch)
    assert ear.status == 200
    assert len(ear.heard) == 3
    assert hub.hub.listeners == {}


def test_a_server_that_goes_ends_its_streams(monkeypatch: pytest.MonkeyPatch):
    async def scene(ear: Ear) -> None:
        await ear.until(lambda ear: len(ear.heard) == 1)
        hub.hub.close()
        async with asyncio.timeout(20):
            while hub.hub.listeners:
                await asyncio.sleep(0.01)
        assert not ear.leaving.is_set()

    listen(Ear("match"), scene, monkeypatch)


def test_who_may_not_see_the_match_does_not_hear_of_it(monkeypatch: pytest.MonkeyPatch):
    async def scene(ear: Ear) -> None:
        await ear.until(lambda ear: ear.status == 404)

    ear = Ear("secret")
    listen(ear, scene, monkeypatch)
    assert ear.heard == []


def test_players_are_welcome_and_noted_as_present(
    client: Client, dawnfall: GameSystem, monkeypatch: pytest.MonkeyPatch
):
    # The test's own connection stays open; a stream has one for itself.
    monkeypatch.setattr(streams, "close_old_connections", lambda: None)
    visitor = a_visitor()
    match = hot_seat(visitor, watching=Match.Watching.PLAYERS)
    client.force_login(visitor.user)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    assert not streams.welcome(Ear(match.key).scope, match.key)
    assert match.seats.first().seen is None
    assert streams.welcome(Ear(match.key, cookie).scope, match.key)
    assert match.seats.first().seen is not None
    assert not streams.welcome(Ear("nothing", cookie).scope, "nothing")


@override_settings(REDIS_URL="redis://127.0.0.1:1/0")
def test_without_redis_a_change_is_told_in_this_process_at_least(monkeypatch: pytest.MonkeyPatch):
    woken: list[tuple[str, str]] = []
    monkeypatch.setattr(hub.hub, "wake", lambda key, what: woken.append((key, what)))
    announce("somewhere")
    assert woken == [("somewhere", "game")]
