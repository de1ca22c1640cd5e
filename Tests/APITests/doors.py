"""The two endpoints of a gateway: HTTPS, and the Unix socket of the console."""

import hashlib
import http.client
import socket
from typing import Mapping, NamedTuple

import urllib3
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PREFIX = "/api/v1"


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    content: bytes


class Console(NamedTuple):
    """The console: a Unix socket, at which the operating system identifies the user."""

    socket: str

    def send(self, method, path, content=None, headers={}):
        connection = UnixConnection(self.socket)
        try:
            connection.request(method, PREFIX + path, content, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class HTTPSDoor(NamedTuple):
    port: int
    # The SHA-256 of the public key, in hexadecimal digits.
    fingerprint: str
    # The path of the root certificate that clients trust.
    authority: str

    @property
    def address(self):
        return f"https://localhost:{self.port}{PREFIX}"

    def pin(self):
        """From now on this process accepts TLS connections only to a server with this public key."""
        fingerprint = self.fingerprint

        class PinnedConnection(urllib3.connection.HTTPSConnection):
            def connect(self):
                super().connect()
                if public_key_fingerprint(self.sock.getpeercert(binary_form=True)) != fingerprint:
                    self.close()
                    raise urllib3.exceptions.SSLError("the server has another public key than the pinned one")

        urllib3.HTTPSConnectionPool.ConnectionCls = PinnedConnection


def public_key_fingerprint(certificate):
    key = x509.load_der_x509_certificate(certificate).public_key()
    return hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()
