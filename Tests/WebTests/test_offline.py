"""Without the gateway the page opens if the browser trusts the web root; otherwise the settings say why not."""

import contextlib

from playwright.sync_api import expect

from visitor import Visitor, open_trusting_context


def test_the_page_opens_while_the_gateway_is_away(playwright, empty_house, tmp_path):
    house = empty_house
    with contextlib.ExitStack() as ends:
        with house.serving():
            ends.enter_context(house.devices())
            context = ends.enter_context(open_trusting_context(playwright, house, tmp_path))
            olga = Visitor(context, house).comes_in(house.person("Olga", "owner"))
            olga.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            olga.opens("settings")
            expect(olga.page.get_by_text("Yes. Out of reach, it shows what was known last.")).to_be_visible()
            olga.opens("home")
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
            olga.rests()
        olga.watch.gateway_leaves = True
        olga.page.goto("about:blank")
        olga.opens()
        expect(olga.tile("Front door")).to_have_attribute("data-status", "stale")
        expect(olga.value("Front door")).to_have_text("locked")
        expect(olga.page.get_by_text("The gateway cannot be reached: this is how the home was")).to_be_visible()
        with house.serving():
            expect(olga.tile("Front door")).to_have_attribute("data-status", "live")
        assert not olga.watch.faults


def test_without_trust_the_settings_say_why_not(olga):
    olga.opens("settings")
    expect(olga.page.get_by_text("No: this browser does not trust the home yet, so it keeps nothing.")).to_be_visible()
    olga.page.get_by_role("link", name="How to trust it").click()
    expect(olga.page.get_by_text("Your home vouches for itself instead of asking a company.")).to_be_visible()
