"""States of the page that no address opens: dialogs, lists and forms in use."""

from typing import NamedTuple

from playwright.sync_api import expect

DIALOG = "dialog[open]"


def press(key, **values):
    """Presses the button with this message."""
    return lambda user, text: user.button(text(key, **values)).first.click()


def choose(key):
    """Chooses the option with this message."""
    return lambda user, text: user.page.get_by_role("radio", name=text(key), exact=True).check(force=True)


def click(selector):
    return lambda user, _: user.page.locator(selector).first.click()


def keys(*names):
    return lambda user, _: [user.page.keyboard.press(name) for name in names]


class State(NamedTuple):
    name: str
    view: str
    steps: list
    # The part of the page that is the state.
    selector: str = DIALOG


STATES = [
    State("layout editor", "home", [press("home.edit")], ".editor"),
    State("search", "home", [keys("/", "b", "e")]),
    State("list of a fact", "home", [click(".fact[data-fact=locked]")]),
    State("PIN", "home", [press("act.lock.unlocked", name="Front door")]),
    State("price", "energy", [press("energy.price.set")]),
    State("new person", "people", [press("people.add")]),
    State("role", "people/olga", [press("people.changeRoleVerb")]),
    State("access in some rooms", "people/olga?form=grants", [choose("where.some"), choose("when.some")], "form:has(.week)"),
    State("new device", "settings/devices", [press("provision.title")]),
    State("device setup", "settings/devices", [press("provision.title"), press("setupDevice.configure")], ".device-setup"),
    State("filters", "activity", [click(".filters-fold > summary")], ".filters"),
    State("entry", "activity", [click(".entry > summary")], ".entry[open]"),
    State("name and room", "device/fridge", [press("device.rename")]),
    State("purposes", "device/fridge", [press("device.purposes")]),
    State("removal", "device/fridge", [press("device.remove")]),
    State("maintenance task", "device/kitchen-lamp", [press("maintenance.task.add")]),
    State("new incident", "settings/incidents", [press("incident.open")]),
    State("export", "settings/you", [press("settings.dataVerb")]),
]


def visit_states(user, text):
    """Opens one state after another, waits until the page is idle, and yields the state. `text` are the messages."""
    for state in STATES:
        # Another view comes between, so that nothing of the state before is left.
        for _ in user.visit_views(["settings/about", state.view]):
            pass
        for step in state.steps:
            step(user, text)
        expect(user.page.locator(state.selector)).to_be_visible()
        user.wait_until_idle()
        yield state
