"""An incident is opened, contained, exported and closed. Its evidence is verified without any part of the gateway."""

import os
import subprocess
import tempfile

import evidence

PASSPHRASE = "correct horse battery staple"


def check_incidents(gateway, owner):
    assert {rule["rule"] for rule in owner.request("GET", "/incident-rules")} >= {"manyRefusals", "twoAddresses"}
    incident = owner.request("POST", "/incidents", {"title": "My phone was stolen", "note": "On the train."})
    path = f"/incidents/{incident['id']}"
    assert incident["id"] in [one["id"] for one in owner.request("GET", "/incidents")]
    assert owner.request("POST", f"{path}/seen")["isSeen"]
    assert len(owner.request("POST", f"{path}/notes", {"text": "It is an old phone."})["notes"]) == 2
    plan = owner.request("GET", "/key-rotation")
    assert "overlap" not in plan and any(item["effect"] == "setUpAgain" for item in plan["items"])
    act = owner.request("POST", f"{path}/containment", {"step": "lockdown"})["acts"][-1]
    assert act["containment"] == "lockdown" and act["isDone"]
    owner.request("POST", "/lockdown", {"isOn": False})
    assert owner.request("GET", path)["acts"][-1]["containment"] == "endLockdown"
    notice = owner.request("GET", f"{path}/notice?language=sv")
    assert notice["language"] == "sv" and "My phone was stolen" in notice["text"]
    check_bundle(owner.request("POST", f"{path}/export"), incident["id"])
    check_bundle(decrypted_export(gateway, incident["id"]), incident["id"])
    closed = owner.request("POST", f"{path}/closing", {"reason": "The phone was found."})
    assert not closed["isOpen"] and not owner.request("GET", path)["isOpen"]
    assert owner.request("PATCH", path, {"title": "My tablet was stolen"})["title"] == "My tablet was stolen"
    reopened = owner.request("POST", f"{path}/reopening")
    assert reopened["isOpen"] and "closing" not in reopened
    assert reopened["reopenings"][0]["closing"]["reason"] == "The phone was found."
    assert not owner.request("POST", f"{path}/closing", {})["isOpen"]


def check_bundle(archive, incident):
    files, entries = evidence.verify(archive)
    events = {entry["entry"]["event"] for entry in entries if entry["entry"].get("target") == incident}
    assert events >= {"incident.open", "incident.note", "incident.contain", "incident.export"}, events
    for name in ["incident.json", "configuration.json", "health.json", "log.txt", "VERIFY.txt"]:
        assert name in files


def decrypted_export(gateway, incident):
    """Exports with the command line, which encrypts with gpg, and decrypts with gpg."""
    with tempfile.TemporaryDirectory() as folder:
        file, home = os.path.join(folder, "evidence.gpg"), os.path.join(folder, "gpg")
        os.mkdir(home, 0o700)
        subprocess.run(
            [gateway.program, "incident", "export", incident, "--state", str(gateway.state), "--output", file],
            input=f"{PASSPHRASE}\n".encode(), check=True, stdout=subprocess.DEVNULL)
        assert os.stat(file).st_mode & 0o777 == 0o600
        with open(file, "rb") as encrypted:
            assert b"incident.json" not in encrypted.read()
        return subprocess.run(
            ["gpg", "--homedir", home, "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase-fd", "0",
             "--decrypt", file], input=f"{PASSPHRASE}\n".encode(), check=True, stdout=subprocess.PIPE).stdout
