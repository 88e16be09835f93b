"""The Faceless: their tokens, Banners and Shrines. Section 3.4 of the rulings"""

from __future__ import annotations

from typing import Final

from matches.engine.dawnfall import attributes, changing_mode, evolving, markers, reach, wounds
from matches.engine.dawnfall.cards import common
from matches.engine.dawnfall.halves import Faction, token
from matches.engine.dawnfall.markers import Kind, define
from matches.engine.dawnfall.moments import NOBODY, WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import GONE, Marker
from matches.engine.dawnfall.table import Table
from matches.engine.dawnfall.windows import PASS
from matches.engine.kernel.decisions import Decision, Option, Rule

FACELESS = Faction("faceless")
SHATTERER, BREEDER, BERSERKER = "shatterer", "bladebreeder", "berserker"

#: What a SOURCE gives, by the number on it.
BONUSES: Final = {1: "att", 2: "defense", 3: "ini"}


# Tokens


def _spent(table: Table, model: int, marker: Marker, name: str) -> list[tuple[str, int]]:
    """ATT dash; INI, DEF and MOV are 0, and no bonus changes that. Back to Source"""
    return [("=dash", 0)] if name == "att" else [("fixed", 0)]


def _seized(table: Table, model: int, marker: Marker) -> bool:
    """The bearer is b2b with the Bladebreeder whose number is noted. R-CONTACT-TOKEN"""
    return table.on_board(marker.number) and table.touching(model, marker.number)


define("unstoppable", Kind("UNSTOPPABLE", counted=True))
define("lurch", Kind("LURCH", traits=frozenset({"blocked"}), lasts=_seized))
define("source", Kind("SOURCE", _spent, frozenset({"inert", "no_combat"})))


def bonus_of_sources(table: Table, model: int, name: str) -> list[tuple[str, int]]:
    """All other Faceless models have +2 of each SOURCE on the board. R-SUPPLY"""
    army = table.roster.armies[table.roster.seat_of[model]]
    if army.faction != FACELESS.slug:
        return []
    return [("+", 2) for kind in sources_in_play(table, army.seat) if BONUSES[kind] == name]


attributes.MODIFIERS.add(bonus_of_sources, "ini", "att", "defense", faction=FACELESS.slug)


def sources_in_play(table: Table, seat: int) -> list[int]:
    """The kinds of SOURCE that lie on models of a seat."""
    squads = [squad for squad in table.roster.armies[seat].squads if squad.slug == BERSERKER]
    return [
        marker.number
        for squad in squads
        for model in table.standing(squad)
        for marker in table.state.markers[model]
        if marker.kind == "source"
    ]


def holds_a_victim(table: Table, model: int, trait: str) -> bool:
    """The Bladebreeder that has seized a model is Blocked as well. R-BLOCKED"""
    if table.squad(model).slug != BREEDER or not any(table.state.markers):
        return False
    lurches = (marker for tokens in table.state.markers for marker in tokens if marker.kind == "lurch")
    return any(marker.number == model for marker in lurches)


attributes.TRAITS.add(holds_a_victim, "blocked", faction=FACELESS.slug)


@token("W-ACTIVE-START")
def bite(play: Play) -> Rule[None]:
    """1 Wound for each bearer of a LURCH when an Active turn of its player starts; no model deals it. R-DEALS"""
    lurches = {model: markers.on_model(play.table, model, "lurch") for model in play.table.roster.models}
    bitten = [model for model, lurch in lurches.items() if lurch is not None and lurch.seat == play.seat]
    play.done = True

    def wound(model: int) -> Rule[None]:
        if markers.on_model(play.table, model, "lurch") is not None and not play.over():
            yield from wounds.wound(play.table, WoundEvent(model, 1, play.seat, cause="token"))

    yield from play.each(bitten, wound, "Which seized model is next?")


def _roused(play: Play) -> int | None:
    """The Shatterer with tokens whose roll, INI check or Move is about to be made. R-ROLL-BONUS, R-INI-CHECK"""
    moment = play.moment
    if moment.window == "W-DIE":
        models = [moment.model]
    elif moment.move is not None:
        own = moment.move.seat == play.seat and moment.move.reach is None
        models = [m for m in moment.move.models if own and reach.can_move(play.table, moment.move, m)]
    else:
        models = [moment.fight.starter, moment.fight.opponent] if moment.fight is not None else moment.targets
    return next((m for m in models if play.is_a(m, SHATTERER) and markers.count(play.table, m, "unstoppable")), None)


@FACELESS.spend(
    "unstoppable",
    at=("W-DIE", "W-BEFORE-INI", "W-BEFORE-HIT", "W-MOVE"),
    can=lambda play: _roused(play) is not None,
)
def spend_unstoppable(play: Play) -> Rule[None]:
    """Each token that is discarded gives +3 to one roll, one INI check or one Move. R-ROLL-BONUS, R-INI-CHECK"""
    shatterer = _roused(play)
    assert shatterer is not None  # noqa: S101
    most = markers.count(play.table, shatterer, "unstoppable")
    number = yield from play.choose_number(1, most, "%(of)s: discard how many tokens?")
    play.done = True
    markers.spend(play.table, shatterer, "unstoppable", number)
    if play.moment.window == "W-DIE":
        assert play.moment.roll is not None  # noqa: S101
        play.moment.roll.bonus += 3 * number
    elif play.moment.move is not None:
        play.lasting(shatterer, "mov+", 3 * number, "move")
    else:
        play.lasting(shatterer, "ini+", 3 * number, "ini")


# Banners


def _with_dead(play: Play) -> list[Squad]:
    return [squad for squad in play.squads() if play.dead([squad])]


@FACELESS.banner(
    "faceless-banner", 0, can=lambda play: bool(_with_dead(play)) and play.table.state.neutral_crystals > 0
)
def recycle(play: Play) -> Rule[None]:
    """A dead Faceless model leaves the game for good; gain 1 Crystal. R-GONE, R-GAIN"""
    squad = yield from play.choose_squad(_with_dead(play), "Of which Squad does a dead model leave the game?")
    model = play.dead([squad])[0]
    play.table.state.places[model] = GONE
    play.table.tell("model_removed", model=model)
    play.gain(1)


def _reborn(play: Play) -> list[int]:
    """The dead of the Squad that is being Evolved, if there is room for one."""
    if play.moment.model < 0:
        return []
    dead = play.dead([play.table.squad(play.moment.model)])
    return dead if dead and play.free_places(dead[0], play.anywhere(dead[0])) else []


def rebirth(play: Play) -> Rule[None]:
    """All dead models of the Squad that is being Evolved return anywhere. R-RETURN, R-EVOLVE"""
    for model in _reborn(play):
        yield from play.return_model(model)


for _banner, _option in (("faceless-banner", 1), ("alternative-faceless-banner", 0)):
    FACELESS.banner(_banner, _option, at="W-PLAY", can=lambda play: bool(_reborn(play)))(rebirth)


def _flippable(play: Play) -> list[Squad]:
    """Squads on the board whose Mode can be Changed; an Evolved one has no other side. R-CHANGE-MODE, R-EVOLVE"""
    standing = [squad for squad in play.squads() if play.table.standing(squad)]
    return [squad for squad in standing if changing_mode.can_flip(play.table, play.seat, squad)]


@FACELESS.banner("alternative-faceless-banner", 1, can=lambda play: bool(_flippable(play)))
def mutate(play: Play) -> Rule[None]:
    """Change Mode of one of your Squads without paying, arrow or not. R-CHANGE-MODE"""
    yield from play.change_mode((yield from play.choose_squad(_flippable(play), "Which Squad Changes Mode?")))


# Shrines


@FACELESS.shrine("hatchery", at="W-PASSIVE-SHRINE")
def hatch(play: Play) -> Rule[None]:
    """In the own Passive turn 1 Endurance token for each Squad b2b with the Shrine. R-SHRINE-PASSIVE, R-RESTORE"""
    yield from ()
    if play.table.state.active == play.seat:
        for squad in common.restorable(play, common.squads_at_shrine(play)):
            play.restore(squad)


def _food(play: Play) -> list[int]:
    """Own models b2b with the own Shrine."""
    space = play.table.state.shrines[play.seat]
    touch = play.table.board.space_touch[space] if space >= 0 else 0
    return [model for model in play.models() if play.table.bits(model) & touch]


def _spare(play: Play, food: list[int], squads: list[Squad]) -> list[int]:
    """Those of the models whose Sacrifice leaves one of the Squads on the board."""
    return [model for model in food if any(set(play.table.standing(squad)) - {model} for squad in squads)]


@FACELESS.shrine("incubation-chamber", at="W-PASSIVE-SHRINE")
def incubate(play: Play) -> Rule[None]:
    """In the own Passive turn Sacrifice a model b2b: Evolve one Squad with a card from hand, or Change its Mode.

    What can be done is asked even if nothing can: not to ask would tell about the hand. R-SHRINE-PASSIVE, R-ASK
    """
    table, food = play.table, _food(play)
    if table.state.active != play.seat or not food:
        return
    deeds = _deeds(play, food)
    if not deeds and not table.setup.options.ask_always:
        return
    play.done = True
    told = {"window": play.moment.window, "model": NOBODY, "other": NOBODY}
    chosen = yield Decision(play.seat, "window", "Use the Incubation Chamber?", (*deeds, PASS), told)
    if chosen is PASS:
        return
    yield from play.sacrifice((yield from play.choose_model(chosen.data["models"], "Sacrifice which model?")))
    if chosen.id == "mode":
        yield from play.change_mode((yield from play.choose_squad(_flippable(play), "Which Squad Changes Mode?")))
    else:
        yield from evolving.evolve_for_free(play, chosen.data["slug"])


def _deeds(play: Play, food: list[int]) -> list[Option]:
    """What may be had for a Sacrifice, with the models that may be given for it."""
    deeds = []
    if models := _spare(play, food, _flippable(play)):
        deeds.append(Option("mode", "Sacrifice a model: a Squad Changes Mode", {"models": tuple(models)}))
    cards = play.table.roster.armies[play.seat].cards
    for slug in evolving.in_hand(play):
        if models := _spare(play, food, evolving.squads_for(play.table, play.seat, slug)):
            told = {"slug": slug, "card": cards[slug].name, "models": tuple(models)}
            deeds.append(Option(f"evolve:{slug}", "Sacrifice a model: %(card)s", told))
    return deeds
