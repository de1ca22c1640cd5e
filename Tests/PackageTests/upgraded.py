"""An upgrade, on a machine where a person uses mosquitto."""

import pathlib
import time

import home
import measures
import package
import photographs
from container import Container, wait_until
from home import expect_same_home, page_answers
from measures import Measured
from package import expect
from steps import Story


def upgrade(debian: Container, deb: pathlib.Path, before: pathlib.Path, measured: Measured) -> None:
    story = Story("A Debian with a broker that a person configured")
    with story.step("Debian starts, and a person configures mosquitto"):
        debian.boot()
        debian.run("apt-get", "--yes", "install", "mosquitto")
        debian.run("sh", "-c", "cat > /etc/mosquitto/conf.d/mine.conf", stdin="listener 1883\nallow_anonymous true\n")
        debian.run("systemctl", "restart", "mosquitto.service")
        own = debian.service("mosquitto.service", "MainPID")
    with story.step("the package of the commit before is installed, and its home has devices"):
        package.install(debian, before)
        wait_until(page_answers, "the page")
        home.claim(debian)
        villa = home.Villa(debian)
        villa.start()
        villa.confirm_a_command()
        devices = villa.devices()
    with story.step("a person changes the configuration"):
        debian.run("sed", "-i", "s/^# logging:/logging:/; s/^#   level: info/  level: debug/", package.CONFIGURATION)
        debian.run("systemctl", "restart", "tomte.service")
        wait_until(page_answers, "the page with the changed configuration")
        changed = debian.path(package.CONFIGURATION).read_text()
    with story.step("the upgrade keeps the home and the changed configuration"):
        villa.stop()
        begin = time.monotonic()
        package.install(debian, deb)
        wait_until(page_answers, "the page after the upgrade")
        measured.add("from apt upgrade to the page", f"{time.monotonic() - begin:.1f} s")
        versions = [measures.package_field(file, "Version") for file in (before, deb)]
        expect(debian.run("dpkg-query", "--show", "--showformat=${Version}", "tomte").stdout == versions[1], "the upgrade was not installed")
        expect(debian.path(package.CONFIGURATION).read_text() == changed and "level: debug" in changed, "the configuration was changed")
        measured.add("upgrade tested", f"{versions[0]} → {versions[1]}")
        expect_same_home(debian, villa, devices)
        # The changed configuration has no converter; the gateway must not try to start a program.
        expect("attachments.notConfined" not in photographs.obstacles(debian), "the gateway does not use the unit for photographs")
    with story.step("a person's broker was never disturbed"):
        villa.stop()
        expect(debian.service("mosquitto.service", "MainPID") == own, "mosquitto.service was restarted")
        package.remove(debian)
        expect(debian.service("mosquitto.service", "MainPID") == own, "the removal disturbed mosquitto.service")
        expect(package.broker_of_debian(debian) == ("active", "enabled"), "mosquitto.service changed")
