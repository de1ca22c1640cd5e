"""Installs Tomte's package in a fresh Debian and uses it as a person would: see scripts/test-package."""

import os
import pathlib
import sys

import brokers
import fallback
import faults
import fresh
import measures
import package
import upgraded
from container import Container, Failure, NoContainer


def main() -> int:
    folder, tar, deb, before = map(pathlib.Path, sys.argv[1:])
    debian = Container(folder, "tomte-test")
    measured = measures.Measured(deb)
    try:
        measured.add("lintian", package.check_with_lintian(deb))
        try:
            if os.environ.get("TOMTE_CONTAINER") == "no":
                raise NoContainer("TOMTE_CONTAINER=no")
            test_in_containers(debian, tar, deb, before, measured)
        except NoContainer as reason:
            print(f"\nsystemd-nspawn does not boot here, so the units were not tested: {reason}", flush=True)
            debian = fallback.Chroot(folder, "tomte-test")
            debian.unpack(tar)
            fallback.life_in_chroot(debian, deb, measured)
    except (Failure, OSError) as failure:
        print(f"\ntest-package: {failure}", file=sys.stderr)
        if debian.process:
            print(debian.run("journalctl", "--no-pager", "--lines=25", "--unit=tomte*", check=False).stdout, file=sys.stderr)
        return 1
    finally:
        debian.power_off()
    print(f"\n{measures.table(measured.rows)}")
    return 0


def test_in_containers(debian: Container, tar: pathlib.Path, deb: pathlib.Path, before: pathlib.Path, measured: measures.Measured) -> None:
    for life in (lambda: fresh.fresh_installation(debian, deb, measured), lambda: upgraded.upgrade(debian, deb, before, measured),
                 lambda: faults.faults(debian, deb, before, measured)):
        debian.unpack(tar)
        life()
        debian.power_off()
    brokers.broker_of_a_person_stays(debian, tar, deb)


sys.exit(main())
