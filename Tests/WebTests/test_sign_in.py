"""Claims and pairings in the browser."""

import shutil

from playwright.sync_api import expect


def test_an_owner_claims_a_home_by_the_link(unclaimed_house, new_browser):
    olga = new_browser(unclaimed_house)
    code, link = unclaimed_house.create_claim_code()
    olga.follow_link(link)
    expect(olga.field("Code")).to_have_value(code)
    assert code not in olga.page.url
    olga.field("Your name").fill("Olga")
    olga.button("Become the owner").click()
    expect(olga.page.locator(".shell")).to_be_visible()
    olga.open("home")
    expect(olga.page.get_by_text("No devices yet")).to_be_visible()
    [owner] = unclaimed_house.request("GET", "/people")
    assert (owner["name"], owner["role"]) == ("Olga", "owner")


def test_an_owner_claims_a_home_by_typing_the_code(unclaimed_house, new_browser):
    olga = new_browser(unclaimed_house)
    olga.allow_statuses(422)
    code, _ = unclaimed_house.create_claim_code()
    olga.open()
    olga.field("Code").fill("AAAAA-AAAAA")
    olga.field("Your name").fill("Olga")
    olga.button("Become the owner").click()
    expect(olga.page.get_by_text("This code is wrong")).to_be_visible()
    olga.field("Code").fill(code.lower().replace("-", " "))
    olga.button("Become the owner").click()
    expect(olga.page.locator(".shell")).to_be_visible()


def test_a_guest_waits_until_the_pairing_is_approved(house, new_browser):
    kim = house.add_person("Kim", "guest")
    guest = new_browser(house)
    code = house.request("POST", "/pairing-codes", {"person": kim})["code"]
    guest.open()
    guest.field("Code").fill(code)
    guest.button("Request access").click()
    expect(guest.page.get_by_text("Waiting for approval")).to_be_visible()
    [pairing] = house.request("GET", "/pairings")
    expect(guest.page.locator(".thumbprint")).to_have_text(pairing["thumbprint"])
    house.request("POST", f"/pairings/{pairing['id']}/approve")
    guest.expect_home()
    house.request("DELETE", f"/people/{kim}")


def test_a_moved_program_serves_its_page(stopped_house, new_browser):
    copy = shutil.copy(stopped_house.gateway.program, stopped_house.folder / "moved-tomte")
    stopped_house.gateway.program = copy
    with stopped_house.start_gateway():
        user = new_browser(stopped_house)
        user.open()
        expect(user.button("Become the owner")).to_be_visible()
