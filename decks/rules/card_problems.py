"""What can be wrong with the cards of a deck."""

from __future__ import annotations

from collections.abc import Iterator

from decks.rules.deck_list import DeckList
from decks.rules.facts import CardFacts, FactionFacts, Facts
from decks.rules.problem import Problem
from decks.rules.sentences import count, gettext_noop, ngettext_lazy, say
from decks.rules.strangers import stranger


def card_problems(deck: DeckList, faction: FactionFacts, facts: Facts) -> Iterator[Problem]:
    """Every problem of the cards, in the order of the deck."""
    known = faction.cards
    served = {"", *_served(deck, faction)}
    for slug, copies in deck.cards.items():
        card = known.get(slug)
        if copies < 1:
            yield _no_copy(slug, card.name if card else slug, copies)
        if card is None:
            yield stranger("card", slug, faction, facts)
            continue
        if card.retired:
            yield _retired(card)
        if card.squad not in served:
            yield _unserved(card, faction)
        elif card.unplayable:
            yield _not_selectable(card, card.unplayable)
        elif card.outside_the_deck:
            yield _outside_the_deck(card, faction)
        if copies > card.copies:
            yield _too_many_copies(card, copies)


def _served(deck: DeckList, faction: FactionFacts) -> Iterator[str]:
    """The squads whose cards may be in the deck: those fielded that can be fielded."""
    for slug in deck.squads:
        squad = faction.squads.get(slug)
        if squad is not None and squad.selectable:
            yield slug


def _unserved(card: CardFacts, faction: FactionFacts) -> Problem:
    """A card whose lower action belongs to a squad that is not fielded is not allowed. DF-DECK-04"""
    squad = faction.squads.get(card.squad)
    if squad is not None and not squad.selectable:
        return _not_selectable(card, squad.unplayable, squad.name, boss=squad.boss)
    if card.outside_the_deck:
        return _outside_the_deck(card, faction, fielded=False)
    owner = squad.name if squad else card.squad
    return Problem(
        "CARD-SQUAD",
        "card",
        card.slug,
        ("DF-DECK-04",),
        say(
            gettext_noop("%(name)s: its lower action belongs to %(squad)s, which is not fielded."),
            name=card.name,
            squad=owner,
        ),
        say(gettext_noop("Field %(squad)s, or take the card out."), squad=owner),
    )


def _not_selectable(card: CardFacts, reason: str, squad: str = "", *, boss: bool = False) -> Problem:
    """Cards of a boss, or of a squad that cannot be fielded, are in no deck. R-BOSS"""
    if not squad:
        template = gettext_noop("%(name)s: this card cannot be chosen. %(reason)s")
    elif reason:
        template = gettext_noop("%(name)s: this card belongs to %(squad)s, which cannot be fielded. %(reason)s")
    else:
        template = gettext_noop("%(name)s: this card belongs to %(squad)s, which cannot be fielded.")
    what = say(template, name=card.name, squad=squad, reason=reason)
    fix = say(gettext_noop("Take the card out."))
    return Problem("CARD-NOT-SELECTABLE", "card", card.slug, ("R-BOSS",) if boss else (), what, fix)


def _outside_the_deck(card: CardFacts, faction: FactionFacts, *, fielded: bool = True) -> Problem:
    """Deployment cards and setup Enhancements come with their squad and stay outside. R-CAVALRY, R-SETUP-ATTACH"""
    squad = faction.squads.get(card.squad)
    owner = squad.name if squad else card.squad
    if card.kind == "deployment":
        template = gettext_noop("%(name)s: a Deployment card comes with its squad and stays outside the deck.")
        rules: tuple[str, ...] = ("R-CAVALRY",)
    else:
        template = gettext_noop("%(name)s: a setup Enhancement comes with its squad and stays outside the deck.")
        rules = ("R-CAVALRY", "R-SETUP-ATTACH")
    if fielded or not owner:
        fix = say(gettext_noop("Take the card out; you have it anyway."))
    else:
        fix = say(gettext_noop("Take the card out; it comes by itself when you field %(squad)s."), squad=owner)
    return Problem("CARD-OUTSIDE-DECK", "card", card.slug, rules, say(template, name=card.name), fix)


def _too_many_copies(card: CardFacts, copies: int) -> Problem:
    """At most as many copies as the faction has. DF-DECK-05, Q-10"""
    return Problem(
        "CARD-COPIES",
        "card",
        card.slug,
        ("DF-DECK-05", "Q-10"),
        count(
            ngettext_lazy(
                "%(name)s: %(copies)s copies, at most %(number)s is allowed.",
                "%(name)s: %(copies)s copies, at most %(number)s are allowed.",
            ),
            card.copies,
            name=card.name,
            copies=copies,
        ),
        count(ngettext_lazy("Take out %(number)s copy.", "Take out %(number)s copies."), copies - card.copies),
    )


def _no_copy(slug: str, name: str, copies: int) -> Problem:
    return Problem(
        "CARD-COUNT",
        "card",
        slug,
        ("DF-DECK-05",),
        say(gettext_noop("%(name)s: %(copies)s copies, a card of the deck has at least 1."), name=name, copies=copies),
        say(gettext_noop("Take the card off the list, or put at least 1 copy in.")),
    )


def _retired(card: CardFacts) -> Problem:
    return Problem(
        "CARD-RETIRED",
        "card",
        card.slug,
        (),
        say(gettext_noop("%(name)s: this card is no longer part of the catalogue."), name=card.name),
        say(gettext_noop("Take the card out.")),
    )
