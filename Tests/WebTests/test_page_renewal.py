"""A page that is older than the gateway supports reloads itself once, and never while a person is typing."""

import contextlib
import re

import pytest
from house import ROOT
from playwright.sync_api import expect

MESSAGE = "This page is older than the gateway, so it no longer works. Reload it."


@pytest.fixture
def olga(house, new_browser):
    """The owner, with the number of loads of the page in `loads`."""
    olga = new_browser(house)
    # What waits is read shortly after the first view: these requests must not be the first ones of an old page.
    with olga.page.expect_response("**/api/v1/invitations"):
        olga.sign_in(house.owner)
    olga.wait_until_idle()
    olga.allow_statuses(400)
    olga.loads = 0

    def count_load(_):
        olga.loads += 1

    olga.page.on("load", count_load)
    return olga


def state_level(olga, level):
    """Lets the page state another level of the API in its requests; None lets it state its own again."""
    olga.context.unroute("**/api/v1/**")
    if level is not None:
        olga.context.route("**/api/v1/**", lambda route: route.continue_(
            headers={**route.request.headers, "tomte-api-level": str(level)}))


def test_the_page_states_the_present_level():
    wire = (ROOT / "Sources/GatewayWire/Home/APILevel.swift").read_text()
    page = (ROOT / "page/core/api.js").read_text()
    assert re.search(r"current = (\d+)", wire)[1] == re.search(r'apiLevel = "(\d+)"', page)[1]


def test_an_old_page_reloads_itself_once(olga):
    olga.page.evaluate("() => caches.open('page-of-the-past').then((cache) => cache.put('/', new Response('old')))")
    state_level(olga, 0)
    olga.open("activity")
    # The reload does not help here, so that a message follows and no further reload.
    expect(olga.toast.filter(has_text=MESSAGE)).to_be_visible()
    olga.page.wait_for_load_state()
    assert olga.loads == 1
    assert olga.page.evaluate("() => caches.keys()") == []
    state_level(olga, None)
    with olga.page.expect_event("load"):
        olga.button("Reload").click()
    olga.open("home")
    olga.expect_home()
    assert olga.loads == 2


def test_an_old_page_that_is_replaced_goes_on(olga):
    olga.context.route("**/api/v1/**", lambda route: route.continue_(
        headers={**route.request.headers, "tomte-api-level": "0"} if olga.loads == 0 else route.request.headers))
    with olga.page.expect_event("load"):
        olga.open("activity")
    olga.open("home")
    olga.expect_home()
    expect(olga.toast).to_have_count(0)
    assert olga.loads == 1


@contextlib.contextmanager
def changed_home(house):
    """Adds a room for a while, so that the page requests the home again."""
    house.request("POST", "/rooms", {"name": "Attic"})
    yield
    house.request("DELETE", "/rooms/attic")


def test_a_form_that_is_filled_in_is_kept(olga):
    olga.open("people?form=invite")
    field = olga.page.locator("main input[type=text], main input:not([type])").first
    field.fill("Kim")
    state_level(olga, 0)
    with changed_home(olga.house):
        expect(olga.toast.filter(has_text=MESSAGE)).to_be_visible()
        expect(field).to_have_value("Kim")
        assert olga.loads == 0


def test_an_open_dialog_is_kept(olga):
    olga.page.keyboard.press("/")
    expect(olga.page.get_by_role("dialog")).to_be_visible()
    state_level(olga, 0)
    with changed_home(olga.house):
        expect(olga.toast.filter(has_text=MESSAGE)).to_have_count(1)
        expect(olga.page.get_by_role("dialog")).to_be_visible()
        assert olga.loads == 0
