"""Creates clients by a claim or by an invitation."""

import uuid

from client import Client
from dpop_client import PIN, DPoPClient


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


def add_owner(console, endpoint):
    """Adds an owner with a PIN through the console. Returns their client."""
    console.request("POST", "/pairings/reopen")
    person = console.request("POST", "/people", {"name": f"Olga {uuid.uuid4()}", "role": "owner"})["id"]
    console.request("PUT", f"/people/{person}/pin", {"pin": PIN})
    return pair_client(console, endpoint, person, approve=False)
