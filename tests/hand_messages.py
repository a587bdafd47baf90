"""Hand messages as players get them, from books of `builders`, and the check of one against a ledger."""

import re
from collections.abc import Sequence
from dataclasses import replace
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
from gm.cards import Card
from gm.desk.texts import Shown, message_to
from gm.events import CampaignOpened
from gm.evidence import HandReport, check_hand, read_hand
from gm.ledger import Copy, checkpoint, public_copy, read
from gm.render import Presentation
from gm.render import message as written
from gm.render.engine import environment_of
from gm.views import hand_message

NAMES = ("Élodie du 93", "l'ami [MrX]", 'Bob ! "100 %d" \\o/', "snaga", "大輔 <b>")
"""Players whose names take some care in texts, ledgers and shells."""


def message(book: Book, player: str, kind: str = "hand") -> str:
    """What `gm pm PLAYER KIND` says at this moment."""
    made = message_to(book.campaign, player, kind, Shown(Presentation(), now(book)))
    assert not isinstance(made, Problem), made
    return made.body


def message_under(book: Book, player: str, key: str) -> str:
    """What a moderator sends who made the player's commitments under a key of their own."""
    return written(hand_message(book.campaign, player, key, now(book)), Presentation()).body


def now(book: Book) -> str:
    """The checkpoint of the last entry."""
    return checkpoint(book.campaign.name, len(book.records), read(book.own(), copy="own").head)


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
    report = check_hand(found, read(ledger, copy=copy), copy)
    assert found.stated.key not in repr((report, found)), "the key is told"
    return report


def showing(text: str, cards: Sequence[Card], form: str = "grouped") -> str:
    """A message with another hand in its place, written by a filter of the templates."""
    shown = environment_of("fr", "plain").filters[form](cards)
    return re.sub(
        r"\(\d+.cartes?\).*?\[/b\]", f"({len(cards)} cartes) : [b]{shown}[/b]", text, count=1, flags=re.DOTALL
    )


def of_another_engine(book: Book) -> Book:
    """The same book as another version of the engine would have begun it."""
    opening = book.records[0].event
    assert isinstance(opening, CampaignOpened)
    book.records[0] = replace(book.records[0], event=replace(opening, engine="999"))
    return book


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
