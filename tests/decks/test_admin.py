"""Decks and comments in the admin site."""

import pytest
from django.test import Client

from accounts.models import User
from decks.models import Comment, Deck
from tests.factories import CommentFactory, DeckFactory, PublicDeckFactory, UserFactory

pytestmark = pytest.mark.usefixtures("dawnfall")


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(UserFactory(username="Boss", is_staff=True, is_superuser=True))
    return client


def test_private_decks_are_not_shown_to_staff(admin: Client):
    public, private = PublicDeckFactory(name="Fire"), DeckFactory(name="Secret plan")
    page = admin.get("/admin/decks/deck/").content.decode()
    assert "Fire" in page
    assert "Secret plan" not in page
    assert admin.get(f"/admin/decks/deck/{public.pk}/change/").status_code == 200
    assert admin.get(f"/admin/decks/deck/{private.pk}/change/").status_code == 302


def test_staff_take_decks_down(admin: Client):
    deck = PublicDeckFactory()
    form = {"action": "take_down", "_selected_action": [deck.pk]}
    admin.post("/admin/decks/deck/", form)
    assert Deck.objects.get().visibility == "private"


def test_staff_hide_and_show_comments(admin: Client):
    comment = CommentFactory(text="Rubbish!")
    admin.post("/admin/decks/comment/", {"action": "hide", "_selected_action": [comment.pk]})
    hidden = Comment.objects.get()
    assert hidden.is_hidden
    assert hidden.hidden_reason == "Against the rules of the house."
    assert hidden.hidden_by == User.objects.get(username="Boss")
    admin.post("/admin/decks/comment/", {"action": "show", "_selected_action": [comment.pk]})
    assert not Comment.objects.get().is_hidden


def test_a_reason_on_the_page_of_a_comment_hides_it(admin: Client):
    comment = CommentFactory(text="Rubbish!")
    address = f"/admin/decks/comment/{comment.pk}/change/"
    admin.post(address, {"hidden_reason": "Rude to a beginner."})
    assert (Comment.objects.get().is_hidden, Comment.objects.get().hidden_reason) == (True, "Rude to a beginner.")
    admin.post(address, {"hidden_reason": ""})
    assert not Comment.objects.get().is_hidden


def test_nobody_rewrites_a_deck_or_a_comment(admin: Client):
    comment = CommentFactory(text="Rubbish!")
    assert admin.post(f"/admin/decks/deck/{comment.deck.pk}/change/", {"name": "Mine"}).status_code == 403
    admin.post(f"/admin/decks/comment/{comment.pk}/change/", {"text": "Great!", "hidden_reason": ""})
    assert Comment.objects.get().text == "Rubbish!"
    assert admin.get("/admin/decks/deck/add/").status_code == 403
