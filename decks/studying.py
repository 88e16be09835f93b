"""What a deck tells whoever studies it: plots, exact odds and sample hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.models import Card
from decks.plots import Bar, columns, rows
from decks.rules.luck import luck
from decks.rules.odds import HAND, Chance, assumption, chances
from decks.sheets import Counted, DeckSheet, in_language

#: A half that is paid with charges is paid by its own card: it needs nothing from the player's store.
PAID_BY_ITSELF = "charge"


@dataclass(frozen=True)
class Plot:
    """A drawing with its title; `series` names the colours where there are several."""

    title: str
    svg: str
    series: tuple[str, ...] = ()


@dataclass(frozen=True)
class Odds:
    """The answer to: how likely are so many of these cards by that turn?"""

    chosen: list[str]
    copies: int
    wanted: int
    turn: int
    played: int
    chances: list[Chance]
    assumption: str

    @property
    def at_turn(self) -> Chance:
        """The chance in the turn that was asked for."""
        return self.chances[-1]


@dataclass(frozen=True)
class Hand:
    """An opening hand; the same seed always draws the same cards."""

    seed: str
    cards: list[Counted[Card]]


def plots_of(sheet: DeckSheet) -> list[Plot]:
    """The drawings of a deck that has cards."""
    cards = [card for card in sheet.cards if card.row is not None and card.number > 0]
    if not cards:
        return []
    return [_cost_curve(cards), _kinds(cards), _timing(cards, sheet.size), _service(sheet)]


def odds_of(sheet: DeckSheet, chosen: list[str], *, wanted: int, turn: int, played: int) -> Odds | None:
    """The exact chances for chosen cards of the deck; nothing where none of its cards is chosen."""
    own = [card.slug for card in sheet.cards if card.slug in chosen]
    if not own:
        return None
    copies = sum(sheet.deck.cards[slug] for slug in own)
    found = chances(sheet.deck, own, turns=turn, wanted=wanted, played=played)
    return Odds(own, copies, wanted, turn, played, found, in_language(assumption(played)))


def opening_hand(sheet: DeckSheet, seed: str) -> Hand:
    """The first cards of the deck, shuffled by the seed."""
    copies = [(card, copy) for card in sheet.cards for copy in range(card.number)]
    shuffled = sorted(copies, key=lambda each: luck(seed, each[0].slug, each[1]))
    return Hand(seed, [card for card, _copy in shuffled[:HAND]])


def _cost_curve(cards: Iterable[Counted[Card]]) -> Plot:
    paid: dict[str, Counter[object]] = {"upper": Counter(), "lower": Counter(), "attach": Counter()}
    for card in cards:
        for place, cost in _costs(card.row):
            paid[place][cost] += card.number
    highest = max((cost for counter in paid.values() for cost in counter if isinstance(cost, int)), default=0)
    steps: list[object] = [*range(highest + 1)]
    if any("X" in counter for counter in paid.values()):
        steps.append("X")
    series = (_("Upper half"), _("Lower half"), _("Attaching"))
    title = _("What they cost")
    bars = [Bar(str(step), tuple(counter[step] for counter in paid.values())) for step in steps]
    return Plot(title, columns(title, bars, series), series)


def _costs(card: Card | None) -> Iterable[tuple[str, object]]:
    """What can be paid for a card: to attach it, or for each half that it does not pay itself."""
    if card is None:
        return
    if card.attach_cost is not None:
        yield "attach", card.attach_cost
    for half in card.halves.all():
        if half.currency != PAID_BY_ITSELF and half.cost is not None:
            yield half.place, half.cost


def _kinds(cards: Iterable[Counted[Card]]) -> Plot:
    counted: Counter[str] = Counter()
    for card in cards:
        if card.row is not None:
            counted[str(card.row.get_kind_display())] += card.number
    title = _("Kinds of cards")
    return Plot(title, rows(title, [Bar(name, (number,)) for name, number in counted.most_common()]))


def _timing(cards: list[Counted[Card]], size: int) -> Plot:
    title = ngettext("Of %(size)s card", "Of %(size)s cards", size) % {"size": size}
    bars = [
        Bar(_("with an Instant"), (_number(cards, lambda card: any(half.instant for half in card.halves.all())),)),
        Bar(_("Enhancements"), (_number(cards, lambda card: card.kind == Card.Kind.ENHANCEMENT),)),
        Bar(
            _("with a passive effect"), (_number(cards, lambda card: any(half.passive for half in card.halves.all())),)
        ),
    ]
    return Plot(title, rows(title, bars, full=size))


def _number(cards: Iterable[Counted[Card]], fits: Callable[[Card], bool]) -> int:
    return sum(card.number for card in cards if card.row is not None and fits(card.row))


def _service(sheet: DeckSheet) -> Plot:
    served = {group.name: group.number for group in sheet.groups}
    names = dict.fromkeys([*(squad.name for squad in sheet.squads), *served])
    title = _("Cards for each squad")
    return Plot(title, rows(title, [Bar(name, (served.get(name, 0),)) for name in names]))
