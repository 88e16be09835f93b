"""Beginning, playing, cancelling and sharing experiments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.db.models import QuerySet
from django.utils import timezone

from decks.refusals import OnlyForStaff, Unknown
from decks.visitors import Visitor
from laboratory import refusals, services
from laboratory.games import play_all
from laboratory.models import Batch, Experiment
from laboratory.recording import add
from laboratory.services import running, starting
from laboratory.services.starting import all_starters
from matches.setting_up.deck_choices import Brought
from tests.factories import DeckFactory
from tests.laboratory.trials import a_starter, a_visitor, begin, begin_against_all

Queue = Callable[[], list[int]]
pytestmark = pytest.mark.usefixtures("dawnfall")


def sums_of(experiment: Experiment) -> Any:
    """What the games give when they are played here and now, one after another."""
    return play_all(experiment.plan, range(experiment.games))[1]


def test_an_experiment_is_cut_into_batches_and_played_to_its_end():
    begin(games=10)
    experiment = Experiment.objects.get()
    assert (experiment.status, experiment.played) == ("done", 10)
    assert experiment.finished is not None
    assert [(batch.first, batch.count, batch.done) for batch in experiment.batches.all()] == [
        (0, 4, True), (4, 4, True), (8, 2, True),
    ]  # fmt: skip
    assert [line["number"] for batch in experiment.batches.all() for line in batch.games] == list(range(10))
    assert experiment.sums == sums_of(experiment)


def test_a_deck_meets_the_starter_decks_of_all_other_factions():
    begin_against_all(games=10)
    experiment = Experiment.objects.get()
    factions = [contender.faction for contender in experiment.contenders.all()]
    assert factions[0] == "chapter"
    assert sorted(factions[1:]) == ["demon", "dvergar", "faceless", "reborn", "rhazack"]
    assert {number: sum(met["turns"].values()) for number, met in experiment.sums["against"].items()} == {
        str(number): 2 for number in range(1, 6)
    }


def test_the_deck_is_kept_as_it_was_when_the_experiment_began():
    deck = DeckFactory(faction_slug="demon", name="Fire")
    experiment = begin(Visitor(user=deck.owner), tried=Brought(deck.list, deck), met=[a_starter("chapter")])
    before = experiment.contenders.get(number=0).choice
    deck.cards = {}
    deck.save()
    deck.delete()
    kept = Experiment.objects.get().contenders.get(number=0)
    assert (kept.name, kept.choice, kept.deck_row) == ("Fire", before, None)
    assert sum(kept.choice.cards.values()) == 25


def test_guests_begin_nothing():
    with pytest.raises(refusals.AccountNeeded, match="needs an account"):
        begin(Visitor(guest="somebody"))


def test_one_experiment_at_a_time(queue: Queue):
    visitor = a_visitor()
    first = begin(visitor)
    with pytest.raises(refusals.OneAtATime, match=first.key):
        begin(visitor)
    begin()
    services.cancel(visitor, first.key)
    begin(visitor)


def test_so_many_a_day(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(starting, "MOST_A_DAY", 2)
    visitor = a_visitor()
    for _ in range(2):
        begin(visitor)
    with pytest.raises(refusals.TooManyToday, match="begun 2 experiments"):
        begin(visitor)
    Experiment.objects.update(created=timezone.now() - timedelta(days=2))
    begin(visitor)


@pytest.mark.parametrize(("level", "games"), [("recruit", 9), ("recruit", 5_001), ("veteran", 1_001), ("warlord", 61)])
def test_the_number_of_games_is_bounded_by_level(level: str, games: int):
    with pytest.raises(refusals.WrongNumberOfGames, match=f"^{games} games; from 10 to "):
        begin(level=level, games=games)
    assert not Experiment.objects.exists()


def test_unknown_bots_are_refused():
    with pytest.raises(refusals.UnknownLevel, match="There is no level “general”. Known are: recruit"):
        begin(level="general")


def test_no_faction_meets_itself():  # DF-SETUP-17
    with pytest.raises(refusals.SameFaction, match="Both decks are of .*DF-SETUP-17"):
        begin(met=[a_starter("chapter")])
    assert "chapter" not in {brought.deck.faction for brought in all_starters("chapter")}


def test_illegal_decks_are_not_tried():
    deck = DeckFactory(faction_slug="demon", name="Half", cards={"fireball": 2})
    with pytest.raises(refusals.DeckNotLegal, match="“Half” cannot be tried"):
        begin(tried=Brought(deck.list, deck), met=[a_starter("chapter")])


def test_cancelling_keeps_what_was_played_and_plays_no_more(queue: Queue):
    visitor = a_visitor()
    experiment = begin(visitor)
    first, second, _third = experiment.batches.all()
    assert services.play_batch(first.pk)
    services.cancel(visitor, experiment.key)
    assert not services.play_batch(second.pk)
    experiment.refresh_from_db()
    assert (experiment.status, experiment.played) == ("cancelled", 4)
    with pytest.raises(refusals.NotRunning):
        services.cancel(visitor, experiment.key)


def test_only_its_owner_changes_an_experiment(queue: Queue):
    experiment = begin()
    with pytest.raises(refusals.NoSuchExperiment):
        services.cancel(a_visitor(), experiment.key)
    Experiment.objects.update(visibility="public")
    for deed in (services.cancel, services.delete, lambda *asked: services.set_visibility(*asked, "private")):
        with pytest.raises(refusals.NotYourExperiment):
            deed(a_visitor(), experiment.key)


def test_a_batch_is_counted_once_however_often_it_is_played(queue: Queue):
    experiment = begin()
    [batch, *_] = experiment.batches.all()
    lines, sums = play_all(experiment.plan, batch.numbers)
    assert services.play_batch(batch.pk)
    assert not services.play_batch(batch.pk)
    batch.refresh_from_db()
    assert not running._store(batch, lines, sums)
    experiment.refresh_from_db()
    assert (experiment.played, experiment.sums) == (4, sums)


def test_a_batch_that_somebody_plays_is_left_to_them(queue: Queue):
    experiment = begin()
    [batch, *_] = experiment.batches.all()
    Batch.objects.filter(pk=batch.pk).update(holder="another", leased=timezone.now())
    assert not services.play_batch(batch.pk)
    assert services.requeue_lost() == 0


def test_a_batch_whose_worker_has_died_is_played_again_by_the_next(queue: Queue):
    experiment = begin()
    [batch, *_] = experiment.batches.all()
    long_ago = timezone.now() - running.LEASE - timedelta(seconds=1)
    Batch.objects.filter(pk=batch.pk).update(holder="dead", leased=long_ago, tries=1)
    before = queue()
    assert services.requeue_lost() == 1
    assert queue() == [*before, batch.pk]
    assert services.requeue_lost() == 0
    assert services.play_batch(batch.pk)
    batch.refresh_from_db()
    assert (batch.done, batch.tries) == (True, 2)
    assert Experiment.objects.get().played == 4


def test_batches_that_fell_out_of_the_queue_are_queued_again(queue: Queue):
    begin(games=10)
    before = queue()
    assert services.requeue_lost() == 0
    Batch.objects.update(queued=timezone.now() - running.LOST - timedelta(seconds=1))
    assert services.requeue_lost() == 3
    assert queue() == before * 2
    assert services.requeue_lost() == 0


def test_batches_that_wait_behind_others_are_not_queued_twice(queue: Queue):
    begin(games=10)
    Batch.objects.update(queued=timezone.now() - running.LOST - timedelta(seconds=1))
    Batch.objects.filter(number=0).update(holder="another", leased=timezone.now())
    assert services.requeue_lost() == 0


def test_a_batch_that_kills_its_workers_stops_the_experiment(queue: Queue):
    begin()
    long_ago = timezone.now() - running.LEASE - timedelta(seconds=1)
    Batch.objects.filter(number=0).update(holder="dead", leased=long_ago, tries=running.MOST_TRIES)
    services.requeue_lost()
    assert Experiment.objects.get().status == "stopped"


def test_an_experiment_of_older_rules_is_not_mixed_with_newer_ones(queue: Queue):
    experiment = begin()
    Experiment.objects.update(rules="0.0")
    assert not services.play_batch(experiment.batches.first().pk)
    assert Experiment.objects.get().status == "stopped"


def test_a_worker_that_has_lost_its_lease_stops(queue: Queue, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(running, "SIGN_SECONDS", 0.0)
    experiment = begin()
    [batch, *_] = experiment.batches.all()
    real = running.play_all

    def robbed(*asked: Any) -> Any:
        Batch.objects.filter(pk=batch.pk).update(holder="another")
        return real(*asked)

    monkeypatch.setattr(running, "play_all", robbed)
    assert not services.play_batch(batch.pk)
    batch.refresh_from_db()
    assert (batch.done, batch.holder) == (False, "another")


def test_a_database_that_does_not_answer_breaks_no_game(queue: Queue, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(running, "SIGN_SECONDS", 0.0)
    begin()
    real = running._claim

    def claim(key: int) -> Batch | None:
        batch = real(key)
        monkeypatch.setattr(QuerySet, "update", lambda *asked, **values: (_ for _ in ()).throw(DatabaseError("locked")))
        return batch

    monkeypatch.setattr(running, "_claim", claim)
    assert not services.play_batch(queue()[0])
    experiment = Experiment.objects.get()
    assert (experiment.played, experiment.sums, experiment.status) == (0, {}, "running")


def test_sharing_and_taking_down(queue: Queue):
    visitor = a_visitor()
    experiment = begin(visitor)
    other = a_visitor()
    with pytest.raises(refusals.NoSuchExperiment):
        services.experiment_to_see(other, experiment.key)
    services.set_visibility(visitor, experiment.key, "unlisted")
    assert services.experiment_to_see(other, experiment.key) == experiment
    assert not Experiment.objects.public().exists()
    with pytest.raises(Unknown):
        services.set_visibility(visitor, experiment.key, "secret")
    with pytest.raises(OnlyForStaff):
        services.take_down(other, experiment.key)
    services.take_down(a_visitor(is_staff=True), experiment.key)
    with pytest.raises(refusals.NoSuchExperiment):
        services.experiment_to_see(other, experiment.key)


def test_an_experiment_is_deleted_once_it_is_over(queue: Queue):
    visitor = a_visitor()
    experiment = begin(visitor)
    with pytest.raises(refusals.StillRunning):
        services.delete(visitor, experiment.key)
    services.cancel(visitor, experiment.key)
    services.delete(visitor, experiment.key)
    assert not Experiment.objects.exists()


def test_sums_of_batches_make_the_sums_of_the_experiment():
    begin(games=10)
    experiment = Experiment.objects.get()
    total: dict[str, Any] = {}
    for batch in experiment.batches.all():
        add(total, play_all(experiment.plan, batch.numbers)[1])
    assert total == experiment.sums
