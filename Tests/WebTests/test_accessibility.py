"""Accessibility: keyboard, screen reader, narrow phones, and dark colours."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from axe_checks import COLOURS, LEVELS, find_violations, find_violations_in_both_schemes
from page_user import NARROW, PHONE, PageUser, open_context
from steps import LOCALES, SIZES, Words
from view_states import visit_states

WIDE = SIZES["1440"]


def test_the_keyboard_switches_a_lamp(house, olga):
    house.command("kitchen-lamp", "switch", False)
    tile = olga.tile("Kitchen lamp")
    expect(tile).to_contain_text("Off")
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
    # The number of pixels by which the content is wider than the window, or than the narrowest phone.
    excess_width: int
    text: str
    violations: list


# Swedish words are longer, so they are on the narrow screen.
@pytest.fixture(scope="module", params=[(PHONE, "sv"), (WIDE, "en")], ids=["phone", "desktop"])
def reports(request, house, chromium, languages):
    """The visible text of every view and state of the page, and the violations that axe finds there."""
    viewport, language = request.param
    text = Words(language, languages, house.request("GET", "/capabilities"))
    with open_context(chromium, viewport, LOCALES[language], reduced_motion="reduce") as context:
        user = PageUser(context, house).sign_in(house.owner)
        user.allow_statuses(403)
        reports = [inspect_view(view, user.page) for view in user.visit_views()]
        reports += [inspect_view(state.name, user.page, state.selector) for state in visit_states(user, text)]
        assert not user.recorder.faults
    return reports


def inspect_view(view, page, selector=None):
    violations = find_violations_in_both_schemes(page, selector)
    return ViewReport(view, excess_width(page), page.locator("body").inner_text(), violations)


# A chart gets its new width some frames after the window.
EXCESS_WIDTH = """async () => {
  const excess = () => document.documentElement.scrollWidth - innerWidth;
  for (let frame = 0; frame < 30 && excess() > 0; frame += 1) await new Promise(requestAnimationFrame);
  return excess();
}"""


def excess_width(page):
    """The number of pixels by which the content is wider than the window; on a phone than the narrowest one."""
    viewport = page.viewport_size
    if viewport == PHONE:
        page.set_viewport_size(NARROW)
    width = page.evaluate(EXCESS_WIDTH)
    page.set_viewport_size(viewport)
    return width


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
    expect(olga.tile("Kitchen lamp")).to_have_class("tile is-on")
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
    expect(olga.page.get_by_role("dialog").get_by_role("listitem")).to_contain_text("Locked")


def test_axe_finds_no_violation_in_a_lockdown(house, olga):
    house.request("POST", "/lockdown", {"isOn": True})
    try:
        for view in olga.visit_views(["settings/lockdown", "home"]):
            expect(olga.page.locator(".banner")).to_be_visible()
            assert not find_violations_in_both_schemes(olga.page), view
    finally:
        house.request("POST", "/lockdown", {"isOn": False})


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "desktop"])
def test_axe_finds_no_violation_in_the_first_run(unclaimed_house, new_browser, size):
    user = new_browser(unclaimed_house, viewport=size, reduced_motion="reduce")
    user.open()
    expect(user.field("Code")).to_be_visible()
    assert not find_violations_in_both_schemes(user.page)
    user.follow_link(unclaimed_house.create_claim_code()[1])
    user.field("Your name").fill("Olga")
    assert not find_violations_in_both_schemes(user.page)
    user.button("Become the owner").click()
    for step in user.visit_views([f"setup/{name}" for name in ["privacy", "name", "pin", "rooms", "trust", "done"]]):
        expect(user.page.locator(".setup h1")).to_be_visible()
        assert not find_violations_in_both_schemes(user.page), step
        assert user.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, step


def test_axe_finds_no_violation_in_the_views_of_an_invited_person(house, new_browser):
    person = house.add_person("Kim", "guest")
    user = new_browser(house, viewport=PHONE, reduced_motion="reduce")
    user.follow_link(house.create_invitation(person)[1])
    expect(user.field("Code")).to_be_visible()
    assert not find_violations_in_both_schemes(user.page)
    user.button("Request access").click()
    user.expect_home()
    user.wait_until_idle()
    assert not find_violations_in_both_schemes(user.page)
    house.request("DELETE", f"/people/{person}")
