"""Reading and writing catalogue files."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.packs import DAWNFALL, Pack, PackError, read_pack, write_faction
from catalog.packs.schema import CardKind, FactionFile

SMALL = """
system: dawnfall
faction: {slug: clockwork, name: Clockwork, colour: "#112233", tagline: Tick., about: Tock.}
squads:
  - slug: winder
    name: Winder
    copies: 1
    models: 2
    endurance: 1
    base: 1
    modes:
      - {name: Basic, ini: 1, att: "-", def: 2, mov: X, change_mode: 0}
cards:
  - slug: rewind
    name: Rewind
    copies: 3
    squad: winder
    kind: action
    upper: {name: Move, cost: 0, currency: crystal, window: W-OWN, rules: Move one Squad.}
    lower: {name: Rewind, cost: X, currency: crystal, instant: true, window: W-ROLLED, rules: Reroll X dice.}
"""


def written(tmp_path: Path, text: str, name: str = "clockwork.yaml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def sentences(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(PackError) as refused:
        read_pack(written(tmp_path, text))
    return [problem.sentence() for problem in refused.value.problems]


def test_the_dawnfall_files_hold_seven_factions_with_every_squad_and_card(dawnfall_pack: Pack):
    counts = {f.faction.slug: (len(f.squads), len(f.cards), len(f.tokens)) for f in dawnfall_pack.factions}
    assert counts == {
        "chapter": (7, 28, 5),
        "darkness": (8, 21, 6),
        "demon": (7, 29, 6),
        "dvergar": (7, 28, 5),
        "faceless": (7, 29, 5),
        "reborn": (8, 29, 10),
        "rhazack": (7, 29, 5),
    }


def test_every_faction_has_both_banners_and_both_shrines(dawnfall_pack: Pack):
    for faction in dawnfall_pack.factions:
        for cards in (faction.banners, faction.shrines):
            assert sorted(card.variant for card in cards) == ["alternative", "standard"], faction.faction.slug


def test_starter_decks_have_the_size_of_their_format(dawnfall_pack: Pack):
    sizes = {"duel": (5, 25), "multiplayer": (4, 15), "short": (5, 20)}
    for faction in dawnfall_pack.factions:
        decks = {d.format.value: (len(d.squads), sum(d.cards.values())) for d in faction.starter_decks}
        assert decks == ({} if faction.faction.slug == "darkness" else sizes)


def test_starter_decks_hold_only_cards_of_their_squads_and_no_more_copies_than_exist(dawnfall_pack: Pack):
    for faction in dawnfall_pack.factions:
        cards = {card.slug: card for card in faction.cards}
        for deck in faction.starter_decks:
            for slug, copies in deck.cards.items():
                assert copies <= cards[slug].copies
                assert cards[slug].squad in {None, *deck.squads}
                assert cards[slug].kind is not CardKind.DEPLOYMENT


def test_one_action_name_of_a_faction_has_one_text_for_each_price(dawnfall_pack: Pack):
    """Common uppers (Move, Combat, Dodge ...) must read the same on every card that prints them from hand."""
    for faction in dawnfall_pack.factions:
        texts: dict[str, set[str]] = {}
        for card in faction.cards:
            if card.upper and card.kind is CardKind.ACTION and not card.expansion:
                texts.setdefault(card.upper.name, set()).add(card.upper.rules)
        assert {name: found for name, found in texts.items() if len(found) > 1} == {}


def test_texts_are_short_enough_for_a_card(dawnfall_pack: Pack):
    for faction in dawnfall_pack.factions:
        for card in faction.cards:
            for half in (card.upper, card.lower):
                assert half is None or len(half.rules) <= 330, (card.slug, len(half.rules))


def test_a_dash_is_none_and_x_stays_x(tmp_path: Path):
    (faction,) = read_pack(written(tmp_path, SMALL)).factions
    (mode,) = faction.squads[0].modes
    assert (mode.ini, mode.att, mode.defense, mode.mov) == (1, None, 2, "X")
    assert faction.cards[0].lower.cost == "X"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("cost: X", "cost: two", "clockwork.yaml: card rewind, lower.cost: expected a whole number from 0 to 99, "
         '"X", or "-" for a dash, got \'two\'.'),
        ("copies: 3", "copies: many", "clockwork.yaml: card rewind, copies: expected a whole number, got 'many'."),
        ("    copies: 3\n", "", "clockwork.yaml: card rewind, copies: missing, expected a value."),
        ("base: 1", "base: 4", "clockwork.yaml: squad winder, base: expected 1, 2, 3 or 7, got 4."),
        ("squad: winder", "squad: winders", "clockwork.yaml: card rewind, squad: expected any or a squad of this "
         "file, got 'winders'."),
        ("kind: action", "kind: enhancement", "clockwork.yaml: card rewind, attach: expected on every enhancement "
         "and on no other card."),
        ("kind: action", "kind: acton", "clockwork.yaml: card rewind, kind: expected 'action', 'enhancement', "
         "'deployment' or 'evolve', got 'acton'."),
        ("models: 2", "model: 2", "clockwork.yaml: squad winder, model: unknown field, expected one of the fields "
         "in docs/catalogue-format.md."),
        ("system: dawnfall", "system: chess", "clockwork.yaml: system: expected dawnfall, got 'chess'."),
        ("window: W-OWN", "window: own", "clockwork.yaml: card rewind, upper.window: expected the id of a timing "
         "window, like W-OWN, got 'own'."),
        ('"#112233"', "red", "clockwork.yaml: faction, colour: expected a colour like #d6402f, got 'red'."),
        ("slug: winder", "slug: The Winder", "clockwork.yaml: squad The Winder, slug: expected lower-case letters, "
         "digits and single hyphens, like holy-knight, got 'The Winder'."),
        ("name: Winder", "name: 7", "clockwork.yaml: squad winder, name: expected text (put quotes around it if it "
         "looks like a number), got 7."),
    ],
)  # fmt: skip
def test_a_broken_file_names_file_record_field_and_what_was_expected(tmp_path, old, new, sentence):
    assert old in SMALL
    assert sentence in sentences(tmp_path, SMALL.replace(old, new, 1))


def test_all_problems_are_told_at_once(tmp_path: Path):
    text = SMALL.replace("copies: 3", "copies: many").replace("endurance: 1", "endurance: none")
    assert len(sentences(tmp_path, text)) == 2


def test_a_key_written_twice_is_refused_with_its_line(tmp_path: Path):
    (sentence,) = sentences(tmp_path, SMALL.replace("    copies: 3\n", "    copies: 3\n    copies: 4\n"))
    assert sentence == "clockwork.yaml: line 17: expected YAML, but the key copies stands twice."


def test_a_starter_deck_of_more_copies_than_there_are_is_refused(tmp_path: Path):
    page = (DAWNFALL.parents[2] / "docs/catalogue-format.md").read_text()
    example = page.rpartition("```yaml\n")[2].partition("```")[0]
    text = example.replace("cards: {rewind: 3}", "cards: {rewind: 4}").replace("[winder]", "[winder, winder]")
    assert sentences(tmp_path, text) == [
        "clockwork.yaml: starter deck duel, squads: expected at most 1 of winder, as many as there are, got 2.",
        "clockwork.yaml: starter deck duel, cards: expected at most 3 of rewind, as many as there are, got 4.",
    ]


def test_a_slug_used_twice_is_refused(tmp_path: Path):
    data = yaml.safe_load(SMALL)
    data["cards"] *= 2
    assert sentences(tmp_path, yaml.safe_dump(data)) == [
        "clockwork.yaml: card rewind, slug: used 2 times, expected once."
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[1, 2]", "expected a mapping"),
        ("a: [", "expected YAML"),
        ("", "expected a mapping"),
        ("squads: 3", "expected a list"),
    ],
)
def test_what_is_no_faction_file_is_refused_in_a_sentence(tmp_path: Path, text: str, words: str):
    assert any(words in sentence for sentence in sentences(tmp_path, text))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path):
    path = tmp_path / "noise.yaml"
    path.write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(PackError, match="noise.yaml: expected UTF-8 text"):
        read_pack(path)


def test_a_path_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(PackError, match="gone.yaml: no such file or folder"):
        read_pack(tmp_path / "gone.yaml")
    with pytest.raises(PackError, match="the folder holds no .yaml file"):
        read_pack(tmp_path)


def test_two_files_of_one_faction_are_refused(tmp_path: Path):
    written(tmp_path, SMALL)
    written(tmp_path, SMALL, "again.yaml")
    with pytest.raises(PackError, match="faction clockwork, slug: used by 2 files, expected one"):
        read_pack(tmp_path)


@pytest.mark.parametrize("path", sorted(DAWNFALL.glob("*.yaml")), ids=lambda path: path.stem)
def test_writing_a_real_faction_and_reading_it_gives_the_same(path: Path, tmp_path: Path):
    (faction,) = read_pack(path).factions
    assert read_pack(written(tmp_path, write_faction(faction))).factions == (faction,)


names = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=200)
printed = st.one_of(st.integers(0, 99), st.just("X"), st.just("-"))


@settings(max_examples=60, deadline=None)
@given(name=names, rules=names, cost=printed, att=printed)
def test_any_text_and_any_number_survives_writing_and_reading(tmp_path_factory, name, rules, cost, att):
    data = yaml.safe_load(SMALL)
    data["cards"][0] |= {"name": name}
    data["cards"][0]["lower"] |= {"rules": rules, "cost": cost}
    data["squads"][0]["modes"][0]["att"] = att
    faction = FactionFile.model_validate(data)
    path = written(tmp_path_factory.mktemp("pack"), write_faction(faction))
    assert read_pack(path).factions == (faction,)


def test_the_example_of_the_format_page_is_a_good_file(tmp_path: Path):
    page = (DAWNFALL.parents[2] / "docs/catalogue-format.md").read_text()
    example = page.split("```yaml\n")[1].split("```")[0]
    (faction,) = read_pack(written(tmp_path, example)).factions
    assert [card.name for card in faction.cards] == ["Rewind", "Mainspring"]
