"""The Dvergar: Endurance tokens on their Shrine, and redistributing what lies on their Squads. Section 3.3"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from catalog.packs import schema
from matches.engine.dawnfall import limits
from matches.engine.dawnfall.attaching import SLOTS
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import Attached, Marker
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

SCRAP: Final = "endurance-token-on-the-shrine"

_DONE: Final = Option("done", "That is all")


# Endurance tokens on the Shrine: any number, they belong to no Squad


def scrap(table: Table, seat: int) -> int:
    """How many Endurance tokens lie on the Shrine of a seat."""
    return sum(marker.number for marker in table.state.shrine_tokens if marker.kind == SCRAP and marker.seat == seat)


def add_scrap(table: Table, seat: int, count: int) -> None:
    """Put Endurance tokens on the Shrine, or take them off."""
    state = table.state
    number = scrap(table, seat) + count
    others = tuple(marker for marker in state.shrine_tokens if marker.kind != SCRAP or marker.seat != seat)
    state.shrine_tokens = (*others, Marker(SCRAP, seat, number)) if number else others
    table.tell("shrine_tokens_changed", token=SCRAP, seat=seat, count=count)


# Redistributing: nothing is done before the player has said all of it, so that the use can be taken back


class Shares:
    """What lies where, as the player wants it. Nothing is moved twice, so that moving ends. R-LOOP"""

    def __init__(self, play: Play) -> None:
        state = play.table.state
        self.play = play
        self.squads = {squad.number: squad for squad in play.squads()}
        self.cards = [card for number in self.squads for card in state.attached[number]]
        self.homes = [number for number in self.squads for _ in state.attached[number]]
        self.goals = list(self.homes)
        self.lifted: list[int] = []
        self.charges = [card.charges for card in self.cards]
        self.tokens = {number: state.endurance[number] for number in self.squads}
        #: What has not been moved yet.
        self.own_charges = self.charges[:]
        self.own_tokens = dict(self.tokens)

    def options(self) -> list[Option]:
        """All that can be moved now."""
        tokens = [
            Option(f"token:{number}", "Endurance of %(name)s", {"name": self.squads[number].name})
            for number in self.squads
            if self.own_tokens[number] and self.with_room(number)
        ]
        charges = [
            Option(f"charge:{n}", "charges on %(card)s of %(name)s", self.named(n))
            for n, left in enumerate(self.own_charges)
            if left and len(self.cards) > 1
        ]
        cards = [
            Option(f"card:{n}", "%(card)s of %(name)s", self.named(n))
            for n in range(len(self.cards))
            if n not in self.lifted and self.movable(n) and self.fit([*self.lifted, n], self.staying(n))
        ]
        return [*tokens, *charges, *cards]

    def named(self, n: int) -> dict[str, object]:
        """A card and its Squad in words."""
        return {"card": self.printed(n).name, "name": self.squads[self.homes[n]].name, "squad": self.homes[n]}

    def printed(self, n: int) -> schema.Card:
        """The card as the catalogue has it."""
        return self.play.table.roster.armies[self.play.seat].cards[self.cards[n].card]

    def with_room(self, giver: int) -> list[Squad]:
        """The other Squads with fewer tokens than are printed."""
        return [s for s in self.squads.values() if s.number != giver and self.tokens[s.number] < s.endurance]

    def movable(self, n: int) -> bool:
        """Enhancements attached during setup stay. R-SETUP-ATTACH"""
        attach = self.printed(n).attach
        return attach is None or attach.timing != "setup"

    def staying(self, *leaving: int) -> dict[int, list[str]]:
        """The cards on each Squad apart from those that are lifted."""
        gone = {*self.lifted, *leaving}
        stay: dict[int, list[str]] = {number: [] for number in self.squads}
        for n, card in enumerate(self.cards):
            if n not in gone:
                stay[self.goals[n]].append(card.card)
        return stay

    def goals_for(self, n: int, stay: dict[int, list[str]]) -> list[int]:
        """The other Squads that can take a card: a free slot, and no copy of it. DF-ENH-12, -18"""
        card = self.cards[n].card
        return [s for s, cards in stay.items() if s != self.homes[n] and len(cards) < SLOTS and card not in cards]

    def fit(self, lifted: Sequence[int], stay: dict[int, list[str]]) -> bool:
        """Whether all lifted cards find a Squad at the same time."""
        if not lifted:
            return True
        first, rest = lifted[0], lifted[1:]
        for number in self.goals_for(first, stay):
            if self.fit(rest, {**stay, number: [*stay[number], self.cards[first].card]}):
                return True
        return False


def can_redistribute(play: Play) -> bool:
    """Something can be moved."""
    return bool(Shares(play).options())


def redistribute(play: Play) -> Rule[None]:
    """Move Enhancements, charges and Endurance tokens among own Squads, dead ones too; nobody is revived. R-RESTORE"""
    shares = Shares(play)
    done: list[Option] = []
    while True:
        options = shares.options()
        if not options and not done:
            return  # The price took the only token that could have been moved. R-PARTIAL
        chosen = yield from play.ask("redistribute", "%(of)s: what do you move?", [*options, *done])
        if chosen is _DONE:
            break
        kind, _, number = chosen.id.partition(":")
        yield from {"token": _move_tokens, "charge": _move_charges, "card": _lift}[kind](shares, int(number))
        done = [_DONE]
    for n in list(shares.lifted):
        shares.lifted.remove(n)
        yield from _put_down(shares, n)
    _carry_out(shares)


def _move_tokens(shares: Shares, giver: int) -> Rule[None]:
    taker = (yield from shares.play.choose_squad(shares.with_room(giver), "%(of)s: to which Squad?")).number
    room = shares.squads[taker].endurance - shares.tokens[taker]
    count = yield from shares.play.choose_number(1, min(shares.own_tokens[giver], room), "%(of)s: how many tokens?")
    shares.own_tokens[giver] -= count
    shares.tokens[giver] -= count
    shares.tokens[taker] += count


def _move_charges(shares: Shares, giver: int) -> Rule[None]:
    others = [n for n in range(len(shares.cards)) if n != giver]
    options = [Option(f"card:{n}", "%(card)s of %(name)s", {**shares.named(n), "number": n}) for n in others]
    taker: int = (yield from shares.play.ask("taker", "%(of)s: to which card?", options)).data["number"]
    count = yield from shares.play.choose_number(1, shares.own_charges[giver], "%(of)s: how many charges?")
    shares.own_charges[giver] -= count
    shares.charges[giver] -= count
    shares.charges[taker] += count


def _lift(shares: Shares, n: int) -> Rule[None]:
    """Cards are lifted first and put down together, so that full Squads can exchange theirs."""
    yield from ()
    shares.lifted.append(n)


def _put_down(shares: Shares, n: int) -> Rule[None]:
    stay = shares.staying(n)
    card = shares.printed(n)
    options = [
        Option(f"squad:{goal}", "%(card)s to %(name)s", {"squad": goal, "card": card.name, "name": squad.name})
        for goal, squad in shares.squads.items()
        if goal in shares.goals_for(n, stay) and shares.fit(shares.lifted, {**stay, goal: [*stay[goal], card.slug]})
    ]
    chosen = yield from shares.play.ask("squad", "%(of)s: which Squad gets the next card?", options)
    shares.goals[n] = chosen.data["squad"]


def _carry_out(shares: Shares) -> None:
    """Do at once all that was said; what a card has been used for this turn goes with it. R-LIMIT"""
    table, state = shares.play.table, shares.play.table.state
    shares.play.done = True
    for number in shares.squads:
        if state.endurance[number] != shares.tokens[number]:
            table.tell("endurance_moved", squad=number, count=shares.tokens[number] - state.endurance[number])
        state.endurance[number] = shares.tokens[number]
        state.attached[number] = tuple(_cards_on(shares, number))
    moved = []
    for n, card in enumerate(shares.cards):
        if shares.charges[n] != card.charges:
            more = shares.charges[n] - card.charges
            table.tell("charges_moved", card=card.card, squad=shares.goals[n], count=more)
        if shares.goals[n] != shares.homes[n]:
            moved.append((shares.homes[n], shares.goals[n], card.card))
            table.tell("enhancement_moved", card=card.card, squad=shares.homes[n], to=shares.goals[n])
    limits.move_counts(table, moved)


def _cards_on(shares: Shares, number: int) -> list[Attached]:
    found = [n for n in range(len(shares.cards)) if shares.goals[n] == number]
    return [shares.cards[n]._replace(charges=shares.charges[n]) for n in found]
