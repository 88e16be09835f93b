"""How experiments are written as JSON, and read."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from decks.api.serializers import StrictSerializer
from laboratory.limits import LEAST_GAMES, LIMITS, levels
from laboratory.models import LONGEST_SEED, Contender, Experiment
from matches.api.reading import BroughtSerializer

MOST_GAMES = max(limit.most for limit in LIMITS.values())


class ContenderSerializer(serializers.ModelSerializer):
    """A deck of the experiment."""

    class Meta:
        model = Contender
        fields = ["number", "name", "faction"]


class ExperimentSerializer(serializers.ModelSerializer):
    """An experiment, and how far it is."""

    owner = serializers.CharField(source="owner.username", help_text="Who began it.")
    decks = ContenderSerializer(source="contenders", many=True, help_text="Number 0 is the one that is tried.")
    url = serializers.SerializerMethodField(help_text="This experiment in the API.")
    result = serializers.SerializerMethodField(help_text="What has come out so far.")
    page = serializers.SerializerMethodField(help_text="Its page on the site, for people.")

    class Meta:
        model = Experiment
        fields = [
            "key", "owner", "visibility", "status", "level", "seed", "rules", "games", "played", "decks", "created",
            "finished", "url", "result", "page",
        ]  # fmt: skip

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, experiment: Experiment) -> str:
        return reverse("laboratory-api:experiment", args=[experiment.key], request=self.context["request"])

    @extend_schema_field(OpenApiTypes.URI)
    def get_result(self, experiment: Experiment) -> str:
        return reverse("laboratory-api:result", args=[experiment.key], request=self.context["request"])

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, experiment: Experiment) -> str:
        return str(self.context["request"].build_absolute_uri(experiment.get_absolute_url()))


class ExperimentInputSerializer(StrictSerializer):
    """An experiment to begin."""

    deck = BroughtSerializer(help_text="The deck to try.")
    against = BroughtSerializer(required=False, help_text="Left out: all starter decks of the other factions.")
    level = serializers.ChoiceField(choices=levels(), default=levels()[0], help_text="How well both sides play.")
    games = serializers.IntegerField(
        min_value=LEAST_GAMES, max_value=MOST_GAMES,
        help_text="Rounded up, so that all opponents are met equally often from both seats.",
    )  # fmt: skip
    seed = serializers.CharField(max_length=LONGEST_SEED, required=False, default="", help_text="Decides all luck.")
    visibility = serializers.ChoiceField(
        choices=Experiment.Visibility.choices, default=Experiment.Visibility.PRIVATE, help_text="Who may see it."
    )


class WinRateSerializer(serializers.Serializer):
    """Games won, drawn and lost; the share of the decided ones with its 95 % interval."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class GamesEndSerializer(WinRateSerializer):
    """A way in which games ended."""

    reason = serializers.CharField()


class CardFiguresSerializer(serializers.Serializer):
    """What a card did."""

    card = serializers.SlugField()
    name = serializers.CharField()
    copies = serializers.IntegerField(help_text="In the deck; 0 for one that comes with a Squad.")
    drawn = serializers.IntegerField(help_text="Copies that came to hand.")
    seen = serializers.IntegerField(help_text="Games in which it came to hand or was played.")
    upper = serializers.IntegerField(help_text="Uses of the upper half.")
    lower = serializers.IntegerField(help_text="Uses of the lower half.")
    attached = serializers.IntegerField(help_text="How often it was attached.")
    if_played = WinRateSerializer(help_text="The games in which it was played.")
    if_held = WinRateSerializer(help_text="The games in which it was drawn but not played.")


class SquadFiguresSerializer(serializers.Serializer):
    """What a Squad did, in all games together."""

    squad = serializers.SlugField()
    name = serializers.CharField()
    copies = serializers.IntegerField()
    fielded = serializers.IntegerField(help_text="How often it took part; twice a game for two of them.")
    kills = serializers.IntegerField()
    points = serializers.IntegerField(help_text="Victory Points by its kills.")
    lost = serializers.IntegerField(help_text="Models lost.")
    given = serializers.IntegerField(help_text="Victory Points for its dead.")
    dealt = serializers.IntegerField(help_text="Wounds dealt.")
    taken = serializers.IntegerField(help_text="Wounds suffered.")
    activated = serializers.IntegerField()
    balance = serializers.FloatField(help_text="Points earned less given, for each time it was fielded.")
    balance_reach = serializers.FloatField(allow_null=True, help_text="Half of the 95 % interval of the balance.")


class TriedDeckSerializer(serializers.Serializer):
    """A deck with what its cards and Squads did."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    faction = serializers.SlugField()
    deck = serializers.DictField(help_text="As it was when the experiment began.")
    tried_against_it = WinRateSerializer(required=False, help_text="How the deck that is tried did against this one.")
    cards = CardFiguresSerializer(many=True)
    squads = SquadFiguresSerializer(many=True)


class DeckAdviceSerializer(serializers.Serializer):
    """A sentence of advice."""

    deck = serializers.IntegerField(help_text="Number of the deck.")
    kind = serializers.ChoiceField(choices=("card", "squad"))
    slug = serializers.SlugField()
    games = serializers.IntegerField(help_text="How many games stand behind it.")
    sentence = serializers.CharField()


class ExperimentResultSerializer(serializers.Serializer):
    """All figures of an experiment so far."""

    form = serializers.CharField(help_text="Name of this form of file.")
    key = serializers.CharField()
    status = serializers.ChoiceField(choices=Experiment.Status.choices)
    level = serializers.CharField()
    seed = serializers.CharField()
    rules = serializers.CharField()
    games = serializers.IntegerField()
    played = serializers.IntegerField()
    broken = serializers.IntegerField(help_text="Games that came to no end and count for nothing.")
    overall = WinRateSerializer(help_text="How the deck that is tried did.")
    with_first_turn = WinRateSerializer()
    with_second_turn = WinRateSerializer()
    first_turn = WinRateSerializer(help_text="Whoever had the first turn, whichever deck it was.")
    victory_points = serializers.ListField(child=serializers.FloatField(), help_text="Means: one's own, and theirs.")
    turns = serializers.DictField(child=serializers.IntegerField(), help_text="Games by number of turns.")
    ends = GamesEndSerializer(many=True)
    decks = TriedDeckSerializer(many=True)
    advice = DeckAdviceSerializer(many=True)

    def to_representation(self, instance: Any) -> Any:
        # The figures are plain data already.
        return instance
