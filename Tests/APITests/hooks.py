"""The authentication of schemathesis, which sends requests as an owner over HTTPS.

A second owner sends the requests that may lock or sign out their sender.
"""

import json
import os

import schemathesis

from client import Client
from contract import Contract
from endpoints import Console, HTTPSEndpoint
from people import add_owner

endpoint = HTTPSEndpoint(*json.loads(os.environ["TOMTE_API_ENDPOINT"]))
endpoint.pin()
console = Console(os.environ["TOMTE_API_SOCKET"])
console = Client(console, Contract(console))


def new_owner():
    """Adds an owner. A new owner replaces them when schemathesis has signed out, removed, demoted or locked them."""
    sender = add_owner(console, endpoint).sender
    sender.on_access_lost = replace_credentials
    return sender


def replace_credentials(sender):
    replacement = add_owner(console, endpoint).sender
    sender.key, sender.session = replacement.key, replacement.session


# Wrong PINs delay a client and a sign-out removes it, so the second owner sends the requests to these paths.
LOCKING_PATHS = ["/people/{id}/pin", "/sessions/current", "/step-up"]
schemathesis.auth.set_from_requests(new_owner()).apply_to(path=LOCKING_PATHS)
schemathesis.auth.set_from_requests(new_owner()).skip_for(path=LOCKING_PATHS)
