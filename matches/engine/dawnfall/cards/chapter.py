"""The Chapter: its cards. Section 3.1 of the rulings; tokens, Banners and Shrines are in chapter_relics."""

from __future__ import annotations

from matches.engine.dawnfall import attaching, attributes, crystals, markers, passive, placing, shooting, wounds
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.chapter_relics import CHAPTER
from matches.engine.dawnfall.moments import Death, WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

ANGEL, KNIGHT, PILGRIM, DOCTOR, RANGER = "angel-of-death", "holy-knight", "pilgrim", "purge-doctor", "ranger"

upper, lower, passive_half, ongoing = CHAPTER.upper, CHAPTER.lower, CHAPTER.passive, CHAPTER.ongoing

upper("bash", "formation", "power-of-technology", can=common.some_squad_can_move)(common.move)
upper("storm-of-blades", can=common.some_squad_can_fight)(common.combat)
upper("judgment", "overwatch", "tactic", can=common.carrier_can_fight)(common.carrier_combat)
upper("winged-death", can=common.carrier_can_move_or_fight)(common.carrier_move_and_combat)
upper("guardian-angel", "shield-wall", can=common.own_defense)(common.plus_two)
upper("charged-shot", "firing-position", can=common.carrier_defense)(common.plus_two)
upper("leap", "shoot", can=common.can_dodge, cancels=True)(common.dodge)
upper("energy-drain", "purging", "trap", can=common.can_charge)(common.charging)


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


@lower("formation", squad=KNIGHT, can=lambda play: len(play.models(KNIGHT)) > 1 or play.can_fight(play.models(KNIGHT)))
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
        yield from play.reposition(knight, placing.touching(play.table, knight, chosen), pushes)
        waiting.remove(knight)
        group.append(knight)
    group += [knight for knight in waiting if play.table.touching(knight, chosen) and not play.blocked(knight)]
    yield from play.combat(group)


@upper("guard", can=common.own_defense)
def successful_defense(play: Play) -> Rule[None]:
    """A Chapter model about to roll for Defense succeeds without rolling. R-AUTO-DEF"""
    yield from ()
    play.fight.automatic = "won"


def _beside_the_knight(play: Play) -> bool:
    target = play.fight.target
    return play.yours(target) and any(play.table.touching(knight, target) for knight in play.carried())


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


# Angel of Death


def _can_be_saved(play: Play) -> bool:
    event = play.moment.wounds
    assert event is not None  # noqa: S101
    return not event.moved and play.yours(event.model) and bool(_savers(play, event))


def _savers(play: Play, event: WoundEvent) -> list[int]:
    return [
        angel
        for angel in play.models(ANGEL)
        if angel != event.model and angel not in play.table.dying and play.distance(angel, event.model) <= 3
    ]


@lower("guardian-angel", squad=ANGEL, can=_can_be_saved)
def guardian_angel(play: Play) -> Rule[None]:
    """The Angel takes all Wounds of one of your models within Range 3. R-MOVED-WOUND"""
    event = play.moment.wounds
    assert event is not None  # noqa: S101
    wounds.move_wounds(event, (yield from play.choose_model(_savers(play, event))))


def _condemned(play: Play) -> list[int]:
    endurance, squad_of = play.table.state.endurance, play.table.roster.squad_of
    return [enemy for enemy in play.in_contact(play.carried()) if not endurance[squad_of[enemy]]]


@lower("judgment", squad=ANGEL, can=lambda play: bool(_condemned(play)))
def judgment(play: Play) -> Rule[None]:
    """Kill one enemy b2b whose Squad card holds no Endurance tokens. R-KILLED, R-TOKENLESS"""
    yield from play.kill((yield from play.choose_model(_condemned(play))), killer=play.carried()[0])


@lower("storm-of-blades", squad=ANGEL, can=lambda play: play.can_fight(play.models(ANGEL)))
def storm_of_blades(play: Play) -> Rule[None]:
    """The Angel may fight one Combat against each enemy b2b. R-COMBAT-EACH"""
    yield from play.fight_each((yield from play.choose_model(play.models(ANGEL))))


def _can_fly_down(play: Play) -> bool:
    flying = [angel for angel in play.carried() if play.in_mode(angel, "Flight")]
    return play.can_move(flying) or play.can_fight(flying)


@lower("winged-death", squad=ANGEL, can=_can_fly_down)
def winged_death(play: Play) -> Rule[None]:
    """Only in Flight mode: the Angel may Move, then Backstab each enemy b2b. R-COMBAT-EACH"""
    angel = play.carried()[0]
    yield from play.move([angel])
    if not play.over():
        yield from play.backstab_each(angel)


# Pilgrim


def _drained(play: Play) -> list[int]:
    touch = 0
    for pilgrim in play.models(PILGRIM):
        touch |= play.table.touch(pilgrim)
    bits = play.table.board.space_bits
    return [source for source in passive.controlled(play.table, play.seat) if bits[source] & touch]


@lower("energy-drain", squad=PILGRIM, can=lambda play: bool(_drained(play)) and play.table.state.neutral_crystals > 0)
def energy_drain(play: Play) -> Rule[None]:
    """1 Crystal for each Controlled Source that a Pilgrim touches. R-SOURCE, R-GAIN"""
    yield from ()
    play.gain(len(_drained(play)))


def _death(play: Play) -> Death:
    assert play.moment.death is not None  # noqa: S101
    return play.moment.death


@upper("fake-death", can=lambda play: play.of_carrier(_death(play).model) and _death(play).vp > 0, adds_up=True)
def worthless(play: Play) -> Rule[None]:
    """2 VP less for this death, not below 0. R-VP, R-ONCE"""
    yield from ()
    _death(play).vp = max(0, _death(play).vp - 2)


@lower("fake-death", squad=PILGRIM, can=lambda play: play.is_a(play.moment.wounds.model, PILGRIM))  # type: ignore[union-attr]
def fake_death(play: Play) -> Rule[None]:
    """A Pilgrim ignores 1 Wound it has just received. R-CANCEL-WOUND"""
    yield from ()
    assert play.moment.wounds is not None  # noqa: S101
    play.moment.wounds.count -= 1


def _can_take_revenge(play: Play) -> bool:
    death = _death(play)
    return death.fight is not None and play.of_carrier(death.model) and play.can_fight([death.model])


@upper("last-man-standing", can=_can_take_revenge)
def revenge(play: Play) -> Rule[None]:
    """A model killed in Combat may Backstab one enemy b2b before it leaves. R-NO-SEQUENCE"""
    yield from play.backstab(_death(play).model)


@ongoing("last-man-standing")
def last_man_standing(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """A Pilgrim has +3 DEF while it is the only living Pilgrim on the board."""
    army = table.roster.armies[table.roster.seat_of[model]]
    alone = sum(len(table.standing(squad)) for squad in army.squads if squad.slug == PILGRIM) == 1
    return [("+", 3)] if name == "defense" and alone and table.squad(model).slug == PILGRIM else []


# Purge Doctor


def _purged(play: Play, doctor: int) -> dict[int, list[int]]:
    """Pairs of Spaces next to the Doctor and to each other in which somebody stands: the first with its seconds."""
    board = play.table.board
    around = board.neighbours[play.table.space(doctor)]
    peopled = {play.table.space(model) for model in shooting.models_in(play.table, around)}
    pairs = {
        first: [n for n in board.neighbours[first] if n in around and (first in peopled or n in peopled)]
        for first in around
    }
    return {first: seconds for first, seconds in pairs.items() if seconds}


def _purgers(play: Play) -> list[int]:
    return [doctor for doctor in play.models(DOCTOR) if play.in_mode(doctor, "Basic") and _purged(play, doctor)]


@lower("purging", squad=DOCTOR, can=lambda play: bool(_purgers(play)))
def purging(play: Play) -> Rule[None]:
    """Check all in two Spaces next to a Doctor; 1 Wound for each hit, then 1 FIRE token. R-CHECK, R-AFFECTED"""
    doctor = yield from play.choose_model(_purgers(play), "%(of)s: which Doctor?")
    pairs = _purged(play, doctor)
    first = yield from play.choose_space(list(pairs), "%(of)s: which Space?")
    second = yield from play.choose_space(pairs[first], "%(of)s: which second Space?")
    play.lasting(doctor, "purging", 0, "purging")
    hit = yield from play.check_for_hit(doctor, shooting.models_in(play.table, (first, second)))
    extra = sum(effect.amount for effect in play.table.state.effects if effect.kind == "charged")
    attributes.end_span(play.table, "purging")
    yield from play.wound_each(hit, doctor, 1 + extra)
    yield from play.burn_one(hit)


def _before_purging(play: Play) -> bool:
    doctor = play.moment.model
    return doctor in play.carrier.models and attributes.has(play.table, doctor, "purging") and _charges(play) > 1


def _charges(play: Play) -> int:
    return next(card.charges for card in play.table.state.attached[play.carrier.number] if card.card == "charged-shot")


@lower("charged-shot", squad=DOCTOR, can=_before_purging)
def charged_shot(play: Play) -> Rule[None]:
    """X charges before the roll of a Purging: 1 extra Wound a hit for every 2 of them. R-COST-X, R-EXTRA"""
    spent = yield from play.choose_number(2, _charges(play), "%(of)s: how many charges?")
    cards = play.table.state.attached[play.carrier.number]
    slot = next(n for n, card in enumerate(cards) if card.card == "charged-shot")
    attaching.spend(play.table, (play.carrier.number, slot), spent)
    play.lasting(play.moment.model, "charged", spent // 2, "purging")


@lower(
    "power-of-technology",
    squad=DOCTOR,
    can=lambda play: crystals.can_destroy(play.table, play.seat) and common.can_charge(play),
)
def power_of_technology(play: Play) -> Rule[None]:
    """Destroy 1 Crystal: 3 charges on one of your Enhancements. R-DESTROY, R-CHARGE"""
    slot = yield from play.choose_slot(play.chargeable())
    crystals.destroy(play.table, play.seat)
    yield from play.charge([slot], 3)


# Ranger


def _in_sight(play: Play, ranger: int) -> list[int]:
    spaces = shooting.spaces_in_reach(play.table, ranger, None, line_of_fire=True)
    return [model for model in shooting.models_in(play.table, spaces) if model != ranger]


def _aim(play: Play, ranger: int) -> int:
    return 2 if play.in_mode(ranger, "Aim") else 0


def _can_shoot(play: Play) -> bool:
    if play.moment.window == "W-BEFORE-ATT":
        return play.is_a(play.fight.attacker, RANGER) and not play.fight.outcome
    return any(_in_sight(play, ranger) for ranger in play.models(RANGER))


@lower("shoot", squad=RANGER, can=_can_shoot, also=("W-BEFORE-ATT",))
def shoot(play: Play) -> Rule[None]:
    """Each Ranger of one Squad makes a Shot; or one Check for Hit replaces a Ranger's Attack. DF-SHOOT-08, -09"""
    if play.moment.window == "W-BEFORE-ATT":
        fight = play.fight
        hit = yield from play.check_for_hit(fight.attacker, [fight.target], _aim(play, fight.attacker))
        fight.outcome = "hit" if hit else "held"
        return
    squads = [squad for squad in play.squads(RANGER) if play.table.standing(squad)]
    squad = yield from play.choose_squad(squads)
    twice = attaching.carries(play.table, squad, "firing-position", "lower")
    shots = play.table.standing(squad) * (2 if twice else 1)

    def shot(ranger: int) -> Rule[None]:
        targets = _in_sight(play, ranger)
        if targets:
            target = yield from play.maybe_model(targets, "%(of)s: at which model?", "No Shot")
            if target is not None:
                hit = yield from play.check_for_hit(ranger, [target], _aim(play, ranger))
                yield from play.wound_each(hit, ranger)

    yield from shooting.shoot_all(play.table, play.seat, shots, shot)


@ongoing("firing-position")
def firing_position(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """Each Ranger makes two Shots in every Shoot; `shoot` looks whether this is on."""
    return []


# Any Squad


def _can_watch(play: Play) -> bool:
    return _watcher(play) is not None


def _watcher(play: Play) -> int | None:
    for model in (play.fight.starter, play.fight.opponent):
        if play.of_carrier(model) and play.value(model, "att") is not None:
            return model
    return None


@lower("overwatch", squad=None, can=_can_watch)
def overwatch(play: Play) -> Rule[None]:
    """A model of the carrier that enters Combat first Backstabs its opponent. DF-BACKSTAB-04"""
    yield from ()
    model = _watcher(play)
    assert model is not None  # noqa: S101
    play.fight.backstabs.append((model, play.fight.starter + play.fight.opponent - model))


@passive_half("tactic", at="W-DEF-WON")
def tactic(play: Play) -> Rule[None]:
    """The first successful Defense of the carrier in each turn: 1 charge on each of your Enhancements. R-CHARGE"""
    key = f"tactic:{play.carrier.number}"
    used = play.table.state.used
    if play.fight.target in play.carrier.models and key not in used:
        used[key] = 1
        yield from play.charge(play.chargeable())


def _trappable(play: Play) -> list[int]:
    return [enemy for enemy in play.enemies() if markers.may_put(play.table, enemy, "trap")]


@lower("trap", squad=None, can=lambda play: bool(_trappable(play)))
def trap(play: Play) -> Rule[None]:
    """A TRAP token on any enemy model: it is Blocked. R-BLOCKED, R-STACK"""
    play.put_token((yield from play.choose_model(_trappable(play))), "trap")
