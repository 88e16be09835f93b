"""The Chapter: its tokens, Banners and Shrines."""

from __future__ import annotations

from matches.engine.dawnfall import cavalry, changing_mode, markers, placing
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.halves import Faction, token
from matches.engine.dawnfall.markers import Kind, define
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import Marker
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

CHAPTER = Faction("chapter")
ANGEL = "angel-of-death"
#: BLESSING tokens there are. R-SUPPLY
BLESSINGS = 3


# Tokens


def _group(table: Table, seat: int) -> list[tuple[int, Marker]]:
    return [
        (model, marker)
        for model, carried in enumerate(table.state.markers)
        for marker in carried
        if marker.kind == "shield-wall" and marker.seat == seat
    ]


def _wall(table: Table, model: int, marker: Marker, name: str) -> list[tuple[str, int]]:
    """+2 DEF for each other Knight of the group b2b. Shield Wall"""
    if name != "defense":
        return []
    others = [other for other, _ in _group(table, marker.seat) if other != model and table.touching(model, other)]
    return [("+", 2 * len(others))]


def _wall_stands(table: Table, model: int, marker: Marker) -> bool:
    """No Knight of the group has left its hexes; a token's number is where its bearer stood. Shield Wall"""
    group = _group(table, marker.seat)
    return len(group) > 1 and all(table.state.places[other] == noted.number for other, noted in group)


def _blessed(table: Table, model: int, marker: Marker, name: str) -> list[tuple[str, int]]:
    """+1 INI, ATT, DEF and MOV. Frontline Chapel"""
    return [("+", 1)]


define("trap", Kind("TRAP", traits=frozenset({"blocked"}), price=2))
define("shield-wall", Kind("SHIELD WALL", _wall, frozenset({"no_push"}), lasts=_wall_stands))
define("blessing", Kind("BLESSING", _blessed))


@token("W-WOUND-TAKEN")
def break_wall(play: Play) -> Rule[None]:
    """A Wound applied to a Knight of the group ends the Shield Wall."""
    yield from ()
    _end_wall(play.table, play.moment.model)


@token("W-DYING")
def leave_wall(play: Play) -> Rule[None]:
    """A Knight of the group that dies leaves its hexes, which ends the Shield Wall."""
    yield from ()
    _end_wall(play.table, play.moment.model)


def _end_wall(table: Table, model: int) -> None:
    wall = markers.on_model(table, model, "shield-wall")
    for other, _ in _group(table, wall.seat) if wall else ():
        markers.take_off(table, other, "shield-wall")


# Banners


def _angels_hurt(play: Play) -> list[Squad]:
    return common.restorable(play, play.squads(ANGEL))


@CHAPTER.banner("chapter-banner", 0, can=lambda play: bool(_angels_hurt(play)))
def heal_the_angel(play: Play) -> Rule[None]:
    """Restore 1 Endurance token to the Angel of Death, a dead one too. R-RESTORE"""
    play.restore((yield from play.choose_squad(_angels_hurt(play))))


def _flippable(play: Play) -> list[Squad]:
    squads = [squad for squad in play.squads() if changing_mode.can_flip(play.table, play.seat, squad)]
    squads = [squad for squad in squads if not cavalry.undeployed(play.table, squad)]
    return [squad for squad in squads if play.can_pay(changing_mode.cost(play.table, squad) or 0)]


@CHAPTER.banner("chapter-banner", 1, can=lambda play: bool(_flippable(play)))
def change_mode(play: Play) -> Rule[None]:
    """Change Mode of one Chapter Squad, paying the cost beside its arrow if there is one. R-CHANGE-MODE"""
    squad = yield from play.choose_squad(_flippable(play))
    yield from play.pay(changing_mode.cost(play.table, squad) or 0)
    yield from play.change_mode(squad)


def _angel_deals(play: Play) -> bool:
    return play.is_a(play.event.dealer, ANGEL)


@CHAPTER.banner("alternative-chapter-banner", 0, at="W-WOUND-DEAL", can=_angel_deals)
def strike_harder(play: Play) -> Rule[None]:
    """A Wound that the Angel deals becomes 1 Wound more. R-EXTRA"""
    yield from ()
    play.event.count += 1


def _hurt_at_shrine(play: Play) -> list[Squad]:
    return common.restorable(play, common.squads_at_shrine(play))


@CHAPTER.banner("alternative-chapter-banner", 1, can=lambda play: bool(_hurt_at_shrine(play)))
def heal_at_the_shrine(play: Play) -> Rule[None]:
    """Restore 1 Endurance token to one Squad in contact with the Shrine. R-RESTORE"""
    play.restore((yield from play.choose_squad(_hurt_at_shrine(play))))


# Shrines


@CHAPTER.shrine("frontline-chapel", at="W-PASSIVE-START")
def end_blessings(play: Play) -> Rule[None]:
    """All BLESSING tokens come off when the Chapter's Passive turn starts. R-START-PASSIVE"""
    yield from ()
    if play.seat == play.table.state.active:
        markers.take_off_squads(play.table, "blessing", play.seat)


@CHAPTER.shrine("frontline-chapel", at="W-PASSIVE-SHRINE")
def bless(play: Play) -> Rule[None]:
    """Each Squad in contact may get one BLESSING token, at most three in play. R-SHRINE-PASSIVE, R-SUPPLY"""
    if play.seat != play.table.state.active:
        return
    play.done = True
    squads = common.squads_at_shrine(play)
    for _ in range(min(BLESSINGS, len(squads))):
        squad = yield from play.maybe_squad(squads, "Frontline Chapel: bless which Squad?", "No more")
        if squad is None:
            return
        squads.remove(squad)
        markers.put_on_squad(play.table, squad.number, "blessing", play.seat)


@CHAPTER.shrine("sanctuary", at="W-SETUP")
def lay_blessings(play: Play) -> Rule[None]:
    """3 BLESSING tokens lie on the Shrine from the start. R-SUPPLY"""
    yield from ()
    tokens = play.table.state.shrine_tokens
    if not any(marker.seat == play.seat for marker in tokens):
        play.table.state.shrine_tokens = (*tokens, Marker("blessing", play.seat, BLESSINGS))


@CHAPTER.shrine("sanctuary", at="W-PASSIVE-SHRINE")
def call_back(play: Play) -> Rule[None]:
    """1 token a Passive turn returns a dead model to hexes b2b with the Shrine. R-RETURN, R-SHRINE-PASSIVE"""
    state = play.table.state
    left = next((marker for marker in state.shrine_tokens if marker.seat == play.seat), None)
    space = state.shrines[play.seat]
    if play.seat != state.active or left is None or not left.number or space < 0:
        return
    touch = play.table.board.space_touch[space]
    bits = play.table.board.footprint_bits
    dead = [
        model
        for model in play.dead(play.squads())
        if play.free_places(model, [spot for spot in placing.anywhere(play.table, model) if bits[spot] & touch])
    ]
    if not dead:
        return
    play.done = True
    model = yield from play.maybe_model(dead, "Sanctuary: return which dead model?", "None this turn")
    if model is not None:
        others = tuple(marker for marker in state.shrine_tokens if marker is not left)
        state.shrine_tokens = (*others, left._replace(number=left.number - 1))
        yield from play.return_model(model, touching=touch)
