"""What the cards do: a few modules a faction. Importing this package makes all of them known."""

import matches.engine.dawnfall.cards.chapter
import matches.engine.dawnfall.cards.chapter_knights
import matches.engine.dawnfall.cards.chapter_riders
import matches.engine.dawnfall.cards.chapter_shots
import matches.engine.dawnfall.cards.demon
import matches.engine.dawnfall.cards.demon_hounds
import matches.engine.dawnfall.cards.demon_spells
import matches.engine.dawnfall.cards.demon_succubi
import matches.engine.dawnfall.cards.dvergar
import matches.engine.dawnfall.cards.dvergar_drillers
import matches.engine.dawnfall.cards.dvergar_fire
import matches.engine.dawnfall.cards.dvergar_steel
import matches.engine.dawnfall.cards.faceless
import matches.engine.dawnfall.cards.faceless_anathema
import matches.engine.dawnfall.cards.faceless_giants
import matches.engine.dawnfall.cards.reborn
import matches.engine.dawnfall.cards.reborn_beasts
import matches.engine.dawnfall.cards.reborn_guards
import matches.engine.dawnfall.cards.reborn_relics
import matches.engine.dawnfall.cards.reborn_woods
import matches.engine.dawnfall.cards.reborn_wraith
import matches.engine.dawnfall.cards.rhazack
import matches.engine.dawnfall.cards.rhazack_blades
import matches.engine.dawnfall.cards.rhazack_jumpsuit
import matches.engine.dawnfall.cards.rhazack_mines
import matches.engine.dawnfall.cards.rhazack_relics
import matches.engine.dawnfall.cards.rhazack_streams
import matches.engine.dawnfall.cards.rhazack_strike
import matches.engine.dawnfall.cards.tokens  # noqa: F401
