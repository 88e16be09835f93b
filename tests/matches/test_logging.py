"""Matches of the real table: written down, shown, changed, confirmed, left and deleted."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from decks.facts import facts_of
from decks.rules.code import encode
from decks.visitors import Visitor
from matches.logged.entries import Entry, EntrySeat, problems
from matches.logged.refusals import EntryRefused, LogInToLog, NoSuchLoggedMatch, NotNamed, NotYourLog, TooManyLogged
from matches.models import LoggedMatch, Outcome, Standing
from matches.services import logging
from tests.factories import DeckFactory, UserFactory
from tests.matches.tables import starter

pytestmark = pytest.mark.usefixtures("dawnfall")
TODAY = date(2026, 3, 1)


@pytest.fixture
def anna() -> User:
    return UserFactory(username="Anna")


@pytest.fixture
def bert() -> User:
    return UserFactory(username="Bert")


@pytest.fixture
def at_home(client: Client, anna: User) -> Client:
    client.force_login(anna)
    return client


def an_entry(**values: Any) -> Entry:
    seats = (EntrySeat("@anna", "demon", victory_points=14, won=True), EntrySeat("@Bert", "chapter"))
    return Entry(**{"mode": "duel", "played_on": TODAY, "seats": seats, "reason": "track", **values})


def codes_of(entry: Entry) -> list[str]:
    return [problem.field for problem in problems(entry)]


def posted(**values: Any) -> dict[str, Any]:
    base = {
        "name_0": "@Anna", "name_1": "Grandma", "faction_0": "demon", "faction_1": "chapter", "victory_points_0": "14",
        "victory_points_1": "6", "won_0": "on", "played_on": "2026-03-01", "reason": "track", "visibility": "public",
    }  # fmt: skip
    return {**base, **values}


def test_a_match_is_written_down_with_users_and_counts_for_its_author(anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry(turns=21, first=1, turn_notes=((3, "b"), (1, "a"))))
    one, two = match.seats.all()
    assert (one.user, one.name, one.won) == (anna, "Anna", True)
    assert one.confirmed
    assert (two.user, two.confirmed) == (bert, None)
    assert match.turn_notes == [[1, "a"], [3, "b"]]
    outcome = Outcome.objects.get(logged=match)
    assert (outcome.source, outcome.turns, outcome.day) == ("logged", 21, TODAY)
    rows = outcome.standings.values_list("user", "faction", "result", "first")
    assert list(rows) == [(anna.pk, "demon", "won", False), (None, "chapter", "lost", True)]


def test_nobody_without_an_account_logs():
    with pytest.raises(LogInToLog):
        logging.log_match(Visitor(guest="guest"), an_entry())


def test_the_log_has_room_for_so_many(anna: User, bert: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logging, "MOST_LOGGED", 1)
    logging.log_match(Visitor(anna), an_entry())
    with pytest.raises(TooManyLogged):
        logging.log_match(Visitor(anna), an_entry())


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"mode": "chess"}, "mode"),
        ({"mode": "ffa3", "reason": "deck"}, "mode"),
        ({"played_on": date(1999, 1, 1)}, "played_on"),
        ({"played_on": timezone.now().date() + timedelta(days=3)}, "played_on"),
        ({"reason": "captured"}, "reason"),
        ({"options": ("flying",)}, "options"),
        ({"first": 2}, "first"),
        ({"turns": 0}, "turns"),
        ({"notes": "x" * 20_001}, "notes"),
        ({"turn_notes": ((0, "x"),)}, "turn_notes"),
        ({"turn_notes": ((1, ""),)}, "turn_notes"),
        ({"turn_notes": ((1, "x"), (1, "y"))}, "turn_notes"),
        ({"visibility": "secret"}, "visibility"),
        ({"seats": (EntrySeat(" "), EntrySeat("Bert"))}, "name_0"),
        ({"seats": (EntrySeat("x" * 81), EntrySeat("Bert"))}, "name_0"),
        ({"seats": (EntrySeat("@nobody"), EntrySeat("Bert"))}, "name_0"),
        ({"seats": (EntrySeat("Bert"), EntrySeat("bert"))}, "name_1"),
        ({"seats": (EntrySeat("A", "elves"), EntrySeat("B"))}, "faction_0"),
        ({"seats": (EntrySeat("A", "demon", deck=starter("chapter")), EntrySeat("B"))}, "faction_0"),
        ({"seats": (EntrySeat("A", victory_points=100), EntrySeat("B"))}, "victory_points_0"),
        ({"seats": (EntrySeat("A", won=True), EntrySeat("B", won=True))}, "won_1"),
    ],
)
def test_everything_wrong_is_told_at_its_field(anna: User, bert: User, values: dict[str, Any], field: str):
    assert codes_of(an_entry(**values)) == [field]
    with pytest.raises(EntryRefused, match="[.]$"):
        logging.log_match(Visitor(anna), an_entry(**values))
    assert not LoggedMatch.objects.exists()


@pytest.mark.parametrize(
    ("mode", "won", "field"),
    [
        ("team", (0,), ["won_0"]),
        ("team", (0, 1), ["won_1"]),
        ("team", (0, 2), []),
        ("team", (), []),
        ("ffa4", (0, 1), []),
        ("ffa4", (0, 1, 2, 3), ["won_0"]),
    ],
)
def test_who_can_win_together_depends_on_the_mode(mode: str, won: tuple[int, ...], field: list[str]):
    seats = tuple(EntrySeat(name, won=number in won) for number, name in enumerate("ABCD"))
    assert codes_of(an_entry(mode=mode, seats=seats, reason="captured")) == field


def test_visibility_hides_private_matches_from_all_but_author_and_named(anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry())
    for visitor in (Visitor(anna), Visitor(bert)):
        assert logging.logged_to_see(visitor, match.key) == match
    for visitor in (Visitor(), Visitor(UserFactory()), Visitor(guest="guest")):
        with pytest.raises(NoSuchLoggedMatch):
            logging.logged_to_see(visitor, match.key)
    LoggedMatch.objects.update(visibility="unlisted")
    assert logging.logged_to_see(Visitor(), match.key) == match
    assert not LoggedMatch.objects.listed_for(Visitor()).exists()
    assert not Outcome.objects.counted().exists()
    LoggedMatch.objects.update(visibility="public")
    assert LoggedMatch.objects.listed_for(Visitor()).exists()
    assert Outcome.objects.counted().exists()


def test_a_named_user_confirms_and_then_it_counts_for_them(anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry())
    assert list(LoggedMatch.objects.to_confirm_by(bert)) == [match]
    with pytest.raises(NoSuchLoggedMatch):
        logging.confirm(Visitor(UserFactory()), match.key)
    logging.confirm(Visitor(bert), match.key)
    assert Standing.objects.get(user=bert).result == "lost"
    assert not LoggedMatch.objects.to_confirm_by(bert).exists()


def test_only_the_named_confirm(anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry(visibility="public"))
    with pytest.raises(NotNamed):
        logging.confirm(Visitor(UserFactory()), match.key)


def test_who_takes_themselves_out_is_gone_and_cannot_be_named_again(anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry())
    logging.confirm(Visitor(bert), match.key)
    logging.withdraw(Visitor(bert), match.key)
    seat = match.seats.get(number=1)
    assert (seat.user, seat.name) == (None, "A player")
    assert not Standing.objects.filter(user=bert).exists()
    assert not Standing.objects.filter(name="Bert").exists()
    with pytest.raises(EntryRefused, match="cannot be named again"):
        logging.edit_logged(Visitor(anna), match.key, an_entry())


def test_editing_asks_again_only_those_whose_part_has_changed(anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry())
    logging.confirm(Visitor(bert), match.key)
    logging.edit_logged(Visitor(anna), match.key, an_entry(notes="New words."))
    assert match.seats.get(user=bert).confirmed
    changed = (EntrySeat("@anna", "demon"), EntrySeat("@bert", "chapter", won=True))
    logging.edit_logged(Visitor(anna), match.key, an_entry(seats=changed))
    assert match.seats.get(user=bert).confirmed is None
    assert Outcome.objects.count() == 1


def test_only_the_author_edits_and_deletes(anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry())
    with pytest.raises(NotYourLog):
        logging.edit_logged(Visitor(bert), match.key, an_entry())
    with pytest.raises(NotYourLog):
        logging.delete_logged(Visitor(bert), match.key)
    logging.delete_logged(Visitor(anna), match.key)
    assert not LoggedMatch.objects.exists()
    assert not Outcome.objects.exists()


def test_a_deleted_account_leaves_no_name_behind(anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry())
    logging.confirm(Visitor(bert), match.key)
    bert.delete()
    assert match.seats.get(number=1).name == "A player"
    assert not Standing.objects.filter(name="Bert").exists()


def test_the_form_logs_a_match_without_script(at_home: Client):
    page = at_home.get("/matches/log/").content.decode()
    assert 'value="@Anna"' in page
    answer = at_home.post("/matches/log/", posted(notes="# Big\n\n<script>x</script>", turn_notes="2: a\n\n 4: b: c"))
    match = LoggedMatch.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    page = at_home.get(match.get_absolute_url()).content.decode()
    assert "<h3>Big</h3>" in page
    assert "<script>x" not in page
    assert match.turn_notes == [[2, "a"], [4, "b: c"]]
    assert "Grandma" in page
    assert "the Victory track was full" in page


def test_the_form_says_what_is_wrong_and_loses_nothing(at_home: Client):
    answer = at_home.post(
        "/matches/log/",
        posted(name_1="@ghost", played_on="yesterday", turn_notes="first they moved", notes="Keep me"),
    )
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Write the day like 2026-02-28." in page
    assert "begin with the number of the turn" in page
    assert "Keep me" in page
    page = at_home.post("/matches/log/", posted(name_1="@ghost")).content.decode()
    assert "Nobody here is called “ghost”" in page


def test_decks_come_from_ones_own_a_starter_or_a_code(at_home: Client, anna: User, dawnfall: Any):
    deck = DeckFactory(owner=anna, name="My Blaze")
    code = encode(starter("chapter"), facts_of(dawnfall))
    at_home.post("/matches/log/", posted(deck_0=f"deck:{deck.key}", faction_0="", paste_1=code, faction_1=""))
    one, two = LoggedMatch.objects.get().seats.all()
    assert (one.deck_row, one.faction, one.deck_code) == (deck, "demon", "")
    assert (two.deck_row, two.faction, two.deck_code) == (None, "chapter", code)
    at_home.post("/matches/log/", posted(deck_0="starter:demon", faction_0=""))
    assert LoggedMatch.objects.first().seats.first().starter == "demon:duel"
    page = at_home.post("/matches/log/", posted(paste_1="no deck at all")).content.decode()
    assert "not logged yet" in page
    assert LoggedMatch.objects.count() == 2


def test_a_private_deck_stays_private_on_a_public_page(at_home: Client, anna: User):
    deck = DeckFactory(owner=anna, name="Secret Blaze")
    at_home.post("/matches/log/", posted(deck_0=f"deck:{deck.key}"))
    address = LoggedMatch.objects.get().get_absolute_url()
    assert deck.key in at_home.get(address).content.decode()
    page = Client().get(address).content.decode()
    assert "Secret Blaze" in page
    assert deck.key not in page
    assert "/d/code/" not in page


def test_somebody_elses_deck_cannot_be_brought(at_home: Client):
    deck = DeckFactory()
    page = at_home.post("/matches/log/", posted(deck_0=f"deck:{deck.key}"))
    assert page.status_code == 400
    assert not LoggedMatch.objects.exists()


def test_a_match_is_changed_by_its_form(at_home: Client, anna: User, dawnfall: Any):
    deck = DeckFactory(owner=anna)
    code = encode(starter("chapter"), facts_of(dawnfall))
    at_home.post("/matches/log/", posted(deck_0=f"deck:{deck.key}", paste_1=code, faction_1="", options=["mulligan"]))
    match = LoggedMatch.objects.get()
    page = at_home.get(f"/matches/logged/{match.key}/edit/")
    initial = {name: value for name, value in page.context["form"].initial.items() if value is not None}
    assert initial["deck_0"] == f"deck:{deck.key}"
    at_home.post(f"/matches/logged/{match.key}/edit/", {**initial, "won_0": "", "won_1": "on", "first": ""})
    match = LoggedMatch.objects.get()
    assert [seat.won for seat in match.seats.all()] == [False, True]
    assert match.seats.get(number=1).deck_code == code
    assert match.options == ["mulligan"]


def test_pages_refuse_strangers(client: Client, anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry())
    base = f"/matches/logged/{match.key}/"
    assert client.get("/matches/log/").headers["Location"].startswith("/accounts/login/")
    assert client.get(base).status_code == 404
    client.force_login(bert)
    assert client.get(base + "edit/").headers["Location"] == base
    assert client.post(base + "delete/").headers["Location"] == base
    assert LoggedMatch.objects.exists()
    client.force_login(UserFactory())
    for path in ("edit/", "delete/"):
        assert client.get(base + path).status_code == 404
    for path in ("confirm/", "withdraw/"):
        assert client.post(base + path).status_code == 404


def test_the_named_confirm_or_leave_on_the_page(client: Client, anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry())
    client.force_login(bert)
    assert "Were you there?" in client.get("/matches/logged/").content.decode()
    assert "Yes, it was so" in client.get(match.get_absolute_url()).content.decode()
    client.post(f"/matches/logged/{match.key}/confirm/")
    assert match.seats.get(user=bert).confirmed
    answer = client.post(f"/matches/logged/{match.key}/withdraw/")
    assert answer.headers["Location"] == "/matches/logged/"
    assert client.get(match.get_absolute_url()).status_code == 404


def test_the_author_deletes_after_being_asked(at_home: Client, anna: User, bert: User):
    match = logging.log_match(Visitor(anna), an_entry())
    address = f"/matches/logged/{match.key}/delete/"
    assert "Delete this match" in at_home.get(address).content.decode()
    assert LoggedMatch.objects.exists()
    at_home.post(address)
    assert not LoggedMatch.objects.exists()


def test_the_list_asks_the_database_a_bounded_number_of_times(
    at_home: Client, anna: User, bert: User, django_assert_max_num_queries: Any
):
    for number in range(30):
        logging.log_match(Visitor(anna), an_entry(visibility="public", notes=str(number)))
    with django_assert_max_num_queries(9):
        assert at_home.get("/matches/logged/").status_code == 200
    with django_assert_max_num_queries(9):
        at_home.get(LoggedMatch.objects.first().get_absolute_url())
