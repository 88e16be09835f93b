"""Everything that changes a match, one function a deed."""

from matches.services.keeping import game_of, match_to_see, may_see, read_event
from matches.services.opening import SeatPlan, cancel, open_match, sit_down
from matches.services.playing import choose, pass_this_turn, set_asking
from matches.services.undoing import retractable, take_back

__all__ = [
    "SeatPlan",
    "cancel",
    "choose",
    "game_of",
    "match_to_see",
    "may_see",
    "open_match",
    "pass_this_turn",
    "read_event",
    "retractable",
    "set_asking",
    "sit_down",
    "take_back",
]
