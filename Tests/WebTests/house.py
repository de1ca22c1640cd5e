"""A home with a gateway of its own, used through the console."""

import contextlib
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "APITests"))

from client import Client  # noqa: E402
from contract import Contract  # noqa: E402
from doors import Console  # noqa: E402
from gateway import CONFIGURATION, Gateway, ended, eventually, gateway_folder  # noqa: E402

PROGRAM = os.environ.get("TOMTE_PROGRAM") or str(ROOT / ".build" / "debug" / "tomte")
# A folder with the files of the page, to test changes of them; without it the program serves the embedded files.
PAGE = os.environ.get("TOMTE_PAGE")
SCENARIO = Path(__file__).with_name("home.yaml")
PIN = "482915"


class House:
    def __init__(self, folder, configuration=""):
        page = f"https: {{ pageFolder: {PAGE} }}\n" if PAGE else ""
        self.folder = folder
        self.gateway = Gateway(os.path.abspath(PROGRAM), folder, CONFIGURATION + page + configuration)
        self.origin = f"https://localhost:{self.gateway.https_port}"
        self.pin = PIN
        self.console = None

    @contextlib.contextmanager
    def serving(self):
        with self.gateway.serving():
            sender = Console(str(self.gateway.socket))
            self.console = self.console or Client(sender, Contract(sender))
            yield

    def ask(self, method, path, body=None, **options):
        """Sends a request with the permissions of the console. Returns the body of the response."""
        return self.console.ask(method, path, body, **options)

    @contextlib.contextmanager
    def devices(self, scenario=SCENARIO, *arguments):
        """Adopts the devices of the scenario and simulates them while the context is open."""
        log = self.folder / "simulator.log"
        with ended(self.gateway.start("simulate", str(scenario), "--adopt", *arguments, log=log)) as process:
            eventually("the devices are part of the home", lambda: process.poll() is not None or
                       "are part of the home" in log.read_text())
            if process.poll() is not None:
                raise RuntimeError(f"the simulated devices ended: {log.read_text()[-2000:]}")
            if "--history" in arguments:
                eventually("the devices have a past", lambda: "the past of" in log.read_text())
            yield

    def person(self, name, role, pin=None):
        """Adds a person. Returns their id."""
        person = self.ask("POST", "/people", {"name": name, "role": role})["id"]
        if pin:
            self.ask("PUT", f"/people/{person}/pin", {"pin": pin})
        return person

    def claim(self):
        """Creates a claim code for the first owner. Returns `(code, link)`."""
        return self.invited(self.ask("POST", "/claim-codes"))

    def invitation(self, person):
        """Creates an invitation for a client of the person, which needs no approval. Returns `(code, link)`."""
        return self.invited(self.ask("POST", "/pairing-codes", {"person": person, "approveAny": True}))

    def invited(self, said):
        # The link contains the host name for phones on the network; the tests use localhost.
        return said["code"], f"{self.origin}/#{urlsplit(said['link']).fragment}"

    def eventually_found(self, devices):
        def waiting():
            return {found["id"] for found in self.ask("GET", "/discovered") if found["isAdoptable"]}

        eventually(f"{', '.join(devices)} wait", lambda: waiting().issuperset(devices))

    def adopt(self, device, **adoption):
        """Waits until the device is discovered and adopts it. Returns its id in the home."""
        self.eventually_found([device])
        return self.ask("POST", f"/discovered/{device}/adopt", adoption)["id"]

    def remove(self, device):
        self.ask("DELETE", f"/devices/{device}")

    def tell(self, device, capability, value, **more):
        return self.ask("POST", f"/devices/{device}/commands?wait=confirmed", {
            "capability": capability, "value": value, "idempotencyKey": os.urandom(8).hex(), **more})


@contextlib.contextmanager
def new_house(configuration=""):
    with gateway_folder() as folder:
        yield House(folder, configuration)
