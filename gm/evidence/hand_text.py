r"""What the text of a hand message says, however it was copied: its key, its cards, what it is about.

A player saves what the forum shows them: BBCode or none, lines joined, quoted with `> `, entities for
letters, suits with variation selectors. So nothing rests on lines or markup, and nothing on words: what the
message is about stands in the two commands that it gives for one card as an example, the same in every
language, each with its result after it:

    printf 'gm/salt/1\n<seq>\n<card>\n<key>' | sha256sum … <salt>
    printf 'gm/card/1\n<campaign>\n<partie>\n<manche>\n<player>\n<card>\n<salt>' | sha256sum … <commitment>
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Final

from gm.campaign import Problem, problem
from gm.cards import Card, card_of, deck
from gm.ledger import Checkpoint, find_checkpoints
from gm.ledger.checkpoint import TAG

MOST_CHARACTERS: Final = 200_000
"""A longer text is not read: a message has five thousand."""

_MOST_CARDS: Final = len(deck(2))
_MOST_GIVEN: Final = 3  # no exchange gives more cards: a longer row of them is a hand

_QUOTED: Final = re.compile(r"^[ \t]*(?:(?:>|&gt;)[ \t]?)+", re.MULTILINE)
_SPACE: Final = re.compile(r"\s+")
_UNSEEN: Final = frozenset({"Cf", "Mn", "Cc"})

_DIGESTS: Final = re.compile(r"(?<![0-9a-f])(?:[0-9a-f]{64})+(?![0-9a-f])")
_NUMBER: Final = "([1-9][0-9]{0,8})"
_CODE: Final = "([2-9TJQKAX][shdcrb])"
_SALT_COMMAND: Final = re.compile(
    rf"gm/salt/1\\n{_NUMBER}\\n{_CODE}\\n([0-9a-f]{{64}})'.{{1,200}}?\b([0-9a-f]{{32}})\b"
)
_CARD_COMMAND: Final = re.compile(
    rf"gm/card/1\\n([a-z0-9-]{{1,40}})\\n{_NUMBER}\\n{_NUMBER}\\n(.{{1,1000}}?)\\n{_CODE}\\n([0-9a-f]{{32}})'"
    r".{1,200}?\b([0-9a-f]{64})\b"
)

# Cards as the texts of every locale write them: those of one rank together (`7 ♥♣ · V ♠`), or each by itself.
_WHITE_SUITS: Final = str.maketrans("♤♡♢♧", "♠♥♦♣")
_RANK: Final = r"(?<!\w)(?:10|[2-9TVJDQRKA])"
_JOKERS: Final = r"Joker(?: (?:rouge|noir|red|black)\b)+"
_CARD: Final = rf"(?:{_RANK} ?[♠♥♦♣](?: ?[♠♥♦♣])*|{_JOKERS})"
_ROW: Final = re.compile(rf"(?:\( ?([0-9]{{1,2}}) \w+ ?\) ?:? ?)?({_CARD}(?:[ ·•|,;>]*{_CARD})*)")
_GROUP: Final = re.compile(rf"{_RANK} [♠♥♦♣]")
_PARTS: Final = re.compile(r"(Joker|10|[2-9TVJDQRKA])([^0-9A-Z]+)")
_RANKS: Final = {"10": "T", "V": "J", "D": "Q", "R": "K", "Joker": "X"}
_CODES: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "rouge": "r", "red": "r", "noir": "b", "black": "b"}


@dataclass(frozen=True, slots=True)
class Stated:
    """What the commands of a message state.

    `player` is as `plain` makes it of its `printf_format`. `worked` is the example worked out: card and salt,
    once more card and salt, commitment; codes and hex digits.
    """

    campaign: str
    partie: int
    manche: int
    player: str
    seq: int
    key: str = field(repr=False)
    worked: tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class HandText:
    """What stands in a hand message.

    `digests` are the runs of 64 hex digits beside the commands, each once, in their order: the key and then
    the commitments. `cards` is the hand in code order, `counts` how many cards it is said to have.
    """

    stated: Stated
    digests: tuple[str, ...] = field(repr=False)
    cards: tuple[Card, ...]
    counts: frozenset[int]
    checkpoint: Checkpoint


def read_hand(text: str) -> HandText | Problem:
    """What a text says as a hand message.

    Problems: `no_hand_message` (a part of one is missing), `several_hands` (which of two is meant cannot be
    told), `post_too_long`.
    """
    if len(text) > MOST_CHARACTERS:
        return problem("post_too_long", kilobytes=str(MOST_CHARACTERS // 1000))
    unquoted = _QUOTED.sub("", text)
    seen = plain(unquoted)
    rows = list(_hands(seen))
    hands = {cards for cards, _ in rows}
    salts, cards = set(_SALT_COMMAND.findall(seen)), set(_CARD_COMMAND.findall(seen))
    checkpoints = find_checkpoints(unquoted)
    parts = (hands, salts, cards, checkpoints)
    if not all(parts):
        return problem("no_hand_message")
    if any(len(part) > 1 for part in parts) or any(len(hand) > _MOST_CARDS for hand in hands):
        return problem("several_hands")
    beside = _CARD_COMMAND.sub(" ", _SALT_COMMAND.sub(" ", seen))
    return HandText(
        stated=_stated(salts.pop(), cards.pop()),
        digests=tuple(dict.fromkeys(_digests(beside))),
        cards=hands.pop(),
        counts=frozenset(int(count) for _, count in rows if count),
        checkpoint=checkpoints[0],
    )


def plain(text: str) -> str:
    """A text as it is compared: without tags and marks that nobody sees, every white space one blank."""
    bare = _SPACE.sub(" ", unicodedata.normalize("NFC", TAG.sub(" ", unescape(text))))
    seen = "".join(char for char in bare if char < "\x80" or unicodedata.category(char) not in _UNSEEN)
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", seen)).strip()


def _stated(salted: tuple[str, str, str, str], committed: tuple[str, str, str, str, str, str, str]) -> Stated:
    seq, example, key, salt = salted
    campaign, partie, manche, player, again, same, commitment = committed
    worked = (example, salt, again, same, commitment)
    return Stated(campaign, int(partie), int(manche), player.strip(), int(seq), key, worked)


def _digests(text: str) -> Iterator[str]:
    for run in _DIGESTS.finditer(text):
        for start in range(run.start(), run.end(), 64):
            yield text[start : start + 64]


def _hands(text: str) -> Iterator[tuple[tuple[Card, ...], str]]:
    """The rows of cards that are a hand and not a gift, each with the number given before it or nothing."""
    for count, row in _ROW.findall(text.translate(_WHITE_SUITS)):
        cards = _cards(row)
        if count or len(cards) > _MOST_GIVEN or _GROUP.search(row):
            yield tuple(sorted(cards)), count


def _cards(row: str) -> list[Card]:
    return [
        card_of(_RANKS.get(rank, rank) + _CODES[suit])
        for rank, suits in _PARTS.findall(row)
        for suit in re.findall(r"[a-z]+|[♠♥♦♣]", suits)
    ]
