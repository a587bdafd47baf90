"""The moderator's signature proves nothing by itself: each forgery is found where it stands (design.md)."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import get_args

import attacks_on_deals
import attacks_on_exchanges
import attacks_on_play
import pytest
from builders import choose_order, deal, play_some, sealed, time_of
from forging import NOTHING, Attack, begun, put

from gm import dealing
from gm.desk.secrets import hand_key
from gm.events import Played, Record
from gm.evidence import Copy, Finding, FindingCode, examine
from gm.ledger import public_copy, read

CATALOGUE = (*attacks_on_deals.CATALOGUE, *attacks_on_play.CATALOGUE, *attacks_on_exchanges.CATALOGUE)
WITHOUT_ATTACK = {"no_campaign", "unknown_rules", "bad_checkpoint"}


@cache
def made(at: int) -> Attack:
    return CATALOGUE[at]()


def found(attack: Attack, copy: Copy) -> list[Finding]:
    data = sealed(attack.records)
    reading = read(data if copy == "own" else public_copy(data), copy=copy)
    assert reading.faults == ()
    return [fault for fault in examine(reading, copy).faults if isinstance(fault, Finding)]


@pytest.mark.parametrize("copy", ["own", "public"])
@pytest.mark.parametrize("at", range(len(CATALOGUE)), ids=[attack.__name__ for attack in CATALOGUE])
def test_a_forgery_is_found_in_its_entry(at: int, copy: Copy) -> None:
    """Each attack is named by its codes in the entry that is forged, and nothing before it is."""
    attack = made(at)
    expected = attack.own if copy == "own" else attack.public
    findings = found(attack, copy)
    if expected:
        assert findings[0].seq == attack.seq
    there = [finding for finding in findings if finding.seq == attack.seq]
    assert {finding.code for finding in there} == expected
    assert all(attack.why in finding.why for finding in there if finding.code == "ruling")


def test_a_card_dealt_twice_shows_when_it_is_played_twice() -> None:
    """While nobody knows the hands, two commitments to one card are seen as soon as both are opened."""
    book = play_some(choose_order(deal(begun()), Random(3)), Random(3), 1)
    manche, seq = book.manche, book.campaign.seq + 1
    played = book.records[-1].event
    assert isinstance(played, Played)
    card, player = played.cards[0], manche.turn
    assert player is not None
    salt = dealing.salt(8, card, hand_key(book.campaign, manche, player))
    digest = dealing.card_commitment("zebest", 1, 1, player, card, salt)
    digests = tuple(sorted((digest, *manche.deal.commitments[player][1:])))
    dealt = replace(manche.deal, commitments={**manche.deal.commitments, player: digests})
    records = [*put(book.records, 8, dealt), Record(seq, time_of(seq), Played(player, (card,), (salt,)))]
    findings = found(Attack(records, seq, NOTHING, NOTHING), "public")
    assert [(finding.seq, finding.code) for finding in findings] == [(seq, "salt_reused")]


def test_every_code_has_an_attack() -> None:
    """A code that no attack is refused by is not a check."""
    named = {code for at in range(len(CATALOGUE)) for code in made(at).own | made(at).public}
    assert named == set(get_args(FindingCode)) - WITHOUT_ATTACK
