"""Ratings: which matches count, what they say, and that computing them anew changes nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from decks.signals import guest_handed_over
from decks.visitors import Visitor
from matches.models import Match, Outcome, RatedMatch, Rating, RatingChange, Seat, Standing
from matches.ratings import rate, rate_all
from matches.services import SeatPlan, answer, concede, open_match, propose, sit_down
from tests.factories import UserFactory
from tests.matches.tables import QUICK, a_visitor, against_a_bot, hot_seat, starter

pytestmark = pytest.mark.usefixtures("dawnfall")
FOUR = ("chapter", "demon", "dvergar", "reborn")


def duel(one: Visitor, two: Visitor, **values: object) -> Match:
    seats = [SeatPlan("person", starter("chapter")), SeatPlan("open")]
    match = open_match(one, "duel", seats, QUICK, **values)
    return sit_down(two, match.key, 1, starter("demon"))


def over(mode: str, users: list[User | None], winners: list[int], **values: object) -> Match:
    """A match that has ended like that, without having been played."""
    match = Match.objects.create(
        mode=mode, status=Match.Status.OVER, over=timezone.now(), turn=12,
        result={"winners": winners, "reason": "captured", "victory_points": [3] * len(users)}, **values,
    )  # fmt: skip
    for number, user in enumerate(users):
        kind = Seat.Kind.PERSON if user else Seat.Kind.BOT
        Seat.objects.create(match=match, number=number, kind=kind, user=user, name=str(user), faction=FOUR[number])
    return match


def figures() -> list[tuple[object, ...]]:
    ratings = Rating.objects.order_by("player", "group")
    changes = RatingChange.objects.order_by("rated", "rating__player")
    return [
        *ratings.values_list("player", "user", "group", "mu", "sigma", "matches", "changed"),
        *changes.values_list("rated", "rating__player", "mu", "sigma"),
    ]


def test_the_winner_of_a_duel_rises_and_the_loser_falls_when_it_ends():
    one, two = a_visitor(), a_visitor()
    match = duel(one, two)
    assert not Rating.objects.exists()
    concede(one, match.key)
    loser, winner = Rating.objects.get(user=one.user), Rating.objects.get(user=two.user)
    assert loser.points < 1500 < winner.points
    assert loser.deviation < 333
    assert winner.provisional
    assert winner.matches == 1
    assert Outcome.objects.get(match=match).ranked


def test_a_draw_between_equals_moves_nobody_but_makes_surer():
    one, two = a_visitor(), a_visitor()
    match = duel(one, two)
    match = propose(one, match.key, "draw")
    answer(two, match.key, match.offer["id"], agrees=True)
    rating = Rating.objects.get(user=one.user)
    assert rating.points == 1500
    assert rating.deviation < 333


def test_bots_hot_seats_casual_matches_and_guests_rate_nobody():
    visitor = a_visitor()
    concede(visitor, against_a_bot(visitor).key)
    concede(visitor, hot_seat(visitor).key)
    concede(visitor, duel(visitor, a_visitor(), casual=True).key)
    concede(visitor, duel(visitor, Visitor(guest="a-guest")).key)
    assert Match.objects.filter(status=Match.Status.OVER).count() == 4
    assert not Rating.objects.exists()
    assert not RatedMatch.objects.exists()


def test_a_match_that_continues_another_rates_nobody():
    users = [UserFactory(), UserFactory()]
    first = over("duel", users, [0])
    assert rate(over("duel", users, [0], continues=first)) is None


def test_a_match_is_rated_once():
    match = over("duel", [UserFactory(), UserFactory()], [0])
    first = rate(match)
    before = figures()
    assert rate(match) == first
    assert figures() == before


def test_free_for_all_and_teams_have_a_rating_of_their_own():
    users = [UserFactory() for _ in FOUR]
    rated = rate(over("ffa4", users, [2]))
    assert rated.places == [2, 2, 1, 2]
    assert rate(over("team", users, [1, 3])).sides == [[users[0].pk, users[2].pk], [users[1].pk, users[3].pk]]
    assert set(Rating.objects.values_list("group", flat=True)) == {"multiplayer"}
    assert Rating.objects.get(user=users[2]).matches == 2


def test_whoever_leaves_the_seat_to_a_bot_has_lost_even_if_the_bot_wins():
    users = [UserFactory() for _ in range(3)]
    match = over("ffa3", users, [1])
    match.seats.filter(number=1).update(kind=Seat.Kind.BOT, bot="recruit")
    assert rate(match).places == [1, 3, 1]
    match.delete()
    left = over("ffa3", users, [0])
    left.seats.filter(number=2).update(kind=Seat.Kind.BOT, conceded=True)
    assert rate(left).places == [1, 2, 3]


def a_season() -> list[User]:
    users = [UserFactory() for _ in range(5)]
    for number in range(30):
        pair = [users[number % 5], users[(number * 3 + 1) % 5]]
        if pair[0] != pair[1]:
            rate(over("duel", pair, [[0], [1], []][number % 3]))
    rate(over("ffa4", users[:4], [0, 3]))
    rate(over("team", users[1:], [0, 2]))
    return users


def test_computing_everything_anew_gives_the_same_figures():
    a_season()
    before = figures()
    assert len(before) > 50
    rate_all()
    assert figures() == before
    call_command("rate_matches")
    assert figures() == before


def test_a_deleted_account_changes_nobody_elses_rating():
    users = a_season()
    gone = users[0].pk
    users[0].delete()
    before = figures()
    assert Rating.objects.get(player=gone, group="duel").user is None
    rate_all()
    assert figures() == before


def test_matches_from_before_there_were_ratings_are_rated_in_the_order_in_which_they_ended():
    users = [UserFactory(), UserFactory()]
    late = over("duel", users, [0])
    early = over("duel", users, [1])
    Match.objects.filter(pk=early.pk).update(over=late.over - timedelta(days=1))
    assert rate_all() == 2
    assert [rated.match for rated in RatedMatch.objects.all()] == [early, late]


def test_a_guest_who_signs_up_gets_the_history_but_chooses_no_rating_by_it():
    user, guest = a_visitor(), Visitor(guest="a-guest")
    match = duel(user, guest)
    concede(user, match.key)
    newcomer = UserFactory()
    guest_handed_over.send(sender=None, guest="a-guest", user=newcomer)
    assert Standing.objects.get(user=newcomer).result == "won"
    call_command("rate_matches")
    assert not Rating.objects.exists()


def test_many_matches_make_a_rating_sure():
    users = [UserFactory() for _ in range(2)]
    for number in range(30):
        rate(over("duel", users, [number % 2]))
    assert not Rating.objects.get(user=users[0]).provisional
