"""Pages of the laboratory: beginning, looking on, results, downloads, and advice on the deck's page."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from decks.visitors import Visitor
from laboratory import services
from laboratory.models import Batch, Experiment
from matches.setting_up.deck_choices import Brought
from tests.factories import DeckFactory, PublicDeckFactory, UserFactory
from tests.laboratory.trials import a_starter, begin, begin_against_all

Queue = Callable[[], list[int]]
pytestmark = pytest.mark.usefixtures("dawnfall")
FORM = {"deck": "starter:chapter", "other": "starter:demon", "level": "recruit", "games": "10", "seed": "tests"}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def anna(client: Client) -> User:
    user = UserFactory(username="Anna")
    client.force_login(user)
    return user


def text_of(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


def test_an_experiment_is_begun_by_a_form(client: Client, anna: User):
    answer = client.post("/laboratory/new/", FORM)
    experiment = Experiment.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/laboratory/{experiment.key}/")
    assert (experiment.owner, experiment.games, experiment.seed, experiment.status) == (anna, 10, "tests", "done")
    assert [contender.faction for contender in experiment.contenders.all()] == ["chapter", "demon"]


def test_all_starter_decks_are_the_first_choice(client: Client, anna: User):
    page = text_of(client, "/laboratory/new/")
    assert re.search(r'<option value="all" selected>All starter decks of the other factions', page)
    client.post("/laboratory/new/", {**FORM, "other": "all"})
    assert Experiment.objects.get().contenders.count() == 6


def test_the_page_of_a_deck_leads_to_its_experiment(client: Client, anna: User):
    own, other = DeckFactory(owner=anna, name="Mine"), PublicDeckFactory(name="Theirs")
    for deck in (own, other):
        page = text_of(client, f"/decks/{deck.key}/")
        address = f"/laboratory/new/?deck={deck.key}"
        assert address in page
        assert re.search(rf'<option value="deck:{deck.key}" selected>{deck.name}', text_of(client, address))
    answer = client.post("/laboratory/new/", {**FORM, "deck": f"deck:{other.key}", "other": "starter:chapter"})
    assert answer.status_code == 302
    assert Experiment.objects.get().contenders.get(number=0).deck_row == other


def test_a_link_to_a_shared_deck_can_be_pasted(client: Client, anna: User):
    shared, secret = DeckFactory(visibility="unlisted"), DeckFactory()
    wanted = {**FORM, "deck": "starter:chapter", "other": "paste"}
    refused = client.post("/laboratory/new/", {**wanted, "other_paste": f"http://testserver/decks/{secret.key}/"})
    assert f"There is no deck “{secret.key}”, or it is private." in refused.content.decode()
    client.post("/laboratory/new/", {**wanted, "other_paste": f"http://testserver/d/{shared.key}/"})
    assert Experiment.objects.get().contenders.get(number=1).deck_row == shared


def test_starter_decks_and_codes_lead_there_too(client: Client, anna: User):
    assert "/laboratory/new/?starter=demon" in text_of(client, "/decks/starters/demon/duel/")
    page = text_of(client, "/decks/starters/demon/duel/")
    code = re.search(r'id="deck-code">([^<]+)<', page)
    assert code
    address = f"/laboratory/new/?code={code[1]}"
    assert address in text_of(client, f"/d/code/{code[1]}/")
    assert f">\n{code[1]}</textarea>" in client.get(address).content.decode()
    answer = client.post("/laboratory/new/", {**FORM, "deck": "paste", "paste": code[1], "other": "starter:chapter"})
    assert answer.status_code == 302
    assert Experiment.objects.get().contenders.get(number=0).faction == "demon"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"other": "starter:chapter"}, "no faction may be played twice in a match (DF-SETUP-17)"),
        ({"games": "6000"}, "6000 games; from 10 to 5000 are possible with bots of this level."),
        ({"games": "many"}, "Enter a whole number."),
        ({"deck": "paste", "paste": ""}, "Paste a deck code, a link or a list first"),
        ({"deck": "deck:unknown"}, "This deck is not among those that you can choose."),
        ({"level": "general"}, "general is not one of the available choices."),
    ],
)
def test_a_wrong_form_says_what_is_wrong_and_loses_nothing(
    client: Client, anna: User, change: dict[str, str], sentence: str
):
    answer = client.post("/laboratory/new/", {**FORM, "seed": "my-seed", **change})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in page
    assert 'value="my-seed"' in page
    assert not Experiment.objects.exists()


def test_somebody_elses_private_deck_is_not_found(client: Client, anna: User):
    secret = DeckFactory(name="Secret plan")
    answer = client.post("/laboratory/new/", {**FORM, "deck": f"deck:{secret.key}"})
    assert answer.status_code == 400
    assert "Secret plan" not in answer.content.decode()
    assert "Secret plan" not in text_of(client, f"/laboratory/new/?deck={secret.key}")


def test_a_second_experiment_is_refused_while_one_is_under_way(client: Client, anna: User, queue: Queue):
    client.post("/laboratory/new/", FORM)
    answer = client.post("/laboratory/new/", FORM)
    assert answer.status_code == 409
    assert "You have an experiment under way" in answer.content.decode()


def test_guests_are_told_that_they_need_an_account(client: Client):
    assert "needs an account" in text_of(client, "/laboratory/new/")
    assert client.post("/laboratory/new/", FORM).status_code == 409
    assert not Experiment.objects.exists()


def test_a_running_experiment_tells_how_far_it_is_and_asks_again(client: Client, anna: User, queue: Queue):
    experiment = begin(Visitor(user=anna))
    address = experiment.get_absolute_url()
    page = text_of(client, address)
    assert f'hx-get="{address}" hx-trigger="every 2s"' in page
    assert "0 of 10 games" in page
    services.play_batch(queue()[0])
    piece = client.get(address, headers=HTMX)
    assert "4 of 10 games" in piece.content.decode()
    assert "<main" not in piece.content.decode()
    assert "HX-Refresh" not in piece.headers
    for batch in queue()[1:]:
        services.play_batch(batch)
    done = client.get(address, headers=HTMX)
    assert done.headers["HX-Refresh"] == "true"
    assert "hx-get" not in done.content.decode()


def test_results_so_far_are_shown_while_the_rest_is_played(client: Client, anna: User, queue: Queue):
    experiment = begin(Visitor(user=anna))
    services.play_batch(queue()[0])
    page = text_of(client, experiment.get_absolute_url())
    assert "4 games are too few to say anything." in page
    assert "There is no advice from fewer than 30 games." in page


def test_cancelling_from_the_page(client: Client, anna: User, queue: Queue):
    experiment = begin(Visitor(user=anna))
    client.post(f"/laboratory/{experiment.key}/cancel/")
    assert Experiment.objects.get().status == "cancelled"
    page = client.post(f"/laboratory/{experiment.key}/cancel/", follow=True).content.decode()
    assert "This experiment is over" in page


def test_the_page_shows_figures_of_both_decks(client: Client, anna: User, django_assert_max_num_queries: Any):
    experiment = begin(Visitor(user=anna), games=40)
    with django_assert_max_num_queries(8):
        page = text_of(client, experiment.get_absolute_url())
    overall = Experiment.objects.get().sums["against"]["1"]
    decided = overall.get("won", 0) + overall.get("lost", 0)
    assert f"of {decided} decided games" in page
    for name in ("Shield and Sky", "Blood and Embers", "Fireball", "Leap", "Length in turns", "How games ended"):
        assert name in page
    assert len(page) < 60_000


def test_the_page_against_all_shows_each_match_up(client: Client, anna: User):
    experiment = begin_against_all(Visitor(user=anna), games=60)
    page = text_of(client, experiment.get_absolute_url())
    for name in ("Games won against", "all together", "Chain and Furnace", "Root and Fang"):
        assert name in page
    assert "Fireball" not in page


def names_in_order(page: str) -> list[str]:
    return re.findall(r'<th scope="row"><a href="/dawnfall/cards/chapter/([a-z-]+)/', page)


def test_cards_are_sorted_as_asked_for(client: Client, anna: User):
    experiment = begin(Visitor(user=anna), games=20)
    address = experiment.get_absolute_url()
    plain = names_in_order(text_of(client, address))
    assert plain == sorted(plain)
    drawn = {slug: card["drawn"] for slug, card in Experiment.objects.get().sums["cards"]["0"].items()}
    page = text_of(client, f"{address}?sort=-drawn")
    found = [drawn.get(slug, 0) for slug in names_in_order(page)]
    assert found == sorted(found, reverse=True)
    assert 'aria-sort="descending"><a href="?sort=drawn#cards-0"' in page
    assert names_in_order(text_of(client, f"{address}?sort=nonsense")) == plain


def test_downloads_hold_everything(client: Client, anna: User):
    experiment = begin(Visitor(user=anna), games=10)
    data = client.get(f"/laboratory/{experiment.key}/experiment.json").json()
    assert [game["number"] for game in data["all_games"]] == list(range(10))
    assert data["overall"]["won"] + data["overall"]["drawn"] + data["overall"]["lost"] == 10
    assert [len(deck["deck"]["squads"]) for deck in data["decks"]] == [5, 5]
    sheet = client.get(f"/laboratory/{experiment.key}/cards.csv")
    rows = list(csv.DictReader(io.StringIO(sheet.content.decode())))
    counted = Experiment.objects.get().sums["cards"]
    for row in rows:
        side = "0" if row["faction"] == "chapter" else "1"
        assert int(row["drawn"]) == counted[side].get(row["card"], {}).get("drawn", 0)
    assert {row["card"] for row in rows} >= {"leap", "fireball"}


def test_a_name_in_the_table_is_no_formula(client: Client, anna: User):
    deck = DeckFactory(owner=anna, name="=1+1")
    begin(Visitor(user=anna), tried=Brought(deck.list, deck), met=[a_starter("chapter")])
    sheet = client.get(f"/laboratory/{Experiment.objects.get().key}/cards.csv").content.decode()
    assert "\r\n'=1+1," in sheet


def test_who_may_see_an_experiment(client: Client, anna: User):
    experiment = begin(Visitor(user=anna))
    stranger = Client()
    address = experiment.get_absolute_url()
    assert stranger.get(address).status_code == 404
    assert stranger.get(f"{address}experiment.json").status_code == 404
    client.post(f"{address}share/", {"visibility": "unlisted"})
    assert stranger.get(address).status_code == 200
    assert experiment.key not in stranger.get("/laboratory/").content.decode()
    client.post(f"{address}share/", {"visibility": "public"})
    assert experiment.key in stranger.get("/laboratory/").content.decode()
    assert "Who may see it" not in stranger.get(address).content.decode()
    assert stranger.post(f"{address}cancel/", follow=True).status_code == 200
    assert stranger.post(f"{address}delete/", follow=True).status_code == 200
    assert Experiment.objects.filter(key=experiment.key).exists()


def test_a_shared_experiment_does_not_lead_to_an_unlisted_deck(client: Client, anna: User):
    deck = DeckFactory(owner=anna, visibility="unlisted")
    experiment = begin(Visitor(user=anna), tried=Brought(deck.list, deck), met=[a_starter("chapter")])
    services.set_visibility(Visitor(user=anna), experiment.key, "public")
    assert deck.key in text_of(client, experiment.get_absolute_url())
    assert deck.key not in text_of(Client(), experiment.get_absolute_url())


def test_deleting_asks_first(client: Client, anna: User):
    experiment = begin(Visitor(user=anna))
    address = f"{experiment.get_absolute_url()}delete/"
    assert "gone for good" in text_of(client, address)
    assert Experiment.objects.exists()
    client.post(address)
    assert not Experiment.objects.exists()


def idle_card(experiment: Experiment, slug: str) -> None:
    """Make the experiment say that a card was drawn in sixty games and never played, and others were."""
    cards = {other: {"drawn": 60, "seen": 60, "played": {"won": 60}, "lower": 60} for other in ("mist", "war-fever")}
    cards[slug] = {"drawn": 60, "seen": 60, "held": {"lost": 60}}
    experiment.sums = {**experiment.sums, "cards": {"0": cards}, "against": {"1": {"won": 30, "lost": 30}}}
    experiment.played = experiment.games = 60
    experiment.save()


def test_advice_stands_on_the_page_and_on_the_deck_for_its_owner(client: Client, anna: User):
    deck = DeckFactory(owner=anna, faction_slug="demon", visibility="public")
    begin(Visitor(user=anna), tried=Brought(deck.list, deck), met=[a_starter("chapter")])
    experiment = Experiment.objects.get()
    idle_card(experiment, "fireball")
    sentence = "Fireball was never played among Recruits, though it was drawn in 60 games."
    assert sentence in text_of(client, experiment.get_absolute_url())
    page = text_of(client, f"/decks/{deck.key}/")
    assert sentence in page
    assert "60 games among Recruits" in page
    assert "The deck has been changed since." not in page
    assert sentence not in text_of(Client(), f"/decks/{deck.key}/")
    deck.cards = {**deck.cards, "fireball": 1}
    deck.save()
    assert "The deck has been changed since." in text_of(client, f"/decks/{deck.key}/")


def test_lists_cost_few_queries(client: Client, anna: User, django_assert_max_num_queries: Any):
    for _ in range(3):
        begin(Visitor(user=anna))
    Experiment.objects.update(visibility="public")
    with django_assert_max_num_queries(9):
        page = text_of(client, "/laboratory/")
    assert page.count('class="experiment-row"') == 6


def test_staff_take_experiments_down_in_the_admin_site(client: Client):
    client.force_login(UserFactory(username="Boss", is_staff=True, is_superuser=True))
    shared, hidden = begin(), begin()
    Experiment.objects.filter(pk=shared.pk).update(visibility="public")
    page = client.get("/admin/laboratory/experiment/").content.decode()
    assert shared.key in page
    assert hidden.key not in page
    client.post("/admin/laboratory/experiment/", {"action": "take_down", "_selected_action": [shared.pk]})
    assert Experiment.objects.get(pk=shared.pk).visibility == "private"


def test_a_stopped_experiment_says_so(client: Client, anna: User, queue: Queue):
    experiment = begin(Visitor(user=anna))
    Experiment.objects.update(rules="0.0")
    services.play_batch(Batch.objects.first().pk)
    assert "This experiment was stopped by the site" in text_of(client, experiment.get_absolute_url())
