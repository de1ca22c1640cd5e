"""Claims and pairings in the browser."""

import shutil

from playwright.sync_api import expect


def test_an_owner_claims_a_new_home_by_the_link(new_home, browsers):
    olga = browsers(new_home)
    code, link = new_home.claim()
    olga.follows(link)
    expect(olga.field("Code")).to_have_value(code)
    assert code not in olga.page.url
    olga.field("Your name").fill("Olga")
    olga.button("This is my home").click()
    expect(olga.page.locator(".shell")).to_be_visible()
    olga.opens("home")
    expect(olga.page.get_by_text("No devices yet")).to_be_visible()
    [owner] = new_home.ask("GET", "/people")
    assert (owner["name"], owner["role"]) == ("Olga", "owner")


def test_an_owner_claims_a_new_home_by_typing_the_code(new_home, browsers):
    olga = browsers(new_home)
    olga.expects(422)
    code, _ = new_home.claim()
    olga.opens()
    olga.field("Code").fill("AAAAA-AAAAA")
    olga.field("Your name").fill("Olga")
    olga.button("This is my home").click()
    expect(olga.page.get_by_text("This code is not good")).to_be_visible()
    olga.field("Code").fill(code.lower().replace("-", " "))
    olga.button("This is my home").click()
    expect(olga.page.locator(".shell")).to_be_visible()


def test_a_guest_waits_until_the_owner_compared_the_signs(house, browsers):
    kim = house.person("Kim", "guest")
    guest = browsers(house)
    code = house.ask("POST", "/pairing-codes", {"person": kim})["code"]
    guest.opens()
    guest.field("Code").fill(code)
    guest.button("Ask to come in").click()
    expect(guest.page.get_by_text("Waiting to be let in")).to_be_visible()
    [pairing] = house.ask("GET", "/pairings")
    expect(guest.page.locator(".thumbprint")).to_have_text(pairing["thumbprint"])
    house.ask("POST", f"/pairings/{pairing['id']}/approve")
    guest.sees_home()
    house.ask("DELETE", f"/people/{kim}")


def test_a_program_that_was_moved_brings_its_page_along(empty_house, browsers):
    moved = shutil.copy(empty_house.gateway.program, empty_house.folder / "elsewhere")
    empty_house.gateway.program = moved
    with empty_house.serving():
        visitor = browsers(empty_house)
        visitor.opens()
        expect(visitor.button("This is my home")).to_be_visible()
