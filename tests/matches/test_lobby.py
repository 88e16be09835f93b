"""The way to the table: play now, a new match, the lobby, one's own matches, the waiting room."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decks.visitors import Visitor
from matches.models import Match, Seat
from matches.services import SeatPlan, concede, open_match, sit_down
from tests.factories import DeckFactory, UserFactory
from tests.matches.tables import QUICK, a_visitor, against_a_bot, hot_seat, starter

pytestmark = pytest.mark.usefixtures("dawnfall")

MOST_QUERIES = 8
HTMX = {"HTTP_HX_REQUEST": "true"}


def client_of(visitor: Visitor) -> Client:
    client = Client()
    client.force_login(visitor.user)
    return client


def text(client: Client, path: str, **headers: Any) -> str:
    response = client.get(path, **headers)
    assert response.status_code == 200
    return response.content.decode()


def an_open_table(visitor: Visitor, kind: str = "open", **values: Any) -> Match:
    return open_match(visitor, "duel", [SeatPlan("person", starter("chapter")), SeatPlan(kind)], QUICK, **values)


# Play now


def test_a_guest_plays_with_one_post_and_finds_the_match_again():
    client = Client()
    assert 'name="faction" value="demon"' in text(client, "/matches/play/")
    response = client.post("/matches/play/", {"faction": "demon"})
    match = Match.objects.get()
    assert (response.status_code, response["Location"]) == (302, match.get_absolute_url())
    assert match.is_running
    assert match.options == {"quick_setup": True}
    own, bot = match.seats.all()
    assert (own.faction, own.kind, bot.kind) == ("demon", "person", "bot")
    assert bot.faction != "demon"
    assert 'name="option"' in text(client, match.get_absolute_url())
    assert "Your turn" in text(client, "/matches/mine/")


def test_the_opponent_is_a_veteran_until_another_one_is_chosen_and_remembered():
    client = Client()
    page = text(client, "/matches/play/")
    assert 'value="veteran" checked' in page
    for words in ("plays at random", "rules of thumb", "plays matches out in its head"):
        assert words in page
    client.post("/matches/play/", {"faction": "demon"})
    assert Match.objects.get().seats.get(number=1).bot == "veteran"
    client.post("/matches/play/", {"faction": "demon", "level": "recruit"})
    assert Match.objects.order_by("pk").last().seats.get(number=1).bot == "recruit"
    assert 'value="recruit" checked' in text(client, "/matches/play/")
    client.post("/matches/play/", {"faction": "demon", "level": "emperor"})
    assert Match.objects.order_by("pk").last().seats.get(number=1).bot == "veteran"


def test_the_home_page_leads_there_without_a_token():
    page = text(Client(), "/")
    assert 'href="/matches/play/"' in page
    assert "csrfmiddlewaretoken" not in page


def test_a_side_that_is_none_is_told():
    for faction in ("darkness", "nonsense"):
        response = Client().post("/matches/play/", {"faction": faction})
        assert response.status_code == 409
        assert "Choose one of the decks" in response.content.decode()


@pytest.mark.parametrize(
    "path", ["play/", "new/", "KEY/sit/1/", "KEY/cancel/", "KEY/leave/", "KEY/seats/1/bot/", "KEY/say/"]
)
def test_nothing_is_done_without_the_forms_token(path: str):
    opener = a_visitor()
    match = an_open_table(opener)
    client = Client(enforce_csrf_checks=True)
    client.force_login(opener.user)
    response = client.post(
        "/matches/" + path.replace("KEY", match.key), {"faction": "demon", "deck": "any", "text": "x"}
    )
    assert response.status_code == 403
    assert Match.objects.get().is_open


# A new match


def filled(mode: str = "duel", who: tuple[str, ...] = ("me", "bot"), **values: Any) -> dict[str, Any]:
    data: dict[str, Any] = {"mode": mode, "hand_size": "3", "watching": "public", "delay": "0", "hours": "0"}
    for number, each in enumerate(who):
        data |= {f"seat{number}-who": each, f"seat{number}-deck": "any", f"seat{number}-handicap": "0"}
    return {**data, **values}


@pytest.mark.parametrize(
    ("mode", "who"),
    [
        ("duel", ("me", "hot")),
        ("ffa3", ("me", "bot", "hot")),
        ("ffa4", ("bot", "me", "bot", "bot")),
        ("team", ("me", "bot", "bot", "hot")),
    ],
)
def test_every_mode_begins(mode: str, who: tuple[str, ...]):
    client = Client()
    response = client.post("/matches/new/", filled(mode, who))
    assert response.status_code == 302, response.content.decode()
    match = Match.objects.get()
    assert (match.mode, match.is_running) == (mode, True)
    assert len({seat.faction for seat in match.seats.all()}) == len(who)


def test_all_rules_and_terms_reach_the_match():
    rules = (
        "more_crystals",
        "mulligan",
        "buying_vp",
        "alternative_setup",
        "short_deck",
        "reshuffle",
        "special_sources",
    )
    data = filled(
        **dict.fromkeys(rules, "on"), source_options=["remove", "refresh"], watching="players", delay="120", hours="48",
        hand_size="5", casual="on", **{"seat1-handicap": "2", "seat0-name": "Ada"},
    )  # fmt: skip
    assert Client().post("/matches/new/", data).status_code == 302
    match = Match.objects.get()
    assert {name for name, value in match.options.items() if value is True} == set(rules)
    assert match.options["source_options"] == ["remove", "refresh"]
    assert match.options["handicaps"] == [0, 2]
    assert match.options["hand_size"] == 5
    assert (match.watching, match.delay, match.hours, match.casual) == ("players", 120, 48, True)
    assert match.setup["options"]["free_decks"] is True
    assert match.seats.get(number=0).name == "Ada"
    assert sum(match.seats.get(number=0).deck["cards"].values()) == 20


@pytest.mark.parametrize(
    ("data", "rule", "change"),
    [
        (filled(script="on", mulligan="on"), "Q-68", "Switch either Script or Mulligan off."),
        (
            filled("ffa4", ("me", "bot", "bot", "bot"), buying_vp="on"),
            "Q-65",
            "Switch Buying Victory Points off, or play a duel.",
        ),
    ],
)
def test_rules_that_exclude_each_other_are_told_with_the_way_out_and_nothing_is_lost(data, rule, change):
    data |= {"seat0-deck": "starter:reborn", "hand_size": "4"}
    response = Client().post("/matches/new/", data)
    page = response.content.decode()
    assert response.status_code == 400
    assert change in page
    assert f"/dawnfall/rules/id/{rule}/" in page
    assert re.search(r'value="starter:reborn" selected', page)
    assert re.search(r'name="hand_size" value="4"[^>]*checked', page)
    assert not Match.objects.exists()


def test_another_mode_keeps_what_was_chosen_and_adds_seats():
    data = filled(
        who=("me", "hot"), mulligan="on", **{"seat0-deck": "starter:demon", "seat1-name": "Bea", "switch": "ffa4"}
    )
    response = Client().post("/matches/new/", data)
    page = response.content.decode()
    assert response.status_code == 200
    assert page.count('<fieldset class="seat-form') == 4
    assert 'value="Bea"' in page
    assert re.search(r'value="starter:demon" selected', page)
    assert re.search(r'name="mulligan"[^>]*checked', page)
    assert "errorlist" not in page


def test_one_sits_in_one_seat_and_bots_do_not_play_alone():
    for who, said in ((("me", "me"), "You have a seat already"), (("bot", "bot"), "Bots alone play no match")):
        response = Client().post("/matches/new/", filled(who=who))
        assert response.status_code == 400
        assert said in response.content.decode()
    assert not Match.objects.exists()


def test_two_decks_of_a_faction_are_told_at_the_seat():
    data = filled(**{"seat0-deck": "starter:demon", "seat1-deck": "starter:demon"})
    page = Client().post("/matches/new/", data).content.decode()
    assert "Demon is at the table already" in page


def test_an_illegal_deck_is_refused_with_why_and_accepted_in_a_casual_match():
    user = UserFactory()
    deck = DeckFactory(owner=user, format="multiplayer", name="Fours")
    client = client_of(Visitor(user=user))
    page = text(client, "/matches/new/")
    assert re.search(r"Fours · Demon: 4 squads are fielded, exactly 5 are needed", page)
    data = filled(**{"seat0-deck": f"deck:{deck.key}"})
    response = client.post("/matches/new/", data)
    assert response.status_code == 400
    assert "Field 1 more squad." in response.content.decode()
    assert client.post("/matches/new/", {**data, "casual": "on"}).status_code == 302
    seat = Match.objects.get().seats.get(number=0)
    assert (seat.deck_row, seat.deck_name, len(seat.deck["squads"])) == (deck, "Fours", 4)


def test_a_deck_code_is_pasted():
    user = UserFactory()
    deck = DeckFactory(owner=user, faction_slug="chapter")
    client = client_of(Visitor(user=user))
    code = re.search(r'id="deck-code">([^<]+)<', text(client, f"/decks/{deck.key}/"))[1]
    response = Client().post("/matches/new/", filled(**{"seat0-deck": "paste", "seat0-paste": code}))
    assert response.status_code == 302
    assert Match.objects.get().seats.get(number=0).faction == "chapter"
    page = Client().post("/matches/new/", filled(**{"seat0-deck": "paste", "seat0-paste": "E1broken"})).content.decode()
    assert "E1broken" in page
    assert "errorlist" in page


def test_nobody_takes_the_name_of_a_player():
    UserFactory(username="Magnus")
    page = Client().post("/matches/new/", filled(who=("me", "hot"), **{"seat1-name": "magnus"})).content.decode()
    assert "is the name of a player with an account" in page


@pytest.mark.parametrize(("format_", "seats"), [("duel", 2), ("short", 2), ("multiplayer", 4)])
def test_the_page_of_a_deck_leads_to_a_match_with_it(format_: str, seats: int):
    user = UserFactory()
    deck = DeckFactory(owner=user, format=format_)
    client = client_of(Visitor(user=user))
    for path, choice in (
        (f"/decks/{deck.key}/", f"deck:{deck.key}"),
        (f"/decks/starters/demon/{format_}/", "starter:demon"),
    ):
        address = re.search(r'href="(/matches/new/[^"]+)"', text(client, path))[1].replace("&amp;", "&")
        page = text(client, address)
        assert page.count('<fieldset class="seat-form') == seats
        assert f'value="{choice}" selected' in page
        assert bool(re.search(r'name="short_deck"[^>]*checked', page)) == (format_ == "short")
        assert "not legal here" not in page


def test_a_deed_at_an_open_table_is_refused_with_a_sentence():
    opener = a_visitor()
    match = an_open_table(opener)
    response = client_of(opener).post(f"/matches/{match.key}/choose/", {"version": 0, "option": "pass"})
    assert response.status_code == 409
    assert "The match has not begun" in response.content.decode()


def test_a_delayed_match_tells_the_lobby_nothing_of_the_present():
    visitor = a_visitor()
    against_a_bot(visitor, delay=600)
    assert "shown with a delay" in text(Client(), "/matches/")
    assert "decides" not in text(Client(), "/matches/")


def test_garbage_is_no_error_of_the_site():
    data = filled(
        mode="nonsense", hours="x", delay="-1", **{"seat0-who": "king", "seat1-deck": "deck:none", "hand_size": "9"}
    )
    assert Client().post("/matches/new/", data).status_code == 400
    assert Client().post("/matches/new/", {}).status_code == 400
    assert Client().post("/matches/new/", {"switch": "nonsense"}).status_code == 200
    assert Client().get("/matches/new/?mode=x&others=y&deck=z").status_code == 200


# The lobby


def test_the_lobby_shows_open_tables_matches_to_watch_and_finished_ones():
    one = a_visitor(username="Anna")
    an_open_table(one)
    an_open_table(a_visitor(username="Secret"), kind="invited")
    against_a_bot(a_visitor(username="Watched"))
    against_a_bot(a_visitor(username="Hidden"), watching=Match.Watching.LINK)
    over = against_a_bot(a_visitor(username="Done"))
    concede(Visitor(user=over.owner), over.key)
    page = text(Client(), "/matches/")
    opened, live, finished = re.split(r'id="list-(?:live|over)"', page)
    assert "Anna" in opened
    assert "/sit/1/" in opened
    assert "Watched" in live
    assert "Done" in finished
    assert "gave up" in finished or "conceded" in finished
    assert "Secret" not in page
    assert "Hidden" not in page


def test_a_forgotten_table_is_not_shown_any_more():
    match = an_open_table(a_visitor(username="Anna"))
    letters = an_open_table(a_visitor(username="Bert"), hours=48)
    Match.objects.all().update(changed=timezone.now() - timedelta(days=2))
    page = text(Client(), "/matches/")
    assert match.key not in page
    assert letters.key in page


def test_the_lobby_is_filtered_by_mode_and_has_pages():
    for _ in range(21):
        against_a_bot(a_visitor())
    page = text(Client(), "/matches/?show=live&mode=duel")
    assert page.count("match-row") == 20
    assert "show=live&amp;mode=duel&amp;page=2" in page
    assert text(Client(), "/matches/?show=live&mode=duel&page=2").count("match-row") == 1
    assert "match-row" not in text(Client(), "/matches/?show=live&mode=team")
    assert text(Client(), "/matches/?show=nonsense&mode=x&page=y").count("match-row") == 6


def test_asking_again_answers_nothing_while_nothing_has_changed():
    one = a_visitor()
    an_open_table(one)
    address = re.search(r'hx-get="([^"]+)"', text(Client(), "/matches/"))[1].replace("&amp;", "&")
    assert Client().get(address, **HTMX).status_code == 204
    an_open_table(one)
    piece = text(Client(), address, **HTMX)
    assert piece.startswith('<div id="lobby-lists"')
    assert "<html" not in piece


@pytest.mark.parametrize("path", ["/matches/", "/matches/?show=over", "/matches/mine/", "/matches/play/"])
def test_lists_ask_the_database_a_bounded_number_of_questions(path: str):
    visitor = a_visitor()
    for _ in range(8):
        an_open_table(visitor)
        against_a_bot(visitor)
        over = hot_seat(visitor)
        concede(visitor, over.key)
    client = client_of(visitor)
    text(client, path)
    with CaptureQueriesContext(connection) as queries:
        text(client, path)
    assert len(queries) <= MOST_QUERIES


def test_own_matches_come_in_the_order_of_what_is_to_be_done():
    one, two = a_visitor(), a_visitor()
    match = sit_down(two, an_open_table(one).key, 1, starter("demon"))
    asked, other = (one, two) if match.waiting_for == 0 else (two, one)
    an_open_table(asked)
    over = against_a_bot(asked)
    concede(asked, over.key)
    page = text(client_of(asked), "/matches/mine/")
    heads = re.findall(r'<h2 id="([a-z]+)-head"', page)
    assert heads == ["asking", "tables", "over"]
    assert "Lost:" in page
    assert re.findall(r'<h2 id="([a-z]+)-head"', text(client_of(other), "/matches/mine/")) == ["waiting"]
    assert "No matches yet" in text(Client(), "/matches/mine/")


def test_the_header_counts_the_matches_that_wait_for_a_user():
    visitor = a_visitor()
    client = client_of(visitor)
    assert 'class="turns"' not in text(client, "/matches/")
    against_a_bot(visitor)
    assert re.search(r'class="turns"[^>]*><b>1</b>\s+<span>match waits', text(client, "/dawnfall/factions/"))
    against_a_bot(visitor)
    assert re.search(r'class="turns"[^>]*><b>2</b>\s+<span>matches wait', text(client, "/matches/"))
    assert 'class="turns"' not in text(Client(), "/matches/")


# The waiting room


def test_the_waiting_room_shows_links_to_the_opener_alone():
    opener = a_visitor()
    match = an_open_table(opener, kind="invited")
    invitation = match.seats.get(number=1).invitation
    own = text(client_of(opener), match.get_absolute_url())
    assert f"/matches/{match.key}/sit/1/{invitation}/" in own
    assert "<svg" in own
    assert "Call it off" in own
    for client in (Client(), client_of(a_visitor())):
        page = text(client, match.get_absolute_url())
        assert invitation not in page
        assert "Call it off" not in page


def test_an_open_seat_has_the_address_of_the_table_to_send():
    opener = a_visitor()
    match = an_open_table(opener)
    page = text(client_of(opener), match.get_absolute_url())
    assert f'data-copy="http://testserver{match.get_absolute_url()}"' in page
    assert "data-presence" in page
    assert page.count("data-presence") == 1


def test_an_invitation_is_taken_by_a_guest_with_its_link_alone():
    match = an_open_table(a_visitor(), kind="invited")
    invitation = match.seats.get(number=1).invitation
    assert Client().get(f"/matches/{match.key}/sit/1/").status_code == 302
    wrong = Client().post(f"/matches/{match.key}/sit/1/wrong/", {"deck": "any"})
    assert wrong.status_code == 400
    assert "invitation link" in wrong.content.decode()
    guest = Client()
    response = guest.post(f"/matches/{match.key}/sit/1/{invitation}/", {"deck": "starter:demon", "name": "Ivo"})
    assert response.status_code == 302
    match.refresh_from_db()
    assert match.is_running
    assert match.seats.get(number=1).name == "Ivo"
    assert match.key in text(guest, "/matches/mine/")
    late = Client().get(f"/matches/{match.key}/sit/1/{invitation}/", follow=True)
    assert "not free" in late.content.decode()


def test_a_deck_that_may_not_sit_down_is_told_on_the_page():
    match = an_open_table(a_visitor())
    response = Client().post(f"/matches/{match.key}/sit/1/", {"deck": "starter:chapter"})
    assert response.status_code == 400
    assert "Chapter is at the table already" in response.content.decode()


def test_deeds_of_the_waiting_room_are_for_those_they_belong_to():
    opener, other = a_visitor(), a_visitor()
    match = an_open_table(opener)
    for path in ("cancel/", "seats/1/bot/", "leave/"):
        client_of(other).post(f"/matches/{match.key}/{path}")
        Client().post(f"/matches/{match.key}/{path}")
    match.refresh_from_db()
    assert match.is_open
    assert match.seats.get(number=1).kind == Seat.Kind.OPEN
    client_of(opener).post(f"/matches/{match.key}/seats/1/bot/")
    match.refresh_from_db()
    assert match.is_running


def test_a_cancelled_table_says_so_and_takes_nobody():
    opener = a_visitor()
    match = an_open_table(opener)
    page = client_of(opener).post(f"/matches/{match.key}/cancel/", follow=True).content.decode()
    assert "This table is closed." in page
    assert Client().get(f"/matches/{match.key}/sit/1/").status_code == 302
    assert match.key not in text(Client(), "/matches/")


def test_the_waiting_room_is_a_piece_to_htmx():
    match = an_open_table(a_visitor())
    piece = text(Client(), match.get_absolute_url(), **HTMX)
    assert piece.startswith('<div id="room"')


def test_a_guest_keeps_their_matches_when_they_sign_up():
    client = Client()
    client.post("/matches/play/", {"faction": "demon"})
    values = {"username": "Keeper", "password1": "six-of-seven-hexes", "password2": "six-of-seven-hexes"}
    assert client.post("/accounts/signup/", values).status_code == 302
    match = Match.objects.get()
    assert match.owner.username == "Keeper"
    assert match.key in text(client, "/matches/mine/")
    assert 'name="option"' in text(client, match.get_absolute_url())
