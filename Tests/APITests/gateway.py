"""Starts a gateway with a new state folder, by the same command that people use."""

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

    def start_command(self, *arguments, log):
        """Starts a command of the program that runs until a signal ends it. Returns its process."""
        with open(log, "w") as output:
            return subprocess.Popen(
                [self.program, *arguments], env=self.environment, stdout=output, stderr=subprocess.STDOUT)

    def run_command(self, *arguments):
        """Runs a command of the program with `--json`. Returns its decoded output."""
        result = subprocess.run(
            [self.program, *arguments, "--json"], env=self.environment, capture_output=True, check=True)
        return json.loads(result.stdout)

    @contextlib.contextmanager
    def serve(self):
        """Runs the gateway while the context is open. A later call starts the same home again, at the same ports."""
        with managed_process(self.start_command(*self.arguments, log=self.log)) as process:
            self.process = process
            wait_until("the gateway serves", lambda: process.poll() is not None or self.is_serving())
            if process.poll() is not None:
                raise RuntimeError(f"the gateway ended during its start: {self.log.read_text()[-2000:]}")
            yield
            if process.poll() is not None:
                raise RuntimeError(f"the gateway ended during the test: {self.log.read_text()[-2000:]}")

    def is_serving(self):
        return subprocess.run(
            [self.program, "status"], env=self.environment, capture_output=True).returncode == 0


def wait_until(description, condition, seconds=120):
    """Waits until the condition is true. Raises a `TimeoutError` with the description after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"after {seconds} s this is still not true: {description}")
        time.sleep(0.05)


@contextlib.contextmanager
def managed_process(process):
    """Yields the process and ends it when the context closes: with SIGTERM, and after 60 s with SIGKILL."""
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
    """Returns a free port below the range of outgoing connections, so that it is still free when a gateway restarts."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as listener:
            listener.bind(("127.0.0.1", port))
            return port


@contextlib.contextmanager
def running_gateway(program):
    with gateway_folder() as folder:
        gateway = Gateway(program, folder)
        with gateway.serve():
            yield gateway


@contextlib.contextmanager
def gateway_folder():
    folder = Path(tempfile.mkdtemp(prefix="tomte-api-", dir="/tmp"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
