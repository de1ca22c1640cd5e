"""Accessibility: keyboard, screen reader, a narrow phone, and dark colours."""

import re
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from visitor import DESK, Visitor, open_context

NARROW = {"width": 360, "height": 740}
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def test_a_lamp_is_switched_by_keyboard_alone(house, olga):
    house.tell("kitchen-lamp", "switch", False)
    tile = olga.tile("Kitchen lamp")
    expect(tile).to_contain_text("off")
    olga.tabs_to(olga.button("Kitchen lamp"))
    olga.page.keyboard.press("Enter")
    expect(olga.button("Kitchen lamp")).to_have_attribute("aria-pressed", "true")
    olga.page.keyboard.press("Space")
    expect(olga.button("Kitchen lamp")).to_have_attribute("aria-pressed", "false")


def test_the_content_is_one_step_away(olga):
    olga.page.reload()
    olga.sees_home()
    olga.page.keyboard.press("Tab")
    olga.page.keyboard.press("Enter")
    expect(olga.page.get_by_role("main")).to_be_focused()


class Room(NamedTuple):
    place: str
    width: int
    text: str
    complaints: list


@pytest.fixture(scope="module", params=[NARROW, DESK], ids=["phone", "desk"])
def rooms(request, house, chromium):
    """The visible content of every view of the page, and the complaints of axe about it."""
    with open_context(chromium, viewport=request.param, reduced_motion="reduce") as context:
        visitor = Visitor(context, house).comes_in(house.owner)
        seen = [look(place, visitor.page) for place in visitor.all_places()]
        assert not visitor.watch.faults
    return seen


def look(place, page):
    found = complaints(page, LEVELS)
    # Only the colours differ in the dark scheme.
    page.emulate_media(color_scheme="dark")
    found += complaints(page, COLOURS)
    page.emulate_media(color_scheme="light")
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return Room(place, width, page.locator("body").inner_text(), found)


def complaints(page, rules):
    report = Axe().run(page, options={"runOnly": rules})
    return [report.generate_report()] if report.violations_count else []


def test_axe_finds_nothing(rooms):
    found = [f"{room.place}: {complaint}" for room in rooms for complaint in room.complaints]
    assert not found, "\n".join(found)


def test_nothing_scrolls_sideways(rooms):
    assert not [(room.place, room.width) for room in rooms if room.width > 0]


def test_no_room_shows_a_hole(rooms, words):
    """No view shows the key of a message instead of its text, or a value such as `undefined`."""
    sections = "|".join({key.partition(".")[0] for key in words})
    hole = re.compile(rf"\b(?:undefined|NaN|null|Invalid Date|\[object \w+\]|(?:{sections})\.\w+(?:\.\w+)*)(?!\S)")
    assert not [(room.place, found) for room in rooms for found in hole.findall(room.text)]


def test_axe_finds_nothing_at_the_door(new_home, browsers):
    visitor = browsers(new_home)
    visitor.opens()
    expect(visitor.field("Code")).to_be_visible()
    assert not complaints(visitor.page, LEVELS)
