"""Those who wish a home ill, and the facts that hold against them: functions whose names say what they show."""

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
    """Somebody with a guest's session and key, and a token that only reads, who sends what they like."""

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
        """A request as it should be, but for what is given."""
        proof = proof or self.proof(method, target, body)
        headers = [("DPoP", proof), ("Authorization", f"DPoP {self.session}"), *headers]
        answer = self.wire.ask(method, target, headers, body, **options)
        self.nonce = answer.headers.get("DPoP-Nonce", self.nonce) if answer else self.nonce
        return answer


def answered(answer, status, code=None):
    assert answer and answer.status == status, answer
    assert code is None or json.loads(answer.content)["code"] == code, answer
    return answer
