"""The history chart of a device."""

import pytest
from homie import homie_device
from house import wait_until
from playwright.sync_api import expect


@pytest.fixture
def chart(olga):
    olga.open("device/kitchen-air?quantity=temperature&range=hour")
    chart = olga.page.get_by_role("region", name="Over time")
    expect(chart.locator("canvas")).to_be_visible()
    expect(chart.locator(".chart-words")).to_contain_text("°C")
    return chart


def test_a_chart_is_zoomed_and_reset(olga, chart):
    span = chart.locator(".chart-span")
    original = span.inner_text()
    expect(chart.get_by_role("button", name="Hour")).to_have_attribute("aria-pressed", "true")
    chart.get_by_role("button", name="Zoom in").click()
    expect(span).not_to_have_text(original)
    expect(chart.get_by_role("button", name="Hour")).to_have_attribute("aria-pressed", "false")
    chart.get_by_role("button", name="Back to now").click()
    expect(chart.get_by_role("button", name="Hour")).to_have_attribute("aria-pressed", "true")


def test_mouse_and_keys_change_the_range_of_a_chart(olga, chart):
    hour, back = chart.get_by_role("button", name="Hour"), chart.get_by_role("button", name="Back to now")
    box = chart.locator("canvas").bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = olga.page.mouse

    def turn_wheel():
        mouse.wheel(0, -240)

    def drag():
        mouse.down()
        mouse.move(middle + box["width"] / 4, y, steps=5)
        mouse.up()

    def press_plus():
        chart.get_by_role("application").focus()
        olga.page.keyboard.press("+")

    for action in [turn_wheel, drag, press_plus]:
        mouse.move(middle, y)
        action()
        expect(hour).to_have_attribute("aria-pressed", "false")
        back.click()
        expect(hour).to_have_attribute("aria-pressed", "true")


def test_a_pinch_gesture_zooms_a_chart(house, new_browser):
    phone = new_browser(house, viewport={"width": 390, "height": 844}, has_touch=True).sign_in(house.owner)
    phone.open("device/kitchen-air?quantity=temperature&range=hour")
    chart = phone.page.get_by_role("region", name="Over time")
    canvas = chart.locator("canvas")
    expect(canvas).to_be_visible()
    # These words may need another line, which moves the chart.
    expect(chart.locator(".chart-words")).to_contain_text("°C")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touches = phone.context.new_cdp_session(phone.page)
    for kind, gap in [("touchStart", 20), ("touchMove", 40), ("touchMove", 80), ("touchMove", 120)]:
        touches.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [
                {"x": middle - gap / 2, "y": y, "id": 0}, {"x": middle + gap / 2, "y": y, "id": 1}]})
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.button("Hour")).to_have_attribute("aria-pressed", "false")


def test_every_range_has_a_chart_and_a_table(chart):
    for time_range in ["Hour", "Day", "Week", "Month", "Year", "2 years"]:
        button = chart.get_by_role("button", name=time_range, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(chart.locator("canvas")).to_be_visible()
        chart.get_by_role("button", name="As a table").click()
        expect(chart.get_by_role("row").nth(1)).to_contain_text("°C")
        chart.get_by_role("button", name="As a table").click()


def test_a_state_without_numbers_has_a_chart(house, olga):
    for state in ["unlocked", "locked"]:
        house.command("front-door", "lock", state)
    olga.open("device/front-door?quantity=lock")
    expect(olga.page.get_by_role("region", name="Over time")).to_be_visible()
    expect(olga.page.get_by_role("region", name="Over time")).to_contain_text("Locked")


def test_a_retained_value_has_no_time(house, olga):
    with homie_device(house, "sleeper") as sleeper:
        sleeper.announce("sleeper", "Sleeper")
        sleeper.publish("sleeper/main/switch", "true")
        device = house.adopt("sleeper", purposes={"main": "light"})

        def state():
            return house.request("GET", f"/devices/{device}")["parts"][0]["capabilities"][0].get("state")

        wait_until("the device has a state", state)
        assert state()["value"] is True and "time" not in state()
        olga.open(f"device/{device}")
        chart = olga.page.get_by_role("region", name="Over time")
        expect(chart).to_contain_text("Unknown: 1 d")
        expect(chart).not_to_contain_text("NaN")
        olga.leave()
        house.remove(device)
