"""HTTP requests as raw bytes, including malformed ones."""

import http.client
import socket
import ssl

from endpoints import Response

# The time limit in seconds. The gateway closes slow connections sooner.
TIMEOUT = 60


class RawConnection:
    """A connection to the HTTPS endpoint. The next request opens it again after the gateway has closed it."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.host = f"localhost:{endpoint.port}"
        self.tls = ssl.create_default_context(cafile=endpoint.authority)
        self.stream = None

    def request(self, method, target, headers=(), content=b"", host=None):
        """Sends a request. Returns the response, or None when the gateway closed the connection without one.

        `headers` is a list of pairs. `target` is sent unchanged.
        """
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or self.host}"]
        lines += [f"{name}: {value}" for name, value in headers]
        if content:
            lines.append(f"Content-Length: {len(content)}")
        return self.send("\r\n".join([*lines, "", ""]).encode("latin-1") + content, method)

    def send(self, request, method="GET"):
        self.stream = self.stream or self.tls.wrap_socket(open_tcp(self.endpoint), server_hostname="localhost")
        try:
            self.stream.sendall(request)
        except ConnectionError:
            # The gateway may have sent a response before it closed the connection.
            pass
        return self.read_response(method)

    def read_response(self, method="GET"):
        response = http.client.HTTPResponse(self.stream, method=method)
        try:
            response.begin()
            # The body of the event stream does not end.
            content = b"" if response.headers.get_content_type() == "text/event-stream" else response.read()
        except (ConnectionError, ssl.SSLError, http.client.HTTPException):
            self.close()
            return None
        if response.will_close or not response.isclosed():
            self.close()
        return Response(response.status, response.headers, content)

    def close(self):
        if self.stream:
            self.stream.close()
        self.stream = None


def open_tcp(endpoint, source=None):
    """Opens a TCP connection, from the local address `source` if it is given."""
    if source is None:
        return socket.create_connection(("localhost", endpoint.port), timeout=TIMEOUT)
    return socket.create_connection(("127.0.0.1", endpoint.port), timeout=TIMEOUT, source_address=(source, 0))
