"""What a running home stores is what `GET /privacy` declares: its tables, columns and files, read without the program.
Consents are answered, a person is erased, and at the end the home is wiped.
"""

import contextlib
import datetime
import fnmatch
import json
import os
import re
import sqlite3
import subprocess

from gateway import wait_until

# A file that is being written: a dot, its name, a dot, and a suffix.
TEMPORARY = re.compile(r"\.(.+)\.[^.]+")


def check_privacy(gateway, owner, console):
    """Checks the inventory against the folder of the home, and the notice. Returns the number of kinds."""
    kinds = owner.request("GET", "/privacy")["kinds"]
    places = [place for kind in kinds for place in kind["places"]]
    check_tables(gateway, [place for place in places if place["sort"] == "table"])
    check_files(gateway, [place for place in places if place["sort"] == "files"])
    check_amounts(kinds, owner, console)
    check_notice(owner)
    return len(kinds)


def check_tables(gateway, places):
    declared = {}
    for place in places:
        declared.setdefault(place["name"], set()).update(place["items"])
    with contextlib.closing(sqlite3.connect(f"file:{gateway.state}/home.sqlite?mode=ro", uri=True)) as database:
        tables = [name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        stored = {
            table: {name for name, in database.execute("SELECT name FROM pragma_table_info(?)", (table,))}
            for table in tables}
    assert stored == declared, {table for table in stored | declared if stored.get(table) != declared.get(table)}


def check_files(gateway, places):
    declared = {}
    for place in places:
        if not place["name"].startswith("brokerService:"):
            declared.setdefault(place["name"], []).extend(place["items"])
    count = 0
    for folder, _, names in os.walk(gateway.state):
        path = os.path.relpath(folder, gateway.state).removeprefix(".")
        for name in names:
            temporary = TEMPORARY.fullmatch(name)
            known = [name, temporary[1]] if temporary else [name]
            patterns = declared.get(path, [])
            assert any(fnmatch.fnmatchcase(each, pattern) for each in known for pattern in patterns), f"{path}/{name}"
            count += 1
    assert count > 20


def check_amounts(kinds, owner, console):
    amounts = {kind["id"]: (kind.get("rows"), kind.get("bytes")) for kind in kinds}
    assert amounts["personNames"][0] == len(owner.request("GET", "/people"))
    assert amounts["rooms"][0] >= len(owner.request("GET", "/rooms"))
    assert all(amounts[kind][1] > 0 for kind in ["auditLog", "database", "sealedSecrets", "energyReadings"])
    for person in owner.request("GET", "/people"):
        for kind in console.request("GET", "/privacy", **{"Tomte-As": person["id"]})["kinds"]:
            assert ("bytes" in kind) <= (person["role"] in ["owner", "admin"]), (person, kind)


def check_notice(owner):
    notice = owner.request("GET", "/privacy/notice")
    assert owner.request("GET", "/home")["unseenNotice"] == notice["version"] and "seenVersion" not in notice
    seen = owner.request("PUT", "/privacy/notice", {"version": notice["version"]})
    assert seen["seenVersion"] == notice["version"] and seen["seenAt"]
    assert "unseenNotice" not in owner.request("GET", "/home")
    owner.request("PUT", "/privacy/notice", {"version": notice["version"] + 1}, expecting=[422])


def answer_consents(gateway, owner):
    """Gives both consents and withdraws them again."""
    for consent in owner.request("GET", "/privacy/consents"):
        path = f"/privacy/consents/{consent['id']}"
        assert consent["state"] == "notGiven" and consent["mayAnswer"], consent
        owner.request("PUT", path, {"version": consent["version"] + 1}, expecting=[409])
        assert owner.request("PUT", path, {"version": consent["version"]})["state"] == "given"
        if consent["id"] == "crashReports":
            read_and_remove_crash_report(gateway, owner)
        assert owner.request("DELETE", path)["consent"]["state"] == "notGiven"
    owner.request("DELETE", "/privacy/consents/nothing", expecting=[404])


def read_and_remove_crash_report(gateway, owner):
    """A gateway that runs has no report about itself, so a file in its folder stands for one."""
    now = datetime.datetime.now(datetime.timezone.utc)
    report = {
        "id": "k3x9d0a7q2m4w8zp", "time": f"{now:%Y-%m-%dT%H:%M:%S}.000Z", "version": "0.1.0", "architecture": "x86_64",
        "signal": "SIGSEGV", "isSignalFromOutside": False, "phase": "serving", "uptimeSeconds": 60,
        "frames": ["0x1a2b", "-"], "lines": [{"secondsBefore": 1, "text": "notice the gateway serves"}]}
    folder, path = gateway.state / "crash-reports", f"/privacy/crash-reports/{report['id']}"
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / f"{report['id']}.json"
    file.write_text(json.dumps(report))
    file.chmod(0o600)
    assert [one["id"] for one in owner.request("GET", "/privacy/crash-reports")] == [report["id"]]
    assert owner.request("GET", path) == report
    owner.request("DELETE", path)
    assert not file.exists()
    owner.request("GET", path, expecting=[404])


def erase_person(owner):
    person = owner.request("POST", "/people", {"name": "Erik", "role": "guest"})["id"]
    owner.request("POST", "/privacy/erasures", {"person": person, "name": "Erika"}, expecting=[422])
    erasure = owner.request("POST", "/privacy/erasures", {"person": person, "name": "Erik"}, expecting=[202])

    def state():
        return {one["id"]: one["state"] for one in owner.request("GET", "/privacy/erasures")}[erasure["id"]]

    wait_until("the erasure is finished", lambda: state() == "finished")
    assert person not in [one["id"] for one in owner.request("GET", "/people")]
    owner.request("POST", "/privacy/erasures", {"person": person, "name": person}, expecting=[409])
    assert any(entry.get("act", {}).get("isErased") for entry in owner.request("GET", "/activity"))
    assert any(record.get("isErased") for record in owner.request("GET", "/audit"))


def wipe_home(gateway, owner):
    """Wipes the home, which ends the test: the gateway serves a home without people then."""
    name = owner.request("GET", "/home")["name"]
    assert owner.request("GET", "/privacy/wipe")["state"] == "none"
    owner.request("POST", "/privacy/wipe", {"name": f"{name}!"}, expecting=[422])
    assert owner.request("POST", "/privacy/wipe", {"name": name}, expecting=[202])["state"] == "wiping"

    def is_empty():
        with contextlib.suppress(subprocess.CalledProcessError):
            return gateway.run_command("people", "list") == []
        return False

    wait_until("the gateway serves an empty home", is_empty)
