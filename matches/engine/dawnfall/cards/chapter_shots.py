"""The Chapter: cards of Purge Doctors and Rangers. Section 3.1 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attaching, attributes, crystals, shooting
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.chapter_relics import CHAPTER
from matches.engine.dawnfall.play import Play
from matches.engine.kernel.decisions import Rule

DOCTOR, RANGER = "purge-doctor", "ranger"

lower = CHAPTER.lower


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
    number, slot = play.slot()
    return play.table.state.attached[number][slot].charges


@lower("charged-shot", squad=DOCTOR, can=_before_purging)
def charged_shot(play: Play) -> Rule[None]:
    """X charges before the roll of a Purging: 1 extra Wound a hit for every 2 of them. R-COST-X, R-EXTRA"""
    spent = yield from play.choose_number(2, _charges(play), "%(of)s: how many charges?")
    attaching.spend(play.table, play.slot(), spent)
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
            play.done = True
            if target is not None:
                hit = yield from play.check_for_hit(ranger, [target], _aim(play, ranger))
                yield from play.wound_each(hit, ranger)

    yield from shooting.shoot_all(play.table, play.seat, shots, shot)


# Firing Position: each Ranger makes two Shots in every Shoot, as `shoot` sees to.
CHAPTER.switched("firing-position")
