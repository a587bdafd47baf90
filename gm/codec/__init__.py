"""Event to plain mapping and back: the names, order and shape of every field (design.md, Events).

A plain value is a text, a list or a mapping of them; numbers are decimal texts. One table, `FORMS`, says all
of it: encoding and decoding walk the same fields in the same order. Decoding is strict: what it takes,
encoding gives back unchanged, key for key in the same order.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from gm.codec.forms import FORMS
from gm.codec.shapes import (
    CAMPAIGN_NAME,
    NAME_LENGTH,
    TEXT_LENGTH,
    CodecError,
    Plain,
    is_anyones_key,
    put,
    take,
)
from gm.events import Event, MancheAbandoned

__all__ = [
    "CAMPAIGN_NAME",
    "FORMS",
    "NAME_LENGTH",
    "TEXT_LENGTH",
    "CodecError",
    "Encoded",
    "Plain",
    "Secrecy",
    "decode",
    "encode",
    "is_anyones_key",
    "is_beginning",
    "secrecy",
]

Secrecy = Literal["always", "maybe", "never"]

_BY_NAME: Final = {form.name: form for form in FORMS}
_BY_CLASS: Final = {form.make: form for form in FORMS}


class Encoded(NamedTuple):
    """An event as the ledger writes it; `secret` is None when nothing is kept back, and has no salt yet."""

    name: str
    data: dict[str, Plain]
    secret: dict[str, Plain] | None


def encode(event: Event) -> Encoded:
    """An event's name, `data` and `secret`, keys in the order of design.md, optional ones left out."""
    form = _BY_CLASS[type(event)]
    return Encoded(form.name, put(form.data, event), put(form.secret, event) or None)


def decode(name: str, data: Plain, secret: Plain | None) -> Event:
    """The event of a name and its mappings, `secret` None in a public copy; raises CodecError."""
    form = _BY_NAME.get(name)
    if form is None:
        raise CodecError("unknown_event", "event", f"there is no event {name!r}")
    values = take(form.data, data, "data")
    if secret is not None:
        if not secret:
            raise CodecError("bad_shape", "secret", "something is kept back or there is no block")
        values |= take(form.secret, secret, "secret")
    event: Event = form.make(**values)
    wrong = form.check(event)
    if wrong is not None:
        raise CodecError("bad_value", "data", wrong)
    return event


def secrecy(event: Event) -> Secrecy:
    """Whether the entry of this event has a `secret` block, so that a missing one is noticed."""
    fields = _BY_CLASS[type(event)].secret
    if isinstance(event, MancheAbandoned):
        return "never" if event.next_commitment is None else "always"
    if not fields:
        return "never"
    return "always" if any(field.need == "required" for field in fields) else "maybe"


def is_beginning(name: str, data: Mapping[str, Plain], secret: Mapping[str, Plain]) -> bool:
    """Whether a secret that does not hold may be whole up to a point and cut there: something is not there.

    What is there has to be sound; a list of texts that lacks its end cannot be told from a whole one.
    """
    form = _BY_NAME.get(name)
    if form is None or not set(secret) <= {field.key for field in form.secret}:
        return False
    missing = not secret
    for field in form.secret:
        if field.key not in secret:
            missing = missing or field.need == "required"
            continue
        try:
            field.shape.read(secret[field.key], field.key)
        except CodecError:
            return False
        there, whole = secret[field.key], data.get("commitments")
        if isinstance(there, dict) and isinstance(whole, dict):
            missing = missing or (len(there) < len(whole) and list(there) == list(whole)[: len(there)])
    return missing
