"""What the cards do: a few modules a faction. Importing this package makes all of them known."""

import matches.engine.dawnfall.cards.chapter
import matches.engine.dawnfall.cards.chapter_knights
import matches.engine.dawnfall.cards.chapter_shots
import matches.engine.dawnfall.cards.demon
import matches.engine.dawnfall.cards.demon_hounds
import matches.engine.dawnfall.cards.demon_spells
import matches.engine.dawnfall.cards.tokens  # noqa: F401
