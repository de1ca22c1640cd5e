"""A HomeKit bridge of HAP-python, which a private Avahi announces to one gateway."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gateway import managed_process, wait_until

ROOT = Path(__file__).parent.parent.parent
CODE = "031-45-154"
NAME = "HAP-python bridge"
SCRIPT = ROOT / "scripts" / "private-avahi"
BRIDGE = ROOT / "Tests" / "HomeKitPeers" / "hap_python_bridge.py"
TOOLS = ["unshare", "dbus-daemon", "avahi-daemon", "avahi-publish"]


def missing_requirement():
    """Returns why no private Avahi can be started; None if it can."""
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    missing = [tool for tool in TOOLS if not shutil.which(tool, path=path)]
    if os.geteuid() != 0 or missing:
        return f"a private Avahi needs root and {', '.join(missing or TOOLS)}"
    return None


class Avahi:
    """A bus and an Avahi daemon in a network of their own."""

    def __init__(self, folder):
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/bus.sock"}

    @contextlib.contextmanager
    def announce(self, name, port, **txt):
        """Announces an accessory while the context is open."""
        pairs = [f"{key}={value}" for key, value in {"pv": "1.1", "s#": 1, "ci": 2, **txt}.items()]
        command = ["avahi-publish", "-s", name, "_hap._tcp", str(port), *pairs]
        with managed_process(subprocess.Popen(
                command, env=os.environ | self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)):
            yield


@contextlib.contextmanager
def private_avahi():
    # The path of a socket is short.
    folder = Path(tempfile.mkdtemp(prefix="tomte-mdns-", dir="/tmp"))
    try:
        with managed_process(subprocess.Popen(
                [SCRIPT, "--isolated", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)):
            log = folder / "avahi.log"
            wait_until("Avahi has started", lambda: log.exists() and "Server startup complete" in log.read_text())
            yield Avahi(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Bridge:
    """A bridge with five accessories, announced as it is: paired, or not."""

    def __init__(self, process, avahi):
        self.process = process
        self.avahi = avahi
        started = json.loads(process.stdout.readline())
        self.id, self.port = started["id"], started["port"]
        self.announcement = contextlib.ExitStack()
        self.number = 0

    def ask(self, operation, **question):
        self.process.stdin.write(json.dumps({"operation": operation, **question}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def announce(self):
        """Announces the bridge with its present state."""
        self.withdraw()
        self.number += 1
        is_paired = self.ask("state")["isPaired"]
        self.announcement.enter_context(self.avahi.announce(
            NAME, self.port, **{"id": self.id, "c#": self.number, "md": "Bridge", "sf": 0 if is_paired else 1}))

    def withdraw(self):
        self.announcement.close()


@contextlib.contextmanager
def hap_python_bridge(avahi):
    """Runs the bridge while the context is open, and announces it."""
    command = [sys.executable, "-B", str(BRIDGE), "--code", CODE]
    with managed_process(subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)) as process:
        bridge = Bridge(process, avahi)
        bridge.announce()
        yield bridge
        bridge.withdraw()
