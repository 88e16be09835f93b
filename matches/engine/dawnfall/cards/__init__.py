"""What the cards do: one module a faction. Importing this package makes all of them known."""

from matches.engine.dawnfall.cards import chapter as chapter
from matches.engine.dawnfall.cards import demon as demon
from matches.engine.dawnfall.cards import tokens as tokens
