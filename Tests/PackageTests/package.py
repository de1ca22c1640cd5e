"""The installation and removal of the package, and what it does with Debian's own broker."""

import pathlib
import re
import shutil
import subprocess

from container import Container, Failure

CONFIGURATION = "/etc/tomte/tomte.yaml"


def expect(condition: bool, what: str) -> None:
    if not condition:
        raise Failure(what)


def install(debian: Container, package: pathlib.Path, *names: str) -> str:
    """Installs the package file, and the packages with the names, with apt as a person does; returns apt's output."""
    copy(debian, package)
    return debian.run("apt-get", "--yes", "-o", "Dpkg::Use-Pty=0", "-o", "Dpkg::Options::=--force-confold",
                      "--allow-downgrades", "install", f"/var/tmp/{package.name}", *names).stdout


def copy(debian: Container, package: pathlib.Path) -> None:
    shutil.copy(package, debian.path("/var/tmp") / package.name)


def remove(debian: Container, how: str = "remove") -> str:
    return debian.run("apt-get", "--yes", "-o", "Dpkg::Use-Pty=0", how, "tomte").stdout


def broker_of_debian(debian: Container) -> tuple[str, str]:
    """Whether mosquitto.service runs, and whether it starts with the machine."""
    return (debian.run("systemctl", "is-active", "mosquitto.service", check=False).stdout.strip(),
            debian.run("systemctl", "is-enabled", "mosquitto.service", check=False).stdout.strip().splitlines()[-1])


def files(debian: Container, folder: str) -> set[str]:
    """The paths of the files in a folder of the container."""
    top = debian.path(folder)
    return {str(path.relative_to(top)) for path in top.rglob("*")}


def check_with_lintian(package: pathlib.Path) -> str:
    """Fails for errors and warnings; returns how many findings are overridden."""
    # With --show-overrides, --fail-on would count findings that are overridden.
    result = subprocess.run(["lintian", "--fail-on", "none", "--show-overrides", package], text=True, capture_output=True)
    findings = [line for line in result.stdout.splitlines() if re.match(r"[EWIO]: ", line)]
    expect(result.returncode == 0 and not any(line.startswith(("E:", "W:")) for line in findings),
           "lintian found:\n" + "\n".join(findings))
    return f"no error and no warning, {sum(line.startswith('O:') for line in findings)} overridden with reasons"


def expect_confined(debian: Container) -> None:
    """Fails unless the service runs as its own user without capabilities, and its files are for this user only."""
    pid = debian.host_pid(int(debian.service("tomte.service", "MainPID")))
    status = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    user = debian.run("id", "--user", "tomte").stdout.strip()
    expect(status["Uid"].split() == [user] * 4, f"the gateway runs as {status['Uid']}")
    expect(all(int(status[name], 16) == 0 for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")), "the gateway has capabilities")
    expect(status["NoNewPrivs"].strip() == "1" and status["Seccomp"].strip() == "2", "the gateway is not confined")
    for folder, mode in {"/var/lib/tomte": "700 tomte tomte", "/var/lib/tomte-broker": "755 root root",
                         "/var/lib/tomte-broker/configuration": "2750 tomte tomte-broker",
                         "/var/lib/tomte-broker/data": "2770 tomte-broker tomte-broker",
                         "/run/tomte-broker": "750 tomte-broker tomte-broker",
                         "/run/tomte/broker": "700 tomte tomte", "/run/tomte": "755 root root"}.items():
        found = debian.run("stat", "--format=%a %U %G", folder).stdout.strip()
        expect(found == mode, f"{folder} has {found} and not {mode}")
    expect(debian.run("runuser", "-u", "nobody", "--", "tomte", "status", check=False).returncode == 69,
           "another user can use the gateway")


def expect_no_code_in_journal(debian: Container, code: str) -> None:
    """Fails if the journal has `code`, the code of another start in the same form, or a link with a code."""
    journal = debian.run("journalctl", "--no-pager", "--output=cat").stdout
    of_gateway = debian.run("journalctl", "--no-pager", "--output=cat", "--unit=tomte.service").stdout
    expect(len(of_gateway.splitlines()) > 2, "the journal has nothing from the gateway")
    expect(code not in journal and "#claim=" not in journal, "a code for the first owner is in the journal")
    form = re.sub("[0-9A-Z]", "[0-9A-HJKMNP-TV-Z]", code)
    expect("-" in form and re.fullmatch(form, code) is not None, f"the form {form} does not fit the code")
    found = re.search(rf"\b{form}\b", of_gateway)
    expect(found is None, f"the journal of the gateway has what looks like a code: {found and found.group()}")


def expect_documents(debian: Container) -> None:
    """Fails unless the completions load and every subcommand has a manual page."""
    debian.run("bash", "-c", "source /usr/share/bash-completion/completions/tomte && complete -p tomte")
    listed = re.findall(r"^  ([a-z]+)  ", debian.run("tomte", "--help").stdout, re.MULTILINE)
    for name in listed:
        expect(debian.path(f"/usr/share/man/man1/tomte-{name}.1.gz").exists(), f"tomte-{name}(1) is missing")
    expect(len(listed) > 20, "the help lists no subcommands")
    differences = debian.run("dpkg", "--verify", "tomte").stdout
    expect(differences == "", f"files differ from the package:\n{differences}")
