"""An HTTP client that checks every response against the OpenAPI document."""

import json


class Client:
    def __init__(self, sender, contract):
        self.sender = sender
        self.contract = contract

    def ask(self, method, path, body=None, expecting=range(200, 300), **headers):
        """Sends a request and checks its response. Returns the body; fails when the status is not in `expecting`."""
        if body is not None:
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        answer = self.sender.send(method, path, body, headers)
        assert answer.status in expecting, f"{method} {path}: {answer.status} {answer.content.decode()}"
        return self.contract.hold(self.contract.operation(method, path.partition("?")[0]), answer)
