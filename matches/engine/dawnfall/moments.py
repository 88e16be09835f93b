"""What is going on while a rule runs: a roll, a fight, a Wound event, a death. Windows hand these to the cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from matches.engine.kernel.decisions import Rule

if TYPE_CHECKING:
    from matches.engine.dawnfall.choosing import Choosing

NOBODY = -1


@dataclass(slots=True)
class Roll:
    """A die on its way: who rolls, for which model, for what; bonuses are added to the face. R-ROLL-BONUS"""

    seat: int
    model: int
    purpose: str
    bonus: int = 0
    die: str = ""
    face: int = 0
    marked: bool = False
    rerolled: bool = False
    #: The Red Die costs nothing for this roll.
    free_red: bool = False
    #: Whom a Check for Hit is for, so that who rolls can be told the chances.
    targets: tuple[int, ...] = ()

    @property
    def result(self) -> int:
        """The face with all bonuses and penalties, at least 0."""
        return max(0, self.face + self.bonus)


@dataclass(slots=True)
class Fight:
    """A Combat Sequence or Backstab under way; `attacker` attacks now, `starter` began it. DF-COMBAT-02"""

    starter: int
    opponent: int
    kind: str = "combat"
    attacker: int = NOBODY
    target: int = NOBODY
    counterattack: bool = False
    attack_power: int = 0
    defense_power: int = 0
    #: No die is rolled for the Defense: "won", "lost" or nothing. R-AUTO-DEF, R-AUTO-DEF-LOSS
    automatic: str = ""
    #: A Counterattack may still follow: at most one in a Combat, none after a Backstab. DF-COUNTER-07
    may_counter: bool = True
    cancelled: bool = False
    #: Halves with a limit of one a Combat that were used in this one. R-LIMIT
    used: set[str] = field(default_factory=set)
    #: Backstabs that come before the Combat: attacker and victim. DF-BACKSTAB-04
    backstabs: list[tuple[int, int]] = field(default_factory=list)
    #: What was won inside the sequence and waits until it is over. R-NO-SEQUENCE
    after: list[Callable[[], Rule[None]]] = field(default_factory=list)
    #: Whether the two models must stay Base to Base. R-BREAK, R-RANGED-BACKSTAB
    contact: bool = True
    #: Wounds that a success of this Attack deals.
    wounds: int = 1
    #: What replaced the rolls of this Attack: "hit", "held" or nothing.
    outcome: str = ""
    #: The squad whose Endurance tokens absorb Wounds of this Attack instead of the target's own.
    tokens_from: int = NOBODY
    #: Nobody uses a half in it; passive effects work. Call of the Wilds
    hushed: bool = False


@dataclass(slots=True)
class WoundEvent:
    """All Wounds that one model gets at one moment. R-WOUND-EVENT"""

    model: int
    count: int
    seat: int
    dealer: int = NOBODY
    cause: str = "effect"
    fight: Fight | None = None
    tokens_lost: int = 0
    #: Of these, by squad, what has not been put anywhere else. R-TOKEN-LOSS
    off: dict[int, int] = field(default_factory=dict)
    killed: bool = False
    #: Tokens that absorb Wounds without coming off. Temporary Setback
    spared: int = 0
    #: Another model has taken these Wounds already. R-MOVED-WOUND
    moved: bool = False
    #: The squad that loses tokens first, if it is not the model's own.
    tokens_from: int = NOBODY
    #: The hexes on which the model stood when the Wounds were applied.
    bits: int = 0
    #: Halves already used for it, at whichever of its windows. R-ONCE
    used: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Death:
    """A model that is being killed; `seat` is credited with it, `killer` is the model that did it. R-CREDIT"""

    model: int
    seat: int
    killer: int = NOBODY
    cause: str = "effect"
    fight: Fight | None = None
    vp: int = 0
    bits: int = 0


@dataclass(frozen=True, slots=True)
class Journey:
    """How one model moved: from and to footprints, the Spaces of its route, and those it entered. R-ENTER"""

    model: int
    start: int
    end: int
    route: tuple[int, ...] = ()
    entered: tuple[int, ...] = ()
    #: Spaces of a route without a bend, else 0. R-STRAIGHT
    straight: int = 0


@dataclass(slots=True)
class MoveAction:
    """A Move Action under way. What cards change at W-MOVE holds for all its models. DF-MOVE-01"""

    seat: int
    models: tuple[int, ...]
    #: A printed number instead of MOV. R-MOVE
    reach: int | None = None
    #: None: as the Squad card says. DF-MOVE-19
    through_obstacles: bool | None = None
    may_push: bool = True
    push_any: bool = False
    #: Models that this Move may not Push, and hexes on which no mover may end.
    spared: frozenset[int] = frozenset()
    shunned: int = 0
    #: Spaces (as bits) for whose sake the route matters to whoever gave the Move.
    watched: int = 0
    #: Every route runs in one direction without a bend. R-STRAIGHT
    straight: bool = False
    #: A model that every mover must end Base to Base with. R-REACH
    contact: int = NOBODY
    #: A model that goes along and ends Base to Base with the mover; it is in nobody's way. Hijack
    carried: int = NOBODY
    #: Something was used for it at W-MOVE, so that it is made even if nobody moves.
    answered: bool = False
    journeys: list[Journey] = field(default_factory=list)
    #: Pushed models with the footprints they were Pushed from.
    pushed: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Moment:
    """An open window: its id and whatever it is about."""

    window: str
    #: W-COMBAT has two: "cancel" and "backstab". R-ORDER-CANCEL
    step: str = ""
    model: int = NOBODY
    other: int = NOBODY
    roll: Roll | None = None
    fight: Fight | None = None
    wounds: WoundEvent | None = None
    death: Death | None = None
    move: MoveAction | None = None
    #: W-ENTER: the Space, and whether the Move must end: "" (no), "here", or "before" it.
    space: int = NOBODY
    halt: str = ""
    targets: list[int] = field(default_factory=list)
    #: W-PLAY, W-AFTER-PLAY: the half from hand that is being played.
    play: Choosing | None = None
    #: Halves already used for this very event. R-ONCE
    used: set[str] = field(default_factory=set)
