"""Playing halves: using them from hand, from an attached card or a Deployment card, and using Banner and tokens.

Each of these can be taken back until something is done that others may see. offering.py lists what may be used.
"""

from __future__ import annotations

from catalog.packs import schema
from matches.engine.dawnfall import (
    attaching,
    crystals,
    drawing,
    ending,
    evolving,
    limits,
    markers,
    paying,
    windows,
)
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.hindrances import hand_hindrance, in_play
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.offering import FREE_WINDOWS, find
from matches.engine.dawnfall.play import Play, TakenBack
from matches.engine.dawnfall.repertoire import Use, repertoires
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule


def use(table: Table, seat: int, option: Option, moment: Moment | None = None) -> Rule[None]:
    """Do what the chosen option says, completely; then others may answer. DF-INSTANT-03, R-ORDER"""
    moment = moment or Moment("W-OWN")
    limits.note_step(table)
    kind, *names = option.id.split(":")
    if kind == "remove":
        yield from markers.buy_off(table, seat, int(names[0]), names[1], int(names[2]))
        return
    if kind == "attach":
        done = yield from attaching.attach(table, seat, names[0])
    elif kind == "use":
        done = yield from _use_attached(table, seat, find(table, seat, option), int(names[0]), moment)
    else:
        chosen = find(table, seat, option)
        squad = table.roster.squads[int(names[0])] if kind == "deploy" else None
        play = in_play(table, seat, chosen, moment, squad)
        deed = {"banner": _use_banner, "deploy": _use_deployment, "token": _use_token}.get(kind, _use_hand)
        done = yield from _unless_taken_back(table, seat, option.id, deed(chosen, play))
        if done and deed is _use_hand:
            yield from _put_away(table, play)
    if done and moment.window == "W-OWN" and not ending.over(table):
        yield from windows.open_window(table, Moment("W-INSTANT"))


def _unless_taken_back(table: Table, seat: int, name: str, deed: Rule[None]) -> Rule[bool]:
    """A use that its player may take back until something is done; gives whether it was carried out.

    Till then others see and hear nothing of it, and all of it can be undone. DF-DECK-06, R-CHOICE, R-NO-SELF
    """
    before, held = table.state.copy(), table.held
    table.hold(seat, before)
    try:
        with table.under_way(name):
            yield from deed
    except TakenBack:
        table.state.become(before)
        table.held = held
        if held is None:
            table.before = None
        return False
    table.release()
    return True


def _use_hand(use: Use, play: Play) -> Rule[None]:
    """The card leaves the hand, then its price and its effect. DF-CARD-06, -11, Q-26"""
    table, seat = play.table, play.seat
    drawing.take_from_hand(table, seat, use.card.slug)
    table.tell("half_played", seat=seat, **use.option.data)
    if evolving.is_evolve(use.card):
        yield from use.behaviour.run(play)
        return
    yield from windows.open_window(table, Moment("W-PLAY", play=play), (seat,))
    play.done = table.held is None
    yield from _perform(table, use, play)


def _put_away(table: Table, play: Play) -> Rule[None]:
    """The effect of a hand half is over: the card lies on the Discard pile unless something keeps it. DF-CARD-14"""
    seat = play.seat
    if not ending.over(table):
        yield from windows.open_window(table, Moment("W-AFTER-PLAY", play=play), (seat,))
    if not play.kept and play.card is not None:
        table.state.discards[seat] = (*table.state.discards[seat], play.card.slug)


def _perform(table: Table, use: Use, play: Play) -> Rule[None]:
    """Pay and carry out the half, or both of them for the higher cost; the second as far as it still can. R-PARTIAL"""
    other = other_half(table, play) if play.both else None
    if other is None:
        yield from play.pay_printed(use.behaviour.destroys)
        yield from use.behaviour.run(play)
        return
    yield from play.pay(_higher_cost(use, other), use.behaviour.destroys + other.behaviour.destroys)
    for each in sorted((use, other), key=lambda one: one.place != play.both):
        part = play if each is use else in_play(table, play.seat, each, play.moment)
        part.done = True
        gives = crystals.can_destroy(table, play.seat, each.behaviour.destroys)
        if gives and not ending.over(table) and part.has_band() and each.behaviour.can(part):
            if each is other:
                table.tell("half_played", seat=play.seat, **other.option.data)
            yield from each.behaviour.run(part)


def other_half(table: Table, play: Choosing) -> Use | None:
    """The other half of a card that is being played, if it could be played at the same moment, too."""
    known = repertoires(table)[play.seat].hand
    free = play.moment.window == "W-OWN"
    found = [use for window in (FREE_WINDOWS if free else (play.moment.window,)) for use in known.get(window, ())]
    uses = {use.place: use for use in found if use.card is play.card}
    other = uses.pop("lower" if play.place == "upper" else "upper", None)
    if other is None or play.place not in uses or hand_hindrance(table, play.seat, other, play.moment):
        return None
    cost, keep = _higher_cost(other, uses[play.place]), other.behaviour.destroys + uses[play.place].behaviour.destroys
    return other if paying.can_pay(table, play.seat, cost, play.name, keep) else None


def _higher_cost(*uses: Use) -> int:
    return max(use.half.cost for use in uses if use.half is not None and isinstance(use.half.cost, int))


def _use_attached(table: Table, seat: int, use: Use, number: int, moment: Moment) -> Rule[bool]:
    """Charges come off this very card, which stays where it is. DF-ENH-08, -11, -20"""
    key = limits.half_key(number, use.card.slug, use.place)
    seen = limits.fingerprint(table.state) if moment.window in limits.FREE else 0
    noted: list[set[str]] = []

    def deed() -> Rule[None]:
        half = use.half
        assert half is not None  # noqa: S101
        play = in_play(table, seat, use, moment, table.roster.squads[number])
        table.tell("half_used", seat=seat, squad=number, **use.option.data)
        if isinstance(half.cost, int) and half.currency is not schema.Currency.CRYSTAL:
            attaching.spend(table, play.slot(), half.cost)
        noted.extend(limits.note_use(table, moment, key))
        if half.passive:
            attaching.switch_on(table, play.slot())
        if half.currency is schema.Currency.CRYSTAL:
            yield from play.pay_printed()
        yield from use.behaviour.run(play)

    if not (yield from _unless_taken_back(table, seat, key, deed())):
        limits.forget_use(key, noted)
        return False
    if moment.window in limits.FREE:
        limits.bar_repeats(table, key, seen)
    return True


def _use_deployment(use: Use, play: Play) -> Rule[None]:
    """Pay, and the Squad comes in; no Banner acts on the card, and it leaves the game. R-DEPLOY"""
    play.table.state.stirred = True
    play.table.tell("half_played", seat=play.seat, **use.option.data)
    yield from play.pay_printed()
    yield from use.behaviour.run(play)


def _use_banner(use: Use, play: Play) -> Rule[None]:
    """One option, and the Banner is turned face down. DF-BANNER-03, R-BANNER"""
    table, seat = play.table, play.seat
    table.state.banner_ready[seat] = False
    limits.note_banner(table, seat)
    table.tell("banner_used", seat=seat, option=int(use.place), banner=use.card.slug)
    yield from use.behaviour.run(play)


def _use_token(use: Use, play: Play) -> Rule[None]:
    """Tokens of one's own are discarded for what they give; it is no card play."""
    play.table.tell("token_used", seat=play.seat, token=use.card.slug)
    yield from use.behaviour.run(play)
