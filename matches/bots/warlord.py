"""Warlord: thinks ahead. Information-set Monte Carlo tree search over matches that the seat could be in.

Each trial imagines such a match, goes down the tree as far as it is known, plays on by habit to the end of the next
turn, and weighs what has come of it. Options that look good at first sight are tried first and more often.
"""

from __future__ import annotations

from math import exp, sqrt
from time import monotonic
from typing import Final

from matches.bots.habits import scores
from matches.bots.sight import Sight
from matches.bots.thoughts import MOST_CONSIDERED, Budget, Considered, Thought
from matches.bots.veteran import Veteran
from matches.bots.weighing import NOTHING, Weights, likely, weigh
from matches.engine import Decision, Game, Option, Setup
from matches.engine.kernel.chance import SeededChance

BUDGET: Final = Budget(trials=160, seconds=2.5)
#: How much options that were tried seldom are preferred.
CURIOSITY: Final = 0.7
#: How far apart two scores of habit are that make one option e times as likely as another.
TASTE: Final = 0.25
#: What an option is worth before it has been tried, below what its parent has come to.
CAUTION: Final = 0.03
#: How much chance there is in what habit does, so that trials differ.
NOISE: Final = 0.15
#: Questions that are not worth a search.
BY_HABIT: Final = frozenset({"pay", "pay_unit"})
#: What the parts of a position are called in explanations, and from which change on they are worth telling.
WORDS: Final = {
    "points": "Victory Points",
    "army": "army",
    "crystals": "Crystals",
    "cards": "cards in hand",
    "sources": "Crystal Sources",
    "reach": "closeness to the enemy",
}
WORTH_A_WORD: Final = 0.05
#: A trial that has made so many choices is weighed where it stands.
LONGEST: Final = 250


#: A question by its kind and options: what chance and others brought shows in what is asked next.
Question = tuple[str, ...]


class Edge:
    """An option that trials have taken: what came of it, and which questions followed."""

    __slots__ = ("after", "prior", "total", "visits", "weights")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.after: dict[Question, Node] = {}
        #: The sums of the parts of what trials have weighed.
        self.weights = NOTHING

    @property
    def mean(self) -> float:
        """The chance to win with it, as the trials have it."""
        return self.total / self.visits if self.visits else 0.5


class Node:
    """A question that trials have come to."""

    __slots__ = ("edges", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.edges: dict[str, Edge] = {}


class Warlord:
    """Searches until its budget is used up, and remembers what it found for the next decision."""

    def __init__(self, seed: str, budget: Budget | None = None) -> None:
        self.seed = seed
        self.budget = budget or BUDGET
        self.asked = 0
        self.after: dict[Question, Node] = {}
        self.habit = Veteran(seed)

    def think(self, sight: Sight) -> Thought:
        """The option that most trials went for."""
        decision = sight.decision
        if len(decision.options) == 1:
            return Thought(decision.options[0].id)
        if decision.kind in BY_HABIT or not sight.turn:
            return self.habit.think(sight)
        self.asked += 1
        root = self.after.get(_question(decision)) or Node()
        now = self._search(sight, root)
        if now is None:
            return self.habit.think(sight)
        ranked = sorted(decision.options, key=lambda option: -root.edges[option.id].visits)
        self.after = root.edges[ranked[0].id].after
        tried = [option for option in ranked[:MOST_CONSIDERED] if root.edges[option.id].visits]
        return Thought(ranked[0].id, tuple(_considered(option, root, now) for option in tried))

    def _search(self, sight: Sight, root: Node) -> Weights | None:
        """Make trials; gives what the match weighs now, or None if none could be imagined."""
        stop = monotonic() + self.budget.seconds if self.budget.seconds else None
        now = None
        for trial in range(self.budget.trials):
            luck = f"{self.seed} {self.asked} {trial}"
            game = sight.imagine(luck)
            if game is None:
                continue
            if now is None:
                now = weigh(game.table, sight.seat)
            _try(game, root, sight.seat, SeededChance(luck.encode()))
            if root.visits >= self.budget.trials or _decided(root, self.budget.trials - root.visits):
                break
            if stop is not None and monotonic() > stop:
                break
        return now


def _decided(root: Node, left: int) -> bool:
    """Whether no other option could be tried as often as the first in the trials that are left."""
    most = sorted((edge.visits for edge in root.edges.values()), reverse=True)
    return len(most) == 1 or most[0] - most[1] > left


def _considered(option: Option, root: Node, now: Weights) -> Considered:
    edge = root.edges[option.id]
    changes = [(total / edge.visits - before) for total, before in zip(edge.weights, now, strict=True)]
    telling = sorted(zip(changes, Weights._fields, strict=True), key=lambda change: -abs(change[0]))
    reasons = [f"{WORDS[part]} {change:+.1f}" for change, part in telling[:2] if abs(change) >= WORTH_A_WORD]
    return Considered(
        option.id, option.label, round(edge.mean, 3), (*reasons, f"{edge.visits} of {root.visits} trials")
    )


def _question(decision: Decision) -> Question:
    return (decision.kind, *(option.id for option in decision.options))


def _try(game: Game[Setup], root: Node, seat: int, chance: SeededChance) -> None:
    """One trial: down the tree to the first question that is new, then by habit to the horizon."""
    table = game.table
    horizon = table.state.turn + len(table.seats)
    node = root
    path: list[Node | Edge] = []
    while True:
        assert game.pending is not None  # noqa: S101
        new = not node.visits
        edge, choice = _select(game, game.pending, node, mine=not table.hostile(seat, game.pending.seat))
        path += [node, edge]
        game.choose(choice)
        while game.pending is not None and len(game.pending.options) == 1:
            game.choose(game.pending.options[0].id)
        if game.pending is None or table.state.turn >= horizon or (new and node is not root):
            break
        question = _question(game.pending)
        if question not in edge.after:
            edge.after[question] = Node()
        node = edge.after[question]
    weights = _play_out(game, seat, horizon, chance)
    value = likely(weights.total)
    for passed in path:
        passed.visits += 1
        passed.total += value
    first = path[1]
    assert isinstance(first, Edge)  # noqa: S101
    first.weights = Weights(*(total + part for total, part in zip(first.weights, weights, strict=True)))


def _select(game: Game[Setup], decision: Decision, node: Node, *, mine: bool) -> tuple[Edge, str]:
    """The option that is most worth a trial: what it has brought, what habit says, how seldom it was tried."""
    if not node.edges:
        found = scores(game, decision)
        best = max(found)
        weights = [exp(max(-8.0, (score - best) / TASTE)) for score in found]
        total = sum(weights)
        node.edges = {o.id: Edge(w / total) for o, w in zip(decision.options, weights, strict=True)}
    tried = sqrt(1 + node.visits)
    mean = node.total / node.visits if node.visits else 0.5
    unknown = (mean if mine else 1 - mean) - CAUTION

    def worth(edge: Edge) -> float:
        known = unknown if not edge.visits else edge.mean if mine else 1 - edge.mean
        return known + CURIOSITY * edge.prior * tried / (1 + edge.visits)

    choice = max(node.edges, key=lambda option: worth(node.edges[option]))
    return node.edges[choice], choice


def _play_out(game: Game[Setup], seat: int, horizon: int, chance: SeededChance) -> Weights:
    """Everybody goes on by habit; what the match weighs at the horizon."""
    table = game.table
    for _ in range(LONGEST):
        decision = game.pending
        if decision is None or table.state.turn >= horizon:
            break
        options = decision.options
        if len(options) == 1:
            game.choose(options[0].id)
            continue
        found = scores(game, decision)
        noise = chance.below(1 << 30)
        best, most = 0, -1e9
        for number, score in enumerate(found):
            noise = (noise * 1103515245 + 12345) & 0x3FFFFFFF
            score += NOISE * noise / 0x3FFFFFFF
            if score > most:
                best, most = number, score
        game.choose(options[best].id)
    return weigh(table, seat)
