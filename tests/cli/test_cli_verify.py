"""`gm verify`: what it says is proven, what is not yet, what never can be, and two histories (design.md)."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from builders import Book, deal, open_partie, register, sealed, whole_partie
from cli_help import PLAYERS, Machine, order_of, play_on

from gm.events import Passed, Played
from gm.ledger import public_copy

Prepared = Callable[[Callable[[Machine], object]], Machine]

PROVEN, NOT_YET, NEVER, RESTS_ON = (
    "Ce qui est prouvé",
    "Ce qui ne l’est pas, ou pas encore",
    "Ce qu’aucun registre ne prouvera jamais",
    "Sur quoi repose chaque distribution",
)


def with_words(machine: Machine) -> None:
    """A manche in play, dealt from a word of each player."""
    machine.new_campaign()
    machine.done("open")
    for player in PLAYERS:
        machine.done("join", player, "--word", f"mot de {player}")
    machine.done("deal")
    machine.done("order", *order_of(machine))
    play_on(machine, 3)


def first_over(machine: Machine) -> None:
    """The same with manche 1 played to its end."""
    with_words(machine)
    play_on(machine, 200)


def public(machine: Machine, folder: Path) -> Path:
    """A public copy of the ledger as it stands."""
    path = folder / "public.yaml"
    path.write_bytes(public_copy(machine.ledger.read_bytes()))
    return path


def sections(text: str) -> dict[str, str]:
    """A report cut at its headings."""
    cut = re.split(f"^({'|'.join(map(re.escape, (PROVEN, NOT_YET, NEVER, RESTS_ON)))})$", text, flags=re.M)
    return dict(zip(cut[1::2], cut[2::2], strict=True))


def test_of_an_open_manche_a_public_copy_says_what_is_not_proven_yet(
    prepared: Prepared, tmp_path: Path
) -> None:
    """Plays were in the hand; whether the hands are the deal's shows at the end."""
    machine = prepared(with_words)
    ran = machine.here("verify", str(public(machine, tmp_path)))
    told = sections(ran.out)
    assert ran.code == 0
    assert "chaque carte posée était dans la main" in told[PROVEN].lower()
    assert "partie 1, manche 1, en cours" in told[PROVEN]
    assert "manche en cours" in told[NOT_YET]
    assert "toutes les mains" in told[NEVER]


def test_of_a_closed_manche_everything_is_recomputed(prepared: Prepared, tmp_path: Path) -> None:
    """design.md, Dealing: `manche_closed` publishes the seed, anyone recomputes the whole manche."""
    machine = prepared(first_over)
    copy = str(public(machine, tmp_path))
    told = sections(machine.here("verify", copy).out)
    assert "Tout a été refait à partir de la graine" in told[PROVEN]
    assert "manche en cours" not in told[NOT_YET]
    assert machine.here("verify", copy, "--json").json["manches"] == [
        {"partie": 1, "manche": 1, "shown": "whole"}
    ]


def test_ones_own_ledger_hides_nothing_from_itself(prepared: Prepared) -> None:
    """The moderator's copy holds the hands, so every ruling so far is judged."""
    told = sections(prepared(with_words).here("verify").out)
    assert "puisque votre registre contient les mains" in told[PROVEN]
    assert "manche en cours" not in told[NOT_YET]
    assert "--key" not in told[NOT_YET], "the campaign's folder holds the key that is required"
    machine = prepared(with_words)
    assert NOT_YET not in sections(machine.here("verify", "--checkpoint", checkpoint_now(machine)).out)


def test_the_report_names_the_entry_that_an_older_post_must_show(prepared: Prepared, tmp_path: Path) -> None:
    """design.md, `rests_on`: words count if a post older than them shows the commitment, here entry 2."""
    machine = prepared(with_words)
    told = sections(machine.here("verify", str(public(machine, tmp_path))).out)
    assert "numéroté 2 ou plus" in told[RESTS_ON]
    assert "le modérateur ne l’a pas choisie seul" in told[RESTS_ON]


def test_key_and_checkpoint_take_their_doubts_away(prepared: Prepared, tmp_path: Path) -> None:
    """Without `--key` and checkpoint a verification proves only that the file agrees with itself."""
    machine = prepared(first_over)
    copy, key = str(public(machine, tmp_path)), str(machine.ledger.with_name("moderator.pub.pem"))
    checkpoint = machine.status["checkpoint"]
    alone = sections(machine.here("verify", copy).out)
    assert "--key" in alone[NOT_YET]
    assert "--checkpoint" in alone[NOT_YET]
    sure = machine.here("verify", copy, "--key", key, "--checkpoint", checkpoint)
    assert NOT_YET not in sections(sure.out)
    assert "--key" in sections(machine.here("verify", copy, "--checkpoint", checkpoint).out)[NOT_YET]
    seq = checkpoint.split("/")[1]
    assert f"jusqu’à l’entrée {seq}" in sections(sure.out)[PROVEN]
    anchored = [
        machine.here("verify", copy, *words, "--json").json["anchored"]
        for words in ([], ["--key", key], ["--checkpoint", checkpoint])
    ]
    assert anchored == [False, True, True]


@pytest.mark.parametrize("text", ["", "une clé", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n"])
def test_what_is_no_public_key_is_never_taken_for_none(text: str, prepared: Prepared, tmp_path: Path) -> None:
    """Who asks for a key must not be told that a ledger without it is good."""
    machine = prepared(with_words)
    (tmp_path / "key").write_text(text, encoding="utf-8")
    ran = machine.here("verify", "--key", str(tmp_path / "key"), "--json")
    assert (ran.code, ran.error) == (2, "bad_public_key_file")


def page_with(*checkpoints: str) -> str:
    posts = "".join(
        f"<div class='content'>…<br><i>Point de contrôle : {each}</i></div>\n" for each in checkpoints
    )
    return f"<!doctype html><html><body>\n{posts}</body></html>"


def checkpoint_now(machine: Machine) -> str:
    return str(machine.status["checkpoint"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_checkpoints_are_found_in_a_saved_page(prepared: Prepared, tmp_path: Path, encoding: str) -> None:
    """`--checkpoints-from FILE`: a saved page in which they are found, whatever its encoding."""
    machine = prepared(with_words)
    seen = [checkpoint_now(machine)]
    play_on(machine, 1)
    seen.append(checkpoint_now(machine))
    page = tmp_path / "topic.html"
    page.write_bytes(page_with(*seen).replace("…", ".").encode(encoding))
    ran = machine.here("verify", "--checkpoints-from", str(page), "--json")
    assert (ran.code, ran.json["confirmed"]) == (0, int(seen[1].split("/")[1]))


def test_a_text_that_begins_with_a_rule_is_a_text(prepared: Prepared, tmp_path: Path) -> None:
    """`---` begins notes as well as ledgers: it is read for its checkpoints all the same."""
    machine = prepared(with_words)
    notes = tmp_path / "notes.txt"
    notes.write_text(f"---\nAu topic : {checkpoint_now(machine)}\n", encoding="utf-8")
    assert machine.here("verify", "--checkpoints-from", str(notes), "--json").code == 0


def changed(checkpoint: str) -> str:
    return checkpoint[:-4] + ("0000" if not checkpoint.endswith("0000") else "1111")


def test_the_first_difference_lies_after_the_last_agreement(prepared: Prepared, tmp_path: Path) -> None:
    """`fork` names the first entry known to differ, and the report up to where all agree."""
    machine = prepared(with_words)
    agreed = checkpoint_now(machine)
    play_on(machine, 3)
    forked = changed(checkpoint_now(machine))
    at, last = int(agreed.split("/")[1]), int(forked.split("/")[1])
    page = tmp_path / "topic.txt"
    page.write_text(f"{forked}\n{agreed}\n", encoding="utf-8")
    ran = machine.here("verify", "--checkpoints-from", str(page), "--json")
    assert ran.code == 1
    assert [(fault["seq"], fault["code"]) for fault in ran.json["faults"]] == [(last, "fork")]
    assert ran.json["confirmed"] == at
    told = machine.here("verify", "--checkpoints-from", str(page)).out
    assert f"jusqu’à l’entrée {at}" in told
    assert f"entre la {at + 1} et la {last}" in told


def test_a_shorter_copy_lacks_entries_from_the_next_one(prepared: Prepared, tmp_path: Path) -> None:
    """`rollback` names the first entry that is missing."""
    machine = prepared(with_words)
    older = public(machine, tmp_path)
    entries = machine.done("verify")["entries"]
    play_on(machine, 3)
    ran = machine.here("verify", str(older), "--checkpoint", checkpoint_now(machine), "--json")
    assert [(fault["seq"], fault["code"]) for fault in ran.json["faults"]] == [(entries + 1, "rollback")]
    told = machine.here("verify", str(older), "--checkpoint", checkpoint_now(machine)).out
    assert f"à partir de la {entries + 1}" in told


def test_an_older_copy_is_a_checkpoint_for_each_of_its_entries(prepared: Prepared, tmp_path: Path) -> None:
    """Two players compare their copies: one goes on from the other, or the first difference is named."""
    machine = prepared(with_words)
    mine = machine.copied_to(tmp_path / "other")
    older = public(machine, tmp_path)
    play_on(machine, 2)
    assert machine.here("verify", "--checkpoints-from", str(older), "--json").code == 0
    mine.done("undo", "--reason", "une autre histoire")
    parted = machine.done("verify", str(older))["entries"] + 1
    ran = mine.here("verify", "--checkpoints-from", str(public(machine, tmp_path)), "--json")
    assert [(fault["seq"], fault["code"]) for fault in ran.json["faults"]] == [(parted, "fork")]
    told = mine.here("verify", "--checkpoints-from", str(public(machine, tmp_path))).out
    assert f"la première qui diffère est la {parted}." in told


def test_a_copy_that_does_not_verify_proves_nothing(prepared: Prepared, tmp_path: Path) -> None:
    """Anybody can write a ledger that differs; only one signed by the same key speaks against this one."""
    machine = prepared(with_words)
    copy = public(machine, tmp_path)
    copy.write_bytes(copy.read_bytes().replace(b"snaga", b"snagb", 1))
    ran = machine.here("verify", "--checkpoints-from", str(copy), "--json")
    assert (ran.code, ran.error) == (2, "bad_copy")
    copy.write_bytes(public_copy(machine.ledger.read_bytes())[:-20])
    ran = machine.here("verify", "--checkpoints-from", str(copy), "--json")
    assert (ran.code, ran.error) == (2, "bad_copy"), "the download was cut short"
    stranger = Machine(tmp_path / "stranger")
    with_words(stranger)
    copy.write_bytes(public_copy(stranger.ledger.read_bytes()))
    ran = machine.here("verify", "--checkpoints-from", str(copy), "--json")
    assert (ran.code, ran.error) == (2, "bad_copy")


@pytest.mark.parametrize("text", ["", "rien ici", "autre/12/1A2B-3C4D-5E6F-7081-92A3-B4C5-D6E7-F809"])
def test_a_page_without_a_checkpoint_of_this_campaign_is_said_to_have_none(
    prepared: Prepared, tmp_path: Path, text: str
) -> None:
    """Nobody should believe that something was compared when nothing was."""
    page = tmp_path / "topic.txt"
    page.write_text(text, encoding="utf-8")
    ran = prepared(with_words).here("verify", "--checkpoints-from", str(page), "--json")
    assert (ran.code, ran.error) == (2, "no_checkpoint_found")


def test_every_fault_has_code_entry_and_line(prepared: Prepared, tmp_path: Path) -> None:
    """A report lists every fault, not only the first, and goes on where it can."""
    machine = prepared(with_words)
    copy = tmp_path / "changed.yaml"
    data = machine.ledger.read_bytes()
    copy.write_bytes(
        data.replace(b"mot de snaga", b"mot de Snaga").replace(b"mot de oliv10", b"mot de Oliv10")
    )
    faults = machine.here("verify", str(copy), "--json").json["faults"]
    signed = [fault for fault in faults if fault["code"] == "bad_signature"]
    lines = copy.read_bytes().split(b"\n")
    assert len(signed) == 2
    assert all(lines[fault["line"] - 1].startswith(b"sig: ") for fault in signed)
    assert {"bad_chain", "bad_entropy"} <= {fault["code"] for fault in faults}


def test_a_smiley_and_an_arrow_hide_no_checkpoint(prepared: Prepared, tmp_path: Path) -> None:
    """What stands between `<3` and `->` in a saved text is read like the rest: a fork is not overlooked."""
    machine = prepared(with_words)
    page = tmp_path / "topic.txt"
    forked = changed(checkpoint_now(machine))
    page.write_text(f"Bravo <3 !\nPoint de contrôle : {forked}\nensuite -> suite\n", encoding="utf-8")
    ran = machine.here("verify", "--checkpoints-from", str(page), "--json")
    assert [fault["code"] for fault in ran.json["faults"]] == ["fork"]


def test_checkpoints_that_contradict_each_other_accuse_nobody(prepared: Prepared) -> None:
    """A later one holds, so the earlier one is false: the history cannot have parted before it."""
    machine = prepared(with_words)
    early = changed(checkpoint_now(machine))
    play_on(machine, 2)
    told = machine.here("verify", "--checkpoint", early, "--checkpoint", checkpoint_now(machine)).out
    assert "se contredisent" in told
    assert "récrit : gardez" not in told


def test_another_campaign_is_named_as_such(prepared: Prepared, tmp_path: Path) -> None:
    """A checkpoint or a copy of another campaign is a mistake of the reader, not a forgery."""
    machine = prepared(with_words)
    ran = machine.here("verify", "--checkpoint", checkpoint_now(machine).replace("zebest", "autre"))
    assert ran.code == 1
    assert "d’une autre campagne" in ran.out
    assert "récrit : gardez" not in ran.out
    machine.done("new", "autre")
    other = machine.campaigns / "autre" / "ledger.yaml"
    copy = tmp_path / "autre.yaml"
    copy.write_bytes(public_copy(other.read_bytes()))
    ran = machine.here("-c", "zebest", "verify", "--checkpoints-from", str(copy), "--json")
    assert (ran.code, ran.error) == (2, "copy_of_another")


def test_too_many_checkpoints_are_not_tried(prepared: Prepared, tmp_path: Path) -> None:
    """A hostile page holds more than any topic shows; it is refused in bounded memory."""
    page = tmp_path / "page.txt"
    page.write_text("".join(f"zebest/{seq}/{'-'.join(['0000'] * 8)}\n" for seq in range(1, 1500)), "utf-8")
    ran = prepared(with_words).here("verify", "--checkpoints-from", str(page), "--json")
    assert (ran.code, ran.error) == (2, "too_many_checkpoints")


def test_the_key_may_be_given_as_the_first_post_shows_it(prepared: Prepared, tmp_path: Path) -> None:
    """`--key` takes the PEM file, or the base64 text itself."""
    machine = prepared(with_words)
    shown = machine.done("key", "show")["public"]
    copy = str(public(machine, tmp_path))
    assert shown in sections(machine.here("verify", copy).out)[NOT_YET]
    sure = machine.here("verify", copy, "--key", shown)
    assert sure.code == 0
    assert shown not in sections(sure.out)[NOT_YET]
    stranger = Machine(tmp_path / "stranger")
    other = stranger.done("init", "--no-passphrase")["public"]
    ran = machine.here("verify", copy, "--key", other, "--json")
    assert [fault["code"] for fault in ran.json["faults"]][:1] == ["wrong_key"]


def test_a_fault_shows_its_code(prepared: Prepared, tmp_path: Path) -> None:
    """The tables of docs/verify.md go by code."""
    machine = prepared(with_words)
    copy = tmp_path / "changed.yaml"
    copy.write_bytes(machine.ledger.read_bytes().replace(b"mot de snaga", b"mot de Snaga"))
    assert "(bad_signature)" in machine.here("verify", str(copy)).out


@pytest.mark.parametrize(
    ("spoil", "remedy"),
    [
        (lambda _: b"\x7fELF" + bytes(200), "n’est pas un registre"),
        (lambda _: b"\0" * 5000, "n’est pas un registre"),
        (lambda data: data.replace(b"\n", b"\r\n"), "Ce n’est pas une fraude"),
        (lambda data: data.replace(b'entry: "gm/1"', b'entry: "gm/2"'), "une version plus récente de gm"),
        (lambda data: data[:-30], "gm repair"),
    ],
    ids=["a program", "zeros", "line ends of Windows", "a later format", "torn"],
)
def test_what_can_be_helped_is_told_with_its_remedy(
    prepared: Prepared, tmp_path: Path, spoil: Callable[[bytes], bytes], remedy: str
) -> None:
    """Errors say what to do (design.md, Command line)."""
    machine = prepared(with_words)
    file = tmp_path / "file.yaml"
    file.write_bytes(spoil(machine.ledger.read_bytes()))
    ran = machine.here("verify", str(file))
    assert ran.code == 1
    assert remedy in ran.out


def test_ones_own_ledger_is_held_against_what_was_published(prepared: Prepared) -> None:
    """A restored backup agrees with itself; the moderator is warned all the same (design.md, the key)."""
    machine = prepared(with_words)
    older = machine.ledger.read_bytes()
    play_on(machine, 1)
    machine.done("post", "table")
    machine.ledger.write_bytes(older)
    ran = machine.here("verify")
    assert ran.code == 0
    assert "plus court que ce qui a été publié" in ran.err
    assert "Ensuite" not in ran.err
    assert "warning" in machine.done("verify")


def test_a_campaign_that_continues_another_says_how_to_check_that(prepared: Prepared, tmp_path: Path) -> None:
    """Its second entry cites the end of the old one; the report gives the command that checks it."""
    machine = prepared(first_over)
    end = checkpoint_now(machine)
    machine.done("new", "suite", "--continues", str(machine.ledger))
    told = machine.here("-c", "suite", "verify").out
    assert f"--checkpoint {end}" in told
    copy = public(machine, tmp_path)
    assert machine.here("-c", "suite", "verify", str(copy), "--checkpoint", end).code == 0


def test_a_beacon_is_shown_with_its_rule(tmp_path: Path) -> None:
    """Whether it is the draw that was announced is for the reader to see (design.md, `rests_on`)."""
    machine = Machine(tmp_path / "beacon")
    machine.new_campaign()
    machine.done("open", "--beacon-rule", "Loto du 14 juin")
    for player in PLAYERS:
        machine.done("join", player)
    machine.done("deal", "--beacon", "4 8 15")
    told = sections(machine.here("verify").out)[RESTS_ON]
    assert "« 4 8 15 » soit bien le tirage annoncé (« Loto du 14 juin »)" in told.replace("\u00a0", " ")


def told_of(book: Book, folder: Path) -> str:
    """What is said of the public copy of a campaign."""
    copy = folder / "public.yaml"
    copy.write_bytes(public_copy(sealed(book.records)))
    return Machine(folder).here("verify", str(copy)).out


def test_moves_recorded_without_a_post_are_counted_together(tmp_path: Path) -> None:
    """design.md: it counts plays without a post; a pass is a move like a play."""
    book = whole_partie(1)
    for kind in (Played, Passed):
        at = next(at for at, record in enumerate(book.records) if isinstance(record.event, kind))
        event = book.records[at].event
        assert isinstance(event, Played | Passed)
        book.records[at] = replace(book.records[at], event=replace(event, post=None))
    told = told_of(book, tmp_path)
    assert re.search("^- Coups consignés sans le message du forum.*: 2$", told, re.MULTILINE)


def test_a_beacon_is_said_to_need_a_post_that_shows_all_it_was_drawn_after(tmp_path: Path) -> None:
    """design.md, `rests_on`: a post older than the draw shows a checkpoint numbered `fixed_by` or more."""
    book = open_partie(Book(), Random(1), beacon_rule="Loto du 14 juin, dans l’ordre du tirage")
    told = told_of(deal(register(book), "4 8 15 16 23"), tmp_path)
    assert "personne ne l’a choisie" in told
    assert "numéroté 7 ou plus" in told


def test_of_many_faults_the_rest_are_counted_and_nothing_is_proven(tmp_path: Path) -> None:
    """A report lists every fault: the lines shown and the number of others make up all of them."""
    book = whole_partie(1)
    book.records = [replace(record, at=record.at.replace("2014", "2015")) for record in book.records]
    copy = tmp_path / "public.yaml"
    copy.write_bytes(public_copy(sealed(book.records)).replace(b'at: "2015', b'at: "2014'))
    told = Machine(tmp_path).here("verify", str(copy)).out
    (every,) = re.findall(r"(\d+)\s+fautes sur", told)
    (others,) = re.findall(r"et (\d+)\s+autres fautes", told)
    assert int(others) == int(every) - told.count("\n- entrée")
    assert PROVEN not in told


def reopened(machine: Machine) -> None:
    """Manche 1 played to its end, and its last moves undone."""
    first_over(machine)
    machine.done("undo", "--reason", "rejouons la fin")


def test_of_a_manche_opened_again_the_seed_is_out_already(prepared: Prepared, tmp_path: Path) -> None:
    """After an undo over the end everything so far is proven in public, and nothing waits for a seed."""
    machine = prepared(reopened)
    told = sections(machine.here("verify", str(public(machine, tmp_path))).out)
    assert "puisque la graine est déjà publique" in told[PROVEN]
    assert "quand sa graine sera publiée" not in told[NOT_YET]
    assert "qui ont rouvert une manche terminée" in machine.here("verify").out


def test_a_deal_that_was_abandoned_is_proven_too(prepared: Prepared, tmp_path: Path) -> None:
    """`manche_abandoned` publishes its seed (design.md, Dealing)."""
    machine = prepared(with_words)
    machine.done("abandon", "--reason", "une main au mauvais joueur")
    told = sections(machine.here("verify", str(public(machine, tmp_path))).out)
    assert "La distribution abandonnée de la partie 1, manche 1" in told[PROVEN]


def test_a_shorter_copy_is_told_how_far_it_agrees(prepared: Prepared, tmp_path: Path) -> None:
    """A rollback comes with the highest checkpoint that holds."""
    machine = prepared(with_words)
    older, agreed = public(machine, tmp_path), checkpoint_now(machine)
    play_on(machine, 2)
    words = ("--checkpoint", agreed, "--checkpoint", checkpoint_now(machine))
    assert (
        f"Jusqu’à l’entrée {agreed.split('/')[1]}, il s’accorde"
        in machine.here("verify", str(older), *words).out
    )


def test_a_torn_ledger_is_held_against_what_was_published_as_well(prepared: Prepared) -> None:
    """The entry that was cut may have been shown: then it is missing, not only incomplete."""
    machine = prepared(with_words)
    machine.done("post", "table")
    machine.ledger.write_bytes(machine.ledger.read_bytes()[:-20])
    ran = machine.here("verify")
    assert ran.code == 1
    assert "gm repair" in ran.out
    assert "plus court que ce qui a été publié" in ran.err


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda data: data.replace(b'entry: "gm/1"', b'entry: "gm/2"'), "future_version"),
        (lambda _: bytes(3000), "not_a_ledger"),
        (lambda _: b"bonjour\n", "not_a_ledger"),
        (lambda _: b"", "not_a_ledger"),
        (lambda data: data[:-20], "torn"),
    ],
    ids=["a later format", "zeros", "a text", "nothing", "torn"],
)
def test_what_cannot_be_continued_is_named_for_what_it_is(
    prepared: Prepared, tmp_path: Path, spoil: Callable[[bytes], bytes], code: str
) -> None:
    """`gm new --continues` says of a file what the other commands say of it."""
    machine = prepared(with_words)
    file = tmp_path / "old.yaml"
    file.write_bytes(spoil(machine.ledger.read_bytes()))
    ran = machine.here("new", "suite", "--continues", str(file), "--json")
    assert (ran.code, ran.error) == (3, code)


def test_the_end_of_a_partie_is_undone_in_words(prepared: Prepared) -> None:
    """A public correction names no entry by its number alone where there are words for it."""

    def all_over(machine: Machine) -> None:
        first_over(machine)
        machine.done("deal")
        for player in machine.status["players"][:4]:
            machine.done("sanction", player, "--reason", "absent")

    undone = prepared(all_over).here("undo", "--reason", "trop vite")
    assert "la fin de la partie 1" in undone.out
    assert "l’entrée" not in undone.out.split("Motif")[0]
