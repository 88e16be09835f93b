"""Evolve cards: a Squad gets other values for the rest of the match, and the card stays with it. R-EVOLVE

Which Evolve card lies on a Squad follows from its Mode, so the state needs no word about it. Playing one opens W-PLAY
when its Squad is known: a Banner may then return the Squad's dead models, which makes even a dead Squad a choice.
"""

from __future__ import annotations

from catalog.packs import schema
from matches.engine.dawnfall import drawing, windows
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.play import Play, TakenBack
from matches.engine.dawnfall.roster import Army, Squad
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule


def is_evolve(card: object) -> bool:
    """Whether a card is an Evolve card."""
    return isinstance(card, schema.Card) and card.kind is schema.CardKind.EVOLVE


def mode_by(squad: Squad, card: str) -> int | None:
    """The Mode that an Evolve card gives to a Squad, if the card is for it."""
    return next((number for number, mode in enumerate(squad.modes) if mode.evolve_card == card), None)


def card_on(table: Table, squad: Squad) -> str | None:
    """The Evolve card that lies on a Squad."""
    return table.mode(squad).evolve_card


def cards_of(army: Army) -> list[str]:
    """All Evolve cards of a faction."""
    return [card.slug for card in army.cards.values() if is_evolve(card)]


def in_hand(play: Play) -> list[str]:
    """The Evolve cards in the player's hand that could be played now, each once."""
    cards = play.table.roster.armies[play.seat].cards
    held = dict.fromkeys(play.table.state.hands[play.seat])
    return [slug for slug in held if is_evolve(cards.get(slug)) and squads_for(play.table, play.seat, slug)]


def squads_for(table: Table, seat: int, card: str) -> list[Squad]:
    """The Squads that an Evolve card would change: on the board, or brought back by the Banner. R-EVOLVE, R-PARTIAL"""
    return [
        squad
        for squad in table.roster.armies[seat].squads
        if mode_by(squad, card) not in {None, table.state.modes[squad.number]}
        and (table.standing(squad) or _revivals(table, seat, squad))
    ]


def _revivals(table: Table, seat: int, squad: Squad) -> list[Option]:
    """The options of the Banner that bring back the dead of a Squad when it is Evolved. R-BANNER, R-QUIET"""
    from matches.engine.dawnfall import offering

    if windows.quiet(table):
        return []
    options = offering.usable(table, seat, "W-PLAY", Moment("W-PLAY", model=squad.models[0]))
    return [option for option in options if option.id.startswith("banner:")]


def can_evolve(play: Play) -> bool:
    """Some Squad would be changed by the card. R-EVOLVE"""
    assert play.card is not None  # noqa: S101
    return bool(squads_for(play.table, play.seat, play.card.slug))


def evolve(play: Play) -> Rule[None]:
    """An Evolve card is played: its Squad is named, the Banner may answer, the cost is paid, and the Squad changes."""
    squad = yield from _announce(play)
    yield from play.pay_printed()
    _settle(play, squad)


def evolve_for_free(play: Play, slug: str) -> Rule[None]:
    """Another effect lets an Evolve card be played from hand without its cost. R-EVOLVE"""
    table, seat = play.table, play.seat
    card = table.roster.armies[seat].cards[slug]
    drawing.take_from_hand(table, seat, slug)
    table.tell("half_played", seat=seat, card=slug, half="lower", name=card.lower.name, of=card.name, cost=0)
    inner = Play(table, seat, card, "lower", card.lower, play.moment)
    inner.done = play.done
    _settle(inner, (yield from _announce(inner)))


def _announce(play: Play) -> Rule[Squad]:
    """Which Squad Evolves; then W-PLAY, at which a dead Squad is brought back at once. R-EVOLVE, R-CHOICE"""
    from matches.engine.dawnfall import playing

    assert play.card is not None  # noqa: S101
    table, seat = play.table, play.seat
    squads = squads_for(table, seat, play.card.slug)
    squad = yield from play.choose_squad(squads, "%(of)s: which Squad Evolves?")
    moment = Moment("W-PLAY", model=squad.models[0], play=play)
    if table.standing(squad):
        yield from windows.open_window(table, moment, (seat,))
    else:
        yield from playing.use(table, seat, _revivals(table, seat, squad)[0], moment)
    if not table.standing(squad):
        raise TakenBack
    if table.held is None:
        play.done = True
    return squad


def _settle(play: Play, squad: Squad) -> None:
    """The card lies on the Squad, which has its values from now on; one that lay there is discarded. R-EVOLVE"""
    assert play.card is not None  # noqa: S101
    table, slug = play.table, play.card.slug
    old, mode = card_on(table, squad), mode_by(squad, slug)
    assert mode is not None  # noqa: S101
    if old is not None:
        table.state.discards[squad.seat] += (old,)
        table.tell("card_discarded", seat=squad.seat, card=old)
    table.state.modes[squad.number] = mode
    play.kept = True
    table.tell("squad_evolved", seat=squad.seat, squad=squad.number, card=slug, mode=mode)
