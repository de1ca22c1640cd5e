"""Makers of devices that a person adds: an authority is checked, added and removed."""

from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID


def authority(name):
    """A certificate that signs itself, in PEM form, as makers of devices publish theirs."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    usage = x509.KeyUsage(
        digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    start = datetime(2026, 1, 1)
    builder = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(start)
        .not_valid_after(start + timedelta(days=3650))
        .add_extension(x509.BasicConstraints(ca=True, path_length=1), critical=True).add_extension(usage, critical=True)
        .add_extension(identifier, critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False))
    return builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM).decode()


def add_and_remove_maker(console):
    certificate = {"certificate": authority("Acme Matter PAA")}
    maker = console.request("POST", "/device-makers/check", certificate)
    assert maker["role"] == "authority" and "Acme" in maker["subject"]
    assert console.request("POST", "/device-makers", certificate) == maker
    assert maker in console.request("GET", "/device-makers")["makers"]
    console.request("DELETE", f"/device-makers/{maker['id']}")
    assert maker not in console.request("GET", "/device-makers")["makers"]
