"""The home view: tiles follow their devices, and a command counts as done only after the device has confirmed it."""

import re

from homie import homie
from playwright.sync_api import expect


def test_a_tile_changes_when_its_device_does(house, olga):
    lamp = olga.tile("Kitchen lamp")
    house.tell("kitchen-lamp", "switch", True)
    expect(lamp).to_have_class(re.compile("is-on"))
    house.tell("kitchen-lamp", "brightness", 40)
    expect(lamp).to_contain_text("40")
    house.tell("kitchen-lamp", "switch", False)
    expect(lamp).to_contain_text("off")
    for position in [0, 100]:
        house.tell("bedroom-blind", "position", position)
        expect(olga.value("Bedroom blind")).to_have_text(str(position))


def test_a_tap_switches_and_the_summary_counts(house, olga):
    house.tell("kitchen-lamp", "switch", False)
    expect(olga.page.get_by_text("No lights on")).to_be_visible()
    olga.button("Kitchen lamp").click()
    expect(olga.page.get_by_text("1 light on")).to_be_visible()
    expect(olga.button("Kitchen lamp")).to_have_attribute("aria-pressed", "true")


def test_a_command_is_pending_until_the_device_confirms(house, olga):
    with homie(house, "slow") as slow:
        slow.announces("slow", "Slow lamp")
        house.adopt("slow", room="Hall", purposes={"main": "light"})
        tile, value = olga.tile("Slow lamp"), olga.value("Slow lamp")
        expect(tile).to_contain_text("nothing heard yet")
        slow.says("slow/main/switch", "false")
        expect(tile).to_have_attribute("data-status", "live")
        olga.button("Slow lamp").click()
        assert slow.is_told() == ("slow/main/switch/set", "true")
        expect(tile).to_have_attribute("data-status", "pending")
        expect(value).to_have_text("off")
        slow.says("slow/main/switch", "true")
        expect(tile).to_have_attribute("data-status", "confirmed")
        expect(value).to_have_text("on")
        expect(tile).to_have_attribute("data-status", "live")
        house.remove("slow-lamp")
    expect(tile).to_have_count(0)


def test_a_device_that_does_not_answer_leaves_its_state_unknown(olga):
    tile = olga.tile("Deaf lamp")
    olga.button("Deaf lamp").click()
    expect(tile).to_have_attribute("data-status", "pending")
    expect(tile).to_contain_text("no answer since")
    expect(tile).to_have_attribute("data-status", "unknown")
    expect(olga.page.locator(".summary")).to_contain_text("One device did not answer.")
    expect(olga.page.locator("#toasts")).to_contain_text("Deaf lamp: no answer; its state is not known.")


def test_an_outcome_that_comes_late_takes_the_place_of_no_answer(olga):
    statuses = olga.module("core/store.js", """async ({ Store }) => {
      const { Unreachable } = await import(new URL("core/api.js", page));
      const store = new Store({ request: () => Promise.reject(new Unreachable("no network")) });
      const lamp = { device: "lamp", part: "main", capability: "switch", value: true };
      const statuses = [];
      for (const heard of [{ stage: "acknowledged" }, { outcome: "failed" }, { outcome: "confirmed" }]) {
        const command = await store.command(lamp.device, lamp.part, lamp.capability, lamp.value);
        statuses.push(command.status);
        store.apply({ type: "command", command: { ...lamp, id: "late", deadlineSeconds: 10, ...heard } });
        statuses.push(command.status);
      }
      return statuses;
    }""")
    assert statuses == ["unknown", "pending", "unknown", "refused", "unknown", "confirmed"]


def test_a_device_that_leaves_is_offline(house, olga):
    with homie(house, "leaver") as leaver:
        leaver.announces("leaver", "Leaver")
        house.adopt("leaver", room="Hall", purposes={"main": "light"})
        expect(olga.tile("Leaver")).to_contain_text("nothing heard yet")
        leaver.says("leaver/main/switch", "true")
        expect(olga.tile("Leaver")).to_have_attribute("data-status", "live")
        leaver.says("leaver/$state", "disconnected")
        expect(olga.tile("Leaver")).to_have_attribute("data-status", "offline")
        expect(olga.tile("Leaver")).to_contain_text("offline")
        house.remove("leaver")


def test_a_lock_asks_for_the_pin(house, olga_anew):
    olga = olga_anew
    olga.expects(403, 422)
    tile, value = olga.tile("Front door"), olga.value("Front door")
    expect(tile).to_contain_text("locked")
    olga.button("Front door").click()
    dialog = olga.page.get_by_role("dialog", name="Your PIN")
    expect(tile).to_have_attribute("data-status", "asking")
    dialog.get_by_label("PIN").fill("110022")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_contain_text("This is not the PIN.")
    expect(value).to_have_text("locked")
    dialog.get_by_label("PIN").fill(house.pin)
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_have_count(0)
    expect(value).to_have_text("unlocked")
    olga.button("Front door").click()
    expect(value).to_have_text("locked")


def test_who_gives_no_pin_changes_nothing(house, olga_anew):
    olga = olga_anew
    olga.expects(403)
    olga.button("Front door").click()
    expect(olga.tile("Front door")).to_have_attribute("data-status", "asking")
    olga.page.keyboard.press("Escape")
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
    expect(olga.value("Front door")).to_have_text("locked")
