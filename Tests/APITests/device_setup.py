"""Configures a simulated device that knows no broker yet."""

import socket

from gateway import free_port, managed_process, wait_until


def own_address():
    """An IPv4 address of this machine outside the loopback network; None without a network. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return None


def write_scenario(folder, port):
    """Writes a scenario with a new Shelly plug whose web server has this port. Returns its path."""
    scenario = folder / "new-device.yaml"
    scenario.write_text(f"""name: New device
devices:
  - {{ id: new-plug, kind: plug, dialect: shelly, name: New plug, loads: [lamp], purpose: light, setup: {port} }}
""")
    return scenario


def plan_and_cancel_setup(gateway, console):
    """Plans the setup of a device, begins it, and cancels it, which revokes its credential."""
    folder, target = gateway.state.parent, {"address": own_address(), "port": free_port()}
    simulator = gateway.start_command(
        "simulate", str(write_scenario(folder, target["port"])), log=folder / "new-device.log")
    with managed_process(simulator):
        wait_until("the new device answers", lambda: accepts_connections(target))
        plan = console.request("POST", "/devices/porch/setup/plan", target)
        assert plan["dialect"] == "shelly" and "password" in [setting["kind"] for setting in plan["settings"]]
        assert "porch" not in roots(console)
        begun = console.request("POST", "/devices/porch/setup", target | {"mac": plan["mac"]})
        assert begun["root"] == "porch"
        assert console.request("GET", "/devices/porch/setup")["dialect"] == "shelly"
        console.request("DELETE", "/devices/porch/setup")
        wait_until("the credential is revoked", lambda: "porch" not in roots(console))


def roots(console):
    return [credential["root"] for credential in console.request("GET", "/credentials")]


def accepts_connections(target):
    with socket.socket() as client:
        return client.connect_ex((target["address"], target["port"])) == 0
