"""The commands and what they print: JSON shapes, exit codes, who reads which stream (design.md)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cli_help import PLAYERS, Machine, order_of, play_on, shown

Prepare = Callable[[Machine], object]
Prepared = Callable[[Prepare], Machine]

RULING = {
    *("player", "accepted", "claim", "violations", "clauses", "effects", "seq", "next", "public", "private"),
    *("then", "automatic", "next_step"),
}


def registered(machine: Machine) -> None:
    machine.registered()


def dealt(machine: Machine) -> None:
    machine.dealt()


def in_play(machine: Machine) -> None:
    machine.in_play()


def second_manche(machine: Machine) -> None:
    """Manche 1 is over; manche 2 is dealt and waits for its exchanges."""
    machine.in_play()
    play_on(machine, 400)
    machine.done("deal")


def test_status_has_the_shape_of_the_design(prepared: Prepared) -> None:
    """`status`: every key of design.md, cards as lists of codes, whose action is awaited."""
    machine = prepared(in_play)
    before = machine.status
    player, card = before["turn"], machine.hand(before["turn"])[0]
    machine.done("play", player, shown([card]))
    after = machine.status
    assert after.keys() >= {
        *("campaign", "partie", "manche", "phase", "turn", "pile", "taggle", "revolution", "cards_left"),
        *("places", "waiting", "queue", "head", "checkpoint"),
    }
    assert (after["campaign"], after["partie"], after["manche"], after["phase"]) == ("zebest", 1, 1, "play")
    assert after["pile"] == [{"player": player, "cards": [card]}]
    assert after["cards_left"][player] == before["cards_left"][player] - 1
    assert (after["waiting"], after["places"], after["queue"]) == ([after["turn"]], {}, [])
    assert len(after["head"]) == 64
    assert after["checkpoint"].startswith(f"zebest/{last_entry(machine)}/{after['head'][:4].upper()}-")


def last_entry(machine: Machine) -> int:
    """The number of the last entry."""
    return int(machine.status["checkpoint"].split("/")[1])


@pytest.mark.parametrize(
    ("prepare", "phase"),
    [
        (Machine.new_campaign, "none"),
        (lambda machine: machine.registered(PLAYERS[:4]), "registration"),
        (registered, "ready_to_deal"),
        (dealt, "order"),
        (in_play, "play"),
        (second_manche, "exchange"),
    ],
)
def test_each_phase_has_its_name_and_next_step(prepare: Prepare, phase: str, prepared: Prepared) -> None:
    """`status` names the phase, and one line says what to do next."""
    machine = prepared(prepare)
    assert machine.status["phase"] == phase
    ran = machine.here("status")
    assert ran.code == 0
    assert ran.err.startswith("Ensuite")
    assert ran.err.count("\n") == 1
    assert machine.status["next_step"] == ran.err.strip()


def test_play_and_check_have_the_shape_of_the_design(prepared: Prepared) -> None:
    """The same ruling of both; `seq` is null where nothing was recorded, `next` whose turn it then is."""
    machine = prepared(in_play)
    player, order = machine.status["turn"], list(machine.status["cards_left"])
    card = machine.hand(player)[0]
    checked = machine.done("check", player, shown([card]))
    assert checked.keys() == RULING
    assert checked["seq"] is None
    played = machine.done("play", player, shown([card]))
    assert played.keys() == RULING
    expected = {"player": player, "accepted": True, "violations": [], "then": [], "seq": last_entry(machine)}
    assert {key: played[key] for key in expected} == expected
    assert played["claim"] == {"kind": "play", "cards": [card]}
    assert played["next"] == order[(order.index(player) + 1) % 5]
    assert f"pose {shown([card])}" in played["public"]


def test_the_name_may_be_left_out_or_cut_short(prepared: Prepared) -> None:
    """A name is any unique prefix, without case or accents; without one the turn's player is meant."""
    machine = prepared(in_play)
    player = machine.status["turn"]
    card = shown(machine.hand(player)[:1])
    for words in ([card], [player[:3].upper(), card], [player, *card], [player, "je", "pose", card]):
        assert machine.done("check", *words)["player"] == player


def test_a_move_may_come_from_standard_input(prepared: Prepared) -> None:
    """TEXT `-`: a whole post, whose digest is recorded with --post-id, --url and --at."""
    machine = prepared(in_play)
    player = machine.status["turn"]
    post = f"Bonsoir,\r\n  je pose {shown(machine.hand(player)[:1])}  \n\nÀ vous !\n"
    words = ("--post-id", "4217", "--url", "https://forum.example/t/1#4217", "--at", "14/06/2014 16h05")
    assert machine.gm("play", player, "-", *words, stdin=post).code == 0
    entry = machine.ledger.read_text("utf-8").rpartition("---\n")[2]
    for line in (
        'id: "4217"',
        'url: "https://forum.example/t/1#4217"',
        'at: "2014-06-14T16:05:00+02:00"',
        "sha256: ",
    ):
        assert line in entry
    assert f'author: "{player}"' in entry


def test_a_refused_move_is_recorded_only_when_asked(prepared: Prepared) -> None:
    """Refused: exit code 1, the violations with their clauses, nothing recorded unless --record."""
    machine = prepared(in_play)
    before = machine.ledger.read_bytes()
    refused = machine.here("play", "je passe", "--json")
    assert (refused.code, refused.json["accepted"], refused.json["seq"]) == (1, False, None)
    assert (refused.json["violations"], refused.json["clauses"]) == (["cannot_pass_opening"], ["Z5"])
    assert machine.ledger.read_bytes() == before
    recorded = machine.here("play", "je passe", "--record", "--json")
    assert (recorded.code, recorded.json["seq"]) == (1, last_entry(machine))
    assert 'event: "refused"' in machine.ledger.read_text("utf-8").rpartition("---\n")[2]


def test_an_unknown_player_is_suggested_and_never_recorded(prepared: Prepared) -> None:
    """`unknown_player`, exit code 1, the closest name in `private`; --record changes nothing."""
    machine = prepared(in_play)
    before = machine.ledger.read_bytes()
    ran = machine.here("play", "intersidérable", "7c", "--record", "--json")
    assert (ran.code, ran.json["violations"], ran.json["seq"]) == (1, ["unknown_player"], None)
    assert "intersideral" in ran.json["private"]
    assert "intersideral ?" in machine.here("check", "intersidérable", "7c").err.replace("\u202f", " ")
    assert machine.ledger.read_bytes() == before


def test_a_chain_in_one_post_is_recorded_move_by_move(prepared: Prepared) -> None:
    """Z11: who closes a tour with a 2 may open the next in the same post; that move stands in `then`."""
    machine = prepared(in_play)
    opener = machine.status["turn"]
    if "2" not in "".join(machine.hand(opener)):
        machine.done("play", opener, shown(machine.hand(opener)[:1]))
    while "2" not in "".join(machine.hand(machine.status["turn"])):
        machine.done("play", "je passe")
    player = machine.status["turn"]
    twos = [card for card in machine.hand(player) if card[0] == "2"]
    others = [card for card in machine.hand(player) if card[0] != "2"]
    ran = machine.done("play", player, f"{shown(twos[:1])}, tour clos. J’enchaîne : {shown(others[:1])}")
    assert ran["effects"] == ["tour_closed"]
    (second,) = ran["then"]
    assert (second["claim"]["cards"], second["seq"]) == (others[:1], ran["seq"] + 1)
    assert second.keys() == RULING - {"next_step", "automatic"}


def test_a_move_before_the_start_is_accepted_with_a_warning(machine: Machine) -> None:
    """Z23: nobody plays before the start; the moderator is warned and can overrule."""
    machine.new_campaign()
    machine.done("open", "--start", "14/06/2034 16h")
    for player in PLAYERS:
        machine.done("join", player)
    machine.done("deal")
    machine.done("order", *order_of(machine))
    card = shown(machine.hand(machine.status["turn"])[:1])
    warned = machine.done("check", card)
    assert "Attention" in warned["private"]
    assert "Attention" not in warned["public"]
    assert machine.done("check", card, "--at", "2034-06-14 16:00")["private"] == ""
    assert machine.done("play", card)["accepted"] is True


def test_an_exchange_is_made_in_one_call_or_in_two(prepared: Prepared) -> None:
    """`exchange`: what the better-placed player receives first; `given` is null until chosen (Z19)."""
    machine = prepared(second_manche)
    better = machine.status["waiting"][0]
    first = machine.done("exchange", better, "--ask", "roi")
    assert first.keys() >= {"giver", "receiver", "received", "given", "done"}
    assert (first["receiver"], first["given"], first["done"]) == (better, None, False)
    again = machine.done("exchange", better)
    assert (again["received"], again["seq"]) == (first["received"], [])
    late = machine.here("exchange", better, "--ask", "as", "--json")
    assert (late.code, late.error) == (1, "demand_too_late")
    wrong = machine.here("exchange", better, "--give", "7c 8c 9c", "--json")
    assert (wrong.code, wrong.error) == (1, "wrong_gift_number")
    assert machine.here("exchange", better, "--give", "bla", "--json").error == "unreadable_cards"
    gift = machine.hand(better)[:2]
    told = machine.here("exchange", better, "--give", shown(gift))
    assert f"donné : {shown(gift)}" in told.err.replace("\u00a0", " ")
    assert better not in machine.status["waiting"]


def test_a_sanction_can_be_refused(prepared: Prepared) -> None:
    """Verdict codes: a sanction is refused with unknown_player, already_out or manche_over, exit code 1."""
    machine = prepared(in_play)
    assert machine.done("sanction", "snaga", "--reason", "triche")["accepted"] is True
    for name, code in (("nobody", "unknown_player"), ("snaga", "already_out")):
        ran = machine.here("sanction", name, "--reason", "triche", "--json")
        assert (ran.code, ran.json["accepted"], ran.json["violations"]) == (1, False, [code])
    play_on(machine, 400)
    ran = machine.here("sanction", "MisterH", "--reason", "triche", "--json")
    assert (ran.code, ran.json["violations"]) == (1, ["manche_over"])


def test_messages_have_the_shape_of_the_design(prepared: Prepared) -> None:
    """`pm`: `{to, subject, body}`, a list under `messages` with --all; --out writes them too."""
    machine = prepared(dealt)
    one = machine.done("pm", "snaga")
    assert one.keys() == {"to", "subject", "body", "next_step"}
    every = machine.done("pm", "--all", "--out")["messages"]
    assert sorted(each["to"] for each in every) == sorted(PLAYERS)
    assert one["body"] in [each["body"] for each in every]
    assert len(list((machine.ledger.parent / "outbox").iterdir())) == 5
    assert machine.done("pm", "--all", "hand")["messages"] == every
    assert "─" in machine.here("pm", "--all").out


@pytest.mark.parametrize("kind", ["first", "table", "recap", "standings", "rules"])
def test_posts_have_the_shape_of_the_design(kind: str, prepared: Prepared) -> None:
    """`post`: `{kind, title, body}`; the checkpoint stands at the foot (design.md, Checkpoint)."""
    machine = prepared(in_play)
    post = machine.done("post", kind)
    assert post.keys() == {"kind", "title", "body", "next_step"}
    assert post["kind"] == kind
    assert machine.status["checkpoint"] in post["body"].splitlines()[-1]
    assert machine.here("post", kind).out == post["body"] + "\n"


def test_a_hand_is_for_the_moderator_alone(prepared: Prepared) -> None:
    """`hand` prints on standard error: nothing of it is to be posted."""
    machine = prepared(in_play)
    hand = machine.here("hand", "snaga")
    assert (hand.code, hand.out) == (0, "")
    facts = machine.done("hand", "snaga")
    assert facts.keys() == {"player", "cards", "key", "next_step"}
    assert facts["key"] in hand.err


def test_verify_has_the_shape_of_the_design(prepared: Prepared, tmp_path: Path) -> None:
    """`verify`: exit code 1 with the faults; a later checkpoint is `rollback`, a different one `fork`."""
    machine = prepared(in_play)
    good = machine.done("verify")
    assert good.keys() >= {"ok", "entries", "head", "faults", "deals"}
    assert good["deals"] == [{"partie": 1, "manche": 1, "rests_on": "moderator", "fixed_by": 7}]
    later = machine.status["checkpoint"]
    earlier = tmp_path / "earlier.yaml"
    whole = machine.ledger.read_bytes()
    earlier.write_bytes(whole[: whole.rindex(b"---\n")])
    short = machine.here("verify", str(earlier), "--checkpoint", later, "--json")
    assert (short.code, [fault["code"] for fault in short.json["faults"]]) == (1, ["rollback"])
    other = later[:-4] + ("0000" if not later.endswith("0000") else "1111")
    forked = machine.here("verify", "--checkpoint", later, "--checkpoint", other, "--json")
    assert (forked.code, [fault["code"] for fault in forked.json["faults"]]) == (1, ["fork"])
    changed = tmp_path / "changed.yaml"
    changed.write_bytes(whole.replace(b"snaga", b"snagb", 1))
    ran = machine.here("verify", str(changed))
    assert (ran.code, ran.err) == (1, "")
    assert "entrée 7" in ran.out
    assert "--checkpoint" in machine.here("verify").out  # what is not proven is said


def test_a_torn_ledger_is_reported_and_repaired(prepared: Prepared) -> None:
    """`gm repair` sets the torn tail aside in a file of its own; `status` still reads what is whole."""
    machine = prepared(in_play)
    whole = machine.ledger.read_bytes()
    machine.done("play", shown(machine.hand(machine.status["turn"])[:1]))
    machine.ledger.write_bytes(machine.ledger.read_bytes()[: len(whole) + 200])
    looked = machine.here("status")
    assert looked.code == 0
    assert "gm repair" in looked.err
    aside = Path(machine.done("repair")["set_aside"])
    assert machine.ledger.read_bytes() == whole
    assert aside.stat().st_size == 200
    assert machine.done("repair")["set_aside"] is None


def test_repair_says_what_it_set_aside_and_what_to_do(prepared: Prepared) -> None:
    """The number of the entry and of its bytes; then the last command again, or the way out of a rollback."""
    machine = prepared(in_play)
    entries = machine.ledger.read_bytes().count(b"---\n")
    with machine.ledger.open("ab") as file:
        file.write(b"---\nentry:")
    repaired = machine.here("repair").err.replace("\u00a0", " ")
    assert f"entrée {entries + 1}, incomplète (10 octets)" in repaired
    assert "refaites la dernière commande" in repaired
    machine.done("post", "table")
    machine.ledger.write_bytes(machine.ledger.read_bytes()[:-20])
    facts = machine.done("repair")
    refused = machine.here("undo", "--reason", "x", "--json").json["error"]
    assert (refused["code"], refused["message"]) == ("rollback", facts["warning"])
    assert facts["entry"] == entries
    assert "refaites" not in machine.here("repair").err
    assert facts["warning"] in machine.here("repair").err


def test_adjudicate_prints_verdicts_and_states(machine: Machine) -> None:
    """`gm adjudicate FILE --json`: one object `{results}` with one `{verdicts, state}` per document."""
    scenario = (
        "rules: zebest\nplayers: [a, b]\nhands: {a: 3s 4h, b: 5s 6s}\nopener: a\nactions:\n"
        "- {player: a, play: 3s}\n- {player: a, pass: true}\n"
    )
    file = machine.folder / "here" / "positions.yaml"
    file.write_text(scenario + "---\n" + scenario, "utf-8")
    ran = machine.gm("adjudicate", "positions.yaml", "--json")
    assert ran.code == 0
    assert ran.json.keys() == {"results"}
    assert ran.json["results"][0] == ran.json["results"][1]
    assert machine.gm("adjudicate", "-", "--json", stdin=scenario).json["results"] == ran.json["results"][:1]
    assert "not_your_turn" in machine.here("adjudicate", str(file)).out
    bad = machine.here("adjudicate", "-", "--json", stdin="rules: belote")
    assert (bad.code, bad.error) == (2, "bad_scenarios")


def test_the_rules_in_force_are_printed(prepared: Prepared) -> None:
    """`gm rules`: the options of the campaign, or of a system named, with their clauses."""
    machine = prepared(in_play)
    rules = machine.done("rules")
    assert (rules["preset"], rules["options"]["pass"], rules["options"]["closes"]) == (
        "zebest",
        "free",
        ["top", "four"],
    )
    assert machine.done("rules", "zebest")["options"] == rules["options"]
    assert "taggle_forced" in machine.here("rules").out


def test_an_abandoned_manche_is_dealt_anew_with_another_seed(prepared: Prepared) -> None:
    """`abandon` publishes the seed and commits to a new one; the next deal is another (Dealing)."""
    machine = prepared(in_play)
    hands = {player: machine.hand(player) for player in PLAYERS}
    abandoned = machine.done("abandon", "--reason", "main envoyée à un autre")
    assert len(abandoned["seed"]) == 64
    assert machine.done("deal")["new"] is True
    assert {player: machine.hand(player) for player in PLAYERS} != hands
    assert machine.done("verify")["counts"]["manches_abandoned"] == 1


def test_options_of_all_commands_may_stand_first(prepared: Prepared) -> None:
    """`gm -c zebest --json status` is `gm status -c zebest --json`."""
    machine = prepared(in_play)
    assert machine.here("-c", "zebest", "--json", "status").json == machine.status
    named = machine.here("--campaigns=" + str(machine.campaigns), "status", "--json")
    assert named.json["campaign"] == "zebest"


def test_the_folder_last_used_is_found_again(prepared: Prepared) -> None:
    """Without GM_CAMPAIGNS and `./campaigns` the folder last used is meant (design.md)."""
    machine = prepared(in_play)
    assert machine.here("status", "--campaigns", str(machine.campaigns)).code == 0
    assert machine.gm("status", "--json", environ={"GM_CAMPAIGNS": ""}).json["campaign"] == "zebest"


@pytest.mark.parametrize("command", ["gm", "mj"])
def test_the_scripts_are_installed_under_both_names(command: str) -> None:
    """`gm` is also installed as `mj`, since PowerShell owns the name (pyproject.toml)."""
    import tomllib

    from cli_help import ROOT

    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts[command] == "gm.cli:main"
