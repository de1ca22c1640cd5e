"""Facts about the files of the web page that the HTTPS endpoint serves."""

import gzip
import re
import subprocess

from attacker import BODY, JSON, assert_status, fact
from endpoints import PREFIX

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types tomte")
ROOT = "/tomte-web-root.crt"


def main_module(attacker):
    """Returns the path of the page's first module."""
    index = assert_status(attacker.connection.request("GET", "/"), 200).content.decode()
    return re.search(r'src="(/page-[0-9a-f]+/main\.js)"', index)[1]


@fact
def every_page_file_has_the_content_security_policy(attacker):
    for address in ["/", "/service-worker.js", "/manifest.webmanifest", main_module(attacker)]:
        response = assert_status(attacker.connection.request("GET", address), 200)
        assert response.headers["Content-Security-Policy"] == POLICY, address
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@fact
def versioned_files_are_immutable_and_the_index_is_revalidated(attacker):
    assert assert_status(attacker.connection.request("GET", "/"), 200).headers["Cache-Control"] == "no-cache"
    module = assert_status(attacker.connection.request("GET", main_module(attacker)), 200)
    assert module.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert_status(attacker.connection.request("GET", re.sub("page-[0-9a-f]+", "page-0", main_module(attacker))), 404)


@fact
def a_matching_entity_tag_returns_not_modified(attacker):
    tag = assert_status(attacker.connection.request("GET", "/"), 200).headers["ETag"]
    assert tag.startswith('W/"')
    for known in [tag, tag.removeprefix("W/"), f'"x", {tag}', "*"]:
        assert assert_status(attacker.connection.request("GET", "/", [("If-None-Match", known)]), 304).content == b""
    assert_status(attacker.connection.request("GET", "/", [("If-None-Match", '"x"')]), 200)


@fact
def a_module_is_compressed_only_for_clients_that_accept_gzip(attacker):
    plain = assert_status(attacker.connection.request("GET", main_module(attacker)), 200)
    assert "Content-Encoding" not in plain.headers and plain.headers["Vary"] == "Accept-Encoding"
    for coding in ["gzip", "br, gzip;q=0.5", "deflate,gzip"]:
        packed = get_main_module(attacker, coding)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
    for coding in ["gzip;q=0", "gzip;q=0.00", "br", "x-gzip"]:
        response = get_main_module(attacker, coding)
        assert "Content-Encoding" not in response.headers


def get_main_module(attacker, coding):
    headers = [("Accept-Encoding", coding)]
    return assert_status(attacker.connection.request("GET", main_module(attacker), headers), 200)


@fact
def head_returns_the_headers_without_a_body(attacker):
    for address in ["/", main_module(attacker), ROOT]:
        whole = assert_status(attacker.connection.request("GET", address), 200)
        head = assert_status(attacker.connection.request("HEAD", address), 200)
        assert head.headers["Content-Length"] == str(len(whole.content)), address
    for address in ["/", ROOT, f"{PREFIX}/health", "/nothing"]:
        # The next request uses the same connection: the client would read an unexpected body as its response.
        status = attacker.connection.request("HEAD", address).status
        assert_status(attacker.connection.request("GET", f"{PREFIX}/health"), 200)
        result = subprocess.run(
            ["curl", "--silent", "--show-error", "--http2", "--head",
             "--cacert", attacker.connection.endpoint.authority, f"https://{attacker.connection.host}{address}"],
            capture_output=True, text=True, timeout=60)
        assert result.returncode == 0 and result.stdout.startswith(f"HTTP/2 {status}"), result


@fact
def the_web_root_certificate_is_served(attacker):
    root = assert_status(attacker.connection.request("GET", ROOT), 200)
    assert root.headers["Content-Type"] == "application/x-x509-ca-cert"
    with open(attacker.connection.endpoint.authority, "rb") as file:
        assert root.content.strip() == file.read().strip()


@fact
def the_next_web_root_is_served_only_while_keys_are_rotated(attacker):
    assert_status(attacker.connection.request("GET", "/tomte-next-web-root.crt"), 404)


@fact
def a_page_file_is_refused_at_another_host_method_or_path(attacker):
    for address in ["/", main_module(attacker), ROOT]:
        assert_status(attacker.connection.request("GET", address, host="evil.example"), 421, "otherHost")
        assert_status(attacker.connection.request("POST", address, [JSON], BODY), 404)
    # A browser shows a person the right address.
    shown = assert_status(
        attacker.connection.request("GET", "/", [("Accept", "text/html,*/*;q=0.8")], host="evil.example"), 421)
    assert shown.headers["Content-Type"].startswith("text/plain"), shown.headers
    assert f"https://tomte.local:{attacker.connection.endpoint.port}/".encode() in shown.content, shown.content
    for address in [
            "/index.html", "/main.js", "/page/main.js", "/page-0/main.js", "//", "/%2e", "/chart.js/", "/icon.svg"]:
        assert attacker.connection.request("GET", address).status == 404, address
