"""The files of the web page, as the HTTPS endpoint serves them."""

import gzip
import re
import subprocess

from doors import PREFIX
from stranger import BODY, JSON, answered, fact

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types tomte")
ROOT = "/tomte-web-root.crt"


def main(stranger):
    """The address of the page's first module."""
    index = answered(stranger.wire.ask("GET", "/"), 200).content.decode()
    return re.search(r'src="(/page-[0-9a-f]+/main\.js)"', index)[1]


@fact
def no_text_of_the_page_becomes_code(stranger):
    for address in ["/", "/service-worker.js", "/manifest.webmanifest", main(stranger)]:
        answer = answered(stranger.wire.ask("GET", address), 200)
        assert answer.headers["Content-Security-Policy"] == POLICY, address
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@fact
def files_of_a_version_are_kept_for_good_and_the_first_is_asked_for_again(stranger):
    assert answered(stranger.wire.ask("GET", "/"), 200).headers["Cache-Control"] == "no-cache"
    kept = answered(stranger.wire.ask("GET", main(stranger)), 200)
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    answered(stranger.wire.ask("GET", re.sub("page-[0-9a-f]+", "page-0", main(stranger))), 404)


@fact
def what_a_browser_has_is_not_sent_again(stranger):
    tag = answered(stranger.wire.ask("GET", "/"), 200).headers["ETag"]
    assert tag.startswith('W/"')
    for known in [tag, tag.removeprefix("W/"), f'"x", {tag}', "*"]:
        assert answered(stranger.wire.ask("GET", "/", [("If-None-Match", known)]), 304).content == b""
    answered(stranger.wire.ask("GET", "/", [("If-None-Match", '"x"')]), 200)


@fact
def it_is_compressed_for_whoever_takes_that(stranger):
    plain = answered(stranger.wire.ask("GET", main(stranger)), 200)
    assert "Content-Encoding" not in plain.headers and plain.headers["Vary"] == "Accept-Encoding"
    for coding in ["gzip", "br, gzip;q=0.5", "deflate,gzip"]:
        packed = answered(stranger.wire.ask("GET", main(stranger), [("Accept-Encoding", coding)]), 200)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
    for coding in ["gzip;q=0", "gzip;q=0.00", "br", "x-gzip"]:
        answer = answered(stranger.wire.ask("GET", main(stranger), [("Accept-Encoding", coding)]), 200)
        assert "Content-Encoding" not in answer.headers


@fact
def head_is_the_same_without_a_body(stranger):
    for address in ["/", main(stranger), ROOT]:
        whole = answered(stranger.wire.ask("GET", address), 200)
        head = answered(stranger.wire.ask("HEAD", address), 200)
        assert head.headers["Content-Length"] == str(len(whole.content)), address
    for address in ["/", ROOT, f"{PREFIX}/health", "/nothing"]:
        # On the same connection: an unexpected body would be read as the next response.
        status = stranger.wire.ask("HEAD", address).status
        answered(stranger.wire.ask("GET", f"{PREFIX}/health"), 200)
        again = subprocess.run(
            ["curl", "--silent", "--show-error", "--http2", "--head", "--cacert", stranger.wire.door.authority,
             f"https://{stranger.wire.host}{address}"], capture_output=True, text=True, timeout=60)
        assert again.returncode == 0 and again.stdout.startswith(f"HTTP/2 {status}"), again


@fact
def phones_are_given_the_web_root(stranger):
    root = answered(stranger.wire.ask("GET", ROOT), 200)
    assert root.headers["Content-Type"] == "application/x-x509-ca-cert"
    with open(stranger.wire.door.authority, "rb") as file:
        assert root.content.strip() == file.read().strip()


@fact
def the_page_is_this_home_s_own_and_only_read(stranger):
    for address in ["/", main(stranger), ROOT]:
        answered(stranger.wire.ask("GET", address, host="evil.example"), 421, "otherHost")
        answered(stranger.wire.ask("POST", address, [JSON], BODY), 404)
    for address in ["/index.html", "/main.js", "/page/main.js", "/page-0/main.js", "//", "/%2e", "/chart.js/", "/icon.svg"]:
        assert stranger.wire.ask("GET", address).status == 404, address
