"""What halves, Banners and Shrines do: the register that faction modules fill, and who can do what at which window.

A faction module binds the decorators to its faction:

    chapter = Faction("chapter")

    @chapter.lower("leap", squad="holy-knight")
    def leap(play):
        ...

Cost, window, limit and symbols are printed facts and come from the catalogue. A half without behaviour is not offered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from catalog.packs import schema
from matches.engine.kernel.decisions import Option, Rule

if TYPE_CHECKING:
    from matches.engine.dawnfall.play import Play
    from matches.engine.dawnfall.roster import Army
    from matches.engine.dawnfall.table import Table

Run = Callable[["Play"], Rule[None]]
Can = Callable[["Play"], bool]
#: Changes of an attribute: table, model, attribute; gives (kind, amount) pairs for attributes.value.
Changes = Callable[["Table", int, str], list[tuple[str, int]]]

ALWAYS: Final = "W-ALWAYS"


def _always(_: Play) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a half or Banner option does, and when it would do something."""

    run: Run
    can: Can = _always
    #: The Squad named on the band, repeated for the reader; a test compares it with the catalogue.
    squad: str | None = None
    #: For Banner options: the window. For halves: further windows besides the printed one.
    windows: tuple[str, ...] = ()
    #: It cancels the very event it answers. R-ORDER-CANCEL
    cancels: bool = False
    #: It may be paid again for one event, because its numbers add up. R-ONCE
    adds_up: bool = False


@dataclass(frozen=True, slots=True)
class Reaction:
    """A passive effect: it works by itself at its window, in every turn. R-PASSIVE-EFFECT"""

    window: str
    run: Run


HALVES: Final[dict[tuple[str, str, str], Behaviour]] = {}
#: Passive halves that act at a window, and those that change attributes for as long as they are on.
PASSIVES: Final[dict[tuple[str, str, str], Reaction]] = {}
ONGOING: Final[dict[tuple[str, str, str], Changes]] = {}
BANNERS: Final[dict[tuple[str, str, int], Behaviour]] = {}
SHRINES: Final[dict[tuple[str, str], list[Reaction]]] = {}
#: Tokens that act at a window, whoever put them there: (window, rule), in the order of section 4.11.
TOKENS: Final[list[Reaction]] = []


class Faction:
    """The decorators of one faction."""

    def __init__(self, slug: str) -> None:
        self.slug = slug

    def upper(
        self, *cards: str, can: Can = _always, also: tuple[str, ...] = (), adds_up: bool = False, cancels: bool = False
    ) -> Callable[[Run], Run]:
        """The Upper Action of these cards. DF-CARD-07"""
        return self._half("upper", cards, Behaviour(_nothing, can, None, also, cancels, adds_up))

    def lower(
        self, *cards: str, squad: str | None, can: Can = _always, also: tuple[str, ...] = (), cancels: bool = False
    ) -> Callable[[Run], Run]:
        """The Lower Action of these cards, for the Squad named. DF-CARD-08"""
        return self._half("lower", cards, Behaviour(_nothing, can, squad, also, cancels))

    def passive(self, card: str, place: str = "lower", *, at: str) -> Callable[[Run], Run]:
        """A passive half that acts at a window once it is on. DF-ENH-20"""

        def register(run: Run) -> Run:
            PASSIVES[self.slug, card, place] = Reaction(at, run)
            return run

        return register

    def ongoing(self, card: str, place: str = "lower") -> Callable[[Changes], Changes]:
        """A passive half that changes attributes of the carrier for as long as it is on. DF-ENH-20"""

        def register(changes: Changes) -> Changes:
            ONGOING[self.slug, card, place] = changes
            return changes

        return register

    def banner(self, banner: str, option: int, *, at: str = "W-OWN", can: Can = _always) -> Callable[[Run], Run]:
        """An option of a Banner, counted from 0. R-BANNER"""

        def register(run: Run) -> Run:
            BANNERS[self.slug, banner, option] = Behaviour(run, can, windows=(at,))
            return run

        return register

    def shrine(self, shrine: str, *, at: str) -> Callable[[Run], Run]:
        """What a Shrine does at a window."""

        def register(run: Run) -> Run:
            SHRINES.setdefault((self.slug, shrine), []).append(Reaction(at, run))
            return run

        return register

    def _half(self, place: str, cards: tuple[str, ...], terms: Behaviour) -> Callable[[Run], Run]:
        def register(run: Run) -> Run:
            for card in cards:
                HALVES[self.slug, card, place] = Behaviour(
                    run, terms.can, terms.squad, terms.windows, terms.cancels, terms.adds_up
                )
            return run

        return register


def _nothing(_: Play) -> Rule[None]:
    yield from ()


def token(window: str) -> Callable[[Run], Run]:
    """What tokens do at a window, apart from any card. Section 4.11"""

    def register(run: Run) -> Run:
        TOKENS.append(Reaction(window, run))
        return run

    return register


class Use(NamedTuple):
    """A half (or Banner option) with behaviour, as a seat meets it at a window."""

    card: schema.Card | schema.Banner
    place: str
    half: schema.Half | None
    behaviour: Behaviour
    #: How the half from hand, or the Banner option, is offered; attached halves name their Squad as well.
    option: Option


@dataclass(slots=True)
class Repertoire:
    """All that one faction can do, by window."""

    hand: dict[str, list[Use]] = field(default_factory=dict)
    attached: dict[str, dict[str, list[Use]]] = field(default_factory=dict)
    banner: dict[str, list[Use]] = field(default_factory=dict)
    passives: dict[str, list[tuple[str, str, Run]]] = field(default_factory=dict)
    shrine: dict[str, list[Run]] = field(default_factory=dict)
    windows: set[str] = field(default_factory=set)


SWITCH_ON: Final = Behaviour(_nothing)
"""Stands for the one payment of a passive half: playing.py puts the Passive token on it. DF-ENH-20"""


def repertoires(table: Table) -> tuple[Repertoire, ...]:
    """What each seat's faction can do."""
    roster = table.roster
    if not roster.repertoires:
        roster.repertoires = tuple(_repertoire(army) for army in roster.armies)
    return roster.repertoires


def _repertoire(army: Army) -> Repertoire:
    known = Repertoire()
    for card in army.cards.values():
        for place, half in (("upper", card.upper), ("lower", card.lower)):
            if half is not None:
                _list_half(known, army.faction, card, place, half)
    for number, words in enumerate(army.banner.options):
        behaviour = BANNERS.get((army.faction, army.banner.slug, number))
        if behaviour is not None:
            option = Option(f"banner:{number}", "Banner: %(rules)s", {"banner": army.banner.slug, "rules": words})
            use = Use(army.banner, str(number), None, behaviour, option)
            for window in behaviour.windows:
                known.banner.setdefault(window, []).append(use)
    for reaction in SHRINES.get((army.faction, army.shrine.slug), ()):
        known.shrine.setdefault(reaction.window, []).append(reaction.run)
    known.windows.update(known.hand, known.attached, known.banner, known.passives, known.shrine)
    return known


def _list_half(known: Repertoire, faction: str, card: schema.Card, place: str, half: schema.Half) -> None:
    key = (faction, card.slug, place)
    if half.passive:
        if key in PASSIVES:
            passive = PASSIVES[key]
            known.passives.setdefault(passive.window, []).append((card.slug, place, passive.run))
        if (key not in PASSIVES and key not in ONGOING) or half.window == ALWAYS:
            return
    behaviour = SWITCH_ON if half.passive else HALVES.get(key)
    if behaviour is None:
        return
    enhancement = card.kind is schema.CardKind.ENHANCEMENT
    told = {"card": card.slug, "half": place, "name": half.name, "of": card.name, "cost": half.cost}
    option = Option(f"play:{card.slug}:{place}", "%(name)s (%(of)s)", told)
    use = Use(card, place, half, behaviour, option)
    for window in (half.window, *behaviour.windows):
        if enhancement:
            known.attached.setdefault(window, {}).setdefault(card.slug, []).append(use)
        elif card.kind is schema.CardKind.ACTION:
            known.hand.setdefault(window, []).append(use)
