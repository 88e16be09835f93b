"""Searching the catalogue: the query language, the index and the answers. Knows no Django."""

from catalog.search.documents import Document, Face, Value
from catalog.search.fields import FIELDS
from catalog.search.finding import FACETS, SORTS, Found, find
from catalog.search.index import Index
from catalog.search.query import LONGEST, QueryError, parse
from catalog.search.terms import has_term, term, with_term, without_term

__all__ = [
    "FACETS", "FIELDS", "LONGEST", "SORTS", "Document", "Face", "Found", "Index", "QueryError", "Value", "find",
    "has_term", "parse", "term", "with_term", "without_term",
]  # fmt: skip
