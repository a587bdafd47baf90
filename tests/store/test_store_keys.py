"""The moderator's key (design.md, The campaign folder and the key)."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization as pem
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from store_help import code

from gm.store import (
    ModeratorKey,
    SystemRandomness,
    UnsafeFixedRandomness,
    change_passphrase,
    create_key,
    load_key,
    passphrase_from,
    public_pem,
    read_public_pem,
)

PHRASE = "vive les révolutions"
HERE = Path(__file__).resolve().parent


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


@pytest.mark.skipif(os.name != "posix", reason="Windows asks for a right to make links")
def test_a_link_to_a_key_that_is_not_there_now_is_left_alone(tmp_path: Path) -> None:
    """The key is on a stick that is not plugged in: `key_exists`, and the link still leads to it."""
    link = tmp_path / "moderator.key.pem"
    link.symlink_to(tmp_path / "stick" / "key.pem")
    assert code(create_key(link, None, SystemRandomness())) == "key_exists"
    assert link.is_symlink()


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


def test_an_emoji_may_come_in_halves(tmp_path: Path) -> None:
    """The prompt of Windows reads UTF-16: the passphrase is the same, and nothing fails over it."""
    made = make(tmp_path / "moderator.key.pem", "\U0001f0a1 pique")
    assert isinstance(load_key(made.path, lambda: "\ud83c\udca1 pique"), ModeratorKey)


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
    told = load_key(path, nobody)
    assert code(told) == "unreadable"
    assert getattr(told, "params", {})["errno"] == "EISDIR"
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
    """`moderator.pub.pem` and the raw public key say the same, also as Windows writes texts."""
    made = make(tmp_path / "moderator.key.pem", None)
    data = public_pem(made.public)
    assert read_public_pem(data) == made.public
    assert read_public_pem(data.replace(b"\n", b"\r\n")) == made.public
    for encoding in ("utf-8-sig", "utf-16"):
        assert read_public_pem(data.decode("ascii").encode(encoding)) == made.public
    for size in range(len(data) - 1):
        assert read_public_pem(data[:size]) is None
    assert read_public_pem(public_pem(bytes(32))) is None, "anybody can sign for a key of small order"


@pytest.mark.parametrize("old", [PHRASE, None])
@pytest.mark.parametrize("new", ["une autre", None])
def test_a_passphrase_is_changed_and_the_key_is_the_same(
    tmp_path: Path, old: str | None, new: str | None
) -> None:
    """The key signs as before, its file opens under the new passphrase and no other."""
    made = make(tmp_path / "key" / "moderator.key.pem", old)
    changed = change_passphrase(made.path, lambda: old, lambda: new)
    assert isinstance(changed, ModeratorKey), changed
    loaded = load_key(made.path, lambda: new)
    assert isinstance(loaded, ModeratorKey)
    assert loaded.sign(b"body") == changed.sign(b"body") == made.sign(b"body")
    assert loaded.encrypted == changed.encrypted == (new is not None)
    if new is not None:
        assert code(load_key(made.path, lambda: PHRASE)) == "wrong_passphrase"
    if os.name == "posix":
        assert stat.S_IMODE(made.path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        ("wrong", "une autre", "wrong_passphrase"),
        (None, "une autre", "no_passphrase"),
        (PHRASE, "", "bad_passphrase"),
        (PHRASE, "x" * 1024, "bad_passphrase"),
    ],
)
def test_a_change_that_is_refused_changes_nothing(
    tmp_path: Path, old: str | None, new: str, refusal: str
) -> None:
    """The file is the same bytes and nothing stands beside it."""
    made = make(tmp_path / "key" / "moderator.key.pem")
    before = made.path.read_bytes()
    assert code(change_passphrase(made.path, lambda: old, lambda: new)) == refusal
    assert made.path.read_bytes() == before
    assert list(made.path.parent.iterdir()) == [made.path]


def test_a_key_that_takes_the_place_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """Somebody puts the copy of another key there while the new passphrase is typed: `key_changed`."""
    made = make(tmp_path / "moderator.key.pem")
    other = make(tmp_path / "other.key.pem").path.read_bytes()

    def typed() -> str:
        made.path.write_bytes(other)
        return "une autre"

    assert code(change_passphrase(made.path, lambda: PHRASE, typed)) == "key_changed"
    assert made.path.read_bytes() == other


def test_a_key_behind_a_link_is_changed_where_it_is(tmp_path: Path) -> None:
    """A link to a key on another disk stays a link."""
    made = make(tmp_path / "stick" / "key.pem")
    link = tmp_path / "moderator.key.pem"
    try:
        link.symlink_to(made.path)
    except OSError:
        pytest.skip("no right to make a link")
    assert isinstance(change_passphrase(link, lambda: PHRASE, lambda: "une autre"), ModeratorKey)
    assert link.is_symlink()
    assert isinstance(load_key(made.path, lambda: "une autre"), ModeratorKey)


def test_a_key_where_nothing_can_be_written_is_left_alone(tmp_path: Path) -> None:
    """`not_writable`, and the old passphrase still opens it."""
    made = make(tmp_path / "key" / "moderator.key.pem")
    made.path.with_name(made.path.name + ".lock").mkdir()  # as good as a folder without the right to write
    assert code(change_passphrase(made.path, lambda: PHRASE, lambda: "une autre")) == "not_writable"
    assert isinstance(load_key(made.path, lambda: PHRASE), ModeratorKey)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the killed processes are forked")
def test_a_killed_change_always_leaves_a_key_that_opens(tmp_path: Path) -> None:
    """kill -9 at moments of chance: the old file or the new one, read by others all the while.

    What a killed process left beside it holds the key too: the next change removes it, and nothing else.
    """
    made = make(tmp_path / "key" / "moderator.key.pem")
    own = made.path.parent / f".{made.path.name}.mine.tmp"
    own.write_bytes(b"")
    path = os.pathsep.join(str(each) for each in (HERE.parent.parent, HERE))
    run = subprocess.run(
        [sys.executable, str(HERE / "key_worker.py"), str(made.path), "30"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
        text=True,
        timeout=60,
    )
    assert run.stdout == "done\n", run.stderr
    (made.path.parent / f".{made.path.name}.0123456789ab.tmp").write_bytes(made.path.read_bytes())
    assert isinstance(change_passphrase(made.path, lambda: PHRASE, lambda: PHRASE), ModeratorKey)
    lock = made.path.with_name(made.path.name + ".lock")
    assert set(made.path.parent.iterdir()) == {made.path, own, lock}
