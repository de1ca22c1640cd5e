"""The stream of events, which has no end: what comes while somebody switches a lamp is what the document says."""

import json

from document import validator


def events(resident):
    """Each event's type and data, as they come; the first has neither: from then on it is told."""
    with resident.stream("/events") as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        fields = {}
        for line in stream.iter_lines(chunk_size=1):
            name, _, value = line.decode().partition(": ")
            if name:
                fields[name] = value
            else:
                yield fields.get("event"), json.loads(fields.get("data", "null"))
                fields = {}


def check(client):
    """Returns the types of events that came: of a reading, a state and a command there was at least one each."""
    schema = validator(client.contract.document, {"$ref": "#/components/schemas/Event"})
    seen = set()
    for kind, data in events(client.sender):
        if kind is None:
            client.ask("POST", "/devices/lamp/commands", {"capability": "switch", "value": False})
            continue
        schema.validate(data)
        assert data["type"] == kind, f"{kind}: {data}"
        seen.add(kind)
        if seen.issuperset({"reading", "state", "command"}):
            client.contract.seen["getEvents"].add(200)
            return seen
    raise AssertionError(f"the stream ended after {seen}")
