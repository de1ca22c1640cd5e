"""Requests as bytes, including those that no HTTP client would send."""

import http.client
import socket
import ssl

from doors import Answer

# The time limit in seconds. The gateway closes slow connections sooner.
PATIENCE = 60


class Wire:
    """A connection to the HTTPS endpoint, which is opened again after the gateway has closed it."""

    def __init__(self, door):
        self.door = door
        self.host = f"localhost:{door.port}"
        self.tls = ssl.create_default_context(cafile=door.authority)
        self.stream = None

    def ask(self, method, target, headers=(), content=b"", host=None):
        """Sends a request. Returns the response; None when the gateway closed the connection without one.

        `headers` are pairs, `target` is sent unchanged.
        """
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or self.host}"]
        lines += [f"{name}: {value}" for name, value in headers]
        if content:
            lines.append(f"Content-Length: {len(content)}")
        return self.send("\r\n".join([*lines, "", ""]).encode("latin-1") + content, method)

    def send(self, request, method="GET"):
        self.stream = self.stream or self.tls.wrap_socket(tcp(self.door), server_hostname="localhost")
        try:
            self.stream.sendall(request)
        except ConnectionError:
            # The gateway may have sent a response before it closed the connection.
            pass
        return self.answer(method)

    def answer(self, method="GET"):
        answer = http.client.HTTPResponse(self.stream, method=method)
        try:
            answer.begin()
            # The body of the event stream does not end.
            content = b"" if answer.headers.get_content_type() == "text/event-stream" else answer.read()
        except (ConnectionError, ssl.SSLError, http.client.HTTPException):
            self.close()
            return None
        if answer.will_close or not answer.isclosed():
            self.close()
        return Answer(answer.status, answer.headers, content)

    def close(self):
        if self.stream:
            self.stream.close()
        self.stream = None


def tcp(door, source=None):
    """A TCP connection, from the local address `source` if it is given."""
    if source is None:
        return socket.create_connection(("localhost", door.port), timeout=PATIENCE)
    return socket.create_connection(("127.0.0.1", door.port), timeout=PATIENCE, source_address=(source, 0))
