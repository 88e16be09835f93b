"""The Reborn: what counts as Thicket, Thornheart Wood and Reborn Shrine; halves that live on them. Section 3.5"""

from __future__ import annotations

from matches.engine.dawnfall import thickets
from matches.engine.dawnfall.attaching import Slot
from matches.engine.dawnfall.board import footprint_of, hex_of, hexes_of
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.halves import Faction
from matches.engine.dawnfall.moments import NOBODY
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.spots import number, spot_option
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

REBORN = Faction("reborn")
ORACLE, STEED, WARBEAST, WYRM = "oracle-of-wrath", "blight-steed", "warbeast", "wyrm"
TREEMAID, GUARD, WRAITH = "treemaid", "ancient-guard", "forest-wraith"

upper, lower = REBORN.upper, REBORN.lower


# What is what


def vined(table: Table) -> list[int]:
    """The Ancient Guards that count as Thickets. VINES"""
    squads = table.roster.called.get(GUARD, ())
    marked = table.state.squad_markers
    return [
        model
        for squad in squads
        if any(marker.kind == "vines" for marker in marked[squad.number])
        for model in table.standing(squad)
    ]


def woods(table: Table, seat: int) -> list[int]:
    """The Spaces of all Thornheart Woods, whichever Shrine is used: it and the overgrown Sources. R-THORNHEART"""
    return [space for space in (table.state.shrines[seat], *table.state.overgrown) if space >= 0]


def shrines(table: Table, seat: int) -> list[int]:
    """The Spaces that are meant by Reborn Shrine: overgrown Sources only with the Sapping Briar. R-THORNHEART"""
    if table.roster.armies[seat].shrine.slug == "sapping-briar":
        return woods(table, seat)
    return [space for space in (table.state.shrines[seat],) if space >= 0]


def things(table: Table, seat: int | None = None, model: int = NOBODY) -> list[int]:
    """The hexes of each Thicket, and of each Thornheart Wood if a seat is named, as they count for a model.

    Guards with VINES are Thickets for the contact of others, never for an Ancient Guard. Poisonous Vines
    """
    found = [1 << hex_number for hex_number in hexes_of(table.state.thickets)]
    if model == NOBODY or table.squad(model).slug != GUARD:
        found += [table.bits(guard) for guard in vined(table)]
    if seat is not None:
        found += [table.board.space_bits[space] for space in woods(table, seat)]
    return found


def around(table: Table, found: list[int]) -> int:
    """The hexes that are b2b with one of the things. R-B2B"""
    return table.board.touch(sum(found))


def at_thicket(table: Table, model: int) -> bool:
    """Whether a model is b2b with a Thicket."""
    return any(table.touch(model) & thing for thing in things(table, model=model))


def at_space(table: Table, model: int, spaces: list[int]) -> bool:
    """Whether a model is b2b with a map token in one of the Spaces."""
    return bool(table.touch(model) & thickets.in_spaces(table, spaces))


def squads_at_thickets(play: Play) -> list[Squad]:
    """The player's Squads with a model b2b with a Thicket. R-CONTACT-SQUAD"""
    table = play.table
    return [squad for squad in play.squads() if any(at_thicket(table, model) for model in table.standing(squad))]


# Growing and wandering


def room_within(play: Play, models: list[int], spaces: list[int], reach: int) -> int:
    """The empty hexes within Range of models or of map tokens, while there is a Thicket to put there. R-RANGE"""
    board = play.table.board
    near = play.within(models, reach).union(*(board.in_range(space, reach) for space in spaces))
    return thickets.empty(play.table, thickets.in_spaces(play.table, near)) if thickets.left(play.table) else 0


def grow(play: Play, hexes: int) -> Rule[None]:
    """Put a new Thicket on one of the hexes. R-THICKET"""
    hex_number = yield from play.choose_hex(hexes, "%(of)s: where does the Thicket go?")
    play.done = True
    thickets.put(play.table, play.seat, hex_number)


def movable(play: Play, hexes: int) -> int:
    """Those of the Thickets that have an empty hex to go to. R-TOKEN-STEP"""
    return sum(1 << n for n in hexes_of(hexes & play.table.state.thickets) if thickets.steps(play.table, n))


def choose_thicket(play: Play, hexes: int, words: str, no: str = "") -> Rule[int | None]:
    """One of the Thickets on these hexes, or none where that is allowed."""
    options = [spot_option(play.table.board, footprint_of(n)) for n in hexes_of(hexes)]
    chosen = yield from play.ask("thicket", words, [*options, Option("none", no)] if no else options)
    return None if chosen.id == "none" else hex_of(number(chosen))


def wander(play: Play, hexes: int, no: str = "") -> Rule[int | None]:
    """Move one of the Thickets by up to 1 Space; gives the hex it left. R-TOKEN-STEP"""
    thicket = yield from choose_thicket(play, hexes, "%(of)s: which Thicket moves?", no)
    if thicket is not None:
        to = yield from play.choose_hex(thickets.steps(play.table, thicket), "%(of)s: where does it go?")
        play.done = True
        thickets.move(play.table, play.seat, thicket, to)
    return thicket


# Uppers


def _sprouting(play: Play) -> int:
    if not thickets.left(play.table):
        return 0
    return thickets.empty(play.table, around(play.table, things(play.table, play.seat)))


@upper("seed", "weakening", "call-of-the-wilds", "lycanthropy", can=lambda play: bool(_sprouting(play)))
def sprout(play: Play) -> Rule[None]:
    """A new Thicket b2b with another one or with a Thornheart Wood. R-THICKET, R-SUPPLY"""
    yield from grow(play, _sprouting(play))


def _wooded(play: Play, model: int) -> list[int]:
    """Where a model that is b2b with something of the woods can step to: empty hexes b2b with another such thing."""
    table = play.table
    if play.blocked(model):
        return []
    known = things(table, play.seat, model)
    touched = [thing for thing in known if table.touch(model) & thing]
    if not touched:
        return []
    edge = around(table, known if len(touched) > 1 else [thing for thing in known if thing not in touched])
    taken = table.state.occupied & ~table.bits(model)
    bits = table.board.footprint_bits
    here = table.state.places[model]
    return [spot for spot in play.anywhere(model) if bits[spot] & edge and not bits[spot] & taken and spot != here]


@upper(
    "crawling-jungle", "battering-ram", "wild-charge", "shapeshift",
    can=lambda play: any(_wooded(play, model) for model in play.models()),
)  # fmt: skip
def woodwalk(play: Play) -> Rule[None]:
    """A Reborn model b2b with a Thicket or Wood is Repositioned to another one. R-REPOSITION, R-BLOCKED"""
    model = yield from play.choose_model([model for model in play.models() if _wooded(play, model)])
    yield from play.reposition(model, _wooded(play, model))


def _healable(play: Play) -> list[Squad]:
    return common.restorable(play, squads_at_thickets(play))


@upper("empowering", "sowing", "rooted", "spikes-explosion", can=lambda play: bool(_healable(play)))
def herbs(play: Play) -> Rule[None]:
    """1 Endurance token for the Squad of a Reborn model b2b with a Thicket. R-RESTORE"""
    play.restore((yield from play.choose_squad(_healable(play))))


def _sunlit(play: Play) -> list[Slot]:
    squads = {squad.number for squad in squads_at_thickets(play)}
    return [slot for slot in play.chargeable() if slot[0] in squads]


@upper("dragging", "allure", "forest-elemental", can=lambda play: bool(_sunlit(play)))
def photosynthesis(play: Play) -> Rule[None]:
    """2 charges on every Enhancement of each Reborn Squad b2b with a Thicket. R-CHARGE, R-CONTACT-SQUAD"""
    yield from play.charge(_sunlit(play), 2)


# Any Squad


@lower("crawling-jungle", squad=None, can=lambda play: bool(movable(play, play.table.state.thickets)))
def crawling_jungle(play: Play) -> Rule[None]:
    """Up to three different Thickets move by up to 1 Space each. R-TOKEN-STEP"""
    waiting = play.table.state.thickets
    for no in ("", "No more", "No more"):
        able = movable(play, waiting)
        thicket = (yield from wander(play, able, no)) if able else None
        if thicket is None:
            return
        waiting &= ~(1 << thicket)


def _beside_the_dead(play: Play) -> list[int]:
    touch = play.table.board.space_touch
    return [space for space in woods(play.table, play.seat) if touch[space] & play.death.bits]


@lower(
    "seed", squad=None,
    can=lambda play: not play.yours(play.death.model) and bool(_beside_the_dead(play) and play.dead(play.squads())),
)  # fmt: skip
def seed(play: Play) -> Rule[None]:
    """An enemy died b2b with a Thornheart Wood: a dead Reborn model takes the place of that Wood. R-RETURN"""
    wood = yield from play.choose_space(_beside_the_dead(play), "%(of)s: which Thornheart Wood leaves?")
    model = yield from play.choose_model(play.dead(play.squads()), "%(of)s: which model returns?")
    fell(play.table, play.seat, wood)
    yield from play.return_model(model, [wood])


def fell(table: Table, seat: int, wood: int) -> None:
    """A Thornheart Wood leaves the match, be it the Shrine or an overgrown Source with its token. Seed"""
    if wood in table.state.overgrown:
        table.state.overgrown.remove(wood)
    else:
        table.state.shrines[seat] = -1
    table.state.occupied &= ~table.board.space_bits[wood]
    table.tell("wood_removed", seat=seat, space=table.board.places[wood])
