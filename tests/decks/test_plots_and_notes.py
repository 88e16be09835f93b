"""Drawings and Markdown: pure functions from numbers and words to harmless text."""

from xml.etree import ElementTree

import pytest

from decks.notes import rendered
from decks.plots import Bar, columns, rows
from decks.templatetags.deck_tags import percent, qr_code


def test_columns_are_stacked_and_told_in_words():
    drawn = columns("Costs", [Bar("0", (2, 0)), Bar("1", (1, 3))], ("upper", "lower"))
    svg = ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing
    assert svg.get("aria-label") == "Costs. 0: 2 (upper 2); 1: 4 (upper 1, lower 3)."
    heights = [float(rect.get("height", "")) for rect in svg.iter("rect")]
    assert heights == [60, 30, 90]


def test_rows_fill_the_width_at_the_full_number():
    drawn = rows("Of 25", [Bar("Instants", (5,)), Bar("None", (0,))], full=25)
    svg = ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing
    widths = [float(rect.get("width", "")) for rect in svg.iter("rect") if rect.get("class") == "part-0"]
    assert widths == [64]
    assert [text.text for text in svg.iter("text")] == ["Instants", "5", "None", "0"]


def test_nothing_is_drawn_of_nothing():
    assert columns("Costs", [], ()) == rows("Costs", []) == ""


def test_labels_cannot_break_out_of_the_drawing():
    drawn = rows('"><script>', [Bar("<b>&", (1,))])
    ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing
    assert "<script>" not in drawn
    assert "<b>" not in drawn


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,boo)",
        "![x](https://example.org/pixel.png)",
        '<a href="https://example.org" onclick="x()">x</a>',
        "<style>*{display:none}</style>",
        '<p style="color:red">x</p>',
    ],
)
def test_no_note_runs_or_loads_anything(hostile: str):
    shown = rendered(hostile)
    for danger in (
        "<script",
        "<img",
        "<style",
        'href="javascript',
        'href="data',
        '<a href="https://example.org" onclick',
    ):
        assert danger not in shown
    assert "<p style" not in shown


def test_markdown_is_shown_below_the_headings_of_the_page():
    shown = rendered("# One\n\n- two\n\n> three\n\n[four](https://example.org)")
    assert "<h3>One</h3>" in shown
    assert "<li>two</li>" in shown
    assert 'rel="nofollow ugc noopener noreferrer"' in shown
    assert "<h1" not in shown


@pytest.mark.parametrize(
    ("chance", "shown"), [(0, "0.0 %"), (0.01, "< 0.1 %"), (42.25, "42.2 %"), (99.99, "> 99.9 %"), (100, "100.0 %")]
)
def test_what_is_possible_is_never_shown_as_impossible_or_certain(chance: float, shown: str):
    assert percent(chance) == shown


def test_a_qr_code_has_a_name_and_no_style():
    code = qr_code("https://example.org/d/code/E1abc/", 'Open "this"')
    svg = ElementTree.fromstring(code)  # noqa: S314 - our own drawing
    assert svg.get("role") == "img"
    assert svg.findtext("title") == 'Open "this"'
    assert "style" not in code
