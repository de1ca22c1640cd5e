"""Fixtures: homes with their gateways, and browsers."""

import contextlib

import pytest
from playwright.sync_api import sync_playwright

from house import PIN, new_house
from visitor import Visitor, open_browser, open_context


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright):
    with open_browser(playwright) as browser:
        yield browser


@pytest.fixture(scope="session")
def house():
    """A home with devices and an owner. All tests share it, so each one leaves it unchanged."""
    with new_house() as house, house.serving(), house.devices():
        house.owner = house.person("Olga", "owner", pin=PIN)
        yield house


@pytest.fixture(scope="session")
def words(house, chromium):
    """The messages of the page by key: for each language a text or its plural forms."""
    context = chromium.new_context(ignore_https_errors=True)
    page = context.new_page()
    page.goto(house.origin)
    path = page.get_attribute("script[type=module]", "src")
    yield page.evaluate("(path) => import(new URL('core/messages.js', new URL(path, location))).then((m) => m.messages)", path)
    context.close()


@pytest.fixture
def new_home():
    """A home without an owner."""
    with new_house() as house, house.serving():
        yield house


@pytest.fixture
def empty_house():
    """A home whose gateway the test itself starts and ends."""
    with new_house() as house:
        yield house


@pytest.fixture
def browsers(chromium):
    """A function that opens a new browser without stored data: `browsers(house, viewport=PHONE)`.

    At the end the fixture asserts that no browser had a fault.
    """
    with contextlib.ExitStack() as open_contexts:
        visitors = []

        def browser(house, **options):
            context = open_contexts.enter_context(open_context(chromium, **options))
            visitors.append(Visitor(context, house))
            return visitors[-1]

        yield browser
        assert not [fault for visitor in visitors for fault in visitor.watch.faults]


@pytest.fixture(scope="session")
def olgas_browser(chromium, house):
    with open_context(chromium) as context:
        Visitor(context, house).comes_in(house.owner).page.close()
        yield context


@pytest.fixture
def olga(olgas_browser, house):
    """The owner of the home, at the home view, in a browser that all tests share."""
    visitor = Visitor(olgas_browser, house)
    visitor.opens()
    visitor.sees_home()
    yield visitor
    visitor.page.close()
    assert not visitor.watch.faults


@pytest.fixture
def olga_anew(browsers, house):
    """The owner in a new browser, in which no PIN has been entered yet."""
    return browsers(house).comes_in(house.owner)
