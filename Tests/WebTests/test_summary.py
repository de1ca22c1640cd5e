"""The line at the top: what it reports, and the lists behind its facts."""

import json
import re

import pytest
from homie import homie_device
from playwright.sync_api import expect

CONTACT = {"main": {"properties": {"contact": {"datatype": "boolean"}}}}
HOME = {"name": "Home", "rooms": [], "permissions": [], "isLockedDown": False, "timeZone": "Europe/Stockholm"}


def capability(name, value, **more):
    return {"name": name, "type": "boolean" if isinstance(value, bool) else "choice" if isinstance(value, str) else "number",
            "options": [], "isCommanded": False, "mayCommand": False, "isSensitive": False,
            "state": {"value": value, "isStale": False}, **more}


def device(name, *capabilities, purpose=None, availability="ready", part="main"):
    return {"id": name.lower().replace(" ", "-"), "name": name, "availability": availability,
            "parts": [{"id": part, "capabilities": list(capabilities)} | ({"purpose": purpose} if purpose else {})]}


def is_dimmable(is_on, level):
    return [capability("switch", is_on, isCommanded=True, mayCommand=True),
            capability("brightness", level, isCommanded=True, mayCommand=True)]


OUTDOORS = device("Garden", capability("temperature", -5, unit="°C"))
# The name of a case: the home, its devices, and the tone, the ids of the facts, and a part of the text.
CASES = {
    "an empty home": ({}, [], "ok", ["quiet"], "No devices."),
    "a lamp that shines": ({}, [device("Lamp", *is_dimmable(True, 40))], "ok", ["quiet", "lights"], "1 light on"),
    "a lamp that is dimmed to nothing": ({}, [device("Lamp", *is_dimmable(True, 0))], "ok", ["quiet", "lights"], "no lights on"),
    "a lamp that is off but has a level": (
        {}, [device("Lamp", *is_dimmable(False, 80))], "ok", ["quiet", "lights"], "no lights on"),
    "an unlocked door is not open": (
        {}, [device("Front door", capability("lock", "unlocked"))], "warn", ["unlocked"], "Front door unlocked."),
    "a locked door": ({}, [device("Front door", capability("lock", "locked"))], "ok", ["quiet", "locked"], "Front door locked"),
    "an open window": ({}, [device("Window", capability("contact", False))], "warn", ["open"], "Window open."),
    "a closed window": ({}, [device("Window", capability("contact", True))], "ok", ["quiet"], "All quiet."),
    "an open garage door": (
        {}, [device("Garage door", capability("position", 30), purpose="garage")], "warn", ["open"], "Garage door open."),
    "a lockdown": ({"isLockedDown": True}, [device("Window", capability("contact", True))], "warn", ["lockdown"], "Locked down."),
    "an incident that the person has not seen": (
        {"unseenIncidents": 1, "openIncidents": 2}, [device("Window", capability("contact", True))], "warn", ["incidents"],
        "1 new incident."),
    "an open incident that the person has seen": (
        {"unseenIncidents": 0, "openIncidents": 1}, [device("Window", capability("contact", True))], "warn", ["incidents"],
        "1 open incident."),
    "no open incident": (
        {"unseenIncidents": 0, "openIncidents": 0}, [device("Window", capability("contact", True))], "ok", ["quiet"],
        "All quiet."),
    "a fridge that is off": (
        {}, [device("Fridge", capability("switch", False), purpose="foodCooling")], "warn", ["off"], "Fridge is off."),
    "a freezer that is offline": (
        {}, [device("Freezer", capability("switch", True), purpose="foodCooling", availability="lost")], "warn", ["silent"],
        "No data from Freezer."),
    "a freezer and a lamp that are offline are two devices": (
        {}, [
            device("Freezer", capability("switch", True), purpose="foodCooling", availability="lost"),
            device("Lamp", *is_dimmable(True, 80), availability="lost")], "warn", ["silent", "offline"],
        "No data from Freezer. 1 other device is offline."),
    "heating that is off in frost": (
        {}, [OUTDOORS, device("Radiator", capability("thermostatMode", "off"))], "warn", ["heatingOff"], "Heating is off"),
    "heating that is off in mild weather": (
        {}, [device("Garden", capability("temperature", 15, unit="°C")), device("Radiator", capability("thermostatMode", "off"))],
        "ok", ["quiet"], "All quiet."),
    "a low battery": (
        {}, [device("Sensor", capability("temperature", 20, unit="°C"), capability("battery", 4, unit="%"))], "warn", ["batteries"],
        "Low battery: Sensor."),
    "a low battery in a device with nothing else": (
        {"permissions": ["viewEnergy"]}, [device("Sensor", capability("battery", 4, unit="%"))], "warn", ["batteries"],
        "Low battery: Sensor."),
    "the battery of the house, for a person without energy rights": (
        {}, [device("Home battery", capability("battery", 4, unit="%"))], "ok", ["quiet"], "All quiet."),
    "stuffy air": ({}, [device("Bedroom air", capability("co2", 1900, unit="ppm"))], "ok", ["quiet"], "All quiet."),
    "air with far too much CO2": (
        {}, [device("Bedroom air", capability("co2", 2200, unit="ppm"))], "warn", ["air"], "High CO₂: Bedroom air."),
    "an old reading of CO2": (
        {}, [device("Air", capability("co2", 2200, unit="ppm", state={"value": 2200, "isStale": True}))], "ok", ["quiet"],
        "All quiet."),
    "smoke": ({}, [device("Alarm", capability("smoke", True))], "danger", ["danger-alarm-smoke"], "Alarm:"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_summary_is_true(olga, case):
    home, devices, tone, ids, words = CASES[case]
    found = olga.evaluate_in_module("core/store.js", f"""async ({{ Store }}) => {{
      const {{ summary }} = await import(new URL("home/summary.js", page));
      const devices = {json.dumps(devices)};
      const answers = {{ "/home": {json.dumps(HOME | home)}, "/devices": devices }};
      const store = new Store({{ request: (_, path) => Promise.resolve(answers[path]) }});
      await store.read();
      store.setConnection("live");
      const {{ tone, facts }} = summary(store);
      return [tone, facts.map(({{ id }}) => id), facts.map(({{ text }}) => text).join(" ")];
    }}""")
    assert found[:2] == [tone, ids]
    assert words in found[2].replace("\xa0", " ")


@pytest.mark.parametrize("brightness", [0, 60])
def test_no_line_begins_with_a_comma_or_a_period(house, olga, brightness):
    """The width is that of a phone, and then each one around it, so that a line ends at each place of the text."""
    house.command("kitchen-lamp", "brightness", brightness)
    expect(olga.page.locator(".summary-text")).to_contain_text("1 light on" if brightness else "no lights on")
    expect(olga.fact("locked")).to_have_text("Front door locked")
    begins = olga.page.evaluate("""() => {
      const line = document.querySelector(".summary-text");
      line.style.webkitLineClamp = "none";
      const isBelow = (width) => {
        line.style.width = `${width}px`;
        return [...line.querySelectorAll(".fact-end")].filter(({ firstChild, lastChild }) => {
          const range = new Range();
          range.selectNodeContents(lastChild);
          const [sign, fact] = [range.getBoundingClientRect(), firstChild.getClientRects()];
          return sign.top >= [...fact].at(-1).bottom - 2;
        }).map(({ textContent }) => `${width}: ${textContent}`);
      };
      return Array.from({ length: 200 }, (_, index) => 120 + index).flatMap(isBelow);
    }""")
    assert not begins
    expect(olga.page.locator(".summary-text .fact-end").last).to_have_text(re.compile(r"\.$"))


def test_an_open_window_is_not_quiet(house, olga):
    house.close_incidents()
    with homie_device(house, "window") as window:
        window.announce("window", "Kitchen window", nodes=CONTACT)
        house.adopt("window", room="Kitchen", purposes={})
        summary = olga.page.locator(".summary")
        window.publish("window/main/contact", "false")
        expect(summary).to_contain_text("Kitchen window open.")
        expect(summary).not_to_contain_text("All quiet.")
        olga.fact("open").click()
        dialog = olga.page.get_by_role("dialog")
        expect(dialog.get_by_role("link", name="Kitchen window")).to_be_visible()
        window.publish("window/main/contact", "true")
        expect(dialog.get_by_role("listitem")).to_contain_text("Closed")
        dialog.get_by_role("button", name="Close").click()
        expect(summary).to_contain_text("All quiet.")
        house.remove("kitchen-window")


def test_the_list_behind_the_lights_turns_them_off(house, olga):
    house.command("kitchen-lamp", "brightness", 60)
    expect(olga.fact("lights")).to_have_text("1 light on")
    olga.fact("lights").click()
    dialog = olga.page.get_by_role("dialog", name="1 light on")
    expect(dialog.get_by_role("listitem")).to_contain_text(re.compile(r"Kitchen lamp.*60", re.DOTALL))
    dialog.get_by_role("button", name="All off").click()
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    # The toast is shown only for some seconds.
    expect(olga.button("Undo")).to_be_visible()
    expect(olga.page.get_by_text("No lights on")).to_be_visible()


def test_an_unlocked_door_is_locked_from_the_line_at_the_top(house, olga):
    house.command("front-door", "lock", "unlocked")
    expect(olga.fact("unlocked")).to_have_text("Front door unlocked.")
    olga.fact("unlocked").click()
    olga.page.get_by_role("dialog").get_by_role("button", name="Lock", exact=True).click()
    expect(olga.page.get_by_role("dialog").get_by_role("listitem")).to_contain_text("Locked")
    olga.page.keyboard.press("Escape")
    expect(olga.fact("locked")).to_have_text("Front door locked")


def test_a_lockdown_is_ended_from_the_bar_at_the_top(house, olga_in_new_browser):
    olga = olga_in_new_browser
    olga.allow_statuses(403)
    try:
        house.request("POST", "/lockdown", {"isOn": True})
        expect(olga.page.locator(".summary")).to_contain_text("Locked down.")
        expect(olga.page.locator(".summary")).not_to_contain_text("All quiet.")
        expect(olga.page.get_by_text("Only safe actions work", exact=False)).to_be_visible()
        expect(olga.page.locator(".banner").get_by_role("button", name="More")).to_be_hidden()
        olga.page.set_viewport_size({"width": 390, "height": 500})
        olga.page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
        end = olga.page.get_by_role("status").get_by_role("button", name="End")
        expect(end).to_be_in_viewport()
        # On a phone, what is possible is one tap away, so that the banner leaves room for the home.
        banner, possible = olga.page.locator(".banner"), olga.page.get_by_text("Only safe actions work", exact=False)
        expect(possible).to_be_hidden()
        assert banner.bounding_box()["height"] < 60
        banner.get_by_role("button", name="More").click()
        expect(possible).to_contain_text("Blinds and garage doors can only be stopped.")
        banner.get_by_role("button", name="Less").click()
        expect(possible).to_be_hidden()
        end.click()
        olga.enter_pin("End the lockdown")
        expect(olga.page.locator(".banner")).to_be_hidden()
    finally:
        house.request("POST", "/lockdown", {"isOn": False})


def test_the_power_leads_to_the_energy_view(olga):
    olga.page.locator(".summary a.fact").click()
    expect(olga.page.get_by_role("heading", level=1, name="Energy")).to_be_attached()


def test_a_phone_shows_two_lines_and_has_the_rest_behind_a_number(house, olga_in_new_browser):
    olga = olga_in_new_browser
    title = "Clean the seal and the drum and whatever else has come to be dirty"
    once = {"kind": "once", "first": "2020-05-12"}
    task = house.request("POST", "/maintenance/tasks", {
        "device": "fridge", "title": title, "isSafety": True, "schedule": once})["id"]
    try:
        due = olga.page.locator(".summary a.fact[href='#/maintenance']")
        expect(due).to_have_text(f"{title} is due: Fridge.")
        olga.page.set_viewport_size({"width": 390, "height": 800})
        more = olga.fact("more")
        expect(more).to_have_text(re.compile(r"^[aA]nd \d more\.$"))
        # What asks for something comes first, with fewer words where its own have no room; what is left out is calm.
        expect(due).to_have_text("1 maintenance task is due.")
        expect(due).to_have_class(re.compile("is-warning"))
        expect(more).not_to_have_class(re.compile("is-warning"))
        expect(olga.page.locator(".summary-tone")).to_have_attribute("data-tone", "warn")
        lines = olga.page.locator(".summary-text").evaluate(
            "(line) => line.clientHeight / parseFloat(getComputedStyle(line).lineHeight)")
        assert lines <= 2.1
        more.press("Enter")
        dialog = olga.page.get_by_role("dialog", name="Right now")
        expect(dialog.get_by_role("listitem").filter(has_text="Front door locked")).to_be_visible()
        dialog.get_by_role("button", name="Front door locked").click()
        expect(olga.page.get_by_role("dialog", name="Front door locked")).to_be_visible()
        olga.page.keyboard.press("Escape")
        olga.page.set_viewport_size({"width": 1900, "height": 800})
        expect(more).to_be_hidden()
        expect(due).to_have_text(f"{title} is due: Fridge.")
    finally:
        olga.leave()
        house.request("DELETE", f"/maintenance/tasks/{task}")
