"""Brings a pack of catalogue files into the database, in place and all or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import models, transaction
from django.db.models import F

from catalog.models import Banner, Card, Faction, GameSystem, Half, Mode, Shrine, Squad, StarterDeck, Token
from catalog.packs import Pack, PackError, PackProblem, schema
from catalog.packs.schema import SYSTEMS, FactionFile
from catalog.reference import reference


@dataclass
class LoadReport:
    """What a load did, as names a person can look up."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)
    unchanged: int = 0

    @property
    def touched(self) -> bool:
        """Whether anything in the database is different now."""
        return bool(self.added or self.changed or self.retired)

    def summary(self) -> str:
        """One line of counts."""
        return (
            f"{len(self.added)} added, {len(self.changed)} changed, "
            f"{len(self.retired)} retired, {self.unchanged} unchanged"
        )


@transaction.atomic
def load_pack(pack: Pack) -> LoadReport:
    """Make the database say what the pack says; what the pack no longer lists is retired, not deleted."""
    report = LoadReport()
    problems = [*_foreign_factions(pack), *_unknown_windows(pack)]
    if problems:
        raise PackError(problems)
    systems = {slug: GameSystem.objects.get_or_create(slug=slug, defaults={"name": name})[0]
               for slug, name in SYSTEMS.items()}  # fmt: skip
    for file in pack.factions:
        _FactionLoad(systems[file.system], pack.name, file, report).run()
    if pack.complete:
        _retire_missing_factions(pack, report)
    if report.touched:
        GameSystem.objects.filter(slug__in={file.system for file in pack.factions}).update(edition=F("edition") + 1)
    return report


def _retire_missing_factions(pack: Pack, report: LoadReport) -> None:
    listed = [file.faction.slug for file in pack.factions]
    for faction in Faction.objects.current().filter(pack=pack.name).exclude(slug__in=listed):
        faction.retired = True
        faction.save(update_fields=["retired"])
        report.retired.append(f"faction {faction.slug}")


def _foreign_factions(pack: Pack) -> Iterator[PackProblem]:
    """A home-brew pack may not overwrite a faction that came with another pack."""
    owners = {(f.system.slug, f.slug): f.pack for f in Faction.objects.select_related("system")}
    for name, file in zip(pack.files, pack.factions, strict=True):
        owner = owners.get((file.system, file.faction.slug), pack.name)
        if owner != pack.name:
            message = f"expected a name of its own, but pack {owner} already has this faction"
            yield PackProblem(name, f"faction {file.faction.slug}", "slug", message)


def _unknown_windows(pack: Pack) -> Iterator[PackProblem]:
    """Every half says when it may be used in the words of its system's rules reference."""
    for name, file in zip(pack.files, pack.factions, strict=True):
        known = [window.id for window in reference(file.system).windows.windows]
        for card in file.cards:
            for place, half in (("upper", card.upper), ("lower", card.lower)):
                if half and half.window not in known:
                    message = f"expected one of {', '.join(known)}, got {half.window!r}"
                    yield PackProblem(name, f"card {card.slug}", f"{place}.window", message)


class _FactionLoad:
    """Loads one faction file."""

    def __init__(self, system: GameSystem, pack: str, file: FactionFile, report: LoadReport) -> None:
        self.system, self.pack, self.file, self.report = system, pack, file, report

    def run(self) -> None:
        head = self.file.faction
        row = self.system.factions.filter(slug=head.slug).first() or Faction(system=self.system)
        self.faction = self._write(f"faction {head.slug}", row, _dump(head) | {"pack": self.pack, "retired": False})
        squads = self._load(Squad, self.file.squads, _squad_values)
        for squad in self.file.squads:
            self._write_parts(squads[squad.slug], "modes", enumerate(map(_mode_values, squad.modes)), "position", Mode)
        cards = self._load(Card, self.file.cards, lambda card: _card_values(card, squads))
        for card in self.file.cards:
            halves = [(place, _dump(half)) for place, half in (("upper", card.upper), ("lower", card.lower)) if half]
            self._write_parts(cards[card.slug], "halves", halves, "place", Half)
        banners = self._load(Banner, self.file.banners, _banner_values)
        shrines = self._load(Shrine, self.file.shrines, _shrine_values)
        self._load(Token, self.file.tokens, _token_values)
        self._load_starter_decks(banners, shrines)

    def _load(self, model: Any, records: Iterable[Any], values: Any) -> dict[str, Any]:
        """Write the records of one kind and retire the rows that are no longer listed."""
        rows = {row.slug: row for row in model.objects.filter(faction=self.faction)}
        for position, record in enumerate(records):
            row = rows.get(record.slug) or model(faction=self.faction, slug=record.slug)
            wanted = {**values(record), "position": position, "rulings": record.rulings, "retired": False}
            rows[record.slug] = self._write(f"{model._meta.model_name} {self.faction.slug}/{record.slug}", row, wanted)
        self._retire({slug: row for slug, row in rows.items() if slug not in {r.slug for r in records}})
        return rows

    def _load_starter_decks(self, banners: dict[str, Banner], shrines: dict[str, Shrine]) -> None:
        rows = {deck.format: deck for deck in StarterDeck.objects.filter(faction=self.faction)}
        for deck in self.file.starter_decks:
            row = rows.get(deck.format) or StarterDeck(faction=self.faction, format=deck.format.value)
            values = _dump(deck, "name", "about", "squads", "cards")
            values |= {"banner": banners[deck.banner], "shrine": shrines[deck.shrine], "retired": False}
            self._write(f"starter deck {self.faction.slug}/{deck.format}", row, values)
        listed = {deck.format for deck in self.file.starter_decks}
        self._retire({fmt: row for fmt, row in rows.items() if fmt not in listed})

    def _write(self, name: str, row: Any, values: dict[str, Any]) -> Any:
        """Save the row if it differs and note what happened."""
        new = row.pk is None
        if not _save_if_different(row, values):
            self.report.unchanged += 1
        else:
            (self.report.added if new else self.report.changed).append(name)
        return row

    def _write_parts(
        self, owner: Any, name: str, parts: Iterable[tuple[Any, dict[str, Any]]], key: str, model: Any
    ) -> None:
        """Write the modes of a squad or the halves of a card; a change counts as a change of the owner."""
        rows = {getattr(part, key): part for part in getattr(owner, name).all()}
        link = model._meta.get_field(owner._meta.model_name).name
        changed = False
        for place, values in parts:
            row = rows.pop(place, None) or model(**{link: owner, key: place})
            changed |= _save_if_different(row, values)
        for left_over in rows.values():
            left_over.delete()
            changed = True
        title = f"{owner._meta.model_name} {self.faction.slug}/{owner.slug}"
        if changed and title not in self.report.added and title not in self.report.changed:
            self.report.changed.append(title)
            self.report.unchanged -= 1

    def _retire(self, rows: dict[str, Any]) -> None:
        for key, row in rows.items():
            if not row.retired:
                row.retired = True
                row.save(update_fields=["retired"])
                self.report.retired.append(f"{row._meta.verbose_name} {self.faction.slug}/{key}")


def _save_if_different(row: models.Model, values: dict[str, Any]) -> bool:
    if row.pk is not None and all(getattr(row, name) == value for name, value in values.items()):
        return False
    for name, value in values.items():
        setattr(row, name, value)
    row.save()
    return True


def _dump(record: schema.Record, *names: str) -> dict[str, Any]:
    """The named fields (all, if none is named) as plain values."""
    return record.model_dump(mode="json", include=set(names) or None)


def _squad_values(squad: schema.Squad) -> dict[str, Any]:
    values = _dump(squad, "name", "copies", "tags", "endurance", "base", "rules", "expansion", "unplayable")
    return values | {"models_count": squad.models}


def _mode_values(mode: schema.Mode) -> dict[str, Any]:
    return _dump(mode) | {"evolve_card": mode.evolve_card or ""}


def _card_values(card: schema.Card, squads: dict[str, Squad]) -> dict[str, Any]:
    attach = _dump(card.attach) if card.attach else {}
    return _dump(card, "name", "copies", "kind", "expansion", "unplayable") | {
        "squad": squads[card.squad] if card.squad else None,
        "attach_cost": attach.get("cost"),
        "attach_currency": attach.get("currency", ""),
        "attach_charges": attach.get("charges"),
        "attach_in_setup": attach.get("timing") == "setup",
        "attach_terms": attach.get("terms", ""),
    }


def _banner_values(banner: schema.Banner) -> dict[str, Any]:
    return _dump(banner, "name", "variant", "options", "back")


def _shrine_values(shrine: schema.Shrine) -> dict[str, Any]:
    return _dump(shrine, "name", "variant", "rules")


def _token_values(token: schema.Token) -> dict[str, Any]:
    return _dump(token, "name", "rules")
