"""Many connections and many streams at once, of clients without authentication."""

import contextlib
import re
import socket
import ssl
import struct
import time
from pathlib import Path

from doors import PREFIX
from stranger import HOME, fact
from wire import tcp

CONNECTIONS, STREAMS = 64, 100
# The limit in kilobytes for all of these connections together. Buffering a response for each stream took 2,900,000.
MOST_MEMORY = 150_000


@fact
def four_addresses_of_idle_connections_lock_no_paired_client_out(stranger):
    trusting = context()
    with contextlib.ExitStack() as crowd:
        for number in range(2, 6):
            for _ in range(128):
                stream = crowd.enter_context(tcp(stranger.wire.door, source=f"127.0.0.{number}"))
                crowd.enter_context(trusting.wrap_socket(stream, server_hostname="localhost"))
        stranger.wire.close()
        begin = time.monotonic()
        assert stranger.ask("GET", HOME).status == 200
        # Without the limit per address the request would wait until another connection is closed.
        assert time.monotonic() - begin < 30
        # A paired client keeps its connection while more connections arrive.
        kept = stranger.wire.stream
        for _ in range(128):
            stream = crowd.enter_context(tcp(stranger.wire.door, source="127.0.0.6"))
            crowd.enter_context(trusting.wrap_socket(stream, server_hostname="localhost"))
        assert stranger.ask("GET", HOME).status == 200
        assert stranger.wire.stream is kept, "the gateway closed the connection of the paired client"


@fact
def streams_that_take_nothing_hold_little_memory(stranger):
    process = gateway(stranger.console)
    before = resident(process)
    with contextlib.ExitStack() as crowd:
        crowds = [crowd.enter_context(Streams(stranger.wire.door)) for _ in range(CONNECTIONS)]
        path = largest_file(stranger)
        for one in crowds:
            one.ask_without_taking(path, STREAMS)
        for one in crowds:
            one.wait_until_answered()
        held = resident(process) - before
        assert held < MOST_MEMORY, f"{CONNECTIONS} connections of {STREAMS} streams use {held} kB, more than {MOST_MEMORY} kB"
        assert stranger.ask("GET", HOME).status == 200
        # The flow-control window stays at zero, so the gateway resets each open stream.
        for one in crowds:
            one.wait_until_reset()


def gateway(console):
    """The process id of the gateway, from the peer credentials of the console's socket."""
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(console.socket)
        return struct.unpack("3i", stream.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]


def resident(process):
    """The resident memory of a process in kilobytes."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[1])


def largest_file(stranger):
    """The path of the largest module of the page, which needs no authentication."""
    page = stranger.wire.ask("GET", "/service-worker.js").content.decode()
    files = set(re.findall(r"/page-[0-9a-f]+/[\w./-]+\.js", page))
    return max(files, key=lambda path: int(stranger.wire.ask("HEAD", path).headers["Content-Length"]))


def context(protocol=None):
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    if protocol:
        trusting.set_alpn_protocols([protocol])
    return trusting


class Streams:
    """A handwritten HTTP/2 connection with a flow-control window of zero, so the gateway may send no byte of a body.

    Sources: RFC 9113, RFC 7541.
    """

    DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY = 0, 1, 3, 4, 6, 7
    INITIAL_WINDOW_SIZE, MAX_CONCURRENT_STREAMS = 4, 3

    def __init__(self, door):
        self.authority = f"localhost:{door.port}"
        self.stream = context("h2").wrap_socket(tcp(door), server_hostname="localhost")
        self.received = b""
        self.limit = None
        self.answered, self.ended = set(), set()

    def __enter__(self):
        window = struct.pack(">HI", self.INITIAL_WINDOW_SIZE, 0)
        self.stream.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(self.SETTINGS, 0, 0, window))
        while self.limit is None:
            self.read()
        return self

    def __exit__(self, *_):
        self.stream.close()

    def ask_without_taking(self, path, count):
        """Opens as many streams as the gateway allows, up to `count`."""
        self.count = min(count, self.limit)
        # GET and https by their indexes in the static table, then literal fields without indexing.
        block = b"\x82\x87" + literal(4, path) + literal(1, self.authority)
        requests = [frame(self.HEADERS, 5, 2 * number + 1, block) for number in range(self.count)]
        self.stream.sendall(b"".join(requests))

    def wait_until_answered(self):
        while len(self.answered) < self.count:
            self.read()

    def wait_until_reset(self):
        while len(self.ended) < self.count:
            self.read()

    def read(self):
        piece = self.stream.recv(1 << 16)
        assert piece, "the gateway closed the connection"
        self.received += piece
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
                self.answered.add(stream)
            elif kind == self.RESET:
                self.ended.add(stream)
            else:
                assert kind not in (self.DATA, self.GOAWAY), f"the gateway sent an unexpected frame of type {kind}"


def frame(kind, flags, stream, content=b""):
    return len(content).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + content


def literal(name, value):
    """A literal header field whose name has an index below 15 and whose value is shorter than 127 bytes."""
    return bytes([name, len(value)]) + value.encode()
