"""A person who uses the page in a browser: actions and expectations."""

import contextlib
import os
import re
import subprocess
import time

from playwright.sync_api import TimeoutError, expect

from fault_recorder import FaultRecorder

# The browser without a window: the same engine as chromium, which draws its own window for each page even when headless.
CHROMIUM = "/usr/bin/chromium-headless-shell"
PHONE = {"width": 390, "height": 844}
NARROW = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
VIEWS = [
    "home", "rooms", "room/bedroom", "room", "device/kitchen-lamp", "device/meter", "device/front-door", "device/bedroom-blind",
    "device/bedroom-heating", "device/kitchen-air", "device/fridge", "energy", "people", "people?form=invite", "people/olga",
    "people/olga?form=grants", "people/olga?form=invite", "activity", "maintenance", "maintenance?show=history", "maintenance?show=tasks", "maintenance?show=batteries", "maintenance?form=new", "settings/you", "settings", "settings/home", "settings/devices", "settings/keeping",
    "settings/privacy", "settings/connection", "settings/lockdown", "settings/incidents", "settings/health", "settings/about", "setup"]
# The time limit for an expected event in milliseconds.
DEADLINE = 45_000
expect.set_options(timeout=DEADLINE)


@contextlib.contextmanager
def open_browser(playwright):
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield browser
    browser.close()


@contextlib.contextmanager
def open_context(browser, viewport=DESKTOP, locale="en-GB", **options):
    """Opens a browser context without stored data that accepts the untrusted certificate of the home."""
    context = browser.new_context(
        ignore_https_errors=True, viewport=viewport, locale=locale, timezone_id="Europe/Stockholm", **options)
    yield context
    context.close()


@contextlib.contextmanager
def open_trusting_context(playwright, house, user_folder):
    """Opens a browser context that trusts the web root of the home. `user_folder` is the home folder of its user."""
    store = user_folder / ".pki" / "nssdb"
    store.mkdir(parents=True)
    for arguments in [["-N", "--empty-password"], ["-A", "-n", "tomte", "-t", "C,,", "-i", house.gateway.web_root]]:
        subprocess.run(["certutil", "-d", f"sql:{store}", *arguments], check=True)
    context = playwright.chromium.launch_persistent_context(
        user_folder / "profile", executable_path=CHROMIUM, args=["--no-sandbox"], viewport=DESKTOP, locale="en-GB",
        env=os.environ | {"HOME": str(user_folder)})
    yield context
    context.close()


class PageUser:
    def __init__(self, context, house):
        context.set_default_timeout(DEADLINE)
        self.context = context
        self.house = house
        self.page = context.new_page()
        self.recorder = FaultRecorder(self.page, house.origin)

    def allow_statuses(self, *statuses):
        """Declares statuses of refusals that are part of the test, so that they are no faults."""
        self.recorder.expected_statuses.update(statuses)

    def open(self, view="home"):
        """Opens a view. Loads the page first when it is not open yet."""
        if self.page.url.startswith(self.house.origin):
            self.page.evaluate("(view) => { location.hash = view }", f"#/{view}")
        else:
            self.page.goto(f"{self.house.origin}/#/{view}")

    def leave(self):
        """Leaves the page. A view of a device that is removed next would record its last requests as faults."""
        self.page.goto("about:blank")

    def follow_link(self, link):
        """Loads the page again, at the address of the link."""
        self.leave()
        self.page.goto(link)

    def sign_in(self, person, skip_pin=True):
        """Pairs the browser by the link of an invitation. `skip_pin` closes the dialog for a first PIN."""
        self.request_access(person)
        self.expect_home()
        # The dialog for a PIN opens right after the home view.
        self.wait_until_drawn()
        if skip_pin and self.page.get_by_role("dialog").count():
            self.button(re.compile("Not now|Inte nu")).click()
        return self

    def request_access(self, person, is_wall_panel=False):
        """Opens the link of an invitation and requests access, as a panel on a wall if wanted."""
        _, link = self.house.create_invitation(person)
        self.follow_link(link)
        if is_wall_panel:
            self.page.get_by_label(re.compile("This is a wall panel|Det här är en väggpanel")).check()
        self.button(re.compile("Request access|Begär åtkomst")).click()

    def expect_home(self):
        expect(self.page.locator("section.home")).to_be_visible()
        expect(self.page.locator("section.home .tile, section.home .empty, section.home .own-grants").first).to_be_visible()

    def button(self, name, exact=True):
        return self.page.get_by_role("button", name=name, exact=exact)

    def field(self, label):
        return self.page.get_by_label(label, exact=True)

    def tile(self, name):
        heading = self.page.get_by_role("heading", name=name, exact=True)
        return self.page.locator("article.tile").filter(has=heading)

    def value(self, name):
        """Returns the large text or number of a tile."""
        return self.tile(name).locator(".numerals")

    def open_tile(self, name):
        """Opens the device of a tile that a tap does not switch."""
        self.tile(name).get_by_role("link", name=name, exact=True).click()
        expect(self.page.get_by_role("heading", level=1, name=name)).to_be_visible()

    def fact(self, name):
        """Returns the button of a fact in the summary line."""
        return self.page.locator(f".summary [data-fact={name}]")

    @property
    def toast(self):
        return self.page.locator("#toasts .toast")

    def enter_pin(self, act=None):
        """Enters the PIN in the dialog, whose title names the act."""
        dialog = self.page.get_by_role("dialog", name=act).filter(has=self.page.get_by_label("PIN", exact=True))
        dialog.get_by_label("PIN", exact=True).fill(self.house.pin)
        dialog.get_by_role("button", name="Confirm").click()
        expect(dialog).to_have_count(0)

    def tab_to(self, target):
        """Presses Tab until the target has the focus."""
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if target.evaluate("(element) => element === document.activeElement"):
                return
        raise AssertionError(f"Tab never reaches {target}")

    def wait_until_idle(self):
        """Waits until every request has its response and the page has drawn the results, which may need more requests."""
        end = time.monotonic() + DEADLINE / 1000
        is_idle = False
        while not is_idle:
            while self.recorder.pending_requests:
                assert time.monotonic() < end, f"requests without a response: {self.recorder.pending_requests}"
                # A request that the page has cancelled does not finish.
                with contextlib.suppress(TimeoutError):
                    self.page.wait_for_event("requestfinished", timeout=1000)
            self.wait_until_drawn()
            is_idle = not self.recorder.pending_requests

    def wait_until_drawn(self):
        """Waits until the page has drawn what it has."""
        self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def visit_views(self, views=VIEWS):
        """Opens one view after another, waits until the page is idle, and yields its name."""
        for view in views:
            if not self.page.url.endswith(f"#/{view}"):
                previous = self.page.locator("#main > *").first.element_handle()
                self.open(view)
                self.page.wait_for_function("(element) => !element.isConnected", arg=previous)
            self.wait_until_idle()
            yield view

    def evaluate_in_module(self, path, expression, argument=None):
        """Calls the JavaScript function `expression` with a module of the page, which has all messages, and `argument`.
        Returns its result."""
        return self.page.evaluate(f"""async (argument) => {{
          const page = document.querySelector("script[src$='/main.js']").src;
          const {{ withAllMessages }} = await import(new URL("core/text.js", page));
          const module = await withAllMessages(import(new URL("{path}", page)));
          return ({expression})(module, argument);
        }}""", argument)

    def identities(self):
        """Returns the ids of the people for whom this browser has keys."""
        return self.evaluate_in_module(
            "core/keys.js", "({ identities }) => identities().then((all) => all.map(({ person }) => person))")
