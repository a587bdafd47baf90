"""What a verification must say of an attack: the bytes of each copy, and the faults with entry and line."""

from itertools import islice
from typing import NamedTuple

from attacks.forging import Attack
from attacks.tampering import Blame, Tampering
from builders import sealed

from gm.ledger import Copy, public_copy


class Expected(NamedTuple):
    """One fault; `line` is None for what the events show, which is said of the whole entry."""

    code: str
    seq: int | None
    line: int | None


def bytes_of(attack: Attack | Tampering, copy: Copy) -> bytes:
    """The forged ledger, as the moderator has it or as everybody may."""
    if isinstance(attack, Attack):
        own = sealed(attack.records)
        return own if copy == "own" else public_copy(own)
    if copy == "own":
        return attack.data
    return public_copy(attack.data) if attack.public_data is None else attack.public_data


def blames_of(attack: Tampering, copy: Copy) -> tuple[Blame, ...]:
    """Who is to blame in a copy, in the order of the file."""
    return attack.own if copy == "own" or attack.public is None else attack.public


def expected_of(attack: Attack | Tampering, copy: Copy) -> list[Expected]:
    """The faults that must be found in a copy."""
    if isinstance(attack, Attack):
        codes = attack.own if copy == "own" else attack.public
        return [Expected(code, attack.seq, None) for code in sorted(codes)]
    data = bytes_of(attack, copy)
    return [Expected(each.code, each.seq, _line_of(data, each)) for each in blames_of(attack, copy)]


def _line_of(data: bytes, blame: Blame) -> int:
    """The number of the line that must be blamed."""
    if isinstance(blame.line, int):
        return blame.line
    place = blame.place or blame.seq
    assert place is not None
    lines = data.split(b"\n")
    start = [number for number, line in enumerate(lines) if line == b"---"][place - 1]
    rest = enumerate(lines[start:], start=start + 1)
    begins = (at for at, line in rest if (line.startswith(blame.line) if blame.line else not line))
    return next(islice(begins, blame.nth - 1, None))
