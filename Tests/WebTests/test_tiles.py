"""The tiles of lamps, covers and other devices: what a tap does, what they show, and how an act is undone."""

import json
import re

import pytest
from homie import homie_device
from page_user import PHONE
from playwright.sync_api import expect

NARROW = {"width": 360, "height": 740}
COVER = {"main": {"properties": {
    "position": {"datatype": "integer", "format": "0:100", "unit": "%", "settable": True}}}}

AIR = {"main": {"properties": {"co2": {"datatype": "float", "unit": "ppm"}}}}


def share(slider):
    """The share of a slider that is filled, from 0 to 1."""
    return float(slider.evaluate("(element) => getComputedStyle(element).getPropertyValue('--share')"))


def drag(slider, to):
    """Drags the thumb of a slider to a share of its width, and returns a function that releases it."""
    slider.scroll_into_view_if_needed()
    box, page = slider.bounding_box(), slider.page
    begin = float(slider.evaluate("({ value, min, max }) => (value - min) / (max - min)"))
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 10 + begin * (box["width"] - 20), middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 10 + to * (box["width"] - 20), middle, steps=5)
    return page.mouse.up


def stretch(page, milliseconds, to):
    """Lets the page wait longer where it waits for `milliseconds`, so that a test on a busy machine is in time."""
    page.evaluate("""([own, other]) => {
      const begin = setTimeout;
      globalThis.setTimeout = (act, milliseconds) => begin(act, milliseconds === own ? other : milliseconds);
    }""", [milliseconds, to])


def colour(element):
    return element.evaluate("(one) => getComputedStyle(one).color")


def test_a_lamp_that_is_off_does_not_look_lit(house, olga):
    house.command("kitchen-lamp", "brightness", 80)
    lamp = olga.tile("Kitchen lamp")
    slider = lamp.get_by_role("slider")
    expect(lamp).to_have_class("tile is-on")
    expect(slider).to_have_value("80")
    bright = lamp.evaluate("(element) => getComputedStyle(element).backgroundColor")
    house.command("kitchen-lamp", "brightness", 20)
    expect(slider).to_have_value("20")
    dim = lamp.evaluate("(element) => getComputedStyle(element).backgroundColor")
    house.command("kitchen-lamp", "switch", False)
    expect(lamp).to_have_class("tile")
    expect(olga.value("Kitchen lamp")).to_have_text("Off")
    expect(slider).to_have_value("0")
    assert share(slider) == 0
    dark = lamp.evaluate("(element) => getComputedStyle(element).backgroundColor")
    assert len({bright, dim, dark}) == 3


def test_a_lamp_that_is_off_does_not_look_lit_on_its_page(house, olga):
    house.command("kitchen-lamp", "brightness", 80)
    olga.open("device/kitchen-lamp")
    row = olga.page.locator(".capability[data-capability=brightness]")
    hue = "(element) => getComputedStyle(element).getPropertyValue('--hue')"
    expect(row).to_have_class("capability is-on")
    lit = row.evaluate(hue)
    house.command("kitchen-lamp", "switch", False)
    expect(row).to_have_class("capability is-dark")
    expect(row).to_contain_text("80")
    assert row.evaluate(hue) != lit


def test_a_lit_lamp_that_cannot_be_reached_does_not_look_lit(house, olga):
    with homie_device(house, "cellar") as cellar:
        cellar.announce("lamp", "Cellar lamp")
        lamp = house.adopt("lamp", name="Cellar lamp", room="Hall", purposes={"main": "light"})
        try:
            cellar.publish("lamp/main/switch", "true")
            tile = olga.tile("Cellar lamp")
            expect(tile).to_have_class("tile is-on")
            button = olga.button("Turn off all lights in Hall")
            expect(button).to_have_attribute("data-on", "")
            background = "(one) => getComputedStyle(one).backgroundColor"
            lit = tile.evaluate(background)
            cellar.publish("lamp/$state", "lost")
            expect(tile).to_have_attribute("data-status", "offline")
            dark = olga.tile("Front door").evaluate(background)
            assert tile.evaluate(background) == dark != lit
            # The lights of a room are counted as those of the home.
            expect(olga.button("Turn on all lights in Hall")).to_have_text("")
            expect(olga.button("Turn on all lights in Hall")).not_to_have_attribute("data-on", "")
            olga.open("rooms")
            expect(olga.page.locator(".room-row", has_text="Hall").locator(".room-row-lights")).to_have_text("")
        finally:
            house.remove(lamp)


def test_a_lamp_that_is_off_is_dimmed_in_one_command(house, olga):
    house.command("kitchen-lamp", "switch", False)
    lamp, slider = olga.tile("Kitchen lamp"), olga.tile("Kitchen lamp").get_by_role("slider")
    expect(slider).to_have_value("0")
    sent = []
    olga.page.on("request", lambda request: request.method == "POST" and "/commands" in request.url
                 and sent.append((request.post_data_json["capability"], request.post_data_json["value"])))
    release = drag(slider, 0.3)
    # The number shows while the thumb moves, before anything is sent.
    expect(olga.value("Kitchen lamp")).to_have_text(re.compile(r"^(29|3[01])\s%$"))
    assert not sent
    release()
    expect(lamp).to_have_class("tile is-on")
    assert [capability for capability, _ in sent] == ["brightness"]
    drag(slider, 0)()
    expect(lamp).to_have_class("tile")
    expect(olga.value("Kitchen lamp")).to_have_text("Off")
    assert sent[1:] == [("brightness", 0)]


def test_a_change_of_the_home_does_not_end_a_drag(house, olga):
    house.command("kitchen-lamp", "switch", False)
    slider = olga.tile("Kitchen lamp").get_by_role("slider")
    expect(slider).to_have_value("0")
    release = drag(slider, 0.3)
    with homie_device(house, "attic") as attic:
        attic.announce("lamp", "Attic lamp")
        with olga.page.expect_response("**/api/v1/devices"):
            lamp = house.adopt("lamp", name="Attic lamp", purposes={"main": "light"})
        # Readings are still shown. The new tile, which moves the others, waits for the end of the gesture.
        house.command("kitchen-lamp", "switch", True)
        house.command("bedroom-blind", "position", 12)
        expect(olga.value("Bedroom blind")).to_contain_text("12")
        expect(olga.value("Kitchen lamp")).to_have_text(re.compile(r"^(29|3[01])\s%$"))
        expect(olga.tile("Attic lamp")).to_have_count(0)
        release()
        expect(slider).to_have_value(re.compile("^(29|3[01])$"))
        expect(olga.tile("Attic lamp")).to_be_visible()
        house.remove(lamp)


def test_tiles_do_not_move_while_the_page_opens_with_a_saved_state(olga):
    held = []
    olga.page.route("**/api/v1/home", lambda route: held.append(route))
    with olga.page.expect_request("**/api/v1/home"):
        olga.page.reload()
    olga.expect_home()
    expect(olga.page.locator(".summary")).to_contain_text("Connecting… Last updated")
    olga.wait_until_drawn()
    before = olga.tile("Fridge").bounding_box()
    for route in held:
        route.continue_()
    olga.page.unroute("**/api/v1/home")
    expect(olga.page.locator(".summary")).not_to_contain_text("Connecting…")
    assert olga.tile("Fridge").bounding_box() == before


def test_a_tap_that_switches_a_lamp_can_be_undone(house, olga):
    house.command("kitchen-lamp", "switch", True)
    expect(olga.tile("Kitchen lamp")).to_have_class("tile is-on")
    # A confirmation is shown for 1.5 s.
    stretch(olga.page, 1500, 600_000)
    olga.button("Kitchen lamp").click()
    expect(olga.toast).to_contain_text("Kitchen lamp off")
    # The message stays while the pointer is on it.
    olga.toast.hover()
    # A check mark, because the word has no space beside the value; assistive technology has the word.
    expect(olga.tile("Kitchen lamp")).to_have_attribute("data-status", "confirmed")
    note = olga.tile("Kitchen lamp").locator(".tile-note")
    assert note.evaluate("(one) => getComputedStyle(one, '::before').content").startswith('"✓"')
    assert note.evaluate("(one) => [one.textContent, one.scrollWidth - one.clientWidth]") == ["Confirmed", 0]
    expect(olga.tile("Kitchen lamp")).to_have_class("tile")
    olga.button("Undo").click()
    expect(olga.tile("Kitchen lamp")).to_have_class("tile is-on")
    expect(olga.toast).to_have_count(0)


def test_heating_that_is_off_has_no_target_and_a_button_to_turn_it_on(house, olga):
    heating = olga.tile("Bedroom heating")
    house.command("bedroom-heating", "thermostatMode", "off")
    control = heating.locator(".tile-control")
    expect(control).to_have_text("Off")
    expect(heating.get_by_role("button")).to_have_count(1)
    olga.button("Turn on Bedroom heating").click()
    # The message stays while the pointer is on it.
    olga.toast.hover()
    expect(control).to_have_text(re.compile("19.0"))
    expect(heating.get_by_role("button")).to_have_count(2)
    olga.button("Undo").click()
    expect(control).to_have_text("Off")
    house.command("bedroom-heating", "thermostatMode", "heat")


def test_after_a_warning_only_the_last_act_is_reported(house, olga):
    show_warning = """({ toast }) => toast("Trouble", { tone: "danger" })"""
    trouble = olga.page.locator("#toasts .danger")
    house.command("kitchen-lamp", "switch", False)
    expect(olga.tile("Kitchen lamp")).to_have_class("tile")
    olga.evaluate_in_module("parts/toast.js", show_warning)
    # The warning stays while the pointer is on it, so the lamp is switched by the keyboard.
    trouble.hover()
    for state in ["tile is-on", "tile"]:
        olga.button("Kitchen lamp").press("Enter")
        expect(olga.tile("Kitchen lamp")).to_have_class(state)
    expect(trouble).to_have_text("Trouble")
    olga.page.mouse.move(0, 0)
    expect(trouble).to_have_count(0)
    expect(olga.toast).to_contain_text("Kitchen lamp off")
    expect(olga.button("Undo")).to_be_visible()
    expect(olga.toast).to_have_count(0)
    # Another command changes the lamp while the message about the tap waits.
    olga.evaluate_in_module("parts/toast.js", show_warning)
    trouble.hover()
    olga.button("Kitchen lamp").press("Enter")
    expect(olga.tile("Kitchen lamp")).to_have_class("tile is-on")
    expect(trouble).to_be_visible()
    house.command("kitchen-lamp", "brightness", 30)
    expect(olga.value("Kitchen lamp")).to_have_text("30")
    olga.page.mouse.move(0, 0)
    expect(trouble).to_have_count(0)
    expect(olga.toast).to_have_count(0)


def test_an_act_on_the_page_of_a_device_can_be_undone(house, olga_in_new_browser):
    olga = olga_in_new_browser
    olga.allow_statuses(403)
    house.command("bedroom-heating", "thermostatMode", "heat")
    house.command("kitchen-lamp", "switch", True)
    for device, capability, before, press, done in [
            ("kitchen-lamp", "switch", "On", ("switch", "Switch"), "Kitchen lamp off"),
            ("bedroom-heating", "thermostatMode", "Heating", ("button", "Off"), "Bedroom heating off"),
            ("front-door", "lock", "Locked", ("button", "Unlock"), "Front door unlocked")]:
        olga.open(f"device/{device}")
        value = olga.page.locator(f".capability[data-capability={capability}] .numerals")
        expect(value).to_have_text(before)
        role, name = press
        olga.page.get_by_role(role, name=name, exact=True).click()
        if device == "front-door":
            olga.enter_pin("Unlock Front door")
        expect(olga.toast).to_contain_text(done)
        # The message stays while the pointer is on it.
        olga.toast.hover()
        expect(value).not_to_have_text(before)
        olga.button("Undo").click()
        expect(value).to_have_text(before)
        expect(olga.toast).to_have_count(0)


def test_a_toast_ends_and_covers_no_control(house, new_browser):
    user = new_browser(house).sign_in(house.owner)
    for size in [PHONE, NARROW, {"width": 1024, "height": 768}]:
        user.page.set_viewport_size(size)
        user.page.evaluate("() => window.scrollTo(0, 0)")
        user.button("Kitchen lamp").click()
        expect(user.toast).to_contain_text("Kitchen lamp")
        # The line at the top always lies over the rest of the page, and the toast lies over free space of that line.
        is_within, covered = user.page.evaluate("""() => {
          const toast = document.querySelector(".toast").getBoundingClientRect();
          const line = document.querySelector(".top").getBoundingClientRect();
          const controls = [...document.querySelectorAll(".top :is(a, button), .nav a")];
          return [toast.top >= line.top && toast.bottom <= line.bottom,
            controls.filter((control) => control.checkVisibility({ visibilityProperty: true })).filter((control) => {
              const box = control.getBoundingClientRect();
              return box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
            }).map((control) => control.outerHTML)];
        }""")
        assert is_within and not covered, size
        if size["width"] < 720:
            name = user.page.locator(".summary-name")
            assert name.is_visible() and name.bounding_box()["y"] + name.bounding_box()["height"] <= user.toast.bounding_box()["y"]
        expect(user.toast).to_have_count(0)


def test_a_tap_on_anything_but_a_lamp_opens_the_device(house, olga):
    sent = []
    olga.page.on("request", lambda request: "/commands" in request.url and request.method == "POST" and sent.append(1))
    for name in ["Fridge", "Front door", "Bedroom blind", "Bedroom heating", "Roof"]:
        olga.tile(name).click(position={"x": 8, "y": 8})
        expect(olga.page.get_by_role("heading", level=1, name=name)).to_be_visible()
        olga.page.get_by_role("link", name="Back", exact=True).click()
        olga.expect_home()
    assert not sent
    expect(olga.tile("Fridge").get_by_role("button")).to_have_count(0)


def test_a_plug_is_never_filled(olga):
    fridge = olga.tile("Fridge")
    expect(fridge).to_have_attribute("data-status", "live")
    expect(fridge).to_have_class("tile")


def test_an_unlocked_door_has_an_open_padlock_and_no_closed_one(house, olga):
    door = olga.tile("Front door")
    expect(door.locator("use[href$='#lock']")).to_have_count(1)
    house.command("front-door", "lock", "unlocked")
    expect(olga.value("Front door")).to_have_text("Unlocked")
    expect(door.locator("use[href$='#unlock']")).to_have_count(1)
    expect(door.locator("use[href$='#lock']")).to_have_count(0)
    expect(door).to_have_class("tile is-attention")
    house.command("front-door", "lock", "locked")
    expect(door).to_have_class("tile")


def test_a_cover_has_visible_buttons_and_words_for_its_position(house, olga):
    house.command("bedroom-blind", "position", 100)
    blind, value = olga.tile("Bedroom blind"), olga.value("Bedroom blind")
    expect(value).to_have_text("Open")
    value.evaluate("""(value) => {
      window.texts = [];
      new MutationObserver(() => texts.push(value.textContent)).observe(value, { childList: true, characterData: true, subtree: true });
    }""")
    olga.button("Close Bedroom blind").click()
    # The blind travels for 2 s only.
    olga.page.wait_for_function("() => texts.some((text) => text.startsWith('Closing'))")
    expect(olga.toast).to_contain_text("Bedroom blind closed")
    expect(value).to_have_text("Closed")
    olga.button("Undo").click()
    expect(value).to_have_text("Open")
    drag(blind.get_by_role("slider"), 0.5)()
    expect(value).to_have_text(re.compile(r"^(49|5[01])\s%\sopen$"))


@pytest.mark.parametrize("width", [360, 1440])
def test_a_cover_says_beside_its_value_what_is_wrong(house, new_browser, width):
    user = new_browser(house, viewport={"width": width, "height": 900}).sign_in(house.owner)
    blind = user.tile("Bedroom blind")
    expect(blind.locator(".tile-buttons")).to_be_visible()
    # A person who has just pressed a button of the cover has the focus on it.
    boxes = blind.evaluate("""(tile) => {
      tile.querySelector(".tile-buttons button").focus();
      tile.dataset.status = "unknown";
      const part = document.createElement("span");
      part.textContent = "No response since 19:12";
      tile.querySelector(".tile-note .text-parts").replaceChildren(part);
      return [".tile-value", ".tile-note", ".tile-buttons"].map((name) => tile.querySelector(name).getBoundingClientRect())
        .map(({ left, right, top, bottom }) => [left, right, top, bottom]);
    }""")
    for index, one in enumerate(boxes):
        for other in boxes[index + 1:]:
            assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]


def test_a_cover_that_cannot_be_stopped_has_no_stop(house, olga):
    with homie_device(house, "awning") as awning:
        awning.announce("awning", "Awning", nodes=COVER)
        house.adopt("awning", room="Hall", purposes={"main": "blind"})
        awning.publish("awning/main/position", "40")
        expect(olga.value("Awning")).to_have_text(re.compile(r"40\s%\sopen"))
        expect(olga.button("Open Awning")).to_be_visible()
        expect(olga.button("Stop Awning")).to_have_count(0)
        awning.publish("awning/$state", "lost")
        expect(olga.button("Open Awning")).to_have_count(0)
        house.remove("awning")


def test_no_tile_shows_an_age_of_a_current_value(house, olga):
    house.command("kitchen-lamp", "switch", True)
    expect(olga.page.locator(".tile[data-status=live]").first).to_be_visible()
    texts = olga.page.locator(".tile").all_inner_texts()
    assert not [text for text in texts if re.search(r"\bnow\b|\bago\b", text)]


@pytest.mark.parametrize("size", [NARROW, PHONE], ids=["360", "390"])
def test_set_points_and_buttons_stay_on_one_line(house, new_browser, size):
    user = new_browser(house, viewport=size).sign_in(house.owner)
    heating = user.tile("Bedroom heating")
    heating.scroll_into_view_if_needed()
    target = heating.locator(".step-target")
    expect(target).to_contain_text("19.0")
    line = target.evaluate("(element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).fontSize)")
    assert line < 1.8
    boxes = [element.bounding_box() for element in [*heating.locator(".step").all(), target]]
    less, more, value = [(box["x"], box["x"] + box["width"]) for box in boxes]
    assert less[1] + 3 <= value[0] and value[1] + 3 <= more[0]


def test_tiles_keep_their_size_and_place_while_values_change(house, olga):
    def places():
        return olga.page.locator(".tile").evaluate_all(
            "(tiles) => tiles.map((tile) => JSON.stringify(tile.getBoundingClientRect()))")

    house.command("kitchen-lamp", "switch", False)
    expect(olga.value("Kitchen lamp")).to_have_text("Off")
    olga.wait_until_drawn()
    before = places()
    house.command("kitchen-lamp", "brightness", 100)
    house.command("front-door", "lock", "unlocked")
    house.command("bedroom-blind", "position", 37)
    expect(olga.value("Bedroom blind")).to_contain_text("37")
    assert places() == before
    house.command("front-door", "lock", "locked")


def test_a_tile_says_that_the_air_is_stuffy(house, olga):
    with homie_device(house, "air") as air:
        air.announce("air", "Attic air", nodes=AIR)
        house.adopt("air", purposes={})
        tile, note = olga.tile("Attic air"), olga.tile("Attic air").locator(".tile-note")
        for value, words, level in [("900", "", None), ("1200", "Stuffy", "fair"), ("2200", "Very stuffy", "poor")]:
            air.publish("air/main/co2", value)
            expect(olga.value("Attic air")).to_have_text(f"{int(value):,}")
            expect(note).to_have_text(words)
            assert tile.get_attribute("data-air") == level
            # What is amber on a tile is named in the line at the top, and nothing else is amber.
            expect(olga.fact("air")).to_have_count(1 if level == "poor" else 0)
            assert (colour(note) != colour(olga.tile("Fridge").locator(".tile-note"))) == (level == "poor")
        expect(olga.fact("air")).to_have_text("High CO₂: Attic air.")
        house.remove("attic-air")


def test_a_narrow_tile_leaves_out_whole_parts_of_its_note_and_its_name(house, new_browser):
    units = {"co2": "ppm", "temperature": "°C", "humidity": "%"}
    nodes = {"main": {"properties": {name: {"datatype": "float", "unit": unit} for name, unit in units.items()}}}
    with homie_device(house, "monitor") as monitor:
        monitor.announce("monitor", "Office monitor", nodes=nodes)
        device = house.adopt("monitor", purposes={})
        for name, value in [("co2", "1045"), ("temperature", "21.5"), ("humidity", "45.5")]:
            monitor.publish(f"monitor/main/{name}", value)
        user = new_browser(house, viewport=NARROW, locale="sv-SE").sign_in(house.owner)
        note = user.tile("Office monitor").locator(".tile-note")
        expect(note).to_have_text(re.compile(r"^Instängd luft · 1\s045\sppm · 4[56](,5)?\s%$"))
        # Each part is shown as a whole, or not at all; the first one is always shown.
        shown = note.evaluate("""(note) => [...note.querySelectorAll(".text-part")].map((part) => {
          const [line, box] = [note.querySelector(".text-parts").getBoundingClientRect(), part.getBoundingClientRect()];
          if (box.top >= line.bottom) return false;
          return box.right <= line.right + 1 && part.scrollWidth <= part.clientWidth ? true : "cut";
        })""")
        assert shown[0] is True and shown[-1] is False and "cut" not in shown
        house.remove(device)


@pytest.mark.parametrize("size", [PHONE, NARROW])
def test_a_long_name_takes_two_lines_and_is_not_cut_off(house, new_browser, size):
    name = "Greenhouse workbench"
    with homie_device(house, "heater") as heater:
        heater.announce("heater", name, nodes={"main": {"properties": {"power": {"datatype": "float", "unit": "W"}}}})
        device = house.adopt("heater", purposes={})
        heater.publish("heater/main/power", "15")
        user = new_browser(house, viewport=size).sign_in(house.owner)
        shown = user.tile(name).locator(".tile-name")
        expect(shown).to_be_visible()
        assert shown.evaluate("(element) => element.scrollHeight <= element.clientHeight")
        line = shown.evaluate("(element) => parseFloat(getComputedStyle(element).lineHeight)")
        assert abs(shown.bounding_box()["height"] - 2 * line) < 2
        assert user.tile(name).bounding_box()["height"] == user.tile("Front door").bounding_box()["height"]
        assert shown.locator(".text-part").evaluate("(part) => getComputedStyle(part).webkitLineClamp") == "2"
        house.remove(device)


def test_the_buttons_on_tiles_are_large_enough_for_a_finger(house, new_browser):
    user = new_browser(house, viewport=PHONE).sign_in(house.owner)
    lock = user.tile("Front door").get_by_role("button", name=re.compile("^(Unlock|Lock) Front door$"))
    expect(lock).to_be_visible()
    for button in [lock, *user.page.locator(".tile .step").all()]:
        assert button.bounding_box()["height"] >= 44, button


# The icons of appliances by the names of their devices and the purposes of their plugs.
APPLIANCES = [
    ("Fridge", "foodCooling", "fridge"), ("Frysbox", "foodCooling", "freezer"), ("Food", "foodCooling", "fridge"),
    ("Washer", "hotAppliance", "appliance"), ("Tvättmaskin", "hotAppliance", "appliance"),
    ("Dishwasher", "hotAppliance", "dishwasher"), ("Torktumlare", "hotAppliance", "dryer"), ("Iron", "hotAppliance", "oven"),
    ("Heat pump", "homeHeating", "heat-pump"), ("Panna", "homeHeating", "boiler"), ("Radiator", "homeHeating", "flame"),
    ("Desk", "network", "router"), ("Stereo", "electronics", "tv"), ("Oven lamp", "light", "bulb"),
]


def test_each_appliance_has_its_own_icon(olga):
    found = olga.evaluate_in_module("home/device.js", f"""async ({{ appearance }}) => {{
      const sprite = await (await fetch(new URL("icons.svg", page))).text();
      const part = (purpose) => ({{ purpose, capabilities: [{{ name: "switch", isCommanded: true }}] }});
      const icons = {json.dumps(APPLIANCES)}.map(([name, purpose]) => appearance(part(purpose), name).icon);
      return icons.map((icon) => [icon, sprite.includes(`id="${{icon}}"`)]);
    }}""")
    assert found == [[icon, True] for _, _, icon in APPLIANCES]
