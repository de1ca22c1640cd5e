"""What a running home stores is what `GET /privacy` declares: its tables, columns and files, read without the program."""

import contextlib
import fnmatch
import os
import re
import sqlite3

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
