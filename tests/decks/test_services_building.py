"""What the builder does to a deck, and what it refuses."""

import threading
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from catalog.models import Banner, Faction, GameSystem
from decks import facts, services
from decks.models import LONGEST_NAME, LONGEST_NOTES, Deck
from decks.refusals import (
    NameMissing,
    NameTooLong,
    NoSuchDeck,
    NotesTooLong,
    NotInDeck,
    NotYours,
    Refusal,
    StaleDeck,
    TooManyCopies,
    Unknown,
)
from decks.services import building
from decks.visitors import Visitor
from tests.factories import DeckFactory, UserFactory


def test_cards_go_in_and_out(player: Visitor, demon: Faction):
    deck = services.create_deck(player, demon)
    deck = services.add_card(player, deck.key, deck.version, "fireball")
    deck = services.add_card(player, deck.key, deck.version, "fireball", copies=2)
    assert Deck.objects.get().cards == {"fireball": 3}
    deck = services.remove_card(player, deck.key, deck.version, "fireball")
    assert deck.cards == {"fireball": 2}
    deck = services.set_card_copies(player, deck.key, deck.version, "fireball", 9)
    assert deck.cards == {"fireball": 9}
    deck = services.set_card_copies(player, deck.key, deck.version, "fireball", 0)
    assert Deck.objects.get().cards == deck.cards == {}


def test_a_squad_that_goes_leaves_its_cards_and_the_problems_tell(player: Visitor, demon: Faction):
    deck = services.create_deck(player, demon)
    deck = services.add_squad(player, deck.key, deck.version, "master-of-elements", copies=2)
    deck = services.add_card(player, deck.key, deck.version, "fireball")
    deck = services.remove_squad(player, deck.key, deck.version, "master-of-elements")
    assert deck.squads == {"master-of-elements": 1}
    assert "fireball" not in [problem.slug for problem in deck.problems()]
    deck = services.set_squad_copies(player, deck.key, deck.version, "master-of-elements", 0)
    assert (deck.squads, deck.cards) == ({}, {"fireball": 1})
    assert "fireball" in [problem.slug for problem in deck.problems()]


def test_name_format_notes_banner_and_shrine_are_chosen(player: Visitor, deck: Deck):
    banner = Banner.objects.get(faction=deck.faction, variant="alternative").slug
    deck = services.rename(player, deck.key, deck.version, "  Ice \n and\x00 fire ")
    deck = services.change_format(player, deck.key, deck.version, "short")
    deck = services.write_notes(player, deck.key, deck.version, "# Plan\r\n\r\nBurn.\x00 ")
    deck = services.choose_banner(player, deck.key, deck.version, banner)
    deck = services.choose_shrine(player, deck.key, deck.version, "")
    deck.refresh_from_db()
    assert (deck.name, deck.format, deck.notes) == ("Ice and fire", "short", "# Plan\n\nBurn.")
    assert (deck.banner, deck.shrine) == (banner, "")


def test_several_parts_change_as_one(player: Visitor, deck: Deck):
    changed = services.change_deck(player, deck.key, 1, {"name": "Ice", "cards": {"fireball": 1}})
    assert (changed.version, changed.name, changed.cards) == (2, "Ice", {"fireball": 1})
    assert services.undo(player, deck.key, 2).content == deck.content


def test_what_changes_nothing_is_no_version(player: Visitor, deck: Deck):
    same = services.rename(player, deck.key, 1, deck.name)
    assert (same.version, same.changed, deck.versions.count()) == (1, deck.changed, 1)


def refused(kind: type[Refusal], deed: Any, *args: Any) -> str:
    """Check that a deed is refused, and that no deck is touched; return the sentence."""
    before = list(Deck.objects.order_by("pk").values())
    with pytest.raises(kind) as refusal:
        deed(*args)
    assert list(Deck.objects.order_by("pk").values()) == before
    assert str(refusal.value) == refusal.value.sentence()
    return refusal.value.sentence()


def test_what_names_nothing_is_refused(player: Visitor, deck: Deck):
    args = (player, deck.key, deck.version)
    assert refused(Unknown, services.add_card, *args, "firebal") == "There is no card “firebal”."
    assert refused(Unknown, services.add_squad, *args, "fireball") == "There is no squad “fireball”."
    assert refused(Unknown, services.change_format, *args, "huge") == (
        "There is no format “huge”. Known are: duel, multiplayer, short."
    )
    sentence = refused(Unknown, services.choose_banner, *args, "nowhere")
    assert sentence.startswith("There is no banner “nowhere” for this faction. Known are: ")
    assert refused(Unknown, services.choose_shrine, *args, "nowhere").startswith("There is no shrine “nowhere”")


def test_another_factions_card_is_kept_and_a_problem(player: Visitor, deck: Deck):
    changed = services.add_card(player, deck.key, deck.version, "leap")
    assert "leap" in [problem.slug for problem in changed.problems()]


def test_what_does_not_fit_is_refused(player: Visitor, deck: Deck):
    args = (player, deck.key, deck.version)
    assert refused(NameMissing, services.rename, *args, " \n\x00 ") == "A deck needs a name of at least one character."
    assert refused(NameTooLong, services.rename, *args, "n" * (LONGEST_NAME + 1)) == (
        "The name has 81 characters, 80 at most fit. Shorten it by 1 character."
    )
    sentence = refused(NotesTooLong, services.write_notes, *args, "n" * (LONGEST_NOTES + 2))
    assert sentence == "The notes have 20002 characters, 20000 at most fit. Shorten it by 2 characters."
    assert "from 0 to 99" in refused(TooManyCopies, services.set_card_copies, *args, "fireball", 100)
    assert "from 0 to 99" in refused(TooManyCopies, services.set_squad_copies, *args, "succubus", -1)
    deck.cards.pop("fireball", None)
    deck.save()
    assert refused(NotInDeck, services.remove_card, *args, "fireball") == "Fireball is not in the deck."


CHANGES: list[tuple[str, tuple[Any, ...]]] = [
    ("add_card", ("fireball",)),
    ("remove_card", ("fireball",)),
    ("set_card_copies", ("fireball", 1)),
    ("add_squad", ("succubus",)),
    ("remove_squad", ("succubus",)),
    ("set_squad_copies", ("succubus", 1)),
    ("choose_banner", ("",)),
    ("choose_shrine", ("",)),
    ("rename", ("Ice",)),
    ("change_format", ("short",)),
    ("write_notes", ("Burn.",)),
    ("change_deck", ({"name": "Ice"},)),
    ("fill_rest", ()),
    ("undo", ()),
    ("redo", ()),
    ("restore_version", (1,)),
    ("set_visibility", ("public",)),
    ("delete_deck", ()),
]


@pytest.mark.parametrize(("name", "args"), CHANGES, ids=[name for name, _ in CHANGES])
def test_nobody_changes_somebody_elses_deck(
    name: str, args: tuple[Any, ...], deck: Deck, stranger: Visitor, staff: Visitor, guest: Visitor
):
    deed = getattr(services, name)
    for visitor in (stranger, staff, guest, Visitor()):
        assert refused(NoSuchDeck, deed, visitor, deck.key, 1, *args).startswith(f"There is no deck “{deck.key}”")
    Deck.objects.update(visibility="unlisted")
    for visitor in (stranger, staff, guest, Visitor()):
        sentence = refused(NotYours, deed, visitor, deck.key, 1, *args)
        assert sentence == "“Fire” is somebody else's deck. Make a copy to change it."


@pytest.mark.parametrize(("name", "args"), CHANGES, ids=[name for name, _ in CHANGES])
def test_a_change_on_an_old_version_is_refused(name: str, args: tuple[Any, ...], player: Visitor, deck: Deck):
    services.rename(player, deck.key, 1, "Embers")
    sentence = refused(StaleDeck, getattr(services, name), player, deck.key, 1, *args)
    assert sentence.startswith("“Embers” was changed in the meantime (you saw version 1, it is at 2).")


def test_of_two_changes_on_one_version_one_wins_even_without_locks(
    player: Visitor, deck: Deck, monkeypatch: pytest.MonkeyPatch
):
    find = building.deck_to_change

    def find_and_be_overtaken(visitor: Visitor, key: str, version: int) -> Deck:
        found = find(visitor, key, version)
        monkeypatch.setattr(building, "deck_to_change", find)
        services.rename(visitor, key, version, "First")
        return found

    monkeypatch.setattr(building, "deck_to_change", find_and_be_overtaken)
    with pytest.raises(StaleDeck):
        services.rename(player, deck.key, 1, "Second")
    # The refusal took back all of its transaction, of which this test made the first change a part.
    assert Deck.objects.get().version == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite in memory has one connection for all threads")
def test_of_two_clicks_at_once_one_wins(dawnfall: GameSystem):
    owner: User = UserFactory()
    deck = DeckFactory(owner=owner, cards={})
    ready, answers = threading.Barrier(4), []

    def click() -> None:
        try:
            ready.wait()
            services.add_card(Visitor(owner), deck.key, 1, "fireball")
            answers.append("done")
        except StaleDeck:
            answers.append("stale")
        finally:
            connection.close()

    clicks = [threading.Thread(target=click) for _ in range(4)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert sorted(answers) == ["done", "stale", "stale", "stale"]
    deck.refresh_from_db()
    assert (deck.version, deck.cards, deck.versions.count()) == (2, {"fireball": 1}, 2)


def test_a_click_takes_a_bounded_number_of_queries(player: Visitor, deck: Deck, django_assert_max_num_queries: Any):
    facts.facts_of(deck.system)
    for version in range(1, 45):
        with django_assert_max_num_queries(8):
            services.add_card(player, deck.key, version, "fireball")


def test_filling_completes_the_deck_around_what_is_chosen(player: Visitor, demon: Faction):
    deck = services.create_deck(player, demon)
    deck = services.add_squad(player, deck.key, deck.version, "master-of-elements")
    deck = services.add_card(player, deck.key, deck.version, "fireball", copies=2)
    filled = services.fill_rest(player, deck.key, deck.version)
    assert not filled.obstacles
    assert filled.deck.problems() == []
    assert filled.deck.squads["master-of-elements"] >= 1
    assert filled.deck.cards["fireball"] >= 2
    assert filled.steps
    back = services.undo(player, deck.key, filled.deck.version)
    assert back.cards == {"fireball": 2}
    again = services.fill_rest(player, deck.key, back.version)
    assert again.deck.problems() == []


def test_filling_says_what_stands_in_the_way(player: Visitor, deck: Deck):
    deck = services.set_card_copies(player, deck.key, 1, "fireball", 40)
    filled = services.fill_rest(player, deck.key, deck.version)
    assert filled.obstacles
    assert filled.deck.cards["fireball"] == 40
