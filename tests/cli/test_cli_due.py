"""`gm due`, `gm delays`, `gm pause`, reminders and the calendar, at times that a test sets (Z3, Z19, Z23)."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from cli_help import Machine, Ran

from gm.store import SystemClock

Prepared = Callable[[Callable[[Machine], object]], Machine]
At = Callable[[str], None]

DEAL = "2026-03-27T14:00:00+01:00"


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Sets the clock of this machine, which stands still."""

    def set_clock(moment: str) -> None:
        monkeypatch.setattr(SystemClock, "now", lambda _: datetime.fromisoformat(moment))

    return set_clock


def dealt_before_spring(machine: Machine) -> None:
    """Manche 1 dealt two days before the clocks go forward, its order of play awaited."""
    with pytest.MonkeyPatch.context() as place:
        place.setattr(SystemClock, "now", lambda _: datetime.fromisoformat(DEAL))
        machine.dealt()


def in_play_before_spring(machine: Machine) -> None:
    """The same with its order chosen: the holder of Qh opens."""
    with pytest.MonkeyPatch.context() as place:
        place.setattr(SystemClock, "now", lambda _: datetime.fromisoformat(DEAL))
        machine.in_play()


def names(rows: Sequence[dict[str, Any]]) -> list[str]:
    return [row["player"] for row in rows]


def test_due_tells_who_is_late_since_when_and_what_comes_next(prepared: Prepared, at: At) -> None:
    """Z22: two days by elapsed time end an hour later by the clocks, which go forward that night."""
    machine = prepared(in_play_before_spring)
    turn = machine.status["turn"]
    at("2026-03-29T14:59:59+02:00")
    waiting = machine.done("due")
    assert waiting["late"] == []
    deadline = "2026-03-29T15:00:00+02:00"
    one = {"player": turn, "duty": "turn", "since": DEAL, "deadline": deadline, "instead": "stand_in"}
    assert waiting["waiting"] == [{**one, "next": {"does": "remind", "at": deadline}}]
    assert "retard" not in machine.here("status").out
    at("2026-03-29T17:10:00+02:00")
    late = machine.done("due")
    after = {"does": "stand_in", "at": "2026-03-30T15:00:00+02:00"}
    assert late["late"] == [{**one, "late_hours": 2, "does": "remind", "next": after}]
    assert late["waiting"] == []
    assert (late["campaign"], late["now"]) == ("zebest", "2026-03-29T17:10:00+02:00")
    assert machine.done("due", turn[:3])["late"] == late["late"]
    assert f"En retard : {turn}" in machine.here("status").out.replace("\u00a0", " ")
    assert ", en retard" in machine.here("status", "--all").out


def test_due_is_for_the_moderator_and_says_the_command(prepared: Prepared, at: At) -> None:
    """design.md, Command line: what is for the moderator's eyes goes to standard error."""
    machine = prepared(in_play_before_spring)
    turn = machine.status["turn"]
    at("2026-03-29T17:10:00+02:00")
    reminded = machine.here("due")
    assert (reminded.code, reminded.out) == (0, "")
    assert f"gm pm {turn} reminder" in reminded.err
    assert "gm pm --all reminder" in reminded.err
    assert "gm due --apply" not in reminded.err
    at("2026-03-31T17:10:00+02:00")
    assert f"{turn}, comme le dit la règle (gm due --apply)" in machine.here("due").err


def test_apply_does_what_the_rule_says_and_prints_what_may_be_posted(prepared: Prepared, at: At) -> None:
    """Z5: the opener's lowest single, its reason in the ledger, which verifies; the next is waited for."""
    machine = prepared(in_play_before_spring)
    turn = machine.status["turn"]
    lowest = machine.hand(turn)[0][0]
    at("2026-03-30T14:59:00+02:00")
    nothing = machine.done("due", "--apply")
    assert (nothing["applied"], names(nothing["late"])) == ([], [turn])
    at("2026-03-30T15:00:00+02:00")
    done = machine.done("due", "--apply")
    (applied,) = done["applied"]
    assert (applied["player"], applied["does"], applied["duty"]) == (turn, "stand_in", "turn")
    assert [card[0] for card in applied["cards"]] == [lowest]
    assert turn in done["public"]
    assert "Point de contrôle" in done["public"]
    assert machine.status["pile"] == [{"player": turn, "cards": applied["cards"]}]
    assert 'reason: "sans réponse pour le dimanche 29 mars' in machine.ledger.read_text("utf-8")
    assert (done["late"], names(done["waiting"])) == ([], [machine.status["turn"]])
    assert machine.here("verify").code == 0
    again = machine.here("due", "--apply")
    assert (again.code, again.out) == (0, "")


def test_apply_for_an_order_and_with_ask_for_those_who_are_named_only(prepared: Prepared, at: At) -> None:
    """Z3: without an answer Qh first, then the order of registration."""
    machine = prepared(dealt_before_spring)
    chooser = machine.status["waiting"][0]
    machine.done("delays", "--absent", "ask")
    at("2026-04-10T12:00:00+02:00")
    asked = machine.done("due", "--apply")
    assert [(row["does"], row["next"]["does"]) for row in asked["late"]] == [("ask", "ask")]
    assert asked["applied"] == []
    named = machine.done("due", chooser, "--apply")
    assert [row["duty"] for row in named["applied"]] == ["order"]
    assert machine.status["phase"] == "play"


def error_of(ran: Ran) -> tuple[int, str]:
    return ran.code, ran.error


def test_due_of_somebody_who_is_not_late(prepared: Prepared, at: At) -> None:
    """design.md, exit codes: what the state refuses is 1, an unknown name 2."""
    machine = prepared(in_play_before_spring)
    turn = machine.status["turn"]
    other = next(name for name in machine.status["players"] if name != turn)
    at("2026-03-29T17:10:00+02:00")
    assert error_of(machine.here("due", turn, "--apply", "--json")) == (1, "not_late_enough")
    assert error_of(machine.here("due", other, "--json")) == (1, "not_awaited")
    assert error_of(machine.here("pm", other, "reminder", "--json")) == (1, "not_awaited")
    assert error_of(machine.here("due", "nobody", "--json")) == (2, "unknown_name")


def test_due_over_all_campaigns(prepared: Prepared, at: At) -> None:
    """Without -c every campaign of the folder, one that cannot be read among them; --apply needs one."""
    machine = prepared(in_play_before_spring)
    machine.done("new", "autre")
    at("2026-03-31T17:10:00+02:00")
    rows = machine.done("due")["campaigns"]
    assert [(row["campaign"], len(row["late"])) for row in rows] == [("autre", 0), ("zebest", 1)]
    (machine.campaigns / "autre" / "ledger.yaml").write_bytes(b"nothing\n")
    broken = machine.done("due")["campaigns"]
    assert ["error" in row for row in broken] == [True, False]
    for words in (("--apply",), ("snaga",)):
        assert error_of(machine.here("due", *words, "--json")) == (2, "several_campaigns")
    assert machine.done("due", "-c", "zebest")["campaign"] == "zebest"


def test_reminders_for_whoever_is_late(prepared: Prepared, at: At) -> None:
    """`gm pm --all reminder`: nobody before the deadline, then a message that says what happens next."""
    machine = prepared(in_play_before_spring)
    turn = machine.status["turn"]
    at("2026-03-29T14:59:00+02:00")
    assert machine.done("pm", "--all", "reminder")["messages"] == []
    assert "Personne à qui écrire" in machine.here("pm", "--all", "reminder").err
    at("2026-03-29T15:00:00+02:00")
    (told,) = machine.done("pm", "--all", "reminder")["messages"]
    assert told["to"] == turn
    assert "lundi 30" in told["body"]
    assert "à ta place" in told["body"]
    assert machine.done("pm", turn, "reminder") == {
        **told,
        "next_step": machine.done("pm", turn, "reminder")["next_step"],
    }


class TestDelays:
    def test_they_are_shown_and_changed(self, prepared: Prepared, at: At) -> None:
        """Z3, Z19, Z22: 48, 48, 48, then 24, quiet from 23 to 8; what is not typed stays."""
        machine = prepared(in_play_before_spring)
        at(DEAL)
        shown = machine.done("delays")
        hours = {"turn": 48, "exchange": 48, "order": 48, "grace": 24}
        assert {key: shown[key] for key in hours} == hours
        assert (shown["quiet"], shown["absent"], shown["timezone"]) == ("23-8", "stand_in", "Europe/Paris")
        changed = machine.done("delays", "--turn", "2j", "--grace", "12h", "--quiet", "none")
        assert (changed["turn"], changed["grace"], changed["quiet"]) == (48, 12, None)
        assert "12" in changed["public"]
        same = machine.done("delays", "--turn", "48")
        assert (same["seq"], same["public"]) == (None, "")
        machine.done("delays", "--turn", "1", "--grace", "1")
        at("2026-03-27T15:00:00+01:00")
        assert [row["does"] for row in machine.done("due")["late"]] == ["remind"]

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("--turn", "0"), "bad_delay"),
            (("--grace", "0h"), "bad_delay"),
            (("--exchange", "deux"), "bad_delay"),
            (("--quiet", "8-8"), "bad_quiet"),
            (("--absent", "kick"), "bad_absent"),
        ],
    )
    def test_what_is_no_delay_is_refused(self, prepared: Prepared, words: tuple[str, str], code: str) -> None:
        """design.md, exit codes: unreadable input is 2, and nothing is recorded."""
        machine = prepared(in_play_before_spring)
        before = machine.ledger.read_bytes()
        assert error_of(machine.here("delays", *words, "--json")) == (2, code)
        assert machine.ledger.read_bytes() == before


class TestPause:
    def test_a_pause_over_the_night_of_the_clocks(self, prepared: Prepared, at: At) -> None:
        """Z22: the delay goes on after it; `gm pause --end` lets it go on at once."""
        machine = prepared(in_play_before_spring)
        at("2026-03-28T12:00:00+01:00")
        made = machine.done("pause", "29/03/2026", "30/03/2026", "--reason", "vacances")
        assert (made["from"], made["until"]) == ("2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00")
        assert "vacances" in made["public"]
        (row,) = machine.done("due")["waiting"]
        assert row["deadline"] == "2026-03-30T14:00:00+02:00"
        at("2026-03-29T12:00:00+02:00")
        assert machine.done("due")["paused_until"] == made["until"]
        assert [each["reason"] for each in machine.done("pause")["pauses"]] == ["vacances"]
        done = machine.done("pause", "--end")
        assert "La pause est finie" in done["public"]
        (ended,) = done["ended"]
        assert ended["until"] == "2026-03-29T12:00:00+02:00"
        assert machine.done("due")["waiting"][0]["deadline"] == "2026-03-30T08:00:00+02:00"
        assert machine.done("pause")["pauses"] == []
        machine.done("pause", "05/04/2026", "06/04/2026")
        assert "n’aura pas lieu" in machine.done("pause", "--end")["public"]

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            (("29/03/2026 2h30", "30/03/2026"), (2, "moment_skipped")),
            (("30/02/2026", "30/03/2026"), (2, "bad_moment")),
            (("30/03/2026", "29/03/2026"), (2, "pause_backwards")),
            (("30/03/2026",), (2, "pause_what")),
            (("30/03/2026", "31/03/2026", "--end"), (2, "pause_what")),
            (("--end",), (1, "no_pause")),
        ],
    )
    def test_a_pause_that_cannot_be_is_refused(
        self, prepared: Prepared, words: tuple[str, ...], found: tuple[int, str]
    ) -> None:
        """design.md, exit codes; dates that do not exist are refused plainly."""
        assert error_of(prepared(in_play_before_spring).here("pause", *words, "--json")) == found


class TestCalendar:
    def test_dates_that_do_not_exist_or_are_not_in_order(self, machine: Machine) -> None:
        """Z23: refused, and nothing is opened."""
        machine.new_campaign()
        for options, code in (
            (("--start", "29/03/2026 2h30"), "moment_skipped"),
            (("--deal", "31/06/2026 14h"), "bad_moment"),
            (("--deal", "2026-06-12T14:00+02:00", "--start", "2026-06-12T13:00+00:00"), ""),
            (("--deal", "2026-06-12T13:00+00:00", "--start", "2026-06-12T14:00+02:00"), "bad_calendar"),
        ):
            ran = machine.here("open", *options, "--json")
            assert (ran.error if ran.code else "") == code
            if not ran.code:
                break
        assert machine.status["phase"] == "registration"

    def test_a_deal_and_a_move_too_early_are_told(self, machine: Machine, at: At) -> None:
        """Z23: a warning of the moderator's, at the deal and at a move, by check, play and read alike."""
        at("2026-06-12T10:00:00+02:00")
        machine.new_campaign()
        options = (
            "--registration",
            "12/06/2026 13h30",
            "--deal",
            "12/06/2026 14h",
            "--start",
            "14/06/2026 16h",
        )
        machine.done("open", *options)
        for player in ("intersideral", "MisterH", "MrRarty", "oliv10", "snaga"):
            machine.done("join", player)
        dealt = machine.here("deal")
        assert "Attention" in dealt.err
        assert "Attention" not in dealt.out
        chosen = machine.here("order")
        assert "celui des inscriptions" in chosen.out
        assert "choisi par" not in chosen.out
        (waited,) = machine.done("due")["waiting"]
        assert (waited["since"], waited["deadline"]) == (
            "2026-06-12T10:00:00+02:00",
            "2026-06-16T16:00:00+02:00",
        )
        turn = machine.status["turn"]
        move = machine.hand(turn)[0]
        words = f"{move[0].replace('T', '10')}{dict(zip('shdc', '♠♥♦♣', strict=True))[move[1]]}"
        assert "ne commence que" in machine.done("check", words)["private"]
        page = machine.here("read", "-", "--check", "--json", stdin=f"{turn} :\n{words}\n")
        assert page.json["posts"][0]["notes"] == ["before_start"]
        assert "ne commence que" in machine.done("play", words)["private"]
        at("2026-06-14T16:00:00+02:00")
        assert "ne commence que" not in machine.done("check", "je passe")["private"]

    def test_an_unknown_time_zone_makes_no_campaign(self, machine: Machine) -> None:
        """design.md, exit codes: refused as unreadable, and no folder is left."""
        machine.done("init", "--no-passphrase")
        for zone in ("Europe/Pariss", "", "+02:00", "../etc", "Paris"):
            assert error_of(machine.here("new", "x", "--timezone", zone, "--json")) == (2, "unknown_timezone")
        assert not (machine.campaigns / "x").exists()


def test_an_exchange_nobody_answers(prepared: Prepared, at: At) -> None:
    """Z19: the best received, the lowest given, of both pairs in one write; the public text shows no card."""
    machine = prepared(in_play_before_spring)
    at("2026-03-28T12:00:00+01:00")
    for player in machine.status["players"][:4]:
        machine.done("sanction", player, "--reason", "départ", "--departure")
    machine.done("deal")
    waiting = machine.status["waiting"]
    at((datetime.fromisoformat("2026-03-28T12:00:00+01:00") + timedelta(hours=100)).isoformat())
    done = machine.done("due", "--apply")
    assert [row["player"] for row in done["applied"]] == waiting
    assert [len(row["seq"]) for row in done["applied"]] == [3, 3]
    assert machine.status["phase"] == "play"
    assert not set("♠♥♦♣") & set(done["public"])
    assert machine.here("verify").code == 0
