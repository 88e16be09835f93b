"""Everything that changes a match, one function a deed."""

from matches.services.agreeing import answer, claim, concede, may_replace, propose
from matches.services.arranging import arrange, seat_to_arrange
from matches.services.bringing import format_of, options_of, to_arrange, why_not
from matches.services.hinting import ADVISER, may_take_hints, take_hint
from matches.services.keeping import done_with, game_of, match_to_see, may_see, read_event
from matches.services.looking import check_eyes, last_moment, own_eyes, own_seats, sees_late, view_for
from matches.services.opening import SeatPlan, cancel, open_match, seat_bot, sit_down, stand_up
from matches.services.playing import choose, pass_this_turn, set_asking
from matches.services.presence import is_present, note_presence
from matches.services.proving import Proof, prove, verify, write_replay
from matches.services.rematching import rematch
from matches.services.replaying import continue_from, game_at, opening_events, seen_by_watchers
from matches.services.talking import chat_for, mute, say
from matches.services.undoing import retractable, take_back

__all__ = [
    "ADVISER",
    "Proof",
    "SeatPlan",
    "answer",
    "arrange",
    "cancel",
    "chat_for",
    "check_eyes",
    "choose",
    "claim",
    "concede",
    "continue_from",
    "done_with",
    "format_of",
    "game_at",
    "game_of",
    "is_present",
    "last_moment",
    "match_to_see",
    "may_replace",
    "may_see",
    "may_take_hints",
    "mute",
    "note_presence",
    "open_match",
    "opening_events",
    "options_of",
    "own_eyes",
    "own_seats",
    "pass_this_turn",
    "propose",
    "prove",
    "read_event",
    "rematch",
    "retractable",
    "say",
    "seat_bot",
    "seat_to_arrange",
    "seen_by_watchers",
    "sees_late",
    "set_asking",
    "sit_down",
    "stand_up",
    "take_back",
    "take_hint",
    "to_arrange",
    "verify",
    "view_for",
    "why_not",
    "write_replay",
]
