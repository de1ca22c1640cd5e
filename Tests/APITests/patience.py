"""Slow and silent clients do not block the HTTPS endpoint."""

import contextlib
import time

from doors import PREFIX
from stranger import HOME, JSON, LOCKDOWN, fact
from wire import Wire, tcp


def a_slow_body_is_cut(stranger):
    wire = Wire(stranger.wire.door)
    headers = [
        ("DPoP", stranger.proof("POST", LOCKDOWN)), ("Authorization", f"DPoP {stranger.session}"), JSON,
        ("Content-Length", 1000)]
    answer = wire.ask("POST", LOCKDOWN, headers)
    assert answer.status == 408, answer
    assert wire.stream.recv(1) == b""


def a_connection_that_never_shakes_hands_is_cut(stranger):
    with tcp(stranger.wire.door) as stream:
        assert stream.recv(1) == b""


def whoever_takes_no_answer_is_cut(stranger):
    wire = Wire(stranger.wire.door)
    request = f"GET {PREFIX}/openapi.json HTTP/1.1\r\nHost: {wire.host}\r\n\r\n".encode()
    first = wire.send(request)
    assert first.status == 200
    taken = 0
    try:
        # The responses are larger than the buffers on the way, so the gateway waits until this client reads them.
        wire.stream.sendall(request * 500)
        time.sleep(35)
        while piece := wire.stream.recv(1 << 20):
            taken += len(piece)
    except TimeoutError as failure:
        raise AssertionError("the connection is still open") from failure
    except OSError:
        pass
    assert taken < 500 * len(first.content), "the gateway sent every response to a client that did not read"


slow = [a_slow_body_is_cut, a_connection_that_never_shakes_hands_is_cut, whoever_takes_no_answer_is_cut]


@fact
def six_hundred_silent_connections_lock_nobody_out(stranger):
    with contextlib.ExitStack() as silent:
        for _ in range(600):
            silent.enter_context(tcp(stranger.wire.door, source="127.0.0.2"))
        assert stranger.console.send("GET", "/health").status == 200
        stranger.wire.close()
        assert stranger.ask("GET", HOME).status == 200
