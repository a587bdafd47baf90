"""Reading a ledger strictly: bytes first, then lines, then values (see `gm.ledger`, Reading)."""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from gm.codec import CodecError, Plain, decode, is_anyones_key, secrecy
from gm.events import CampaignOpened, Event, Record
from gm.ledger.checks import bad_text, from_base64, is_cut_block, is_digest, is_time, without_salt
from gm.ledger.form import FormError, read_block
from gm.ledger.layout import (
    LARGEST_ENTRY,
    LARGEST_LEDGER,
    SEPARATOR,
    Chunk,
    Envelope,
    body_of,
    chunks,
    envelope_of,
    is_cut,
    misplaced,
    version_of,
)
from gm.ledger.signatures import wrong_signature, wrong_signatures
from gm.ledger.values import CR_LF, NO_ENTRY, Copy, Entry, Fault, FaultCode, Progress, Reading, cut_short

MOST_FAULTS: Final = 1000
"""After so many faults reading stops: a hostile file is not worth the memory of more."""

_KEY_BYTES: Final = 32
_BATCH_BYTES: Final = 1 << 17  # some hundred entries of a partie
_SEQ: Final = re.compile(rb"[1-9][0-9]{0,8}")
_MODERATOR: Final = re.compile(rb'^  moderator: "([A-Za-z0-9+/=]*)"$', re.MULTILINE)
# Lines of an entry counted from its `---`.
_SEQ_LINE, _PREV_LINE, _AT_LINE, _EVENT_LINE = 2, 3, 4, 5


def read(
    data: bytes,
    *,
    key: bytes | None = None,
    copy: Copy = "public",
    progress: Progress | None = None,
) -> Reading:
    """Every entry of a ledger that can be read and every fault that can be found.

    `key` is the raw 32-byte Ed25519 public key to require, else the one that the first entry states. In one's
    `own` ledger each `secret` block has to be there. `progress` is told now and then how many entries are
    read. No bytes make it raise; a `key` of another length does (ValueError).
    """
    if key is not None and len(key) != _KEY_BYTES:
        raise ValueError(f"an Ed25519 public key has {_KEY_BYTES} bytes")
    reader = _Reader(key, copy, progress)
    reader.ledger(data)
    start, tail = reader.torn or (None, None)
    return Reading(tuple(reader.entries), tuple(reader.faults), reader.head, start, tail)


def _batches(entries: Iterator[Chunk]) -> Iterator[list[Chunk]]:
    """The entries of a ledger in rows of some hundred, fewer of large ones."""
    batch: list[Chunk] = []
    size = 0
    for chunk in entries:
        batch.append(chunk)
        size += len(SEPARATOR) + len(chunk.data)
        if size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Reader:
    """One pass over a ledger: what was read so far and what the next entry has to stand on.

    `prev` is the head that the next entry has to state, None when the entry before could not be told; `seq`
    the number it has to have; `first` whether it is the one that opens the campaign and states the key.
    """

    def __init__(self, required: bytes | None, copy: Copy, progress: Progress | None) -> None:
        self.required = required
        self.copy = copy
        self.progress = progress
        self.key: Ed25519PublicKey | None = None
        self.entries: list[Entry] = []
        self.faults: list[Fault] = []
        self.head = NO_ENTRY
        self.torn: tuple[int, Fault] | None = None
        self.prev: str | None = NO_ENTRY
        self.seq = 1
        self.first = True

    def ledger(self, data: bytes) -> None:
        if len(data) > LARGEST_LEDGER:
            self.fault(None, 1, "too_large", f"a ledger has at most {LARGEST_LEDGER} bytes")
            return
        whole = data.rstrip(b"\0")  # a file system may keep the length and lose the bytes
        tail = whole[whole.rfind(b"\n") + 1 :]
        if tail and SEPARATOR.startswith(tail):
            whole = whole[: -len(tail)]
        start = 0
        if whole and not whole.startswith(SEPARATOR):
            found = whole.find(b"\n" + SEPARATOR)
            start = len(whole) if found < 0 else found + 1
            windows = whole.startswith(SEPARATOR[:-1] + b"\r\n")
            why = CR_LF if windows else "a ledger begins with the line `---`"
            self.fault(None, 1, "bad_layout", why)
        if start < len(whole):
            for chunk, envelope, unsigned in self.parts(chunks(whole, start)):
                if len(self.faults) >= MOST_FAULTS:
                    self.fault(self.seq, chunk.line, "too_many_faults", "reading stops here")
                    return
                if envelope is None:
                    self.no_entry(chunk)
                else:
                    self.entry(chunk, envelope, unsigned)
                self.first = False
        if len(whole) < len(data) and self.torn is None:
            self.tear(len(whole), whole.count(b"\n") + 1)

    def fault(self, seq: int | None, line: int, code: FaultCode, why: str) -> None:
        self.faults.append(Fault(seq, line, code, cut_short(why)))

    def tear(self, start: int, line: int) -> None:
        self.torn = (start, Fault(self.seq, line, "torn", "the last entry is incomplete"))

    def parts(self, entries: Iterator[Chunk]) -> Iterator[tuple[Chunk, Envelope | None, str | None]]:
        """Each entry, its parts where they are in order, and why the key did not sign it, if it did not."""
        number = 0
        for batch in _batches(entries):
            if self.first:
                self.take_key(batch[0])
            envelopes = [envelope_of(each) if len(each.data) <= LARGEST_ENTRY else None for each in batch]
            yield from zip(batch, envelopes, wrong_signatures(self.key, envelopes), strict=True)
            number += len(batch)
            if self.progress is not None:
                self.progress(number)

    def no_entry(self, chunk: Chunk) -> None:
        """Say why an entry has not the parts of one."""
        if len(chunk.data) > LARGEST_ENTRY:
            self.skip(chunk, chunk.line, "too_large", f"an entry has at most {LARGEST_ENTRY} bytes")
            return
        version = version_of(chunk.data)
        if version is not None and version > 1:
            why = f"version {version} of the format takes a newer release to read"
            self.skip(chunk, chunk.line + 1, "future_version", why)
            return
        if chunk.last and is_cut(chunk.data):
            self.tear(chunk.start, chunk.line)
            self.signed_part(chunk)
        else:
            at, why = misplaced(chunk.data)
            self.skip(chunk, chunk.line + 1 + at, "bad_layout", why)

    def take_key(self, chunk: Chunk) -> None:
        found = _MODERATOR.search(chunk.data)
        stated = None if found is None else from_base64(found[1], _KEY_BYTES)
        if self.required is not None and stated is not None and stated != self.required:
            self.fault(1, chunk.line, "wrong_key", "this ledger is not of the moderator with that key")
        raw = stated or self.required
        if raw is not None and is_anyones_key(raw):
            self.fault(1, chunk.line, "bad_signature", "anybody can sign for the key that it states")
        elif raw is not None:
            self.key = Ed25519PublicKey.from_public_bytes(raw)
        elif not (chunk.last and len(chunk.data) <= LARGEST_ENTRY and is_cut(chunk.data)):
            self.fault(1, chunk.line, "bad_signature", "the first entry states no key to check it with")

    def skip(self, chunk: Chunk, line: int, code: FaultCode, why: str) -> None:
        """Report an entry that is not read further; where its BODY is clear the next is held against it."""
        self.fault(self.seq, line, code, why)
        body = body_of(chunk.data)
        self.prev = None if body is None else sha256(body).hexdigest()
        self.head = self.prev or self.head
        self.seq += 1

    def signed_part(self, chunk: Chunk) -> None:
        """Check what is signed of an entry whose `secret` block is cut: it has to be sound all the same."""
        body = body_of(chunk.data)
        if body is not None:
            signed = chunk._replace(data=chunk.data[: chunk.data.find(b"\n", len(body)) + 1])
            envelope = envelope_of(signed)
            if envelope is not None:
                self.entry(signed, envelope, wrong_signature(self.key, envelope))

    def entry(self, chunk: Chunk, envelope: Envelope, unsigned: str | None) -> None:
        stated = int(envelope.seq) if _SEQ.fullmatch(envelope.seq) else None
        seq = stated or self.seq
        head = sha256(envelope.body).hexdigest()
        if unsigned is not None:
            self.fault(seq, chunk.line + 1 + envelope.body.count(b"\n"), "bad_signature", unsigned)
        if self.prev is not None and envelope.prev != self.prev.encode():
            self.fault(
                seq, chunk.line + _PREV_LINE, "bad_chain", "`prev` is not the head of the entry before"
            )
        if stated != self.seq:
            self.fault(seq, chunk.line + _SEQ_LINE, "bad_seq", f"entry {self.seq} is expected here")
        secret = self.sealed(chunk, envelope, seq)
        event = self.event(chunk, envelope, secret, seq)
        if self.torn is None:
            self.head = head
            if event is not None and stated is not None:
                record = Record(stated, envelope.at.decode(), event)
                missing = self.copy == "own" and envelope.sealed is not None and envelope.secret is None
                prev = envelope.prev.decode()
                self.entries.append(
                    Entry(record, prev, envelope.body, head, chunk.line, secret is not None, missing)
                )
        self.prev = head
        self.seq = seq + 1

    def sealed(self, chunk: Chunk, envelope: Envelope, seq: int) -> bytes | None:
        """The `secret` block, when it is there and the one that `sealed` binds."""
        line = chunk.line + envelope.body.count(b"\n")
        if envelope.sealed is not None and not is_digest(envelope.sealed.decode("latin-1")):
            self.fault(seq, line, "bad_sealed", "`sealed` is 64 lower-case hex digits")
        elif envelope.secret is None:
            if envelope.sealed is not None and self.copy == "own" and self.torn is None:
                self.fault(seq, chunk.line, "secret_missing", "what this entry keeps back is not there")
                if chunk.last:
                    self.tear(chunk.start, chunk.line)
        elif envelope.sealed is None:
            self.fault(seq, line, "bad_sealed", "no `sealed` binds this block")
        elif sha256(envelope.secret).hexdigest().encode() == envelope.sealed:
            return envelope.secret
        elif chunk.last and is_cut_block(envelope):
            self.tear(chunk.start, chunk.line)
        else:
            self.fault(seq, line, "bad_sealed", "the `secret` block is not the one that `sealed` binds")
        return None

    def event(self, chunk: Chunk, envelope: Envelope, secret: bytes | None, seq: int) -> Event | None:
        """The event of an entry, its secret None when that is not there or not to be trusted."""
        wrong = bad_text(chunk.data)
        if wrong is not None:
            at, why = wrong
            self.fault(seq, chunk.line + 1 + chunk.data.count(b"\n", 0, at), "bad_text", why)
            return None
        timely = is_time(envelope.at.decode())
        if not timely:
            why = "a time with seconds and a numeric offset is expected"
            self.fault(seq, chunk.line + _AT_LINE, "bad_time", why)
        data = self.block(envelope.block, envelope.block_line, seq)
        kept = None if secret is None else self.block(secret, envelope.secret_line, seq)
        if data is None or (kept is None and secret is not None):
            return None
        line = chunk.line + _EVENT_LINE
        try:
            event = decode(envelope.event.decode(), data, None if kept is None else without_salt(kept))
        except CodecError as error:
            self.fault(seq, line, "bad_event", str(error))
            return None
        if (secrecy(event), envelope.sealed is None) in {("always", True), ("never", False)}:
            self.fault(
                seq, line, "bad_sealed", "`sealed` stands where something is kept back, and only there"
            )
        if isinstance(event, CampaignOpened) is not self.first:
            self.fault(seq, line, "bad_event", "the first entry, and no other, opens the campaign")
        return event if timely else None

    def block(self, block: bytes, line: int, seq: int) -> dict[str, Plain] | None:
        try:
            return read_block(block.decode())
        except FormError as error:
            self.fault(seq, line + error.line, "not_canonical", str(error))
            return None
