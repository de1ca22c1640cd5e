"""An HTTP client that checks every response against the OpenAPI document."""

import json


class Client:
    def __init__(self, sender, contract):
        self.sender = sender
        self.contract = contract

    def request(self, method, path, body=None, expecting=range(200, 300), upload=None, **headers):
        """Sends a request and checks its response. Returns the body. Fails when the status is not in `expecting`."""
        if body is not None:
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if upload is not None:
            body = upload
            headers["Content-Type"] = "application/octet-stream"
        response = self.sender.send(method, path, body, headers)
        assert response.status in expecting, f"{method} {path}: {response.status} {response.content.decode()}"
        return self.contract.check_response(self.contract.operation(method, path.partition("?")[0]), response)
