"""What the cards do: one module a faction. Importing this package makes all of them known."""

import matches.engine.dawnfall.cards.chapter
import matches.engine.dawnfall.cards.demon
import matches.engine.dawnfall.cards.tokens  # noqa: F401
