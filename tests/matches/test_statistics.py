"""Statistics: what is counted, how sure it is, and what the pages show of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from decks.visitors import Visitor
from matches.logged.entries import Entry, EntrySeat
from matches.models import LoggedMatch, Match, Outcome, Seat, Standing
from matches.services import SeatPlan, choose, concede, game_of, logging, open_match, sit_down
from matches.stats.counting import Filters, statistics
from matches.stats.figures import Tally, lengths, tally, wilson
from matches.stats.plots import Whisker, course, share_words, whiskers
from matches.stats.recording import record, record_all
from tests.factories import DeckFactory, PublicDeckFactory, UserFactory
from tests.matches.tables import QUICK, a_visitor, against_a_bot, hot_seat, play_on, starter

pytestmark = pytest.mark.usefixtures("dawnfall")


def over(mode: str = "duel", factions: str = "demon chapter", winners: Any = (0,), **values: Any) -> Outcome | None:
    """A match between people that has ended like that, and is counted."""
    users = values.pop("users", [])
    decks = values.pop("decks", [])
    points = [12] * len(factions.split())
    match = Match.objects.create(
        **{
            "mode": mode, "status": Match.Status.OVER, "over": timezone.now(), "turn": 20,
            "result": {"winners": list(winners), "reason": "track", "victory_points": points},
            "game": {"checkpoint": {"countering": 0}}, **values,
        }
    )  # fmt: skip
    for number, faction in enumerate(factions.split()):
        user = users[number] if users else None
        Seat.objects.create(
            match=match, number=number, kind=Seat.Kind.PERSON, user=user, guest="" if user else f"guest {number}",
            name=user.username if user else "Guest", faction=faction, deck_row=decks[number] if decks else None,
        )  # fmt: skip
    return record(match)


def logged(author: User, **values: Any) -> LoggedMatch:
    seats = (EntrySeat(f"@{author.username}", "demon", won=True), EntrySeat("Bert", "chapter"))
    entry = {"mode": "duel", "played_on": timezone.now().date(), "seats": seats, "reason": "deck", "turns": 9}
    return logging.log_match(Visitor(author), Entry(**{**entry, "visibility": "public", **values}))


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    # Figures of the method's own literature: 0 of 10, 5 of 10, 81 of 263 (Newcombe 1998), 10 of 10.
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_wilsons(won: int, of: int, low: float, high: float):
    assert wilson(won, of) == pytest.approx((low, high), abs=5e-5)


def test_a_share_is_of_the_decided_and_needs_enough_of_them():
    assert Tally(won=6, drawn=100, lost=3).too_few
    seen = Tally(won=9, drawn=1, lost=3)
    assert not seen.too_few
    assert (seen.matches, seen.decided, seen.percent) == (13, 12, 75)
    assert share_words(seen) == "75 % (47–91 %) of 12"
    assert share_words(Tally(won=2)) == "too few (2)"


def test_a_share_is_called_unusual_only_beyond_its_interval():
    assert Tally(won=7, lost=4).verdict == ""
    assert Tally(won=18, lost=2).verdict == "above"
    assert Tally(won=2, lost=18).verdict == "below"
    assert Tally(won=8, lost=24, expected=0.25).verdict == ""


def test_chance_among_three_is_a_third():
    assert tally([("won", 3, 10), ("lost", 3, 20)]).expected == pytest.approx(1 / 3)
    assert tally([("won", 2, 10), ("lost", 4, 10)]).expected == pytest.approx(0.375)


def test_lengths_have_a_median_and_groups_that_hold_all():
    seen = lengths([(10, 1), (12, 2), (30, 1)])
    assert (seen.matches, seen.least, seen.median, seen.most) == (4, 10, 12, 30)
    assert sum(count for _, _, count in seen.groups) == 4
    assert lengths([(3, 1), (6, 1)]).median == 4.5
    assert lengths([]) is None


def test_a_match_on_the_site_is_counted_when_it_ends():
    visitor, other = a_visitor(), a_visitor()
    match = open_match(visitor, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
    match = sit_down(other, match.key, 1, starter("demon"))
    while match.turn < 2:
        deciding = (visitor, other)[match.waiting_for]
        if game_of(match).pending.kind == "role":
            # The First Player leaves the first turn to the other.
            match = choose(deciding, match.key, match.version, "positioning")
        match = play_on((visitor, other)[match.waiting_for], match, 1)
    declared = [
        event["data"]["seat"] for step in match.all_steps.all() for event in step.events
        if event["kind"] == "turn_declared"
    ]  # fmt: skip
    match = concede(visitor, match.key)
    outcome = Outcome.objects.get(match=match)
    assert (outcome.source, outcome.reason, outcome.turns, outcome.drawn) == ("people", "conceded", match.turn, False)
    assert list(outcome.standings.values_list("user", "faction", "result", "first")) == [
        (visitor.user.pk, "chapter", "lost", declared[0] == 0),
        (other.user.pk, "demon", "won", declared[0] == 1),
    ]


def test_sources_are_told_apart():
    visitor = a_visitor()
    concede(visitor, against_a_bot(visitor).key)
    concede(visitor, hot_seat(visitor).key)
    over()
    logged(visitor.user)
    assert sorted(Outcome.objects.values_list("source", flat=True)) == ["bots", "hotseat", "logged", "people"]
    assert statistics(Filters()).matches == 3
    assert statistics(Filters(source="hotseat")).matches == 1


def test_a_match_that_continues_another_is_not_counted():
    assert over(continues=over().match) is None


def test_casual_and_unlisted_matches_are_no_statistics():
    over(casual=True)
    logged(UserFactory(), visibility="unlisted")
    assert statistics(Filters()).matches == 0


def test_filters_choose_by_mode_source_period_and_rating():
    over()
    over(mode="ffa3", factions="demon chapter reborn")
    over(over=timezone.now() - timedelta(days=100))
    logged(UserFactory())
    Outcome.objects.filter(mode="ffa3").update(ranked=True)
    counts = {
        "": 4, "mode=duel": 3, "mode=ffa3": 1, "source=logged": 1, "period=month": 3, "period=year": 4, "ranked=1": 1,
        "mode=nonsense": 4, "period=nonsense": 4,
    }  # fmt: skip
    for query, count in counts.items():
        assert statistics(Filters.read(dict([query.split("=")] if query else []))).matches == count, query


def test_factions_are_counted_without_mirrors_and_draws_apart():
    for winners in ([0], [0], [1], [], [0, 1]):
        over(winners=winners)
    over(factions="demon demon")
    figures = statistics(Filters())
    assert figures.factions["demon"] == Tally(won=2, drawn=2, lost=1)
    assert figures.factions["chapter"] == Tally(won=1, drawn=2, lost=2)
    assert figures.mirrors == {"demon": 2}
    assert (figures.matches, figures.drawn) == (6, 2)
    assert figures.meeting("demon", "chapter") == Tally(won=2, drawn=2, lost=1)


def test_among_three_only_winner_and_loser_met():
    over(mode="ffa3", factions="demon chapter reborn", winners=[0])
    figures = statistics(Filters())
    assert figures.meeting("demon", "chapter") == Tally(won=1)
    assert figures.meeting("chapter", "demon") == Tally(lost=1)
    assert figures.meeting("chapter", "reborn").matches == 0
    assert figures.factions["chapter"].expected == pytest.approx(1 / 3)


def test_allies_do_not_meet_and_win_together():
    over(mode="team", factions="demon chapter reborn faceless", winners=[0, 2])
    figures = statistics(Filters())
    assert figures.meeting("demon", "reborn").matches == 0
    assert figures.meeting("reborn", "faceless") == Tally(won=1)
    assert figures.factions["demon"].expected == 0.5


def test_the_first_turn_is_counted_where_it_is_known():
    over(winners=[0])
    over(winners=[1])
    over(winners=[1], turn=0)
    logged(UserFactory(), first=None)
    logged(UserFactory(), first=0)
    assert statistics(Filters()).first_turn == Tally(won=2, lost=1)


def test_only_public_decks_are_listed():
    public, private = PublicDeckFactory(), DeckFactory()
    for _ in range(3):
        over(decks=[public, private])
    (deck,) = statistics(Filters()).decks
    assert (deck.key, deck.author, deck.tally) == (public.key, public.owner.username, Tally(won=3))


def test_counting_everything_anew_changes_nothing():
    visitor = a_visitor()
    concede(visitor, against_a_bot(visitor).key)
    over(winners=[])
    logged(visitor.user)

    def rows() -> list[Any]:
        names = ("outcome__match", "outcome__logged", "outcome__source", "outcome__day", "number", "user", "result")
        return sorted(map(str, Standing.objects.values_list(*names, "first", "mirror", "faction")))

    before = rows()
    assert record_all() == 3
    assert rows() == before


def test_plots_tell_in_words_what_they_draw():
    drawn = whiskers("Won", [Whisker("<Demons>", Tally(won=9, lost=3), "faction-demon"), Whisker("Rare", Tally(won=1))])
    assert 'aria-label="Won. &lt;Demons&gt;: 75 % (47–91 %) of 12; Rare: too few (1)."' in drawn
    assert drawn.count('class="dot"') == 1
    assert course("Rating", [("1", 1500, 300)]) == ""
    assert "from 1500 to 1540 ± 250" in course("Rating", [("1", 1500, 300), ("2", 1540, 250)])


def test_the_page_shows_figures_with_intervals_and_asks_few_questions(
    client: Client, django_assert_max_num_queries: Any
):
    for number in range(24):
        over(winners=[number % 2 and number % 3 and 1])
    with django_assert_max_num_queries(8):
        page = client.get("/matches/statistics/").content.decode()
    assert "24 matches" in page
    assert "Who beats whom" in page
    assert "67 %" in page
    with django_assert_max_num_queries(4):
        client.get("/matches/statistics/")
    assert "No match fits" in client.get("/matches/statistics/?mode=team").content.decode()
    assert client.get("/matches/statistics/?mode=%00&period=x&source=' OR 1").status_code == 200


def test_too_few_matches_show_counts_but_no_share(client: Client):
    over()
    page = client.get("/matches/statistics/").content.decode()
    assert "too few (1)" in page
    assert "100 %" not in page


def test_the_player_page_shows_history_results_and_rating(client: Client, django_assert_max_num_queries: Any):
    one, two = a_visitor(username="Anna"), a_visitor(username="Bert")
    for _ in range(12):
        match = open_match(one, "duel", [SeatPlan("person", starter("chapter")), SeatPlan("open")], QUICK)
        sit_down(two, match.key, 1, starter("demon"))
        concede(two, match.key)
    logged(one.user)
    with django_assert_max_num_queries(8):
        page = client.get("/accounts/players/Anna/").content.decode()
    assert "13 won, 0 drawn, 0 lost" in page
    assert "provisional" in page
    assert "100 % (76–100 %) of 12" in page
    assert page.count("real table") == 1
    assert "/accounts/players/Bert/" in page


def test_the_player_page_hides_what_only_its_players_may_see(client: Client):
    user, other = UserFactory(username="Anna"), UserFactory(username="Bert")
    secret = over(users=[user, other], watching=Match.Watching.PLAYERS)
    entry = logged(user, visibility="private")
    page = client.get("/accounts/players/Anna/").content.decode()
    assert secret.match.key not in page
    assert entry.key not in page
    assert "No matches yet." in page
    client.force_login(other)
    page = client.get("/accounts/players/Anna/").content.decode()
    assert secret.match.key in page
    assert entry.key not in page
    client.force_login(user)
    assert entry.key in client.get("/accounts/players/Anna/").content.decode()


def test_a_long_history_has_pages(client: Client):
    user = UserFactory(username="Anna")
    for _ in range(25):
        over(users=[user, UserFactory()])
    assert "Page 1 of 2" in client.get("/accounts/players/Anna/").content.decode()
    assert "Page 2 of 2" in client.get("/accounts/players/Anna/?page=2").content.decode()
