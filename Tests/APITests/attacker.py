"""An attacker, and the list of facts. A fact is a function that checks one property of the gateway and has its name."""

import json

from endpoints import PREFIX
from raw_http import RawConnection

JSON = ("Content-Type", "application/json")
HOME, LOCKDOWN, PEOPLE = f"{PREFIX}/home", f"{PREFIX}/lockdown", f"{PREFIX}/people"
BODY = b'{"isOn":true}'

facts = []


def fact(function):
    """Decorates a function that receives the attacker: adds it to `facts`."""
    facts.append(function)
    return function


class Attacker:
    """An attacker with the session and key of a guest, and a read-only token. Sends arbitrary requests."""

    def __init__(self, guest, token, console, operations):
        self.connection = RawConnection(guest.endpoint)
        self.key = guest.key
        self.session = guest.session["accessToken"]
        self.token = token
        self.console = console
        self.operations = operations
        self.nonce = None
        self.request("GET", HOME)

    def proof(self, method, target, body=b"", key=None, token=None, **claims):
        url = f"https://{self.connection.host}{target}"
        claims = {"nonce": self.nonce} | claims
        return (key or self.key).proof(method, url, body=body, token=token or self.session, **claims)

    def request(self, method, target, body=b"", *headers, proof=None, **options):
        """Sends a correct request, except for the given parts. Returns the response, or None without a response."""
        proof = proof or self.proof(method, target, body)
        headers = [("DPoP", proof), ("Authorization", f"DPoP {self.session}"), *headers]
        response = self.connection.request(method, target, headers, body, **options)
        self.nonce = response.headers.get("DPoP-Nonce", self.nonce) if response else self.nonce
        return response


def assert_status(response, status, code=None):
    """Asserts the status of a response, and the code of its problem if one is given. Returns the response."""
    assert response and response.status == status, response
    assert code is None or json.loads(response.content)["code"] == code, response
    return response
