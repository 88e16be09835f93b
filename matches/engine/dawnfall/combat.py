"""The Combat Sequence: declared, INI compared, Attack pair, Counterattack. DF-COMBAT, DF-COUNTER, section 4.1"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from matches.engine.dawnfall import attributes, backstab, dice, ending, wounds
from matches.engine.dawnfall.moments import NOBODY, Fight, Moment, Roll, WoundEvent
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import open_window
from matches.engine.kernel.decisions import Option, Rule, ask

#: Outcomes of an Attack pair. BROKEN: the sequence ended half-way. R-BREAK
HIT: Final = "hit"
HELD: Final = "held"
BROKEN: Final = "broken"

_STRIKE_BACK = Option("strike", "Strike back")
_LET_IT_BE = Option("decline", "Let it be")


def targets(table: Table, model: int) -> list[int]:
    """The enemies a model could fight now; none if its ATT is a dash. DF-COMBAT-02, DF-SQUAD-06, R-DASH"""
    around = table.touch(model)
    if not around & table.state.occupied or attributes.has(table, model, "no_combat"):
        return []
    if attributes.value(table, model, "att") is None:
        return []
    player = attributes.player_of(table, model)
    seat_of = table.roster.seat_of
    return [
        other for other in table.models_on(around) if table.hostile(player, seat_of[other]) and other not in table.dying
    ]


def combat_sequence(
    table: Table, starter: int, opponent: int, *, contact: bool = True, hushed: bool = False
) -> Rule[None]:
    """One whole Combat Sequence between two models. DF-COMBAT-05, -07 to -15, R-DECLARED, R-CANCEL, R-BREAK"""
    fight = Fight(starter, opponent, contact=contact, hushed=hushed)
    around = table.state.effects
    table.fights.append(fight)
    table.tell("combat_declared", starter=starter, opponent=opponent)
    yield from _course(table, fight)
    table.fights.remove(fight)
    attributes.end_span(table, "combat", "ini", "attack", "roll", keep=around)
    yield from ended(table, fight)


def _course(table: Table, fight: Fight) -> Rule[None]:
    yield from declared(table, fight)
    if fight.cancelled or broken(table, fight):
        return
    yield from _backstabs_first(table, fight)
    yield from window(table, "W-INSTANT", fight)
    if broken(table, fight):
        return
    yield from window(table, "W-BEFORE-INI", fight)
    if broken(table, fight):
        return
    first = attacks_first(table, fight)
    attributes.end_span(table, "ini")
    table.tell("initiative_compared", first=first)
    if first == NOBODY:
        return
    fight.attacker, fight.target = first, fight.starter + fight.opponent - first
    if (yield from attack_pair(table, fight)) == HELD:
        yield from _maybe_counterattack(table, fight)
    yield from window(table, "W-INSTANT", fight)


def declared(table: Table, fight: Fight) -> Rule[None]:
    """Combat is declared: halves that cancel it come first. W-COMBAT (a), R-ORDER-CANCEL"""
    moment = Moment("W-COMBAT", step="cancel", model=fight.starter, other=fight.opponent, fight=fight)
    yield from open_window(table, moment)
    if fight.cancelled:
        table.tell("combat_cancelled", starter=fight.starter, opponent=fight.opponent)


def _backstabs_first(table: Table, fight: Fight) -> Rule[None]:
    """Backstabs before Combat; those of both sides are simultaneous. W-COMBAT (b), DF-BACKSTAB-04"""
    moment = Moment("W-COMBAT", step="backstab", model=fight.starter, other=fight.opponent, fight=fight)
    yield from open_window(table, moment)
    if fight.backstabs and not broken(table, fight):
        yield from backstab.before_combat(table, fight.backstabs)


def ended(table: Table, fight: Fight) -> Rule[None]:
    """What was won inside the sequence follows when the outermost one is over. R-NO-SEQUENCE"""
    if table.fights:
        table.fights[0].after.extend(fight.after)
        return
    for deed in fight.after:
        if not ending.over(table):
            yield from deed()


def when_over(table: Table, deed: Callable[[], Rule[None]]) -> Rule[None]:
    """Do something now, or, while a sequence is running, right after it. DF-COMBAT-14, R-NO-SEQUENCE"""
    if not table.fights:
        yield from deed()
        return
    causes = tuple(table.reacting)

    def later() -> Rule[None]:
        with table.under_way(*causes):
            yield from deed()

    table.fights[0].after.append(later)


def broken(table: Table, fight: Fight) -> bool:
    """Whether the sequence has lost its sense: the match is over, a model has left, contact was lost. R-BREAK"""
    one, other = fight.starter, fight.opponent
    if ending.over(table) or not table.on_board(one) or not table.on_board(other):
        return True
    return fight.contact and not table.touching(one, other)


def window(table: Table, name: str, fight: Fight, roll: Roll | None = None, *seats: int) -> Rule[None]:
    """Open a window of the fight for the sides of the given seats, or for all."""
    if ending.over(table):
        return
    model, other = (fight.attacker, fight.target) if fight.attacker != NOBODY else (fight.starter, fight.opponent)
    moment = Moment(name, model=model, other=other, fight=fight, roll=roll)
    yield from open_window(table, moment, table.side(*seats) if seats else None)


# Initiative


def attacks_first(table: Table, fight: Fight) -> int:
    """The higher INI attacks first, a tie goes to the Active player's model; who cannot attack leaves it to the other.

    DF-COMBAT-07 to -09, Q-37, Q-44, R-AUTO-INI
    """
    one, other = fight.starter, fight.opponent
    if not _prevails(table, one, other, tie=_wins_ties(table, one, other)):
        one, other = other, one
    for model in (one, other):
        if attributes.value(table, model, "att") is not None:
            return model
    return NOBODY


def _prevails(table: Table, one: int, other: int, *, tie: bool) -> bool:
    sure, other_sure = attributes.has(table, one, "wins_ini"), attributes.has(table, other, "wins_ini")
    if sure != other_sure:
        return sure
    ini, other_ini = attributes.value(table, one, "ini"), attributes.value(table, other, "ini")
    if ini == other_ini:
        return tie
    return (-1 if ini is None else ini) > (-1 if other_ini is None else other_ini)


def _wins_ties(table: Table, starter: int, opponent: int) -> bool:
    """The Active player's model wins ties; if neither is, the player who started the Combat. DF-COMBAT-08, Q-44"""
    active = table.state.active
    return attributes.player_of(table, starter) == active or attributes.player_of(table, opponent) != active


# The Attack pair


def attack_pair(table: Table, fight: Fight) -> Rule[str]:
    """Attack roll, Defense roll, compare, and the Wounds of a success. DF-COMBAT-10 to -13, DF-COUNTER-02 to -05"""
    outcome = yield from clash(table, fight)
    if outcome == HIT:
        yield from wounds.wound(table, hit(table, fight))
    fresh_attack(fight)
    return outcome


def clash(table: Table, fight: Fight) -> Rule[str]:
    """Both rolls and the comparison, up to the moment before Wounds are applied."""
    attacker, target = fight.attacker, fight.target
    around = table.state.effects
    yield from window(table, "W-INSTANT", fight)
    roll = Roll(attributes.player_of(table, attacker), attacker, "attack")
    defender = attributes.player_of(table, target)
    if not broken(table, fight):
        yield from window(table, "W-BEFORE-ATT", fight, roll, roll.seat, defender)
    if broken(table, fight):
        return BROKEN
    if fight.outcome:
        return fight.outcome
    att = attributes.value(table, attacker, "att")
    if att is None:
        return BROKEN
    yield from dice.roll(table, roll, fight)
    fight.attack_power = roll.result + att
    table.tell("attack_made", model=attacker, target=target, power=fight.attack_power)
    outcome = yield from _defend(table, fight, defender)
    attributes.end_span(table, "attack", "roll", keep=around)
    if outcome == BROKEN:
        return BROKEN
    table.tell(
        "attack_compared", model=attacker, target=target, attack=fight.attack_power, defense=fight.defense_power,
        automatic=fight.automatic, hit=outcome == HIT,
    )  # fmt: skip
    if outcome == HIT:
        yield from window(table, "W-DEF-LOST", fight, None, defender)
    else:
        yield from window(table, "W-DEF-WON", fight, None, defender)
    return BROKEN if ending.over(table) else outcome


def _defend(table: Table, fight: Fight, defender: int) -> Rule[str]:
    """The defender sees the Attack Power, then rolls, unless the Defense is won or lost without a die.

    DF-COMBAT-11 to -13, DF-DICE-06, R-AUTO-DEF, R-AUTO-DEF-LOSS
    """
    target = fight.target
    roll = Roll(defender, target, "defense")
    fight.defense_power = 0
    if attributes.has(table, target, "loses_def"):
        fight.automatic = "lost"
    elif not fight.automatic and attributes.has(table, target, "wins_def"):
        fight.automatic = "won"
    if not fight.automatic:
        yield from window(table, "W-BEFORE-DEF", fight, roll, defender)
        if broken(table, fight):
            return BROKEN
    if fight.automatic:
        return HIT if fight.automatic == "lost" else HELD
    if attributes.value(table, target, "defense") is not None:  # with a dash no roll, Defense Power 0
        yield from dice.roll(table, roll, fight)
        yield from window(table, "W-DEF-ROLLED", fight, roll, defender)
        fight.defense_power = roll.result + (attributes.value(table, target, "defense") or 0)
    return HIT if fight.attack_power > fight.defense_power else HELD


def hit(table: Table, fight: Fight) -> WoundEvent:
    """The Wound event of a successful Attack; fights of a controlled model count for whoever controls it.

    DF-COMBAT-12, DF-COUNTER-04, R-CREDIT, R-CONTROLLED
    """
    cause = "counterattack" if fight.counterattack else "attack" if fight.kind == "combat" else fight.kind
    controller = attributes.player_of(table, fight.target)
    controlled = controller != table.roster.seat_of[fight.target]
    return WoundEvent(
        fight.target,
        fight.wounds,
        controller if controlled else attributes.player_of(table, fight.attacker),
        fight.attacker,
        cause,
        fight,
        tokens_from=fight.tokens_from,
    )


def fresh_attack(fight: Fight) -> None:
    """Whatever was said for one Attack does not count for the next."""
    fight.automatic, fight.outcome, fight.wounds, fight.tokens_from = "", "", 1, NOBODY
    fight.attack_power = fight.defense_power = 0


# Counterattack


def may_counterattack(table: Table, fight: Fight) -> bool:
    """Whether the target that withstood may strike back. DF-COUNTER-01, -06, -07, DF-BACKSTAB-03, Q-37, Q-57"""
    target = fight.target
    if fight.kind != "combat" or fight.counterattack or not fight.may_counter or broken(table, fight):
        return False
    if table.state.eliminated[attributes.player_of(table, target)] or attributes.has(table, target, "no_counter"):
        return False
    return attributes.value(table, target, "att") is not None


def _maybe_counterattack(table: Table, fight: Fight) -> Rule[None]:
    if not may_counterattack(table, fight):
        return
    player = attributes.player_of(table, fight.target)
    data = {"model": fight.target, "target": fight.attacker}
    options = (_STRIKE_BACK, _LET_IT_BE)
    chosen = yield from ask(player, "counterattack", "The Attack failed. Do you strike back?", options, data)
    if chosen is _STRIKE_BACK:
        yield from counterattack(table, fight)


def counterattack(table: Table, fight: Fight) -> Rule[str]:
    """The target attacks; no further Counterattack follows in this Combat. DF-COUNTER-02 to -07"""
    fight.may_counter = False
    kept = (fight.attack_power, fight.defense_power, fight.automatic, fight.wounds, fight.tokens_from)
    fresh_attack(fight)
    fight.attacker, fight.target, fight.counterattack = fight.target, fight.attacker, True
    table.tell("counterattack_begun", model=fight.attacker, target=fight.target)
    outcome = yield from attack_pair(table, fight)
    fight.attacker, fight.target, fight.counterattack = fight.target, fight.attacker, False
    fight.attack_power, fight.defense_power, fight.automatic, fight.wounds, fight.tokens_from = kept
    return outcome
