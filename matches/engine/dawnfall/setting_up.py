"""Setup: first player, factions and decks, roles, Crystals, hands, Dispersal.

The steps of the book are stages, one after the other; Shrines and Sources, and the models, have modules of their own.
DF-SETUP-01 to -32, -47 to -55, DF-OPT-02, -04, -08, -09
"""

from __future__ import annotations

from itertools import product
from typing import Final

from matches.engine.dawnfall import drawing
from matches.engine.dawnfall.roster import make_roster
from matches.engine.dawnfall.setup import Setup
from matches.engine.dawnfall.state import WAITING, Attached, State
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.chance import shuffled
from matches.engine.kernel.decisions import Option, Rule, ask

STARTING_TOKENS: Final = 10
_STAGES: Final = (
    "first_player", "factions", "decks", "armies", "roles",
    "shrines", "sources", "deploy", "victory", "crystals", "hands", "dispersal", "declare",
)  # fmt: skip
#: The optional order: Sources before Shrines, hands before models. DF-OPT-08, -09
_ALTERNATIVE: Final = (
    "first_player", "factions", "decks", "armies", "roles",
    "sources", "shrines", "hands", "deploy", "victory", "crystals", "dispersal", "declare",
)  # fmt: skip


def begin(setup: Setup) -> State:
    """The state before step 4: boards, dice and the neutral pile are ready. DF-SETUP-04 to -09"""
    count = len(setup.seats)
    return State(
        neutral_crystals=setup.supply,
        neutral_charges=setup.supply,
        factions=[""] * count,
        picked=[-1] * count,
        crystals=[0] * count,
        depleted=[0] * count,
        temporary=[0] * count,
        hands=[()] * count,
        decks=[()] * count,
        discards=[()] * count,
        banner_ready=[True] * count,
        mulligan_used=[False] * count,
        starting=[0] * count,
        captured=[(0,) * count] * count,
        shrines=[-1] * count,
        eliminated=[False] * count,
        grace=[-1] * count,
    )


def next_stage(table: Table) -> None:
    """Go on to the next step of setup. DF-SETUP-03"""
    stages = _ALTERNATIVE if table.setup.options.alternative_setup else _STAGES
    state = table.state
    state.stage = stages[stages.index(state.stage) + 1]
    state.step = 0


def order(table: Table) -> list[int]:
    """The Positioning players clockwise from the Countering player, who comes last. DF-SETUP-30, -32, Q-11"""
    first, *others = table.clockwise(table.state.countering)
    return [*others, first]


def roll_for_first_player(table: Table) -> Rule[None]:
    """Everybody rolls the Red Die; the highest is First Player, ties roll again. DF-SETUP-11, Q-06"""
    yield from ()
    seats = list(table.seats)
    while len(seats) > 1:
        faces = {seat: table.chance.below(6) + 1 for seat in seats}
        table.tell("first_player_rolled", faces=faces)
        seats = [seat for seat in seats if faces[seat] == max(faces.values())]
    table.state.first_player = table.state.active = seats[0]
    table.tell("first_player_found", seat=seats[0])
    next_stage(table)


def pick_factions(table: Table) -> Rule[None]:
    """Clockwise from the First Player everybody takes a faction that is left. DF-SETUP-16, -17, Q-07"""
    state = table.state
    seat = table.clockwise(state.first_player)[state.step]
    options = [
        Option(f"faction:{slug}", "Take %(name)s.", {"faction": slug, "name": table.setup.factions[slug].faction.name})
        for slug in dict.fromkeys(deck.faction for deck in table.setup.seats[seat].decks)
        if can_be_shared_out(table.setup, [*state.factions[:seat], slug, *state.factions[seat + 1 :]])
    ]
    chosen = yield from ask(seat, "faction", "Which faction do you take?", options)
    state.factions[seat] = chosen.data["faction"]
    table.tell("faction_taken", seat=seat, faction=state.factions[seat])
    state.step += 1
    if state.step == len(table.seats):
        next_stage(table)


def can_be_shared_out(setup: Setup, taken: list[str]) -> bool:
    """Whether the seats without a faction can still get different ones. DF-SETUP-17"""
    choices = [
        [slug] if slug else {deck.faction for deck in seat.decks} for slug, seat in zip(taken, setup.seats, strict=True)
    ]
    return any(len(set(shared)) == len(shared) for shared in product(*choices))


def pick_decks(table: Table) -> Rule[None]:
    """Squads and cards are chosen in secret and shown when all have chosen. DF-SETUP-20 to -25, Q-09"""
    state = table.state
    seat = state.step
    options = [
        Option(f"deck:{number}", "%(squads)s", {"deck": number, "squads": ", ".join(deck.squads)})
        for number, deck in enumerate(table.setup.seats[seat].decks)
        if deck.faction == state.factions[seat]
    ]
    chosen = yield from ask(seat, "deck", "Which deck do you play?", options)
    state.picked[seat] = chosen.data["deck"]
    table.tell("deck_chosen", audience=(seat,), public={"seat": seat}, seat=seat, deck=state.picked[seat])
    state.step += 1
    if state.step == len(table.seats):
        next_stage(table)


def raise_armies(table: Table) -> Rule[None]:
    """Squads in Basic Mode with their Endurance, Banners ready, decks shuffled. DF-SETUP-18, -19, -22 to -28"""
    yield from ()
    state = table.state
    table.roster = roster = make_roster(table.setup, state.picked)
    state.modes = [0] * len(roster.squads)
    state.endurance = [squad.endurance for squad in roster.squads]
    state.attached = [()] * len(roster.squads)
    state.squad_markers = [()] * len(roster.squads)
    state.places = [WAITING] * len(roster.models)
    state.markers = [()] * len(roster.models)
    for army in roster.armies:
        scripted = table.setup.options.script
        state.decks[army.seat] = army.deck if scripted else shuffled(table.chance, army.deck)
        squads = tuple(squad.slug for squad in army.squads)
        table.tell("army_raised", seat=army.seat, faction=army.faction, squads=squads)
    _attach_setup_cards(table)
    next_stage(table)


def _attach_setup_cards(table: Table) -> None:
    """Enhancements for setup go on their own Squad with their printed charges. R-SETUP-ATTACH"""
    state = table.state
    for army in table.roster.armies:
        for squad in army.squads:
            for card in army.cards.values():
                if card.squad == squad.slug and card.attach and card.attach.timing == "setup":
                    charges = min(card.attach.charges, state.neutral_charges)
                    state.neutral_charges -= charges
                    state.attached[squad.number] += (Attached(card.slug, charges),)
                    table.tell("card_attached", seat=army.seat, squad=squad.number, card=card.slug, charges=charges)


def give_roles(table: Table) -> Rule[None]:
    """The First Player says who is Countering; My Turn goes there. DF-SETUP-29 to -32, Q-11"""
    state = table.state
    first = state.first_player
    if table.setup.multiplayer:
        options = [
            Option(
                f"countering:{seat}", "%(name)s is Countering.", {"seat": seat, "name": table.setup.seats[seat].name}
            )
            for seat in table.clockwise(first)
        ]
    else:
        options = [
            Option("positioning", "Position: deploy first, move second.", {"seat": 1 - first}),
            Option("countering", "Counter: deploy second, move first.", {"seat": first}),
        ]
    chosen = yield from ask(first, "role", "Who takes the first turn?", options)
    state.countering = state.active = chosen.data["seat"]
    table.tell("roles_given", countering=state.countering, order=order(table))
    next_stage(table)


def set_victory(table: Table) -> Rule[None]:
    """The marker on the middle slot, or ten tokens of one's own for everybody. DF-SETUP-47, -48"""
    yield from ()
    state = table.state
    state.marker = 0
    state.starting = [STARTING_TOKENS if table.setup.multiplayer else 0 for _ in table.seats]
    next_stage(table)


def hand_out_crystals(table: Table) -> Rule[None]:
    """Two Crystals, or as many as there are players. DF-SETUP-49, -50, DF-OPT-02, -04, Q-62, Q-63"""
    yield from ()
    state, options = table.state, table.setup.options
    count = len(table.seats)
    share = max(3, count) if options.more_crystals else count
    for seat in table.seats:
        crystals = share + (options.handicaps[seat] if options.handicaps else 0)
        state.crystals[seat] += crystals
        state.neutral_crystals -= crystals
    table.tell("crystals_handed_out", crystals=tuple(state.crystals))
    next_stage(table)


def draw_hands(table: Table) -> Rule[None]:
    """The starting hands. DF-SETUP-51, DF-DECK-06, DF-OPT-14"""
    yield from ()
    for seat in table.seats:
        drawing.refill(table, seat)
    next_stage(table)


def disperse(table: Table) -> Rule[None]:
    """Each Positioning player may Move one Squad: no Activation, no cards. DF-SETUP-52 to -54, Q-17"""
    from matches.engine.dawnfall import attributes, movement

    state = table.state
    seat = order(table)[state.step]
    squads = [
        squad
        for squad in table.roster.armies[seat].squads
        if any(attributes.value(table, model, "mov") is not None for model in table.standing(squad))
    ]
    options = [Option(f"squad:{s.number}", "Move %(name)s.", {"squad": s.number, "name": s.name}) for s in squads]
    chosen = yield from ask(
        seat, "disperse", "Move one Squad before the first turn?", [Option("pass", "Stay."), *options]
    )
    if chosen.id != "pass":
        table.tell("squad_disperses", seat=seat, squad=chosen.data["squad"])
        yield from movement.move_action(table, seat, table.standing(table.roster.squads[chosen.data["squad"]]))
    state.step += 1
    if state.step == len(table.seats) - 1:
        next_stage(table)
        state.active, state.turn = state.countering, 1
