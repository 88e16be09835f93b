"""Questions a half asks: which model, which Squad, which Space, how many. A first choice can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from catalog.packs import schema
from matches.engine.dawnfall import attributes
from matches.engine.dawnfall.attributes import Name
from matches.engine.dawnfall.board import footprint_of, hex_of, hexes_of
from matches.engine.dawnfall.moments import Death, Fight, Moment, WoundEvent
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.spots import BACK as STEP_BACK
from matches.engine.dawnfall.spots import space_options, spot_option
from matches.engine.dawnfall.state import DEAD
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Decision, Option, Rule, ask

BACK = Option("back", "Back")
#: The six directions in the order of board.DIRECTIONS.
_WAYS = ("East", "South-east", "South-west", "West", "North-west", "North-east")


class TakenBack(Exception):  # noqa: N818
    """The player took the use back before anything was done."""


class Choosing:
    """A half under way, as far as it looks around and asks. `squad` is the carrier of an attached half."""

    __slots__ = ("_done", "both", "card", "half", "kept", "moment", "place", "seat", "squad", "table")

    def __init__(
        self,
        table: Table,
        seat: int,
        card: schema.Card | schema.Banner | schema.Token | None,
        place: str,
        half: schema.Half | None,
        moment: Moment,
        squad: Squad | None = None,
    ) -> None:
        self.table = table
        self.seat = seat
        self.card = card
        self.place = place
        self.half = half
        self.moment = moment
        self.squad = squad
        self._done = False
        #: The card does not go to the Discard pile.
        self.kept = False
        #: Both halves of the card are performed: the place of the one that comes first. Alternative Rha-Zack Banner
        self.both = ""

    @property
    def done(self) -> bool:
        """Whether something has been done that cannot be taken back."""
        return self._done

    @done.setter
    def done(self, done: bool) -> None:
        self._done = done
        if done:
            self.table.release()

    # Who is there

    @property
    def carrier(self) -> Squad:
        """The Squad that carries the card. R-CARRIER"""
        assert self.squad is not None  # noqa: S101
        return self.squad

    @property
    def fight(self) -> Fight:
        """The Combat Sequence or Backstab that the window is about."""
        assert self.moment.fight is not None  # noqa: S101
        return self.moment.fight

    @property
    def event(self) -> WoundEvent:
        """The Wound event that the window is about."""
        assert self.moment.wounds is not None  # noqa: S101
        return self.moment.wounds

    @property
    def death(self) -> Death:
        """The death that the window is about."""
        assert self.moment.death is not None  # noqa: S101
        return self.moment.death

    @property
    def name(self) -> str:
        """What is being used, in words."""
        return self.half.name if self.half is not None else self.card.name if self.card is not None else ""

    def squads(self, slug: str | None = None) -> list[Squad]:
        """The player's own Squads, or those of a name."""
        squads = self.table.roster.armies[self.seat].squads
        return [squad for squad in squads if slug is None or squad.slug == slug]

    def models(self, slug: str | None = None) -> list[int]:
        """The player's own models on the board, or those of the Squads of a name."""
        return [model for squad in self.squads(slug) for model in self.table.standing(squad)]

    def carried(self) -> list[int]:
        """The models of the carrier that are on the board."""
        return self.table.standing(self.carrier)

    def of_carrier(self, model: int) -> bool:
        """Whether the model is the player's to use and belongs to the carrier."""
        return model in self.carrier.models and self.own(model)

    def own(self, model: int) -> bool:
        """Whether the model is the player's own and nobody else controls it. R-CONTROLLED"""
        return (
            model >= 0
            and self.table.roster.seat_of[model] == self.seat
            and attributes.player_of(self.table, model) == self.seat
        )

    def is_a(self, model: int, slug: str) -> bool:
        """Whether the model is the player's own and of the Squad of that name."""
        return self.own(model) and self.table.squad(model).slug == slug

    def yours(self, model: int) -> bool:
        """Whether the model is the player's or the ally's: the bold "your". R-YOUR, DF-TEAM-08"""
        return model >= 0 and not self.table.hostile(self.seat, self.table.roster.seat_of[model])

    def your_seats(self) -> list[int]:
        """The player and the ally. R-YOUR"""
        return [self.seat, *(s for s in self.table.side(self.seat) if s != self.seat)]

    def enemies(self) -> list[int]:
        """All enemy models on the board. R-TARGET"""
        return [model for seat in self.table.opponents(self.seat) for model in self.table.army_on_board(seat)]

    def in_contact(self, models: Iterable[int]) -> list[int]:
        """The enemies that are b2b with one of the models."""
        touch = 0
        for model in models:
            touch |= self.table.touch(model)
        return [enemy for enemy in self.enemies() if self.table.bits(enemy) & touch] if touch else []

    def has_band(self) -> bool:
        """Whether the Squad named on the band of a hand half has a model on the board, or one that was just killed.

        R-BAND
        """
        slug = self.card.squad if isinstance(self.card, schema.Card) and self.place == "lower" else None
        if slug is not None and self.card.kind is schema.CardKind.EVOLVE:  # type: ignore[union-attr]
            return True  # It looks for its Squad itself, since a Banner may revive it. R-EVOLVE
        if slug is None or any(self.table.standing(squad) for squad in self.squads(slug)):
            return True
        return self.moment.death is not None and self.is_a(self.moment.death.model, slug)

    def in_mode(self, model: int, mode: str) -> bool:
        """Whether the Squad card of the model shows that side. R-MODE-REQ"""
        return self.table.mode(self.table.squad(model)).name == mode

    def blocked(self, model: int) -> bool:
        """Whether the player's side may not change the model's place. R-BLOCKED"""
        return self.yours(model) and attributes.has(self.table, model, "blocked")

    def inert(self, model: int) -> bool:
        """Whether the player's side can make the model do nothing any more: it bears a SOURCE, say."""
        return self.yours(model) and attributes.has(self.table, model, "inert")

    def value(self, model: int, name: Name) -> int | None:
        """An attribute as it counts now."""
        return attributes.value(self.table, model, name)

    def lost_tokens(self, squad: Squad) -> int:
        """Printed Endurance minus the tokens present. R-LOST"""
        return squad.endurance - self.table.state.endurance[squad.number]

    def dead(self, squads: Iterable[Squad]) -> list[int]:
        """The dead models of the Squads. R-GONE"""
        return [model for squad in squads for model in squad.models if self.table.state.places[model] == DEAD]

    def within(self, models: Iterable[int], reach: int) -> set[int]:
        """The Spaces within Range of one of the models. R-RANGE"""
        board = self.table.board
        return {space for model in models for space in board.in_range(self.table.space(model), reach)}

    def distance(self, one: int, other: int) -> int:
        """How far two models are apart, in Spaces."""
        return self.table.board.distance[self.table.space(one)][self.table.space(other)]

    # What the player chooses

    def ask(self, kind: str, words: str, options: Sequence[Option]) -> Rule[Option]:
        """Ask the player; as long as nothing is done, the use can be taken back."""
        if len(options) > 1 and not self.done:
            options = [*options, BACK]
        chosen = yield from ask(self.seat, kind, words, options, {"of": self.name})
        if chosen is BACK:
            raise TakenBack
        return chosen

    def ask_in_secret(self, kind: str, words: str, options: Sequence[Option]) -> Rule[Option]:
        """Ask about something that others cannot see, even if one answer is left: not to ask would tell. DF-DECK-06"""
        offered = (*options,) if self.done else (*options, BACK)
        chosen = yield Decision(self.seat, kind, words, offered, {"of": self.name})
        if chosen is BACK:
            raise TakenBack
        return chosen

    def choose_model(self, models: Sequence[int], words: str = "%(of)s: which model?") -> Rule[int]:
        """One of the models."""
        chosen = yield from self.ask("model", words, self._models(models))
        model: int = chosen.data["model"]
        return model

    def maybe_model(self, models: Sequence[int], words: str, no: str) -> Rule[int | None]:
        """One of the models, or none. R-OPTIONAL"""
        chosen = yield from self.ask("model", words, [*self._models(models), Option("none", no)])
        return None if chosen.id == "none" else int(chosen.data["model"])

    def _models(self, models: Sequence[int]) -> list[Option]:
        squad = self.table.squad
        return [Option(f"model:{m}", "%(name)s", {"model": m, "name": squad(m).name}) for m in models]

    def choose_squad(self, squads: Sequence[Squad], words: str = "%(of)s: which Squad?") -> Rule[Squad]:
        """One of the Squads."""
        chosen = yield from self.ask("squad", words, _squads(squads))
        number: int = chosen.data["squad"]
        return self.table.roster.squads[number]

    def maybe_squad(self, squads: Sequence[Squad], words: str, no: str) -> Rule[Squad | None]:
        """One of the Squads, or none. R-OPTIONAL"""
        chosen = yield from self.ask("squad", words, [*_squads(squads), Option("none", no)])
        return None if chosen.id == "none" else self.table.roster.squads[chosen.data["squad"]]

    def choose_space(self, spaces: Sequence[int], words: str = "%(of)s: which Space?") -> Rule[int]:
        """One of the Spaces."""
        every = space_options(self.table.board)
        chosen = yield from self.ask("space", words, [every[space] for space in spaces])
        return int(chosen.id.partition(":")[2])

    def maybe_space(self, spaces: Sequence[int], words: str, no: str) -> Rule[int | None]:
        """One of the Spaces, or none. R-OPTIONAL"""
        every = space_options(self.table.board)
        chosen = yield from self.ask("space", words, [*(every[space] for space in spaces), Option("none", no)])
        return None if chosen.id == "none" else int(chosen.id.partition(":")[2])

    def choose_hex(self, hexes: int, words: str = "%(of)s: which hex?") -> Rule[int]:
        """One hex of a set: first its Space, then the hex; gives its number."""
        board = self.table.board
        spaces = list(dict.fromkeys(number // 7 for number in hexes_of(hexes)))
        while True:
            space = yield from self.choose_space(spaces, words)
            options = [spot_option(board, footprint_of(n)) for n in hexes_of(hexes & board.space_bits[space])]
            if len(spaces) == 1:
                chosen = yield from self.ask("hex", words, options)
            else:
                back = [STEP_BACK] if len(options) > 1 else []
                chosen = yield from ask(self.seat, "hex", words, [*options, *back], {"of": self.name})
            if chosen is not STEP_BACK:
                return hex_of(int(chosen.id.partition(":")[2]))

    def choose_line(self, lines: Mapping[int, Sequence[int]], words: str = "%(of)s: which way?") -> Rule[int]:
        """One of the six directions, each with the models that stand that way. R-LINE-TARGETS"""
        options = [
            Option(f"line:{way}", _WAYS[way], {"direction": way, "models": tuple(models)})
            for way, models in lines.items()
        ]
        way: int = (yield from self.ask("line", words, options)).data["direction"]
        return way

    def choose_number(self, lowest: int, highest: int, words: str) -> Rule[int]:
        """A whole number. R-COST-X"""
        options = [Option(f"number:{n}", "%(number)s", {"number": n}) for n in range(lowest, highest + 1)]
        chosen = yield from self.ask("number", words, options)
        number: int = chosen.data["number"]
        return number

    def wish(self, words: str, yes: str, no: str) -> Rule[bool]:
        """Whether the player wants something that may be declined. R-OPTIONAL"""
        chosen = yield from ask(self.seat, "wish", words, (Option("yes", yes), Option("no", no)), {"of": self.name})
        return chosen.id == "yes"

    def each(self, models: Sequence[int], deed: Callable[[int], Rule[None]], words: str) -> Rule[None]:
        """The deed for every one of the models, in the player's order, while the match goes on. R-ORDER-OWN"""
        left = list(models)
        while left and self.table.state.winners is None:
            model = yield from self.choose_model(left, words)
            left.remove(model)
            yield from deed(model)


def _squads(squads: Sequence[Squad]) -> list[Option]:
    return [Option(f"squad:{s.number}", "%(name)s", {"squad": s.number, "name": s.name}) for s in squads]
