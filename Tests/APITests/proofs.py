"""Proofs of possession: valid ones are accepted, all others are refused."""

import json

from doors import PREFIX
from keys import Key, base64url, sha256
from stranger import BODY, HOME, JSON, LOCKDOWN, answered, fact


@fact
def a_proof_is_good_once(stranger):
    proof = stranger.proof("GET", HOME)
    assert stranger.ask("GET", HOME, proof=proof).status == 200
    answered(stranger.ask("GET", HOME, proof=proof), 401, "proofReplayed")


@fact
def a_proof_is_for_one_request_alone(stranger):
    energy = f"{PREFIX}/energy?by=day"
    for proof in [
            stranger.proof("POST", energy), stranger.proof("GET", HOME), stranger.proof("GET", f"{PREFIX}/energy"),
            stranger.proof("GET", f"{PREFIX}/energy?by=hour"), stranger.proof("GET", energy, token="another"),
            stranger.proof("GET", energy, ath=None), stranger.proof("GET", energy, htu=f"http://localhost{energy}"),
            stranger.proof("GET", energy, htm="get")]:
        answered(stranger.ask("GET", energy, proof=proof), 401, "proofRefused")
    assert stranger.ask("GET", energy).status == 200


@fact
def a_proof_is_for_one_body_alone(stranger):
    digest = {"content-digest": f"sha-256=:{base64url(sha256(BODY))}:"}
    for proof in [
            stranger.proof("POST", LOCKDOWN), stranger.proof("POST", LOCKDOWN, b'{"isOn":false}'),
            stranger.proof("POST", LOCKDOWN, BODY + b" "), stranger.proof("POST", LOCKDOWN, **digest)]:
        answered(stranger.ask("POST", LOCKDOWN, BODY, JSON, proof=proof), 401, "proofRefused")


@fact
def a_nonce_of_ours_is_needed(stranger):
    for nonce in [None, "", "made up", base64url(bytes(16))]:
        answer = stranger.ask("GET", HOME, proof=stranger.proof("GET", HOME, nonce=nonce))
        assert answered(answer, 401, "useNonce").headers["DPoP-Nonce"]
        assert 'error="use_dpop_nonce"' in answer.headers["WWW-Authenticate"]


@fact
def what_is_no_proof_is_refused(stranger):
    good = stranger.proof("GET", HOME)
    header, claims, signature = good.split(".")
    unsigned = base64url(json.dumps({"typ": "dpop+jwt", "alg": "none", "jwk": stranger.key.public}).encode())
    symmetric = base64url(json.dumps({"typ": "dpop+jwt", "alg": "HS256", "jwk": stranger.key.public}).encode())
    for proof in [
            f"{unsigned}.{claims}.", f"{symmetric}.{claims}.{signature}", f"{header}.{claims}.{signature[::-1]}",
            f"{header}.{claims}", f"{good}.{signature}", "..", "a.b.c", "\u00e9", "a" * 5000, " "]:
        answered(stranger.ask("GET", HOME, proof=proof), 401)
    for name, value in [("typ", "JWT"), ("jwk", {**stranger.key.public, "d": stranger.key.public["x"]})]:
        proof = stranger.key.proof(
            "GET", f"https://{stranger.wire.host}{HOME}", token=stranger.session, nonce=stranger.nonce,
            header={name: value})
        answered(stranger.ask("GET", HOME, proof=proof), 401, "proofRefused")
    answered(stranger.ask("GET", HOME, proof=stranger.proof("GET", HOME, jti="")), 401, "proofRefused")


@fact
def two_proofs_or_tokens_are_none(stranger):
    answered(stranger.ask("GET", HOME, b"", ("DPoP", stranger.proof("GET", HOME))), 401, "proofRefused")
    answered(stranger.ask("GET", HOME, b"", ("Authorization", f"DPoP {stranger.session}")), 401, "unauthenticated")


@fact
def a_token_is_worth_nothing_without_its_key(stranger):
    answered(stranger.ask("GET", HOME, proof=stranger.proof("GET", HOME, key=Key())), 401, "unauthenticated")
    for scheme in ["DPoP", "Bearer", "Basic", ""]:
        answered(stranger.wire.ask("GET", HOME, [("Authorization", f"{scheme} {stranger.session}")]), 401)


@fact
def each_operation_takes_what_the_document_says(stranger):
    for operation in stranger.operations:
        target = PREFIX + operation.path.replace("{id}", "lamp")
        takes = operation.said.get("security", [{}])
        bearer = [("Authorization", f"Bearer {stranger.token}")]
        key = Key()
        proof = key.proof(operation.method, f"https://{stranger.wire.host}{target}", nonce=stranger.nonce)
        for scheme, headers in [(None, []), ("token", bearer), ("proof", [("DPoP", proof)])]:
            answer = stranger.wire.ask(operation.method, target, headers)
            is_let_in = {} in takes or {scheme: []} in takes
            # An authenticated request may still be refused with 403 for missing permissions.
            turned_away = (401,) if is_let_in else (401, 403)
            assert is_let_in == (answer.status not in turned_away), (operation.id, scheme, answer)
