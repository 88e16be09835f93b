"""Drawings of the table as SVG text: pure functions from a seat's view. Colours come from static/css/table.css."""

from matches.drawing.board import draw_board
from matches.drawing.picks import Pick
from matches.drawing.track import draw_track

__all__ = ["Pick", "draw_board", "draw_track"]
