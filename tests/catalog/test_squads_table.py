"""The comparison of all squads."""

import re
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from catalog.comparing import COLUMNS, Choice, compared_modes, read_choice
from catalog.models import Faction, GameSystem, Mode, Squad

ADDRESS = "/dawnfall/squads/"
ROWS = re.compile(r'<tr class="faction-([a-z-]+)">(.*?)</tr>', re.DOTALL)


@pytest.fixture
def table(client: Client, dawnfall: GameSystem):
    """Fetch the table and return its HTML."""

    def fetch(query: str = "", **headers: str) -> str:
        response = client.get(ADDRESS + query, headers=headers)
        assert response.status_code == 200
        return response.content.decode()

    return fetch


def modes(system: GameSystem, **choice: str) -> list[Mode]:
    return list(compared_modes(system, Choice(**choice)))


def test_every_mode_of_every_current_squad_has_a_row(dawnfall: GameSystem):
    shown = modes(dawnfall)
    assert len(shown) == Mode.objects.count() > 100
    Squad.objects.filter(slug="holy-knight").update(retired=True)
    Faction.objects.filter(slug="demon").update(retired=True)
    gone = {mode.squad.slug for mode in shown} - {mode.squad.slug for mode in modes(dawnfall)}
    assert "holy-knight" in gone
    assert not any(mode.squad.faction.slug == "demon" for mode in modes(dawnfall))


def test_the_default_order_is_that_of_the_factions_files(dawnfall: GameSystem):
    first = [(mode.squad.slug, mode.name) for mode in modes(dawnfall)[:3]]
    assert first == [("angel-of-death", "Basic"), ("angel-of-death", "Flight"), ("holy-knight", "Basic")]


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.key)
def test_every_column_sorts_in_both_directions(dawnfall: GameSystem, column, sign: str):
    rows = modes(dawnfall, sort=sign + column.key)
    shown = [_database_value(mode, column.sorts_by) for mode in rows]
    known = [value for value in shown if value is not None]
    assert len(set(known)) > 1
    assert known == sorted(known, reverse=sign == "-")
    assert shown == known + [None] * (len(shown) - len(known)), "what has no value comes last"


def _database_value(mode: Mode, path: str) -> object:
    value: object = mode
    for name in path.split("__"):
        value = getattr(value, name)
    if value == "X":
        return -1
    # Databases differ in how they rank spaces and hyphens, so only first words are compared.
    return re.findall(r"\w+", value)[0].casefold() if isinstance(value, str) else value


def test_a_base_that_a_mode_changes_is_the_one_compared(dawnfall: GameSystem):
    mode = Mode.objects.filter(squad__slug="holy-knight").first()
    Mode.objects.filter(pk=mode.pk).update(base=7)
    compared = {row.pk: row.base_hexes for row in modes(dawnfall)}
    assert compared[mode.pk] == 7
    assert sorted(set(compared.values()) - {None}) == [1, 2, 3, 7]


def test_filters_narrow_the_table(dawnfall: GameSystem):
    assert {mode.squad.faction.slug for mode in modes(dawnfall, faction="demon")} == {"demon"}
    leaders = modes(dawnfall, tag="leader")
    assert leaders
    assert all("leader" in mode.squad.tags for mode in leaders)
    core, expansion = modes(dawnfall, set="core"), modes(dawnfall, set="expansion")
    assert core
    assert expansion
    assert not any(mode.squad.expansion or mode.squad.faction.expansion for mode in core)
    assert len(core) + len(expansion) == len(modes(dawnfall))


def test_filters_and_order_go_together(dawnfall: GameSystem):
    rows = modes(dawnfall, faction="faceless", tag="leader", sort="-mov")
    assert rows[0].mov == 12
    assert {mode.squad.name for mode in rows} == {"Shatterer"}


def test_wishes_that_make_no_sense_get_a_sentence_and_the_default(dawnfall: GameSystem):
    choice = read_choice({"sort": "colour", "faction": "elves", "tag": "cook", "set": "all"}, Faction.objects.all())
    assert (choice.sort, choice.faction, choice.tag, choice.set) == ("faction", "", "", "")
    assert choice.problems[0] == (
        "The table cannot be sorted by “colour”; it can be by name, faction, mode, ini, att, def, mov, "
        "endurance, models, base, change, tags."
    )
    assert choice.problems[1].startswith("There is no faction “elves”; there are chapter, demon,")
    assert choice.problems[2] == "There is no class “cook”; there are leader, elite, cavalry, boss."
    assert choice.problems[3] == "There is no set “all”; choose one of core, expansion."


def test_wishes_that_make_sense_get_no_sentence(dawnfall: GameSystem):
    wishes = {"sort": "-att", "faction": "demon", "tag": "elite", "set": "core"}
    choice = read_choice(wishes, Faction.objects.all())
    assert choice == Choice(sort="-att", faction="demon", tag="elite", set="core")


@pytest.mark.parametrize("sort", ["--att", "-", "att,def", "squad__faction__id", "att "])
def test_only_the_columns_can_be_sorted_by(table, sort: str):
    html = unescape(table(f"?sort={sort}"))
    assert ("cannot be sorted by" in html) == (sort != "att ")


def test_the_page_shows_problems_and_still_a_table(table):
    html = unescape(table("?sort=%3Cb%3E&faction=x"))
    assert "The table cannot be sorted by “<b>”" in html
    assert len(ROWS.findall(html)) == 50


def test_headings_say_the_order_and_offer_the_other(table):
    html = table("?sort=-att&tag=leader")
    assert html.count("aria-sort=") == 1
    heading = re.search(r'<th scope="col"[^>]*aria-sort="descending"[^>]*><a [^>]*?href="([^"]*)"', html)
    assert unescape(heading.group(1)) == "?sort=att&tag=leader"
    assert 'aria-sort="ascending"' in table("?sort=att")


def test_numbers_are_first_sorted_falling_and_names_rising(table):
    links = [unescape(link) for link in re.findall(r'<th scope="col"[^>]*><a [^>]*?href="([^"]*)"', table())]
    assert links[0] == "?sort=name"
    assert links[3] == "?sort=-ini"
    assert len(links) == 12


def test_sorting_and_filters_survive_turning_the_page(table):
    html = table("?sort=-att&set=core")
    assert unescape(re.search(r'rel="next" href="([^"]*)"', html).group(1)) == "?sort=-att&set=core&page=2"
    assert "page=" not in "".join(re.findall(r'<th scope="col".*?</th>', table("?sort=-att&page=2")))


def test_the_form_keeps_what_was_chosen(table):
    html = table("?faction=demon&tag=leader&set=core&sort=-mov")
    assert re.findall(r'<option value="([^"]*)" selected', html) == ["demon", "leader", "core", "-mov"]


def test_a_row_shows_all_that_the_card_prints(table):
    rows = ROWS.findall(table("?faction=chapter"))
    flight = next(row for faction, row in rows if faction == "chapter" and ">Flight<" in row)
    assert 'data-label="INI">3<' in flight
    assert re.search(r'data-label="ATT">3<svg[^>]*aria-label="may be rerolled"', flight)
    assert re.search(r'data-label="MOV">6<svg[^>]*aria-label="moves through obstacles"', flight)
    assert 'href="/dawnfall/squads/chapter/angel-of-death/"' in flight
    assert "Leader" in flight


def test_filters_without_a_squad_say_so(table):
    html = table("?faction=darkness&tag=boss")
    assert "No squad fits these filters" in html
    assert "<table" not in html


def test_htmx_gets_only_the_table(table):
    piece = table("?sort=-att", **{"HX-Request": "true"})
    assert piece.lstrip().startswith('<div id="squads">')
    assert "<html" not in piece
    assert "<html" in table("?sort=-att", **{"HX-Request": "true", "HX-History-Restore-Request": "true"})


def test_the_page_is_small_and_asks_little(table, django_assert_max_num_queries: DjangoAssertNumQueries):
    with django_assert_max_num_queries(4):
        assert len(table().encode()) <= 60_000


def test_a_home_brew_squad_with_markup_in_its_name_is_harmless(table, dawnfall: GameSystem):
    Squad.objects.filter(slug="angel-of-death").update(name="<i>Angel</i>")
    assert "&lt;i&gt;Angel" in table()
