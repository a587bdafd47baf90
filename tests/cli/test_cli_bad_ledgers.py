"""Ledgers that are none, too large or of others: a clear refusal in bounded memory."""

import base64
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from cli_help import Machine, play_on

Prepared = Callable[[Callable[[Machine], object]], Machine]

posix = pytest.mark.skipif(os.name != "posix", reason="limits and files of POSIX systems")

MEMORY = 600 << 20  # bytes of address space, of which Python and its libraries take a good part


def bounded() -> Sequence[str]:
    """`gm` in so much memory, where the system can tell: with more it would end in a MemoryError."""
    if sys.platform != "linux":
        return sys.executable, "-m", "gm"
    limit = f"import resource, sys; resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}));"
    return sys.executable, "-B", "-c", limit + "from gm.cli import main; sys.exit(main())"


def played(machine: Machine) -> None:
    """A campaign with some moves, and its public copy in `public.yaml`."""
    machine.in_play()
    play_on(machine, 3)
    machine.done("publish", "--out", str(machine.folder / "public.yaml"))


def sparse(_: bytes) -> bytes:
    """1 GB without content; the file is made longer than these bytes."""
    return b""


def of_zeros(_: bytes) -> bytes:
    return bytes(5_000_000)


def long_entry(data: bytes) -> bytes:
    """The last entry is 10 MB long."""
    start = data.rindex(b'seq: "')
    return data[:start] + data[start:].replace(
        b"data:\n", b"data:\n" + b'  text: "' + b"x" * 10_000_000 + b'"\n', 1
    )


def newer(data: bytes) -> bytes:
    """The last entry is of the next version of the format."""
    head, _, last = data.rpartition(b'entry: "gm/1"')
    return head + b'entry: "gm/2"' + last


def second_spelling(data: bytes) -> bytes:
    """The same signature in another base64: the bits after its last byte are set."""
    head, line, rest = re.split(rb'(sig: "[^"]*")(?!.*sig: ")', data, maxsplit=1, flags=re.DOTALL)
    text = line[6:-1]
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    last = text[-3:-2]
    other = alphabet[alphabet.index(last) | 1 : (alphabet.index(last) | 1) + 1]
    changed = text[:-3] + other + b"=="
    assert base64.b64decode(changed) == base64.b64decode(text)
    assert changed != text
    return head + b'sig: "' + changed + b'"' + rest


def text(_: bytes) -> bytes:
    return b"Bonjour,\nceci n'est pas un registre.\n" * 1000


def many_separators(_: bytes) -> bytes:
    return b"---\n" * 5_000_000


Spoil = Callable[[bytes], bytes]

# Each with its fault in a file named on the command line, and the problem of one's own ledger that is so.
SPOILED: dict[str, tuple[Spoil, str, str]] = {
    "1 GB": (sparse, "too_large", "tampered"),
    "zeros": (of_zeros, "torn", "empty_ledger"),
    "an entry of 10 MB": (long_entry, "too_large", "tampered"),
    "a later version": (newer, "future_version", "future_version"),
    "a second spelling": (second_spelling, "bad_signature", "tampered"),
    "text": (text, "bad_layout", "tampered"),
    "separators": (many_separators, "too_many_faults", "tampered"),
}


def spoiled(path: Path, name: str) -> None:
    path.write_bytes(SPOILED[name][0](path.read_bytes()))
    if name == "1 GB":
        os.truncate(path, 1_000_000_000)


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_file_is_refused_by_verify(name: str, prepared: Prepared) -> None:
    """Exit code 1 and the fault, in 600 MB of memory and without a traceback."""
    machine = prepared(played)
    path = machine.folder / "public.yaml"
    spoiled(path, name)
    report = machine.gm("verify", str(path), "--json", command=bounded())
    assert (report.code, report.json["ok"]) == (1, False)
    assert SPOILED[name][1] in {fault["code"] for fault in report.json["faults"]}
    said = machine.gm("verify", str(path), command=bounded())
    assert (said.code, said.err) == (1, "")
    assert len(said.out) < 5000


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_ledger_of_one_s_own_is_not_gone_on_with(name: str, prepared: Prepared) -> None:
    """Exit code 3 from each door, in 600 MB of memory; the file is left alone."""
    machine = prepared(played)
    spoiled(machine.ledger, name)
    size = machine.ledger.stat().st_size
    for words in (("status",), ("play", "je passe"), ("repair",)):
        refused = machine.gm(*words, "--json", command=bounded())
        assert (refused.code, refused.error) == (3, SPOILED[name][2]), words
    assert machine.gm("verify", "--json", command=bounded()).code == 1
    assert machine.ledger.stat().st_size == size


def test_a_later_version_is_told_to_take_a_newer_gm(prepared: Prepared) -> None:
    """A ledger of a future version is no tampering: what helps is another gm, not a backup."""
    machine = prepared(played)
    spoiled(machine.ledger, "a later version")
    for words in (("status",), ("play", "je passe")):
        said = machine.gm(*words).err
        assert "version plus récente" in said
        assert "copie" not in said
    assert "plus récente" in machine.gm("verify").out


def test_another_moderator_s_key_signs_nothing(tmp_path: Path, prepared: Prepared) -> None:
    """GM_KEY of somebody else: `other_key`, exit code 3, the ledger as before; looking needs no key."""
    machine = prepared(played)
    theirs = Machine(tmp_path / "theirs")
    theirs.done("init", "--no-passphrase")
    before = machine.ledger.read_bytes()
    for words in (("play", "je passe"), ("undo", "--reason", "x"), ("word", "snaga", "x")):
        refused = machine.gm(*words, "--json", environ={"GM_KEY": str(theirs.key)})
        assert (refused.code, refused.error) == (3, "other_key")
    assert machine.ledger.read_bytes() == before
    assert machine.gm("status", environ={"GM_KEY": str(theirs.key)}).code == 0


def test_a_ledger_under_another_key_does_not_verify(tmp_path: Path, prepared: Prepared) -> None:
    """`gm verify --key` of the moderator one knows refuses the ledger of another: `wrong_key`."""
    machine = prepared(played)
    theirs = Machine(tmp_path / "theirs").new_campaign()
    key = str(theirs.ledger.parent / "moderator.pub.pem")
    report = machine.gm("verify", str(machine.folder / "public.yaml"), "--key", key, "--json")
    assert report.code == 1
    assert "wrong_key" in {fault["code"] for fault in report.json["faults"]}


@pytest.mark.parametrize("mark", [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
def test_a_name_made_of_direction_marks_is_no_name(mark: int, prepared: Prepared) -> None:
    """Refused code points (design.md): alone, around a name or within one; `bad_name`, exit code 2."""
    machine = prepared(Machine.registered)
    before = machine.ledger.read_bytes()
    for name in (chr(mark) * 3, f"{chr(mark)}Zoé", f"Z{chr(mark)}oé"):
        refused = machine.here("join", "--json", "--", name)
        assert (refused.code, refused.error) == (2, "bad_name")
        shown = machine.here("join", "--", name).err
        assert chr(mark) not in shown, "the terminal would turn it round"
    assert machine.ledger.read_bytes() == before


@posix
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/dev/urandom"])
def test_a_device_is_no_ledger(path: str, prepared: Prepared) -> None:
    """What never ends is read as far as a ledger may be long, and refused."""
    machine = prepared(played)
    report = machine.gm("verify", path, "--json", command=bounded())
    assert report.code in (1, 2)
    assert "ok" not in report.json or not report.json["ok"]


@posix
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/urandom"])
def test_a_device_in_the_ledger_s_place_is_refused(path: str, prepared: Prepared) -> None:
    """A link to what never ends is not read at all: `unreadable`, exit code 3."""
    machine = prepared(played)
    machine.ledger.unlink()
    machine.ledger.symlink_to(path)
    for words in (("status",), ("play", "je passe"), ("verify",), ("repair",)):
        refused = machine.gm(*words, "--json", command=bounded())
        assert refused.code == 3, words


@posix
def test_a_named_pipe_is_waited_for_and_read(prepared: Prepared) -> None:
    """What somebody names may be a pipe; whoever fills it for ever fills no memory."""
    machine = prepared(played)
    pipe = machine.folder / "pipe"
    os.mkfifo(pipe)
    data = (machine.folder / "public.yaml").read_bytes()
    honest = threading.Thread(target=pipe.write_bytes, args=(data,))
    honest.start()
    assert machine.gm("verify", str(pipe), "--json", command=bounded()).json["ok"]
    honest.join()
    with subprocess.Popen(["cat", "/dev/zero"], stdout=pipe_end(pipe)) as endless:
        report = machine.gm("verify", str(pipe), "--json", command=bounded())
        endless.kill()
    assert (report.code, report.json["ok"]) == (1, False)


def pipe_end(pipe: Path) -> int:
    """The writing end of a named pipe, open before anybody reads."""
    return os.open(pipe, os.O_RDWR)
