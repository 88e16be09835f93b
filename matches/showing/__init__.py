"""The table page as data: what a visitor sees of a match, worked out before any template runs."""

from matches.showing.page import TablePage, table_page

__all__ = ["TablePage", "table_page"]
