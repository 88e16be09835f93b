"""What can be wrong with the squads of an army."""

from __future__ import annotations

from collections.abc import Iterator

from decks.rules.deck_list import DeckList
from decks.rules.facts import FactionFacts, Facts, SquadFacts
from decks.rules.formats import Format
from decks.rules.problem import Problem
from decks.rules.sentences import count, gettext_noop, ngettext_lazy, say
from decks.rules.strangers import stranger

MOST_CAVALRY = 1

_COUNT_RULES = {"multiplayer": ("DF-SETUP-21", "Q-08")}


def squad_problems(
    deck: DeckList, format_: Format | None, faction: FactionFacts | None, facts: Facts
) -> Iterator[Problem]:
    """Every problem of the fielded squads, in the order in which they are fielded."""
    if format_ is not None:
        yield from _count_problems(deck, format_, faction)
    if faction is None:
        return
    cavalry: list[SquadFacts] = []
    for slug in dict.fromkeys(deck.squads):
        squad = faction.squads.get(slug)
        if squad is None:
            yield stranger("squad", slug, faction, facts)
            continue
        if squad.retired:
            yield _retired(squad)
        if not squad.selectable:
            yield _not_selectable(squad)
            continue
        fielded = deck.squads.count(slug)
        if fielded > squad.copies:
            yield _too_many_copies(squad, fielded)
        if squad.cavalry:
            cavalry += [squad] * fielded
            yield from _missing_companions(squad, faction)
    if len(cavalry) > MOST_CAVALRY:
        yield _too_much_cavalry(cavalry)


def full_army(format_: Format, faction: FactionFacts | None) -> int:
    """How many squads must be fielded: as many as the format says, or all if the faction owns fewer. Q-08"""
    if faction is None:
        return format_.squads
    ready = [squad for squad in faction.squads.values() if squad.selectable and not squad.retired]
    cavalry = sum(squad.copies for squad in ready if squad.cavalry)
    return min(format_.squads, sum(squad.copies for squad in ready) - max(0, cavalry - MOST_CAVALRY))


def _count_problems(deck: DeckList, format_: Format, faction: FactionFacts | None) -> Iterator[Problem]:
    """The number of squads is exact. DF-SETUP-20, DF-SETUP-21, Q-08"""
    fielded = len(deck.squads)
    if fielded == format_.squads:
        return
    needed = full_army(format_, faction)
    if fielded == needed:
        return
    what = count(
        ngettext_lazy(
            "%(number)s squad is fielded, exactly %(needed)s are needed.",
            "%(number)s squads are fielded, exactly %(needed)s are needed.",
        ),
        fielded,
        needed=needed,
    )
    if fielded < needed:
        fix = count(ngettext_lazy("Field %(number)s more squad.", "Field %(number)s more squads."), needed - fielded)
    else:
        fix = count(ngettext_lazy("Take out %(number)s squad.", "Take out %(number)s squads."), fielded - needed)
    yield Problem("SQUAD-COUNT", "deck", "", _COUNT_RULES.get(format_.slug, ("DF-SETUP-20", "Q-08")), what, fix)


def _too_many_copies(squad: SquadFacts, fielded: int) -> Problem:
    return Problem(
        "SQUAD-COPIES",
        "squad",
        squad.slug,
        ("DF-SETUP-20", "DF-SQUAD-19"),
        count(
            ngettext_lazy(
                "%(name)s: fielded %(fielded)s times, the faction has %(number)s such squad.",
                "%(name)s: fielded %(fielded)s times, the faction has %(number)s such squads.",
            ),
            squad.copies,
            name=squad.name,
            fielded=fielded,
        ),
        count(
            ngettext_lazy("Field %(number)s other squad instead.", "Field %(number)s other squads instead."),
            fielded - squad.copies,
        ),
    )


def _not_selectable(squad: SquadFacts) -> Problem:
    """Bosses and the backs of Banners cannot be fielded. R-BOSS"""
    if squad.unplayable:
        template = gettext_noop("%(name)s: this squad cannot be fielded. %(reason)s")
    else:
        template = gettext_noop("%(name)s: a boss cannot be fielded.")
    what = say(template, name=squad.name, reason=squad.unplayable)
    fix = say(gettext_noop("Field another squad instead."))
    return Problem("SQUAD-NOT-SELECTABLE", "squad", squad.slug, ("R-BOSS",) if squad.boss else (), what, fix)


def _retired(squad: SquadFacts) -> Problem:
    return Problem(
        "SQUAD-RETIRED",
        "squad",
        squad.slug,
        (),
        say(gettext_noop("%(name)s: this squad is no longer part of the catalogue."), name=squad.name),
        say(gettext_noop("Field another squad instead.")),
    )


def _missing_companions(squad: SquadFacts, faction: FactionFacts) -> Iterator[Problem]:
    """Cavalry comes with a Deployment card and a setup Enhancement. R-CAVALRY"""
    own = [card for card in faction.cards.values() if card.squad == squad.slug and not card.retired]
    fix = say(gettext_noop("Field another squad, or complete %(name)s in the catalogue."), name=squad.name)
    if not any(card.kind == "deployment" for card in own):
        what = say(gettext_noop("%(name)s: the catalogue has no Deployment card for this cavalry."), name=squad.name)
        yield Problem("DEPLOYMENT-MISSING", "squad", squad.slug, ("R-CAVALRY",), what, fix)
    if not any(card.in_setup for card in own):
        what = say(gettext_noop("%(name)s: the catalogue has no setup Enhancement for this cavalry."), name=squad.name)
        rules = ("R-CAVALRY", "R-SETUP-ATTACH")
        yield Problem("ENHANCEMENT-MISSING", "squad", squad.slug, rules, what, fix)


def _too_much_cavalry(cavalry: list[SquadFacts]) -> Problem:
    return Problem(
        "SQUAD-CAVALRY",
        "squad",
        cavalry[-1].slug,
        ("R-CAVALRY",),
        say(
            gettext_noop("%(names)s: %(number)s cavalry squads, at most %(most)s is allowed."),
            names=", ".join(dict.fromkeys(squad.name for squad in cavalry)),
            number=len(cavalry),
            most=MOST_CAVALRY,
        ),
        count(
            ngettext_lazy(
                "Field %(number)s other squad that is no cavalry.", "Field %(number)s other squads that are no cavalry."
            ),
            len(cavalry) - MOST_CAVALRY,
        ),
    )
