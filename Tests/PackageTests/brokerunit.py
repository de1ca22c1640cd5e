"""The unit of the broker: it does what the gateway asks for in /run/tomte/broker, and nothing else."""

from container import Container, wait_until
from home import page_answers
from package import expect

UNIT = "tomte-broker.service"


def obeys_requests(debian: Container) -> None:
    """Asks for a save, a reload, a restart and a stop, as the gateway's user, and checks that each has its effect.

    The gateway supervises its broker, so that it asks for a start after the stop."""
    folder = "/var/lib/tomte-broker"
    log = debian.path(f"{folder}/configuration/mosquitto.log")
    first = wait_until(lambda: main_process(debian), "the start of the broker")
    owner = debian.run("stat", "--format=%U", f"/proc/{first}").stdout.strip()
    expect(owner == "tomte-broker", f"the broker runs as {owner}")
    database = debian.path(f"{folder}/data/mosquitto.db")
    saved = database.stat().st_mtime if database.exists() else 0
    request(debian, "save")
    wait_until(lambda: database.exists() and database.stat().st_mtime > saved, "the saved database")
    request(debian, "reload")
    wait_until(lambda: "Reloading config" in log.read_text(), "the reload in the log")
    expect(main_process(debian) == first, "a reload restarted the broker")
    request(debian, "restart")
    wait_until(lambda: main_process(debian) not in ("", first), "the restart of the broker")
    # A request may be anything that the gateway's user can create there.
    debian.run("ln", "--symbolic", "/etc/shadow", "/run/tomte/broker/save", user="tomte")
    wait_until(lambda: not debian.path("/run/tomte/broker/save").is_symlink(), "the removal of a link")
    request(debian, "stop")
    wait_until(lambda: main_process(debian) not in ("", first), "the start of the broker by the gateway")


def follows_its_program(debian: Container) -> None:
    """Installs mosquitto again, as a security update does, and checks that the broker runs the new program. Then restarts
    the gateway, which must use the running broker."""
    first = wait_until(lambda: main_process(debian), "the broker")
    debian.run("apt-get", "--yes", "-o", "Dpkg::Use-Pty=0", "install", "--reinstall", "mosquitto")
    second = wait_until(lambda: main_process(debian) not in ("", first) and main_process(debian), "the restart of the broker")
    wait_until(page_answers, "the page")
    debian.run("systemctl", "restart", "tomte.service")
    wait_until(page_answers, "the page after the restart of the gateway")
    expect(main_process(debian) == second, "the restart of the gateway restarted the broker")


def is_restarted_when_it_hangs(debian: Container) -> None:
    """Stops the process, which keeps its port open. Only the gateway can notice that nothing answers there."""
    first = wait_until(lambda: main_process(debian), "the broker")
    debian.run("sh", "-c", f"kill -STOP {first}")
    wait_until(lambda: main_process(debian) not in ("", first), "the restart of the broker that hangs")


def request(debian: Container, name: str) -> None:
    debian.run("touch", f"/run/tomte/broker/{name}", user="tomte")
    wait_until(lambda: not debian.path(f"/run/tomte/broker/{name}").exists(), f"the request {name}")


def main_process(debian: Container) -> str:
    pid = debian.service(UNIT, "MainPID")
    return "" if pid == "0" or debian.service(UNIT, "ActiveState") != "active" else pid
