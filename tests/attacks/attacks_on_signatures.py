"""Signatures that are another's, spelt otherwise or malleable, and keys that are another's or nobody's."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Final

from attacks.named import by
from attacks.tampering import (
    DEALT,
    OPENED,
    OTHER_KEY,
    PARTIE,
    PLAYED,
    PUBLIC_KEY,
    Blame,
    Parts,
    Tampering,
    chained,
    edited,
    elsewhere,
    entries_of,
    head_of_last,
    once,
    parts,
    signed,
    signed_anew,
    written,
)

from gm.ledger import checkpoint

GROUP_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
IDENTITY: Final = bytes([1]) + bytes(31)
SMALL_ORDER: Final = tuple(
    bytes.fromhex(point)[:31] + bytes([bytes.fromhex(point)[31] | sign])
    for point in (
        "0100000000000000000000000000000000000000000000000000000000000000",  # order 1
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  # order 2
        "0000000000000000000000000000000000000000000000000000000000000000",  # order 4
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",  # order 8
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",  # order 8
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  # order 4, y = p
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  # order 1, y = p + 1
    )
    for sign in (0x00, 0x80)
)
"""Every encoding of a point of Ed25519 whose order divides 8, with x even and odd."""


def _signature(seq: int) -> bytes:
    return parts(written()[seq - 1]).sig[6:-2]


def _signature_is(spelling: bytes, seq: int = PLAYED) -> Tampering:
    data = edited(seq, _signature(seq), spelling)
    return Tampering(data, (Blame("bad_signature", seq, b"sig: "),))


def signature_of_another_entry() -> Tampering:
    """The signature of one play is put under another, as if the moderator had signed that."""
    return _signature_is(_signature(PLAYED + 1))


def signature_of_another_campaign() -> Tampering:
    """The signature of the same entry in another campaign of the same moderator is put under this one."""
    return _signature_is(parts(elsewhere()[PLAYED - 1]).sig[6:-2])


def signature_of_another_key() -> Tampering:
    """An entry is signed with somebody's own key."""
    return _signature_is(b64encode(OTHER_KEY.sign(parts(written()[PLAYED - 1]).body)))


def signature_of_the_body_without_its_end() -> Tampering:
    """The moderator signs BODY without its last LF, which some readers of lines would verify."""
    body = parts(written()[PLAYED - 1]).body
    return _signature_is(parts(signed(body.removesuffix(b"\n"))).sig[6:-2])


def signature_of_zeros() -> Tampering:
    """64 zero bytes, which a broken verifier takes."""
    return _signature_is(b64encode(bytes(64)))


def signature_of_the_identity() -> Tampering:
    """R is the neutral point and S is 0, which verifies under a key of small order only."""
    return _signature_is(b64encode(IDENTITY + bytes(32)))


def signature_plus_the_order_of_the_group() -> Tampering:
    """S + L verifies the same equation: a second valid signature without the key, unless S is bounded."""
    raw = b64decode(_signature(PLAYED))
    bigger = (int.from_bytes(raw[32:], "little") + GROUP_ORDER).to_bytes(32, "little")
    return _signature_is(b64encode(raw[:32] + bigger))


def signature_with_other_last_bits() -> Tampering:
    """Base64 whose unused bits are set decodes to the same 64 bytes: a second spelling of an entry."""
    text = _signature(PLAYED)
    last = bytes([text[85] + 1])
    assert b64decode(text[:85] + last + b"==") == b64decode(text)
    return _signature_is(text[:85] + last + b"==")


def signature_without_padding() -> Tampering:
    """Base64 without `==`: a second spelling."""
    return _signature_is(_signature(PLAYED).rstrip(b"="))


def signature_with_more_padding() -> Tampering:
    """Base64 with one `=` more: a second spelling."""
    return _signature_is(_signature(PLAYED) + b"=")


def signature_in_another_alphabet() -> Tampering:
    """Base64 with `-` and `_` of URLs: a second spelling."""
    return _signature_is(_signature(DEALT).replace(b"+", b"-").replace(b"/", b"_"), DEALT)


def signature_with_a_blank() -> Tampering:
    """A blank within base64, which lenient decoders pass over: a second spelling."""
    return _signature_is(_signature(PLAYED)[:40] + b" " + _signature(PLAYED)[40:])


def signature_with_something_after() -> Tampering:
    """A byte more behind the padding, which lenient decoders pass over: a second spelling."""
    return _signature_is(_signature(PLAYED) + b"QQ==")


def signature_in_hex() -> Tampering:
    """The right bytes in hex: a second spelling."""
    return _signature_is(b64decode(_signature(PLAYED)).hex().encode())


def signature_empty() -> Tampering:
    """No signature at all, which a broken verifier skips."""
    return _signature_is(b"")


def signature_in_single_quotes() -> Tampering:
    """The line `sig:` in single quotes: for YAML the same value."""
    line = parts(written()[PLAYED - 1]).sig
    data = edited(PLAYED, line, line.replace(b'"', b"'"))
    return Tampering(data, (Blame("bad_layout", PLAYED, b"sig: '"),))


def signature_line_in_capitals() -> Tampering:
    """The line `SIG:`, which a lenient reader takes: then BODY would end elsewhere."""
    data = edited(PLAYED, b"\nsig: ", b"\nSIG: ")
    return Tampering(data, (Blame("bad_layout", PLAYED, b"SIG: "),))


def _moderator(key: bytes) -> Callable[[int, Parts], Parts]:
    old = b'moderator: "%s"' % b64encode(PUBLIC_KEY)

    def change(place: int, there: Parts) -> Parts:
        if place != OPENED:
            return there
        return there._replace(body=once(there.body, old, b'moderator: "%s"' % b64encode(key)))

    return change


def a_key_exchanged() -> Tampering:
    """Somebody puts their own key into the opening and signs nothing: every signature is another key's."""
    new = b64encode(OTHER_KEY.public_key().public_bytes_raw())
    signatures = [Blame("bad_signature", seq, b"sig: ") for seq in range(1, len(written()) + 1)]
    signatures.insert(PARTIE, Blame("bad_chain", PARTIE, b"prev: "))
    return Tampering(edited(OPENED, b64encode(PUBLIC_KEY), new), tuple(signatures))


def _all_of_another_key() -> bytes:
    raw = OTHER_KEY.public_key().public_bytes_raw()
    return chained(written(), _moderator(raw), OTHER_KEY)


def a_whole_ledger_of_another_key() -> Tampering:
    """Somebody writes the whole ledger with their own key: it agrees with itself, and `--key` tells."""
    return Tampering(_all_of_another_key(), (Blame("wrong_key", OPENED),), key=PUBLIC_KEY)


def a_whole_ledger_of_another_key_against_a_checkpoint() -> Tampering:
    """The same for a reader who has no key, but a checkpoint of the true ledger from an older post."""
    posted = checkpoint("zebest", len(written()), head_of_last(b"".join(written())))
    return Tampering(_all_of_another_key(), (Blame("fork", len(written())),), checkpoints=(posted,))


_NO_KEY: Final = (Blame("bad_signature", OPENED), Blame("bad_event", OPENED, b"event: "))


def a_key_spelt_otherwise() -> Tampering:
    """The moderator states the key in base64 with other unused bits: readers would differ on whose it is."""
    text = b64encode(PUBLIC_KEY)
    other = text[:42] + bytes([text[42] + 1]) + b"="
    assert b64decode(other) == PUBLIC_KEY
    return Tampering(signed_anew(OPENED, text, other), _NO_KEY)


def a_key_too_short() -> Tampering:
    """The moderator states 31 bytes, so that nothing can be checked."""
    return Tampering(signed_anew(OPENED, b64encode(PUBLIC_KEY), b64encode(PUBLIC_KEY[:31])), _NO_KEY)


def no_key() -> Tampering:
    """The moderator leaves the key out, so that nothing can be checked."""
    line = b'  moderator: "%s"\n' % b64encode(PUBLIC_KEY)
    return Tampering(signed_anew(OPENED, line, b""), _NO_KEY)


def _signed_by_anyone(key: bytes) -> bytes:
    forged = b64encode(IDENTITY + bytes(32))
    return b"".join(
        entry.replace(parts(entry).sig, b'sig: "%s"\n' % forged)
        for entry in entries_of(chained(written(), _moderator(key)))
    )


def a_key_that_anyone_can_sign_for() -> Tampering:
    """The moderator states the neutral point as key: one signature verifies under every text, so that any
    entry can be disowned, and anybody can write more."""
    return Tampering(_signed_by_anyone(IDENTITY), _NO_KEY)


def a_key_that_anyone_can_sign_for_spelt_otherwise() -> Tampering:
    """The same point with y = p + 1, which some libraries reduce and others refuse."""
    return Tampering(_signed_by_anyone(SMALL_ORDER[-2]), _NO_KEY)


CATALOGUE: Final = (
    *by(
        "editor",
        signature_of_another_entry,
        signature_of_another_key,
        signature_of_zeros,
        signature_of_the_identity,
        signature_plus_the_order_of_the_group,
        signature_with_other_last_bits,
        signature_without_padding,
        signature_with_more_padding,
        signature_in_another_alphabet,
        signature_with_a_blank,
        signature_with_something_after,
        signature_in_hex,
        signature_empty,
        signature_in_single_quotes,
        signature_line_in_capitals,
        a_key_exchanged,
        a_whole_ledger_of_another_key,
        a_whole_ledger_of_another_key_against_a_checkpoint,
    ),
    *by(
        "moderator",
        signature_of_the_body_without_its_end,
        a_key_spelt_otherwise,
        a_key_too_short,
        no_key,
        a_key_that_anyone_can_sign_for,
        a_key_that_anyone_can_sign_for_spelt_otherwise,
    ),
    *by(
        "thief",
        signature_of_another_campaign,
    ),
)
