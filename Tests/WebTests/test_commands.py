"""The last commands of a device: what it was told, by whom, and what became of it."""

from playwright.sync_api import expect


def last_commands(visitor, device):
    visitor.opens(f"device/{device}")
    return visitor.page.get_by_role("region", name="Last commands").get_by_role("listitem")


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
