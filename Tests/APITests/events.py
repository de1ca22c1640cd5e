"""Switches a lamp, and checks the events of the stream against the OpenAPI document."""

import json

from document import validator


def events(sender):
    """Yields the type and data of each event. An event without a type shows only that the stream is alive."""
    with sender.stream("/events") as stream:
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
    """Validates events until at least one reading, one state and one command arrived. Returns their types."""
    schema = validator(client.contract.document, {"$ref": "#/components/schemas/Event"})
    seen = set()
    for index, (kind, data) in enumerate(events(client.sender)):
        # The first event, of any type, shows that the subscription has begun.
        if index == 0:
            client.request("POST", "/devices/lamp/commands", {"capability": "switch", "value": False})
        if kind is None:
            continue
        schema.validate(data)
        assert data["type"] == kind, f"{kind}: {data}"
        seen.add(kind)
        if seen.issuperset({"reading", "state", "command"}):
            client.contract.seen_statuses["getEvents"].add(200)
            return seen
    raise AssertionError(f"the event stream ended after these types: {seen}")
