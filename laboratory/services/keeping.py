"""Finding an experiment, saying who may see it, and taking it away."""

from __future__ import annotations

from django.db import transaction

from decks.refusals import OnlyForStaff, Unknown
from decks.visitors import Visitor
from laboratory.models import Experiment
from laboratory.refusals import NoSuchExperiment, NotYourExperiment, StillRunning


def experiment_to_see(visitor: Visitor, key: str) -> Experiment:
    """The experiment, if the visitor may know of it, with everything its page shows."""
    seen = Experiment.objects.visible_to(visitor).select_related("owner").prefetch_related("contenders__deck_row")
    experiment = seen.filter(key=key).first()
    if experiment is None:
        raise NoSuchExperiment(key)
    return experiment


def own_experiment(visitor: Visitor, key: str) -> Experiment:
    """The visitor's experiment, locked until the transaction ends."""
    locked = Experiment.objects.select_for_update(of=("self",))
    experiment = locked.owned_by(visitor).filter(key=key).first()
    if experiment is None:
        experiment_to_see(visitor, key)
        raise NotYourExperiment
    return experiment


@transaction.atomic
def set_visibility(visitor: Visitor, key: str, visibility: str) -> Experiment:
    """Make an experiment private, unlisted or public."""
    if visibility not in Experiment.Visibility.values:
        raise Unknown("visibility", visibility, ", ".join(Experiment.Visibility.values))
    experiment = own_experiment(visitor, key)
    experiment.visibility = visibility
    experiment.save(update_fields=["visibility"])
    return experiment


@transaction.atomic
def take_down(staff: Visitor, key: str) -> Experiment:
    """Make somebody's experiment private, as moderation. Its owner keeps it."""
    if not staff.is_staff:
        raise OnlyForStaff
    experiment = experiment_to_see(staff, key)
    experiment.visibility = Experiment.Visibility.PRIVATE
    experiment.save(update_fields=["visibility"])
    return experiment


@transaction.atomic
def delete(visitor: Visitor, key: str) -> None:
    """Delete one's experiment for good, once nobody plays for it any more."""
    experiment = own_experiment(visitor, key)
    if experiment.is_running:
        raise StillRunning
    experiment.delete()
