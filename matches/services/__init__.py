"""Everything that changes a match, one function a deed."""

from matches.services.agreeing import answer, claim, concede, may_replace, propose
from matches.services.keeping import game_of, match_to_see, may_see, read_event
from matches.services.opening import SeatPlan, cancel, open_match, sit_down
from matches.services.playing import choose, pass_this_turn, set_asking
from matches.services.presence import is_present, note_presence
from matches.services.rematching import rematch
from matches.services.replaying import Proof, continue_from, game_at, prove, seen_by_watchers
from matches.services.talking import chat_for, mute, say
from matches.services.undoing import retractable, take_back

__all__ = [
    "Proof",
    "SeatPlan",
    "answer",
    "cancel",
    "chat_for",
    "choose",
    "claim",
    "concede",
    "continue_from",
    "game_at",
    "game_of",
    "is_present",
    "match_to_see",
    "may_replace",
    "may_see",
    "mute",
    "note_presence",
    "open_match",
    "pass_this_turn",
    "propose",
    "prove",
    "read_event",
    "rematch",
    "retractable",
    "say",
    "seen_by_watchers",
    "set_asking",
    "sit_down",
    "take_back",
]
