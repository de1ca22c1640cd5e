"""What the installed service needs: space, memory and time."""

import pathlib
import subprocess

from container import Container, Failure


class Measured:
    """The rows of the table at the end."""

    def __init__(self, deb: pathlib.Path):
        self.rows: list[tuple[str, str]] = []
        self.add("package", f"{megabytes(deb.stat().st_size)} to download")
        self.add("installed size", megabytes(int(package_field(deb, "Installed-Size")) * 1024))

    def add(self, name: str, value: str) -> None:
        self.rows.append((name, value))


def exposure(debian: Container, unit: str) -> float:
    """The overall exposure of a unit as systemd-analyze rates it: 0 is confined, 10 is exposed."""
    text = debian.run("systemd-analyze", "security", "--offline=true", "--no-pager", f"/lib/systemd/system/{unit}").stdout
    for line in text.splitlines():
        if "Overall exposure level" in line:
            return float(line.split(":")[1].split()[0])
    raise Failure(f"systemd-analyze printed no exposure of {unit}:\n{text[-1000:]}")


def proportional_set_size(pid: int) -> int:
    """The memory of a process in bytes; memory that it shares with others counts in proportion."""
    for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise Failure(f"the kernel reports no memory of process {pid}")


def memory(debian: Container, *units: str) -> str:
    """The memory of each process of the units, as proportional set size."""
    return ", ".join(f"{pathlib.Path(f'/proc/{pid}/comm').read_text().strip()} {megabytes(proportional_set_size(pid))}"
                     for unit in units for pid in debian.processes(unit))


def package_field(package: pathlib.Path, field: str) -> str:
    return subprocess.run(["dpkg-deb", "--field", package, field], check=True, capture_output=True, text=True).stdout.strip()


def megabytes(count: float) -> str:
    return f"{count / 1e6:.1f} MB"


def table(rows: list[tuple[str, str]]) -> str:
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"| {name:<{width}} | {value} |" for name, value in rows)
