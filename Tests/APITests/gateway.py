"""Starts a gateway with a state folder of its own, with the same command as a person."""

import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

CONFIGURATION = """\
discovery: { enabled: false }
storage: { commitMilliseconds: 100 }
clock: { trustUnsynchronised: true }
"""


class Gateway:
    def __init__(self, program, folder, configuration=CONFIGURATION):
        self.program = program
        self.state = folder / "home"
        self.socket = self.state / "run" / "tomte.sock"
        self.web_root = self.state / "certificates" / "web-root.pem"
        self.log = folder / "gateway.log"
        self.configuration = folder / "tomte.yaml"
        self.configuration.write_text(configuration)
        self.environment = os.environ | {"TOMTE_STATE": str(self.state), "NO_COLOR": "1"}
        self.https_port = free_port()
        self.arguments = [
            "run", "--mqtt-port", str(free_port()), "--https-port", str(self.https_port),
            "--compatibility-port", str(free_port()), "--config", str(self.configuration)]

    def start(self, *arguments, log):
        """Starts a command of the program that runs until it is ended. Returns its process."""
        with open(log, "w") as output:
            return subprocess.Popen(
                [self.program, *arguments], env=self.environment, stdout=output, stderr=subprocess.STDOUT)

    def run(self, *arguments):
        """Runs a command of the program with `--json`. Returns its output."""
        said = subprocess.run(
            [self.program, *arguments, "--json"], env=self.environment, capture_output=True, check=True)
        return json.loads(said.stdout)

    @contextlib.contextmanager
    def serving(self):
        """Runs the gateway while the context is open. A later call starts the same home at the same ports again."""
        with ended(self.start(*self.arguments, log=self.log)) as process:
            eventually("the gateway serves", lambda: process.poll() is not None or self.serves())
            if process.poll() is not None:
                raise RuntimeError(f"the gateway ended: {self.log.read_text()[-2000:]}")
            yield
            if process.poll() is not None:
                raise RuntimeError(f"the gateway died: {self.log.read_text()[-2000:]}")

    def serves(self):
        return subprocess.run(
            [self.program, "status"], env=self.environment, capture_output=True).returncode == 0


def eventually(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} s in vain until {what}")
        time.sleep(0.05)


@contextlib.contextmanager
def ended(process):
    """Yields the process, and ends it at the end of the context: with SIGTERM, and with SIGKILL after 60 s."""
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port():
    """A port below the range of outgoing connections, so that a gateway that starts again finds it free."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as taken:
            taken.bind(("127.0.0.1", port))
            return port


@contextlib.contextmanager
def running_gateway(program):
    with gateway_folder() as folder:
        gateway = Gateway(program, folder)
        with gateway.serving():
            yield gateway


@contextlib.contextmanager
def gateway_folder():
    folder = Path(tempfile.mkdtemp(prefix="tomte-api-", dir="/tmp"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
