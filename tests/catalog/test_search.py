"""The search language, its index and its answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.indexing import index_of
from catalog.models import GameSystem
from catalog.packs import Pack
from catalog.search import Document, Face, Index, find, has_term, parse, term, with_term, without_term


def card(name: str, *faces: Face, **values: object) -> Document:
    return Document("card", hash(name), name, {key: (value,) for key, value in values.items()}, faces=faces)


def half(place: str, name: str, cost: int | str | None, timing: str, text: str = "") -> Face:
    return Face({"half": (place,), "cost": (cost,), "timing": (timing,)}, name, text)


LEAP = card(
    "Leap",
    half("upper", "Dodge", 2, "instant", "Cancel the Combat."),
    half("lower", "Leap", 1, "own-turn", "Move through obstacles in a straight line of fire."),
    faction="chapter", squad="Holy Knight", kind="action", copies=5,
)  # fmt: skip
RUSH = card(
    "Rush",
    half("upper", "Blood", 0, "instant", "Gain a Crystal."),
    half("lower", "Rush", "X", "own-turn", "Backstab X times."),
    faction="demon", squad="Gorehound", kind="action", copies=2,
)  # fmt: skip
GUARD = card(
    "Nature's Guard",
    half("upper", "Guard", None, "passive", "Fire never hurts; no line crosses of it."),
    faction="chapter", squad="any", kind="enhancement", copies=2,
)  # fmt: skip
SMALL = Index([LEAP, RUSH, GUARD], {("faction", "demon"): "Demons of Khyber"})


def names(text: str, sort: str = "relevance", index: Index = SMALL) -> list[str]:
    found = find(index, text, sort)
    assert found.problem is None, str(found.problem)
    return [document.name for document in found.documents]


def problem(text: str) -> str:
    return str(find(SMALL, text).problem)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["Leap", "Rush", "Nature's Guard"]),
        ("faction:demon", ["Rush"]),
        ("Faction=DEMON", ["Rush"]),
        ("f:demon", ["Rush"]),
        ('faction:"demons of khyber"', ["Rush"]),
        ("faction!=demon", ["Leap", "Nature's Guard"]),
        ("faction:demon,chapter kind:action", ["Leap", "Rush"]),
        ('squad:"holy knight"', ["Leap"]),
        ("squad:holy-knight", ["Leap"]),
        ("squad:any", ["Nature's Guard"]),
        ("cost<=1", ["Leap", "Rush"]),
        ("cost>1", ["Leap"]),
        ("cost:x", ["Rush"]),
        ("cost:none", ["Nature's Guard"]),
        ("copies!=2", ["Leap"]),
        ("dodge leap", ["Leap"]),
        ("dod", ["Leap"]),
        ("natures", ["Nature's Guard"]),
        ("NATURE'S", ["Nature's Guard"]),
        ('"line of fire"', ["Leap"]),
        ('"of line"', []),
        ("text:backstab", ["Rush"]),
        ("action:dodge", ["Leap"]),
        ("name:guard", ["Nature's Guard"]),
        ("-faction:chapter", ["Rush"]),
        ("not faction:chapter", ["Rush"]),
        ("-(faction:chapter kind:action)", ["Rush", "Nature's Guard"]),
        ("faction:demon or kind:enhancement", ["Rush", "Nature's Guard"]),
        ("(faction:demon or faction:chapter) and cost<=1", ["Leap", "Rush"]),
        ("kind:action or kind:enhancement faction:chapter", ["Leap", "Rush", "Nature's Guard"]),
    ],
)
def test_a_query_finds_exactly_what_it_says(text: str, expected: list[str]):
    assert names(text) == expected


def test_conditions_on_a_half_must_hold_on_the_same_half():
    assert names("timing:instant cost<=1") == ["Rush"]
    assert names("half:lower cost<=1") == ["Leap"]
    assert names("half:lower action:dodge") == []


def test_not_leaves_out_every_card_that_matches_with_any_half():
    assert names("-timing:instant") == ["Nature's Guard"]


def test_a_name_comes_before_a_mention():
    index = Index(
        [card("Fire Storm", Face({}, "", "fire")), card("Storm", Face({})), card("Ash", Face({}, "", "storm"))]
    )
    assert names("storm", index=index) == ["Storm", "Fire Storm", "Ash"]


def test_sorting_puts_what_has_no_number_last_in_both_directions():
    assert names("", "cost") == ["Rush", "Leap", "Nature's Guard"]
    assert names("", "-cost") == ["Leap", "Rush", "Nature's Guard"]
    assert names("", "name") == ["Leap", "Nature's Guard", "Rush"]
    assert names("", "-name") == ["Rush", "Nature's Guard", "Leap"]


def test_words_of_any_alphabet_are_found():
    index = Index([card("Жар-птица", Face({})), card("Łowca", Face({})), card("Ash", Face({}))])
    assert names("жар", index=index) == ["Жар-птица"]
    assert names("łow", index=index) == ["Łowca"]
    assert names("дракон", index=index) == []


def test_facets_count_entries_not_halves():
    facets = find(SMALL, "").facets
    assert facets["faction"] == {"chapter": 2, "demon": 1}
    assert facets["timing"] == {"instant": 2, "own-turn": 2, "passive": 1}
    assert facets["cost"] == {2: 1, 1: 1, 0: 1, "X": 1, None: 1}


@pytest.mark.parametrize("text", ["timing:instant cost<=1", "half:lower", "faction:demon or cost:1", "-timing:passive"])
def test_a_facet_counts_what_choosing_it_finds(text: str, dawnfall: GameSystem):
    index = index_of(dawnfall)
    for field, counts in find(index, text).facets.items():
        for value, count in counts.items():
            assert find(index, with_term(text, term(field, value))).total == count, (field, value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cots<=1", "There is no field “cots”; did you mean cost?"),
        ("zzz:1", "There is no field “zzz”; known are type, faction, squad, kind"),
        ("faction:demno", "No faction is called “demno”; did you mean faction:demon?"),
        ("squad:holyknigt", 'No squad is called “holyknigt”; did you mean squad:"Holy Knight"?'),
        ("kind:qqq", "No kind is called “qqq”; an example that works is kind:enhancement."),
        ("cost<=one", "“cost<=one” needs a whole number, x or none; write cost<=1."),
        ("cost<=²", "needs a whole number"),
        ("faction<demon", "“faction<” compares numbers, but faction has none; write faction:demon."),
        ("cost:", "cost: needs a value right after it, without a space."),
        ('"holy knight', "A quotation mark is not closed"),
        ('squad:"holy', "The quotation mark after squad: is not closed."),
        ("(leap", "An opening bracket is not closed"),
        ("leap)", "There is a closing bracket without an opening one"),
        ("leap or", "“or” stands between two conditions"),
        ("leap not", "Nothing follows “not”"),
        ("(" * 30 + "a" + ")" * 30, "nested more than 20 deep"),
        ("a" * 401, "The search is 401 characters long; at most 400 can be read."),
    ],
)
def test_a_bad_query_gets_a_sentence(text: str, sentence: str):
    assert sentence in problem(text)


def test_a_misspelt_word_gets_a_suggestion():
    assert find(SMALL, "faction:demon backstob").suggestions == ("faction:demon backstab",)
    assert find(SMALL, "backstab").suggestions == ()


@given(st.text(max_size=60))
def test_any_text_is_answered_or_explained(text: str):
    found = find(SMALL, text)
    assert found.problem is None or str(found.problem)


@given(st.text(alphabet='ab: <=>-()"ornt1', max_size=40))
def test_any_jumble_of_signs_is_answered_or_explained(text: str):
    found = find(SMALL, text)
    assert found.problem is None or str(found.problem).endswith((".", "?"))


queries = st.recursive(
    st.sampled_from(["leap", "faction:demon", "cost<=1", "timing:instant", "half:lower", "kind:enhancement", "x"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} or {pair[1]})"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} {pair[1]})"),
        inner.map(lambda part: f"-({part})"),
    ),
    max_leaves=6,
)


@given(queries)
def test_a_query_and_its_opposite_share_out_all_entries(text: str):
    inside, outside = SMALL.matches(parse(text)), SMALL.matches(parse(f"-({text})"))
    assert inside & outside == 0
    assert inside | outside == SMALL.everything


@given(st.sets(st.integers(0, 300)))
def test_entries_and_their_positions_say_the_same(positions: set[int]):
    assert SMALL.positions(sum(1 << n for n in positions)) == sorted(positions)


def test_refining_and_taking_back_gives_the_same_text():
    condition = term("squad", "Holy Knight")
    assert condition == 'squad:"Holy Knight"'
    narrowed = with_term("leap", condition)
    assert narrowed == 'leap squad:"Holy Knight"'
    assert has_term(narrowed, condition)
    assert not has_term("leap", condition)
    assert without_term(narrowed, condition) == "leap"


def test_refining_a_choice_narrows_both_sides():
    assert with_term("faction:demon or faction:chapter", "cost:1") == "(faction:demon or faction:chapter) cost:1"


def test_the_demons_cheap_instants(dawnfall: GameSystem, dawnfall_pack: Pack):
    found = find(index_of(dawnfall), "faction:demon timing:instant cost<=1")
    (demon,) = (file for file in dawnfall_pack.factions if file.faction.slug == "demon")
    cheap = [
        card.name
        for card in demon.cards
        if any(half and half.instant and half.cost in {0, 1} for half in (card.upper, card.lower))
    ]
    assert [document.name for document in found.documents] == cheap
    assert "Crystal Aegis" in cheap
    assert "Infernal Rites" not in cheap  # its cheap half is no Instant and its Instant costs 2
