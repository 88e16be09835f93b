"""Bringing decks in by form: shown before saved, nothing lost, hostile input refused with a sentence."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from catalog.models import GameSystem
from decks.exchange import FORMS, export
from decks.facts import facts_of
from decks.models import Deck
from tests.decks.test_import_battlescribe import roster

TEXT = "Faction: Chapter\n2x Holy Knight\nRanger\n3 Shoot\nLeap x2\n2 Guadrian Angell\nThree wise men\n"


def fields(page: str) -> dict[str, list[str]]:
    """The hidden fields of the form that saves."""
    form = page.partition('action="/decks/import/keep/"')[2].partition("</form>")[0]
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form):
        found.setdefault(name, []).append(html.unescape(value))
    return found


def read(client: Client, text: str = "", file: SimpleUploadedFile | None = None, status: int = 200) -> str:
    response = client.post("/decks/import/", {"text": text} | ({"file": file} if file else {}))
    assert response.status_code == status
    return response.content.decode()


def test_what_was_understood_is_shown_before_anything_is_saved(client: Client, dawnfall: GameSystem):
    page = read(client, TEXT)
    assert "2 × Holy Knight" in page
    assert "3 × Shoot" in page
    assert "<code>Three wise men</code>" in page
    assert not Deck.objects.exists()


def test_saving_keeps_the_rest_in_the_notes(client: Client, dawnfall: GameSystem):
    page = read(client, TEXT)
    answer = client.post("/decks/import/keep/", {**fields(page), "name": "Wise"})
    deck = Deck.objects.get()
    assert answer.headers["Location"] == f"/decks/{deck.key}/build/"
    assert (deck.name, deck.squads) == ("Wise", {"holy-knight": 2, "ranger": 1})
    assert {"shoot": 3, "leap": 2}.items() <= deck.cards.items()
    assert "Three wise men" in deck.notes


def test_a_line_gets_the_meaning_that_somebody_chooses(client: Client, dawnfall: GameSystem):
    sent = fields(read(client, TEXT))
    sent["line"] = ["2 Knighty thing", "Nothing at all", "Banner: other"]
    sent["meaning"] = ["card leap", "", "banner alternative-chapter-banner"]
    client.post("/decks/import/keep/", sent)
    deck = Deck.objects.get()
    assert deck.cards["leap"] == 4
    assert deck.banner == "alternative-chapter-banner"
    assert "Nothing at all" in deck.notes
    assert "Knighty" not in deck.notes


def test_a_meaning_that_does_not_exist_is_refused_and_the_lines_come_back(client: Client, dawnfall: GameSystem):
    sent = fields(read(client, TEXT)) | {"line": ["2 Knighty thing"], "meaning": ["card no-such"]}
    response = client.post("/decks/import/keep/", sent)
    assert response.status_code == 400
    assert "2 Knighty thing" in response.content.decode()
    assert not Deck.objects.exists()


@pytest.mark.parametrize("form", FORMS)
def test_every_exported_file_comes_back_as_the_same_deck(client: Client, deck: Deck, form: str):
    file = export(deck.list, facts_of(deck.system), form)
    page = read(client, file=SimpleUploadedFile(file.filename, file.data))
    assert "could not be matched" not in page
    client.post("/decks/import/keep/", {**fields(page), "name": ""})
    kept = Deck.objects.exclude(pk=deck.pk).get()
    assert (kept.squads, kept.cards, kept.banner, kept.shrine) == (deck.squads, deck.cards, deck.banner, deck.shrine)
    assert kept.name == "Fire"


def test_a_roster_and_a_toolbox_link_are_read(client: Client, dawnfall: GameSystem):
    file = SimpleUploadedFile("knights.ros", roster(("Holy Knight", 2), ("Ranger", 1)).encode())
    assert "2 × Holy Knight" in read(client, file=file)
    link = "https://toolbox.example/deck?cards=1,3,3&squads=6,4,4,3,5&faction=chapter&deckname=Sky"
    page = read(client, link)
    assert "2 × Holy Knight" in page or page.count("Holy Knight") >= 2
    assert 'value="Sky"' in page


def test_without_a_faction_the_visitor_chooses_one_and_the_text_stays(client: Client, dawnfall: GameSystem):
    page = read(client, "Hocus\nPocus")
    assert "No faction could be recognised" in page
    assert "Hocus\nPocus</textarea>" in page
    again = client.post("/decks/import/", {"text": "Hocus\n2 Leap", "faction": "Chapter"}).content.decode()
    assert "2 × Leap" in again


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa">]><roster>&a;</roster>', "document type or entities"),
        (b"PK\x03\x04 broken", "damaged"),
        (b"%PDF-1.7", "This is a PDF file"),
        (b"", "There is nothing to read"),
        (b"x" * 2_000_001, "at most 2000000 can be read"),
    ],
)
def test_a_hostile_or_hopeless_file_is_refused_with_a_sentence(
    client: Client, dawnfall: GameSystem, data: bytes, sentence: str
):
    assert sentence in read(client, file=SimpleUploadedFile("deck.ros", data), status=400)


def test_fifty_megabytes_are_refused_before_they_are_read(dawnfall: GameSystem):
    visitor = Client(enforce_csrf_checks=True)
    response = visitor.post("/decks/import/", {"text": "x" * 3_000_000})
    assert response.status_code == 413
    assert "a deck never has more than" in response.content.decode()


def test_the_form_is_protected_like_every_other(dawnfall: GameSystem):
    assert Client(enforce_csrf_checks=True).post("/decks/import/", {"text": "2 Leap"}).status_code == 403


def test_a_damaged_code_saves_nothing(client: Client, dawnfall: GameSystem):
    assert client.post("/decks/import/keep/", {"code": "E1nonsense"}).status_code == 400
    assert not Deck.objects.exists()


def test_hundreds_of_unmatched_lines_make_no_endless_page(client: Client, dawnfall: GameSystem):
    page = read(client, "Faction: Demon\n" + "\n".join(f"gibberish number{n}x" for n in range(350)))
    assert page.count("<code>") <= 210
    assert "And 150 more lines" in page
    client.post("/decks/import/keep/", fields(page))
    assert "number349x" in Deck.objects.get().notes
