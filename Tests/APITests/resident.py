"""Who comes in by the HTTPS door: a key, a session and a PIN."""

import json

import requests

from doors import Answer
from keys import Key

PIN = "482915"
# Apart from the address where schemathesis guesses codes, which is made to wait.
ELSEWHERE = "127.0.0.2"


class Resident(requests.auth.AuthBase):
    """Signs what `requests` sends, and sends it again when it can give what the answer says it lacks."""

    def __init__(self, door, session=None, lost=None):
        self.door = door
        self.key = Key()
        self.session = session
        self.nonce = None
        # Called when the gateway knows this client or its PIN no more.
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
        """Gives the answer, whose body has no end."""
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
        """Whether the same request may be answered otherwise now."""
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
