"""Pairs a HomeKit bridge with a gateway of its own, by each operation for that."""

from client import Client
from endpoints import Console
from gateway import CONFIGURATION, Gateway, gateway_folder, wait_until
from homekit_bridge import CODE, hap_python_bridge, private_avahi

CONTROLLER = {
    "identifier": "8A5E2F40-1C3B-4D6E-9F70-2B4C6D8E0F13",
    "publicKey": "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"}


def check_device_pairing(program, contract):
    """Every response is checked against the document. The gateway of the other tests discovers nothing."""
    configuration = CONFIGURATION.replace("enabled: false", "enabled: true")
    with private_avahi() as avahi, hap_python_bridge(avahi) as bridge, gateway_folder() as folder:
        gateway = Gateway(program, folder, configuration)
        gateway.environment |= avahi.environment
        with gateway.serve():
            pair_and_share(Client(Console(str(gateway.socket)), contract), bridge)


def pair_and_share(console, bridge):
    wait_until("the bridge is discovered", lambda: console.request("GET", "/discovered"))
    found = console.request("GET", "/discovered")[0]
    assert found["pairing"] == "available" and not found["isAdoptable"]
    discovered, pairing = f"/discovered/{found['id']}", f"/device-pairings/{found['id']}"
    assert console.request("POST", f"{discovered}/adopt", {"purposes": {}}, expecting=[409])["code"] == "conflict"
    assert console.request("POST", f"{discovered}/pair", {"code": "031-45-155"}, expecting=[422])["code"] == "wrongCode"
    assert console.request("POST", f"{discovered}/pair", {"code": CODE})["state"] == "paired"
    wait_until("the devices are known", lambda: len(console.request("GET", "/device-pairings")[0]["devices"]) == 5)
    bridge.announce()
    # The bridge itself has no parts, so that only the five devices behind it wait.
    waiting = console.request("GET", "/discovered")
    assert {one["link"] for one in waiting} == {"homeKit"} and all(one["isAdoptable"] for one in waiting)
    # A paired device keeps the id that it had when it was discovered. HAP-python identifies only paired ones.
    for path in [discovered, pairing, f"/devices/{waiting[0]['id']}"]:
        console.request("POST", f"{path}/identify")
    controllers = f"{pairing}/controllers"
    assert [one["isOwn"] for one in console.request("GET", controllers)] == [True]
    console.request("POST", controllers, CONTROLLER)
    assert len(console.request("GET", controllers)) == 2
    console.request("DELETE", f"{controllers}?identifier={CONTROLLER['identifier']}")
    assert len(console.request("GET", controllers)) == 1
    # An accessory is shared by a key, and only a Matter node by a code.
    assert console.request("POST", f"{pairing}/sharing", {"seconds": 300}, expecting=[409])["code"] == "conflict"
    assert console.request("POST", f"{pairing}/sharing", {"seconds": 30}, expecting=[422])["code"] == "outOfRange"
    assert console.request("DELETE", f"{pairing}/sharing", expecting=[409])["code"] == "conflict"
    # No device behind the bridge demands a PIN.
    assert console.request("PUT", f"{pairing}/lock-pin", {"pin": "1357"}, expecting=[409])["code"] == "conflict"
    assert console.request("DELETE", f"{pairing}/lock-pin", expecting=[409])["code"] == "conflict"
    console.request("DELETE", pairing)
    assert console.request("GET", "/device-pairings") == []
    assert not bridge.ask("state")["isPaired"]
