"""The units that convert photographs: only the gateway reaches their socket, and they convert a picture."""

import json

from container import Container, wait_until
from package import expect

SOCKET = "/run/tomte/photographs.sock"


def convert(debian: Container) -> str:
    """Fails unless the gateway can convert photographs, or says why not. Returns what was tested.

    For its health, the gateway converts a picture of one pixel with the unit."""
    expect(debian.service("tomte-photographs.socket", "ActiveState") == "active", "the socket does not listen")
    mode = debian.run("stat", "--format=%a %U %G", SOCKET).stdout.strip()
    expect(mode == "600 tomte tomte", f"{SOCKET} has {mode}")
    # systemd-nspawn mounts /proc/sys read-only, where bubblewrap forbids further namespaces.
    confined = debian.run("bwrap", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "true", user="nobody", check=False)
    if confined.returncode != 0:
        wait_until(lambda: obstacles(debian) == ["attachments.noService"], "the finding that nothing can be converted")
        return f"not converted, because bubblewrap does not work in this container: {confined.stdout.strip()}"
    wait_until(lambda: obstacles(debian) == [], "a converted photograph")
    expect(debian.service("tomte-photographs.socket", "NAccepted") != "0", "the unit converted nothing")
    say_what_to_install(debian)
    return "converted by their unit"


def say_what_to_install(debian: Container) -> None:
    """Removes a program, which is only recommended. The health says so, and photographs work again with it."""
    for action, expected in (("remove", ["attachments.noService"]), ("install", [])):
        debian.run("apt-get", "--yes", "-o", "Dpkg::Use-Pty=0", action, "bubblewrap")
        debian.run("systemctl", "restart", "tomte.service")
        wait_until(lambda: obstacles(debian) == expected, f"the findings {expected}")


def obstacles(debian: Container) -> list[str]:
    """The codes of the findings about attachments; one text while the gateway does not answer."""
    answer = debian.run("tomte", "status", "--json", check=False)
    if answer.returncode != 0:
        return ["no answer"]
    return [finding["code"] for finding in json.loads(answer.stdout)["findings"] if finding["code"].startswith("attachments.")]
