"""What is going on while a rule runs: a roll, a fight, a Wound event, a death. Windows hand these to the cards."""

from __future__ import annotations

from dataclasses import dataclass, field

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

    @property
    def result(self) -> int:
        """The face with all bonuses."""
        return self.face + self.bonus


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
    may_counter: bool = True
    cancelled: bool = False


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
    killed: bool = False


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


@dataclass(slots=True)
class Moment:
    """An open window: its id and whatever it is about."""

    window: str
    model: int = NOBODY
    other: int = NOBODY
    roll: Roll | None = None
    fight: Fight | None = None
    wounds: WoundEvent | None = None
    death: Death | None = None
    targets: list[int] = field(default_factory=list)
    #: Halves already used for this very event. R-ONCE
    used: set[str] = field(default_factory=set)
