"""Debian's own broker, mosquitto.service, is never touched when a person uses it."""

import pathlib

import package
from container import Container
from package import broker_of_debian, expect
from steps import Story

# A package that needs a broker, made in the container.
_NEEDING = "/root/needs-broker.deb"
_CONFIGURATION = "listener 1883\nallow_anonymous true\n"


def broker_of_a_person_stays(debian: Container, tar: pathlib.Path, deb: pathlib.Path) -> None:
    """Installs the package on machines where a person uses mosquitto in other ways than with a changed configuration."""
    story = Story("Debian's own broker")
    for fact, prepare, names in (
        ("a broker that was installed before is left alone", _install_broker, ()),
        ("a broker that was installed by name together with the package is left alone", _nothing, ("mosquitto",)),
        ("a broker that another package needs, installed in the same run, is left alone", _build_needing, (_NEEDING,)),
        ("a broker whose configuration was there before it is left alone", _write_configuration, ()),
    ):
        with story.step(fact):
            debian.unpack(tar)
            debian.boot()
            prepare(debian)
            package.install(debian, deb, *names)
            expect(broker_of_debian(debian) == ("active", "enabled"), f"mosquitto.service is {broker_of_debian(debian)}")
            package.remove(debian, "purge")
            expect(broker_of_debian(debian) == ("active", "enabled"), f"after the purge, mosquitto.service is {broker_of_debian(debian)}")
            debian.power_off()
    for fact, command, expected in (
        ("a broker that a person enabled beside Tomte stays enabled", ("enable", "--now"), ("active", "enabled")),
        ("a broker that a person masked beside Tomte stays masked", ("mask",), ("inactive", "masked")),
    ):
        with story.step(f"{fact}, also after a removal and another installation"):
            debian.unpack(tar)
            debian.boot()
            package.install(debian, deb)
            expect(broker_of_debian(debian) == ("inactive", "disabled"), f"mosquitto.service is {broker_of_debian(debian)}")
            debian.run("systemctl", *command, "mosquitto.service")
            expect("enabled again" not in package.remove(debian), "the removal claims to have enabled the broker")
            expect(broker_of_debian(debian) == expected, f"after the removal, mosquitto.service is {broker_of_debian(debian)}")
            package.install(debian, deb)
            expect(broker_of_debian(debian) == expected, f"after the installation, mosquitto.service is {broker_of_debian(debian)}")
            debian.power_off()


def _nothing(debian: Container) -> None:
    pass


def _install_broker(debian: Container) -> None:
    debian.run("apt-get", "--yes", "install", "mosquitto")


def _build_needing(debian: Container) -> None:
    control = (
        "Package: needs-broker\nVersion: 1\nArchitecture: all\nMaintainer: Olga <olga@example.org>\n"
        "Depends: mosquitto (>= 2.0)\nDescription: program that needs a broker on port 1883\n"
    )
    debian.run("mkdir", "-p", "/root/needs-broker/DEBIAN")
    debian.run("sh", "-c", "cat > /root/needs-broker/DEBIAN/control", stdin=control)
    debian.run("dpkg-deb", "--build", "/root/needs-broker", _NEEDING)


def _write_configuration(debian: Container) -> None:
    debian.run("mkdir", "-p", "/etc/mosquitto/conf.d")
    debian.run("sh", "-c", "cat > /etc/mosquitto/conf.d/mine.conf", stdin=_CONFIGURATION)
