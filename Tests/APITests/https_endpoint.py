"""Facts about the HTTPS endpoint: TLS, limits of requests, and the refusal of other hosts and other sites."""

import ssl

from cryptography import x509

from attacker import BODY, HOME, JSON, LOCKDOWN, PEOPLE, assert_status, fact
from endpoints import PREFIX
from raw_http import open_tcp

EVIL = "evil.example"
SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'", "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
    "Strict-Transport-Security": "max-age=", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
    "Cache-Control": "no-", "Permissions-Policy": "camera=()"}


@fact
def tls_older_than_1_3_is_refused(attacker):
    tls = ssl.create_default_context(cafile=attacker.connection.endpoint.authority)
    tls.maximum_version = ssl.TLSVersion.TLSv1_2
    assert handshake_error(attacker, tls, "localhost") == "TLSV1_ALERT_PROTOCOL_VERSION"


@fact
def the_certificate_is_valid_only_for_this_home(attacker):
    tls = ssl.create_default_context(cafile=attacker.connection.endpoint.authority)
    tls.verify_flags |= ssl.VERIFY_X509_STRICT
    for name in ["localhost", "tomte.local", "127.0.0.1", "::1"]:
        assert handshake_error(attacker, tls, name) is None, name
    for name in [EVIL, "192.0.2.1"]:
        assert handshake_error(attacker, tls, name) == "CERTIFICATE_VERIFY_FAILED", name
    assert handshake_error(attacker, ssl.create_default_context(), "localhost") == "CERTIFICATE_VERIFY_FAILED"


@fact
def the_root_certificate_has_name_constraints(attacker):
    with open(attacker.connection.endpoint.authority, "rb") as file:
        root = x509.load_pem_x509_certificate(file.read())
    constraints = root.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical and len(constraints.value.permitted_subtrees) >= 3
    usage = root.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [x509.ExtendedKeyUsageOID.SERVER_AUTH]


def handshake_error(attacker, tls, name):
    """Attempts a TLS handshake. Returns the reason of a failure, and None after a success."""
    with open_tcp(attacker.connection.endpoint) as stream:
        try:
            tls.wrap_socket(stream, server_hostname=name).close()
        except ssl.SSLError as error:
            return error.reason


@fact
def a_request_for_another_host_is_refused(attacker):
    port = attacker.connection.endpoint.port
    for host in [
            EVIL, f"{EVIL}:{port}", "localhost", "localhost:1", f"localhost.{EVIL}:{port}", f"localhost:{port}@{EVIL}"]:
        assert_status(attacker.request("GET", HOME, host=host), 421, "otherHost")
    assert_status(attacker.connection.send(f"GET {HOME} HTTP/1.1\r\n\r\n".encode()), 421)


@fact
def a_repeated_header_field_is_refused(attacker):
    host = attacker.connection.host
    for second in [host, EVIL, ""]:
        request = f"GET {PREFIX}/health HTTP/1.1\r\nHost: {host}\r\nHost: {second}\r\n\r\n".encode()
        assert_status(attacker.connection.send(request), 400, "repeated")
    for name, value in [
            ("Origin", f"https://{host}"), ("Sec-Fetch-Site", "same-origin"), JSON, ("Idempotency-Key", "a"),
            ("Last-Event-ID", "1"), ("If-None-Match", "*")]:
        assert_status(attacker.request("GET", HOME, b"", (name, value), (name, value)), 400, "repeated")
    request = f"GET {HOME} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n".encode()
    response = attacker.connection.send(request)
    assert response is None or response.status == 400, response


@fact
def a_request_from_another_site_is_refused(attacker):
    for header in [
            ("Origin", f"https://{EVIL}"), ("Origin", "null"), ("Origin", "http://localhost"), ("Origin", ""),
            ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Site", "?")]:
        assert_status(attacker.request("POST", LOCKDOWN, BODY, JSON, header), 403, "crossSite")


@fact
def a_body_that_is_not_json_is_refused(attacker):
    for media_type in [
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "",
            "application/json-patch+json", "text/plain; application/json", "application/octet-stream"]:
        assert_status(attacker.request("POST", LOCKDOWN, BODY, ("Content-Type", media_type)), 415, "notJSON")
    assert_status(attacker.request("POST", LOCKDOWN, BODY), 415, "notJSON")


@fact
def no_response_permits_another_origin(attacker):
    origin = ("Origin", f"https://{EVIL}")
    method = ("Access-Control-Request-Method", "POST")
    for response in [
            attacker.request("GET", HOME, b"", origin),
            attacker.connection.request("OPTIONS", LOCKDOWN, [origin, method])]:
        assert not [name for name in response.headers if name.lower().startswith("access-control-")], response


@fact
def forwarding_headers_are_ignored(attacker):
    host = attacker.connection.host
    for name in ["X-Forwarded-Host", "X-Host", "X-Original-Host", "Forwarded"]:
        value = "host={}" if name == "Forwarded" else "{}"
        assert_status(attacker.request("GET", HOME, b"", (name, value.format(host)), host=EVIL), 421)
        assert attacker.request("GET", HOME, b"", (name, value.format(EVIL))).status == 200
    for header in [
            ("Tomte-As", "olga"), ("X-Original-URL", HOME), ("X-Rewrite-URL", HOME),
            ("X-HTTP-Method-Override", "DELETE"), ("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-User", "olga")]:
        assert_status(attacker.request("GET", PEOPLE, b"", header), 403, "refused")
        assert_status(attacker.connection.request("GET", PEOPLE, [header]), 401)


@fact
def a_large_body_is_refused(attacker):
    large = b'{"isOn":' + b" " * 100_000 + b"true}"
    assert_status(attacker.request("POST", LOCKDOWN, large, JSON), 413, "tooLarge")
    chunks = b"".join(b"1000\r\n" + b" " * 4096 + b"\r\n" for _ in range(32)) + b"0\r\n\r\n"
    proof = attacker.proof("POST", LOCKDOWN, large)
    assert_status(attacker.connection.send((
        f"POST {LOCKDOWN} HTTP/1.1\r\nHost: {attacker.connection.host}\r\nContent-Type: application/json\r\n"
        f"DPoP: {proof}\r\n"
        f"Authorization: DPoP {attacker.session}\r\nTransfer-Encoding: chunked\r\n\r\n").encode() + chunks), 413)


@fact
def large_headers_are_refused(attacker):
    for headers in [[("A", "a" * 100_000)], [(f"A{n}", "a" * 1000) for n in range(100)], [("A", "a")] * 1000]:
        response = attacker.connection.request("GET", HOME, headers)
        assert response is None or response.status in (400, 431), response
    response = attacker.connection.request("GET", f"{HOME}?{'a' * 100_000}")
    assert response is None or response.status in (400, 414, 431), response


@fact
def every_response_has_security_headers_and_names_no_server(attacker):
    responses = [
        assert_status(attacker.request("GET", HOME), 200),
        assert_status(attacker.connection.request("GET", f"{PREFIX}/health"), 200),
        assert_status(attacker.connection.request("GET", HOME), 401),
        assert_status(attacker.request("GET", PEOPLE), 403),
        assert_status(attacker.request("GET", f"{PREFIX}/nothing"), 404),
        assert_status(attacker.request("PUT", HOME), 405),
        assert_status(attacker.request("POST", LOCKDOWN, b"x" * 100_000, JSON), 413),
        assert_status(attacker.request("POST", LOCKDOWN, BODY), 415),
        assert_status(attacker.request("GET", HOME, host=EVIL), 421)]
    for response in responses:
        for name, value in SECURITY_HEADERS.items():
            assert response.headers.get(name, "").startswith(value), (response, name)
        assert response.headers["DPoP-Nonce"]
        assert not {"Server", "X-Powered-By", "Via", "Set-Cookie"}.intersection(response.headers), response
    for response in responses[2:]:
        assert response.headers["Content-Type"] == "application/problem+json"
        assert not [word for word in [b"Swift", b"Hummingbird", b"/Sources/", b"SQL"] if word in response.content]
