"""The form with which a match of the real table is written down. What is wrong is found by services/logging.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from catalog.models import Faction, GameSystem
from decks.models import LONGEST_NAME, LONGEST_NOTES, Deck
from decks.refusals import Refusal
from decks.visitors import Visitor
from matches.engine.dawnfall.setup import MODES
from matches.logged.entries import MOST_POINTS, MOST_TURNS, Entry, EntryProblem, EntrySeat
from matches.models import LoggedMatch
from matches.services.bringing import MODE_FORMATS
from matches.setting_up.deck_choices import MOST_OWN, PASTE, bring, playable
from matches.setting_up.forms import LONGEST_PASTE
from matches.setting_up.optional_rules import RULES
from matches.wording import ends_of

MOST_TURN_NOTE_CHARACTERS: Final = 30_000


@dataclass(frozen=True)
class SeatRow:
    """The fields of one player, as the page groups them."""

    number: int
    name: BoundField
    faction: BoundField
    deck: BoundField
    paste: BoundField
    victory_points: BoundField
    won: BoundField


class LogForm(forms.Form):
    """Who played what and how it ended. The mode comes with the address: it decides how many players there are."""

    played_on = forms.DateField(
        label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}), initial=timezone.localdate,
        error_messages={"invalid": _("Write the day like 2026-02-28.")},
    )  # fmt: skip
    options = forms.MultipleChoiceField(
        label=_("Optional rules"), choices=[(rule.name, rule.title) for rule in RULES], required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip
    first = forms.TypedChoiceField(
        label=_("Who had the first turn"), required=False, coerce=int, empty_value=None, choices=()
    )
    turns = forms.IntegerField(
        label=_("Turns in all"), required=False, min_value=1, max_value=MOST_TURNS,
        help_text=_("The turns of all players together, if you counted them."),
    )  # fmt: skip
    reason = forms.ChoiceField(label=_("The match ended because"), choices=())
    notes = forms.CharField(
        label=_("Notes"), required=False, max_length=LONGEST_NOTES, help_text=_("Markdown."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )  # fmt: skip
    turn_notes = forms.CharField(
        label=_("Turn by turn"), required=False, max_length=MOST_TURN_NOTE_CHARACTERS,
        help_text=_("One line a turn, with its number first, like “3: The Demons take the middle Source.”"),
        widget=forms.Textarea(attrs={"rows": 4}),
    )  # fmt: skip
    visibility = forms.ChoiceField(
        label=_("Who may see it"), choices=LoggedMatch.Visibility.choices, initial=LoggedMatch.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )  # fmt: skip

    def __init__(self, *args: Any, system: GameSystem, visitor: Visitor, mode: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system, self.visitor, self.mode = system, visitor, mode
        self.entry: Entry | None = None
        seats = range(MODES[mode][0])
        numbered = [(number, _("Player %(number)d") % {"number": number + 1}) for number in seats]
        self.fields["first"].choices = [("", _("not known")), *numbered]  # type: ignore[attr-defined]
        self.fields["reason"].choices = list(ends_of(mode).items())  # type: ignore[attr-defined]
        decks = deck_groups(system, visitor, [self.initial.get(f"deck_{number}", "") for number in seats])
        factions = faction_choices(system)
        for number in seats:
            self._add_seat(number, decks, factions)

    @property
    def rows(self) -> Iterator[SeatRow]:
        """The fields of the players."""
        names = ("name", "faction", "deck", "paste", "victory_points", "won")
        for number in range(MODES[self.mode][0]):
            yield SeatRow(number, *(self[f"{name}_{number}"] for name in names))

    def tell(self, problems: Sequence[EntryProblem]) -> None:
        """Show problems beside their fields."""
        for problem in problems:
            self.add_error(problem.field if problem.field in self.fields else None, problem.sentence)

    def clean_turn_notes(self) -> tuple[tuple[int, str], ...]:
        """Lines that begin with the number of a turn."""
        notes = []
        for place, line in enumerate(self.cleaned_data["turn_notes"].splitlines(), start=1):
            number, colon, text = line.strip().partition(":")
            if not line.strip():
                continue
            if not (colon and number.strip().isascii() and number.strip().isdigit() and len(number.strip()) < 5):
                said = _now("Line %(place)d: begin with the number of the turn and a colon, like “3: …”.")
                raise ValidationError(said % {"place": place})
            notes.append((int(number), text.strip()))
        return tuple(notes)

    def clean(self) -> None:
        data = self.cleaned_data
        seats = [self._seat(number) for number in range(MODES[self.mode][0])]
        if self.errors:
            return
        self.entry = Entry(
            self.mode, data["played_on"], tuple(seat for seat in seats if seat), data["reason"],
            tuple(data["options"]), data["first"], data["turns"], data["notes"], data["turn_notes"],
            data["visibility"],
        )  # fmt: skip

    def _seat(self, number: int) -> EntrySeat | None:
        said = {
            name: self.cleaned_data.get(f"{name}_{number}") for name in ("name", "faction", "victory_points", "won")
        }
        choice, paste = (self.cleaned_data.get(f"{name}_{number}") or "" for name in ("deck", "paste"))
        # Whoever pastes a deck means it.
        choice = PASTE if paste.strip() else choice
        brought = None
        if choice:
            short = self.mode == "duel" and "short_deck" in self.cleaned_data.get("options", ())
            try:
                brought = bring(self.system, self.visitor, choice, paste, "short" if short else MODE_FORMATS[self.mode])
            except Refusal as refused:
                self.add_error(f"{'paste' if choice == PASTE else 'deck'}_{number}", refused.sentence())
                return None
        return EntrySeat(
            name=said["name"] or "", faction=said["faction"] or "", deck=brought.deck if brought else None,
            deck_row=brought.row if brought else None, starter=choice.startswith("starter:"),
            victory_points=said["victory_points"], won=bool(said["won"]),
        )  # fmt: skip

    def _add_seat(self, number: int, decks: Sequence[Any], factions: Sequence[Any]) -> None:
        fields: dict[str, forms.Field] = {
            "name": forms.CharField(
                label=_("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"}),
                error_messages={"required": _("Who was it? Write a name, or @name for a user.")},
            ),
            "faction": forms.ChoiceField(label=_("Faction"), required=False, choices=factions),
            "deck": forms.ChoiceField(label=_("Deck"), required=False, choices=decks),
            "paste": forms.CharField(
                label=_("Or a deck code, link or list"), required=False, max_length=LONGEST_PASTE, strip=False,
                widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
            ),
            "victory_points": forms.IntegerField(
                label=_("Victory Points"), required=False, min_value=0, max_value=MOST_POINTS
            ),
            "won": forms.BooleanField(label=_("Won"), required=False),
        }  # fmt: skip
        for name, field in fields.items():
            self.fields[f"{name}_{number}"] = field


def faction_choices(system: GameSystem) -> list[tuple[str, Any]]:
    """All factions, and none."""
    rows = Faction.objects.current().filter(system=system).values_list("slug", "name")
    return [("", _("not known, or that of the deck")), *rows]


def deck_groups(system: GameSystem, visitor: Visitor, chosen: Sequence[str] = ()) -> list[Any]:
    """One's own decks and the starter decks in groups. A deck that was chosen long ago is still offered."""
    owned = Deck.objects.owned_by(visitor).of_system(system.slug).select_related("faction").last_changed()
    rows = list(owned[:MOST_OWN])
    missing = {value.removeprefix("deck:") for value in chosen if value.startswith("deck:")} - {row.key for row in rows}
    rows += owned.filter(key__in=missing) if missing else []
    own = [(f"deck:{deck.key}", f"{deck.name} · {deck.faction.name}") for deck in rows]
    starters = [(f"starter:{file.faction.slug}", _starter_words(file.faction.name)) for file in playable()]
    return [("", _("not known")), *([(_("My decks"), own)] if own else []), (_("Starter decks"), starters)]


def _starter_words(name: str) -> str:
    return _now("%(faction)s starter deck") % {"faction": name}


def initial_from(match: LoggedMatch) -> dict[str, Any]:
    """What the form shows of a match that is to be changed."""
    data: dict[str, Any] = {
        name: getattr(match, name)
        for name in ("played_on", "options", "first", "turns", "reason", "notes", "visibility")
    }
    data["turn_notes"] = "\n".join(f"{turn}: {text}" for turn, text in match.turn_notes)
    for seat in match.seats.all():
        deck = f"deck:{seat.deck_row.key}" if seat.deck_row else f"starter:{seat.faction}" if seat.starter else ""
        values = {
            "name": f"@{seat.user.username}" if seat.user else seat.name, "deck": deck, "paste": seat.deck_code,
            "faction": "" if deck or seat.deck_code else seat.faction, "victory_points": seat.victory_points,
            "won": seat.won,
        }  # fmt: skip
        data |= {f"{name}_{seat.number}": value for name, value in values.items()}
    return data


def initial_from_address(asked: Mapping[str, Any], visitor: Visitor, mode: str) -> dict[str, Any]:
    """What the form begins with: the tracker hands over what it knows, and the author is the first player."""
    names = ("name", "faction", "deck", "victory_points", "won")
    known = {"turns", "first", "reason"} | {f"{name}_{seat}" for name in names for seat in range(MODES[mode][0])}
    own = {"name_0": f"@{visitor.user.username}"} if visitor.user else {}
    return {**own, **{name: asked[name][:100] for name in known if asked.get(name)}}
