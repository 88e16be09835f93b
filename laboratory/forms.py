"""What people fill in to begin an experiment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.models import GameSystem
from decks.models import KEY_LENGTH, KEY_LETTERS
from decks.refusals import NoSuchDeck, Refusal
from decks.services.keeping import deck_to_read
from decks.visitors import Visitor
from laboratory import services
from laboratory.games import OPTIONS
from laboratory.limits import LEAST_GAMES, LIMITS, levels
from laboratory.models import LONGEST_SEED, Experiment
from laboratory.services.starting import FORMAT, all_starters, check_deck, check_factions, check_wishes
from laboratory.wording import ABOUT
from matches.setting_up.deck_choices import ANY, PASTE, Brought, bring, deck_choices
from matches.setting_up.forms import LONGEST_PASTE

ALL: Final = "all"
FIRST_GAMES: Final = 500
#: A deck of this site, as a choice of the form or as the link to its page.
LINK: Final = re.compile(rf"(?:^deck:|/d/|/decks/)(?P<key>[{KEY_LETTERS}]{{{KEY_LENGTH}}})/?$")
NO_CHOICE: Final = {"invalid_choice": _("This deck is not among those that you can choose. Take another one.")}


def _paste() -> forms.CharField:
    return forms.CharField(
        label=_("Deck code, link or list"), required=False, max_length=LONGEST_PASTE, strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "paste"}),
    )  # fmt: skip


class ExperimentForm(forms.Form):
    """Two decks or one against all starter decks, and how the bots play."""

    deck = forms.ChoiceField(label=_("The deck to try"), error_messages=NO_CHOICE)
    paste = _paste()
    other = forms.ChoiceField(label=_("Against"), error_messages=NO_CHOICE)
    other_paste = _paste()
    level = forms.ChoiceField(
        label=_("Who plays"), choices=lambda: [(level, ABOUT[level]) for level in levels()], widget=forms.RadioSelect
    )
    games = forms.IntegerField(label=_("Games"), min_value=LEAST_GAMES)
    seed = forms.CharField(
        label=_("Seed"), required=False, max_length=LONGEST_SEED,
        help_text=_("Optional. The same decks, bots and seed give the same games, everywhere and always."),
    )  # fmt: skip

    def __init__(self, data: Mapping[str, str] | None, system: GameSystem, visitor: Visitor, wishes: Mapping[str, str]):
        self.system, self.visitor = system, visitor
        self.brought: list[Brought] = []
        choices = [choice for choice in deck_choices(system, visitor, "duel", OPTIONS) if choice[0] != ANY]
        initial: dict[str, Any] = {
            "deck": _wished(wishes), "paste": wishes.get("code", ""), "other": ALL,
            "level": levels()[0], "games": FIRST_GAMES,
        }  # fmt: skip
        super().__init__(data, initial=initial)
        asked: Mapping[str, Any] = data or initial
        self.fields["deck"].choices = [*_of_others(visitor, asked.get("deck", "")), *choices]  # type: ignore[attr-defined]
        every = (ALL, _("All starter decks of the other factions"))
        others = _of_others(visitor, asked.get("other", ""))
        self.fields["other"].choices = [every, *others, *choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if "level" in values and "games" in values:
            self._try("games", lambda: check_wishes(values["level"], values["games"]))
        tried = self._bring("deck", "paste")
        if tried is None:
            return values
        met = all_starters(tried.deck.faction)
        if values.get("other") != ALL:
            other = self._bring("other", "other_paste")
            met = [] if other is None else [other]
            self._try("other", lambda: check_factions(self.system, tried, met))
        self.brought = [tried, *met]
        return values

    def start(self) -> Experiment:
        """Begin the experiment."""
        values = self.cleaned_data
        tried, *met = self.brought
        return services.start(
            self.visitor, self.system, tried, met, level=values["level"], games=values["games"], seed=values["seed"]
        )

    def _bring(self, field: str, paste: str) -> Brought | None:
        choice = self.cleaned_data.get(field, "")
        if not choice:
            return None
        beside = paste if choice == PASTE else field
        return self._try(beside, lambda: self._found(choice, self.cleaned_data.get(paste, "")))

    def _found(self, choice: str, paste: str) -> Brought:
        link = LINK.search(paste.strip()) if choice == PASTE else LINK.search(choice)
        if link:
            row = deck_to_read(self.visitor, link["key"])
            found: Brought | None = Brought(row.list, row)
        else:
            found = bring(self.system, self.visitor, choice, paste, FORMAT)
        assert found is not None  # noqa: S101 - only “any” brings nothing
        check_deck(self.system, found)
        return found

    def _try(self, field: str, deed: Any) -> Any:
        """Do it; a refusal stands beside its field."""
        try:
            return deed()
        except Refusal as refused:
            self.add_error(field, refused.sentence())
            return None


def limits() -> list[tuple[str, int]]:
    """How many games each level may play."""
    return [(level, LIMITS[level].most) for level in levels()]


def _wished(wishes: Mapping[str, str]) -> str:
    """The deck that the address asks for, as the form names it."""
    if wishes.get("code"):
        return PASTE
    return next((f"{kind}:{wishes[kind]}" for kind in ("deck", "starter") if wishes.get(kind)), "")


def _of_others(visitor: Visitor, choice: str) -> list[tuple[str, str]]:
    """A deck that somebody else shares, as a choice of its own; one's own decks are in the list."""
    kind, _colon, key = choice.partition(":")
    if kind != "deck":
        return []
    try:
        row = deck_to_read(visitor, key)
    except NoSuchDeck:
        return []
    return [] if visitor.owns(row) else [(choice, f"{row.name} · {row.faction.name}")]
