"""A home with its own gateway. Tests control it through the console."""

import contextlib
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "APITests"))

from client import Client  # noqa: E402
from contract import Contract  # noqa: E402
from endpoints import Console  # noqa: E402
from gateway import CONFIGURATION, Gateway, gateway_folder, managed_process, wait_until  # noqa: E402

PROGRAM = os.environ.get("TOMTE_PROGRAM") or str(ROOT / ".build" / "debug" / "tomte")
# A folder with the files of the page. Without it the program serves the embedded files.
PAGE = os.environ.get("TOMTE_PAGE")
SCENARIO = Path(__file__).with_name("home.yaml")
PIN = "482915"


class House:
    def __init__(self, folder, configuration="", is_discovering=False):
        page = f"https: {{ pageFolder: {PAGE} }}\n" if PAGE and "https:" not in configuration else ""
        usual = CONFIGURATION.replace("enabled: false", "enabled: true") if is_discovering else CONFIGURATION
        self.folder = folder
        self.gateway = Gateway(os.path.abspath(PROGRAM), folder, usual + page + configuration)
        self.origin = f"https://localhost:{self.gateway.https_port}"
        self.pin = PIN
        self.console = None
        # Whether several tests use this home, and the clients that all of them share.
        self.is_shared = False
        self.shared_clients = set()

    @contextlib.contextmanager
    def start_gateway(self):
        """Runs the gateway while the context is open."""
        with self.gateway.serve():
            sender = Console(str(self.gateway.socket))
            self.console = self.console or Client(sender, Contract(sender))
            yield

    def request(self, method, path, body=None, **options):
        """Sends a request with the permissions of the console. Returns the body of the response."""
        return self.console.request(method, path, body, **options)

    @contextlib.contextmanager
    def simulate_devices(self, scenario=SCENARIO, *arguments):
        """Adopts the devices of the scenario and simulates them while the context is open."""
        log = self.folder / "simulator.log"
        command = self.gateway.start_command("simulate", str(scenario), "--adopt", *arguments, log=log)
        with managed_process(command) as process:
            wait_until("the devices are part of the home", lambda: process.poll() is not None or
                       "are part of the home" in log.read_text())
            if process.poll() is not None:
                raise RuntimeError(f"the simulated devices ended: {log.read_text()[-2000:]}")
            if "--history" in arguments:
                wait_until("the history of the devices is imported", lambda: "was imported" in log.read_text())
            yield

    def add_person(self, name, role, pin=None):
        """Adds a person. Returns their id."""
        person = self.request("POST", "/people", {"name": name, "role": role})["id"]
        if pin:
            self.request("PUT", f"/people/{person}/pin", {"pin": pin})
        return person

    def close_incidents(self):
        """Closes the incidents that the tests before have caused, for example by their refused requests."""
        for incident in self.request("GET", "/incidents"):
            if incident["isOpen"]:
                self.request("POST", f"/incidents/{incident['id']}/closing", {})

    def create_claim_code(self):
        """Creates a claim code for the first owner. Returns `(code, link)`."""
        return self.code_and_link(self.request("POST", "/claim-codes"))

    def create_invitation(self, person):
        """Creates an invitation for a client of the person, which needs no approval. Returns `(code, link)`."""
        return self.code_and_link(self.request("POST", "/pairing-codes", {"person": person, "approveAny": True}))

    def code_and_link(self, invitation):
        # The link contains the host name for phones on the network; the tests use localhost.
        return invitation["code"], f"{self.origin}/#{urlsplit(invitation['link']).fragment}"

    def wait_for_discovery(self, devices):
        """Waits until all of these devices can be adopted."""
        def adoptable_devices():
            return {found["id"] for found in self.request("GET", "/discovered") if found["isAdoptable"]}

        wait_until(f"{', '.join(devices)} can be adopted", lambda: adoptable_devices().issuperset(devices))

    def adopt(self, device, **adoption):
        """Waits until the device is discovered and adopts it. Returns its id in the home."""
        self.wait_for_discovery([device])
        return self.request("POST", f"/discovered/{device}/adopt", adoption)["id"]

    def remove(self, device):
        self.request("DELETE", f"/devices/{device}")

    def command(self, device, capability, value, **fields):
        """Sends a command and waits until the device has confirmed it."""
        return self.request("POST", f"/devices/{device}/commands?wait=confirmed", {
            "capability": capability, "value": value, "idempotencyKey": os.urandom(8).hex(), **fields})


@contextlib.contextmanager
def new_house(configuration="", is_discovering=False):
    """Yields a home with a new state folder, and deletes the folder at the end."""
    with gateway_folder() as folder:
        yield House(folder, configuration, is_discovering)
