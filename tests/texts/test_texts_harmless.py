"""What people choose (names, words, reasons, titles, roles) is shown and does nothing else."""

import re
import subprocess
from random import Random

import pytest
from builders import Book, deal
from text_samples import CHECKPOINT, FRENCH, Names, Sample, samples

from gm import dealing, views
from gm.cards import cards_in
from gm.desk import prepare
from gm.desk.secrets import hand_key
from gm.render import message, sentence
from gm.render.markup import neutral

TAGS = re.compile(r"\[[^\[\]]*\]")
HOSTILE = (
    "[/b][url=http://x.example]ici[/url]",
    "{{ 7*7 }}{% raw %}",
    "[/spoiler][/code] 'a' %s",
    "[b]l’[i]autre",
    "$(id) `id` \\n %n",
)


def tags_of(texts: tuple[Sample, ...]) -> list[list[str]]:
    """The tags of each text for the forum in order."""
    return [TAGS.findall(f"{text.title}\n{text.body}") for text in texts if text.audience != "moderator"]


def test_no_name_word_reason_or_title_adds_a_tag() -> None:
    """A player name is any forum name; it cannot break the markup."""
    names = Names(
        players=HOSTILE,
        words=tuple((player, player[::-1] + "[b]") for player in HOSTILE),
        waiting="[quote]moi[/quote]",
        title="[size=200]Titre[/size]",
        reason="[/b][img]http://x.example/a.png[/img]",
        beacon_rule="[b]le Loto[/b]",
    )
    harmless = Names(
        players=("aa", "bb", "cc", "dd", "ee"),
        words=tuple((player, "mot") for player in ("aa", "bb", "cc", "dd", "ee")),
    )
    found = {tag for tags in tags_of(samples(names)) for tag in tags}
    usual = {tag for tags in tags_of(samples(harmless)) for tag in tags}
    assert found <= usual


def test_a_hostile_role_name_adds_no_tag() -> None:
    """Z17: a campaign may rename every role, in whatever way."""
    roles = (("president", "[b][url=x]"), ("trou_du_cul", "{{ view }}\n[/b]"))
    assert tags_of(samples(roles=roles)) == tags_of(samples())


def test_names_are_never_run_as_templates() -> None:
    """A name is a value: `{{ 7*107 }}` is shown as it is."""
    names = Names(players=("{{ 7*107 }}", "{% if x %}", "{# note #}", "dd", "ee"), words=())
    bodies = "\n".join(sample.body for sample in samples(names))
    for name in names.players[:3]:
        assert name in bodies
    assert "749" not in re.sub("[0-9a-f]{64}|[0-9a-f]{32}", "", bodies)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "a b"),
        ("a\r\n\tb", "a b"),
        ("a\u2028b", "a b"),
        ("a\u202eb", "ab"),
        ("[b]", "［b］"),
        ("l'été 🦊", "l'été 🦊"),
    ],
)
def test_a_value_is_one_line_without_brackets(text: str, shown: str) -> None:
    """BBCode has no escape: brackets become full-width ones, line breaks a space."""
    assert neutral(text, "bbcode") == shown


def test_a_terminal_shows_names_as_they_are() -> None:
    """Sentences for the moderator are no BBCode: brackets stay, so that a name can be typed again."""
    said = sentence("fr", "problem.already_registered", {"player": "[o]\nx"})
    assert "[o] x" in said


def test_the_commands_in_a_hand_message_prove_a_card() -> None:
    """design.md, Dealing: `sha256sum` alone checks it all, whatever the player is called."""
    chance = Random(5)
    for hostile in HOSTILE:
        book = Book()
        seeds = [chance.randbytes(32), chance.randbytes(32)]
        book.add(prepare.open_partie(book.campaign, seeds, beacon_rule=None, schedule=None))
        for player in (hostile, "bb", "cc", "dd", "ee"):
            book.add(prepare.join(book.campaign, player, None))
        manche = deal(book).manche
        key = hand_key(book.campaign, manche, hostile)
        view = views.hand_message(book.campaign, hostile, key, CHECKPOINT)
        commands = re.findall(r"\[code\](printf .*?)\[/code\]", message(view, FRENCH).body)
        salt, commitment = (
            subprocess.run(["sh", "-c", each], capture_output=True, text=True, check=True).stdout[:64]
            for each in commands
        )
        card = cards_in(manche.hand(hostile))[0]
        assert salt[:32] == dealing.salt(manche.dealt.seq, card, key)
        assert commitment in manche.deal.commitments[hostile]
