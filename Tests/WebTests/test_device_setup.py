"""The gateway configures a simulated device that knows no broker yet."""

import pytest
from device_setup import own_address, write_scenario
from gateway import free_port
from house import PIN, new_house
from playwright.sync_api import expect
from steps import in_situations, open_steps

# The time limit for a setup in milliseconds: the broker restarts, and the device connects.
SETUP_TIMEOUT = 120_000


@pytest.fixture
def new_shelly(tmp_path):
    """A home without devices, and the port of a new Shelly."""
    if not own_address():
        pytest.skip("this machine has no network besides the loopback one")
    port = free_port()
    scenario = write_scenario(tmp_path, port)
    with new_house() as house, house.start_gateway(), house.simulate_devices(scenario):
        house.owner = house.add_person("Olga", "owner", pin=PIN)
        yield house, port


@pytest.fixture
def setup_home(new_browser, new_shelly):
    """The owner, the home without devices, and the port of a new Shelly."""
    house, port = new_shelly
    olga = new_browser(house).sign_in(house.owner)
    yield olga, house, port
    olga.page.close()


def open_setup(olga, name, address):
    """Opens the dialog and fills in the name and the address."""
    olga.open("found")
    olga.page.get_by_role("button", name="Connect a new device").click()
    # One button is proposed: the gateway configures the device if it can.
    proposed = olga.page.locator("dialog .button.primary:visible")
    expect(proposed).to_have_text("Configure it for me")
    olga.field("Type of device").select_option("homie")
    expect(proposed).to_have_text("Continue")
    olga.field("Type of device").select_option("shelly")
    proposed.click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("IP address").fill(address)
    dialog.get_by_role("button", name="Continue").click()
    return dialog


@in_situations()
def test_a_device_is_configured_after_the_plan_and_the_pin(new_shelly, new_browser, languages, situation):
    house, port = new_shelly
    user = new_browser(house, **situation.browser_options()).sign_in(house.owner)
    user.allow_statuses(403)
    olga = open_steps(user, situation, languages)
    add_offer(user, {"setup": {"dialect": "shelly", "address": own_address(), "port": port}, "name": "Porch"})
    # The review needed two clicks and three commands in a terminal. Two clicks lead to the device, three and the PIN
    # configure it, and one closes the dialog.
    with olga.task(at_most=7):
        olga.press(olga.view("settings"))
        olga.press(olga.page.locator(".settings-list a[href='#/settings/devices']"))
        card = olga.page.get_by_role("listitem").filter(has=olga.page.get_by_role("heading", name="Porch"))
        olga.press(card.get_by_role("button", name=olga.text("setupDevice.configure")))
        dialog = olga.page.locator("dialog:has(.device-setup)")
        expect(dialog.get_by_label(olga.text("setupDevice.address"))).to_have_value(own_address())
        olga.press(dialog.get_by_role("button", name=olga.text("provision.verb")))
        words = [olga.text(f"setupDevice.{key}") for key in ["value.password", "value.authority", "clear"]]
        for text in ["topic_prefix", "porch", *words]:
            expect(dialog).to_contain_text(text)
        assert house.request("GET", "/credentials") == []
        olga.expect_good_view()
        olga.press(dialog.get_by_role("button", name=olga.text("setupDevice.verb"), exact=True))
        olga.enter_pin(olga.text("setupDevice.pin", name="Porch"))
        expect(dialog).to_contain_text(olga.text("setupDevice.succeeded"), timeout=SETUP_TIMEOUT)
        olga.press(dialog.get_by_role("button", name=olga.text("provision.done")))
        expect(dialog).to_have_count(0)
        expect(olga.page.get_by_role("heading", name=olga.text("found.waiting"))).to_be_visible()
    assert [credential["root"] for credential in house.request("GET", "/credentials")] == ["porch"]


def plan_setup(olga, port):
    """Opens the plan of a setup of the simulated device."""
    olga.open("found")
    show_offer(olga, {"setup": {"dialect": "shelly", "address": own_address(), "port": port}, "name": "Porch"})
    card = olga.page.get_by_role("listitem").filter(has=olga.page.get_by_role("heading", name="Porch"))
    card.get_by_role("button", name="Configure it for me").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("button", name="Configure", exact=True)).to_be_visible()
    return dialog


def begun_setup():
    steps = ["identity", "credential", "settings", "restart", "connection"]
    return {
        "root": "porch", "dialect": "shelly", "outcome": "running",
        "steps": [{"step": step, "state": "running" if step == "identity" else "waiting"} for step in steps]}


def test_a_setup_that_the_gateway_forgot_is_shown_as_failed(setup_home):
    olga, _, port = setup_home
    olga.allow_statuses(404)
    dialog = plan_setup(olga, port)
    # The gateway knows no setup with this name, as after a restart.
    olga.page.route("**/devices/porch/setup", lambda route: (
        route.fulfill(status=202, json=begun_setup()) if route.request.method == "POST" else route.continue_()))
    dialog.get_by_role("button", name="Configure", exact=True).click()
    expect(dialog).to_contain_text("The gateway was restarted during the setup")
    expect(dialog.get_by_role("button", name="Do it myself")).to_be_visible()


def test_a_dialog_that_is_closed_while_a_setup_begins_polls_nothing(setup_home):
    olga, _, port = setup_home
    olga.page.clock.install()
    dialog = plan_setup(olga, port)
    asked, held = [], []

    def answer(route):
        if route.request.method == "POST":
            held.append(route)
        else:
            asked.append(route)
            route.fulfill(json=begun_setup())

    olga.page.route("**/devices/porch/setup", answer)
    with olga.page.expect_request("**/devices/porch/setup"):
        dialog.get_by_role("button", name="Configure", exact=True).click()
    with olga.page.expect_response("**/devices/porch/setup"):
        olga.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        held[0].fulfill(status=202, json=begun_setup())
    olga.page.clock.run_for(5000)
    olga.wait_until_idle()
    assert asked == []


def show_offer(olga, offer):
    """Opens the list of discovered devices with one more."""
    add_offer(olga, offer)
    olga.page.evaluate("location.hash = '#/home'")
    olga.open("found")


def add_offer(olga, offer):
    """Adds a device to the list of discovered ones: the gateway of the test has no mDNS."""
    found = {
        "id": "web-porch", "link": "_http._tcp", "dialects": [], "rivals": [], "others": [], "addresses": [],
        "firstSeen": "2026-01-01T00:00:00Z", "lastSeen": "2026-01-01T00:00:00Z", "isAdoptable": False,
        "asksForPurpose": [], "suggestedPurposes": {}, **offer}

    def answer(route):
        response = route.fetch()
        route.fulfill(response=response, json=[*response.json(), found])

    olga.page.route("**/api/v1/discovered", answer)


def test_an_address_outside_the_networks_is_refused_at_its_field(setup_home):
    olga, _, _ = setup_home
    olga.allow_statuses(422)
    dialog = open_setup(olga, "Porch", "203.0.113.7")
    expect(dialog).to_contain_text("isn’t on a network that the gateway is connected to")
    expect(dialog.get_by_label("IP address")).to_be_focused()


def test_the_files_of_a_device_can_be_saved(setup_home):
    olga, house, _ = setup_home
    olga.allow_statuses(403)
    olga.open("found")
    olga.page.get_by_role("button", name="Connect a new device").click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Porch")
    dialog.get_by_role("button", name="Continue").click()
    olga.enter_pin()
    step = olga.page.locator(".step-card").nth(1)
    with olga.page.expect_download() as download:
        step.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "porch.shelly-2-mqtt.json"
    assert '"topic_prefix":"porch"' in open(download.value.path(), encoding="utf-8").read()
    house.request("DELETE", "/credentials/porch")
