"""The history chart of a device."""

import pytest
from homie import homie
from house import eventually
from playwright.sync_api import expect


@pytest.fixture
def chart(olga):
    olga.opens("device/kitchen-air?quantity=temperature&range=hour")
    chart = olga.page.get_by_role("region", name="Over time")
    expect(chart.locator("canvas")).to_be_visible()
    expect(chart.locator(".chart-words")).to_contain_text("°C")
    return chart


def test_a_chart_is_zoomed_and_brought_back(olga, chart):
    span = chart.locator(".chart-span")
    whole = span.inner_text()
    expect(chart.get_by_role("button", name="Hour")).to_have_attribute("aria-pressed", "true")
    chart.get_by_role("button", name="Closer").click()
    expect(span).not_to_have_text(whole)
    expect(chart.get_by_role("button", name="Hour")).to_have_attribute("aria-pressed", "false")
    chart.get_by_role("button", name="Back to now").click()
    expect(chart.get_by_role("button", name="Hour")).to_have_attribute("aria-pressed", "true")


def test_a_chart_follows_mouse_and_keys(olga, chart):
    hour, back = chart.get_by_role("button", name="Hour"), chart.get_by_role("button", name="Back to now")
    box = chart.locator("canvas").bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = olga.page.mouse

    def turns_the_wheel():
        mouse.wheel(0, -240)

    def drags():
        mouse.down()
        mouse.move(middle + box["width"] / 4, y, steps=5)
        mouse.up()

    def presses_plus():
        chart.get_by_role("application").focus()
        olga.page.keyboard.press("+")

    for act in [turns_the_wheel, drags, presses_plus]:
        mouse.move(middle, y)
        act()
        expect(hour).to_have_attribute("aria-pressed", "false")
        back.click()
        expect(hour).to_have_attribute("aria-pressed", "true")


def test_two_fingers_zoom(house, browsers):
    phone = browsers(house, viewport={"width": 390, "height": 844}, has_touch=True).comes_in(house.owner)
    phone.opens("device/kitchen-air?quantity=temperature&range=hour")
    canvas = phone.page.get_by_role("region", name="Over time").locator("canvas")
    expect(canvas).to_be_visible()
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touches = phone.context.new_cdp_session(phone.page)
    for kind, gap in [("touchStart", 20), ("touchMove", 40), ("touchMove", 80), ("touchMove", 120)]:
        touches.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": middle - gap / 2, "y": y, "id": 0}, {"x": middle + gap / 2, "y": y, "id": 1}]})
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.button("Hour")).to_have_attribute("aria-pressed", "false")


def test_every_reach_has_a_chart_and_a_table(chart):
    for reach in ["Hour", "Day", "Week", "Month", "Year", "2 years"]:
        button = chart.get_by_role("button", name=reach, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(chart.locator("canvas")).to_be_visible()
        chart.get_by_role("button", name="As a table").click()
        expect(chart.get_by_role("row").nth(1)).to_contain_text("°C")
        chart.get_by_role("button", name="As a table").click()


def test_a_state_without_numbers_has_a_chart_too(house, olga):
    for state in ["unlocked", "locked"]:
        house.tell("front-door", "lock", state)
    olga.opens("device/front-door?quantity=lock")
    expect(olga.page.get_by_role("region", name="Over time")).to_be_visible()
    expect(olga.page.get_by_role("region", name="Over time")).to_contain_text("locked")


def test_a_value_that_the_broker_kept_is_at_no_point_in_time(house, olga):
    with homie(house, "sleeper") as sleeper:
        sleeper.announces("sleeper", "Sleeper")
        sleeper.says("sleeper/main/switch", "true")
        device = house.adopt("sleeper", purposes={"main": "light"})

        def state():
            return house.ask("GET", f"/devices/{device}")["parts"][0]["capabilities"][0].get("state")

        eventually("the kept value is shown", state)
        assert state()["value"] is True and "time" not in state()
        olga.opens(f"device/{device}")
        chart = olga.page.get_by_role("region", name="Over time")
        expect(chart).to_contain_text("not known 24 hrs")
        expect(chart).not_to_contain_text("NaN")
        house.remove(device)
