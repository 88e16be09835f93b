"""The table: its page early and late in a match, and how many choices are taken in a second.

Choices are posted in eight matches at once, as browsers post them: with session, token against forgery and version.

- `table.choice_ratio`: as plain forms, checked, stored and answered with the redirection to the table, against a bare
  Django view that writes one row; the page that the redirection leads to is `table.page_per_s`.
- `table.choice_drawn_ratio`: the same with htmx, where the answer is the whole table, drawn anew.

Site and bare view are loaded in turn; a ratio is the median of the rounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from random import Random
from statistics import median
from urllib.parse import quote_plus

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from accounts.models import User
from bench.figures import Figure
from bench.load import Client, Repeating, asking, drive, load
from bench.servers import BARE, SITE, serving
from decks.rules.deck_list import DeckList
from decks.visitors import Visitor
from matches.engine import load_game
from matches.models import Match
from matches.services import SeatPlan, choose, game_of, open_match, opening
from matches.setting_up.setups import setup_of
from matches.setting_up.starters import dawnfall_factions

ROUNDS, SECONDS = 9, 1.5
#: A fresh process reads the catalogue's files with its first table.
WARMING = 4.0
EARLY, LATE = 5, 50
PLAYERS = 8
#: Rules under which a match of chance lasts.
LASTING = {"quick_setup": True, "reshuffle": True, "quiet_turns": 0, "track": 40}
TOKEN = "bench" * 6 + "ed"
VERSION = re.compile(rb'data-version="(\d+)"')
OPTION = re.compile(rb'name="option" value="([^"]+)"')


def figures() -> Iterator[Figure]:
    """Pages of one match at two turns, then choices against a bare view that writes one row."""
    opening.MOST_AT_ONCE = 10_000
    visitor = Visitor(user=User.objects.create_user("bench", password=None))
    cookies = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={_session(visitor)}; csrftoken={TOKEN}"}
    early = _match_at(visitor, EARLY)
    late = _match_at(visitor, LATE)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS bare_note (id INTEGER PRIMARY KEY, text VARCHAR(80))")
    with serving(SITE) as site:
        yield from _pages(site, cookies, early, late)
    with serving(SITE) as site, serving(BARE) as bare:
        yield from _choices(site, bare, cookies, visitor)


def _pages(site: int, cookies: dict[str, str], early: Match, late: Match) -> Iterator[Figure]:
    """The same page, early and late, turn by turn in one run."""
    rates: dict[str, list[float]] = {"early": [], "late": []}
    paths = {"early": f"/matches/{early.key}/", "late": f"/matches/{late.key}/"}
    for path in paths.values():
        load(site, path, WARMING, headers=cookies)
    for _ in range(ROUNDS):
        for name, path in paths.items():
            rates[name].append(load(site, path, SECONDS, headers=cookies).per_second)
    ratio = median(one / other for one, other in zip(rates["early"], rates["late"], strict=True))
    more = {"turns": [early.turn, late.turn], "steps": [early.steps, late.steps], "at_most": 1.3}
    yield Figure("table.page_per_s", median(rates["late"]), "requests/s", {"turn": late.turn})
    yield Figure("table.turn50_over_turn5", ratio, "ratio", more)
    sizes = [_size(site, path, cookies) for path in paths.values()]
    yield Figure("table.page_kb", max(sizes) / 1000, "kB", {"at_most": 150})


def _choices(site: int, bare: int, cookies: dict[str, str], visitor: Visitor) -> Iterator[Figure]:
    """Choices posted and answered, against a view that writes a row; and with the table drawn in the answer."""
    posting: list[Client] = [Player(site, cookies, visitor, number) for number in range(PLAYERS)]
    drawing: list[Client] = [HtmxPlayer(site, cookies, visitor, number) for number in range(PLAYERS)]
    a_row = asking(bare, "/note/", {**cookies, "X-CSRFToken": TOKEN}, "text=bench")
    writing: list[Client] = [Repeating(a_row)] * PLAYERS
    rates: dict[str, list[float]] = {"post": [], "draw": [], "row": []}
    runs = (("post", site, posting), ("draw", site, drawing), ("row", bare, writing))
    for _name, port, clients in runs:
        drive(port, clients, WARMING)
    for _ in range(ROUNDS):
        for name, port, clients in runs:
            rates[name].append(drive(port, clients, SECONDS).per_second)
    ratios = {
        name: median(ours / yardstick for ours, yardstick in zip(rates[name], rates["row"], strict=True))
        for name in ("post", "draw")
    }
    yield Figure("table.choices_per_s", median(rates["post"]), "choices/s", {"matches": PLAYERS})
    yield Figure("table.choices_drawn_per_s", median(rates["draw"]), "choices/s", {"matches": PLAYERS})
    yield Figure("table.bare_writes_per_s", median(rates["row"]), "requests/s")
    yield Figure("table.choice_ratio", ratios["post"], "ratio", {"at_least": 0.2})
    yield Figure("table.choice_drawn_ratio", ratios["draw"], "ratio")


class Player:
    """Plays both sides of a match with plain forms, and knows what is offered from a game of its own beside."""

    more: Mapping[str, str] = {}

    def __init__(self, port: int, cookies: dict[str, str], visitor: Visitor, number: int) -> None:
        self.port = port
        self.headers = {**cookies, "X-CSRFToken": TOKEN, **self.more}
        self.visitor = visitor
        self.chance = Random(number)  # noqa: S311
        self.begin()

    def begin(self) -> None:
        """Open a match at its first decision."""
        self.match = _new_match(self.visitor)
        self.version = self.match.version
        self.game = load_game(setup_of(self.match.setup), self.match.seed, self.match.game)

    def offered(self) -> list[str]:
        """What can be chosen now."""
        return [option.id for option in self.game.pending.options] if self.game.pending else []

    def request(self) -> bytes:
        self.option = self.chance.choice(self.offered())
        body = f"version={self.version}&option={quote_plus(self.option)}"
        return asking(self.port, f"/matches/{self.match.key}/choose/", self.headers, body)

    def take(self, answer: bytes) -> None:
        """A refused choice would not be answered with a redirection, and the next version would be stale."""
        if not answer.startswith(b"HTTP/1.1 302"):
            raise RuntimeError("a choice was not taken")
        self.version += 1
        self.game.choose(self.option)
        while (pending := self.game.pending) and pending.kind == "window" and len(pending.options) == 1:
            self.game.choose("pass")
        if not self.game.pending:
            self.begin()


class HtmxPlayer(Player):
    """The same as a browser with htmx does it: the table comes drawn with the answer, and says what is offered."""

    more = {"HX-Request": "true"}

    def begin(self) -> None:
        super().begin()
        self.options = super().offered()

    def offered(self) -> list[str]:
        return self.options

    def take(self, answer: bytes) -> None:
        found = VERSION.search(answer)
        version = int(found[1]) if found else self.version
        if version <= self.version:
            raise RuntimeError("a choice was not taken")
        self.version, self.options = version, [unescape(id_.decode()) for id_ in OPTION.findall(answer)]
        if not self.options:
            self.begin()


def _session(visitor: Visitor) -> str:
    user = visitor.user
    assert user is not None  # noqa: S101
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def _new_match(visitor: Visitor) -> Match:
    seats = [SeatPlan("person", _starter("chapter"), name="One"), SeatPlan("person", _starter("demon"), name="Two")]
    return open_match(visitor, "duel", seats, LASTING)


def _match_at(visitor: Visitor, turn: int) -> Match:
    """A match that stands in a turn, played by chance; one that ends before is begun anew."""
    chance = Random(turn)  # noqa: S311
    for _ in range(100):
        match = _new_match(visitor)
        while match.is_running and (match.turn < turn or _at_setup(match)):
            pending = game_of(match).pending
            assert pending is not None  # noqa: S101
            match = choose(visitor, match.key, match.version, chance.choice(pending.options).id)
        if match.is_running:
            return match
    raise RuntimeError(f"no match of chance came to turn {turn}")


def _at_setup(match: Match) -> bool:
    """The page is measured where it has most to show: in an Active turn."""
    return bool(game_of(match).view(None)["stage"] != "free")


def _size(port: int, path: str, headers: dict[str, str]) -> int:
    class Once(Repeating):
        size = 0

        def take(self, answer: bytes) -> None:
            self.size = len(answer)

    once = Once(asking(port, path, headers))
    drive(port, [once], 0.2)
    return once.size


def _starter(faction: str) -> DeckList:
    deck = next(deck for deck in dawnfall_factions()[faction].starter_decks if deck.format.value == "duel")
    return DeckList(faction, "duel", tuple(deck.squads), deck.cards, deck.banner, deck.shrine, deck.name)
