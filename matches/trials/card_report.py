"""How often each half, Banner option and Enhancement was offered, played and refused in games of random legal decks.

Every second game is steered towards a few cards, so that what can be played at all is; the others are random. Refused
is a use that was taken back, and a half whose window came while its owner held it, but which was not offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from catalog.packs.schema import Card, CardKind
from matches.bots import Sight
from matches.engine import Decision, Game, Options, Setup, new_game
from matches.engine.dawnfall.halves import ALWAYS
from matches.engine.dawnfall.state import WAITING
from matches.engine.dawnfall.table import Table
from matches.engine.kernel.chance import Chance, SeededChance, shuffled
from matches.setting_up.playable import playable_cards
from matches.setting_up.starters import dawnfall_factions, random_setup, seated_factions
from matches.trials.cards_coverage import half_keys
from matches.trials.crew import spread
from matches.trials.exhausting import cards_for, play_out, with_their_like
from matches.trials.selfplay import PLAYERS, RandomBot
from matches.trials.steering import Player

MODES: Final = ("duel", "duel", "duel", "ffa3", "duel", "duel", "duel", "team")
WANTED: Final = 3
#: Windows whose halves are offered in a free moment.
FREE_WINDOWS: Final = frozenset({"W-OWN", "W-AFTER-MOVE", "W-INSTANT", "W-DEPLOY"})
#: A card lies on a Squad from now on: played from hand, or in setup.
ATTACHED: Final = frozenset({"enhancement_attached", "card_attached"})


@dataclass
class Row:
    """One half: how often it was offered, played, taken back, and held but not offered when its window came."""

    half: str
    offered: int = 0
    played: int = 0
    taken_back: int = 0
    not_offered: int = 0

    @property
    def refused(self) -> int:
        """Taken back, or not offered when it might have been."""
        return self.taken_back + self.not_offered

    def to_json(self) -> dict[str, Any]:
        """The row as JSON-able data."""
        return {**asdict(self), "refused": self.refused}


@dataclass
class Tally:
    """What happened in one or more games."""

    offered: Counter[str] = field(default_factory=Counter)
    chosen: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    not_offered: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        for name in ("offered", "chosen", "played", "not_offered"):
            getattr(self, name).update(getattr(other, name))
        self.faults += other.faults


@dataclass
class Report:
    """The rows, what was played least on top, and the games that broke or did not end."""

    games: int
    rows: list[Row]
    faults: list[str]


def card_report(games: int, seed: str, processes: int = 0) -> Report:
    """Play so many games and report on every half that can be met in one."""
    tally = Tally()
    for one in spread(play_and_count, [(seed, number) for number in range(games)], processes):
        tally.add(one)
    rows = [
        Row(
            key,
            tally.offered[key],
            tally.played[key],
            max(0, tally.chosen[key] - tally.played[key]),
            tally.not_offered[key],
        )
        for key in report_keys()
    ]
    return Report(games, sorted(rows, key=lambda row: (row.played, row.offered)), tally.faults)


def report_keys() -> Iterator[str]:
    """What is reported on: playable halves, Enhancements to attach, and Banner options."""
    for faction in seated_factions():
        file = dawnfall_factions()[faction]
        for card in playable_cards(file):
            if card.kind is CardKind.ENHANCEMENT:
                yield f"{faction}/{card.slug}/attach"
            yield from half_keys(faction, card)
        for banner in file.banners:
            yield from (f"{faction}/{banner.slug}/{number}" for number in range(len(banner.options)))


def play_and_count(job: tuple[str, int]) -> Tally:
    """Play the game of that number and count; the same seed and number play the same game."""
    seed, number = job
    name = f"{seed}-{number}"
    chance = SeededChance(f"report {name}".encode())
    mode = MODES[number // 2 % len(MODES)]
    factions = shuffled(chance, seated_factions())[: PLAYERS[mode]]
    wanted = {faction: _some_halves(faction, chance) for faction in factions} if number % 2 else {}
    cards = {faction: cards_for(halves) for faction, halves in wanted.items()}
    setup = random_setup(mode, factions, Options(), chance, cards, cavalry=number // 4 % 2 == 1)
    player, bot = Player(wanted, fierce=number % 8 > 1, tried=Counter(), chance=chance), RandomBot(name)
    game, tally = new_game(setup, name), Tally()

    def choose(game: Game[Setup], decision: Decision) -> str:
        choice = player.choose(game.table, decision) if number % 2 else bot.think(Sight(game)).choice
        if decision.kind in {"free", "window"}:
            _count_decision(game.table, decision, choice, tally)
        return choice

    fault = play_out(game, choose)
    if fault:
        tally.faults.append(f"{name}: {fault}, after {len(game.choices)} choices")
    _count_events(game, tally)
    return tally


def _some_halves(faction: str, chance: Chance) -> set[str]:
    """Both halves of a few cards, as card:place, with what is needed to use them."""
    cards = shuffled(chance, playable_cards(dawnfall_factions()[faction]))[:WANTED]
    return with_their_like({f"{card.slug}:{place}" for card in cards for place in ("upper", "lower")})


def _count_decision(table: Table, decision: Decision, choice: str, tally: Tally) -> None:
    army = table.roster.armies[decision.seat]
    keys = {option.id: _key(army.faction, army.banner.slug, option.id) for option in decision.options}
    offered = {key for key in keys.values() if key}
    for key in list(offered):
        if key.endswith("/attach"):
            offered.update(_always_on(army.faction, army.cards[key.split("/")[1]]))
    tally.offered.update(offered)
    if keys[choice]:
        tally.chosen[keys[choice]] += 1
    windows = FREE_WINDOWS if decision.kind == "free" else {decision.data.get("window", "")}
    tally.not_offered.update(key for key in _held(table, decision, windows) if key not in offered)


def _key(faction: str, banner: str, option: str) -> str:
    verb, *names = option.split(":")
    if verb == "banner":
        return f"{faction}/{banner}/{names[0]}"
    if verb == "attach":
        return f"{faction}/{names[0]}/attach"
    return f"{faction}/{names[-2]}/{names[-1]}" if names and names[-1] in {"upper", "lower"} else ""


def _held(table: Table, decision: Decision, windows: frozenset[str] | set[str]) -> set[str]:
    """The halves that the seat holds, in hand, attached or beside undeployed cavalry, and whose window this is."""
    army, state, seat = table.roster.armies[decision.seat], table.state, decision.seat
    held: set[str] = set()
    for slug in state.hands[seat]:
        card = army.cards[slug]
        if card.kind is not CardKind.ENHANCEMENT:
            held.update(_halves_at(army.faction, card, windows))
        elif decision.kind == "free":
            held.add(f"{army.faction}/{slug}/attach")
    for squad in army.squads:
        if squad.cavalry and state.places[squad.models[0]] == WAITING:
            own = [card for card in army.cards.values() if card.squad == squad.slug]
            held.update(key for card in own if card.kind is CardKind.DEPLOYMENT
                        for key in _halves_at(army.faction, card, windows))  # fmt: skip
        for attached in state.attached[squad.number]:
            held.update(_halves_at(army.faction, army.cards[attached.card], windows, on=attached.on))
    return held


def _halves_at(faction: str, card: Card, windows: frozenset[str] | set[str], *, on: bool = False) -> Iterator[str]:
    """The halves of a card for these windows, but not a passive one that is on already."""
    return (f"{faction}/{card.slug}/{place}" for place in _places_at(card, windows, on=on))


def _places_at(card: Card, windows: frozenset[str] | set[str], *, on: bool = False) -> Iterator[str]:
    for place, half in (("upper", card.upper), ("lower", card.lower)):
        if half is not None and half.window in windows and not (on and half.passive):
            yield place


def _always_on(faction: str, card: Card) -> Iterator[str]:
    """Passive halves without a price: they are on as soon as the card is attached."""
    return _halves_at(faction, card, {ALWAYS})


def plays_in(game: Game[Setup]) -> Iterator[tuple[int, str, str]]:
    """What was played: seat, card or Banner, and place, which is a half, `attach`, or the number of an option.

    A passive half without a price is on, and so counts, as soon as its card is attached.
    """
    armies = game.table.roster.armies
    for event in game.log:
        data = event.data
        if event.kind in {"half_played", "half_used"}:
            yield data["seat"], data["card"], data["half"]
        elif event.kind == "banner_used":
            yield data["seat"], data["banner"], str(data["option"])
        elif event.kind in ATTACHED:
            seat, slug = data["seat"], data["card"]
            yield seat, slug, "attach"
            yield from ((seat, slug, place) for place in _places_at(armies[seat].cards[slug], {ALWAYS}))


def _count_events(game: Game[Setup], tally: Tally) -> None:
    armies = game.table.roster.armies
    tally.played.update(f"{armies[seat].faction}/{slug}/{place}" for seat, slug, place in plays_in(game))
    for event in game.log:
        if event.kind == "card_attached":
            army, slug = armies[event.data["seat"]], event.data["card"]
            tally.offered.update([f"{army.faction}/{slug}/attach", *_always_on(army.faction, army.cards[slug])])


def table_lines(rows: Sequence[Row]) -> Iterator[str]:
    """The report as lines of text."""
    width = max(len(row.half) for row in rows)
    yield f"{'half':{width}} {'offered':>8} {'played':>8} {'refused':>8} {'taken back':>11} {'not offered':>12}"
    for row in rows:
        yield (
            f"{row.half:{width}} {row.offered:8} {row.played:8} {row.refused:8} {row.taken_back:11}"
            f" {row.not_offered:12}"
        )
