"""Invitations that are sent: the form of the inviter, and the page of the invited person."""

import re
from urllib.parse import urlsplit

import pytest
from page_user import NARROW
from playwright.sync_api import expect


@pytest.fixture
def inviter(house, new_browser):
    yield new_browser(house).sign_in(house.owner)
    for person in house.request("GET", "/people"):
        if person["name"] in ("Kim", "Bo"):
            house.request("DELETE", f"/people/{person['id']}")


def link_of(house, page):
    """Returns the link that the page shows, at the address under which the test reaches the gateway."""
    return f"{house.origin}/#{urlsplit(page.get_by_label('Link', exact=True).input_value()).fragment}"


def fill_in_cleaner(inviter, name):
    """Fills in the form for a cleaner of the front door on Tuesdays."""
    page = inviter.page
    inviter.open("people?form=invite")
    inviter.field("Name").fill(name)
    page.get_by_role("radio", name="Cleaner").check()
    inviter.button("Create invitation").click()
    expect(page.get_by_text("Choose rooms or devices, or the whole home.").first).to_be_visible()
    page.get_by_role("radio", name="Chosen rooms and devices").check()
    page.get_by_label("Devices: None chosen").click()
    page.get_by_role("checkbox", name="Front door").check()
    inviter.button("Clear all hours").click()
    page.get_by_role("button", name="Tuesday, all day").click()
    expect(page.get_by_text("Can control Front door on Tuesdays.")).to_be_visible()


def enter_pin_if_asked(inviter):
    """The owner of the house may have confirmed a PIN a moment ago."""
    dialog = inviter.page.get_by_role("dialog")
    expect(dialog.or_(inviter.page.get_by_label("Link", exact=True)).first).to_be_visible()
    if dialog.count():
        inviter.enter_pin()


@pytest.mark.parametrize("locale", ["en-GB", "sv-SE"])
def test_no_label_of_a_choice_lies_over_its_help(house, new_browser, locale):
    user = new_browser(house, viewport=NARROW, locale=locale).sign_in(house.owner)
    for _ in user.visit_views(["people?form=invite", "people/olga?form=grants"]):
        gaps = user.page.evaluate("""() => [...document.querySelectorAll("#main .help")]
          .filter((help) => help.checkVisibility() && help.parentElement.querySelector("input:is([type=radio], [type=checkbox])"))
          .flatMap((help) => [...help.parentElement.querySelectorAll(":scope > label span, :scope > label")].map((label) => [
            label.textContent, Math.round(help.getBoundingClientRect().top - label.getBoundingClientRect().bottom)]))
          .filter(([, gap]) => gap < 0)""")
        assert not gaps


def test_a_guest_compares_six_digits_and_comes_in_with_the_grant(house, inviter, new_browser):
    inviter.allow_statuses(403)
    fill_in_cleaner(inviter, "Kim")
    inviter.button("Create invitation").click()
    enter_pin_if_asked(inviter)
    guest = new_browser(house)
    guest.follow_link(link_of(house, inviter.page))
    expect(guest.page).not_to_have_url(re.compile("secret"))
    expect(guest.page.get_by_role("heading", name="Olga invites you to")).to_be_visible()
    expect(guest.page.get_by_text("You’ll get access as Kim.")).to_be_visible()
    guest.button("Continue").click()
    digits = guest.page.locator(".thumbprint")
    expect(digits).not_to_be_empty()
    inviter.page.get_by_role("link", name="Done").click()
    shown = inviter.page.locator(".people-waiting .thumbprint")
    expect(shown).to_have_text(digits.inner_text())
    # A reload goes on with the same key and the same digits.
    before = digits.inner_text()
    guest.page.reload()
    expect(digits).to_have_text(before)
    inviter.page.reload()
    people = inviter.page.get_by_role("navigation", name="Main navigation").get_by_role("link").filter(has_text="People")
    expect(people.locator(".count")).to_have_text("1")
    inviter.button("They match – allow").click()
    guest.expect_home()
    [kim] = [person["id"] for person in house.request("GET", "/people") if person["name"] == "Kim"]
    [grant] = [grant for grant in house.request("GET", "/grants") if grant["person"] == kim]
    assert grant["devices"] == ["front-door"] and grant["windows"] == ["tue 00:00-24:00"]


@pytest.mark.parametrize("locale, asks, show", [
    ("en-GB", "“Blue tablet” asks for access as Kim.", "Show"), ("sv-SE", "”Blue tablet” ber om åtkomst som Kim.", "Visa")])
def test_an_owner_is_told_at_once_of_a_request_for_access(house, inviter, new_browser, locale, asks, show):
    sent = house.request("POST", "/invitations", {
        "newPerson": {"name": "Kim", "role": "member"}, "validMinutes": 60, "admission": "approval", "grants": []})
    owner = new_browser(house, locale=locale)
    # What waits is read for the first time shortly after the first view is shown.
    with owner.page.expect_response("**/api/v1/invitations"):
        owner.sign_in(house.owner)
    badge = owner.page.locator(".nav-link[data-view=people] .count")
    toast = owner.page.locator("#toasts .toast").filter(has_text=asks)
    guest = new_browser(house)
    guest.follow_link(f"{house.origin}/#{urlsplit(sent['link']).fragment}")
    # The gateway no longer knows an invitation that was revoked.
    guest.allow_statuses(404)
    guest.field("Name of this phone or browser").fill("Blue tablet")
    guest.button("Continue").click()
    # The toast is shown only for some seconds.
    toast.get_by_role("button", name=show).click()
    expect(badge).to_have_text("1")
    digits = guest.page.locator(".thumbprint")
    expect(digits).not_to_be_empty()
    expect(owner.page.locator(".people-waiting .thumbprint")).to_have_text(digits.inner_text())
    house.request("DELETE", f"/invitations/{sent['invitation']['id']}")
    expect(badge).to_be_hidden()
    expect(owner.page.locator(".people-waiting .thumbprint")).to_have_count(0)


def test_a_spoken_number_lets_a_guest_in(house, inviter, new_browser):
    inviter.allow_statuses(403)
    fill_in_cleaner(inviter, "Bo")
    inviter.page.get_by_role("radio", name="Use a six-digit number").check()
    inviter.button("Create invitation").click()
    enter_pin_if_asked(inviter)
    number = inviter.page.locator(".invitation-code").inner_text()
    link = link_of(house, inviter.page)
    guest = new_browser(house)
    guest.allow_statuses(422)
    guest.follow_link(link)
    wrong = f"{(int(number.replace(' ', '')) + 1) % 1_000_000:06}"
    guest.field("Six digits").fill(wrong)
    guest.button("Continue").click()
    expect(guest.page.get_by_text("That isn’t the number.")).to_be_visible()
    guest.field("Six digits").fill(number)
    guest.button("Continue").click()
    guest.expect_home()
    second = new_browser(house)
    second.allow_statuses(422)
    second.follow_link(link)
    expect(second.page.get_by_text("This invitation isn’t valid")).to_be_visible()


def test_open_invitations_are_listed_and_revoked(house, inviter, new_browser):
    sent = house.request("POST", "/invitations", {
        "newPerson": {"name": "Kim", "role": "guest"}, "validMinutes": 60, "admission": "approval",
        "grants": [{"permissions": ["controlDevices"], "devices": ["front-door"]}]})
    inviter.open("people")
    section = inviter.page.get_by_role("region", name="Open invitations")
    expect(section.get_by_text("Can control Front door.")).to_be_visible()
    section.get_by_role("button", name="Revoke the invitation for Kim").click()
    expect(section).to_be_hidden()
    guest = new_browser(house)
    guest.allow_statuses(422)
    guest.follow_link(f"{house.origin}/#{urlsplit(sent['link']).fragment}")
    expect(guest.page.get_by_text("This invitation isn’t valid")).to_be_visible()


def test_the_grant_form_begins_with_nothing_chosen(house, inviter):
    kim = house.add_person("Kim", "guest")
    inviter.open(f"people/{kim}?form=grants")
    page = inviter.page
    form = page.locator(".grant-form")
    expect(form.locator("input:checked")).to_have_count(0)
    inviter.button("Allow").click()
    expect(form.get_by_text("Choose at least one.").first).to_be_visible()
    page.get_by_role("checkbox", name="control devices").check()
    page.get_by_role("radio", name="Whole home").check()
    expect(form.locator(".grant-words")).to_have_text("Choose hours, or any time.")
    page.get_by_role("radio", name="Any time").check()
    expect(form.locator(".grant-words")).to_have_text("Kim: Can control everything.")
    # The dialog for the PIN names the person and what they get.
    inviter.allow_statuses(403)
    inviter.button("Allow").click()
    expect(page.get_by_role("dialog", name="Give Kim: control everything")).to_be_visible()


def invite(house, admission):
    """An invitation of the console for Kim, and its link."""
    sent = house.request("POST", "/invitations", {
        "newPerson": {"name": "Kim", "role": "guest"}, "validMinutes": 60, "admission": admission})
    return sent, f"{house.origin}/#{urlsplit(sent['link']).fragment}"


def lose_next_response(user, path):
    """Lets the next request to `path` reach the gateway, whose response the browser does not get."""
    user.recorder.gateway_may_stop = True

    def lose(route):
        route.fetch()
        route.abort("connectionreset")

    user.page.route(path, lose, times=1)


def approve(house, sent):
    """Approves the client that waits, once it shows its digits."""
    [waiting] = [one for one in house.request("GET", "/invitations") if one["id"] == sent["invitation"]["id"]]
    house.request("POST", f"/invitations/{waiting['id']}/approve", {"digits": waiting["digits"]})


def clients_of_kim(house):
    [kim] = [person["id"] for person in house.request("GET", "/people") if person["name"] == "Kim"]
    return [client for client in house.request("GET", "/clients") if client["person"] == kim]


@pytest.mark.parametrize("is_reloaded", [False, True])
def test_a_guest_comes_in_with_the_number_after_a_lost_response(house, inviter, new_browser, is_reloaded):
    sent, link = invite(house, "number")
    guest = new_browser(house)
    guest.follow_link(link)
    lose_next_response(guest, "**/invitations/*/number")
    guest.field("Six digits").fill(sent["number"])
    guest.button("Continue").click()
    expect(guest.page.get_by_role("alert")).not_to_be_empty()
    assert len(clients_of_kim(house)) == 1
    if is_reloaded:
        guest.page.reload()
    else:
        guest.button("Continue").click()
    guest.expect_home()
    assert len(clients_of_kim(house)) == 1


def test_a_guest_comes_in_with_an_approval_after_a_lost_response(house, inviter, new_browser):
    sent, link = invite(house, "approval")
    guest = new_browser(house)
    guest.follow_link(link)
    guest.button("Continue").click()
    expect(guest.page.locator(".thumbprint")).not_to_be_empty()
    # The polls before the approval have no session to lose.
    lose_next_response(guest, "**/invitations/*/session")
    approve(house, sent)
    guest.expect_home()
    assert len(clients_of_kim(house)) == 1


def test_a_busy_gateway_does_not_cost_the_key_of_a_guest(house, inviter, new_browser):
    sent, link = invite(house, "approval")
    guest = new_browser(house)
    guest.allow_statuses(503)

    def refuse(route):
        route.fetch()
        route.fulfill(status=503, content_type="application/problem+json", body='{"status":503,"code":"busy"}')

    guest.follow_link(link)
    guest.page.route("**/invitations/*/commitment", refuse, times=1)
    guest.button("Continue").click()
    expect(guest.page.get_by_role("alert").last).not_to_be_empty()
    guest.button("Continue").click()
    expect(guest.page.locator(".thumbprint")).not_to_be_empty()
    approve(house, sent)
    guest.expect_home()


def test_a_second_phone_learns_that_the_invitation_was_opened(house, inviter, new_browser):
    _, link = invite(house, "approval")
    guest, second = new_browser(house), new_browser(house)
    for user in (guest, second):
        user.follow_link(link)
        expect(user.button("Continue")).to_be_visible()
    guest.button("Continue").click()
    expect(guest.page.locator(".thumbprint")).not_to_be_empty()
    second.allow_statuses(409)
    second.button("Continue").click()
    expect(second.page.get_by_text("was opened on another phone or browser")).to_be_visible()
    assert second.identities() == []


def test_the_page_counts_the_tries_of_a_number(house, inviter, new_browser):
    sent, link = invite(house, "number")
    guest = new_browser(house)
    guest.allow_statuses(409, 422)
    guest.follow_link(link)
    wrong = f"{(int(sent['number']) + 1) % 1_000_000:06}"
    for text in ["2 tries are left", "1 try is left", "It was the last try"]:
        guest.field("Six digits").fill(wrong)
        guest.button("Continue").click()
        expect(guest.page.get_by_text(text)).to_be_visible()
