"""Creates clients by a claim or by an invitation."""

import secrets
import uuid

from client import Client
from dpop_client import PIN, DPoPClient
from keys import base64url, sha256


def claim_home(endpoint, contract, code):
    """Claims the home and sets a PIN. Returns the client of its first owner."""
    owner = Client(DPoPClient(endpoint), contract)
    owner.sender.session = owner.request("POST", "/claim", {"code": code, "name": "Olga", "clientName": "Phone"})
    owner.request("PUT", f"/people/{owner.sender.session['person']}/pin", {"pin": PIN})
    return owner


def pair_client(inviter, endpoint, person, approve=True, **invitation):
    """Pairs a client of a person by an invitation. Returns the client.

    With `approve`, the inviter approves the pairing; otherwise the invitation needs no approval.
    """
    code = inviter.request(
        "POST", "/pairing-codes", {"person": person, "approveAny": not approve, **invitation})["code"]
    client = Client(DPoPClient(endpoint), inviter.contract)
    pairing = client.request("POST", "/pair", {"code": code, "clientName": "Phone"}, expecting=[202])
    if approve:
        client.request("POST", f"/pairings/{pairing['id']}/session", expecting=[202])
        assert pairing in inviter.request("GET", "/pairings")
        inviter.request("POST", f"/pairings/{pairing['id']}/approve")
    client.sender.session = client.request("POST", f"/pairings/{pairing['id']}/session", expecting=[201])
    return client


def use_invitations(inviter, endpoint, person):
    """Lets two clients of a person in by invitations that were sent: one by comparison, one by a spoken number."""
    invitation = inviter.request(
        "POST", "/invitations", {"person": person, "validMinutes": 60, "admission": "approval"})
    secret, client = secret_of(invitation), Client(DPoPClient(endpoint), inviter.contract)
    path = f"/invitations/{invitation['invitation']['id']}"
    assert client.request("POST", f"{path}/open", {"secret": secret})["admission"] == "approval"
    nonce = base64url(secrets.token_bytes(16))
    text = "\n".join(["tomte pairing commitment 1", nonce, client.sender.key.thumbprint])
    commitment = base64url(sha256(text.encode()))
    client.request(
        "POST", f"{path}/commitment", {"secret": secret, "commitment": commitment, "clientName": "Phone"})
    client.request("POST", f"{path}/reveal", {"nonce": nonce}, expecting=[204])
    client.request("POST", f"{path}/session", expecting=[202])
    [waiting] = [each for each in inviter.request("GET", "/invitations") if each["state"] == "waiting"]
    inviter.request("POST", f"{path}/approve", {"digits": waiting["digits"]})
    client.sender.session = client.request("POST", f"{path}/session", expecting=[201])
    client.request("GET", "/home")
    spoken = inviter.request("POST", "/invitations", {"person": person, "validMinutes": 60, "admission": "number"})
    other = Client(DPoPClient(endpoint), inviter.contract)
    other.sender.session = other.request("POST", f"/invitations/{spoken['invitation']['id']}/number", {
        "secret": secret_of(spoken), "number": spoken["number"], "clientName": "Tablet"}, expecting=[201])
    other.request("GET", "/home")


def secret_of(sent):
    """The secret in the fragment of a link."""
    return dict(word.split("=", 1) for word in sent["link"].split("#")[1].split("&"))["secret"]


def add_owner(console, endpoint):
    """Adds an owner with a PIN through the console. Returns their client."""
    console.request("POST", "/pairings/reopen")
    person = console.request("POST", "/people", {"name": f"Olga {uuid.uuid4()}", "role": "owner"})["id"]
    console.request("PUT", f"/people/{person}/pin", {"pin": PIN})
    return pair_client(console, endpoint, person, approve=False)
