"""The Chapter: cards of the Holy Knights. Section 3.1 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, markers, placing
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.chapter_relics import CHAPTER
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.kernel.decisions import Option, Rule

KNIGHT = "holy-knight"

upper, lower = CHAPTER.upper, CHAPTER.lower


# Holy Knight


def _bashable(play: Play, knight: int) -> list[int]:
    enemies = play.in_contact([knight])
    return [enemy for enemy in enemies if placing.can_be_bashed(play.table, play.seat, knight, enemy)]


@lower(
    "bash", squad=KNIGHT, can=lambda play: any(play.can_move([k]) or _bashable(play, k) for k in play.models(KNIGHT))
)
def bash(play: Play) -> Rule[None]:
    """One Knight may Move, then Pushes one enemy b2b to a Space next to the one it stood in. R-BASH"""
    knights = [knight for knight in play.models(KNIGHT) if play.can_move([knight]) or _bashable(play, knight)]
    knight = yield from play.choose_model(knights)
    if play.can_move([knight]):
        yield from play.move([knight])
    targets = _bashable(play, knight)
    if targets and not play.over():
        target = yield from play.choose_model(targets, "%(of)s: Push which model?")
        yield from placing.bash(play.table, play.seat, knight, target)


def _can_form_up(play: Play) -> bool:
    knights = play.models(KNIGHT)
    return (len(knights) > 1 and not all(map(play.blocked, knights))) or play.can_fight(knights)


@lower("formation", squad=KNIGHT, can=_can_form_up)
def formation(play: Play) -> Rule[None]:
    """Every other Knight Teleports to one Knight, Pushing enemies; then each of them may fight. R-CARD-PUSH"""
    chosen = yield from play.choose_model(play.models(KNIGHT), "%(of)s: which Knight do the others join?")
    friends = [model for seat in play.your_seats() for model in play.table.army_on_board(seat)]
    pushes = Pushes(spared=frozenset(friends))
    group, waiting = [chosen], [knight for knight in play.models(KNIGHT) if knight != chosen]
    while True:
        able = [k for k in waiting if play.free_places(k, placing.touching(play.table, k, chosen), pushes)]
        if not able:
            break
        knight = yield from play.choose_model(able, "%(of)s: which Knight is next?")
        play.done = True
        stays = play.table.touching(knight, chosen) and (
            yield from play.wish("Does this Knight stay where it is?", "It stays", "It changes its place")
        )
        if not stays:
            yield from play.reposition(knight, placing.touching(play.table, knight, chosen), pushes)
        waiting.remove(knight)
        group.append(knight)
    group += [knight for knight in waiting if play.table.touching(knight, chosen)]
    yield from play.combat(group)


upper("guard", can=common.own_defense)(common.successful_defense)


def _beside_the_knight(play: Play) -> bool:
    target = play.fight.target
    return play.yours(target) and any(
        play.own(knight) and play.table.touching(knight, target) for knight in play.carried()
    )


@lower("guard", squad=KNIGHT, can=_beside_the_knight)
def guard(play: Play) -> Rule[None]:
    """For one Attack your model b2b uses the Knight's DEF and Endurance tokens. R-BASE-ATTR"""
    yield from ()
    knight = play.carried()[0]
    borrowed = attributes.printed(play.table, knight, "defense")
    play.lasting(play.fight.target, "defense=", borrowed or 0, "attack")
    play.fight.tokens_from = play.carrier.number


@lower("leap", squad=KNIGHT)
def leap(play: Play) -> Rule[None]:
    """One Knight may Move up to Range 4 through obstacles, and wins INI to the end of the turn. R-AUTO-INI"""
    knight = yield from play.choose_model(play.models(KNIGHT))
    yield from play.move([knight], within=4, through_obstacles=True)
    play.until_end_of_turn(knight, "wins_ini")


def _groups(play: Play) -> list[tuple[int, ...]]:
    """All groups of Knights that hang together and bear no token yet, the biggest first."""
    free = [knight for knight in play.models(KNIGHT) if markers.may_put(play.table, knight, "shield-wall")]
    groups: set[tuple[int, ...]] = {(knight,) for knight in free}
    found: set[tuple[int, ...]] = set()
    while groups:
        groups = {
            tuple(sorted((*group, knight)))
            for group in groups
            for knight in free
            if knight not in group and any(play.table.touching(knight, other) for other in group)
        }
        found |= groups
    return sorted(found, key=lambda group: (-len(group), group))


@lower("shield-wall", squad=KNIGHT, can=lambda play: bool(_groups(play)))
def shield_wall(play: Play) -> Rule[None]:
    """A SHIELD WALL for one group of Knights b2b; their places are noted, since leaving them ends it."""
    groups = _groups(play)
    options = [
        Option(f"group:{'+'.join(map(str, g))}", "%(count)s Knights", {"models": g, "count": len(g)}) for g in groups
    ]
    chosen = yield from play.ask("group", "%(of)s: which Knights?", options)
    for knight in chosen.data["models"]:
        play.put_token(knight, "shield-wall", play.table.state.places[knight])
