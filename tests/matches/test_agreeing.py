"""What players settle among themselves: draws, steps taken back, bots for the absent, giving up, rematches."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from decks.visitors import Visitor
from matches.models import Match, Seat
from matches.refusals import NoSuchMatch, NoSuchOffer, NotAtTheTable, NotOver, OfferPending, OtherOffer, StillThere
from matches.services import (
    SeatPlan,
    answer,
    choose,
    claim,
    concede,
    game_of,
    match_to_see,
    open_match,
    propose,
    prove,
    rematch,
    sit_down,
)
from tests.matches.tables import QUICK, a_visitor, against_a_bot, hot_seat, play_on, starter

pytestmark = pytest.mark.usefixtures("dawnfall")
FOUR = ("chapter", "demon", "dvergar", "reborn")


def two_people() -> tuple[Visitor, Visitor, Match]:
    one, two = a_visitor(), a_visitor()
    match = open_match(one, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    return one, two, sit_down(two, match.key, 1, starter("demon"))


def four_people(mode: str = "ffa4", **values: Any) -> tuple[list[Visitor], Match]:
    people = [a_visitor() for _ in FOUR]
    seats = [SeatPlan("person", starter(FOUR[0], "multiplayer")), *[SeatPlan("open")] * 3]
    match = open_match(people[0], mode, seats, QUICK, **values)
    for number in (1, 2, 3):
        match = sit_down(people[number], match.key, number, starter(FOUR[number], "multiplayer"))
    return people, match


def replaced(match: Match, other: Visitor) -> Match:
    """The other player has a bot take the seat that is waited for."""
    Match.objects.filter(pk=match.pk).update(changed=timezone.now() - timedelta(minutes=5))
    return propose(other, match.key, "replace")


def play_alternately(one: Visitor, two: Visitor, match: Match, steps: int) -> Match:
    for _ in range(steps):
        match = play_on((one, two)[match.waiting_for or 0], match, 1)
    return match


def test_a_draw_needs_both():
    one, two, match = two_people()
    match = propose(one, match.key, "draw")
    with pytest.raises(OfferPending):
        propose(two, match.key, "take_back")
    match = answer(two, match.key, match.offer["id"], agrees=True)
    assert match.is_over
    assert match.result["reason"] == "draw"
    assert match.result["winners"] == [0, 1]


def test_a_declined_draw_is_gone_and_so_is_one_the_game_went_past():
    one, two, match = two_people()
    match = propose(one, match.key, "draw")
    match = answer(two, match.key, match.offer["id"], agrees=False)
    assert match.offer is None
    match = propose(one, match.key, "draw")
    gone = match.offer["id"]
    match = play_alternately(one, two, match, 1)
    with pytest.raises(NoSuchOffer):
        answer(two, match.key, gone, agrees=True)


@pytest.mark.parametrize("kind", ["draw", "take_back"])
def test_a_stale_page_cannot_agree_to_another_proposal_than_it_shows(kind: str):
    one, two, match = two_people()
    match = play_alternately(one, two, match, 40)
    seen = propose(one, match.key, "draw").offer["id"]
    answer(one, match.key, seen, agrees=False)
    other = propose(one, match.key, kind).offer["id"]
    with pytest.raises(OtherOffer) as refused:
        answer(two, match.key, seen, agrees=True)
    assert "Another proposal" in refused.value.sentence()
    with pytest.raises(OtherOffer):
        answer(two, match.key, seen, agrees=False)
    match.refresh_from_db()
    assert (match.is_running, match.offer["id"], match.offer["agreed"]) == (True, other, [0])


def test_nobody_from_outside_proposes_or_agrees():
    one, _, match = two_people()
    with pytest.raises(NotAtTheTable):
        propose(a_visitor(), match.key, "draw")
    match = propose(one, match.key, "draw")
    with pytest.raises(NotAtTheTable):
        answer(a_visitor(), match.key, match.offer["id"], agrees=True)


def test_a_step_is_taken_back_by_consent_even_after_dice():
    one, two, match = two_people()
    match = play_alternately(one, two, match, 40)
    last = match.all_steps.filter(seat=0, auto=False).last()
    match = propose(one, match.key, "take_back")
    match = answer(two, match.key, match.offer["id"], agrees=True)
    assert match.steps == last.number
    assert match.waiting_for == 0
    assert game_of(match).pending.seat == 0


def test_bots_take_back_whatever_they_are_asked_to():
    visitor = a_visitor()
    match = play_on(visitor, against_a_bot(visitor), 10)
    last = match.all_steps.filter(seat=0, auto=False).last()
    assert propose(visitor, match.key, "take_back").steps == last.number


def test_who_has_long_been_away_is_replaced_by_a_bot_if_the_others_agree():
    one, two, match = two_people()
    late, other = (one, two) if match.waiting_for == 0 else (two, one)
    number = match.waiting_for
    with pytest.raises(StillThere):
        propose(other, match.key, "replace")
    Match.objects.filter(pk=match.pk).update(changed=timezone.now() - timedelta(minutes=5))
    match = propose(other, match.key, "replace")
    match.refresh_from_db()
    assert match.seats.get(number=number).is_bot
    assert match.waiting_for != number or match.is_over
    with pytest.raises(NotAtTheTable):
        choose(late, match.key, match.version, "end")


def test_a_player_who_is_there_is_not_replaced():
    one, two, match = two_people()
    other = two if match.waiting_for == 0 else one
    Match.objects.filter(pk=match.pk).update(changed=timezone.now() - timedelta(minutes=5))
    match.seats.update(seen=timezone.now())
    with pytest.raises(StillThere, match="still at the table"):
        propose(other, match.key, "replace")


def test_with_a_clock_only_the_clock_counts_and_the_win_may_be_claimed():
    one, two, match = two_people()
    Match.objects.filter(pk=match.pk).update(hours=24, due=timezone.now() + timedelta(hours=1))
    other = two if match.waiting_for == 0 else one
    with pytest.raises(StillThere):
        claim(other, match.key)
    Match.objects.filter(pk=match.pk).update(due=timezone.now() - timedelta(hours=1))
    with pytest.raises(StillThere):
        claim(one if other is two else two, match.key)
    match = claim(other, match.key)
    assert match.result["reason"] == "time"
    assert match.result["winners"] == [1 if other is two else 0]


def test_giving_up_a_duel_ends_it():
    one, _, match = two_people()
    match = concede(one, match.key)
    assert match.result == {"winners": [1], "reason": "conceded", "victory_points": [10, 10]}


def test_giving_up_among_four_leaves_the_seat_to_a_bot():
    people, match = four_people()
    match = concede(people[2], match.key)
    assert match.is_running
    assert match.seats.get(number=2).is_bot
    concede(people[0], match.key)
    match = concede(people[1], match.key)
    assert match.result["winners"] == [3]


def test_a_rematch_begins_when_both_have_asked_with_sides_swapped():
    one, two, match = two_people()
    with pytest.raises(NotOver):
        rematch(one, match.key)
    concede(one, match.key)
    new = rematch(one, match.key)
    assert new.is_open
    assert rematch(two, match.key) == new
    new.refresh_from_db()
    assert new.is_running
    assert [seat.faction for seat in new.seats.all()] == ["demon", "chapter"]
    assert new.seats.get(number=0).user == two.user
    assert new.seed != match.seed


def test_a_rematch_against_a_bot_begins_at_once():
    visitor = a_visitor()
    match = against_a_bot(visitor)
    concede(visitor, match.key)
    new = rematch(visitor, match.key)
    assert new.is_running
    assert new.seats.get(number=0).kind == Seat.Kind.BOT


def test_who_comes_back_before_all_have_agreed_keeps_the_seat():
    people, match = four_people()
    late = match.waiting_for
    others = [person for number, person in enumerate(people) if number != late]
    match = replaced(match, others[0])
    answer(others[1], match.key, match.offer["id"], agrees=True)
    match.seats.filter(number=late).update(seen=timezone.now())
    match = answer(others[2], match.key, match.offer["id"], agrees=True)
    assert match.seats.get(number=late).kind == Seat.Kind.PERSON
    assert match.waiting_for == late
    assert match.offer is None


def test_on_a_hot_seat_the_side_before_the_page_gives_up():
    visitor = a_visitor()
    match = hot_seat(visitor)
    loser = match.waiting_for
    match = concede(visitor, match.key)
    assert match.result["winners"] == [1 - loser]


def test_who_gives_up_leaves_no_match_of_bots_behind():
    visitor = a_visitor()
    seats = [SeatPlan("person", starter(FOUR[0], "multiplayer"))]
    seats += [SeatPlan("bot", starter(faction, "multiplayer")) for faction in FOUR[1:]]
    match = concede(visitor, open_match(visitor, "ffa4", seats, QUICK).key)
    assert match.is_over
    assert match.result["winners"] == [1, 2, 3]
    match = concede(visitor, open_match(visitor, "team", seats, QUICK).key)
    assert match.result["winners"] == [1, 3]


def test_a_team_goes_on_as_long_as_one_of_it_has_not_given_up():
    people, match = four_people("team")
    match = concede(people[0], match.key)
    assert match.is_running
    match = concede(people[2], match.key)
    assert match.result["winners"] == [1, 3]


def test_a_rematch_needs_the_consent_of_whoever_a_bot_stood_in_for():
    one, two, match = two_people()
    number = match.waiting_for
    late, other = (one, two) if number == 0 else (two, one)
    match = concede(other, replaced(match, other).key)
    new = rematch(other, match.key)
    assert new.is_open
    new = rematch(late, match.key)
    assert new.is_running
    assert {seat.kind for seat in new.seats.all()} == {Seat.Kind.PERSON}


def test_a_rematch_is_watched_as_late_and_each_player_keeps_the_handicap():
    one, two = a_visitor(), a_visitor()
    seats = [SeatPlan("person", starter("chapter")), SeatPlan("open")]
    match = open_match(one, "duel", seats, {**QUICK, "handicaps": [2, 0]}, delay=600)
    sit_down(two, match.key, 1, starter("demon"))
    concede(one, match.key)
    new = rematch(one, match.key)
    assert new.delay == 600
    assert new.seats.get(number=1).user == one.user
    assert new.options["handicaps"] == [0, 2]


def test_a_deleted_account_leaves_no_name_at_the_table(client: Client):
    one, two, match = two_people()
    name = one.user.username
    one.user.delete()
    client.force_login(two.user)
    page = client.get(match.get_absolute_url()).content.decode()
    assert name not in page
    assert "A player" in page
    assert concede(two, match.key).is_over
    assert name not in client.get(f"{match.get_absolute_url()}replay.json").content.decode()
    match.refresh_from_db()
    assert prove(match).holds


def test_who_gave_up_may_still_see_how_a_closed_match_ends():
    people, match = four_people(watching=Match.Watching.PLAYERS)
    concede(people[2], match.key)
    assert match_to_see(people[2], match.key) == match
    with pytest.raises(NoSuchMatch):
        match_to_see(a_visitor(), match.key)
