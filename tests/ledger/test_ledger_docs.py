"""docs/ledger.md and the specification of gm.ledger say what the program does: their examples are run."""

import re
import subprocess
from pathlib import Path
from typing import get_args

import pytest
from ledger_samples import EXAMPLE, KEY, POST_TEXT, PUBLIC_KEY, ledger

import gm.ledger
from gm.codec import FORMS
from gm.events import Joined
from gm.ledger import FaultCode, checkpoint, head_of, post_digest, public_copy, read

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")


def fenced(language: str) -> list[str]:
    """The fenced blocks of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


(EXAMPLE_TEXT,) = fenced("yaml")
(PEM,) = fenced("pem")
COMMANDS = re.findall(r"^```sh\n([^`]*)^```\n(?:\n((?:    .*\n)+))?", PAGE, re.MULTILINE)


def test_the_example_is_what_gm_writes() -> None:
    """The whole ledger of the page is sealed to the same bytes, and read without fault."""
    data = EXAMPLE_TEXT.encode()
    assert ledger(EXAMPLE) == data
    reading = read(data, key=PUBLIC_KEY, copy="own")
    assert reading.faults == ()
    assert tuple(entry.record.event for entry in reading.entries) == EXAMPLE
    assert checkpoint("zebest", 3, reading.head) in PAGE


def test_the_example_rests_on_its_post() -> None:
    """The digest in the example is that of the post it speaks of."""
    joined = EXAMPLE[2]
    assert isinstance(joined, Joined)
    assert joined.post is not None
    assert post_digest(POST_TEXT) == joined.post.sha256
    assert joined.post.sha256 in EXAMPLE_TEXT


@pytest.mark.parametrize(("command", "expected"), COMMANDS, ids=range(len(COMMANDS)))
def test_the_commands_of_the_page_give_what_it_says(command: str, expected: str, tmp_path: Path) -> None:
    """OpenSSL, awk and sha256sum alone find the signature, the heads, the seal and the commitment."""
    (tmp_path / "ledger.yaml").write_text(EXAMPLE_TEXT, encoding="utf-8", newline="\n")
    (tmp_path / "moderator.pub.pem").write_text(PEM, encoding="ascii", newline="\n")
    script = "".join(each for each, _ in COMMANDS[:1]) if "< body" in command else ""
    done = subprocess.run(["sh", "-ec", script + command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for line in expected.splitlines():
        assert line.strip() in done.stdout
    if "pkeyutl" in command:
        assert "Signature Verified Successfully" in done.stdout


def test_openssl_refuses_a_changed_ledger(tmp_path: Path) -> None:
    """The same commands fail when one letter of entry 3 is another."""
    (tmp_path / "ledger.yaml").write_text(EXAMPLE_TEXT.replace("MrRarty", "MisterX"), encoding="utf-8")
    (tmp_path / "moderator.pub.pem").write_text(PEM, encoding="ascii")
    done = subprocess.run(["sh", "-ec", COMMANDS[0][0]], cwd=tmp_path, capture_output=True)
    assert done.returncode != 0


def test_the_public_key_is_that_of_the_private_key_named() -> None:
    """The 32 bytes 00 01 … 1f make the key of the example."""
    assert KEY.private_bytes_raw() == bytes(range(32))
    assert EXAMPLE_TEXT.encode() == ledger(EXAMPLE, KEY)


def test_the_page_lists_every_event_with_every_field() -> None:
    """The table has a line for each event, which names its fields in their order."""
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert list(rows) == [form.name for form in FORMS]
    for form in FORMS:
        data, _, secret = rows[form.name].partition(" | ")
        for text, fields in ((data, form.data), (secret, form.secret)):
            at = 0
            for field in fields:
                found = re.compile(rf"\b{field.key}\b(\?)?").search(text, at)
                assert found is not None, (form.name, field.key)
                assert field.place == "secret" or bool(found[1]) == (field.need == "optional"), field.key
                at = found.end()


def test_the_specification_lists_every_fault() -> None:
    """Each code that reading and checkpoints can give is explained at the top of gm.ledger."""
    explained = re.findall(r"^    ([a-z_]+(?:, [a-z]+)?)   ?", gm.ledger.__doc__ or "", re.MULTILINE)
    listed = {code for line in explained for code in line.split(", ")}
    assert listed >= set(get_args(FaultCode))


def test_the_specifications_example_is_the_second_entry() -> None:
    """The worked example at the top of gm.ledger is byte for byte entry 2 of the page, head included."""
    doc = gm.ledger.__doc__ or ""
    example = "".join(f"{line[4:]}\n" for line in doc[doc.index("    ---\n") :].rstrip().split("\n"))
    entry = "---\n" + EXAMPLE_TEXT.split("---\n")[2]
    assert example == entry
    assert head_of(example.encode()) in doc
    assert public_copy(example.encode()) == entry.partition("secret:\n")[0].encode()
