"""Takes screenshots of every view of the page on phone and desktop, light and dark, with a simulated villa.

  scripts/web-screenshots [FOLDER]
"""

import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

from homie import homie_device
from house import PIN, new_house
from homekit_bridge import hap_python_bridge, missing_requirement, private_avahi
from page_user import DESKTOP, PHONE, PageUser, open_browser, open_context
from playwright.sync_api import expect, sync_playwright

VIEWPORTS = {"phone": PHONE, "desktop": DESKTOP}
SCHEMES = ["light", "dark"]
APPLIANCES = Path(__file__).resolve().parents[2] / "simulators" / "villa-appliances.csv"
VILLA = "home: { name: Villa, timeZone: Europe/Stockholm }\n"
# The part of the file name for each view of the page.
VIEW_NAMES = {
    "home": "home", "room/living-room": "room", "device/bedroom-heating": "device", "device/heat-pump": "heat-pump",
    "device/front-door": "lock", "energy": "energy", "rooms": "rooms", "settings/devices": "found", "people": "people",
    "people/kim": "person", "people/kim?form=grants": "grant",
    "settings": "settings", "settings/home": "settings-home", "settings/keeping": "settings-keeping",
    "settings/privacy": "settings-privacy", "settings/connection": "settings-connection", "settings/lockdown": "settings-lockdown",
    "settings/about": "settings-about", "settings/health": "health"}


class ScreenshotFolder:
    def __init__(self, folder):
        self.folder = folder

    def save(self, user, name):
        page = user.page
        # Nothing lies under the pointer.
        page.mouse.move(0, 0)
        for size, viewport in VIEWPORTS.items():
            page.set_viewport_size(viewport)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                user.wait_until_idle()
                page.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png")


def add_people(house):
    house.add_person("Anna", "member")
    kim = house.add_person("Kim", "guest")
    house.request("POST", "/grants", {
        "person": kim, "permissions": ["controlDevices"], "rooms": ["hall"], "windows": ["sat,sun 08:00-20:00"]})


def take_first_run(chromium, house, screenshots):
    """Takes the screenshots of the claim and of the first step of the setup. The claim creates the owner."""
    with open_context(chromium) as context:
        olga = PageUser(context, house)
        _, link = house.create_claim_code()
        olga.follow_link(link)
        expect(olga.field("Your name")).to_be_visible()
        screenshots.save(olga, "welcome")
        olga.field("Your name").fill("Olga")
        olga.button("Become the owner").click()
        expect(olga.page.locator("#main h1")).to_be_visible()
        screenshots.save(olga, "setup")
    house.request("PUT", "/people/olga/pin", {"pin": PIN})


def use_home(olga):
    """Does what a family does, so that the pictures show a home in use."""
    for lamp in ["Kitchen ceiling", "Living room lamp"]:
        olga.button(lamp).click()
    olga.tile("Bedside lamp").get_by_role("slider").fill("60")
    for verb in ["Unlock", "Lock"]:
        olga.button(f"{verb} Front door").click()
        if verb == "Unlock":
            olga.enter_pin()
        expect(olga.value("Front door")).to_have_text(f"{verb}ed")
    olga.button("Open Living room blind").click()
    expect(olga.value("Living room blind")).to_have_text("Open", timeout=60_000)
    expect(olga.toast).to_have_count(0)


def take_invitation(olga, screenshots):
    """The invitation of a cleaner, filled in."""
    olga.open("people?form=invite")
    olga.field("Name").fill("Maja")
    olga.page.get_by_role("radio", name="Cleaner").check()
    olga.page.get_by_role("radio", name="Chosen rooms and devices").check()
    olga.page.get_by_label("Devices: None chosen").click()
    olga.page.get_by_role("checkbox", name="Front door").check()
    olga.page.get_by_label(re.compile("^Devices: ")).first.click()
    olga.page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    screenshots.save(olga, "invitation")


def take_wall(chromium, house, screenshots):
    with open_context(chromium) as context:
        panel = PageUser(context, house)
        panel.request_access("olga", is_wall_panel=True)
        expect(panel.page.locator(".wall .tile").first).to_be_visible()
        screenshots.save(panel, "wall")


def take_views(chromium, house, screenshots):
    with open_context(chromium) as context, homie_device(house, "study") as study:
        study.announce("lamp", "Desk lamp", type="example.lamp")
        study.publish("lamp/main/switch", "true")
        house.wait_for_discovery(["lamp"])
        olga = PageUser(context, house).sign_in("olga")
        # Some sensors report only at long intervals.
        expect(olga.page.locator(".tile[data-status=never]")).to_have_count(0, timeout=120_000)
        use_home(olga)
        for view in olga.visit_views(VIEW_NAMES):
            screenshots.save(olga, VIEW_NAMES[view])
        take_invitation(olga, screenshots)
        olga.open("activity")
        screenshots.save(olga, "activity")
        take_upkeep(olga, house, screenshots)
        take_incident(chromium, olga, house, screenshots)


def add_upkeep(house):
    """Adds the appliances of the villa with tasks and a history. Returns the id of the washing machine."""
    command = [house.gateway.program, "appliances", "import", str(APPLIANCES)]
    subprocess.run(command, env=house.gateway.environment, stdout=subprocess.DEVNULL, check=True)
    appliances = {appliance["name"]: appliance["id"] for appliance in house.request("GET", "/appliances")}
    washer, pump, alarms = (appliances[name] for name in ["Washing machine", "Heat pump", "Smoke alarms"])
    today = date.today()

    def usage(device, measure, limit, watts):
        return {"kind": "usage", "device": device, "capability": "power", "measure": measure, "limit": limit, "runsAtWatts": watts}

    def calendar(months, first):
        return {"kind": "calendar", "every": months, "unit": "months", "first": str(first)}

    for appliance, title, schedule in [
            (washer, "Clean the fluff filter", calendar(3, today - timedelta(days=9))),
            (washer, "Clean the drum", usage("washer", "cycles", 60, 100)),
            (pump, "Clean the particle filter", usage("heat-pump", "hours", 500, 100)),
            (pump, "Yearly service", calendar(12, today + timedelta(days=120))),
            (alarms, "Test the alarms", calendar(1, today + timedelta(days=3)))]:
        house.request("POST", "/maintenance/tasks", {"appliance": appliance, "title": title, "schedule": schedule})
    for day, title, details in [
            ("2026-06-10", "New drain pump", {
                "provider": "Vitvaruservice AB", "note": "A coin had blocked it.", "cost": {"amount": "1249.5", "currency": "SEK"}}),
            ("2026-02-01", "Clean the drum", {"doneBy": "olga"})]:
        house.request("POST", "/maintenance/history", {"appliance": washer, "day": day, "title": title, **details})
    return washer


def take_upkeep(olga, house, screenshots):
    washer = add_upkeep(house)
    olga.open("maintenance")
    expect(olga.page.get_by_text("Clean the fluff filter").first).to_be_visible()
    screenshots.save(olga, "upkeep")
    olga.open(f"maintenance/{washer}")
    expect(olga.page.get_by_text("New drain pump")).to_be_visible()
    screenshots.save(olga, "appliance")


def take_incident(chromium, olga, house, screenshots):
    """An incident after its first steps: Olga has signed her stolen phone out and written down what happened."""
    with open_context(chromium) as context:
        known = {client["id"] for client in house.request("GET", "/clients")}
        PageUser(context, house).sign_in("olga")
        [stolen] = [client["id"] for client in house.request("GET", "/clients") if client["id"] not in known]
        house.request("PATCH", f"/clients/{stolen}", {"name": "Olgas phone"})
    olga.open("settings/incidents")
    olga.button("Open an incident").click()
    dialog = olga.page.get_by_role("dialog", name="Open an incident")
    dialog.get_by_label("What happened").fill("My phone was stolen")
    dialog.get_by_role("button", name="Open", exact=True).click()
    olga.button("Choose: Sign out a phone or browser").click()
    dialog = olga.page.get_by_role("dialog", name="Sign out a phone or browser")
    dialog.get_by_label("Which one").select_option(stolen)
    dialog.get_by_role("button", name="Sign out", exact=True).click()
    expect(olga.page.get_by_role("region", name="What happened")).to_contain_text("Olga signed out")
    expect(olga.toast).to_be_hidden(timeout=60_000)
    screenshots.save(olga, "incident")
    house.close_incidents()


def take_pairing(chromium, screenshots):
    """The dialog in which a HomeKit accessory is paired, with a bridge of HAP-python on the network."""
    reason = missing_requirement()
    if reason:
        print(f"No picture of the pairing: {reason}")
        return
    with private_avahi() as avahi, hap_python_bridge(avahi), new_house(VILLA, is_discovering=True) as house:
        house.gateway.environment |= avahi.environment
        with house.start_gateway(), open_context(chromium) as context:
            owner = house.add_person("Olga", "owner", pin=PIN)
            olga = PageUser(context, house).sign_in(owner)
            olga.open("settings/devices")
            olga.button("Pair").click()
            olga.field("Code").fill("031-45")
            screenshots.save(olga, "pairing")


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, open_browser(playwright) as chromium:
        with new_house(VILLA) as house, house.start_gateway(), house.simulate_devices("villa", "--history", "2d"):
            screenshots = ScreenshotFolder(folder)
            take_first_run(chromium, house, screenshots)
            add_people(house)
            take_views(chromium, house, screenshots)
            take_wall(chromium, house, screenshots)
        take_pairing(chromium, screenshots)
    print(f"{len(list(folder.glob('*.png')))} screenshots are in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
