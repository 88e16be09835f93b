"""Levels of bots: named with a few words wherever one is chosen, and a Veteran where nobody has chosen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.bots import LEVELS
from matches.models import Match
from matches.services import concede, continue_from, propose, rematch
from matches.setting_up.forms import SeatForm
from matches.thinking.levels import LEVEL_NAMES, LEVEL_WORDS, USUAL_LEVEL, known_level, level_choices
from tests.matches.tables import a_visitor, hot_seat, play_on
from tests.matches.test_agreeing import two_people
from tests.matches.test_lobby import an_open_table, client_of, text

pytestmark = pytest.mark.usefixtures("dawnfall")


def test_every_level_has_a_name_and_a_few_words():
    assert tuple(LEVEL_NAMES) == tuple(LEVEL_WORDS) == LEVELS
    assert [words.partition(":")[0] for _level, words in level_choices()] == ["Recruit", "Veteran", "Warlord"]


def test_what_is_no_level_is_the_usual_one():
    assert [known_level(word) for word in ("warlord", "emperor", "", None)] == ["warlord", *3 * [USUAL_LEVEL]]


def test_a_new_match_seats_the_usual_bot():
    form = SeatForm({"s-who": "bot", "s-deck": "any"}, prefix="s", visitor=a_visitor(), decks=[("any", "Any")])
    assert form.is_valid(), form.errors
    assert form.cleaned_data["level"] == USUAL_LEVEL
    assert 'value="veteran" selected' in str(SeatForm(prefix="s", visitor=a_visitor(), decks=[])["level"])


@pytest.mark.parametrize(("asked", "seated"), [("warlord", "warlord"), ("", USUAL_LEVEL)])
def test_the_opener_chooses_the_bot_of_a_free_seat(asked: str, seated: str):
    opener = a_visitor()
    match = an_open_table(opener)
    client = client_of(opener)
    assert "plays matches out in its head" in text(client, match.get_absolute_url())
    client.post(f"/matches/{match.key}/seats/1/bot/", {"level": asked})
    assert match.seats.get(number=1).bot == seated


@pytest.mark.parametrize(("asked", "seated"), [("recruit", "recruit"), ("", USUAL_LEVEL)])
def test_who_proposes_a_bot_for_somebody_who_left_says_which(asked: str, seated: str):
    one, two, match = two_people()
    other, late = (two, match.waiting_for) if match.waiting_for == 0 else (one, match.waiting_for)
    Match.objects.filter(pk=match.pk).update(changed=timezone.now() - timedelta(minutes=5))
    propose(other, match.key, "replace", asked)
    assert match.seats.get(number=late).bot == seated


def test_a_match_that_goes_on_has_the_bots_that_were_asked_for():
    visitor = a_visitor()
    match = concede(visitor, play_on(visitor, hot_seat(visitor), 40).key)
    new = continue_from(visitor, match, 20, frozenset({1}), "recruit")
    assert [seat.bot for seat in new.seats.all()] == ["", "recruit"]
    client = client_of(visitor)
    assert "plays matches out in its head" in text(client, f"/matches/{match.key}/replay/20/")
    client.post(f"/matches/{match.key}/continue/", {"step": 20, "seat": 1, "level": "recruit"})
    assert [seat.bot for seat in Match.objects.order_by("pk").last().seats.all()] == ["recruit", ""]


def test_a_rematch_meets_the_same_bot():
    visitor = a_visitor()
    match = hot_seat(visitor)
    match.seats.filter(number=1).update(kind="bot", bot="warlord", user=None)
    concede(visitor, match.key)
    new = rematch(visitor, match.key)
    assert sorted(seat.bot for seat in new.seats.all()) == ["", "warlord"]
