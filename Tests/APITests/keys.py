"""Proofs of possession, written from RFC 9449 and RFC 9530 with nothing of the gateway's own."""

import base64
import hashlib
import time
import uuid

import jwt
from cryptography.hazmat.primitives.asymmetric import ec


class Key:
    """A client's own key."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.public = jwt.algorithms.ECAlgorithm.to_jwk(self.private.public_key(), as_dict=True)

    def proof(self, method, url, *, token=None, body=b"", nonce=None, header={}, **claims):
        """`header` and `claims` replace what would be said, or add to it; a claim of None is left out."""
        said = {
            "jti": str(uuid.uuid4()), "htm": method, "htu": url, "iat": int(time.time()), "nonce": nonce,
            "ath": token and base64url(sha256(token.encode())),
            "content-digest": f"sha-256=:{base64.b64encode(sha256(body)).decode()}:" if body else None,
        } | claims
        return jwt.encode(
            {name: value for name, value in said.items() if value is not None}, self.private, algorithm="ES256",
            headers={"typ": "dpop+jwt", "jwk": self.public} | header)


def sha256(content):
    return hashlib.sha256(content).digest()


def base64url(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
