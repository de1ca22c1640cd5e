"""The operations of the OpenAPI document, and the statuses that were seen of each."""

import json
import re

from document import validator


class Contract:
    def __init__(self, door):
        self.document = json.loads(door.send("GET", "/openapi.json").content)
        self.operations = [
            Operation(method, path, said)
            for path, methods in self.document["paths"].items() for method, said in methods.items()]
        # The seen statuses by the id of the operation.
        self.seen = {operation.id: set() for operation in self.operations}

    def operation(self, method, path):
        return next((operation for operation in self.operations if operation.matches(method, path)), None)

    def hold(self, operation, answer):
        """Checks a response against the document. Returns its body."""
        self.seen[operation.id].add(answer.status)
        said = operation.said["responses"].get(str(answer.status))
        assert said, f"{operation.id} returned the status {answer.status}, which is not documented"
        if "$ref" in said:
            said = self.document["components"]["responses"][said["$ref"].rpartition("/")[2]]
        if "content" not in said:
            assert not answer.content
            return None
        media_type = answer.headers["Content-Type"].partition(";")[0]
        schema = said["content"][media_type]["schema"]
        body = json.loads(answer.content) if media_type.endswith("json") else answer.content.decode()
        validator(self.document, schema).validate(body)
        return body


class Operation:
    def __init__(self, method, path, said):
        self.method = method.upper()
        self.path = path
        self.said = said
        self.pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", path))

    @property
    def id(self):
        return self.said["operationId"]

    def matches(self, method, path):
        return method == self.method and self.pattern.fullmatch(path)
