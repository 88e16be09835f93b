"""The Faceless: cards of the Shatterer and the Fleshrippers, and the Evolve cards. Section 3.4 of the rulings"""

from __future__ import annotations

from matches.engine.dawnfall import attributes, combat, combat_action, evolving, markers, wounds
from matches.engine.dawnfall.cards.faceless_relics import BERSERKER, BREEDER, FACELESS, SHATTERER
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Rule

FLESHRIPPER = "fleshripper"
#: UNSTOPPABLE tokens that there are. R-SUPPLY
SUPPLY = 3

lower = FACELESS.lower


# Shatterer


@lower("impale", squad=SHATTERER, can=lambda play: play.of_carrier(play.fight.attacker))
def impale(play: Play) -> Rule[None]:
    """Before an Attack roll of the Shatterer: 2 less on the roll, but a success deals 2 Wounds. R-WOUND-EVENT"""
    yield from ()
    assert play.moment.roll is not None  # noqa: S101
    play.moment.roll.bonus -= 2
    play.fight.wounds = 2


@lower("craving-for-life", squad=SHATTERER, can=lambda play: play.can_fight(play.models(SHATTERER)))
def craving_for_life(play: Play) -> Rule[None]:
    """The Shatterer fights; for each Wound it applies in that Combat 1 token comes back. R-DEALS, R-RESTORE"""
    shatterer = yield from play.choose_model(play.models(SHATTERER))
    play.done = True
    told = len(play.table.log)
    yield from play.fight_one(shatterer)
    play.restore(play.table.squad(shatterer), wounds.dealt_by(play.table.log[told:], shatterer))


def _at_its_feet(play: Play) -> list[int]:
    """Own models b2b with the Shatterer."""
    return [m for m in play.models() if any(play.table.touching(m, giant) for giant in play.models(SHATTERER))]


@lower("unstoppable", squad=SHATTERER, can=lambda play: bool(_at_its_feet(play)))
def unstoppable(play: Play) -> Rule[None]:
    """Sacrifice a model b2b with the Shatterer, which gets the UNSTOPPABLE tokens it is missing. R-SUPPLY"""
    model = yield from play.choose_model(_at_its_feet(play), "%(of)s: Sacrifice which model?")
    shatterer = next(giant for giant in play.models(SHATTERER) if play.table.touching(model, giant))
    yield from play.sacrifice(model)
    missing = SUPPLY - markers.count(play.table, shatterer, "unstoppable")
    if missing and not play.over():
        play.put_token(shatterer, "unstoppable", missing)


# Fleshripper


@lower("power", squad=FLESHRIPPER, can=lambda play: play.can_fight(play.models(FLESHRIPPER)))
def power(play: Play) -> Rule[None]:
    """One Fleshripper fights each enemy b2b, with +1 ATT for each that is then b2b. R-COMBAT-EACH"""
    rippers = [model for model in play.models(FLESHRIPPER) if play.can_fight([model])]
    ripper = yield from play.choose_model(rippers, "%(of)s: which Fleshripper?")

    def combat_with_power(table: Table, model: int, target: int) -> Rule[None]:
        play.lasting(model, "att+", len(play.in_contact([model])), "power")
        yield from combat.combat_sequence(table, model, target)
        attributes.end_span(table, "power")

    play.done = True
    yield from combat_action.each_in_contact(play.table, play.seat, ripper, combat_with_power)


def _prey_of_ripper(play: Play) -> bool:
    death = play.death
    return play.is_a(death.killer, FLESHRIPPER) and not play.yours(death.model)


@lower(
    "resource",
    squad=FLESHRIPPER,
    can=lambda play: _prey_of_ripper(play) and play.table.state.neutral_crystals > 0,
)
def resource(play: Play) -> Rule[None]:
    """After a Fleshripper has killed an enemy, gain 1 Crystal. R-GAIN"""
    yield from ()
    play.gain(1)


# Evolve cards

for _squad, _cards in {
    BERSERKER: ("evolve-berserker",),
    FLESHRIPPER: ("evolve-fleshripper",),
    BREEDER: ("evolve-bladebreeder",),
    "harvester": ("evolve-harvester",),
    SHATTERER: ("evolve-shatterer-defensive", "evolve-shatterer-assimilated", "evolve-shatterer-ascended"),
}.items():
    lower(*_cards, squad=_squad, can=evolving.can_evolve)(evolving.evolve)
