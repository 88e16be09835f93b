"""Building decks in a real browser: from nothing to a legal deck, and five mistakes."""

from playwright.sync_api import expect

from decks.models import Deck
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.deck_steps import ARMY, CALM, Arrive, add, begin, build_legal_deck, counters


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
    expect(page.get_by_label("Name of the deck")).to_have_value("Ember")
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
    expect(page.locator("#deck")).to_contain_text("The deck has 26 cards")
    expect(page.locator("#deck")).not_to_contain_text("Leap: 5 copies, at most 4 are allowed.")  # five exist
    assert "?q=leap" in page.url
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Deck page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("By hand")
    page.locator("#odds").get_by_label("Bash").check()
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator("#odds")).to_contain_text("to have held at least 1 of 4 by turn 3")
    page.get_by_role("link", name="Draw another hand").click()
    expect(page.locator("#hand .card")).to_have_count(3)


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
    expect_to_fit(page)
    assert phone.complaints == []
