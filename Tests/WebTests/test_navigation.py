"""The main navigation, what each role sees of it, old addresses, badges, the list of rooms, and the width of the views."""

import pytest
from homie import homie_device
from page_user import DESKTOP, PHONE
from playwright.sync_api import expect

OWNER = ["Home", "Rooms", "Energy", "Activity", "Upkeep", "People", "Settings"]
# The names of the pages that each role sees.
PAGES = {
    "admin": OWNER,
    "member": ["Home", "Rooms", "Energy", "Activity", "Settings"],
    "child": ["Home", "Rooms", "Settings"],
    "guest": ["Home", "Settings"],
}
# Addresses of earlier versions, and the headings of the views that they open.
MOVED = {"found": "Add device", "health": "Health", "history": "Activity", "activity": "Activity", "more": "You"}


def pages(user):
    return user.page.get_by_role("navigation", name="Main navigation").get_by_role("link")


def test_the_navigation_has_seven_pages_on_each_screen(olga):
    for viewport in [DESKTOP, {"width": 1024, "height": 768}, PHONE, {"width": 360, "height": 740}]:
        olga.page.set_viewport_size(viewport)
        expect(pages(olga)).to_have_text(OWNER)
        # The page arranges its cards again after its size has changed.
        olga.wait_until_drawn()
        boxes = [link.bounding_box() for link in pages(olga).all()]
        assert all(box["height"] >= 44 and box["width"] >= 44 for box in boxes), viewport
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= viewport["width"] for box in boxes), viewport
        assert olga.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_view_that_opens_slowly_says_that_it_loads(new_browser, house):
    user = new_browser(house, reduced_motion="reduce").sign_in(house.owner)
    held = []
    user.page.route("**/views/rooms.js", lambda route: held.append(route))
    main, status = user.page.get_by_role("main"), user.page.get_by_role("status").get_by_text("Loading…")
    before = user.page.locator("section.home").bounding_box()
    user.open("rooms")
    expect(status).to_have_count(1)
    expect(main).to_have_attribute("aria-busy", "true")
    # The view before stays where it is, and the sign does not move.
    assert user.page.locator("section.home").bounding_box() == before
    assert user.page.evaluate("document.getAnimations().filter(({ playState }) => playState === 'running').length") == 0
    for route in held:
        route.continue_()
    expect(main.get_by_role("heading", level=1, name="Rooms")).to_be_visible()
    expect(main).not_to_have_attribute("aria-busy", "true")
    expect(status).to_have_count(0)


@pytest.mark.parametrize("role", PAGES)
def test_a_role_sees_only_its_pages(house, new_browser, role):
    person = house.add_person("Robin", role)
    user = new_browser(house).sign_in(person)
    expect(pages(user)).to_have_text(PAGES[role])
    house.request("DELETE", f"/people/{person}")


@pytest.mark.parametrize("address", MOVED)
def test_an_old_address_opens_the_view(olga, address):
    olga.open(address)
    expect(olga.page.get_by_role("main").get_by_role("heading", name=MOVED[address], exact=True)).to_be_visible()


def test_a_section_of_the_settings_without_access_says_so(house, new_browser):
    person = house.add_person("Robin", "member")
    user = new_browser(house).sign_in(person)
    for address in ["found", "health", "settings/keeping"]:
        user.open(address)
        expect(user.page.get_by_role("main")).to_contain_text("Only owners and admins can use this.")
    house.request("DELETE", f"/people/{person}")


def test_a_badge_counts_the_new_devices(house, olga):
    settings = pages(olga).filter(has_text="Settings")
    with homie_device(house, "attic") as attic:
        attic.announce("attic", "Attic lamp", type="example.lamp")
        house.wait_for_discovery(["attic"])
        olga.page.reload()
        expect(settings.locator(".count")).to_have_text("1")
        expect(settings).to_contain_text("1 needs your attention")
        settings.click()
        section = olga.page.get_by_role("navigation", name="Settings").get_by_role("link").filter(has_text="Add device")
        expect(section.locator(".count")).to_have_text("1")
        section.click()
        # Nothing says how many devices wait while none does.
        expect(olga.page.get_by_role("heading", name="Attic lamp")).to_be_visible()
        expect(olga.page.get_by_role("main")).not_to_contain_text("0 devices")
        olga.page.set_viewport_size(PHONE)
        expect(settings.locator(".count")).to_be_visible()


def test_home_and_rooms_lead_to_adding_a_device(olga):
    for _ in olga.visit_views(["home", "rooms"]):
        olga.page.get_by_role("link", name="Add device").click()
        expect(olga.page.get_by_role("heading", level=2, name="Add device")).to_be_visible()


def test_the_rooms_view_shows_what_matters_and_opens_a_room(house, olga):
    house.command("kitchen-lamp", "switch", True)
    house.command("front-door", "lock", "unlocked")
    olga.open("rooms")
    rooms = olga.page.get_by_role("main").get_by_role("listitem")
    expect(rooms.filter(has_text="Kitchen")).to_contain_text("1 light on")
    expect(rooms.filter(has_text="Kitchen")).to_contain_text("°C")
    expect(rooms.filter(has_text="Hall")).to_contain_text("Front door is unlocked")
    house.command("kitchen-lamp", "switch", False)
    house.command("front-door", "lock", "locked")
    expect(rooms.filter(has_text="Kitchen")).not_to_contain_text("light on")
    expect(rooms.filter(has_text="Hall")).not_to_contain_text("unlocked")
    rooms.filter(has_text="Bedroom").get_by_role("link").click()
    expect(olga.page.get_by_role("heading", level=1, name="Bedroom")).to_be_visible()
    expect(pages(olga).filter(has_text="Rooms")).to_have_attribute("aria-current", "page")


def test_the_rooms_are_in_the_order_of_the_person(house, olga):
    names = olga.page.locator(".room-row-name")
    olga.open("rooms")
    expect(names).to_have_text(["Bedroom", "Hall", "Kitchen", "Other"])
    olga.open("home")
    olga.button("Edit home screen").click()
    olga.button("Move Kitchen up").click()
    olga.button("Done").click()
    olga.open("rooms")
    expect(names).to_have_text(["Bedroom", "Kitchen", "Hall", "Other"])
    olga.open("home")
    olga.button("Edit home screen").click()
    olga.button("Use the home’s order").click()
    expect(olga.toast).to_contain_text("The home’s order is used.")


def test_forms_have_a_readable_width(olga):
    for size in [{"width": 1440, "height": 900}, PHONE]:
        olga.page.set_viewport_size(size)
        for view in olga.visit_views(["people?form=invite", "people/olga?form=grants", "settings/keeping", "settings/home"]):
            widths = olga.page.locator("#main form").evaluate_all("(forms) => forms.map(({ offsetWidth }) => offsetWidth)")
            assert widths and max(widths) <= min(44 * 16, size["width"]), (view, widths)
            assert olga.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, view


def test_all_views_but_the_home_have_one_width_and_are_centred(olga):
    olga.page.set_viewport_size({"width": 1900, "height": 900})
    olga.open("home")
    olga.expect_home()
    assert olga.page.locator("#main > *").bounding_box()["width"] > 1600
    views = ["rooms", "room/kitchen", "device/kitchen-lamp", "energy", "people", "people/olga", "history", "settings"]
    for view in olga.visit_views(views):
        # The style sheet of a view does not change the frame around it.
        facts = olga.page.locator(".summary .fact:not([hidden])").evaluate_all("(all) => all.map((one) => getComputedStyle(one).display)")
        assert set(facts) <= {"inline", "inline-block"}, view
        content, main = (olga.page.locator(part).bounding_box() for part in ["#main > *", "#main"])
        assert abs(content["width"] - 1200) < 1, view
        assert abs(content["x"] * 2 + content["width"] - main["x"] * 2 - main["width"]) < 2, view


def test_the_last_label_of_a_time_axis_is_within_the_axis(olga):
    olga.open("device/front-door?quantity=lock&range=day")
    times = olga.page.locator(".track-time")
    expect(times.first).to_be_visible()
    marks, labels, axis = olga.page.evaluate("""() => {
      const boxes = (name) => [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect().toJSON());
      return [boxes(".track-tick"), boxes(".track-time"), boxes(".track-axis")[0]];
    }""")
    assert len(marks) == len(labels) > 2
    assert all(label["left"] >= axis["left"] - 1 and label["right"] <= axis["right"] + 1 for label in labels)
    assert all(one["right"] <= other["left"] for one, other in zip(labels, labels[1:]))


def test_the_bar_about_a_lost_connection_says_when_and_stays_at_the_top(house, olga):
    texts = olga.evaluate_in_module("core/format.js", "({ ago }) => [0, 5_000, 90_000].map((age) => ago(Date.now() - age, Date.now()))")
    assert texts[:2] == ["just now", "just now"] and "min" in texts[2]
    assert olga.page.locator(".top").evaluate("(top) => getComputedStyle(top).position") == "sticky"


def test_a_set_point_is_on_one_line_on_a_narrow_phone(olga):
    olga.page.set_viewport_size({"width": 360, "height": 740})
    olga.wait_until_drawn()
    target = olga.tile("Bedroom heating").locator(".step-target")
    buttons = olga.tile("Bedroom heating").locator(".step")
    target_box, *boxes = [one.bounding_box() for one in [target, *buttons.all()]]
    assert target_box["height"] < 30
    assert boxes[0]["x"] + boxes[0]["width"] <= target_box["x"] and target_box["x"] + target_box["width"] <= boxes[1]["x"]
