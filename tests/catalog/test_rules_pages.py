"""The pages of the rules reference, and the links that lead into it."""

import re
from html import unescape

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils.safestring import mark_safe
from pytest_django import DjangoAssertNumQueries

from catalog.models import GameSystem
from catalog.reference import Reference, reference
from catalog.reference.book import GLOSSARY_PARTS
from catalog.rule_addresses import rule_url
from catalog.templatetags.rules_tags import highlight, terms

LARGEST = 60_000


@pytest.fixture
def book() -> Reference:
    return reference("dawnfall")


@pytest.fixture
def rules(client: Client, dawnfall: GameSystem):
    """Fetch a page below /dawnfall/rules/ and return its HTML."""

    def fetch(path: str, status: int = 200) -> str:
        response = client.get(f"/dawnfall/rules/{path}")
        assert response.status_code == status, path
        return response.content.decode()

    return fetch


def all_pages(book: Reference) -> list[str]:
    pages = ["", "rulings/", "questions/", "examples/", "timing/", "glossary/"]
    pages += [f"{area.slug}/" for area in book.areas]
    pages += [f"rulings/{group.slug}/" for group in book.rulings.groups]
    pages += [f"questions/{topic.slug}/" for topic in book.questions.topics]
    pages += [f"examples/{group.slug}/" for group in book.scenarios.groups]
    pages += [f"glossary/{part}/" for part in GLOSSARY_PARTS]
    pages += ["search/?q=squad", "glossary/?q=a", "search/?q=xyzzy", "search/"]
    return pages


def test_every_page_is_small_and_asks_the_database_once(
    rules, book: Reference, django_assert_num_queries: DjangoAssertNumQueries
):
    for path in all_pages(book):
        with django_assert_num_queries(1):
            assert len(rules(path).encode()) <= LARGEST, path


def test_every_page_names_itself(rules, book: Reference):
    titles = [re.search(r"<title>(.*?)</title>", rules(path)).group(1) for path in all_pages(book)]
    assert all(title.endswith("· Edge Table") and not title.startswith("·") for title in titles)
    assert all(rules(path).count("<h1") == 1 for path in all_pages(book))


def test_every_id_is_an_anchor_on_its_page(rules, book: Reference):
    pages: dict[str, str] = {}
    for id, entry in book.entries.items():
        path, _, anchor = rule_url("dawnfall", id).removeprefix("/dawnfall/rules/").partition("#")
        pages.setdefault(path, rules(path))
        assert anchor == entry.address.anchor
        assert not anchor or f'id="{anchor}"' in pages[path], id


def test_every_link_inside_the_rules_leads_somewhere(rules, book: Reference):
    pages = {path: rules(path) for path in all_pages(book) if "?" not in path}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', html)) for path, html in pages.items()}
    for here, html in pages.items():
        assert len(anchors[here]) == len(re.findall(r'\bid="([^"]+)"', html)), f"an id stands twice on {here}"
        for link in set(re.findall(r'href="([^"]*)"', html)):
            path, _, anchor = link.partition("#")
            if path.startswith("/dawnfall/rules/id/"):
                rules(path.removeprefix("/dawnfall/rules/"), 302)
                continue
            if path.startswith("/dawnfall/rules/") or not path:
                target = path.removeprefix("/dawnfall/rules/") if path else here
                assert target in pages, f"{link} on {here}"
                assert not anchor or anchor == "content" or anchor in anchors[target], f"{link} on {here}"


def test_the_index_lists_all_areas_by_topic(rules, book: Reference):
    html = unescape(rules(""))
    places = [html.index(f">{topic}</h2>") for topic in book.topics]
    assert places == sorted(places)
    for area in book.areas:
        assert f'href="/dawnfall/rules/{area.slug}/"' in html
        assert area.summary in html
    assert 'action="/dawnfall/rules/search/"' in html


def test_an_area_shows_kind_modes_and_ways_on(rules):
    html = rules("turn/")
    clause = html[html.index('id="DF-TURN-03"') : html.index('id="DF-TURN-04"')]
    assert ">Rule</span>" in clause
    assert ">Two players</span>" in clause
    assert 'href="#DF-TURN-03"' in clause
    assert 'rel="prev"' in html
    assert 'rel="next"' in html
    assert ">follows</span>" in html[html.index('id="DF-TURN-05"') :]


def test_the_first_and_last_area_have_one_neighbour(rules, book: Reference):
    assert 'rel="prev"' not in rules(f"{book.reading_order[0].slug}/")
    assert 'rel="next"' not in rules(f"{book.reading_order[-1].slug}/")


def test_a_question_shows_ruling_reason_and_who_cites_it(rules, book: Reference):
    question = next(question for question in book.questions.questions if question.id == "Q-40")
    html = rules(f"questions/{question.topic}/")
    entry = html[html.index('id="Q-40"') :]
    entry = entry[: entry.index("</section>")]
    assert re.findall(r"<dt>(.*?)</dt>", entry) == ["Question", "Played here", "Why"]
    assert "/dawnfall/rules/push/#DF-PUSH-02" in entry


@pytest.mark.parametrize("path", ["zzz/", "rulings/zzz/", "questions/zzz/", "examples/zzz/", "glossary/q-z/"])
def test_unknown_parts_are_not_found(rules, path: str):
    rules(path, 404)


def test_a_system_without_rules_has_no_rules_pages(client: Client, db: None):
    GameSystem.objects.create(slug="chess", name="Chess")
    assert client.get("/chess/rules/").status_code == 404


# The way from an id to its place


@pytest.mark.parametrize(
    ("id", "place"),
    [
        ("DF-PUSH-01", "/dawnfall/rules/push/#DF-PUSH-01"),
        ("df-push-01", "/dawnfall/rules/push/#DF-PUSH-01"),
        ("R-PRINTED", "/dawnfall/rules/rulings/reading-cards/#R-PRINTED"),
        ("W-OWN", "/dawnfall/rules/timing/#W-OWN"),
        ("crystal-source", "/dawnfall/rules/glossary/c-d/#crystal-source"),
    ],
)
def test_an_id_leads_to_its_place(client: Client, dawnfall: GameSystem, id: str, place: str):
    response = client.get(f"/dawnfall/rules/id/{id}/")
    assert (response.status_code, response.headers["Location"]) == (302, place)


def test_an_unknown_id_is_not_found_but_helped(rules):
    html = rules("id/DF-PUSH-99/", 404)
    assert "There is no rule DF-PUSH-99" in html
    assert "/dawnfall/rules/push/#DF-PUSH-09" in html


def test_an_unknown_id_cannot_smuggle_markup(rules):
    assert "<script>x" not in rules("id/%3Cscript%3Ex/", 404)


# Search and glossary


def test_search_marks_the_words(rules):
    html = rules("search/?q=push+small")
    assert "<mark>small</mark>er" in html
    assert 'href="/dawnfall/rules/push/#DF-PUSH-01"' in html


def test_search_is_paginated_and_keeps_the_words(rules):
    first = rules("search/?q=squad")
    assert 'rel="next" href="?q=squad&amp;page=2"' in first
    assert 'rel="prev"' in rules("search/?q=squad&page=2")
    assert rules("search/?q=squad&page=nonsense").count('class="result"') == first.count('class="result"') == 20


def test_a_search_without_finds_suggests_near_words(rules):
    html = rules("search/?q=conterattack")
    assert "Nothing has all of the words “conterattack” in it." in html
    assert 'href="?q=counterattack"' in html


def test_a_search_cannot_smuggle_markup(rules):
    html = rules("search/?q=%3Cb%3E%22%27%26")
    assert "<b>" not in html
    assert 'value="&lt;b&gt;&quot;&#x27;&amp;"' in html


def test_the_glossary_lists_every_term(rules, book: Reference):
    html = unescape(rules("glossary/"))
    for term in book.glossary.terms:
        assert f"#{term.slug}" in html


def test_the_glossary_filter_understands_german_and_polish(rules):
    assert 'id="crystal-source"' in rules("glossary/?q=Kristallquelle")
    html = rules("glossary/?q=zloze")
    assert 'id="crystal-source"' in html
    assert '<span lang="pl">' in html
    assert 'id="squad"' not in html


def test_a_term_never_links_to_itself(rules, book: Reference):
    for part in GLOSSARY_PARTS:
        for entry in re.findall(r'<section class="clause term-entry".*?</section>', rules(f"glossary/{part}/"), re.S):
            slug = re.search(r'id="([^"]+)"', entry).group(1)
            assert f'class="term" href="/dawnfall/rules/glossary/{part}/#{slug}"' not in entry


# The filter for texts


def test_terms_links_ids_and_words_with_their_meaning(book: Reference):
    html = terms("A Crystal Source (Q-40)")
    title = unescape(re.search(r'href="/dawnfall/rules/glossary/c-d/#crystal-source" title="([^"]*)"', html).group(1))
    assert title == book.definitions["crystal-source"]
    assert re.search(r'href="/dawnfall/rules/questions/[a-z-]+/#Q-40"[^>]*>Q-40</a>', html)


def test_terms_never_breaks_escaping():
    html = Template("{% load rules_tags %}{{ text|terms }}").render(
        Context({"text": """<b onclick="x">Squad's "Crystal" & Wound</b> <script>"""})
    )
    without_links = re.sub(r"</?a\b[^>]*>", "", html)
    assert without_links == (
        "&lt;b onclick=&quot;x&quot;&gt;Squad&#x27;s &quot;Crystal&quot; &amp; Wound&lt;/b&gt; &lt;script&gt;"
    )
    assert html.count("<a ") == html.count("</a>") == 3


def test_terms_leaves_links_and_tags_of_ready_html_alone():
    html = terms(mark_safe('<a href="/x" title="Squad">a Squad</a> &amp; <p title="Crystal">a Crystal</p>'))
    assert html.startswith('<a href="/x" title="Squad">a Squad</a> &amp; <p title="Crystal">a <a class="term"')
    assert html.count("<a ") == 2


def test_terms_leaves_texts_of_other_systems_alone():
    assert terms("a Squad & Q-40", "chess") == "a Squad &amp; Q-40"


def test_terms_never_nests_links():
    text = " ".join(entry.text for entry in reference("dawnfall").entries.values())
    html = terms(text)
    depth = 0
    for tag in re.findall(r"</?a\b", html):
        depth += 1 if tag == "<a" else -1
        assert depth in {0, 1}
    assert unescape(re.sub(r"</?a\b[^>]*>", "", html)) == text


def test_highlight_escapes():
    assert highlight("<Push> & more", "push") == "&lt;<mark>Push</mark>&gt; &amp; more"
