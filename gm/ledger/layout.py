"""The layout of an entry on bytes: its top-level lines, where BODY ends, what a cut entry looks like.

Nothing here reads a block or knows an event; see `gm.ledger`, Entries.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from gm.ledger.form import is_cut_line, is_line

VERSION: Final = b"gm/1"
SEPARATOR: Final = b"---\n"
LARGEST_ENTRY: Final = 1 << 20
LARGEST_LEDGER: Final = 1 << 26

_TEXT: Final = rb'"([^"\\\n]*+)"\n'
_BLOCK: Final = rb"((?:  [^\n]*+\n)++)"
_ENTRY: Final = re.compile(
    b"".join(key + b": " + _TEXT for key in (b"entry", b"seq", b"prev", b"at", b"event"))
    + (b"data:\n" + _BLOCK)
    + (b"(?:sealed: " + _TEXT + b")?+sig: " + _TEXT)
    + (b"(?:secret:\n" + _BLOCK + b")?+")
)
_TOP: Final = (b"entry", b"seq", b"prev", b"at", b"event", b"data", b"sealed", b"sig", b"secret")
_BLOCKS: Final = {b"data", b"secret"}
_OPTIONAL: Final = {b"sealed", b"secret"}
_TOP_LINE: Final = re.compile(rb'([a-z]+): "[^"\\\n]*+"|(data|secret):')
_BLOCK_LINE: Final = 1 + _TOP.index(b"data") + 1  # counted from the `---` of its entry
_SIG: Final = b'sig: "'
_SIG_LINE: Final = re.compile(rb"^sig: ", re.MULTILINE)
_VERSION_LINE: Final = re.compile(rb'entry: "gm/([1-9][0-9]{0,8})"\n')


class Chunk(NamedTuple):
    """The bytes of one entry without its `---`, where they begin in the file and on which line that is."""

    data: bytes
    start: int
    line: int
    last: bool


class Envelope(NamedTuple):
    """BODY, the top-level values of an entry as they stand, its blocks, and the lines they begin on."""

    body: bytes
    seq: bytes
    prev: bytes
    at: bytes
    event: bytes
    block: bytes
    sealed: bytes | None
    sig: bytes
    secret: bytes | None
    block_line: int
    secret_line: int


def chunks(data: bytes, start: int) -> Iterator[Chunk]:
    """The entries of a ledger from the `---` line at byte `start`, cut at each further `---` line."""
    line = 1 + data.count(b"\n", 0, start)
    while True:
        end = data.find(b"\n" + SEPARATOR, start + len(SEPARATOR) - 1)
        stop = len(data) if end < 0 else end + 1
        yield Chunk(data[start + len(SEPARATOR) : stop], start, line, last=end < 0)
        if end < 0:
            return
        line += data.count(b"\n", start, stop)
        start = stop


def is_ledger(data: bytes) -> bool:
    """Whether some bytes begin as a ledger does, sound or not, written anew as an editor of Windows may."""
    beginning = data[:64].lstrip(b"\xef\xbb\xbf\xff\xfe").replace(b"\0", b"").replace(b"\r", b"")
    return beginning.startswith(SEPARATOR + b'entry: "gm/')


def keeps_secrets(data: bytes) -> bool:
    """Whether some bytes hold the line that begins a `secret` block: a public copy has none."""
    return b"\nsecret:\n" in data


def body_of(data: bytes) -> bytes | None:
    """BODY: the bytes of an entry up to its line `sig:`; None when there is none."""
    found = _SIG_LINE.search(data)
    return None if found is None else data[: found.start()]


def version_of(data: bytes) -> int | None:
    """The number of the format that an entry is written in; None when it does not say."""
    found = _VERSION_LINE.match(data)
    return None if found is None else int(found[1])


def envelope_of(chunk: Chunk) -> Envelope | None:
    """The parts of an entry whose lines are those of the format in their order, else None."""
    found = _ENTRY.fullmatch(chunk.data)
    if found is None or found[1] != VERSION:
        return None
    _, seq, prev, at, event, block, sealed, sig, secret = found.groups()
    secret_line = 0 if secret is None else chunk.line + 1 + chunk.data.count(b"\n", 0, found.start(9))
    body = chunk.data[: found.start(8) - len(_SIG)]
    block_line = chunk.line + _BLOCK_LINE
    return Envelope(body, seq, prev, at, event, block, sealed, sig, secret, block_line, secret_line)


class _State(NamedTuple):
    """How far some complete lines follow the layout, and what may stand next."""

    lines: int
    broken: bool
    allowed: int
    block_open: bool
    filled: bool
    sealed: bool


def misplaced(data: bytes) -> tuple[int, str]:
    """The first line, from 0, on which an entry leaves the layout, and what is wrong there."""
    state = _walk(data[: data.rfind(b"\n") + 1])
    if not state.broken:
        return state.lines, "the entry ends without its last line"
    if not state.filled:
        return state.lines, "a line of the block is expected here"
    following = _TOP[state.allowed].decode() if state.allowed < len(_TOP) else "---"
    return state.lines, f"this is no line of the format where `{following}` could stand"


def is_cut(data: bytes) -> bool:
    """Whether an entry is the beginning of one in this layout, cut before its end."""
    end = data.rfind(b"\n") + 1
    state, rest = _walk(data[:end]), data[end:]
    if state.broken or not all(map(is_line, re.findall(rb"^  .*", data[:end], re.MULTILINE))):
        return False
    if not rest:
        return True
    if state.block_open and (rest == b" " or rest.startswith(b"  ")):
        return is_cut_line(rest)
    if not state.filled or not is_cut_line(rest):
        return False
    name = rest.partition(b":")[0]
    if name == rest:
        return any(each.startswith(name) for each in _following(state))
    ending = rest[len(name) + 1 :]
    return name in _following(state) and (not ending or name not in _BLOCKS)


def _walk(whole: bytes) -> _State:
    state = _State(0, broken=False, allowed=0, block_open=False, filled=True, sealed=False)
    for line in whole.split(b"\n")[:-1]:
        if state.block_open and line.startswith(b"  "):
            state = state._replace(lines=state.lines + 1, filled=True)
            continue
        found = _TOP_LINE.fullmatch(line)
        name = (found[1] or found[2]) if found else b""
        if found is None or not state.filled or name not in _following(state):
            return state._replace(broken=True)
        is_block = found[2] is not None
        if is_block != (name in _BLOCKS) or (name == b"entry" and line != b'entry: "' + VERSION + b'"'):
            return state._replace(broken=True)
        state = _State(
            lines=state.lines + 1,
            broken=False,
            allowed=_TOP.index(name) + 1,
            block_open=is_block,
            filled=not is_block,
            sealed=state.sealed or name == b"sealed",
        )
    return state


def _following(state: _State) -> tuple[bytes, ...]:
    """The names of the top-level lines that may come next."""
    names = []
    for name in _TOP[state.allowed :]:
        if name != b"secret" or state.sealed:
            names.append(name)
        if name not in _OPTIONAL:
            break
    return tuple(names)
