"""The laboratory in a real browser: from a deck to its advice with a real worker, without scripts, on a phone."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from decks.visitors import Visitor as Holder
from laboratory.models import Experiment
from tests.browser.conftest import Visitor, expect_to_fit
from tests.browser.deck_steps import PASSWORD, Arrive, log_in
from tests.factories import UserFactory
from tests.laboratory.trials import begin, begin_against_all

EXPERIMENT = re.compile(r"/laboratory/[0-9A-Za-z]{11}/$")
GAMES = 60


def sign_up(visitor: Visitor, name: str) -> Page:
    page = visitor.visit("/accounts/signup/")
    page.get_by_label("User name").fill(name)
    for field in page.locator("main input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Make my account").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()
    return page


@pytest.fixture
def anna(dawnfall: object) -> object:
    user = UserFactory(username="Anna")
    user.set_password(PASSWORD)
    user.save()
    return user


def test_from_a_deck_to_its_advice_while_a_worker_plays(new_player: Arrive):
    visitor = new_player()
    page = sign_up(visitor, "Researcher")
    visitor.visit("/decks/starters/chapter/duel/")
    page.get_by_role("link", name="Try it in the laboratory").click()
    expect(page.get_by_label("The deck to try", exact=True).first).to_have_value("starter:chapter")
    page.get_by_label("Games", exact=True).fill(str(GAMES))
    page.get_by_label("Seed", exact=True).fill("browser")
    page.get_by_role("button", name="Let them play").click()
    page.wait_for_url(EXPERIMENT)
    # The page asks for its progress by itself, and comes anew with the figures.
    expect(page.locator("#progress")).to_contain_text(f"{GAMES} of {GAMES} games finished", timeout=180_000)
    expect(page.locator(".verdict")).to_contain_text("Shield and Sky won")
    expect(page.locator("#advice")).to_contain_text("What holds among Recruits need not hold among people.")
    expect(page.get_by_role("img", name=re.compile("^Share of games won. all together:"))).to_be_visible()
    page.get_by_role("link", name="Drawn", exact=True).first.click()
    expect(page.locator("th[aria-sort=descending]").first).to_have_text("Drawn")
    guest = new_player()
    assert guest.page.goto(page.url).status == 404  # type: ignore[union-attr]
    page.get_by_role("button", name="Unlisted: everybody with the link").click()
    expect(page.get_by_role("status")).to_contain_text("Everybody with the link can see this experiment now.")
    guest.page.goto(page.url.partition("#")[0])
    expect(guest.page.locator(".verdict")).to_contain_text("Shield and Sky won")
    assert visitor.complaints == []
    assert visitor.strangers == []


def test_a_running_experiment_is_followed_and_cancelled_without_javascript(new_player: Arrive):
    visitor = new_player(java_script_enabled=False)
    page = sign_up(visitor, "Purist")
    visitor.visit("/laboratory/new/?starter=demon")
    page.get_by_label("Games", exact=True).fill("5000")
    page.get_by_role("button", name="Let them play").click()
    page.wait_for_url(EXPERIMENT)
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("link", name="Show what there is so far").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_contain_text("The experiment is cancelled")
    expect(page.locator("#progress")).to_contain_text("cancelled")
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)


def test_pages_are_accessible_and_fit_a_phone(new_visitor: Arrive, anna: object):
    begin_against_all(Holder(user=anna), games=40)  # type: ignore[arg-type]
    begin(Holder(user=anna), games=40)  # type: ignore[arg-type]
    paths = ["/laboratory/", "/laboratory/new/", *(each.get_absolute_url() for each in Experiment.objects.all())]
    desk, phone = new_visitor(), new_visitor(viewport={"width": 360, "height": 740}, is_mobile=True)
    for visitor in (desk, phone):
        log_in(visitor.page, visitor, "Anna")
        for path in paths:
            visitor.visit(path)
            report = Axe().run(visitor.page)
            assert report.violations_count == 0, f"{path}: {report.generate_report()}"
            if visitor is phone:
                expect_to_fit(visitor.page, path)
        assert visitor.complaints == []
