"""Facts about paths: an unusual spelling of a path reaches no route."""

import re

from attacker import assert_status, fact
from endpoints import PREFIX

DEVICE = "lamp"


@fact
def an_unusual_path_spelling_reaches_no_route(attacker):
    for operation in attacker.operations:
        for target in unusual_spellings(PREFIX + re.sub(r"\{\w+\}", DEVICE, operation.path)):
            response = attacker.request(operation.method, target)
            assert response is None or response.status in (400, 401, 404, 405), (operation.id, target, response)


@fact
def a_literal_path_takes_precedence_over_a_template(attacker):
    assert assert_status(attacker.request("DELETE", f"{PREFIX}/pairings/reopen"), 405).headers["Allow"] == "POST"


def unusual_spellings(path):
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
    # After a path that ends with an id, these suffixes would form other ids.
    if last != DEVICE:
        yield from (f"{path}.", f"{path}.json")
