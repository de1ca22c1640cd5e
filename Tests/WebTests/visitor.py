"""A person at a browser: actions and expectations."""

import contextlib
import os
import re
import subprocess

from playwright.sync_api import expect

from watch import Watch

CHROMIUM = "/usr/bin/chromium"
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
PLACES = [
    "home", "device/kitchen-lamp", "device/meter", "device/front-door", "energy", "found", "people", "people/olga",
    "people/olga?form=grants", "history", "settings", "settings/home", "settings/keeping", "settings/connection",
    "settings/lockdown", "settings/about", "setup", "health", "more"]
# The longest wait for an event, in milliseconds.
DEADLINE = 15_000
expect.set_options(timeout=DEADLINE)


@contextlib.contextmanager
def open_browser(playwright):
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield browser
    browser.close()


@contextlib.contextmanager
def open_context(browser, viewport=DESK, locale="en-GB", **options):
    """A browser context without stored data, which ignores that the certificate of the home is not trusted."""
    context = browser.new_context(
        ignore_https_errors=True, viewport=viewport, locale=locale, timezone_id="Europe/Stockholm", **options)
    yield context
    context.close()


@contextlib.contextmanager
def open_trusting_context(playwright, house, home):
    """A browser context that trusts the web root of the home; `home` is the home folder of its user."""
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    for arguments in [["-N", "--empty-password"], ["-A", "-n", "tomte", "-t", "C,,", "-i", house.gateway.web_root]]:
        subprocess.run(["certutil", "-d", f"sql:{store}", *arguments], check=True)
    context = playwright.chromium.launch_persistent_context(
        home / "profile", executable_path=CHROMIUM, args=["--no-sandbox"], viewport=DESK, locale="en-GB",
        env=os.environ | {"HOME": str(home)})
    yield context
    context.close()


class Visitor:
    def __init__(self, context, house):
        context.set_default_timeout(DEADLINE)
        self.context = context
        self.house = house
        self.page = context.new_page()
        self.watch = Watch(self.page, house.origin)

    def expects(self, *statuses):
        """Declares statuses of refusals that are part of the test, so they are no faults."""
        self.watch.expected.update(statuses)

    def opens(self, place="home"):
        """Opens a view; loads the page first when it is not open yet."""
        if self.page.url.startswith(self.house.origin):
            self.page.evaluate("(place) => { location.hash = place }", f"#/{place}")
        else:
            self.page.goto(f"{self.house.origin}/#/{place}")

    def follows(self, link):
        self.page.goto("about:blank")
        self.page.goto(link)

    def comes_in(self, person, without_pin=True):
        """Pairs the browser by the link of an invitation. `without_pin` skips the question for a first PIN."""
        _, link = self.house.invitation(person)
        self.follows(link)
        self.button(re.compile("Ask to come in|Be att få komma in")).click()
        self.sees_home()
        # The question for a PIN opens together with the home view.
        if without_pin and self.page.get_by_role("dialog").count():
            self.button(re.compile("Not now|Inte nu")).click()
        return self

    def sees_home(self):
        expect(self.page.locator("section.home")).to_be_visible()
        expect(self.page.locator("section.home .tile, section.home .empty").first).to_be_visible()

    def button(self, name, exact=True):
        return self.page.get_by_role("button", name=name, exact=exact)

    def field(self, label):
        return self.page.get_by_label(label, exact=True)

    def tile(self, name):
        heading = self.page.get_by_role("heading", name=name, exact=True)
        return self.page.locator("article.tile").filter(has=heading)

    def value(self, name):
        """The large text or number of a tile."""
        return self.tile(name).locator(".numerals")

    def gives_pin(self):
        dialog = self.page.get_by_role("dialog", name="Your PIN")
        dialog.get_by_label("PIN").fill(self.house.pin)
        dialog.get_by_role("button", name="Confirm").click()
        expect(dialog).to_have_count(0)

    def tabs_to(self, target):
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if target.evaluate("(element) => element === document.activeElement"):
                return
        raise AssertionError(f"Tab never reaches {target}")

    def rests(self):
        """Waits until no request is under way and the results are drawn."""
        while self.watch.fetching:
            self.page.wait_for_event("requestfinished", lambda _: True)
        self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def all_places(self, places=PLACES):
        """Opens one view after another, waits until the page is idle, and yields its name."""
        for place in places:
            if not self.page.url.endswith(f"#/{place}"):
                old = self.page.locator("#main > *").first.element_handle()
                self.opens(place)
                self.page.wait_for_function("(element) => !element.isConnected", arg=old)
            self.rests()
            yield place

    def module(self, path, expression):
        """The result of the JavaScript function `expression` for a module of the page."""
        return self.page.evaluate(f"""async () => {{
          const page = document.querySelector("script[type=module]").src;
          const module = await import(new URL("{path}", page));
          return ({expression})(module);
        }}""")

    def identities(self):
        """The ids of the people for whom this browser has keys."""
        return self.module("core/keys.js", "({ identities }) => identities().then((all) => all.map(({ person }) => person))")
