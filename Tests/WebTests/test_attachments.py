"""Photographs and manuals of an appliance: added from files, shown, looked at with the keys, saved and removed."""

import json
import re
import secrets
import struct
import zlib

import pytest
from playwright.sync_api import expect

PDF = b"%PDF-1.7\nA manual\n%%EOF\n"


@pytest.fixture
def washer(house, olga):
    """An appliance, which the page leaves before it is removed."""
    washer = house.request("POST", "/appliances", {"name": "Washer", "room": "kitchen"})["id"]
    yield washer
    olga.leave()
    house.request("DELETE", f"/appliances/{washer}?history=delete", expecting=[204, 404])


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    content = b"".join(b"\0" + bytes((x + y) % 256 for x in range(width)) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(content)) + chunk(b"IEND", b""))


def picture(name, width=600, height=400):
    return {"name": name, "mimeType": "image/png", "buffer": png(width, height)}


def add_photo(house, washer, title):
    house.request("PUT", f"/attachments/{secrets.token_hex(16)}?appliance={washer}&kind=photo&title={title}",
                  upload=png(300, 200))


def region(olga):
    return olga.page.get_by_role("region", name="Photos and manuals")


def choose(olga, button, files):
    with olga.page.expect_file_chooser() as chooser:
        region(olga).get_by_role("button", name=button).click()
    chooser.value.set_files(files)


def test_photos_and_a_manual_are_added_shown_and_removed(house, olga, washer):
    olga.open(f"maintenance/{washer}")
    expect(region(olga)).to_contain_text("Nothing here yet")
    choose(olga, "Add photos", [picture("front.png"), picture("back.png", 400, 600)])
    photos = region(olga).locator("img.attachment-thumbnail")
    expect(photos).to_have_count(2)
    expect(region(olga).get_by_role("progressbar")).to_have_count(0)
    # The thumbnails have arrived: they are decoded pictures from the memory of the page.
    olga.page.wait_for_function(
        "() => [...document.querySelectorAll('.attachment-thumbnail')].every((image) => image.naturalWidth > 0)")
    assert photos.first.get_attribute("src").startswith("blob:") and photos.first.get_attribute("alt")
    choose(olga, "Add a manual", [{"name": "Washer.pdf", "mimeType": "application/pdf", "buffer": PDF}])
    with olga.page.expect_download() as download:
        region(olga).get_by_role("button", name="Save Washer", exact=True).click()
    assert download.value.path().read_bytes() == PDF
    kinds = [one["kind"] for one in house.request("GET", f"/attachments?appliance={washer}")]
    assert kinds == ["photo", "photo", "manual"]
    region(olga).get_by_role("button", name="Remove Washer", exact=True).click()
    dialog = olga.page.get_by_role("dialog", name="Remove Washer?")
    dialog.get_by_role("button", name="Cancel").click()
    region(olga).get_by_role("button", name="Remove Washer", exact=True).click()
    dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(olga.toast).to_contain_text("Washer was removed.")
    assert len(house.request("GET", f"/attachments?appliance={washer}")) == 2


def test_the_viewer_follows_the_keys_and_frees_its_pictures(house, olga, washer):
    for title in ["Front", "Back", "Plate"]:
        add_photo(house, washer, title)
    olga.open(f"maintenance/{washer}")
    olga.page.evaluate("""() => {
      window.freed = [];
      const free = URL.revokeObjectURL;
      URL.revokeObjectURL = (address) => { window.freed.push(address); free.call(URL, address); };
    }""")
    region(olga).get_by_role("button", name="Show Back").click()
    viewer = olga.page.get_by_role("dialog", name="Photo")
    expect(viewer.get_by_role("img", name="Photo: Back")).to_be_visible()
    expect(viewer).to_contain_text("Back (2 of 3)")
    # An image of known size is visible before its bytes arrive.
    expect(viewer.get_by_role("img")).to_have_attribute("src", re.compile("^blob:"))
    address = viewer.get_by_role("img").get_attribute("src")
    olga.page.keyboard.press("ArrowRight")
    expect(viewer).to_contain_text("Plate (3 of 3)")
    olga.page.keyboard.press("ArrowRight")
    expect(viewer).to_contain_text("Front (1 of 3)")
    viewer.get_by_role("button", name="Previous photo").click()
    expect(viewer.get_by_role("img", name="Photo: Plate")).to_be_visible()
    olga.page.keyboard.press("Escape")
    expect(viewer).to_have_count(0)
    olga.page.wait_for_function("(address) => freed.includes(address)", arg=address)


def test_refused_files_say_why_and_leave_nothing(house, olga, washer):
    olga.allow_statuses(422)
    olga.open(f"maintenance/{washer}")
    choose(olga, "Add photos", [
        {"name": "page.png", "mimeType": "image/png", "buffer": b"<html><script>alert(1)</script>"},
        {"name": "large.png", "mimeType": "image/png", "buffer": bytes(20_000_001)}])
    expect(region(olga)).to_contain_text("page.png wasn’t added. Tomte doesn’t know this kind of picture.")
    expect(region(olga)).to_contain_text("large.png wasn’t added. The file is too large.")
    region(olga).get_by_role("button", name="OK").first.click()
    expect(region(olga)).to_contain_text("Nothing here yet")
    assert house.request("GET", f"/attachments?appliance={washer}") == []
    # The message goes when the person does something else.
    expect(region(olga)).to_contain_text("wasn’t added")
    choose(olga, "Add photos", [picture("front.png")])
    expect(region(olga).locator("img.attachment-thumbnail")).to_have_count(1)
    expect(region(olga)).not_to_contain_text("wasn’t added")


def test_a_file_that_did_not_arrive_is_sent_again(house, olga, washer):
    olga.allow_statuses(503)
    olga.open(f"maintenance/{washer}")
    expect(region(olga)).to_contain_text("Nothing here yet")
    sent = []
    problem = {"status": 503, "code": "busy", "detail": "The gateway is busy."}

    def refuse(route):
        sent.append(route.request.url)
        route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem))
    olga.page.route("**/api/v1/attachments/*", refuse)
    choose(olga, "Add photos", [picture("front.png")])
    expect(region(olga)).to_contain_text("front.png wasn’t added.")
    olga.page.unroute("**/api/v1/attachments/*")
    olga.page.on("request", lambda request: request.method == "PUT" and sent.append(request.url))
    region(olga).get_by_role("button", name="Try again").click()
    expect(region(olga).locator("img.attachment-thumbnail")).to_have_count(1)
    # The same id, so that a file that had arrived after all is not stored twice.
    assert len(sent) > 1 and len(set(sent)) == 1


def test_leaving_the_page_says_that_an_upload_has_ended(house, olga, washer):
    olga.open(f"maintenance/{washer}")
    expect(region(olga)).to_contain_text("Nothing here yet")
    olga.page.route("**/api/v1/attachments/*", lambda route: None)
    choose(olga, "Add photos", [picture("front.png")])
    expect(region(olga)).to_contain_text("front.png is being")
    olga.open("home")
    expect(olga.toast).to_contain_text("1 file was not sent completely, and was not added.")
    olga.page.unroute("**/api/v1/attachments/*")
    assert house.request("GET", f"/attachments?appliance={washer}") == []


def test_photos_of_a_task_are_added_after_it_is_done_and_deleted_with_it(house, olga, washer):
    house.request("POST", "/maintenance/tasks", {
        "appliance": washer, "title": "Clean the seal", "schedule": {
            "kind": "calendar", "every": 6, "unit": "months", "first": "2020-05-12"}})
    olga.open("maintenance")
    olga.page.get_by_role("button", name="Done: Clean the seal, Washer").click()
    olga.toast.get_by_role("button", name="Details").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_label("Photos").set_input_files([picture("seal.png")])
    dialog.get_by_role("button", name="Save").click()
    # The dialog with the uploads closes when they are done.
    expect(olga.toast).to_contain_text("Saved in the service history.")
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    [entry] = house.request("GET", f"/appliances/{washer}/history")["entries"]
    assert len(house.request("GET", f"/attachments?serviceEntry={entry['id']}")) == 1
    # An undo deletes the photo with the entry, so it asks first.
    olga.open(f"maintenance/{washer}")
    olga.page.get_by_role("button", name="Delete “Clean the seal”").click()
    expect(olga.page.get_by_role("dialog")).to_contain_text("The entry and its photo can’t be restored.")
    olga.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    olga.page.get_by_role("button", name="More: Clean the seal, Washer").click()
    olga.button("Not done after all").click()
    expect(olga.page.get_by_role("dialog")).to_contain_text("Delete the entry and 1 photo?")
    olga.page.get_by_role("dialog").get_by_role("button", name="Delete the entry").click()
    expect(olga.toast).to_contain_text("Not done any more: Clean the seal.")
    assert house.request("GET", f"/appliances/{washer}/history")["entries"] == []


def test_a_cancelled_upload_adds_nothing(house, olga, washer):
    olga.open(f"maintenance/{washer}")
    expect(region(olga)).to_contain_text("Nothing here yet")
    waiting = []
    olga.page.route("**/api/v1/attachments/*", lambda route: waiting.append(route))
    choose(olga, "Add photos", [picture("front.png")])
    expect(region(olga)).to_contain_text("front.png is being")
    region(olga).get_by_role("button", name="Cancel").click()
    expect(region(olga).get_by_role("progressbar")).to_have_count(0)
    olga.page.unroute("**/api/v1/attachments/*")
    expect(region(olga)).to_contain_text("Nothing here yet")
    assert house.request("GET", f"/attachments?appliance={washer}") == []
