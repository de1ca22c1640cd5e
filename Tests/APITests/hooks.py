"""The authentication of schemathesis: it sends requests as an owner over HTTPS.

Another owner sends the requests that would lock or sign out the first one.
"""

import json
import os

import schemathesis

from client import Client
from contract import Contract
from doors import Console, HTTPSDoor
from people import another_owner

door = HTTPSDoor(*json.loads(os.environ["TOMTE_API_DOOR"]))
door.pin()
console = Console(os.environ["TOMTE_API_SOCKET"])
console = Client(console, Contract(console))


def owner():
    """A new owner. When schemathesis has signed out, removed or locked them, a new owner takes their place."""
    resident = another_owner(console, door).sender
    resident.lost = return_as_another
    return resident


def return_as_another(resident):
    newcomer = another_owner(console, door).sender
    resident.key, resident.session = newcomer.key, newcomer.session


# Wrong PINs delay a client, and a sign-out removes it, so these requests come from an owner of their own.
CLUMSY = ["/people/{id}/pin", "/sessions/current", "/step-up"]
schemathesis.auth.set_from_requests(owner()).apply_to(path=CLUMSY)
schemathesis.auth.set_from_requests(owner()).skip_for(path=CLUMSY)
