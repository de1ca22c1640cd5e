"""An HTTP client that takes no answer which the document does not promise."""

import json
import re
import urllib.error
import urllib.request

from document import validator


class Client:
    def __init__(self, address):
        self.address = address
        with urllib.request.urlopen(f"{address}/openapi.json") as answer:
            self.document = json.load(answer)
        # Statuses by operation.
        self.seen = {operation["operationId"]: set() for _, _, operation in self.operations()}
        self.ask("GET", "/openapi.json")

    def operations(self):
        """Every method, a pattern of its address, and what the document says of them."""
        for path, methods in self.document["paths"].items():
            pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", path))
            for method, operation in methods.items():
                yield method.upper(), pattern, operation

    def operation(self, method, path):
        return next((operation for other, pattern, operation in self.operations()
                     if other == method and pattern.fullmatch(path)), None)

    def ask(self, method, path, body=None, expecting=range(200, 300), **headers):
        """The body of the answer."""
        request = urllib.request.Request(self.address + path, method=method, headers=headers)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as problem:
            answer = problem
        with answer:
            content = answer.read()
        assert answer.status in expecting, f"{method} {path}: {answer.status} {content.decode()}"
        return self.promised(self.operation(method, path.partition("?")[0]), answer, content)

    def promised(self, operation, answer, content):
        self.seen[operation["operationId"]].add(answer.status)
        said = operation["responses"].get(str(answer.status))
        assert said, f"{operation['operationId']} answered {answer.status}, which is not documented"
        if "$ref" in said:
            said = self.document["components"]["responses"][said["$ref"].rpartition("/")[2]]
        if "content" not in said:
            assert not content
            return None
        media_type = answer.headers["Content-Type"].partition(";")[0]
        schema = said["content"][media_type]["schema"]
        body = json.loads(content) if media_type.endswith("json") else content.decode()
        validator(self.document, schema).validate(body)
        return body
