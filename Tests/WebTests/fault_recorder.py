"""Records faults: errors, violations of the page's security policy, and requests to other origins."""

import re

# Chromium refuses service workers while it ignores certificate errors. The settings of the page report that.
CERTIFICATE = re.compile(r"SSL certificate error occurred when fetching the script")
REFUSAL = re.compile(r"the server responded with a status of (\d+)")
NO_RESPONSE = re.compile(r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE"
                         r"|NETWORK_CHANGED|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED|HTTP2_PROTOCOL_ERROR|HTTP2_PING_FAILED)")
# The status of a response that supplies the nonce for the next proof.
NONCE_STATUS = 401
REPORTS = """
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
  console.error("policy violated:", effectiveDirective, blockedURI, sample));
"""


class FaultRecorder:
    def __init__(self, page, origin):
        self.faults = []
        # Statuses of refusals that are part of the test.
        self.expected_statuses = {NONCE_STATUS}
        # Whether the test stops the gateway, so that failed connections are no faults.
        self.gateway_may_stop = False
        self.origin = origin
        page.add_init_script(REPORTS)
        page.on("console", self.record_message)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        # Requests without a response so far, except for the event stream, which does not end.
        self.pending_requests = set()
        page.on("request", self.record_request)
        page.on("requestfinished", self.remove_request)
        page.on("requestfailed", self.remove_request)

    def record_message(self, message):
        if message.type not in ("error", "warning") or CERTIFICATE.search(message.text):
            return
        status = REFUSAL.search(message.text)
        if status and int(status[1]) in self.expected_statuses:
            return
        if self.gateway_may_stop and NO_RESPONSE.search(message.text):
            return
        self.faults.append(f"console: {message.text} ({message.location.get('url')})")

    def record_request(self, request):
        if not request.url.endswith("/events"):
            self.pending_requests.add(request)
        if not request.url.startswith((f"{self.origin}/", "data:", "blob:")):
            self.faults.append(f"request to {request.url}")

    def remove_request(self, request):
        self.pending_requests.discard(request)
