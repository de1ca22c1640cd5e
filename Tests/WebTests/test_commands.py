"""The last commands of a device: value, sender and outcome."""

import re

from playwright.sync_api import expect


def last_commands(visitor, device, title="Last commands"):
    visitor.opens(f"device/{device}")
    return visitor.page.get_by_role("region", name=title).get_by_role("listitem")


def test_a_question_for_the_pin_is_no_refusal(house, olga_anew):
    olga = olga_anew
    olga.expects(403)
    rows = last_commands(olga, "front-door")
    olga.button("Unlock").click()
    olga.gives_pin()
    expect(rows.first).to_contain_text("unlocked")
    expect(rows.first).to_contain_text("Done.")
    expect(rows.filter(has_text="PIN")).to_have_count(0)
    olga.button("Lock", exact=True).click()
    expect(rows.first).to_contain_text("→ locked")


def test_those_who_may_know_see_who_sent_a_command(house, browsers):
    kim = house.person("Kim", "guest")
    house.ask("POST", "/grants", {"person": kim, "permissions": ["controlDevices"], "devices": ["kitchen-lamp"]})
    house.tell("kitchen-lamp", "switch", False)
    guest = browsers(house).comes_in(kim)
    guest.button("Kitchen lamp").click()
    expect(guest.tile("Kitchen lamp")).to_have_class(re.compile("is-on"))
    for locale, title, by_kim, from_console in [
            ("en-GB", "Last commands", "Sent by Kim.", "Sent from the console."),
            ("sv-SE", "Senaste kommandon", "Skickat av Kim.", "Skickat från konsolen.")]:
        rows = last_commands(browsers(house, locale=locale).comes_in(house.owner), "kitchen-lamp", title)
        expect(rows.nth(0)).to_contain_text(by_kim)
        expect(rows.nth(1)).to_contain_text(from_console)
    rows = last_commands(guest, "kitchen-lamp")
    expect(rows.nth(0)).to_contain_text("Sent by you.")
    # A guest may not see who sent the other commands.
    expect(rows.nth(1)).to_contain_text("Done.")
    expect(rows.nth(1)).not_to_contain_text("Sent")
    house.ask("DELETE", f"/people/{kim}")
