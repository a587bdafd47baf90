"""The canonical form: what is written, what PyYAML reads, every other spelling refused."""

import json
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from ledger_samples import (
    CLOSED_FULL,
    EVENTS,
    EXAMPLE,
    HEX,
    OPENED,
    PUBLIC_KEY,
    SALT,
    SALTS,
    entries,
    ledger,
    resealed,
)

from gm.codec import encode
from gm.events import Event, Joined, MancheClosed, Note, Played, Post, Record, Sanctioned, Undone
from gm.ledger import NO_ENTRY, SealError, public_copy, read, seal

texts = st.text(
    st.characters(
        exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp", "Cn"],
        include_characters='\n"\\\u200b\u200d:#-&*!|>%@`[]{},?~ ',
    ),
    max_size=60,
)
OTHERS = [event for event in EVENTS if event is not OPENED]


def test_a_list_of_mappings_has_its_dash_at_the_level_of_its_key() -> None:
    """`exchanges` has its `- ` below the key's first letter, further keys two spaces in from there."""
    block = entries([OPENED, CLOSED_FULL])[1].partition(b"  exchanges:\n")[2].partition(b"sig: ")[0]
    assert block.decode() == (
        '  - giver: "MisterH"\n'
        '    receiver: "snaga"\n'
        '    cards: "As 2s"\n'
        '    asked: "2?"\n'
        '  - giver: "snaga"\n'
        '    receiver: "MisterH"\n'
        '    cards: "3s"\n'
    )


def test_an_entry_has_its_lines_in_order() -> None:
    """entry, seq, prev, at, event, data, sig, and `sealed` and `secret` where something is kept back."""

    def top(entry: bytes) -> list[str]:
        return [line.split(":")[0] for line in entry.decode().split("\n")[1:-1] if not line.startswith(" ")]

    opened, partie, joined = entries(EXAMPLE)
    assert top(opened) == top(joined) == ["entry", "seq", "prev", "at", "event", "data", "sig"]
    assert top(partie) == ["entry", "seq", "prev", "at", "event", "data", "sealed", "sig", "secret"]
    assert all(entry.startswith(b"---\n") and entry.endswith(b"\n") for entry in (opened, partie, joined))


def test_pyyaml_reads_what_was_written() -> None:
    """The safe loader gives each event's own mappings, every scalar a text, names as keys unchanged."""
    documents = list(yaml.safe_load_all(ledger([OPENED, *OTHERS])))
    for seq, (event, document) in enumerate(zip([OPENED, *OTHERS], documents, strict=True), start=1):
        encoded = encode(event)
        assert document["entry"] == "gm/1"
        assert (document["seq"], document["event"]) == (str(seq), encoded.name)
        assert document["data"] == encoded.data
        if encoded.secret is not None:
            assert document["secret"] == {"salt": SALT, **encoded.secret}


@given(texts, texts.filter(lambda text: "\n" not in text))
def test_any_text_comes_back(text: str, line: str) -> None:
    """Quotes, backslashes, line feeds, marks of YAML and emoji survive; gm and PyYAML read the same."""
    data = ledger([OPENED, Note(text), Joined("a", line)])
    reading = read(data, copy="own")
    assert reading.faults == ()
    assert [entry.record.event for entry in reading.entries[1:]] == [Note(text), Joined("a", line)]
    documents = list(yaml.safe_load_all(data))
    assert documents[1]["data"] == {"text": text}
    assert documents[2]["data"]["word"] == line
    assert f"  text: {json.dumps(text, ensure_ascii=False)}\n".encode() in data


def test_names_as_keys_survive() -> None:
    """A player called `1`, `on`, `- x: "y"` or 💣 is a key of `places` and comes back."""
    places = {"1": 1, "on": 2, '- x: "y\\': 3, "💣 l'été": 4, "~": 5, " ": 6}
    event = MancheClosed(1, 1, places, HEX[0])
    data = ledger([OPENED, event])
    assert read(data).entries[1].record.event == event
    assert list(yaml.safe_load_all(data))[1]["data"]["places"] == {
        name: str(at) for name, at in places.items()
    }


POST = Post(HEX[9], "8412")
JOINED = Joined("snaga", "l'été", POST)
PLAYED = Played("snaga", (20, 21), (SALTS[1], SALTS[2]))  # type: ignore[arg-type] # cards are integers
OTHER_SPELLINGS = [
    (JOINED, b'word: "l', b"word: 'l", b'\xc3\xa9"', b"\xc3\xa9'"),
    (JOINED, b'"snaga"', b"snaga"),
    (JOINED, b'"8412"', b"8412"),
    (JOINED, b'"snaga"\n', b'"snaga" \n'),
    (JOINED, b'"snaga"\n', b'"snaga" # player\n'),
    (JOINED, b'"snaga"\n', b'"snaga"\n  # player\n'),
    (JOINED, b"player: ", b"player:  "),
    (JOINED, b"player: ", b"player : "),
    (JOINED, b"player: ", b'"player": '),
    (JOINED, b"player: ", b"Player: "),
    (JOINED, b"player: ", b"? player\n  : "),
    (JOINED, b'"snaga"', b'&a "snaga"'),
    (JOINED, b'"snaga"', b"*a"),
    (JOINED, b'"snaga"', b'!!str "snaga"'),
    (JOINED, b'"snaga"', b"|\n    snaga"),
    (JOINED, b'"snaga"', b'"\\u0073naga"'),
    (JOINED, b'"snaga"', b'"\\x73naga"'),
    (JOINED, b'"snaga"', b'"snaga\\/"'),
    (JOINED, b'"snaga"', b'"sna\\\n    ga"'),
    (JOINED, b'"snaga"', b'"sna\n    ga"'),
    (JOINED, b'"snaga"', b'"snaga'),
    (JOINED, b'"snaga"', b""),
    (JOINED, b' "snaga"', b""),
    (JOINED, b'"snaga"', b"null"),
    (JOINED, b'"snaga"', b"~"),
    (JOINED, b'"snaga"\n', b'"snaga"\n  player: "snaga"\n'),
    (JOINED, b'"snaga"\n', b'"snaga"\n  <<: {player: "x"}\n'),
    (JOINED, b'"snaga"\n', b'"snaga"\n  <<: "x"\n'),
    (JOINED, b'    id: "8412"\n', b'     id: "8412"\n'),
    (JOINED, b'    id: "8412"\n', b'   id: "8412"\n'),
    (JOINED, b'    id: "8412"\n', b'      id: "8412"\n'),
    (JOINED, b'  post:\n    id: "8412"\n', b'  post: {id: "8412"}\n'),
    (JOINED, b'id: "8412"\n', b'id:\n      a:\n        b: "8412"\n'),
    (JOINED, b"  post:\n", b"  post:\n  - "),
    (PLAYED, b"  - ", b"    - "),
    (PLAYED, b"  - ", b"  -  "),
    (PLAYED, b"  - ", b"  -\n    "),
    (PLAYED, b"  - ", b"  - - "),
    (PLAYED, b"salts:\n", b"salts: []\n"),
    (PLAYED, b"salts:\n", b"salts: &a\n"),
    (PLAYED, b"  salts:\n", b'  salts:\n  - a:\n    - b: "c"\n'),
    (Sanctioned("a", "r"), b'  reason: "r"\n', b'  reason: "r"\n  evidence: []\n'),
    (Sanctioned("a", "r"), b'  reason: "r"\n', b'  reason: "r"\n  evidence:\n'),
    (MancheClosed(1, 1, {"a": 1}, HEX[0]), b'    "a": ', b"    a: "),
    (MancheClosed(1, 1, {"a": 1}, HEX[0]), b'    "a": ', b'    "\\u0061": '),
    (MancheClosed(1, 1, {"a": 1}, HEX[0]), b'    "a": "1"\n', b'    "a": "1"\n    "a": "2"\n'),
]


@pytest.mark.parametrize("spelling", OTHER_SPELLINGS, ids=lambda spelling: repr(spelling[2]))
def test_no_other_spelling_is_read_even_when_it_is_signed(spelling: tuple[object, ...]) -> None:
    """Comments, anchors, tags, merge keys, flow, nulls, other quotes and escapes: `not_canonical`."""
    event, *changes = spelling
    opened, entry = entries([OPENED, event])  # type: ignore[list-item] # an event by the table above
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        entry = resealed(entry, old, new)  # type: ignore[arg-type] # bytes by the table above
    reading = read(opened + entry)
    assert [fault.code for fault in reading.faults] == ["not_canonical"]
    assert (len(reading.entries), reading.torn) == (1, None)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b'"snaga"\n', b'"snaga"\n\n', "bad_layout"),
        (b'"snaga"\n', b'"snaga"\n# c\n', "bad_layout"),
        (b"data:\n", b"data: \n", "bad_layout"),
        (b"data:\n", b'data:\n- "x"\n', "bad_layout"),
        (b'seq: "2"', b"seq: 2", "bad_layout"),
        (b'seq: "2"', b'seq:  "2"', "bad_layout"),
        (b'entry: "gm/1"', b'entry: "gm/01"', "bad_layout"),
        (b'entry: "gm/1"', b'entry: "gm/2"', "future_version"),
        (b'entry: "gm/1"\n', b'entry: "gm/2"\nnew: "x"\n', "future_version"),
        (b'seq: "2"', b'seq: "02"', "bad_seq"),
        (b'seq: "2"', b'seq: "3"', "bad_seq"),
        (b'seq: "2"', b'seq: "two"', "bad_seq"),
        (b"+02:00", b"Z", "bad_time"),
        (b"+02:00", b"", "bad_time"),
        (b"+02:00", b"+24:00", "bad_time"),
        (b"+02:00", b"+0200", "bad_time"),
        (b":00+02:00", b":60+02:00", "bad_time"),
        (b":00+02:00", b":00.5+02:00", "bad_time"),
        (b":00+02:00", b"+02:00", "bad_time"),
        (b"-12T", b"-31T", "bad_time"),
        (b"-12T", b"-12 ", "bad_time"),
        (b"2014", "٢٠١٤".encode(), "bad_time"),
        (b'"joined"', b'"joins"', "bad_event"),
        (b'"joined"', b'"left"', "bad_event"),
        (b"  word:", b"  mood:", "bad_event"),
        (b"data:\n", b'data:\n  colour: "red"\n', "bad_event"),
        (HEX[9].encode(), HEX[9].encode()[:-1], "bad_event"),
        (b"snaga", b"sna\xc2\x85ga", "bad_text"),
        (b"snaga", b"sna\xe2\x80\xa8ga", "bad_text"),
        (b"snaga", b"sna\xe2\x80\xaega", "bad_text"),
        (b"snaga", b"sna\xef\xbb\xbfga", "bad_text"),
        (b"snaga", b"sna\xf0\x9f\xbf\xbega", "bad_text"),
        (b"snaga", b"sna\xed\xa0\x80ga", "bad_text"),
        (b"snaga", b"sna\xffga", "bad_text"),
        (b"snaga", b"sna\tga", "bad_text"),
        (b"snaga", b"sna\x00ga", "bad_text"),
        (b"snaga", b"sna\x7fga", "bad_text"),
        (b'"snaga"\n', b'"snaga"\r\n', "bad_text"),
    ],
)
def test_what_a_moderator_may_not_sign_is_refused_by_its_code(old: bytes, new: bytes, code: str) -> None:
    """A valid signature does not make a wrong line, number, time, text or event right."""
    opened, entry = entries([OPENED, JOINED])
    faults = read(opened + resealed(entry, old, new)).faults
    assert [fault.code for fault in faults] == [code]
    assert faults[0].line > opened.count(b"\n")


def test_a_refused_character_is_found_on_its_line_whatever_stands_before_it() -> None:
    """Lines are counted in the bytes of the file, in which an accent takes two."""
    opened, entry = entries([OPENED, Joined("é" * 40, "é" * 200, POST)])
    data = opened + resealed(entry, b'"8412"', '"84\u202812"'.encode())
    (fault,) = read(data).faults
    assert fault.code == "bad_text"
    assert data.split(b"\n")[fault.line - 1].startswith(b"    id:")


@pytest.mark.parametrize(
    ("event", "old", "new", "blamed"),
    [
        (JOINED, b' "snaga"', b"", b"  player:"),
        (JOINED, b'    id: "8412"', b'    sha256: "x"', b'    sha256: "' + HEX[9].encode() + b'"'),
        (JOINED, b"  word: ", b'  "word": ', b'  "word": "l\'\xc3\xa9t\xc3\xa9"'),
        (MancheClosed(1, 1, {"a": 1}, HEX[0]), b'    "a": ', b"    a: ", b'    a: "1"'),
        (PLAYED, b"  - ", b"    - ", b"  salts:"),
        (PLAYED, b"  - ", b"  -", b'  -"' + SALTS[1].encode() + b'"'),
        (JOINED, b"    id:", b"     id:", b"  post:"),
    ],
    ids=range(7),
)
def test_a_fault_names_entry_and_line(event: Event, old: bytes, new: bytes, blamed: bytes) -> None:
    """A null, a key twice, quotes of a key, an indent: the line that is wrong, counted in the file."""
    opened, entry = entries([OPENED, event])
    data = opened + resealed(entry, old, new)
    (fault,) = read(data).faults
    assert (fault.seq, fault.code) == (2, "not_canonical")
    assert data.split(b"\n")[fault.line - 1] == blamed


@pytest.mark.parametrize(
    "event", [EXAMPLE[2], CLOSED_FULL, Note('\n"\\ 💣')], ids=lambda event: type(event).__name__
)
def test_openssl_accepts_an_entry(event: object, tmp_path: Path) -> None:
    """`openssl pkeyutl` verifies the signature over BODY with nothing but the public key (design.md)."""
    (tmp_path / "der").write_bytes(bytes.fromhex("302a300506032b6570032100") + PUBLIC_KEY)
    entry = entries([OPENED, event])[1]  # type: ignore[list-item] # an event by the table above
    body, _, rest = entry.removeprefix(b"---\n").partition(b"sig: ")
    (tmp_path / "body").write_bytes(body)
    (tmp_path / "sig64").write_bytes(json.loads(rest).encode())
    for command in (
        "openssl pkey -pubin -inform DER -in der -out moderator.pub.pem",
        "openssl base64 -d -A -in sig64 -out sig",
        "openssl pkeyutl -verify -pubin -inkey moderator.pub.pem -rawin -in body -sigfile sig",
    ):
        subprocess.run(command.split(), cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "body").write_bytes(body + b"\n")
    refused = subprocess.run(command.split(), cwd=tmp_path, capture_output=True)
    assert refused.returncode == 1


def test_body_ends_before_the_line_sig() -> None:
    """What is signed and hashed begins with `entry:` and ends with the LF before `sig:`."""
    signed: list[bytes] = []

    def sign(body: bytes) -> bytes:
        signed.append(body)
        return bytes(64)

    entry = seal(Record(1, "2014-06-12T14:00:00+02:00", OPENED), NO_ENTRY, "", sign)
    assert signed[0].startswith(b'entry: "gm/1"\n')
    assert entry == b"---\n" + signed[0] + b'sig: "' + b64encode(bytes(64)) + b'"\n'


@pytest.mark.parametrize(
    ("record", "prev", "salt"),
    [
        (Record(0, "2014-06-12T14:00:00+02:00", OPENED), NO_ENTRY, SALT),
        (Record(1, "2014-06-12T14:00:00", OPENED), NO_ENTRY, SALT),
        (Record(1, "2014-06-12T14:00:00Z", OPENED), NO_ENTRY, SALT),
        (Record(2, "2014-06-12T14:00:00+02:00", Note("a\tb")), HEX[1], SALT),
        (Record(2, "2014-06-12T14:00:00+02:00", Note("a\u202eb")), HEX[1], SALT),
        (Record(2, "2014-06-12T14:00:00+02:00", Note("a\udcffb")), HEX[1], SALT),
        (Record(2, "2014-06-12T14:00:00+02:00", Note("x" * (1 << 20))), HEX[1], SALT),
        (Record(2, "2014-06-12T14:00:00+02:00", Joined("")), HEX[1], SALT),
        (Record(2, "2014-06-12T14:00:00+02:00", Joined("a\nb")), HEX[1], SALT),
        (Record(2, "2014-06-12T14:00:00+02:00", Undone(0, "r")), HEX[1], SALT),
        (Record(2, "2014-06-12T14:00:00+02:00", Note("n")), HEX[1][1:], SALT),
        (Record(2, "2014-06-12T14:00:00+02:00", EXAMPLE[1]), HEX[1], SALT[1:]),
        (
            Record(
                2, "2014-06-12T14:00:00+02:00", read(public_copy(ledger(EXAMPLE))).entries[1].record.event
            ),
            HEX[1],
            SALT,
        ),
    ],
    ids=range(13),
)
def test_what_would_not_be_read_is_not_signed(record: Record, prev: str, salt: str) -> None:
    """A record that reading would refuse, or whose secret is gone, raises before anything is signed."""

    def sign(_: bytes) -> bytes:
        raise AssertionError("nothing is to be signed")

    with pytest.raises(SealError):
        seal(record, prev, salt, sign)
