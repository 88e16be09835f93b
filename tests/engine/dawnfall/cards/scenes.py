"""What holds for every half alike: its window, its turn, its price, its limit, and that a hand stays hidden.

A Scene is a table and a moment at which a half can be used. `check` takes it through all refusals that follow from
what is printed on the card; what the half does is the matter of its own tests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from catalog.packs import schema
from matches.engine.dawnfall import limits
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.repertoire import Repertoire, repertoires
from matches.engine.dawnfall.state import DEAD, WAITING, Attached
from matches.engine.dawnfall.views import view
from tests.engine.dawnfall.building import TestTable
from tests.engine.dawnfall.fielding import at

#: Halves whose numbers add up, so that they may be paid again for one event. R-ONCE
ADD_UP = {"chapter/fake-death/upper", "dvergar/puncture/upper", "rhazack/laser-whip/upper", "rhazack/shadowing/upper"}
#: Halves whose text destroys 1 Crystal, which must be left when they have been paid. R-DESTROY
DESTROYERS = {
    "dvergar/crystal-breaker/lower", "dvergar/detonation/upper", "dvergar/meltdown/upper", "rhazack/energy-beam/lower",
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """Seat 0 can use the half now; the Squad named carries the card, or waits for it as its Deployment card."""

    key: str
    table: TestTable
    moment: Moment
    carrier: str = ""
    #: What a cost of X comes to here.
    price: int = 0

    @property
    def card(self) -> schema.Card:
        return self.table.roster.armies[0].cards[self.key.split("/")[1]]

    @property
    def place(self) -> str:
        return self.key.split("/")[2]

    @property
    def half(self) -> schema.Half:
        half = self.card.upper if self.place == "upper" else self.card.lower
        assert half is not None
        return half

    @property
    def squad(self) -> int:
        return self.table.squad_of(self.carrier)

    @property
    def deploys(self) -> bool:
        return self.card.kind is schema.CardKind.DEPLOYMENT

    @property
    def option(self) -> str:
        if self.deploys:
            return f"deploy:{self.squad}:{self.card.slug}:{self.place}"
        if self.carrier:
            return f"use:{self.squad}:{self.card.slug}:{self.place}"
        return f"play:{self.card.slug}:{self.place}"

    def offered(self, moment: Moment | None = None) -> bool:
        return self.option in at(self.table, 0, moment or self.moment)

    def charged(self, charges: int) -> None:
        cards = self.table.state.attached[self.squad]
        self.table.state.attached[self.squad] = tuple(
            Attached(card.card, charges, card.on) if card.card == self.card.slug else card for card in cards
        )


def windows_of(army: Repertoire, slug: str, place: str) -> set[str]:
    """The windows at which the engine looks at a half."""
    found = {
        window for window, uses in army.hand.items() for use in uses if (use.card.slug, use.place) == (slug, place)
    }
    for by_card in (army.attached, army.deployment):
        for window, cards in by_card.items():
            if any((use.card.slug, use.place) == (slug, place) for uses in cards.values() for use in uses):
                found.add(window)
    return found


def check(scene: Scene, also: Mapping[str, set[str]]) -> None:
    """Window, turn, price, limit and secrecy of a half."""
    assert scene.offered(), f"{scene.key} is not offered at {scene.moment.window}"
    check_window(scene, also)
    check_turn(scene)
    check_price(scene)
    check_limit(scene)
    check_secrecy(scene)


def check_window(scene: Scene, also: Mapping[str, set[str]]) -> None:
    army = repertoires(scene.table)[0]
    found = windows_of(army, scene.card.slug, scene.place)
    assert found == {scene.half.window, *also.get(scene.key, set())}


def check_turn(scene: Scene) -> None:
    """Without lightning only in the own turn. R-LIGHTNING"""
    scene.table.state.active = 1
    assert scene.offered() is scene.half.instant, f"{scene.key} in another player's turn"
    scene.table.state.active = 0


def check_price(scene: Scene) -> None:
    """Refused for one unit less than it costs, with what it destroys. DF-CARD-11, DF-ENH-09, R-DESTROY"""
    state, cost = scene.table.state, scene.half.cost if isinstance(scene.half.cost, int) else scene.price
    destroyed = int(scene.key in DESTROYERS)
    if not cost + destroyed:
        return
    if scene.carrier and scene.half.currency is not schema.Currency.CRYSTAL:
        charges = next(card.charges for card in state.attached[scene.squad] if card.card == scene.card.slug)
        scene.charged(cost)
        assert scene.offered()
        scene.charged(cost - 1)
        assert not scene.offered(), f"{scene.key} without its charges"
        scene.charged(charges)
        return
    before = state.crystals[0], state.endurance[:], state.marker
    own = len(scene.table.roster.armies[0].squads)
    state.marker = -scene.table.setup.options.track
    state.endurance[:own] = [0] * own
    least = cost + destroyed
    state.crystals[0] = least
    assert scene.offered(), f"{scene.key} for just its price"
    state.crystals[0] = least - 1
    assert not scene.offered(), f"{scene.key} for less than its price"
    state.crystals[0], state.endurance, state.marker = before


def check_limit(scene: Scene) -> None:
    """Printed limits of attached halves, and once for each event or turn where none is printed. R-LIMIT, R-NO-LIMIT"""
    if scene.deploys:
        check_one_arrival(scene)
    if scene.deploys or not scene.carrier:
        return
    state, moment, limit = scene.table.state, scene.moment, scene.half.limit
    key = limits.half_key(scene.squad, scene.card.slug, scene.place)
    free = moment.window in limits.FREE
    if scene.half.passive:
        cards = state.attached[scene.squad]
        state.attached[scene.squad] = tuple(card._replace(on=True) for card in cards)
        assert not scene.offered(), f"{scene.key} is on already"
        state.attached[scene.squad] = cards
        return
    if limit == "1 per turn" or (free and not limit):
        state.used[key] = 1
        assert not scene.offered(), f"{scene.key} a second time in a turn"
        state.used.clear()
        return
    if limit == "1 per combat":
        assert not scene.offered(with_used(moment, key)), f"{scene.key} a second time in a Combat"
        return
    state.used[key] = 1
    again = scene.offered(replace(moment, used={key}))
    assert again is (free or scene.key in ADD_UP), f"{scene.key} a second time for one event"
    assert scene.offered(), f"{scene.key} for another event of the turn"
    state.used[key] = limits.HALF_CAP
    assert not scene.offered(), f"{scene.key} without end"
    state.used.clear()


def check_one_arrival(scene: Scene) -> None:
    """A Deployment card is played once in a match, even if the Squad has died since. R-DEPLOY"""
    places = scene.table.state.places
    squad = scene.table.roster.squads[scene.squad]
    for model in squad.models:
        places[model] = DEAD
    assert not scene.offered(), f"{scene.key} a second time"
    for model in squad.models:
        places[model] = WAITING


def with_used(moment: Moment, key: str) -> Moment:
    """The moment in a Combat in which the half has been used already."""
    about = moment.wounds or moment.death
    found = moment.fight or (about.fight if about is not None else None)
    assert found is not None
    fight = replace(found, used={key})
    wounds = moment.wounds and replace(moment.wounds, fight=fight)
    death = moment.death and replace(moment.death, fight=fight)
    return replace(moment, fight=fight, wounds=wounds, death=death)


def check_secrecy(scene: Scene) -> None:
    """Nobody else sees a card in hand; one beside the board or on a Squad everybody sees. DF-DECK-06, R-DEPLOY"""
    hands = scene.table.state.hands
    for seat in (1, None):
        seen = view(scene.table, seat)
        if scene.carrier:
            squad = seen["squads"][scene.squad]
            lying = [squad["deployment"], *(card["card"] for card in squad["attached"])]
            assert scene.card.slug in lying
            continue
        before, hands[0] = hands[0], ("spare",) * len(hands[0])
        assert json.dumps(view(scene.table, seat)) == json.dumps(seen), f"{scene.key} is seen in hand"
        hands[0] = before


def check_banner(table: TestTable, option: int, moment: Moment) -> None:
    """Window, turn, face and limit of a Banner option of seat 0, and that everybody sees the face. R-BANNER, R-LOOP"""
    state, name = table.state, f"banner:{option}"
    windows = {window for window, uses in repertoires(table)[0].banner.items() for use in uses if use.option.id == name}
    assert windows == {moment.window}
    assert name in at(table, 0, moment)
    state.active = 1
    assert name not in at(table, 0, moment), "in another player's turn"
    state.active = 0
    for ready in (False, True):
        state.banner_ready[0] = ready
        assert (name in at(table, 0, moment)) is ready
        assert [view(table, seat)["seats"][0]["banner"]["ready"] for seat in (0, 1, None)] == [ready] * 3
    state.used["banner:0"] = limits.BANNER_CAP
    assert name not in at(table, 0, moment), "too often in a turn"
    state.used.clear()
