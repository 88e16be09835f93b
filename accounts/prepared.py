"""Questions that every click puts to the database: their SQL is worked out once, not each time.

Django takes several times longer to write such a query than the database to answer it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)


class Prepared(Generic[M]):
    """A query of which only the values differ; columns that it defers can be read later, as ever."""

    def __init__(self, query: Callable[..., models.QuerySet[M]]) -> None:
        self.query = query
        self._sql: dict[str, tuple[type[M], str]] = {}

    def __call__(self, *values: Any) -> list[M]:
        """The rows for these values."""
        model, sql = self._sql.get(connection.vendor) or self._written(values)
        return list(model._default_manager.raw(sql, values))

    def _written(self, values: tuple[Any, ...]) -> tuple[type[M], str]:
        query = self.query(*values)
        sql, places = query.query.sql_with_params()
        if places != values:
            # A value that Django turns into another, uses twice or writes into the SQL would be wrong the next time.
            raise ValueError(f"The values {values} do not stand as they are in the query: {places}.")
        self._sql[connection.vendor] = query.model, sql
        return query.model, sql
