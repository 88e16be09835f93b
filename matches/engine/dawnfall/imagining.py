"""What a seat could be facing: a match that looks the same from there, with all that it cannot know dealt anew.

Nothing of another seat's hand, deck list or face-down tokens, nor the order of any deck, nor the dice to come, goes
into such a match. DF-DECK-06, Q-09
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from catalog.packs import schema
from matches.engine.dawnfall.roster import Army
from matches.engine.dawnfall.setup import Seat, Setup
from matches.engine.dawnfall.state import State
from matches.engine.kernel.chance import SeededChance, shuffled
from matches.engine.kernel.decisions import Decision
from matches.engine.kernel.game import Game
from matches.engine.kernel.refusals import IllegalChoice

#: Stages in which armies are not raised: there is nothing to look at yet.
_BEFORE_ARMIES: Final = frozenset({"first_player", "factions", "decks", "armies"})
#: Choices that name a card of the chooser's hand which is then shown to all.
_SHOWING: Final = frozenset({"play", "attach", "discard", "evolve"})
#: Choices of which others learn nothing but that they were made: the kind of question, and how such options begin.
_HIDDEN: Final[Mapping[str, tuple[str, ...]]] = {"mine": ("real", "dummy"), "card": ("card:",)}
#: The MINE tokens of one player: 2 real ones and the dummy. R-SUPPLY
_MINES: Final = (1, 1, 0)


def imagine(game: Game[Setup], seat: int, luck: str) -> Game[Setup] | None:
    """A match at the same decision that the seat could be in; the same luck deals the same.

    None before armies are raised, or if what happened since the checkpoint does not fit what was dealt.
    """
    if game.checkpoint.stage in _BEFORE_ARMIES:
        return None
    chance = SeededChance(f"imagined {luck}".encode())
    imagined = Game(game.rules, _veiled(game, seat), game.seed, _dealt(game, seat, chance))
    for by, choice in zip(game.since_by, game.since_checkpoint, strict=True):
        asked = imagined.pending
        if asked is None or asked.seat != by:
            return None
        try:
            imagined.choose(choice if by == seat else _anything_like(asked, choice, chance))
        except IllegalChoice:
            return None
    if not _same_question(game.pending, imagined.pending):
        return None
    state: State = imagined.table.state
    if _shuffled_since(game, seat):
        state.decks[seat] = shuffled(chance, sorted(state.decks[seat]))
    imagined.seed, imagined.table.chance = chance.seed, chance
    imagined.table.setup = imagined.setup.hushed
    return imagined


def _same_question(real: Decision | None, imagined: Decision | None) -> bool:
    if real is None or imagined is None:
        return real is imagined
    return (
        real.seat == imagined.seat
        and real.kind == imagined.kind
        and [option.id for option in real.options] == [option.id for option in imagined.options]
    )


def _anything_like(asked: Decision, choice: str, chance: SeededChance) -> str:
    """What another seat chose, or, where nobody could see that, anything it could have chosen."""
    alike = _HIDDEN.get(asked.kind)
    if alike is None or not choice.startswith(alike):
        return choice
    options = [option.id for option in asked.options if option.id.startswith(alike)]
    return options[chance.below(len(options))] if options else choice


# The setup


def _veiled(game: Game[Setup], seat: int) -> Setup:
    """The setup without the deck lists of others: they bring any cards they could."""
    setup = game.setup
    if seat not in setup.veiled:
        seats = [
            place if number == seat else _bringing_anything(game, number, place)
            for number, place in enumerate(setup.seats)
        ]
        setup.veiled[seat] = replace(setup, seats=tuple(seats))
    return setup.veiled[seat]


def _bringing_anything(game: Game[Setup], seat: int, place: Seat) -> Seat:
    size = len(game.table.roster.armies[seat].deck)
    cards = _pile(game, seat, ()).deal(SeededChance(b"any cards"), size)
    decks = (replace(deck, cards=Counter(cards), order=cards if deck.order else ()) for deck in place.decks)
    return replace(place, decks=tuple(decks))


# The state


def _dealt(game: Game[Setup], seat: int, chance: SeededChance) -> State:
    """The last checkpoint, dealt anew as far as the seat did not know it then and has not learned since."""
    state: State = game.checkpoint.copy()
    for other in range(len(state.hands)):
        if other != seat:
            _deal_cards(game, state, other, chance)
            _deal_mines(game, state, other, chance)
        elif not game.setup.options.script and not _shuffled_since(game, seat):
            known = sum(drawn["count"] for drawn in _events(game, "cards_drawn", seat))
            deck = state.decks[seat]
            state.decks[seat] = (*deck[:known], *shuffled(chance, sorted(deck[known:])))
    return state


def _events(game: Game[Setup], kind: str, of: int) -> list[Mapping[str, Any]]:
    """What happened to a seat since the checkpoint."""
    return [event.data for event in game.log[game.told :] if event.kind == kind and event.data.get("seat") == of]


def _shuffled_since(game: Game[Setup], seat: int) -> bool:
    return bool(_events(game, "cards_returned", seat) or _events(game, "deck_reshuffled", seat))


def _deal_cards(game: Game[Setup], state: State, other: int, chance: SeededChance) -> None:
    """Hand and deck of another seat: what it has shown since stays, the rest is any cards that it could have."""
    chosen = (choice.split(":") for by, choice in zip(game.since_by, game.since_checkpoint, strict=True) if by == other)
    shown = Counter(named[0] for kind, *named in chosen if kind in _SHOWING and named)
    shown |= Counter(event["card"] for event in _events(game, "card_discarded", other))
    hand, deck = state.hands[other], state.decks[other]
    attached = (on.card for squad in game.table.roster.armies[other].squads for on in state.attached[squad.number])
    seen = (*state.discards[other], *attached, *shown.elements())
    cards = list(_pile(game, other, seen).deal(chance, len(hand) + len(deck)))
    held = []
    for card in hand:
        held.append(card if shown[card] > 0 else cards.pop())
        shown[card] -= 1
    drawn = list((+shown).elements())[: len(deck)]
    state.hands[other] = tuple(held)
    state.decks[other] = (*drawn, *(cards.pop() for _ in deck[len(drawn) :]))


def _deal_mines(game: Game[Setup], state: State, other: int, chance: SeededChance) -> None:
    """Which mines of another seat are real, but for those that were revealed since."""
    if not any(on.face_down and on.seat == other for on in state.hex_tokens):
        return
    left = Counter(game.table.state.hex_tokens)
    kinds, tokens = list(_MINES), []
    for on in state.hex_tokens:
        hidden = on.face_down and on.seat == other
        if hidden and not left[on]:
            kinds.remove(on.number)
        left[on] -= 1
        tokens.append((on, hidden and left[on] >= 0))
    dealt = list(shuffled(chance, kinds))
    state.hex_tokens = tuple(on._replace(number=dealt.pop()) if hidden else on for on, hidden in tokens)


class _Pile:
    """The cards that a seat could have in hand and deck, each as often as its faction has it. Q-10"""

    def __init__(self, cards: Iterable[schema.Card], seen: Iterable[str]) -> None:
        all_of_them = Counter({card.slug: card.copies for card in cards})
        self.all_of_them = sorted(all_of_them.elements())
        self.unseen = sorted((all_of_them - Counter(seen)).elements())

    def deal(self, chance: SeededChance, count: int) -> tuple[str, ...]:
        """So many of them; with free decks there may be more than the faction has."""
        cards = list(shuffled(chance, self.unseen))
        while len(cards) < count:
            cards += shuffled(chance, self.all_of_them)
        return tuple(cards[:count])


def _pile(game: Game[Setup], seat: int, seen: Iterable[str]) -> _Pile:
    army = game.table.roster.armies[seat]
    usable = game.table.roster.kept.get(("usable", seat))
    if usable is None:
        usable = game.table.roster.kept["usable", seat] = tuple(_usable(army))
    return _Pile(usable, seen)


def _usable(army: Army) -> Iterable[schema.Card]:
    """The cards of the faction that the army may have in its deck. DF-DECK-03, -04, R-SETUP-ATTACH"""
    fielded = {None, *(squad.slug for squad in army.squads)}
    for card in army.cards.values():
        comes_along = card.kind is schema.CardKind.DEPLOYMENT or (card.attach and card.attach.timing == "setup")
        if card.squad in fielded and not card.unplayable and not comes_along:
            yield card
