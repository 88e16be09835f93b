"""Loading packs into the database and writing them out again."""

from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command

from catalog.models import Card, Faction, GameSystem, Half, Squad
from catalog.packs import DAWNFALL, Pack, read_pack
from tests.catalog.test_packs import SMALL, written


def run(*args: str, **options: object) -> str:
    out = StringIO()
    call_command(*args, stdout=out, **options)
    return out.getvalue()


def load(path: Path, **options: object) -> str:
    return run("load_catalog", str(path), **options)


@pytest.fixture
def home_brew(dawnfall: GameSystem, tmp_path: Path) -> Path:
    path = written(tmp_path, SMALL)
    load(path)
    return path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_loading_again_changes_nothing(dawnfall: GameSystem):
    assert run("load_catalog") == "dawnfall: 0 added, 0 changed, 0 retired, 339 unchanged.\n"
    assert GameSystem.objects.get(slug="dawnfall").edition == dawnfall.edition


def test_every_record_of_the_files_is_in_the_database(dawnfall: GameSystem, dawnfall_pack: Pack):
    for file in dawnfall_pack.factions:
        faction = Faction.objects.get(system=dawnfall, slug=file.faction.slug)
        assert [squad.slug for squad in faction.squads.order_by("position")] == [s.slug for s in file.squads]
        assert [card.slug for card in faction.cards.order_by("position")] == [c.slug for c in file.cards]
        halves = {(half.card.slug, half.place): half.rules for half in Half.objects.filter(card__faction=faction)}
        for card in file.cards:
            assert halves[card.slug, "lower"] == card.lower.rules
            assert halves.get((card.slug, "upper")) == (card.upper and card.upper.rules)


def test_a_home_brew_pack_loads_like_the_real_one(home_brew: Path):
    squad = Squad.objects.get(slug="winder")
    mode = squad.modes.get()
    assert (mode.ini, mode.att, mode.defense, mode.mov) == (1, None, 2, "X")
    assert Card.objects.get(slug="rewind").squad == squad


def test_a_change_updates_in_place_and_is_reported(home_brew: Path):
    before = Card.objects.get(slug="rewind")
    edition = GameSystem.objects.get().edition
    change(home_brew, "Reroll X dice.", "Reroll up to X dice.")
    assert load(home_brew, verbosity=2).splitlines() == [
        "changed card clockwork/rewind",
        "clockwork.yaml: 0 added, 1 changed, 0 retired, 2 unchanged.",
    ]
    after = Card.objects.get(slug="rewind")
    assert after.pk == before.pk
    assert after.halves.get(place="lower").rules == "Reroll up to X dice."
    assert GameSystem.objects.get().edition == edition + 1


def test_what_a_newer_file_no_longer_lists_is_retired_and_comes_back_when_listed_again(home_brew: Path):
    before = Card.objects.get(slug="rewind")
    change(home_brew, "slug: rewind", "slug: rewound")
    assert "retired card clockwork/rewind" in load(home_brew).splitlines()
    assert Card.objects.get(pk=before.pk).retired
    assert [card.slug for card in Card.objects.current().filter(faction__slug="clockwork")] == ["rewound"]
    change(home_brew, "slug: rewound", "slug: rewind")
    load(home_brew)
    assert not Card.objects.get(pk=before.pk).retired


def test_a_mode_that_is_gone_leaves_the_squad(home_brew: Path):
    data = yaml.safe_load(home_brew.read_text())
    data["squads"][0]["modes"].append({**data["squads"][0]["modes"][0], "name": "Wound up"})
    home_brew.write_text(yaml.safe_dump(data))
    load(home_brew)
    assert [mode.name for mode in Squad.objects.get(slug="winder").modes.all()] == ["Basic", "Wound up"]
    del data["squads"][0]["modes"][1]
    home_brew.write_text(yaml.safe_dump(data))
    assert "1 changed" in load(home_brew)
    assert [mode.name for mode in Squad.objects.get(slug="winder").modes.all()] == ["Basic"]


def test_a_broken_file_changes_nothing(dawnfall: GameSystem, tmp_path: Path):
    written(tmp_path, SMALL, "good.yaml")
    written(tmp_path, SMALL.replace("clockwork", "broken").replace("copies: 3", "copies: nine"), "broken.yaml")
    with pytest.raises(CommandError, match="Nothing was loaded.\nbroken.yaml: card rewind, copies: expected"):
        load(tmp_path)
    assert not Faction.objects.filter(slug="clockwork").exists()


def test_a_faction_of_another_pack_cannot_be_overwritten(dawnfall: GameSystem, tmp_path: Path):
    path = written(tmp_path, SMALL.replace("slug: clockwork", "slug: chapter"))
    with pytest.raises(
        CommandError, match="clockwork.yaml: faction chapter, slug: expected a name of its own, but pack dawnfall"
    ):
        load(path)
    assert Faction.objects.get(slug="chapter").name == "Chapter"


def test_a_folder_with_the_name_of_the_real_catalogue_cannot_take_its_place(dawnfall: GameSystem, tmp_path: Path):
    folder = tmp_path / "dawnfall"
    folder.mkdir()
    path = written(folder, SMALL)
    for wanted in (folder, path):
        with pytest.raises(CommandError, match="expected in a folder of another name"):
            load(wanted)
    assert not Faction.objects.get(slug="demon").retired


def test_a_timing_window_that_no_rule_knows_is_refused(dawnfall: GameSystem, tmp_path: Path):
    path = written(tmp_path, SMALL.replace("W-ROLLED", "W-TEATIME"))
    sentence = "clockwork.yaml: card rewind, lower.window: expected one of .*W-ROLLED.*, got 'W-TEATIME'"
    with pytest.raises(CommandError, match=sentence):
        load(path)


def test_a_faction_whose_file_left_the_folder_is_retired(dawnfall: GameSystem, tmp_path: Path):
    folder = tmp_path / "brews"
    folder.mkdir()
    written(folder, SMALL, "one.yaml")
    other = written(folder, SMALL.replace("slug: clockwork", "slug: springs"), "two.yaml")
    load(folder)
    other.unlink()
    assert "retired faction springs" in load(folder)
    assert Faction.objects.get(slug="springs").retired
    assert not Faction.objects.get(slug="demon").retired


def test_one_file_of_a_folder_can_be_loaded_alone(dawnfall: GameSystem):
    assert "0 changed, 0 retired" in load(DAWNFALL / "demon.yaml")
    assert not Faction.objects.get(slug="chapter").retired


def test_export_round_trips(dawnfall: GameSystem, tmp_path: Path):
    run("export_catalog", str(tmp_path))
    exported = {file.faction.slug: file for file in read_pack(tmp_path).factions}
    assert exported == {file.faction.slug: file for file in read_pack(DAWNFALL).factions}


def test_export_of_one_faction_and_of_none(dawnfall: GameSystem, tmp_path: Path):
    run("export_catalog", str(tmp_path), "--faction", "demon")
    assert [path.name for path in tmp_path.iterdir()] == ["demon.yaml"]
    with pytest.raises(CommandError, match="No faction daemon to export; known: Chapter|chapter"):
        run("export_catalog", str(tmp_path), "--faction", "daemon")
