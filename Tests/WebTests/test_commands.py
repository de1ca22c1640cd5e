"""The last commands of a device: value, sender and outcome."""

import re

from playwright.sync_api import expect


def last_commands(user, device, title="Recent commands"):
    user.open(f"device/{device}")
    return user.page.get_by_role("region", name=title).get_by_role("listitem")


def test_a_pin_request_is_not_listed_as_a_command(house, olga_in_new_browser):
    olga = olga_in_new_browser
    olga.allow_statuses(403)
    rows = last_commands(olga, "front-door")
    olga.button("Unlock").click()
    olga.enter_pin()
    expect(rows.first).to_contain_text("unlocked")
    expect(rows.first).to_contain_text("Done.")
    expect(rows.filter(has_text="PIN")).to_have_count(0)
    olga.button("Lock", exact=True).click()
    expect(rows.first).to_contain_text("→ locked")


def test_only_permitted_people_see_the_sender_of_a_command(house, new_browser):
    kim = house.add_person("Kim", "guest")
    house.request("POST", "/grants", {"person": kim, "permissions": ["controlDevices"], "devices": ["kitchen-lamp"]})
    house.command("kitchen-lamp", "switch", False)
    guest = new_browser(house).sign_in(kim)
    guest.button("Kitchen lamp").click()
    expect(guest.tile("Kitchen lamp")).to_have_class(re.compile("is-on"))
    for locale, title, by_kim, from_console in [
            ("en-GB", "Recent commands", "Sent by Kim.", "Sent from the command line."),
            ("sv-SE", "Senaste kommandon", "Skickat av Kim.", "Skickat från kommandoraden.")]:
        rows = last_commands(new_browser(house, locale=locale).sign_in(house.owner), "kitchen-lamp", title)
        expect(rows.nth(0)).to_contain_text(by_kim)
        expect(rows.nth(1)).to_contain_text(from_console)
    rows = last_commands(guest, "kitchen-lamp")
    expect(rows.nth(0)).to_contain_text("Sent by you.")
    # A guest may not see who sent the other commands.
    expect(rows.nth(1)).to_contain_text("Done.")
    expect(rows.nth(1)).not_to_contain_text("Sent")
    house.request("DELETE", f"/people/{kim}")
