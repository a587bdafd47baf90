"""The signatures of many entries in a row, half of them checked by a second thread.

They take most of the time of reading, and a verification does not hold the interpreter's lock: where there is
a second processor it takes half as long.
"""

from collections.abc import Sequence
from threading import Thread
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from gm.ledger.checks import from_base64
from gm.ledger.layout import Envelope

_SIGNATURE_BYTES: Final = 64
_WORTH_A_THREAD: Final = 16


def wrong_signature(key: Ed25519PublicKey | None, envelope: Envelope | None) -> str | None:
    """Why an entry's signature is none of the key's over its BODY; None when it is, or there is no key."""
    if key is None or envelope is None:
        return None
    raw = from_base64(envelope.sig, _SIGNATURE_BYTES)
    if raw is None:
        return "this is not 64 bytes in canonical base64"
    try:
        key.verify(raw, envelope.body)
    except InvalidSignature:
        return "the moderator's key did not sign these bytes"
    return None


def wrong_signatures(key: Ed25519PublicKey | None, envelopes: Sequence[Envelope | None]) -> list[str | None]:
    """What `wrong_signature` says of each of these entries."""
    if len(envelopes) < _WORTH_A_THREAD:
        return [wrong_signature(key, each) for each in envelopes]
    half = len(envelopes) // 2
    later: list[str | None] = []
    helper = Thread(target=lambda: later.extend(wrong_signature(key, each) for each in envelopes[half:]))
    try:
        helper.start()
    except RuntimeError:  # the system allows no more threads
        return [wrong_signature(key, each) for each in envelopes]
    earlier = [wrong_signature(key, each) for each in envelopes[:half]]
    helper.join()
    return earlier + later
