"""Every attack of the catalogue is refused by its proper fault codes, where they must be reported.

design.md, The ledger: read strictly. README.md lists the attacks for those who write another verifier; after
a change that is meant: `GM_GOLDEN=write pytest tests/attacks`.
"""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from attacks.every_attack import CATALOGUE
from attacks.expecting import bytes_of, expected_of
from attacks.export import export
from attacks.forging import NOTHING, Attack, begun, put, then
from attacks.listing import listing
from attacks.tampering import Tampering, elsewhere, written
from builders import choose_order, deal, play_some

from gm import dealing
from gm.desk.secrets import hand_key
from gm.events import Played
from gm.evidence import Finding, FindingCode, Report, examine
from gm.ledger import Checkpoint, Copy, Fault, FaultCode, parse_checkpoint, read

README = Path(__file__).with_name("README.md")
BEGIN = "<!-- The list below is written by the tests: GM_GOLDEN=write pytest tests/attacks -->\n"
ALL = [attack for group in CATALOGUE.values() for attack in group]
ATTACKS = {attack.name: attack for attack in ALL}
COPIES: tuple[Copy, ...] = ("own", "public")


@cache
def made(name: str) -> Attack | Tampering:
    return ATTACKS[name].make()


def parsed(text: str) -> Checkpoint:
    """A checkpoint as it was posted."""
    found = parse_checkpoint(text)
    assert found is not None, text
    return found


def report_of(attack: Attack | Tampering, copy: Copy) -> Report:
    """What a verification of a copy answers."""
    data = bytes_of(attack, copy)
    if isinstance(attack, Attack):
        return examine(read(data, copy=copy), copy)
    return examine(read(data, key=attack.key, copy=copy), copy, [*map(parsed, attack.checkpoints)])


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_by_its_proper_codes(name: str, copy: Copy) -> None:
    """Of bytes each fault with entry and line, of events the codes of the forged entry; nothing before it."""
    attack = made(name)
    faults = report_of(attack, copy).faults
    expected = expected_of(attack, copy)
    if isinstance(attack, Tampering):
        named = {fault.code for fault in expected}
        found = [
            (each.code, each.seq, each.line)
            for each in faults
            if isinstance(each, Fault) or each.code in named
        ]
        first = 1 if attack.more else len(found)
        assert found[:first] == expected[:first]
        assert set(expected) <= set(found)
    else:
        findings = [fault for fault in faults if isinstance(fault, Finding)]
        assert len(findings) == len(faults)
        assert not expected or findings[0].seq == attack.seq
        there = [finding for finding in findings if finding.seq == attack.seq]
        assert {finding.code for finding in there} == {fault.code for fault in expected}
        assert all(attack.why in finding.why for finding in there if finding.code == "ruling")


def test_a_card_dealt_twice_shows_when_it_is_played_twice() -> None:
    """While nobody knows the hands, two commitments to one card are seen as soon as both are opened."""
    book = play_some(choose_order(deal(begun()), Random(3)), Random(3), 1)
    manche = book.manche
    played = book.records[-1].event
    assert isinstance(played, Played)
    card, player = played.cards[0], manche.turn
    assert player is not None
    salt = dealing.salt(8, card, hand_key(book.campaign, manche, player))
    digest = dealing.card_commitment("zebest", 1, 1, player, card, salt)
    digests = tuple(sorted((digest, *manche.deal.commitments[player][1:])))
    dealt = replace(manche.deal, commitments={**manche.deal.commitments, player: digests})
    records = then(put(book.records, 8, dealt), Played(player, (card,), (salt,)))
    faults = report_of(Attack(records, len(records), NOTHING, NOTHING), "public").faults
    assert [(fault.seq, fault.code) for fault in faults] == [(len(records), "salt_reused")]


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("ledger", [written, elsewhere])
def test_the_ledgers_that_are_attacked_are_sound(ledger: Callable[[], tuple[bytes, ...]], copy: Copy) -> None:
    """Nothing but the forgery is wrong with a forged one."""
    assert report_of(Tampering(b"".join(ledger()), ()), copy).faults == ()


def test_every_code_has_an_attack() -> None:
    """A code that no attack is refused by is not a check."""
    expected = {fault.code for name in ATTACKS for copy in COPIES for fault in expected_of(made(name), copy)}
    assert expected == {*get_args(FaultCode), *get_args(FindingCode)}


def test_every_attack_has_a_name_of_its_own() -> None:
    """Names are what other implementers refer to."""
    assert len(ATTACKS) == len(ALL)


def test_the_readme_lists_every_attack() -> None:
    """README.md and the code say the same: name, attacker, what and why, codes with entry and line."""
    before, _, listed = README.read_text("utf-8").partition(BEGIN)
    if os.environ.get("GM_GOLDEN") == "write":
        README.write_text(before + BEGIN + "\n" + listing(), "utf-8", newline="\n")
    else:
        assert listed == "\n" + listing()


def test_an_attack_can_be_taken_to_another_verifier(tmp_path: Path) -> None:
    """The export holds both copies and the faults that must be found in them."""
    name = "an_entry_deleted"
    export(ATTACKS[name], tmp_path)
    facts = json.loads((tmp_path / name / "attack.json").read_text("utf-8"))
    for copy in COPIES:
        data = (tmp_path / name / f"{copy}.yaml").read_bytes()
        found = [{"code": each.code, "seq": each.seq, "line": each.line} for each in read(data).faults]
        assert found == facts[copy] != []
