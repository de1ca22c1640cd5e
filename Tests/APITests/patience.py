"""Whoever is slow does not hold the door."""

import contextlib

from stranger import HOME, JSON, LOCKDOWN, fact
from wire import Wire, tcp


def a_slow_body_is_cut(stranger):
    wire = Wire(stranger.wire.door)
    headers = [
        ("DPoP", stranger.proof("POST", LOCKDOWN)), ("Authorization", f"DPoP {stranger.session}"), JSON,
        ("Content-Length", 1000)]
    answer = wire.ask("POST", LOCKDOWN, headers)
    assert answer is None or answer.status == 408, answer


def a_connection_that_never_shakes_hands_is_cut(stranger):
    with tcp(stranger.wire.door) as stream:
        assert stream.recv(1) == b""


slow = [a_slow_body_is_cut, a_connection_that_never_shakes_hands_is_cut]


@fact
def six_hundred_silent_connections_lock_nobody_out(stranger):
    with contextlib.ExitStack() as silent:
        for _ in range(600):
            silent.enter_context(tcp(stranger.wire.door, source="127.0.0.2"))
        assert stranger.console.send("GET", "/health").status == 200
        stranger.wire.close()
        assert stranger.ask("GET", HOME).status == 200
