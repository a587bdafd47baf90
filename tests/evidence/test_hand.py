"""What a player's own check of their hand message confirms (design.md, Dealing)."""

import html
import re
import unicodedata
from collections.abc import Callable
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
from hand_messages import (
    NAMES,
    checked,
    dealt,
    dealt_again,
    exchanged,
    in_play,
    late,
    message,
    of_another_engine,
    showing,
    table,
)

from gm.cards import Card, cards_in
from gm.desk.corrections import UndoProposed, abandon, undo
from gm.evidence import HandText, read_hand
from gm.ledger import Copy

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
        assert report.hand is not None
        assert report.hand[:4] == (player, 1, book.manche.number, holding.seq)
        assert report.hand.digests == set(holding.digests)
        assert report.cards == cards_in(book.manche.hand(player))
        assert report.in_force
        assert report.checks.checkpoint == "confirmed"
        assert report.checks.deal == ("confirmed" if copy == "own" else "unknown")


def test_a_message_says_of_which_moment_its_commitments_are() -> None:
    """Once something was played there are more of them than cards in the message."""
    assert "des cartes que tu avais à cette entrée" in table()[1]
    assert "de tes cartes, sans dire laquelle" in message(dealt(), "snaga")


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
    "decomposed accents": lambda text: text.replace("é", "e\u0301"),
    "the forum around it": lambda text: f"Salut toi ! On joue ?\nmodo a écrit le 12/06 :\n{text}\nRépondre",
    "without the list": lambda text: part(text, "L’entrée", "Pour tout vérifier"),
    "without the greeting": lambda text: part(text, "Salut", "Voici"),
    "without the number of cards": lambda text: re.sub(r"\(\d+.cartes?\)", "", text),
    "white suits": lambda text: text.translate(str.maketrans("♠♥♦♣", "♤♡♢♧")),
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


@pytest.mark.parametrize("form", ["grouped", "cards"])
def test_jokers_are_read_as_the_texts_write_them(form: str) -> None:
    """B2, E3, C7: a hand may hold jokers, whose colour is a word."""
    hand = [Card(index) for index in (0, 30, 33, 52, 53)]
    found = read_hand(showing(table()[1], hand, form))
    assert isinstance(found, HandText)
    assert (found.cards, found.counts) == (tuple(hand), {5})


def test_no_word_of_french_is_needed() -> None:
    """The commands say what a message is about, in any language; a number of cards stands in brackets."""
    book, text = table()
    words = re.sub(r"(?<![\w\\/'=-])[A-Za-zÀ-ÿ]{3,}(?![\w\\/'=-])", "word", text.replace("snaga !", ""))
    assert len(words) < len(text)
    assert checked(words, book).ok


def test_a_hand_that_a_gift_replaced_is_confirmed_and_said_to_be_older() -> None:
    """Each gift publishes both hands anew (design.md, `exchanged`): the earlier one was true in its time."""
    book = dealt_again()
    players = {name for pair in book.manche.pairs for name in (pair.better, pair.worse)}
    texts = {player: message(book, player) for player in PLAYERS}
    exchange_all(book, Random(4))
    for player, text in texts.items():
        report = checked(text, book)
        assert report.ok
        assert report.in_force == (player not in players)


def undone(book: Book, seq: int) -> int:
    proposed = undo(book.campaign, seq, "une erreur")
    assert isinstance(proposed, UndoProposed)
    book.add(proposed.event)
    return book.campaign.seq


def test_an_undone_deal_is_said_and_its_successor_is_the_hand() -> None:
    """A deal made anew after an undo has the same cards under new commitments (design.md, `undone`)."""
    book = dealt()
    text = message(book, "snaga")
    undone(book, 8)
    deal(book)
    report = checked(text, book)
    assert (report.ok, report.in_force) == (True, False)
    again = checked(message(book, "snaga"), book)
    assert (again.ok, again.in_force, again.cards) == (True, True, report.cards)


def test_an_undone_undo_brings_the_hand_back() -> None:
    """`undone` may name an earlier `undone` (design.md)."""
    book = dealt()
    text = message(book, "snaga")
    undone(book, undone(book, 8))
    report = checked(text, book)
    assert (report.ok, report.in_force) == (True, True)


def test_a_play_taken_back_is_in_the_hand_again() -> None:
    """A message is held against what counted at its checkpoint, whatever was undone since."""
    book = in_play()
    before = {player: message(book, player) for player in PLAYERS}
    undone(book, 10)
    for player in PLAYERS:
        assert checked(before[player], book).ok
        report = checked(message(book, player), book)
        assert report.ok
        assert report.hand is not None
        assert len(report.hand.digests) == len(report.cards)


@pytest.mark.parametrize("moment", [dealt, exchanged])
def test_a_hand_of_an_abandoned_manche_is_the_deals(moment: Callable[[], Book]) -> None:
    """`manche_abandoned` publishes the seed, which opens what was committed to after a gift too."""
    book = moment()
    player = book.manche.pairs[0].better if book.manche.pairs else "snaga"
    text = message(book, player)
    book.add(abandon(book.campaign, "une main au mauvais joueur", bytes(32)))
    report = checked(text, book)
    assert (report.ok, report.in_force, report.checks.deal) == (True, False, "confirmed")


def test_under_another_engine_a_hand_after_a_gift_is_not_recomputed() -> None:
    """Rulings of another version are not judged: then only the key is known to be the deal's."""
    book = of_another_engine(dealt_again())
    player = book.manche.pairs[0].better
    before = message(book, player)
    exchange_all(book, Random(4))
    after = message(book, player)
    book.add(abandon(book.campaign, "une erreur", bytes(32)))
    for text, deal_check in ((before, "confirmed"), (after, "unknown")):
        report = checked(text, book)
        assert (report.ok, report.checks.deal, report.seed_known) == (True, deal_check, True)
