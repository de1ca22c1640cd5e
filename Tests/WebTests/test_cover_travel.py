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
    olga.page.evaluate(RECORD_STATUSES)
    olga.button("Close").click()
    expect(position).to_have_attribute("data-status", "pending")
    expect(row(olga, "movement")).to_contain_text("closing")
    expect(position).to_have_attribute("data-status", "confirmed", timeout=TRAVEL_TIMEOUT)
    expect(position.locator(".numerals")).to_have_text("0")
    assert "unknown" not in olga.page.evaluate("window.statuses")

    expect(position).to_have_attribute("data-status", "live")
    olga.button("Open").click()
    expect(row(olga, "movement")).to_contain_text("opening")
    expect(position.locator(".numerals")).not_to_have_text("0")
    olga.button("Stop").click()
    expect(position).to_have_attribute("data-status", "refused")
    expect(olga.page.locator("#toasts")).to_contain_text("Stopped at")
    expect(row(olga, "movement")).to_contain_text("stopped")
    expect(position.locator(".numerals")).not_to_have_text("100")
    assert "unknown" not in olga.page.evaluate("window.statuses")


def test_a_moving_blind_is_stopped_on_its_tile(olga):
    olga.open("home")
    value = olga.value("Living room blind")
    expect(value).to_have_text("open")
    olga.button("Close Living room blind").click()
    expect(value).to_have_text(re.compile(r"^closing, [1-8]\d\s%$"), timeout=TRAVEL_TIMEOUT)
    olga.button("Stop Living room blind").click()
    expect(value).to_have_text(re.compile(r"^\d\d?\s%\sopen$"))
