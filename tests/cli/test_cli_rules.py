"""`gm rules`, house rules in files, `gm adjudicate` on cases, and the bad input of each (design.md)."""

import json
import re
from collections.abc import Callable

import pytest
from cli_help import ROOT, Machine

from gm.desk.documents import plain_documents
from gm.rules import OPTIONS, PRESETS, Choice, Flag, Number, Rules, Several, in_force, read_rules

GUIDE = (
    (ROOT / "docs" / "moderateur.md").read_text(encoding="utf-8").partition("## Systèmes et règles maison")[2]
)

Prepared = Callable[[Callable[[Machine], object]], Machine]

CASE = """\
case: Z6.1
clauses: [Z6]
title: An answer is higher.
rules: zebest
players: [a, b]
hands: {a: 5s 3s, b: 7h 4s}
actions:
- {player: a, play: 5s}
- {player: b, play: 7h%s}
state: {turn: a, pile: [a 5s, b 7h]}
"""
PARTIE = """\
case: C3.1
clauses: [C3]
title: The Président deals.
rules: classic
players: [a, b, c, d]
manches:
- [c, a, b, d]
next: {manche: 2, dealer: c, opener: %s}
roles: {c: president, a: vice_president, b: vice_racaille, d: racaille}
points: {a: 1, b: -1, c: 2, d: -2}
ranks: {a: 2, b: 3, c: 1, d: 4}
"""
POSITION = """\
rules: bga
players: [a, b]
hands: {a: 3s 4s, b: 5s}
opener: a
actions:
- {player: a, play: 3s}
"""
EXCHANGE = """\
case: E5.2
clauses: [E5]
title: A card just received cannot be given back.
rules: elysee
players: [a, b, c, d]
places: [a, b, c, d]
hands: {a: 3s 4s 5s, b: 6s, c: 7s, d: 8s Ah 2d}
exchange:
- {player: a, gives: 2d 3s, refused: gift_received}
- {player: a, asks: A?, refused: no_demands}
- {player: c, refused: no_exchange}
- {player: a, gives: 4s}
gifts: []
after: {a: 3s 4s 5s}
"""


def with_key(machine: Machine) -> None:
    machine.done("init", "--no-passphrase")


def opened(machine: Machine) -> None:
    """A campaign by house rules called `maison`, and a file of the same rules."""
    with_key(machine)
    rules = machine.folder / "here" / "maison.yaml"
    rules.write_text("preset: bga\nequal: skip\n", "utf-8")
    machine.done("new", "maison", "--rules", str(rules))


class TestShow:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_a_system_is_shown_with_every_option_that_it_has(self, preset: str, machine: Machine) -> None:
        """`gm rules show PRESET`: `{preset, options, clauses}`."""
        answer = machine.done("rules", "show", preset)
        assert answer.keys() == {"preset", "options", "clauses"}
        assert answer["preset"] == preset
        assert answer["options"].pop("preset") == preset
        assert list(answer["options"]) == list(answer["clauses"])
        assert set(answer["options"]) == {each.name for each in OPTIONS if each.exists(PRESETS[preset])}
        assert machine.done("rules", preset)["clauses"] == answer["clauses"]

    def test_an_option_cites_the_clauses_in_force(self, machine: Machine) -> None:
        """The clauses of the rules are those that the option stands for under them, all where none is."""
        clauses = machine.done("rules", "show", "elysee")["clauses"]
        assert clauses["jokers"] == ["E3"]
        assert clauses["two_both_ends"] == ["C7h"]

    def test_clauses_that_the_booklet_does_not_have_are_told_as_such(self, machine: Machine) -> None:
        """docs/moderateur.md: « hors livret »."""
        lines = machine.here("rules", "show", "elysee").out.splitlines()
        assert lines[0] == "Règles du système elysee"
        assert "jokers\u00a0: close (E3)" in lines
        assert "two_both_ends\u00a0: false (hors livret\u00a0: C7h)" in lines

    @pytest.mark.parametrize(
        "words", [(), ("show",), ("maison",), ("show", "maison"), ("show", "maison.yaml")]
    )
    def test_a_campaign_or_a_file_is_shown_with_what_differs_from_its_system(
        self, words: tuple[str, ...], prepared: Prepared
    ) -> None:
        machine = prepared(opened)
        words = tuple(str(machine.folder / "here" / word) if "." in word else word for word in words)
        assert machine.done("rules", *words)["options"]["equal"] == "skip"
        lines = machine.here("rules", *words).out.splitlines()
        assert [line for line in lines if "au lieu de" in line] == ["equal\u00a0: skip (B9), au lieu de no"]
        assert lines[0] == "Règles maison, d’après bga"


class TestBooklet:
    """`gm rules booklet`: what players read of a system before anybody makes a campaign by it."""

    @pytest.mark.parametrize("preset", PRESETS)
    def test_it_has_the_clauses_in_force(self, preset: str, machine: Machine) -> None:
        answer = machine.done("rules", "booklet", preset)
        assert answer.keys() == {"preset", "options", "clauses", "title", "body"}
        assert answer["options"] == machine.done("rules", "show", preset)["options"]
        assert answer["clauses"] == list(in_force(PRESETS[preset]))
        told = re.findall(r"^\[b\](\w+)\[/b\] ", answer["body"], re.MULTILINE)
        assert sorted(told) == sorted(answer["clauses"])

    @pytest.mark.parametrize("name", ["maison", "maison.yaml"])
    def test_it_is_the_one_that_is_posted_without_its_checkpoint(self, name: str, prepared: Prepared) -> None:
        machine = prepared(opened)
        if "." in name:
            name = str(machine.folder / "here" / name)
        posted = machine.done("post", "rules")["body"]
        assert "[i]Point de contrôle" in posted
        assert (
            machine.done("rules", "booklet", name)["body"] == posted.partition("\n\n[i]Point de contrôle")[0]
        )
        assert machine.done("rules", "booklet")["body"] == machine.here("rules", "booklet", name).out[:-1]


class TestDiff:
    def test_only_what_differs_is_told(self, prepared: Prepared) -> None:
        """`gm rules diff A B`, each a system, a campaign or a file."""
        machine = prepared(opened)
        answer = machine.done("rules", "diff", "bga", "maison")
        told = {"name": "equal", "a": "no", "b": "skip", "clauses": ["B9"]}
        assert answer == {"a": "bga", "b": "maison", "differences": [told]}
        assert machine.here("rules", "diff", "bga").out == machine.here("rules", "diff", "bga", "maison").out
        file = str(machine.folder / "here" / "maison.yaml")
        assert machine.done("rules", "diff", file, "maison")["differences"] == []
        assert "Les mêmes règles" in machine.here("rules", "diff", "bga", "bga").out

    def test_a_campaign_called_like_a_system_is_told_from_it(self, prepared: Prepared) -> None:
        machine = prepared(with_key)
        machine.done("new", "zebest", "--rules", "bga")
        first, preset, *_ = machine.here("rules", "diff", "zebest").out.splitlines()
        assert first == "Entre le système zebest et la campagne zebest, dans cet ordre"
        assert preset.startswith("preset\u00a0: zebest → bga")

    def test_an_option_that_one_side_lacks_is_null(self, machine: Machine) -> None:
        answer = machine.done("rules", "diff", "zebest", "classic")
        found = {each["name"]: (each["a"], each["b"], each["clauses"]) for each in answer["differences"]}
        assert found["taggle_forced"] == ("true", None, ["Z9"])
        assert found["dealer"] == (None, "president", ["C3"])
        assert found["closes"] == (["top", "four"], [], ["Z10", "Z11"])
        assert found["preset"][:2] == ("zebest", "classic")
        assert "pass" not in found


WRONG_WORDS = {
    "misspelt system": (["show", "zebset"], "no_such_rules", "zebest"),
    "misspelt campaign": (["maisson"], "no_such_rules", "maison"),
    "like nothing": (["diff", "bga", "belote"], "no_such_rules", "classic"),
    "missing file": (["diff", "bga", "rien.yaml"], "unreadable_file", "rien.yaml"),
    "nothing to compare": (["diff"], "usage_missing", "gm rules diff bga elysee"),
    "too many": (["diff", "bga", "elysee", "classic"], "usage_extra", "gm rules show bga"),
    "misspelt action": (["sho", "bga"], "usage_no_command", "gm rules show"),
}


@pytest.mark.parametrize(("words", "error", "says"), WRONG_WORDS.values(), ids=WRONG_WORDS)
def test_rules_that_nobody_knows_are_told_with_those_that_exist(
    words: list[str], error: str, says: str, prepared: Prepared
) -> None:
    machine = prepared(opened)
    ran = machine.here("rules", *words, "--json")
    assert (ran.code, ran.error) == (2, error)
    assert says in ran.json["error"]["message"]


WRONG_FILES = {
    "no YAML": (b"{", "bad_rules_file", "à la ligne"),
    "a tab": (b"pass:\n\tfree", "bad_rules_file", "à la ligne 2"),
    "the same option twice": (b"pass: free\npass: locks\n", "bad_rules_file", "la clé pass"),
    "deep": (b"[" * 20000, "bad_rules_file", "profond"),
    "an alias of nothing": (b"pass: *a", "bad_rules_file", "YAML"),
    "an alias": (b"pass: &word free\nequal: *word\n", "bad_rules_file", "renvoi"),
    "not UTF-8": (b"# \xe9t\xe9\npreset: bga", "not_utf8", "regles.yaml"),
    "no blank": (b"preset:bga", "not_a_mapping", "espace après le deux-points"),
    "no blank on the second line": (
        b"preset: bga\nequal:skip",
        "bad_rules_file",
        "espace après le deux-points",
    ),
    "no blank between braces": (b"{preset:bga}", "not_a_mapping", "espace après le deux-points"),
    "enormous": (b"#" * 70000, "file_too_large", "64 Ko"),
    "empty": (b"", "not_a_mapping", "preset: bga"),
    "a list": (b"- preset: bga", "not_a_mapping", "preset: bga"),
    "two documents": (b"preset: bga\n---\npreset: elysee\n", "not_a_mapping", "preset: bga"),
    "a misspelt system": (b"preset: zebset", "unknown_preset", "zebest"),
    "a system in a mapping": (b"preset: {a: b}", "bad_value", "elysee"),
    "a misspelt option": (b"pas: free", "unknown_option", "dire pass"),
    "an option in capitals": (b"Preset: bga", "unknown_option", "dire preset"),
    "an option like none": (b"atout: coeur", "unknown_option", "forbidden_finish"),
    "what the system fixes": (b"players: 6", "unknown_option", "Il y a"),
    "a misspelt value": (b"pass: lock", "bad_value", "dire locks"),
    "a value like none": (b"jokers: false", "bad_value", "possibles\u00a0: none, rank, close"),
    "a word for a number": (b"manches: deux", "bad_value", "none"),
    "a number written oddly": (b"manches: 04", "bad_value", "none"),
    "an unknown option of many parts": (b"exchnage_limit: [1, {a: b}]", "unknown_option", "exchange_limit"),
    "a misspelt word in a list": (b"closes: [topp]", "bad_value", "Vouliez-vous dire [top]"),
    "two words for a list": (b"closes: top, four", "bad_value", "Vouliez-vous dire [top, four]"),
    "none for no list": (b"closes: none", "bad_value", "Vouliez-vous dire []"),
    "no word of a list": (b"closes: 3", "bad_value", "[top], [four], [top, four], []"),
    "a negative number": (b"manches: -1", "bad_value", "none"),
    "a word for a truth": (b"equal_top: peut-etre", "bad_value", "true, false"),
    "a list for a word": (b"pass: [free, locks]", "bad_value", "free, locks"),
    "a word for a list": (b"closes: top", "bad_value", "Vouliez-vous dire [top]"),
    "nothing for a word": (b"pass:", "bad_value", "free, locks"),
    "lists in a list": (b"closes: [[top]]", "bad_value", "four"),
    "neither manches nor target": (b"preset: classic\ntarget: none", "never_ends", "manches"),
    "a target without points": (b"preset: bga\ntarget: 20", "target_without_points", "20"),
    "a dealer where nobody deals": (b"preset: bga\ndealer: last", "nobody_deals", "classic"),
    "a Taggle forced where there is none": (b"preset: bga\ntaggle_forced: no", "no_taggle_to_force", "equal"),
    "equal on top where nothing equal is": (b"preset: bga\nequal_top: yes", "no_equal_answer", "equal"),
}


@pytest.mark.parametrize(("text", "error", "says"), WRONG_FILES.values(), ids=WRONG_FILES)
def test_house_rules_that_cannot_be_are_refused_and_leave_nothing(
    text: bytes, error: str, says: str, prepared: Prepared
) -> None:
    """rules.md, Option names: unknown options, wrong types and contradictory sets are a plain refusal."""
    machine = prepared(with_key)
    file = machine.folder / "regles.yaml"
    file.write_bytes(text)
    ran = machine.here("new", "maison", "--rules", str(file), "--json")
    assert (ran.code, ran.error) == (2, error)
    assert says in ran.json["error"]["message"]
    assert not (machine.campaigns / "maison").exists()
    assert machine.here("rules", "show", str(file), "--json").error == error


@pytest.mark.parametrize(
    ("word", "error", "says"),
    [
        ("zebset", "unknown_preset", "zebest"),
        ("BGA", "unknown_preset", "bga"),
        ("belote", "unknown_preset", "classic"),
        ("rien.yaml", "unreadable_file", "rien.yaml"),
        (".", "unreadable_file", "."),
    ],
)
def test_a_new_campaign_by_unknown_rules_is_refused(
    word: str, error: str, says: str, prepared: Prepared
) -> None:
    """`gm new NAME --rules PRESET|FILE`: a name misspelt is told with the one that is meant."""
    machine = prepared(with_key)
    ran = machine.here("new", "maison", "--rules", word, "--json")
    assert (ran.code, ran.error) == (2, error)
    assert says in ran.json["error"]["message"]
    assert not (machine.campaigns / "maison").exists()


class TestGuide:
    """docs/moderateur.md, Systèmes et règles maison."""

    def test_its_house_rules_are_taken(self) -> None:
        (block,) = re.findall(r"^```yaml\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
        (document,) = plain_documents(block)
        rules = read_rules(document)
        assert isinstance(rules, Rules)
        assert (rules.play.equal, rules.joker_count, rules.scoring.manches, rules.scoring.target) == (
            *("skip", 2, 5),
            None,
        )

    @pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
    def test_it_names_every_option_and_every_value(self, option: object) -> None:
        table = re.search(rf"^\| `{option.name}` \| ([^|]*) \|", GUIDE, re.MULTILINE)  # type: ignore[attr-defined]
        assert table is not None
        match option.values:  # type: ignore[attr-defined]
            case Choice(words=words) | Several(words=words):
                expected = list(words)
            case Flag():
                expected = ["true", "false"]
            case Number():
                expected = ["none"]
        assert re.findall(r"`(\w+)`", table[1]) == expected

    def test_it_names_every_system_with_its_players(self) -> None:
        for name, rules in PRESETS.items():
            least, most = rules.deal.seats
            assert f"| `{name}` | {least if least == most else f'{least} à {most}'} |" in GUIDE


class TestCases:
    """`gm adjudicate` runs the catalogue (tests/cases/README.md)."""

    def test_a_case_that_comes_out_as_stated_is_so_in_json(self, machine: Machine) -> None:
        answer = machine.done("adjudicate", "-", stdin=CASE % "" + "---\n" + PARTIE % "d")
        position, partie = answer["results"]
        assert position.keys() == {"verdicts", "state", "case", "as_expected", "differs"}
        assert (position["case"], position["as_expected"], position["differs"]) == ("Z6.1", True, [])
        assert partie["as_expected"] is True
        assert partie["partie"]["next"]["gifts"] == [
            {"giver": "d", "receiver": "c", "number": 1},
            {"giver": "c", "receiver": "d", "number": 1},
        ]

    @pytest.mark.parametrize(
        ("text", "where"),
        [
            (CASE % ", refused: {too_low: Z6}", ["actions: 2: violations", "actions: 2: clauses"]),
            (CASE % ", effects: {skip: B9}", ["actions: 2: effects", "actions: 2: clauses"]),
            (CASE.replace("turn: a", "turn: b") % "", ["state: turn"]),
            (PARTIE % "a", ["next: opener"]),
            (EXCHANGE, ["exchange: 4"]),
        ],
    )
    def test_a_case_that_comes_out_otherwise_ends_with_1(
        self, text: str, where: list[str], machine: Machine
    ) -> None:
        ran = machine.here("adjudicate", "-", "--json", stdin=text)
        assert ran.code == 1
        (result,) = ran.json["results"]
        assert result["as_expected"] is False
        assert [each["where"] for each in result["differs"]] == where

    def test_a_person_reads_what_differs_and_how_many(self, machine: Machine) -> None:
        ran = machine.gm("adjudicate", "-", stdin=CASE % "" + "---\n" + PARTIE % "a")
        assert ran.code == 1
        assert ran.out.splitlines() == [
            "C3.1\u00a0: non conforme",
            "  next: opener\u00a0: attendu a, obtenu d",
            "2 cas, dont 1 non conforme",
        ]

    def test_the_catalogue_is_run_by_the_command(self, machine: Machine) -> None:
        """A folder stands for its YAML files; cases that come out as stated are only counted."""
        ran = machine.gm("adjudicate", str(ROOT / "tests" / "cases"))
        assert ran.code == 0
        assert re.fullmatch(r"\d{3,} cas, tous conformes\n", ran.out)

    def test_several_files_are_judged_in_their_order(self, machine: Machine) -> None:
        one, other = (machine.folder / "here" / name for name in ("b.yaml", "a.yaml"))
        one.write_text(CASE % ", effects: {skip: B9}", "utf-8")
        other.write_text(PARTIE % "d" + "---\n" + POSITION, "utf-8")
        words = ("adjudicate", str(one), str(other))
        ran = machine.here(*words, "--json")
        assert ran.code == 1
        assert [result.get("case") for result in ran.json["results"]] == ["Z6.1", "C3.1", None]
        lines = machine.here(*words).out.splitlines()
        assert [line for line in lines if not line.startswith(" ")] == [
            *(str(one), "Z6.1\u00a0: non conforme"),
            *(str(other), "Position 2", "a\u00a0: accepté"),
            "2 cas, dont 1 non conforme",
        ]

    def test_a_folder_without_cases_and_a_file_that_is_none_are_told_by_name(self, machine: Machine) -> None:
        empty, wrong = machine.folder / "here", machine.folder / "wrong.yaml"
        wrong.write_text("a: b", "utf-8")
        for path, code in ((empty, "no_case_files"), (wrong, "bad_scenarios")):
            ran = machine.here("adjudicate", str(path), "--json")
            assert (ran.code, ran.error) == (2, code)
            assert path.name in ran.json["error"]["message"]

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("state: {}\n", "case"),
            ("case: x\n", "manches"),
            (CASE % ", efects: {}", "actions: 2"),
            (CASE % ", refused: {}", "actions: 2"),
            (CASE % "" + "sate: {}\n", "state"),
            (CASE % "" + "pending: [nothing]\n", "exchange_pending"),
            (CASE % "" + "gifts: [{giver: a, receiver: b, cards: 2s}]\n", "gifts: 1"),
            (PARTIE.replace("[c, a, b, d]", "[c, a, b, b]") % "d", "manches: 1"),
            (PARTIE.replace("[a, b, c, d]", "[a, b, c]") % "d", "de 4 à 7"),
            (EXCHANGE.replace("player: c", "player: z"), "exchange: 3"),
        ],
    )
    def test_a_case_that_cannot_be_read_is_told_with_its_place(
        self, text: str, says: str, machine: Machine
    ) -> None:
        ran = machine.here("adjudicate", "-", "--json", stdin=text)
        assert (ran.code, ran.error) == (2, "bad_scenarios")
        assert says in ran.json["error"]["message"]


def test_a_file_that_is_too_large_is_not_read(machine: Machine) -> None:
    """A file of positions has its limit, as every input has."""
    file = machine.folder / "here" / "large.yaml"
    file.write_bytes(b"#" * (16 * 2**20 + 1))
    ran = machine.here("adjudicate", str(file), "--json")
    assert (ran.code, ran.error) == (2, "file_too_large")
    assert json.dumps("large.yaml")[1:-1] in ran.json["error"]["message"]


@pytest.mark.parametrize("preset", PRESETS)
def test_three_are_too_few_and_the_ninth_waits(preset: str, machine: Machine) -> None:
    """Z1, B1, E1, C1: three or nine players."""
    least, most = PRESETS[preset].deal.seats
    with_key(machine)
    machine.done("new", "table", "--rules", preset)
    machine.done("open", "--no-beacon")
    for number in range(3):
        assert machine.done("join", f"joueur{number}")["waits"] is False
    early = machine.here("deal", "--json")
    assert (early.code, early.error) == (1, "too_few_players")
    assert (early.json["error"]["players"], early.json["error"]["missing"]) == ("3", str(least - 3))
    waits = [machine.done("join", f"joueur{number}")["waits"] for number in range(3, 9)]
    assert waits == [number >= most for number in range(3, 9)]
    assert sorted(machine.done("deal")["seats"]) == [f"joueur{number}" for number in range(most)]
