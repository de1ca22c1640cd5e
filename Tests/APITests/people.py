"""Creates clients: by a claim or by an invitation."""

import uuid

from client import Client
from resident import PIN, Resident


def claimed(door, contract, code):
    """Claims the home. Returns the client of its first owner, who has a PIN."""
    owner = Client(Resident(door), contract)
    owner.sender.session = owner.ask("POST", "/claim", {"code": code, "name": "Olga", "clientName": "Phone"})
    owner.ask("PUT", f"/people/{owner.sender.session['person']}/pin", {"pin": PIN})
    return owner


def paired(inviter, door, person, approve=True, **invitation):
    """Pairs a client of a person by an invitation. Returns the client.

    With `approve`, the inviter approves the pairing; otherwise the invitation needs no approval.
    """
    code = inviter.ask("POST", "/pairing-codes", {"person": person, "approveAny": not approve, **invitation})["code"]
    newcomer = Client(Resident(door), inviter.contract)
    pairing = newcomer.ask("POST", "/pair", {"code": code, "clientName": "Phone"}, expecting=[202])
    if approve:
        newcomer.ask("POST", f"/pairings/{pairing['id']}/session", expecting=[202])
        assert pairing in inviter.ask("GET", "/pairings")
        inviter.ask("POST", f"/pairings/{pairing['id']}/approve")
    newcomer.sender.session = newcomer.ask("POST", f"/pairings/{pairing['id']}/session", expecting=[201])
    return newcomer


def another_owner(console, door):
    """Adds another owner with a PIN by the console. Returns their client."""
    console.ask("POST", "/pairings/reopen")
    person = console.ask("POST", "/people", {"name": f"Olga {uuid.uuid4()}", "role": "owner"})["id"]
    console.ask("PUT", f"/people/{person}/pin", {"pin": PIN})
    return paired(console, door, person, approve=False)
