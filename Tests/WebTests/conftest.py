"""Fixtures: homes with their gateways, and browsers."""

import contextlib

import pytest
from playwright.sync_api import expect, sync_playwright

from house import PIN, new_house
from page_user import PageUser, open_browser, open_context


def clients_of(house):
    return {client["id"] for client in house.request("GET", "/clients")}


def remove_clients(house, known):
    """Removes the clients of the home that are not known, except those that all tests share."""
    for client in clients_of(house) - known - house.shared_clients:
        house.request("DELETE", f"/clients/{client}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Runs the tests of a file in one process, because they share its fixtures, unless they name another group.

    xdist reads the groups in the same hook, so this comes first.
    """
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


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
    """A home with devices and an owner. All tests share it, so each test leaves it unchanged."""
    with new_house() as house, house.start_gateway(), house.simulate_devices():
        house.owner = house.add_person("Olga", "owner", pin=PIN)
        house.is_shared = True
        yield house


@pytest.fixture(scope="session")
def languages(house, chromium):
    """Each language of the page by its tag: its name, its messages by key, and the plural forms that it needs."""
    context = chromium.new_context(ignore_https_errors=True)
    page = context.new_page()
    page.goto(house.origin)
    path = page.get_attribute("script[src$='/main.js']", "src")
    yield page.evaluate("""async (path) => {
      const { languages, loadMessages } = await import(new URL("core/language.js", new URL(path, location)));
      const loaded = Object.entries(languages).map(async ([tag, name]) => [tag, {
        name, messages: await loadMessages(tag), forms: new Intl.PluralRules(tag).resolvedOptions().pluralCategories,
      }]);
      return Object.fromEntries(await Promise.all(loaded));
    }""", path)
    context.close()


@pytest.fixture(scope="session")
def messages(languages):
    """The English messages of the page by key. Each message has a text or its plural forms."""
    return languages["en"]["messages"]


@pytest.fixture
def unclaimed_house():
    """A home without an owner."""
    with new_house() as house, house.start_gateway():
        yield house


@pytest.fixture(scope="module")
def own_house():
    """A home for one module, with an owner and a member: an incident, for example, shows on the home screen of every owner."""
    with new_house() as house, house.start_gateway():
        house.owner = house.add_person("Olga", "owner", pin=house.pin)
        house.member = house.add_person("Mia", "member")
        yield house


@pytest.fixture
def stopped_house():
    """A home whose gateway the test starts and stops."""
    with new_house() as house:
        yield house


@pytest.fixture
def new_browser(chromium):
    """A function that opens a new browser without stored data: `new_browser(house, viewport=PHONE)`.

    At the end the fixture signs these browsers out of a home that several tests share, because a person can have only
    so many, and asserts that no browser had a fault.
    """
    with contextlib.ExitStack() as open_contexts:
        users = []

        def open_new_browser(house, **options):
            if house.is_shared and house not in [user.house for user in users]:
                open_contexts.callback(remove_clients, house, known=clients_of(house))
            context = open_contexts.enter_context(open_context(chromium, **options))
            users.append(PageUser(context, house))
            return users[-1]

        yield open_new_browser
        # What comes later is no fault of the page: some tests have ended their gateway by now.
        faults = [fault for user in users for fault in user.recorder.faults]
        # The page reads its data again at any time, also while the test ends and no longer answers its requests.
        for user in users:
            if not user.page.is_closed():
                user.page.unroute_all(behavior="ignoreErrors")
        assert not faults


@pytest.fixture(scope="session")
def olga_context(chromium, house):
    """A browser context in which the owner has signed in."""
    with open_context(chromium) as context:
        known = clients_of(house)
        PageUser(context, house).sign_in(house.owner).page.close()
        house.shared_clients = clients_of(house) - known
        yield context


@pytest.fixture
def olga(olga_context, house):
    """The owner at the home view, in a browser context that all tests share."""
    user = PageUser(olga_context, house)
    user.open()
    user.expect_home()
    # Until then the view shows the saved state of the test before, and may be built again. It is opened again when the
    # permissions have changed, as by the end of a lockdown.
    expect(user.page.locator(".summary")).not_to_contain_text("Connecting…")
    expect(user.page.get_by_role("main")).not_to_have_attribute("aria-busy", "true")
    yield user
    user.page.close()
    assert not user.recorder.faults


@pytest.fixture
def olga_in_new_browser(new_browser, house):
    """The owner in a new browser, without an entered PIN."""
    return new_browser(house).sign_in(house.owner)
