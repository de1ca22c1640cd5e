"""Runs a program with the restrictions of tomte.service where no systemd can apply them: the user, no capabilities, no new
rights, a read-only system, and the unit's filter of system calls.

    confine.py ROOT UNIT SETS USER:GROUP:GROUPS PROGRAM [ARGUMENT...]

ROOT is the folder of the Debian, UNIT its unit, SETS the output of `systemd-analyze syscall-filter`. It must run in a mount
namespace of its own, as root."""

import ctypes
import os
import pathlib
import platform
import re
import struct
import sys

_HEADER = "/usr/include/{0}-linux-gnu/asm/unistd_64.h"
_AUDIT_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_PR_SET_SECCOMP, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 22, 24, 38
_MODE_FILTER = 2
_ALLOW, _ERRNO, _EPERM = 0x7FFF0000, 0x00050000, 1
_LOAD, _JUMP_EQUAL, _RETURN = 0x20, 0x15, 0x06
# systemd permits these in every filter of permitted calls.
_ALWAYS = ["@default", "execve", "exit", "exit_group", "rt_sigreturn"]


def call_sets(text: str) -> dict[str, list[str]]:
    """The sets of systemd with their members, which can be other sets."""
    sets: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("@"):
            members = sets.setdefault(line.strip(), [])
        elif line.strip() and not line.strip().startswith("#") and sets:
            members.append(line.strip())
    return sets


def members(name: str, sets: dict[str, list[str]]) -> set[str]:
    return set().union(*(members(member, sets) for member in sets[name])) if name.startswith("@") else {name}


def permitted_calls(unit: str, sets: dict[str, list[str]]) -> set[str]:
    """The calls that the lines SystemCallFilter= of a unit permit, in their order: the first line has permitted calls."""
    calls = set().union(*(members(name, sets) for name in _ALWAYS))
    for value in re.findall(r"^SystemCallFilter=(.+)$", unit, re.MULTILINE):
        named = set().union(*(members(name, sets) for name in value.lstrip("~").split()))
        calls = calls - named if value.startswith("~") else calls | named
    return calls


def filter_program(calls: set[str]) -> bytes:
    """A filter that permits the calls, and lets all others fail with EPERM."""
    header = pathlib.Path(_HEADER.format(platform.machine())).read_text()
    numbers = {name: int(number) for name, number in re.findall(r"^#define __NR_(\w+) (\d+)$", header, re.MULTILINE)}
    lines = [(_LOAD, 0, 0, 4), (_JUMP_EQUAL, 1, 0, _AUDIT_ARCHITECTURE[platform.machine()]), (_RETURN, 0, 0, _ERRNO | _EPERM),
             (_LOAD, 0, 0, 0)]
    for number in sorted(numbers[name] for name in calls if name in numbers):
        lines += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    lines.append((_RETURN, 0, 0, _ERRNO | _EPERM))
    return b"".join(struct.pack("=HBBI", *line) for line in lines)


def prctl(*arguments: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(*(ctypes.c_ulong(argument) for argument in arguments + (0,) * (5 - len(arguments)))) != 0:
        raise OSError(ctypes.get_errno(), f"prctl {arguments[0]}")


def install_filter(program: bytes) -> None:
    lines = ctypes.create_string_buffer(program, len(program))
    description = ctypes.create_string_buffer(struct.pack("=H6xQ", len(program) // 8, ctypes.addressof(lines)), 16)
    prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(description))


def main() -> None:
    root, unit, sets, identity, *command = sys.argv[1:]
    program = filter_program(permitted_calls(pathlib.Path(unit).read_text(), call_sets(pathlib.Path(sets).read_text())))
    user, group, groups = identity.split(":")
    os.chroot(root)
    os.chdir("/")
    for capability in range(int(pathlib.Path("/proc/sys/kernel/cap_last_cap").read_text()) + 1):
        prctl(_PR_CAPBSET_DROP, capability)
    os.setgroups([int(number) for number in groups.split(",")])
    os.setresgid(*[int(group)] * 3)
    os.setresuid(*[int(user)] * 3)
    os.umask(0o077)
    prctl(_PR_SET_NO_NEW_PRIVS, 1)
    install_filter(program)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
