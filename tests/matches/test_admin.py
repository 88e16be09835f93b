"""Matches in the admin site: useful to look at, and nothing that a player of a running match may not know."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from decks.refusals import OnlyForStaff
from decks.visitors import Visitor
from matches.models import ChatLine, LoggedMatch, Match, Rating
from matches.services import SeatPlan, concede, game_of, logging, open_match, say
from tests.factories import UserFactory
from tests.matches.tables import QUICK, a_visitor, hot_seat, play_on, starter
from tests.matches.test_statistics import logged

pytestmark = pytest.mark.usefixtures("dawnfall")
ROOMS = ("match", "seat", "chatline", "loggedmatch", "rating")


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(UserFactory(username="Boss", is_staff=True, is_superuser=True))
    return client


def text(admin: Client, room: str, row: Any = None) -> str:
    response = admin.get(f"/admin/matches/{room}/" + (f"{row.pk}/change/" if row else ""))
    assert response.status_code == 200
    return response.content.decode()


def test_matches_are_found_by_status_and_player(admin: Client):
    match = hot_seat(a_visitor(username="Anna"))
    open_match(a_visitor(username="Bert"), "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    assert f">{match.key}</a>" in text(admin, "match")
    found = admin.get("/admin/matches/match/", {"status": "running", "q": "Anna"}).content.decode()
    assert match.key in found
    assert "1 match" in found
    assert match.key not in admin.get("/admin/matches/match/", {"status": "open"}).content.decode()


def test_a_running_match_shows_no_seed_no_hand_and_no_invitation(admin: Client):
    visitor = a_visitor()
    match = hot_seat(visitor)
    while not (hands := {card for seat in (0, 1) for card in game_of(match).view(seat)["own"]["hand"]}):
        match = play_on(visitor, match, 5)
    seats = list(match.seats.all())
    pages = [text(admin, "match"), text(admin, "match", match), text(admin, "seat")]
    pages += [text(admin, "seat", seat) for seat in seats]
    for page in pages:
        assert match.seed not in page
        assert not [card for card in hands if f"&quot;{card}&quot;" in page]
        assert not [seat for seat in seats if seat.invitation in page]
    assert match.seed_hash in pages[1]
    concede(visitor, match.key)
    assert match.seed in text(admin, "match", match)


def test_a_guests_key_is_shown_nowhere(admin: Client):
    guest = Visitor(guest="key-of-a-guest")
    match = hot_seat(guest)
    say(guest, match.key, "Hello")
    pages = [text(admin, "match", match), text(admin, "seat", match.seats.first()), text(admin, "chatline")]
    assert not [page for page in pages if guest.guest in page]


def test_nobody_changes_a_match_in_the_admin_site(admin: Client):
    visitor = a_visitor()
    match = hot_seat(visitor)
    address = f"/admin/matches/match/{match.pk}/"
    assert admin.post(f"{address}change/", {"status": "over"}).status_code == 403
    assert admin.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    assert Match.objects.get().is_running
    for room in ROOMS:
        assert admin.get(f"/admin/matches/{room}/add/").status_code == 403


def test_staff_delete_what_should_not_have_been_said(admin: Client):
    visitor = a_visitor()
    line = say(visitor, hot_seat(visitor).key, "Rubbish!")
    assert "Rubbish!" in text(admin, "chatline")
    admin.post(f"/admin/matches/chatline/{line.pk}/delete/", {"post": "yes"})
    assert not ChatLine.objects.exists()


def test_private_logged_matches_are_not_shown_and_public_ones_can_be_taken_down(admin: Client):
    author = UserFactory()
    private, public = logged(author, visibility="private"), logged(author)
    page = text(admin, "loggedmatch")
    assert public.key in page
    assert private.key not in page
    assert admin.get(f"/admin/matches/loggedmatch/{private.pk}/change/").status_code == 302
    assert author.username in text(admin, "loggedmatch", public)
    admin.post("/admin/matches/loggedmatch/", {"action": "take_down", "_selected_action": [public.pk]})
    assert set(LoggedMatch.objects.values_list("visibility", flat=True)) == {"private"}
    with pytest.raises(OnlyForStaff):
        logging.take_down(Visitor(author), public.key)


def test_ratings_are_listed(admin: Client):
    user = UserFactory(username="Anna")
    rating = Rating.objects.create(player=user.pk, user=user, group="duel", mu=30, sigma=2, matches=40)
    assert "Anna" in text(admin, "rating")
    assert "1700" in text(admin, "rating", rating)


def test_lists_of_any_length_take_the_same_queries(admin: Client, django_assert_max_num_queries: Any):
    visitor = a_visitor()
    for _ in range(4):
        say(visitor, hot_seat(visitor).key, "Hello")
    for room in ROOMS:
        with django_assert_max_num_queries(12):
            text(admin, room)
