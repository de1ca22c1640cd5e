"""The stream of events, which has no end: what comes while somebody switches a lamp is what the document says."""

import json
import urllib.request

from document import validator


def events(address):
    """Each event's type and data, as they come; the first has neither: from then on it is told."""
    with urllib.request.urlopen(f"{address}/events", timeout=60) as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        fields = {}
        for line in stream:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            else:
                yield fields.get("event"), json.loads(fields.get("data", "null"))
                fields = {}


def check(client):
    """Returns the types of events that came: of a reading, a state and a command there was at least one each."""
    schema = validator(client.document, {"$ref": "#/components/schemas/Event"})
    seen = set()
    for kind, data in events(client.address):
        if kind is None:
            client.ask("POST", "/devices/lamp/commands", {"capability": "switch", "value": False})
            continue
        schema.validate(data)
        assert data["type"] == kind, f"{kind}: {data}"
        seen.add(kind)
        if seen.issuperset({"reading", "state", "command"}):
            client.seen["getEvents"].add(200)
            return seen
    raise AssertionError(f"the stream ended after {seen}")
