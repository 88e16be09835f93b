"""The API for decks: reading and changing them."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tokens import make_token
from catalog.models import Card
from decks import facts, legality
from decks.models import Deck, Like
from decks.visitors import GUEST_KEY
from tests.factories import CommentFactory, DeckFactory, LikeFactory, PublicDeckFactory, UserFactory

pytestmark = pytest.mark.usefixtures("dawnfall")
API = "/api/v1/decks/"
JSON = "application/json"


@pytest.fixture
def annas(anna: User) -> dict[str, str]:
    """The header with Anna's token."""
    return {"Authorization": f"Bearer {make_token(anna, 'tests')[1]}"}


@pytest.fixture
def others() -> dict[str, str]:
    """The header with somebody else's token."""
    return {"Authorization": f"Bearer {make_token(UserFactory(username='Other'), 'tests')[1]}"}


def keys(client: Client, headers: dict[str, str] | None = None, **parameters: Any) -> list[str]:
    answer = client.get(API, parameters, headers=headers or {})
    assert answer.status_code == 200, answer.content
    return [row["key"] for row in answer.json()["results"]]


NEW = {
    "faction": "demon",
    "name": "Fire",
    "squads": {"succubus": 1, "master-of-elements": 2},
    "cards": {"fireball": 3},
    "notes": "Burn.\n",
}


def test_a_deck_is_created_read_changed_and_deleted(client: Client, annas: dict[str, str], anna: User):
    made = client.post(API, NEW, content_type=JSON, headers=annas)
    assert made.status_code == 201, made.content
    deck = made.json()
    assert made.headers["Location"] == deck["url"] == f"http://testserver{API}{deck['key']}/"
    assert (deck["author"], deck["visibility"], deck["version"], deck["notes"]) == ("Anna", "private", 1, "Burn.")
    assert deck["banner"] == Deck.objects.get().facts.standard_banner
    assert (deck["squads"], deck["legal"]) == ({"master-of-elements": 2, "succubus": 1}, False)
    assert {"code", "kind", "slug", "sentence", "fix", "rules", "suggestions"} == set(deck["problems"][0])

    read = client.get(deck["url"], headers=annas)
    assert (read.json(), read.headers["ETag"]) == (deck, '"1"')

    changed = client.patch(deck["url"], {"name": "Ice", "version": 1}, content_type=JSON, headers=annas)
    assert (changed.status_code, changed.json()["name"], changed.json()["cards"]) == (200, "Ice", {"fireball": 3})

    back = client.put(deck["url"], {**changed.json(), "name": "Water"}, content_type=JSON, headers=annas)
    assert (back.status_code, back.json()["name"], back.json()["version"]) == (200, "Water", 3)

    gone = client.delete(deck["url"], headers={**annas, "If-Match": '"3"'})
    assert gone.status_code == 204
    assert client.get(deck["url"], headers=annas).status_code == 404
    assert not Deck.objects.exists()


def test_a_whole_deck_takes_the_place_of_the_old_one(client: Client, annas: dict[str, str], deck: Deck):
    body = {"name": "Less", "format": "short", "squads": ["succubus", "succubus"], "version": 1}
    answer = client.put(f"{API}{deck.key}/", body, content_type=JSON, headers=annas)
    assert answer.status_code == 200, answer.content
    deck.refresh_from_db()
    assert (deck.name, deck.format, deck.squads, deck.cards, deck.notes) == ("Less", "short", {"succubus": 2}, {}, "")
    assert deck.banner == deck.facts.standard_banner


def test_content_and_visibility_change_together_or_not_at_all(client: Client, annas: dict[str, str], deck: Deck):
    address = f"{API}{deck.key}/"
    body = {"name": "Ice", "visibility": "public", "version": 1}
    answer = client.patch(address, body, content_type=JSON, headers=annas).json()
    assert (answer["name"], answer["visibility"], answer["version"]) == ("Ice", "public", 3)
    assert answer["published"]
    bad = client.patch(address, {**body, "name": "x", "visibility": "loud"}, content_type=JSON, headers=annas)
    assert bad.status_code == 400
    assert Deck.objects.get().name == "Ice"


def test_a_change_needs_its_version(client: Client, annas: dict[str, str], deck: Deck):
    address = f"{API}{deck.key}/"
    for answer in (
        client.patch(address, {"name": "Ice"}, content_type=JSON, headers=annas),
        client.delete(address, headers=annas),
    ):
        assert answer.status_code == 428
        assert "or the ETag of the deck in If-Match" in answer.json()["detail"]
    answer = client.patch(address, {"name": "Ice"}, content_type=JSON, headers={**annas, "If-Match": '"one"'})
    assert (answer.status_code, list(answer.json())) == (400, ["version"])
    assert Deck.objects.get().name == "Fire"


def test_a_change_on_an_old_version_is_refused(client: Client, annas: dict[str, str], deck: Deck):
    Deck.objects.update(version=5)
    address = f"{API}{deck.key}/"
    answer = client.patch(address, {"name": "Ice", "version": 4}, content_type=JSON, headers=annas)
    assert (answer.status_code, answer.json()["code"], answer.json()["version"]) == (409, "stale", 5)
    answer = client.patch(address, {"name": "Ice"}, content_type=JSON, headers={**annas, "If-Match": '"4"'})
    assert answer.status_code == 412
    assert client.delete(f"{address}?version=4", headers=annas).status_code == 409
    assert Deck.objects.get().name == "Fire"


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"faction": "elves"}, "detail", "There is no faction “elves”. Known are: "),
        ({"system": "chess"}, "system", "system is “chess”; expected one of dawnfall."),
        ({"cards": {"firebal": 1}}, "detail", "There is no card “firebal”."),
        ({"cards": {"fireball": 100}}, "cards", "fireball is “100”; expected a whole number from 0 to 99."),
        ({"cards": {"fireball": True}}, "cards", "fireball is “True”; expected a whole number"),
        ({"cards": "fireball"}, "cards", "Expected copies by slug"),
        ({"squads": [1]}, "squads", "Expected slugs, like “leap”."),
        ({"format": "huge"}, "detail", "There is no format “huge”. Known are: duel, multiplayer, short."),
        ({"visibility": "loud"}, "visibility", "visibility is “loud”; expected one of private, unlisted, public."),
        ({"name": "x" * 81}, "name", "Ensure this field has no more than 80 characters."),
        ({"colour": "red"}, "colour", "There is no field “colour” here. Known are: system, faction,"),
    ],
)
def test_what_cannot_be_kept_gets_a_sentence(
    client: Client, annas: dict[str, str], body: dict[str, Any], field: str, sentence: str
):
    answer = client.post(API, {**NEW, **body}, content_type=JSON, headers=annas)
    assert answer.status_code == 400, answer.content
    said = answer.json()[field]
    assert (said if isinstance(said, str) else said[0]).startswith(sentence)
    assert not Deck.objects.exists()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("[" * 100_000, "The JSON is nested deeper than any deck."),
        ('{"faction": "demon", "name": "\\ud800"}', "The JSON holds half of a character (a lone surrogate)."),
        ("{", "JSON parse error"),
    ],
)
def test_json_that_is_none_gets_a_sentence(client: Client, annas: dict[str, str], body: str, sentence: str):
    answer = client.post(API, body, content_type=JSON, headers=annas)
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith(sentence)


def test_the_faction_of_a_deck_stays(client: Client, annas: dict[str, str], deck: Deck):
    body = {"faction": "chapter", "version": 1}
    answer = client.patch(f"{API}{deck.key}/", body, content_type=JSON, headers=annas)
    assert answer.json() == {"faction": ["The faction of a deck stays what it is (demon); make a new deck instead."]}


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_another_users_private_deck_does_not_exist(client: Client, others: dict[str, str], deck: Deck, visibility: str):
    Deck.objects.update(visibility=visibility)
    address = f"{API}{deck.key}/"
    exists = visibility != "private"
    assert (deck.key in keys(client, others)) is (visibility == "public")
    assert (deck.key in keys(client)) is (visibility == "public")
    assert (
        client.get(address).status_code == client.get(address, headers=others).status_code == (200 if exists else 404)
    )
    assert client.get(f"{address}export/", headers=others).status_code == (200 if exists else 404)
    assert client.post(f"{address}fork/", headers=others).status_code == (201 if exists else 404)
    liked = client.put(f"{address}like/", headers=others).status_code
    assert liked == {"private": 404, "unlisted": 400, "public": 200}[visibility]
    for body in ({"name": "Mine", "version": 1}, {"nonsense": 1}):
        for deed in (client.put, client.patch):
            answer = deed(address, body, content_type=JSON, headers=others)
            assert answer.status_code == (403 if exists else 404)
    assert client.delete(f"{address}?version=1", headers=others).status_code == (403 if exists else 404)
    assert Deck.objects.get(pk=deck.pk).name == "Fire"
    if not exists:
        unknown = client.get(f"{API}abcdefghijk/", headers=others).json()["detail"]
        hidden = client.get(address, headers=others).json()["detail"]
        assert hidden == unknown.replace("abcdefghijk", deck.key)


def test_a_copy_names_its_original_only_to_those_who_may_see_it(client: Client, deck: Deck, annas: dict[str, str]):
    copy = PublicDeckFactory(forked_from=deck, source_name="Fire", source_author="Anna")
    assert client.get(f"{API}{copy.key}/").json()["forked_from"] is None
    assert client.get(f"{API}{copy.key}/", headers=annas).json()["forked_from"] == deck.key


@pytest.mark.parametrize("deed", ["post", "put", "patch", "delete"])
def test_strangers_change_nothing_and_are_told_how(client: Client, deck: Deck, deed: str):
    Deck.objects.update(visibility="public")
    session = client.session
    session[GUEST_KEY] = "a-guests-key"
    session.save()
    address = API if deed == "post" else f"{API}{deck.key}/"
    answer = getattr(client, deed)(address, NEW, content_type=JSON)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert answer.json()["detail"] == "Log in on the site, or send a token as “Authorization: Bearer ...”."
    assert Deck.objects.count() == 1


def test_a_session_works_too_with_the_pages_own_secret(anna: User):
    client = Client()
    client.force_login(anna)
    assert client.post(API, NEW, content_type=JSON).status_code == 201
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    assert strict.post(API, NEW, content_type=JSON).status_code == 403
    assert Deck.objects.count() == 1


def test_the_list_is_narrowed_and_sorted(client: Client, anna: User, annas: dict[str, str]):
    fire = PublicDeckFactory(name="Fire", owner=anna, cards={"fireball": 1}, squads={"succubus": 1})
    ice = PublicDeckFactory(name="ice", faction_slug="chapter", format="short")
    secret = DeckFactory(name="Secret", owner=anna)
    LikeFactory(deck=fire)
    LikeFactory(deck=ice, user=anna)
    LikeFactory(deck=ice)
    Deck.objects.filter(pk=fire.pk).update(published=timezone.now())
    assert keys(client) == [fire.key, ice.key]
    assert keys(client, annas) == [fire.key, ice.key, secret.key]
    assert keys(client, annas, mine="true") == [fire.key, secret.key]
    assert keys(client, annas, mine="false") == [ice.key]
    assert keys(client, annas, liked="true") == [ice.key]
    assert keys(client, mine="true") == keys(client, liked="true") == []
    assert keys(client, faction="chapter") == keys(client, deck_format="short") == keys(client, name="IC") == [ice.key]
    assert keys(client, card="fireball") == keys(client, squad="succubus") == keys(client, author="aNNa") == [fire.key]
    assert keys(client, sort="liked") == keys(client, sort="name")[::-1] == [ice.key, fire.key]
    assert keys(client, legal="true") == [ice.key]


def test_a_list_says_when_it_did_not_look_at_all_decks(client: Client, monkeypatch: pytest.MonkeyPatch):
    PublicDeckFactory.create_batch(3)
    answer = client.get(f"{API}?legal=true").json()
    assert (answer["count"], answer["complete"]) == (3, True)
    monkeypatch.setattr(legality.legal_among, "__defaults__", (2,))
    answer = client.get(f"{API}?legal=true").json()
    assert (answer["count"], answer["complete"]) == (2, False)


def test_legality_is_found_against_the_present_catalogue(client: Client):
    deck = PublicDeckFactory()
    assert client.get(f"{API}{deck.key}/").json()["legal"]
    Card.objects.filter(faction=deck.faction, slug=min(deck.cards)).update(retired=True)
    facts.forget()
    answer = client.get(f"{API}{deck.key}/").json()
    assert (answer["legal"], [problem["slug"] for problem in answer["problems"]]) == (False, [min(deck.cards)])
    assert keys(client, legal="true") == []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("faction=elves", "faction is “elves”; expected one of "),
        ("card=firebal", "card is “firebal”; expected a known name, perhaps fireball"),
        ("deck_format=huge", "deck_format is “huge”; expected one of duel, multiplayer, short."),
        ("sort=random", "sort is “random”; expected one of newest, liked, changed, name."),
        ("mine=maybe", "mine is “maybe”; expected true or false."),
        ("hue=red", "There is no parameter “hue” here."),
        ("page=0", "page is “0”; expected a whole number from 1 on."),
    ],
)
def test_a_bad_filter_gets_a_sentence(client: Client, query: str, sentence: str):
    answer = client.get(f"{API}?{query}")
    assert answer.status_code == 400
    [[said]] = answer.json().values()
    assert said.startswith(sentence)


def test_likes_are_counted(client: Client, annas: dict[str, str]):
    deck = PublicDeckFactory()
    CommentFactory(deck=deck)
    LikeFactory(deck=deck)
    like = f"{API}{deck.key}/like/"
    answer = client.put(like, headers=annas).json()
    assert (answer["likes"], answer["liked"], answer["comments"]) == (2, True, 1)
    answer = client.delete(like, headers=annas).json()
    assert (answer["likes"], answer["liked"], Like.objects.count()) == (1, False, 1)


def test_answers_take_a_bounded_number_of_queries(
    client: Client, annas: dict[str, str], anna: User, django_assert_max_num_queries: Any
):
    for _ in range(8):
        LikeFactory(deck=PublicDeckFactory(forked_from=PublicDeckFactory()))
    deck = PublicDeckFactory(owner=anna)
    client.get(API, headers=annas)  # the facts are read once, and the token's use is noted
    with django_assert_max_num_queries(3):
        client.get(API, headers=annas)
    with django_assert_max_num_queries(8):
        client.get(f"{API}?legal=true&card=fireball&faction=demon", headers=annas)
    with django_assert_max_num_queries(2):
        client.get(f"{API}{deck.key}/", headers=annas)
    with django_assert_max_num_queries(13):
        client.patch(f"{API}{deck.key}/", {"name": "Ice", "version": 1}, content_type=JSON, headers=annas)


def test_answers_are_for_their_reader_alone(client: Client, annas: dict[str, str]):
    headers = client.get(API, headers=annas).headers
    assert "private" in headers["Cache-Control"]
    assert {"Cookie", "Authorization"} <= set(headers["Vary"].replace(" ", "").split(","))


def test_people_can_look_at_the_answers_as_pages(client: Client):
    deck = PublicDeckFactory()
    for address in (API, f"{API}{deck.key}/"):
        page = client.get(address, headers={"Accept": "text/html"})
        assert page.status_code == 200
        assert deck.key in page.content.decode()
