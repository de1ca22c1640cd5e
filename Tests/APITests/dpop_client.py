"""A client of the HTTPS endpoint, with a key, a session and a PIN."""

import json

import requests

from endpoints import Response
from keys import Key

PIN = "482915"
# The source address of the clients. The gateway rate limits the default one, from which schemathesis guesses codes.
SOURCE_ADDRESS = "127.0.0.2"


class DPoPClient(requests.auth.AuthBase):
    """Adds DPoP proofs to the requests of the library `requests`.

    Sends a refused request again when it can supply the required nonce, PIN or session.
    """

    def __init__(self, endpoint, session=None, on_access_lost=None):
        self.endpoint = endpoint
        self.key = Key()
        self.session = session
        self.nonce = None
        # Called with this client when the gateway no longer accepts the client or its PIN.
        self.on_access_lost = on_access_lost
        self.connections = requests.Session()
        self.connections.trust_env = False
        self.connections.verify = endpoint.authority
        self.connections.mount("https://", SourceAddressAdapter())

    def send(self, method, path, content=None, headers={}):
        with self.connections.request(
                method, self.endpoint.address + path, data=content, headers=headers, auth=self, timeout=60) as response:
            return Response(response.status_code, response.headers, response.content)

    def stream(self, path):
        """Returns the response of an endless stream."""
        return self.connections.get(self.endpoint.address + path, auth=self, timeout=60, stream=True)

    def __call__(self, request):
        self.sign(request)
        request.register_hook("response", self.retry)
        return request

    def sign(self, request):
        body = request.body or b""
        token = self.session and self.session["accessToken"]
        request.headers["DPoP"] = self.key.proof(
            request.method, request.url, token=token, nonce=self.nonce,
            body=body.encode() if isinstance(body, str) else body)
        if token:
            request.headers["Authorization"] = f"DPoP {token}"

    def retry(self, response, **options):
        for _ in range(3):
            self.nonce = response.headers.get("DPoP-Nonce", self.nonce)
            if not self.recover(response):
                break
            response.close()
            request = response.request.copy()
            self.sign(request)
            response = response.connection.send(request, **options)
        return response

    def recover(self, refusal):
        """Obtains the credential that a refused request lacks. Returns whether the same request may succeed now."""
        if refusal.status_code not in (401, 403):
            return False
        problem = refusal.json()
        if problem["code"] == "useNonce" or problem["code"] == "stepUpNeeded" and self.step_up(problem["stepUp"]):
            return True
        # An owner who lacks a permission has lost the role by an earlier request.
        is_lost = problem["code"] in ("unauthenticated", "stepUpNeeded") or problem.get("reason") == "notPermitted"
        if not is_lost or not self.on_access_lost:
            return False
        self.on_access_lost(self)
        return True

    def step_up(self, purpose):
        body = json.dumps({"pin": PIN, "purpose": purpose})
        return self.send("POST", "/step-up", body, {"Content-Type": "application/json"}).status == 204


class SourceAddressAdapter(requests.adapters.HTTPAdapter):
    def init_poolmanager(self, *arguments, **options):
        super().init_poolmanager(*arguments, source_address=(SOURCE_ADDRESS, 0), **options)
