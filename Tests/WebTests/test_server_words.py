"""What the gateway reports is shown in the language of the page, by its codes and values."""

import json
import re

from house import ROOT
from playwright.sync_api import expect

SOURCES = ROOT / "Sources"
FINDING = re.compile(r'HealthFinding\(\s*"([a-z]+\.[A-Za-z]+)"')
STATE = re.compile(r'"state": \.text\((?:[^")]*\? )?"(\w+)"(?: : "(\w+)")?\)')
SUBSYSTEM = re.compile(r'SubsystemHealth\(\s*"(\w+)"')
CODE = re.compile(r'CommandResult\([^()]*code: "(\w+)"')
LINK_ERROR = re.compile(r'case \.lockPIN\w+: "(\w+)"')
SENTENCE = re.compile(r'CodedSentence\(\s*"(\w+)"')
EITHER = re.compile(r'\? "(\w+)" : "(\w+)"')
DENIAL = re.compile(r'case [^:]+: "(\w+)"')


def swift(folder):
    return {path: path.read_text(encoding="utf-8") for path in (SOURCES / folder).rglob("*.swift")}


def test_every_finding_of_a_health_check_has_its_sentences(messages):
    sources = swift("GatewayApp") | swift("MatterLink")
    codes = {code for text in sources.values() for code in FINDING.findall(text)}
    assert len(codes) > 30
    for kind in ("finding", "remedy"):
        described = {key.removeprefix(f"health.{kind}.") for key in messages if key.startswith(f"health.{kind}.")}
        described |= {re.sub(r"\.(notice|warning|failing)$", "", code) for code in described}
        assert not codes - described


def test_every_state_of_a_subsystem_has_its_summary(messages):
    for path, text in swift("GatewayApp/Health").items():
        # The check of pairings has the name of its link.
        names = ["homekit", "matter"] if path.name == "PairingCheck.swift" else SUBSYSTEM.findall(text)[:1]
        for state in [state for pair in STATE.findall(text) for state in pair if state]:
            assert names and all(f"health.summary.{name}.{state}" in messages for name in names), (path.name, state)


def test_every_outcome_and_denial_has_its_sentence(messages):
    outcomes = {code for text in swift("GatewayCore/Commands").values() for code in CODE.findall(text)}
    outcomes |= {code for text in swift("GatewayCore/Commands").values() for code in LINK_ERROR.findall(text)}
    assert {"stopped", "lockPINNeeded", "lockPINRefused"} < outcomes
    assert not {code for code in outcomes if f"outcome.ended.{code}" not in messages}
    decisions = (SOURCES / "HomeModel/Access/AccessDecision.swift").read_text(encoding="utf-8")
    denials = set(DENIAL.findall(decisions.partition("var code: String")[2]))
    assert {"routineOnly", "lockedDown"} < denials
    assert not {code for code in denials - {"unknownPerson"} if f"problem.{code}" not in messages}


def test_every_problem_of_the_audit_log_has_its_sentence(messages):
    text = (SOURCES / "AuditTrail/Chains/CodedSentence+chains.swift").read_text(encoding="utf-8")
    codes = set(SENTENCE.findall(text)) | {code for pair in EITHER.findall(text) for code in pair} | {"earlierLoss"}
    assert len(codes) > 20
    assert codes == {key.removeprefix("shield.problem.") for key in messages if key.startswith("shield.problem.")}


def test_every_failure_of_a_device_setup_has_its_sentence(messages):
    text = (SOURCES / "HomeModel/Provisioning/SetupFailure.swift").read_text(encoding="utf-8")
    codes = set(re.findall(r'case \.\w+: "(\w+)"', text))
    assert len(codes) == 13
    assert not {code for code in codes if not {f"setupDevice.failure.{code}", f"problem.{code}"} & set(messages)}


def test_every_obstacle_of_a_pairing_has_its_sentence(messages):
    text = (SOURCES / "HomeModel/Devices/DevicePairingObstacle.swift").read_text(encoding="utf-8")
    codes = set(re.findall(r"case (\w+)$", text, re.MULTILINE))
    assert len(codes) == 10
    for protocol in ("homekit", "matter"):
        assert codes | {"invalidCode", "wrongCode"} == {
            key.partition(".problem.")[2] for key in messages if key.startswith((f"{protocol}.problem.", "pairing.problem."))}


def test_every_trouble_of_a_pairing_has_its_words(messages):
    codes = set()
    for file in ("HomeKitLink/Link/Trouble+accessories.swift", "MatterLink/Link/LinkFinding+nodes.swift"):
        text = (SOURCES / file).read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:code: |case .*: )"(\w+)"', text.partition("DevicePairing.Trouble")[2]))
    failures = (SOURCES / "MatterLink/Sessions/NodeFailure+explanation.swift").read_text(encoding="utf-8")
    codes_of_nodes = set(re.findall(r': "(\w+)"$', failures.partition("var code")[2].partition("\n    }")[0], re.MULTILINE))
    assert {"connecting", "notFound", "unreachable"} <= codes and len(codes_of_nodes) > 7
    assert codes | codes_of_nodes == {
        key.removeprefix("pairing.trouble.") for key in messages if key.startswith("pairing.trouble.")}
    states = {"connecting", "notFound", "notSubscribed", "otherHomesOnly", "unfinished", "removing"} | codes_of_nodes
    for kind in ("finding", "remedy"):
        assert not {code for code in states - {"connecting"} if f"health.{kind}.matter.{code}" not in messages}


def test_every_step_and_note_of_a_new_device_has_its_sentence(house, messages):
    missing = set()
    for family in ("shelly", "tasmota", "esphome", "zigbee2mqtt", "homie", "generic"):
        for proof in ("password", "certificate"):
            body = {"dialect": family, "proof": proof, "mac": "A4:CF:12:00:1B:2C"}
            sheet = house.request("POST", "/devices/words-test/provision", body)
            assert sheet["steps"] and sheet["notes"]
            keys = {f"provision.step.{step['code']}" for step in sheet["steps"]}
            missing |= (keys | {f"provision.note.{note['code']}" for note in sheet["notes"]}) - set(messages)
    house.request("DELETE", "/credentials/words-test")
    assert not missing


def test_the_steps_and_problems_are_swedish(house, new_browser):
    olga = new_browser(house, locale="sv-SE").sign_in(house.owner)
    note = {"code": "reserveAddress", "values": {"host": "192.0.2.7"}, "text": "192.0.2.7 must stay."}
    shown = olga.evaluate_in_module(
        "core/coded-sentence.js", f"({{ codedSentence }}) => [codedSentence('provision.note', {json.dumps(note)}),"
        "codedSentence('provision.note', { code: 'new', values: {}, text: 'It is new.' })]")
    assert shown == [
        {"text": "Tomte måste behålla adressen 192.0.2.7: reservera den i routern.", "lang": None},
        {"text": "It is new.", "lang": "en"}]
    credential = {
        "dialect": "homie", "root": "porch", "proof": "password", "host": "tomte.local", "port": 8884,
        "addresses": ["fe80::1", "192.0.2.7"]}
    settings = olga.evaluate_in_module(
        "views/found/settings-text.js",
        "({ settingsText }) => settingsText({ code: 'settings', text: 'Broker' }, " + json.dumps(credential) + ")")
    assert settings.splitlines()[:2] == [
        "Meddelandeserver   tomte.local eller 192.0.2.7, port 8884, MQTT över TLS 1.2 eller 1.3",
        "Användarnamn       porch, som också är klient-ID"]


def test_the_health_view_is_swedish(house, new_browser):
    olga = new_browser(house, locale="sv-SE").sign_in(house.owner)
    olga.open("settings/health")
    parts = olga.page.locator(".health-part")
    expect(parts.first).to_be_visible()
    expect(parts.filter(has_text="Personer och telefoner")).to_contain_text(re.compile("telefon(er och| eller) webbläsare"))
    expect(parts.filter(has_text="Meddelandeserver")).to_contain_text("Igång på port")
    expect(olga.page.locator("main [lang=en]")).to_have_count(0)


def test_an_unknown_finding_is_shown_in_english_after_a_general_sentence(house, new_browser):
    olga = new_browser(house, locale="sv-SE").sign_in(house.owner)
    finding = '{ code: "garden.flooded", severity: "warning", message: "The garden is flooded.", remedy: "Wait." }'
    shown = olga.evaluate_in_module("views/health/health-text.js", f"({{ findingText }}) => findingText({finding})")
    assert shown == {
        "general": "Tomte rapporterar ett problem:", "message": {"text": "The garden is flooded.", "lang": "en"},
        "remedy": {"text": "Wait.", "lang": "en"}}


def test_the_time_of_a_lost_connection_is_part_of_its_finding(house, new_browser):
    olga = new_browser(house, locale="sv-SE").sign_in(house.owner)
    values = {"name": "Plug", "since": "2026-01-01T12:00:00Z"}
    finding = {"code": "matter.unreachable", "severity": "warning", "values": values, "message": "", "remedy": ""}
    shown = olga.evaluate_in_module(
        "views/health/health-text.js", f"({{ findingText }}) => findingText({json.dumps(finding)})")
    assert shown["message"]["text"].startswith("”Plug” kan inte nås. Inte ansluten sedan ")
    assert "sedan" not in shown["remedy"]["text"]


def test_certificates_of_the_gateway_have_names_in_each_language(messages):
    connections = (SOURCES / "HomeCertificates/Credentials/GatewayConnection.swift").read_text(encoding="utf-8")
    connections = connections.partition("\n}")[0]
    names = {"web-root", "device-root", "api", "broker"} | set(re.findall(r'= "([\w-]+)"', connections))
    assert names == {key.removeprefix("health.certificate.") for key in messages if key.startswith("health.certificate.")}


def test_a_certificate_is_named_in_swedish(house, new_browser):
    olga = new_browser(house, locale="sv-SE").sign_in(house.owner)
    shown = olga.evaluate_in_module("views/health/health-text.js", """({ findingText }) => [
      { code: "certificates.otherRoot", severity: "failing", values: { name: "web root" } },
      { code: "certificates.mismatch", severity: "failing", values: { name: "tomte-control" } },
      { code: "certificates.expiring", severity: "failing", values: { name: "hal-lamp" } },
    ].map((finding) => findingText(finding).message.text)""")
    assert shown == [
        "Filen för webbroten saknas eller har ändrats.",
        "Certifikatet för Tomtes anslutning för kommandon hör inte till sin nyckel eller sin rot.",
        "Certifikatet för hal-lamp har gått ut."]


def test_an_outcome_is_explained_in_swedish_and_what_is_refused_is_not_offered(house, new_browser):
    cleo = new_browser(house, locale="sv-SE").sign_in(house.add_person("Cleo", "child"))
    cleo.open_tile("Front door")
    expect(cleo.page.locator(".capability[data-capability=lock]")).to_be_visible()
    expect(cleo.button("Lås upp")).to_have_count(0)
    texts = cleo.evaluate_in_module("home/command-outcome.js", """({ outcomeText }) => [
      { outcome: "failed", code: "stopped", reported: 43, detail: "The cover was stopped at 43 %." },
      { outcome: "timedOut", code: "timedOut", detail: "No report." },
      { outcome: "failed", code: "failed", detail: "The relay is broken." },
      { outcome: "failed", code: "somethingNew", detail: "It is new." },
    ].map((record) => outcomeText(record, { name: "position" }))""")
    assert texts == [
        "Stannade vid 43\u00a0%.", "Inget svar i tid. Läget är okänt.", "Det gick inte. The relay is broken.",
        "Det gick inte. It is new."]
