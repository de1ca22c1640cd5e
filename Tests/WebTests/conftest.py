"""Houses and browsers for the stories."""

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
    """One that is lived in, which every story leaves as it found it."""
    with new_house() as house, house.serving(), house.devices():
        house.owner = house.person("Olga", "owner", pin=PIN)
        yield house


@pytest.fixture(scope="session")
def words(house, chromium):
    """Messages by key: a text, or forms, for each language."""
    context = chromium.new_context(ignore_https_errors=True)
    page = context.new_page()
    page.goto(house.origin)
    path = page.get_attribute("script[type=module]", "src")
    yield page.evaluate("(path) => import(new URL('core/messages.js', new URL(path, location))).then((m) => m.messages)", path)
    context.close()


@pytest.fixture
def new_home():
    """One that nobody owns yet."""
    with new_house() as house, house.serving():
        yield house


@pytest.fixture
def empty_house():
    """One whose gateway the story starts and ends."""
    with new_house() as house:
        yield house


@pytest.fixture
def browsers(chromium):
    """Gives a browser without a past: `browsers(house, viewport=PHONE)`. Nothing that must not happen happened in any."""
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
    """The owner of the house, at home, in the browser of before."""
    visitor = Visitor(olgas_browser, house)
    visitor.opens()
    visitor.sees_home()
    yield visitor
    visitor.page.close()
    assert not visitor.watch.faults


@pytest.fixture
def olga_anew(browsers, house):
    """The owner in a new browser, where no PIN was given yet."""
    return browsers(house).comes_in(house.owner)
