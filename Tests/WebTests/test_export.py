"""A person exports their own data, and an owner that of others; the archive is read by Python's zipfile."""

import contextlib
import csv
import io
import json
import re
import zipfile

import pytest
from house import PIN
from playwright.sync_api import expect


@contextlib.contextmanager
def added_person(house, name, role="member", pin=PIN):
    person = house.add_person(name, role, pin=pin)
    try:
        yield person
    finally:
        house.request("DELETE", f"/people/{person}")


def export(user, title):
    """Exports in the open dialog, and returns the archive."""
    dialog = user.page.get_by_role("dialog", name=title)
    with user.page.expect_download() as download:
        dialog.get_by_role("button", name="Export", exact=True).click()
        user.enter_pin()
    expect(user.page.get_by_text("Saved as tomte-")).to_be_visible()
    expect(dialog).to_have_count(0)
    assert re.fullmatch(r"tomte-[a-z0-9-]+-\d{4}-\d{2}-\d{2}\.zip", download.value.suggested_filename)
    archive = zipfile.ZipFile(download.value.path())
    assert archive.testzip() is None
    return archive


def is_export(route):
    """Whether the request is for an export, and not for the list of the exports by others, which has the same path."""
    return route.request.method == "POST"


def rows(archive, section):
    """Returns the rows of a section, which its two files have alike."""
    name = next(name for name in archive.namelist() if name.endswith(f"/{section}.json"))
    found = json.loads(archive.read(name))
    # As a spreadsheet reads it: the mark at the start of the file is not part of the first title.
    table = csv.DictReader(io.StringIO(archive.read(name.removesuffix("json") + "csv").decode("utf-8-sig"), newline=""))
    assert [row["id"] for row in table] == [row["id"] for row in found]
    return found


def test_a_person_exports_their_own_data(house, new_browser):
    with added_person(house, "Nils") as nils:
        user = new_browser(house).sign_in(nils)
        user.allow_statuses(403)
        user.open("settings/you")
        user.page.get_by_role("button", name="Export my data").click()
        dialog = user.page.get_by_role("dialog", name="Export your data")
        dialog.get_by_label("Include measurements of the home").check()
        archive = export(user, "Export your data")
        assert rows(archive, "profile")[0]["name"] == "Nils"
        assert rows(archive, "clients")
        assert any(name.endswith(".csv") and "/readings/" in name for name in archive.namelist())
        index = next(name for name in archive.namelist() if name.endswith("/index.html"))
        text = archive.read(index).decode()
        assert "Data about Nils" in text and "<script" not in text
        assert not any(b"Olga" in archive.read(name) for name in archive.namelist() if name.endswith("profile.csv"))
        user.page.close()


def test_a_person_sees_that_an_owner_exported_their_data(house, new_browser):
    with added_person(house, "Nora") as nora:
        owner = new_browser(house).sign_in(house.owner)
        owner.allow_statuses(403)
        owner.open(f"people/{nora}")
        owner.page.get_by_role("button", name="Export", exact=True).click()
        archive = export(owner, "Export data of Nora")
        assert rows(archive, "profile")[0]["id"] == nora
        user = new_browser(house).sign_in(nora)
        expect(user.toast.filter(has_text="Olga exported the data that is kept about you")).to_be_visible()
        user.page.reload()
        user.expect_home()
        user.open("activity")
        expect(user.page.get_by_text("exported the data of")).to_be_visible()
        user.open("settings/you")
        expect(user.page.get_by_text("Who exported your data")).to_be_visible()
        for one in [owner, user]:
            one.page.close()


def test_an_export_at_a_wrong_clock_hides_no_later_one(house, new_browser):
    with added_person(house, "Nea") as nea:
        user = new_browser(house)
        notices = [{"sequence": 7, "time": "2031-01-01T12:00:00.000Z", "actor": "ada", "name": "Ada", "includesReadings": False}]
        user.page.route("**/privacy/exports", lambda route: route.fulfill(json=notices))
        user.sign_in(nea)
        expect(user.toast.filter(has_text="Ada exported the data that is kept about you")).to_be_visible()
        notices.insert(0, notices[0] | {"sequence": 9, "time": "2026-11-27T12:00:00.000Z", "name": "Bo"})
        user.page.reload()
        user.expect_home()
        expect(user.toast.filter(has_text="Bo exported the data that is kept about you")).to_be_visible()
        user.page.close()


@pytest.mark.parametrize(("actor", "who"), [("console", "Command line"), ("~0123456789ab", "Someone who was removed")])
def test_an_exporter_without_a_name_is_not_mistaken_for_another(house, new_browser, actor, who):
    with added_person(house, "Nina") as nina:
        user = new_browser(house)
        notice = {"sequence": 1, "time": "2026-11-27T12:00:00.000Z", "actor": actor, "includesReadings": False}
        user.page.route("**/privacy/exports", lambda route: route.fulfill(json=[notice]))
        user.sign_in(nina)
        expect(user.toast.filter(has_text=f"{who} exported the data that is kept about you")).to_be_visible()
        user.open("settings/you")
        card = user.page.locator("section.card").filter(has_text="Who exported your data")
        expect(card.get_by_text(who)).to_be_visible()
        user.page.close()


def test_a_child_who_chooses_a_first_pin_exports_their_own_data(house, new_browser):
    with added_person(house, "Noa", role="child", pin=None) as noa:
        user = new_browser(house).sign_in(noa)
        user.allow_statuses(403)
        user.open("settings/you")
        expect(user.page.get_by_text("ask an owner or admin to export your data")).to_be_visible()
        user.page.get_by_role("button", name="Export my data").click()
        dialog = user.page.get_by_role("dialog", name="Export your data")
        with user.page.expect_download() as download:
            dialog.get_by_role("button", name="Export", exact=True).click()
            # A new phone may set a first PIN, and that PIN confirms the export.
            first = user.page.get_by_role("dialog", name="Set a PIN")
            first.get_by_label("New PIN").fill(PIN)
            first.get_by_label("Repeat the PIN").fill(PIN)
            first.get_by_role("button", name="Set a PIN").click()
        assert rows(zipfile.ZipFile(download.value.path()), "profile")[0]["role"] == "child"
        user.page.close()


def test_a_cancelled_export_saves_nothing(house, new_browser):
    with added_person(house, "Nea") as nea:
        user = new_browser(house).sign_in(nea)
        user.allow_statuses(403)
        downloads = []
        user.page.on("download", lambda download: downloads.append(download))
        held = []
        user.page.route("**/privacy/exports", lambda route: held.append(route) if is_export(route) else route.continue_())
        user.open("settings/you")
        user.page.get_by_role("button", name="Export my data").click()
        dialog = user.page.get_by_role("dialog", name="Export your data")
        with user.page.expect_request("**/privacy/exports"):
            dialog.get_by_role("button", name="Export", exact=True).click()
        # Neither Escape nor a tap beside the dialog ends a running export.
        for _ in range(2):
            user.page.keyboard.press("Escape")
        user.page.mouse.click(5, 5)
        user.wait_until_drawn()
        expect(dialog).to_be_visible()
        dialog.get_by_role("button", name="Cancel").click()
        expect(dialog).to_have_count(0)
        assert not downloads
        user.page.unroute("**/privacy/exports")
        user.page.get_by_role("button", name="Export my data").click()
        export(user, "Export your data")
        user.page.close()


def test_an_archive_that_breaks_off_is_not_saved(house, new_browser):
    with added_person(house, "Noor") as noor:
        user = new_browser(house).sign_in(noor)
        user.allow_statuses(403)
        broken = {"status": 200, "content_type": "application/zip", "body": b"PK\x03\x04 and no end"}
        user.page.route(
            "**/privacy/exports", lambda route: route.fulfill(**broken) if is_export(route) else route.continue_())
        user.open("settings/you")
        user.page.get_by_role("button", name="Export my data").click()
        dialog = user.page.get_by_role("dialog", name="Export your data")
        dialog.get_by_role("button", name="Export", exact=True).click()
        expect(dialog.get_by_text("ended before it was complete")).to_be_visible()
        user.page.close()
