"""The comparison of all squads: one row a mode, sorted and filtered by the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.db.models import F, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce, Lower, NullIf
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.models import Faction, GameSystem, Mode
from catalog.wording import TAGS

Label = str | Promise


@dataclass(frozen=True)
class Column:
    """A column of the table: how it is called and what the database sorts by."""

    key: str
    label: Label
    meaning: Label
    sorts_by: str
    #: The best squads have the highest numbers, so numbers are first shown falling.
    number: bool = True


COLUMNS = (
    Column("name", gettext_lazy("Squad"), gettext_lazy("Squad"), "squad__name", number=False),
    Column("faction", gettext_lazy("Faction"), gettext_lazy("Faction"), "squad__faction__name", number=False),
    Column("mode", gettext_lazy("Mode"), gettext_lazy("Mode"), "name", number=False),
    Column("ini", gettext_lazy("INI"), gettext_lazy("Initiative"), "ini"),
    Column("att", gettext_lazy("ATT"), gettext_lazy("Attack"), "att"),
    Column("def", gettext_lazy("DEF"), gettext_lazy("Defense"), "defense"),
    Column("mov", gettext_lazy("MOV"), gettext_lazy("Movement"), "mov"),
    Column("endurance", gettext_lazy("End."), gettext_lazy("Endurance"), "squad__endurance"),
    Column("models", gettext_lazy("Models"), gettext_lazy("Models"), "squad__models_count"),
    Column("base", gettext_lazy("Base"), gettext_lazy("Base size in hexes"), "base_hexes"),
    Column("change", gettext_lazy("Change"), gettext_lazy("Cost of Change Mode"), "change_mode"),
    Column("tags", gettext_lazy("Class"), gettext_lazy("Class"), "tags_text", number=False),
)
_BY_KEY = {column.key: column for column in COLUMNS}
DEFAULT_SORT = "faction"
SETS = {"core": gettext_lazy("Core game"), "expansion": gettext_lazy("Expansions")}


def sort_options() -> Iterator[tuple[str, str]]:
    """Every way to sort, with its name."""
    for column in COLUMNS:
        if column.number:
            yield f"-{column.key}", _("%(column)s, highest first") % {"column": column.meaning}
            yield column.key, _("%(column)s, lowest first") % {"column": column.meaning}
        else:
            yield column.key, _("%(column)s, A to Z") % {"column": column.meaning}
            yield f"-{column.key}", _("%(column)s, Z to A") % {"column": column.meaning}


@dataclass(frozen=True)
class Choice:
    """What a visitor wants to see; `problems` are sentences on wishes that make no sense."""

    sort: str = DEFAULT_SORT
    faction: str = ""
    tag: str = ""
    set: str = ""
    problems: list[str] = field(default_factory=list)

    @property
    def column(self) -> Column:
        """The column that is sorted by."""
        return _BY_KEY[self.sort.removeprefix("-")]

    @property
    def falling(self) -> bool:
        """Whether the highest comes first."""
        return self.sort.startswith("-")


def read_choice(wishes: Mapping[str, str], factions: Iterable[Faction]) -> Choice:
    """Read sorting and filters from an address; what is unknown gets a sentence and the default."""
    problems: list[str] = []

    def one_of(name: str, allowed: Iterable[str], sentence: str) -> str:
        value = wishes.get(name, "").strip()
        known = list(allowed)
        if not value or value in known:
            return value
        problems.append(sentence % {"value": value, "known": ", ".join(known)})
        return ""

    sort = wishes.get("sort", "").strip()
    if sort and sort.removeprefix("-") not in _BY_KEY:
        sentence = _("The table cannot be sorted by “%(value)s”; it can be by %(known)s.")
        problems.append(sentence % {"value": sort, "known": ", ".join(_BY_KEY)})
        sort = ""
    slugs = [faction.slug for faction in factions]
    return Choice(
        sort=sort or DEFAULT_SORT,
        faction=one_of("faction", slugs, _("There is no faction “%(value)s”; there are %(known)s.")),
        tag=one_of("tag", TAGS, _("There is no class “%(value)s”; there are %(known)s.")),
        set=one_of("set", SETS, _("There is no set “%(value)s”; choose one of %(known)s.")),
        problems=problems,
    )


def compared_modes(system: GameSystem, choice: Choice) -> QuerySet[Mode]:
    """The modes of all squads, as chosen; the factions' own order decides between equals."""
    modes = (
        Mode.objects.filter(squad__faction__system=system)
        .filter(squad__retired=False, squad__faction__retired=False)
        .select_related("squad__faction__system")
        .annotate(
            base_hexes=Coalesce("base", "squad__base"),
            # As text, tags can be searched and sorted on every database; None where there are none.
            tags_text=NullIf(Cast("squad__tags", TextField()), Value("[]", TextField())),
        )
    )
    if choice.faction:
        modes = modes.filter(squad__faction__slug=choice.faction)
    if choice.tag:
        modes = modes.filter(tags_text__contains=f'"{choice.tag}"')
    if choice.set:
        in_expansion = Q(squad__expansion=True) | Q(squad__faction__expansion=True)
        modes = modes.filter(in_expansion if choice.set == "expansion" else ~in_expansion)
    wanted = F(choice.column.sorts_by) if choice.column.number else Lower(choice.column.sorts_by)
    order = wanted.desc(nulls_last=True) if choice.falling else wanted.asc(nulls_last=True)
    return modes.order_by(order, "squad__faction__name", "squad__position", "position")
