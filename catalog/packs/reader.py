"""Reads the files of a pack and checks what only whole files can show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from catalog.packs.files import PackError, PackProblem, read_file
from catalog.packs.schema import CardKind, FactionFile, Mode, StarterDeck

DAWNFALL = Path(__file__).resolve().parent.parent / "data" / "dawnfall"

#: A pack is known by its folder's name; another one of this name would retire all factions of the site.
_NAME_OF_THE_SITE = f"expected in a folder of another name, as the site's own catalogue is called {DAWNFALL.name}"


@dataclass(frozen=True)
class Pack:
    """The factions of one folder, or one of them if a single file was read; `files` names the file of each."""

    name: str
    factions: tuple[FactionFile, ...]
    files: tuple[str, ...]
    complete: bool = True


def read_pack(path: Path) -> Pack:
    """Read a faction file, or all faction files of a folder, and check them against each other."""
    files = [path] if path.is_file() else sorted(path.glob("*.yaml"))
    if not files:
        raise PackError([PackProblem(path.name, "", "", _nothing_there(path))])
    folder = (path if path.is_dir() else path.parent).resolve()
    if folder.name == DAWNFALL.name and folder != DAWNFALL:
        raise PackError([PackProblem(path.name, "", "", _NAME_OF_THE_SITE)])
    problems: list[PackProblem] = []
    factions: list[FactionFile] = []
    for file in files:
        try:
            faction = read_file(file, FactionFile)
        except PackError as broken:
            problems += broken.problems
        else:
            problems += _inconsistencies(file.name, faction)
            factions.append(faction)
    owners = Counter((faction.system, faction.faction.slug) for faction in factions)
    problems += [
        PackProblem(path.name, f"faction {slug}", "slug", f"used by {count} files, expected one")
        for (_, slug), count in owners.items()
        if count > 1
    ]
    if problems:
        raise PackError(problems)
    return Pack(folder.name, tuple(factions), tuple(file.name for file in files), complete=path.is_dir())


def _nothing_there(path: Path) -> str:
    if path.exists():
        return "the folder holds no .yaml file, expected one for each faction"
    return "no such file or folder, expected a faction's .yaml file or a folder of them"


def _inconsistencies(file: str, faction: FactionFile) -> Iterator[PackProblem]:
    """Check what only the whole file can show: names used twice, and names of things that are not there."""
    for kind in ("squads", "cards", "banners", "shrines", "tokens"):
        counts = Counter(record.slug for record in getattr(faction, kind))
        for slug, count in counts.items():
            if count > 1:
                yield PackProblem(file, f"{kind.rstrip('s')} {slug}", "slug", f"used {count} times, expected once")
    squads = {squad.slug for squad in faction.squads}
    cards = {card.slug: card for card in faction.cards}
    for card in faction.cards:
        record = f"card {card.slug}"
        if card.squad and card.squad not in squads:
            yield PackProblem(file, record, "squad", f"expected any or a squad of this file, got {card.squad!r}")
        if (card.kind is CardKind.ENHANCEMENT) != (card.attach is not None):
            yield PackProblem(file, record, "attach", "expected on every enhancement and on no other card")
        if (card.kind is CardKind.EVOLVE) != (card.upper is None):
            yield PackProblem(file, record, "upper", "expected on every card but evolve cards")
    for squad in faction.squads:
        for mode in squad.modes:
            yield from _evolve_problems(file, squad.slug, mode, set(cards))
    for deck in faction.starter_decks:
        yield from _deck_problems(file, faction, deck)


def _evolve_problems(file: str, squad: str, mode: Mode, cards: set[str]) -> Iterator[PackProblem]:
    if mode.evolve_card and mode.evolve_card not in cards:
        message = f"expected a card of this file, got {mode.evolve_card!r}"
        yield PackProblem(file, f"squad {squad}", f"modes.{mode.name}.evolve_card", message)


def _deck_problems(file: str, faction: FactionFile, deck: StarterDeck) -> Iterator[PackProblem]:
    places = {
        "squads": (deck.squads, {squad.slug for squad in faction.squads}),
        "cards": (list(deck.cards), {card.slug for card in faction.cards}),
        "banner": ([deck.banner], {banner.slug for banner in faction.banners}),
        "shrine": ([deck.shrine], {shrine.slug for shrine in faction.shrines}),
    }
    for field, (named, known) in places.items():
        for slug in sorted(set(named) - known):
            message = f"expected a {field.rstrip('s')} of this file, got {slug!r}"
            yield PackProblem(file, f"starter deck {deck.format}", field, message)
    copies = {"squads": {squad.slug: squad.copies for squad in faction.squads},
              "cards": {card.slug: card.copies for card in faction.cards}}  # fmt: skip
    for field, used in (("squads", Counter(deck.squads)), ("cards", deck.cards)):
        for slug, count in used.items():
            if count > copies[field].get(slug, count):
                message = f"expected at most {copies[field][slug]} of {slug}, as many as there are, got {count}"
                yield PackProblem(file, f"starter deck {deck.format}", field, message)
