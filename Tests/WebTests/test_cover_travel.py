"""A blind travels for longer than the deadline of a command, and stops before it arrives."""

import re
from pathlib import Path

import pytest
from house import PIN, new_house
from playwright.sync_api import expect

SCENARIO = Path(__file__).with_name("blind.yaml")
# The time limit of the travel in milliseconds.
TRAVEL_TIMEOUT = 90_000
# Records every later status of the position in `statuses`.
RECORD_STATUSES = """() => {
  window.statuses = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.dataset.capability === "position") window.statuses.push(target.dataset.status);
    }
  }).observe(document.body, { subtree: true, attributeFilter: ["data-status"] });
}"""

# Records every later note of a tile in `notes`.
RECORD_NOTES = """() => {
  window.notes = [];
  const note = document.querySelector(".tile-note");
  new MutationObserver(() => window.notes.push(note.textContent)).observe(note, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def olga(new_browser):
    """The owner of a home with one blind, at the view of that blind."""
    with new_house() as house, house.start_gateway(), house.simulate_devices(SCENARIO):
        olga = new_browser(house).sign_in(house.add_person("Olga", "owner", pin=PIN))
        olga.open("device/living-room-blind")
        yield olga
        olga.page.close()


def row(olga, capability):
    return olga.page.locator(f'li.capability[data-capability="{capability}"]')


def test_a_blind_is_pending_until_it_arrives_and_can_be_stopped(olga):
    position = row(olga, "position")
    expect(position).to_contain_text("100")
    # The large value says it in words.
    expect(olga.page.locator(".device-numerals")).to_have_text("Open")
    expect(position.locator(".numerals")).to_be_hidden()
    olga.page.evaluate(RECORD_STATUSES)
    olga.button("Close").click()
    expect(position).to_have_attribute("data-status", "pending")
    expect(row(olga, "movement")).to_contain_text("Closing")
    # This status lasts only for a moment.
    olga.page.wait_for_function("() => statuses.includes('confirmed')", timeout=TRAVEL_TIMEOUT)
    expect(position.locator(".numerals")).to_have_text("0")
    assert "unknown" not in olga.page.evaluate("window.statuses")

    expect(position).to_have_attribute("data-status", "live")
    olga.button("Open").click()
    expect(row(olga, "movement")).to_contain_text("Opening")
    expect(position.locator(".numerals")).not_to_have_text("0")
    olga.button("Stop").click()
    expect(position).to_have_attribute("data-status", "live")
    expect(olga.page.locator("#toasts .toast.ok")).to_contain_text("Stopped at")
    expect(row(olga, "movement")).to_contain_text("Stopped")
    expect(position.locator(".numerals")).not_to_have_text("100")
    # What a person stopped is no problem of the device.
    activity = olga.page.locator(".device-activity li")
    expect(activity.nth(0)).to_contain_text("Olga stopped Living room blind.")
    expect(activity.nth(1)).to_contain_text(re.compile(r"Olga opened Living room blind, stopped at \d+\s%\."))
    expect(activity.nth(1)).to_have_attribute("data-tone", "calm")
    assert "unknown" not in olga.page.evaluate("window.statuses")
    olga.open("activity?device=living-room-blind")
    expect(olga.page.locator("details.entry", has_text="Olga opened Living room blind, stopped at ")).to_have_count(1)
    olga.page.get_by_label("Only denied or failed").check()
    expect(olga.page.get_by_text("No matches. Try other filters.")).to_be_visible()


def test_a_moving_blind_is_stopped_on_its_tile(olga):
    olga.open("home")
    value = olga.value("Living room blind")
    expect(value).to_have_text("Open")
    olga.button("Close Living room blind").click()
    expect(value).to_have_text(re.compile(r"^Closing, [1-8]\d\s%$"), timeout=TRAVEL_TIMEOUT)
    # The thumb is where the blind is, and a mark is where it goes. The note would lie over the value.
    tile = olga.tile("Living room blind")
    slider, note = tile.get_by_role("slider"), tile.locator(".tile-note")
    expect(tile).to_have_attribute("data-status", "pending")
    expect(slider).to_have_attribute("data-target", "0")
    words, place = tile.evaluate(
        "(tile) => [tile.querySelector('.numerals').textContent, tile.querySelector('input').value]")
    assert re.fullmatch(rf"Closing, {place}\s%", words)
    expect(note).to_have_text("")
    olga.page.evaluate(RECORD_NOTES)
    olga.button("Stop Living room blind").click()
    expect(slider).not_to_have_attribute("data-target", "0")
    expect(value).to_have_text(re.compile(r"^\d\d?\s%\sopen$"))
    expect(olga.page.locator("#toasts")).to_contain_text("Stopped at")
    assert not [words for words in olga.page.evaluate("window.notes") if "→ 0" in words]
