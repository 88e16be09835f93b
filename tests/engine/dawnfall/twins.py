"""A stretch of a game played twice: as it was, and with everything mixed that a seat cannot know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from matches.engine import DAWNFALL, Game
from matches.engine.dawnfall.state import State

#: Choices that name a card of the chooser's hand which is then shown to all.
SHOWN = {"play", "attach", "discard", "evolve"}
#: Choices of which others learn nothing but that they were made: the kind of question, and how such options begin.
HIDDEN = {"mine": ("real", "dummy"), "card": ("card:",)}
#: The MINE tokens of one player: 2 real ones and the dummy. R-SUPPLY
MINES = (1, 1, 0)


class Twins:
    """`same` is the game from a checkpoint on; `twin` starts there with other hands, decks and mines in a new order.

    What the seat learns on the way stays as it was. The choices must be possible in the twin, too, since the same
    questions are asked whatever is hidden; where others do not see what was chosen, the twin chooses something else.
    """

    def __init__(self, game: Game, start: State, choices: Sequence[str], seat: int | None, chance: Random) -> None:
        self.seat = seat
        self.chance = chance
        self.start = start
        self.said: list[tuple[int, str]] = []
        self.same = Game(DAWNFALL, game.setup, game.seed, start.copy())
        for choice in choices:
            assert self.same.pending is not None
            self.said.append((self.same.pending.seat, choice))
            self.same.choose(choice)
        self.twin = Game(DAWNFALL, game.setup, game.seed, self._mixed())
        for by, choice in self.said:
            self.twin.choose(choice if by == seat else self._other_choice(choice))

    def _other_choice(self, choice: str) -> str:
        asked = self.twin.pending
        alike = HIDDEN.get(asked.kind) if asked is not None else None
        if asked is None or alike is None or not choice.startswith(alike):
            return choice
        return self.chance.choice([option.id for option in asked.options if option.id.startswith(alike)])

    def _mixed(self) -> State:
        twin = self.start.copy()
        for other in range(len(twin.hands)):
            if other == self.seat:
                known = self._seen_of_own_deck(other)
                rest = list(twin.decks[other][known:])
                self.chance.shuffle(rest)
                twin.decks[other] = (*twin.decks[other][:known], *rest)
            else:
                self._mix_cards(twin, other)
                self._mix_mines(twin, other)
        return twin

    def _events(self, kind: str, of: int) -> list[Mapping[str, Any]]:
        return [event.data for event in self.same.log if event.kind == kind and event.data.get("seat") == of]

    def _seen_of_own_deck(self, seat: int) -> int:
        """How many cards of its deck the seat knows by now; if it was shuffled, all of them count."""
        if self._events("cards_returned", seat) or self._events("deck_reshuffled", seat):
            return len(self.start.decks[seat])
        return sum(drawn["count"] for drawn in self._events("cards_drawn", seat))

    def _mix_cards(self, twin: State, other: int) -> None:
        """Hand and deck of another seat, but for the cards that it has shown."""
        kinds = (choice.split(":") for by, choice in self.said if by == other)
        shown = Counter(named[0] for kind, *named in kinds if kind in SHOWN and named)
        shown |= Counter(event["card"] for event in self._events("card_discarded", other))
        for event in self._events("hand_shown", other):
            if self.seat == event.get("to", (other + 2) % 4):
                shown |= Counter(event["cards"])
        hand = Counter(twin.hands[other])
        if set(shown) - set(hand):
            return  # It was drawn since: all stays where it was.
        shown &= hand
        pile = [*(hand - shown).elements(), *twin.decks[other]]
        self.chance.shuffle(pile)
        cards = []
        for card in twin.hands[other]:
            cards.append(card if shown[card] > 0 else pile.pop())
            shown[card] -= 1
        twin.hands[other], twin.decks[other] = tuple(cards), tuple(pile)

    def _mix_mines(self, twin: State, other: int) -> None:
        """Which mines of another seat are real, but for those that were revealed."""
        left = Counter(self.same.table.state.hex_tokens)
        kinds = list(MINES)
        tokens = []
        for on in twin.hex_tokens:
            hidden = on.face_down and on.seat == other
            if hidden and not left[on]:
                kinds.remove(on.number)
            left[on] -= 1
            tokens.append((on, hidden and left[on] >= 0))
        self.chance.shuffle(kinds)
        twin.hex_tokens = tuple(on._replace(number=kinds.pop()) if hidden else on for on, hidden in tokens)
