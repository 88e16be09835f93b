"""How an experiment begins: decks are checked and kept as they are now, games are cut into batches and queued."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from catalog.models import GameSystem
from decks.facts import facts_of
from decks.models import LONGEST_NAME
from decks.visitors import Visitor
from laboratory.games import OPTIONS
from laboratory.limits import LEAST_GAMES, LIMITS, MOST_A_DAY, MOST_AT_ONCE, levels, rounded
from laboratory.models import LONGEST_SEED, Batch, Contender, Experiment, new_seed
from laboratory.refusals import (
    AccountNeeded,
    DeckNotLegal,
    OneAtATime,
    SameFaction,
    TooManyToday,
    UnknownLevel,
    WrongNumberOfGames,
)
from laboratory.services.running import queue_batches
from matches.engine import RULES_VERSION
from matches.services import why_not
from matches.services.bringing import as_choice
from matches.setting_up.deck_choices import Brought, playable, starter

FORMAT = "duel"


def all_starters(other_than: str) -> list[Brought]:
    """The starter decks of all factions but one: no faction meets itself. DF-SETUP-17"""
    return [Brought(starter(file.faction.slug, FORMAT)) for file in playable() if file.faction.slug != other_than]


@transaction.atomic
def start(
    visitor: Visitor,
    system: GameSystem,
    tried: Brought,
    met: Sequence[Brought],
    *,
    level: str,
    games: int,
    seed: str = "",
) -> Experiment:
    """Begin an experiment: one deck against one or several others."""
    owner = _somebody(visitor)
    check_wishes(level, games)
    contenders = [_contender(system, number, brought) for number, brought in enumerate([tried, *met])]
    check_factions(system, tried, met)
    _check_room(owner)
    experiment = Experiment.objects.create(
        owner=owner, level=level, seed=seed.strip()[:LONGEST_SEED] or new_seed(), rules=RULES_VERSION,
        games=rounded(games, len(met), level),
    )  # fmt: skip
    for contender in contenders:
        contender.experiment = experiment
    Contender.objects.bulk_create(contenders)
    size = LIMITS[level].batch
    firsts = range(0, experiment.games, size)
    batches = Batch.objects.bulk_create(
        Batch(experiment=experiment, number=number, first=first, count=min(size, experiment.games - first))
        for number, first in enumerate(firsts)
    )
    queue_batches(level, [batch.pk for batch in batches])
    return experiment


def check_wishes(level: str, games: int) -> None:
    """Refuse bots that there are not, and more or fewer games than they may play."""
    if level not in levels():
        raise UnknownLevel(level, ", ".join(levels()))
    most = LIMITS[level].most
    if not LEAST_GAMES <= games <= most:
        raise WrongNumberOfGames(games, LEAST_GAMES, most)


def check_factions(system: GameSystem, tried: Brought, met: Sequence[Brought]) -> None:
    """Refuse a deck that would meet its own faction. DF-SETUP-17"""
    if any(brought.deck.faction == tried.deck.faction for brought in met):
        raise SameFaction(facts_of(system).factions[tried.deck.faction].name)


def check_deck(system: GameSystem, brought: Brought) -> None:
    """Refuse a deck that may not sit down to a duel."""
    if why := why_not(brought.deck, "duel", OPTIONS, facts_of(system)):
        raise DeckNotLegal(brought.deck.name or brought.deck.faction, why)


def _contender(system: GameSystem, number: int, brought: Brought) -> Contender:
    check_deck(system, brought)
    deck = replace(brought.deck, format=FORMAT)
    return Contender(
        number=number,
        name=(deck.name or facts_of(system).factions[deck.faction].name)[:LONGEST_NAME],
        faction=deck.faction,
        deck=asdict(as_choice(deck, OPTIONS, facts_of(system))),
        deck_row=brought.row,
    )


def _somebody(visitor: Visitor) -> User:
    if visitor.user is None:
        raise AccountNeeded
    return visitor.user


def _check_room(owner: User) -> None:
    """Refuse whoever has an experiment under way, or has begun as many today as one may."""
    # Whoever clicks twice waits here for the first click.
    User.objects.select_for_update().get(pk=owner.pk)
    own = Experiment.objects.filter(owner=owner)
    running = list(own.running().values_list("key", flat=True)[:MOST_AT_ONCE])
    if len(running) >= MOST_AT_ONCE:
        raise OneAtATime(running[0])
    if own.filter(created__gt=timezone.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise TooManyToday(MOST_A_DAY)
