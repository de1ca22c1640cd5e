"""An HTTP client that takes no answer which the document does not promise."""

import json


class Client:
    def __init__(self, sender, contract):
        self.sender = sender
        self.contract = contract

    def ask(self, method, path, body=None, expecting=range(200, 300), **headers):
        """The body of the answer."""
        if body is not None:
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        answer = self.sender.send(method, path, body, headers)
        assert answer.status in expecting, f"{method} {path}: {answer.status} {answer.content.decode()}"
        return self.contract.hold(self.contract.operation(method, path.partition("?")[0]), answer)
