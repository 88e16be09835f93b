"""The page of a deck, of a code and of a starter deck; sharing, notes, history, talk, paper."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from catalog.models import GameSystem, StarterDeck
from decks import services
from decks.facts import facts_of
from decks.models import Comment, Deck, Like
from decks.rules.code import encode
from decks.rules.deck_list import DeckList
from decks.visitors import Visitor
from tests.factories import CommentFactory, DeckFactory, LikeFactory, PublicDeckFactory, UserFactory

LARGEST_PAGE = 60_000


@pytest.fixture
def annas(client: Client, anna: User) -> Client:
    client.force_login(anna)
    return client


@pytest.fixture
def public(anna: User) -> Deck:
    return PublicDeckFactory(owner=anna, name="Blaze")


def page_of(client: Client, deck: Deck, query: str = "") -> str:
    response = client.get(f"/decks/{deck.key}/{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_a_deck_shows_squads_cards_plots_and_pieces(client: Client, public: Deck):
    page = page_of(client, public)
    for squad in public.squads:
        assert f'href="/dawnfall/squads/demon/{squad}/"' in page
    for card in public.cards:
        assert f'href="/dawnfall/cards/demon/{card}/"' in page
    assert page.count('<svg class="plot" role="img" aria-label="') == 4
    assert "Cards for each squad. Son of Khyber: " in page
    assert "Demon Banner" in page
    assert "Legal" in page
    assert 'href="/accounts/players/Anna/"' in page


def test_a_private_deck_exists_for_its_owner_alone(annas: Client, deck: Deck):
    page_of(annas, deck)
    for address in ("", "print/", "proxies/", "export/text/", "history/", "notes/", "delete/", "build/"):
        assert Client().get(f"/decks/{deck.key}/{address}").status_code == 404, address
    assert Client().get(f"/d/{deck.key}/").status_code == 404
    for address in ("copy", "share", "like", "take-down", "comments", "comments/1", "history/1", "delete"):
        assert Client().post(f"/decks/{deck.key}/{address}/").status_code == 404, address


def test_the_short_link_leads_to_the_deck(client: Client, public: Deck):
    assert client.get(f"/d/{public.key}/").headers["Location"] == f"/decks/{public.key}/"
    assert f"http://testserver/d/{public.key}/" in page_of(client, public)


@pytest.mark.parametrize("with_talk", [False, True])
def test_a_deck_page_asks_few_questions_and_is_small(
    client: Client, public: Deck, with_talk: bool, django_assert_max_num_queries: DjangoAssertNumQueries
):
    if with_talk:
        CommentFactory.create_batch(25, deck=public)
        client.force_login(UserFactory(is_staff=True))
    page_of(client, public)
    with django_assert_max_num_queries(12):
        page = page_of(client, public, "?card=fireball&turn=25")
    assert len(page.encode()) <= LARGEST_PAGE


def test_problems_are_told_with_fix_and_rule(client: Client, public: Deck):
    Deck.objects.update(cards={**public.cards, "fireball": 9})
    page = page_of(client, public)
    assert "Fireball: 9 copies, at most" in page
    assert 'href="/dawnfall/rules/id/DF-DECK-05/"' in page


def test_the_odds_are_exact(client: Client, public: Deck):
    page = page_of(client, public, "?card=fireball&turn=1")
    assert "23.0 %" in page  # 1 - C(23,3)/C(25,3): two Fireballs among 25 cards, three seen
    assert "to have held at least 1 of 2 by turn 1, with 3 of 25 cards seen." in page


@pytest.mark.parametrize("query", ["?card=no-such", "?card=fireball&turn=x&least=99&played=-1", "?hand=" + "9" * 99])
def test_odd_questions_do_no_harm(client: Client, public: Deck, query: str):
    page_of(client, public, query)


def test_a_hand_has_three_cards_and_its_seed_shares_it(client: Client, public: Deck):
    def hand(seed: str) -> list[str]:
        section = page_of(client, public, f"?hand={seed}").partition('id="hand"')[2].partition("</section>")[0]
        return re.findall(r'href="/dawnfall/cards/demon/([\w-]+)/"', section)

    assert len(hand("abc")) == 3
    assert hand("abc") == hand("abc")
    assert len({tuple(hand(str(seed))) for seed in range(20)}) > 10


def test_notes_are_shown_without_anything_that_bites(client: Client, public: Deck):
    Deck.objects.update(
        notes="# Plan\n\n**Burn** <script>alert(1)</script> [here](https://example.org) [x](javascript:a)"
    )
    notes = page_of(client, public).partition('id="notes"')[2].partition("</section>")[0]
    assert "<h3>Plan</h3>" in notes
    assert "<strong>Burn</strong>" in notes
    assert "<script" not in notes
    assert 'rel="nofollow' in notes
    assert 'href="javascript' not in notes


def test_the_owner_writes_notes_and_loses_none_when_refused(annas: Client, deck: Deck):
    annas.post(f"/decks/{deck.key}/notes/", {"notes": "Burn.", "version": 1})
    assert Deck.objects.get().notes == "Burn."
    answer = annas.post(f"/decks/{deck.key}/notes/", {"notes": "Freeze.", "version": 1}).content.decode()
    assert "was changed in the meantime" in answer
    assert ">Freeze.</textarea>" in answer
    assert Deck.objects.get().notes == "Burn."


def test_a_copy_gives_credit_and_opens_in_the_builder(client: Client, public: Deck, stranger: Visitor):
    client.force_login(stranger.user)
    answer = client.post(f"/decks/{public.key}/copy/")
    copy = Deck.objects.get(owner=stranger.user)
    assert answer.headers["Location"] == f"/decks/{copy.key}/build/"
    page = page_of(client, copy)
    assert "A copy of “Blaze” by Anna." in page
    assert f'href="/decks/{public.key}/"' in page


def test_a_guest_copies_too(client: Client, public: Deck):
    client.post(f"/decks/{public.key}/copy/")
    assert Deck.objects.filter(owner=None).count() == 1
    assert "Blaze" in client.get("/decks/mine/").content.decode()


def test_the_owner_says_who_may_see_it(annas: Client, deck: Deck):
    annas.post(f"/decks/{deck.key}/share/", {"visibility": "public", "version": deck.version})
    assert Client().get(f"/decks/{deck.key}/").status_code == 200
    deck.refresh_from_db()
    annas.post(f"/decks/{deck.key}/share/", {"visibility": "private", "version": deck.version})
    assert Client().get(f"/decks/{deck.key}/").status_code == 404


def test_a_guest_cannot_publish_and_is_told_why(client: Client, dawnfall: GameSystem):
    client.post("/decks/new/", {"faction": "demon", "format": "duel"})
    deck = Deck.objects.get()
    answer = client.post(f"/decks/{deck.key}/share/", {"visibility": "public", "version": 1}, follow=True)
    assert "A public deck needs an author" in answer.content.decode()
    assert Deck.objects.get().visibility == "private"


def test_history_shows_differences_and_restores(annas: Client, player: Visitor, deck: Deck):
    services.add_card(player, deck.key, 1, "fireball", copies=2)
    deck.versions.filter(number=1).update(made="2026-01-01T00:00Z")
    page = annas.get(f"/decks/{deck.key}/history/").content.decode()
    assert "+2 Fireball" in page
    annas.post(f"/decks/{deck.key}/history/1/", {"version": 2})
    assert Deck.objects.get().cards["fireball"] == 2


def test_deleting_asks_first(annas: Client, deck: Deck):
    assert "Delete “Fire”?" in annas.get(f"/decks/{deck.key}/delete/").content.decode()
    assert Deck.objects.exists()
    annas.post(f"/decks/{deck.key}/delete/")
    assert not Deck.objects.exists()


def test_likes_are_given_and_taken_back(client: Client, public: Deck, stranger: Visitor):
    assert client.post(f"/decks/{public.key}/like/").headers["Location"].startswith("/accounts/login/?next=/decks/")
    client.force_login(stranger.user)
    client.post(f"/decks/{public.key}/like/")
    assert Like.objects.count() == 1
    assert 'value="no" aria-pressed="true"' in page_of(client, public)
    client.post(f"/decks/{public.key}/like/", {"like": "no"})
    assert not Like.objects.exists()


def test_a_comment_is_plain_text_and_a_refused_one_is_not_lost(client: Client, public: Deck, stranger: Visitor):
    client.force_login(stranger.user)
    client.post(f"/decks/{public.key}/comments/", {"text": "Nice <b>deck</b>"})
    assert "Nice &lt;b&gt;deck&lt;/b&gt;" in page_of(client, public)
    answer = client.post(f"/decks/{public.key}/comments/", {"text": "x" * 2001}, follow=True)
    assert "The comment has 2001 characters" in answer.content.decode()
    assert f">{'x' * 2001}</textarea>" in answer.content.decode()


def test_staff_hide_a_comment_with_a_reason_and_show_it_again(client: Client, public: Deck, staff: Visitor):
    comment = CommentFactory(deck=public, text="Buy my hat")
    client.force_login(staff.user)
    client.post(f"/decks/{public.key}/comments/{comment.pk}/", {"do": "hide", "reason": "Advertisement"})
    assert "Buy my hat" not in page_of(Client(), public)
    assert "Hidden by the staff: Advertisement" in page_of(client, public)
    client.post(f"/decks/{public.key}/comments/{comment.pk}/", {"do": "show"})
    assert "Buy my hat" in page_of(Client(), public)


def test_staff_take_a_deck_down_and_nobody_else_does(client: Client, public: Deck, staff: Visitor, stranger: Visitor):
    client.force_login(stranger.user)
    client.post(f"/decks/{public.key}/take-down/")
    assert Deck.objects.get().is_public
    client.force_login(staff.user)
    assert "Take this deck down" in page_of(client, public)
    client.post(f"/decks/{public.key}/take-down/")
    assert Deck.objects.get().visibility == "private"


def test_nobody_but_its_author_deletes_a_comment_and_nobody_but_staff_hides_it(
    client: Client, public: Deck, stranger: Visitor
):
    comment = CommentFactory(deck=public)
    client.force_login(stranger.user)
    client.post(f"/decks/{public.key}/comments/{comment.pk}/", {"do": "delete"})
    client.post(f"/decks/{public.key}/comments/{comment.pk}/", {"do": "hide", "reason": "Envy"})
    assert Comment.objects.filter(hidden_at=None).count() == 1
    client.force_login(comment.author)
    client.post(f"/decks/{public.key}/comments/{comment.pk}/", {"do": "delete"})
    assert not Comment.objects.exists()


def test_a_deck_that_is_not_public_has_no_likes_and_comments(client: Client, deck: Deck):
    Deck.objects.update(visibility="unlisted")
    LikeFactory(deck=deck)
    page = page_of(client, deck)
    assert 'id="comments"' not in page
    assert 'name="like"' not in page
    assert '<meta name="robots" content="noindex">' in page


def test_a_code_opens_the_deck_with_no_account_and_no_row(client: Client, deck: Deck):
    code = encode(deck.list, facts_of(deck.system))
    Deck.objects.all().delete()
    page = client.get(f"/d/code/{code}/").content.decode()
    assert "<h1>Fire</h1>" in page
    assert "Save a copy" in page
    assert client.get(f"/d/code/{code}/print/").status_code == 200
    assert client.get(f"/d/code/{code}/export/text/").status_code == 200
    assert not Deck.objects.exists()
    answer = client.post(f"/d/code/{code}/")
    kept = Deck.objects.get()
    assert answer.headers["Location"] == f"/decks/{kept.key}/build/"
    assert kept.cards == deck.cards
    assert kept.name == "Fire"


@pytest.mark.parametrize("code", ["E1abc", "hello", "E1" + "A" * 60, "E9" + "A" * 60, "E1" + "A" * 5000])
def test_a_damaged_code_is_explained(client: Client, dawnfall: GameSystem, code: str):
    response = client.get(f"/d/code/{code}/")
    assert response.status_code == 404
    assert "This deck code cannot be read" in response.content.decode()
    assert client.get(f"/d/code/{code}/print/").status_code == 404


def test_a_code_with_cards_this_catalogue_does_not_know_shows_the_rest(client: Client, dawnfall: GameSystem):
    deck = DeckList("demon", cards={"fireball": 2, "#1234": 1}, squads=("gorehound",))
    page = client.get(f"/d/code/{encode(deck, facts_of(dawnfall))}/").content.decode()
    assert "Fireball" in page
    assert "#1234" in page


def test_every_starter_deck_opens_legal_and_is_copied(client: Client, dawnfall: GameSystem):
    starters = client.get("/decks/starters/").content.decode()
    for starter in StarterDeck.objects.select_related("faction"):
        address = f"/decks/starters/{starter.faction.slug}/{starter.format}/"
        assert f'href="{address}"' in starters
        page = client.get(address).content.decode()
        assert 'class="badge legal"' in page, address
    client.post("/decks/starters/demon/duel/")
    assert Deck.objects.get().cards == StarterDeck.objects.get(faction__slug="demon", format="duel").cards
    assert client.get("/decks/starters/demon/huge/").status_code == 404


@pytest.mark.parametrize("form", ["text", "markdown", "json", "csv", "xlsx", "ods", "code"])
def test_every_format_is_handed_out_as_a_file(client: Client, public: Deck, form: str):
    assert f'href="/decks/{public.key}/export/{form}/"' in page_of(client, public)
    response = client.get(f"/decks/{public.key}/export/{form}/")
    assert response.status_code == 200
    assert response.headers["Content-Disposition"].startswith('attachment; filename="blaze.')
    assert response.content


def test_a_format_that_is_none_is_not_found(client: Client, public: Deck):
    assert client.get(f"/decks/{public.key}/export/pdf/").status_code == 404


def test_proxies_show_every_copy_and_what_comes_along(client: Client, anna: User):
    deck = DeckFactory(owner=anna, faction_slug="chapter", visibility="unlisted")
    Deck.objects.update(squads={**deck.squads, "holy-riders": 1})
    page = client.get(f"/decks/{deck.key}/proxies/").content.decode()
    assert page.count('<div class="card ') == 27
    sheet = client.get(f"/decks/{deck.key}/print/").content.decode()
    assert "Winged Charge" in sheet
    assert "<b>4</b> Shoot" in sheet


def test_a_deck_with_retired_cards_still_has_a_page(client: Client, public: Deck):
    public.faction.cards.filter(slug="fireball").update(retired=True)
    public.faction.squads.filter(slug="gorehound").update(retired=True)
    GameSystem.objects.update(edition=public.system.edition + 1)
    page = page_of(client, public)
    assert "Fireball: this card is no longer part of the catalogue." in page
    assert "Gorehound: this squad is no longer part of the catalogue." in page
