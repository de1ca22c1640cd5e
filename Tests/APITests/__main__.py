"""Holds a live gateway to the document that it serves. Called by `make test-api` with the program to test."""

import json
import os
import subprocess
import sys
import traceback
from pathlib import Path
from urllib.parse import urlsplit

import document
import events
from client import Client
from forwarder import forwarded
from gateway import running_gateway
from home import lived_in

SEED = os.environ.get("TOMTE_API_SEED", "1")
EXAMPLES = os.environ.get("TOMTE_API_EXAMPLES", "50")


def explored(client, folder):
    """Lets schemathesis ask everything, and notes what it was answered. False when it found something."""
    here, report = Path(__file__).parent, folder / "report.har"
    found = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"), "--config-file", here / "schemathesis.toml",
            "run", "--seed", SEED, "--max-examples", EXAMPLES, "--report", "har", "--report-har-path", report,
            f"{client.address}/openapi.json",
        ],
        cwd=folder,
    ).returncode
    for entry in json.loads(report.read_text())["log"]["entries"]:
        request, path = entry["request"], urlsplit(client.address).path
        operation = client.operation(request["method"], urlsplit(request["url"]).path.removeprefix(path))
        if operation:
            client.seen[operation["operationId"]].add(entry["response"]["status"])
    return found == 0


def main(program):
    with running_gateway(os.path.abspath(program)) as gateway, forwarded(gateway.socket) as port:
        client = Client(f"http://127.0.0.1:{port}/api/v1")
        print(f"The document is valid, and so are its {document.check(client.document)} examples.")
        with lived_in(gateway, client):
            print(f"Events came as it says: {', '.join(sorted(events.check(client)))}.", flush=True)
            is_clean = explored(client, gateway.state.parent)
    silent = [name for name, statuses in client.seen.items() if not any(status < 300 for status in statuses)]
    assert not silent, f"these never succeeded, so nobody looked at their answers: {', '.join(silent)}"
    assert is_clean, "schemathesis found what the document does not promise; see above"
    print(f"Each of {len(client.seen)} operations succeeded at least once; no answer was other than documented.")


try:
    main(sys.argv[1])
except Exception as failure:
    traceback.print_exc()
    sys.exit(f"error: {failure}")
