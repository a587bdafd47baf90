"""A post that cannot be taken as it is: what stands in the way, and the readings its moderator chooses from.

Two voices speak of it (`gm.desk.questions`): one asks the moderator, the other the player.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from gm.campaign import Problem, problem
from gm.posts import Claim, Reading
from gm.posts.claims import alternatives

Asks = Literal[
    "moves",
    "move",
    "cards",
    "image",
    "faint",
    "chain",
    "author",
    "registration",
    "word",
    "withdrawal",
    "again",
]
"""What is missing: which of several moves, whether the one is meant, which cards, which card an image shows,
words that one can see, which of several moves comes now (Z22), who wrote the post, whether somebody joins,
which word of chance they give, whether they leave, whether it is recorded already."""

Span = tuple[int, int]

_QUOTED: Final = 60


@dataclass(frozen=True, slots=True)
class PostDoubt:
    """What is to be asked about one post before anything of it is recorded.

    `problem` is the code and words of the error; `spans` are the words relied on, in code points of `text`,
    in order and apart; `readings` are what the post may say, each the moves in order; `images` are the
    addresses that nobody has named the cards of.
    """

    problem: Problem
    asks: Asks
    player: str | None
    text: str
    spans: tuple[Span, ...] = ()
    readings: tuple[tuple[Claim, ...], ...] = ()
    images: tuple[str, ...] = ()


def doubt_of(player: str, text: str, reading: Reading) -> PostDoubt:
    """What is to be asked about a reading that has a doubt."""
    readings = alternatives(reading)
    spans = [claim.span for claims in (reading.claims, *readings) for claim in claims]
    return PostDoubt(
        problem=problem(f"post_{reading.doubt}", text=excerpt(text)),
        asks=_asks(reading, readings),
        player=player,
        text=text,
        spans=_apart([*spans, *_places(text, reading.images)]),
        readings=readings,
        images=reading.images,
    )


def _asks(reading: Reading, readings: Sequence[Sequence[Claim]]) -> Asks:
    if reading.images:
        return "image"
    if any(claim.faint for claim in reading.claims):
        return "faint"
    if reading.doubt == "unreadable":
        return "cards"
    return "move" if len(readings) == 1 else "moves"


def not_a_chain(player: str, text: str, claims: Sequence[Claim]) -> PostDoubt:
    """The doubt of a post whose second move is not the player's to make (Z22)."""
    readings = alternatives(Reading(tuple(claims), "ambiguous"))
    return PostDoubt(
        problem=problem("post_not_a_chain", player=player),
        asks="chain",
        player=player,
        text=text,
        spans=words_of(claims),
        readings=tuple(each for each in readings if len(each) == 1),
    )


def words_of(claims: Iterable[Claim]) -> tuple[Span, ...]:
    """Where the words of some claims stand, in order and apart."""
    return _apart(claim.span for claim in claims)


def excerpt(text: str) -> str:
    """The beginning of a post on one line, for an error that quotes it."""
    line = " ".join(text.split())
    return line if len(line) <= _QUOTED else line[: _QUOTED - 1] + "…"


def _places(text: str, images: Iterable[str]) -> Iterator[Span]:
    """Where the addresses of images stand, as far as they stand in the text as they are."""
    for address in images:
        at = text.find(address)
        if at >= 0:
            yield (at, at + len(address))


def _apart(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in order, those that overlap made one."""
    apart: list[Span] = []
    for first, last in sorted(set(spans)):
        if apart and first < apart[-1][1]:
            apart[-1] = (apart[-1][0], max(apart[-1][1], last))
        elif first < last:
            apart.append((first, last))
    return tuple(apart)
