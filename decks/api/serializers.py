"""How decks are written as JSON, and how they are read from it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from decks.facts import facts_of
from decks.models import LONGEST_NAME, LONGEST_NOTES, Deck
from decks.rules.code import encode
from decks.rules.deck_list import DeckList
from decks.rules.formats import FORMATS
from decks.rules.problems import Problem
from decks.services.keeping import MOST_COPIES
from decks.visitors import visitor_of

MOST_ENTRIES = 300
LONGEST_SLUG = 80


@extend_schema_field(
    {
        "oneOf": [
            {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MOST_COPIES}},
            {"type": "array", "items": {"type": "string"}},
        ],
        "description": "Copies by slug, or slugs as often as there are copies.",
    }
)
class Copies(serializers.Field):
    """How many of each: `{"leap": 2}`, also read from `["leap", "leap"]`."""

    def to_internal_value(self, data: Any) -> dict[str, int]:
        if isinstance(data, list):
            data = Counter(each if isinstance(each, str) else "" for each in data)
        if not isinstance(data, dict) or len(data) > MOST_ENTRIES:
            raise serializers.ValidationError(_("Expected copies by slug, like {“leap”: 2}."))
        for slug, number in data.items():
            if not isinstance(slug, str) or not 0 < len(slug) <= LONGEST_SLUG or "\x00" in slug:
                raise serializers.ValidationError(_("Expected slugs, like “leap”."))
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MOST_COPIES:
                sentence = _("%(slug)s is “%(given)s”; expected a whole number from 0 to %(most)d.")
                raise serializers.ValidationError(
                    sentence % {"slug": slug, "given": str(number)[:20], "most": MOST_COPIES}
                )
        return {slug: number for slug, number in data.items() if number}

    def to_representation(self, value: dict[str, int]) -> dict[str, int]:
        return dict(sorted(value.items()))


class StrictSerializer(serializers.Serializer):
    """Refuses fields that would have no effect, as they are slips of the pen; `ignored` ones come from our answers."""

    ignored: frozenset[str] = frozenset()

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            known = [name for name, field in self.fields.items() if not field.read_only]
            for name in data:
                if name not in known and name not in self.ignored:
                    sentence = _("There is no field “%(name)s” here. Known are: %(known)s.")
                    refusal = sentence % {"name": str(name)[:80], "known": ", ".join(known)}
                    raise serializers.ValidationError({str(name)[:80]: [refusal]})
        return super().to_internal_value(data)


class ListSerializer(StrictSerializer):
    """A deck as anybody can write it down; nothing has to exist or be legal."""

    system = serializers.CharField(max_length=50, default="dawnfall", help_text="Slug of the game system.")
    faction = serializers.CharField(max_length=50, help_text="Slug of the faction.")
    format = serializers.CharField(max_length=12, default="duel", help_text=f"One of {', '.join(FORMATS)}.")
    name = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")
    squads = Copies(default=dict)
    cards = Copies(default=dict)
    banner = serializers.CharField(
        max_length=50, allow_blank=True, required=False, help_text="Slug; the standard one if left out."
    )
    shrine = serializers.CharField(
        max_length=50, allow_blank=True, required=False, help_text="Slug; the standard one if left out."
    )


class ProblemSerializer(serializers.Serializer):
    """One thing that is wrong with a deck."""

    code = serializers.CharField()
    kind = serializers.CharField(help_text="What it is about: deck, squad, card, banner or shrine.")
    slug = serializers.CharField(help_text="Which one; empty for the deck itself.")
    sentence = serializers.SerializerMethodField(help_text="What is wrong, with the numbers.")
    fix = serializers.SerializerMethodField(help_text="What would put it right.")
    rules = serializers.ListField(child=serializers.CharField(), help_text="Ids of the rules it comes from.")
    suggestions = serializers.ListField(
        child=serializers.CharField(), help_text="Slugs that may have been meant instead."
    )

    def get_sentence(self, problem: Problem) -> str:
        return problem.what.text(gettext, ngettext)

    def get_fix(self, problem: Problem) -> str:
        return problem.fix.text(gettext, ngettext)


class RowSerializer(serializers.ModelSerializer):
    """A deck in a list."""

    system = serializers.SlugField(source="faction.system.slug", read_only=True)
    faction = serializers.SlugField(source="faction.slug", read_only=True)
    format = serializers.CharField(help_text=f"One of {', '.join(FORMATS)}.")
    squads = Copies()
    cards = Copies()
    author = serializers.SerializerMethodField(help_text="Name of the user.")
    likes = serializers.IntegerField(source="like_count", read_only=True)
    comments = serializers.IntegerField(source="comment_count", read_only=True)
    legal = serializers.SerializerMethodField(help_text="Whether it is legal in the present catalogue.")
    url = serializers.SerializerMethodField(help_text="This deck in the API.")
    page = serializers.SerializerMethodField(help_text="Its page on the site, for people.")

    class Meta:
        model = Deck
        fields = [
            "key", "system", "faction", "format", "name", "squads", "cards", "banner", "shrine", "visibility",
            "author", "version", "created", "changed", "published", "likes", "comments", "legal", "url", "page",
        ]  # fmt: skip

    def get_author(self, deck: Deck) -> str:
        return deck.author

    def get_legal(self, deck: Deck) -> bool:
        return not deck.problems()

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, deck: Deck) -> str:
        return reverse("decks-api:deck", args=[deck.key], request=self.context["request"])

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, deck: Deck) -> str:
        return str(self.context["request"].build_absolute_uri(deck.get_absolute_url()))


class DeckSerializer(RowSerializer):
    """A deck with everything about it."""

    liked = serializers.BooleanField(source="is_liked", read_only=True, help_text="Whether you like it.")
    credit = serializers.CharField(help_text="What it is a copy of, in a sentence; empty for an original.")
    forked_from = serializers.SerializerMethodField(help_text="Key of the deck it is a copy of, if you may see it.")
    code = serializers.SerializerMethodField(help_text="The deck in one line that any installation can read.")
    problems = serializers.SerializerMethodField(help_text="Everything that is wrong with it.")

    class Meta(RowSerializer.Meta):
        fields = [*RowSerializer.Meta.fields, "notes", "liked", "credit", "forked_from", "code", "problems"]

    @extend_schema_field({"type": ["string", "null"]})
    def get_forked_from(self, deck: Deck) -> str | None:
        original = deck.forked_from
        return original.key if original and visitor_of(self.context["request"]).may_see(original) else None

    def get_code(self, deck: Deck) -> str:
        return encode(deck.list, facts_of(deck.system))

    @extend_schema_field(ProblemSerializer(many=True))
    def get_problems(self, deck: Deck) -> Any:
        return ProblemSerializer(deck.problems(), many=True).data


class DeckInputSerializer(ListSerializer):
    """A deck to keep. Fields that only we write are ignored, so that an answer can be changed and sent back."""

    ignored = frozenset(DeckSerializer.Meta.fields)

    notes = serializers.CharField(
        max_length=LONGEST_NOTES, allow_blank=True, default="", trim_whitespace=False, help_text="Markdown."
    )
    visibility = serializers.ChoiceField(
        choices=Deck.Visibility.choices,
        default=Deck.Visibility.PRIVATE,
        error_messages={
            "invalid_choice": gettext_lazy("visibility is “{input}”; expected one of private, unlisted, public.")
        },
    )


class DeckChangeSerializer(DeckInputSerializer):
    """A changed deck; the faction stays what it is."""

    system = serializers.CharField(max_length=50, required=False)
    faction = serializers.CharField(max_length=50, required=False)
    version = serializers.IntegerField(
        min_value=1, required=False, help_text="The version that the change was made on, unless If-Match says so."
    )


class UnmatchedSerializer(serializers.Serializer):
    """A line of an import that is not in the deck."""

    line = serializers.IntegerField()
    text = serializers.CharField()
    reason = serializers.SerializerMethodField()
    suggestions = serializers.SerializerMethodField(help_text="Names that may have been meant.")

    def get_reason(self, line: Any) -> str:
        return str(line.reason.text(gettext, ngettext))

    def get_suggestions(self, line: Any) -> list[str]:
        return [entry.label for entry in line.suggestions]


class SourceSerializer(StrictSerializer):
    """A deck from elsewhere: exactly one of these."""

    deck = ListSerializer(required=False)
    code = serializers.CharField(required=False, help_text="A deck code, or a link with one.")
    text = serializers.CharField(
        required=False,
        trim_whitespace=False,
        help_text="Anything that can be pasted: a list, JSON, CSV, a code, a link of the community toolbox, a roster.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Send exactly one of deck, code and text."))
        return attrs


class VerdictSerializer(serializers.Serializer):
    """Everything that is wrong with a deck, and the deck as it was understood."""

    legal = serializers.BooleanField()
    problems = ProblemSerializer(many=True)
    deck = ListSerializer()
    code = serializers.CharField(help_text="The deck in one line that any installation can read.")
    unmatched = UnmatchedSerializer(many=True)
    remarks = serializers.ListField(child=serializers.CharField())


class ArrivedSerializer(serializers.Serializer):
    """A deck brought in, and what became of its lines."""

    deck = DeckSerializer()
    unmatched = UnmatchedSerializer(many=True, help_text="Kept in the notes of the deck, too.")
    remarks = serializers.ListField(child=serializers.CharField(), help_text="What was left open.")


def written(deck: DeckList) -> dict[str, Any]:
    """A list as JSON."""
    return {
        "system": deck.system,
        "faction": deck.faction,
        "format": deck.format,
        "name": deck.name,
        "squads": dict(sorted(Counter(deck.squads).items())),
        "cards": dict(sorted(deck.cards.items())),
        "banner": deck.banner,
        "shrine": deck.shrine,
    }
