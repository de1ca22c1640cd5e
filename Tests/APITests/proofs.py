"""Facts about proofs of possession: the gateway accepts valid proofs and refuses all others."""

import json
import re

from attacker import BODY, HOME, JSON, LOCKDOWN, assert_status, fact
from endpoints import PREFIX
from keys import Key, base64url, sha256


@fact
def a_replayed_proof_is_refused(attacker):
    proof = attacker.proof("GET", HOME)
    assert attacker.request("GET", HOME, proof=proof).status == 200
    assert_status(attacker.request("GET", HOME, proof=proof), 401, "proofReplayed")


@fact
def a_proof_is_valid_only_for_its_request(attacker):
    energy = f"{PREFIX}/energy?by=day"
    for proof in [
            attacker.proof("POST", energy), attacker.proof("GET", HOME), attacker.proof("GET", f"{PREFIX}/energy"),
            attacker.proof("GET", f"{PREFIX}/energy?by=hour"), attacker.proof("GET", energy, token="another"),
            attacker.proof("GET", energy, ath=None), attacker.proof("GET", energy, htu=f"http://localhost{energy}"),
            attacker.proof("GET", energy, htm="get")]:
        assert_status(attacker.request("GET", energy, proof=proof), 401, "proofRefused")
    assert attacker.request("GET", energy).status == 200


@fact
def a_proof_is_valid_only_for_its_body(attacker):
    digest = {"content-digest": f"sha-256=:{base64url(sha256(BODY))}:"}
    for proof in [
            attacker.proof("POST", LOCKDOWN), attacker.proof("POST", LOCKDOWN, b'{"isOn":false}'),
            attacker.proof("POST", LOCKDOWN, BODY + b" "), attacker.proof("POST", LOCKDOWN, **digest)]:
        assert_status(attacker.request("POST", LOCKDOWN, BODY, JSON, proof=proof), 401, "proofRefused")


@fact
def a_proof_needs_a_nonce_of_the_gateway(attacker):
    for nonce in [None, "", "made up", base64url(bytes(16))]:
        response = attacker.request("GET", HOME, proof=attacker.proof("GET", HOME, nonce=nonce))
        assert assert_status(response, 401, "useNonce").headers["DPoP-Nonce"]
        assert 'error="use_dpop_nonce"' in response.headers["WWW-Authenticate"]


@fact
def an_invalid_proof_is_refused(attacker):
    good = attacker.proof("GET", HOME)
    header, claims, signature = good.split(".")
    unsigned = base64url(json.dumps({"typ": "dpop+jwt", "alg": "none", "jwk": attacker.key.public}).encode())
    symmetric = base64url(json.dumps({"typ": "dpop+jwt", "alg": "HS256", "jwk": attacker.key.public}).encode())
    for proof in [
            f"{unsigned}.{claims}.", f"{symmetric}.{claims}.{signature}", f"{header}.{claims}.{signature[::-1]}",
            f"{header}.{claims}", f"{good}.{signature}", "..", "a.b.c", "\u00e9", "a" * 5000, " "]:
        assert_status(attacker.request("GET", HOME, proof=proof), 401)
    for name, value in [("typ", "JWT"), ("jwk", {**attacker.key.public, "d": attacker.key.public["x"]})]:
        proof = attacker.key.proof(
            "GET", f"https://{attacker.connection.host}{HOME}", token=attacker.session, nonce=attacker.nonce,
            header={name: value})
        assert_status(attacker.request("GET", HOME, proof=proof), 401, "proofRefused")
    assert_status(attacker.request("GET", HOME, proof=attacker.proof("GET", HOME, jti="")), 401, "proofRefused")


@fact
def a_request_with_two_proofs_or_two_tokens_is_refused(attacker):
    assert_status(attacker.request("GET", HOME, b"", ("DPoP", attacker.proof("GET", HOME))), 401, "proofRefused")
    authorization = ("Authorization", f"DPoP {attacker.session}")
    assert_status(attacker.request("GET", HOME, b"", authorization), 401, "unauthenticated")


@fact
def a_token_is_refused_without_its_key(attacker):
    assert_status(attacker.request("GET", HOME, proof=attacker.proof("GET", HOME, key=Key())), 401, "unauthenticated")
    for scheme in ["DPoP", "Bearer", "Basic", ""]:
        authorization = ("Authorization", f"{scheme} {attacker.session}")
        assert_status(attacker.connection.request("GET", HOME, [authorization]), 401)


@fact
def each_operation_accepts_only_the_documented_authentication(attacker):
    for operation in attacker.operations:
        target = PREFIX + re.sub(r"\{\w+\}", "lamp", operation.path)
        accepted = operation.definition.get("security", [{}])
        bearer = [("Authorization", f"Bearer {attacker.token}")]
        key = Key()
        proof = key.proof(operation.method, f"https://{attacker.connection.host}{target}", nonce=attacker.nonce)
        for scheme, headers in [(None, []), ("token", bearer), ("proof", [("DPoP", proof)])]:
            response = attacker.connection.request(operation.method, target, headers)
            is_accepted = {} in accepted or {scheme: []} in accepted
            # An authenticated request may still be refused with 403 for missing permissions.
            refusals = (401,) if is_accepted else (401, 403)
            assert is_accepted == (response.status not in refusals), (operation.id, scheme, response)
