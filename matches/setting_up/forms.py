"""What people fill in on the way to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from decks.exchange.imported import clean_name
from decks.refusals import Refusal
from decks.visitors import Visitor
from matches.models import Match
from matches.refusals import NameTaken
from matches.services.opening import check_name
from matches.setting_up.deck_choices import ANY, PASTE, Brought, Choices
from matches.setting_up.optional_rules import HAND_SIZES, HANDICAPS, MODES, SOURCES, rules_here
from matches.setting_up.setups import read_options
from matches.thinking.levels import USUAL_LEVEL, level_choices

ME, HOT, BOT, OPEN, INVITED = "me", "hot", "bot", "open", "invited"
WHO: Final = (
    (ME, _("Me")),
    (HOT, _("Hot seat")),
    (BOT, _("Bot")),
    (OPEN, _("Open seat")),
    (INVITED, _("Invitation")),
)
#: Longer names would not fit on the table.
LONGEST_SEAT_NAME: Final = 24
LONGEST_PASTE: Final = 20_000
DELAYS: Final = (
    (0, _("at once")),
    (30, _("half a minute late")),
    (120, _("2 minutes late")),
    (600, _("10 minutes late")),
)
HOURS: Final = (
    (0, _("no limit")),
    (24, _("1 day a decision")),
    (48, _("2 days a decision")),
    (72, _("3 days a decision")),
    (168, _("7 days a decision")),
)


class DeckForm(forms.Form):
    """A deck of the list, or one that is pasted, and a name at the table."""

    deck = forms.ChoiceField(label=_("Deck"), initial=ANY)
    paste = forms.CharField(
        label=_("Deck code, link or list"), required=False, max_length=LONGEST_PASTE, strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "paste"}),
    )  # fmt: skip
    name = forms.CharField(label=_("Name at the table"), required=False, max_length=LONGEST_SEAT_NAME)

    def __init__(self, *args: Any, visitor: Visitor, decks: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visitor = visitor
        self.fields["deck"].choices = decks  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """A name that cannot be mistaken for the account of somebody else."""
        name = clean_name(self.cleaned_data["name"])
        try:
            check_name(self.visitor, name)
        except NameTaken as refused:
            raise ValidationError(refused.sentence()) from refused
        return name

    @property
    def wants_paste(self) -> bool:
        """Whether the pasted deck is meant."""
        return bool(self.cleaned_data.get("deck") == PASTE)


class SeatForm(DeckForm):
    """Who sits in a seat of a new match."""

    who = forms.ChoiceField(label=_("Who sits here"), choices=WHO, widget=forms.RadioSelect)
    level = forms.ChoiceField(label=_("Strength"), choices=level_choices, initial=USUAL_LEVEL, required=False)
    handicap = forms.TypedChoiceField(label=_("Additional Crystals"), choices=HANDICAPS, coerce=int, required=False)

    #: Set once the deck is found.
    brought: Brought | None = None

    def clean_handicap(self) -> int:
        return int(self.cleaned_data["handicap"] or 0)

    def clean_level(self) -> str:
        return self.cleaned_data["level"] or USUAL_LEVEL

    @property
    def has_deck(self) -> bool:
        """Whether a deck is chosen for this seat now, not by somebody who comes later."""
        return self.cleaned_data.get("who") in {ME, HOT, BOT}


class TableForm(forms.Form):
    """The mode and rules of a new match, and who may watch."""

    mode = forms.ChoiceField(choices=[(slug, words[0]) for slug, words in MODES.items()], widget=forms.HiddenInput)
    hand_size = forms.TypedChoiceField(
        label=_("Hand"), choices=HAND_SIZES, coerce=int, widget=forms.RadioSelect, required=False
    )
    source_options = forms.MultipleChoiceField(
        label=_("What a Special Crystal Source may give"), choices=SOURCES, required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip
    always_pause = forms.BooleanField(label=_("Even pauses"), required=False)
    casual = forms.BooleanField(label=_("Casual: illegal decks may sit down"), required=False)
    watching = forms.ChoiceField(label=_("Who may watch"), choices=Match.Watching.choices)
    delay = forms.TypedChoiceField(label=_("Watchers see it"), choices=DELAYS, coerce=int)
    hours = forms.TypedChoiceField(label=_("Time to think"), choices=HOURS, coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for rule in rules_here():
            self.fields[rule.name] = forms.BooleanField(
                label=str(rule.title), help_text=str(rule.sentence), required=False
            )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("special_sources") and not values.get("source_options"):
            self.add_error("source_options", _("Choose at least one, or switch Special Crystal Sources off."))
        return values

    def options(self, handicaps: Sequence[int]) -> dict[str, Any]:
        """What differs from the plain rules, by the engine's names."""
        return chosen_options(self.cleaned_data, handicaps)


def chosen_options(values: Mapping[str, Any], handicaps: Sequence[int] = ()) -> dict[str, Any]:
    """What differs from the plain rules, by the engine's names."""
    options: dict[str, Any] = {rule.name: True for rule in rules_here() if values.get(rule.name)}
    plain = read_options({})
    if values.get("hand_size") not in {None, "", plain.hand_size}:
        options["hand_size"] = values["hand_size"]
    wanted = list(values.get("source_options") or ())
    if options.get("special_sources") and wanted and wanted != list(plain.source_options):
        options["source_options"] = wanted
    if values.get("always_pause"):
        options["always_pause"] = True
    if any(handicaps):
        options["handicaps"] = list(handicaps)
    return options


def tell(form: forms.Form, field: str | None, refused: Refusal) -> None:
    """Show a refusal beside what it is about."""
    form.add_error(field, refused.sentence())
