"""A deck code carries any deck, on any installation, and notices every slip of the pen."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.rules import code as deck_code
from decks.rules.code import LONGEST, DeckCodeError, decode, encode, number
from decks.rules.deck_list import DeckList
from decks.rules.facts import CardFacts, FactionFacts, Facts, SquadFacts
from decks.rules.formats import FORMATS
from tests.decks.pack_facts import dawnfall_facts, starter_decks

KINDS = ("squad", "card", "banner", "shrine")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
GOLDEN = (
    "E1AgdjaGFwdGVyBe4aQbtBu-0sumlRz3UHBAIMbU86GV-wqeMRjtB4t5DyFD"
    "jnBWPNkrv0BAOIi9ijxW0GAQFnCAFPTA5TaGllbGQgYW5kIFNreax8oII"
)

# A number that a catalogue did not know is kept as # and four digits; such words are no slugs of a deck.
words = st.text(max_size=40).filter(lambda word: not deck_code._UNKNOWN.fullmatch(word))


@st.composite
def deck_lists(draw: st.DrawFn) -> DeckList:
    """Any deck of a known faction: slugs of this and other factions and of none, any counts, any name."""
    faction = draw(st.sampled_from(list(dawnfall_facts().factions.values())))

    def slugs(kind: str) -> st.SearchStrategy[str]:
        return st.sampled_from(faction.slugs(kind)) | words

    return DeckList(
        faction.slug,
        draw(st.sampled_from([*FORMATS]) | words),
        tuple(draw(st.lists(slugs("squad"), max_size=8))),
        draw(st.dictionaries(slugs("card"), st.integers(-200, 1000), max_size=30)),
        draw(slugs("banner")),
        draw(slugs("shrine")),
        draw(words),
    )


@given(deck_lists())
def test_what_is_encoded_is_decoded_again(deck: DeckList):
    code = encode(deck, dawnfall_facts())
    assert decode(code, dawnfall_facts()) == deck
    assert set(code) <= set(ALPHABET)


@pytest.mark.parametrize("deck", starter_decks(), ids=lambda deck: deck.name)
def test_a_starter_deck_with_its_name_has_a_short_code(deck: DeckList):
    code = encode(deck, dawnfall_facts())
    assert len(code) < 140
    assert decode(code, dawnfall_facts()) == deck


def test_25_different_cards_still_fit_into_140_characters():
    chapter = dawnfall_facts().factions["chapter"]
    deck = replace(starter_decks()[0], cards=dict.fromkeys(chapter.slugs("card")[:25], 1))
    assert deck.size == 25
    assert len(encode(deck, dawnfall_facts())) < 140


def test_codes_written_today_are_read_for_ever():
    assert decode(GOLDEN, dawnfall_facts()) == starter_decks()[0]
    assert encode(starter_decks()[0], dawnfall_facts()) == GOLDEN
    assert number("dawnfall", "demon", "card", "fireball") == 0xD88B


def test_the_order_of_the_cards_does_not_change_the_code():
    deck = starter_decks()[0]
    turned = replace(deck, cards=dict(reversed(deck.cards.items())))
    assert encode(turned, dawnfall_facts()) == encode(deck, dawnfall_facts())


@given(st.sampled_from(starter_decks()), st.data())
def test_any_other_character_is_noticed(deck: DeckList, data: st.DataObject):
    code = encode(deck, dawnfall_facts())
    at = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from(ALPHABET + " \né%/+=").filter(lambda character: character != code[at]))
    with pytest.raises(DeckCodeError):
        decode(code[:at] + other + code[at + 1 :], dawnfall_facts())


def test_every_single_letter_of_a_code_matters():
    for at, right in enumerate(GOLDEN):
        for wrong in ALPHABET.replace(right, ""):
            with pytest.raises(DeckCodeError):
                decode(GOLDEN[:at] + wrong + GOLDEN[at + 1 :], dawnfall_facts())


@given(st.sampled_from(starter_decks()), st.data())
def test_a_code_that_is_cut_off_is_noticed(deck: DeckList, data: st.DataObject):
    code = encode(deck, dawnfall_facts())
    with pytest.raises(DeckCodeError):
        decode(code[: data.draw(st.integers(0, len(code) - 1))], dawnfall_facts())


def test_line_breaks_of_a_mail_do_no_harm():
    assert decode(f"  {GOLDEN[:40]}\r\n{GOLDEN[40:]}\n", dawnfall_facts()) == starter_decks()[0]


def outcome(code: str) -> DeckList | str:
    try:
        return decode(code, dawnfall_facts())
    except DeckCodeError as refused:
        return refused.sentence()


@given(st.text() | st.text(ALPHABET).map(lambda text: f"E1{text}") | st.binary().map(deck_code._seal))
def test_whatever_is_pasted_gives_a_deck_or_a_sentence(text: str):
    assert isinstance(outcome(text), DeckList) or outcome(text).endswith(".")


REFUSED = {
    "hello": "This is no deck code: one begins with E1 and goes on with plain letters, digits, - and _ only.",
    "": "This is no deck code: one begins with E1 and goes on with plain letters, digits, - and _ only.",
    "E2" + GOLDEN[2:]: "This deck code is of version 2; this site reads version 1.",
    GOLDEN[:-1] + "J": "This deck code is damaged or not complete; copy the whole of it once more.",
    GOLDEN[:60]: "This deck code is damaged or not complete; copy the whole of it once more.",
    "E1" + "A" * 50_000_000: f"This is 50000002 characters long; no deck code has more than {LONGEST}.",
}


@pytest.mark.parametrize("code", REFUSED, ids=lambda code: code[:8])
def test_what_cannot_be_read_is_refused_with_its_reason(code: str):
    with pytest.raises(DeckCodeError) as refused:
        decode(code, dawnfall_facts())
    assert refused.value.sentence() == REFUSED[code]
    assert refused.value.deck is None


def test_a_forged_code_with_a_right_checksum_is_refused_where_it_makes_no_sense():
    payload = deck_code._open(GOLDEN)
    forged = [payload + b"\0", payload[:-1], b"\xff" * 40, payload[:9] + b"\xff\xff\xff\x7f" + payload[10:]]
    for bytes_ in forged:
        with pytest.raises(DeckCodeError, match="damaged"):
            decode(deck_code._seal(bytes_), dawnfall_facts())


def faction(slug: str, *cards: str) -> FactionFacts:
    return FactionFacts(
        "dawnfall",
        slug,
        slug.title(),
        {"guard": SquadFacts("guard", "Guard", 5)},
        {card: CardFacts(card, card.title(), 4, "action") for card in cards},
    )


def test_a_faction_that_this_installation_lacks_is_named():
    code = encode(DeckList("pirates", cards={"sail": 2}), Facts([faction("pirates", "sail")]))
    with pytest.raises(DeckCodeError) as refused:
        decode(code, Facts([faction("monks", "pray"), faction("nuns", "sing")]))
    assert refused.value.sentence() == (
        "This deck code is of the faction “pirates”, which is not in this catalogue; known here: Monks, Nuns."
    )


def test_numbers_that_this_installation_lacks_are_kept_and_reported():
    theirs, ours = Facts([faction("pirates", "sail", "board")]), Facts([faction("pirates", "sail")])
    deck = DeckList("pirates", squads=("guard",), cards={"sail": 2, "board": 3}, name="Storm")
    code = encode(deck, theirs)
    kept = f"#{number('dawnfall', 'pirates', 'card', 'board'):04x}"
    with pytest.raises(DeckCodeError) as refused:
        decode(code, ours)
    assert refused.value.sentence() == (
        f"This deck code names 1 entry that this catalogue of Pirates does not have: {kept}."
    )
    assert refused.value.unknown == (kept,)
    assert refused.value.deck == replace(deck, cards={"sail": 2, kept: 3})
    assert decode(encode(refused.value.deck, ours), theirs) == deck


@pytest.mark.parametrize("slug", dawnfall_facts().factions)
@pytest.mark.parametrize("kind", KINDS)
def test_no_two_slugs_of_the_catalogue_share_a_number(slug: str, kind: str):
    slugs = dawnfall_facts().factions[slug].slugs(kind)
    assert slugs
    assert len({number("dawnfall", slug, kind, entry) for entry in slugs}) == len(slugs)


def twins() -> tuple[str, str]:
    """Two slugs of the same number in the faction of the pirates."""
    seen: dict[int, str] = {}
    for n in range(5000):
        slug = f"card-{n}"
        first = seen.setdefault(number("dawnfall", "pirates", "card", slug), slug)
        if first != slug:
            return first, slug
    raise AssertionError("no two of 5,000 slugs share a number")


def test_cards_that_share_a_number_are_written_out():
    first, second = twins()
    facts = Facts([faction("pirates", first, second, "sail")])
    deck = DeckList("pirates", cards={first: 1, second: 4, "sail": 2})
    assert decode(encode(deck, facts), facts) == deck
    assert decode(encode(deck, facts), Facts([faction("pirates", "sail")])) == deck


def test_a_number_that_two_cards_share_here_is_reported_and_not_guessed():
    first, second = twins()
    code = encode(DeckList("pirates", cards={first: 1}), Facts([faction("pirates", first)]))
    with pytest.raises(DeckCodeError) as refused:
        decode(code, Facts([faction("pirates", first, second)]))
    assert len(refused.value.unknown) == 1


def test_a_deck_of_another_game_system_says_so_in_its_code():
    other = replace(faction("pirates", "sail"), system="maelstrom")
    deck = DeckList("pirates", cards={"sail": 1}, system="maelstrom")
    assert decode(encode(deck, Facts([other])), Facts([other])) == deck
    with pytest.raises(DeckCodeError, match="is not in this catalogue"):
        decode(encode(deck, Facts([other])), Facts([faction("pirates", "sail")]))
