"""Faults of an installed gateway: an upgrade that is killed, a killed and a hanging gateway, a full disk, wrong files."""

import json
import pathlib
import time

import brokerunit
import home
import package
from container import Container, wait_until
from home import page_answers
from measures import Measured
from package import expect
from steps import Story

_GATEWAY = "tomte.service"
_STATE = "/var/lib/tomte"
_POLICY = "/usr/sbin/policy-rc.d"


def faults(debian: Container, deb: pathlib.Path, before: pathlib.Path, measured: Measured) -> None:
    story = Story("A Debian with a sealing key, and a small disk for the home")
    with story.step("Debian starts, and a person seals a key"):
        debian.boot()
        _mount_small_disk(debian)
        _seal_a_key(debian)
    with story.step("an upgrade that is killed is completed by dpkg --configure -a"):
        package.install(debian, before)
        wait_until(page_answers, "the page")
        home.claim(debian)
        _kill_an_upgrade(debian, deb)
        expect("tomte" in debian.run("dpkg", "--audit").stdout, "dpkg does not know that the upgrade was killed")
        debian.run("dpkg", "--configure", "-a")
        expect(debian.run("dpkg", "--audit").stdout == "", "dpkg is not content")
        wait_until(page_answers, "the page after the upgrade")
        expect(home.owners(debian) == ["Olga"], f"the owners are {home.owners(debian)}")
    with story.step("the secrets are sealed with the key of the system, and with no file beside them"):
        debian.run("systemctl", "restart", _GATEWAY)
        wait_until(page_answers, "the page")
        expect(not debian.path(f"{_STATE}/secrets/sealing.key").exists(), "there is a key beside the secrets")
    villa = home.Villa(debian)
    villa.start()
    with story.step("a healthy home has no finding about files, and the set-up no failure"):
        _expect_healthy_files(debian)
    with story.step("open permissions are found, and a restart repairs them"):
        debian.run("chmod", "755", f"{_STATE}/secrets")
        wait_until(lambda: "files.tooOpen" in findings(debian), "the finding files.tooOpen")
        debian.run("systemctl", "restart", _GATEWAY)
        wait_until(page_answers, "the page")
        _expect_healthy_files(debian)
        villa.confirm_a_command()
    with story.step("a killed gateway comes back"):
        begin, process = time.monotonic(), _main_process(debian)
        debian.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", _GATEWAY)
        wait_until(lambda: _main_process(debian) not in ("0", process) and page_answers(), "another gateway")
        measured.add("from a kill of the gateway to the page", f"{time.monotonic() - begin:.1f} s")
        villa.confirm_a_command()
    with story.step("the watchdog ends a gateway that hangs"):
        _expect_watchdog(debian)
        villa.confirm_a_command()
    with story.step("the gateway restarts a broker that hangs"):
        brokerunit.is_restarted_when_it_hangs(debian)
        villa.confirm_a_command()
    with story.step("on a full disk commands still work, and the gateway says so"):
        debian.run("sh", "-c", f"cat /dev/zero > {_STATE}/filler", check=False)
        wait_until(lambda: {"storage.littleRoom", "storage.cannotWrite"} & findings(debian), "a finding about the disk")
        villa.confirm_a_command()
    with story.step("a gateway that was started on a full disk serves when there is space again"):
        debian.run("systemctl", "restart", _GATEWAY, check=False)
        wait_until(lambda: page_answers() or debian.service(_GATEWAY, "ExecMainStatus") == "75", "a start or a new try")
        debian.run("rm", f"{_STATE}/filler")
        wait_until(page_answers, "the page when there is space again")
        wait_until(lambda: not {"storage.littleRoom", "storage.cannotWrite"} & findings(debian), "the end of the finding")
        villa.confirm_a_command()
    with story.step("a wrong configuration is reported and not tried again"):
        _expect_no_second_start(debian)


def findings(debian: Container) -> set[str]:
    """The codes of what `tomte doctor` finds; nothing while no gateway answers."""
    text = debian.run("tomte", "doctor", "--json", check=False).stdout
    document = json.loads(text) if text.startswith("{") else {}
    every = document.get("findings", []) + [finding for part in document.get("subsystems", []) for finding in part.get("findings", [])]
    return {finding["code"] for finding in every}


def _expect_healthy_files(debian: Container) -> None:
    wait_until(lambda: "tooOpen" not in " ".join(findings(debian)), "the end of the finding files.tooOpen")
    found = findings(debian)
    expect(not any(code.startswith("files.") for code in found), f"a healthy home has the findings {sorted(found)}")
    result = debian.run("tomte", "setup", "--json", check=False)
    failing = [finding for finding in json.loads(result.stdout)["findings"] if finding["severity"] == "failing"]
    expect(result.returncode == 0 and not failing, f"the set-up ended with {result.returncode} and found {failing}")


def _mount_small_disk(debian: Container) -> None:
    debian.run("mkdir", "--mode=700", _STATE)
    debian.run("mount", "-t", "tmpfs", "-o", "size=400M,mode=700", "home", _STATE)


def _seal_a_key(debian: Container) -> None:
    """As README.md says, but with a key of the system, because a container has no TPM."""
    debian.run("install", "-d", "-m", "700", "/etc/credstore.encrypted")
    debian.run("sh", "-c", "umask 077; head -c 32 /dev/urandom > /root/tomte-sealing-key")
    debian.run("systemd-creds", "encrypt", "--with-key=host", "--name=tomte-sealing-key", "/root/tomte-sealing-key",
               "/etc/credstore.encrypted/tomte-sealing-key")


def _kill_an_upgrade(debian: Container, deb: pathlib.Path) -> None:
    """Kills dpkg while the new package is unpacked and not yet configured. The policy for services holds it there."""
    package.copy(debian, deb)
    debian.path(_POLICY).write_text("#!/bin/sh\ntouch /run/upgrade-is-held\nexec sleep 1000\n")
    debian.path(_POLICY).chmod(0o755)
    upgrade = debian.start("dpkg", "--install", f"/var/tmp/{deb.name}", output=debian.folder / "upgrade.log")
    wait_until(lambda: debian.run("test", "-e", "/run/upgrade-is-held", check=False).returncode == 0, "the middle of the upgrade")
    debian.kill(upgrade)
    debian.path(_POLICY).unlink()


def _main_process(debian: Container) -> str:
    return debian.service(_GATEWAY, "MainPID")


def _expect_watchdog(debian: Container) -> None:
    """Stops the process with a shorter watchdog and pause, so that the test takes less time."""
    folder = f"/run/systemd/system/{_GATEWAY}.d"
    debian.run("mkdir", "-p", folder)
    debian.run("sh", "-c", f"cat > {folder}/shorter.conf", stdin="[Service]\nWatchdogSec=6\nRestartSec=1\n")
    debian.run("systemctl", "daemon-reload")
    debian.run("systemctl", "restart", _GATEWAY)
    wait_until(page_answers, "the page")
    process = _main_process(debian)
    debian.run("sh", "-c", f"kill -STOP {process}")
    wait_until(lambda: _main_process(debian) not in ("0", process) and page_answers(), "another gateway")
    journal = debian.run("journalctl", "--unit", _GATEWAY, "--no-pager", "--output=cat").stdout
    expect("atchdog timeout" in journal, "the watchdog did not end the gateway")
    debian.run("rm", "-r", folder)
    debian.run("systemctl", "daemon-reload")


def _expect_no_second_start(debian: Container) -> None:
    configuration = debian.path(package.CONFIGURATION)
    before = configuration.read_text()
    configuration.write_text(before.replace("mqtt:\n", "mqtt:\n  port: 99999\n"))
    debian.run("systemctl", "restart", _GATEWAY, check=False)
    wait_until(lambda: debian.service(_GATEWAY, "ActiveState") == "failed", "the failure of the service")
    expect(debian.service(_GATEWAY, "ExecMainStatus") == "78", "the exit code is not 78")
    expect(debian.service(_GATEWAY, "SubState") == "failed", "the service is started again")
    expect("99999" in debian.run("systemctl", "status", "--no-pager", "--lines=30", _GATEWAY, check=False).stdout, "the status does not name the mistake")
    configuration.write_text(before)
    debian.run("systemctl", "start", _GATEWAY)
    wait_until(page_answers, "the page with the right configuration")
