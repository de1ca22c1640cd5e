"""An attacker, and the list of facts: functions that check what an attacker cannot do, and that are named after it."""

import json

from doors import PREFIX
from wire import Wire

JSON = ("Content-Type", "application/json")
HOME, LOCKDOWN, PEOPLE = f"{PREFIX}/home", f"{PREFIX}/lockdown", f"{PREFIX}/people"
BODY = b'{"isOn":true}'

facts = []


def fact(function):
    facts.append(function)
    return function


class Stranger:
    """An attacker with the session and key of a guest, and a token that may only read. Sends arbitrary requests."""

    def __init__(self, guest, token, console, operations):
        self.wire = Wire(guest.door)
        self.key = guest.key
        self.session = guest.session["accessToken"]
        self.token = token
        self.console = console
        self.operations = operations
        self.nonce = None
        self.ask("GET", HOME)

    def proof(self, method, target, body=b"", key=None, token=None, **claims):
        url = f"https://{self.wire.host}{target}"
        claims = {"nonce": self.nonce} | claims
        return (key or self.key).proof(method, url, body=body, token=token or self.session, **claims)

    def ask(self, method, target, body=b"", *headers, proof=None, **options):
        """Sends a correct request, except for the given parts. Returns the response; None when there was none."""
        proof = proof or self.proof(method, target, body)
        headers = [("DPoP", proof), ("Authorization", f"DPoP {self.session}"), *headers]
        answer = self.wire.ask(method, target, headers, body, **options)
        self.nonce = answer.headers.get("DPoP-Nonce", self.nonce) if answer else self.nonce
        return answer


def answered(answer, status, code=None):
    assert answer and answer.status == status, answer
    assert code is None or json.loads(answer.content)["code"] == code, answer
    return answer
