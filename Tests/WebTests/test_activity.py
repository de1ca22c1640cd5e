"""The activity: one line for each act and each event of a device, live, and for each person only their part."""

import json
import re

import pytest
from homie import homie_device
from house import PIN, ROOT
from playwright.sync_api import expect

ACT = re.compile(r'"act": "(\w+)"')
EVENTS = ROOT / "Sources/HomeModel/Activity/DeviceEvent.swift"
DESCRIBE = """async (entry) => {
  const base = document.querySelector("script[src$='/main.js']").src;
  const { AuditNames } = await import(new URL("activity/act-sentences.js", base));
  const { withAllMessages } = await import(new URL("core/text.js", base));
  const { activityRow } = await withAllMessages(import(new URL("views/activity/row.js", base)));
  const store = { devices: new Map(), room: () => null, capability: () => null };
  const row = activityRow(entry, new AuditNames(store, [{ id: "olga", name: "Olga" }, { id: "kim", name: "Kim" }]));
  return [row.querySelector(".entry-words").textContent, row.querySelector("[data-tone]").dataset.tone];
}"""


def describe(user, **entry):
    """Returns the sentence of the page about an entry, and its tone."""
    return user.page.evaluate(DESCRIBE, {"id": "1", "time": "2026-01-31T12:00:00.000Z"} | entry)


def act(event, status="done", actor="olga", metadata=None, capability=None, **fields):
    return {"device": "door", "capability": capability, "act": {
        "event": event, "status": status, "actor": actor, "metadata": metadata or {}, "neededPIN": False, "wrongPINs": 0,
        "target": "door"} | fields}


UNLOCK = {"capability": "lock", "value": "unlocked", "part": "main"}
MODE = {"capability": "thermostatMode", "value": "off", "part": "main"}
REFUSED = UNLOCK | {"outcome": "refused", "command": "c-1"}


# Entries, a part of their sentences, and their tones.
ENTRIES = [
    (act("device.control", metadata=UNLOCK, outcome="confirmed"), "Olga unlocked door.", "calm"),
    (act("device.control", metadata=UNLOCK, outcome="confirmed", wrongPINs=1, neededPIN=True),
     "Olga unlocked door. The first PIN was wrong.", "calm"),
    (act("device.control", metadata=MODE, outcome="confirmed"), "Olga turned door off.", "calm"),
    (act("device.control", metadata=MODE | {"value": "heat"}, outcome="confirmed"), "Olga set door to heat.", "calm"),
    (act("device.control", actor=None, metadata=UNLOCK, outcome="confirmed"), "Someone unlocked door.", "calm"),
    (act("device.control", "unknown", metadata=UNLOCK, outcome="timedOut"), "Olga unlocked door: no response.", "amiss"),
    (act("device.control", "unknown", metadata=UNLOCK, outcome="timedOut",
         lateReport={"time": "2026-01-31T12:03:00.000Z", "value": "unlocked"}), "it reported: unlocked.", "calm"),
    (act("device.control", "pending", metadata=UNLOCK), "Olga unlocked door: in progress.", "calm"),
    (act("device.control", "abandoned", metadata=REFUSED | {"reason": "stepUpNeeded"}, wrongPINs=2),
     "Olga entered 2 wrong PINs for “Unlock door”.", "amiss"),
    (act("device.control", "refused", metadata=REFUSED | {"reason": "notPermitted"}),
     "Olga wasn’t allowed to control door (lock → unlocked). Their role doesn’t allow it.", "amiss"),
    (act("device.control", "failed", metadata=REFUSED | {"reason": "keyReused", "outcome": "invalid"}),
     "A different command had the same request ID.", "amiss"),
    (act("device.control", "refused", count=3, metadata=REFUSED | {"reason": "notPermitted"}), "And 3 more times.", "amiss"),
    (act("auth.stepUp", "abandoned", metadata={"purpose": "people"}, wrongPINs=1),
     "Olga was asked for a PIN to change people", "amiss"),
    (act("auth.stepUp", "abandoned", wrongPINs=1), "Olga entered a wrong PIN.", "amiss"),
    (act("auth.login", "refused", actor="stranger", concerned="kim", metadata={"reason": "revoked", "client": "phone"}),
     "Kim’s phone (removed) tried to connect.", "calm"),
    (act("auth.login", "refused", actor="stranger", metadata={"reason": "token"}),
     "An unknown phone or browser couldn’t sign in", "amiss"),
    (act("policy.change", "refused", concerned="olga", metadata={"act": "firstPIN"}),
     "Olga couldn’t choose a first PIN: the 10\u00a0minutes had passed.", "amiss"),
    (act("policy.change", "failed", concerned="kim", metadata={"act": "clearPIN"}),
     "Olga removed the PIN of Kim. It failed.", "amiss"),
    (act("policy.change", "refused", concerned="olga"), "Olga entered a wrong PIN, so it wasn’t changed.", "amiss"),
    (act("policy.change", concerned="kim", metadata={"act": "allowFirstPIN"}),
     "Olga allowed Kim to choose a first PIN.", "calm"),
    (act("pairing.success", metadata={"act": "paired"}), "Olga connected a new phone or browser.", "calm"),
    (act("pairing.success", metadata={"act": "paired"}, steps=["code"]), "Olga connected a new phone or browser.", "calm"),
    (act("pairing.success", metadata={"act": "paired"}, steps=["claim", "setPIN"]),
     "Olga became the first owner of the home and set a PIN.", "calm"),
    (act("pairing.success", metadata={"act": "paired"}, steps=["open", "grant", "grant", "setPIN"]),
     "Olga used an invitation, connected a new phone or browser and set a PIN. 2 permissions came with it.", "calm"),
    (act("pairing.success", "failed", metadata={"act": "paired"}, steps=["open"]), "It failed.", "amiss"),
    (act("settings.change", metadata={"act": "confirmClock"}, target=None), "Olga confirmed that the clock is right.", "calm"),
    (act("settings.change", metadata={"act": "somethingNew"}, target=None), "Olga changed a setting.", "calm"),
    (act("settings.change", target=None), "Olga changed a setting.", "calm"),
    (act("settings.change", target="something"), "Olga changed a setting: something.", "calm"),
    ({"event": "opened", "device": "window", "capability": "contact", "value": False}, "window was opened.", "calm"),
    ({"event": "unlocked", "device": "door", "capability": "lock", "value": "unlocked"}, "door was unlocked.", "calm"),
    ({"event": "moved", "device": "blind", "capability": "position", "value": 65}, "blind was moved: 65\u00a0%.", "calm"),
    ({"event": "moved", "device": "blind", "capability": "position", "value": 0}, "blind was moved: closed.", "calm"),
    ({"event": "motion", "device": "hall", "capability": "motion", "value": True}, "hall detected motion.", "calm"),
    ({"event": "alarm", "device": "bath", "capability": "leak", "value": True}, "bath detected water!", "alarm"),
    ({"event": "jammed", "device": "door", "capability": "lock", "value": "jammed"}, "door is jammed.", "amiss"),
    ({"event": "offline", "device": "lamp"}, "lamp went offline.", "calm"),
    ({"event": "lowBattery", "device": "sensor", "capability": "battery", "value": 12},
     "The battery of sensor is low: 12\u00a0%.", "calm"),
]


def test_each_entry_has_its_sentence_and_tone(olga):
    shown = [describe(olga, **entry) for entry, _, _ in ENTRIES]
    assert not [(text, tone, own) for (_, text, tone), own in zip(ENTRIES, shown) if text not in own[0] or tone != own[1]]


def test_every_audited_act_has_a_sentence(messages):
    """Includes every `act` that the gateway writes into the audit log."""
    sources = (ROOT / "Sources" / "GatewayCore").rglob("*.swift")
    acts = {name for path in sources for name in ACT.findall(path.read_text())}
    assert len(acts) > 15
    described = {word for key in messages if key.startswith(("history.said.", "history.not.")) for word in key.split(".")}
    assert not acts - described


def test_every_event_of_a_device_has_a_sentence(messages):
    text = EVENTS.read_text(encoding="utf-8").partition("enum DeviceEventKind")[2].partition("\n}\n")[0]
    kinds = {name.strip() for names in re.findall(r"case (.+)", text) for name in names.split(",")}
    assert len(kinds) > 10 and not {kind for kind in kinds if f"activity.event.{kind}" not in messages}


def entries(user, text):
    return user.page.locator("details.entry").filter(has_text=text)


def unlock_with_a_wrong_pin_first(user):
    user.open_tile("Front door")
    value = user.page.locator(".capability[data-capability=lock] .numerals")
    user.button("Unlock").click()
    dialog = user.page.get_by_role("dialog")
    dialog.get_by_label("PIN", exact=True).fill("735914")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog.get_by_text("Wrong PIN")).to_be_visible()
    user.enter_pin()
    expect(value).to_have_text("Unlocked")
    user.button("Lock").click()
    expect(value).to_have_text("Locked")


def test_a_pin_and_its_command_are_one_line_on_an_open_page(house, new_browser):
    anna = house.add_person("Anna", "member", pin=PIN)
    watcher, actor = new_browser(house).sign_in(house.owner), new_browser(house).sign_in(anna)
    actor.allow_statuses(403, 422)
    watcher.open("activity")
    expect(watcher.page.locator("details.entry").first).to_be_visible()
    unlock_with_a_wrong_pin_first(actor)
    line = entries(watcher, "Anna unlocked Front door. The first PIN was wrong.")
    expect(line).to_have_count(1)
    expect(line).to_have_attribute("data-tone", "calm")
    expect(entries(watcher, "Anna locked Front door.")).to_have_count(1)
    expect(entries(watcher, re.compile("Anna (was asked for|entered) "))).to_have_count(0)
    hashes = line.get_by_text("Hash", exact=True)
    line.locator("summary.entry-row").click()
    expect(hashes.first).to_be_hidden()
    line.get_by_text("Technical details").click()
    # The request for the PIN, the wrong PIN, the right PIN, the command and its outcome.
    expect(hashes).to_have_count(5)
    expect(hashes.first).to_be_visible()
    house.request("DELETE", f"/people/{anna}")



def test_events_of_devices_appear_on_an_open_page(house, new_browser):
    with homie_device(house, "porch") as porch:
        porch.announce("lamp", "Porch lamp", type="example.lamp")
        porch.publish("lamp/main/switch", "false")
        lamp = house.adopt("lamp", name="Porch lamp", purposes={"main": "light"})
        try:
            olga = new_browser(house).sign_in(house.owner)
            olga.open("activity?what=status")
            expect(olga.page.get_by_text("No activity yet")).to_be_visible()
            porch.publish("lamp/$state", "lost")
            expect(entries(olga, "Porch lamp went offline.")).to_have_count(1)
            expect(olga.page.get_by_role("heading", name="Today")).to_be_visible()
        finally:
            house.remove(lamp)


def test_a_device_shows_its_latest_activity_with_who(house, new_browser):
    olga = new_browser(house).sign_in(house.owner)
    olga.open("device/kitchen-lamp")
    rows = olga.page.locator(".device-activity li")
    house.command("kitchen-lamp", "switch", True)
    expect(rows.first).to_contain_text("Command line turned Kitchen lamp on.")
    house.command("kitchen-lamp", "switch", False)
    expect(rows.first).to_contain_text("Command line turned Kitchen lamp off.")
    olga.page.get_by_role("link", name="All activity of this device").click()
    expect(olga.page.get_by_label("Device", exact=True)).to_have_value("kitchen-lamp")
    expect(entries(olga, "Command line turned Kitchen lamp off.").first).to_be_visible()


@pytest.mark.parametrize("role, sees", [("child", "Someone turned Kitchen lamp on."), ("guest", None)])
def test_people_see_only_their_part(house, new_browser, role, sees):
    person = house.add_person("Kim", role)
    house.request("POST", "/grants", {
        "person": person, "permissions": ["controlDevices"], "devices": ["kitchen-lamp"]})
    house.command("kitchen-lamp", "switch", True)
    kim = new_browser(house).sign_in(person)
    kim.open("device/kitchen-lamp")
    kim.button("Off").or_(kim.page.get_by_role("switch")).first.click()
    kim.open("activity")
    expect(entries(kim, "Kim turned Kitchen lamp off.")).to_have_count(1)
    if sees:
        expect(entries(kim, sees).first).to_be_visible()
    else:
        expect(kim.page.locator("details.entry").filter(has_not_text="Kim")).to_have_count(0)
    expect(kim.page.locator(".shield")).to_have_count(0)
    house.command("kitchen-lamp", "switch", False)
    house.request("DELETE", f"/people/{person}")


def test_a_removed_phone_is_named(house, new_browser):
    anna = house.add_person("Anna", "member")
    new_browser(house).sign_in(anna).allow_statuses(401)
    client = next(client["id"] for client in house.request("GET", "/clients") if client["person"] == anna)
    house.request("DELETE", f"/clients/{client}")
    olga = new_browser(house).sign_in(house.owner)
    olga.open("activity")
    expect(entries(olga, "Anna’s phone (removed) tried to connect.").first).to_have_attribute("data-tone", "calm")
    house.request("DELETE", f"/people/{anna}")


def test_filters_are_in_the_address(house, olga):
    house.command("kitchen-lamp", "switch", True)
    house.command("kitchen-lamp", "switch", False)
    olga.open("history?device=kitchen-lamp")
    expect(olga.page.get_by_role("heading", level=1, name="Activity")).to_be_visible()
    expect(olga.page.get_by_role("navigation").get_by_role("link", name="Activity")).to_have_attribute("aria-current", "page")
    shown = olga.page.locator("details.entry")
    expect(shown.first).to_contain_text("Kitchen lamp")
    expect(shown.filter(has_not_text="Kitchen lamp")).to_have_count(0)
    olga.page.get_by_label("Only denied or failed").check()
    expect(olga.page.get_by_text("No matches. Try other filters.")).to_be_visible()
    assert olga.page.url.endswith("#/activity?device=kitchen-lamp&refused=1")
    olga.button("Show all").click()
    expect(shown.first).to_be_visible()


def test_the_verification_is_one_line_at_the_foot(olga):
    olga.open("activity")
    line = olga.page.locator(".shield > summary")
    expect(line).to_contain_text(re.compile(r"Verified just now: [\d,]+ entries"))
    assert line.bounding_box()["height"] <= 48
    expect(olga.page.locator(".shield-words")).to_be_hidden()
    line.click()
    expect(olga.page.locator(".shield-words")).to_contain_text("Security")


def test_a_group_command_is_one_act_with_the_names_of_its_parts(olga):
    def part(device, status="done", outcome="confirmed"):
        entry = act("device.control", status, metadata={
            "capability": "switch", "value": "off", "part": "main", "parent": "g-1"}, capability="switch", outcome=outcome)
        return entry | {
            "id": device, "time": "2026-01-31T12:00:01.000Z", "device": device, "part": "main",
            "act": entry["act"] | {"target": device}}

    group = {"id": "g", "time": "2026-01-31T12:00:00.000Z"} | act(
        "group.control", metadata={"command": "g-1", "capability": "switch", "value": "off", "targets": "home"})
    other = {"id": "o", "time": "2026-01-31T11:00:00.000Z"} | act("lockdown.on")
    fold = """async ({ foldGroups }) => {
      const { AuditNames } = await import(new URL("activity/act-sentences.js", page));
      const { entrySentence } = await import(new URL("activity/entry-sentence.js", page));
      const store = { devices: new Map(), room: () => null, capability: () => null };
      const names = new AuditNames(store, [{ id: "olga", name: "Olga" }]);
      return foldGroups(ENTRIES).map((entry) => entrySentence(entry, names));
    }"""

    def sentences(*entries):
        return olga.evaluate_in_module("activity/fold-groups.js", fold.replace("ENTRIES", json.dumps(entries)))

    # The newest entry is first.
    assert sentences(part("desk"), part("ceiling"), group, other) == [
        "Olga turned ceiling and desk off.", "Olga turned on lockdown."]
    assert sentences(part("desk", "unknown", "timedOut"), part("ceiling"), group) == [
        "Olga turned ceiling and desk off. One of them failed or didn’t answer."]
    # A single one has its own outcome, whatever the group has.
    assert sentences(part("ceiling", "unknown", "timedOut"), group | {"act": group["act"] | {"outcome": "failed"}}) == [
        "Olga turned ceiling off: no response."]
    assert sentences(*[part(f"lamp-{number}") for number in (5, 4, 3, 2, 1)], group) == [
        "Olga turned lamp-1, lamp-2, lamp-3 and 2 others off."]
    # A person who may not see the command itself sees the parts of it.
    assert sentences(part("desk"), part("ceiling")) == ["Olga turned ceiling and desk off."]


def test_swedish_has_a_verb_of_its_own_for_lamps(house, new_browser):
    user = new_browser(house, locale="sv-SE").sign_in(house.owner)
    entries = [act("device.control", target=target, outcome="confirmed", metadata={
        "capability": "switch", "value": value, "part": "main"}) for target in ("lamp", "plug") for value in ("on", "off")]
    sentences = user.evaluate_in_module("activity/act-sentences.js", """({ actSentence, AuditNames }) => {
      const device = (id, purpose) => [id, { id, name: id, parts: [{ id: "main", purpose, capabilities: [{ name: "switch" }] }] }];
      const store = {
        devices: new Map([device("lamp", "light"), device("plug", "other")]), room: () => null,
        capability: () => ({ name: "switch", type: "boolean" }),
      };
      const names = new AuditNames(store, [{ id: "olga", name: "Olga" }]);
      return ENTRIES.map((entry) => actSentence(entry, names));
    }""".replace("ENTRIES", json.dumps(entries)))
    assert sentences == ["Olga tände lamp.", "Olga släckte lamp.", "Olga slog på plug.", "Olga stängde av plug."]


def test_a_movement_that_a_person_stopped_is_no_problem(olga):
    def shown(**fields):
        entry = act("device.control", target="door", outcome="failed", metadata={
            "capability": "position", "value": "0", "part": "main"}, capability="position", device="door", **fields)
        sentence, tone = describe(olga, **entry)
        return sentence.replace("\u00a0", " "), tone

    assert shown(isStopped=True, stoppedAt=59.6) == ("Olga closed door, stopped at 60 %.", "calm")
    assert shown(isStopped=True) == ("Olga closed door, stopped on the way.", "calm")
    assert shown(status="failed", isStopped=False) == ("Olga closed door: failed.", "amiss")


def test_a_changed_price_is_said_with_the_price_before(olga):
    def entry(**facts):
        return {"id": "p", "time": "2026-01-31T12:00:00.000Z", "act": {
            "event": "settings.change", "status": "done", "actor": "olga", "wrongPINs": 0,
            "metadata": {"act": "tariffs", **facts}}}

    say = """async ({ entrySentence }) => {
      const { AuditNames } = await import(new URL("activity/act-sentences.js", page));
      const store = { devices: new Map(), room: () => null, capability: () => null };
      return entrySentence(ENTRY, new AuditNames(store, [{ id: "olga", name: "Olga" }]));
    }"""

    def sentence(**facts):
        shown = olga.evaluate_in_module("activity/entry-sentence.js", say.replace("ENTRY", json.dumps(entry(**facts))))
        return shown.replace("\u00a0", " ")

    both = {"oldCurrency": "EUR", "newCurrency": "EUR"}
    assert sentence(validFrom="2026-12-01", oldPrice="1.50", newPrice="1.85", **both) == (
        "Olga changed the electricity price from 1 Dec 2026: €1.50 → €1.85 per kWh.")
    assert sentence(validFrom="2026-12-01", newPrice="1.85", newFeedIn="0.60", newCurrency="EUR") == (
        "Olga changed the electricity price from 1 Dec 2026: no price → €1.85 per kWh and no price → €0.60 for exported.")
    assert sentence() == "Olga changed the energy price."


@pytest.mark.parametrize("locale, sentences", [
    ("en-GB", [
        ("addRoom", {"name": "Kitchen"}, "Olga added the room Kitchen."),
        ("addRoom", {}, "Olga added a room."),
        ("renameRoom", {"oldName": "Kitchen", "name": "<b>Den"}, "Olga renamed the room Kitchen to <b>Den."),
        ("renameRoom", {}, "Olga renamed a room: door."),
        ("renameHome", {"name": "Villa"}, "Olga renamed the home to Villa."),
        ("renameHome", {}, "Olga renamed the home."),
    ]),
    ("sv-SE", [
        ("removeRoom", {"name": "Köket"}, "Olga tog bort rummet Köket."),
        ("renameHome", {"name": "Villa"}, "Olga bytte hemmets namn till Villa."),
    ]),
])
def test_an_act_names_its_object_where_the_log_has_it(house, new_browser, locale, sentences):
    user = new_browser(house, locale=locale).sign_in(house.owner)
    for name, facts, text in sentences:
        entry = act("settings.change", metadata={"act": name, **facts})
        assert describe(user, **entry)[0] == text
