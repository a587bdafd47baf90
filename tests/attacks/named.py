"""An attack as the catalogue names it: who does what and why, and how its forged ledger is made."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from attacks.forging import Attack
from attacks.tampering import Tampering

Who = Literal["editor", "moderator", "thief"]
"""Somebody without the key who edits the file; a dishonest moderator with it; a thief of another campaign."""


class Named(NamedTuple):
    """An attack by its name: who the attacker is, what they do and why it would pay, and how it is made."""

    name: str
    who: Who
    what: str
    make: Callable[[], Attack | Tampering]


def by(who: Who, *attacks: Callable[[], Attack] | Callable[[], Tampering]) -> tuple[Named, ...]:
    """Attacks by what makes them: its name, and its docstring on one line."""
    return tuple(Named(each.__name__, who, " ".join((each.__doc__ or "").split()), each) for each in attacks)
