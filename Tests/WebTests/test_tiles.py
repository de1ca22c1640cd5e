"""The tiles of lamps, covers and other devices: what a tap does, what they show, and how an act is undone."""

import re

import pytest
from homie import homie_device
from page_user import PHONE
from playwright.sync_api import expect

NARROW = {"width": 360, "height": 740}
COVER = {"main": {"properties": {
    "position": {"datatype": "integer", "format": "0:100", "unit": "%", "settable": True}}}}


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
    expect(olga.value("Kitchen lamp")).to_have_text("off")
    expect(slider).to_have_value("0")
    assert share(slider) == 0
    dark = lamp.evaluate("(element) => getComputedStyle(element).backgroundColor")
    assert len({bright, dim, dark}) == 3


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
    expect(olga.value("Kitchen lamp")).to_have_text("off")
    assert sent[1:] == [("brightness", 0)]


def test_a_tap_that_switches_a_lamp_can_be_undone(house, olga):
    house.command("kitchen-lamp", "switch", True)
    expect(olga.tile("Kitchen lamp")).to_have_class("tile is-on")
    olga.button("Kitchen lamp").click()
    expect(olga.toast).to_contain_text("Kitchen lamp off")
    expect(olga.tile("Kitchen lamp")).to_have_class("tile")
    olga.button("Undo").click()
    expect(olga.tile("Kitchen lamp")).to_have_class("tile is-on")
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
        expect(user.toast).to_have_count(0)


def test_a_tap_on_anything_but_a_lamp_opens_the_device(house, olga):
    sent = []
    olga.page.on("request", lambda request: "/commands" in request.url and request.method == "POST" and sent.append(1))
    for name in ["Fridge", "Front door", "Bedroom blind", "Bedroom heating", "Roof"]:
        olga.tile(name).click(position={"x": 8, "y": 8})
        expect(olga.page.get_by_role("heading", level=1, name=name)).to_be_visible()
        olga.page.get_by_role("link", name="Back to").click()
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
    expect(olga.value("Front door")).to_have_text("unlocked")
    expect(door.locator("use[href$='#unlock']")).to_have_count(1)
    expect(door.locator("use[href$='#lock']")).to_have_count(0)
    expect(door).to_have_class("tile is-attention")
    house.command("front-door", "lock", "locked")
    expect(door).to_have_class("tile")


def test_a_cover_has_visible_buttons_and_words_for_its_position(house, olga):
    house.command("bedroom-blind", "position", 100)
    blind, value = olga.tile("Bedroom blind"), olga.value("Bedroom blind")
    expect(value).to_have_text("open")
    olga.button("Close Bedroom blind").click()
    expect(value).to_have_text(re.compile(r"^closing"))
    expect(value).to_have_text("closed")
    expect(olga.toast).to_contain_text("Bedroom blind closed")
    olga.button("Undo").click()
    expect(value).to_have_text("open")
    drag(blind.get_by_role("slider"), 0.5)()
    expect(value).to_have_text(re.compile(r"^(49|5[01])\s%\sopen$"))


def test_a_cover_that_cannot_be_stopped_has_no_stop(house, olga):
    with homie_device(house, "awning") as awning:
        awning.announce("awning", "Awning", nodes=COVER)
        house.adopt("awning", room="Hall", purposes={"main": "blind"})
        awning.publish("awning/main/position", "40")
        expect(olga.value("Awning")).to_have_text(re.compile(r"40\s%\sopen"))
        expect(olga.button("Open Awning")).to_be_visible()
        expect(olga.button("Stop Awning")).to_have_count(0)
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
    assert less[1] <= value[0] and value[1] <= more[0]


def test_tiles_keep_their_size_and_place_while_values_change(house, olga):
    def places():
        return olga.page.locator(".tile").evaluate_all(
            "(tiles) => tiles.map((tile) => JSON.stringify(tile.getBoundingClientRect()))")

    house.command("kitchen-lamp", "switch", False)
    expect(olga.value("Kitchen lamp")).to_have_text("off")
    before = places()
    house.command("kitchen-lamp", "brightness", 100)
    house.command("front-door", "lock", "unlocked")
    house.command("bedroom-blind", "position", 37)
    expect(olga.value("Bedroom blind")).to_contain_text("37")
    assert places() == before
    house.command("front-door", "lock", "locked")
