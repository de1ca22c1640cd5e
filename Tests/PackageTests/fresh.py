"""The life of an installation on a machine on which mosquitto was not used before."""

import pathlib
import time

import brokerunit
import clock
import home
import measures
import network
import package
import photographs
from container import Container, wait_until
from home import expect_same_home, page_answers
from measures import Measured
from package import expect
from steps import Story

ADDRESS = Container.GUEST


def fresh_installation(debian: Container, deb: pathlib.Path, measured: Measured) -> None:
    story = Story("A fresh Debian")
    with story.step("Debian starts"):
        debian.boot()
    with story.step("apt installs the package, and the page answers"):
        begin = time.monotonic()
        output = package.install(debian, deb)
        installed = time.monotonic()
        wait_until(page_answers, "the page")
        measured.add("from apt install to the page", f"{time.monotonic() - begin:.1f} s (of which apt: {installed - begin:.1f} s)")
    with story.step("the broker that came with the package is disabled, and apt says so"):
        expect(package.broker_of_debian(debian) == ("inactive", "disabled"), f"mosquitto.service is {package.broker_of_debian(debian)}")
        expect("was disabled" in output.replace("\n", " "), f"apt did not say it:\n{output[-2000:]}")
    with story.step("the service is confined, and its files are for its user only"):
        package.expect_confined(debian)
        for unit in ("tomte.service", "tomte-broker.service"):
            value = measures.exposure(debian, unit)
            measured.add(f"exposure of {unit}", f"{value} (0 is confined, 10 is exposed)")
            expect(value <= 1.5, f"the exposure of {unit} is {value}")
    with story.step("no other port is open"):
        ports, datagrams = network.open_tcp_ports(ADDRESS), network.udp_ports(debian)
        measured.add("open ports", f"TCP {', '.join(map(str, ports))}; UDP {', '.join(map(str, datagrams))} (Avahi)")
        expect(ports == [8443, 8883] and datagrams == [5353], f"open are TCP {ports} and UDP {datagrams}")
    with story.step("completions, manual pages and charts are there"):
        package.expect_documents(debian)
        expect((network.page(ADDRESS, "/chart.js/chart.esm.js") or (0,))[0] == 200, "the charts are missing")
    with story.step("the home is claimed, and no code is in the journal"):
        package.expect_no_code_in_journal(debian, home.claim(debian))
    villa = home.Villa(debian)
    with story.step("the villa is adopted, and a lamp confirms its commands"):
        villa.start()
        measured.add("a command", villa.confirm_a_command().strip("()"))
    with story.step("the unit of the broker obeys the gateway's requests, and the gateway stays connected"):
        brokerunit.obeys_requests(debian)
        villa.confirm_a_command()
    with story.step("a new mosquitto is used at once, and a restart of the gateway keeps the broker"):
        brokerunit.follows_its_program(debian)
        villa.confirm_a_command()
    with story.step("photographs are converted by units of their own, and the health says when their programs are missing"):
        photographs.convert(debian)
        photographs.are_missing_without_their_programs(debian)
        villa.confirm_a_command()
    with story.step("the clock can be read under the restrictions of the service"):
        clock.read_under_unit(debian)
        with clock.reported_as_synchronised():
            home.retention_runs(debian)
    measured.add("memory with 27 devices (proportional set size)", measures.memory(debian, "tomte.service", "tomte-broker.service"))
    with story.step("a stop with connected devices and open event streams takes less than a second"):
        measured.add("stop with 27 devices and 2 event streams connected", f"{stop_and_start(debian, measured):.2f} s")
    devices = villa.devices()
    with story.step("after a restart of the machine everything is back"):
        villa.stop()
        debian.power_off()
        debian.boot()
        expect_same_home(debian, villa, devices)
    with story.step("a removal keeps the home and enables Debian's broker again"):
        villa.stop()
        kept = package.files(debian, "/var/lib/tomte")
        package.remove(debian)
        expect(kept - package.files(debian, "/var/lib/tomte") <= {"run/tomte.sock"}, "the removal deleted a part of the home")
        expect(not page_answers(), "the gateway runs after its removal")
        expect(package.broker_of_debian(debian) == ("active", "enabled"), f"mosquitto.service is {package.broker_of_debian(debian)}")
    with story.step("another installation serves the same home"):
        package.install(debian, deb)
        expect_same_home(debian, villa, devices)
        expect(package.broker_of_debian(debian) == ("inactive", "disabled"), f"mosquitto.service is {package.broker_of_debian(debian)}")
    with story.step("a purge that cannot ask keeps the home"):
        villa.stop()
        output = package.remove(debian, "purge")
        expect("the home was kept" in output, f"the purge did not say it:\n{output[-2000:]}")
        expect(debian.path("/var/lib/tomte/home.sqlite").exists(), "the purge deleted the home")
        expect(not debian.path("/etc/tomte").exists(), "the purge kept the configuration")
    with story.step("a purge with the answer yes deletes it"):
        package.install(debian, deb)
        debian.run("debconf-set-selections", stdin="tomte tomte/purge-home boolean true\n")
        package.remove(debian, "purge")
        expect(not debian.path("/var/lib/tomte").exists(), "the purge kept the home")


def stop_and_start(debian: Container, measured: Measured) -> float:
    """Stops and starts the service a few times; returns the shortest time of a stop."""
    stops, starts = [], []
    for _ in range(3):
        streams = [home.watch(debian, *words) for words in ([], ["--gateway", "home"])]
        begin = time.monotonic()
        debian.run("systemctl", "stop", "tomte.service")
        stopped = time.monotonic()
        debian.run("systemctl", "start", "tomte.service")
        wait_until(page_answers, "the page after a start", pause=0.01)
        stops.append(stopped - begin)
        starts.append(time.monotonic() - stopped)
        for stream in streams:
            debian.stop(stream)
    measured.add("start, until the page answers", f"{min(starts):.2f} s")
    expect(min(stops) < 1, f"the stops took {stops} s")
    expect(debian.service("tomte.service", "Result") == "success", "the service did not end normally")
    return min(stops)
