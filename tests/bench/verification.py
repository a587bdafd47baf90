"""How long a ledger takes to verify, against the bare Ed25519 verifications of the same entries.

    python -m tests.bench.verification [ENTRIES] [ROUNDS]

The ledger is a campaign of whole zebest parties, played and sealed with a fixed key: 10,000 entries unless
told otherwise. Each round times, one after the other, `verify` of the key on every BODY and signature,
`gm.ledger.read` of the bytes and `gm.evidence.examine` of what they say, for the moderator's own ledger and
for its public copy. Prints microseconds an entry, best of all rounds (other work on the machine only ever
slows one down), and how many times longer reading and examining takes than the bare verifications, best and
middle. Nothing is asserted but that the ledger verifies.
"""

import re
import sys
from base64 import b64decode
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from gm.evidence import examine
from gm.ledger import Copy, public_copy, read
from tests.builders import (
    PUBLIC_KEY,
    Book,
    choose_order,
    deal,
    exchange_all,
    open_partie,
    play_manche,
    register,
)

ENTRIES = 10_000
ROUNDS = 5
GOAL = 2.0


class Times(NamedTuple):
    """Seconds that one round took for all entries."""

    bare: float
    read: float
    examine: float

    @property
    def ratio(self) -> float:
        """How many times longer a verification takes than its signatures alone."""
        return (self.read + self.examine) / self.bare


def campaign(entries: int) -> Book:
    """A campaign of whole parties, of so many entries or somewhat more."""
    chance, book = Random(1), Book()
    while len(book.records) < entries:
        register(open_partie(book, chance))
        play_manche(choose_order(deal(book), chance), chance)
        play_manche(exchange_all(deal(book), chance), chance)
    return book


def timed(data: bytes, copy: Copy) -> Times:
    """One round."""
    key = Ed25519PublicKey.from_public_bytes(PUBLIC_KEY)
    bodies = [each.partition(b'\nsig: "')[0] + b"\n" for each in re.split(rb"^---\n", data, flags=re.M)[1:]]
    signatures = [b64decode(each) for each in re.findall(rb'^sig: "(.*)"$', data, re.M)]
    began = perf_counter()
    for signature, body in zip(signatures, bodies, strict=True):
        key.verify(signature, body)
    verified = perf_counter()
    reading = read(data, copy=copy)
    done = perf_counter()
    report = examine(reading, copy)
    end = perf_counter()
    assert report.ok
    assert len(reading.entries) == len(bodies)
    return Times(verified - began, done - verified, end - done)


def main(entries: int, rounds: int) -> None:
    book = campaign(entries)
    own = book.own()
    copies: dict[Copy, bytes] = {"own": own, "public": public_copy(own)}
    times: dict[Copy, list[Times]] = {"own": [], "public": []}
    for _ in range(rounds):
        for copy, data in copies.items():
            times[copy].append(timed(data, copy))
    print(f"microseconds an entry, best of {rounds}, {len(book.records)} entries (goal: ratio {GOAL:.1f})")
    for copy, each in times.items():
        best = Times(*(1e6 * min(column) / len(book.records) for column in zip(*each, strict=True)))
        print(
            f"{copy}: bare {best.bare:.0f}, read {best.read:.0f}, examine {best.examine:.0f},"
            f" ratio {best.ratio:.2f} (middle {median(one.ratio for one in each):.2f})"
        )


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*given, *(ENTRIES, ROUNDS)[len(given) :])
