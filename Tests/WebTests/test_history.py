"""The history view describes each audit entry, and does not show a request for the PIN as a refusal."""

import re

import pytest
from house import ROOT
from playwright.sync_api import expect

ACT = re.compile(r'"act": "(\w+)"')


def sentence(user, event, success=True, actor="olga", **entry):
    """Returns the sentence of the page about an entry, and whether the page marks the entry as a failure."""
    record = {"time": "2026-01-31T12:00:00.000Z", "sequence": 1, "hash": "", "entry": {
        "event": event, "severity": "security", "success": success, "actor": actor, "metadata": {}} | entry}
    return user.page.evaluate("""async (record) => {
      const base = document.querySelector("script[src$='/main.js']").src;
      const { AuditNames } = await import(new URL("home/audit-sentences.js", base));
      const { auditRow } = await import(new URL("views/history/row.js", base));
      const store = { devices: new Map(), room: () => null, capability: () => null };
      const row = auditRow({ record }, new AuditNames(store, [{ id: "olga", name: "Olga" }, { id: "kim", name: "Kim" }]));
      return [row.querySelector(".audit-words").textContent, row.querySelector(".is-amiss") !== null];
    }""", record)


UNLOCK = {"capability": "lock", "value": "unlocked", "part": "main", "outcome": "refused", "command": "c-1"}


@pytest.mark.parametrize("event, success, entry, text, is_failure", [
    ("device.control", False, {"target": "door", "metadata": UNLOCK | {"reason": "stepUpNeeded"}},
     "Olga was asked for a PIN: door, lock → unlocked.", False),
    ("device.control", False, {"target": "door", "metadata": UNLOCK | {"reason": "notPermitted"}},
     "Olga wasn’t allowed to control door (lock → unlocked). Their role doesn’t allow it.", True),
    ("device.control", False, {"target": "door", "metadata": UNLOCK | {"reason": "keyReused", "outcome": "invalid"}},
     "A different command had the same request ID.", True),
    ("auth.stepUp", False, {"metadata": {"purpose": "people"}}, "Olga", False),
    ("auth.stepUp", False, {}, "Olga entered a wrong PIN.", True),
    ("policy.change", False, {"concerned": "olga", "metadata": {"act": "firstPIN"}},
     "Olga couldn’t choose a first PIN: the 10 minutes had passed.", True),
    ("policy.change", False, {"concerned": "kim", "metadata": {"act": "clearPIN", "failure": "notStored"}},
     "Olga removed the PIN of Kim. It failed.", True),
    ("policy.change", False, {"concerned": "olga"}, "Olga entered a wrong PIN, so it wasn’t changed.", True),
    ("policy.change", True, {"concerned": "kim", "metadata": {"act": "allowFirstPIN"}},
     "Olga allowed Kim to choose a first PIN.", False),
    ("settings.change", True, {"metadata": {"act": "confirmClock"}}, "Olga confirmed that the clock is right.", False),
    ("settings.change", True, {"metadata": {"act": "somethingNew"}}, "Olga changed a setting.", False),
    ("settings.change", True, {}, "Olga changed a setting.", False),
    ("settings.change", True, {"target": "something"}, "Olga changed a setting: something.", False),
])
def test_an_entry_has_its_sentence_and_failure_mark(olga, event, success, entry, text, is_failure):
    shown, is_marked = sentence(olga, event, success, **entry)
    assert text in shown and is_marked == is_failure


def test_every_audited_act_has_a_sentence(messages):
    """Includes every `act` that the gateway writes into the audit log."""
    sources = (ROOT / "Sources" / "GatewayCore").rglob("*.swift")
    acts = {act for path in sources for act in ACT.findall(path.read_text())}
    assert len(acts) > 15
    described = {key.rsplit(".", 1)[1] for key in messages if key.startswith(("history.said.", "history.not."))}
    assert not acts - described


def test_a_pin_request_is_not_marked_as_a_failure(house, olga_in_new_browser):
    olga = olga_in_new_browser
    olga.allow_statuses(403)
    olga.open_tile("Front door")
    value = olga.page.locator(".capability[data-capability=lock] .numerals")
    olga.button("Unlock").click()
    olga.enter_pin()
    expect(value).to_have_text("unlocked")
    olga.button("Lock").click()
    expect(value).to_have_text("locked")
    olga.open("history")
    entry = olga.page.locator("details.audit").filter(has_text="was asked for a PIN: Front door").first
    expect(entry).to_be_visible()
    expect(entry).not_to_have_class(re.compile("is-amiss"))
