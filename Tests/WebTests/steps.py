"""The steps of a person in the browser, counted, and the situations in which a task is done.

A step is one click or tap, one field that is filled in, one choice of a list, one drag, or one sequence of keys. With the
keyboard, the way to an element by Tab belongs to the step.
"""

import contextlib
import itertools
import os
import zlib
from typing import NamedTuple

import pytest
from axe_checks import LEVELS, find_violations
from page_user import NARROW, PHONE
from playwright.sync_api import expect

SIZES = {
    "1440": {"width": 1440, "height": 900}, "1024": {"width": 1024, "height": 768}, "390": PHONE,
    "360": NARROW}
LOCALES = {"en": "en-GB", "sv": "sv-SE"}
MOST_TABS = 300
IS_FOCUSED = """(element) => {
  const focused = document.activeElement;
  return element === focused || (element.type === "radio" && focused.type === "radio" && element.name === focused.name);
}"""

# The keys from the focused choice to this one, by the shorter way.
KEYS_TO_CHOICE = """(element) => {
  const all = [...document.querySelectorAll("input[type=radio]")].filter(({ name }) => name === element.name);
  const down = (all.indexOf(element) - all.indexOf(document.activeElement) + all.length) % all.length;
  if (!down) return element.checked ? [] : ["Space"];
  return down <= all.length / 2 ? Array(down).fill("ArrowDown") : Array(all.length - down).fill("ArrowUp");
}"""


class Situation(NamedTuple):
    size: str
    scheme: str
    language: str
    input: str

    def __str__(self):
        return "-".join(self)

    def browser_options(self):
        return {"viewport": SIZES[self.size], "has_touch": self.is_phone, "color_scheme": self.scheme,
                "locale": LOCALES[self.language], "reduced_motion": "reduce"}

    @property
    def is_phone(self):
        return self.size in ("390", "360")


# Every pair of values occurs in this table.
SPREAD = [
    Situation("1440", "light", "en", "pointer"), Situation("390", "dark", "sv", "pointer"),
    Situation("1024", "light", "sv", "pointer"), Situation("360", "dark", "en", "pointer"),
    Situation("1440", "dark", "sv", "keyboard"), Situation("390", "light", "en", "keyboard"),
    Situation("1024", "dark", "en", "keyboard"), Situation("360", "light", "sv", "keyboard")]
ALL = [Situation(*values) for values in itertools.product(SIZES, ["light", "dark"], LOCALES, ["pointer", "keyboard"])]


def in_situations(**only):
    """Runs a task in one situation of the table, or in all of them if `TOMTE_TASKS` is `all`.

    The one situation depends only on the name of the test, so that another test does not change it. `only` names the
    values with which the task makes sense: `in_situations(language="en")`.
    """
    is_all = os.environ.get("TOMTE_TASKS") == "all"
    fitting = [one for one in (ALL if is_all else SPREAD) if all(getattr(one, name) == value for name, value in only.items())]

    def parametrize(test):
        if is_all:
            # One process would need hours for all of them, so each window size has a process of its own.
            chosen = [pytest.param(one, marks=pytest.mark.xdist_group(f"tasks-{one.size}")) for one in fitting]
        else:
            chosen = [fitting[zlib.adler32(test.__name__.encode()) % len(fitting)]]
        return pytest.mark.parametrize("situation", chosen, ids=str)(test)

    return parametrize


def capitalised(text):
    return text[:1].upper() + text[1:]


class Words:
    """The texts of the page in one language."""

    def __init__(self, language, languages, kinds):
        self.language = language
        self.messages = languages[language]["messages"]
        self.values = {(row["kind"], words["value"]): words for row in kinds for words in row["values"]}

    def __call__(self, key, **values):
        message = self.messages[key]
        if isinstance(message, dict):
            message = message["one" if values["count"] == 1 else "other"]
        return message.format(**values)

    def alone(self, key, **values):
        """The message where it stands alone, which begins with a capital: "Open"."""
        return capitalised(self(key, **values))

    def value(self, kind, value):
        """The word for a value of a capability where it stands alone: "Locked"."""
        return capitalised(self.values[kind, value]["text"][self.language])

    def command(self, kind, value):
        """The label of the command to a value: "Lock"."""
        return self.values[kind, value]["command"][self.language]


def open_steps(user, situation, languages):
    """Returns the steps of this user, with the texts of the situation's language."""
    return Steps(user, situation, Words(situation.language, languages, user.house.request("GET", "/capabilities")))


class Steps:
    """A person at the page, whose steps are counted."""

    def __init__(self, user, situation, words):
        self.user = user
        self.page = user.page
        self.situation = situation
        self.text = words
        self.count = 0

    @contextlib.contextmanager
    def task(self, at_most):
        """Asserts that the task needs no more steps than this, and that its last view is accessible and wide enough."""
        self.count = 0
        yield
        self.expect_good_view()
        assert self.count <= at_most, f"{self.count} steps instead of {at_most}"

    def expect_good_view(self):
        self.user.wait_until_idle()
        # The line at the top covers a part of what is scrolled below it, which axe takes for a control that is too small.
        self.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        self.user.wait_until_drawn()
        violations = find_violations(self.page, LEVELS)
        assert not violations, "\n".join(violations)
        assert self.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert self.page.evaluate("document.documentElement.lang") == self.text.language

    @property
    def by_keyboard(self):
        return self.situation.input == "keyboard"

    def button(self, key, **values):
        return self.user.button(self.text(key, **values))

    def link(self, key, **values):
        return self.page.get_by_role("link", name=self.text(key, **values), exact=True)

    def field(self, key, **values):
        return self.user.field(self.text(key, **values))

    def radio(self, key, **values):
        return self.page.get_by_role("radio", name=self.text(key, **values), exact=True)

    def view(self, name):
        """The link of the main navigation to a view."""
        return self.page.locator(f".nav-link[data-view={name}]")

    def press(self, target):
        """Clicks or taps a button, a link or a choice, or presses the key for it."""
        self.count += 1
        expect(target).to_be_visible()
        if self.by_keyboard:
            return self._press_key(target)
        label = target.locator("xpath=ancestor::label")
        return self._touch(label if label.count() else target)

    def fill(self, field, text):
        """Fills in a field."""
        self.count += 1
        if self.by_keyboard:
            self.focus(field)
            self.page.keyboard.press("ControlOrMeta+A")
            self.page.keyboard.type(text)
        else:
            field.fill(text)
        expect(field).to_have_value(text)

    def enter(self, field, text):
        """Fills in a field and presses Enter. That is one step."""
        self.fill(field, text)
        field.press("Enter")

    def choose(self, field, option):
        """Chooses an option of a list."""
        self.count += 1
        if self.by_keyboard:
            self.focus(field)
            self.page.keyboard.type(option)
        else:
            field.select_option(label=option)
        expect(field.locator("option:checked")).to_have_text(option)

    def drag(self, slider, share):
        """Moves the thumb of a slider to a share of its width."""
        self.count += 1
        if self.by_keyboard:
            self.focus(slider)
            wanted = float(slider.evaluate("(one, share) => Number(one.min) + share * (one.max - one.min)", share))
            key = "PageUp" if float(slider.input_value()) < wanted else "PageDown"
            for _ in range(20):
                if abs(float(slider.input_value()) - wanted) < 6:
                    break
                self.page.keyboard.press(key)
        elif self.situation.is_phone:
            self._drag_by_touch(slider, share)
        else:
            self._drag_by_mouse(slider, share)

    def keys(self, *keys):
        """Presses keys one after another, which is one step."""
        self.count += 1
        for key in keys:
            self.page.keyboard.press(key)

    def enter_pin(self, title):
        """Enters the PIN in the dialog whose title names the act, and presses Enter."""
        dialog = self.page.get_by_role("dialog", name=title)
        self.enter(dialog.get_by_label(self.text("pin.label"), exact=True), self.user.house.pin)
        expect(dialog).to_have_count(0)

    def _touch(self, target):
        if self.situation.is_phone:
            target.tap()
        else:
            target.click()

    def _press_key(self, target):
        """Returns how often Tab was pressed on the way."""
        tabs = self.focus(target)
        kind = target.get_attribute("type")
        if kind == "radio":
            for key in target.evaluate(KEYS_TO_CHOICE):
                self.page.keyboard.press(key)
            return tabs
        self.page.keyboard.press("Space" if kind == "checkbox" else "Enter")
        return tabs

    def focus(self, target):
        """Presses Tab until the target has the focus. Returns how often."""
        for tabs in range(MOST_TABS):
            if target.evaluate(IS_FOCUSED):
                return tabs
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {target}")

    def _drag_by_mouse(self, slider, share):
        (start, end), mouse = self._way(slider, share), self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=5)
        mouse.up()

    def _drag_by_touch(self, slider, share):
        (start, end), touch = self._way(slider, share), self.page.context.new_cdp_session(self.page)
        points = [(start[0] + (end[0] - start[0]) * step / 5, start[1]) for step in range(6)]
        for index, (x, y) in enumerate(points):
            touch.send("Input.dispatchTouchEvent", {
                "type": "touchMove" if index else "touchStart", "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def _way(self, slider, share):
        """Returns the place of the thumb, and the place to which it is moved."""
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        now = float(slider.evaluate("({ value, min, max }) => (value - min) / (max - min)"))
        middle = box["y"] + box["height"] / 2
        return [(box["x"] + 10 + part * (box["width"] - 20), middle) for part in (now, share)]
