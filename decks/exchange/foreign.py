"""What two community tools call the entries of the catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import yaml
from pydantic import BaseModel

from decks.exchange.names import key

_FILE: Final = Path(__file__).parent / "data" / "toolbox.yaml"

Place = tuple[str, str]


class _Toolbox(BaseModel):
    squads: dict[int, str]
    cards: dict[int, str]


class _BattleScribe(BaseModel):
    squads: dict[str, str]
    cards: dict[str, str]
    banners: dict[str, str]
    shrines: dict[str, str]


class _Tools(BaseModel):
    toolbox: _Toolbox
    battlescribe: _BattleScribe


@cache
def toolbox_ids() -> dict[str, dict[int, Place]]:
    """Faction and slug of each id in a link of the toolbox, for squads and cards apart."""
    table = _tools().toolbox
    return {
        kind: {number: _place(path) for number, path in ids.items()}
        for kind, ids in (("squad", table.squads), ("card", table.cards))
    }


@cache
def battlescribe_names() -> dict[str, dict[str, Place]]:
    """Faction and slug of each entry of a roster by its name as it is compared, for each kind apart."""
    table = _tools().battlescribe
    kinds = {"squad": table.squads, "card": table.cards, "banner": table.banners, "shrine": table.shrines}
    return {kind: {key(name): _place(path) for name, path in names.items()} for kind, names in kinds.items()}


@cache
def _tools() -> _Tools:
    return _Tools.model_validate(yaml.safe_load(_FILE.read_text(encoding="utf-8")))


def _place(path: str) -> Place:
    faction, _, slug = path.partition("/")
    return faction, slug
