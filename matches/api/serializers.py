"""How matches are written as JSON."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from decks.api.serializers import StrictSerializer
from decks.visitors import visitor_of
from matches.models import LONGEST_LINE, Match, Seat
from matches.services import is_present, sees_late
from matches.services.agreeing import KINDS
from matches.thinking.levels import LEVEL_CHOICES, USUAL_LEVEL


class SeatSerializer(serializers.ModelSerializer):
    """Who sits where. What deck somebody brought is nobody else's business."""

    mine = serializers.SerializerMethodField(help_text="Whether you decide for this seat.")
    present = serializers.SerializerMethodField(help_text="Whether its player has the table open now.")
    invitation = serializers.SerializerMethodField(help_text="For an invited seat, to who opened the match.")

    class Meta:
        model = Seat
        fields = ["number", "kind", "name", "faction", "bot", "conceded", "hints", "mine", "present", "invitation"]

    def get_mine(self, seat: Seat) -> bool:
        return seat.is_held_by(visitor_of(self.context["request"]))

    def get_present(self, seat: Seat) -> bool:
        return is_present(seat)

    @extend_schema_field({"type": ["string", "null"]})
    def get_invitation(self, seat: Seat) -> str | None:
        opener = seat.match.is_opened_by(visitor_of(self.context["request"]))
        # A rematch keeps the seat, with its deck, for who had it.
        return seat.invitation if opener and seat.kind == Seat.Kind.INVITED and seat.deck is None else None


class ResultSerializer(serializers.Serializer):
    """How a match ended."""

    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Seats; all of them in a draw.")
    reason = serializers.CharField()
    victory_points = serializers.ListField(child=serializers.IntegerField(), help_text="By seat.")


class OptionSerializer(serializers.Serializer):
    """A legal choice."""

    id = serializers.CharField(help_text="Send this to choose it.")
    label = serializers.CharField(help_text="What the button says.")  # type: ignore[assignment]
    data = serializers.DictField(  # type: ignore[assignment]
        help_text="What it is about: models, squads, Spaces, cards, costs."
    )


class DecisionSerializer(serializers.Serializer):
    """A question to one of your seats, with all its legal answers and only those."""

    seat = serializers.IntegerField()
    kind = serializers.CharField(help_text="What kind of question it is, for programs.")
    prompt = serializers.CharField(help_text="The question in words.")
    data = serializers.DictField(help_text="What it is about.")  # type: ignore[assignment]
    options = OptionSerializer(many=True)


class OfferSerializer(serializers.Serializer):
    """A proposal on the table."""

    id = serializers.CharField(help_text="Send it with your answer.")
    kind = serializers.ChoiceField(choices=KINDS)
    by = serializers.IntegerField(help_text="The seat that made it.")
    agreed = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that have agreed.")


class MatchRowSerializer(serializers.ModelSerializer):
    """A match in a list."""

    mode = serializers.CharField(help_text="duel, ffa3, ffa4 or team.")
    options = serializers.DictField(help_text="Optional rules that are switched.")
    seats = SeatSerializer(many=True)
    turn = serializers.SerializerMethodField(help_text="0 until the first turn.")
    waiting_for = serializers.SerializerMethodField(help_text="The seat that is to decide.")
    result = ResultSerializer(allow_null=True)
    url = serializers.SerializerMethodField(help_text="This match in the API.")
    page = serializers.SerializerMethodField(help_text="Its page on the site, for people.")

    class Meta:
        model = Match
        fields = [
            "key", "system", "mode", "options", "casual", "watching", "delay", "hours", "status", "seats", "turn",
            "waiting_for", "result", "created", "started", "changed", "over", "url", "page",
        ]  # fmt: skip

    def late(self, match: Match) -> bool:
        """Whether the visitor sees the match with a delay."""
        return sees_late(visitor_of(self.context["request"]), match)

    @extend_schema_field({"type": ["integer", "null"]})
    def get_turn(self, match: Match) -> int | None:
        return None if self.late(match) else match.turn

    @extend_schema_field({"type": ["integer", "null"]})
    def get_waiting_for(self, match: Match) -> int | None:
        return None if self.late(match) else match.waiting_for

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, match: Match) -> str:
        return reverse("matches-api:match", args=[match.key], request=self.context["request"])

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, match: Match) -> str:
        return str(self.context["request"].build_absolute_uri(match.get_absolute_url()))


class MatchSerializer(MatchRowSerializer):
    """A match with what it asks you now."""

    my_seats = serializers.SerializerMethodField(help_text="Seats that you decide for.")
    version = serializers.SerializerMethodField(help_text="Send it with your choice; it grows with every change.")
    steps = serializers.SerializerMethodField(help_text="How many choices you may know of.")
    offer = serializers.SerializerMethodField(help_text="What somebody has proposed.")
    due = serializers.SerializerMethodField(help_text="Until when the decision is due, in a match with a clock.")
    seed_hash = serializers.CharField(help_text="SHA-256 of the seed, shown from the start.")
    seed = serializers.SerializerMethodField(help_text="Once the match is over.")
    decision = serializers.SerializerMethodField(help_text="What one of your seats is to decide now.")

    class Meta(MatchRowSerializer.Meta):
        fields = [
            *MatchRowSerializer.Meta.fields, "my_seats", "version", "steps", "offer", "due", "seed_hash", "seed",
            "decision",
        ]  # fmt: skip

    @extend_schema_field({"type": "array", "items": {"type": "integer"}})
    def get_my_seats(self, match: Match) -> list[int]:
        visitor = visitor_of(self.context["request"])
        return [seat.number for seat in match.seats.all() if seat.is_held_by(visitor)]

    @extend_schema_field({"type": ["integer", "null"]})
    def get_version(self, match: Match) -> int | None:
        return None if self.late(match) else match.version

    @extend_schema_field(OfferSerializer(allow_null=True))
    def get_offer(self, match: Match) -> Any:
        return None if self.late(match) or match.offer is None else OfferSerializer(match.offer).data

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_due(self, match: Match) -> str | None:
        return None if self.late(match) or match.due is None else match.due.isoformat()

    @extend_schema_field({"type": "integer"})
    def get_steps(self, match: Match) -> int:
        steps: int = self.context["steps"]
        return steps

    @extend_schema_field({"type": ["string", "null"]})
    def get_seed(self, match: Match) -> str | None:
        return match.seed if match.is_over else None

    @extend_schema_field(DecisionSerializer(allow_null=True))
    def get_decision(self, match: Match) -> Any:
        return self.context["decision"]


class VersionSerializer(StrictSerializer):
    """Names the version of the match that the deed answers."""

    version = serializers.IntegerField(min_value=0, help_text="The version you saw.")


class ChoiceSerializer(VersionSerializer):
    """A choice."""

    option = serializers.CharField(max_length=200, help_text="The id of one of the options.")


class ConsideredSerializer(serializers.Serializer):
    """An option that a bot looked at."""

    option = serializers.CharField(help_text="Its id.")
    label = serializers.CharField()  # type: ignore[assignment]
    estimate = serializers.FloatField(help_text="How likely the bot thinks to win with it, from 0 to 1.")
    reasons = serializers.ListField(child=serializers.CharField())


class ThoughtSerializer(serializers.Serializer):
    """What a bot takes, and the options that it considered, the best first."""

    level = serializers.CharField(help_text="How well the bot plays.")
    choice = serializers.CharField(help_text="The id of the option that it takes.")
    considered = ConsideredSerializer(many=True)


class TakeBackSerializer(VersionSerializer):
    """What to take back."""

    whole_turn = serializers.BooleanField(default=False, help_text="As far as one may within the turn.")


class ProposalSerializer(StrictSerializer):
    """A proposal to the other players."""

    kind = serializers.ChoiceField(choices=KINDS, help_text="What you propose.")
    level = serializers.ChoiceField(
        choices=LEVEL_CHOICES, default=USUAL_LEVEL, help_text="How well a bot plays that goes on."
    )


class AnswerSerializer(StrictSerializer):
    """An answer to a proposal."""

    proposal = serializers.CharField(max_length=16, help_text="The id of the proposal that you saw, from `offer`.")
    agrees = serializers.BooleanField(help_text="Whoever made the proposal withdraws it by false.")


class AskingSerializer(StrictSerializer):
    """How often one is asked at windows."""

    asking = serializers.ChoiceField(choices=Seat.Asking.choices)


class PassingSerializer(StrictSerializer):
    """Whether to pass at all windows of this turn."""

    passing = serializers.BooleanField(default=True)


class LineSerializer(serializers.Serializer):
    """Something said at the table."""

    name = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class SaySerializer(StrictSerializer):
    """Something to say."""

    text = serializers.CharField(max_length=LONGEST_LINE)


class ContinueSerializer(StrictSerializer):
    """From where to go on, and who plays."""

    step = serializers.IntegerField(min_value=0, help_text="The moment after so many steps.")
    bots = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=3), default=list, help_text="Seats that bots take."
    )
    level = serializers.ChoiceField(choices=LEVEL_CHOICES, default=USUAL_LEVEL, help_text="How well these bots play.")
