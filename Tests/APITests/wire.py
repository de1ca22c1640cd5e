"""Requests as bytes, for what no HTTP client would send."""

import http.client
import socket
import ssl

from doors import Answer

# Seconds; the gateway cuts off sooner whoever is slow.
PATIENCE = 60


class Wire:
    """A connection to the HTTPS door, opened again when the gateway closed it."""

    def __init__(self, door):
        self.door = door
        self.host = f"localhost:{door.port}"
        self.tls = ssl.create_default_context(cafile=door.authority)
        self.stream = None

    def ask(self, method, target, headers=(), content=b"", host=None):
        """The answer; None when the gateway closed without one. `headers` are pairs, `target` is sent as it is."""
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
            # It may have said why before it closed.
            pass
        return self.answer(method)

    def answer(self, method="GET"):
        answer = http.client.HTTPResponse(self.stream, method=method)
        try:
            answer.begin()
            # The stream of events has no end.
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
    """A connection, from another address of this machine if `source` names one."""
    if source is None:
        return socket.create_connection(("localhost", door.port), timeout=PATIENCE)
    return socket.create_connection(("127.0.0.1", door.port), timeout=PATIENCE, source_address=(source, 0))
