"""What is always true, whoever plays whatever."""

from __future__ import annotations

from collections import Counter

from matches.engine import Game
from matches.engine.dawnfall import attributes, drawing, markers, thickets
from matches.engine.dawnfall.state import State
from matches.engine.dawnfall.table import Table


def check(game: Game) -> None:
    """All invariants of a game at a decision."""
    table, state = game.table, game.table.state
    check_pools(table, state)
    check_points(table, state)
    if table.roster.armies and state.places:
        check_board(table, state)
        check_attributes(table)
        check_hex_tokens(state)
        assert markers.outlived(table) == []
        check_cards(table, state, complete=not game.since_checkpoint)


def check_pools(table: Table, state: State) -> None:
    """No Crystal and no charge is made or lost. DF-PAY-04"""
    pools = [state.neutral_crystals, *state.crystals, *state.depleted]
    assert min(pools) >= 0
    assert sum(pools) == table.setup.supply
    charges = [state.neutral_charges, *(card.charges for cards in state.attached for card in cards)]
    assert min(charges) >= 0
    assert sum(charges) == table.setup.supply
    assert min(state.temporary) >= 0


def check_points(table: Table, state: State) -> None:
    """The marker stays on its track; nobody has more tokens than there are."""
    assert abs(state.marker) <= table.setup.options.track
    assert min(state.starting) >= 0
    for seat in table.seats:
        taken = sum(row[seat] for row in state.captured)
        assert state.starting[seat] + taken <= 10
        assert state.captured[seat][seat] == 0


def check_board(table: Table, state: State) -> None:
    """Every model stands on hexes of its own inside one Space, and the taken hexes are known. DF-BOARD-04"""
    board = table.board
    check_map_tokens(table, state)
    taken = table.map_bits()
    for model, place in enumerate(state.places):
        if place < 0:
            assert place >= -4
            continue
        bits = board.footprint_bits[place]
        assert bits.bit_count() == table.base(model)
        assert not bits & ~board.space_bits[board.footprint_space[place]]
        assert not bits & taken, f"model {model} overlaps something"
        taken |= bits
    assert taken == state.occupied
    for squad in table.roster.squads:
        assert 0 <= state.endurance[squad.number] <= squad.endurance
        assert len(state.attached[squad.number]) <= 2


def check_map_tokens(table: Table, state: State) -> None:
    """One thing a hex: Shrines, Sources, overgrown ones and at most ten Thickets do not overlap. R-THICKET, R-SUPPLY"""
    spaces = [space for space in (*state.shrines, *state.sources, *state.overgrown) if space >= 0]
    assert len(spaces) == len(set(spaces))
    assert 0 <= state.thickets.bit_count() <= thickets.SUPPLY
    assert table.map_bits().bit_count() == 7 * len(spaces) + state.thickets.bit_count()
    assert not state.thickets >> 7 * len(table.board.spaces)


def check_hex_tokens(state: State) -> None:
    """Nobody lays more MINE and BARRIER tokens than there are; a Source bears one SOURCE token. R-SUPPLY"""
    laid = Counter((on.kind, on.seat, on.number) for on in state.hex_tokens if on.kind in {"mine", "barrier"})
    supply = {("mine", 1): 2, ("mine", 0): 1, ("barrier", 0): 3}
    assert all(count <= supply[kind, number] for (kind, _, number), count in laid.items())
    enriched = [on.hex for on in state.hex_tokens if on.kind == "source"]
    assert len(enriched) == len(set(enriched))


def check_attributes(table: Table) -> None:
    """No attribute is negative. DF-SQUAD-05"""
    for model in table.roster.models:
        if table.on_board(model):
            for name in attributes.NAMES:
                value = attributes.value(table, model, name)
                assert value is None or value >= 0


def check_cards(table: Table, state: State, *, complete: bool) -> None:
    """Cards change places but are never made; between two deeds none is missing. DF-CARD-14, DF-ENH-11"""
    for army in table.roster.armies:
        seat = army.seat
        attached = [card.card for squad in army.squads for card in state.attached[squad.number]]
        played = [card for card in attached if not _comes_with_setup(army.cards[card])]
        evolved = [card for squad in army.squads if (card := table.mode(squad).evolve_card)]
        found = Counter([*state.hands[seat], *state.decks[seat], *state.discards[seat], *played, *evolved])
        whole = Counter(army.deck)
        assert found <= whole
        if complete and state.winners is None:
            assert found == whole
        most = table.setup.options.hand_size + ("radiostation" in army.deck)  # no discard when it ends
        assert len(state.hands[seat]) <= max(drawing.hand_limit(table, seat), most, 3)


def _comes_with_setup(card) -> bool:
    return card.attach is not None and card.attach.timing == "setup"
