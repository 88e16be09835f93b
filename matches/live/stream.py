"""The stream of Server-Sent Events that an open match page listens to, on the event loop beside the pages."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections

from decks.visitors import visitor_of
from matches.live.hub import hub
from matches.refusals import NoSuchMatch
from matches.services.keeping import match_to_see
from matches.services.presence import note_presence

PATH = re.compile(r"^/matches/(?P<key>[0-9A-Za-z]+)/live/$")
#: So often a silent stream says that it is alive, and a player that they are there.
HEARTBEAT = 15.0
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
#: The database is asked in threads of their own, so that streams never wait for pages nor pages for streams.
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")


async def stream(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Say what has changed, again and again, until the listener goes."""
    match = PATH.match(scope["path"])
    key = match["key"] if match else ""
    loop = asyncio.get_running_loop()
    if not await loop.run_in_executor(_threads, welcome, scope, key):
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    listener = hub.join(key)
    gone = asyncio.create_task(_gone(receive))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        # A change between drawing the page and listening must not be missed: everybody asks once.
        await _say(send, "event: game\ndata: 1\n\n")
        while not gone.done():
            woken = asyncio.create_task(listener.woken.wait())
            await asyncio.wait({woken, gone}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            woken.cancel()
            if gone.done():
                break
            if listener.over:
                await send({"type": "http.response.body", "body": b""})
                break
            news = listener.take()
            if news:
                await _say(send, "".join(f"event: {what}\ndata: 1\n\n" for what in news))
            else:
                await _say(send, ": still there\n\n")
                await loop.run_in_executor(_threads, welcome, scope, key)
    finally:
        gone.cancel()
        hub.leave(key, listener)


async def _say(send: Any, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def welcome(scope: dict[str, Any], key: str) -> bool:
    """Whether who asks may see the match; players are noted as present."""
    close_old_connections()
    try:
        visitor = visitor_of(_request(scope))
        match = match_to_see(visitor, key)
    except (NoSuchMatch, DisallowedHost):
        return False
    note_presence(visitor, match)
    return True


def _request(scope: dict[str, Any]) -> ASGIRequest:
    request = ASGIRequest(scope, BytesIO())
    request.get_host()
    sessions = import_module(settings.SESSION_ENGINE)
    request.session = sessions.SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    request.user = get_user(request)
    return request
