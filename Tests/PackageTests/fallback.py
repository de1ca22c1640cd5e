"""The fallback for machines on which systemd-nspawn does not boot: the package in a chroot, without a systemd.

It shows that the package installs, that its program works with the restrictions of its unit as far as a process can have
them without a systemd (see confine.py), and what a removal keeps. It does not show the units themselves, the broker as a unit,
Debian's own broker, and a restart of the machine."""

import pathlib
import subprocess

import clock
import home
import network
import package
from container import Container, wait_until
from home import page_answers
from measures import Measured
from package import expect
from steps import Story

_CONFINE = pathlib.Path(__file__).with_name("confine.py")
# What the unit lets the gateway write.
_WRITABLE = ("/var/lib/tomte", "/var/lib/tomte-broker", "/run", "/tmp", "/dev")


class Chroot(Container):
    """A Debian in a chroot, with namespaces for its processes and its network."""

    def boot(self) -> float:
        self.process = subprocess.Popen(["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", "chroot", self.root, "sh", "-c",
                                         "mount -t proc proc /proc && exec sleep infinity"], start_new_session=True)
        self.leader = wait_until(self._child, "the namespaces")
        subprocess.run(["ip", "link", "add", self.interface, "type", "veth", "peer", "name", "host0", "netns", str(self.leader)], check=True)
        self._connect()
        return 0

    def power_off(self) -> None:
        # unshare ignores SIGTERM; its end kills every process in the namespaces.
        if self.process:
            self.process.kill()
        super().power_off()

    def words(self, *command: str, user: str | None = None, environment: dict[str, str] | None = None) -> list[str]:
        words = super().words(*command, user=user, environment=environment)
        at = words.index("env")
        return words[:at] + ["chroot", str(self.root)] + words[at:]

    def start_confined(self, unit: str, *command: str, output: pathlib.Path) -> subprocess.Popen:
        """Starts a program with the restrictions of a unit of the package."""
        sets = self.folder / "system-call-sets.txt"
        sets.write_text(self.run("systemd-analyze", "syscall-filter").stdout)
        numbers = [self.run("id", *option, "tomte").stdout.strip() for option in (("--user",), ("--group",), ("--groups",))]
        identity = ":".join(numbers[:2] + [numbers[2].replace(" ", ",")])
        writable = " ".join(f"{self.root}{path}" for path in _WRITABLE)
        script = (f'mount --rbind {self.root} {self.root} && for path in {writable}; do mount --bind "$path" "$path"; done && '
                  f'mount -o remount,bind,ro {self.root} && exec "$@"')
        confined = ["unshare", "--mount", "sh", "-c", script, "sh", "/usr/bin/python3", "-B", str(_CONFINE), str(self.root),
                    str(self.path(f"/lib/systemd/system/{unit}")), str(sets), identity]
        words = super().words(*confined, *command)
        with open(output, "wb") as log:
            program = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.programs.append(program)
        return program

    def _child(self) -> int:
        assert self.process
        text = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(text[0]) if text and pathlib.Path(f"/proc/{text[0]}/comm").read_text().strip() == "sleep" else 0


def life_in_chroot(debian: Chroot, deb: pathlib.Path, measured: Measured) -> None:
    """Installs the package, runs its program with the restrictions of its unit, and removes it."""
    story = Story("A Debian in a chroot, because systemd-nspawn does not boot here")
    with story.step("apt installs the package"):
        debian.boot()
        package.install(debian, deb)
        debian.run("systemd-sysusers")
        debian.run("systemd-tmpfiles", "--create", "tomte.conf")
        package.expect_documents(debian)
        _use_a_child_as_broker(debian)
    with story.step("the gateway runs with the restrictions of its unit, and the page answers"):
        gateway = debian.start_confined("tomte.service", "tomte", "run", "--state", "/var/lib/tomte", "--config", package.CONFIGURATION,
                                        output=debian.folder / "gateway.log")
        wait_until(page_answers, "the page")
        _expect_confined(debian)
    with story.step("no other port is open"):
        ports = network.open_tcp_ports(Container.GUEST)
        expect(ports == [8443, 8883], f"open are TCP {ports}")
    with story.step("the villa is adopted, and a lamp confirms its commands"):
        home.claim(debian)
        villa = home.Villa(debian)
        villa.start()
        measured.add("a command", villa.confirm_a_command().strip("()"))
    with story.step("the clock can be read under the filter of the service"):
        with clock.reported_as_synchronised():
            home.retention_runs(debian)
    with story.step("a removal and a purge keep the home"):
        villa.stop()
        debian.stop(gateway)
        package.remove(debian)
        package.remove(debian, "purge")
        expect(debian.path("/var/lib/tomte/home.sqlite").exists(), "the home was deleted")


def _use_a_child_as_broker(debian: Chroot) -> None:
    """No systemd runs the broker as a unit, so the gateway starts it."""
    configuration = debian.path(package.CONFIGURATION)
    text = configuration.read_text()
    expect("  broker: service\n" in text, "the configuration of the package does not run the broker as a service")
    configuration.write_text(text.replace("  broker: service\n", "  broker: child\n"))


def _expect_confined(debian: Chroot) -> None:
    pids = debian.run("sh", "-c", "for f in /proc/[0-9]*; do [ \"$(cat $f/comm)\" = tomte ] && echo ${f#/proc/}; done; true").stdout.split()
    expect(len(pids) == 1, f"the gateway has the processes {pids}")
    status = dict(line.split(":", 1) for line in debian.run("cat", f"/proc/{pids[0]}/status").stdout.splitlines())
    expect(all(int(status[name], 16) == 0 for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")), "the gateway has capabilities")
    expect(status["NoNewPrivs"].strip() == "1" and status["Seccomp"].strip() == "2", "the gateway is not confined")
