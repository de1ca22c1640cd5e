"""The two endpoints of a gateway: HTTPS, and the Unix socket of the console."""

import hashlib
import http.client
import socket
from typing import Mapping, NamedTuple

import urllib3
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PREFIX = "/api/v1"


class Response(NamedTuple):
    status: int
    headers: Mapping[str, str]
    content: bytes


class Console(NamedTuple):
    """The endpoint of the console: a Unix socket, whose users the operating system identifies."""

    socket: str

    def send(self, method, path, content=None, headers={}):
        connection = UnixConnection(self.socket)
        try:
            connection.request(method, PREFIX + path, content, headers)
            response = connection.getresponse()
            return Response(response.status, response.headers, response.read())
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


class HTTPSEndpoint(NamedTuple):
    port: int
    # The SHA-256 of the public key, in hexadecimal digits.
    fingerprint: str
    # The path of the root certificate that clients trust.
    authority: str

    @property
    def address(self):
        return f"https://localhost:{self.port}{PREFIX}"

    def pin(self):
        """Makes this process accept TLS connections only to a server with this public key."""
        fingerprint = self.fingerprint

        class PinnedConnection(urllib3.connection.HTTPSConnection):
            def connect(self):
                super().connect()
                if public_key_fingerprint(self.sock.getpeercert(binary_form=True)) != fingerprint:
                    self.close()
                    raise urllib3.exceptions.SSLError("the public key of the server differs from the pinned one")

        urllib3.HTTPSConnectionPool.ConnectionCls = PinnedConnection


def public_key_fingerprint(certificate):
    key = x509.load_der_x509_certificate(certificate).public_key()
    return hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()
