"""`gm audit`, `gm sanction` with its evidence, `gm exchange --record`, on the command line (Z18, Z19)."""

from collections.abc import Callable
from pathlib import Path

from cli_help import PLAYERS, Machine, shown

Prepared = Callable[[Callable[[Machine], object]], Machine]
CODES = [rank + suit for rank in "3456789TJQKA2" for suit in "shdc"]


def caught(machine: Machine) -> None:
    """Somebody repeated a card, and named one of a rank they have none of; both are on record."""
    machine.in_play()
    player = machine.status["turn"]
    single = machine.hand(player)[0]
    machine.done("play", player, shown([single]))
    for code in (single, absent(machine, player)):
        ran = machine.here("play", "--json", "--record", player, shown([code]))
        assert ran.code == 1


def absent(machine: Machine, player: str) -> str:
    """A card of a rank that a player holds nothing of."""
    ranks = {code[0] for code in machine.hand(player)}
    return next(code for code in CODES if code[0] not in ranks)


def culprit(machine: Machine) -> str:
    return str(machine.status["pile"][-1]["player"])


def test_the_audit_lists_each_attempt_with_its_evidence(prepared: Prepared) -> None:
    """rules.md, Verdict codes: why a card is not held is for the moderator, and only for them."""
    machine = prepared(caught)
    again, never = machine.done("audit", culprit(machine)[:4])["attempts"]
    assert set(again) == {
        *("seq", "at", "partie", "manche", "player", "kinds", "claim", "evidence", "post", "done")
    }
    assert (again["player"], again["partie"], again["manche"], again["post"]) == (
        culprit(machine),
        1,
        1,
        None,
    )
    assert again["kinds"] == ["already_played", "out_of_turn"]
    assert again["evidence"] == [again["seq"] - 1, again["seq"]]
    assert "never_held" in never["kinds"]
    assert never["done"] == {"kind": "nothing", "seq": None}
    told = machine.here("audit")
    assert (told.code, told.out) == (0, "")
    assert f"--evidence {never['seq']}" in told.err
    other = next(name for name in PLAYERS if name != culprit(machine))
    assert machine.done("audit", other) == {
        "attempts": [],
        "next_step": machine.done("status")["next_step"],
    }
    unknown = machine.here("audit", "--json", "Toto")
    assert (unknown.code, unknown.error) == (2, "unknown_name")


def test_a_sanction_cites_what_is_on_record_and_says_so(prepared: Prepared) -> None:
    """design.md, Command line: the public text on standard output, the moderator's on standard error."""
    machine = prepared(caught)
    player = culprit(machine)
    again, never = (each["seq"] for each in machine.done("audit")["attempts"])
    ran = machine.here("sanction", player, "--reason", "deux fois la même carte")
    assert ran.code == 0
    assert f"entrées\u00a0{again} et {never}" in ran.err
    assert f"l’entrée {again - 1} le prouve" in ran.out
    assert "fin de la manche" in ran.out
    done = machine.done("audit")["attempts"]
    assert [each["done"] for each in done] == [{"kind": "sanction", "seq": never + 1}] * 2
    assert machine.done("verify")["ok"]


def test_evidence_about_somebody_else_is_warned_about(prepared: Prepared) -> None:
    """Z18: the moderator decides; entries of other players are seldom what was meant."""
    machine = prepared(caught)
    other = next(name for name in PLAYERS if name != culprit(machine))
    entry = machine.done("audit")["attempts"][0]["seq"]
    ran = machine.here("sanction", other, "--reason", "essai", "--evidence", str(entry))
    assert ran.code == 0
    assert "ne concerne pas" in ran.err
    late = machine.here("sanction", "--json", culprit(machine), "--reason", "essai", "--evidence", "999")
    assert (late.code, late.error) == (2, "no_such_entry")


def test_a_recorded_refusal_speaks_of_a_sanction_only_where_it_is_no_slip(prepared: Prepared) -> None:
    """Z6: suits never matter; who holds another card of that rank is asked first."""
    machine = prepared(Machine.in_play)
    player = machine.status["turn"]
    hand = machine.hand(player)
    slip = next(code for code in CODES if code not in hand and code[0] in {card[0] for card in hand})
    for code, asks in ((slip, True), (absent(machine, player), False)):
        checked = machine.here("check", "--json", player, shown([code])).json
        ran = machine.here("play", "--record", player, shown([code]), "--post-id", "12")
        assert ran.code == 1
        for told in (checked["private"], ran.err):
            assert ("Posez d’abord la question" in told) == asks
            assert ("gm sanction" in told) != asks
        assert "Posez d’abord" not in ran.out + checked["public"]
    assert set(machine.done("audit")["attempts"][0]["post"]) == {"id", "author", "sha256"}


def before_the_exchange(machine: Machine) -> None:
    """Manche 2 is dealt; the places of manche 1 are those of PLAYERS."""
    machine.in_play()
    for player in PLAYERS[:0:-1]:
        machine.done("sanction", player, "--reason", "départ", "--departure")
    machine.done("deal")


def test_an_exchange_that_nobody_owes_goes_on_record(prepared: Prepared) -> None:
    """Z19: as a refusal, exit code 1; what was wanted stays private; without --record nothing is written."""
    machine = prepared(before_the_exchange)
    before = machine.ledger.read_bytes()
    first, second, neutral = PLAYERS[:3]
    wanted = ("--ask", "as de pique")
    plain = machine.here("exchange", "--json", neutral, *wanted)
    assert (plain.code, plain.error) == (1, "exchange_not_owed")
    assert machine.ledger.read_bytes() == before
    ran = machine.here("exchange", "--json", "--record", neutral, *wanted)
    assert ran.code == 1
    found = ran.json
    assert (found["player"], found["accepted"], found["violations"]) == (
        neutral,
        False,
        ["exchange_not_owed"],
    )
    assert found["error"]["code"] == "exchange_not_owed"
    large = machine.here("exchange", "--json", "--record", second, "--ask", "2, 2")
    assert large.json["error"]["code"] == "demand_too_large"
    machine.done("exchange", "--record", first, "--ask", "as")  # what is owed is made as ever
    late = machine.here("exchange", "--json", "--record", first, "--ask", "roi").json
    attempts = machine.done("audit")["attempts"]
    assert [each["kinds"] for each in attempts] == [["exchange_not_owed"]] * 3
    assert [each["seq"] for each in attempts] == [found["seq"], large.json["seq"], late["seq"]]
    assert attempts[2]["evidence"] == [late["seq"] - 1, late["seq"]]
    assert "A♠" in machine.here("audit").err
    assert "A♠" not in Path(machine.done("publish")["path"]).read_text(encoding="utf-8")
    assert machine.done("verify")["ok"]


def test_an_audit_of_a_campaign_without_attempts_is_friendly(prepared: Prepared) -> None:
    """Nothing on record is told in a sentence, on standard error as all that is the moderator's."""
    machine = prepared(Machine.in_play)
    ran = machine.here("audit")
    assert (ran.code, ran.out) == (0, "")
    assert "Rien à signaler" in ran.err
