"""The tasks of a home that a person does most, in no more steps than in the review by use of 2026-11-22.

That the gateway configures a Shelly by itself is tested with that dialog, in `test_device_setup.py`. A limit without a number in the review says why
it is what it is. `TOMTE_TASKS=all` runs each task in every situation; see `steps.py`.
"""

import contextlib
import re
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from homie import homie_device
from house import PIN, new_house, wait_until
from page_user import DEADLINE
from playwright.sync_api import expect
from steps import Words, in_situations, open_steps
from test_home import RECORD_STATUSES
from test_tiles import stretch

ZONE = ZoneInfo("Europe/Stockholm")
VILLA = "home: { name: Villa, timeZone: Europe/Stockholm }\n"
# The time limit for a garage door, which travels for 18 s, in milliseconds.
TRAVEL_TIMEOUT = 60_000


@pytest.fixture(scope="module")
def villa():
    """The simulated villa with a history of four days."""
    with new_house(VILLA) as house, house.start_gateway(), house.simulate_devices("villa", "--history", "4d"):
        house.owner = house.add_person("Olga", "owner", pin=PIN)
        house.is_shared = True
        yield house


@pytest.fixture
def visit(new_browser, languages, villa, situation):
    """A function that opens a new browser in the situation of the test, and signs a person in: `visit(person)`."""
    def open_browser(person=None, house=villa, **options):
        user = new_browser(house, **situation.browser_options() | options)
        user.allow_statuses(403)
        if person:
            user.sign_in(person)
        return open_steps(user, situation, languages)

    return open_browser


@pytest.fixture
def olga(visit, villa):
    """The owner at the home view."""
    return visit(villa.owner)


@pytest.fixture
def kim(villa):
    """A guest without a grant."""
    kim = villa.add_person("Kim", "guest")
    yield kim
    villa.request("DELETE", f"/people/{kim}")


def name_of(day, locale):
    """The name of a weekday: "tuesday" is in no message of the page, so the browser's own name is taken."""
    return {"en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
            "sv": ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"]}[locale][day.weekday()]


def value(capability, user):
    """The value of a capability on the page of its device."""
    return user.page.locator(f".capability[data-capability={capability}] .numerals")


@in_situations()
def test_claim_and_first_run(unclaimed_house, visit):
    code, link = unclaimed_house.create_claim_code()
    olga = visit(house=unclaimed_house)
    # The link, the name, seven more clicks and six fields.
    with olga.task(at_most=15):
        olga.count += 1
        olga.user.follow_link(link)
        expect(olga.field("pair.code")).to_have_value(code)
        olga.fill(olga.field("claim.name"), "Olga")
        olga.press(olga.button("claim.verb"))
        olga.press(olga.button("setup.next"))
        olga.fill(olga.field("setup.nameLabel"), "Villa")
        olga.press(olga.button("setup.next"))
        olga.fill(olga.field("pin.new"), PIN)
        olga.fill(olga.field("pin.again"), PIN)
        olga.press(olga.button("pin.set"))
        for room in olga.text("rooms.proposals").split(", ")[:2]:
            olga.press(olga.user.button(room))
            expect(olga.user.button(room)).to_have_attribute("aria-pressed", "true")
        olga.press(olga.button("setup.next"))
        # The next step has a button of the same name, so the test waits until that step is shown.
        expect(olga.page.get_by_role("heading", name=olga.text("setup.trust"), exact=True)).to_be_visible()
        olga.press(olga.button("setup.next"))
        olga.press(olga.link("setup.toHome"))
        expect(olga.page.get_by_text(olga.text("home.empty"))).to_be_visible()
        expect(olga.page.get_by_text(olga.text("summary.quiet"))).to_have_count(0)
    home = unclaimed_house.request("GET", "/home")
    assert home["name"] == "Villa" and len(home["rooms"]) == 2


@in_situations()
def test_lamp_on(villa, olga):
    villa.command("kitchen-ceiling", "switch", False)
    lamp = olga.user.button("Kitchen ceiling")
    expect(lamp).to_have_attribute("aria-pressed", "false")
    with olga.task(at_most=1):
        olga.press(lamp)
        expect(lamp).to_have_attribute("aria-pressed", "true")
        expect(olga.user.tile("Kitchen ceiling")).to_have_class("tile is-on")


@in_situations()
def test_dim_three_lamps(villa, olga):
    for lamp in ["living-room-lamp", "kitchen-ceiling"]:
        villa.command(lamp, "switch", False)
    villa.command("bedside-lamp", "brightness", 90)
    expect(olga.user.tile("Bedside lamp")).to_have_class("tile is-on")
    with olga.task(at_most=3):
        for name in ["Living room lamp", "Kitchen ceiling", "Bedside lamp"]:
            tile = olga.user.tile(name)
            olga.drag(tile.get_by_role("slider"), 0.3)
            expect(tile).to_have_class("tile is-on")
            expect(olga.user.value(name)).to_have_text(re.compile(r"^(2[4-9]|3\d)$"))
            expect(tile).to_have_attribute("data-status", re.compile("^(confirmed|live)$"))


@in_situations()
def test_set_temperature(villa, olga):
    villa.command("bedroom-heating", "targetTemperature", 18.5)
    target = olga.user.tile("Bedroom heating").locator(".step-target")
    expect(target).to_have_text(re.compile(r"^18[.,]5\s°C$"))
    sent = []

    def is_command(request):
        return request.method == "POST" and "/commands" in request.url

    olga.page.on("request", lambda request: is_command(request) and sent.append(request.post_data_json["value"]))
    # The page sends the value when no button was pressed for 700 ms, less than a busy machine may need for a press.
    stretch(olga.page, 700, 5000)
    olga.page.evaluate(RECORD_STATUSES, "bedroom-heating")
    with olga.task(at_most=3):
        # The command before this task may be confirmed only now, so the test waits for the request of this one.
        with olga.page.expect_request(is_command, timeout=DEADLINE):
            for _ in range(3):
                olga.press(olga.button("act.plus", name="Bedroom heating"))
            expect(target).to_have_text(re.compile(r"^20[.,]0\s°C$"))
        # This status lasts only for a moment.
        olga.page.wait_for_function("() => statuses.includes('confirmed')")
    assert sent == [20]


@in_situations()
def test_unlock_with_a_pin(villa, olga):
    villa.command("front-door", "lock", "locked")
    title = olga.text("act.lock.unlocked", name="Front door")
    expect(olga.user.value("Front door")).to_have_text(olga.text.value("lock", "locked"))
    with olga.task(at_most=2):
        olga.press(olga.user.button(title))
        olga.enter_pin(title)
        expect(olga.user.value("Front door")).to_have_text(olga.text.value("lock", "unlocked"))
        # Unlocked is not open.
        expect(olga.user.fact("unlocked")).to_have_text(olga.text("summary.unlocked", names="Front door", count=1))
        expect(olga.user.fact("open").filter(has_text="Front door")).to_have_count(0)
    villa.command("front-door", "lock", "locked")


def open_yesterday(user):
    user.press(user.view("energy"))
    user.press(user.radio("energy.period.yesterday"))
    yesterday = datetime.now(ZONE).date() - timedelta(days=1)
    expect(user.page.locator(".period-title")).to_contain_text(user.text("energy.period.yesterday"))
    expect(user.page.locator(".period-title")).to_contain_text(str(yesterday.day))
    # Until the answer is there, the view shows the period before.
    expect(user.page.locator(".energy-counted")).not_to_have_attribute("aria-busy", "true")
    expect(user.page.locator(".figure[data-of=used] .numerals")).to_have_text(re.compile(r"\d"))


@in_situations()
def test_energy_of_yesterday(olga):
    with olga.task(at_most=2):
        open_yesterday(olga)
        expect(olga.page.locator(".comparisons li").first).to_be_visible()


@in_situations()
def test_why_it_was_high_at_night(villa, olga):
    """The hour shows what ran beside the outdoor temperature."""
    # The review counts two clicks, and one more on the hour.
    with olga.task(at_most=3):
        open_yesterday(olga)
        chart = olga.page.get_by_role("slider", name=olga.text("energy.course.choose").partition(":")[0])
        expect(chart.locator("canvas")).to_be_visible()
        open_hour(olga, chart)
        panel = olga.page.get_by_role("region", name=re.compile(r"^0\d:00\W*0\d:00"))
        expect(panel.get_by_role("link", name="Heat pump")).to_be_visible()
        outdoors = panel.locator(".hour-facts div", has_text=olga.text("energy.hour.outdoors"))
        expect(outdoors).to_contain_text("°C")


def open_hour(user, chart):
    """Clicks on a bar of the night, or moves to that of 02:00 by the arrow keys and presses Enter."""
    if user.by_keyboard:
        user.focus(chart)
        user.keys("Home", "ArrowRight", "ArrowRight", "Enter")
        return
    user.count += 1
    chart.scroll_into_view_if_needed()
    size = chart.bounding_box()
    place = {"x": size["width"] * 0.2, "y": size["height"] / 2}
    chart.tap(position=place) if user.situation.is_phone else chart.click(position=place)


@in_situations()
def test_adopt_a_discovered_device(villa, olga):
    with homie_device(villa, "study") as study:
        study.announce("study", "Reading lamp", type="example.lamp")
        villa.wait_for_discovery(["study"])
        olga.user.open("settings/devices")
        card = olga.page.get_by_role("listitem").filter(has=olga.page.get_by_role("heading", name="Reading lamp"))
        # From the list of discovered devices.
        with olga.task(at_most=5):
            olga.press(card.get_by_role("button", name=olga.text("found.adopt"), exact=True))
            title = olga.text("found.adoptTitle", name="Reading lamp")
            dialog = olga.page.get_by_role("dialog", name=title).first
            olga.choose(dialog.get_by_label(olga.text("found.room"), exact=True), "Office")
            olga.choose(dialog.get_by_label(olga.text("found.purpose"), exact=True), olga.text("found.purpose.light"))
            olga.press(dialog.get_by_role("button", name=olga.text("found.adopt"), exact=True))
            enter_pin_of_open_dialog(olga)
            expect(olga.user.toast.first).to_contain_text(olga.text("found.adopted", name="Reading lamp"))
            expect(card).to_have_count(0)
        [device] = [one for one in villa.request("GET", "/devices") if one["name"] == "Reading lamp"]
        assert device["room"]["name"] == "Office"
        villa.remove(device["id"])


def enter_pin_of_open_dialog(user):
    field = user.page.get_by_role("dialog").get_by_label(user.text("pin.label"), exact=True)
    user.enter(field, user.user.house.pin)
    expect(field).to_have_count(0)


@in_situations()
def test_invite_a_guest_to_the_front_door_on_tuesdays(villa, olga, visit):
    """The invitation is sent, and used later without another step of the owner."""
    # Twelve steps of the owner, who had to be there at the same time.
    with olga.task(at_most=12):
        olga.press(olga.view("people"))
        olga.press(olga.link("invite.verb"))
        olga.fill(olga.field("people.name"), "Mia")
        olga.press(olga.radio("invite.template.cleaner"))
        olga.press(olga.radio("where.some"))
        olga.press(olga.page.locator("summary.picker-summary").nth(1))
        olga.press(olga.page.get_by_role("checkbox", name="Front door"))
        olga.press(olga.button("when.clear"))
        tuesday = name_of(datetime(2026, 11, 24), olga.text.language)
        olga.press(olga.page.get_by_role("button", name=re.compile(f"^{tuesday}, ", re.IGNORECASE)))
        olga.press(olga.radio("invite.admission.number"))
        olga.press(olga.button("invite.make"))
        olga.enter_pin(olga.text("invite.title"))
        link = olga.field("people.link").input_value()
        number = olga.page.locator(".invitation-code").inner_text()
    guest = visit()
    guest.user.follow_link(f"{villa.origin}/#{urlsplit(link).fragment}")
    # The number and one button.
    with guest.task(at_most=2):
        guest.fill(guest.field("invited.number"), number)
        guest.press(guest.button("invited.verb"))
        expect(guest.page.locator(".own-grant")).to_contain_text("Front door")
    [grant] = [one for one in villa.request("GET", "/grants") if one["person"] == "mia"]
    assert grant["devices"] == ["front-door"] and grant["windows"] == ["tue 00:00-24:00"]
    villa.request("DELETE", "/people/mia")


@in_situations()
def test_view_of_a_guest(villa, visit, kim):
    day = datetime.now(ZONE).date() + timedelta(days=2)
    villa.request("POST", "/grants", {
        "person": kim, "permissions": ["controlDevices"], "devices": ["front-door"],
        "windows": [f"{day:%a} 08:00-18:00".lower()]})
    guest = visit(kim)
    # The first view says what they may do and when.
    with guest.task(at_most=0):
        row = guest.page.get_by_role("region", name=guest.text("rights.title")).get_by_role("listitem")
        expect(row).to_have_count(1)
        expect(row).to_contain_text("Front door")
        expect(row).to_contain_text(re.compile(rf"{guest.text('people.days.' + f'{day:%a}'.lower())} 08\W*–\W*18", re.IGNORECASE))
        expect(row).to_contain_text(re.compile(guest.text("rights.next", time=rf"\S+ {day.day} \S+ 08:00")))
        expect(guest.page.get_by_text(guest.text("summary.quiet"))).to_have_count(0)


@in_situations()
def test_revoke_a_phone(villa, olga, visit):
    anna = villa.add_person("Anna", "member")
    phone = visit(anna)
    olga.user.open(f"people/{anna}")
    # From the page of the person.
    with olga.task(at_most=2):
        # "Sign out Chrome on Linux"
        verb = re.compile("^" + olga.text("people.revokeClient", name=".+"))
        olga.press(olga.page.get_by_role("button", name=verb))
        olga.press(olga.page.get_by_role("dialog").get_by_role("button", name=olga.text("people.revoke"), exact=True))
        expect(phone.page.get_by_text(phone.text("session.ended"))).to_be_visible()
        expect(phone.page.locator(".tile")).to_have_count(0)
    wait_until("the phone has deleted its key", lambda: phone.user.identities() == [], seconds=15)
    villa.request("DELETE", f"/people/{anna}")


@in_situations()
def test_who_unlocked_the_door(villa, olga, visit):
    anna = villa.add_person("Anna", "member", pin=PIN)
    member = visit(anna)
    member.user.open("device/front-door")
    member.press(member.user.button(member.text.command("lock", "unlocked")))
    member.enter_pin(member.text("act.lock.unlocked", name="Front door"))
    expect(value("lock", member)).to_have_text(member.text.value("lock", "unlocked"))
    # The review needed two; the page of the door answers with one.
    with olga.task(at_most=1):
        olga.press(olga.page.get_by_role("link", name="Front door", exact=True))
        unlocked = "Anna " + olga.text("history.do.lock.unlocked", device="Front door")
        expect(olga.page.locator(".device-activity li").first).to_contain_text(unlocked)
    villa.command("front-door", "lock", "locked")
    villa.request("DELETE", f"/people/{anna}")


@in_situations()
def test_gateway_dies(stopped_house, visit):
    house = stopped_house
    with contextlib.ExitStack() as devices:
        with house.start_gateway():
            devices.enter_context(house.simulate_devices())
            olga = visit(house.add_person("Olga", "owner"), house)
            olga.user.recorder.gateway_may_stop = True
            expect(olga.user.tile("Front door")).to_have_attribute("data-status", "live")
        lost = olga.page.get_by_text(olga.text("connection.lostSince", ago="").rstrip(" ."))
        # The page says it, and is up to date again, without a step.
        with olga.task(at_most=0):
            expect(lost).to_be_visible()
            expect(olga.user.tile("Front door")).to_have_attribute("data-status", "stale")
        with house.start_gateway(), olga.task(at_most=0):
            expect(olga.user.tile("Front door")).to_have_attribute("data-status", "live")
            expect(lost).to_be_hidden()


@in_situations()
def test_device_does_not_answer(villa, olga):
    with homie_device(villa, "deaf") as deaf:
        deaf.announce("deaf", "Deaf lamp")
        villa.adopt("deaf", room="Hall", purposes={"main": "light"})
        deaf.publish("deaf/main/switch", "false")
        tile = olga.user.tile("Deaf lamp")
        expect(tile).to_have_attribute("data-status", "live")
        with olga.task(at_most=1):
            olga.press(olga.user.button("Deaf lamp"))
            expect(tile).to_have_attribute("data-status", "pending")
            expect(tile).to_have_attribute("data-status", "unknown")
            expect(tile).to_contain_text(olga.text.alone("status.unknown", time=""))
            expect(olga.page.locator(".summary")).to_contain_text(olga.text("summary.unknown", count=1))
        villa.remove("deaf-lamp")


@in_situations()
def test_retention(villa, olga):
    terms = villa.request("GET", "/retention")["terms"]
    # Settings, the section, the number of days, Save, and the confirmation, and the PIN.
    with olga.task(at_most=6):
        olga.press(olga.view("settings"))
        olga.press(olga.page.locator(".settings-list a[href='#/settings/keeping']"))
        days = olga.page.locator("input[name=energyDays]")
        expect(days).to_have_value(str(terms["energyDays"]))
        olga.fill(days, "3")
        day = datetime.now(ZONE).date() - timedelta(days=3)
        loses = re.compile(olga.text("settings.losesAbout", what=olga.text("settings.what.energyDays"),
                                     day=rf"{day.day} \S+ {day.year}", size=r"[\d,.]+\s\S+"))
        expect(olga.page.locator(".losses")).to_have_text(loses)
        olga.press(olga.button("settings.save").first)
        dialog = olga.page.get_by_role("dialog", name=olga.text("settings.keepLess"))
        expect(dialog).to_contain_text(loses)
        olga.press(dialog.get_by_role("button", name=olga.text("settings.keepLessVerb")))
        enter_pin_of_open_dialog(olga)
        expect(olga.user.toast).to_contain_text(olga.text("settings.saved"))
    assert villa.request("GET", "/retention")["terms"]["energyDays"] == 3
    villa.request("PUT", "/retention", terms)


@in_situations()
def test_two_windows(villa, olga, visit):
    villa.command("bedside-lamp", "brightness", 50)
    other = visit(villa.owner)
    slider = other.user.tile("Bedside lamp").get_by_role("slider")
    expect(slider).to_have_value(re.compile(r"^(50|49\.9)"))
    # A slider that is held is not moved from under the hand.
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    other.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    other.page.mouse.down()
    other.page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2, steps=3)
    held = slider.input_value()
    with olga.task(at_most=1):
        olga.press(olga.user.button("Bedside lamp"))
        expect(other.user.button("Bedside lamp")).to_have_attribute("aria-pressed", "false")
    assert slider.input_value() == held
    other.page.mouse.up()
    expect(other.user.tile("Bedside lamp")).to_have_class("tile is-on")


@in_situations()
def test_blind(villa, olga):
    villa.command("living-room-blind", "position", 100)
    state = olga.user.value("Living room blind")
    expect(state).to_have_text(olga.text.alone("cover.open"))
    # One each to close, to stop, and to open.
    with olga.task(at_most=3):
        olga.press(olga.button("act.position.0", name="Living room blind"))
        expect(state).to_have_text(re.compile(olga.text.alone("cover.closingTo", position=r"[1-8]\d\s%")), timeout=TRAVEL_TIMEOUT)
        olga.press(olga.button("act.stop", name="Living room blind"))
        expect(state).to_have_text(re.compile("^" + olga.text("cover.partly", position=r"\d\d\s%")))
        olga.press(olga.button("act.position.100", name="Living room blind"))
        expect(state).to_have_text(olga.text.alone("cover.open"), timeout=TRAVEL_TIMEOUT)


@in_situations()
def test_garage_door(villa, olga):
    state = olga.user.value("Garage door")
    expect(state).to_have_text(olga.text.alone("cover.closed"))
    title = olga.text("act.position.100", name="Garage door")
    # One to open and the PIN, and one to close.
    with olga.task(at_most=3):
        olga.press(olga.user.button(title))
        olga.enter_pin(title)
        expect(state).to_have_text(olga.text.alone("cover.open"), timeout=TRAVEL_TIMEOUT)
        olga.press(olga.button("act.position.0", name="Garage door"))
        expect(state).to_have_text(olga.text.alone("cover.closed"), timeout=TRAVEL_TIMEOUT)


@in_situations()
def test_wall_panel(villa, visit):
    _, link = villa.create_invitation(villa.owner)
    panel = visit()
    panel.user.follow_link(link)
    # The review counts the tick; the button is the same as for any other browser.
    with panel.task(at_most=2):
        panel.press(panel.page.get_by_label(panel.text("pair.wall")))
        panel.press(panel.button("pair.verb"))
        expect(panel.page.locator(".wall-time")).to_contain_text(":")
        expect(panel.page.locator(".wall-outdoor")).to_contain_text("°C")
        expect(panel.page.get_by_role("region", name=panel.text("wall.power"))).to_contain_text("W")
        expect(panel.page.get_by_role("region", name=panel.text("wall.doors"))).to_contain_text("Front door")


@in_situations(language="en")
def test_change_to_swedish(villa, visit, languages):
    anna = villa.add_person("Anna", "member")
    member = visit(anna)
    # On a phone the sections of the settings are a view of their own, which is one tap more.
    with member.task(at_most=3 if member.situation.is_phone else 2):
        member.press(member.view("settings"))
        if member.situation.is_phone:
            member.press(member.page.locator(".settings-list a[href='#/settings/you']"))
        member.press(member.page.get_by_role("radio", name="Svenska"))
        member.text = Words("sv", languages, villa.request("GET", "/capabilities"))
        expect(member.page.get_by_role("heading", name=member.text("settings.you"))).to_be_visible()
        expect(member.view("activity")).to_have_text(member.text("nav.activity"))
    villa.request("DELETE", f"/people/{anna}")


@in_situations(language="en")
def test_american_english(villa, visit):
    """A browser in American English shows °F, twelve hours and weeks from Sunday by itself."""
    olga = visit(villa.owner, locale="en-US")
    with olga.task(at_most=0):
        expect(olga.page.locator(".summary-side")).to_contain_text("°F")
        expect(olga.user.tile("Bedroom heating").locator(".step-target")).to_contain_text("°F")
    olga.user.open("people?form=invite")
    olga.radio("invite.template.cleaner").check()
    expect(olga.page.locator(".week-fill").first).to_have_text("Sun")
    expect(olga.page.locator(".week-ruler")).to_contain_text("AM")


@in_situations(input="keyboard")
def test_keyboard_reaches_a_lamp_by_the_search(villa, olga):
    """The review needed 47 Tabs to the lamp in the kitchen."""
    villa.command("kitchen-ceiling", "switch", False)
    pressed = [*"/kitchen c", "Enter"]
    with olga.task(at_most=3):
        olga.keys(*pressed[:-1])
        expect(olga.page.get_by_role("combobox")).to_have_value("kitchen c")
        olga.keys(pressed[-1])
        expect(olga.page.get_by_role("heading", level=1, name="Kitchen ceiling")).to_be_visible()
        switch = olga.page.get_by_role("switch")
        tabs = olga.press(switch)
        expect(switch).to_be_checked()
        # All keys: the search, the way to the switch, and the key for it.
        assert len(pressed) + tabs + 1 <= 47
