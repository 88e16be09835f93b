"""Decks in a real browser: build from nothing, break in five ways, share, open the code elsewhere, bring in."""

import io
import re
import zipfile
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from decks.exchange import FORMS
from decks.models import Deck
from tests.browser.conftest import Visitor
from tests.decks.test_import_battlescribe import roster
from tests.factories import CommentFactory, PublicDeckFactory, UserFactory

# Thirty clicks in a row wait for one another, and other tests share the machine.
expect.set_options(timeout=30_000)
PASSWORD = "six-of-seven-hexes"
CALM = {"reduced_motion": "reduce"}
#: A legal duel deck of the Chapter: five squads and 25 cards.
ARMY = ["Angel of Death", "Holy Knight", "Holy Knight", "Pilgrim", "Ranger"]
CARDS = {"Bash": 4, "Shoot": 4, "Guardian Angel": 4, "Storm of Blades": 4, "Energy Drain": 3, "Leap": 4, "Overwatch": 2}
Arrive = Callable[..., Visitor]


@pytest.fixture
def builder(new_visitor: Arrive) -> Visitor:
    return new_visitor(**CALM)


def begin(visitor: Visitor, faction: str = "Chapter", format_: str = "Duel 5 squads, 25 cards") -> Page:
    page = visitor.visit("/decks/")
    page.get_by_role("link", name="Build a deck").click()
    page.get_by_role("main").get_by_role("link", name=re.compile(f"^{faction}")).click()
    page.get_by_role("button", name=format_, exact=True).click()
    page.wait_for_url("**/build/")
    return page


def add(page: Page, name: str, times: int = 1) -> None:
    for _ in range(times):
        page.locator("#shelf").get_by_role("button", name=f"Add {name}", exact=True).click()


def counters(page: Page) -> object:
    return page.locator("#deck .counters")


def build_legal_deck(page: Page) -> None:
    for squad in ARMY:
        add(page, squad)
    for card, copies in CARDS.items():
        add(page, card, copies)
    expect(page.locator("#deck")).to_contain_text("Legal: nothing is wrong with this deck.")


def log_in(page: Page, visitor: Visitor, name: str) -> None:
    visitor.visit("/accounts/login/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_url("**/accounts/profile/")


def test_a_legal_deck_from_nothing_then_five_mistakes_with_five_sentences(builder: Visitor):
    page = begin(builder)
    build_legal_deck(page)
    panel, problems = page.locator("#deck"), page.locator("#deck .problems")

    def undo() -> None:
        panel.get_by_role("button", name="Undo").click()
        expect(problems).to_contain_text("Legal: nothing is wrong")

    add(page, "Overwatch")
    expect(problems).to_contain_text("The deck has 26 cards, exactly 25 are needed.")
    undo()
    panel.get_by_role("button", name="Take out Pilgrim").click()
    expect(problems).to_contain_text("4 squads are fielded, exactly 5 are needed.")
    expect(problems).to_contain_text("Energy Drain: its lower action belongs to Pilgrim, which is not fielded.")
    expect(panel.locator("li.wrong", has_text="Energy Drain")).to_contain_text("belongs to Pilgrim")
    undo()
    add(page, "Angel of Death")
    expect(problems).to_contain_text("Angel of Death: fielded 2 times, the faction has 1 such squad.")
    undo()
    add(page, "Bash")
    expect(problems).to_contain_text("Bash: 5 copies, at most 4 are allowed.")
    undo()
    page.get_by_label("Search squads and cards").fill("playable:no")
    add(page, "War Golem")
    expect(problems).to_contain_text("War Golem: this squad cannot be fielded.")
    undo()
    panel.get_by_role("button", name="Redo").click()
    expect(problems).to_contain_text("War Golem")
    assert builder.complaints == []
    assert builder.strangers == []


def test_quick_clicks_are_all_counted_and_focus_and_scroll_stay(builder: Visitor):
    page = begin(builder)
    page.evaluate("window.scrollTo(0, 300)")
    page.evaluate("""() => {
        const plus = (name) => document.querySelector(`#shelf button[aria-label="Add ${name}"]`);
        for (const name of ["Bash", "Leap", "Bash", "Guard", "Leap", "Bash"]) plus(name).click();
    }""")
    expect(counters(page)).to_contain_text("6 / 25")
    expect(page.locator('#shelf output[data-count="card bash"]')).to_have_text("3/4")
    expect(page.locator('#shelf output[data-count="card guard"]')).to_have_text("1/2")
    assert page.evaluate("window.scrollY") == 300
    button = page.locator("#deck").get_by_role("button", name="Take out Bash")
    button.focus()
    page.keyboard.press("Enter")
    expect(counters(page)).to_contain_text("5 / 25")
    expect(page.locator("#deck").get_by_role("button", name="Take out Bash")).to_be_focused()
    page.locator("#deck").get_by_role("button", name="Take out Guard").press("Enter")
    expect(counters(page)).to_contain_text("4 / 25")
    expect(page.locator("#deck")).to_be_focused()
    assert builder.complaints == []


def test_the_deck_is_renamed_filled_and_explained(builder: Visitor):
    page = begin(builder, "Demon")
    add(page, "Fireball", 2)
    page.get_by_label("Name of the deck").fill("Ember")
    page.get_by_label("Name of the deck").press("Enter")
    expect(page.locator("#said")).to_contain_text("Saved.")
    page.locator("#deck").get_by_role("button", name="Fill the rest for me").click()
    expect(page.locator("#deck")).to_contain_text("This is how it was chosen")
    expect(page.locator("#deck .problems")).to_contain_text("Legal")
    page.reload()
    assert page.get_by_label("Name of the deck").input_value() == "Ember"
    assert Deck.objects.get().size == 25
    assert builder.complaints == []


def test_a_name_is_not_lost_while_the_deck_is_drawn_anew(builder: Visitor):
    page = begin(builder, "Demon")
    page.get_by_label("Name of the deck").fill("Emb")
    page.evaluate("""document.querySelector('#shelf button[aria-label="Add Fireball"]').click()""")
    expect(counters(page)).to_contain_text("1 / 25")
    expect(page.get_by_label("Name of the deck")).to_be_focused()
    expect(page.get_by_label("Name of the deck")).to_have_value("Emb")
    page.get_by_label("Name of the deck").fill("Ember")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_label("Name of the deck")).to_have_attribute("value", "Ember")
    assert builder.complaints == []


def test_what_was_not_saved_is_told(builder: Visitor):
    page = begin(builder)
    page.context.set_offline(True)
    add(page, "Bash")
    expect(page.locator("#said")).to_contain_text("Not saved: the site did not answer.")
    page.context.set_offline(False)
    add(page, "Bash")
    expect(counters(page)).to_contain_text("1 / 25")
    expect(page.locator("#said")).to_contain_text("Saved.")


def test_two_windows_on_one_deck_overwrite_nothing(builder: Visitor):
    page = begin(builder)
    other = page.context.new_page()
    other.goto(page.url)
    add(other, "Bash")
    expect(counters(other)).to_contain_text("1 / 25")
    add(page, "Leap")
    expect(page.locator("#deck").get_by_role("alert")).to_contain_text("was changed in the meantime")
    expect(counters(page)).to_contain_text("1 / 25")
    add(page, "Leap")
    expect(counters(page)).to_contain_text("2 / 25")


def test_the_shelf_is_searched_and_filtered_while_typing(builder: Visitor):
    page = begin(builder)
    page.get_by_label("Search squads and cards").press_sequentially("timing:instant squad:ranger")
    expect(page.locator("#shelf")).not_to_contain_text("Storm of Blades")
    expect(page.locator("#shelf .pick")).not_to_have_count(0)
    page.get_by_label("Search squads and cards").fill("")
    expect(page.locator("#shelf")).to_contain_text("Bash")
    page.locator(".quick").get_by_role("link", name="Enhancements").click()
    expect(page.get_by_label("Search squads and cards")).to_have_value("kind:enhancement")
    expect(page.locator("#shelf")).not_to_contain_text("Bash")
    add(page, "Guard")
    expect(counters(page)).to_contain_text("1 / 25")
    assert builder.complaints == []


def test_building_works_without_javascript(new_visitor: Arrive):
    plain = new_visitor(java_script_enabled=False, **CALM)
    page = begin(plain)
    build_legal_deck(page)
    page.get_by_label("Name of the deck").fill("By hand")
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Search squads and cards").fill("leap")
    page.locator("#find").get_by_role("button").click()
    add(page, "Leap")
    assert "?q=leap" in page.url
    assert "Leap: 5 copies, at most 4 are allowed." not in page.locator("#deck").inner_text()  # five exist
    assert "The deck has 26 cards" in page.locator("#deck").inner_text()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Deck page").click()
    assert page.get_by_role("heading", level=1).inner_text() == "By hand"
    page.locator("#odds").get_by_label("Bash").check()
    page.get_by_role("button", name="Work it out").click()
    assert "to have held at least 1 of 4 by turn 3" in page.locator("#odds").inner_text()
    page.get_by_role("link", name="Draw another hand").click()
    assert page.locator("#hand .card").count() == 3


def test_building_on_a_phone(new_visitor: Arrive):
    phone = new_visitor(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True, **CALM)
    page = begin(phone)
    tally = page.locator("#tally")
    for squad in ARMY:
        page.locator("#shelf").get_by_role("button", name=f"Add {squad}", exact=True).tap()
    expect(tally).to_contain_text("5/5")
    assert tally.evaluate("element => element.getBoundingClientRect().bottom <= innerHeight")
    tally.get_by_role("link", name="Deck").tap()
    page.locator("#deck").get_by_role("button", name="Fill the rest for me").tap()
    expect(tally).to_contain_text("25/25")
    expect(tally).to_contain_text("Legal")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert phone.complaints == []


def test_a_deck_is_shared_and_its_code_opens_in_a_fresh_browser(builder: Visitor, new_visitor: Arrive):
    page = begin(builder, "Demon")
    page.locator("#deck").get_by_role("button", name="Fill the rest for me").click()
    expect(page.locator("#deck .problems")).to_contain_text("Legal")
    page.get_by_role("link", name="Deck page").click()
    private = new_visitor(**CALM)
    key = Deck.objects.get().key
    assert private.page.goto(f"{private.address}/d/{key}/").status == 404
    page.get_by_role("button", name="Unlisted").click()
    expect(page.get_by_role("status").first).to_contain_text("Everybody with the link can see this deck now.")
    assert private.page.goto(f"{private.address}/d/{key}/").status == 200

    link = page.get_by_role("link", name="Link with the code").get_attribute("href") or ""
    cards = page.locator("#cards .deck-cards").all_inner_texts()
    Deck.objects.all().delete()
    fresh = new_visitor(**CALM).page
    assert fresh.goto(link).status == 200
    assert fresh.locator("#cards .deck-cards").all_inner_texts() == cards
    expect(fresh.get_by_role("img", name="QR code that opens this deck")).to_be_visible()
    fresh.get_by_role("button", name="Save a copy").click()
    fresh.wait_for_url("**/build/")
    expect(fresh.locator("#deck .problems")).to_contain_text("Legal")
    assert builder.complaints == []


def test_a_player_publishes_and_another_likes_comments_and_copies(builder: Visitor, new_visitor: Arrive):
    for name in ("Anna", "Berta"):
        user = UserFactory(username=name)
        user.set_password(PASSWORD)
        user.save()
    page = builder.page
    log_in(page, builder, "Anna")
    builder.visit("/decks/starters/demon/duel/")
    page.get_by_role("button", name="Save a copy").click()
    page.get_by_role("link", name="Deck page").click()
    page.get_by_role("button", name="Public").click()
    page.get_by_role("link", name="Write notes").click()
    page.get_by_label("Your notes").fill("# Plan\n\nBurn **everything**.")
    page.get_by_role("button", name="Save the notes").click()
    expect(page.locator("#notes strong")).to_have_text("everything")

    other = new_visitor(**CALM)
    log_in(other.page, other, "Berta")
    other.visit("/decks/?faction=demon&legal=1")
    other.page.get_by_role("link", name="Blood and Embers").click()
    other.page.get_by_role("button", name="Like").click()
    expect(other.page.get_by_role("button", name="Like")).to_have_attribute("aria-pressed", "true")
    other.page.get_by_label("Your comment").fill("It burns!")
    other.page.get_by_role("button", name="Say it").click()
    expect(other.page.locator("#comments")).to_contain_text("It burns!")
    other.page.get_by_role("button", name="Make a copy").click()
    other.page.get_by_role("link", name="Deck page").click()
    expect(other.page.locator(".deck-head")).to_contain_text("A copy of “Blood and Embers” by Anna.")
    assert builder.complaints == []
    assert other.complaints == []


@pytest.mark.parametrize("form", FORMS)
def test_every_exported_format_is_brought_in_again(builder: Visitor, form: str):
    page = builder.visit("/decks/starters/chapter/duel/")
    with page.expect_download() as download:
        page.get_by_role("link", name=FORMS[form].name, exact=True).click()
    builder.visit("/decks/import/")
    page.get_by_label("Or a file").set_input_files(download.value.path())
    page.get_by_role("button", name="Read it").click()
    expect(page.locator("main .badge.legal")).to_be_visible()
    page.get_by_role("button", name="Save this deck").click()
    page.wait_for_url("**/build/")
    expect(page.locator("#deck .problems")).to_contain_text("Legal")
    assert page.get_by_label("Name of the deck").input_value() == "Shield and Sky"
    assert builder.complaints == []


def packed(text: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("deck.ros", text)
    return buffer.getvalue()


ROSTER = roster(("Holy Knight", 2), ("Ranger", 1))


@pytest.mark.parametrize(("name", "data"), [("deck.ros", ROSTER.encode()), ("deck.rosz", packed(ROSTER))])
def test_rosters_are_brought_in(builder: Visitor, name: str, data: bytes):
    page = builder.visit("/decks/import/")
    page.get_by_label("Or a file").set_input_files({"name": name, "mimeType": "application/xml", "buffer": data})
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("cell", name="2 × Holy Knight")).to_be_visible()


def test_pasted_text_and_links_are_brought_in_with_near_misses(builder: Visitor):
    page = builder.visit("/decks/import/")
    page.get_by_label("Text, deck code or link").fill("Faction: Chapter\n2x holy knight\nLeep x2\nThree wise men")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("heading", name="lines could not be matched")).to_be_visible()
    page.get_by_label("It means").first.select_option(index=1)
    page.get_by_role("button", name="Save this deck").click()
    page.wait_for_url("**/build/")
    expect(page.locator("#deck")).to_contain_text("Leap")
    assert "Three wise men" in Deck.objects.get().notes

    builder.visit("/decks/import/")
    link = "https://toolbox.example/deck?cards=1,3,3&squads=6,4,4,3,5&faction=chapter&deckname=Sky"
    page.get_by_label("Text, deck code or link").fill(link)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_label("Name of the deck")).to_have_value("Sky")
    assert builder.complaints == []


def test_cards_to_cut_out_are_as_large_as_playing_cards_nine_on_a_page(builder: Visitor):
    page = builder.visit("/decks/starters/faceless/duel/")
    page.get_by_role("link", name="Cards to cut out").click()
    page.emulate_media(media="print")
    boxes = page.locator(".proxies .card").evaluate_all(
        "cards => cards.map(card => [card.getBoundingClientRect().width, card.getBoundingClientRect().height])"
    )
    assert len(boxes) == 25
    for width, height in boxes:
        assert (round(width * 25.4 / 96, 1), round(height * 25.4 / 96, 1)) == (63, 88)
    assert page.locator(".proxies .card").evaluate_all(
        "cards => cards.every(c => c.scrollHeight <= c.clientHeight + 1)"
    )
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format=paper, prefer_css_page_size=True))) == 3, paper


PAGES = [
    "/decks/",
    "/decks/?card=frebal",
    "/decks/mine/",
    "/decks/new/",
    "/decks/new/?faction=demon",
    "/decks/starters/",
    "/decks/starters/demon/duel/?card=fireball&turn=5",
    "/decks/import/",
    "/d/code/E1nonsense/",
    "KEY/",
    "KEY/build/",
    "KEY/notes/",
    "KEY/history/",
    "KEY/delete/",
    "KEY/print/",
    "KEY/proxies/",
]


def at(visitor: Visitor, path: str) -> Page:
    """The page, of a staff member's own public and illegal deck where it is one's own."""
    staff = UserFactory(username="Staff", is_staff=True)
    staff.set_password(PASSWORD)
    staff.save()
    deck = PublicDeckFactory(
        owner=staff, name="Blaze", notes="# Plan\n\n[Burn](https://example.org)", faction_slug="demon"
    )
    Deck.objects.filter(pk=deck.pk).update(cards={**deck.cards, "fireball": 9, "shoot": 1})
    CommentFactory(deck=deck)
    log_in(visitor.page, visitor, "Staff")
    return visitor.visit(path.replace("KEY", f"/decks/{deck.key}"))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_quiet_and_keeps_to_itself(builder: Visitor, path: str):
    page = at(builder, path)
    if "nonsense" in path:
        builder.complaints.clear()  # the browser reports the 404 itself
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
    assert builder.complaints == []
    assert builder.strangers == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_by_night_and_fits_a_phone(new_visitor: Arrive, path: str):
    phone = new_visitor(color_scheme="dark", viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = at(phone, path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    report = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert report.violations_count == 0, report.generate_report()


def test_whatever_people_write_fits_a_phone(new_visitor: Arrive):
    wide = f"{'| column ' * 12}|\n{'|---' * 12}|\n{'| value ' * 12}|\n\n{'w' * 120}\n\n```\n{'x' * 150}\n```"
    deck = PublicDeckFactory(notes=wide, name="n" * 80)
    CommentFactory(deck=deck, text="c" * 200)
    phone = new_visitor(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = phone.visit(f"/decks/{deck.key}/")
    expect(page.locator("#notes table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for path in ("/decks/", f"/decks/{deck.key}/print/", f"/decks/{deck.key}/proxies/"):
        phone.visit(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_what_an_import_understood_is_accessible(new_visitor: Arrive):
    phone = new_visitor(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = phone.visit("/decks/import/")
    page.get_by_label("Text, deck code or link").fill("Faction: Chapter\n2x holy knight\nLeep x2\n" + "wise " * 30)
    page.get_by_role("button", name="Read it").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
