"""At a terminal a doubtful post is asked about, and the command goes on with what the moderator says."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cli_help import Machine, shown
from reading_help import in_play, posts_to_come, saved
from sitting import CTRL_C, at_a_terminal

Prepare = Callable[[Machine], object]
Prepared = Callable[[Prepare], Machine]

IMAGE = "https://i.example.org/x/inconnue.png"


def doubtful(machine: Machine, folder: Path) -> tuple[list[dict[str, str]], str]:
    """Two moves, the first of which may be read in two ways, its second reading being the right one."""
    posts = posts_to_come(machine, 2, folder)
    right = posts[0]["text"].partition("je pose ")[2].removesuffix(" !")
    posts[0]["text"] = f"Edit : finalement {right}.\n\nRoi de carreau."
    return posts, right


def seqs(machine: Machine) -> int:
    """How many entries the ledger has."""
    return machine.ledger.read_text("utf-8").count("\nentry: ")


def test_a_page_is_recorded_on_one_word(prepared: Prepared, tmp_path: Path) -> None:
    """The table is shown, then asked about once; `n` records nothing (exit code 1), `o` all of it."""
    machine = prepared(in_play)
    page = saved(machine, posts_to_come(machine, 2, tmp_path / "twin"))
    before = machine.ledger.read_bytes()
    no = at_a_terminal(machine, "read", page, typed="n\n")
    assert (no.code, no.out) == (1, "")
    assert "n°\u00a0p1, " in no.screen
    assert machine.ledger.read_bytes() == before
    yes = at_a_terminal(machine, "read", page, typed="o\n")
    assert yes.code == 0, yes.screen
    assert yes.screen.count("n°\u00a0p1, ") == 1
    assert machine.ledger.read_text("utf-8").count('id: "p') == 2


def test_the_number_of_a_reading_goes_on_with_it(prepared: Prepared, tmp_path: Path) -> None:
    """A wrong number is asked again; then the rest of the page is read, and all is asked about once."""
    machine = prepared(in_play)
    posts, right = doubtful(machine, tmp_path / "twin")
    sitting = at_a_terminal(machine, "read", saved(machine, posts), typed="7\n00\n1\no\n")
    assert sitting.code == 0, sitting.screen
    assert sitting.screen.count("Tapez le numéro d’une lecture") == 2
    assert f"La pile est vide\u00a0: {posts[0]['author']} ouvre." in sitting.screen
    assert f"⟦{right}⟧" in sitting.screen
    assert "Lecture choisie par vous" in sitting.screen
    assert machine.ledger.read_text("utf-8").count('id: "p') == 2


def test_nought_stops_there(prepared: Prepared, tmp_path: Path) -> None:
    """`0`, an empty line, the end of input: exit code 2, nothing recorded, the reply to post."""
    machine = prepared(in_play)
    posts, _ = doubtful(machine, tmp_path / "twin")
    before = machine.ledger.read_bytes()
    for answer in ("0", "", "\x04"):
        sitting = at_a_terminal(machine, "read", saved(machine, posts), typed=answer + "\n")
        assert sitting.code == 2, sitting.screen
        assert posts[0]["author"] in sitting.out
        assert machine.ledger.read_bytes() == before


def test_a_post_may_be_left_aside(prepared: Prepared, tmp_path: Path) -> None:
    """`-`: no move in it, the rest is read."""
    machine = prepared(in_play)
    posts = posts_to_come(machine, 2, tmp_path / "twin")
    thinking = {"id": "p0", "author": posts[0]["author"], "text": "J'hésite entre un roi et un as…"}
    sitting = at_a_terminal(machine, "read", saved(machine, [thinking, *posts]), typed="-\no\n")
    assert sitting.code == 0, sitting.screen
    assert machine.ledger.read_text("utf-8").count('id: "p') == 2


@pytest.mark.parametrize(("typed", "number"), [("x\n1\no\n", 1), ("-\n", 0), ("\n", 0)])
def test_a_post_that_may_be_recorded_is_asked_about(prepared: Prepared, typed: str, number: int) -> None:
    """Only its words tell it from an earlier pass: `1` is new, `-` recorded, `0` or nothing stops."""
    machine = prepared(in_play)
    order = list(machine.status["cards_left"])
    opening, following = (shown([card]) for card in machine.hand(order[0])[:2])
    passes = [{"author": name, "text": "je passe"} for name in order[1:]]
    page = [{"author": order[0], "text": opening}, *passes, {"author": order[0], "text": following}]
    machine.done("read", saved(machine, page))
    before = machine.ledger.read_bytes()
    sitting = at_a_terminal(machine, "read", saved(machine, passes[:1]), typed=typed)
    assert "est peut-être déjà consigné" in sitting.screen
    assert machine.ledger.read_bytes()[len(before) :].count(b'event: "passed"') == number
    assert sitting.code == (2 if typed == "\n" else 0), sitting.screen


def test_who_wrote_a_post_may_be_said(prepared: Prepared, tmp_path: Path) -> None:
    """A name nobody bears is told and asked again; a prefix will do."""
    machine = prepared(in_play)
    (post,) = posts_to_come(machine, 1, tmp_path / "twin")
    author = post.pop("author")
    typed = f"xyz\n{author[:4]}\no\n"
    sitting = at_a_terminal(machine, "read", saved(machine, [post]), typed=typed)
    assert sitting.code == 0, sitting.screen
    assert "xyz" in sitting.screen
    assert f'author: "{author}"' in machine.ledger.read_text("utf-8")


def test_an_unknown_image_is_asked_about_once_and_remembered(prepared: Prepared) -> None:
    """The answer is shown as a card and may be taken back at once; then it stands in campaign.yaml, and
    nothing else of the file changes.
    """
    machine = prepared(in_play)
    turn = machine.status["turn"]
    card = shown(machine.hand(turn)[:1])
    settings = machine.campaigns / "zebest" / "campaign.yaml"
    before = settings.read_text("utf-8")
    page = saved(machine, [{"id": "p1", "author": turn, "text": f"[img]{IMAGE}[/img]"}])
    sitting = at_a_terminal(machine, "read", page, typed=f"bidule\nroi\nn\n{card}\no\no\n")
    assert sitting.code == 0, sitting.screen
    assert IMAGE in sitting.screen
    assert "Cette image montre donc\u00a0: roi." in sitting.screen
    assert "Lectures possibles" not in sitting.screen
    code = machine.status["pile"][0]["cards"][0]
    assert settings.read_text("utf-8") == f'{before}cards:\n  "{IMAGE}": "{code}"\n'
    again = [{"id": "p2", "author": turn, "text": f"[img]{IMAGE}[/img]"}]
    answer = machine.here("read", saved(machine, again), "--json").json
    assert answer["stopped"] is None
    assert answer["posts"][0]["claims"][0]["cards"] == [code]


def test_a_typed_move_goes_on_with_a_reading_too(prepared: Prepared, tmp_path: Path) -> None:
    """`gm play NAME TEXT`: the number of a reading, then the move is recorded."""
    machine = prepared(in_play)
    posts, right = doubtful(machine, tmp_path / "twin")
    sitting = at_a_terminal(machine, "play", posts[0]["author"], posts[0]["text"], typed="1\n")
    assert sitting.code == 0, sitting.screen
    assert "Coup validé" in sitting.out
    assert shown(machine.status["pile"][0]["cards"]) == right


def test_nobody_is_asked_with_yes(prepared: Prepared, tmp_path: Path) -> None:
    """`--yes`: no question; a doubt stops, for nobody may guess."""
    machine = prepared(in_play)
    posts, _ = doubtful(machine, tmp_path / "twin")
    sitting = at_a_terminal(machine, "read", saved(machine, posts), "--yes", typed="")
    assert sitting.code == 2
    assert "Votre choix" not in sitting.screen


def test_ctrl_c_at_a_question_records_nothing(prepared: Prepared, tmp_path: Path) -> None:
    """Exit code 130; the ledger is as before."""
    machine = prepared(in_play)
    posts, _ = doubtful(machine, tmp_path / "twin")
    before = machine.ledger.read_bytes()
    sitting = at_a_terminal(machine, "read", saved(machine, posts), typed=CTRL_C)
    assert sitting.code == 130
    assert machine.ledger.read_bytes() == before
