"""Statistics of all matches that are over: shares only where enough matches stand behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError as FormError
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api import values
from matches.api.manners import MatchView
from matches.engine.dawnfall.setup import MODES
from matches.models import Outcome
from matches.stats.counting import PERIODS, Filters, Statistics, statistics
from matches.stats.figures import TOO_FEW, Tally

#: The filters of the page, read as strictly as all parameters here.
FIELDS: Mapping[str, values.ValueField] = {
    "mode": values.Choice(name="mode", words=MODES),
    "source": values.Choice(name="source", words=Outcome.Source.values),
    "period": values.Choice(name="period", words=PERIODS),
    "ranked": values.Flag(name="ranked"),
}
ABOUT = {
    "mode": "How many played, and against whom.",
    "source": "Between people on this site, with bots, one person on all sides, or at a real table.",
    "period": "The last 30, 90 or 365 days; all matches without it.",
    "ranked": "Only matches that changed ratings.",
}
PARAMETERS = [
    OpenApiParameter(
        name, bool if name == "ranked" else str, description=ABOUT[name], enum=getattr(field, "words", None)
    )
    for name, field in FIELDS.items()
]


class TallySerializer(serializers.Serializer):
    """Matches won, drawn and lost. Shares are of the decided ones, with 95 % intervals after Wilson."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    expected = serializers.FloatField(help_text="The share that pure chance would give.")
    share = serializers.SerializerMethodField(help_text=f"Null for fewer than {TOO_FEW} decided matches.")
    low = serializers.SerializerMethodField(help_text="The lower end of the interval.")
    high = serializers.SerializerMethodField(help_text="The upper end of the interval.")

    def get_share(self, tally: Tally) -> float | None:
        return None if tally.too_few else round(tally.share, 4)

    def get_low(self, tally: Tally) -> float | None:
        return None if tally.too_few else round(tally.interval.low, 4)

    def get_high(self, tally: Tally) -> float | None:
        return None if tally.too_few else round(tally.interval.high, 4)


class FactionFiguresSerializer(serializers.Serializer):
    """A faction against all others; mirror matches, which it always wins and loses, are counted beside."""

    faction = serializers.CharField()
    results = TallySerializer()
    mirrors = serializers.IntegerField(help_text="Seats that met their own faction.")


class MeetingSerializer(serializers.Serializer):
    """A faction against another."""

    faction = serializers.CharField()
    other = serializers.CharField()
    results = TallySerializer()


class DeckFiguresSerializer(serializers.Serializer):
    """A public deck."""

    key = serializers.CharField()
    name = serializers.CharField()
    faction = serializers.CharField()
    author = serializers.CharField()
    results = TallySerializer(source="tally")


class LengthGroupSerializer(serializers.Serializer):
    """How many matches had so many turns."""

    first = serializers.IntegerField(help_text="From so many turns.")
    last = serializers.IntegerField(help_text="To so many.")
    matches = serializers.IntegerField()


class LengthsSerializer(serializers.Serializer):
    """How many turns matches had."""

    matches = serializers.IntegerField(help_text="Those of which it is known.")
    least = serializers.IntegerField()
    median = serializers.FloatField()
    most = serializers.IntegerField()
    groups = LengthGroupSerializer(many=True)


class StatisticsSerializer(serializers.Serializer):
    """All figures of the matches that were asked for."""

    matches = serializers.IntegerField()
    drawn = serializers.IntegerField()
    modes = serializers.DictField(child=serializers.IntegerField(), help_text="Matches by mode.")
    reasons = serializers.DictField(child=serializers.IntegerField(), help_text="Matches by how they ended.")
    lengths = LengthsSerializer(allow_null=True)
    first_turn = TallySerializer(help_text="How those did who had the first turn.")
    factions = FactionFiguresSerializer(many=True)
    meetings = MeetingSerializer(many=True, help_text="The match-up matrix, for factions that have met.")
    decks = DeckFiguresSerializer(many=True, help_text="The public decks that were played most.")


class StatisticsView(MatchView):
    """Figures by faction, match-up, deck and mode."""

    def known_parameters(self) -> Sequence[str]:
        return [*FIELDS, *super().known_parameters()]

    @extend_schema(
        operation_id="statistics", tags=["statistics"], parameters=PARAMETERS, responses=StatisticsSerializer
    )
    def get(self, request: Request) -> Response:
        """Read how factions and decks do, how long matches are and how they end; at most a minute old."""
        return Response(StatisticsSerializer(as_told(statistics(filters_of(request)))).data)


def filters_of(request: Request) -> Filters:
    """What the address asks for."""
    wanted: dict[str, Any] = {}
    for name, field in FIELDS.items():
        try:
            wanted[name] = field.clean(request.query_params.get(name))
        except FormError as refused:
            raise ValidationError({name: refused.messages}) from refused
    return Filters(**{name: value for name, value in wanted.items() if value is not None})


def as_told(figures: Statistics) -> dict[str, Any]:
    """The figures in the form of the answer."""
    lengths = figures.lengths
    names = list(figures.factions)
    return {
        "matches": figures.matches,
        "drawn": figures.drawn,
        "modes": figures.by_mode,
        "reasons": figures.by_reason,
        "lengths": lengths
        and {
            "matches": lengths.matches, "least": lengths.least, "median": lengths.median, "most": lengths.most,
            "groups": [{"first": first, "last": last, "matches": count} for first, last, count in lengths.groups],
        },
        "first_turn": figures.first_turn,
        "factions": [
            {"faction": name, "results": figures.factions[name], "mirrors": figures.mirrors.get(name, 0)}
            for name in names
        ],
        "meetings": [
            {"faction": name, "other": other, "results": met}
            for name in names
            for other in names
            if name != other and (met := figures.meeting(name, other)).matches
        ],
        "decks": figures.decks,
    }  # fmt: skip
