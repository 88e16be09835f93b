"""How views, logs, replays and proofs are written as JSON."""

from __future__ import annotations

from rest_framework import serializers

from matches.api.serializers import ResultSerializer, ThoughtSerializer

#: What a view holds beside plain numbers and words; the engine writes it, see matches/engine/dawnfall/views.py.
OBJECT = {"type": "object", "additionalProperties": True}
VIEW = {
    "type": "object",
    "description": "All that the seat may know, and nothing more.",
    "properties": {
        "system": {"type": "string"},
        "mode": {"type": "string"},
        "options": OBJECT,
        "board": {"type": "string", "description": "Name of the board."},
        "seat": {"type": ["integer", "null"], "description": "Through whose eyes; null for a watcher."},
        "stage": {"type": "string", "description": "What runs now, from first_player to end_step."},
        "turn": {"type": "integer"},
        "active": {"type": "integer", "description": "Seat whose turn it is."},
        "neutral": {**OBJECT, "description": "Crystals and charges in the Neutral Pool."},
        "marker": {"type": ["integer", "null"], "description": "Victory marker of two players."},
        "victory_points": {"type": "array", "items": {"type": "integer"}},
        "seats": {"type": "array", "items": OBJECT, "description": "Pools, counts of hand and deck, discards."},
        "own": {"anyOf": [OBJECT, {"type": "null"}], "description": "Your hand."},
        "squads": {"type": "array", "items": OBJECT, "description": "Mode, Endurance, Enhancements, tokens."},
        "models": {"type": "array", "items": OBJECT, "description": "Where they stand, attributes, tokens."},
        "sources": {"type": "array", "items": OBJECT},
        "effects": {"type": "array", "items": OBJECT},
        "fight": {"anyOf": [OBJECT, {"type": "null"}], "description": "The Combat under way."},
        "activation": {"anyOf": [OBJECT, {"type": "null"}]},
        "result": {"anyOf": [OBJECT, {"type": "null"}]},
    },
    "additionalProperties": True,
}


class EventSerializer(serializers.Serializer):
    """Something that happened, as far as you may know it."""

    kind = serializers.CharField()
    data = serializers.DictField()  # type: ignore[assignment]
    sentence = serializers.CharField(help_text="The same in words.")


class StepSerializer(serializers.Serializer):
    """A choice and what it led to."""

    step = serializers.IntegerField(help_text="Its number, from 0.")
    turn = serializers.IntegerField()
    seat = serializers.IntegerField(help_text="Who chose.")
    choice = serializers.CharField(
        allow_null=True, help_text="The id of the option: your own, and everybody's once the match is over."
    )
    at = serializers.DateTimeField()
    events = EventSerializer(many=True)
    thought = ThoughtSerializer(
        allow_null=True, help_text="What a bot weighed, once the match is over, or if bots play it alone."
    )


class LogSerializer(serializers.Serializer):
    """A piece of the log, oldest first."""

    seat = serializers.IntegerField(allow_null=True, help_text="Through whose eyes; null for a watcher.")
    next = serializers.IntegerField(help_text="Ask with this as `since` to read on.")
    complete = serializers.BooleanField(help_text="Whether this is all until now.")
    opening = EventSerializer(
        many=True,
        help_text="What happened before the first choice, such as the roll for the First Player; only for `since` 0.",
    )
    steps = StepSerializer(many=True)


class ReplaySerializer(serializers.Serializer):
    """A match that is over, with all that is needed to play and verify it again."""

    form = serializers.CharField(help_text="Name of this form of file.")
    key = serializers.CharField()
    system = serializers.CharField()
    rules = serializers.CharField(help_text="Version of the rules.")
    seats = serializers.ListField(child=serializers.DictField())
    started = serializers.CharField(allow_null=True)
    over = serializers.CharField(allow_null=True)
    seed = serializers.CharField(help_text="Decides all luck.")
    seed_hash = serializers.CharField(help_text="SHA-256 of the seed, shown from the start.")
    setup = serializers.DictField(help_text="Mode, options, and each seat's deck.")
    continues = serializers.DictField(allow_null=True, help_text="The match and step it goes on from.")
    start = serializers.DictField(allow_null=True, help_text="The state it began with, if it went on from another.")
    choices = serializers.ListField(child=serializers.CharField(), help_text="Ids of options, in order.")
    digests = serializers.ListField(child=serializers.CharField(), help_text="What each choice led to, as a hash.")
    result = ResultSerializer()


class ProofSerializer(serializers.Serializer):
    """What playing the match once more has shown."""

    holds = serializers.BooleanField(help_text="Whether all of it went as written down, by the rules and the seed.")
    seed = serializers.CharField()
    seed_hash = serializers.CharField()
    steps = serializers.IntegerField(help_text="How many steps went as written down.")
    of = serializers.IntegerField(help_text="How many steps there are.")
    same_hash = serializers.BooleanField()
    same_events = serializers.BooleanField()
    same_result = serializers.BooleanField()
    from_setup = serializers.BooleanField(help_text="False for a match that goes on from a moment of another one.")
