"""Made-up cards with the costs, windows and symbols a test needs, and behaviour that only leaves a note."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from catalog.packs import schema
from matches.engine.dawnfall import halves
from matches.engine.dawnfall.play import Play
from matches.engine.kernel.decisions import Rule


def a_half(name: str = "Deed", **values: Any) -> dict[str, Any]:
    """A half that costs nothing and may be played in a free moment, unless told otherwise."""
    return {"name": name, "cost": 0, "currency": "crystal", "window": "W-OWN", "rules": "A deed.", **values}


def a_card(slug: str, squad: str = "any", **values: Any) -> schema.Card:
    """An Action card, or an Enhancement if `attach` is given (True: 1 Crystal, 1 charge)."""
    attach = values.pop("attach", None)
    record = {"slug": slug, "name": slug.capitalize(), "copies": 5, "squad": squad, "kind": "action"}
    if attach:
        record |= {"kind": "enhancement", "attach": {"cost": 1, "charges": 1, **({} if attach is True else attach)}}
    both = {"upper": a_half(f"Upper {slug}"), "lower": a_half(f"Lower {slug}")}
    return schema.Card.model_validate({**record, **both, **values})


class Notes:
    """What made-up halves do: they note their name, and whatever else the test hands them."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def teach(
        self, faction: str, card: str, place: str, deed: Callable[[Play], Any] | None = None, **terms: Any
    ) -> None:
        """Give a half of a made-up faction its behaviour."""

        def run(play: Play) -> Rule[None]:
            self.made.append(f"{play.seat}:{card}:{place}")
            done = deed(play) if deed else None
            if hasattr(done, "send"):
                yield from done

        halves.HALVES[faction, card, place] = halves.Behaviour(run, **terms)


@pytest.fixture
def notes() -> Iterator[Notes]:
    """Behaviour for made-up halves; the register is as before afterwards."""
    registers = (halves.HALVES, halves.PASSIVES, halves.ONGOING, halves.BANNERS, halves.SHRINES)
    before = [dict(register) for register in registers]
    yield Notes()
    for register, old in zip(registers, before, strict=True):
        register.clear()
        register.update(old)  # type: ignore[arg-type]
