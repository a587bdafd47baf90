"""docs/verify.md, "Without gm", is true: its commands are run on real messages and ledgers.

They confirm what gm would, and fail when a byte of the ledger, a card or a digit of the key is another.
"""

import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from builders import PUBLIC_KEY, Book, deal, open_partie, register
from hand_messages import NAMES, dealt, exchanged, in_play, key_in, message

from gm.campaign import Campaign, Problem
from gm.cards import codes_of
from gm.desk.corrections import abandon, sanction
from gm.events import Event, MancheDealt
from gm.rules import BGA
from gm.store import public_pem

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "verify.md").read_text(encoding="utf-8")
LEDGER, HAND, DEAL = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def closed(book: Book) -> Book:
    """The same with the manche over: four players are sanctioned."""
    for player in book.manche.order[1:]:
        proposed = sanction(book.campaign, player, "la suite", [])
        assert not isinstance(proposed, Problem)
        book.add(proposed)
    return book


@cache
def played() -> tuple[str, bytes]:
    """The message of a player in the middle of a manche, and the public ledger of that moment."""
    book = in_play(NAMES)
    return message(book, NAMES[0]), book.public()


def run(folder: Path, parts: Sequence[str], text: str, ledger: bytes) -> subprocess.CompletedProcess[str]:
    """What the page's parts say in a folder with these files."""
    (folder / "message.txt").write_text(text, encoding="utf-8", newline="")
    (folder / "public.yaml").write_bytes(ledger)
    (folder / "moderator.pub.pem").write_bytes(public_pem(PUBLIC_KEY))
    script = folder / "check.sh"
    script.write_text("".join(parts), encoding="utf-8", newline="\n")
    done = subprocess.run(["sh", script], cwd=folder, capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode != 0) == ("STOPPED" in done.stdout), "a failure is said aloud"
    return done


@pytest.mark.parametrize("player", NAMES)
def test_a_hand_is_confirmed_while_it_is_played(player: str, tmp_path: Path) -> None:
    """Whatever a player is called; some cards are on the table already."""
    book = in_play(NAMES)
    done = run(tmp_path, (LEDGER, HAND), message(book, player), book.public())
    assert done.returncode == 0, done.stderr
    holding = book.manche.holdings[player]
    left = book.manche.hand(player).bit_count()
    assert f"{left} of its {len(holding.digests)}" in done.stdout


@pytest.mark.parametrize("change", [dealt, exchanged], ids=["dealt", "exchanged"])
def test_the_deal_is_confirmed_when_the_manche_is_over(
    change: Callable[[Sequence[str]], Book], tmp_path: Path
) -> None:
    """The seed gives the key, the seats and the hand that was dealt, before and after an exchange."""
    book = change(NAMES)
    pair = book.manche.pairs[0] if book.manche.pairs else None
    player = pair.better if pair is not None else NAMES[2]
    text = message(book, player, "exchange" if pair is not None else "hand")
    hand = (book.manche.deal.hands or {})[player]
    done = run(tmp_path, (LEDGER, HAND, DEAL), text, closed(book).public())
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].split(": ")[-1].split() == sorted(codes_of(hand).split())


@pytest.mark.parametrize("player", NAMES)
def test_a_hand_with_jokers_and_a_drawn_opener_are_confirmed(player: str, tmp_path: Path) -> None:
    """B1, B8: 54 cards; whatever the players are called, the lot says who opens."""
    book = deal(register(open_partie(Book(rules=BGA), Random(8)), NAMES))
    text = message(book, player)
    done = run(tmp_path, (LEDGER, HAND, DEAL), text, closed(book).public())
    assert done.returncode == 0, done.stderr
    hand = (book.manche.deal.hands or {})[player]
    assert done.stdout.splitlines()[-1].split(": ")[-1].split() == sorted(codes_of(hand).split())


def test_another_opener_than_the_one_drawn_is_seen(tmp_path: Path) -> None:
    """B8: a moderator names a friend."""

    def friend(_: Campaign, event: Event) -> Event:
        if not isinstance(event, MancheDealt):
            return event
        return replace(event, opener=next(name for name in event.seats if name != event.opener))

    book = deal(register(open_partie(Book(rules=BGA, change=friend), Random(8)), NAMES))
    text = message(book, NAMES[0])
    done = run(tmp_path, (LEDGER, HAND, DEAL), text, closed(book).public())
    assert done.returncode != 0
    assert "Entry 8 commits" in done.stdout


def test_the_deal_of_an_abandoned_manche_is_confirmed(tmp_path: Path) -> None:
    """Its seed is public, and the one that is dealt next rests on another."""
    book = dealt(NAMES)
    text = message(book, "snaga")
    book.add(abandon(book.campaign, "une erreur", bytes(32)))
    assert run(tmp_path, (LEDGER, HAND, DEAL), text, book.public()).returncode == 0
    again = deal(book)
    text = message(again, "snaga")
    assert run(tmp_path, (LEDGER, HAND, DEAL), text, again.public()).returncode != 0, "not over yet"
    done = run(tmp_path, (LEDGER, HAND, DEAL), text, closed(again).public())
    assert done.returncode == 0, done.stderr


COPIED: dict[str, Callable[[str], str]] = {
    "without markup": lambda text: re.sub(r"\[/?(?:b|code|spoiler)[^\]]*\]", "", text),
    "CR LF": lambda text: text.replace("\n", "\r\n"),
    "no-break blanks": lambda text: text.replace(" ", "\u00a0"),
    "quoted": lambda text: re.sub("^", "> > ", text, flags=re.MULTILINE),
}


@pytest.mark.parametrize("how", COPIED)
def test_the_message_may_be_saved_as_it_was_shown(how: str, tmp_path: Path) -> None:
    """With BBCode or without, by an editor of Windows or another."""
    text, ledger = played()
    done = run(tmp_path, (LEDGER, HAND), COPIED[how](text), ledger)
    assert done.returncode == 0, done.stderr


def other_digit(text: str, at: int) -> str:
    """A text with another hex digit at a place."""
    return text[:at] + format(int(text[at], 16) ^ 1, "x") + text[at + 1 :]


CHANGES: dict[str, Callable[[str], str]] = {
    "a card": lambda text: re.sub(
        r"\[b\](\S+) ([♠♥♦♣]+)", lambda found: f"[b]{found[1]} " + _others(found[2]), text, count=1
    ),
    "a card twice": lambda text: re.sub("([♠♥♦♣])", r"\1\1", text, count=1),
    "no card": lambda text: re.sub(r"\[b\].*\[/b\]", "", text, count=1),
    "the first digit of the key": lambda text: text.replace(key_in(text), other_digit(key_in(text), 0)),
    "the last digit of the key": lambda text: text.replace(key_in(text), other_digit(key_in(text), 63)),
    "the key where it is given": lambda text: text.replace(key_in(text), other_digit(key_in(text), 63), 1),
    "a commitment": lambda text: re.sub("^[0-9a-f]{63}", "0" * 63, text, count=1, flags=re.MULTILINE),
    "the entry": lambda text: text.replace("gm/salt/1\\n8", "gm/salt/1\\n7"),
    "the player": lambda text: text.replace("1\\nÉlodie du 93", "1\\nsnaga"),
    "the checkpoint": lambda text: re.sub(
        r"[0-9A-F](?=\n\[/spoiler)", lambda found: other_digit(found[0], 0).upper(), text
    ),
    "the number of the checkpoint": lambda text: text.replace(": zebest/", ": zebest/1"),
    "the campaign of the checkpoint": lambda text: text.replace(": zebest/", ": autre/"),
}


def _others(suits: str) -> str:
    return "".join(suit for suit in "♠♥♦♣" if suit not in suits)[:1]


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_message_is_refused(what: str, tmp_path: Path) -> None:
    """Hand, key, list, entry, player and checkpoint have to be those of the ledger."""
    text, ledger = played()
    changed = CHANGES[what](text)
    assert changed != text
    assert run(tmp_path, (LEDGER, HAND), changed, ledger).returncode != 0


def test_a_changed_byte_of_the_ledger_is_refused(tmp_path: Path) -> None:
    """Every kind of line, and the places where a byte could go unseen: both ends, `---`, a `sig`."""
    book = dealt(NAMES)
    text, ledger = message(book, "snaga"), book.public()
    second = ledger.index(b"---\n", 4)
    sig = ledger.index(b"\nsig:", second) + 1
    lines = [
        ledger.index(b"\n" + key, second) + 1 for key in (b"entry:", b"seq:", b"prev:", b"at:", b"event:")
    ]
    places = {0, 3, second, second + 3, sig, sig + 5, sig + 91, sig + 94, sig + 95, len(ledger) - 1, *lines}
    places |= set(range(7, len(ledger), len(ledger) // 6))
    for at in sorted(places):
        changed = bytearray(ledger)
        changed[at] ^= 1
        assert run(tmp_path, (LEDGER,), text, bytes(changed)).returncode != 0, at
    assert run(tmp_path, (LEDGER,), text, ledger).returncode == 0


def test_a_shorter_or_another_ledger_is_refused(tmp_path: Path) -> None:
    """The checkpoint of the message is not in it."""
    book = dealt(NAMES)
    text, ledger = message(book, "snaga"), book.public()
    assert run(tmp_path, (LEDGER,), text, ledger[: ledger.rindex(b"---\n")]).returncode != 0
    other = deal(register(open_partie(Book(), Random(4)), NAMES)).public()
    assert run(tmp_path, (LEDGER,), text, other).returncode != 0


def test_the_key_of_another_deal_is_refused_when_the_seed_is_out(tmp_path: Path) -> None:
    """The last part recomputes the key; it does not take the one of the message."""
    book = dealt(NAMES)
    text = message(book, "snaga")
    ledger = closed(book).public()
    skipped = HAND.replace("[ -z ", ": [ -z ")
    assert skipped != HAND
    wrong = text.replace(key_in(text), other_digit(key_in(text), 5))
    assert run(tmp_path, (LEDGER, skipped), wrong, ledger).returncode == 0
    assert run(tmp_path, (LEDGER, skipped, DEAL), wrong, ledger).returncode != 0
