"""The pages of cards, squads and tokens."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from catalog.models import Card, Faction, GameSystem, Squad, Token
from tests.catalog.test_pages_factions import html


def text(page: str) -> str:
    """What a page says, without its markup."""
    return " ".join(re.sub(r"<[^>]+>", "", page).split())


def test_fireball_shows_both_halves_with_their_costs_and_timing(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/cards/demon/fireball/")
    said = text(page)
    assert "<h1>Fireball</h1>" in page
    assert "Dark Power" in said
    assert "Costs 0 Crystals: nothing is paid." in said
    assert "The Master of Elements shoots at a Space within Range 3 in Line of Fire" in said
    assert "Costs 2 Crystals." in said
    assert said.count("Only in your own Active turn.") == 2
    assert "4 copies" in said
    assert "Core set" in said


def test_a_card_page_leads_to_its_squad_its_neighbours_and_its_starter_decks(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/cards/demon/fireball/")
    assert 'href="/dawnfall/squads/demon/master-of-elements/"' in page
    assert 'rel="prev" href="/dawnfall/cards/demon/crystal-aegis/"' in page
    assert 'rel="next" href="/dawnfall/cards/demon/freeze/"' in page
    assert "Same upper action" in page
    assert "/dawnfall/cards/demon/infernal-rites/" in page
    assert 'href="/decks/starters/demon/duel/"' in page


def test_the_first_card_of_a_faction_has_no_previous_card(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/cards/demon/horde/")
    assert 'rel="prev"' not in page
    assert 'rel="next"' in page


def test_retired_cards_are_no_neighbours(client: Client, dawnfall: GameSystem):
    Card.objects.filter(slug="crystal-aegis").update(retired=True)
    page = html(client, "/dawnfall/cards/demon/fireball/")
    assert "crystal-aegis" not in page
    assert 'rel="prev" href="/dawnfall/cards/demon/energy-source/"' in page


def test_an_enhancement_says_what_attaching_takes_and_what_its_signs_mean(client: Client, dawnfall: GameSystem):
    said = text(html(client, "/dawnfall/cards/demon/rage/"))
    assert "Attach it to a Squad for 1 Crystal; it comes with 1 charge." in said
    assert "Costs 3 charges, taken from this card." in said
    assert "Instant: may be paid for in any player's Active turn." in said.replace("&#x27;", "'")
    assert "Passive: pay once" in said
    assert "Limit: 1 per payment" in said


def test_a_passive_half_without_a_price_is_on_from_the_start(client: Client, dawnfall: GameSystem):
    said = text(html(client, "/dawnfall/cards/chapter/discharge/"))
    upper = said[said.index("Upper half") : said.index("Lower half")]
    assert "Passive: works for as long as the card is attached." in upper
    assert "Active turn." not in upper


def test_an_evolve_card_has_no_upper_half_but_the_values_it_gives(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/cards/faceless/evolve-berserker/")
    assert "Upper half" not in page
    face = page[page.index('class="half evolved"') : page.index('class="band')]
    assert re.findall(r"<dd>(\d+)", face) == ["3", "3", "1", "3"]


def test_a_cost_of_x_and_a_dash_are_drawn_as_printed(client: Client, dawnfall: GameSystem):
    assert '<span class="cost crystal">X<i> Crystals</i></span>' in html(client, "/dawnfall/cards/demon/resurrection/")
    assert '<span class="cost charge">–<i> charges</i></span>' in html(client, "/dawnfall/cards/chapter/discharge/")


def test_rules_and_rulings_of_a_card_link_into_the_reference(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/cards/demon/rage/")
    assert 'class="term" href="/dawnfall/rules/glossary/' in page
    assert 'class="rule-id" href="/dawnfall/rules/rulings/' in page


def test_a_card_that_cannot_be_played_says_why(client: Client, dawnfall: GameSystem):
    card = Card.objects.of_system("dawnfall").filter(squad__slug="ish").first()
    assert card is not None
    assert card.squad is not None
    assert card.squad.unplayable in text(html(client, card.get_absolute_url()))
    Card.objects.filter(pk=card.pk).update(unplayable="Its own reason.")
    GameSystem.objects.update(edition=dawnfall.edition + 1)
    assert "Its own reason." in html(client, card.get_absolute_url())
    assert "Dark Point" in html(client, "/dawnfall/cards/darkness/hunger/")


@pytest.mark.parametrize(
    ("model", "slug", "address"),
    [
        (Card, "horde", "/dawnfall/cards/demon/horde/"),
        (Squad, "gorehound", "/dawnfall/squads/demon/gorehound/"),
    ],
)
def test_what_is_retired_keeps_its_page_and_says_so(
    client: Client, dawnfall: GameSystem, model: type[Card | Squad], slug: str, address: str
):
    assert "no longer part of the catalogue" not in html(client, address)
    model.objects.filter(slug=slug).update(retired=True)
    GameSystem.objects.update(edition=dawnfall.edition + 1)
    assert "no longer part of the catalogue" in html(client, address)


def test_a_squad_page_shows_all_modes_side_by_side(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/squads/demon/gorehound/")
    assert re.findall(r"<h4>(\w+)", page) == ["Basic", "Astral"]
    assert re.findall(r"<dd>([\d–X]+)", page) == ["4", "3", "1", "1", "2", "2", "0", "7"]
    assert "Moves through obstacles" in page
    assert "base-2" in page
    assert "Cards of Gorehound" in page


def test_a_dash_on_a_squad_card_is_a_dash(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/squads/demon/master-of-elements/")
    assert re.findall(r"<dd>([\d–X]+)", page)[4:8] == ["0", "–", "0", "–"]


def test_the_tokens_page_has_an_anchor_for_every_token(client: Client, dawnfall: GameSystem):
    page = html(client, "/dawnfall/tokens/")
    for token in Token.objects.select_related("faction__system"):
        assert f'id="{token.get_absolute_url().partition("#")[2]}"' in page
    assert len(page.encode()) <= 60_000


def test_entries_of_a_home_brew_faction_have_pages(client: Client, clockwork: Faction):
    assert "Reroll X dice." in text(html(client, "/dawnfall/cards/clockwork/rewind/"))
    page = html(client, "/dawnfall/squads/clockwork/winder/")
    assert re.findall(r"<dd>([\d–X]+)", page) == ["1", "–", "2", "X"]


@pytest.mark.parametrize(
    "address",
    [
        "/dawnfall/cards/demon/nothing/",
        "/dawnfall/cards/chapter/fireball/",
        "/dawnfall/squads/demon/nobody/",
        "/chess/cards/demon/fireball/",
        "/chess/tokens/",
    ],
)
def test_unknown_entries_are_not_found(client: Client, dawnfall: GameSystem, address: str):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        "/dawnfall/cards/demon/fireball/",
        "/dawnfall/cards/faceless/evolve-berserker/",
        "/dawnfall/squads/faceless/shatterer/",
        "/dawnfall/tokens/",
    ],
)
def test_a_signed_in_visitor_costs_at_most_eight_queries(
    admin_client: Client,
    dawnfall: GameSystem,
    address: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
):
    with django_assert_max_num_queries(8 + 1):  # and one for the matches that wait, in the header
        html(admin_client, address)


def test_every_card_and_squad_has_a_page_without_inline_style_or_script(client: Client, dawnfall: GameSystem):
    entries = [*Card.objects.of_system("dawnfall"), *Squad.objects.of_system("dawnfall")]
    assert len(entries) > 200
    for entry in entries:
        page = html(client, entry.get_absolute_url())
        assert not re.search(r'style="|<style|<script(?! src=)| on[a-z]+="', page), entry
