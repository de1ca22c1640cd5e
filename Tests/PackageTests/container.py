"""A fresh Debian in a container of systemd-nspawn, with its own systemd and its own network."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import time

# The waits are long, because a busy machine is slow; a test that passes never reaches them.
DEADLINE = 180.0


class Failure(Exception):
    """What was expected, and what was found instead."""


class NoContainer(Exception):
    """Why systemd-nspawn does not boot a Debian on this machine."""


def wait_until(condition, what: str, deadline: float = DEADLINE, pause: float = 0.05):
    """Returns the first true result of `condition`."""
    end = time.monotonic() + deadline
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(pause)
    raise Failure(f"not within {deadline:.0f} s: {what}")


class Container:
    """A Debian whose root is a folder. Commands run in it as root, beside its systemd."""

    # The network between this machine and the container, in the range for benchmarks, which no home uses.
    HOST, GUEST, PREFIX = "198.18.77.1", "198.18.77.2", 30

    def __init__(self, folder: pathlib.Path, machine: str):
        self.folder, self.machine = folder, machine
        self.root = folder / "root"
        self.log = folder / "console.log"
        self.process: subprocess.Popen | None = None
        self.programs: list[subprocess.Popen] = []
        self.leader = 0

    def unpack(self, tar: pathlib.Path) -> None:
        """Replaces the root by the contents of an archive."""
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        subprocess.run(["tar", "--extract", "--file", tar, "--directory", self.root, "--numeric-owner"], check=True)
        # Debian's installer writes this file, and mmdebstrap does not.
        self.path("/etc/hosts").write_text("127.0.0.1\tlocalhost\n127.0.1.1\tdebian\n::1\tlocalhost\n")

    def boot(self) -> float:
        """Starts the container, waits for its systemd, and returns the seconds."""
        begin = time.monotonic()
        # The filter of nspawn forbids adjtimex to containers that may not set the clock, also to read it.
        command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--directory", str(self.root), "--boot",
                   "--console=pipe", "--network-veth", f"--machine={self.machine}",
                   "--system-call-filter=adjtimex clock_adjtime", "--link-journal=no", "--resolv-conf=off", "--timezone=off"]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.leader = wait_until(self._find_leader, "the first process of the container")
        wait_until(lambda: self._has_reached("sysinit.target"), "systemd in the container")
        self._connect()
        wait_until(lambda: self.run("systemctl", "is-system-running", check=False).stdout.strip()
                   in ("running", "degraded"), "the end of the container's start")
        return time.monotonic() - begin

    def power_off(self) -> None:
        """Shuts the container down and waits for its end."""
        if not self.process:
            return
        # A program that still runs is stopped by the end of the container, then never reaped, and keeps its network.
        for program in self.programs:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            program.wait()
        self.programs = []
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None
        wait_until(lambda: not pathlib.Path(f"/sys/class/net/{self.interface}").exists(), "the end of the container's network")

    @property
    def interface(self) -> str:
        """The end of the network on this machine."""
        return f"ve-{self.machine}"[:15]

    def run(self, *command: str, user: str | None = None, check: bool = True, stdin: str | None = None,
            environment: dict[str, str] | None = None) -> subprocess.CompletedProcess:
        """Runs a command in the container, and returns its result with output and errors in one text."""
        words = self.words(*command, user=user, environment=environment)
        result = subprocess.run(words, input=stdin, stdin=None if stdin else subprocess.DEVNULL, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if check and result.returncode != 0:
            raise Failure(f"{' '.join(command)} ended with {result.returncode}:\n{result.stdout[-3000:]}")
        return result

    def start(self, *command: str, user: str | None = None, output: pathlib.Path) -> subprocess.Popen:
        """Starts a program in the container that goes on running."""
        with open(output, "wb") as log:
            program = subprocess.Popen(self.words(*command, user=user), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                       start_new_session=True)
        self.programs.append(program)
        return program

    def stop(self, program: subprocess.Popen) -> None:
        """Ends a program that `start` started. The signal goes to all of its processes, because nsenter does not pass it on."""
        os.killpg(program.pid, signal.SIGTERM)
        program.wait()

    def kill(self, program: subprocess.Popen) -> None:
        """Kills a program that `start` started, with all of its processes."""
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()

    def words(self, *command: str, user: str | None = None, environment: dict[str, str] | None = None) -> list[str]:
        variables = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                     "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "DEBIAN_FRONTEND": "noninteractive", **(environment or {})}
        entered = ["nsenter", f"--target={self.leader}", "--mount", "--uts", "--ipc", "--net", "--pid"]
        identity = ["runuser", "-u", user, "--"] if user else []
        return entered + ["env", "--chdir=/", "--ignore-environment"] + [f"{name}={value}" for name, value in variables.items()] \
            + identity + list(command)

    def path(self, path: str) -> pathlib.Path:
        """The path, as this machine sees it."""
        return self.root / path.lstrip("/")

    def service(self, unit: str, property_name: str) -> str:
        return self.run("systemctl", "show", unit, f"--property={property_name}", "--value").stdout.strip()

    def host_pid(self, pid: int) -> int:
        """The number on this machine of a process of the container."""
        for number in self.processes():
            with contextlib.suppress(OSError):
                status = pathlib.Path(f"/proc/{number}/status").read_text()
                if status.partition("NSpid:")[2].split("\n")[0].split()[-1] == str(pid):
                    return number
        raise Failure(f"there is no process {pid} in the container")

    def processes(self, unit: str | None = None) -> list[int]:
        """The numbers on this machine of the container's processes, or of those of a unit."""
        namespace, found = os.readlink(f"/proc/{self.leader}/ns/pid"), []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if os.readlink(folder / "ns/pid") == namespace and f"/{unit or ''}" in (folder / "cgroup").read_text():
                    found.append(int(folder.name))
        return found

    def _find_leader(self) -> int:
        assert self.process
        if self.process.poll() is not None:
            raise NoContainer(f"systemd-nspawn ended with {self.process.returncode}: {self.log.read_text()[-300:].strip()}")
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for child in map(int, children):
            try:
                numbers = next(line for line in pathlib.Path(f"/proc/{child}/status").read_text().splitlines()
                               if line.startswith("NSpid:")).split()
                if numbers[-1] == "1" and pathlib.Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                    return child
            except (OSError, StopIteration):
                continue
        return 0

    def _has_reached(self, unit: str) -> bool:
        return self.run("systemctl", "is-active", unit, check=False).stdout.strip() == "active"

    def _connect(self) -> None:
        """Gives both ends of the network their addresses."""
        inside = ["nsenter", f"--target={self.leader}", "--net", "ip"]
        outside = self.interface
        for command in (["ip", "address", "replace", f"{self.HOST}/{self.PREFIX}", "dev", outside], ["ip", "link", "set", outside, "up"],
                        inside + ["address", "replace", f"{self.GUEST}/{self.PREFIX}", "dev", "host0"],
                        inside + ["link", "set", "host0", "up"], inside + ["link", "set", "lo", "up"]):
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
