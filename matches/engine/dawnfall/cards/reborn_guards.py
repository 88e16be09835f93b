"""The Reborn: cards of Treemaids and Ancient Guards. Section 3.5 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attaching, attributes, markers, paying, placing, thickets
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.reborn_woods import (
    GUARD,
    REBORN,
    TREEMAID,
    WARBEAST,
    at_space,
    at_thicket,
    choose_thicket,
    grow,
    room_within,
    woods,
)
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

upper, lower = REBORN.upper, REBORN.lower

upper("animate-woods", can=common.can_dodge, cancels=True)(common.dodge)
upper("vanishing", can=common.carrier_can_fight)(common.carrier_backstab)
upper("poisonous-vines", can=common.some_squad_can_fight)(common.backstab)


# Treemaid


def _free_maids(play: Play) -> list[int]:
    return [maid for maid in play.carried() if not play.blocked(maid)]


@lower(
    "animate-woods", squad=TREEMAID,
    can=lambda play: bool(_free_maids(play)) and play.table.state.thickets > 0,
)  # fmt: skip
def animate_woods(play: Play) -> Rule[None]:
    """Any number of Treemaids trade places with as many Thickets, pair by pair. R-SWITCH, R-BLOCKED"""
    maids, waiting = _free_maids(play), play.table.state.thickets
    words = "%(of)s: which Treemaid?"
    while maids and waiting:
        if play.done:
            maid = yield from play.maybe_model(maids, words, "No more")
        else:
            maid = yield from play.choose_model(maids, words)
        thicket = None if maid is None else (yield from choose_thicket(play, waiting, "%(of)s: which Thicket?"))
        if maid is None or thicket is None:
            return
        play.done = True
        thickets.trade(play.table, play.seat, thicket, maid)
        maids.remove(maid)
        waiting &= ~(1 << thicket)


def _lured(play: Play) -> list[int]:
    return [enemy for enemy in play.in_contact(play.models(TREEMAID)) if play.can_move([enemy])]


@lower("allure", squad=TREEMAID, can=lambda play: bool(_lured(play)))
def allure(play: Play) -> Rule[None]:
    """The player Moves one enemy b2b with a Treemaid, up to its MOV. R-FORCED-MOVE, R-NO-MOVE"""
    yield from play.move([(yield from play.choose_model(_lured(play), "%(of)s: which enemy?"))])


def _witnesses(play: Play) -> list[int]:
    """The Treemaids within Range 1 of where the model died. R-RANGE"""
    near = play.table.board.distance[_space(play)]
    return [maid for maid in play.models(TREEMAID) if near[play.table.space(maid)] <= 1]


def _space(play: Play) -> int:
    return (play.death.bits.bit_length() - 1) // 7


def _returning(play: Play) -> dict[int, list[int]]:
    """The dead Warbeasts with the empty hexes for them where the model stood."""
    table, bits = play.table, play.table.board.footprint_bits
    found = {}
    for beast in play.dead(play.squads(WARBEAST)):
        spots = [spot for spot in placing.in_spaces(table, beast, [_space(play)]) if bits[spot] & play.death.bits]
        if any(not bits[spot] & table.state.occupied for spot in spots):
            found[beast] = spots
    return found


@lower(
    "lycanthropy", squad=TREEMAID,
    can=lambda play: not play.yours(play.death.model) and bool(_witnesses(play) and _returning(play)),
)  # fmt: skip
def lycanthropy(play: Play) -> Rule[None]:
    """A dead Warbeast returns where an enemy was killed; a Treemaid near may be Sacrificed for 1 token. R-RETURN"""
    maids = _witnesses(play)
    found = _returning(play)
    beast = yield from play.choose_model(list(found), "%(of)s: which Warbeast returns?")
    yield from play.return_model(beast, [_space(play)], play.death.bits)
    squad = play.table.squad(beast)
    if play.lost_tokens(squad) > 0:
        maid = yield from play.maybe_model(maids, "%(of)s: Sacrifice a Treemaid for 1 Endurance token?", "Spare them")
        if maid is not None:
            yield from play.sacrifice(maid)
            play.restore(squad)


def _sown(play: Play) -> int:
    return room_within(play, play.models(TREEMAID), [], 1)


@lower("sowing", squad=TREEMAID, can=lambda play: bool(_sown(play)) and play.can_pay(1))
def sowing(play: Play) -> Rule[None]:
    """A new Thicket for each Crystal, within Range 1 of any Treemaid. R-COST-X, R-SUPPLY"""
    most = min(thickets.left(play.table), _sown(play).bit_count(), paying.means(play.table, play.seat, play.name))
    count = yield from play.choose_number(1, most, "%(of)s: how many Thickets?")
    yield from play.pay(count)
    for _ in range(count):
        yield from grow(play, _sown(play))


# Ancient Guard


def _hidden(table: Table, model: int) -> bool:
    """Whether a model is b2b with a Thicket or Thornheart Wood."""
    return at_thicket(table, model) or at_space(table, model, woods(table, table.roster.seat_of[model]))


@REBORN.ongoing("vanishing")
def vanishing(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """Each model of the carrier b2b with a Thicket or Wood has +3 DEF; it cannot be Pushed either, see below."""
    return [("+", 3)] if name == "defense" and _hidden(table, model) else []


def cannot_be_pushed(table: Table, model: int, trait: str) -> bool:
    """The other part of Vanishing. R-NO-PUSH"""
    if table.squad(model).slug != GUARD:
        return False
    return attaching.carries(table, table.squad(model), "vanishing", "lower") and _hidden(table, model)


attributes.TRAITS.add(cannot_be_pushed, "no_push", faction=REBORN.slug)


def _plain(play: Play) -> list[Squad]:
    """Squads of Ancient Guards without VINES. R-STACK"""
    marked = play.table.state.squad_markers
    return [
        squad
        for squad in play.squads(GUARD)
        if play.table.standing(squad) and all(marker.kind != "vines" for marker in marked[squad.number])
    ]


@lower("poisonous-vines", squad=GUARD, can=lambda play: bool(_plain(play)))
def poisonous_vines(play: Play) -> Rule[None]:
    """A VINES token on the Squad card: to others each Ancient Guard is a Thicket, too. R-START-PASSIVE"""
    squad = yield from play.choose_squad(_plain(play))
    play.done = True
    markers.put_on_squad(play.table, squad.number, "vines", play.seat)


def _holdable(play: Play, guard: int) -> list[int]:
    touched = play.table.models_on(play.table.touch(guard))
    return [model for model in touched if markers.may_put(play.table, model, "rooted")]


@lower("rooted", squad=GUARD, can=lambda play: any(_holdable(play, guard) for guard in play.models(GUARD)))
def rooted(play: Play) -> Rule[None]:
    """A ROOTED token on any model b2b with an Ancient Guard, which it notes. R-TARGET, R-BLOCKED, R-CONTACT-TOKEN"""
    guards = [guard for guard in play.models(GUARD) if _holdable(play, guard)]
    guard = yield from play.choose_model(guards, "%(of)s: which Ancient Guard?")
    model = yield from play.choose_model(_holdable(play, guard), "%(of)s: which model is held?")
    play.put_token(model, "rooted", guard)
