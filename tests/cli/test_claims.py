"""`gm claims`: how posts are understood, with a campaign or without (design.md, Command line)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli_help import Machine
from reading_help import in_play

Prepare = Callable[[Machine], object]

SAVED = Path(__file__).resolve().parents[1] / "posts" / "pages" / "saved"
EXAMPLES = Path(__file__).resolve().parents[1] / "posts" / "examples.yaml"


def claims(machine: Machine, text: str | bytes, *words: str) -> Any:
    """What is answered for a file of this content."""
    path = machine.folder / "messages"
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    ran = machine.here("claims", str(path), "--json", *words)
    assert ran.code == 0, ran.out
    return ran.json["results"]


def test_the_shape_is_that_of_the_contract(machine: Machine) -> None:
    """`{results: [{id, claims: [{kind, cards, span, text, fuzzy}], doubt}]}`; an unknown suit is `7?`."""
    text = "Désolé, je pose un 7."
    found = claims(machine, f"- {{id: a, author: snaga, text: '{text}'}}\n- {{id: b, text: je passe}}\n")
    assert [each["id"] for each in found] == ["a", "b"]
    (claim,) = found[0]["claims"]
    assert (claim["kind"], claim["cards"], claim["fuzzy"]) == ("play", ["7?"], False)
    assert text[slice(*claim["span"])] == claim["text"]
    assert (found[1]["claims"][0]["kind"], found[1]["claims"][0]["cards"]) == ("pass", [])
    assert [each["doubt"] for each in found] == [None, None]


def test_the_published_examples_are_read_as_they_stand(machine: Machine) -> None:
    """The file of examples holds keys of its own; they are no matter."""
    found = machine.here("claims", str(EXAMPLES), "--json").json["results"]
    expected = yaml.safe_load(EXAMPLES.read_text("utf-8"))
    assert [each["id"] for each in found] == [each["id"] for each in expected]


def test_standard_input_is_read_for_a_dash(machine: Machine) -> None:
    """`gm claims -`."""
    ran = machine.here("claims", "-", "--json", stdin="- {id: a, text: je passe}\n")
    assert ran.json["results"][0]["claims"][0]["kind"] == "pass"


def test_every_scalar_is_the_text_that_was_written(machine: Machine) -> None:
    """`text: no` is a word and `text: 10` a card; an id that is a number stays one."""
    found = claims(machine, "- {id: 7, text: 10}\n- {id: no, text: no}\n- {text: 2014-06-12}\n")
    assert [each["id"] for each in found] == [7, "no", None]
    assert found[0]["claims"][0]["cards"] == ["T?"]


@pytest.mark.parametrize("written", ["007", "٣", "1" * 5000, "1e3"])
def test_an_id_that_is_no_plain_number_is_kept_as_written(written: str, machine: Machine) -> None:
    """A number of any length is taken; what another reader would take for another number is a text."""
    (found,) = claims(machine, f"- {{id: {written}, text: x}}\n")
    assert found["id"] == written


def test_images_and_a_signature_are_a_posts_own(machine: Machine) -> None:
    """`images` names what an image shows, `signature` what is no part of the post."""
    post = {
        "id": "a",
        "text": "[img]https://i.example.org/dame_pique.png[/img]\n-- \n7 de pique",
        "images": {"dame_pique": "Qs"},
        "signature": "7 de pique",
    }
    (found,) = claims(machine, yaml.safe_dump([post]))
    assert [claim["cards"] for claim in found["claims"]] == [["Qs"]]


def test_the_language_is_chosen(machine: Machine) -> None:
    """French unless told otherwise: `7c` is 7♥, in English 7♣."""
    file = "- {id: a, text: 7c}\n"
    assert claims(machine, file)[0]["claims"][0]["cards"] == ["7h"]
    assert claims(machine, file, "--locale", "en")[0]["claims"][0]["cards"] == ["7c"]
    path = str(machine.folder / "messages")
    wrong = machine.here("claims", path, "--locale", "de", "--json")
    assert (wrong.code, wrong.error) == (2, "unknown_locale")


def test_a_campaign_that_is_named_gives_its_customs(prepared: Callable[[Prepare], Machine]) -> None:
    """-c or GM_CAMPAIGN: its images, its aliases and signatures; without them none is looked for."""
    machine = prepared(in_play)
    settings = "cards: {carte-1: Qs}\naliases: {Le S: snaga}\nsignatures: {snaga: double as}\n"
    (machine.campaigns / "zebest" / "campaign.yaml").write_text(settings, encoding="utf-8")
    file = (
        '- {id: a, text: "[img]https://i.example.org/carte-1.png[/img]"}\n'
        '- {id: b, author: Le S, text: "je passe\\ndouble as"}\n'
    )
    named = claims(machine, file, "-c", "zebest")
    assert named[0]["claims"][0]["cards"] == ["Qs"]
    assert [claim["kind"] for claim in named[1]["claims"]] == ["pass"]
    assert claims(machine, file)[0]["doubt"] == "unreadable"
    path = str(machine.folder / "messages")
    again = machine.here("claims", path, "--json", environ={"GM_CAMPAIGN": "zebest"})
    assert again.json["results"] == named


def test_a_page_that_gm_read_takes_is_taken(machine: Machine) -> None:
    """A saved page or a list in JSON, with the ids it shows."""
    found = claims(machine, json.dumps([{"id": "p1", "author": "snaga", "text": "je passe"}]))
    assert found[0]["id"] == "p1"
    html = (
        '<html><body><div id="p12" class="post"><div class="postprofile"><a class="username">snaga</a></div>'
        '<div class="content">Je pose un 7 de c&oelig;ur</div></div></body></html>'
    )
    (post,) = claims(machine, html)
    assert (post["id"], post["claims"][0]["cards"]) == ("12", ["7h"])


@pytest.mark.parametrize("name", sorted(path.name for path in SAVED.iterdir()))
def test_every_kind_of_page_is_taken(name: str, machine: Machine) -> None:
    """A saved page of each kind of forum, copied text, a list: posts with their ids, in order."""
    ran = machine.here("claims", str(SAVED / name), "--json")
    assert ran.code == 0, ran.out
    assert ran.json["results"]
    assert machine.here("claims", str(SAVED / name)).code == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "page_empty"),
        (b"- {id: a}\n", "page_bad_entry"),
        (b"- {id: a, text: x, images: [b]}\n", "page_bad_entry"),
        (b"- {id: a, text: x, images: {b: Zz}}\n", "page_bad_entry"),
        (b"- {id: a, text: x}\n- y\n", "page_bad_entry"),
        (b"- {id: a, text: 'x}\n", "page_bad_list"),
        (b"\xff\xfe\x00\xd8" * 20, None),
        (bytes(range(256)) * 40, "page_not_text"),
    ],
)
def test_a_file_that_is_none_is_refused_plainly(data: bytes, code: str | None, machine: Machine) -> None:
    """Exit code 2 and one or two sentences."""
    path = machine.folder / "messages"
    path.write_bytes(data)
    ran = machine.here("claims", str(path), "--json")
    assert ran.code == 2
    assert code in (None, ran.error)
    said = machine.here("claims", str(path)).err
    assert 1 <= len(said.strip().splitlines()) <= 2


def test_a_file_that_is_not_there_is_told(machine: Machine) -> None:
    """Exit code 2."""
    ran = machine.here("claims", "nulle-part.yaml", "--json")
    assert (ran.code, ran.error) == (2, "unreadable_file")


def test_a_very_long_post_is_read_in_one_go(machine: Machine) -> None:
    """A post of any length is a post: `gm play` takes what forums allow, this takes it all."""
    found = claims(machine, f"- {{id: a, text: {json.dumps('bla bla. ' * 20_000 + 'je passe')}}}\n")
    assert [claim["kind"] for claim in found[0]["claims"]] == ["pass"]


def test_registrations_are_shown_as_understood(machine: Machine) -> None:
    """Z21: one key more where a post speaks of one; nothing is known of who is registered."""
    texts = ("je m’inscris, mot : carotte", "mon mot : navet", "je me désinscris", "je passe", "+1")
    found = claims(machine, "".join(f"- {{text: {json.dumps(text)}}}\n" for text in texts))
    said = [each.get("registration") for each in found]
    assert said == [
        {"joins": True, "word": "carotte", "doubt": False, "withdraws": False},
        {"joins": False, "word": "navet", "doubt": False, "withdraws": False},
        {"joins": False, "word": None, "doubt": True, "withdraws": True},
        None,
        None,
    ]
    shown = machine.here("claims", "-", stdin=f"snaga :\n{texts[0]}\n").out
    assert "une inscription, mot de hasard «\u00a0carotte\u00a0»" in shown


def test_a_person_reads_the_words_the_cards_and_the_doubts(machine: Machine) -> None:
    """Each post: its id and author, the words relied on, the cards as 7♥, what would be asked."""
    file = (
        "- {id: a, author: snaga, text: 'je pose un 7 de coeur'}\n"
        "- {id: b, text: 'je pose un double'}\n"
        "- {id: c, text: 'bonjour'}\n"
    )
    path = machine.folder / "messages"
    path.write_text(file, encoding="utf-8")
    said = machine.here("claims", str(path)).out
    assert "a (snaga)" in said
    assert "7♥, lu dans «\u00a07 de coeur\u00a0»" in said
    assert "b\u00a0:\n  à demander" in said
    assert "c\u00a0: aucun coup" in said
