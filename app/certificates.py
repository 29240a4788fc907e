"""A certificate for the addresses of this computer, so that phones on the local network can open the camera.

Browsers open the camera only on secure addresses. The certificate is issued by an authority that exists for a
moment: its key signs this one certificate and is thrown away. So a person who trusts the authority on a phone
trusts this computer and nothing else.
"""

import datetime
import ipaddress
import os
import socket
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from rules.errors import OxeyeError

DAYS = 397
"""Days that a certificate is good for; phones take no longer ones."""
RENEW_DAYS = 7
"""Days before its end at which a new one is made."""


@dataclass(frozen=True)
class Certificate:
    """Files of a certificate.

    Attributes:
        chain: PEM file, the certificate and its authority.
        key: PEM file of the private key; only its owner may read it.
        authority: DER file of the authority, for phones that want to trust it.
        expires: when it ends.
        fingerprint: SHA-256 of the certificate, as browsers show it.
    """

    chain: Path
    key: Path
    authority: Path
    expires: datetime.datetime
    fingerprint: str


def certificate_for(names: Iterable[str], folder: Path) -> Certificate:
    """A certificate for these names and IP addresses; one made earlier, while it still fits.

    Args:
        names: host names and IP addresses, at least one.
        folder: where its files lie.

    Raises:
        OxeyeError: the folder cannot be written to.
    """
    wanted = tuple(dict.fromkeys(names))
    files = _Files(folder / "certificate.pem", folder / "key.pem", folder / "oxeye-authority.crt")
    try:
        made = _made_before(files, wanted)
        if made is None:
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(stat.S_IRWXU)
            made = _make(files, wanted)
        files.key.chmod(stat.S_IRUSR | stat.S_IWUSR)
    except OSError as error:
        raise OxeyeError(
            f"the certificate in {folder} cannot be written ({error.strerror}); "
            "make the folder yours, or set XDG_DATA_HOME to another one"
        ) from error
    return Certificate(*files, made.not_valid_after_utc, _fingerprint(made))


class _Files(NamedTuple):
    chain: Path
    key: Path
    authority: Path


def _made_before(files: _Files, wanted: Sequence[str]) -> Any:
    """The certificate in these files, or `None` when it does not fit any more."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if not all(path.is_file() for path in (files.chain, files.key, files.authority)):
        return None
    try:
        made = x509.load_pem_x509_certificate(files.chain.read_bytes())
        key = load_pem_private_key(files.key.read_bytes(), None)
        named = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, TypeError, x509.ExtensionNotFound):
        return None
    known = {*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress))}
    lasting = made.not_valid_after_utc - _now() > datetime.timedelta(days=RENEW_DAYS)
    fits = made.public_key() == key.public_key() and set(wanted) <= known
    return made if lasting and fits else None


def _make(files: _Files, wanted: Sequence[str]) -> Any:
    """Make an authority, sign a certificate for the names, write both, and forget the authority's key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import ExtendedKeyUsageOID

    start = _now() - datetime.timedelta(hours=12)  # clocks of phones differ
    end = start + datetime.timedelta(days=DAYS)
    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = _called(f"Oxeye on {socket.gethostname()}"[:64])

    def begin(subject: Any, public: Any) -> Any:
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(public)
            .serial_number(x509.random_serial_number())
            .not_valid_before(start)
            .not_valid_after(end)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False
            )
        )

    general = [_general(name) for name in wanted]
    authority = (
        begin(issuer, authority_key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(key_cert_sign=True, crl_sign=True), critical=True)
        .add_extension(x509.NameConstraints([_permitted(name) for name in general], None), critical=True)
        .sign(authority_key, hashes.SHA256())
    )
    made = (
        begin(_called(wanted[0]), key.public_key())
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(digital_signature=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(general), critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    _write_private(files.key, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    files.chain.write_bytes(made.public_bytes(Encoding.PEM) + authority.public_bytes(Encoding.PEM))
    files.authority.write_bytes(authority.public_bytes(Encoding.DER))
    return made


def _fingerprint(made: Any) -> str:
    from cryptography.hazmat.primitives.hashes import SHA256

    return made.fingerprint(SHA256()).hex(":").upper()


def _called(name: str) -> Any:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _general(name: str) -> Any:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _permitted(name: Any) -> Any:
    """The name as a constraint: exactly this host."""
    from cryptography import x509

    return x509.IPAddress(ipaddress.ip_network(name.value)) if isinstance(name, x509.IPAddress) else name


def _usage(**wanted: bool) -> Any:
    from cryptography import x509

    names = (
        "digital_signature",
        "content_commitment",
        "key_encipherment",
        "data_encipherment",
        "key_agreement",
        "key_cert_sign",
        "crl_sign",
        "encipher_only",
        "decipher_only",
    )
    return x509.KeyUsage(**{name: wanted.get(name, False) for name in names})


def _write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, from the first moment on."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(microsecond=0)
