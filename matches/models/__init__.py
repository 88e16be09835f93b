"""The tables of matches: played here, logged from a real table, and what is counted from both."""

from matches.models.logged import LoggedMatch, LoggedSeat
from matches.models.match import (
    LONGEST_LINE,
    ChatLine,
    Match,
    MatchQuerySet,
    Seat,
    Snapshot,
    Step,
    new_seed,
    visitor_holds,
)
from matches.models.outcomes import Outcome, RatedMatch, Rating, RatingChange, RatingGroup, Standing

__all__ = [
    "LONGEST_LINE",
    "ChatLine",
    "LoggedMatch",
    "LoggedSeat",
    "Match",
    "MatchQuerySet",
    "Outcome",
    "RatedMatch",
    "Rating",
    "RatingChange",
    "RatingGroup",
    "Seat",
    "Snapshot",
    "Standing",
    "Step",
    "new_seed",
    "visitor_holds",
]
