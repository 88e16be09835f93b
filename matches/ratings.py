"""Ratings of players, from matches between people.

openskill's Plackett-Luce model: it rates duels, free for all with ties and teams alike, while Glicko-2 is made for two
players. A match is rated in the transaction in which it ends. What it says is kept as a `RatedMatch`, so that
`rate_all` can compute everything anew and gets the same figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from openskill.models import PlackettLuce

from accounts.models import User
from matches.engine.dawnfall.setup import MODES
from matches.models import Match, RatedMatch, Rating, RatingChange, RatingGroup, Seat
from matches.stats.recording import side_of, sides_of

MODEL = PlackettLuce()
Figures = tuple[float, float]


def group_of(mode: str) -> str:
    """Which rating a match of the mode counts for."""
    return RatingGroup.DUEL if mode == "duel" else RatingGroup.MULTIPLAYER


def counts(match: Match, seats: Sequence[Seat]) -> bool:
    """Only whole matches between different people with accounts and legal decks. A seat left to a bot stays theirs."""
    if not match.is_over or match.casual or match.continues_id is not None or match.mode not in MODES:
        return False
    users = {seat.user_id for seat in seats}
    return None not in users and len(users) == len(seats) == MODES[match.mode][0]


def places_of(match: Match, seats: Sequence[Seat]) -> list[int]:
    """The place of each side: winners, then the others, then those who gave up or left the seat to a bot."""
    winners = set(match.result["winners"])
    if len(winners) in {0, len(seats)}:
        winners = {seat.number for seat in seats}
    scores = []
    for side in range(sides_of(match.mode)):
        allies = [seat for seat in seats if side_of(match.mode, seat.number) == side]
        if all(seat.is_bot or seat.conceded for seat in allies):
            scores.append(0)
        else:
            scores.append(2 if any(seat.number in winners for seat in allies) else 1)
    return [1 + sum(other > score for other in scores) for score in scores]


@transaction.atomic
def rate(match: Match) -> RatedMatch | None:
    """Rate the match if it counts and was not rated before."""
    known = RatedMatch.objects.filter(match=match).first()
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    if known is not None or not counts(match, seats):
        return known
    group = group_of(match.mode)
    # Locked before the match gets its number: matches of one player are numbered in the order in which they count.
    ratings = _locked_ratings([seat.user_id for seat in seats if seat.user_id], group)
    sides = [
        [seat.user_id for seat in seats if side_of(match.mode, seat.number) == side]
        for side in range(sides_of(match.mode))
    ]
    rated = RatedMatch.objects.create(
        match=match, group=group, sides=sides, places=places_of(match, seats), at=match.over or timezone.now()
    )
    after = rated_figures(rated, {player: (rating.mu, rating.sigma) for player, rating in ratings.items()})
    for player, (mu, sigma) in after.items():
        rating = ratings[player]
        rating.mu, rating.sigma, rating.matches, rating.changed = mu, sigma, rating.matches + 1, rated.at
        rating.save()
        RatingChange.objects.create(rated=rated, rating=rating, mu=mu, sigma=sigma)
    return rated


@transaction.atomic
def rate_all() -> int:
    """Compute all ratings from scratch; answers how many matches count."""
    _rate_missing()
    Rating.objects.all().delete()
    figures: dict[tuple[int, str], Figures] = {}
    ratings: dict[tuple[int, str], Rating] = {}
    changes: list[tuple[RatedMatch, tuple[int, str], Figures]] = []
    users = set(User.objects.values_list("pk", flat=True))
    for rated in RatedMatch.objects.order_by("pk").iterator(chunk_size=500):
        before = {player: figures.get((player, rated.group), _beginning()) for player in _players(rated)}
        for player, (mu, sigma) in rated_figures(rated, before).items():
            key = (player, rated.group)
            figures[key] = (mu, sigma)
            changes.append((rated, key, (mu, sigma)))
            rating = ratings.setdefault(key, Rating(player=player, group=rated.group, matches=0))
            rating.user_id = player if player in users else None
            rating.mu, rating.sigma, rating.matches, rating.changed = mu, sigma, rating.matches + 1, rated.at
    Rating.objects.bulk_create(ratings.values(), batch_size=500)
    RatingChange.objects.bulk_create(
        [RatingChange(rated=rated, rating=ratings[key], mu=mu, sigma=sigma) for rated, key, (mu, sigma) in changes],
        batch_size=500,
    )
    return RatedMatch.objects.count()


def rated_figures(rated: RatedMatch, before: Mapping[int, Figures]) -> dict[int, Figures]:
    """What the players' figures are after a match, from what they were before it."""
    teams = [[MODEL.create_rating(list(before[player])) for player in side] for side in rated.sides]
    after = MODEL.rate(teams, ranks=[float(place) for place in rated.places])
    return {
        player: (figure.mu, figure.sigma)
        for side, team in zip(rated.sides, after, strict=True)
        for player, figure in zip(side, team, strict=True)
    }


def _rate_missing() -> None:
    """Matches that ended before there were ratings, in the order in which they ended.

    What was counted without being rated stays so: a guest who signs up later must not change anybody's rating.
    """
    for match in Match.objects.filter(status=Match.Status.OVER, rated=None, outcome=None).order_by("over", "pk"):
        rate(match)


def _beginning() -> Figures:
    return MODEL.mu, MODEL.sigma


def _players(rated: RatedMatch) -> list[int]:
    return [player for side in rated.sides for player in side]


def _locked_ratings(users: list[int], group: str) -> dict[int, Rating]:
    # In one order for all, so that two matches that end at once cannot wait for each other.
    for user in sorted(users):
        mu, sigma = _beginning()
        Rating.objects.get_or_create(player=user, group=group, defaults={"user_id": user, "mu": mu, "sigma": sigma})
    locked = Rating.objects.select_for_update().filter(player__in=users, group=group).order_by("player")
    return {rating.player: rating for rating in locked}
