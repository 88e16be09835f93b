"""How matches of the real table are written as JSON, and how they are read from it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from decks.api.serializers import StrictSerializer
from decks.visitors import visitor_of
from matches.api.reading import BroughtSerializer
from matches.engine.dawnfall.setup import MODES
from matches.models import LoggedMatch, LoggedSeat
from matches.wording import DUEL_ENDS, MULTIPLAYER_ENDS

#: Longer texts are refused by the log itself, with a sentence that says how long they are.
LONGEST_SENT = 100_000


class TurnNoteSerializer(StrictSerializer):
    """What happened in a turn."""

    turn = serializers.IntegerField()
    text = serializers.CharField(max_length=LONGEST_SENT)


class LoggedSeatSerializer(serializers.ModelSerializer):
    """A player of a logged match."""

    user = serializers.CharField(source="user.username", default=None, help_text="The account, if one is named.")
    confirmed = serializers.SerializerMethodField(help_text="Whether that user says so, too.")
    faction = serializers.CharField(help_text="Slug of the faction; empty if it is not known.")
    deck = serializers.SerializerMethodField(help_text="Key of the deck, if you may see it.")

    class Meta:
        model = LoggedSeat
        fields = [
            "number", "name", "user", "confirmed", "faction", "deck", "deck_name", "deck_code", "victory_points", "won",
        ]  # fmt: skip

    def get_confirmed(self, seat: LoggedSeat) -> bool:
        return seat.user_id is not None and seat.confirmed is not None

    @extend_schema_field({"type": ["string", "null"]})
    def get_deck(self, seat: LoggedSeat) -> str | None:
        visitor = visitor_of(self.context["request"])
        return seat.deck_row.key if seat.deck_row and visitor.may_see(seat.deck_row) else None


class LoggedMatchSerializer(serializers.ModelSerializer):
    """A match of the real table, as one of its players wrote it down."""

    mode = serializers.CharField(help_text="duel, ffa3, ffa4 or team.")
    reason = serializers.CharField(help_text="How it ended.")
    author = serializers.CharField(source="author.username", help_text="Who wrote it down.")
    options = serializers.ListField(child=serializers.CharField(), help_text="Optional rules that were used.")
    first = serializers.IntegerField(allow_null=True, help_text="The seat that had the first turn, if it is known.")
    drawn = serializers.BooleanField(source="is_draw")
    seats = LoggedSeatSerializer(many=True)
    turn_notes = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField(help_text="This match in the API.")
    page = serializers.SerializerMethodField(help_text="The page of the match on the site.")

    class Meta:
        model = LoggedMatch
        fields = [
            "key", "mode", "played_on", "author", "visibility", "options", "first", "turns", "reason", "drawn", "seats",
            "notes", "turn_notes", "created", "changed", "url", "page",
        ]  # fmt: skip

    @extend_schema_field(TurnNoteSerializer(many=True))
    def get_turn_notes(self, match: LoggedMatch) -> list[dict[str, Any]]:
        return [{"turn": turn, "text": text} for turn, text in match.turn_notes]

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, match: LoggedMatch) -> str:
        return reverse("matches-api:logged-match", args=[match.key], request=self.context["request"])

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, match: LoggedMatch) -> str:
        return str(self.context["request"].build_absolute_uri(match.get_absolute_url()))


class LoggedSeatInputSerializer(StrictSerializer):
    """A player, as the author remembers."""

    name = serializers.CharField(max_length=LONGEST_SENT, help_text="A plain name, or @name for a user of the site.")
    faction = serializers.SlugField(default="", allow_blank=True, help_text="Left out if a deck says it.")
    deck = BroughtSerializer(required=False, help_text="By key only one of your own decks.")
    victory_points = serializers.IntegerField(allow_null=True, default=None)
    won = serializers.BooleanField(default=False, help_text="Nobody has won a draw.")


class LoggedInputSerializer(StrictSerializer):
    """A match to write down; changing one means sending all of it again."""

    mode = serializers.ChoiceField(choices=tuple(MODES), help_text="How many played, and against whom.")
    played_on = serializers.DateField(help_text="The day, like 2026-02-28.")
    seats = LoggedSeatInputSerializer(many=True, help_text="As many as the mode has.")
    reason = serializers.ChoiceField(
        choices=tuple({**DUEL_ENDS, **MULTIPLAYER_ENDS}), default="other", help_text="How it ended."
    )
    options = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=40, default=list, help_text="Optional rules by name."
    )
    first = serializers.IntegerField(allow_null=True, default=None, help_text="The seat that had the first turn.")
    turns = serializers.IntegerField(allow_null=True, default=None, help_text="The turns of all players together.")
    notes = serializers.CharField(max_length=LONGEST_SENT, default="", allow_blank=True, help_text="Markdown.")
    turn_notes = TurnNoteSerializer(many=True, required=False, help_text="One for a turn at most.")
    visibility = serializers.ChoiceField(
        choices=LoggedMatch.Visibility.choices, default=LoggedMatch.Visibility.PRIVATE, help_text="Who may see it."
    )
