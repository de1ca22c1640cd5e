"""A small home with some data of each kind, so that no response is empty."""

import contextlib
import io
import json
import subprocess
import zipfile

from attachments import keep_attachments
from client import Client
from device_makers import add_and_remove_maker
from device_setup import own_address, plan_and_cancel_setup
from dpop_client import DPoPClient
from gateway import managed_process, wait_until
from maintenance import keep_appliances
from people import pair_client, use_invitations


@contextlib.contextmanager
def populated_home(gateway, client, console):
    """Adds data to the home: devices, people, clients, a grant, a deny, a hold, imported readings and commands.

    Simulates the devices while the context is open.
    """
    with managed_process(gateway.start_command("simulate", "flat", log=gateway.state.parent / "simulator.log")):
        adopt(client, "lamp", purposes={"main": "light"})
        adopt(client, "climate", purposes={})
        edit_home_and_rooms(client, console)
        provision_faulty_device(gateway, console)
        if own_address():
            plan_and_cancel_setup(gateway, console)
        add_people(client, console)
        add_and_remove_maker(console)
        send_commands(client)
        import_history(client)
        strike_and_restore_readings(client)
        wait_until("a reading is stored", lambda: readings(client)["readings"])
        for parameters in ["&resolution=hour", "&points=2&limit=10", "&part=main&from=2026-01-31T12:00:00Z"]:
            readings(client, parameters)
        readings(client, Accept="text/csv")
        keep_appliances(client)
        keep_attachments(client)
        export_own_data(client)
        yield


def adopt(client, device, **adoption):
    def is_adoptable():
        return any(found["id"] == device and found["isAdoptable"] for found in client.request("GET", "/discovered"))

    wait_until(f"{device} is adoptable", is_adoptable)
    client.request("POST", f"/discovered/{device}/adopt", {"room": "Room", **adoption})
    wait_until(f"{device} is ready", lambda: client.request("GET", f"/devices/{device}")["availability"] == "ready")


def edit_home_and_rooms(client, console):
    assert client.request("GET", "/home")["name"] == "Home"
    assert client.request("PATCH", "/home", {"name": " Solbacka"})["name"] == "Solbacka"
    assert client.request("GET", "/home")["name"] == console.request("GET", "/diagnostics")["home"] == "Solbacka"
    client.request("PATCH", "/home", {"name": "<b>"}, expecting=[422])
    for zone in ["Europe/Stockholm", "Etc/UTC"]:
        assert client.request("PUT", "/home/time-zone", {"timeZone": zone})["timeZone"] == zone
    assert client.request("PUT", "/home/time-zone", {"timeZone": "CET"}, expecting=[422])["code"] == "unknownTimeZone"
    attic = client.request("POST", "/rooms", {"name": "Attic"})["id"]
    client.request("PATCH", f"/rooms/{attic}", {"name": "Under the roof"})
    client.request("DELETE", f"/rooms/{attic}")


def provision_faulty_device(gateway, console):
    """Provisions a device that sends an invalid announcement, clears the finding and revokes the credential."""
    credential = console.request("POST", "/devices/faulty/provision", {"dialect": "homie"})
    files = {
        "--cafile": credential["certificateAuthority"], "--cert": credential["certificate"],
        "--key": credential["privateKey"]}
    paths = {option: gateway.state.parent / f"faulty{option}.pem" for option in files}
    for option, path in paths.items():
        path.write_text(files[option])
    subprocess.run([
        "mosquitto_pub", "-V", "5", "-h", "localhost", "-p", str(credential["port"]), "-i", "faulty", "-q", "1", "-r",
        "-t", "faulty/5/lamp/$description", "-m", "not JSON",
        *(word for option, path in paths.items() for word in (option, str(path)))], check=True)
    wait_until("the invalid announcement is a finding", lambda: console.request("GET", "/findings"))
    [finding] = console.request("GET", "/findings")
    assert finding["topic"] == "faulty/5/lamp/$description" and finding["code"] == "notJSON"
    console.request("DELETE", f"/findings/{finding['id']}")
    assert not console.request("GET", "/findings")
    assert "faulty" in [listed["root"] for listed in console.request("GET", "/credentials")]
    console.request("DELETE", "/credentials/faulty")


def add_people(client, console):
    anna = client.request("POST", "/people", {"name": "Ann", "role": "member"})["id"]
    client.request("PATCH", f"/people/{anna}", {"name": "Anna"})
    client.request("PATCH", f"/people/{anna}", {}, expecting=[422])
    kim = client.request("POST", "/people", {"name": "Kim", "role": "guest"})["id"]
    grant = client.request("POST", "/grants", {
        "person": kim, "permissions": ["controlDevices"], "rooms": ["room"], "windows": ["sat,sun 08:00-20:00"],
        "notAfter": "2199-01-31T12:00:00+01:00", "maximumUses": 10})
    deny = client.request("POST", "/denies", {"person": anna, "permissions": ["viewEnergy"]})
    [own] = console.request("GET", "/home", **{"Tomte-As": kim})["grants"]
    assert (own["rooms"], own["remainingUses"]) == ([{"id": "room", "name": "Room"}], 10)
    assert ("end" if own["appliesNow"] else "nextStart") in own
    why = client.request("GET", f"/people/{kim}/why?permission=viewEnergy")
    assert (why["code"], why["values"]["role"]) == ("notPermitted", "guest")
    change_rules(client, grant, deny)
    temporary = client.request("POST", "/grants", {"person": kim, "permissions": ["viewEnergy"]})
    client.request("DELETE", f"/grants/{temporary['id']}")
    client.request("POST", "/people", {"name": "A" * 100_000, "role": "member"}, expecting=[413])
    console.request("GET", "/diagnostics", expecting=[403], **{"Tomte-As": anna})
    console.request("GET", "/people", expecting=[403], **{"Tomte-As": "unknown"})
    use_clients(pair_client(client, client.sender.endpoint, anna), client, console)
    withdraw_pairings(client, anna)
    use_invitations(client, client.sender.endpoint, anna)
    use_tokens(client)


def change_rules(client, grant, deny):
    """Changes a grant and a deny. The gateway refuses values that a new grant cannot have, and the other kind's path."""
    changed = client.request("PATCH", f"/grants/{grant['id']}", {"windows": [], "without": ["maximumUses"]})
    assert changed == {key: value for key, value in (grant | {"windows": []}).items() if key != "maximumUses"}
    for change in [
            {"permissions": ["managePeople"]}, {"person": deny["person"]}, {"uses": 0}, {"rooms": ["attic"]},
            {"notAfter": "2001-01-31T12:00:00Z"}, {"maximumUses": 1, "without": ["maximumUses"]}, {"windows": None}]:
        client.request("PATCH", f"/grants/{grant['id']}", change, expecting=[422])
    client.request("PATCH", f"/denies/{deny['id']}", {"permissions": ["viewEnergy", "viewEnvironment"]})
    client.request("PATCH", f"/grants/{deny['id']}", {"windows": []}, expecting=[404])
    client.request("DELETE", f"/grants/{deny['id']}", expecting=[404])


def use_clients(phone, client, console):
    """Renews the tokens of a phone, sets a PIN, steps up, tries the operations of the console, and signs out."""
    sender = phone.sender
    sender.session = phone.request("POST", "/sessions/refresh", {"refreshToken": sender.session["refreshToken"]})
    [own] = phone.request("GET", "/clients")
    renamed = phone.request("PATCH", f"/clients/{own['id']}", {"name": "Tablet"})
    # `lastSeen` may have advanced by a minute.
    assert renamed == own | {"name": "Tablet", "lastSeen": renamed["lastSeen"]}
    assert renamed["lastSeen"] >= own["lastSeen"] >= own["pairedAt"][:16]
    phone.request("GET", "/people", expecting=[403])
    assert "device “nothing”" in phone.request("GET", "/devices/nothing", expecting=[404])["detail"]
    home = phone.request("GET", "/home")
    assert (home["hasPIN"], home["maySetPIN"]) == (False, True) and "hasPIN" not in console.request("GET", "/home")
    client.request("POST", f"/people/{own['person']}/pin/permission")
    phone.request("PUT", f"/people/{own['person']}/pin", {"pin": "735194"})
    assert phone.request("GET", "/home")["hasPIN"] is True
    phone.request("POST", "/step-up", {"pin": "735194", "purpose": "commands"})
    panel = pair_client(client, sender.endpoint, own["person"], approve=False, scope=["controlDevices"])
    panel.request("POST", "/step-up", {"pin": "735194", "purpose": "commands"}, expecting=[403])
    for operation in ["/claim-codes", "/pairings/reopen", f"/clients/{own['id']}/unlock"]:
        for remote in [client, phone]:
            assert remote.request("POST", operation, expecting=[403])["code"] == "consoleOnly"
    console.request("POST", f"/clients/{own['id']}/unlock")
    console.request("POST", "/pairings/reopen")
    client.request("POST", f"/people/{own['person']}/pin/permission", expecting=[409])
    phone.request("POST", f"/people/{own['person']}/pin/permission", expecting=[403])
    client.request("DELETE", f"/people/{own['person']}/pin")
    phone.request("DELETE", "/sessions/current")
    phone.request("GET", "/home", expecting=[401])


def withdraw_pairings(client, person):
    """Deletes invitations before their use, and a pairing before its approval."""
    sent = client.request("POST", "/invitations", {"person": person, "validMinutes": 60, "admission": "approval"})
    client.request("DELETE", f"/invitations/{sent['invitation']['id']}")
    offer = client.request("POST", "/pairing-codes", {"person": person})
    withdrawn = offer["code"]
    assert offer["link"].startswith(f"https://{offer['host']}:{offer['port']}/#pair={withdrawn}&key=")
    assert {len(row) for row in offer["qr"]} == {len(offer["qr"])}
    [invitation] = client.request("GET", "/pairing-codes")
    assert withdrawn not in str(invitation)
    client.request("DELETE", f"/pairing-codes/{invitation['id']}")
    code = client.request("POST", "/pairing-codes", {"person": person})["code"]
    unpaired = Client(DPoPClient(client.sender.endpoint), client.contract)
    unpaired.request("POST", "/pair", {"code": withdrawn, "clientName": "Phone"}, expecting=[422])
    pairing = unpaired.request("POST", "/pair", {"code": code, "clientName": "Phone"})
    client.request("DELETE", f"/pairings/{pairing['id']}")
    unpaired.request("POST", f"/pairings/{pairing['id']}/session", expecting=[404])


def use_tokens(client):
    grafana = client.request("POST", "/people", {"name": "Grafana", "role": "service"})["id"]
    token = client.request("POST", "/tokens", {
        "person": grafana, "name": "Scraper", "scope": ["viewEnvironment"], "days": 1})
    client.request("PATCH", f"/tokens/{token['id']}", {"name": "Prometheus"})
    client.request("DELETE", f"/tokens/{token['id']}")
    client.request("POST", "/tokens", {
        "person": grafana, "name": "Robot", "scope": ["controlDevices"], "days": 1}, expecting=[422])


def send_commands(client):
    [part] = client.request("GET", "/devices/lamp")["parts"]
    flags = {one["name"]: (one["mayCommand"], one["isSensitive"]) for one in part["capabilities"]}
    assert flags["switch"] == (True, False), flags
    command = {"capability": "switch", "value": True, "idempotencyKey": "first"}
    result = client.request("POST", "/devices/lamp/commands?wait=confirmed", command, expecting=[200])
    assert result["outcome"] == "confirmed", result
    client.request("GET", f"/commands/{result['id']}")
    assert result in client.request("GET", "/devices/lamp/commands?limit=10")
    client.request("GET", "/devices/nothing/commands", expecting=[404])
    group = {"targets": {"home": True}, "capability": "switch", "value": True, "idempotencyKey": "g1"}
    result = client.request("POST", "/commands?wait=confirmed", group, expecting=[200])
    client.request("GET", f"/commands/{result['id']}")
    client.request("POST", "/commands", group | {"value": False}, expecting=[409])
    client.request("POST", "/commands", group | {"targets": {}}, expecting=[422])
    client.request("POST", "/commands", group | {"targets": {"rooms": ["nothing"]}, "idempotencyKey": "g2"}, expecting=[422])
    client.request("POST", "/devices/lamp/commands", command | {"value": False}, expecting=[409])
    client.request("POST", "/devices/lamp/commands", {"capability": "lock", "value": "locked"}, expecting=[422])


def export_own_data(client):
    """Exports the data of the owner with the readings of the home, and reads the archive."""
    options = {"includesReadings": True, "times": "home", "language": "sv"}
    with zipfile.ZipFile(io.BytesIO(client.request("POST", "/privacy/exports", options))) as archive:
        assert archive.testzip() is None
        contents = {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
    assert {name.rpartition(".")[2] for name in contents if name.startswith("attachments/")} == {"jpg", "pdf"}
    files = {name: content.decode() for name, content in contents.items() if not name.startswith("attachments/")}
    own = client.request("GET", "/home")["person"]["id"]
    assert [one["id"] for one in json.loads(files["profile.json"])] == [own]
    assert json.loads(files["audit.json"])[0]["event"] == "data.export"
    assert files["readings/lamp/main/switch.csv"].startswith("\ufefftime,value,unit\r\n")
    assert '<html lang="sv">' in files["index.html"] and "<script" not in files["index.html"]
    client.request("POST", "/privacy/exports", {"person": "nothing"}, expecting=[404])
    client.request("POST", "/privacy/exports", {"times": "mars"}, expecting=[422])


def import_history(client):
    run = client.request("POST", "/imports", {"source": "script"})["id"]
    [device] = client.request("POST", f"/imports/{run}/devices", [
        {"origin": "meter", "name": "Old meter", "quantity": "energy", "flow": "gridImport"}])
    hours = range(1_767_225_600_000, 1_767_312_000_000, 3_600_000)
    client.request("POST", f"/imports/{run}/readings", {"series": [
        {"device": device["id"], "part": "main", "quantity": "energy", "times": list(hours),
         "values": [float(index) for index, _ in enumerate(hours)]}]})
    client.request("POST", f"/imports/{run}/end", {"isComplete": True})
    for grouping in ["device", "room", "hour", "day"]:
        rows = client.request("GET", f"/energy?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&by={grouping}")["rows"]
        assert rows
    for grouping, split in [("hour", "device"), ("day", "room")]:
        rows = client.request(
            "GET", f"/energy?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&by={grouping}&split={split}")["rows"]
        assert rows and all("start" in row for row in rows)
    refused = client.request("GET", "/energy?by=device&split=room", expecting=[422])
    assert refused["field"] == "split"
    client.request("PUT", "/retention/series", {
        "device": device["id"], "part": "main", "quantity": "energy", "hold": "dispute about a bill"})


def strike_and_restore_readings(client):
    """Strikes imported readings and restores them."""
    [meter] = [device["id"] for device in client.request("GET", "/devices") if device["name"] == "Old meter"]
    strike = {"quantity": "energy", "from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z", "above": 20}
    preview = client.request("POST", f"/devices/{meter}/readings/strikes/preview", strike)
    assert preview["count"] > 0 and preview["minimum"] > 20
    created = client.request("POST", f"/devices/{meter}/readings/strikes", strike)
    assert created["readings"] == preview and created in client.request("GET", "/strikes")
    assert client.request("POST", f"/devices/{meter}/readings/strikes/preview", strike)["count"] == 0
    client.request("POST", f"/strikes/{created['id']}/restore")
    assert client.request("POST", f"/devices/{meter}/readings/strikes/preview", strike) == preview
    client.request("POST", "/strikes/4711/restore", expecting=[404])


def readings(client, parameters="", **headers):
    return client.request("GET", f"/devices/climate/readings?quantity=temperature{parameters}", **headers)
