"""Checks the HTTPS endpoint against attackers."""

import contextlib
from concurrent.futures import ThreadPoolExecutor

# Each of these modules registers its facts.
import addresses  # noqa: F401
import crowds  # noqa: F401
import door  # noqa: F401
import page  # noqa: F401
import patience
import proofs  # noqa: F401
from people import paired
from stranger import Stranger, facts


def stranger(owner, console):
    guest = owner.ask("POST", "/people", {"name": "Eve", "role": "guest"})["id"]
    service = owner.ask("POST", "/people", {"name": "Scraper", "role": "service"})["id"]
    token = owner.ask("POST", "/tokens", {
        "person": service, "name": "Found", "scope": ["viewEnergy", "viewEnvironment", "viewMetrics"], "days": 1})
    resident = paired(owner, owner.sender.door, guest, approve=False).sender
    return Stranger(resident, token["token"], console.sender, owner.contract.operations)


@contextlib.contextmanager
def looked_at(stranger):
    """Checks all facts and yields their names. The slow ones are checked in threads while the context is open."""
    with ThreadPoolExecutor() as threads:
        looks = {fact: threads.submit(fact, stranger) for fact in patience.slow}
        for fact in facts:
            hold(fact, lambda: fact(stranger))
        yield [fact.__name__ for fact in [*facts, *looks]]
        for fact, look in looks.items():
            hold(fact, look.result)


def hold(fact, look):
    try:
        look()
    except Exception as failure:
        raise AssertionError(f"this is not true: {fact.__name__.replace('_', ' ')}: {failure}") from failure
