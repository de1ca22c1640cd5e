"""The HTTPS endpoint: TLS, limits of requests, and the refusal of other hosts and other sites."""

import ssl

from cryptography import x509

from doors import PREFIX
from stranger import BODY, HOME, JSON, LOCKDOWN, PEOPLE, answered, fact
from wire import tcp

EVIL = "evil.example"
SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'", "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
    "Strict-Transport-Security": "max-age=", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
    "Cache-Control": "no-", "Permissions-Policy": "camera=()"}


@fact
def older_tls_than_1_3_is_not_spoken(stranger):
    tls = ssl.create_default_context(cafile=stranger.wire.door.authority)
    tls.maximum_version = ssl.TLSVersion.TLSv1_2
    assert shakes_hands(stranger, tls, "localhost") == "TLSV1_ALERT_PROTOCOL_VERSION"


@fact
def the_certificate_is_for_this_home_alone(stranger):
    tls = ssl.create_default_context(cafile=stranger.wire.door.authority)
    tls.verify_flags |= ssl.VERIFY_X509_STRICT
    for name in ["localhost", "tomte.local", "127.0.0.1", "::1"]:
        assert shakes_hands(stranger, tls, name) is None, name
    for name in [EVIL, "192.0.2.1"]:
        assert shakes_hands(stranger, tls, name) == "CERTIFICATE_VERIFY_FAILED", name
    assert shakes_hands(stranger, ssl.create_default_context(), "localhost") == "CERTIFICATE_VERIFY_FAILED"


@fact
def the_root_can_vouch_for_nobody_else(stranger):
    with open(stranger.wire.door.authority, "rb") as file:
        root = x509.load_pem_x509_certificate(file.read())
    constraints = root.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical and len(constraints.value.permitted_subtrees) >= 3
    usage = root.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [x509.ExtendedKeyUsageOID.SERVER_AUTH]


def shakes_hands(stranger, tls, name):
    """Attempts a TLS handshake. Returns None after a success, else the reason of the failure."""
    with tcp(stranger.wire.door) as stream:
        try:
            tls.wrap_socket(stream, server_hostname=name).close()
        except ssl.SSLError as error:
            return error.reason


@fact
def another_host_is_not_answered(stranger):
    port = stranger.wire.door.port
    for host in [
            EVIL, f"{EVIL}:{port}", "localhost", "localhost:1", f"localhost.{EVIL}:{port}", f"localhost:{port}@{EVIL}"]:
        answered(stranger.ask("GET", HOME, host=host), 421, "otherHost")
    answered(stranger.wire.send(f"GET {HOME} HTTP/1.1\r\n\r\n".encode()), 421)


@fact
def a_field_that_is_there_twice_is_refused(stranger):
    host = stranger.wire.host
    for second in [host, EVIL, ""]:
        request = f"GET {PREFIX}/health HTTP/1.1\r\nHost: {host}\r\nHost: {second}\r\n\r\n".encode()
        answered(stranger.wire.send(request), 400, "repeated")
    for name, value in [
            ("Origin", f"https://{host}"), ("Sec-Fetch-Site", "same-origin"), JSON, ("Idempotency-Key", "a"),
            ("Last-Event-ID", "1"), ("If-None-Match", "*")]:
        answered(stranger.ask("GET", HOME, b"", (name, value), (name, value)), 400, "repeated")
    request = f"GET {HOME} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n".encode()
    answer = stranger.wire.send(request)
    assert answer is None or answer.status == 400, answer


@fact
def a_page_of_another_site_changes_nothing(stranger):
    for header in [
            ("Origin", f"https://{EVIL}"), ("Origin", "null"), ("Origin", "http://localhost"), ("Origin", ""),
            ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Site", "?")]:
        answered(stranger.ask("POST", LOCKDOWN, BODY, JSON, header), 403, "crossSite")


@fact
def a_form_is_no_body(stranger):
    for media_type in [
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "",
            "application/json-patch+json", "text/plain; application/json"]:
        answered(stranger.ask("POST", LOCKDOWN, BODY, ("Content-Type", media_type)), 415, "notJSON")
    answered(stranger.ask("POST", LOCKDOWN, BODY), 415, "notJSON")


@fact
def no_other_site_may_read(stranger):
    origin = ("Origin", f"https://{EVIL}")
    asked = ("Access-Control-Request-Method", "POST")
    for answer in [stranger.ask("GET", HOME, b"", origin), stranger.wire.ask("OPTIONS", LOCKDOWN, [origin, asked])]:
        assert not [name for name in answer.headers if name.lower().startswith("access-control-")], answer


@fact
def forwarding_headers_say_nothing(stranger):
    host = stranger.wire.host
    for name in ["X-Forwarded-Host", "X-Host", "X-Original-Host", "Forwarded"]:
        value = "host={}" if name == "Forwarded" else "{}"
        answered(stranger.ask("GET", HOME, b"", (name, value.format(host)), host=EVIL), 421)
        assert stranger.ask("GET", HOME, b"", (name, value.format(EVIL))).status == 200
    for header in [
            ("Tomte-As", "olga"), ("X-Original-URL", HOME), ("X-Rewrite-URL", HOME),
            ("X-HTTP-Method-Override", "DELETE"), ("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-User", "olga")]:
        answered(stranger.ask("GET", PEOPLE, b"", header), 403, "refused")
        answered(stranger.wire.ask("GET", PEOPLE, [header]), 401)


@fact
def a_large_body_is_refused(stranger):
    large = b'{"isOn":' + b" " * 100_000 + b"true}"
    answered(stranger.ask("POST", LOCKDOWN, large, JSON), 413, "tooLarge")
    chunks = b"".join(b"1000\r\n" + b" " * 4096 + b"\r\n" for _ in range(32)) + b"0\r\n\r\n"
    proof = stranger.proof("POST", LOCKDOWN, large)
    answered(stranger.wire.send((
        f"POST {LOCKDOWN} HTTP/1.1\r\nHost: {stranger.wire.host}\r\nContent-Type: application/json\r\nDPoP: {proof}\r\n"
        f"Authorization: DPoP {stranger.session}\r\nTransfer-Encoding: chunked\r\n\r\n").encode() + chunks), 413)


@fact
def large_headers_are_refused(stranger):
    for headers in [[("A", "a" * 100_000)], [(f"A{n}", "a" * 1000) for n in range(100)], [("A", "a")] * 1000]:
        answer = stranger.wire.ask("GET", HOME, headers)
        assert answer is None or answer.status in (400, 431), answer
    answer = stranger.wire.ask("GET", f"{HOME}?{'a' * 100_000}")
    assert answer is None or answer.status in (400, 414, 431), answer


@fact
def every_answer_is_guarded_and_names_no_server(stranger):
    answers = [
        answered(stranger.ask("GET", HOME), 200), answered(stranger.wire.ask("GET", f"{PREFIX}/health"), 200),
        answered(stranger.wire.ask("GET", HOME), 401), answered(stranger.ask("GET", PEOPLE), 403),
        answered(stranger.ask("GET", f"{PREFIX}/nothing"), 404), answered(stranger.ask("PUT", HOME), 405),
        answered(stranger.ask("POST", LOCKDOWN, b"x" * 100_000, JSON), 413),
        answered(stranger.ask("POST", LOCKDOWN, BODY), 415), answered(stranger.ask("GET", HOME, host=EVIL), 421)]
    for answer in answers:
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers.get(name, "").startswith(value), (answer, name)
        assert answer.headers["DPoP-Nonce"]
        assert not {"Server", "X-Powered-By", "Via", "Set-Cookie"}.intersection(answer.headers), answer
    for answer in answers[2:]:
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert not [word for word in [b"Swift", b"Hummingbird", b"/Sources/", b"SQL"] if word in answer.content]
