"""Checks the HTTPS endpoint against attackers."""

import contextlib
from concurrent.futures import ThreadPoolExecutor

# Each of these modules registers its facts on import.
import addresses  # noqa: F401
import https_endpoint  # noqa: F401
import many_connections  # noqa: F401
import page  # noqa: F401
import proofs  # noqa: F401
import slow_clients
from attacker import Attacker, facts
from people import pair_client


def create_attacker(owner, console):
    """Adds a guest and a token, and returns the attacker who has obtained both."""
    guest = owner.request("POST", "/people", {"name": "Eve", "role": "guest"})["id"]
    service = owner.request("POST", "/people", {"name": "Scraper", "role": "service"})["id"]
    token = owner.request("POST", "/tokens", {
        "person": service, "name": "Found", "scope": ["viewEnergy", "viewEnvironment", "viewMetrics"], "days": 1})
    client = pair_client(owner, owner.sender.endpoint, guest, approve=False).sender
    return Attacker(client, token["token"], console.sender, owner.contract.operations)


@contextlib.contextmanager
def checked_facts(attacker):
    """Checks all facts and yields their names. Threads check the slow facts while the context is open."""
    with ThreadPoolExecutor() as threads:
        pending = {fact: threads.submit(fact, attacker) for fact in slow_clients.slow_facts}
        for fact in facts:
            check(fact, lambda: fact(attacker))
        yield [fact.__name__ for fact in [*facts, *pending]]
        for fact, result in pending.items():
            check(fact, result.result)


def check(fact, verify):
    """Calls `verify`. Raises an `AssertionError` that names the fact when the call fails."""
    try:
        verify()
    except Exception as failure:
        raise AssertionError(f"this fact is false: {fact.__name__.replace('_', ' ')}: {failure}") from failure
