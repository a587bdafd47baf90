"""The moderator's key: Ed25519 in PEM PKCS#8, encrypted under a passphrase unless told otherwise."""

import binascii
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gm.campaign import Problem, problem
from gm.store.chance import Randomness
from gm.store.files import create_atomically, read_if_there
from gm.store.problems import cannot_write

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Passphrase = Callable[[], str | None]
"""Asks for the passphrase, None when there is nobody to ask; called only when a key is encrypted."""

_ENCRYPTED: Final = b"-----BEGIN ENCRYPTED PRIVATE KEY-----"
_LONGEST: Final = 1023  # bytes of a passphrase: OpenSSL takes no more
_SPKI: Final = bytes.fromhex("302a300506032b6570032100")  # RFC 8410: what precedes a raw Ed25519 public key
_PEM_HEAD: Final = b"-----BEGIN PUBLIC KEY-----\n"
_PEM_FOOT: Final = b"\n-----END PUBLIC KEY-----\n"


@dataclass(frozen=True, slots=True)
class ModeratorKey:
    """An open key: `public` are its raw 32 bytes, `path` the file it came from. It never shows its secret."""

    path: Path
    public: bytes
    _private: "Ed25519PrivateKey" = field(repr=False, compare=False)

    @property
    def public_text(self) -> str:
        """The raw public key in base64, as `campaign_opened` records it."""
        return b64encode(self.public).decode("ascii")

    def sign(self, data: bytes) -> bytes:
        """The 64 bytes of the plain Ed25519 signature over the data."""
        return self._private.sign(data)


def passphrase_from(environ: Mapping[str, str], prompt: Passphrase) -> Passphrase:
    """GM_PASSPHRASE where it is set, else whatever the prompt answers."""
    given = environ.get("GM_PASSPHRASE")
    return (lambda: given) if given else prompt


def create_key(path: Path, passphrase: str | None, randomness: Randomness) -> ModeratorKey | Problem:
    """Make a key and its file, private to the user; None as passphrase leaves it unencrypted.

    Problems: `key_exists` (nothing is overwritten), `bad_passphrase` (empty, or over 1023 bytes),
    `disk_full`, `not_writable`.
    """
    from cryptography.hazmat.primitives import serialization as pem
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    encryption: pem.KeySerializationEncryption = pem.NoEncryption()
    if passphrase is not None:
        secret = _octets(passphrase)
        if not 1 <= len(secret) <= _LONGEST:
            return problem("bad_passphrase", path=str(path))
        encryption = pem.BestAvailableEncryption(secret)
    private = Ed25519PrivateKey.from_private_bytes(randomness.bytes(32))
    data = private.private_bytes(pem.Encoding.PEM, pem.PrivateFormat.PKCS8, encryption)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return cannot_write(error, path.parent)
    try:
        create_atomically(path, data, 0o600)
    except FileExistsError:
        return problem("key_exists", path=str(path))
    except OSError as error:
        return cannot_write(error, path)
    return ModeratorKey(path, private.public_key().public_bytes_raw(), private)


def load_key(path: Path, passphrase: Passphrase) -> ModeratorKey | Problem:
    """Open the key of a file, asking for the passphrase only when it is encrypted.

    Problems: `no_key`, `no_passphrase`, `wrong_passphrase`, `bad_key` (no PEM, or not of Ed25519),
    `unreadable`.
    """
    data = read_if_there(path)
    if data is None:
        return problem("no_key", path=str(path))
    if isinstance(data, Problem):
        return data
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    encrypted = _ENCRYPTED in data
    given = passphrase() if encrypted else None
    if encrypted and not given:
        return problem("no_passphrase", path=str(path))
    try:
        private = load_pem_private_key(data, _octets(given) if given else None)
    except ValueError:
        # Under a wrong passphrase the file decrypts to noise, which the library may report as bad content.
        return problem("wrong_passphrase" if _is_sound_pem(data) else "bad_key", path=str(path))
    except (TypeError, UnsupportedAlgorithm):
        return problem("bad_key", path=str(path))
    if not isinstance(private, Ed25519PrivateKey):
        return problem("bad_key", path=str(path))
    return ModeratorKey(path, private.public_key().public_bytes_raw(), private)


def public_pem(raw: bytes) -> bytes:
    """The PEM file of a raw public key, byte for byte as OpenSSL writes it."""
    return _PEM_HEAD + b64encode(_SPKI + raw) + _PEM_FOOT


def read_public_pem(data: bytes) -> bytes | None:
    """The raw 32 bytes of an Ed25519 public key's PEM file, None for anything else."""
    lines = data.decode("ascii", "replace").split()
    if lines[:3] != ["-----BEGIN", "PUBLIC", "KEY-----"] or lines[-3:] != ["-----END", "PUBLIC", "KEY-----"]:
        return None
    try:
        der = b64decode("".join(lines[3:-3]), validate=True)
    except (binascii.Error, ValueError):
        return None
    return der[len(_SPKI) :] if der.startswith(_SPKI) and len(der) == len(_SPKI) + 32 else None


def _octets(passphrase: str) -> bytes:
    """A passphrase as bytes, the same however the system composes its accents."""
    return unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogateescape")


def _is_sound_pem(data: bytes) -> bool:
    """Whether an encrypted key's file is base64 of a whole DER sequence: then only its secret is in doubt."""
    try:
        body = data.split(_ENCRYPTED, 1)[1].split(b"-----END", 1)[0]
        der = b64decode(b"".join(body.split()), validate=True)
    except (IndexError, binascii.Error):
        return False
    # A PKCS#8 envelope is over 127 and under 65536 bytes: its length stands in one or two bytes.
    return der[:2] in (b"\x30\x81", b"\x30\x82") and len(der) == _der_length(der)


def _der_length(der: bytes) -> int:
    size = der[1] & 0x0F
    return 2 + size + int.from_bytes(der[2 : 2 + size], "big")
