"""A HomeKit bridge of HAP-python is paired on the page, its devices are adopted, and the pairing is removed."""

import json

import pytest
from axe_checks import find_violations_in_both_schemes
from gateway import wait_until
from homekit_bridge import CODE, NAME, hap_python_bridge, missing_requirement, private_avahi
from house import PIN, new_house
from page_user import NARROW
from playwright.sync_api import expect
from steps import in_situations, open_steps

WRONG_CODE = "031-45-155"


@pytest.fixture(scope="module")
def homekit_home():
    """A home whose gateway discovers accessories, and a bridge."""
    reason = missing_requirement()
    if reason:
        pytest.skip(reason)
    with private_avahi() as avahi, hap_python_bridge(avahi) as bridge, new_house(is_discovering=True) as house:
        house.gateway.environment |= avahi.environment
        with house.start_gateway():
            house.owner = house.add_person("Olga", "owner", pin=PIN)
            yield house, bridge


def pairing_of(house):
    return next(iter(house.request("GET", "/device-pairings")), None)


def pair(house, bridge):
    """Pairs the bridge by the console, and waits until its devices are known. Returns the pairing."""
    wait_until("the bridge can be paired", lambda: [
        found for found in house.request("GET", "/discovered") if found.get("pairing") == "available"])
    found = next(found for found in house.request("GET", "/discovered") if found.get("pairing") == "available")
    house.request("POST", f"/discovered/{found['id']}/pair", {"code": CODE})
    bridge.announce()
    wait_until("the devices are known", lambda: len(pairing_of(house)["devices"]) == 5)
    return pairing_of(house)


def unpair(house, bridge):
    """Removes the adopted devices and the pairing."""
    pairing = pairing_of(house)
    for device in pairing["devices"] if pairing else []:
        if device["isAdopted"]:
            house.remove(device["id"])
    if pairing_of(house):
        house.request("DELETE", f"/device-pairings/{pairing['id']}")
    wait_until("the bridge has no pairing", lambda: not bridge.ask("state")["isPaired"])
    bridge.announce()


@pytest.fixture
def unpaired_home(homekit_home):
    house, bridge = homekit_home
    yield house, bridge
    unpair(house, bridge)


@pytest.fixture
def paired_home(unpaired_home):
    house, bridge = unpaired_home
    pair(house, bridge)
    return house, bridge


def card(olga, name):
    return olga.page.get_by_role("listitem").filter(has=olga.page.get_by_role("heading", name=name, exact=True))


@in_situations()
def test_a_bridge_is_paired_and_one_of_its_devices_is_adopted(unpaired_home, new_browser, languages, situation):
    house, bridge = unpaired_home
    user = new_browser(house, **situation.browser_options()).sign_in(house.owner)
    user.allow_statuses(403, 422)
    olga = open_steps(user, situation, languages)
    # Two clicks lead to the devices. The pairing is a click, the code and a click; a wrong code is another field and
    # click. The adoption is two clicks.
    with olga.task(at_most=9):
        olga.press(olga.view("settings"))
        olga.press(olga.page.locator(".settings-list a[href='#/settings/devices']"))
        olga.press(card(olga, NAME).get_by_role("button", name=olga.text("pairing.pair"), exact=True))
        dialog = olga.page.get_by_role("dialog")
        code = dialog.get_by_label(olga.text("pairing.code"), exact=True)
        olga.fill(code, WRONG_CODE)
        olga.expect_good_view()
        olga.press(dialog.get_by_role("button", name=olga.text("pairing.pair"), exact=True))
        expect(dialog).to_contain_text(olga.text("homekit.problem.wrongCode"))
        expect(code).to_be_focused()
        olga.fill(code, CODE)
        olga.press(dialog.get_by_role("button", name=olga.text("pairing.pair"), exact=True))
        expect(dialog).to_have_count(0)
        bridge.announce()
        waiting = olga.page.get_by_role("region", name=olga.text("found.waiting"))
        for name in ["Lamp", "Thermometer", "Lock", "Thermostat", "Garage"]:
            expect(waiting.get_by_role("heading", name=name, exact=True)).to_be_visible()
        olga.press(card(olga, "Lamp").get_by_role("button", name=olga.text("found.adopt")))
        olga.press(olga.page.get_by_role("dialog").get_by_role("button", name=olga.text("found.adopt")))
        expect(olga.page.get_by_role("dialog")).to_have_count(0)
        paired = olga.page.get_by_role("region", name=olga.text("pairing.title"))
        expect(paired).to_contain_text(olga.text("pairing.state.connected"))
        expect(waiting.get_by_role("heading", name="Lamp", exact=True)).to_have_count(0)
    assert [device["name"] for device in house.request("GET", "/devices")] == ["Lamp"]
    user.open("home")
    expect(user.tile("Lamp")).to_be_visible()


def test_a_pairing_in_use_is_kept_and_one_without_devices_is_removed(paired_home, new_browser):
    house, bridge = paired_home
    lock = next(device for device in pairing_of(house)["devices"] if device["name"] == "Lock")
    adopted = house.request("POST", f"/discovered/{lock['id']}/adopt", {"name": "Front door", "purposes": {}})["id"]
    olga = new_browser(house).sign_in(house.owner)
    olga.open("settings/devices")
    card(olga, NAME).get_by_role("button", name="Remove pairing").click()
    expect(olga.toast).to_contain_text("Still in use by Front door.")
    house.remove(adopted)
    details = card(olga, NAME)
    details.get_by_text("Details").click()
    expect(details).to_contain_text("Lock (not added)")
    details.get_by_role("button", name="Remove pairing").click()
    dialog = olga.page.get_by_role("dialog", name=f"Remove the pairing with {NAME}?")
    expect(dialog).to_contain_text("the accessory removes all of its pairings")
    dialog.get_by_role("button", name="Remove pairing").click()
    expect(olga.page.get_by_role("region", name="Paired devices")).to_have_count(0)
    wait_until("the bridge has no pairing", lambda: not bridge.ask("state")["isPaired"])
    bridge.announce()
    expect(card(olga, NAME).get_by_role("button", name="Pair", exact=True)).to_be_visible()
    path = f"/discovered/homekit-{bridge.id.lower().replace(':', '-')}/pair"
    house.request("POST", path, {"code": WRONG_CODE}, expecting=[422])
    olga.open("activity")
    for text in ["paired", "removed the pairing with", "couldn’t pair"]:
        expect(olga.page.get_by_role("main")).to_contain_text(f"{text} {NAME}.")


def test_another_controller_is_shown_and_removed_after_the_pin(paired_home, new_browser):
    house, bridge = paired_home
    path = f"/device-pairings/{pairing_of(house)['id']}/controllers"
    identifier = "8A5E2F40-1C3B-4D6E-9F70-2B4C6D8E0F13"
    key = "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"
    olga = new_browser(house).sign_in(house.owner)
    olga.allow_statuses(403)
    olga.open("settings/devices")
    card(olga, NAME).get_by_role("button", name="Other controllers").click()
    dialog = olga.page.get_by_role("dialog", name=f"Other controllers of {NAME}")
    expect(dialog).to_contain_text("No one else can control this accessory.")
    dialog.get_by_role("button", name="Close").click()
    house.request("POST", path, {"identifier": identifier, "publicKey": key})
    assert bridge.ask("state")["controllers"] == 2
    card(olga, NAME).get_by_role("button", name="Other controllers").click()
    expect(dialog).to_contain_text("May control it")
    assert not find_violations_in_both_schemes(olga.page, "dialog[open]")
    dialog.get_by_role("button", name=f"Remove {identifier}").click()
    olga.page.get_by_role("dialog", name=f"Remove {identifier}?").get_by_role("button", name="Remove").click()
    olga.enter_pin(f"Remove {identifier}?")
    expect(dialog).to_contain_text("No one else can control this accessory.")
    assert bridge.ask("state")["controllers"] == 1


def announced(**facts):
    """A device as the gateway lists it."""
    return {
        "id": "homekit-aa", "link": "_hap._tcp", "name": "Reading lamp", "dialects": [], "rivals": [], "others": [],
        "addresses": ["192.168.1.20 (eth0)"], "firstSeen": "2026-01-01T00:00:00Z", "lastSeen": "2026-01-01T00:00:00Z",
        "isAdoptable": False, "asksForPurpose": [], "suggestedPurposes": {}, "category": "light", **facts}


def paired(number, **facts):
    """A pairing as the gateway lists it."""
    return {
        "id": f"homekit-{number}", "link": "homeKit", "address": "aa:bb:cc:dd:ee:ff", "name": f"Lamp {number}",
        "category": "light", "model": "L-1", "state": "paired", "pairedAt": "2026-01-01T00:00:00Z", "devices": [], **facts}


def add_to(olga, path, more):
    """Adds these to the list at the path."""
    def answer(route):
        # The gateway may close an idle connection at this moment.
        response = route.fetch(max_retries=2)
        route.fulfill(response=response, json=[*response.json(), *more])

    olga.page.route(f"**/api/v1/{path}", answer)


def show(olga, discovered=(), pairings=()):
    """Opens the devices with these ones besides those that there are."""
    add_to(olga, "discovered", discovered)
    add_to(olga, "device-pairings", pairings)
    olga.page.evaluate("location.hash = '#/home'")
    olga.open("settings/devices")


@pytest.mark.parametrize("language", ["en-GB", "sv-SE"])
def test_every_state_of_a_pairing_is_shown_in_words_on_a_narrow_phone(house, new_browser, languages, language):
    olga = new_browser(house, locale=language, viewport=NARROW, reduced_motion="reduce").sign_in(house.owner)
    messages = languages[language[:2]]["messages"]
    troubles = [key.removeprefix("pairing.trouble.") for key in messages if key.startswith("pairing.trouble.")]
    assert len(troubles) > 10
    detail = "The accessory says no."
    pairings = [paired(number, trouble={"code": code, "detail": detail}) for number, code in enumerate([*troubles, "new"])]
    pairings += [paired(90), paired(91, state="unfinished"), paired(92, state="removing", name="W" * 64, devices=[
        {"id": "lamp", "name": "Lamp", "isAdopted": False}])]
    others = [
        announced(pairing="available", name="W" * 64), announced(id="homekit-bb", pairing="elsewhere"),
        announced(id="homekitthread-cc", link="_hap._udp")]
    show(olga, others, pairings)
    main = olga.page.get_by_role("main")
    for key in ["pairing.state.connected", "pairing.state.unfinished", "pairing.state.removing", "homekit.elsewhere",
                "homekit.thread", *[f"pairing.trouble.{code}" for code in troubles]]:
        expect(main).to_contain_text(messages[key])
    expect(main).to_contain_text(detail)
    expect(main.locator("[lang=en]")).to_have_count(0 if language == "en-GB" else 1)
    olga.wait_until_idle()
    assert not find_violations_in_both_schemes(olga.page)
    assert olga.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    heights = main.locator(".found-card .button").evaluate_all(
        "(buttons) => buttons.map((button) => button.getBoundingClientRect().height)")
    assert len(heights) > 20 and min(heights) >= 44


def test_every_problem_of_a_pairing_has_words_of_the_page(house, new_browser, messages):
    olga = new_browser(house, reduced_motion="reduce").sign_in(house.owner)
    olga.allow_statuses(409, 422)
    show(olga, [announced(pairing="available")])
    problems = []
    olga.page.route("**/discovered/homekit-aa/pair", lambda route: route.fulfill(
        status=409, content_type="application/problem+json", body=json.dumps(problems[-1])))
    card(olga, "Reading lamp").get_by_role("button", name="Pair", exact=True).click()
    dialog = olga.page.get_by_role("dialog")
    code = dialog.get_by_label("Code", exact=True)
    # The page itself notices what is no code.
    code.fill("031-45")
    dialog.get_by_role("button", name="Pair", exact=True).click()
    expect(dialog).to_contain_text(messages["homekit.codeWrong"])
    code.fill(CODE)
    texts = {key.partition(".problem.")[2]: text for key, text in messages.items()
             if key.startswith(("pairing.problem.", "homekit.problem."))}
    assert len(texts) > 8
    # These two are questions, which test_matter.py answers.
    for reason in texts.keys() - {"unknownMaker", "testDevice"}:
        problems.append({"status": 409, "code": reason, "detail": "It says no.", "title": "Conflict"})
        dialog.get_by_role("button", name="Pair", exact=True).click()
        text = "It says no." if reason == "deviceRefused" else texts[reason]
        expect(dialog).to_contain_text(text)
        assert not find_violations_in_both_schemes(olga.page, "dialog[open]")


def test_progress_is_shown_and_a_closed_dialog_still_says_how_the_pairing_ended(house, new_browser, messages):
    olga = new_browser(house).sign_in(house.owner)
    olga.allow_statuses(409)
    show(olga, [announced(pairing="available")])
    held = []
    olga.page.route("**/discovered/homekit-aa/pair", lambda route: held.append(route))
    card(olga, "Reading lamp").get_by_role("button", name="Pair", exact=True).click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_label("Code", exact=True).fill(CODE)
    with olga.page.expect_request("**/discovered/homekit-aa/pair"):
        dialog.get_by_role("button", name="Pair", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text(messages["pairing.progress"])
    expect(dialog.get_by_role("button", name="Pair", exact=True)).to_be_disabled()
    olga.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    held[0].fulfill(status=409, content_type="application/problem+json", body=json.dumps(
        {"status": 409, "code": "deviceBusy", "detail": "Busy.", "title": "Conflict"}))
    expect(olga.toast).to_contain_text(messages["pairing.problem.deviceBusy"])


def test_an_accessory_is_asked_to_show_where_it_is(house, new_browser, messages):
    olga = new_browser(house).sign_in(house.owner)
    show(olga, [announced(pairing="available")], [paired(1)])
    asked = []

    def answer(route):
        asked.append(route.request.url.partition("/api/v1")[2])
        route.fulfill(status=204)

    olga.page.route("**/identify", answer)
    for name in ["Reading lamp", "Lamp 1"]:
        card(olga, name).get_by_role("button", name="Identify").click()
        expect(olga.page.locator("#toasts")).to_contain_text(messages["pairing.identified"].format(name=name))
    assert asked == ["/discovered/homekit-aa/identify", "/device-pairings/homekit-1/identify"]


def test_a_code_is_grouped_while_it_is_typed_and_changed(house, new_browser):
    olga = new_browser(house).sign_in(house.owner)
    show(olga, [announced(pairing="available")])
    card(olga, "Reading lamp").get_by_role("button", name="Pair", exact=True).click()
    code = olga.page.get_by_role("dialog").get_by_label("Code", exact=True)
    # The text of a QR code has letters, so that the keyboard of a phone must have them too.
    assert code.get_attribute("inputmode") is None
    for typed, shown in [("0314", "031-4"), ("03145154", CODE), ("031 45 1549", CODE), ("x-hm://0023B6WQLAB1C", None)]:
        code.fill("")
        code.press_sequentially(typed)
        expect(code).to_have_value(shown or typed)
    code.fill(CODE)
    # The cursor stays behind the digit that was typed.
    for _ in range(5):
        code.press("ArrowLeft")
    code.press("Backspace")
    code.press("9")
    expect(code).to_have_value("031-95-154")
    assert code.evaluate("(input) => input.selectionStart") == 5
    checks = olga.evaluate_in_module("home/device-pairing.js", """({ isPairingCode }) => [
      "031-45-154", "03145154", "0314-5154", " 031-45-154 ", "X-HM://0023B6WQLAB1C", "031-45-15", "lamp", "", "X-HM://",
    ].map((text) => isPairingCode(text, "homekit"))""")
    assert checks == [True] * 5 + [False] * 4


def test_parts_have_the_names_that_the_device_gives_them(house, new_browser):
    olga = new_browser(house).sign_in(house.owner)
    names = olga.evaluate_in_module("home/device.js", """({ partName }) => {
      const named = (name, more) => ({ id: `switch-${more.number}`, name, ...more });
      const device = { parts: [
        named("Outlet A", { number: 0, purpose: "light" }), named("Outlet B", { number: 1 }),
        named("Twin", { number: 2, purpose: "network" }), named("Twin", { number: 3 }), named(undefined, { number: 4, purpose: "gate" }),
      ] };
      return device.parts.map((part) => partName(part, device));
    }""")
    assert names == ["Outlet A", "Outlet B", "network", "part 4", "gate"]
