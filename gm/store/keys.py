"""The moderator's key: Ed25519 in PEM PKCS#8, encrypted under a passphrase unless told otherwise."""

import binascii
import errno
import re
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gm.campaign import Problem, problem
from gm.codec import is_anyones_key
from gm.store.chance import Randomness
from gm.store.files import (
    beside,
    create_atomically,
    discard,
    make_folders,
    move,
    read_if_there,
    sync_folder,
    text_of,
    write_new,
)
from gm.store.lock import locked
from gm.store.problems import cannot_write

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import KeySerializationEncryption

Passphrase = Callable[[], str | None]
"""Asks for the passphrase, None when there is nobody to ask; called only when a key is encrypted."""

_ENCRYPTED: Final = b"-----BEGIN ENCRYPTED PRIVATE KEY-----"
_LONGEST: Final = 1023  # bytes of a passphrase: OpenSSL takes no more
_RAW: Final = 32  # bytes of a public key
_SPKI: Final = bytes.fromhex("302a300506032b6570032100")  # RFC 8410: what precedes a raw Ed25519 public key
_PEM_HEAD: Final = b"-----BEGIN PUBLIC KEY-----\n"
_PEM_FOOT: Final = b"\n-----END PUBLIC KEY-----\n"


@dataclass(frozen=True, slots=True)
class ModeratorKey:
    """An open key: `public` are its raw 32 bytes, `path` the file it came from. It never shows its secret.

    `encrypted` says whether the file is under a passphrase.
    """

    path: Path
    public: bytes
    encrypted: bool
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

    Problems: `key_exists` (nothing is overwritten), `key_is_folder`, `bad_passphrase` (empty, or over 1023
    bytes), `disk_full`, `not_writable`.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if path.is_dir():
        return problem("key_is_folder", path=str(path))
    encryption = _encryption(path, passphrase)
    if isinstance(encryption, Problem):
        return encryption
    private = Ed25519PrivateKey.from_private_bytes(randomness.bytes(32))
    data = _pem_of(private, encryption)
    try:
        make_folders(path.parent, 0o700)
    except OSError as error:
        return cannot_write(error, path.parent)
    try:
        create_atomically(path, data, 0o600)
    except FileExistsError:
        return problem("key_exists", path=str(path))
    except OSError as error:
        return cannot_write(error, path)
    return _opened(path, private, encrypted=passphrase is not None)


def load_key(path: Path, passphrase: Passphrase) -> ModeratorKey | Problem:
    """Open the key of a file, asking for the passphrase only when it is encrypted.

    Problems: `no_key`, `no_passphrase`, `wrong_passphrase`, `bad_key` (no PEM, or not of Ed25519),
    `unreadable`.
    """
    data = _bytes_of(path)
    return data if isinstance(data, Problem) else _open(path, data, passphrase)


def change_passphrase(path: Path, old: Passphrase, new: Passphrase) -> ModeratorKey | Problem:
    """Put the same key under another passphrase; with None as the answer of `new` it is left unencrypted.

    `new` is asked once the key is open. A crash leaves the file as it was or as it will be: the new one is
    opened again from the disk before it takes the place of the old one. Problems: those of `load_key`,
    `bad_passphrase`, `key_changed` (another file took the key's place meanwhile), `busy`, `disk_full`,
    `not_writable`.
    """
    data = _bytes_of(path)
    if isinstance(data, Problem):
        return data
    key = _open(path, data, old)
    if isinstance(key, Problem):
        return key
    passphrase = new()
    encryption = _encryption(path, passphrase)
    if isinstance(encryption, Problem):
        return encryption
    real = path.resolve()  # what a link leads to is replaced, not the link
    lock = real.with_name(real.name + ".lock")
    try:
        with lock.open("ab", buffering=0) as file, locked(file, lock) as trouble:
            if trouble is not None:
                return trouble
            if read_if_there(real) != data:
                return problem("key_changed", path=str(path))
            _replace(real, _pem_of(key._private, encryption), passphrase, key.public)
    except OSError as error:
        return cannot_write(error, path)
    return _opened(path, key._private, encrypted=passphrase is not None)


def _replace(path: Path, data: bytes, passphrase: str | None, public: bytes) -> None:
    """Replace a key's file by one that opens; raises OSError. To be called while nobody else does."""
    cut_short = re.compile(rf"\.{re.escape(path.name)}\.[0-9a-f]{{12}}\.tmp")
    for left in path.parent.iterdir():
        if cut_short.fullmatch(left.name):  # by a process that was killed here: it holds the key too
            left.unlink()
    temporary = beside(path)
    try:
        write_new(temporary, data, 0o600)
        again = load_key(temporary, lambda: passphrase)
        if isinstance(again, Problem) or again.public != public:
            raise OSError(errno.EIO, "what was written does not read back")
        move(temporary, path)
    finally:
        discard(temporary)
    sync_folder(path.parent)


def _bytes_of(path: Path) -> bytes | Problem:
    data = read_if_there(path)
    return problem("no_key", path=str(path)) if data is None else data


def _open(path: Path, data: bytes, passphrase: Passphrase) -> ModeratorKey | Problem:
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
    return _opened(path, private, encrypted=encrypted)


def _opened(path: Path, private: "Ed25519PrivateKey", *, encrypted: bool) -> ModeratorKey:
    return ModeratorKey(path, private.public_key().public_bytes_raw(), encrypted, private)


def _encryption(path: Path, passphrase: str | None) -> "KeySerializationEncryption | Problem":
    """How a key is written under a passphrase, or under none; `bad_passphrase`."""
    from cryptography.hazmat.primitives import serialization as pem

    if passphrase is None:
        return pem.NoEncryption()
    secret = _octets(passphrase)
    if not 1 <= len(secret) <= _LONGEST:
        return problem("bad_passphrase", path=str(path))
    return pem.BestAvailableEncryption(secret)


def _pem_of(private: "Ed25519PrivateKey", encryption: "KeySerializationEncryption") -> bytes:
    from cryptography.hazmat.primitives import serialization as pem

    return private.private_bytes(pem.Encoding.PEM, pem.PrivateFormat.PKCS8, encryption)


def public_pem(raw: bytes) -> bytes:
    """The PEM file of a raw public key, byte for byte as OpenSSL writes it."""
    return _PEM_HEAD + b64encode(_SPKI + raw) + _PEM_FOOT


def read_public_text(text: str) -> bytes | None:
    """The raw 32 bytes of a public key in base64, as campaigns state it and first posts show it, or None."""
    try:
        raw = b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        return None
    return raw if len(raw) == _RAW and not is_anyones_key(raw) else None


def read_public_pem(data: bytes) -> bytes | None:
    """The raw 32 bytes of an Ed25519 public key's PEM file, None for anything else or a key of small order.

    `gm key show > file` in PowerShell writes UTF-16, some editors a BOM.
    """
    lines = text_of(data, "replace").split()
    if lines[:3] != ["-----BEGIN", "PUBLIC", "KEY-----"] or lines[-3:] != ["-----END", "PUBLIC", "KEY-----"]:
        return None
    try:
        der = b64decode("".join(lines[3:-3]), validate=True)
    except (binascii.Error, ValueError):
        return None
    raw = der.removeprefix(_SPKI)
    return raw if len(raw) == _RAW and len(der) == len(_SPKI) + _RAW and not is_anyones_key(raw) else None


def _octets(passphrase: str) -> bytes:
    """A passphrase as bytes, the same however the system composes its accents.

    The prompt of Windows gives the two halves of an emoji one by one.
    """
    whole = passphrase.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return unicodedata.normalize("NFC", whole).encode("utf-8", "surrogateescape")


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
