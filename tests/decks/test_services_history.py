"""Undo, redo, restore, and the history as people read it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from catalog.models import Banner, Faction
from decks import facts, services
from decks.history import difference, history, turns
from decks.models import Deck, DeckVersion
from decks.refusals import NoSuchVersion, NothingToRedo, NothingToUndo
from decks.services import keeping
from decks.visitors import Visitor


@pytest.fixture
def empty(player: Visitor, demon: Faction) -> Deck:
    return services.create_deck(player, demon, name="Fire")


def with_fireballs(player: Visitor, deck: Deck, number: int) -> Deck:
    """One click for each of them."""
    for _ in range(number):
        deck = services.add_card(player, deck.key, deck.version, "fireball")
    return deck


def test_undo_and_redo_walk_back_and_forth(player: Visitor, empty: Deck):
    deck = with_fireballs(player, empty, 3)
    deeds = {"<": services.undo, ">": services.redo}
    seen = []
    for step in "<<<>><<>>>":
        deck = deeds[step](player, deck.key, deck.version)
        seen.append(deck.cards.get("fireball", 0))
    assert seen == [2, 1, 0, 1, 2, 1, 0, 1, 2, 3]
    assert deck.version == 4 + len(seen)
    with pytest.raises(NothingToRedo, match="There is nothing to redo."):
        services.redo(player, deck.key, deck.version)


def test_a_new_deck_has_nothing_to_undo_or_redo(player: Visitor, empty: Deck):
    with pytest.raises(NothingToUndo, match="There is nothing to undo."):
        services.undo(player, empty.key, empty.version)
    with pytest.raises(NothingToRedo):
        services.redo(player, empty.key, empty.version)


def test_a_change_after_undo_ends_the_way_forward_but_not_the_history(player: Visitor, empty: Deck):
    deck = with_fireballs(player, empty, 2)
    deck = services.undo(player, deck.key, deck.version)
    deck = services.rename(player, deck.key, deck.version, "Ice")
    assert not turns(deck).redo
    deck = services.restore_version(player, deck.key, deck.version, 3)
    assert (deck.name, deck.cards) == ("Fire", {"fireball": 2})


def test_the_page_knows_which_way_is_open(player: Visitor, empty: Deck, django_assert_num_queries: Any):
    assert (turns(empty).undo, turns(empty).redo) == (False, False)
    deck = with_fireballs(player, empty, 1)
    assert (turns(deck).undo, turns(deck).redo) == (True, False)
    deck = services.undo(player, deck.key, deck.version)
    with django_assert_num_queries(1):
        ways = turns(deck)
    assert (ways.undo, ways.redo) == (False, True)


def test_sharing_is_not_undone(player: Visitor, empty: Deck):
    deck = with_fireballs(player, empty, 1)
    deck = services.set_visibility(player, deck.key, deck.version, "public")
    deck = services.undo(player, deck.key, deck.version)
    assert (deck.cards, deck.visibility) == ({}, "public")


def test_restoring_can_be_undone(player: Visitor, empty: Deck):
    deck = with_fireballs(player, empty, 3)
    deck = services.restore_version(player, deck.key, deck.version, 2)
    assert deck.cards == {"fireball": 1}
    deck = services.undo(player, deck.key, deck.version)
    assert deck.cards == {"fireball": 3}
    with pytest.raises(NoSuchVersion, match="The history of this deck has no version 99."):
        services.restore_version(player, deck.key, deck.version, 99)


def test_what_the_catalogue_retired_since_can_be_restored(player: Visitor, empty: Deck):
    alternative = Banner.objects.get(faction=empty.faction, variant="alternative")
    deck = services.choose_banner(player, empty.key, 1, alternative.slug)
    deck = services.choose_banner(player, deck.key, 2, "")
    Banner.objects.filter(pk=alternative.pk).update(retired=True)
    facts.forget()
    assert services.restore_version(player, deck.key, 3, 2).banner == alternative.slug
    assert services.fork(player, deck.key).banner == alternative.slug


def test_typing_is_one_change(player: Visitor, empty: Deck):
    deck = empty
    for text in ("B", "Bu", "Burn."):
        deck = services.write_notes(player, deck.key, deck.version, text)
    assert (deck.version, deck.versions.count()) == (4, 2)
    assert services.undo(player, deck.key, deck.version).notes == ""


def test_typing_after_a_pause_is_a_new_change(player: Visitor, empty: Deck):
    deck = services.write_notes(player, empty.key, 1, "Burn.")
    DeckVersion.objects.update(made=timezone.now() - timedelta(minutes=11))
    deck = services.write_notes(player, deck.key, 2, "Burn all.")
    assert services.undo(player, deck.key, deck.version).notes == "Burn."


def test_the_history_is_bounded(player: Visitor, empty: Deck, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(keeping, "KEPT_VERSIONS", 5)
    deck = with_fireballs(player, empty, 44)
    assert list(deck.versions.values_list("number", flat=True)) == [45, 44, 43, 42, 41, 40, 39, 38, 37, 36]
    for _ in range(9):
        deck = services.undo(player, deck.key, deck.version)
    with pytest.raises(NothingToUndo):
        services.undo(player, deck.key, deck.version)


def test_a_difference_reads_like_a_shopping_list(player: Visitor, empty: Deck):
    before = services.change_deck(player, empty.key, 1, {"cards": {"fireball": 1, "leap": 2}}).content
    after = {
        **before,
        "name": "Ice",
        "format": "short",
        "cards": {"fireball": 3},
        "squads": {"master-of-elements": 1},
        "shrine": "",
        "notes": "Freeze.",
    }
    assert difference(before, after, empty.facts) == [
        "+1 Master of Elements",
        "+2 Fireball",
        "−2 leap",  # another faction's, so its name is not at hand
        f"Shrine: {empty.facts.shrines[empty.shrine]} → none",
        "format: Duel → Short duel",
        "name: Fire → Ice",
        "notes changed",
    ]


def sitting(hours_ago: int, *numbers: int) -> None:
    DeckVersion.objects.filter(number__in=numbers).update(made=timezone.now() - timedelta(hours=hours_ago))


def test_changes_of_one_sitting_are_one_entry(player: Visitor, empty: Deck, django_assert_num_queries: Any):
    deck = with_fireballs(player, empty, 3)
    deck = services.add_squad(player, deck.key, deck.version, "succubus")
    deck = services.rename(player, deck.key, deck.version, "Ice")
    sitting(48, 1)
    sitting(24, 2, 3)
    with django_assert_num_queries(1):
        newest, middle, first = history(deck)
    assert (newest.number, newest.changes) == (6, ["+1 Succubus", "+1 Fireball", "name: Fire → Ice"])
    assert (middle.number, middle.changes) == (3, ["+2 Fireball"])
    assert (first.number, first.changes, first.is_first) == (1, [], True)
    assert [entry.is_present for entry in (newest, middle, first)] == [True, False, False]


def test_what_the_first_sitting_added_is_told_and_can_be_taken_back(player: Visitor, empty: Deck):
    deck = with_fireballs(player, empty, 3)
    newest, first = history(deck)
    assert (newest.number, newest.changes, newest.is_present) == (4, ["+3 Fireball"], True)
    assert (first.number, first.changes, first.is_beginning) == (1, [], True)


def test_restoring_leaves_what_was_there_before_in_the_history(player: Visitor, empty: Deck):
    deck = with_fireballs(player, empty, 3)
    deck = services.restore_version(player, deck.key, deck.version, 1)
    assert [(entry.number, entry.changes) for entry in history(deck)] == [
        (5, ["−3 Fireball"]),
        (4, ["+3 Fireball"]),
        (1, []),
    ]


def test_a_history_whose_beginning_is_gone_does_not_claim_to_have_it(player: Visitor, empty: Deck):
    deck = with_fireballs(player, empty, 3)
    deck.versions.filter(number__lt=3).delete()
    newest, oldest = history(deck)
    assert newest.changes == ["+1 Fireball"]
    assert (oldest.is_first, oldest.is_beginning) == (True, False)


def test_a_sitting_that_changed_nothing_is_not_told(player: Visitor, empty: Deck):
    deck = with_fireballs(player, empty, 1)
    deck = services.undo(player, deck.key, deck.version)
    sitting(24, 1)
    [only] = history(deck)
    assert (only.is_first, only.is_present) == (True, True)
