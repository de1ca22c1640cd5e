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

import attack_checks
import document
import events
from client import Client
from contract import Contract
from device_pairing import check_device_pairing
from device_setup import own_address
from endpoints import PREFIX, Console, HTTPSEndpoint
from gateway import running_gateway
from home import populated_home
from homekit_bridge import missing_requirement
from incidents import check_incidents
from people import add_owner, claim_home
from privacy import answer_consents, check_privacy, erase_person, wipe_home

SEED = os.environ.get("TOMTE_API_SEED", "1")
EXAMPLES = os.environ.get("TOMTE_API_EXAMPLES", "50")


def run_schemathesis(gateway, endpoint, contract):
    """Runs schemathesis over HTTPS and records the statuses of all responses. Returns whether it found no violation."""
    here, folder = Path(__file__).parent, gateway.state.parent
    report = folder / "report.har"
    exit_code = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"), "--config-file", here / "schemathesis.toml",
            "run", "--seed", SEED, "--max-examples", EXAMPLES, "--tls-verify", endpoint.authority,
            "--report", "har", "--report-har-path", report, f"{endpoint.address}/openapi.json",
        ],
        cwd=folder,
        env=os.environ | {
            "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(here), "PYTHONDONTWRITEBYTECODE": "1",
            "TOMTE_API_ENDPOINT": json.dumps(endpoint), "TOMTE_API_SOCKET": str(gateway.socket)},
    ).returncode
    for entry in json.loads(report.read_text())["log"]["entries"]:
        request = entry["request"]
        operation = contract.operation(request["method"], urlsplit(request["url"]).path.removeprefix(PREFIX))
        if operation:
            contract.seen_statuses[operation.id].add(entry["response"]["status"])
    return exit_code == 0


def check_endpoint_description(gateway, client, payload, is_claimed):
    """Checks that the public description of the endpoint agrees with the invitation and with the certificate files."""
    description = client.request("GET", "/door")
    root = gateway.web_root.read_text()
    assert description["isClaimed"] is is_claimed
    assert description["webRoot"]["certificate"].strip() == root.strip()
    assert description["webRoot"]["fingerprint"] == hashlib.sha256(ssl.PEM_cert_to_DER_cert(root)).hexdigest()
    for fingerprint in ["certificateFingerprint", "publicKeyFingerprint"]:
        assert description[fingerprint] == payload[fingerprint]
    certificates = {certificate["use"]: certificate for certificate in client.request("GET", "/certificates")}
    assert certificates["api"]["fingerprint"] == description["certificateFingerprint"]
    assert certificates["webRoot"]["fingerprint"] == description["webRoot"]["fingerprint"]
    assert "tomte.local" in certificates["api"]["names"] and not certificates["deviceRoot"]["names"]


def main(program):
    with running_gateway(os.path.abspath(program)) as gateway:
        console = Console(str(gateway.socket))
        contract = Contract(console)
        print(f"The OpenAPI document and its {document.check(contract.document)} examples are valid.")
        console = Client(console, contract)
        console.request("GET", "/openapi.json")
        console.request("POST", "/claim-codes")
        payload = gateway.run_command("people", "claim")
        check_endpoint_description(gateway, console, payload, is_claimed=False)
        endpoint = HTTPSEndpoint(payload["port"], payload["publicKeyFingerprint"], str(gateway.web_root))
        endpoint.pin()
        owner = claim_home(endpoint, contract, payload["code"])
        console.request("POST", "/claim-codes", expecting=[409])
        check_endpoint_description(gateway, owner, payload, is_claimed=True)
        with populated_home(gateway, owner, console):
            print(f"The event stream sent documented events: {', '.join(sorted(events.check(owner)))}.")
            print(f"The home stores exactly the {check_privacy(gateway, owner, console)} kinds of data that it declares.")
            answer_consents(gateway, owner)
            erase_person(owner)
            check_incidents(gateway, owner)
            with attack_checks.checked_facts(attack_checks.create_attacker(owner, console)) as facts:
                print(f"The HTTPS endpoint passed: {', '.join(facts).replace('_', ' ')}.", flush=True)
                is_clean = run_schemathesis(gateway, endpoint, contract)
        # Schemathesis may have removed the first owner.
        wipe_home(gateway, add_owner(console, endpoint))
    if not missing_requirement():
        check_device_pairing(gateway.program, contract)
    unsuccessful = [
        name for name, statuses in contract.seen_statuses.items() if not any(status < 300 for status in statuses)
        # Without a network besides the loopback one no device can be configured.
        and (own_address() or not name.endswith(("DevicesIdSetup", "DevicesIdSetupPlan")))
        # Until a Matter node is paired here, no device can be shared by a code, and no lock demands a PIN.
        and not name.endswith(("DevicePairingsIdSharing", "DevicePairingsIdLockPin"))
        # Without a private Avahi no device can be paired.
        and not (missing_requirement() and ("DevicePairingsId" in name or name.endswith(("IdPair", "IdIdentify"))))]
    assert not unsuccessful, (
        f"these operations never succeeded, so their responses were not checked: {', '.join(unsuccessful)}")
    assert is_clean, "schemathesis found responses that differ from the OpenAPI document; see above"
    print(f"Each of {len(contract.operations)} operations succeeded at least once, and every response was as documented.")


try:
    main(sys.argv[1])
except Exception as failure:
    traceback.print_exc()
    sys.exit(f"error: {failure}")
