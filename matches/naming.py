"""What people call the things of a match: seats, squads and models, Spaces and hexes, cards and tokens.

Everything comes from a seat's view and from the printed catalogue, so a name never tells more than the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from string import ascii_uppercase
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from catalog.packs import schema
from catalog.wording import initials
from matches.engine.dawnfall.board import board

View = Mapping[str, Any]
Place = tuple[int, int]

#: The hexes of a Space by number, as they lie on the drawn board.
HEX_WORDS = (
    gettext_noop("centre"), gettext_noop("right"), gettext_noop("lower right"), gettext_noop("lower left"),
    gettext_noop("left"), gettext_noop("upper left"), gettext_noop("upper right"),
)  # fmt: skip
#: The joined boards lie on their side, so that they fit on a screen.
LYING_WORDS = (
    gettext_noop("centre"), gettext_noop("top"), gettext_noop("upper right"), gettext_noop("lower right"),
    gettext_noop("bottom"), gettext_noop("lower left"), gettext_noop("upper left"),
)  # fmt: skip
LYING = frozenset({"B39x2"})


@cache
def space_names(name: str) -> dict[Place, str]:
    """The Spaces of a board as on a chess board: a letter for the column, a number along it."""
    places = board(name).places
    columns = sorted({q for q, _r in places})
    names: dict[Place, str] = {}
    for letter, column in zip(ascii_uppercase, columns, strict=False):
        along = sorted(r for q, r in places if q == column)
        names |= {(column, r): f"{letter}{number}" for number, r in enumerate(along, 1)}
    return names


class Names:
    """The names that one page uses. Models of like squads of a seat are numbered through, so that each is one's own."""

    def __init__(self, view: View, factions: Mapping[str, schema.FactionFile]) -> None:
        self.view = view
        self.factions = factions
        self._spaces = space_names(view["board"])

    @cached_property
    def stamp(self) -> tuple[Any, ...]:
        """What all names of people and models come from: another one where anything is called otherwise."""
        seats = tuple((seat["name"], seat["faction"]) for seat in self.view["seats"])
        return seats, tuple((squad["seat"], squad["name"], len(squad["models"])) for squad in self.view["squads"])

    # Who

    def seat(self, seat: int) -> str:
        """The player of a seat."""
        seats = self.view["seats"]
        return str(seats[seat]["name"]) if 0 <= seat < len(seats) else ""

    def faction(self, seat: int) -> str:
        """The slug of a seat's faction."""
        return str(self.view["seats"][seat]["faction"])

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """For each model its number among the models of its kind; 0 if there is only one."""
        counts: Counter[tuple[int, str]] = Counter()
        kinds = {}
        for squad in self.view["squads"]:
            for model in squad["models"]:
                kinds[model] = (squad["seat"], squad["slug"])
                counts[kinds[model]] += 1
        seen: Counter[tuple[int, str]] = Counter()
        numbers = {}
        for model, kind in kinds.items():
            seen[kind] += 1
            numbers[model] = seen[kind] if counts[kind] > 1 else 0
        return numbers

    def squad(self, squad: int) -> str:
        """A squad; like squads of one seat are told apart by the numbers of their models."""
        facts = self.view["squads"][squad]
        like = [s for s in self.view["squads"] if (s["seat"], s["slug"]) == (facts["seat"], facts["slug"])]
        numbers = [self._numbers[model] for model in facts["models"]]
        if len(like) == 1:
            return str(facts["name"])
        span = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        return f"{facts['name']} {span}"

    def model(self, model: int) -> str:
        """A model with its number."""
        if not 0 <= model < len(self.view["models"]):
            return _("nobody")
        name = self.view["squads"][self.view["models"][model]["squad"]]["name"]
        number = self._numbers[model]
        return f"{name} {number}" if number else str(name)

    def label(self, model: int) -> str:
        """What stands on a model's base."""
        name = self.view["squads"][self.view["models"][model]["squad"]]["name"]
        return f"{initials(name)[:2]}{self._numbers[model] or ''}"

    def models(self, models: Iterable[int]) -> str:
        """Several models in a row."""
        return ", ".join(self.model(model) for model in models)

    # Where

    def space(self, place: Sequence[int]) -> str:
        """A Space, such as C4."""
        return self._spaces.get((place[0], place[1]), "?")

    def hexes(self, hexes: Iterable[int]) -> str:
        """Hexes of a Space in words."""
        numbers = list(hexes)
        if len(numbers) > len(HEX_WORDS) - 1:
            return _("the whole Space")
        words = LYING_WORDS if self.view["board"] in LYING else HEX_WORDS
        return ", ".join(_(words[number]) for number in numbers)

    def spot(self, spot: Mapping[str, Any]) -> str:
        """A footprint: its Space and hexes."""
        hexes = spot["hexes"] if "hexes" in spot else [spot["hex"]]
        return f"{self.space(spot['space'])} ({self.hexes(hexes)})"

    # What is printed

    def card(self, slug: str, seat: int | None = None) -> str:
        """A card by its slug."""
        found = self.find_card(slug, seat)
        return slug.replace("-", " ").capitalize() if found is None else found.name

    def find_card(self, slug: str, seat: int | None = None) -> schema.Card | None:
        """The printed card; cards of a seat are of its faction."""
        slugs = [self.faction(seat)] if seat is not None else [self.faction(n) for n in range(len(self.view["seats"]))]
        files = [self.factions[faction] for faction in slugs if faction in self.factions]
        return next((card for file in files for card in file.cards if card.slug == slug), None)

    def token(self, slug: str) -> str:
        """A token by its slug."""
        files = self.factions.values()
        found = next((token.name for file in files for token in file.tokens if token.slug == slug), None)
        return found or slug.replace("-", " ").upper()

    def faction_name(self, slug: str) -> str:
        """A faction by its slug."""
        return self.factions[slug].faction.name if slug in self.factions else slug
