"""Hand messages as players get them, from books of `builders`, and the check of one against a ledger."""

from functools import cache
from random import Random

from builders import (
    PLAYERS,
    Book,
    choose_order,
    deal,
    exchange_all,
    open_partie,
    play_manche,
    play_some,
    register,
    sealed,
)

from gm.campaign import Problem
from gm.desk.texts import Shown, message_to
from gm.evidence import Copy, HandReport, check_hand, examine, read_hand
from gm.ledger import checkpoint, public_copy, read
from gm.render import Presentation

NAMES = ("Élodie du 93", "l'ami [MrX]", 'Bob ! "100 %d" \\o/', "snaga", "大輔 <b>")
"""Players whose names take some care in texts, ledgers and shells."""


def message(book: Book, player: str, kind: str = "hand") -> str:
    """What `gm pm PLAYER KIND` says at this moment."""
    reading = read(book.own(), copy="own")
    shown = Shown(Presentation(), checkpoint(book.campaign.name, len(book.records), reading.head))
    made = message_to(book.campaign, player, kind, shown)
    assert not isinstance(made, Problem), made
    return made.body


def key_in(text: str) -> str:
    """The key that a message gives."""
    return text.split("[code]", 1)[1][:64]


def checked(text: str, book: Book, copy: Copy = "public") -> HandReport:
    """The check of a text against the ledger of a book."""
    own = sealed(book.records)
    return checked_against(text, own if copy == "own" else public_copy(own), copy)


def checked_against(text: str, ledger: bytes, copy: Copy = "public") -> HandReport:
    """The check of a text against the bytes of a ledger."""
    found = read_hand(text)
    assert not isinstance(found, Problem), found
    reading = read(ledger, copy=copy)
    report = check_hand(found, reading, examine(reading, copy))
    if "[code]" in text:
        assert key_in(text) not in repr((report, found)), "the key is told"
    return report


def begun(players: tuple[str, ...] = PLAYERS, seed: int = 3) -> tuple[Book, Random]:
    """A partie with its players."""
    chance = Random(seed)
    return register(open_partie(Book(), chance), players), chance


def dealt(players: tuple[str, ...] = PLAYERS) -> Book:
    """Manche 1 as it was dealt."""
    return deal(begun(players)[0])


def in_play(players: tuple[str, ...] = PLAYERS) -> Book:
    """Manche 1 after some moves."""
    book, chance = begun(players)
    return play_some(choose_order(deal(book), chance), chance, 9)


def dealt_again(players: tuple[str, ...] = PLAYERS) -> Book:
    """Manche 2 before its exchange."""
    book, chance = begun(players)
    return deal(play_manche(choose_order(deal(book), chance), chance))


def exchanged(players: tuple[str, ...] = PLAYERS) -> Book:
    """Manche 2 after its exchange."""
    return exchange_all(dealt_again(players), Random(4))


def late(players: tuple[str, ...] = PLAYERS) -> Book:
    """Manche 2 after some moves."""
    return play_some(exchanged(players), Random(5), 12)


@cache
def table() -> tuple[Book, str]:
    """A manche under way and the message of a player who has played: most cases begin here."""
    book = in_play()
    return book, message(book, "snaga")
