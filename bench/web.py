"""How fast pages are served."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from statistics import median

from bench.figures import Figure
from bench.load import load
from bench.servers import BARE, BARE_ASGI, BARE_GTHREAD, SITE, serving

CARD_PAGE = "/dawnfall/cards/demon/fireball/"
BARE_PAGE = "/card/fireball/"
ROUNDS, SECONDS = 5, 2.0


def card_page() -> Iterator[Figure]:
    """The card page against a bare one-query view with startproject's middleware, turn by turn in one run."""
    with serving(SITE) as site, serving(BARE) as bare:
        rates = _turn_by_turn({"site": (site, CARD_PAGE), "bare": (bare, BARE_PAGE)})
    ratio = median(ours / yardstick for ours, yardstick in zip(rates["site"], rates["bare"], strict=True))
    yield Figure("web.card_page_per_s", median(rates["site"]), "requests/s")
    yield Figure("web.bare_view_per_s", median(rates["bare"]), "requests/s")
    yield Figure("web.card_page_ratio", ratio, "ratio", {"at_least": 0.5})


def servers() -> Iterator[Figure]:
    """The same one-query view under three servers, and what idle listeners cost the one we chose."""
    for name, command in (("gthread", BARE_GTHREAD), ("asgi", BARE_ASGI), ("threads_in_asgi", BARE)):
        with serving(command) as port:
            rates = _turn_by_turn({"page": (port, BARE_PAGE)})["page"]
            yield Figure(f"server.{name}_per_s", median(rates), "requests/s")
    with serving(BARE) as port, _listeners(port, 500):
        rates = _turn_by_turn({"page": (port, BARE_PAGE)})["page"]
        yield Figure("server.threads_in_asgi_with_listeners_per_s", median(rates), "requests/s", {"listeners": 500})


def _turn_by_turn(pages: dict[str, tuple[int, str]]) -> dict[str, list[float]]:
    """Load each page in turn, several times, so that a slow moment of the machine hits all of them."""
    for port, path in pages.values():
        load(port, path, 0.5)
    rates: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(ROUNDS):
        for name, (port, path) in pages.items():
            rates[name].append(load(port, path, SECONDS).per_second)
    return rates


@contextmanager
def _listeners(port: int, count: int) -> Iterator[None]:
    """Connections that have asked for news and wait."""
    with ExitStack() as stack:
        for _ in range(count):
            listener = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            listener.sendall(b"GET /live/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            listener.recv(1024)
        yield
