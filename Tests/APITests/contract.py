"""The operations of the OpenAPI document, and the statuses that each operation has returned."""

import json
import re

from document import validator


class Contract:
    def __init__(self, sender):
        self.document = json.loads(sender.send("GET", "/openapi.json").content)
        self.operations = [
            Operation(method, path, definition)
            for path, methods in self.document["paths"].items() for method, definition in methods.items()]
        # The returned statuses by the id of the operation.
        self.seen_statuses = {operation.id: set() for operation in self.operations}

    def operation(self, method, path):
        return next((operation for operation in self.operations if operation.matches(method, path)), None)

    def check_response(self, operation, response):
        """Checks a response against the document. Returns its body."""
        self.seen_statuses[operation.id].add(response.status)
        documented = operation.definition["responses"].get(str(response.status))
        assert documented, f"{operation.id} returned the status {response.status}, which is not documented"
        if "$ref" in documented:
            documented = self.document["components"]["responses"][documented["$ref"].rpartition("/")[2]]
        if "content" not in documented:
            assert not response.content
            return None
        media_type = response.headers["Content-Type"].partition(";")[0]
        schema = documented["content"][media_type]["schema"]
        if media_type in ("application/zip", "application/pdf", "image/jpeg"):
            return response.content
        body = json.loads(response.content) if media_type.endswith("json") else response.content.decode()
        validator(self.document, schema).validate(body)
        return body


class Operation:
    def __init__(self, method, path, definition):
        self.method = method.upper()
        self.path = path
        self.definition = definition
        self.pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", path))

    @property
    def id(self):
        return self.definition["operationId"]

    def matches(self, method, path):
        return method == self.method and self.pattern.fullmatch(path)
