"""The Demons: their cards. Section 3.2 of the rulings; tokens, Banners and Shrines are in demon_relics."""

from __future__ import annotations

from matches.engine.dawnfall import attributes, changing_mode, combat, crystals, markers, placing, shooting
from matches.engine.dawnfall.board import DIRECTIONS
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.cards.demon_relics import DEMON
from matches.engine.dawnfall.moments import NOBODY, MoveAction, WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.pushing import Pushes
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import ASIDE
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule

SON, MASTER, SMITH, HOUND, SCHOLAR = "son-of-khyber", "master-of-elements", "bloodsmith", "gorehound", "dark-scholar"

upper, lower, passive_half, ongoing = DEMON.upper, DEMON.lower, DEMON.passive, DEMON.ongoing

upper("mist", "energy-source", "hijack", "self-destruct", can=common.some_squad_can_move)(common.move)
upper("horde", "resurrection", can=common.some_squad_can_fight)(common.combat)
upper("war-fever", can=common.carrier_can_fight)(common.carrier_combat)
upper("crystal-aegis", can=common.own_defense)(common.plus_two)
upper("bloody-whirlwind", can=common.own_attack)(common.plus_two)
upper("rush", "mind-control")(common.temporary_crystal)
upper("infernal-power", can=common.can_charge)(common.charging)


# Uppers of the Demons alone


def _with_tokens(play: Play) -> list[Squad]:
    return [squad for squad in play.squads() if play.table.state.endurance[squad.number]]


@upper("fireball", "ice-beam", "infernal-rites", can=lambda play: bool(_with_tokens(play)))
def dark_power(play: Play) -> Rule[None]:
    """1 Endurance token of a Demon Squad becomes 2 Temporary Crystals. R-SACRIFICE-TOKEN, R-TEMP"""
    play.give_up_token((yield from play.choose_squad(_with_tokens(play))))
    play.gain_temporary(2)


def _teleportable(play: Play) -> list[int]:
    return [model for model in play.models() if not play.blocked(model)]


@upper("freeze", "shadowzone", "spectral-grasp", can=lambda play: bool(_teleportable(play)))
def teleport(play: Play) -> Rule[None]:
    """One Demon model anywhere; it may Push smaller models there. R-TELEPORT, R-CARD-PUSH"""
    model = yield from play.choose_model(_teleportable(play))
    yield from play.reposition(model, play.anywhere(model), Pushes())


# Any Squad


def _hunters(play: Play, target: int) -> list[int]:
    return [model for model in play.models() if play.reaches(model, target)]


def _prey(play: Play) -> list[int]:
    return [enemy for enemy in play.enemies() if _hunters(play, enemy)]


@lower(
    "horde", squad=None, can=lambda play: any(any(play.reaches(m, e) for m in play.models()) for e in play.enemies())
)
def horde(play: Play) -> Rule[None]:
    """Any Demon models that reach an enemy Move to it, then each may fight it. R-REACH"""
    target = yield from play.choose_model(_prey(play), "%(of)s: which enemy?")
    hunters = _hunters(play, target)
    movers = [model for model in hunters if play.can_move([model])]
    if movers:
        yield from play.perform(MoveAction(play.seat, tuple(movers), contact=target))
    able = [model for model in hunters if play.table.touching(model, target)]
    while not play.over():
        able = [model for model in able if target in combat.targets(play.table, model)]
        model = (yield from play.maybe_model(able, "%(of)s: which model fights?", "No more")) if able else None
        if model is None:
            return
        able.remove(model)
        yield from play.fight_against(model, target)


def _switchable(play: Play) -> list[int]:
    """Models that have a partner of their base size to switch with. R-SWITCH"""
    models = [model for model in play.table.roster.models if play.table.on_board(model) and not play.blocked(model)]
    bases = [play.table.base(model) for model in models]
    return [model for model, base in zip(models, bases, strict=True) if bases.count(base) > 1]


@lower("mist", squad=None, can=lambda play: bool(_switchable(play)))
def mist(play: Play) -> Rule[None]:
    """Any two models with equal bases, whoever owns them, switch places. R-SWITCH"""
    models = _switchable(play)
    one = yield from play.choose_model(models, "%(of)s: which model?")
    others = [other for other in models if placing.can_switch(play.table, play.seat, one, other)]
    other = yield from play.choose_model(others, "%(of)s: with which model?")
    placing.switch(play.table, one, other)


def _fallen(play: Play) -> list[Squad]:
    return [squad for squad in play.squads() if play.dead([squad])]


@lower("resurrection", squad=None, can=lambda play: play.can_pay(1) and bool(_fallen(play)))
def resurrection(play: Play) -> Rule[None]:
    """Dead models of one Squad return, 1 Crystal each, and 1 for each Endurance token. R-COST-X, R-RETURN"""
    squad = yield from play.choose_squad(_fallen(play))
    dead = play.dead([squad])
    means = max(n for n in range(1, len(dead) + play.lost_tokens(squad) + 1) if play.can_pay(n))
    count = yield from play.choose_number(1, min(len(dead), means), "%(of)s: how many models return?")
    spare = min(play.lost_tokens(squad), means - count)
    tokens = yield from play.choose_number(0, spare, "%(of)s: how many Endurance tokens?")
    yield from play.pay(count + tokens)
    play.restore(squad, tokens)
    for model in dead[:count]:
        yield from play.return_model(model)


# Son of Khyber


def _event(play: Play) -> WoundEvent:
    assert play.moment.wounds is not None  # noqa: S101
    return play.moment.wounds


@upper("rage", can=lambda play: play.of_carrier(_event(play).dealer) and play.table.on_board(_event(play).dealer))
def repeat(play: Play) -> Rule[None]:
    """The model that dealt the Wound may Move and then fight, once the Combat under way is over. R-NO-SEQUENCE"""
    model = _event(play).dealer

    def again() -> Rule[None]:
        if play.table.on_board(model):
            yield from play.move([model])
        if play.table.on_board(model) and not play.over():
            yield from play.fight_one(model)

    yield from combat.when_over(play.table, again)


@passive_half("rage", at="W-KILLED")
def rage(play: Play) -> Rule[None]:
    """Whenever the Son of Khyber kills an enemy model: refresh Crystal Pool and Banner. R-REFRESH"""
    yield from ()
    death = play.moment.death
    if death is not None and death.killer in play.carrier.models and not play.yours(death.model):
        crystals.refresh(play.table, play.seat)
        play.table.state.banner_ready[play.seat] = True
        play.table.tell("banner_refreshed", seat=play.seat)


@ongoing("war-fever")
def war_fever(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """+1 INI and +1 DEF for each Endurance token he has lost. R-LOST"""
    squad = table.squad(model)
    if squad.slug != SON or name not in {"ini", "defense"}:
        return []
    return [("+", squad.endurance - table.state.endurance[squad.number])]


def _raging(play: Play) -> bool:
    """Some Son has an enemy in contact, and has lost a token or loses one by paying."""
    sons = play.models(SON)
    return play.can_fight(sons) and any(play.lost_tokens(play.table.squad(son)) for son in sons)


@lower("bloody-whirlwind", squad=SON, can=_raging)
def bloody_whirlwind(play: Play) -> Rule[None]:
    """The Son may fight one Combat for each Endurance token he has lost, after payment. R-LOST"""
    son = yield from play.choose_model(play.models(SON))
    for _ in range(play.lost_tokens(play.table.squad(son))):
        if play.over() or not (yield from play.fight_one(son)):
            return


def _son_hurt(play: Play) -> bool:
    dealer = _event(play).dealer
    return play.is_a(dealer, SON) and play.lost_tokens(play.table.squad(dealer)) > 0


@lower("energy-source", squad=SON, can=_son_hurt)
def energy_source(play: Play) -> Rule[None]:
    """After the Son has dealt a Wound, restore 1 Endurance token to him. R-WOUND-EVENT, R-RESTORE"""
    yield from ()
    play.restore(play.table.squad(_event(play).dealer))


# Master of Elements


def _shielded(play: Play) -> list[int]:
    near = play.within(play.models(MASTER), 4)
    models = [model for seat in play.your_seats() for model in play.table.army_on_board(seat)]
    return [m for m in models if play.table.space(m) in near and markers.may_put(play.table, m, "crystal-aegis")]


@lower("crystal-aegis", squad=MASTER, can=lambda play: bool(_shielded(play)))
def crystal_aegis(play: Play) -> Rule[None]:
    """A model within Range 4 cannot be Wounded until the next opponent's Passive turn. R-IMMUNE, R-OPPONENT"""
    model = yield from play.choose_model(_shielded(play))
    play.put_token(model, "crystal-aegis", play.table.opponents(play.seat)[0])


def _focus(play: Play, master: int) -> int:
    return 2 if play.in_mode(master, "Focus") else 0


def _fire_spaces(play: Play, master: int) -> dict[int, list[int]]:
    """Target Spaces with the second Spaces beside them, wherever somebody stands in one of the two."""
    board = play.table.board
    people = {play.table.space(model) for model in play.table.roster.models if play.table.on_board(model)}
    targets = shooting.spaces_in_reach(play.table, master, 3, line_of_fire=True)
    pairs = {target: [n for n in board.neighbours[target] if n in people or target in people] for target in targets}
    return {target: seconds for target, seconds in pairs.items() if seconds}


@lower("fireball", squad=MASTER)
def fireball(play: Play) -> Rule[None]:
    """Check all in a Space within Range 3 and one beside it; 1 Wound each, then 1 FIRE. R-CHECK, R-AREA, R-AFFECTED"""
    master = yield from play.choose_model(play.models(MASTER))
    pairs = _fire_spaces(play, master)
    target = yield from play.choose_space(list(pairs), "%(of)s: at which Space?")
    beside = yield from play.choose_space(pairs[target], "%(of)s: which Space beside it?")
    targets = shooting.models_in(play.table, (target, beside))
    hit = yield from play.check_for_hit(master, targets, _focus(play, master))
    yield from play.wound_each(hit, master)
    yield from play.burn_one(hit)


def _freezable(play: Play) -> list[int]:
    near = play.within(play.models(MASTER), 3)
    return [e for e in play.enemies() if play.table.space(e) in near and markers.may_put(play.table, e, "freeze")]


@lower("freeze", squad=MASTER, can=lambda play: bool(_freezable(play)))
def freeze(play: Play) -> Rule[None]:
    """A FREEZE token on one enemy within Range 3. R-RANGE, R-BASE-ATTR"""
    play.put_token((yield from play.choose_model(_freezable(play))), "freeze")


def _beams(play: Play, master: int) -> dict[int, list[int]]:
    lines = {n: shooting.on_line(play.table, master, n, None) for n in range(len(DIRECTIONS))}
    return {direction: models for direction, models in lines.items() if models}


@lower("ice-beam", squad=MASTER, can=lambda play: any(_beams(play, master) for master in play.models(MASTER)))
def ice_beam(play: Play) -> Rule[None]:
    """Check all on one Line of Fire of unlimited Range; 1 Wound for each hit. R-LINE-TARGETS, R-CHECK"""
    master = yield from play.choose_model([m for m in play.models(MASTER) if _beams(play, m)])
    beams = _beams(play, master)
    names = ("East", "South-east", "South-west", "West", "North-west", "North-east")
    options = [Option(f"line:{n}", names[n], {"direction": n, "models": tuple(beams[n])}) for n in beams]
    chosen = yield from play.ask("line", "%(of)s: which way?", options)
    hit = yield from play.check_for_hit(master, beams[chosen.data["direction"]], _focus(play, master))
    yield from play.wound_each(hit, master)


# Gorehound


@upper("infection", can=lambda play: _event(play).fight is not None and play.of_carrier(_event(play).dealer))
def additional_wound(play: Play) -> Rule[None]:
    """A Wound that the carrier deals in Combat becomes 1 Wound more. R-EXTRA"""
    yield from ()
    _event(play).count += 1


def _infected(play: Play) -> int | None:
    """The opponent of the carrier's model in this Combat, at the moments its player is asked."""
    fight, window = play.fight, play.moment.window
    pairs = {"W-BEFORE-ATT": ((fight.attacker, fight.target),), "W-BEFORE-DEF": ((fight.target, fight.attacker),)}
    both = ((fight.starter, fight.opponent), (fight.opponent, fight.starter))
    for model, other in pairs.get(window, both):
        if play.of_carrier(model) and not play.yours(other) and markers.may_put(play.table, other, "infection"):
            return other
    return None


@lower(
    "infection", squad=HOUND, can=lambda play: _infected(play) is not None,
    also=("W-BACKSTAB", "W-BEFORE-ATT", "W-BEFORE-DEF"),
)  # fmt: skip
def infection(play: Play) -> Rule[None]:
    """An INFECTION token on the opponent in a Combat of the carrier. R-STACK, R-ALL-ATTR"""
    yield from ()
    other = _infected(play)
    assert other is not None  # noqa: S101
    play.put_token(other, "infection")


def _carriers(play: Play) -> list[int]:
    return [hound for hound in play.models(HOUND) if play.in_contact([hound])]


@lower("hijack", squad=HOUND, can=lambda play: bool(_carriers(play)))
def hijack(play: Play) -> Rule[None]:
    """A Gorehound Moves with an enemy b2b; then Demons b2b with that enemy may fight it. R-MOVE"""
    hound = yield from play.choose_model(_carriers(play), "%(of)s: which Gorehound?")
    enemy = yield from play.choose_model(play.in_contact([hound]), "%(of)s: which enemy?")
    yield from _carry(play, hound, enemy)
    able = [model for model in play.models() if play.table.touching(model, enemy)]
    while not play.over():
        able = [model for model in able if enemy in combat.targets(play.table, model)]
        model = (yield from play.maybe_model(able, "%(of)s: which model fights?", "No more")) if able else None
        if model is None:
            return
        able.remove(model)
        yield from play.fight_against(model, enemy)


def _carry(play: Play, hound: int, enemy: int) -> Rule[None]:
    """Both are lifted together; the enemy ends on free hexes b2b with the Gorehound, or nobody moves."""
    if not play.can_move([hound]):
        return
    state, place = play.table.state, play.table.state.places[enemy]
    before, occupied = state.places[:], state.occupied
    play.table.lift(enemy, ASIDE)
    moved = yield from play.move([hound])
    if moved and play.free_places(enemy, placing.touching(play.table, enemy, hound)):
        yield from play.reposition(enemy, placing.touching(play.table, enemy, hound))
    elif moved:
        state.places[:], state.occupied = before, occupied
    else:
        play.table.put(enemy, place)


def _hideable(play: Play) -> list[int]:
    if len(play.models()) < 2:
        return []
    return [hound for hound in play.models(HOUND) if not play.blocked(hound)]


@lower("shadowzone", squad=HOUND, can=lambda play: bool(_hideable(play)))
def shadowzone(play: Play) -> Rule[None]:
    """Take one Gorehound off the board until its Squad is Activated. R-SETASIDE"""
    play.set_aside((yield from play.choose_model(_hideable(play))))


@lower("rush", squad=HOUND, can=lambda play: play.can_fight(play.models(HOUND)))
def rush(play: Play) -> Rule[None]:
    """One Gorehound makes a Backstab. R-BACKSTAB"""
    yield from play.backstab((yield from play.choose_model([h for h in play.models(HOUND) if play.can_fight([h])])))


# Dark Scholar


@lower("self-destruct", squad=SCHOLAR, can=lambda play: bool(play.carried()))
def self_destruct(play: Play) -> Rule[None]:
    """Sacrifice a Scholar: check all that were b2b with it or in its Space; 1 Wound for each hit. R-SACRIFICE"""
    scholar = yield from play.choose_model(play.carried(), "%(of)s: Sacrifice which Scholar?")
    bits = play.table.touch(scholar) | play.table.board.space_bits[play.table.space(scholar)]
    targets = [model for model in play.table.models_on(bits) if model != scholar]
    yield from play.sacrifice(scholar)
    if targets and not play.over():
        hit = yield from play.check_for_hit(NOBODY, targets)
        yield from play.wound_each(hit, NOBODY)


def _ritual(play: Play) -> list[int]:
    return [scholar for scholar in play.models(SCHOLAR) if play.in_mode(scholar, "Ritual")]


def _controllable(play: Play) -> list[int]:
    near = play.within(_ritual(play), 1)
    return [enemy for enemy in play.enemies() if play.table.space(enemy) in near]


@lower("mind-control", squad=SCHOLAR, can=lambda play: bool(_controllable(play)))
def mind_control(play: Play) -> Rule[None]:
    """Move an enemy within Range 1, then it fights each other enemy b2b. R-FORCED-MOVE, R-CONTROLLED, R-COMBAT-EACH"""
    enemy = yield from play.choose_model(_controllable(play), "%(of)s: which enemy?")
    play.lasting(enemy, "controlled", play.seat, "mind-control")
    yield from play.move([enemy])
    if not play.over():
        yield from play.fight_each(enemy)
    attributes.end_span(play.table, "mind-control")


def _graspable(play: Play) -> list[int]:
    touched = play.in_contact(_ritual(play))
    return [enemy for enemy in touched if markers.may_put(play.table, enemy, "spectral-grasp")]


@lower("spectral-grasp", squad=SCHOLAR, can=lambda play: bool(_graspable(play)))
def spectral_grasp(play: Play) -> Rule[None]:
    """A SPECTRAL GRASP token on an enemy b2b with a Scholar in Ritual mode. R-CONTACT-TOKEN"""
    play.put_token((yield from play.choose_model(_graspable(play))), "spectral-grasp")


# Bloodsmith


def _checked(play: Play) -> list[Squad]:
    """Own Squads whose INI is about to be compared, or checked for Hit. R-INI-CHECK"""
    fight = play.moment.fight
    models = play.moment.targets if fight is None else [fight.starter, fight.opponent]
    return list(dict.fromkeys(play.table.squad(m) for m in models if play.own(m)))


@upper("faith", can=lambda play: bool(_checked(play)), also=("W-BEFORE-HIT",))
def initiative(play: Play) -> Rule[None]:
    """+2 INI for one INI check of a Demon model or Squad. R-INI-CHECK"""
    squad = yield from play.choose_squad(_checked(play))
    for model in play.table.standing(squad):
        play.lasting(model, "ini+", 2, "ini")


@lower("faith", squad=SMITH, can=common.can_charge)
def faith(play: Play) -> Rule[None]:
    """3 charges on one of your Enhancements. R-CHARGE, R-YOUR"""
    yield from common.charge_one(play, 3)


def _smiths(play: Play) -> list[Squad]:
    squads = [squad for squad in play.squads(SMITH) if play.table.standing(squad)]
    return [squad for squad in squads if changing_mode.can_flip(play.table, play.seat, squad)]


@lower("infernal-power", squad=SMITH, can=lambda play: bool(_smiths(play)))
def infernal_power(play: Play) -> Rule[None]:
    """Change Mode of the Bloodsmith Squad, in either direction. R-CHANGE-MODE"""
    yield from play.change_mode((yield from play.choose_squad(_smiths(play))))


def _your_dead(play: Play) -> list[int]:
    return play.dead(squad for seat in play.your_seats() for squad in play.table.roster.armies[seat].squads)


def _rites(play: Play) -> bool:
    event = _event(play)
    return play.of_carrier(event.dealer) and not play.yours(event.model) and bool(_your_dead(play))


@lower("infernal-rites", squad=SMITH, can=_rites)
def infernal_rites(play: Play) -> Rule[None]:
    """After a Bloodsmith has Wounded an enemy, one of your dead models returns. R-RETURN, R-YOUR"""
    yield from play.return_model((yield from play.choose_model(_your_dead(play))))
