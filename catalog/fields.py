"""Database fields of the catalogue."""

from typing import Any

from django.db import models

Printed = int | str | None


class PrintedNumberField(models.SmallIntegerField):
    """A number as a card prints it: a whole number, "X", or None for a dash. Sorts "X" below 0."""

    X = -1

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("null", True)
        kwargs.setdefault("blank", True)
        super().__init__(*args, **kwargs)

    def from_db_value(self, value: int | None, *_: Any) -> Printed:
        return "X" if value == self.X else value

    def to_python(self, value: Any) -> Printed:
        return "X" if value in {"X", "x", self.X} else super().to_python(value)

    def get_prep_value(self, value: Any) -> int | None:
        return self.X if value == "X" else super().get_prep_value(value)

    def formfield(self, **kwargs: Any) -> Any:
        return models.CharField(max_length=3, blank=True).formfield(
            **{"label": self.verbose_name, "required": False, **kwargs}
        )
