"""The moderator's key (design.md, The campaign folder and the key)."""

import os
import stat
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization as pem
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from store_help import code

from gm.store import (
    ModeratorKey,
    SystemRandomness,
    UnsafeFixedRandomness,
    create_key,
    load_key,
    passphrase_from,
    public_pem,
    read_public_pem,
)

PHRASE = "vive les révolutions"


def nobody() -> str | None:
    raise AssertionError("nobody is to be asked")


def make(path: Path, passphrase: str | None = PHRASE) -> ModeratorKey:
    made = create_key(path, passphrase, SystemRandomness())
    assert isinstance(made, ModeratorKey), made
    return made


@pytest.mark.parametrize("passphrase", [PHRASE, None, "x", "é" * 500])
def test_a_key_is_opened_again(tmp_path: Path, passphrase: str | None) -> None:
    """A key made under a passphrase, or under none, is the same when it is loaded."""
    made = make(tmp_path / "new" / "moderator.key.pem", passphrase)
    loaded = load_key(made.path, lambda: passphrase)
    assert isinstance(loaded, ModeratorKey)
    assert loaded.public == made.public
    assert loaded.sign(b"body") == made.sign(b"body")
    assert len(made.sign(b"body")) == 64


def test_a_key_is_encrypted_by_its_passphrase(tmp_path: Path) -> None:
    """PEM PKCS#8, encrypted; OpenSSL opens it with the same passphrase and shows the same public key."""
    made = make(tmp_path / "moderator.key.pem")
    assert made.path.read_bytes().startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n")
    command = ["openssl", "pkey", "-in", str(made.path), "-passin", "env:PHRASE", "-pubout"]
    run = subprocess.run(command, capture_output=True, env={**os.environ, "PHRASE": PHRASE})
    assert run.stdout == public_pem(made.public)


def test_a_key_without_passphrase_asks_nobody(tmp_path: Path) -> None:
    """`gm init --no-passphrase`: the file is plain PKCS#8 and opens without a question."""
    made = make(tmp_path / "moderator.key.pem", None)
    assert made.path.read_bytes().startswith(b"-----BEGIN PRIVATE KEY-----\n")
    assert isinstance(load_key(made.path, nobody), ModeratorKey)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_key_is_private_to_the_user(tmp_path: Path) -> None:
    """Its file and a folder made for it are closed to everybody else, whatever the umask."""
    before = os.umask(0)
    try:
        made = make(tmp_path / "new" / "moderator.key.pem")
    finally:
        os.umask(before)
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(made.path.parent.stat().st_mode) == 0o700


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    """A second `gm init` gives `key_exists` and leaves the file, and nothing else in its folder."""
    made = make(tmp_path / "key" / "moderator.key.pem")
    before = made.path.read_bytes()
    assert code(create_key(made.path, None, SystemRandomness())) == "key_exists"
    assert made.path.read_bytes() == before
    assert list(made.path.parent.iterdir()) == [made.path]


@pytest.mark.parametrize("passphrase", ["", "x" * 1024])
def test_a_passphrase_that_cannot_be_is_refused(tmp_path: Path, passphrase: str) -> None:
    """An empty passphrase protects nothing and OpenSSL reads no more than 1023 bytes: no file is made."""
    path = tmp_path / "key" / "moderator.key.pem"
    assert code(create_key(path, passphrase, SystemRandomness())) == "bad_passphrase"
    assert not path.parent.exists()


def test_the_wrong_passphrase_is_told_every_time(tmp_path: Path) -> None:
    """Whatever noise a wrong passphrase decrypts to, the answer is `wrong_passphrase`."""
    made = make(tmp_path / "moderator.key.pem")
    wrong = iter(f"wrong {number}" for number in range(40))
    answers = [load_key(made.path, wrong.__next__) for _ in range(40)]
    assert {code(answer) for answer in answers} == {"wrong_passphrase"}


@pytest.mark.parametrize("answer", ["", None])
def test_no_passphrase_is_told(tmp_path: Path, answer: str | None) -> None:
    """An encrypted key with nobody to ask, or no answer, is `no_passphrase`."""
    made = make(tmp_path / "moderator.key.pem")
    assert code(load_key(made.path, lambda: answer)) == "no_passphrase"


def test_an_accent_may_be_composed_either_way(tmp_path: Path) -> None:
    """macOS and Windows compose é differently: the passphrase is the same."""
    made = make(tmp_path / "moderator.key.pem", "\u00e9t\u00e9")
    assert isinstance(load_key(made.path, lambda: "e\u0301te\u0301"), ModeratorKey)


def test_a_missing_key_is_told_without_a_question(tmp_path: Path) -> None:
    """`no_key` before anybody is asked for a passphrase."""
    assert code(load_key(tmp_path / "moderator.key.pem", nobody)) == "no_key"
    assert code(load_key(tmp_path / "missing" / "moderator.key.pem", nobody)) == "no_key"


def other_kind() -> bytes:
    private = generate_private_key(SECP256R1())
    return private.private_bytes(pem.Encoding.PEM, pem.PrivateFormat.PKCS8, pem.NoEncryption())


def framed(label: str, body: str) -> bytes:
    return f"-----BEGIN {label}-----\n{body}\n-----END {label}-----\n".encode()


BAD_KEYS = {
    "empty": b"",
    "text": b"hello\n",
    "cut": framed("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIE"),
    "cut encrypted": framed("ENCRYPTED PRIVATE KEY", "MIGjMF8G"),
    "no base64": framed("ENCRYPTED PRIVATE KEY", "!!!!"),
    "another kind": other_kind(),
    "a public key": public_pem(bytes(32)),
    "old encryption": framed("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA"),
}


@pytest.mark.parametrize("kind", BAD_KEYS)
def test_a_file_that_is_no_key_is_told(tmp_path: Path, kind: str) -> None:
    """A damaged file, or a key of another kind, is `bad_key`."""
    path = tmp_path / "moderator.key.pem"
    path.write_bytes(BAD_KEYS[kind])
    assert code(load_key(path, lambda: PHRASE)) == "bad_key"


def test_a_folder_in_place_of_the_key_is_told(tmp_path: Path) -> None:
    """What cannot be read is `unreadable`; what cannot be written, `not_writable`."""
    path = tmp_path / "moderator.key.pem"
    path.mkdir()
    assert code(load_key(path, nobody)) == "unreadable"
    (tmp_path / "file").write_bytes(b"")
    assert code(create_key(tmp_path / "file" / "key.pem", None, SystemRandomness())) == "not_writable"


def test_a_key_shows_no_secret(tmp_path: Path) -> None:
    """Neither the key's text nor that of a problem holds the secret or the passphrase."""
    chance = UnsafeFixedRandomness(b"shown")
    secret = UnsafeFixedRandomness(b"shown").bytes(32)
    made = create_key(tmp_path / "moderator.key.pem", PHRASE, chance)
    assert isinstance(made, ModeratorKey)
    assert "rivate" not in repr(made)
    assert secret.hex() not in repr(made)
    assert repr(secret) not in repr(made)
    assert PHRASE not in repr(load_key(made.path, lambda: PHRASE + "!"))


def test_gm_passphrase_goes_before_the_prompt() -> None:
    """The passphrase is GM_PASSPHRASE where it is set, else the prompt's answer."""
    assert passphrase_from({"GM_PASSPHRASE": PHRASE}, nobody)() == PHRASE
    assert passphrase_from({}, lambda: "asked")() == "asked"
    assert passphrase_from({"GM_PASSPHRASE": ""}, lambda: "asked")() == "asked"


def test_a_public_key_s_file_is_read_back(tmp_path: Path) -> None:
    """`moderator.pub.pem` and the raw public key say the same, with Windows line ends too."""
    made = make(tmp_path / "moderator.key.pem", None)
    data = public_pem(made.public)
    assert read_public_pem(data) == made.public
    assert read_public_pem(data.replace(b"\n", b"\r\n")) == made.public
    for size in range(len(data) - 1):
        assert read_public_pem(data[:size]) is None
