"""New keys of the home: the plan, the end of the old keys, and the certificate that people install."""

import re

from axe_checks import find_violations_in_both_schemes
from playwright.sync_api import expect


def plan_of(house, *, done):
    """A plan of new keys as the gateway returns it while an overlap runs."""
    begin = "2030-06-01T10:00:00.000Z"
    fridge = {"kind": "device", "id": "fridge", "name": "Fridge", "effect": "setUpAgain", "setup": {"dialect": "homie"}}
    lock = {"kind": "pairedDevice", "id": "lock-1", "name": "Front door", "effect": "renewedByGateway", "isDone": True}
    phone = {
        "kind": "client", "id": "c1", "name": "Chromium on Linux", "effect": "trustAgain", "isDone": False,
        "use": {"person": house.owner, "pairedAt": begin, "lastSeen": begin}}
    return {
        "overlap": {"beganAt": begin, "endsAt": "2030-06-15T10:00:00.000Z"},
        "items": [fridge | {"isDone": done, "isIssued": done}, fridge | {
            "id": "lamp", "name": "Lamp", "isDone": False, "isIssued": True}, lock, phone]}


def test_the_plan_of_new_keys_has_a_page_that_leads_on(own_house, new_browser):
    incident = own_house.request("POST", "/incidents", {"title": "A key may have leaked"})["id"]
    olga = new_browser(own_house).sign_in(own_house.owner)
    olga.page.route("**/api/*/key-rotation", lambda route: route.fulfill(json=plan_of(own_house, done=False)))
    for place in (f"incident/{incident}", "settings/incidents"):
        olga.open(place)
        card = olga.page.locator(".key-card")
        expect(card).to_contain_text("1 of 3 connections uses new keys. The old ones count until 15 Jun 2030.")
    card.get_by_role("link", name="Show the plan").click()
    expect(olga.page.get_by_role("heading", level=1, name="New keys")).to_be_visible()
    assert not find_violations_in_both_schemes(olga.page)
    to_do = olga.page.get_by_role("region", name="Set up again (1)")
    expect(to_do.get_by_role("listitem")).to_have_count(1)
    # A device is done when it has connected, and not when its certificate was issued.
    expect(olga.page.get_by_role("region", name="Waiting for the device (1)")).to_contain_text("Lamp")
    done = olga.page.get_by_role("region", name="Done (1)")
    expect(done.get_by_text("Front door")).to_be_hidden()
    done.get_by_role("heading").click()
    expect(done.get_by_text("Front door")).to_be_visible()
    expect(olga.page.get_by_role("region", name="Phones, browsers and terminals (1)")).to_contain_text("Olga · last seen")
    # The end of the old keys names what it cuts off, and may be chosen here.
    end = olga.page.get_by_role("region", name="End of the old keys")
    expect(end).to_contain_text("1 connection will be cut off until you set it up again: Fridge.")
    expect(end).to_contain_text("1 phone, browser or terminal must trust the new certificate then.")
    end.get_by_role("button", name="Make the old keys invalid").click()
    dialog = olga.page.get_by_role("dialog", name="Make the old keys invalid")
    expect(dialog.get_by_text("1 connection will be cut off", exact=False)).to_be_visible()
    expect(dialog.get_by_text("1 phone, browser or terminal must trust", exact=False)).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    to_do.get_by_role("link", name=re.compile("Fridge")).click()
    dialog = olga.page.get_by_role("dialog", name="Set up again: fridge")
    # Its name stays.
    expect(dialog.get_by_label("Name")).to_have_count(0)
    dialog.get_by_role("button", name="Cancel").click()
    expect(olga.page.get_by_role("heading", level=1, name="New keys")).to_be_visible()


def test_an_admin_reads_who_may_end_the_old_keys(own_house, new_browser):
    ada = own_house.add_person("Ada", "admin")
    user = new_browser(own_house).sign_in(ada)
    user.page.route("**/api/*/key-rotation", lambda route: route.fulfill(json=plan_of(own_house, done=False)))
    user.open("keys")
    end = user.page.get_by_role("region", name="End of the old keys")
    expect(end).to_contain_text("An owner of the home can end them earlier.")
    expect(end.get_by_role("button")).to_have_count(0)


def test_the_end_of_the_old_keys_comes_late_for_a_copied_key(own_house, new_browser):
    body = {"title": "A key was copied", "kind": "copiedKey"}
    incident = own_house.request("POST", "/incidents", body)["id"]
    olga = new_browser(own_house).sign_in(own_house.owner)
    plan = plan_of(own_house, done=True)
    olga.page.route("**/api/*/key-rotation", lambda route: route.fulfill(json=plan))
    olga.open(f"incident/{incident}")
    expect(olga.button("Choose: Sign out everyone")).to_be_visible()
    expect(olga.button("Choose: Make the old keys invalid")).to_be_hidden()
    plan["items"] = [item | {"isDone": True} for item in plan["items"]]
    olga.page.reload()
    expect(olga.button("Choose: Make the old keys invalid")).to_be_visible()


def test_devices_that_the_end_cut_off_stay_in_the_plan(own_house, new_browser):
    olga = new_browser(own_house).sign_in(own_house.owner)
    plan = plan_of(own_house, done=False)
    del plan["overlap"]
    plan["items"][0] |= {"isCutOff": True}
    # It has a new certificate, and has not connected with it.
    plan["items"][1] |= {"isCutOff": True}
    olga.page.route("**/api/*/key-rotation", lambda route: route.fulfill(json=plan))
    olga.open("settings/incidents")
    card = olga.page.locator(".key-card")
    expect(card).to_contain_text("2 connections are cut off until their devices connect with new certificates.")
    card.get_by_role("link", name="Show the plan").click()
    cut_off = olga.page.get_by_role("region", name="Cut off (1)")
    expect(cut_off.get_by_role("link", name=re.compile("Fridge"))).to_have_attribute(
        "href", "#/settings/devices?setUp=fridge")
    expect(olga.page.get_by_role("region", name="Waiting for the device (1)")).to_contain_text("Lamp")
    expect(olga.page.get_by_text("Only one set of keys counts")).to_be_visible()
    expect(olga.page.get_by_role("region", name="End of the old keys")).to_have_count(0)
    assert not find_violations_in_both_schemes(olga.page)


def test_a_device_keeps_its_kind_of_credential_and_leads_back_to_the_plan(own_house, new_browser):
    provision = {"dialect": "homie", "proof": "password"}
    own_house.request("POST", "/devices/porch-lamp/provision", provision)
    olga = new_browser(own_house).sign_in(own_house.owner)
    olga.allow_statuses(403)
    olga.open("settings/devices?setUp=porch-lamp")
    dialog = olga.page.get_by_role("dialog", name="Set up again: porch-lamp")
    dialog.get_by_text("Details").click()
    expect(dialog.get_by_label("Authentication")).to_have_value("password")
    expect(dialog.get_by_text("Topic, user name and client ID:")).to_contain_text("porch-lamp")
    # It asks once, and only for the PIN.
    dialog.get_by_role("button", name="Continue").click()
    olga.enter_pin()
    sheet = olga.page.get_by_role("region", name="Set up porch-lamp")
    expect(sheet.get_by_role("link", name="Back to the plan of new keys")).to_have_attribute("href", "#/keys")
    expect(olga.page).to_have_url(re.compile("setUp=porch-lamp"))
    sheet.get_by_role("button", name="Done").click()
    expect(olga.page.get_by_role("heading", level=1, name="New keys")).to_be_visible()
    own_house.request("DELETE", "/credentials/porch-lamp")


def test_everyone_is_asked_to_install_the_new_certificate(own_house, new_browser):
    mia = new_browser(own_house).sign_in(own_house.member)
    keys = {"newWebRootMadeAt": "2030-06-01T10:00:00.000Z", "nextWebRootFrom": "2030-06-15T10:00:00.000Z"}

    def rotate(route):
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | keys)

    mia.page.route(re.compile(r"/api/v\d+/home$"), rotate)
    mia.page.reload()
    mia.expect_home()
    notice = mia.page.locator(".home-notice")
    expect(notice).to_contain_text("new certificate. Install it on this phone or computer before 15 Jun 2030.")
    assert not find_violations_in_both_schemes(mia.page)
    notice.get_by_role("link", name="Show how").click()
    expect(mia.page.get_by_role("heading", level=2, name="Secure connection")).to_be_visible()
    # It stays after the old keys have ended, until she says that it is done.
    del keys["nextWebRootFrom"]
    mia.open("home")
    mia.page.reload()
    mia.expect_home()
    expect(notice).to_contain_text("Your home uses a new certificate now.")
    notice.get_by_role("button", name="It is installed").click()
    expect(notice).to_have_count(0)
    mia.page.reload()
    mia.expect_home()
    expect(notice).to_have_count(0)


def test_both_certificates_are_offered_while_the_keys_are_rotated(own_house, new_browser):
    olga = new_browser(own_house).sign_in(own_house.owner)

    def rotate(route):
        answer = route.fetch()
        body = answer.json()
        body["nextWebRoot"] = body["webRoot"] | {"fingerprint": "ab" * 32, "neededFrom": "2030-06-15T10:00:00.000Z"}
        route.fulfill(response=answer, json=body)

    olga.page.route("**/door", rotate)
    olga.open("settings/connection")
    present = olga.page.get_by_role("link", name="Download the present one")
    expect(present).to_have_attribute("href", "/tomte-web-root.crt")
    following = olga.page.get_by_role("link", name="Download the new one")
    expect(following).to_have_attribute("href", "/tomte-next-web-root.crt")
    # The new one is what most people need.
    expect(following).to_have_class(re.compile("primary"))
    expect(present).not_to_have_class(re.compile("button"))
    expect(olga.page.get_by_text("until 15 Jun 2030 at the latest", exact=False)).to_be_visible()
    # The steps name both files.
    expect(olga.page.get_by_text("Choose tomte-next-web-root.crt and restart the browser.")).to_be_visible()
    expect(olga.page.get_by_text("do the same with the present one, tomte-web-root.crt.", exact=False)).to_be_visible()


def test_the_certificate_says_since_when_it_counts(own_house, new_browser):
    olga = new_browser(own_house).sign_in(own_house.owner)

    def ended(route):
        answer = route.fetch()
        body = answer.json()
        body["webRoot"]["neededFrom"] = "2030-06-15T10:00:00.000Z"
        route.fulfill(response=answer, json=body)

    def asked(route):
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"newWebRootMadeAt": "2030-06-01T10:00:00.000Z"})

    olga.page.route("**/door", ended)
    olga.page.route(re.compile(r"/api/v\d+/home$"), asked)
    olga.page.reload()
    olga.open("settings/connection")
    expect(olga.page.get_by_text("It changed on 15 Jun 2030, because the home got new keys.")).to_be_visible()
    expect(olga.page.get_by_text("used this certificate since 15 Jun 2030", exact=False)).to_be_visible()
    assert not find_violations_in_both_schemes(olga.page)
    olga.button("It is installed").click()
    expect(olga.button("It is installed")).to_have_count(0)


def test_an_open_page_asks_for_a_new_certificate_when_the_home_is_read(own_house, new_browser):
    olga = new_browser(own_house).sign_in(own_house.owner)
    olga.open("settings/connection")
    expect(olga.button("It is installed")).to_have_count(0)

    def asked(route):
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"newWebRootMadeAt": "2030-06-01T10:00:00.000Z"})

    olga.page.route(re.compile(r"/api/v\d+/home$"), asked)
    # Any change of the home makes the page read it again.
    for is_on in [True, False]:
        own_house.request("POST", "/lockdown", {"isOn": is_on})
    olga.button("It is installed").click()
    expect(olga.button("It is installed")).to_have_count(0)


def test_the_health_leads_to_the_plan_of_new_keys(own_house, new_browser):
    olga = new_browser(own_house).sign_in(own_house.owner)
    values = {"done": 12, "count": 33, "to": "2030-06-15T10:00:00.000Z"}

    def rotate(route):
        answer = route.fetch()
        body = answer.json()
        body["findings"].append({
            "code": "certificates.rotation", "severity": "notice", "subsystem": "certificates", "message": "",
            "remedy": "", "values": values})
        route.fulfill(response=answer, json=body)

    olga.page.route("**/diagnostics", rotate)
    olga.open("settings/health")
    finding = olga.page.locator(".health-finding").filter(has_text="New keys in use: 12 of 33 connections.")
    expect(finding).to_contain_text("until 15 Jun 2030")
    finding.get_by_role("link", name=re.compile("New keys")).click()
    expect(olga.page.get_by_role("heading", level=1, name="New keys")).to_be_visible()
    # Nothing is rotated in this home.
    expect(olga.page.get_by_text("Only one set of keys counts")).to_be_visible()
