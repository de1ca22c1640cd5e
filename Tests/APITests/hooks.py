"""As whom schemathesis asks: as an owner, over HTTPS. What it knows no secrets for is asked by another one."""

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
    """Signed out, removed or locked by what schemathesis did, they come in again."""
    resident = another_owner(console, door).sender
    resident.lost = return_as_another
    return resident


def return_as_another(resident):
    newcomer = another_owner(console, door).sender
    resident.key, resident.session = newcomer.key, newcomer.session


# Wrong PINs make a client wait, and one that signs out is gone.
CLUMSY = ["/people/{id}/pin", "/sessions/current", "/step-up"]
schemathesis.auth.set_from_requests(owner()).apply_to(path=CLUMSY)
schemathesis.auth.set_from_requests(owner()).skip_for(path=CLUMSY)
