"""A small home with some data of each kind, so that no response is empty."""

import contextlib
import subprocess

from client import Client
from gateway import ended, eventually
from people import paired
from resident import Resident


@contextlib.contextmanager
def lived_in(gateway, client, console):
    """Fills the home: two devices, people and clients, a grant and a deny, a hold, imported readings, and commands.

    The devices are simulated while the context is open.
    """
    with ended(gateway.start("simulate", "flat", log=gateway.state.parent / "simulator.log")):
        adopt(client, "lamp", purposes={"main": "light"})
        adopt(client, "climate", purposes={})
        furnish(client, console)
        let_a_device_in(gateway, console)
        let_people_in(client, console)
        send_commands(client)
        bring_in_a_past(client)
        strike_readings(client)
        eventually("a reading is stored", lambda: readings(client)["readings"])
        for question in ["&resolution=hour", "&points=2&limit=10", "&part=main&from=2026-01-31T12:00:00Z"]:
            readings(client, question)
        readings(client, Accept="text/csv")
        yield


def adopt(client, device, **adoption):
    def waits():
        return any(found["id"] == device and found["isAdoptable"] for found in client.ask("GET", "/discovered"))

    eventually(f"{device} waits", waits)
    client.ask("POST", f"/discovered/{device}/adopt", {"room": "Room", **adoption})
    eventually(f"{device} is there", lambda: client.ask("GET", f"/devices/{device}")["availability"] == "ready")


def furnish(client, console):
    assert client.ask("GET", "/home")["name"] == "Home"
    assert client.ask("PATCH", "/home", {"name": " Solbacka"})["name"] == "Solbacka"
    assert client.ask("GET", "/home")["name"] == console.ask("GET", "/diagnostics")["home"] == "Solbacka"
    client.ask("PATCH", "/home", {"name": "<b>"}, expecting=[422])
    attic = client.ask("POST", "/rooms", {"name": "Attic"})["id"]
    client.ask("PATCH", f"/rooms/{attic}", {"name": "Under the roof"})
    client.ask("DELETE", f"/rooms/{attic}")


def let_a_device_in(gateway, console):
    """Provisions a device that sends an invalid announcement; clears the finding and revokes the credential."""
    credential = console.ask("POST", "/devices/visitor/provision", {"dialect": "homie"})
    files = {
        "--cafile": credential["certificateAuthority"], "--cert": credential["certificate"],
        "--key": credential["privateKey"]}
    paths = {option: gateway.state.parent / f"visitor{option}.pem" for option in files}
    for option, path in paths.items():
        path.write_text(files[option])
    subprocess.run([
        "mosquitto_pub", "-V", "5", "-h", "localhost", "-p", str(credential["port"]), "-i", "visitor", "-q", "1", "-r",
        "-t", "visitor/5/lamp/$description", "-m", "nonsense",
        *(word for option, path in paths.items() for word in (option, str(path)))], check=True)
    eventually("the nonsense is found", lambda: console.ask("GET", "/findings"))
    [finding] = console.ask("GET", "/findings")
    assert finding["topic"] == "visitor/5/lamp/$description" and finding["code"] == "notJSON"
    console.ask("DELETE", f"/findings/{finding['id']}")
    assert not console.ask("GET", "/findings")
    assert "visitor" in [listed["root"] for listed in console.ask("GET", "/credentials")]
    console.ask("DELETE", "/credentials/visitor")


def let_people_in(client, console):
    anna = client.ask("POST", "/people", {"name": "Ann", "role": "member"})["id"]
    client.ask("PATCH", f"/people/{anna}", {"name": "Anna"})
    client.ask("PATCH", f"/people/{anna}", {}, expecting=[422])
    kim = client.ask("POST", "/people", {"name": "Kim", "role": "guest"})["id"]
    grant = client.ask("POST", "/grants", {
        "person": kim, "permissions": ["controlDevices"], "rooms": ["room"], "windows": ["sat,sun 08:00-20:00"],
        "notAfter": "2199-01-31T12:00:00+01:00", "maximumUses": 10})
    deny = client.ask("POST", "/denies", {"person": anna, "permissions": ["viewEnergy"]})
    change_rules(client, grant, deny)
    brief = client.ask("POST", "/grants", {"person": kim, "permissions": ["viewEnergy"]})
    client.ask("DELETE", f"/grants/{brief['id']}")
    client.ask("POST", "/people", {"name": "A" * 100_000, "role": "member"}, expecting=[413])
    console.ask("GET", "/diagnostics", expecting=[403], **{"Tomte-As": anna})
    console.ask("GET", "/people", expecting=[403], **{"Tomte-As": "nobody"})
    use_clients(paired(client, client.sender.door, anna), client, console)
    turn_away(client, anna)
    use_tokens(client)


def change_rules(client, grant, deny):
    """Changes a grant and a deny. A change must be one that a new grant could have, at the address of its own kind."""
    changed = client.ask("PATCH", f"/grants/{grant['id']}", {"windows": [], "without": ["maximumUses"]})
    assert changed == {key: value for key, value in (grant | {"windows": []}).items() if key != "maximumUses"}
    for change in [
            {"permissions": ["managePeople"]}, {"person": deny["person"]}, {"uses": 0}, {"rooms": ["attic"]},
            {"notAfter": "2001-01-31T12:00:00Z"}, {"maximumUses": 1, "without": ["maximumUses"]}, {"windows": None}]:
        client.ask("PATCH", f"/grants/{grant['id']}", change, expecting=[422])
    client.ask("PATCH", f"/denies/{deny['id']}", {"permissions": ["viewEnergy", "viewEnvironment"]})
    client.ask("PATCH", f"/grants/{deny['id']}", {"windows": []}, expecting=[404])
    client.ask("DELETE", f"/grants/{deny['id']}", expecting=[404])


def use_clients(phone, client, console):
    """A phone renews its tokens, sets a PIN, steps up, is refused operations of the console, and signs out."""
    resident = phone.sender
    resident.session = phone.ask("POST", "/sessions/refresh", {"refreshToken": resident.session["refreshToken"]})
    [own] = phone.ask("GET", "/clients")
    renamed = phone.ask("PATCH", f"/clients/{own['id']}", {"name": "Tablet"})
    # `lastSeen` may have advanced by a minute.
    assert renamed == own | {"name": "Tablet", "lastSeen": renamed["lastSeen"]}
    assert renamed["lastSeen"] >= own["lastSeen"] >= own["pairedAt"][:16]
    phone.ask("GET", "/people", expecting=[403])
    assert "device “nothing”" in phone.ask("GET", "/devices/nothing", expecting=[404])["detail"]
    home = phone.ask("GET", "/home")
    assert (home["hasPIN"], home["maySetPIN"]) == (False, True) and "hasPIN" not in console.ask("GET", "/home")
    client.ask("POST", f"/people/{own['person']}/pin/permission")
    phone.ask("PUT", f"/people/{own['person']}/pin", {"pin": "735194"})
    assert phone.ask("GET", "/home")["hasPIN"] is True
    phone.ask("POST", "/step-up", {"pin": "735194", "purpose": "commands"})
    panel = paired(client, resident.door, own["person"], approve=False, scope=["controlDevices"])
    panel.ask("POST", "/step-up", {"pin": "735194", "purpose": "commands"}, expecting=[403])
    for operation in ["/claim-codes", "/pairings/reopen", f"/clients/{own['id']}/unlock"]:
        for asker in [client, phone]:
            assert asker.ask("POST", operation, expecting=[403])["code"] == "consoleOnly"
    console.ask("POST", f"/clients/{own['id']}/unlock")
    console.ask("POST", "/pairings/reopen")
    client.ask("POST", f"/people/{own['person']}/pin/permission", expecting=[409])
    phone.ask("POST", f"/people/{own['person']}/pin/permission", expecting=[403])
    client.ask("DELETE", f"/people/{own['person']}/pin")
    phone.ask("DELETE", "/sessions/current")
    phone.ask("GET", "/home", expecting=[401])


def turn_away(client, person):
    offer = client.ask("POST", "/pairing-codes", {"person": person})
    withdrawn = offer["code"]
    assert offer["link"].startswith(f"https://{offer['host']}:{offer['port']}/#pair={withdrawn}&key=")
    assert {len(row) for row in offer["qr"]} == {len(offer["qr"])}
    [invitation] = client.ask("GET", "/pairing-codes")
    assert withdrawn not in str(invitation)
    client.ask("DELETE", f"/pairing-codes/{invitation['id']}")
    code = client.ask("POST", "/pairing-codes", {"person": person})["code"]
    newcomer = Client(Resident(client.sender.door), client.contract)
    newcomer.ask("POST", "/pair", {"code": withdrawn, "clientName": "Phone"}, expecting=[422])
    pairing = newcomer.ask("POST", "/pair", {"code": code, "clientName": "Phone"})
    client.ask("DELETE", f"/pairings/{pairing['id']}")
    newcomer.ask("POST", f"/pairings/{pairing['id']}/session", expecting=[404])


def use_tokens(client):
    grafana = client.ask("POST", "/people", {"name": "Grafana", "role": "service"})["id"]
    token = client.ask("POST", "/tokens", {
        "person": grafana, "name": "Scraper", "scope": ["viewEnvironment"], "days": 1})
    client.ask("PATCH", f"/tokens/{token['id']}", {"name": "Prometheus"})
    client.ask("DELETE", f"/tokens/{token['id']}")
    client.ask("POST", "/tokens", {
        "person": grafana, "name": "Robot", "scope": ["controlDevices"], "days": 1}, expecting=[422])


def send_commands(client):
    [part] = client.ask("GET", "/devices/lamp")["parts"]
    may = {one["name"]: (one["mayCommand"], one["isSensitive"]) for one in part["capabilities"]}
    assert may["switch"] == (True, False), may
    command = {"capability": "switch", "value": True, "idempotencyKey": "first"}
    told = client.ask("POST", "/devices/lamp/commands?wait=confirmed", command, expecting=[200])
    assert told["outcome"] == "confirmed", told
    client.ask("GET", f"/commands/{told['id']}")
    assert told in client.ask("GET", "/devices/lamp/commands?limit=10")
    client.ask("GET", "/devices/nothing/commands", expecting=[404])
    client.ask("POST", "/devices/lamp/commands", command | {"value": False}, expecting=[409])
    client.ask("POST", "/devices/lamp/commands", {"capability": "lock", "value": "locked"}, expecting=[422])


def bring_in_a_past(client):
    run = client.ask("POST", "/imports", {"source": "script"})["id"]
    [device] = client.ask("POST", f"/imports/{run}/devices", [
        {"origin": "meter", "name": "Old meter", "quantity": "energy", "flow": "gridImport"}])
    hours = range(1_767_225_600_000, 1_767_312_000_000, 3_600_000)
    client.ask("POST", f"/imports/{run}/readings", {"series": [
        {"device": device["id"], "part": "main", "quantity": "energy", "times": list(hours),
         "values": [float(index) for index, _ in enumerate(hours)]}]})
    client.ask("POST", f"/imports/{run}/end", {"isComplete": True})
    for grouping in ["device", "room", "hour", "day"]:
        rows = client.ask("GET", f"/energy?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&by={grouping}")["rows"]
        assert rows
    for grouping, split in [("hour", "device"), ("day", "room")]:
        rows = client.ask(
            "GET", f"/energy?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&by={grouping}&split={split}")["rows"]
        assert rows and all("start" in row for row in rows)
    refused = client.ask("GET", "/energy?by=device&split=room", expecting=[422])
    assert refused["field"] == "split"
    client.ask("PUT", "/retention/series", {
        "device": device["id"], "part": "main", "quantity": "energy", "hold": "dispute about a bill"})


def strike_readings(client):
    """Strikes imported readings and restores them."""
    [meter] = [device["id"] for device in client.ask("GET", "/devices") if device["name"] == "Old meter"]
    strike = {"quantity": "energy", "from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z", "above": 20}
    shown = client.ask("POST", f"/devices/{meter}/readings/strikes/preview", strike)
    assert shown["count"] > 0 and shown["minimum"] > 20
    struck = client.ask("POST", f"/devices/{meter}/readings/strikes", strike)
    assert struck["readings"] == shown and struck in client.ask("GET", "/strikes")
    assert client.ask("POST", f"/devices/{meter}/readings/strikes/preview", strike)["count"] == 0
    client.ask("POST", f"/strikes/{struck['id']}/restore")
    assert client.ask("POST", f"/devices/{meter}/readings/strikes/preview", strike) == shown
    client.ask("POST", "/strikes/4711/restore", expecting=[404])


def readings(client, question="", **headers):
    return client.ask("GET", f"/devices/climate/readings?quantity=temperature{question}", **headers)
