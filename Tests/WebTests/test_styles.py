"""The style sheets of the page, and whether each view shows all of its content."""

import re
from collections import defaultdict
from pathlib import Path

from playwright.sync_api import expect

from page_user import DESKTOP, PHONE

STYLES = Path(__file__).parents[2] / "page" / "styles"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# A selector that is one class alone: its rule is valid everywhere.
CLASS_ALONE = re.compile(r"(?:^|[}{,;])\s*\.([a-z][\w-]*)(?=\s*[{,])")

# The elements that hide a part of the values and controls in them.
CUT_OFF = """() => [...document.querySelectorAll("#main *")].filter((element) =>
  element.querySelector(".capability, button, input") && ["hidden", "clip"].includes(getComputedStyle(element).overflowY)
  && element.scrollHeight > element.clientHeight + 1).map(({ className }) => className)"""


def test_a_class_has_its_general_rules_in_one_style_sheet():
    sheets = defaultdict(set)
    for sheet in STYLES.glob("*.css"):
        for name in CLASS_ALONE.findall(COMMENT.sub("", sheet.read_text())):
            sheets[name].add(sheet.name)
    assert sheets and not {name: found for name, found in sheets.items() if len(found) > 1}


def test_every_value_of_a_device_can_be_seen(house, olga):
    # The gateway may be busy with the activity of one device after another.
    olga.allow_statuses(429)
    for size in [DESKTOP, PHONE]:
        olga.page.set_viewport_size(size)
        for device in house.request("GET", "/devices"):
            olga.open(f"device/{device['id']}")
            expect(olga.page.get_by_role("heading", level=1)).to_have_text(device["name"])
            expect(olga.page.locator("#main .capability").first).to_be_visible()
            assert olga.page.evaluate(CUT_OFF) == [], (device["name"], size)
