"""What a benchmark gives back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Figure:
    """One measured number."""

    name: str
    value: float
    unit: str
    more: dict[str, Any] = field(default_factory=dict)

    def line(self) -> str:
        """The figure as a line of JSON."""
        return json.dumps({"name": self.name, "value": round(self.value, 3), "unit": self.unit, **self.more})


Benchmark = Callable[[], Iterator[Figure]]
