"""Windows: the moments at which players may use halves, Banner options and tokens. docs/rules/windows.md"""

from __future__ import annotations

from collections.abc import Sequence

from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule


def open_window(table: Table, moment: Moment, seats: Sequence[int] | None = None) -> Rule[None]:
    """Offer the window to the seats it belongs to (all, from the Active player on, if none are named). R-ORDER"""
    yield from ()
