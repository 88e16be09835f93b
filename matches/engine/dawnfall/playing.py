"""Playing halves: what a seat may use at a moment, and using it from hand, from an attached card, or from the Banner.

Options of uses have the ids `play:<card>:<place>` (from hand), `use:<squad>:<card>:<place>` (attached),
`attach:<card>`, `banner:<option>` and `remove:<model>:<token>:<seat>` (buying a token off).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from catalog.packs import schema
from matches.engine.dawnfall import attaching, ending, halves, limits, markers, paying, windows
from matches.engine.dawnfall.halves import Use
from matches.engine.dawnfall.moments import Moment
from matches.engine.dawnfall.play import Play, TakenBack
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import Attached, State
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.decisions import Option, Rule
from matches.engine.kernel.events import Event

#: Windows whose halves the Active player may use in a free moment. DF-CARD-01, section 4.2
_OWN: Final = ("W-OWN", "W-AFTER-MOVE", "W-INSTANT", "W-DEPLOY")


def free_uses(table: Table, seat: int) -> list[Option]:
    """All that the Active player may use in a free moment: halves, Enhancements to attach, Banner, buy-offs.

    DF-CARD-01, -06, DF-ENH-04, DF-BANNER-02, R-BUYOFF
    """
    if seat != table.state.active or limits.worn_out(table):
        return []
    options = [option for window in _OWN for option in usable(table, seat, window, Moment(window))]
    return [*options, *attaching.attachable(table, seat), *markers.buy_offs(table, seat)]


def usable(table: Table, seat: int, window: str, moment: Moment) -> list[Option]:
    """The halves and Banner options a seat may use at a window. R-INTERRUPT, R-LIGHTNING"""
    known = halves.repertoires(table)[seat]
    if window not in known.windows:
        return []
    options: list[Option] = []
    hand = table.state.hands[seat]
    if hand:
        for use in known.hand.get(window, ()):
            if use.card.slug in hand and _may_play(table, seat, use, moment):
                options.append(use.option)
    carried = known.attached.get(window)
    if carried:
        for squad in table.roster.armies[seat].squads:
            for attached in table.state.attached[squad.number]:
                for use in carried.get(attached.card, ()):
                    if _may_use(table, squad, attached, use, moment):
                        options.append(_attached_option(use, squad))
    if seat == table.state.active and limits.banner_allows(table, seat):
        uses = known.banner.get(window, ())
        options += [use.option for use in uses if use.behaviour.can(_play(table, seat, use, moment))]
    return options


def might_answer(table: Table, seat: int, window: str, moment: Moment) -> bool:
    """Whether some card of the faction could be used now if the seat held it; public facts only. R-ASK"""
    if not table.state.hands[seat]:
        return False
    known = halves.repertoires(table)[seat]
    return any(_may_play(table, seat, use, moment) for use in known.hand.get(window, ()))


def cancels(table: Table, seat: int, option: Option) -> bool:
    """Whether a use would cancel the event it answers. R-ORDER-CANCEL"""
    return _find(table, seat, option).behaviour.cancels


def _may_play(table: Table, seat: int, use: Use, moment: Moment) -> bool:
    """Whether a half could be played from hand: its turn, its price, its Squad, and something to do.

    DF-CARD-02, -08, -11, DF-INSTANT-02, R-BAND, R-PARTIAL
    """
    half = use.half
    assert half is not None  # noqa: S101
    if not half.instant and seat != table.state.active:
        return False
    if isinstance(half.cost, int) and not paying.can_pay(table, seat, half.cost, half.name):
        return False
    play = _play(table, seat, use, moment)
    return play.has_band() and use.behaviour.can(play)


def _may_use(table: Table, squad: Squad, attached: Attached, use: Use, moment: Moment) -> bool:
    """Whether an attached half could be used: its turn, charges, limit, the right living Squad, something to do.

    DF-ENH-07 to -10, -13, -15, R-LIGHTNING, R-CARRIER
    """
    half, card = use.half, use.card
    assert half is not None and isinstance(card, schema.Card)  # noqa: S101, PT018
    if not half.instant and squad.seat != table.state.active:
        return False
    if attached.charges < (half.cost if isinstance(half.cost, int) else 0):
        return False
    if half.passive and attached.on:
        return False
    if use.place == "lower" and card.squad not in {None, squad.slug}:
        return False
    if not table.alive(squad):
        return False
    key = limits.half_key(squad.number, card.slug, use.place)
    if key in table.reacting:  # R-NO-SELF
        return False
    if not limits.allows(table, moment, key, half, adds_up=use.behaviour.adds_up):
        return False
    return use.behaviour.can(_play(table, squad.seat, use, moment, squad))


def _attached_option(use: Use, squad: Squad) -> Option:
    told = {**use.option.data, "squad": squad.number, "carrier": squad.name}
    return Option(f"use:{squad.number}:{use.card.slug}:{use.place}", "%(name)s (%(of)s on %(carrier)s)", told)


def _play(table: Table, seat: int, use: Use, moment: Moment, squad: Squad | None = None) -> Play:
    return Play(table, seat, use.card, use.place, use.half, moment, squad)


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
    elif kind == "banner":
        done = yield from _use_banner(table, seat, _find(table, seat, option), moment)
    elif kind == "use":
        done = yield from _use_attached(table, seat, _find(table, seat, option), int(names[0]), moment)
    else:
        done = yield from _use_hand(table, seat, _find(table, seat, option), moment)
    if done and moment.window == "W-OWN" and not ending.over(table):
        yield from windows.open_window(table, Moment("W-INSTANT"))


def _find(table: Table, seat: int, option: Option) -> Use:
    known = halves.repertoires(table)[seat]
    kind, *names = option.id.split(":")
    if kind == "use":
        card, place = names[1:]
        uses = [use for by_card in known.attached.values() for use in by_card.get(card, ())]
        return next(use for use in uses if use.place == place)
    groups = known.banner if kind == "banner" else known.hand
    return next(use for uses in groups.values() for use in uses if use.option.id == option.id)


def _use_hand(table: Table, seat: int, use: Use, moment: Moment) -> Rule[bool]:
    """Pay, the card leaves the hand, its effect, then it lies on the Discard pile. DF-CARD-06, -11, -14, Q-26"""
    state = table.state
    slug = use.card.slug
    before = _before(table)
    hand = list(state.hands[seat])
    hand.remove(slug)
    state.hands[seat] = tuple(hand)
    state.stirred = True
    table.tell("half_played", seat=seat, **use.option.data)
    play = _play(table, seat, use, moment)
    try:
        with table.under_way(use.option.id):
            yield from windows.open_window(table, Moment("W-PLAY"), (seat,))
            play.done = table.held is None
            yield from play.pay_printed()
            yield from use.behaviour.run(play)
    except TakenBack:
        return _take_back(table, *before)
    table.release()
    if not ending.over(table):
        yield from windows.open_window(table, Moment("W-AFTER-PLAY"), (seat,))
    if not play.kept:
        state.discards[seat] = (*state.discards[seat], slug)
    return True


def _use_attached(table: Table, seat: int, use: Use, number: int, moment: Moment) -> Rule[bool]:
    """Charges come off this very card, which stays where it is. DF-ENH-08, -11, -20"""
    squad = table.roster.squads[number]
    half = use.half
    assert half is not None  # noqa: S101
    slot = next(n for n, card in enumerate(table.state.attached[number]) if card.card == use.card.slug)
    before = _before(table)
    seen = limits.fingerprint(table.state) if moment.window in limits.FREE else 0
    key = limits.half_key(number, use.card.slug, use.place)
    table.tell("half_used", seat=seat, squad=number, **use.option.data)
    if isinstance(half.cost, int):
        attaching.spend(table, (number, slot), half.cost)
    noted = limits.note_use(table, moment, key)
    if half.passive:
        attaching.switch_on(table, (number, slot))
    try:
        with table.under_way(key):
            yield from use.behaviour.run(_play(table, seat, use, moment, squad))
    except TakenBack:
        limits.forget_use(key, noted)
        return _take_back(table, *before)
    table.release()
    if moment.window in limits.FREE:
        limits.bar_repeats(table, key, seen)
    return True


def _use_banner(table: Table, seat: int, use: Use, moment: Moment) -> Rule[bool]:
    """One option, and the Banner is turned face down. DF-BANNER-03, R-BANNER"""
    before = _before(table)
    table.state.banner_ready[seat] = False
    limits.note_banner(table, seat)
    table.tell("banner_used", seat=seat, option=int(use.place), banner=use.card.slug)
    try:
        with table.under_way(use.option.id):
            yield from use.behaviour.run(_play(table, seat, use, moment))
    except TakenBack:
        return _take_back(table, *before)
    table.release()
    return True


def _before(table: Table) -> tuple[State, list[Event] | None]:
    """The table before a use; from here on nothing is told until the use is certain. DF-DECK-06"""
    before = table.state.copy(), table.held
    table.held = list(table.held or ())
    return before


def _take_back(table: Table, state: State, held: list[Event] | None) -> bool:
    """Nothing has been done yet but a choice and a payment: both are undone, and nobody has heard of them."""
    table.state.become(state)
    table.held = held
    return False


def reactions(table: Table, moment: Moment, known: tuple[halves.Repertoire, ...]) -> Iterator[tuple[str, Rule[None]]]:
    """The passive effects that work at a window, with names, in the order of R-ORDER-AUTO."""
    window = moment.window
    for reaction in halves.TOKENS:
        if reaction.window == window:
            name = f"token:{reaction.run.__name__}"
            yield name, reaction.run(Play(table, table.state.active, None, "", None, moment))
    for seat in table.clockwise(table.state.active):
        army = table.roster.armies[seat]
        for card, place, run in known[seat].passives.get(window, ()):
            for squad in army.squads:
                if attaching.carries(table, squad, card, place):
                    play = Play(table, seat, army.cards[card], place, None, moment, squad)
                    yield f"{squad.number}:{card}:{place}", run(play)
        for number, run in enumerate(known[seat].shrine.get(window, ())):
            yield f"shrine:{seat}:{window}:{number}", run(Play(table, seat, None, "", None, moment))
