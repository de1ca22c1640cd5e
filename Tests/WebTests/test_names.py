"""The page shows hostile names as text, and checks typed names with the same rule as the gateway."""

import csv
import json
import re

import pytest
from homie import homie_device
from house import ROOT
from playwright.sync_api import expect

HOSTILE = {
    "html": "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>",
    "attribute": "\" autofocus onfocus=\"document.title='owned'\" x='",
    "bidi": "Lamp \u202egpj.exe\u2066 \u061c",
    "terminal": "Lamp \x1b]0;owned\x07\x1b[2J\x1b[31m\r\nroot:\x9b5m",
    "template": "{{7*7}} ${7*7} \u2028",
    "marks": "Z" + "\u0301" * 400,
    "long": "W" * 200,
}
# Texts of the page that it proposes as names: rooms, separated by commas, and browsers.
PROPOSED_LISTS, PROPOSED = ["rooms.proposals"], ["pair.browser", "pair.browserOn"]
# In scenarios, and in the commands of documents and help texts.
SCENARIO_NAME = re.compile(r"\b(?:name|room): (?:\"([^\"]+)\"|([^,}\n]+))")
COMMAND_NAME = re.compile(
    r"tomte (?:rooms add|rooms rename \S+|appliances add|devices rename \S+|people rename [^\"]*|[^`]*--(?:name|owner-name|client-name|room))"
    r" \\?\"([^\"\\]+)")
# Characters that move the cursor, change the text direction or are invisible.
ACTIVE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")

NAMES = [
    "Garden", "Kök", "Ko\u0308k", "  Kök  ", "a  b", "Rum (1)_-2", "書斎", "غرفة", "ห้องครัว", "कमरा", "½ Ⅷ ١", "𝔸", "ﷺ", "Å" * 127,
    "Å" * 128, "A" * 100, "A" * 101, "𝔸" * 64, "Z" + "\u0301" * 100, "Z" + "\u0301" * 300, "", " ", "\t", "\n", "a\tb", "a\nb",
    "a\0b", "\x1b[31m", "\x9b5m", "a\u00a0b", "\u00ad", "a\u00adb", "\u200b", "a\u200bb", "a\u200db", "\u202eabc", "\u2066abc\u2069",
    "\u061c", "\ufeff", "\u3164", "\u115f\u1160", "a\u3164", "\u034f", "a\u034f", "\u17b4", "\ufe0f", "a\ufe0f", "1\ufe0f\u20e3", "👩‍👩‍👧",
    "🏠", "\U000e0041", "\ue000", "\ufffe", "\u2028", "<b>", "a<b", "a&b", "\"a\"", "'a'", "a/b", "..", ".", "a.b", "a:b", "${a}", "{{a}}",
    "%00", "a\\b", "I\u0307stanbul", "\u0301", "\u200d\u0301", "e\u0301" * 100, "\u1100\u1161" * 50, "\U0001f1f8\U0001f1ea",
]


@pytest.fixture(scope="module")
def hostile_devices(house):
    """Discovered devices with hostile names that are not adopted yet."""
    with homie_device(house, "hostile") as bridge:
        for device, name in HOSTILE.items():
            bridge.announce(device, name)
        house.wait_for_discovery(HOSTILE)
        yield


@pytest.mark.usefixtures("hostile_devices")
def test_hostile_names_of_discovered_devices_are_inert(olga):
    olga.open("settings/devices")
    expect(olga.page.get_by_text("gpj.exe").first).to_be_visible()
    expect(olga.page.get_by_text("<img src=x").first).to_be_visible()
    expect(olga.page.get_by_text("{{7*7}} ${7*7}").first).to_be_visible()
    assert_names_are_inert(olga)


@pytest.mark.usefixtures("hostile_devices")
def test_hostile_names_of_adopted_devices_are_inert(house, olga):
    adopted = [house.adopt(device, purposes={"main": "light"}) for device in HOSTILE]
    expect(olga.page.locator(".tile").filter(has_text="gpj exe")).to_be_visible()
    assert_names_are_inert(olga)
    for device in adopted:
        house.remove(device)


def assert_names_are_inert(user):
    assert "owned" not in user.page.title()
    assert user.page.locator("main img, main script, main iframe, main [onerror], main [onfocus]").count() == 0
    assert not ACTIVE.search(user.page.locator("body").inner_text())
    assert user.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_and_the_gateway_agree_on_names(house, olga):
    """Compares whether a name is valid, and which rule an invalid name breaks."""
    verdicts = dict(zip(NAMES, olga.evaluate_in_module("core/names.js", f"""({{ nameProblem }}) =>
      {json.dumps(NAMES)}.map((name) => nameProblem(name)?.code ?? null)""")))
    assert verdicts == {name: gateway_verdict(house, name) for name in NAMES}


def gateway_verdict(house, name):
    response = house.request("POST", "/rooms", {"name": name}, expecting=[201, 409, 422])
    if "id" in response:
        house.request("DELETE", f"/rooms/{response['id']}")
        return None
    return response["code"]


def suggested_names(languages):
    """Yields every name that the page, the samples and the documents suggest."""
    for language in languages.values():
        for key in PROPOSED_LISTS:
            yield from language["messages"][key].split(", ")
        for key in PROPOSED:
            yield language["messages"][key].format(browser="Samsung Internet", system="iPhone")
    with open(ROOT / "simulators" / "villa-appliances.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            yield from filter(None, [row["name"], row["room"]])
    for path in [*(ROOT / "simulators" / "scenarios").glob("*.yaml"), *(ROOT / "Tests" / "WebTests").glob("*.yaml")]:
        for quoted, plain in SCENARIO_NAME.findall(path.read_text(encoding="utf-8")):
            yield quoted or plain.strip()
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "Sources" / "TomteCommands").rglob("*.swift")]
    for path in documents:
        yield from COMMAND_NAME.findall(path.read_text(encoding="utf-8"))


def test_every_suggested_name_is_valid(olga, languages):
    names = sorted(set(suggested_names(languages)))
    invalid = olga.evaluate_in_module("core/names.js", f"""({{ nameProblem }}) =>
      {json.dumps(names)}.filter((name) => nameProblem(name))""")
    assert len(names) > 40
    assert invalid == []


def test_a_valid_name_is_proposed_for_an_invalid_one(olga):
    olga.open("settings/home")
    field = olga.field("Home name")
    before = field.input_value()
    field.fill("Kids’ lamp")
    mistake = olga.page.locator(".field", has=field).locator(".mistake")
    expect(mistake).to_contain_text("’ (character 5)")
    olga.page.get_by_role("button", name="Use “Kids lamp”").click()
    expect(field).to_have_value("Kids lamp")
    expect(field).to_be_focused()
    expect(mistake).to_be_empty()
    expect(olga.page.get_by_role("button", name="Use “Kids lamp”")).to_be_hidden()
    field.fill(before)


def test_a_proposed_name_keeps_what_a_name_can_have(olga):
    proposals = {
        "Olga's laptop": "Olgas laptop", "Kim O’Hara": "Kim OHara", "“Lamp”": "Lamp", "a/b": "a b", "Café & bar": "Café bar",
        "🔥": None, "'": None, "Lamp\u202e": "Lamp",
    }
    found = olga.evaluate_in_module("core/names.js", f"""({{ validName }}) =>
      {json.dumps(list(proposals))}.map((name) => validName(name))""")
    assert dict(zip(proposals, found)) == proposals


def test_a_step_of_the_setup_is_ticked_only_when_its_last_act_was_not_refused(house, olga):
    olga.allow_statuses(422)
    ticks = olga.page.locator(".step-link", has_text="Rooms").locator(".step-sign svg")
    refuse = lambda route: route.fulfill(
        status=422, content_type="application/problem+json", body=json.dumps({"status": 422, "code": "invalidCharacters"}))
    olga.page.route("**/api/v1/rooms", refuse)
    olga.open("setup/rooms")
    room = olga.page.get_by_role("button", name="Attic", exact=True)
    room.click()
    expect(olga.page.locator(".toast.danger")).to_be_visible()
    expect(room).to_have_attribute("aria-pressed", "false")
    olga.open("setup/trust")
    expect(olga.page.locator(".step-sign svg").first).to_be_visible()
    expect(ticks).to_have_count(0)
    olga.page.unroute("**/api/v1/rooms", refuse)
    olga.open("setup/rooms")
    room.click()
    expect(room).to_have_attribute("aria-pressed", "true")
    olga.open("setup/trust")
    expect(ticks).to_have_count(1)
    olga.open("setup/rooms")
    room.click()
    expect(room).to_have_attribute("aria-pressed", "false")


def test_a_part_without_a_name_is_counted(house, olga):
    switch = {"properties": {"state": {"datatype": "boolean", "settable": True}}}
    with homie_device(house, "relay") as relay:
        relay.announce("relay", "Relay", nodes={"switch-0": switch, "switch-1": switch})
        house.adopt("relay", purposes={"switch-0": "light", "switch-1": "light"})
        olga.open("device/relay")
        details = olga.page.get_by_role("region", name="Details")
        expect(details).to_contain_text("Part 1 controls")
        expect(details).to_contain_text("Part 2 controls")
        expect(olga.page.locator(".part-name")).to_have_text(["Part 1", "Part 2"])
        olga.leave()
        house.remove("relay")


def test_the_first_mistake_of_a_long_form_comes_into_view(olga):
    olga.evaluate_in_module("parts/form.js", """({ form, nameField }) => {
      const name = nameField({ name: "name", label: "Name of the browser", value: "a/b" });
      const space = document.createElement("div");
      space.style.height = "3000px";
      document.getElementById("main").replaceChildren(form([name, space], { verb: "Go on", submit: async () => {} }));
      name.input.focus();
    }""")
    field = olga.field("Name of the browser")
    # The field has the focus already, so that the focus alone would bring nothing into view.
    olga.page.evaluate("() => { scrollTo(0, 9999); document.querySelector('#main form').requestSubmit(); }")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    expect(olga.page.locator("#main .mistake").first).to_be_in_viewport()


def test_parts_and_labels_have_names_in_the_language_of_the_page(house, new_browser):
    user = new_browser(house, locale="sv-SE").sign_in(house.owner)
    names = user.evaluate_in_module("home/device.js", """({ ownPartName, capabilityName }) => [
      ownPartName("outside", ["main", "outside"]), ownPartName("deep-well", ["main", "deep-well"]),
      ...["energy.returned", "number.own-label"].map((name) => capabilityName({ name }))]""")
    assert names == ["utomhus", "deep well", "Energi: återmatad", "Own label"]
