"""Maintenance tasks: planned in words, shown when they are due, done, undone and put off; and the batteries."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

DEVICES = ["kitchen-lamp", "meter", "front-door", "bedroom-blind", "bedroom-heating", "kitchen-air", "fridge"]


@pytest.fixture
def washer(house, olga):
    """An appliance without a task, which is removed with what the test did to it. The page leaves it first."""
    washer = house.request("POST", "/appliances", {"name": "Washer", "room": "kitchen", "device": "fridge"})["id"]
    yield washer
    olga.leave()
    house.request("DELETE", f"/appliances/{washer}?history=delete", expecting=[204, 404])
    house.request("DELETE", f"/appliances/{washer}/history", expecting=[200, 404])


@pytest.fixture
def overdue(house, washer):
    """A task that was due years ago."""
    return house.request("POST", "/maintenance/tasks", {
        "appliance": washer, "title": "Clean the seal", "schedule": {
            "kind": "calendar", "every": 6, "unit": "months", "first": "2020-05-12"}})["id"]


def open_done_on_another_day(olga):
    """Opens the dialog that asks on which day the task of `overdue` was done, and returns it."""
    olga.page.get_by_role("button", name="More: Clean the seal, Washer").click()
    olga.button("Done on another day").click()
    return olga.page.get_by_role("dialog", name="Done: Clean the seal, Washer")


def test_a_usual_task_is_offered_and_planned_in_words(house, olga, washer):
    assert house.request("GET", "/maintenance/tasks") == []
    olga.open(f"maintenance/{washer}")
    olga.page.get_by_role("button", name="Clean the drum").click()
    dialog = olga.page.get_by_role("dialog")
    expect(dialog.get_by_label("What is to be done")).to_have_value("Clean the drum")
    # The washer has a plug that measures power, so that its cycles are counted.
    expect(dialog.get_by_label("When", exact=True)).to_have_value("usage")
    expect(dialog.get_by_label("Counted in")).to_have_value("cycles")
    dialog.get_by_label("When", exact=True).select_option("Again and again")
    dialog.get_by_label("Every", exact=True).fill("0")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Write a whole number from 1 to 1,000.")).to_be_visible()
    dialog.get_by_label("Every", exact=True).fill("6")
    dialog.get_by_label("Next on").fill("2199-05-12")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    row = olga.page.locator(".task-row")
    expect(row).to_contain_text("Every 6 months · Next on 12 May 2199")
    [task] = house.request("GET", "/maintenance/tasks")
    assert task["schedule"] == {
        "kind": "calendar", "every": 6, "unit": "months", "first": "2199-05-12", "basis": "dayDone"}
    # Under another title, which may be one in another language, it is not suggested again.
    house.request("PUT", f"/maintenance/tasks/{task['id']}", {"title": "Rengör trumman", "schedule": task["schedule"]})
    expect(row).to_contain_text("Rengör trumman")
    expect(olga.page.get_by_role("button", name="Clean the drum", exact=True)).to_have_count(0)
    house.request("PUT", f"/maintenance/tasks/{task['id']}", {"title": "Clean the drum", "schedule": task["schedule"]})
    expect(row).to_contain_text("Clean the drum")
    row.get_by_role("button", name="More").click()
    dialog.get_by_role("button", name="Delete").click()
    olga.page.get_by_role("dialog", name="Delete: Clean the drum, Washer").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    assert house.request("GET", "/maintenance/tasks") == []


def test_what_is_due_is_calm_at_the_top_and_is_done_and_undone(house, olga, washer, overdue):
    olga.open("home")
    fact = olga.page.locator(".summary a.fact[href='#/maintenance']")
    expect(fact).to_have_text("Clean the seal is due: Washer.")
    expect(olga.page.locator(".summary")).not_to_contain_text("All quiet.")
    assert "is-warning" not in fact.get_attribute("class")
    fact.click()
    due = olga.page.get_by_role("region", name="Due")
    expect(due).to_contain_text("Overdue · Washer · Every 6 months")
    dialog = open_done_on_another_day(olga)
    dialog.get_by_label("Day").fill("2020-06-03")
    dialog.get_by_label("Note").fill("Mouldy")
    dialog.get_by_role("button", name="Done", exact=True).click()
    expect(olga.toast).to_contain_text("Next on 3 Dec 2020")
    [entry] = house.request("GET", f"/appliances/{washer}/history")["entries"]
    assert (entry["title"], entry["note"], entry["task"]) == ("Clean the seal", "Mouldy", overdue)
    olga.toast.get_by_role("button", name="Undo").click()
    expect(due).to_contain_text("due on 12 May 2020", ignore_case=True)
    assert house.request("GET", f"/appliances/{washer}/history")["entries"] == []


def test_one_press_marks_a_task_as_done_and_details_are_added_after_it(house, olga, washer, overdue):
    olga.open("maintenance")
    olga.page.get_by_role("button", name="Done: Clean the seal, Washer").click()
    expect(olga.toast).to_contain_text("Done: Clean the seal. Next on")
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    olga.toast.get_by_role("button", name="Details").click()
    dialog = olga.page.get_by_role("dialog", name="Done: Clean the seal, Washer")
    expect(dialog.get_by_label("Done by").locator("option:checked")).to_have_text("Olga")
    dialog.get_by_label("Note").fill("Mouldy")
    dialog.get_by_label("Cost", exact=True).fill("30")
    dialog.get_by_label("Done by").select_option("Not stated")
    dialog.get_by_label("Company").fill("Vitvaruservice AB")
    dialog.get_by_role("button", name="Save").click()
    expect(olga.toast).to_contain_text("Saved in the service history.")
    [entry] = house.request("GET", f"/appliances/{washer}/history")["entries"]
    assert (entry["title"], entry["note"], entry["provider"], entry["cost"]["amount"]) == (
        "Clean the seal", "Mouldy", "Vitvaruservice AB", "30.00")
    assert "doneBy" not in entry and entry["task"] == overdue


def test_one_press_is_undone_from_the_message(house, olga, washer, overdue):
    olga.open("maintenance")
    olga.page.get_by_role("button", name="Done: Clean the seal, Washer").click()
    olga.toast.get_by_role("button", name="Undo").click()
    expect(olga.page.get_by_role("region", name="Due")).to_contain_text("Clean the seal")
    assert house.request("GET", f"/appliances/{washer}/history")["entries"] == []


def delete_task(user, title, name):
    user.page.get_by_role("button", name=f"More: {title}, {name}").click()
    user.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    user.page.get_by_role("dialog", name=f"Delete: {title}, {name}").get_by_role("button", name="Delete").click()
    expect(user.toast).to_contain_text(f"Deleted: {title}.")


def test_a_deleted_task_is_restored_from_the_message(house, olga, washer, overdue):
    house.request("POST", f"/maintenance/tasks/{overdue}/done", {"day": "2020-06-03"})
    before = house.request("GET", f"/maintenance/tasks/{overdue}")
    olga.open(f"maintenance/{washer}")
    delete_task(olga, "Clean the seal", "Washer")
    olga.toast.get_by_role("button", name="Undo").click()
    expect(olga.toast).to_contain_text("Restored: Clean the seal.")
    [task] = house.request("GET", f"/maintenance/tasks?appliance={washer}")
    for key in ["title", "nextDate", "doneOn", "isSafety"]:
        assert task[key] == before[key]
    assert task["schedule"]["every"] == 6


def test_a_restored_task_counts_from_the_same_time(house, olga, washer):
    schedule = {"kind": "usage", "device": "fridge", "capability": "power", "measure": "cycles", "limit": 30, "runsAtWatts": 10}
    task = house.request("POST", "/maintenance/tasks", {"appliance": washer, "title": "Defrost it", "schedule": schedule})
    olga.open(f"maintenance/{washer}")
    delete_task(olga, "Defrost it", "Washer")
    with olga.page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/tasks")) as added:
        olga.toast.get_by_role("button", name="Undo").click()
    expect(olga.toast).to_contain_text("Restored: Defrost it.")
    assert added.value.post_data_json["countedFrom"] == task["usage"]["from"]


WASHER_TASK = {
    "appliance": "washer", "name": "Washer", "title": "Clean the drum", "status": "scheduled", "isSourceMissing": False,
    "schedule": {"kind": "usage", "device": "fridge", "part": "main", "measure": "cycles", "limit": 30},
    "usage": {"measure": "cycles", "amount": 25, "limit": 30, "unknownHours": 0},
}


@pytest.mark.parametrize(("change", "place", "words"), [
    ({}, None, "Washer · 25 of 30 cycles · counted from Fridge"),
    ({}, "fridge", "Washer · 25 of 30 cycles"),
    ({"name": "Fridge"}, None, "Fridge · 25 of 30 cycles"),
    ({"estimatedDate": "2199-12-03"}, "fridge", "Washer · 25 of 30 cycles, about 3 December 2199 at this pace"),
    ({"status": "snoozed", "snoozedUntil": "2199-12-03"}, "fridge", "Washer · After 30 cycles · Hidden until 3 Dec 2199"),
    ({"isSourceMissing": True}, "fridge", "Washer · After 30 cycles · The device that it counts from is gone"),
])
def test_a_counted_task_says_what_its_place_does_not(olga, change, place, words):
    assert olga.evaluate_in_module("views/maintenance/task-text.js", f"""({{ taskWords }}) => taskWords(
      {json.dumps(WASHER_TASK | change)},
      {{ place: {json.dumps(place)}, store: {{ devices: new Map([["fridge", {{ name: "Fridge", parts: [] }}]]) }} }})""") == words


def test_the_view_of_all_tasks_plans_one(house, olga, washer):
    olga.open("maintenance?show=tasks")
    olga.button("Plan a task").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_text("Choose an appliance or a device.")).to_be_visible()
    dialog.get_by_label("What it is about").select_option("Washer")
    dialog.get_by_role("button", name="Continue").click()
    # What is usual for the appliance is offered first.
    olga.button("Another task").click()
    dialog.get_by_label("What is to be done").fill("Oil the hinges")
    dialog.get_by_label("When", exact=True).select_option("Once")
    dialog.get_by_label("On", exact=True).fill("2199-01-31")
    dialog.get_by_role("button", name="Save").click()
    expect(olga.page.locator(".task-row")).to_contain_text("Oil the hinges")
    [task] = house.request("GET", "/maintenance/tasks")
    assert task["appliance"] == washer


def test_the_keyboard_stays_in_the_list_after_a_task_is_done(house, olga, washer, overdue):
    house.request("POST", "/maintenance/tasks", {
        "appliance": washer, "title": "Clean the drum", "schedule": {
            "kind": "calendar", "every": 6, "unit": "months", "first": "2021-05-12"}})
    olga.open("maintenance")
    olga.page.get_by_role("button", name="Done: Clean the seal, Washer").press("Enter")
    expect(olga.page.get_by_role("button", name="Done: Clean the seal, Washer")).to_have_count(0)
    expect(olga.page.get_by_role("button", name="Done: Clean the drum, Washer")).to_be_focused()


def test_what_was_done_can_be_taken_back_later(house, olga, washer, overdue):
    house.request("POST", f"/maintenance/tasks/{overdue}/done", {})
    olga.open(f"maintenance/{washer}")
    expect(olga.page.locator(".service-row")).to_contain_text("Clean the seal")
    olga.page.get_by_role("button", name="More: Clean the seal, Washer").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Not done after all").click()
    expect(dialog).to_contain_text("is deleted, with its note")
    dialog.get_by_role("button", name="Delete the entry").click()
    expect(olga.page.locator(".task-row")).to_contain_text("Overdue")
    expect(olga.page.locator(".service-row")).to_have_count(0)


def test_the_next_date_of_a_new_task_follows_its_period(olga, washer):
    olga.open(f"maintenance/{washer}")
    olga.button("Plan a task").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_label("When", exact=True).select_option("Again and again")
    dialog.get_by_label("Last done on").fill("2026-01-31")
    dialog.get_by_label("Every", exact=True).fill("1")
    expect(dialog.get_by_label("Next on")).to_have_value("2026-02-28")
    dialog.get_by_label("Unit").select_option("weeks")
    expect(dialog.get_by_label("Next on")).to_have_value("2026-02-07")
    dialog.get_by_label("Next on").fill("2026-03-01")
    dialog.get_by_label("Unit").select_option("years")
    expect(dialog.get_by_label("Next on")).to_have_value("2026-03-01")


def test_a_task_form_asks_only_what_its_source_needs(house, olga):
    olga.open("device/bedroom-heating")
    olga.page.get_by_role("button", name="Plan a task").click()
    dialog = olga.page.get_by_role("dialog")
    # A device with usual tasks offers them first.
    expect(dialog).to_be_visible()
    if dialog.get_by_role("button", name="Another task").count():
        dialog.get_by_role("button", name="Another task").click()
    dialog.get_by_label("When", exact=True).select_option("When the device reports a value")
    value = dialog.get_by_label("Value", exact=True)
    battery = value.locator("option").filter(has_text="Battery").first.get_attribute("value")
    # Nothing is chosen for the person, and a temperature is no reason for a task.
    expect(value).to_have_value("")
    expect(dialog.get_by_label("Limit")).to_be_hidden()
    expect(value.locator("option").filter(has_text="emperature")).to_have_count(0)
    value.select_option(battery)
    expect(dialog.get_by_label("Limit")).to_have_value("10")
    expect(dialog.get_by_label("Limit")).to_be_visible()
    expect(dialog.get_by_text("In %.")).to_be_visible()
    expect(dialog.get_by_label("Every", exact=True)).to_be_hidden()
    dialog.get_by_label("What is to be done").fill("Change it")
    dialog.get_by_label("Limit").fill("20")
    dialog.get_by_role("button", name="Save").click()
    expect(olga.page.locator(".task-row")).to_contain_text("is 20\u00a0% or less")
    [task] = house.request("GET", "/maintenance/tasks?device=bedroom-heating")
    assert (task["schedule"]["comparison"], task["schedule"]["value"]) == ("atMost", 20)
    house.request("DELETE", f"/maintenance/tasks/{task['id']}")
    expect(olga.page.locator(".task-row")).to_have_count(0)


def test_a_visit_of_a_device_reads_no_upkeep_that_is_known(olga):
    paths = []
    olga.page.on("request", lambda request: paths.append(urlsplit(request.url).path.removeprefix("/api/v1")))
    for _ in olga.visit_views([f"device/{device}" for device in DEVICES]):
        pass
    # A change of the home, which is rare, has it read again.
    assert paths.count("/maintenance/upkeep") < len(DEVICES) / 2
    for path in ["/appliances", "/maintenance/tasks", "/maintenance/suggestions"]:
        assert path not in paths


def test_a_device_and_its_appliance_show_the_tasks_of_both(house, olga, washer):
    once = {"kind": "once", "first": "2199-01-31"}
    tasks = [house.request("POST", "/maintenance/tasks", {"appliance": washer, "title": "Clean the seal", "schedule": once}),
             house.request("POST", "/maintenance/tasks", {"device": "fridge", "title": "Dust it", "schedule": once})]
    for view in ["device/fridge", f"maintenance/{washer}"]:
        olga.open(view)
        rows = olga.page.locator(".task-row")
        expect(rows).to_have_count(2)
        expect(rows.filter(has_text="Clean the seal")).to_contain_text("Washer")
        expect(rows.filter(has_text="Dust it")).to_be_visible()
    for task in tasks:
        house.request("DELETE", f"/maintenance/tasks/{task['id']}")


def test_the_second_person_learns_that_it_is_done(house, olga, overdue):
    olga.allow_statuses(409)
    olga.open("maintenance")
    dialog = open_done_on_another_day(olga)
    dialog.get_by_label("Day").fill("2020-06-03")
    house.request("POST", f"/maintenance/tasks/{overdue}/done", {"day": "2020-06-03"})
    dialog.get_by_role("button", name="Done", exact=True).click()
    expect(dialog.get_by_text("This is marked as done already.")).to_be_visible()


def test_a_task_is_put_off_and_comes_back(house, olga, overdue):
    olga.open("maintenance")
    due = olga.page.get_by_role("region", name="Due")
    due.get_by_role("button", name="More: Clean the seal, Washer").click()
    olga.page.get_by_role("dialog").get_by_role("button", name="Remind me later").click()
    olga.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(due.get_by_text("Clean the seal")).to_have_count(0)
    assert house.request("GET", f"/maintenance/tasks/{overdue}")["status"] == "snoozed"
    # A change elsewhere is shown without a reload.
    house.request("POST", f"/maintenance/tasks/{overdue}/snooze", {})
    expect(due.get_by_text("Clean the seal")).to_be_visible()


def test_batteries_need_no_setup(house, olga):
    batteries = house.request("GET", "/maintenance/batteries")
    assert "bedroom-heating" in [battery["device"] for battery in batteries]
    olga.open("maintenance")
    olga.page.get_by_role("link", name="Batteries").click()
    expect(olga.page.get_by_role("link", name="Bedroom heating")).to_contain_text("%")
    expect(olga.page.get_by_text("A battery is low at 15\u00a0% or less, or when its device warns.")).to_be_visible()


def test_the_page_and_the_gateway_call_the_same_battery_low():
    root = Path(__file__).parents[2]
    of_gateway = re.search(r"lowLevel = ([\d.]+)", (root / "Sources/HomeModel/Maintenance/BatteryStatus.swift").read_text())
    of_page = re.search(r"lowBatteryPercent = ([\d.]+)", (root / "page/home/survey.js").read_text())
    assert float(of_gateway[1]) == float(of_page[1])


def test_the_page_of_a_device_plans_tasks(house, olga):
    olga.open("device/kitchen-lamp")
    olga.page.get_by_role("button", name="Plan a task").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Write what is to be done.")).to_be_visible()
    dialog.get_by_label("What is to be done").fill("Dust it")
    dialog.get_by_label("When", exact=True).select_option("Once")
    dialog.get_by_label("On", exact=True).fill("2199-01-31")
    dialog.get_by_role("button", name="Save").click()
    expect(olga.page.locator(".task-row")).to_contain_text("Once, on 31 Jan 2199")
    [task] = house.request("GET", "/maintenance/tasks?device=kitchen-lamp")
    house.request("DELETE", f"/maintenance/tasks/{task['id']}")
    expect(olga.page.locator(".task-row")).to_have_count(0)


def test_an_overdue_test_of_an_alarm_says_so_in_words(house, olga, washer):
    house.request("POST", "/maintenance/tasks", {
        "appliance": washer, "title": "Test the alarm", "isSafety": True, "schedule": {"kind": "once", "first": "2020-05-12"}})
    olga.open("maintenance")
    row = olga.page.locator(".task-row")
    # The date is there once, and each mark has an icon.
    expect(row.locator(".help")).to_have_text("Overdue · Safety · Washer · Once, on 12 May 2020")
    expect(row.locator(".task-mark .icon")).to_have_count(2)


def test_the_use_of_an_appliance_without_a_device_is_counted_from_nothing_at_first(house, olga):
    kettle = house.request("POST", "/appliances", {"name": "Fridge of the cottage"})["id"]
    olga.open(f"maintenance/{kettle}")
    olga.button("Plan a task").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_label("What is to be done").fill("Descale it")
    dialog.get_by_label("When", exact=True).select_option("After so much use")
    source = dialog.get_by_label("Counted from")
    expect(source).to_have_value("")
    # A device with a word of the name comes first, and the grid is no appliance.
    names = source.locator("option").all_text_contents()
    assert names[1].startswith("Fridge"), names
    assert not [name for name in names if "meter" in name.lower()], names
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Choose what its use is counted from.")).to_be_visible()
    source.select_option(names[1])
    dialog.get_by_role("button", name="Save").click()
    expect(olga.page.locator(".task-row")).to_contain_text("counted from Fridge")
    olga.leave()
    house.request("DELETE", f"/appliances/{kettle}")


def test_the_form_of_a_task_fits_a_small_screen(olga_in_new_browser, washer):
    olga = olga_in_new_browser
    olga.page.set_viewport_size({"width": 1280, "height": 800})
    olga.open(f"maintenance/{washer}")
    olga.button("Plan a task").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_label("When", exact=True).select_option("Again and again")
    assert dialog.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    every, unit = (dialog.get_by_label(label, exact=True).bounding_box() for label in ["Every", "Unit"])
    assert abs(every["y"] - unit["y"]) < 2
