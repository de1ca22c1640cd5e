"""The kernel's clock: how it reports that it is synchronised, here and under the restrictions of the service."""

import contextlib
import ctypes
import platform
import struct

from container import Container, Failure

_LENGTH = 208  # sizeof(struct timex) on 64-bit Linux
_MAXIMUM_ERROR, _ESTIMATED_ERROR, _STATUS = 0x4, 0x8, 0x10
UNSYNCHRONISED = 0x40
_CALL = {"x86_64": 305, "aarch64": 266}  # clock_adjtime


def _adjust(modes: int = 0, error: int = 0, status: int = 0) -> tuple[int, int]:
    """Calls adjtimex; returns its result and the status bits."""
    buffer = ctypes.create_string_buffer(struct.pack("=I4xqqqqi", modes, 0, 0, error, error, status), _LENGTH)
    result = ctypes.CDLL(None, use_errno=True).adjtimex(buffer)
    return result, struct.unpack_from("i", buffer.raw, 40)[0]


def is_synchronised() -> bool:
    return not _adjust()[1] & UNSYNCHRONISED


@contextlib.contextmanager
def reported_as_synchronised():
    """Makes the kernel report its clock as synchronised, as a time service does, and restores the report at the end.

    A machine without a time service would else hide whether the service can read the report. The time itself is not
    changed."""
    before = _adjust()[1]
    if not before & UNSYNCHRONISED:
        yield
        return
    _adjust(_MAXIMUM_ERROR | _ESTIMATED_ERROR | _STATUS, error=1000, status=before & ~UNSYNCHRONISED)
    try:
        yield
    finally:
        _adjust(_MAXIMUM_ERROR | _ESTIMATED_ERROR | _STATUS, error=16_000_000, status=before)


def read_under_unit(debian: Container) -> str:
    """Reads the clock with exactly the restrictions of tomte.service; returns the result of clock_adjtime."""
    call = _CALL[platform.machine()]
    script = f'$b = "\\0" x {_LENGTH}; $r = syscall({call}, 0, $b); print "clock_adjtime=$r error=", $! + 0, "\\n"'
    debian.path("/usr/local/lib/clock-probe.pl").write_text(script)
    lines = debian.path("/lib/systemd/system/tomte.service").read_text().splitlines()
    left_out = ("ExecStart=", "Type=", "Restart", "Watchdog", "NotifyAccess", "WantedBy", "Wants=", "After=")
    unit = [line for line in lines if not line.startswith(left_out)]
    at = unit.index("[Service]") + 1
    unit[at:at] = ["Type=oneshot", "ExecStart=/usr/bin/perl /usr/local/lib/clock-probe.pl", "ExecPaths=/usr/bin/perl"]
    debian.path("/run").mkdir(exist_ok=True)
    name = "tomte-clock-probe.service"
    debian.run("sh", "-c", f"mkdir -p /run/systemd/system && cat > /run/systemd/system/{name}", stdin="\n".join(unit) + "\n")
    debian.run("systemctl", "daemon-reload")
    debian.run("systemctl", "start", name)
    text = debian.run("journalctl", "--output=cat", "--unit", name, "--no-pager").stdout
    found = next((line for line in text.splitlines() if line.startswith("clock_adjtime=")), None)
    if found is None or "=-1" in found:
        raise Failure(f"the clock cannot be read under the restrictions of the service:\n{text}")
    return found
