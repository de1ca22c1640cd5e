"""Facts about slow and silent clients: they do not block the HTTPS endpoint."""

import contextlib
import time

from attacker import HOME, JSON, LOCKDOWN, fact
from endpoints import PREFIX
from raw_http import RawConnection, open_tcp


def a_request_with_a_slow_body_times_out(attacker):
    connection = RawConnection(attacker.connection.endpoint)
    headers = [
        ("DPoP", attacker.proof("POST", LOCKDOWN)), ("Authorization", f"DPoP {attacker.session}"), JSON,
        ("Content-Length", 1000)]
    response = connection.request("POST", LOCKDOWN, headers)
    assert response.status == 408, response
    assert connection.stream.recv(1) == b""


def a_connection_without_a_tls_handshake_is_closed(attacker):
    with open_tcp(attacker.connection.endpoint) as stream:
        assert stream.recv(1) == b""


def a_client_that_reads_no_responses_is_disconnected(attacker):
    connection = RawConnection(attacker.connection.endpoint)
    request = f"GET {PREFIX}/openapi.json HTTP/1.1\r\nHost: {connection.host}\r\n\r\n".encode()
    first = connection.send(request)
    assert first.status == 200
    received = 0
    try:
        # The responses are larger than the buffers on the way, so the gateway waits until this client reads them.
        connection.stream.sendall(request * 500)
        time.sleep(35)
        while data := connection.stream.recv(1 << 20):
            received += len(data)
    except TimeoutError as failure:
        raise AssertionError("the connection is still open") from failure
    except OSError:
        pass
    assert received < 500 * len(first.content), "the gateway sent every response to a client that did not read"


slow_facts = [
    a_request_with_a_slow_body_times_out, a_connection_without_a_tls_handshake_is_closed,
    a_client_that_reads_no_responses_is_disconnected]


@fact
def six_hundred_silent_connections_do_not_block_other_clients(attacker):
    with contextlib.ExitStack() as connections:
        for _ in range(600):
            connections.enter_context(open_tcp(attacker.connection.endpoint, source="127.0.0.2"))
        assert attacker.console.send("GET", "/health").status == 200
        attacker.connection.close()
        assert attacker.request("GET", HOME).status == 200
