"""The home that the installed gateway serves: its owner, its simulated devices, and commands to them."""

import json
import pathlib
import re
import subprocess

import network
from container import Container, Failure, wait_until
from package import expect

LAMP = "hall-ceiling"


def claim(debian: Container) -> str:
    """Claims the home for its first owner, as its people do after the installation, and returns the code."""
    payload = debian.run("tomte", "people", "claim", "--json").stdout
    debian.run("tomte", "pair", "-", "--address", "localhost", "--name", "home", "--owner-name", "Olga", "--client-name", "Terminal",
               stdin=payload)
    return json.loads(payload)["code"]


def owners(debian: Container) -> list[str]:
    people = json.loads(debian.run("tomte", "people", "list", "--json").stdout)
    return [person["name"] for person in people if person["role"] == "owner"]


class Villa:
    """The simulated devices of the villa, which run in the container beside the gateway."""

    def __init__(self, debian: Container):
        self.debian = debian
        self.log = pathlib.Path(debian.folder / "villa.log")
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        """Starts the devices, which become part of the home, and waits until they are."""
        self.process = self.debian.start("tomte", "simulate", "villa", "--adopt", user="tomte", output=self.log)
        wait_until(self._is_adopted, "the adoption of the villa")

    def _is_adopted(self) -> bool:
        text = self.log.read_text()
        if self.process and self.process.poll() is not None:
            raise Failure(f"the simulated devices ended:\n{text[-2000:]}")
        return "are part of the home" in text

    def stop(self) -> None:
        if self.process:
            self.debian.stop(self.process)
            self.process = None

    def devices(self) -> list[str]:
        listed = json.loads(self.debian.run("tomte", "devices", "list", "--json").stdout)
        return sorted(device["id"] for device in listed)

    def confirm_a_command(self) -> str:
        """Switches a lamp on and off, and returns how the last command ended."""
        for value in ("on", "off"):
            result = wait_until(lambda: self._send(value), f"the confirmation of {LAMP} switch {value}")
        return result

    def _send(self, value: str) -> str:
        text = self.debian.run("tomte", "send", LAMP, "switch", value, check=False).stdout
        found = re.search(r"\(confirmed in [^)]*\)", text)
        return found.group() if found else ""


def watch(debian: Container, *words: str) -> subprocess.Popen:
    """Follows the events of the home, and returns the program when it has shown the first one."""
    log = pathlib.Path(debian.folder / f"watch{''.join(words)}.log")
    program = debian.start("tomte", "watch", *words, output=log)
    wait_until(lambda: log.read_text().strip() and program.poll() is None, f"an event in {log.name}")
    return program


def page_answers() -> bool:
    answer = network.page(Container.GUEST)
    return answer is not None and answer[0] == 200 and b"<title>" in answer[1]


def expect_same_home(debian: Container, villa: Villa, devices: list[str]) -> None:
    wait_until(page_answers, "the page")
    expect(owners(debian) == ["Olga"], f"the owners are {owners(debian)}")
    expect(villa.devices() == devices and len(devices) > 20, f"the devices are {villa.devices()}")
    villa.start()
    villa.confirm_a_command()


def retention_runs(debian: Container) -> None:
    """Fails unless the gateway knows the time, runs its retention and stores readings with its own time."""
    status = json.loads(debian.run("tomte", "status", "--json").stdout)
    clock = next(part for part in status["subsystems"] if part["name"] == "clock")
    if clock["values"]["state"] != "synchronised":
        raise Failure(f"the gateway does not see that the kernel's clock is synchronised: {clock}")
    if any(finding["code"] == "clock.readingsWait" for finding in clock.get("findings", [])):
        raise Failure(f"readings wait for the clock: {clock}")
    debian.run("tomte", "retention", "run")
    wait_until(lambda: len(debian.run("tomte", "readings", "fridge", "power", "--since", "10m", "--format", "csv", check=False)
                           .stdout.splitlines()) > 1, "a reading with the time of the gateway")
