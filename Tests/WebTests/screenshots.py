"""Takes screenshots of every view of the page, with a simulated villa with history: phone and desktop, light and dark.

  scripts/web-screenshots [FOLDER]
"""

import sys
from pathlib import Path

from homie import homie
from house import PIN, new_house
from playwright.sync_api import expect, sync_playwright
from visitor import DESK, PHONE, Visitor, open_browser, open_context

VIEWPORTS = {"phone": PHONE, "desktop": DESK}
SCHEMES = ["light", "dark"]
VILLA = "home: { name: Villa, timeZone: Europe/Stockholm }\n"
# The part of the file name for each view of the page.
ROOMS = {
    "home": "home", "device/heat-pump": "device", "device/front-door": "lock", "energy": "energy",
    "found": "found", "people": "people", "people/kim": "person", "people/kim?form=grants": "grant", "history": "history",
    "settings": "settings", "settings/home": "settings-home", "settings/keeping": "settings-keeping",
    "settings/connection": "settings-connection", "settings/lockdown": "settings-lockdown",
    "settings/about": "settings-about", "health": "health", "more": "more"}


class Camera:
    def __init__(self, folder):
        self.folder = folder

    def shoot(self, visitor, name):
        page = visitor.page
        for size, viewport in VIEWPORTS.items():
            page.set_viewport_size(viewport)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                visitor.rests()
                page.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png")


def people_the_villa(house):
    house.person("Anna", "member")
    kim = house.person("Kim", "guest")
    house.ask("POST", "/grants", {
        "person": kim, "permissions": ["controlDevices"], "rooms": ["hall"], "windows": ["sat,sun 08:00-20:00"]})
    house.tell("kitchen-ceiling", "switch", True)
    house.tell("bedside-lamp", "brightness", 60)


def take_first_run(chromium, house, camera):
    """Takes the screenshots of the claim and of the first step of the setup. The claim creates the villa's owner."""
    with open_context(chromium) as context:
        olga = Visitor(context, house)
        _, link = house.claim()
        olga.follows(link)
        expect(olga.field("Your name")).to_be_visible()
        camera.shoot(olga, "welcome")
        olga.field("Your name").fill("Olga")
        olga.button("This is my home").click()
        expect(olga.page.locator("#main h1")).to_be_visible()
        camera.shoot(olga, "setup")
    house.ask("PUT", "/people/olga/pin", {"pin": PIN})


def take_rooms(chromium, house, camera):
    with open_context(chromium) as context, homie(house, "study") as study:
        study.announces("lamp", "Desk lamp", type="example.lamp")
        study.says("lamp/main/switch", "true")
        house.eventually_found(["lamp"])
        olga = Visitor(context, house).comes_in("olga")
        # Some sensors report only at long intervals.
        expect(olga.page.locator(".tile[data-status=never]")).to_have_count(0, timeout=120_000)
        for place in olga.all_places(ROOMS):
            camera.shoot(olga, ROOMS[place])


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, open_browser(playwright) as chromium:
        with new_house(VILLA) as house, house.serving(), house.devices("villa", "--history", "2d"):
            camera = Camera(folder)
            take_first_run(chromium, house, camera)
            people_the_villa(house)
            take_rooms(chromium, house, camera)
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
