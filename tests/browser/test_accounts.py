"""A newcomer's way through an account: sign up, write something, log out, come back, leave."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.conftest import Visitor, expect_to_fit

PASSWORD = "six-of-seven-hexes"


def test_from_signing_up_to_leaving(visitor: Visitor) -> None:
    page = visitor.visit("/")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("User name").fill("Newcomer")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Make my account").click()
    expect(page.get_by_role("status")).to_have_text("Welcome, Newcomer! Your account is ready.")

    page.get_by_label("About you").and_(page.locator("textarea")).fill("I am new here.")
    page.get_by_role("button", name="Save my profile").click()
    page.get_by_role("link", name="See your player page as others do").click()
    expect(page.get_by_text("I am new here.")).to_be_visible()

    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("User name").fill("newcomer")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()

    page.get_by_role("link", name="Delete my account").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account for good").click()
    expect(page.get_by_role("heading", name="Good-bye")).to_be_visible()
    assert not User.objects.filter(username="Newcomer").exists()
    assert visitor.complaints == []
    assert visitor.strangers == []


@pytest.mark.parametrize("path", ["profile", "password-change", "delete"])
def test_pages_behind_the_log_in_are_accessible(phone: Visitor, path: str) -> None:
    User.objects.create_user("Anna", password=PASSWORD)
    page = phone.visit(f"/accounts/login/?next=/accounts/{path}/")
    page.get_by_label("User name").fill("Anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_url(f"**/accounts/{path}/")
    results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert results.violations_count == 0, results.generate_report()
    expect_to_fit(page)


@pytest.mark.parametrize(
    "path",
    ["login/", "signup/", "password-reset/", "password-reset/sent/", "deleted/", "password-reset/x/y/"],
)
def test_pages_before_the_log_in_are_accessible(phone: Visitor, path: str) -> None:
    page = phone.visit(f"/accounts/{path}")
    results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert results.violations_count == 0, results.generate_report()
    expect_to_fit(page)
