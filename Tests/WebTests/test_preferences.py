"""How a person sees the home belongs to the person: a choice in one browser holds in each of their browsers."""

import contextlib
import re

from playwright.sync_api import expect


@contextlib.contextmanager
def added_person(house, name, role="member"):
    """Removes the person after the test, when the browsers have closed their pages."""
    person = house.add_person(name, role)
    try:
        yield person
    finally:
        house.request("DELETE", f"/people/{person}")


def choose(user, group, option):
    user.open("settings/you")
    choice = user.page.get_by_role("group", name=group, exact=True)
    choice.locator("label").filter(has_text=re.compile(f"^{option}$")).click()


def test_a_choice_in_one_browser_holds_in_another_one(house, new_browser):
    with added_person(house, "Pia") as person:
        laptop, phone = new_browser(house).sign_in(person), new_browser(house).sign_in(person)
        expect(phone.tile("Kitchen air")).to_contain_text("°C")
        choose(laptop, "Temperature", "°F")
        expect(phone.tile("Kitchen air")).to_contain_text("°F")
        choose(laptop, "Colours", "Dark")
        expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
        choose(laptop, "Language", "Svenska")
        expect(phone.page.locator("html")).to_have_attribute("lang", "sv")
        # A new browser in which nothing was chosen follows the person too.
        tablet = new_browser(house).sign_in(person)
        expect(tablet.page.locator("html")).to_have_attribute("lang", "sv")
        for user in [laptop, phone, tablet]:
            user.page.close()


def test_a_choice_before_the_one_before_is_stored_holds_too(house, new_browser):
    with added_person(house, "Tor") as person:
        user = new_browser(house).sign_in(person)
        user.open("settings/you")
        held = []
        user.page.route("**/preferences", lambda route: held.append(route) if not held else route.continue_())
        with user.page.expect_request("**/preferences"):
            choose(user, "Colours", "Dark")
        choose(user, "Colours", "Light")
        # Only now the gateway gets the first choice, and the second one after it.
        with user.page.expect_response(lambda response: response.url.endswith("/preferences")
                                       and response.request.post_data_json["theme"] == "light"):
            held[0].continue_()
        user.wait_until_idle()
        expect(user.page.locator("html")).to_have_attribute("data-theme", "light")
        user.page.reload()
        expect(user.page.locator("html")).to_have_attribute("data-theme", "light")
        user.page.close()


def test_the_time_format_and_the_first_day_of_the_week_follow_the_choice(house, new_browser):
    with added_person(house, "Rut") as person:
        user = new_browser(house).sign_in(person)
        texts = """async () => {
          const { week, hourText: hours } = await import(new URL("home/weekly-windows.js", page));
          return [hours(13 * 60 + 30), week()[0]];
        }"""
        assert user.evaluate_in_module("core/preferences.js", texts) == ["13:30", 1]
        choose(user, "Time", "12 hours")
        expect(user.page.get_by_role("radio", name="12 hours")).to_be_focused()
        choose(user, "First day of the week", "Sunday")
        expect(user.page.get_by_role("radio", name="Sunday")).to_be_checked()
        expect(user.page.get_by_role("radio", name="Sunday")).to_be_focused()
        time, first = user.evaluate_in_module("core/preferences.js", texts)
        assert re.fullmatch(r"1:30\s?pm", time, re.IGNORECASE) and first == 0
        user.page.close()


def test_a_choice_that_cannot_be_stored_is_taken_back(house, new_browser):
    with added_person(house, "Siv") as person:
        user = new_browser(house).sign_in(person)
        user.open("settings/you")
        user.allow_statuses(503)
        user.page.route("**/preferences", lambda route: route.fulfill(status=503, json={"code": "busy"}))
        choose(user, "Colours", "Dark")
        expect(user.toast).to_be_visible()
        expect(user.page.locator("html")).to_have_attribute("data-theme", "auto")
        expect(user.page.get_by_role("group", name="Colours").get_by_role("radio", name="Automatic")).to_be_checked()
        user.page.close()
