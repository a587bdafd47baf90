"""`gm verify-hand`: a player checks their hand message with the public ledger."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from cli_help import Machine, Ran, play_on

Prepared = Callable[[Callable[[Machine], object]], Machine]

PLAYER = "snaga"


def in_play(machine: Machine) -> None:
    """A manche in which a player has played, its public ledger published, and that player's message saved."""
    machine.in_play()
    dealt = machine.hand(PLAYER)
    while machine.hand(PLAYER) == dealt:
        play_on(machine, 1)
    machine.done("publish", "--out", str(public(machine)))
    saved(machine).write_text(machine.done("pm", PLAYER, "hand")["body"], encoding="utf-8")


def just_dealt(machine: Machine) -> None:
    """The same before the first play."""
    machine.dealt()
    machine.done("publish", "--out", str(public(machine)))
    saved(machine).write_text(machine.done("pm", PLAYER, "hand")["body"], encoding="utf-8")


def public(machine: Machine) -> Path:
    return machine.folder / "public.yaml"


def saved(machine: Machine) -> Path:
    return machine.folder / "message.txt"


def key_in(text: str) -> str:
    return text.split("[code]", 1)[1][:64]


def check(machine: Machine, *words: str, stdin: str = "", as_json: bool = True) -> Ran:
    """Run the check; whatever comes of it, the key is not told."""
    ran = machine.here("verify-hand", *(["--json"] if as_json else []), *words, stdin=stdin)
    key = key_in(saved(machine).read_text(encoding="utf-8"))
    assert key[:40] not in ran.out + ran.err
    return ran


def files(machine: Machine) -> tuple[str, str]:
    return str(saved(machine)), str(public(machine))


def test_a_player_confirms_their_hand_with_the_public_ledger(prepared: Prepared) -> None:
    """Whose hand it is comes from key and ledger; what a public copy cannot show yet is unknown."""
    machine = prepared(in_play)
    ran = check(machine, *files(machine))
    assert ran.code == 0
    found = ran.json
    assert set(found) == {
        *("ok", "player", "partie", "manche", "seq", "cards", "committed", "in_force", "checks", "faults")
    }
    assert (found["ok"], found["player"], found["partie"], found["manche"]) == (True, PLAYER, 1, 1)
    assert sorted(found["cards"]) == sorted(machine.hand(PLAYER))
    assert found["checks"] == {
        "ledger": "confirmed",
        "key": "confirmed",
        "hand": "confirmed",
        "checkpoint": "confirmed",
        "deal": "unknown",
    }
    assert (found["in_force"], found["faults"]) == (True, [])


def test_without_a_ledger_the_campaigns_own_is_taken(prepared: Prepared) -> None:
    """As for `gm verify`: there the seed is known, so the deal is confirmed at once."""
    machine = prepared(in_play)
    ran = check(machine, str(saved(machine)), "-c", machine.name)
    assert ran.code == 0
    assert ran.json["checks"]["deal"] == "confirmed"


def test_it_needs_no_key_and_no_campaign(prepared: Prepared, tmp_path: Path) -> None:
    """A player has a message and a ledger, and nothing else of ours."""
    machine = prepared(in_play)
    ran = Machine(tmp_path / "player").gm("verify-hand", *files(machine))
    assert ran.code == 0, ran.err
    assert PLAYER in ran.out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_of_any_editor_is_read(encoding: str, prepared: Prepared) -> None:
    """Editors of Windows write UTF-8 with its mark, or UTF-16 and call it Unicode."""
    machine = prepared(in_play)
    text = saved(machine).read_text(encoding="utf-8").replace("\n", "\r\n")
    other = machine.folder / "other.txt"
    other.write_bytes(text.encode(encoding))
    assert check(machine, str(other), str(public(machine))).code == 0


def test_the_message_may_come_from_standard_input(prepared: Prepared) -> None:
    """`-`, as everywhere."""
    machine = prepared(in_play)
    text = saved(machine).read_text(encoding="utf-8")
    assert check(machine, "-", str(public(machine)), stdin=text).code == 0
    assert check(machine, "-", str(public(machine)), stdin="").error == "no_hand_message"


def test_the_verdict_in_words_may_be_posted_and_the_cards_stand_apart(prepared: Prepared) -> None:
    """design.md, Command line: what may be posted goes to standard output, a hand never does."""
    machine = prepared(in_play)
    ran = check(machine, *files(machine), as_json=False)
    assert ran.code == 0
    assert "Confirmé" in ran.out
    assert "à la fin de la manche" in ran.out
    assert not set(ran.out) & set("♠♥♦♣")
    assert len(re.findall("[♠♥♦♣]", ran.err)) == len(machine.hand(PLAYER))
    assert f"{len(machine.hand(PLAYER))}\u00a0cartes sur" in ran.out
    dealt = prepared(just_dealt)
    assert "cartes sur" not in check(dealt, *files(dealt), as_json=False).out, "nothing is played"


def other_suit(text: str) -> str:
    """The message with one card of another suit."""
    found = re.search(r"(?:\d|[VDRA]) ([♠♥♦♣]{1,3})(?![♠♥♦♣])", text)
    assert found is not None
    other = next(suit for suit in "♠♥♦♣" if suit not in found[1])
    return text.replace(found[0], found[0][: -len(found[1])] + other + found[1][1:], 1)


def other_key(text: str) -> str:
    """The message with the last digit of the key changed, wherever it stands."""
    key = key_in(text)
    return text.replace(key, key[:-1] + ("0" if key[-1] != "0" else "1"))


CHANGES: Sequence[tuple[Callable[[str], str], str]] = [
    (other_suit, "hand_differs"),
    (other_key, "key_opens_nothing"),
    (lambda text: text.replace(f"\\n{PLAYER}\\n", "\\noliv10\\n", 1), "other_player"),
    (lambda text: re.sub(r"zebest/\d+", "zebest/2", text), "fork"),
]


@pytest.mark.parametrize(("change", "code"), CHANGES, ids=[code for _, code in CHANGES])
def test_a_message_that_was_changed_is_not_confirmed(
    change: Callable[[str], str], code: str, prepared: Prepared
) -> None:
    """Exit code 1; the fault has its code in JSON and its sentence for a person."""
    machine = prepared(in_play)
    text = change(saved(machine).read_text(encoding="utf-8"))
    ran = check(machine, "-", str(public(machine)), stdin=text)
    assert ran.code == 1
    assert not ran.json["ok"]
    assert code in [fault["code"] for fault in ran.json["faults"]]
    assert all(set(fault) == {"seq", "code", "why"} for fault in ran.json["faults"])
    said = check(machine, "-", str(public(machine)), stdin=text, as_json=False)
    assert said.code == 1
    assert "pas confirmé" in said.out
    assert "demandez une explication au modérateur" in said.out
    assert code not in said.out + said.err


def test_a_ledger_older_than_the_message_accuses_nobody(prepared: Prepared) -> None:
    """The numbers are told and what to take; nothing is confirmed or refuted."""
    machine = prepared(in_play)
    whole = public(machine).read_bytes()
    entries = whole.count(b"---\n")
    older = machine.folder / "older.yaml"
    older.write_bytes(whole[: whole.rindex(b"---\n")])
    ran = check(machine, str(saved(machine)), str(older))
    assert (ran.code, [fault["code"] for fault in ran.json["faults"]]) == (1, ["rollback"])
    assert set(ran.json["checks"].values()) == {"confirmed", "unknown"}
    said = check(machine, str(saved(machine)), str(older), as_json=False).out
    assert f"s’arrête à l’entrée {entries - 1} ; le message en suppose {entries}" in said.replace(
        "\u202f", " "
    )
    assert "la plus récente" in said
    assert "pas confirmé" not in said


def test_a_ledger_of_another_campaign_is_named(prepared: Prepared, tmp_path: Path) -> None:
    """Both names, and which ledger to take."""
    machine = prepared(in_play)
    other = Machine(tmp_path / "other")
    other.name = "autre"
    other.new_campaign()
    other.done("publish", "--out", str(tmp_path / "other.yaml"))
    ran = check(machine, str(saved(machine)), str(tmp_path / "other.yaml"), as_json=False)
    assert ran.code == 1
    assert "public de la campagne zebest" in ran.out
    assert "celui de la campagne autre" in ran.out


@pytest.mark.parametrize(
    ("before", "after", "code", "says"),
    [
        (b"\n", b"\r\n", "bad_layout", "fins de ligne"),
        (b"gm/1", b"gm/2", "future_version", "plus récente de gm"),
    ],
)
def test_a_ledger_that_was_not_meant_to_deceive_is_said_to_be_what_it_is(
    before: bytes, after: bytes, code: str, says: str, prepared: Prepared
) -> None:
    """An editor changed the ends of lines; a later gm wrote it."""
    machine = prepared(in_play)
    public(machine).write_bytes(public(machine).read_bytes().replace(before, after))
    codes = [fault["code"] for fault in check(machine, *files(machine)).json["faults"]]
    assert codes[0] == code
    assert "rollback" not in codes, "what cannot be read is not missing"
    ran = check(machine, *files(machine), as_json=False)
    assert ran.code == 1
    assert says in ran.out


def test_a_player_who_names_no_ledger_is_told_which_one(prepared: Prepared, tmp_path: Path) -> None:
    """The message names its campaign."""
    machine = prepared(in_play)
    player = Machine(tmp_path / "player")
    assert player.here("verify-hand", str(saved(machine)), "--json").error == "ledger_needed"
    ran = player.here("verify-hand", str(saved(machine)))
    assert ran.code == 3
    assert "gm verify-hand message.txt zebest-public.yaml" in ran.err


def test_a_changed_ledger_confirms_nothing(prepared: Prepared) -> None:
    """Its own faults are told, as by `gm verify`."""
    machine = prepared(in_play)
    ledger = public(machine)
    ledger.write_bytes(ledger.read_bytes().replace(b'player: "snaga"', b'player: "snega"', 1))
    ran = check(machine, *files(machine))
    assert ran.code == 1
    assert "bad_signature" in [fault["code"] for fault in ran.json["faults"]]
    assert ran.json["checks"]["ledger"] == "refuted"
    assert {ran.json["checks"][name] for name in ("key", "hand", "deal")} == {"unknown"}
    assert "ne se vérifie pas" in check(machine, *files(machine), as_json=False).out


def test_of_many_faults_the_first_are_told_and_the_rest_counted(prepared: Prepared) -> None:
    """The ledger twelve times over: twenty lines, and how many there are besides."""
    machine = prepared(in_play)
    ledger = public(machine)
    ledger.write_bytes(ledger.read_bytes() * 12)
    faults = check(machine, *files(machine)).json["faults"]
    assert len(faults) > 21
    told = check(machine, *files(machine), as_json=False).out
    assert told.count("\n- ") == 20
    assert f"et {len(faults) - 20}\u00a0autres fautes" in told


def test_a_message_without_its_checkpoint_is_not_whole(prepared: Prepared) -> None:
    """Which cards were played by then cannot be told; what to copy is said."""
    machine = prepared(in_play)
    text = saved(machine).read_text(encoding="utf-8").split("Point de contrôle")[0]
    ran = check(machine, "-", str(public(machine)), stdin=text, as_json=False)
    assert ran.code == 2
    assert "Ta clé, et comment vérifier ta main" in ran.err


def test_the_moderators_key_and_another_checkpoint_may_be_required(
    prepared: Prepared, tmp_path: Path
) -> None:
    """`--key` and `--checkpoint`, as for `gm verify`."""
    machine = prepared(in_play)
    ours = str(machine.ledger.parent / "moderator.pub.pem")
    point = machine.done("post", "table")["body"].splitlines()[-1]
    assert check(machine, *files(machine), "--key", ours, "--checkpoint", point).code == 0
    other = Machine(tmp_path / "other").new_campaign()
    theirs = str(other.ledger.parent / "moderator.pub.pem")
    ran = check(machine, *files(machine), "--key", theirs)
    assert (ran.code, ran.json["faults"][0]["code"]) == (1, "wrong_key")
    forked = re.sub("[0-9A-F]{4}-", "0000-", point)
    ran = check(machine, *files(machine), "--checkpoint", forked)
    assert (ran.code, ran.json["faults"][0]["code"]) == (1, "fork")
    assert ran.json["checks"]["checkpoint"] == "refuted"


UNREADABLE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "no_hand_message"),
    "zeros": (bytes(1000), "no_hand_message"),
    "binary": (bytes(range(256)) * 20, "not_utf8"),
    "10 MB": (b"a" * 10_000_000, "post_too_long"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "not_utf8"),
    "half of UTF-16": (b"\xff\xfeS\x00a", "not_utf8"),
    "something else": ("snaga pose 7♥ 7♣.".encode(), "no_hand_message"),
    "a thousand digests": (b"\n".join(b"%064x" % number for number in range(1001)), "no_hand_message"),
    "what becomes eighteen times as long": (("\ufdfa" * 499_999).encode("utf-16"), "post_too_long"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_is_no_message_is_said_to_be_none(what: str, prepared: Prepared) -> None:
    """Exit code 2: unreadable input, in bounded memory and time."""
    machine = prepared(in_play)
    data, code = UNREADABLE[what]
    other = machine.folder / "other.txt"
    other.write_bytes(data)
    ran = check(machine, str(other), str(public(machine)))
    assert (ran.code, ran.error) == (2, code)


def test_two_messages_are_not_taken_for_one(prepared: Prepared) -> None:
    """An answer that quotes another message: which one is meant?"""
    machine = prepared(in_play)
    text = saved(machine).read_text(encoding="utf-8") + machine.done("pm", "oliv10", "hand")["body"]
    ran = check(machine, "-", str(public(machine)), stdin=text)
    assert (ran.code, ran.error) == (2, "several_hands")


@pytest.mark.parametrize(
    ("data", "error"), [(None, "unreadable"), (b"", "not_a_ledger"), (bytes(4000), "not_a_ledger")]
)
def test_a_ledger_that_cannot_be_used_is_exit_code_3(
    data: bytes | None, error: str, prepared: Prepared
) -> None:
    """Nothing there, or nothing of a ledger in it."""
    machine = prepared(in_play)
    other = machine.folder / "other.yaml"
    if data is not None:
        other.write_bytes(data)
    ran = check(machine, str(saved(machine)), str(other))
    assert (ran.code, ran.error) == (3, error)


def typed_wrongly(machine: Machine) -> list[tuple[int, list[str]]]:
    """Exit codes, and words in which a key or a message stands where something else was asked for."""
    message, ledger = files(machine)
    text = saved(machine).read_text(encoding="utf-8")
    key = key_in(text)
    return [
        (2, [message, ledger, "--key", key]),
        (2, [message, ledger, "--checkpoint", key]),
        (2, [message, ledger, f"--{key}"]),
        (2, [message, ledger, f"--{key}={key}"]),
        (2, [message, ledger, key]),
        (2, [key, ledger]),
        (2, [text, ledger]),
        (2, [" ".join(text.split()), ledger]),
        (3, [message, key]),
        (2, [message, "-c", key]),
        (3, [message, "--campaigns", key]),
    ]


def test_a_key_typed_in_the_wrong_place_is_not_repeated(prepared: Prepared) -> None:
    """Who gives their key, or the message, where something else was asked for is told so without it."""
    machine = prepared(in_play)
    for code, words in typed_wrongly(machine):
        for as_json in (True, False):
            ran = check(machine, *words, as_json=as_json)
            assert ran.code == code, words
            assert not set(ran.out + ran.err) & set("♠♥♦♣")
    key = key_in(saved(machine).read_text(encoding="utf-8"))
    for word in (key, f"--{key}"):
        assert key[:33] not in machine.here(word).err


def test_after_the_manche_the_same_message_confirms_the_deal(prepared: Prepared) -> None:
    """With the new public copy, and in words too."""
    machine = prepared(in_play)
    for player in machine.status["players"][1:]:
        machine.done("sanction", player, "--reason", "la suite")
    machine.done("publish", "--out", str(public(machine)))
    ran = check(machine, *files(machine))
    assert (ran.code, ran.json["checks"]["deal"]) == (0, "confirmed")
    said = check(machine, *files(machine), as_json=False).out
    assert "que donne la distribution." in said, "there was no exchange to speak of"
