"""What halves, Banners, Shrines and tokens do: the register that faction modules fill. repertoire.py reads it.

A faction module binds the decorators to its faction:

    chapter = Faction("chapter")

    @chapter.lower("leap", squad="holy-knight")
    def leap(play):
        ...

Cost, window, limit and symbols are printed facts and come from the catalogue. A half without behaviour is not offered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from matches.engine.dawnfall import attributes, paying
from matches.engine.kernel.decisions import Rule

if TYPE_CHECKING:
    from matches.engine.dawnfall.play import Play
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
    #: Crystals that it destroys: so many must be left when it has been paid. R-DESTROY
    destroys: int = 0
    #: What it needs in its player's hand besides; who merely might answer is not judged by that. R-ASK
    in_hand: Can = _always


@dataclass(frozen=True, slots=True)
class Reaction:
    """A passive effect: it works by itself at its window, in every turn. R-PASSIVE-EFFECT"""

    window: str
    run: Run
    #: For tokens: after the passives and Shrines of this window, as section 4.11 says of FIRE.
    last: bool = False


HALVES: Final[dict[tuple[str, str, str], Behaviour]] = {}
#: Passive halves that act at a window, and those that change attributes for as long as they are on.
PASSIVES: Final[dict[tuple[str, str, str], Reaction]] = {}
ONGOING: Final[dict[tuple[str, str, str], Changes]] = {}
BANNERS: Final[dict[tuple[str, str, int], Behaviour]] = {}
SHRINES: Final[dict[tuple[str, str], list[Reaction]]] = {}
#: Tokens that their player may discard at certain windows.
SPENT: Final[dict[tuple[str, str], Behaviour]] = {}
#: What tokens do, and what cards have left behind, by window; whoever put them there. Section 4.11
TOKENS: Final[dict[str, list[Reaction]]] = {}


class Faction:
    """The decorators of one faction."""

    def __init__(self, slug: str) -> None:
        self.slug = slug

    def upper(
        self,
        *cards: str,
        can: Can = _always,
        also: tuple[str, ...] = (),
        adds_up: bool = False,
        cancels: bool = False,
        destroys: int = 0,
    ) -> Callable[[Run], Run]:
        """The Upper Action of these cards. DF-CARD-07"""
        return self._half("upper", cards, Behaviour(_nothing, can, None, also, cancels, adds_up, destroys))

    def lower(
        self,
        *cards: str,
        squad: str | None,
        can: Can = _always,
        also: tuple[str, ...] = (),
        cancels: bool = False,
        destroys: int = 0,
        in_hand: Can = _always,
    ) -> Callable[[Run], Run]:
        """The Lower Action of these cards, for the Squad named. DF-CARD-08"""
        terms = Behaviour(_nothing, can, squad, also, cancels, destroys=destroys, in_hand=in_hand)
        return self._half("lower", cards, terms)

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

    def switched(self, *cards: str) -> None:
        """Passive lower halves of which only the switch is seen here: the rule that they bend looks for it.

        attaching.carries tells whether one is on. DF-ENH-20
        """
        for card in cards:
            ONGOING[self.slug, card, "lower"] = _no_changes

    def banner(self, banner: str, option: int, *, at: str = "W-OWN", can: Can = _always) -> Callable[[Run], Run]:
        """An option of a Banner, counted from 0. R-BANNER"""

        def register(run: Run) -> Run:
            BANNERS[self.slug, banner, option] = Behaviour(run, can, windows=(at,))
            return run

        return register

    def spend(self, token: str, *, at: tuple[str, ...], can: Can) -> Callable[[Run], Run]:
        """What discarding a token of the faction does; it is no card play."""

        def register(run: Run) -> Run:
            SPENT[self.slug, token] = Behaviour(run, can, windows=at)
            return run

        return register

    def shrine(self, shrine: str, *, at: str) -> Callable[[Run], Run]:
        """What a Shrine does at a window."""

        def register(run: Run) -> Run:
            SHRINES.setdefault((self.slug, shrine), []).append(Reaction(at, run))
            return run

        return register

    def shrine_changes(self, shrine: str) -> Callable[[Changes], Changes]:
        """What a Shrine changes about attributes for as long as it stands."""

        def register(changes: Changes) -> Changes:
            SHRINES.setdefault((self.slug, shrine), [])
            attributes.MODIFIERS.add(changes, faction=self.slug)
            return changes

        return register

    def shrine_pays(self, shrine: str) -> Callable[[paying.Offers], paying.Offers]:
        """What a Shrine lets its player give in place of a price. W-PAY"""

        def register(offers: paying.Offers) -> paying.Offers:
            SHRINES.setdefault((self.slug, shrine), [])
            paying.STAND_INS.append(offers)
            return offers

        return register

    def _half(self, place: str, cards: tuple[str, ...], terms: Behaviour) -> Callable[[Run], Run]:
        def register(run: Run) -> Run:
            for card in cards:
                HALVES[self.slug, card, place] = replace(terms, run=run)
            return run

        return register


def _nothing(_: Play) -> Rule[None]:
    yield from ()


def _no_changes(_: Table, __: int, ___: str) -> list[tuple[str, int]]:
    return []


def token(window: str, *, last: bool = False) -> Callable[[Run], Run]:
    """What tokens do at a window, apart from any card, before passives and Shrines or after them. Section 4.11"""

    def register(run: Run) -> Run:
        TOKENS.setdefault(window, []).append(Reaction(window, run, last))
        return run

    return register


SWITCH_ON: Final = Behaviour(_nothing)
"""Stands for the one payment of a passive half: playing.py puts the Passive token on it. DF-ENH-20"""
