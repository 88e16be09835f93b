"""Seats and squads on the page: pools, piles, Banner, and for every squad its values, Endurance and Enhancements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from catalog.packs import schema
from matches.models import Seat
from matches.naming import Names, View
from matches.thinking.levels import level_name

SHOWN: Final = (("ini", "INI"), ("att", "ATT"), ("defense", "DEF"), ("mov", "MOV"))
OFF_BOARD: Final = {"dead": lazy("dead"), "aside": lazy("set aside"), "waiting": lazy("waits"), "gone": lazy("gone")}
#: What effects do to models besides changing numbers.
TRAITS: Final = {
    "wins_ini": lazy("wins the Initiative"),
    "wins_def": lazy("withstands without a roll"),
    "loses_def": lazy("fails Defense rolls"),
    "no_combat": lazy("cannot fight"),
    "no_counter": lazy("cannot strike back"),
    "immune": lazy("cannot be wounded"),
    "att_reroll": lazy("rerolls Attacks"),
    "def_reroll": lazy("rerolls failed Defenses"),
    "blocked": lazy("cannot move"),
    "no_push": lazy("cannot Push"),
    "controlled": lazy("is controlled by an enemy"),
}


@dataclass(frozen=True, slots=True)
class Value:
    """An attribute as it counts now, with what changes it."""

    name: str
    word: str
    now: str
    #: "up", "down" or nothing, against what is printed.
    way: str
    changes: str


@dataclass(frozen=True, slots=True)
class ModelSheet:
    """A model: where it is, and the tokens on it."""

    number: int
    label: str
    where: str
    tokens: str
    #: Its values, if they are not those of the squad's first model.
    values: str


@dataclass(frozen=True, slots=True)
class AttachedSheet:
    """An Enhancement under a squad."""

    name: str
    charges: int
    on: bool
    halves: Sequence[schema.Half]


@dataclass(frozen=True, slots=True)
class SquadSheet:
    """A squad as its card shows it."""

    number: int
    name: str
    label: str
    mode: str
    endurance: int
    lost: int
    values: Sequence[Value]
    models: Sequence[ModelSheet]
    attached: Sequence[AttachedSheet]
    tokens: str
    #: What changes the values of its models, by name.
    changes: Sequence[str]
    #: The Deployment card that lies open beside cavalry.
    deployment: str
    dead: bool
    active: bool
    activated: bool

    @property
    def pips(self) -> str:
        """Endurance tokens that are left and that are lost."""
        return "●" * self.endurance + "○" * self.lost


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What everybody may know of a player."""

    seat: int
    name: str
    own: bool
    active: bool
    deciding: bool
    faction: str
    faction_name: str
    facts: Mapping[str, Any]
    points: int
    discard: Sequence[tuple[str, int]]
    captured: Sequence[tuple[str, int]]
    banner: schema.Banner | None
    banner_ready: bool
    shrine: schema.Shrine | None
    shrine_tokens: str
    squads: Sequence[SquadSheet]
    #: How well the bot of the seat plays; nothing for a person.
    level: str = ""
    #: How often the player has asked what a bot would do.
    hints: int = 0


def with_players(sheets: Iterable[SeatSheet], seats: Iterable[Seat]) -> list[SeatSheet]:
    """The sheets with what is known of those who play, beside the game."""
    players = {seat.number: seat for seat in seats}
    return [
        replace(
            sheet,
            level=level_name(players[sheet.seat].bot) if players[sheet.seat].is_bot else "",
            hints=players[sheet.seat].hints,
        )
        for sheet in sheets
    ]


def seat_sheets(view: View, names: Names, deciding: int | None) -> list[SeatSheet]:
    """All players, oneself first and then in the order of play."""
    count = len(view["seats"])
    first = view["seat"] or 0
    return [_seat(view, names, (first + step) % count, deciding) for step in range(count)]


def values_of(model: Mapping[str, Any]) -> list[Value]:
    """The attributes of a model."""
    described = model["attributes"] or {}
    return [_value(name, word, described[name]) for name, word in SHOWN if name in described]


def _value(name: str, word: str, described: Mapping[str, Any]) -> Value:
    now, printed = described["value"], described["printed"]
    way = ""
    if now != printed:
        way = "down" if (-1 if now is None else now) < (-1 if printed is None else printed) else "up"
    changes = "; ".join(_change(change) for change in described["modifiers"])
    if changes:
        changes = _("%(printed)s printed; %(changes)s") % {"printed": _number(printed), "changes": changes}
    return Value(name, word, _number(now), way, changes)


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)


def _change(change: Mapping[str, Any]) -> str:
    return f"{_amount(change)} {change['name']}"


def _amount(change: Mapping[str, Any]) -> str:
    amount = change["amount"]
    signs = {"+": f"{amount:+d}", "*": f"×{amount}", "=": f"={amount}", "=dash": "=–"}
    return signs.get(change["kind"], f"{amount:+d}")


def _seat(view: View, names: Names, seat: int, deciding: int | None) -> SeatSheet:
    facts = view["seats"][seat]
    file = names.factions.get(facts["faction"])
    banner, slug = facts["banner"], facts["shrine"]
    discard = Counter(names.card(card, seat) for card in facts["discard"])
    captured = [(names.seat(other), count) for other, count in enumerate(facts["captured"]) if count]
    return SeatSheet(
        seat=seat,
        name=facts["name"],
        own=seat == view["seat"],
        active=seat == view["active"] and view["turn"] > 0,
        deciding=seat == deciding,
        faction=facts["faction"],
        faction_name=names.faction_name(facts["faction"]),
        facts=facts,
        points=view["victory_points"][seat],
        discard=sorted(discard.items()),
        captured=captured,
        banner=next((b for b in file.banners if banner and b.slug == banner["slug"]), None) if file else None,
        banner_ready=bool(banner and banner["ready"]),
        shrine=next((s for s in file.shrines if s.slug == slug), None) if file else None,
        shrine_tokens=_tokens([token for token in view["shrine_tokens"] if token["seat"] == seat], names),
        squads=[_squad(view, names, squad) for squad in view["squads"] if squad["seat"] == seat],
    )


def _squad(view: View, names: Names, squad: Mapping[str, Any]) -> SquadSheet:
    models = [view["models"][model] for model in squad["models"]]
    standing = [model for model in models if model["attributes"]]
    activation = view["activation"]
    return SquadSheet(
        number=squad["squad"],
        name=names.squad(squad["squad"]),
        label=names.label(squad["models"][0]).rstrip("0123456789"),
        mode=squad["mode_name"],
        endurance=squad["endurance"],
        lost=max(0, squad["printed_endurance"] - squad["endurance"]),
        values=values_of(standing[0]) if standing else [],
        models=[_model(model, names, standing) for model in models],
        attached=[_attached(attached, squad["seat"], names) for attached in squad["attached"]],
        tokens=_tokens(squad["markers"], names),
        changes=[*changes_of(standing), *traits_of(view, squad["models"], names)],
        deployment=names.card(squad["deployment"], squad["seat"]) if squad.get("deployment") else "",
        dead=all(model["status"] in {"dead", "gone"} for model in models),
        active=activation is not None and activation["squad"] == squad["squad"],
        activated=squad["squad"] in view["activated"],
    )


def changes_of(models: Sequence[Mapping[str, Any]], attributes: Sequence[tuple[str, str]] = SHOWN) -> list[str]:
    """What changes the values of the models: each source once, with all it does."""
    sources: dict[str, list[str]] = {}
    for model in models:
        for name, word in attributes:
            for change in model["attributes"][name]["modifiers"]:
                told = f"{word}\N{NO-BREAK SPACE}{_amount(change)}"
                if told not in sources.setdefault(change["name"], []):
                    sources[change["name"]].append(told)
    return [f"{source}: {', '.join(told)}" for source, told in sources.items()]


def traits_of(view: View, models: Sequence[int], names: Names) -> list[str]:
    """What effects give the models for a while, apart from numbers."""
    told: dict[str, list[str]] = {}
    for effect in view["effects"]:
        if effect["model"] in models and effect["kind"] in TRAITS:
            told.setdefault(f"{effect['source']}: {TRAITS[effect['kind']]}", []).append(names.label(effect["model"]))
    return [f"{words} ({', '.join(labels)})" for words, labels in told.items()]


def _model(model: Mapping[str, Any], names: Names, standing: Sequence[Mapping[str, Any]]) -> ModelSheet:
    where = names.space(model["place"]["space"]) if model["place"] else str(OFF_BOARD[model["status"]])
    values = ""
    if model["attributes"] and model["attributes"] != standing[0]["attributes"]:
        values = " ".join(f"{value.word} {value.now}" for value in values_of(model))
    return ModelSheet(model["model"], names.label(model["model"]), where, _tokens(model["markers"], names), values)


def _tokens(markers: Sequence[Mapping[str, Any]], names: Names) -> str:
    return ", ".join(
        names.token(marker["kind"]) + (f" ×{marker['number']}" if marker["number"] > 1 else "") for marker in markers
    )


def _attached(attached: Mapping[str, Any], seat: int, names: Names) -> AttachedSheet:
    card = names.find_card(attached["card"], seat)
    halves = [half for half in (card.upper, card.lower) if half] if card else []
    return AttachedSheet(names.card(attached["card"], seat), attached["charges"], attached["on"], halves)
