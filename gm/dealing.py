"""Dealing that anyone can check: commitments, lots, the order of the deck, keys and salts.

Everything is a hex SHA-256 of text, so that `sha256sum` alone can check a deal: see `digest` for the one form
of all of them. Numbers are decimal, seeds hex, cards their two-character codes, names as the ledger has them.
Nothing here draws: a deal is a function of the seed, the words and the beacon that were fixed before it.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from gm.cards import Card, code_of, deck
from gm.rules import Rules

SALT_DIGITS: Final = 32
_ESCAPES: Final = str.maketrans({"\\": "\\\\", "%": "%%", "'": "\\047", "[": "\\133", "]": "\\135"})


class Deal(NamedTuple):
    """What a deal gives: names in the order of the deal, who has one card more, hands in code order."""

    seats: tuple[str, ...]
    extra: tuple[str, ...]
    hands: Mapping[str, tuple[Card, ...]]


def _hex(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def digest(*fields: str) -> str:
    """`H`: the lower-case hex SHA-256 of one-line UTF-8 fields joined by LF, without a trailing one."""
    return _hex("\n".join(fields))


def printf_format(*fields: str) -> str:
    r"""What `printf '…'` has to be given to print fields joined by LF, so that `sha256sum` gives their `H`.

    Quotes, brackets, backslashes and per cent signs are written so that neither a shell nor a forum reads
    them: `a\nb`.
    """
    return "\\n".join(field.translate(_ESCAPES) for field in fields)


def commit(campaign: str, partie: int, manche: int, seed: str) -> str:
    """The commitment to a manche's seed of 64 hex digits, published when the partie opens."""
    return digest("gm/commit/1", campaign, str(partie), str(manche), seed)


def entropy(words: Mapping[str, str], beacon: str = "") -> str:
    """The digest of every player's word, "" for none, and of the beacon, "" for none.

    Names are taken in the order of their UTF-8 bytes: the order of registration would let the dealer choose.
    """
    names = sorted(words, key=str.encode)
    return digest("gm/entropy/1", *(field for name in names for field in (name, words[name])), beacon)


def deal_key(campaign: str, partie: int, manche: int, entropy: str, seed: str) -> str:
    """`D`, from which the whole deal follows; secret until the manche is over."""
    return digest("gm/deal/1", campaign, str(partie), str(manche), entropy, seed)


def deck_order(cards: Iterable[Card], key: str) -> tuple[Card, ...]:
    """The cards in the order in which the seats take them."""
    return tuple(sorted(cards, key=lambda card: _hex(f"{key}:{code_of(card)}")))


def seat_order(names: Iterable[str], key: str) -> tuple[str, ...]:
    """The names in the order in which they take the deck."""
    return tuple(sorted(names, key=lambda name: _hex(f"{key}:seat:{name}")))


def opener_by_lot(names: Iterable[str], key: str) -> str:
    """The player drawn to open; raises ValueError when there is no name (B8, E9)."""
    return min(names, key=lambda name: _hex(f"{key}:open:{name}"))


def hand_key(player: str, key: str) -> str:
    """`K`, given to a player with their hand: it opens their own commitments and nobody else's."""
    return digest("gm/hand/1", player, key)


def salt(seq: int, card: Card, hand_key: str) -> str:
    """The 32 hex digits that hide a card in the commitment that entry `seq` publishes."""
    return digest("gm/salt/1", str(seq), code_of(card), hand_key)[:SALT_DIGITS]


def card_commitment(campaign: str, partie: int, manche: int, player: str, card: Card, salt: str) -> str:
    """The commitment to one card of one player."""
    return digest("gm/card/1", campaign, str(partie), str(manche), player, code_of(card), salt)


def commitments(
    campaign: str, partie: int, manche: int, player: str, cards: Iterable[Card], seq: int, hand_key: str
) -> tuple[str, ...]:
    """The commitments to a whole hand as entry `seq` publishes them: sorted, so that they tell no order."""
    return tuple(
        sorted(
            card_commitment(campaign, partie, manche, player, card, salt(seq, card, hand_key))
            for card in cards
        )
    )


def deal(rules: Rules, names: Sequence[str], key: str, extra: tuple[str, ...] | None = None) -> Deal:
    """The deal of `D` to these players, whatever the order they are named in.

    `extra` names those with one card more; None gives them to the first seats (Z2, B1). Raises ValueError
    when the deck does not come out even with it, or a name stands twice or does not play.
    """
    cards = deck_order(deck(rules.joker_count), key)
    seats = seat_order(names, key)
    each, over = divmod(len(cards), len(seats))
    more = seats[:over] if extra is None else extra
    if len(set(seats)) != len(seats) or len(more) != over or len(set(more) & set(seats)) != over:
        raise ValueError(f"{len(cards)} cards cannot be dealt to {seats} with one more to {more}")
    hands: dict[str, tuple[Card, ...]] = {}
    start = 0
    for name in seats:
        end = start + each + (name in more)
        hands[name] = tuple(sorted(cards[start:end]))
        start = end
    return Deal(seats, more, hands)
