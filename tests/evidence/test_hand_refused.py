"""What a player's own check of their hand message refuses, and by which code."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from attacks.forging import manche_before, on
from builders import (
    Book,
    choose_order,
    deal,
    exchange_all,
    open_partie,
    play_some,
    register,
)
from hand_messages import checked, checked_against, dealt, dealt_again, exchanged, key_in, message, table

from gm import dealing
from gm.campaign import Campaign, Problem
from gm.cards import cards_in, code_of
from gm.desk.corrections import abandon
from gm.desk.exchange import exchange
from gm.events import CampaignOpened, Event, Exchanged, MancheDealt, Record
from gm.evidence import HandFaultCode
from gm.render import known, locales
from gm.render.engine import environment_of

OTHER_KEY = "5e" * 32


def flipped(digit: str) -> str:
    """Another hex digit."""
    return format(int(digit, 16) ^ 1, "x")


def one_card_changed(text: str) -> str:
    """The hand with another suit for its first card: one that the player does not hold."""
    held = {code_of(card) for card in cards_in(table()[0].manche.hand("snaga"))}
    found = re.search(r"\[b\](\w+) ([♠♥♦♣])", text)
    assert found is not None
    rank = {"10": "T", "V": "J", "D": "Q", "R": "K"}.get(found[1], found[1])
    other = next(suit for suit in "♠♥♦♣" if rank + "shdc"["♠♥♦♣".index(suit)] not in held)
    return text.replace(found[0], f"[b]{found[1]} {other}", 1)


def listed(text: str) -> str:
    """The commitments that a message lists, one a line."""
    found = re.search(r"(?:^[0-9a-f]{64}\n)+", text, re.MULTILINE)
    assert found is not None
    return found[0]


def first_digest(text: str, other: str) -> str:
    listed = re.findall("^[0-9a-f]{64}$", text, re.MULTILINE)[0]
    return text.replace(listed, other or "f" * 64)


def without_a_digest(text: str) -> str:
    return re.sub(r"^[0-9a-f]{64}\n", "", text, count=1, flags=re.MULTILINE)


def of_oliv10() -> str:
    return message(table()[0], "oliv10")


@cache
def elsewhere() -> str:
    """The message of the same player in another campaign."""
    book = Book("autre")
    register(open_partie(book, Random(8)))
    return message(deal(book), "snaga")


@dataclass(frozen=True)
class Attack:
    """A message changed by somebody, the codes that say so, and the check that refuses it."""

    change: Callable[[str], str]
    codes: frozenset[str]
    check: str


def attack(check: str, *codes: str) -> Callable[[Callable[[str], str]], Attack]:
    return lambda change: Attack(change, frozenset(codes), check)


ATTACKS: dict[str, Attack] = {
    "a card changed": attack("hand", "hand_differs")(one_card_changed),
    "a card added": attack("hand", "hand_differs")(
        lambda text: text.replace("[b]", "[b]A ♠♥♦♣ · 3 ♠♥♦♣ · ", 1)
    ),
    "a card left out": attack("hand", "hand_differs")(
        lambda text: re.sub(r"\[b\].*? · ", "[b]", text, count=1)
    ),
    "a card twice": attack("hand", "hand_differs")(lambda text: re.sub("([♠♥♦♣])", r"\1\1", text, count=1)),
    "a digit of the key": attack("key", "key_opens_nothing")(
        lambda text: text.replace(key_in(text), key_in(text)[:-1] + flipped(key_in(text)[-1]))
    ),
    "the key of another player": attack("key", "key_of_other")(
        lambda text: text.replace(key_in(text), key_in(of_oliv10()))
    ),
    "the list of another player": attack("key", "key_of_other")(
        lambda text: text.replace(listed(text), listed(of_oliv10()))
    ),
    "the cards of another player": attack("hand", "hand_differs")(
        lambda text: re.sub(r"\[b\].*\[/b\]", re.findall(r"\[b\].*\[/b\]", of_oliv10())[0], text, count=1)
    ),
    "a commitment changed": attack("hand", "commitments_differ")(lambda text: first_digest(text, "")),
    "a commitment of somebody else": attack("hand", "commitments_differ")(
        lambda text: first_digest(text, re.findall("^[0-9a-f]{64}$", of_oliv10(), re.MULTILINE)[0])
    ),
    "a commitment of somebody else besides": attack("hand", "commitments_differ")(
        lambda text: f"{text}\n{re.findall('^[0-9a-f]{64}$', of_oliv10(), re.MULTILINE)[0]}"
    ),
    "a commitment left out": attack("hand", "commitments_differ")(without_a_digest),
    "a commitment added": attack("hand", "commitments_differ")(lambda text: f"{text}\n{'e' * 64}"),
    "somebody else greeted": attack("hand", "other_player")(lambda text: text.replace("snaga", "oliv10", 1)),
    "the number of another entry": attack("hand", "other_entry")(
        lambda text: text.replace("entrée 8", "entrée 7")
    ),
    "the number of another manche": attack("hand", "other_manche")(
        lambda text: f"Une partie : ta main (partie 1, manche 2)\n{text}"
    ),
    "no key": attack("hand", "no_key_in_text")(lambda text: text.replace(key_in(text), "…")),
    "no hand": attack("hand", "no_hand_in_text")(
        lambda text: text[text.index("[spoiler") :].replace("♥", "")
    ),
    "a checkpoint of another history": attack("checkpoint", "fork")(
        lambda text: re.sub(r"/[0-9A-F]{3}(?=.-)", lambda found: found[0][:3] + flipped(found[0][3]), text)
    ),
    "a checkpoint of another campaign": attack("checkpoint", "fork")(
        lambda text: (
            text.split("Point de contrôle")[0] + elsewhere()[elsewhere().index("Point de contrôle") :]
        )
    ),
    "a message of another campaign": attack("key", "key_opens_nothing", "fork")(lambda _: elsewhere()),
}


def refused(name: str) -> set[str]:
    book, text = table()
    changed = ATTACKS[name].change(text)
    assert changed != text, name
    report = checked(changed, book)
    assert not report.ok
    assert getattr(report.checks, ATTACKS[name].check) != "confirmed"
    return {fault.code for fault in report.faults}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_message_that_was_changed_is_refused_by_its_code(name: str) -> None:
    """Hand, key, list, checkpoint and words of the message have to agree with the ledger."""
    assert refused(name) >= ATTACKS[name].codes


@pytest.mark.parametrize("at", range(64))
def test_any_digit_of_the_key_matters(at: int) -> None:
    """K is a SHA-256: another one opens nothing, and the hand is then not confirmed."""
    book, text = table()
    key = key_in(text)
    other = key[:at] + flipped(key[at]) + key[at + 1 :]
    report = checked(text.replace(key, other), book)
    assert {fault.code for fault in report.faults} == {"key_opens_nothing"}
    assert (report.checks.key, report.checks.hand) == ("refuted", "unknown")


def test_the_cards_that_differ_are_named() -> None:
    """The player sees which cards the moderator promised instead."""
    book, text = table()
    report = checked(one_card_changed(text), book)
    hand = set(cards_in(book.manche.hand("snaga")))
    assert set(report.missing) == hand - set(report.cards)
    assert set(report.strange) == set(report.cards) - hand
    assert len(report.missing) == len(report.strange) == 1


def test_a_card_that_was_played_is_no_longer_in_the_hand() -> None:
    """A message is held against its checkpoint: the hand of the deal is not the hand of ten moves later."""
    book = dealt()
    text = message(book, "snaga")
    play_some(choose_order(book, Random(3)), Random(3), 12)
    later = message(book, "snaga").split("Point de contrôle")[1]
    report = checked(text.split("Point de contrôle")[0] + "Point de contrôle" + later, book)
    assert {fault.code for fault in report.faults} == {"hand_differs"}


def test_a_checkpoint_at_which_the_hand_did_not_count_is_refused() -> None:
    """A message of before an exchange with the checkpoint of after it was put together by somebody."""
    book = dealt_again()
    player = book.manche.pairs[0].better
    text = message(book, player)
    exchange_all(book, Random(4))
    swapped = text.split(": zebest/")[0] + ": zebest/" + message(book, player).split(": zebest/")[1]
    report = checked(swapped, book)
    assert {fault.code for fault in report.faults} == {"not_in_force"}
    assert report.checks.checkpoint == "refuted"


def test_a_ledger_older_than_the_message_is_a_rollback() -> None:
    """The public copy that was published before the deal shows nothing of it."""
    book = dealt()
    text = message(book, "snaga")
    book.records.pop()
    report = checked(text, book)
    assert {fault.code for fault in report.faults} == {"rollback", "key_opens_nothing"}
    assert report.checks.checkpoint == "refuted"


def test_a_ledger_that_does_not_verify_confirms_nothing() -> None:
    """Each byte of the hand's own entry and of the last signature, changed."""
    book, text = table()
    ledger = book.public()
    start = ledger.index(b'seq: "8"')
    for at in (*range(start, start + 2000, 97), len(ledger) - 20):
        changed = bytearray(ledger)
        changed[at] ^= 1
        report = checked_against(text, bytes(changed))
        assert not report.ok
        assert report.checks.ledger == "refuted"
        assert {report.checks.key, report.checks.hand, report.checks.deal} == {"unknown"}


def other_commitments(_: Campaign, event: MancheDealt) -> MancheDealt:
    """The moderator commits to another card for snaga than the one they send."""
    digests = (*event.commitments["snaga"][1:], "f" * 64)
    return replace(event, commitments={**event.commitments, "snaga": digests})


def test_a_hand_that_was_not_committed_to_is_refused_at_once() -> None:
    """While the manche is open nobody else can see it: the player can."""
    book = register(open_partie(Book(change=on(MancheDealt, other_commitments)), Random(3)))
    text = message(deal(book), "snaga")
    assert checked_against(text, book.public()).checks.ledger == "confirmed"
    report = checked(text, book)
    assert {fault.code for fault in report.faults} == {"key_opens_part", "hand_differs"}
    assert len(report.strange) == 1


def under_another_key(campaign: Campaign, event: Event) -> Exchanged:
    """A gift whose receiver gets commitments under a key that is not the deal's."""
    assert isinstance(event, Exchanged)
    name, cards = (
        event.receiver,
        {*cards_in(manche_before(campaign).hand(event.receiver)), *(event.cards or ())},
    )
    digests = dealing.commitments(campaign.name, 1, 2, name, cards, campaign.seq + 1, OTHER_KEY)
    return replace(event, commitments={**event.commitments, name: digests})


def test_a_key_that_is_not_the_deals_is_refused_once_the_seed_is_out() -> None:
    """Gifts in an abandoned manche are never published, yet the key of the hand is known by its seed."""
    book = dealt_again()
    player = book.manche.pairs[0].better
    received = exchange(book.campaign, player, asked=[], given=None)
    assert not isinstance(received, Problem)
    book.change = under_another_key
    book.add(received.events)
    book.change = None
    shown = environment_of("fr", "plain").filters["cards"](cards_in(book.manche.hand(player)))
    text = f"{shown} {OTHER_KEY}"
    assert checked(text, book).ok, "nobody can tell while the manche is open"
    book.add(abandon(book.campaign, "une erreur", bytes(32)))
    report = checked(text, book)
    assert {fault.code for fault in report.faults} == {"key_not_of_deal"}
    assert (report.checks.key, report.checks.deal) == ("refuted", "refuted")


def test_a_hand_that_never_counted_is_refused_under_another_engine_too() -> None:
    """Rulings of another version of the engine are not judged: a gift too many shows only here."""
    book = exchanged()
    opening = book.records[0].event
    assert isinstance(opening, CampaignOpened)
    book.records[0] = replace(book.records[0], event=replace(opening, engine="999"))
    gift = next(each.event for each in book.records if isinstance(each.event, Exchanged))
    again, held = under_another_key(book.campaign, gift), book.manche.holdings
    due = book.manche.pairs[0].number
    more = (*again.commitments[gift.receiver], *(character * 64 for character in "ef"))
    sizes = (len(held[gift.giver].digests) - due, len(held[gift.receiver].digests) + due)
    lists = (held[gift.giver].digests[: sizes[0]], more[: sizes[1]])
    again = replace(again, commitments=dict(zip((gift.giver, gift.receiver), lists, strict=True)))
    book.records.append(Record(len(book.records) + 1, book.records[-1].at, again))
    shown = environment_of("fr", "plain").filters["cards"](cards_in(book.manche.hand(gift.receiver)))
    report = checked(f"{shown} {OTHER_KEY}", book)
    assert report.checks.ledger == "confirmed"
    assert "not_in_force" in {fault.code for fault in report.faults}
    assert report.checks.hand == "unknown"


def test_every_code_is_reached_and_told_in_every_locale() -> None:
    """A code that no attack gives, or that has no sentence, is a gap."""
    elsewhere_tested = {"key_opens_part", "key_not_of_deal", "too_much_to_try", "not_in_force"}
    reached = {code for name in ATTACKS for code in refused(name)} | elsewhere_tested
    codes = set(get_args(HandFaultCode))
    assert reached - {"fork", "rollback"} == codes
    assert [code for code in codes for locale in locales() if not known(locale, f"fault.{code}")] == []


def test_the_page_explains_every_code() -> None:
    """docs/verify.md, The player's side."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "verify.md").read_text(encoding="utf-8")
    section = page.split("## The player's side")[1].split("\n## ")[0]
    assert re.findall(r"^\| `([a-z_]+)` \|", section, re.MULTILINE) == list(get_args(HandFaultCode))
