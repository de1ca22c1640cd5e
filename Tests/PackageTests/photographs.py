"""The units that convert photographs: only the gateway reaches their socket, and they convert a picture."""

import json

from container import Container, wait_until
from package import expect

SOCKET = "/run/tomte/photographs.sock"


def convert(debian: Container) -> None:
    """Fails unless the gateway can convert photographs. For its health, it converts a picture of one pixel with the unit."""
    expect(debian.service("tomte-photographs.socket", "ActiveState") == "active", "the socket does not listen")
    mode = debian.run("stat", "--format=%a %U %G", SOCKET).stdout.strip()
    expect(mode == "600 tomte tomte", f"{SOCKET} has {mode}")
    wait_until(lambda: obstacles(debian) == [], "a converted photograph")
    expect(debian.service("tomte-photographs.socket", "NAccepted") != "0", "the unit converted nothing")
    leftovers = debian.run("systemctl", "list-units", "--all", "--plain", "--no-legend", "--state=failed", "tomte-photographs@*").stdout
    expect(leftovers.strip() == "", f"conversions failed:\n{leftovers}")


def are_missing_without_their_programs(debian: Container) -> None:
    """Removes the programs, which are only recommended. The gateway says what to install, and photographs work again then."""
    debian.run("apt-get", "--yes", "-o", "Dpkg::Use-Pty=0", "remove", "bubblewrap")
    debian.run("systemctl", "restart", "tomte.service")
    wait_until(lambda: obstacles(debian) == ["attachments.noService"], "the finding about the missing program")
    debian.run("apt-get", "--yes", "-o", "Dpkg::Use-Pty=0", "install", "bubblewrap")
    debian.run("systemctl", "restart", "tomte.service")
    wait_until(lambda: obstacles(debian) == [], "a converted photograph after the installation")


def obstacles(debian: Container) -> list[str]:
    """The codes of the findings about attachments; one text while the gateway does not answer."""
    answer = debian.run("tomte", "status", "--json", check=False)
    if answer.returncode != 0:
        return ["no answer"]
    return [finding["code"] for finding in json.loads(answer.stdout)["findings"] if finding["code"].startswith("attachments.")]
