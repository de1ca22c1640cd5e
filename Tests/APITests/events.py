"""Checks the events that the stream sends while a lamp is switched against the OpenAPI document."""

import json

from document import validator


def events(resident):
    """Yields the type and data of each event. The first one has neither: it means that the subscription has begun."""
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
    """Returns the types of the received events, after at least one reading, one state and one command."""
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
    raise AssertionError(f"the event stream ended after these types: {seen}")
