"""A client at the HTTPS endpoint, with a key, a session and a PIN."""

import json

import requests

from doors import Answer
from keys import Key

PIN = "482915"
# Another source address than the one from which schemathesis guesses codes, because that one is rate limited.
ELSEWHERE = "127.0.0.2"


class Resident(requests.auth.AuthBase):
    """Signs the requests of the library `requests`.

    Sends a refused request again when it can add what the response asks for: a nonce, a PIN or a new session.
    """

    def __init__(self, door, session=None, lost=None):
        self.door = door
        self.key = Key()
        self.session = session
        self.nonce = None
        # Called when the gateway no longer accepts this client or its PIN.
        self.lost = lost
        self.connections = requests.Session()
        self.connections.trust_env = False
        self.connections.verify = door.authority
        self.connections.mount("https://", Elsewhere())

    def send(self, method, path, content=None, headers={}):
        with self.connections.request(
                method, self.door.address + path, data=content, headers=headers, auth=self, timeout=60) as answer:
            return Answer(answer.status_code, answer.headers, answer.content)

    def stream(self, path):
        """The response of an endless stream."""
        return self.connections.get(self.door.address + path, auth=self, timeout=60, stream=True)

    def __call__(self, request):
        self.sign(request)
        request.register_hook("response", self.again)
        return request

    def sign(self, request):
        body = request.body or b""
        token = self.session and self.session["accessToken"]
        request.headers["DPoP"] = self.key.proof(
            request.method, request.url, token=token, nonce=self.nonce,
            body=body.encode() if isinstance(body, str) else body)
        if token:
            request.headers["Authorization"] = f"DPoP {token}"

    def again(self, response, **options):
        for _ in range(3):
            self.nonce = response.headers.get("DPoP-Nonce", self.nonce)
            if not self.learns(response):
                break
            response.close()
            request = response.request.copy()
            self.sign(request)
            response = response.connection.send(request, **options)
        return response

    def learns(self, refusal):
        """Reacts to a refusal. Returns whether the same request may succeed now."""
        if refusal.status_code not in (401, 403):
            return False
        problem = refusal.json()
        if problem["code"] == "useNonce" or problem["code"] == "stepUpNeeded" and self.steps_up(problem["stepUp"]):
            return True
        if problem["code"] not in ("unauthenticated", "stepUpNeeded") or not self.lost:
            return False
        self.lost(self)
        return True

    def steps_up(self, purpose):
        body = json.dumps({"pin": PIN, "purpose": purpose})
        return self.send("POST", "/step-up", body, {"Content-Type": "application/json"}).status == 204


class Elsewhere(requests.adapters.HTTPAdapter):
    def init_poolmanager(self, *arguments, **options):
        super().init_poolmanager(*arguments, source_address=(ELSEWHERE, 0), **options)
