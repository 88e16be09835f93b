"""The rules engine: pure Python, no database, no clock. A game asks decisions and takes answers.

game = new_game(setup, seed)
while game.pending:
    game.choose(game.pending.options[0].id)
game.result
"""

from matches.engine.dawnfall.ending import Result
from matches.engine.dawnfall.rules import DAWNFALL, RULES_VERSION, load_game, new_game, replay
from matches.engine.dawnfall.setup import DeckChoice, Options, Seat, Setup
from matches.engine.kernel.decisions import Decision, Option
from matches.engine.kernel.events import Event
from matches.engine.kernel.game import Game
from matches.engine.kernel.refusals import IllegalChoice, Refusal, SetupRefused

__all__ = [
    "DAWNFALL",
    "RULES_VERSION",
    "Decision",
    "DeckChoice",
    "Event",
    "Game",
    "IllegalChoice",
    "Option",
    "Options",
    "Refusal",
    "Result",
    "Seat",
    "Setup",
    "SetupRefused",
    "load_game",
    "new_game",
    "replay",
]
