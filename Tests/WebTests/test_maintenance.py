"""The inventory of appliances: the form, the page of one appliance, its services, its sheet on paper, and its removal."""

import csv
import io

import pytest
from axe_checks import find_violations_in_both_schemes
from page_user import PHONE
from playwright.sync_api import expect


@pytest.fixture
def washer(house, olga):
    """An appliance with a service, which the test may remove. The page leaves it first: it would ask for what is gone."""
    washer = house.request("POST", "/appliances", {
        "name": "Washer", "room": "kitchen", "maker": "Bosch", "model": "WGB244", "serialNumber": "00123456",
        "boughtOn": "2024-05-03", "warrantyEnds": "2024-05-04", "manual": "https://example.com/manual",
        "device": "fridge", "note": "Below\nthe drum"})["id"]
    house.request("POST", "/maintenance/history", {
        "appliance": washer, "day": "2026-01-10", "title": "New pump", "cost": {"amount": "1249.5", "currency": "SEK"},
        "doneBy": "olga", "provider": "Vitvaruservice AB", "note": "It was blocked."})
    yield washer
    olga.leave()
    house.request("DELETE", f"/appliances/{washer}?history=delete", expecting=[204, 404])
    house.request("DELETE", f"/appliances/{washer}/history", expecting=[200, 404])


def test_an_empty_inventory_helps_to_add_the_first_appliance(house, olga):
    assert house.request("GET", "/appliances") == []
    olga.open("maintenance")
    expect(olga.page.get_by_text("No appliances yet")).to_be_visible()
    olga.page.get_by_role("link", name="Add an appliance").click()
    expect(olga.page.get_by_role("heading", level=1, name="New appliance")).to_be_visible()
    olga.field("Name").fill("Heat pump")
    olga.field("Room").select_option("Kitchen")
    expect(olga.field("Price")).to_be_hidden()
    olga.page.locator("summary").filter(has_text="More").click()
    olga.field("Price").fill("54 990,50")
    olga.field("Currency").fill("kr")
    olga.field("Manual").fill("javascript:alert(1)")
    # A mistake in a field that is folded away unfolds it.
    olga.page.locator("summary").filter(has_text="More").click()
    olga.button("Save").click()
    expect(olga.page.get_by_text("Write a whole address")).to_be_visible()
    olga.field("Manual").fill("example.com/manual")
    olga.button("Save").click()
    expect(olga.page.get_by_role("heading", level=1, name="Heat pump")).to_be_visible()
    [pump] = house.request("GET", "/appliances")
    assert (pump["price"], pump["room"]["id"]) == ({"amount": "54990.50", "currency": "SEK"}, "kitchen")
    assert pump["manual"] == "https://example.com/manual"
    expect(olga.page.get_by_text("SEK\u00a054,990.50")).to_be_visible()
    olga.button("Remove").click()
    olga.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(olga.page.get_by_text("No appliances yet")).to_be_visible()


def test_the_page_of_an_appliance_shows_what_is_known(olga, washer):
    olga.open("maintenance")
    row = olga.page.get_by_role("region", name="Kitchen").get_by_role("link", name="Washer")
    expect(row).to_contain_text("Bosch WGB244 · Warranty ended")
    search = olga.page.get_by_role("searchbox", name="Search the appliances")
    search.fill("oven")
    expect(olga.page.get_by_text("No appliance matches.")).to_be_visible()
    search.fill("wgb drum")
    row.click()
    expect(olga.page.get_by_role("heading", level=1, name="Washer")).to_be_visible()
    manual = olga.page.get_by_role("link", name="https://example.com/manual")
    assert manual.get_attribute("rel") == "noopener noreferrer"
    history = olga.page.get_by_role("region", name="Service history")
    expect(history).to_contain_text("New pump")
    expect(history).to_contain_text("Olga, Vitvaruservice AB")
    expect(history.locator(".service-costs")).to_contain_text("2026")
    olga.page.get_by_role("link", name="Fridge").click()
    link = olga.page.get_by_role("region", name="Appliance").get_by_role("link", name="Washer")
    expect(link).to_have_attribute("href", f"#/maintenance/{washer}")


def test_a_service_is_written_down_changed_and_deleted(house, olga, washer):
    olga.open(f"maintenance/{washer}")
    olga.button("Write down a service").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Say what was done.")).to_be_visible()
    dialog.get_by_label("What was done").fill("New filter")
    # A thousand, or one and a quarter?
    dialog.get_by_label("Cost", exact=True).fill("1,249")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Write an amount such as 1249.50")).to_be_visible()
    dialog.get_by_label("Cost", exact=True).fill("30")
    dialog.get_by_label("Currency").fill("EUR")
    dialog.get_by_label("Done by").select_option("Olga")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    rows = olga.page.locator(".service-row")
    expect(rows).to_have_count(2)
    rows.filter(has_text="New filter").get_by_role("button", name="Edit").click()
    dialog.get_by_label("What was done").fill("New fluff filter")
    dialog.get_by_role("button", name="Save").click()
    expect(rows.filter(has_text="New fluff filter")).to_have_count(1)
    [entry] = [one for one in house.request("GET", f"/appliances/{washer}/history")["entries"] if "fluff" in one["title"]]
    assert (entry["cost"], entry["doneBy"], entry["revision"]) == ({"amount": "30.00", "currency": "EUR"}, "olga", 2)
    rows.filter(has_text="New fluff filter").get_by_role("button", name="Delete").click()
    expect(dialog).to_contain_text("The entry can’t be restored.")
    dialog.get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(1)


def test_a_change_that_came_first_is_not_lost(house, olga, washer):
    olga.allow_statuses(412)
    olga.open(f"maintenance/{washer}?form=edit")
    olga.field("Maker").fill("Siemens")
    house.request("PUT", f"/appliances/{washer}", {"name": "Washing machine"})
    olga.button("Save").click()
    expect(olga.page.get_by_text("It was changed elsewhere meanwhile.")).to_be_visible()
    assert house.request("GET", f"/appliances/{washer}")["name"] == "Washing machine"


def test_the_sheet_on_paper_has_only_the_appliance(house, olga, washer):
    requests = []
    olga.open(f"maintenance/{washer}")
    expect(olga.page.get_by_text("It was blocked.")).to_be_visible()
    olga.page.evaluate("window.print = () => { window.printed = true; }")
    olga.page.on("request", lambda request: requests.append(request.url))
    olga.button("Print").click()
    assert olga.page.evaluate("window.printed") and all(url.startswith(house.origin) for url in requests)
    olga.page.emulate_media(media="print")
    for text in ["Washer", "00123456", "New pump", "It was blocked."]:
        expect(olga.page.get_by_text(text).first).to_be_visible()
    # It has no photo, and nothing asks for one.
    for selector in [".nav", ".top", "#main button", ".attachment-card"]:
        expect(olga.page.locator(selector).first).to_be_hidden()
    olga.page.emulate_media(media="screen")


def test_the_history_of_a_removed_appliance_is_kept_until_it_is_deleted(house, olga, washer):
    olga.page.set_viewport_size(PHONE)
    olga.open(f"maintenance/{washer}")
    olga.button("Remove").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_label("Its service history has 1 entry").select_option("Keep it under this name")
    dialog.get_by_role("button", name="Remove").click()
    expect(olga.page.get_by_text("No appliances yet")).to_be_visible()
    olga.open("maintenance?show=history")
    expect(olga.page.locator(".service-row")).to_contain_text("Washer")
    with olga.page.expect_download() as download:
        olga.button("Save as CSV").click()
    [row] = csv.DictReader(io.StringIO(download.value.path().read_text(encoding="utf-8")))
    assert (row["about"], row["cost"], row["doneBy"]) == ("Washer", "1249.50", "Olga")
    house.request("DELETE", f"/appliances/{washer}/history")


def test_changes_of_others_show_without_a_reload(house, olga, washer):
    olga.open(f"maintenance/{washer}")
    expect(olga.page.locator(".service-row")).to_have_count(1)
    house.request("POST", "/maintenance/history", {"appliance": washer, "day": "2026-02-10", "title": "New seal"})
    expect(olga.page.locator(".service-row")).to_have_count(2)
    house.request("PUT", f"/appliances/{washer}", {"name": "Washing machine"})
    expect(olga.page.get_by_role("heading", level=1, name="Washing machine")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "sv-SE"])
def test_a_narrow_phone_shows_long_names_in_each_language(house, new_browser, locale):
    name = "Värmepumpsanläggningsutomhusenhet" * 3
    pump = house.request("POST", "/appliances", {"name": name, "maker": "M" * 100, "warrantyEnds": "2199-05-04"})["id"]
    house.request("POST", "/maintenance/tasks", {
        "appliance": pump, "title": "Filterbyte" * 12, "schedule": {
            "kind": "calendar", "every": 6, "unit": "months", "first": "2020-05-12"}})
    house.request("POST", "/maintenance/history", {
        "appliance": pump, "day": "2026-01-10", "title": "Kondensator" * 10, "note": "N" * 200,
        "cost": {"amount": "12345.55", "currency": "SEK"}, "provider": "P" * 100})
    user = new_browser(house, viewport={"width": 320, "height": 640}, locale=locale).sign_in(house.owner)
    for view in user.visit_views([f"maintenance/{pump}", "maintenance", "maintenance?show=tasks", "maintenance?show=history"]):
        assert user.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, view
        widths = user.page.locator(".task-row > .row-words, .service-row > .row-words").evaluate_all(
            "(all) => all.map(({ offsetWidth }) => offsetWidth)")
        assert widths and min(widths) >= 160, (view, widths)
        assert not find_violations_in_both_schemes(user.page), view
    user.leave()
    house.request("DELETE", f"/appliances/{pump}?history=delete")


def test_a_member_has_no_way_to_the_inventory(house, new_browser):
    person = house.add_person("Mia", "member")
    mia = new_browser(house).sign_in(person)
    expect(mia.page.locator(".nav-link[data-view=maintenance]")).to_have_count(0)
    mia.open("maintenance")
    expect(mia.page.get_by_role("heading", level=1, name="Upkeep")).to_be_visible()
    expect(mia.page.locator(".appliance-groups, .maintenance")).to_have_count(0)
    house.request("DELETE", f"/people/{person}")


def test_an_appliance_that_another_person_adds_appears_in_the_list(house, olga):
    olga.open("maintenance")
    expect(olga.page.get_by_text("No appliances yet")).to_be_visible()
    oven = house.request("POST", "/appliances", {"name": "Oven"})["id"]
    row = olga.page.locator(".appliance-row")
    expect(row).to_contain_text("Oven")
    olga.page.get_by_label("Search the appliances").fill("ov")
    house.request("PUT", f"/appliances/{oven}", {"name": "Old oven"})
    expect(row).to_contain_text("Old oven")
    expect(olga.page.get_by_label("Search the appliances")).to_have_value("ov")
    house.request("DELETE", f"/appliances/{oven}")
    expect(olga.page.get_by_text("No appliances yet")).to_be_visible()


def test_a_service_is_written_down_in_the_history_of_all(house, olga, washer):
    olga.open("maintenance?show=history")
    olga.button("Write down a service").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_label("What it is about").select_option("Kitchen lamp")
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_label("What was done").fill("New bulb")
    dialog.get_by_role("button", name="Save").click()
    row = olga.page.locator(".service-row").filter(has_text="New bulb")
    expect(row).to_contain_text("Kitchen lamp")
    row.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)


def test_devices_with_the_same_name_have_their_room_in_a_list(olga):
    names = olga.evaluate_in_module("home/distinct-names.js", """({ distinctNames }) => [...distinctNames([
      { id: "a", name: "Back door", room: { name: "Hall" } }, { id: "b", name: "Back door", room: { name: "Garage" } },
      { id: "c", name: "Back door" }, { id: "d", name: "Fridge", room: { name: "Kitchen" } }]).values()]""")
    assert names == ["Back door (Hall)", "Back door (Garage)", "Back door", "Fridge"]


def test_no_device_is_twice_in_the_list_of_devices(olga):
    olga.open("maintenance?form=new")
    expect(olga.field("Device")).to_be_visible()
    names = olga.field("Device").locator("option").all_text_contents()
    assert len(names) == len(set(names)) > 5, names


def test_the_buttons_of_upkeep_stand_in_two_even_rows_on_a_phone(olga_in_new_browser, washer):
    olga = olga_in_new_browser
    olga.page.set_viewport_size(PHONE)
    olga.open("maintenance")
    expect(olga.page.locator(".upkeep-links > .primary")).to_be_visible()
    boxes = olga.page.locator(".upkeep-links > .button").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right, top }) => [left, right, top])")
    rows = {}
    for left, right, top in boxes:
        rows.setdefault(top, []).append((left, right))
    edges = {(min(left for left, _ in row), max(right for _, right in row)) for row in rows.values()}
    assert len(rows) == 2 and len(edges) == 1, boxes


def test_an_empty_history_offers_no_file(house, olga):
    olga.open("maintenance?show=history")
    expect(olga.page.get_by_text("Nothing was done yet")).to_be_visible()
    expect(olga.page.get_by_role("button", name="Save as CSV")).to_be_hidden()
