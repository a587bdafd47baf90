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
    sealed,
)
from hand_messages import (
    checked,
    checked_against,
    dealt,
    dealt_again,
    key_in,
    message,
    message_under,
    of_another_engine,
    table,
)

from gm import dealing
from gm.campaign import Campaign, Problem
from gm.cards import cards_in, code_of
from gm.desk.corrections import abandon
from gm.desk.exchange import exchange
from gm.events import Event, Exchanged, MancheDealt
from gm.evidence import Checks, HandFault, HandFaultCode, HandText, check_hand, read_hand
from gm.ledger import Checkpoint, public_copy, read
from gm.render import known, locales

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


def another_listed(text: str) -> str:
    """A commitment of the list that is not the one found in the end."""
    found = re.search("trouver ([0-9a-f]{64})", text)
    assert found is not None
    return next(each for each in listed(text).split() if each != found[1])


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
    "a card added": attack("hand", "hand_differs", "count_differs")(
        lambda text: text.replace("[b]", "[b]A ♠♥♦♣ · 3 ♠♥♦♣ · ", 1)
    ),
    "a card left out": attack("hand", "hand_differs", "count_differs")(
        lambda text: re.sub(r"\[b\].*? · ", "[b]", text, count=1)
    ),
    "a card twice": attack("hand", "hand_differs", "count_differs")(
        lambda text: re.sub("([♠♥♦♣])", r"\1\1", text, count=1)
    ),
    "a digit of the key": attack("key", "key_opens_nothing")(
        lambda text: text.replace(key_in(text), key_in(text)[:-1] + flipped(key_in(text)[-1]))
    ),
    "a digit of the key where it is given": attack("key", "key_differs")(
        lambda text: text.replace(key_in(text), flipped(key_in(text)[0]) + key_in(text)[1:], 1)
    ),
    "a commitment where the key is given": attack("key", "key_differs")(
        lambda text: text.replace(key_in(text), listed(text)[:64], 1)
    ),
    "no key but in the command": attack("key", "key_differs")(
        lambda text: text.replace(key_in(text), "…", 1)
    ),
    "a digit of the key in the command": attack("key", "key_opens_nothing", "key_differs")(
        lambda text: text.replace(f"{key_in(text)}'", f"{flipped(key_in(text)[0])}{key_in(text)[1:]}'")
    ),
    "the key of another player": attack("key", "key_opens_nothing")(
        lambda text: text.replace(key_in(text), key_in(of_oliv10()))
    ),
    "the list of another player": attack("key", "key_opens_nothing", "other_player")(
        lambda text: text.replace(listed(text), listed(of_oliv10()))
    ),
    "the cards of another player": attack("hand", "hand_differs", "count_differs")(
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
    "the count of other cards": attack("hand", "count_differs")(
        lambda text: re.sub(r"\(\d+", "(3", text, count=1)
    ),
    "another player in the command": attack("hand", "other_player")(
        lambda text: text.replace("\\nsnaga\\n", "\\noliv10\\n")
    ),
    "another entry in the command": attack("hand", "other_entry")(
        lambda text: text.replace("gm/salt/1\\n8\\n", "gm/salt/1\\n7\\n")
    ),
    "another manche in the command": attack("hand", "other_manche")(
        lambda text: text.replace("zebest\\n1\\n1\\n", "zebest\\n1\\n2\\n")
    ),
    "another partie in the command": attack("hand", "other_manche")(
        lambda text: text.replace("zebest\\n1\\n1\\n", "zebest\\n2\\n1\\n")
    ),
    "another campaign in the command": attack("hand", "other_campaign")(
        lambda text: text.replace("\\nzebest\\n", "\\nzebestes\\n")
    ),
    "another card in the first command": attack("hand", "example_differs")(
        lambda text: re.sub(r"(salt/1\\n8\\n)..", r"\g<1>Xr", text)
    ),
    "another card in the second command": attack("hand", "example_differs")(
        lambda text: re.sub(r"(\\nsnaga\\n)..", r"\g<1>Xr", text)
    ),
    "another salt found": attack("hand", "example_differs")(
        lambda text: re.sub("(trouver )[0-9a-f]{32}\\b", rf"\g<1>{'5' * 32}", text)
    ),
    "another salt in the second command": attack("hand", "example_differs")(
        lambda text: re.sub(r"(\\n)[0-9a-f]{32}'", rf"\g<1>{'5' * 32}'", text)
    ),
    "another commitment found": attack("hand", "example_differs")(
        lambda text: re.sub("(trouver )[0-9a-f]{64}", lambda found: found[1] + another_listed(text), text)
    ),
    "a checkpoint of another history": attack("checkpoint", "fork")(
        lambda text: re.sub(r"/[0-9A-F]{3}(?=.-)", lambda found: found[0][:3] + flipped(found[0][3]), text)
    ),
    "a checkpoint of another campaign": attack("checkpoint", "fork", "hand_differs")(
        lambda text: (
            text.split("Point de contrôle")[0] + elsewhere()[elsewhere().index("Point de contrôle") :]
        )
    ),
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
    assert refused(name) == ATTACKS[name].codes


@pytest.mark.parametrize("at", range(0, 64, 7))
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
    assert (report.checks.hand, report.checks.checkpoint) == ("unknown", "refuted")


UNKNOWN = Checks("confirmed", *["unknown"] * 4)


@pytest.mark.parametrize("missing", [1, 3])
def test_a_ledger_older_than_the_message_cannot_tell(missing: int) -> None:
    """An old public copy is no crime: where it ends and what the message supposes is said, no more."""
    book, text = table()
    older = public_copy(sealed(book.records[:-missing]))
    report = checked_against(text, older)
    (fault,) = report.faults
    assert isinstance(fault, HandFault)
    numbers = {"entries": len(book.records) - missing, "needed": len(book.records), "given": False}
    assert (fault.code, fault.params) == ("rollback", numbers)
    assert (report.ok, report.checks, report.hand) == (False, UNKNOWN, None)


def test_an_entry_or_a_checkpoint_beyond_the_end_is_a_rollback_too() -> None:
    """Whichever the message or the player names."""
    book, text = table()
    beyond = text.replace("gm/salt/1\\n8\\n", "gm/salt/1\\n999\\n")
    found = read_hand(text), read_hand(beyond)
    given = Checkpoint("zebest", 999, "0" * 32)
    for hand, checkpoints in zip(found, ((given,), ()), strict=True):
        assert isinstance(hand, HandText)
        report = check_hand(hand, read(book.public()), "public", checkpoints)
        (fault,) = report.faults
        assert isinstance(fault, HandFault)
        numbers = {"entries": len(book.records), "needed": 999, "given": bool(checkpoints)}
        assert (fault.code, fault.params, report.checks) == ("rollback", numbers, UNKNOWN)


def test_a_rewritten_past_is_not_taken_for_an_old_copy() -> None:
    """A checkpoint that is not of this ledger counts, though the message supposes a longer one."""
    book, text = table()
    hand = read_hand(text)
    assert isinstance(hand, HandText)
    older = read(public_copy(sealed(book.records[:-1])))
    report = check_hand(hand, older, "public", [Checkpoint("zebest", 2, "0" * 32)])
    assert {fault.code for fault in report.faults} >= {"rollback", "fork"}
    assert report.checks.checkpoint == "refuted"


def test_a_message_of_another_campaign_is_said_to_be_one() -> None:
    """Both names are told, and nothing is refuted."""
    report = checked(elsewhere(), table()[0])
    (fault,) = report.faults
    assert isinstance(fault, HandFault)
    assert (fault.code, fault.params) == ("other_campaign", {"ledger": "zebest", "message": "autre"})
    assert report.checks == UNKNOWN


def test_a_message_of_another_history_is_refused() -> None:
    """Another campaign of the same name: neither checkpoint nor commitments are of this ledger."""
    book = deal(register(open_partie(Book(), Random(8))))
    report = checked(message(book, "snaga"), table()[0])
    assert {fault.code for fault in report.faults} == {"fork", "key_opens_nothing"}
    assert (report.checks.key, report.checks.checkpoint) == ("refuted", "refuted")


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
    assert {fault.code for fault in report.faults} >= {"key_opens_part", "hand_differs"}
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
    """The rulings of another engine are not judged, yet the key of each hand is known by the seed."""
    book = of_another_engine(dealt_again())
    player = book.manche.pairs[0].better
    received = exchange(book.campaign, player, asked=[], given=None)
    assert not isinstance(received, Problem)
    book.change = under_another_key
    book.add(received.events)
    book.change = None
    text = message_under(book, player, OTHER_KEY)
    assert checked(text, book).ok, "nobody can tell while the manche is open"
    book.add(abandon(book.campaign, "une erreur", bytes(32)))
    report = checked(text, book)
    assert {fault.code for fault in report.faults} == {"key_not_of_deal"}
    assert (report.checks.key, report.checks.deal) == ("confirmed", "refuted")


def test_every_code_is_reached_and_told_in_every_locale() -> None:
    """A code that no attack gives, or that has no sentence, is a gap."""
    elsewhere_tested = {"key_opens_part", "key_not_of_deal", "not_in_force", "rollback"}
    reached = {code for name in ATTACKS for code in refused(name)} | elsewhere_tested
    codes = set(get_args(HandFaultCode))
    assert reached - {"fork"} == codes
    assert [code for code in codes for locale in locales() if not known(locale, f"fault.{code}")] == []


def test_the_page_explains_every_code() -> None:
    """docs/verify.md, The player's side."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "verify.md").read_text(encoding="utf-8")
    section = page.split("## The player's side")[1].split("\n## ")[0]
    assert re.findall(r"^\| `([a-z_]+)` \|", section, re.MULTILINE) == list(get_args(HandFaultCode))
