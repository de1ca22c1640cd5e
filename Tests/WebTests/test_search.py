"""The search over devices, rooms, people and pages."""

import json

import pytest
from axe_checks import COLOURS, LEVELS, find_violations
from page_user import PHONE
from playwright.sync_api import expect


def search(user, words):
    """Opens the search by its key and types. Returns the field and the results."""
    user.page.keyboard.press("/")
    field = user.page.get_by_role("combobox", name="Search")
    expect(field).to_be_focused()
    user.page.keyboard.type(words)
    return field, user.page.get_by_role("option")


# What is typed, and the first results.
FOUND = {
    "kit lamp": "Kitchen lamp",
    "KITCHEN": "Kitchen",
    "mp itch": "Kitchen lamp",
    "fridge": "Fridge",
    "energi": "Energy",
    "inst": "Settings",
    "activ": "Activity",
    "olga": "Olga",
    "light": "Deaf lamp",
    "humidity": "Kitchen air",
    "position": "Bedroom blind",
    "pin": "You",
    "language": "You",
    "price": "Electricity price",
    "lockdown": "Lockdown",
    "stolen": "Incidents",
    "stulen": "Incidents",
    "telefon": "You",
    "lost phone": "Incidents",
    "elpris": "Electricity price",
    "warranty": "Upkeep",
}


@pytest.mark.parametrize("words", FOUND)
def test_the_search_finds(olga, words):
    _, results = search(olga, words)
    expect(results.first.locator(".search-name")).to_have_text(FOUND[words])


def test_every_page_and_section_has_words_in_each_language(olga, languages):
    words = {tag: olga.evaluate_in_module(f"languages/search/{tag}.js", "({ words }) => words") for tag in languages}
    keys = {tag: list(one) for tag, one in words.items()}
    assert keys["sv"] == keys["en"]
    topics = olga.evaluate_in_module("home/settings-sections.js", "({ settingsSections }) => settingsSections.map(({ name }) => name)")
    missing = {f"setting.{name}" for name in topics} - {"setting.devices", "setting.health"} - set(keys["en"])
    assert not missing


def test_the_search_finds_the_tasks_of_upkeep(house, olga):
    task = house.request("POST", "/maintenance/tasks", {
        "device": "fridge", "title": "Fill up the salt", "schedule": {"kind": "once", "first": "2199-01-31"}})["id"]
    _, results = search(olga, "salt")
    expect(results.first).to_contain_text("Fill up the salt")
    expect(results.first).to_contain_text("Task")
    olga.page.keyboard.press("Enter")
    expect(olga.page.get_by_role("heading", level=1, name="Fridge")).to_be_visible()
    olga.leave()
    house.request("DELETE", f"/maintenance/tasks/{task}")


def test_letters_are_found_without_case_and_marks(olga):
    pairs = {"Kök": "kok", "SMÅRUM": "smårum", "Ærø": "AERO", "Straße": "strasse", "Éclair": "eclair", "Łódź": "lodz",
             "İstanbul": "istanbul", "Kitchen": "ki\u0301tchen"}
    found = olga.evaluate_in_module("home/search-index.js", f"""({{ found }}) => {json.dumps(list(pairs.items()))}
      .map(([name, typed]) => found([{{ kind: "room", name, place: null, words: [] }}], typed).length)""")
    assert found == [1] * len(pairs)


def test_the_search_is_used_by_keyboard(olga):
    field, results = search(olga, "kitchen")
    expect(results.first).to_have_attribute("aria-selected", "true")
    count = results.count()
    assert 1 < count <= 10
    olga.page.keyboard.press("ArrowUp")
    expect(results.last).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", results.last.get_attribute("id"))
    olga.page.keyboard.press("ArrowDown")
    olga.page.keyboard.press("Enter")
    expect(olga.page.get_by_role("heading", level=1, name="Kitchen")).to_be_visible()
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    search(olga, "roof")
    olga.page.keyboard.press("Escape")
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    expect(olga.page.get_by_role("heading", level=1, name="Kitchen")).to_be_visible()


def test_without_a_match_the_search_says_so(olga):
    field, results = search(olga, "zzz")
    expect(results).to_have_count(0)
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(olga.page.get_by_role("dialog")).to_contain_text("No matches.")
    olga.page.keyboard.press("Enter")
    expect(olga.page.get_by_role("dialog")).to_be_visible()


def test_a_slash_in_a_field_is_a_letter(olga):
    olga.open("settings/home")
    name = olga.field("Home name")
    name.focus()
    olga.page.keyboard.type("/")
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    assert "/" in name.input_value()


def test_a_touch_opens_the_search_and_a_result(house, new_browser):
    user = new_browser(house, viewport=PHONE, has_touch=True).sign_in(house.owner)
    user.button("Search").tap()
    options = user.page.get_by_role("option")
    expect(options.filter(has_text="Rooms")).to_be_visible()
    user.page.get_by_role("combobox").fill("front")
    options.first.tap()
    expect(user.page.get_by_role("heading", level=1, name="Front door")).to_be_visible()


def test_a_guest_finds_only_what_is_shared(house, new_browser):
    kim = house.add_person("Kim", "guest")
    house.request("POST", "/grants", {"person": kim, "permissions": ["controlDevices"], "devices": ["kitchen-lamp"]})
    guest = new_browser(house).sign_in(kim)
    expect(guest.tile("Kitchen lamp")).to_be_visible()
    field, results = search(guest, "e")
    names = set(guest.page.locator(".search-name").all_inner_texts())
    assert names <= {"Kitchen lamp", "Kitchen", "Home", "Settings", "Privacy"}
    for words in ["fridge", "olga", "people", "hall", "health"]:
        field.fill(words)
        expect(results).to_have_count(0)
    house.request("DELETE", f"/people/{kim}")


def test_axe_finds_no_violation_in_the_search(olga):
    search(olga, "kit")
    expect(olga.page.get_by_role("option").first).to_be_visible()
    assert not find_violations(olga.page, LEVELS)
    olga.page.emulate_media(color_scheme="dark")
    assert not find_violations(olga.page, COLOURS)


def test_the_search_is_swedish(house, new_browser):
    user = new_browser(house, locale="sv-SE").sign_in(house.owner)
    user.page.keyboard.press("/")
    field = user.page.get_by_role("combobox", name="Sök")
    expect(field).to_be_focused()
    field.fill("people")
    expect(user.page.get_by_role("option").first).to_contain_text("Personer")
