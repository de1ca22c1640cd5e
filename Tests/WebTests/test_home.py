"""The home view: tiles follow their devices, and a command is done only after the device has confirmed it."""

import re

import pytest
from homie import homie_device
from playwright.sync_api import expect

# Records every later status of the tile of a device in `statuses`.
RECORD_STATUSES = """(device) => {
  window.statuses = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.matches(`.tile[data-device="${device}"]`)) window.statuses.push(target.dataset.status);
    }
  }).observe(document.body, { subtree: true, attributeFilter: ["data-status"] });
}"""


def test_a_tile_follows_its_device(house, olga):
    lamp = olga.tile("Kitchen lamp")
    house.command("kitchen-lamp", "switch", True)
    expect(lamp).to_have_class(re.compile("is-on"))
    house.command("kitchen-lamp", "brightness", 40)
    expect(lamp).to_contain_text("40")
    house.command("kitchen-lamp", "switch", False)
    expect(lamp).to_contain_text("Off")
    for position, words in [(0, "Closed"), (60, "60 % open"), (100, "Open")]:
        house.command("bedroom-blind", "position", position)
        expect(olga.value("Bedroom blind")).to_have_text(re.compile(f"^{words.replace(' ', chr(92) + 's')}$"))


def test_a_tap_switches_a_lamp_and_updates_the_summary(house, olga):
    house.command("kitchen-lamp", "switch", False)
    expect(olga.page.get_by_text("No lights on")).to_be_visible()
    olga.button("Kitchen lamp").click()
    expect(olga.page.get_by_text("1 light on")).to_be_visible()
    expect(olga.button("Kitchen lamp")).to_have_attribute("aria-pressed", "true")


def test_a_command_is_pending_until_the_device_confirms(house, olga):
    with homie_device(house, "slow") as slow:
        slow.announce("slow", "Slow lamp")
        house.adopt("slow", room="Hall", purposes={"main": "light"})
        tile, value = olga.tile("Slow lamp"), olga.value("Slow lamp")
        expect(tile).to_contain_text("No data yet")
        slow.publish("slow/main/switch", "false")
        expect(tile).to_have_attribute("data-status", "live")
        olga.button("Slow lamp").click()
        assert slow.receive_command() == ("slow/main/switch/set", "true")
        expect(tile).to_have_attribute("data-status", "pending")
        expect(value).to_have_text("Off")
        olga.page.evaluate(RECORD_STATUSES, "slow-lamp")
        slow.publish("slow/main/switch", "true")
        # This status lasts only for a moment.
        olga.page.wait_for_function("() => statuses.includes('confirmed')")
        expect(value).to_have_text("On")
        expect(tile).to_have_attribute("data-status", "live")
        house.remove("slow-lamp")
    expect(tile).to_have_count(0)


def test_a_device_that_does_not_answer_leaves_its_state_unknown(olga):
    tile = olga.tile("Deaf lamp")
    olga.button("Deaf lamp").click()
    expect(tile).to_have_attribute("data-status", "pending")
    # The toast lasts only for some seconds.
    expect(olga.page.locator("#toasts")).to_contain_text("Deaf lamp: No response in time. Its state is unknown.")
    expect(tile).to_contain_text("No response since")
    expect(tile).to_have_attribute("data-status", "unknown")
    expect(olga.page.locator(".summary")).to_contain_text("1 device didn’t respond.")


def test_a_late_outcome_replaces_the_unknown_status(olga):
    statuses = olga.evaluate_in_module("core/store.js", """async ({ Store }) => {
      const { Unreachable } = await import(new URL("core/api.js", page));
      const store = new Store({ request: () => Promise.reject(new Unreachable("no network")) });
      const lamp = { device: "lamp", part: "main", capability: "switch", value: true };
      const statuses = [];
      for (const update of [{ stage: "acknowledged" }, { outcome: "failed" }, { outcome: "confirmed" }]) {
        const command = await store.command(lamp.device, lamp.part, lamp.capability, lamp.value);
        statuses.push(command.status);
        store.apply({ type: "command", command: { ...lamp, id: `late-${statuses.length}`, deadlineSeconds: 10, ...update } });
        statuses.push(command.status);
      }
      return statuses;
    }""")
    assert statuses == ["unknown", "pending", "unknown", "refused", "unknown", "confirmed"]


def test_a_disconnected_device_is_offline(house, olga):
    with homie_device(house, "leaver") as leaver:
        leaver.announce("leaver", "Leaver")
        house.adopt("leaver", room="Hall", purposes={"main": "light"})
        expect(olga.tile("Leaver")).to_contain_text("No data yet")
        leaver.publish("leaver/main/switch", "true")
        expect(olga.tile("Leaver")).to_have_attribute("data-status", "live")
        leaver.publish("leaver/$state", "disconnected")
        expect(olga.tile("Leaver")).to_have_attribute("data-status", "offline")
        expect(olga.tile("Leaver")).to_contain_text("Offline")
        house.remove("leaver")


def test_a_lock_asks_for_the_pin(house, olga_in_new_browser):
    olga = olga_in_new_browser
    olga.allow_statuses(403, 422)
    expect(olga.value("Front door")).to_have_text("Locked")
    olga.open_tile("Front door")
    lock = olga.page.locator(".capability[data-capability=lock]")
    olga.button("Unlock").click()
    dialog = olga.page.get_by_role("dialog", name="Unlock Front door")
    expect(lock).to_have_attribute("data-status", "asking")
    dialog.get_by_label("PIN").fill("110022")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_contain_text("Wrong PIN.")
    expect(dialog.get_by_label("PIN")).to_have_value("")
    expect(dialog.get_by_label("PIN")).to_be_focused()
    expect(lock.locator(".numerals")).to_have_text("Locked")
    dialog.get_by_label("PIN").fill(house.pin)
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_have_count(0)
    expect(lock.locator(".numerals")).to_have_text("Unlocked")
    olga.button("Lock").click()
    expect(lock.locator(".numerals")).to_have_text("Locked")


def test_a_pin_dialog_that_cannot_be_loaded_leaves_no_command_behind(house, new_browser):
    olga = new_browser(house).sign_in(house.owner)
    olga.allow_statuses(403)
    olga.recorder.gateway_may_stop = True
    olga.page.route("**/parts/pin.js", lambda route: route.abort("connectionreset"))
    olga.open_tile("Front door")
    olga.button("Unlock").click()
    # The message stays while the pointer is on it.
    olga.toast.hover()
    expect(olga.toast).to_contain_text("nothing was done")
    expect(olga.page.locator(".capability[data-capability=lock]")).to_have_attribute("data-status", "live")
    olga.page.unroute("**/parts/pin.js")
    with olga.page.expect_event("load"):
        olga.button("Reload").click()
    olga.button("Unlock").click()
    olga.enter_pin("Unlock Front door")
    expect(olga.page.locator(".capability[data-capability=lock] .numerals")).to_have_text("Unlocked")
    house.command("front-door", "lock", "locked")


@pytest.mark.parametrize(("file", "button", "opened"), [
    ("parts/search.js", "Search", "dialog"),
    ("views/home/layout-editor.js", "Edit home screen", ".editor"),
])
def test_a_part_of_the_page_that_cannot_be_loaded_is_not_silent(olga, file, button, opened):
    olga.recorder.gateway_may_stop = True
    olga.page.route(f"**/{file}", lambda route: route.abort("connectionreset"))
    olga.button(button).click()
    # The message stays while the pointer is on it.
    olga.toast.hover()
    expect(olga.toast).to_contain_text("nothing was done")
    olga.page.unroute(f"**/{file}")
    with olga.page.expect_event("load"):
        olga.button("Reload").click()
    olga.expect_home()
    olga.button(button).click()
    expect(olga.page.locator(opened)).to_be_visible()


def test_a_cancelled_pin_dialog_changes_nothing(house, olga_in_new_browser):
    olga = olga_in_new_browser
    olga.allow_statuses(403)
    olga.open_tile("Front door")
    olga.button("Unlock").click()
    lock = olga.page.locator(".capability[data-capability=lock]")
    expect(lock).to_have_attribute("data-status", "asking")
    expect(olga.page.get_by_role("dialog")).to_be_visible()
    olga.page.keyboard.press("Escape")
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    expect(lock).to_have_attribute("data-status", "live")
    expect(lock.locator(".numerals")).to_have_text("Locked")
