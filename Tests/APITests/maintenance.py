"""The inventory of appliances, and what was done to them."""

import csv
import io


def keep_appliances(owner):
    """Adds, changes and removes appliances and entries of their history. One appliance with an entry stays."""
    assert owner.request("GET", "/appliances") == []
    washer = owner.request("POST", "/appliances", {
        "name": "Washer", "room": "room", "maker": "Bosch", "model": "WGB244", "serialNumber": "00123456",
        "boughtOn": "2024-05-03", "boughtFrom": "Elgiganten", "price": {"amount": "7990", "currency": "SEK"},
        "warrantyEnds": "2199-05-03", "manual": "https://example.com/manual", "device": "lamp", "part": "main",
        "note": "The filter is below.\nEmpty it."})
    assert washer["price"]["amount"] == "7990.00" and washer["warranty"]["state"] == "years"
    path = f"/appliances/{washer['id']}"
    assert owner.request("GET", path) == washer
    change = {"name": "Washing machine", "room": "room"}
    changed = owner.request("PUT", path, change, **{"If-Match": f"\"{washer['revision']}\""})
    assert changed["revision"] == washer["revision"] + 1 and "serialNumber" not in changed
    owner.request("PUT", path, change, expecting=[412], **{"If-Match": f"\"{washer['revision']}\""})
    for wrong in [
            {"name": ""}, {"name": "Washer", "maker": "a" * 101}, {"name": "Washer", "manual": "file:///etc/passwd"},
            {"name": "Washer", "note": "\u0007"}, {"name": "Washer", "room": None}]:
        owner.request("POST", "/appliances", wrong, expecting=[422])
    keep_history(owner, washer["id"])
    keep_tasks(owner, washer["id"])
    remove_appliance(owner)


def keep_history(owner, appliance):
    entry = owner.request("POST", "/maintenance/history", {
        "appliance": appliance, "day": "2026-01-10", "title": "=New pump", "provider": "Vitvaruservice AB",
        "cost": {"amount": "1249.5", "currency": "SEK"}, "note": "The old one,\n\"blocked\"."})
    bulb = owner.request("POST", "/maintenance/history", {"device": "lamp", "day": "2026-01-11", "title": "New bulb"})
    path = f"/maintenance/history/{entry['id']}"
    assert owner.request("PUT", path, {"day": "2026-01-10", "title": "=New pump", "cost": entry["cost"]})["revision"] == 2
    owner.request("PUT", path, {"day": "2026-01-10", "title": "=x"}, expecting=[412], **{"If-Match": "\"1\""})
    page = owner.request("GET", "/maintenance/history?limit=1")
    assert [one["id"] for one in page["entries"]] == [bulb["id"]]
    rest = owner.request("GET", f"/maintenance/history?limit=1&before={page['next']}")
    assert [one["id"] for one in rest["entries"]] == [entry["id"]]
    own = owner.request("GET", f"/appliances/{appliance}/history")
    assert [cost["total"] for cost in own["costs"]] == [{"amount": "1249.50", "currency": "SEK"}]
    assert [one["title"] for one in owner.request("GET", "/maintenance/history/export")] == ["New bulb", "=New pump"]
    text = owner.request("GET", f"/maintenance/history/export?appliance={appliance}", Accept="text/csv")
    [row] = csv.DictReader(io.StringIO(text))
    # A spreadsheet takes no cell for a formula.
    assert (row["title"], row["cost"], row["currency"]) == ("'=New pump", "1249.50", "SEK")
    owner.request("DELETE", f"/maintenance/history/{bulb['id']}")


def remove_appliance(owner):
    """The history of an appliance stays when it is removed, until it is deleted."""
    alarm = owner.request("POST", "/appliances", {"name": "Smoke alarm"})["id"]
    owner.request("POST", "/maintenance/history", {"appliance": alarm, "day": "2026-02-01", "title": "New battery"})
    assert owner.request("DELETE", f"/appliances/{alarm}", expecting=[409])["code"] == "confirmationNeeded"
    owner.request("DELETE", f"/appliances/{alarm}?history=keep")
    [entry] = owner.request("GET", f"/appliances/{alarm}/history")["entries"]
    assert entry["name"] == "Smoke alarm"
    assert owner.request("DELETE", f"/appliances/{alarm}/history") == {"deleted": 1}
    owner.request("GET", f"/appliances/{alarm}/history", expecting=[404])


def keep_tasks(owner, appliance):
    """Adds, changes, does and removes tasks of an appliance and of a device. One task stays."""
    assert owner.request("GET", "/maintenance/tasks") == []
    suggestions = owner.request("GET", f"/maintenance/suggestions?appliance={appliance}")
    assert [suggestion["template"] for suggestion in suggestions] == ["washerDrum"]
    schedule = {"kind": "calendar", "every": 6, "unit": "months", "first": "2020-05-12"}
    task = owner.request("POST", "/maintenance/tasks", {
        "appliance": appliance, "title": "Clean the drum", "note": "90 °C", "schedule": schedule})
    path = f"/maintenance/tasks/{task['id']}"
    assert owner.request("GET", path)["status"] == "overdue"
    assert [one["id"] for one in owner.request("GET", "/maintenance/due")["tasks"]] == [task["id"]]
    assert owner.request("GET", f"/maintenance/tasks?appliance={appliance}") == [owner.request("GET", path)]
    done = owner.request("POST", f"{path}/done", {"day": "2020-06-03", "cost": {"amount": "20", "currency": "SEK"}})
    assert done["nextDate"] == "2020-12-03"
    entries = owner.request("GET", f"/appliances/{appliance}/history")["entries"]
    assert [entry["id"] for entry in entries if entry.get("task") == task["id"]] == [done["doneEntry"]]
    assert owner.request("POST", f"{path}/done", {"day": "2020-06-03"}, expecting=[409])["code"] == "alreadyDone"
    undone = owner.request("POST", f"{path}/undo")
    assert undone["nextDate"] == "2020-05-12" and "doneEntry" not in undone
    assert owner.request("POST", f"{path}/undo", expecting=[409])["code"] == "nothingToUndo"
    changed = {"title": "Clean the drum and the door", "schedule": schedule | {"basis": "fixedDates"}}
    assert owner.request("PUT", path, changed)["schedule"]["basis"] == "fixedDates"
    assert owner.request("POST", f"{path}/snooze", {})["status"] == "overdue"

    usage = {"kind": "usage", "device": "lamp", "capability": "switch", "measure": "hours", "limit": 500}
    lamp = owner.request("POST", "/maintenance/tasks", {"device": "lamp", "title": "Dust it", "schedule": usage})
    assert lamp["usage"]["limit"] == 500 and lamp["status"] == "scheduled"
    owner.request("DELETE", f"/maintenance/tasks/{lamp['id']}")
    owner.request("GET", f"/maintenance/tasks/{lamp['id']}", expecting=[404])
    assert all("isLow" in battery for battery in owner.request("GET", "/maintenance/batteries"))
