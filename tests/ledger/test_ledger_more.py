"""What a ledger takes no more of: salts of an order, bytes of an entry, secrets before a torn tail."""

import pytest
from ledger_samples import OPENED, ORDER, PARTIE, SALTS, entries

from gm.codec import CodecError, decode, encode
from gm.events import Note, Record, Refused
from gm.ledger import SealError, public_copy, read, seal


def test_an_entry_too_large_by_its_secret_is_not_signed() -> None:
    """gm.ledger: an entry has at most 2^20 bytes, its `secret` block included; nothing larger is signed."""

    def sign(_: bytes) -> bytes:
        raise AssertionError("nothing is to be signed")

    event = Refused("oliv10", "7s", ("not_held",), note="x" * (1 << 20))
    with pytest.raises(SealError, match="1048576"):
        seal(Record(2, "2014-06-12T14:00:00+02:00", event), "0" * 64, "0" * 32, sign)


def test_an_order_of_play_has_two_salts_and_no_third() -> None:
    """design.md, Events: `order_chosen` {salts [of Qh, of Qs]}."""
    name, data, _ = encode(ORDER)
    with pytest.raises(CodecError) as raised:
        decode(name, {**data, "salts": list(SALTS[:3])}, None)
    assert raised.value.code == "bad_value"


def test_a_torn_tail_does_not_excuse_a_secret_that_is_missing_before_it() -> None:
    """design.md: a missing `secret` block is a fault; `gm repair` sets aside a torn last entry only."""
    opened, partie, last = entries([OPENED, PARTIE, Note("n")])
    for second, repairable in ((partie, True), (public_copy(partie), False)):
        reading = read(opened + second + last[:-20], copy="own")
        assert reading.torn == len(opened + second)
        assert reading.repairable is repairable
