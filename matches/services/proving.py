"""Matches that are over as files, and the proof that they were played by the rules with the luck of their seed.

    data = write_replay(match)       # setup, seed, choices, result: all that is needed
    verify(data).holds               # plays it once more; needs no database

Who has the file and the hash that was shown at the start needs to trust nobody.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

from django.core.cache import cache

from matches.engine import RULES_VERSION, Game, IllegalChoice, Setup, load_game, new_game
from matches.models import Match
from matches.refusals import NotOver, OtherRules
from matches.services.keeping import write_event, write_result
from matches.services.replaying import start_of
from matches.setting_up.setups import setup_of

FORM = "edge-table-replay-1"
KEPT_FOR = 24 * 3600
#: Ends of a match that players settle among themselves, and not the rules.
SETTLED = frozenset({"conceded", "draw", "time"})


@dataclass(frozen=True)
class Proof:
    """What playing a match once more has shown."""

    seed: str
    seed_hash: str
    #: How many steps went as they are written down, of how many.
    steps: int
    of: int
    same_hash: bool
    same_events: bool
    same_result: bool
    #: Whether it began by its setup, and not at a moment of another match.
    from_setup: bool = True

    @property
    def holds(self) -> bool:
        """Whether the match was played by the rules with the luck of its seed."""
        return self.same_hash and self.same_events and self.same_result


def write_replay(match: Match) -> dict[str, Any]:
    """A match that is over as JSON. Only who gives away all of the luck can be checked: it holds the seed."""
    if not match.is_over:
        raise NotOver
    steps = list(match.all_steps.order_by("number"))
    return {
        "form": FORM,
        "key": match.key,
        "system": match.system,
        "rules": match.rules,
        "seats": [{"name": seat.name, "faction": seat.faction, "bot": seat.bot} for seat in match.seats.all()],
        "started": None if match.started is None else match.started.isoformat(),
        "over": None if match.over is None else match.over.isoformat(),
        "seed": match.seed,
        "seed_hash": match.seed_hash,
        "setup": match.setup,
        "continues": None if match.continues is None else {"key": match.continues.key, "step": match.continues_at},
        "start": start_of(match),
        "choices": [step.choice for step in steps],
        "digests": [digest(step.events) for step in steps],
        "result": match.result,
    }


def prove(match: Match) -> Proof:
    """Play a match that is over once more from its first moment, and compare every event."""
    return verify(write_replay(match))


def proof_of(match: Match) -> Proof:
    """The same, worked out once: what is over does not change."""
    if not match.is_over:
        raise NotOver
    return cast(Proof, cache.get_or_set(f"proof:{match.key}:{match.version}", lambda: prove(match), KEPT_FOR))


def verify(data: Mapping[str, Any]) -> Proof:
    """Play the match of a file once more, and compare what every choice led to, and the result."""
    game = _begun(data)
    choices, digests = data["choices"], data["digests"]
    good = 0
    for choice, known in zip(choices, digests, strict=True):
        try:
            events = game.choose(choice)
        except IllegalChoice:
            break
        if digest([write_event(event) for event in events]) != known:
            break
        good += 1
    return Proof(
        seed=data["seed"],
        seed_hash=data["seed_hash"],
        steps=good,
        of=len(choices),
        same_hash=sha256(data["seed"].encode()).hexdigest() == data["seed_hash"],
        same_events=good == len(choices),
        same_result=good == len(choices) and _same_result(game, data["result"]),
        from_setup=data["start"] is None,
    )


def digest(events: Any) -> str:
    """A short name for what a choice led to, hidden things included."""
    plain = json.loads(json.dumps(events))
    return sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]


def _begun(data: Mapping[str, Any]) -> Game[Setup]:
    _check_rules(data["rules"])
    setup = setup_of(data["setup"])
    return new_game(setup, data["seed"]) if data["start"] is None else load_game(setup, data["seed"], data["start"])


def _check_rules(rules: str) -> None:
    if rules != RULES_VERSION:
        raise OtherRules(rules, RULES_VERSION)


def _same_result(game: Game[Setup], result: Mapping[str, Any]) -> bool:
    """Who gave up, agreed to a draw or ran out of time ended the match outside of the rules."""
    if game.result is None:
        return result["reason"] in SETTLED
    return bool(write_result(game.result) == result)
