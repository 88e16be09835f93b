"""Pages of the catalogue. Each file holds one subject; this list is what the addresses may name."""

from catalog.views.cards import card
from catalog.views.factions import colours, faction, factions
from catalog.views.home import home, system_home
from catalog.views.rules import (
    rules_area,
    rules_example_group,
    rules_examples,
    rules_index,
    rules_question_topic,
    rules_questions,
    rules_ruling_group,
    rules_rulings,
    rules_timing,
)
from catalog.views.rules_finding import rules_glossary, rules_glossary_part, rules_id, rules_search
from catalog.views.search import search
from catalog.views.squad import squad
from catalog.views.squads_table import squads
from catalog.views.tokens import tokens

__all__ = [
    "card",
    "colours",
    "faction",
    "factions",
    "home",
    "rules_area",
    "rules_example_group",
    "rules_examples",
    "rules_glossary",
    "rules_glossary_part",
    "rules_id",
    "rules_index",
    "rules_question_topic",
    "rules_questions",
    "rules_ruling_group",
    "rules_rulings",
    "rules_search",
    "rules_timing",
    "search",
    "squad",
    "squads",
    "system_home",
    "tokens",
]
