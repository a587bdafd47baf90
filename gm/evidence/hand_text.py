"""What the text of a hand message says, however it was copied: its digests, its cards, what it speaks of.

A player saves what the forum shows them: BBCode or none, lines joined, quoted with `> `, entities for
letters, suits with variation selectors. So nothing rests on lines or markup, and little on words: whatever 64
hex digits there are may be the key or a commitment, which the ledger then tells apart (`gm.evidence.hand`).
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

MOST_DIGESTS: Final = 1000
"""A text with more different digests is not a hand message: one has about thirty."""

MOST_CARDS: Final = len(deck(2))
MOST_CHECKPOINTS: Final = 20  # a message has one, and pages around it may show some more

_QUOTED: Final = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_TAG: Final = re.compile(
    r"\[/?[a-z*][a-z0-9]{0,20}(?:=[^\[\]\n]{0,200})?\]|</?[a-z][^<>]{0,300}>", re.IGNORECASE
)
_BRACKETS: Final = str.maketrans("[]", "［］")  # as names are printed, lest they be tags
_UNSEEN: Final = frozenset({"Cf", "Mn", "Cc"})
_DIGESTS: Final = re.compile(r"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{64})+(?![0-9A-Fa-f])")

# Cards as the texts of every locale write them: those of one rank together (`7 ♥♣ · V ♠`), or each by itself.
_RANK: Final = r"(?<!\w)(?:10|[2-9TVJDQRKA])"
_JOKERS: Final = r"Joker(?: (?:rouge|noir|red|black)\b)+"
_GROUP: Final = rf"{_RANK} [♠♥♦♣]+"
_CARD: Final = rf"(?:{_RANK} ?[♠♥♦♣](?: ?[♠♥♦♣])*|{_JOKERS})"
_BETWEEN: Final = r"[ ·•|,;>]*"
_FORMS: Final = (
    re.compile(rf"\( ?[0-9]{{1,2}} cartes? ?\) ?:? ?({_CARD}(?:{_BETWEEN}{_CARD})*)"),
    re.compile(rf"((?:{_JOKERS}{_BETWEEN})?{_GROUP}(?:{_BETWEEN}(?:{_GROUP}|{_JOKERS}))*)"),
    re.compile(rf"({_CARD}(?:{_BETWEEN}{_CARD})*)"),
)
_PARTS: Final = re.compile(r"(Joker|10|[2-9TVJDQRKA])([^0-9A-Z]+)")
_RANKS: Final = {"10": "T", "V": "J", "D": "Q", "R": "K", "Joker": "X"}
_CODES: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "rouge": "r", "red": "r", "noir": "b", "black": "b"}

_GREETING: Final = re.compile(r"\bSalut (?=([^!]{1,60}!.{0,60}))")
_ENTRY: Final = re.compile(r"\bentrée ([1-9][0-9]{0,8}) du registre|gm/salt/1\\n([1-9][0-9]{0,8})\\n")
_MANCHE: Final = re.compile(r"\bpour la manche ([1-9][0-9]{0,8})\b|, manche ([1-9][0-9]{0,8}) ?\)")


@dataclass(frozen=True, slots=True)
class HandText:
    """What stands in a text that may be a hand message.

    `digests` are all that look like a key or a commitment, 64 lower-case hex digits, each once; `cards` the
    hand in the order shown, none where it shows none. `greetings` (with what follows them), `entries` and
    `manches` are what the text says it speaks of, empty where it does not.
    """

    digests: tuple[str, ...] = field(repr=False)  # one of them is a key
    cards: tuple[Card, ...]
    checkpoints: tuple[Checkpoint, ...]
    greetings: tuple[str, ...]
    entries: frozenset[int]
    manches: frozenset[int]

    def greets(self, player: str) -> bool:
        """Whether the text greets this player, or nobody."""
        name = plain(player.translate(_BRACKETS)).casefold()
        said = [greeting.casefold() for greeting in self.greetings]
        return not said or any(each.startswith((f"{name} !", f"{name}!")) for each in said)


def read_hand(text: str) -> HandText | Problem:
    """What a text says as a hand message.

    Problems: `no_hand_message` (nothing like a key in it), `several_hands` (which is meant cannot be told),
    `too_many_digests`.
    """
    unquoted = _QUOTED.sub("", unescape(text))
    seen = plain(unquoted)
    digests = tuple(dict.fromkeys(_digests(seen)))
    hands = _hands(seen)
    if len(digests) > MOST_DIGESTS:
        return problem("too_many_digests", number=str(MOST_DIGESTS))
    if not digests:
        return problem("no_hand_message")
    checkpoints = find_checkpoints(unquoted)
    if len(hands) > 1 or any(len(hand) > MOST_CARDS for hand in hands) or len(checkpoints) > MOST_CHECKPOINTS:
        return problem("several_hands")
    return HandText(
        digests=digests,
        cards=hands[0] if hands else (),
        checkpoints=checkpoints,
        greetings=tuple(found[1] for found in _GREETING.finditer(seen)),
        entries=_numbers(_ENTRY, seen),
        manches=_numbers(_MANCHE, seen),
    )


def plain(text: str) -> str:
    """A text as it is compared: without tags and marks that nobody sees, every white space one blank."""
    bare = unicodedata.normalize("NFKC", _TAG.sub(" ", unescape(text)))
    spaced = " ".join(bare.split())
    return "".join(char for char in spaced if char < "\x80" or unicodedata.category(char) not in _UNSEEN)


def _digests(text: str) -> Iterator[str]:
    for run in _DIGESTS.finditer(text):
        for start in range(run.start(), run.end(), 64):
            yield text[start : start + 64].lower()


def _hands(text: str) -> list[tuple[Card, ...]]:
    """The hands a text may show: what follows a number of cards, else cards by rank, else any cards."""
    for form in _FORMS:
        found = {tuple(sorted(hand)): hand for hand in map(_cards, form.findall(text))}
        if found:
            return list(found.values())
    return []


def _cards(run: str) -> tuple[Card, ...]:
    return tuple(
        card_of(_RANKS.get(rank, rank) + _CODES[suit])
        for rank, suits in _PARTS.findall(run)
        for suit in re.findall(r"[a-z]+|[♠♥♦♣]", suits)
    )


def _numbers(form: re.Pattern[str], text: str) -> frozenset[int]:
    return frozenset(int(number) for found in form.findall(text) for number in found if number)
