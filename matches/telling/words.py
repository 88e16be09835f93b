"""Sentences and words for events, where names are all that is to be filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext_lazy as plural

#: Sentences whose places are names of the event's data. `seat` is a player, `model` a model, `space` a Space.
SENTENCES: Mapping[str, Any] = {
    "activation_finished": lazy("%(squad)s is done."),
    "army_raised": lazy("%(seat)s leads the faction %(faction)s."),
    "attack_made": lazy("%(model)s attacks %(target)s with Attack Power %(power)s."),
    "backstab_declared": lazy("%(model)s backstabs %(target)s."),
    "banner_refreshed": lazy("%(seat)s turns the Banner face up again."),
    "card_attached": plural(
        "%(card)s comes with %(squad)s (%(charges)s charge).",
        "%(card)s comes with %(squad)s (%(charges)s charges).",
        "charges",
    ),
    "card_discarded": lazy("%(seat)s discards %(card)s."),
    "card_taken_back": lazy("%(seat)s takes %(card)s back into the hand."),
    "cavalry_deployed": lazy("%(seat)s brings %(squad)s onto the board."),
    "charges_moved": lazy("Charges on %(card)s of %(squad)s change by %(count)s."),
    "combat_cancelled": lazy("The Combat between %(starter)s and %(opponent)s is cancelled."),
    "combat_declared": lazy("%(starter)s fights %(opponent)s."),
    "counterattack_begun": lazy("%(model)s strikes back at %(target)s."),
    "crystal_left": lazy("%(seat)s leaves a Crystal to the neutral pile."),
    "crystals_destroyed": plural(
        "%(seat)s loses %(count)s Crystal for good.",
        "%(seat)s loses %(count)s Crystals for good.",
        "count",
    ),
    "crystals_refreshed": lazy("%(seat)s refreshes %(count)s of the Depleted Pool."),
    "deck_chosen": lazy("%(seat)s has chosen a deck."),
    "deck_ran_out": lazy("%(seat)s has drawn the last card of the deck."),
    "deck_reshuffled": plural(
        "%(seat)s shuffles the Discard pile into a new deck of %(count)s card.",
        "%(seat)s shuffles the Discard pile into a new deck of %(count)s cards.",
        "count",
    ),
    "endurance_given_up": lazy("%(squad)s gives up an Endurance token."),
    "endurance_lost": lazy("%(squad)s loses %(count)s Endurance."),
    "endurance_moved": lazy("Endurance of %(squad)s changes by %(count)s."),
    "endurance_restored": lazy("%(squad)s gets %(count)s Endurance back."),
    "enhancement_attached": lazy("%(seat)s attaches %(card)s to %(squad)s."),
    "enhancement_charged": plural(
        "%(card)s on %(squad)s gets %(count)s charge.",
        "%(card)s on %(squad)s gets %(count)s charges.",
        "count",
    ),
    "enhancement_discarded": lazy("%(card)s on %(squad)s is discarded."),
    "enhancement_moved": lazy("%(card)s goes from %(squad)s to %(to)s."),
    "extra_turn_granted": lazy("%(seat)s gets an additional turn."),
    "faction_taken": lazy("%(seat)s takes the faction %(faction)s."),
    "fault_noted": lazy("A chain of effects was cut off by the limit of rule %(rule)s."),
    "first_player_found": lazy("%(seat)s is the First Player."),
    "model_called": lazy("%(seat)s calls %(model)s to obey."),
    "model_pushed": lazy("%(model)s is Pushed from %(start)s to %(end)s."),
    "model_removed": lazy("%(model)s is removed from the match."),
    "model_returned": lazy("%(model)s comes back to the board."),
    "model_sacrificed": lazy("%(model)s is sacrificed."),
    "model_set_aside": lazy("%(model)s is set aside."),
    "mulligan_taken": lazy("%(seat)s shuffles the hand back and draws anew."),
    "passive_switched_on": lazy("The passive half of %(card)s on %(squad)s works from now on."),
    "point_bought": lazy("%(seat)s buys a Victory Point for 3 Crystals."),
    "shrine_moved": lazy("The Shrine of %(seat)s moves from %(start)s to %(space)s."),
    "shrine_placed": lazy("%(seat)s places the Shrine at %(space)s."),
    "shrine_tokens_changed": lazy("%(token)s on the Shrine of %(seat)s: %(count)s."),
    "source_overgrown": lazy("The Crystal Source at %(space)s is overgrown."),
    "source_placed": lazy("%(seat)s places a Crystal Source at %(space)s."),
    "source_removed": lazy("The Crystal Source at %(space)s is gone."),
    "squad_activated": lazy("%(seat)s activates %(squad)s."),
    "squad_disperses": lazy("%(seat)s moves %(squad)s before the first turn."),
    "squad_evolved": lazy("%(squad)s evolves with %(card)s."),
    "temporary_gained": plural(
        "%(seat)s gets %(count)s Temporary Crystal for this turn.",
        "%(seat)s gets %(count)s Temporary Crystals for this turn.",
        "count",
    ),
    "temporary_vanished": plural(
        "%(count)s unused Temporary Crystal of %(seat)s vanishes.",
        "%(count)s unused Temporary Crystals of %(seat)s vanish.",
        "count",
    ),
    "thicket_moved": lazy("A Thicket moves from %(start)s to %(end)s."),
    "thicket_placed": lazy("%(seat)s places a Thicket at %(space)s."),
    "thicket_removed": lazy("The Thicket at %(space)s is removed."),
    "token_laid": lazy("%(seat)s lays a %(token)s at %(space)s."),
    "token_taken_away": lazy("The %(token)s of %(seat)s at %(space)s is taken away."),
    "token_used": lazy("%(seat)s uses %(token)s."),
    "tokens_captured": plural(
        "%(seat)s captures %(count)s Victory Point token of %(owner)s.",
        "%(seat)s captures %(count)s Victory Point tokens of %(owner)s.",
        "count",
    ),
    "tokens_left": plural(
        "%(owner)s loses %(count)s Victory Point token to nobody.",
        "%(owner)s loses %(count)s Victory Point tokens to nobody.",
        "count",
    ),
    "turn_ended": lazy("Turn %(turn)s is over."),
    "wood_removed": lazy("The wood at %(space)s is removed."),
}

DICE = {"yellow": lazy("the Yellow Die"), "red": lazy("the Red Die")}
PURPOSES = {
    "attack": lazy("for the Attack"),
    "defense": lazy("for the Defense"),
    "check": lazy("for the Check for Hit"),
}
REASONS = {
    "track": lazy("the Victory track was full"),
    "captured": lazy("enough Victory Point tokens were captured"),
    "deck": lazy("a deck ran out"),
    "elimination": lazy("a player was eliminated"),
    "models": lazy("an army was wiped out"),
    "tokens": lazy("all Victory Point tokens were lost"),
    "stalemate": lazy("nothing happened any more"),
    "conceded": lazy("a player conceded"),
    "draw": lazy("the players agreed on it"),
    "time": lazy("a player ran out of time"),
}
#: What makes a line stand out in the log.
TONES = {
    "turn_declared": "turn", "die_rolled": "dice", "hits_checked": "dice", "attack_compared": "dice",
    "model_killed": "grave", "model_wounded": "grave", "model_sacrificed": "grave", "match_ended": "turn",
    "player_eliminated": "grave", "marker_moved": "points", "tokens_captured": "points",
}  # fmt: skip


def reason_words(reason: str) -> str:
    """Why a match ended."""
    return str(REASONS.get(reason, reason))
