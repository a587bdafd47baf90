"""What a player's own check of their hand message confirms (design.md, Dealing)."""

import html
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from builders import (
    PLAYERS,
    Book,
    choose_order,
    deal,
    exchange_all,
    play_manche,
)
from hand_messages import NAMES, checked, dealt, dealt_again, exchanged, in_play, key_in, late, message, table

from gm.cards import Card, cards_in
from gm.desk.corrections import UndoProposed, abandon, undo
from gm.events import Exchanged
from gm.evidence import Copy, Ended, HandText, read_hand
from gm.render.engine import environment_of

COPIES: tuple[Copy, ...] = ("own", "public")
MOMENTS = (dealt, in_play, dealt_again, exchanged, late)


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_each_message_of_an_honest_moderator_is_confirmed(
    moment: Callable[[tuple[str, ...]], Book], copy: Copy
) -> None:
    """Whose hand, of which manche and entry is told by key and ledger, the cards are those held."""
    book = moment(NAMES)
    for player in NAMES:
        report = checked(message(book, player), book, copy)
        assert report.faults == ()
        assert report.ok
        holding = book.manche.holdings[player]
        assert (report.player, report.seq) == (player, holding.seq)
        assert (report.partie, report.manche) == (1, book.manche.number)
        assert report.cards == cards_in(book.manche.hand(player))
        assert report.committed == len(holding.digests)
        assert report.checks.checkpoint == "confirmed"
        assert report.checks.deal == ("confirmed" if copy == "own" else "unknown")


def test_the_message_of_an_exchange_is_confirmed() -> None:
    """The message that tells what was received shows also gifts, which are not the hand (Z19)."""
    book = exchanged()
    for pair in book.manche.pairs:
        for player in (pair.better, pair.worse):
            assert checked(message(book, player, "exchange"), book).ok


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_old_message_is_confirmed_by_the_whole_partie_deal_included(moment: Callable[[], Book]) -> None:
    """Once the manche is closed its seed is public: key and hand are those of the deal, gifts included."""
    book = moment()
    text = message(book, "oliv10")
    chance = Random(6)
    while book.campaign.phase != "over":
        if book.campaign.phase == "ready_to_deal":
            deal(book)
        elif book.campaign.phase == "order":
            choose_order(book, chance)
        elif book.campaign.phase == "exchange":
            exchange_all(book, chance)
        else:
            play_manche(book, chance)
    report = checked(text, book)
    assert report.ok
    assert report.checks.deal == "confirmed"


def joined(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def bare(text: str) -> str:
    return re.sub(r"\[/?(?:b|i|code|spoiler)(?:=[^\]]*)?\]", "", text)


def part(text: str, first: str, last: str) -> str:
    """A text without what stands from some words up to some others."""
    start = text.index(first)
    return text[:start] + text[text.index(last, start) :]


COPIED: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "no markup": bare,
    "lines joined": lambda text: joined(bare(text)),
    "nothing between lines": lambda text: bare(text).replace("\n", ""),
    "no blank lines": lambda text: re.sub(r"\n+", "\n", bare(text)),
    "quoted": lambda text: "\n".join(f"> {line}" for line in text.splitlines()),
    "quoted twice": lambda text: "\n".join(f">> {line}" for line in bare(text).splitlines()),
    "every word quoted on its own line": lambda text: re.sub(r"\s+", "\n> ", bare(text)),
    "a quote tag around": lambda text: f'[quote="modo"]{text}[/quote]',
    "CR LF": lambda text: text.replace("\n", "\r\n"),
    "plain blanks": lambda text: text.replace("\u00a0", " ").replace("\u202f", " "),
    "no-break blanks": lambda text: text.replace(" ", "\u00a0"),
    "emoji suits": lambda text: re.sub("[♠♥♦♣]", "\\g<0>\ufe0f", text),
    "entities": lambda text: html.escape(text).replace("\u00a0", "&nbsp;").replace("♥", "&hearts;"),
    "a page": lambda text: "<p>" + html.escape(bare(text)).replace("\n", "<br>\n") + "</p>",
    "blanks at the ends of lines": lambda text: text.replace("\n", "  \n\t"),
    "invisible marks": lambda text: text.replace("\n", "\u200b\n").replace("code]", "code]\ufeff"),
    "capital digits": lambda text: re.sub("[0-9a-f]{64}", lambda found: found[0].upper(), text),
    "decomposed accents": lambda text: text.replace("é", "e\u0301"),
    "the forum around it": lambda text: f"Salut toi ! On joue ?\nmodo a écrit le 12/06 :\n{text}\nRépondre",
    "key and hand alone": lambda text: f"{text.split('[/b]')[0]}\nclé : {key_in(text)}",
    "without the list": lambda text: part(text, "L’entrée", "Pour tout vérifier"),
    "without the example": lambda text: part(text, "Pour tout vérifier", "Point de contrôle"),
    "without the greeting": lambda text: part(text, "Salut", "Voici"),
    "without the number of cards": lambda text: re.sub(r"\(\d+.cartes?\)", "", text),
    "cards one by one": lambda text: re.sub(
        r"(\w+) ([♠♥♦♣]{2,})(?=[ \[])",
        lambda found: " ".join(found[1] + suit for suit in found[2]),
        f"{text.split('[/b]')[0]}[/b]\n{key_in(text)}".replace(" · ", " "),
    ),
}


@pytest.mark.parametrize("how", COPIED)
def test_however_a_message_was_copied_it_is_confirmed(how: str) -> None:
    """What a player saves from the forum, with its markup or as it was shown."""
    book, text = table()
    report = checked(COPIED[how](text), book)
    assert report.faults == ()
    assert report.ok
    assert report.cards == cards_in(book.manche.hand("snaga"))


def test_a_name_is_the_same_however_its_accents_are_written() -> None:
    """Names equal under NFKC and case folding are one (design.md, The ledger): macOS decomposes accents."""
    book = dealt(NAMES)
    for player in NAMES:
        assert checked(unicodedata.normalize("NFD", message(book, player)), book).ok


@pytest.mark.parametrize("how", ["key and hand alone", "without the checkpoint"])
def test_a_message_without_checkpoint_is_confirmed_and_it_is_said(how: str) -> None:
    """Key and hand need none; that the ledger is everybody's is then not known."""
    book, text = table()
    cut = COPIED[how](text) if how in COPIED else text.split("Point de contrôle")[0]
    report = checked(cut, book)
    assert report.ok
    assert report.checks.checkpoint == "unknown"


def test_jokers_are_read_as_the_texts_write_them() -> None:
    """B2, E3, C7: a hand may hold jokers, whose colour is a word."""
    filters = environment_of("fr", "plain").filters
    hand = [Card(index) for index in (0, 30, 33, 52, 53)]
    found = read_hand(f"(5 cartes) : {filters['grouped'](hand)} Rien à faire. {'0' * 64}")
    assert isinstance(found, HandText)
    assert found.cards == tuple(hand)
    assert read_hand(f"{filters['cards'](hand)} {'0' * 64}") == replace(found, cards=tuple(hand))


def test_a_hand_that_a_gift_replaced_is_confirmed_and_said_to_be_older() -> None:
    """Each gift publishes both hands anew (design.md, `exchanged`): the earlier one was true in its time."""
    book = dealt_again()
    players = {name for pair in book.manche.pairs for name in (pair.better, pair.worse)}
    texts = {player: message(book, player) for player in PLAYERS}
    exchange_all(book, Random(4))
    for player, text in texts.items():
        report = checked(text, book)
        assert report.ok
        assert (report.ended is not None) == (player in players)
        if report.ended is not None:
            (first, *_) = [
                record.seq
                for record in book.records
                if isinstance(record.event, Exchanged) and player in record.event.commitments
            ]
            assert report.ended == Ended("replaced", first)


def undone(book: Book, seq: int) -> int:
    proposed = undo(book.campaign, seq, "une erreur")
    assert isinstance(proposed, UndoProposed)
    book.add(proposed.event)
    return book.campaign.seq


def test_an_undone_deal_is_said_and_its_successor_is_the_hand() -> None:
    """A deal made anew after an undo has the same cards under new commitments (design.md, `undone`)."""
    book = dealt()
    text = message(book, "snaga")
    gone = undone(book, 8)
    deal(book)
    report = checked(text, book)
    assert report.ok
    assert report.ended == Ended("undone", gone)
    again = checked(message(book, "snaga"), book)
    assert (again.ok, again.ended, again.cards) == (True, None, report.cards)


def test_an_undone_undo_brings_the_hand_back() -> None:
    """`undone` may name an earlier `undone` (design.md)."""
    book = dealt()
    text = message(book, "snaga")
    undone(book, undone(book, 8))
    report = checked(text, book)
    assert (report.ok, report.ended) == (True, None)


def test_a_play_taken_back_is_in_the_hand_again() -> None:
    """A message is held against what counted at its checkpoint, whatever was undone since."""
    book = in_play()
    before = {player: message(book, player) for player in PLAYERS}
    undone(book, 10)
    for player in PLAYERS:
        assert checked(before[player], book).ok
        report = checked(message(book, player), book)
        assert report.ok
        assert report.committed == len(report.cards)


def test_a_hand_of_an_abandoned_deal_is_the_deals() -> None:
    """`manche_abandoned` publishes the seed (design.md, Dealing)."""
    book = dealt()
    text = message(book, "snaga")
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    report = checked(text, book)
    assert report.ok
    assert report.ended == Ended("abandoned", 9)
    assert report.checks.deal == "confirmed"


def test_gifts_that_are_never_published_leave_the_deal_unknown() -> None:
    """What went with an exchange in an abandoned manche is never published (docs/verify.md, Never)."""
    book = exchanged()
    player = book.manche.pairs[0].better
    text = message(book, player)
    book.add(abandon(book.campaign, "une erreur", bytes(32)))
    report = checked(text, book)
    assert report.ok
    assert (report.checks.deal, report.seed_known) == ("unknown", True)
