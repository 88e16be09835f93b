"""Who listens to which match in this process, and the way between processes."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from functools import cache
from typing import TextIO

from django.conf import settings
from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis

log = logging.getLogger("matches")

CHANNEL = "edge-table-matches"
#: What can change about a match.
GAME, CHAT, PEOPLE = "game", "chat", "people"
RETRY_SECONDS = 1.0
#: A click never waits longer than this for Redis.
TIMEOUT_SECONDS = 1.0


class Listener:
    """Somebody's open page: what has changed since it was last told."""

    def __init__(self) -> None:
        self.news: set[str] = set()
        self.woken = asyncio.Event()
        #: The server goes: the page shall listen elsewhere, or here again later.
        self.over = False

    def end(self) -> None:
        self.over = True
        self.woken.set()

    def tell(self, what: str) -> None:
        self.news.add(what)
        self.woken.set()

    def take(self) -> list[str]:
        """The news, which are no news any more."""
        news = sorted(self.news)
        self.news.clear()
        self.woken.clear()
        return news


class Hub:
    """The listeners of this process. They live on its event loop; announcements come from any thread."""

    def __init__(self) -> None:
        self.listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.relay: asyncio.Task[None] | None = None
        #: Where a worker process tells the server that started it, see edge_site/workers.py.
        self.outlet: TextIO | None = None

    def join(self, key: str) -> Listener:
        """Listen to a match; call it on the event loop."""
        self.loop = asyncio.get_running_loop()
        if settings.REDIS_URL and (self.relay is None or self.relay.done()):
            self.relay = asyncio.create_task(_relay(self, settings.REDIS_URL))
        listener = Listener()
        self.listeners[key].add(listener)
        return listener

    def leave(self, key: str, listener: Listener) -> None:
        """Listen no more."""
        self.listeners[key].discard(listener)
        if not self.listeners[key]:
            del self.listeners[key]

    def close(self) -> None:
        """End all streams, or a server that is to stop would wait for its visitors to leave; on the event loop."""
        for listeners in self.listeners.values():
            for listener in listeners:
                listener.end()

    def wake(self, key: str, what: str) -> None:
        """Tell the listeners of this process, or those of the server beside which it works, from whatever thread."""
        if self.outlet is not None:
            print(key, what, file=self.outlet, flush=True)
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._wake, key, what)

    def _wake(self, key: str, what: str) -> None:
        for listener in self.listeners.get(key, ()):
            listener.tell(what)


hub = Hub()


def announce(key: str, what: str = GAME) -> None:
    """Wake everybody who looks at the match: here, and through Redis in the other processes."""
    if not settings.REDIS_URL:
        hub.wake(key, what)
        return
    try:
        _redis(settings.REDIS_URL).publish(CHANNEL, f"{key} {what}")
    except RedisError:
        # The change is stored; pages in other processes find it when they next ask by themselves.
        log.warning("live updates: Redis does not answer")
        hub.wake(key, what)


@cache
def _redis(url: str) -> Redis:
    return Redis.from_url(url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS)


async def _relay(hub: Hub, url: str) -> None:
    """Hear the announcements of all processes, this one's included."""
    while True:
        try:
            async with AsyncRedis.from_url(url) as redis, redis.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                async for message in channel.listen():
                    if message["type"] == "message":
                        hub._wake(*message["data"].decode().split(" ", 1))
        except (RedisError, OSError):
            log.warning("live updates: Redis does not answer, trying again")
        await asyncio.sleep(RETRY_SECONDS)
