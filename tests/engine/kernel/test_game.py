"""The game that asks and takes answers, shown with a toy: two seats take turns to guess a die."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import pytest

from matches.engine.kernel.chance import SeededChance
from matches.engine.kernel.decisions import Decision, Option, Rule, ask
from matches.engine.kernel.events import Event
from matches.engine.kernel.game import Game
from matches.engine.kernel.refusals import IllegalChoice, MatchOver, NotAsked, NotOffered, Refusal


@dataclass
class Score:
    counter: int = 0
    turn: int = 0
    right: int = 0

    def copy(self) -> Score:
        return Score(**asdict(self))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class ToyTable:
    def __init__(self, state: Score, chance: SeededChance) -> None:
        self.state, self.chance = state, chance
        self.log: list[Event] = []
        self.at_checkpoint: Any = None


class Toy:
    version = "toy-1"

    def begin(self, setup: int) -> Score:
        return Score()

    def read_state(self, data: dict[str, Any]) -> Score:
        return Score(**data)

    def lay(self, setup: int, state: Score, chance: SeededChance) -> ToyTable:
        return ToyTable(state, chance)

    def run(self, table: ToyTable) -> Rule[None]:
        while table.state.turn < 3:
            table.state.counter = table.chance.counter
            table.at_checkpoint()
            seat = table.state.turn % 2
            high = yield from ask(seat, "guess", "High or low?", [Option("high", "High"), Option("low", "Low")])
            sure = yield from ask(seat, "sure", "Sure?", [Option("yes", "Yes"), Option("no", "No")])
            face = table.chance.below(6)
            table.log.append(Event("rolled", {"face": face, "sure": sure.id}, (seat,), {"face": face}))
            table.state.right += (face >= 3) == (high.id == "high")
            table.state.turn += 1

    def view(self, table: ToyTable, seat: int | None) -> dict[str, Any]:
        return {"turn": table.state.turn}

    def result(self, table: ToyTable) -> int | None:
        return table.state.right if table.state.turn == 3 else None

    def why_not(self, table: ToyTable, pending: Decision | None, seat: int | None, option_id: str) -> Refusal:
        if pending is None:
            return MatchOver("T-1")
        if pending.seat != seat:
            return NotAsked("T-2", name=f"seat {pending.seat}")
        return NotOffered("T-3", option=option_id, prompt=pending.prompt)

    def explain(self, table: ToyTable, pending: Decision | None, seat: int) -> dict[str, Refusal]:
        return {"pass": self.why_not(table, pending, seat, "pass")}


CHOICES = ["high", "yes", "low", "no", "high", "yes"]


def test_a_game_asks_until_it_is_over():
    game = Game(Toy(), 0, "seed")
    for choice in CHOICES:
        assert game.result is None
        game.choose(choice)
    assert game.pending is None
    assert game.result is not None


def test_the_same_choices_give_the_same_game():
    one, other = (Game.replay(Toy(), 0, "seed", CHOICES) for _ in range(2))
    assert one.table.state == other.table.state
    assert one.log == other.log


def test_what_is_not_offered_is_refused_in_a_sentence_and_changes_nothing():
    game = Game(Toy(), 0, "seed")
    with pytest.raises(IllegalChoice, match=r"“yes” is not among the choices now: High or low\?") as refused:
        game.choose("yes")
    assert (refused.value.code, refused.value.rule) == ("not_offered", "T-3")
    assert refused.value.refusal == game.why_not(0, "yes")
    assert game.choices == []
    over = Game.replay(Toy(), 0, "seed", CHOICES)
    with pytest.raises(IllegalChoice, match="The match is over") as refused:
        over.choose("high")
    assert refused.value.code == "match_over"


def test_only_the_seat_that_is_asked_may_choose():
    game = Game(Toy(), 0, "seed")
    with pytest.raises(IllegalChoice, match="It is not your choice now; seat 0 is asked") as refused:
        game.choose("high", seat=1)
    assert (refused.value.code, refused.value.rule) == ("not_asked", "T-2")
    assert game.why_not(0, "high") is None
    assert game.why_not(1, "high").code == "not_asked"
    game.choose("high", seat=0)
    assert game.choices == ["high"]


@pytest.mark.parametrize("count", range(len(CHOICES) + 1))
def test_a_game_saved_at_any_decision_goes_on_as_if_nothing_had_happened(count: int):
    whole = Game.replay(Toy(), 0, "seed", CHOICES)
    part = Game.replay(Toy(), 0, "seed", CHOICES[:count])
    for twin in (Game.from_json(Toy(), 0, "seed", part.to_json()), part.clone()):
        assert twin.pending == part.pending
        for choice in CHOICES[count:]:
            twin.choose(choice)
        assert twin.table.state == whole.table.state


def test_a_clone_is_independent():
    game = Game.replay(Toy(), 0, "seed", CHOICES[:1])
    twin = game.clone()
    twin.choose("yes")
    assert game.table.state.turn == 0
    assert twin.table.state.turn == 1


def test_a_saved_game_holds_only_the_choices_since_the_last_checkpoint():
    saved = Game.replay(Toy(), 0, "seed", CHOICES[:5]).to_json()
    assert saved["since"] == ["high"]
    assert "seed" not in str(saved)


def test_a_game_of_other_rules_is_refused():
    saved = Game(Toy(), 0, "seed").to_json() | {"rules": "toy-0"}
    with pytest.raises(ValueError, match="saved under rules toy-0; these are rules toy-1"):
        Game.from_json(Toy(), 0, "seed", saved)


def test_an_event_shows_a_seat_what_it_may_know():
    event = Event("drawn", {"card": "leap"}, audience=(0,), public={"count": 1})
    assert event.seen_by(0) == Event("drawn", {"card": "leap"})
    assert event.seen_by(1) == event.seen_by(None) == Event("drawn", {"count": 1})
    assert Event("secret", {}, audience=(0,)).seen_by(1) is None


def test_a_question_with_one_answer_is_not_asked():
    with pytest.raises(StopIteration) as done:
        next(ask(0, "only", "Only one?", [Option("so", "So be it")]))
    assert done.value.value.id == "so"


def test_a_label_is_made_of_wording_and_data():
    assert Option("pay", "Pay %(cost)s Crystals", {"cost": 2}).label == "Pay 2 Crystals"
