"""What the pictures show: players, tables and matches, played by chance from fixed seeds through the services."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import permutations
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

from django.test import Client

from accounts.models import User
from decks.rules.deck_list import DeckList
from decks.visitors import Visitor
from matches.engine import Game, Setup
from matches.engine.kernel.chance import SeededChance
from matches.models import Match
from matches.services import SeatPlan, choose, game_of, open_match, say, sit_down
from matches.setting_up.starters import dawnfall_factions, seated_factions
from matches.trials.steering import Player

QUICK = {"quick_setup": True}
#: So many matches of each ordered pair of factions are behind the picture of the statistics.
ROUNDS = 4
#: The table is shown in a fight of this turn or a later one; the replay shows a fight as far into its match.
LATE_ENOUGH = 7
TRACKED = {"name_0": "Anna", "deck_0": "starter:dvergar", "name_1": "Bert", "deck_1": "starter:demon"}


def lay() -> tuple[dict[str, str], str]:
    """Fill an empty site; gives the addresses of what there is to see, and the session of the one who looks."""
    anna, bert, clara, david = (_player(name) for name in ("Anna", "Bert", "Clara", "David"))
    for number in range(ROUNDS):
        for pair in permutations(seated_factions(), 2):
            _bots(anna, pair, f"{pair} {number}")
    told = _duel(anna, bert, ("reborn", "rhazack"), "reborn 0", lambda game, match: False)
    _open(clara, "ffa3", "faceless", casual=True)
    _open(david, "duel", "reborn", hours=48)
    _duel(clara, david, ("dvergar", "faceless"), "dvergar 0", lambda game, match: match.turn >= LATE_ENOUGH)
    shown = _duel(anna, bert, ("chapter", "demon"), "chapter 0", _fights_late)
    say(bert, shown.key, "Good luck with that roll!")
    say(anna, shown.key, "Luck? He has a shield.")
    return {
        "lobby": "/matches/",
        "new-match": "/matches/new/?mode=team",
        "table": f"/matches/{shown.key}/",
        "replay": f"/matches/{told.key}/replay/{_fight_in(told)}/",
        "statistics": "/matches/statistics/",
        "tracker": f"/matches/tracker/play/?{urlencode(TRACKED)}",
    }, _session(anna)


def _player(name: str) -> Visitor:
    return Visitor(user=User.objects.create_user(name, password=None))


def _session(visitor: Visitor) -> str:
    client = Client()
    client.force_login(visitor.user)  # type: ignore[arg-type]
    return client.cookies["sessionid"].value


def _starter(faction: str, format_: str = "duel") -> DeckList:
    deck = next(deck for deck in dawnfall_factions()[faction].starter_decks if deck.format.value == format_)
    return DeckList(faction, format_, tuple(deck.squads), deck.cards, deck.banner, deck.shrine, deck.name)


def _seeded(seed: str, visitor: Visitor, mode: str, seats: list[SeatPlan], **values: Any) -> Match:
    """Open a match whose luck is the same every time."""
    with patch("matches.models.match.secrets.token_hex", return_value=sha256(seed.encode()).hexdigest()):
        return open_match(visitor, mode, seats, **values)


def _bots(visitor: Visitor, factions: tuple[str, ...], seed: str) -> None:
    _seeded(seed, visitor, "duel", [SeatPlan("bot", _starter(faction)) for faction in factions])


def _open(visitor: Visitor, mode: str, faction: str, **values: Any) -> None:
    more = 2 if mode == "ffa3" else 1
    deck = _starter(faction, "multiplayer" if mode == "ffa3" else "duel")
    _seeded(f"{mode} {faction}", visitor, mode, [SeatPlan("person", deck), *[SeatPlan("open")] * more], **values)


def _duel(
    one: Visitor, other: Visitor, factions: tuple[str, str], seed: str, enough: Callable[[Game[Setup], Match], bool]
) -> Match:
    """A duel of two people who go for each other, until it is enough or over."""
    seats = [SeatPlan("person", _starter(factions[0])), SeatPlan("open")]
    match = _seeded(seed, one, "duel", seats, options=QUICK)
    match = sit_down(other, match.key, 1, _starter(factions[1]))
    mind = Player({}, True, Counter(), SeededChance(seed.encode()))
    while match.is_running:
        game = game_of(match)
        if game.pending is None or enough(game, match):
            return match
        wish = mind.choose(game.table, game.pending)
        match = choose((one, other)[game.pending.seat], match.key, match.version, wish)
    return match


def _fights_late(game: Game[Setup], match: Match) -> bool:
    """The first seat is about to pick a die in a fight, and has Crystals to pay for the better one."""
    asked, table = game.pending, game.table
    picks = asked is not None and (asked.seat, asked.kind) == (0, "die") and bool(table.fights)
    return picks and match.turn >= LATE_ENOUGH and table.state.crystals[0] > 0


def _fight_in(match: Match) -> int:
    """The moment at which the dice of a fight lie on the table."""

    def rolls(events: list[Mapping[str, Any]]) -> bool:
        return any(event["kind"] == "die_rolled" for event in events)

    steps = match.all_steps.filter(turn__gte=LATE_ENOUGH).order_by("number")
    return next(step.number + 1 for step in steps if rolls(step.events))
