"""Facts about many simultaneous connections and streams of clients without authentication."""

import contextlib
import re
import socket
import ssl
import struct
import time
from pathlib import Path

from attacker import HOME, fact
from raw_http import open_tcp

CONNECTIONS, STREAMS = 64, 100
# The limit in kilobytes for all of these connections. One buffered response for each stream would take 2,900,000.
MAXIMUM_MEMORY = 150_000


@fact
def idle_connections_of_four_addresses_do_not_block_a_paired_client(attacker):
    tls = tls_context()
    with contextlib.ExitStack() as contexts:
        for number in range(2, 6):
            for _ in range(128):
                stream = contexts.enter_context(open_tcp(attacker.connection.endpoint, source=f"127.0.0.{number}"))
                contexts.enter_context(tls.wrap_socket(stream, server_hostname="localhost"))
        attacker.connection.close()
        begin = time.monotonic()
        assert attacker.request("GET", HOME).status == 200
        # Without the limit per address the request would wait until another connection is closed.
        assert time.monotonic() - begin < 30
        # A paired client keeps its connection while more connections arrive.
        kept = attacker.connection.stream
        for _ in range(128):
            stream = contexts.enter_context(open_tcp(attacker.connection.endpoint, source="127.0.0.6"))
            contexts.enter_context(tls.wrap_socket(stream, server_hostname="localhost"))
        assert attacker.request("GET", HOME).status == 200
        assert attacker.connection.stream is kept, "the gateway closed the connection of the paired client"


@fact
def streams_with_a_zero_window_use_little_memory(attacker):
    process = gateway_process(attacker.console)
    before = resident_memory(process)
    with contextlib.ExitStack() as contexts:
        connections = [contexts.enter_context(Streams(attacker.connection.endpoint)) for _ in range(CONNECTIONS)]
        path = largest_file(attacker)
        for connection in connections:
            connection.open_streams(path, STREAMS)
        for connection in connections:
            connection.wait_for_responses()
        used = resident_memory(process) - before
        assert used < MAXIMUM_MEMORY, (
            f"{CONNECTIONS} connections of {STREAMS} streams use {used} kB, more than {MAXIMUM_MEMORY} kB")
        assert attacker.request("GET", HOME).status == 200
        # The flow-control window stays at zero, so the gateway resets each open stream.
        for connection in connections:
            connection.wait_for_resets()


def gateway_process(console):
    """Returns the process id of the gateway, from the peer credentials of the console's socket."""
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(console.socket)
        return struct.unpack("3i", stream.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]


def resident_memory(process):
    """Returns the resident memory of a process in kilobytes."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[1])


def largest_file(attacker):
    """Returns the path of the largest module of the page, which needs no authentication."""
    page = attacker.connection.request("GET", "/service-worker.js").content.decode()
    files = set(re.findall(r"/page-[0-9a-f]+/[\w./-]+\.js", page))
    return max(files, key=lambda path: int(attacker.connection.request("HEAD", path).headers["Content-Length"]))


def tls_context(protocol=None):
    """Returns a TLS context that accepts every certificate."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    if protocol:
        tls.set_alpn_protocols([protocol])
    return tls


class Streams:
    """A handwritten HTTP/2 connection with a flow-control window of zero, so the gateway may send no byte of a body.

    Sources: RFC 9113, RFC 7541.
    """

    DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY = 0, 1, 3, 4, 6, 7
    INITIAL_WINDOW_SIZE, MAX_CONCURRENT_STREAMS = 4, 3

    def __init__(self, endpoint):
        self.authority = f"localhost:{endpoint.port}"
        self.stream = tls_context("h2").wrap_socket(open_tcp(endpoint), server_hostname="localhost")
        self.received = b""
        self.limit = None
        self.responded, self.reset = set(), set()

    def __enter__(self):
        window = struct.pack(">HI", self.INITIAL_WINDOW_SIZE, 0)
        self.stream.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(self.SETTINGS, 0, 0, window))
        while self.limit is None:
            self.read()
        return self

    def __exit__(self, *_):
        self.stream.close()

    def open_streams(self, path, count):
        """Opens as many streams as the gateway allows, up to `count`."""
        self.count = min(count, self.limit)
        # GET and https by their indexes in the static table, then literal fields without indexing.
        block = b"\x82\x87" + literal(4, path) + literal(1, self.authority)
        requests = [frame(self.HEADERS, 5, 2 * number + 1, block) for number in range(self.count)]
        self.stream.sendall(b"".join(requests))

    def wait_for_responses(self):
        while len(self.responded) < self.count:
            self.read()

    def wait_for_resets(self):
        while len(self.reset) < self.count:
            self.read()

    def read(self):
        data = self.stream.recv(1 << 16)
        assert data, "the gateway closed the connection"
        self.received += data
        while len(self.received) >= 9:
            size, kind, flags = int.from_bytes(self.received[:3], "big"), self.received[3], self.received[4]
            if len(self.received) < 9 + size:
                return
            stream = int.from_bytes(self.received[5:9], "big")
            content, self.received = self.received[9:9 + size], self.received[9 + size:]
            if kind == self.SETTINGS and not flags & 1:
                settings = dict(struct.iter_unpack(">HI", content))
                self.limit = settings.get(self.MAX_CONCURRENT_STREAMS, STREAMS)
                self.stream.sendall(frame(self.SETTINGS, 1, 0))
            elif kind == self.PING and not flags & 1:
                self.stream.sendall(frame(self.PING, 1, 0, content))
            elif kind == self.HEADERS:
                self.responded.add(stream)
            elif kind == self.RESET:
                self.reset.add(stream)
            else:
                assert kind not in (self.DATA, self.GOAWAY), f"the gateway sent an unexpected frame of type {kind}"


def frame(kind, flags, stream, content=b""):
    return len(content).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + content


def literal(name, value):
    """A literal header field whose name has an index below 15 and whose value is shorter than 127 bytes."""
    return bytes([name, len(value)]) + value.encode()
