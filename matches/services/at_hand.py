"""Games of this process that stand at a decision, so that the next click need not bring them to life again.

Only a cache: a game is known by its match and version, and the database says which version is the present one. Whoever
takes a game has it alone until giving it back; whoever finds none loads it.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final

from matches.engine import Game, Setup

MOST_GAMES: Final = 200
#: A game that has told so much is loaded anew, which forgets what it told.
LONGEST_LOG: Final = 2_000

_games: OrderedDict[tuple[str, int], Game[Setup]] = OrderedDict()
_lock = Lock()


def take(key: str, version: int) -> Game[Setup] | None:
    """The game of a match at this version, if it is at hand; nobody else gets it meanwhile."""
    with _lock:
        return _games.pop((key, version), None)


def give_back(key: str, version: int, game: Game[Setup]) -> None:
    """Lay a game aside for whoever needs it next. It must stand where the stored match of this version stands."""
    if game.pending is None or len(game.log) > LONGEST_LOG:
        return
    with _lock:
        _games[key, version] = game
        while len(_games) > MOST_GAMES:
            _games.popitem(last=False)


def forget() -> None:
    """Know no game any more."""
    with _lock:
        _games.clear()
