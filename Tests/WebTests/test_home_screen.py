"""The home screen: rooms as cards, one climate tile a room, the lights of a room, and the page of a room."""

import pytest
from house import PIN, new_house
from page_user import PHONE
from playwright.sync_api import expect

VILLA = "home: { name: Villa, timeZone: Europe/Stockholm }\n"


@pytest.fixture(scope="module")
def villa():
    """The simulated villa with its 27 devices."""
    with new_house(VILLA) as house, house.start_gateway(), house.simulate_devices("villa"):
        house.owner = house.add_person("Olga", "owner", pin=PIN)
        yield house


@pytest.fixture
def resident(villa, new_browser):
    return new_browser(villa, viewport={"width": 1440, "height": 900}).sign_in(villa.owner)


def test_the_villa_fits_on_one_desktop_screen(villa, resident):
    page = resident.page
    assert len(villa.request("GET", "/devices")) == 27
    expect(resident.tile("Roof")).to_be_visible()
    height, bottom = page.evaluate("""() => [document.documentElement.scrollHeight,
      Math.max(...[...document.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect().bottom))]""")
    assert height <= 900 and bottom <= 900
    # Every device has a tile; a thermostat and the air sensor of its room share one.
    shown = set(page.locator(".tile").evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.device)"))
    hidden = {device["id"] for device in villa.request("GET", "/devices")} - shown
    assert hidden == {"living-room-air", "bedroom-air", "bathroom-climate"}


@pytest.mark.parametrize("width, columns", [(1440, 3), (1024, 2), (390, 1)])
def test_the_rooms_flow_in_columns(resident, width, columns):
    resident.page.set_viewport_size({"width": width, "height": 900})
    expect(resident.page.locator(".column")).to_have_count(columns)
    names = resident.page.locator(".room h2").all_inner_texts()
    assert names == sorted(names[:-1]) + ["Other"]
    assert resident.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_phone_shows_two_tiles_beside_each_other(resident):
    resident.page.set_viewport_size(PHONE)
    resident.wait_until_drawn()
    # Read at once, because the line at the top may grow and move the tiles.
    tiles = [resident.tile(name).element_handle() for name in ["Grid meter", "Heat pump"]]
    boxes = resident.page.evaluate("(tiles) => tiles.map((tile) => tile.getBoundingClientRect().toJSON())", tiles)
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]


def test_a_room_has_one_climate_tile_with_value_target_humidity_and_co2(villa, resident):
    tile = resident.tile("Bedroom heating")
    expect(tile.locator(".tile-note")).to_contain_text("ppm")
    expect(tile.locator(".tile-note")).to_contain_text("%")
    expect(tile.locator(".tile-value")).to_contain_text("°C")
    expect(tile.locator(".step-target")).to_contain_text("18.5")
    expect(resident.tile("Bedroom air")).to_have_count(0)
    values = {capability["name"]: capability.get("state", {}).get("value")
              for device in villa.request("GET", "/devices") if device["id"] == "bedroom-air"
              for capability in device["parts"][0]["capabilities"]}
    assert values["co2"]


def test_a_name_is_shown_without_that_of_its_room(resident):
    label = resident.tile("Bedroom window").locator(".tile-name [aria-hidden]")
    expect(label).to_have_text("Window")
    expect(resident.tile("Front door").locator(".tile-name [aria-hidden]")).to_have_text("Front door")


def test_the_page_of_a_room_merges_its_climate_as_the_home_view_does(resident):
    resident.page.get_by_role("link", name="Bedroom", exact=True).click()
    expect(resident.page.get_by_role("heading", level=1, name="Bedroom")).to_be_visible()
    expect(resident.page.locator(".tile")).to_have_count(3)
    expect(resident.tile("Bedroom heating").locator(".tile-note")).to_contain_text("ppm")
    expect(resident.tile("Bedroom air")).to_have_count(0)
    resident.tile("Bedroom window").click()
    expect(resident.page.get_by_role("heading", level=1, name="Bedroom window")).to_be_visible()
    resident.page.get_by_role("link", name="Back", exact=True).click()
    expect(resident.page.get_by_role("heading", level=1, name="Bedroom")).to_be_visible()


def test_the_arrow_back_returns_to_the_same_place(resident):
    resident.page.set_viewport_size(PHONE)
    # The page arranges its cards again after its size has changed.
    resident.wait_until_drawn()
    # The line at the top grows and shrinks with its text, which would move the place.
    resident.page.evaluate("() => { document.querySelector('.summary').style.height = '120px'; }")
    place = resident.page.evaluate("() => { scrollTo(0, document.body.scrollHeight); return scrollY; }")
    assert place > 500
    resident.tile("Roof").click()
    expect(resident.page.get_by_role("heading", level=1, name="Roof")).to_be_visible()
    resident.page.get_by_role("link", name="Back", exact=True).click()
    resident.expect_home()
    resident.page.wait_for_function("(place) => Math.abs(scrollY - place) < 5", arg=place)


def test_the_top_names_the_home_the_date_and_the_temperature_outside(resident):
    side = resident.page.locator(".summary-side")
    expect(side).to_contain_text("Villa")
    expect(side).to_contain_text("°C outside")


def test_the_lights_of_a_room_are_switched_by_one_button(villa, resident):
    villa.command("living-room-lamp", "brightness", 40)
    lamp = resident.tile("Living room lamp")
    expect(lamp).to_have_class("tile is-on")
    resident.button("Turn off all lights in Living room").click()
    expect(lamp).to_have_class("tile")
    expect(resident.toast).to_contain_text("Living room: lights off")
    resident.button("Undo").click()
    expect(lamp).to_have_class("tile is-on")
    resident.button("Turn off all lights in Living room").click()
    expect(resident.button("Turn on all lights in Living room")).to_be_visible()


def test_a_lamp_without_an_answer_is_named_when_a_room_is_switched(house, olga):
    house.command("kitchen-lamp", "switch", False)
    olga.button("Turn on all lights in Kitchen").click()
    expect(olga.toast).to_contain_text("1 of 2 lights on")
    expect(olga.toast).to_contain_text("Deaf lamp")
    expect(olga.tile("Kitchen lamp")).to_have_class("tile is-on")


def test_a_second_tap_on_the_lights_of_a_room_takes_the_first_one_back(house, olga):
    house.command("kitchen-lamp", "switch", False)
    values = []
    olga.page.on("request", lambda request: request.url.endswith("/commands?wait=confirmed")
                 and values.append(request.post_data_json["value"]))
    olga.button("Turn on all lights in Kitchen").evaluate("(button) => { button.click(); button.click(); }")
    # The second command ends when the lamp that does not answer has had its time.
    expect(olga.toast).to_contain_text("Deaf lamp")
    assert values == [True, False]
    expect(olga.tile("Kitchen lamp")).not_to_have_class("tile is-on")
