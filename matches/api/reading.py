"""From what was sent to what the services take: seats of a new match, and the decks they bring."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from decks.api.reading import list_from, system_called
from decks.api.serializers import ListSerializer, StrictSerializer
from decks.models import LONGEST_NAME
from decks.services.keeping import deck_to_read
from decks.visitors import Visitor
from matches.engine import Options
from matches.engine.dawnfall.setup import MODES
from matches.models import Match, Seat
from matches.services import SeatPlan
from matches.services.bringing import format_of
from matches.setting_up.deck_choices import PASTE, Brought, bring
from matches.setting_up.setups import read_options
from matches.setting_up.starters import dawnfall_factions
from matches.thinking.levels import LEVEL_CHOICES, USUAL_LEVEL

#: The switches that a match may set, each with a value of its kind.
LIKE: dict[str, Any] = {**json.loads(json.dumps(asdict(Options()))), "handicaps": [0], "always_pause": False}
# Casual matches take free decks, and no others.
LIKE.pop("free_decks", None)
MOST_VALUES, LARGEST_VALUE = 10, 300


class BroughtSerializer(StrictSerializer):
    """A deck to sit down with: exactly one of these."""

    starter = serializers.SlugField(required=False, help_text="The starter deck of this faction.")
    key = serializers.SlugField(required=False, help_text="A deck on the site that you may see.")
    code = serializers.CharField(required=False, max_length=2000, help_text="A deck code.")
    list = ListSerializer(required=False, help_text="The deck itself.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Send exactly one of starter, key, code and list."))
        if "starter" in attrs and attrs["starter"] not in dawnfall_factions():
            known = ", ".join(sorted(dawnfall_factions()))
            sentence = _("starter is “%(given)s”; expected one of %(known)s.")
            raise serializers.ValidationError({"starter": sentence % {"given": attrs["starter"], "known": known}})
        return attrs


class SeatPlanSerializer(StrictSerializer):
    """A seat of a new match."""

    kind = serializers.ChoiceField(
        choices=Seat.Kind.choices,
        help_text="“person” is yourself (several times for a hot seat), “bot”, “open” to everybody, or “invited”.",
    )
    name = serializers.CharField(
        max_length=LONGEST_NAME, required=False, default="", help_text="Another name for the seat, on a hot seat."
    )
    bot = serializers.ChoiceField(choices=LEVEL_CHOICES, default=USUAL_LEVEL, help_text="How well the bot plays.")
    deck = BroughtSerializer(required=False, help_text="Needed for yourself and for bots.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        taken = attrs["kind"] in {Seat.Kind.PERSON, Seat.Kind.BOT}
        if taken != ("deck" in attrs):
            said = _("This seat needs a deck.") if taken else _("Whoever takes this seat brings the deck.")
            raise serializers.ValidationError({"deck": [said]})
        return attrs


class MatchInputSerializer(StrictSerializer):
    """A match to open."""

    mode = serializers.ChoiceField(choices=tuple(MODES), help_text="How many play, and against whom.")
    seats = SeatPlanSerializer(many=True, help_text="In order of play; as many as the mode has.")
    options = serializers.DictField(
        child=serializers.JSONField(), required=False, default=dict, help_text="Optional rules that are switched."
    )
    casual = serializers.BooleanField(default=False, help_text="Decks need not be legal.")
    watching = serializers.ChoiceField(
        choices=Match.Watching.choices, default=Match.Watching.PUBLIC, help_text="Who may watch."
    )

    delay = serializers.IntegerField(
        min_value=0, max_value=3600, default=0, help_text="Watchers see the match so many seconds late."
    )
    hours = serializers.IntegerField(
        min_value=1, max_value=336, default=None, allow_null=True, help_text="Hours for each decision."
    )

    def validate_options(self, options: dict[str, Any]) -> dict[str, Any]:
        for name, value in options.items():
            if name not in LIKE:
                known = ", ".join(sorted(LIKE))
                raise serializers.ValidationError(
                    _("There is no option “%(name)s”. Known are: %(known)s.") % {"name": name[:40], "known": known}
                )
            if not _is_like(value, LIKE[name]):
                sentence = _("%(name)s is “%(given)s”; expected something like %(like)s.")
                like = json.dumps(LIKE[name])
                raise serializers.ValidationError(sentence % {"name": name, "given": str(value)[:40], "like": like})
        return options


def _is_like(value: Any, like: Any) -> bool:
    """Whether a value is of the kind of another, and no number too large for any table."""
    if isinstance(like, list):
        return isinstance(value, list) and len(value) <= MOST_VALUES and all(_is_like(each, like[0]) for each in value)
    return type(value) is type(like) and (not isinstance(value, int) or abs(value) <= LARGEST_VALUE)


def plans_from(visitor: Visitor, wanted: Mapping[str, Any]) -> list[SeatPlan]:
    """The seats as the services take them."""
    size = format_of(wanted["mode"], read_options(wanted["options"]))
    plans = []
    for seat in wanted["seats"]:
        came = brought(visitor, seat["deck"], size) if "deck" in seat else None
        plan = SeatPlan(seat["kind"], bot=seat["bot"], name=seat["name"])
        plans.append(plan if came is None else replace(plan, deck=came.deck, deck_row=came.row, order=came.order))
    return plans


def brought(visitor: Visitor, wanted: Mapping[str, Any], size: str) -> Brought:
    """The deck that somebody sits down with, and its row if it is kept on the site."""
    if "key" in wanted:
        row = deck_to_read(visitor, wanted["key"])
        return Brought(row.list, row)
    if "list" in wanted:
        return Brought(list_from(wanted["list"]))
    choice = PASTE if "code" in wanted else f"starter:{wanted['starter']}"
    found = bring(system_called("dawnfall"), visitor, choice, wanted.get("code", ""), size)
    assert found is not None  # noqa: S101 - only “any” brings nothing
    return found
