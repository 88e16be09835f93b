"""The form of a new match: the table's rules and as many seats as its mode has, read and checked together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from catalog.models import GameSystem
from decks.facts import facts_of
from decks.refusals import Refusal
from decks.visitors import Visitor
from matches.engine import Options
from matches.engine.dawnfall.setup import MODES
from matches.models import Match
from matches.refusals import SetupProblem
from matches.services import SeatPlan, format_of, open_match, why_not
from matches.services.bringing import check_options, taken_sentence
from matches.setting_up.deck_choices import ANY, Brought, any_starter, bring, deck_choices
from matches.setting_up.forms import BOT, HOT, INVITED, ME, OPEN, DeckForm, SeatForm, TableForm, chosen_options, tell
from matches.setting_up.setups import read_options

KINDS: Final = {ME: "person", HOT: "person", BOT: "bot", OPEN: "open", INVITED: "invited"}
PLAIN: Final = {"hand_size": 3, "watching": Match.Watching.PUBLIC, "delay": 0, "hours": 0}


class NewMatch:
    """All forms of the page. Built from what was typed, or from what the address asks for."""

    def __init__(
        self, system: GameSystem, visitor: Visitor, mode: str, table: TableForm, seats: list[SeatForm]
    ) -> None:
        self.system, self.visitor, self.mode, self.table, self.seats = system, visitor, mode, table, seats
        self.problem: SetupProblem | None = None

    @classmethod
    def asked(cls, system: GameSystem, visitor: Visitor, wishes: Mapping[str, str]) -> NewMatch:
        """A form as the address wishes it: a mode, who the others are, which deck of which format."""
        deck_format = wishes.get("format", "duel")
        mode = wishes["mode"] if wishes.get("mode") in MODES else "ffa4" if deck_format == "multiplayer" else "duel"
        short = {"short_deck": True} if deck_format == "short" else {}
        others = wishes["others"] if wishes.get("others") in KINDS else BOT
        initial = {**PLAIN, **short, "mode": mode, "source_options": list(Options().source_options)}
        decks = deck_choices(system, visitor, mode, read_options(short))
        named = (f"{kind}:{wishes[kind]}" for kind in ("deck", "starter") if wishes.get(kind))
        first = {"who": ME, "deck": next(named, ANY)}
        seats = [
            SeatForm(
                prefix=f"seat{number}", visitor=visitor, decks=decks, initial=first if not number else {"who": others}
            )
            for number in range(MODES[mode][0])
        ]
        return cls(system, visitor, mode, TableForm(initial=initial), seats)

    @classmethod
    def typed(cls, system: GameSystem, visitor: Visitor, data: QueryDict, mode: str = "") -> NewMatch:
        """What was sent; with another mode it is kept as far as the seats are the same, and checked by nobody."""
        switched = bool(mode)
        mode = mode if mode in MODES else data.get("mode", "") if data.get("mode") in MODES else "duel"
        values = {name: _value(TableForm(), name, data) for name in TableForm().fields}
        options = read_options({**chosen_options(values), "free_decks": bool(values["casual"])})
        decks = deck_choices(system, visitor, mode, options)
        numbers = range(MODES[mode][0])
        if not switched:
            seats = [SeatForm(data, prefix=f"seat{number}", visitor=visitor, decks=decks) for number in numbers]
            data = data.copy()
            data["mode"] = mode
            return cls(system, visitor, mode, TableForm(data), seats)
        seats = []
        for number in numbers:
            form = SeatForm(prefix=f"seat{number}", visitor=visitor, decks=decks)
            known = f"seat{number}-who" in data
            form.initial = {name: _value(form, name, data) for name in form.fields} if known else {"who": _others(data)}
            seats.append(form)
        return cls(system, visitor, mode, TableForm(initial={**values, "mode": mode}), seats)

    def is_valid(self) -> bool:
        """Whether a match can be opened with it; what is wrong stands beside its field."""
        if not all([self.table.is_valid(), *(seat.is_valid() for seat in self.seats)]):
            return False
        options = self.options()
        try:
            check_options(self.mode, options)
        except SetupProblem as refused:
            self.problem = refused
            return False
        self._check_people()
        self._find_decks(read_options({**options, "free_decks": self.table.cleaned_data["casual"]}))
        return not any(seat.errors for seat in self.seats)

    def options(self) -> dict[str, Any]:
        """The agreed rules by the engine's names."""
        return self.table.options([seat.cleaned_data["handicap"] for seat in self.seats])

    def open(self, visitor: Visitor) -> Match:
        """Open the match. The visitor stays from now on, also as a guest."""
        values = self.table.cleaned_data
        return open_match(
            visitor, self.mode, [self._plan(number, seat) for number, seat in enumerate(self.seats)], self.options(),
            casual=values["casual"], watching=values["watching"], delay=values["delay"], hours=values["hours"] or None,
        )  # fmt: skip

    def _check_people(self) -> None:
        who = [seat.cleaned_data["who"] for seat in self.seats]
        for seat in self.seats[who.index(ME) + 1 :] if ME in who else []:
            if seat.cleaned_data["who"] == ME:
                seat.add_error("who", _("You have a seat already; for somebody else on this device choose Hot seat."))
        if set(who) == {BOT}:
            self.seats[0].add_error("who", _("Bots alone play no match here: give at least one seat to a person."))

    def _find_decks(self, options: Options) -> None:
        deck_format, taken = format_of(self.mode, options), set[str]()
        facts = facts_of(self.system)
        later: list[SeatForm] = []
        for seat in self.seats:
            if not seat.has_deck:
                continue
            try:
                seat.brought = bring(self.system, self.visitor, *_choice(seat), deck_format)
            except Refusal as refused:
                tell(seat, "paste" if seat.wants_paste else "deck", refused)
                continue
            if seat.brought is None:
                later.append(seat)
                continue
            deck = seat.brought.deck
            if why := why_not(deck, self.mode, options, facts):
                seat.add_error("paste" if seat.wants_paste else "deck", why)
            elif deck.faction in taken:
                seat.add_error("deck", taken_sentence(facts.factions[deck.faction].name))
            taken.add(deck.faction)
        for seat in later:
            seat.brought = Brought(any_starter(deck_format, taken))
            taken.add(seat.brought.deck.faction)

    def _plan(self, number: int, seat: SeatForm) -> SeatPlan:
        values, brought = seat.cleaned_data, seat.brought
        name = values["name"]
        if values["who"] == HOT:
            name = name or _("Player %(number)d") % {"number": number + 1}
        elif values["who"] == BOT or self.visitor.user:
            name = ""
        if brought is None:
            return SeatPlan(KINDS[values["who"]])
        return SeatPlan(KINDS[values["who"]], brought.deck, brought.row, values["level"], name, brought.order)


def _choice(form: DeckForm) -> tuple[str, str]:
    return form.cleaned_data["deck"], form.cleaned_data["paste"]


def bring_to(form: DeckForm, system: GameSystem, match: Match) -> Brought:
    """The deck with which somebody sits down at an open table."""
    options = read_options(match.options)
    brought = bring(system, form.visitor, *_choice(form), format_of(match.mode, options))
    return brought or Brought(any_starter(format_of(match.mode, options), taken_factions(match)))


def taken_factions(match: Match) -> set[str]:
    """The factions that are at the table already."""
    return {seat.faction for seat in match.seats.all() if seat.deck is not None}


def _others(data: QueryDict) -> str:
    """A seat that was not there before is like the last one that was."""
    known = [data[f"seat{number}-who"] for number in range(1, 4) if f"seat{number}-who" in data]
    return known[-1] if known and known[-1] in KINDS else BOT


def _value(form: Any, name: str, data: QueryDict) -> Any:
    return form.fields[name].widget.value_from_datadict(data, {}, form.add_prefix(name))
