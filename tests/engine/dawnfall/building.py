"""Tables for tests: squads with the numbers a test needs, on the board T37 of the worked scenarios.

table = a_table(a_squad("alpha", ini=2, att=2), a_squad("beta", seat=1), places={"alpha": "0,0:0", "beta": "0,0:1"})
outcome = play(combat(table, table.model("alpha"), table.model("beta")), answers, ...)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from catalog.packs import schema
from matches.engine.dawnfall.board import SHAPE_COUNT, board
from matches.engine.dawnfall.setup import DeckChoice, Options, Seat, Setup
from matches.engine.dawnfall.state import WAITING, State
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Decision, Option, Rule

#: Most tests speak of seats that can act; asking those who merely might is a subject of its own. R-ASK
QUIET = Options(ask_always=False)
YELLOW = (0, 0, 1, 2, 3, 4)
RED = (1, 2, 3, 4, 5, 6)
#: An answer that takes the first option, whatever it is.
FIRST = "the first option"


class Rolls:
    """Chance for tests: the listed numbers below the limit, in order, and not one more."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.counter = 0

    def below(self, limit: int) -> int:
        assert self.numbers, "the test listed no further roll"
        self.counter += 1
        number = self.numbers.pop(0)
        assert 0 <= number < limit
        return number


def yellow(face: int) -> int:
    """The number that makes the Yellow Die show a face (the first such side)."""
    return YELLOW.index(face)


def red(face: int) -> int:
    """The number that makes the Red Die show a face."""
    return RED.index(face)


def a_squad(slug: str, seat: int = 0, **values: Any) -> tuple[int, schema.Squad]:
    """A squad with the given values; what a test does not name is 1, a second mode may be given as `modes`."""
    numbers = {"ini": 1, "att": 1, "def": 1, "mov": 1, "change_mode": 0}
    basic = {"name": "Basic", **numbers, **{key: values.pop(key) for key in list(values) if key in _MODE_KEYS}}
    modes = [basic, *({"name": "Other", **numbers, **mode} for mode in values.pop("modes", []))]
    record = {"slug": slug, "name": slug.capitalize(), "copies": 1, "models": 1, "endurance": 1, "base": 1}
    return seat, schema.Squad.model_validate({**record, **values, "modes": modes})


_MODE_KEYS = {"ini", "att", "def", "mov", "att_reroll", "def_reroll", "through_obstacles", "change_mode"}


def a_setup(
    *squads: tuple[int, schema.Squad],
    mode: str = "duel",
    options: Options | None = None,
    cards: Mapping[int, Iterable[schema.Card]] | None = None,
    decks: Mapping[int, Mapping[str, int]] | None = None,
    map_name: str = "T37",
) -> Setup:
    """A match of made-up factions `side-0`, `side-1` ..., one for each seat of the mode."""
    count = {"duel": 2, "ffa3": 3, "ffa4": 4, "team": 4}[mode]
    factions, seats = {}, []
    for seat in range(count):
        own = [squad for owner, squad in squads if owner == seat]
        distinct = list({squad.slug: squad for squad in own}.values())
        head = {
            "slug": f"side-{seat}",
            "name": f"Side {seat}",
            "colour": "#112233",
            "tagline": "A side.",
            "about": "Made up.",
        }
        factions[f"side-{seat}"] = schema.FactionFile(
            system="dawnfall",
            faction=schema.FactionHead.model_validate(head),
            squads=distinct,
            cards=list((cards or {}).get(seat, ())),
            banners=[
                schema.Banner(slug="banner", name="Banner", variant=schema.Variant.STANDARD, options=["Nothing."])
            ],
            shrines=[schema.Shrine(slug="shrine", name="Shrine", variant=schema.Variant.STANDARD, rules="Nothing.")],
        )
        deck = DeckChoice(
            f"side-{seat}", tuple(squad.slug for squad in own), dict((decks or {}).get(seat, {})), "banner", "shrine"
        )
        seats.append(Seat(f"Player {seat}", (deck,)))
    return Setup(mode, tuple(seats), factions, options or QUIET, map=map_name)


class TestTable(Table):
    """A table that knows models by name: `alpha`, or `alpha/2` for the third model of a squad."""

    __slots__ = ()
    __test__ = False

    def model(self, name: str) -> int:
        slug, _, index = name.partition("/")
        return self.roster.squads[self.squad_of(slug)].models[int(index or 0)]

    def squad_of(self, name: str) -> int:
        """The number of a squad; `beta@1` is the second one of that name."""
        slug, _, nth = name.partition("@")
        return [squad.number for squad in self.roster.squads if squad.slug == slug][int(nth or 0)]

    def squad_number(self, slug: str) -> int:
        return next(squad.number for squad in self.roster.squads if squad.slug == slug)

    def events(self, kind: str) -> list[Mapping[str, Any]]:
        return [event.data for event in self.log if event.kind == kind]


def footprint(map_name: str, spot: str) -> int:
    """The footprint written as `q,r:hexes`, for example `0,0:0` or `1,-1:012` or `0,0:0123456`."""
    space, _, hexes = spot.partition(":")
    q, r = map(int, space.split(","))
    tables = board(map_name)
    mask = sum(1 << int(k) for k in hexes)
    number = tables.number[q, r]
    for shape in range(SHAPE_COUNT):
        if tables.footprint_bits[number * SHAPE_COUNT + shape] == mask << 7 * number:
            return number * SHAPE_COUNT + shape
    raise AssertionError(f"no base stands like {spot}")


def a_table(
    *squads: tuple[int, schema.Squad],
    places: Mapping[str, str] | None = None,
    rolls: Iterable[int] = (),
    setup: Setup | None = None,
    **state: Any,
) -> TestTable:
    """A table in the middle of seat 0's Active turn, with the models standing where `places` says."""
    setup = setup or a_setup(*squads)
    count = len(setup.seats)
    start = State(picked=[0] * count)
    table = TestTable(setup, start, Rolls(*rolls))
    roster = table.roster
    values: dict[str, Any] = {
        "stage": "free",
        "turn": 1,
        "crystals": [2] * count,
        "depleted": [0] * count,
        "temporary": [0] * count,
        "hands": [()] * count,
        "decks": [("spare",) * 10] * count,
        "discards": [()] * count,
        "banner_ready": [True] * count,
        "mulligan_used": [False] * count,
        "starting": [10] * count,
        "captured": [(0,) * count] * count,
        "modes": [0] * len(roster.squads),
        "endurance": [squad.endurance for squad in roster.squads],
        "attached": [()] * len(roster.squads),
        "squad_markers": [()] * len(roster.squads),
        "places": [WAITING] * len(roster.models),
        "markers": [()] * len(roster.models),
        "shrines": [-1] * count,
        "sources": [],
        "eliminated": [False] * count,
        "grace": [-1] * count,
    }
    for name, value in {**values, **state}.items():
        setattr(start, name, value)
    start.neutral_crystals = setup.supply - sum(start.crystals) - sum(start.depleted)
    start.neutral_charges = setup.supply - sum(card.charges for cards in start.attached for card in cards)
    start.occupied = table.map_bits()
    for name, spot in (places or {}).items():
        table.put(table.model(name), footprint(setup.board, spot))
    return table


class Talk:
    """A finished conversation: what was asked, what was answered, and what came out."""

    def __init__(self) -> None:
        self.asked: list[Decision] = []
        self.value: Any = None

    def kinds(self) -> list[str]:
        return [decision.kind for decision in self.asked]

    def options(self, kind: str) -> list[list[str]]:
        """The labels offered at each question of a kind."""
        return [[option.label for option in decision.options] for decision in self.asked if decision.kind == kind]


def play(rule: Rule[Any], *answers: str | Mapping[str, str]) -> Talk:
    """Run a rule to its end. An answer is an option's id or label; every question takes the next one.

    A last answer that is a mapping serves all further questions by their kind (or "*").
    """
    talk = Talk()
    waiting = list(answers)
    standing: Mapping[str, str] = {}
    if waiting and isinstance(waiting[-1], Mapping):
        standing = waiting.pop()  # type: ignore[assignment]
    try:
        decision = next(rule)
        while True:
            talk.asked.append(decision)
            decision = rule.send(_answer(decision, waiting, standing))
    except StopIteration as done:
        talk.value = done.value
    assert not waiting, f"never asked for {waiting}"
    return talk


def _answer(decision: Decision, waiting: list[Any], standing: Mapping[str, str]) -> Option:
    wanted = standing.get(decision.kind) or (waiting.pop(0) if waiting else standing.get("*"))
    for option in decision.options:
        if wanted == FIRST or wanted in {option.id, option.label}:
            return option
    offered = [f"{option.id} ({option.label})" for option in decision.options]
    raise AssertionError(f"{decision.kind}: {decision.prompt} - wanted {wanted!r}, offered {offered}")
