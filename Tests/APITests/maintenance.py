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
