"""Records faults: errors, violations of the page's security policy, and requests to other origins."""

import re

# Chromium refuses a service worker when it only ignores certificate errors; the settings of the page report that.
CERTIFICATE = re.compile(r"SSL certificate error occurred when fetching the script")
ANSWER = re.compile(r"the server responded with a status of (\d+)")
NO_ANSWER = re.compile(r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|NETWORK_CHANGED"
                       r"|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED|HTTP2_PROTOCOL_ERROR|HTTP2_PING_FAILED)")
# The status of a response with a nonce, which the next proof contains.
NONCE = 401
REPORTS = """
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
  console.error("policy violated:", effectiveDirective, blockedURI, sample));
"""


class Watch:
    def __init__(self, page, origin):
        self.faults = []
        # Statuses of refusals that are part of the test.
        self.expected = {NONCE}
        # Whether the test stops the gateway.
        self.gateway_leaves = False
        self.origin = origin
        page.add_init_script(REPORTS)
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        # Requests without a response so far; the event stream is not counted, because it does not end.
        self.fetching = set()
        page.on("request", self.see)
        page.on("requestfinished", self.forget)
        page.on("requestfailed", self.forget)

    def hear(self, message):
        if message.type not in ("error", "warning") or CERTIFICATE.search(message.text):
            return
        status = ANSWER.search(message.text)
        if status and int(status[1]) in self.expected or self.gateway_leaves and NO_ANSWER.search(message.text):
            return
        self.faults.append(f"console: {message.text} ({message.location.get('url')})")

    def see(self, request):
        if not request.url.endswith("/events"):
            self.fetching.add(request)
        if not request.url.startswith((f"{self.origin}/", "data:", "blob:")):
            self.faults.append(f"request to {request.url}")

    def forget(self, request):
        self.fetching.discard(request)
