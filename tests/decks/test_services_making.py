"""How decks come, are shared, and go."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from catalog.models import Faction, GameSystem, StarterDeck
from decks import services
from decks.exchange import FORMS, export, imported
from decks.facts import facts_of
from decks.models import LONGEST_NAME, Deck
from decks.refusals import (
    GuestsCannotPublish,
    NoFactionFound,
    NoPlaceToKeep,
    NoSuchDeck,
    OnlyForStaff,
    TooManyDecks,
    Unknown,
    Unreadable,
)
from decks.rules.deck_list import DeckList
from decks.services import making
from decks.visitors import GUEST_KEY, Visitor
from tests.factories import DeckFactory, PublicDeckFactory

PASSWORD = "six-of-seven-hexes"


def test_a_new_deck_is_private_and_has_the_standard_banner_and_shrine(player: Visitor, demon: Faction, anna: User):
    deck = services.create_deck(player, demon, "short")
    assert (deck.owner, deck.guest, deck.format, deck.version) == (anna, "", "short", 1)
    assert deck.name == f"New {demon.name} deck"
    assert (deck.visibility, deck.squads, deck.cards) == ("private", {}, {})
    assert (deck.banner, deck.shrine) == (deck.facts.standard_banner, deck.facts.standard_shrine)
    assert [version.number for version in deck.versions.all()] == [1]


def test_a_guest_has_decks_too(guest: Visitor, demon: Faction):
    deck = services.create_deck(guest, demon)
    deck = services.add_card(guest, deck.key, deck.version, "fireball")
    assert (deck.owner, deck.guest, deck.cards) == (None, "a-guests-key", {"fireball": 1})


def test_nothing_is_kept_for_nobody(demon: Faction):
    with pytest.raises(NoPlaceToKeep, match="log in, or let your browser accept cookies"):
        services.create_deck(Visitor(), demon)


def test_there_is_a_limit_for_users_and_a_lower_one_for_guests(
    player: Visitor, guest: Visitor, demon: Faction, monkeypatch: pytest.MonkeyPatch
):
    assert (making.MOST_DECKS_OF_A_USER, making.MOST_DECKS_OF_A_GUEST) == (500, 20)
    monkeypatch.setattr(making, "MOST_DECKS_OF_A_USER", 2)
    monkeypatch.setattr(making, "MOST_DECKS_OF_A_GUEST", 1)
    services.create_deck(guest, demon)
    with pytest.raises(TooManyDecks, match="Guests can keep 1 decks. Delete one, or sign up to keep more."):
        services.create_deck(guest, demon)
    deck = services.create_deck(player, demon)
    services.create_deck(player, demon)
    for deed in (lambda: services.create_deck(player, demon), lambda: services.fork(player, deck.key)):
        with pytest.raises(TooManyDecks, match="You have 2 decks"):
            deed()


def test_a_list_from_elsewhere_is_kept_even_if_it_is_illegal(player: Visitor):
    deck_list = DeckList("demon", "duel", ("succubus", "succubus"), {"fireball": 7}, name="x" * 300)
    deck = services.keep_list(player, deck_list, notes="From the table.")
    assert (deck.squads, deck.cards, deck.banner, deck.notes) == (
        {"succubus": 2},
        {"fireball": 7},
        "",
        "From the table.",
    )
    assert deck.name == "x" * 80
    assert services.keep_list(player, DeckList("demon")).name == "Unnamed deck"


def test_a_list_of_an_unknown_faction_is_refused(player: Visitor):
    with pytest.raises(Unknown, match="There is no faction “elves”. Known are: .*demon"):
        services.keep_list(player, DeckList("elves"))


def test_every_starter_deck_is_legal_and_can_be_copied(player: Visitor):
    starters = StarterDeck.objects.select_related("faction__system", "banner", "shrine")
    assert starters
    for starter in starters:
        deck = services.copy_starter(player, starter)
        assert deck.problems() == [], starter
        assert deck.list.squads == tuple(sorted(services.starter_list(starter).squads))
        assert (deck.name, deck.credit) == (starter.name, f"A copy of “{starter.name}”.")


def test_a_copy_of_somebodys_deck_gives_credit(stranger: Visitor, player: Visitor):
    original = PublicDeckFactory(owner=player.user, name="Fire", notes="Burn.")
    copy = services.fork(stranger, original.key)
    assert copy.content == original.content
    assert (copy.owner, copy.visibility, copy.forked_from) == (stranger.user, "private", original)
    assert copy.credit == "A copy of “Fire” by Anna."
    assert copy.key != original.key


def test_a_copy_of_a_copy_of_ones_own_keeps_the_first_credit(stranger: Visitor, player: Visitor):
    copy = services.fork(stranger, PublicDeckFactory(owner=player.user, name="Fire").key)
    again = services.fork(stranger, copy.key)
    assert (again.name, again.credit) == ("Copy of Fire", "A copy of “Fire” by Anna.")


def test_a_private_deck_cannot_be_copied_by_others(stranger: Visitor, deck: Deck):
    with pytest.raises(NoSuchDeck):
        services.fork(stranger, deck.key)
    assert Deck.objects.count() == 1


def test_a_deleted_deck_is_gone_with_its_history(player: Visitor, deck: Deck):
    services.delete_deck(player, deck.key, deck.version)
    assert not Deck.objects.exists()


def test_a_deck_is_published_once(player: Visitor, deck: Deck):
    deck = services.set_visibility(player, deck.key, 1, "public")
    first = deck.published
    assert first
    deck = services.set_visibility(player, deck.key, 2, "private")
    deck = services.set_visibility(player, deck.key, 3, "public")
    deck.refresh_from_db()
    assert (deck.published, deck.version) == (first, 4)
    with pytest.raises(Unknown, match="A deck cannot be “secret”. Known are: private, unlisted, public."):
        services.set_visibility(player, deck.key, 4, "secret")


def test_a_guest_shares_by_link_and_does_not_publish(guest: Visitor):
    deck = DeckFactory(guest=guest.guest)
    services.set_visibility(guest, deck.key, 1, "unlisted")
    with pytest.raises(GuestsCannotPublish, match="sign up first"):
        services.set_visibility(guest, deck.key, 2, "public")
    assert Deck.objects.get().visibility == "unlisted"


def test_staff_take_a_deck_down_and_nobody_else_does(player: Visitor, stranger: Visitor, staff: Visitor):
    deck = PublicDeckFactory(owner=player.user)
    with pytest.raises(OnlyForStaff):
        services.take_down(stranger, deck.key)
    services.take_down(staff, deck.key)
    assert Deck.objects.get().visibility == "private"
    with pytest.raises(NoSuchDeck):
        services.take_down(staff, deck.key)


def visit_as_guest(client: Client, key: str) -> None:
    session = client.session
    session[GUEST_KEY] = key
    session.set_expiry(90 * 24 * 3600)
    session.save()


SIGN_UP = {"username": "Berta", "password1": PASSWORD, "password2": PASSWORD, "email": ""}


@pytest.mark.parametrize("way", ["signup", "login"])
def test_a_guests_decks_become_the_users(client: Client, anna: User, guest: Visitor, way: str):
    anna.set_password(PASSWORD)
    anna.save()
    deck, others = DeckFactory(guest=guest.guest), DeckFactory(guest="another-guest")
    visit_as_guest(client, guest.guest)
    form: dict[str, Any] = SIGN_UP if way == "signup" else {"username": "Anna", "password": PASSWORD}
    answer = client.post(f"/accounts/{way}/", form)
    assert answer.status_code == 302, answer.content
    deck.refresh_from_db()
    others.refresh_from_db()
    assert deck.owner
    assert (deck.owner.username, deck.guest) == ("Berta" if way == "signup" else "Anna", "")
    assert others.guest == "another-guest"
    assert GUEST_KEY not in client.session
    assert client.session.get_expiry_age() < 15 * 24 * 3600


def test_who_logs_in_without_having_been_a_guest_gets_nobodys_decks(client: Client, anna: User, guest: Visitor):
    anna.set_password(PASSWORD)
    anna.save()
    DeckFactory(guest=guest.guest)
    client.post("/accounts/login/", {"username": "Anna", "password": PASSWORD})
    assert Deck.objects.get().owner is None


def test_decks_of_guests_who_stay_away_are_pruned(player: Visitor, guest: Visitor):
    long_ago = timezone.now() - timedelta(days=91)
    kept = [DeckFactory(guest=guest.guest), DeckFactory(owner=player.user, changed=long_ago)]
    DeckFactory(guest=guest.guest, changed=long_ago)
    out = StringIO()
    call_command("prune_guest_decks", stdout=out)
    assert list(Deck.objects.order_by("pk")) == kept
    assert "1 deck" in out.getvalue()


TEXT = """My fire deck
Faction: Demon
2x Fireball
3 Wizards of the coast
1 Infection
"""


def test_an_imported_deck_keeps_what_could_not_be_matched(player: Visitor, dawnfall: GameSystem):
    arrived = services.import_deck(player, dawnfall, TEXT)
    assert arrived.deck.cards == {"fireball": 2, "infection": 1}
    assert arrived.deck.owner == player.user
    assert [line.text.strip() for line in arrived.imported.unmatched][-1] == "3 Wizards of the coast"
    assert "    3 Wizards of the coast" in arrived.deck.notes.splitlines()


def test_left_over_lines_are_cut_where_notes_end(player: Visitor, dawnfall: GameSystem):
    lines = "\n".join(f"9 Wizards of coast number {number}" for number in range(900))
    arrived = services.import_deck(player, dawnfall, f"Faction: Demon\n2x Fireball\n{lines}")
    assert len(arrived.deck.notes) <= 20_000
    assert arrived.deck.notes.splitlines()[-1].endswith(" more lines.")
    assert len(arrived.imported.unmatched) == 900


def test_what_cannot_be_read_makes_no_deck(player: Visitor, dawnfall: GameSystem):
    with pytest.raises(Unreadable, match="There is nothing to read"):
        services.import_deck(player, dawnfall, " ")
    with pytest.raises(NoFactionFound, match="name it in a line like Faction: Demon"):
        services.import_deck(player, dawnfall, "9 Wizards of the coast")
    assert not Deck.objects.exists()


def test_what_is_given_out_comes_back_as_the_same_deck(player: Visitor, deck: Deck, dawnfall: GameSystem):
    for form in FORMS:
        out = export(deck.list, facts_of(dawnfall), form)
        arrived = services.import_deck(player, dawnfall, out.data, out.filename)
        assert arrived.deck.list == deck.list, form
        assert arrived.deck.notes == ""


def test_a_name_that_fits_an_import_fits_a_deck():
    assert imported.LONGEST_NAME == LONGEST_NAME
