"""Opponents. A bot gets a Sight of its seat, which shows what a person there would see, and gives a Thought."""

from matches.bots.levels import LEVELS, make_bot
from matches.bots.sight import Sight
from matches.bots.thoughts import Bot, Budget, Considered, Thought

__all__ = ["LEVELS", "Bot", "Budget", "Considered", "Sight", "Thought", "make_bot"]
