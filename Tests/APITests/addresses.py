"""Unusual spellings of addresses, which must not reach a route."""

from doors import PREFIX
from stranger import answered, fact

THING = "lamp"


@fact
def no_trick_leads_to_a_route(stranger):
    for operation in stranger.operations:
        for target in tricks(PREFIX + operation.path.replace("{id}", THING)):
            answer = stranger.ask(operation.method, target)
            assert answer is None or answer.status in (400, 401, 404, 405), (operation.id, target, answer)


@fact
def an_address_to_the_letter_goes_before_a_template(stranger):
    assert answered(stranger.ask("DELETE", f"{PREFIX}/pairings/reopen"), 405).headers["Allow"] == "POST"


def tricks(path):
    parent, _, last = path.rpartition("/")
    first = f"%{ord(last[0]):02x}"
    yield from (
        f"{parent}/{first}{last[1:]}", f"{parent}/%25{first[1:]}{last[1:]}", f"{parent}%2f{last}", f"{parent}%2F{last}",
        f"{parent}%5c{last}", f"{parent}\\{last}", f"{parent}//{last}", f"/{path}", f"{parent}/./{last}",
        f"{parent}/x/../{last}", f"{parent}/x/%2e%2e/{last}", f"{parent}/x/..;/{last}", f"{path};", f"{path};a=b",
        f"{path}%3b", f"{path}%2e", f"{path}%20", f"{path}%09", f"{path}\t", f"{path}%00", f"{path}\0",
        f"{path}%00.json", f"{path}/.", f"{path}/..", f"{path}%c0%af", f"{parent}%c0%af{last}",
        f"{parent}/%c1%a1{last[1:]}", f"{path}%0d%0a", f"{path}#", f"{path}%3f", f"{path}/", path.upper(),
        f"{PREFIX}/health/..{path.removeprefix(PREFIX)}", path.replace(PREFIX, "/api/V1"))
    # After a path whose last part is an id, these would be other ids.
    if last != THING:
        yield from (f"{path}.", f"{path}.json")
