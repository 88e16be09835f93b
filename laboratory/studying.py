"""What a deck's owner reads on its page: advice from the last experiment with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from decks.facts import facts_of
from decks.models import Deck
from laboratory.advice import Advice, enough
from laboratory.figures import Figures
from laboratory.games import OPTIONS
from laboratory.models import Contender, Experiment
from laboratory.showing import side_of
from matches.services.bringing import as_choice


@dataclass(frozen=True)
class Study:
    """The last experiment with a deck that has games enough, and what it advises."""

    experiment: Experiment
    advice: Sequence[Advice]
    #: Whether the deck has been changed since.
    outdated: bool


def study_of(deck: Deck) -> Study | None:
    """The owner's last finished experiment with the deck; none if there is none with games enough."""
    found = Contender.objects.filter(deck_row=deck, experiment__owner=deck.owner_id, number=0)
    found = found.exclude(experiment__status=Experiment.Status.RUNNING).select_related("experiment")
    contender = found.order_by("-experiment__created").first()
    if contender is None or not enough(contender.experiment.played):
        return None
    experiment = contender.experiment
    side = side_of(Figures(experiment.sums), contender, experiment.level)
    now = as_choice(deck.list, OPTIONS, facts_of(deck.system))
    return Study(experiment, side.advice, outdated=now != contender.choice)
