"""Proofs of possession, implemented from RFC 9449 and RFC 9530 without code of the gateway."""

import base64
import hashlib
import json
import time
import uuid

import jwt
from cryptography.hazmat.primitives.asymmetric import ec


class Key:
    """The key of a client."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.public = jwt.algorithms.ECAlgorithm.to_jwk(self.private.public_key(), as_dict=True)

    @property
    def thumbprint(self):
        """The thumbprint of the public key (RFC 7638)."""
        required = {name: self.public[name] for name in ["crv", "kty", "x", "y"]}
        return base64url(sha256(json.dumps(required, separators=(",", ":")).encode()))

    def proof(self, method, url, *, token=None, body=b"", nonce=None, header={}, **claims):
        """Returns a signed proof. `header` and `claims` replace or extend the defaults; a claim of None is omitted."""
        values = {
            "jti": str(uuid.uuid4()), "htm": method, "htu": url, "iat": int(time.time()), "nonce": nonce,
            "ath": token and base64url(sha256(token.encode())),
            "content-digest": f"sha-256=:{base64.b64encode(sha256(body)).decode()}:" if body else None,
        } | claims
        return jwt.encode(
            {name: value for name, value in values.items() if value is not None}, self.private, algorithm="ES256",
            headers={"typ": "dpop+jwt", "jwk": self.public} | header)


def sha256(content):
    return hashlib.sha256(content).digest()


def base64url(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
