"""Verifies a bundle of evidence as VERIFY.txt in it says, with nothing of the gateway: its files, the chains of hashes and
the signatures."""

import hashlib
import io
import json
import zipfile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SEVERITIES = ["informational", "warning", "security"]
RECORD_HASH_BYTES = 32


def read(archive):
    """Returns the files of the archive by their paths within its folder."""
    with zipfile.ZipFile(io.BytesIO(archive)) as bundle:
        assert bundle.testzip() is None
        files = {name.partition("/")[2]: bundle.read(name) for name in bundle.namelist()}
    return files


def verify(archive):
    """Verifies the archive. Returns the files, and the audit entries."""
    files = read(archive)
    lines = files.pop("MANIFEST.sha256").decode().splitlines()
    listed = {path: digest for digest, path in (line.split("  ", 1) for line in lines)}
    assert listed == {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    heads = json.loads(files["audit/heads.json"])
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(heads["publicKey"]))
    signed = bytes.fromhex(heads["signed"])
    key.verify(signed[-64:], signed[:-64])
    entries_file = files["audit/entries.jsonl"]
    statement = json.loads(files["audit/entries.signature.json"])
    assert statement["publicKey"] == heads["publicKey"]
    content = statement["context"] + hashlib.sha256(entries_file).hexdigest()
    key.verify(bytes.fromhex(statement["signature"]), content.encode())
    records = {severity: chain(files, heads, severity) for severity in SEVERITIES}
    entries = [json.loads(line) for line in entries_file.decode().splitlines()]
    for entry in entries:
        assert records[entry["entry"]["severity"]][entry["sequence"]] == entry["hash"], entry
    return files, entries


def chain(files, heads, severity):
    """The hashes of the records by their sequences, after the check that each follows from the one before."""
    content = files.get(f"audit/{severity}.chain", b"")
    hashes, offset, previous = {}, 0, None
    while offset < len(content):
        length = int.from_bytes(content[offset + 4:offset + 8], "little")
        record = content[offset:offset + length]
        assert record[:4] == b"TAR1" and len(record) == length
        own = record[-RECORD_HASH_BYTES:]
        assert hashlib.sha256(record[:-RECORD_HASH_BYTES]).digest() == own
        assert previous is None or record[72:104] == previous, f"{severity}: a record does not follow"
        hashes[int.from_bytes(record[8:16], "little")] = own.hex()
        offset, previous = offset + length, own
    if hashes:
        head = next(head for head in heads["heads"] if head["severity"] == severity)
        assert max(hashes) == head["sequence"] and hashes[head["sequence"]] == head["hash"]
    return hashes
