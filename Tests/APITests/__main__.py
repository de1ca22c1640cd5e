"""Tests a running gateway against the OpenAPI document that it serves.

`make test-api` calls it with the path of the program.
"""

import hashlib
import json
import os
import ssl
import subprocess
import sys
import traceback
from pathlib import Path
from urllib.parse import urlsplit

import document
import events
import hostility
from client import Client
from contract import Contract
from doors import PREFIX, Console, HTTPSDoor
from gateway import running_gateway
from home import lived_in
from people import claimed

SEED = os.environ.get("TOMTE_API_SEED", "1")
EXAMPLES = os.environ.get("TOMTE_API_EXAMPLES", "50")


def explored(gateway, door, contract):
    """Runs schemathesis over HTTPS and records the statuses of all responses. False when it found a violation."""
    here, folder = Path(__file__).parent, gateway.state.parent
    report = folder / "report.har"
    found = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"), "--config-file", here / "schemathesis.toml",
            "run", "--seed", SEED, "--max-examples", EXAMPLES, "--tls-verify", door.authority,
            "--report", "har", "--report-har-path", report, f"{door.address}/openapi.json",
        ],
        cwd=folder,
        env=os.environ | {
            "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(here), "PYTHONDONTWRITEBYTECODE": "1",
            "TOMTE_API_DOOR": json.dumps(door), "TOMTE_API_SOCKET": str(gateway.socket)},
    ).returncode
    for entry in json.loads(report.read_text())["log"]["entries"]:
        request = entry["request"]
        operation = contract.operation(request["method"], urlsplit(request["url"]).path.removeprefix(PREFIX))
        if operation:
            contract.seen[operation.id].add(entry["response"]["status"])
    return found == 0


def posted(gateway, asker, payload, is_claimed):
    """Checks that the public description of the endpoint agrees with the invitation and with the certificate files."""
    sign = asker.ask("GET", "/door")
    root = gateway.web_root.read_text()
    assert sign["isClaimed"] is is_claimed and sign["webRoot"]["certificate"].strip() == root.strip()
    assert sign["webRoot"]["fingerprint"] == hashlib.sha256(ssl.PEM_cert_to_DER_cert(root)).hexdigest()
    for fingerprint in ["certificateFingerprint", "publicKeyFingerprint"]:
        assert sign[fingerprint] == payload[fingerprint]
    certificates = {one["use"]: one for one in asker.ask("GET", "/certificates")}
    assert certificates["api"]["fingerprint"] == sign["certificateFingerprint"]
    assert certificates["webRoot"]["fingerprint"] == sign["webRoot"]["fingerprint"]
    assert "tomte.local" in certificates["api"]["names"] and not certificates["deviceRoot"]["names"]


def main(program):
    with running_gateway(os.path.abspath(program)) as gateway:
        console = Console(str(gateway.socket))
        contract = Contract(console)
        print(f"The OpenAPI document and its {document.check(contract.document)} examples are valid.")
        console = Client(console, contract)
        console.ask("GET", "/openapi.json")
        console.ask("POST", "/claim-codes")
        payload = gateway.run("people", "claim")
        posted(gateway, console, payload, is_claimed=False)
        door = HTTPSDoor(payload["port"], payload["publicKeyFingerprint"], str(gateway.web_root))
        door.pin()
        owner = claimed(door, contract, payload["code"])
        console.ask("POST", "/claim-codes", expecting=[409])
        posted(gateway, owner, payload, is_claimed=True)
        with lived_in(gateway, owner, console):
            print(f"The event stream sent documented events: {', '.join(sorted(events.check(owner)))}.")
            with hostility.looked_at(hostility.stranger(owner, console)) as facts:
                print(f"The HTTPS endpoint passed: {', '.join(facts).replace('_', ' ')}.", flush=True)
                is_clean = explored(gateway, door, contract)
    silent = [name for name, statuses in contract.seen.items() if not any(status < 300 for status in statuses)]
    assert not silent, f"these operations never succeeded, so their responses were not checked: {', '.join(silent)}"
    assert is_clean, "schemathesis found responses that differ from the OpenAPI document; see above"
    print(f"Each of {len(contract.seen)} operations succeeded at least once, and every response was as documented.")


try:
    main(sys.argv[1])
except Exception as failure:
    traceback.print_exc()
    sys.exit(f"error: {failure}")
