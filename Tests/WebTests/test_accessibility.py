"""Accessibility: keyboard, screen reader, narrow phones, and dark colours."""

import re
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from page_user import DESKTOP, PageUser, open_context

NARROW = {"width": 360, "height": 740}
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def test_the_keyboard_switches_a_lamp(house, olga):
    house.command("kitchen-lamp", "switch", False)
    tile = olga.tile("Kitchen lamp")
    expect(tile).to_contain_text("off")
    olga.tab_to(olga.button("Kitchen lamp"))
    olga.page.keyboard.press("Enter")
    expect(olga.button("Kitchen lamp")).to_have_attribute("aria-pressed", "true")
    olga.page.keyboard.press("Space")
    expect(olga.button("Kitchen lamp")).to_have_attribute("aria-pressed", "false")


def test_the_first_tab_stop_leads_to_the_content(olga):
    olga.page.reload()
    olga.expect_home()
    olga.page.keyboard.press("Tab")
    olga.page.keyboard.press("Enter")
    expect(olga.page.get_by_role("main")).to_be_focused()


class ViewReport(NamedTuple):
    view: str
    # The number of pixels by which the content is wider than the window.
    excess_width: int
    text: str
    violations: list


@pytest.fixture(scope="module", params=[NARROW, DESKTOP], ids=["phone", "desktop"])
def reports(request, house, chromium):
    """The visible text of every view of the page, and the violations that axe finds there."""
    with open_context(chromium, viewport=request.param, reduced_motion="reduce") as context:
        user = PageUser(context, house).sign_in(house.owner)
        reports = [inspect_view(view, user.page) for view in user.visit_views()]
        assert not user.recorder.faults
    return reports


def inspect_view(view, page):
    violations = find_violations(page, LEVELS)
    # Only the colours differ in the dark scheme.
    page.emulate_media(color_scheme="dark")
    violations += find_violations(page, COLOURS)
    page.emulate_media(color_scheme="light")
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return ViewReport(view, width, page.locator("body").inner_text(), violations)


def find_violations(page, rules):
    report = Axe().run(page, options={"runOnly": rules})
    return [report.generate_report()] if report.violations_count else []


def test_axe_finds_no_violation_in_any_view(reports):
    violations = [f"{report.view}: {violation}" for report in reports for violation in report.violations]
    assert not violations, "\n".join(violations)


def test_no_view_scrolls_horizontally(reports):
    assert not [(report.view, report.excess_width) for report in reports if report.excess_width > 0]


def test_no_view_shows_a_message_key_or_an_undefined_value(reports, messages):
    sections = "|".join({key.partition(".")[0] for key in messages})
    missing = re.compile(rf"\b(?:undefined|NaN|null|Invalid Date|\[object \w+\]|(?:{sections})\.\w+(?:\.\w+)*)(?!\S)")
    assert not [(report.view, found) for report in reports for found in missing.findall(report.text)]


def test_axe_finds_no_violation_in_lists_and_states_of_the_home_view(house, olga):
    """Colours mean a state: a lit lamp, an open cover, an unlocked door, an act that can be undone."""
    house.command("front-door", "lock", "unlocked")
    house.command("kitchen-lamp", "brightness", 100)
    expect(olga.fact("unlocked")).to_be_visible()
    olga.button("Kitchen lamp").click()
    expect(olga.toast).to_be_visible()
    olga.button("Kitchen lamp").click()
    expect(olga.tile("Kitchen lamp")).to_have_class("tile is-on")
    assert not find_violations(olga.page, LEVELS)
    olga.page.emulate_media(color_scheme="dark")
    assert not find_violations(olga.page, COLOURS)
    olga.fact("unlocked").click()
    expect(olga.page.get_by_role("dialog")).to_be_visible()
    assert not find_violations(olga.page, LEVELS)
    olga.page.get_by_role("dialog").get_by_role("button", name="Lock", exact=True).click()
    expect(olga.page.get_by_role("dialog").get_by_role("listitem")).to_contain_text("locked")


def test_axe_finds_no_violation_in_the_claim_view(unclaimed_house, new_browser):
    user = new_browser(unclaimed_house)
    user.open()
    expect(user.field("Code")).to_be_visible()
    assert not find_violations(user.page, LEVELS)
