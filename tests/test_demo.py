"""`gm demo`: a partie anyone can watch, and `campaigns/exemple`, which it makes to the same bytes.

After a change of texts or format, make the example anew, then read what changed:

    rm -r campaigns/exemple && python -m gm demo campaigns
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gm.campaign import Campaign, fold
from gm.events import Exchanged, Refused, Sanctioned
from gm.evidence import examine
from gm.ledger import Reading, public_copy, read
from gm.manche import Effect

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "campaigns" / "exemple"


def run_demo(*words: str, environ: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run `gm demo` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "gm", "demo", *words],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environ or {})},
        timeout=120,
    )


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its path in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture(scope="module")
def reading() -> Reading:
    """The moderator's ledger of the example."""
    return read((EXAMPLE / "ledger.yaml").read_bytes(), copy="own")


@pytest.fixture(scope="module")
def campaign(reading: Reading) -> Campaign:
    """The campaign of the example."""
    return fold([entry.record for entry in reading.entries])


def test_the_demo_plays_the_example_again_to_the_same_bytes(tmp_path: Path) -> None:
    """Format, dealing, texts and judge cannot drift unnoticed: every file of the example is made anew."""
    run = run_demo(str(tmp_path))
    assert (run.returncode, run.stderr) == (0, "")
    made, kept = files_of(tmp_path / "exemple"), files_of(EXAMPLE)
    assert made.keys() == kept.keys()
    assert [name for name in kept if made[name] != kept[name]] == []
    assert [path.name for path in tmp_path.iterdir()] == ["exemple"]


def test_the_example_verifies_in_private_and_in_public(reading: Reading) -> None:
    """Both copies are without fault, and the public one is the private one without its secrets."""
    own = examine(reading, "own")
    public = (EXAMPLE / "exemple-public.yaml").read_bytes()
    assert public == public_copy((EXAMPLE / "ledger.yaml").read_bytes())
    published = examine(read(public, copy="public"), "public")
    assert (own.faults, published.faults, published.unjudged) == ((), (), ())
    assert own.tally.plays_without_post == 0
    assert [deal.rests_on for deal in published.deals] == ["words", "words"]


def test_the_example_shows_what_the_issue_asks_for(reading: Reading, campaign: Campaign) -> None:
    """A Taggle, a refusal on record, the sanction it is evidence for, a demand, a sixth player who waits."""
    records = {entry.record.seq: entry.record.event for entry in reading.entries}
    (partie,) = campaign.parties
    assert partie.closed
    for manche in partie.manches:
        assert any(Effect.TAGGLE in move.effects for move in manche.moves)
        assert sorted(manche.places.values()) == [1, 2, 3, 4, 5]
    (sanction,) = [event for event in records.values() if isinstance(event, Sanctioned)]
    refused = records[sanction.evidence[0]]
    assert isinstance(refused, Refused)
    assert (refused.player, refused.violations) == (sanction.player, ("not_held",))
    assert any(event.asked for event in records.values() if isinstance(event, Exchanged))
    assert len(campaign.queue) == 1


def test_the_example_follows_its_calendar(reading: Reading) -> None:
    """Registration from 4 to 12 June, the deal on the 12th at 14 h, no move before the 14th at 16 h (Z23)."""
    at = {entry.record.seq: entry.record.at for entry in reading.entries}
    assert at[1].startswith("2014-06-04T13:30")
    assert at[9].startswith("2014-06-12T14:00")
    assert at[11] >= "2014-06-14T16:00"
    assert list(at.values()) == sorted(at.values())


def test_the_demo_shows_each_stage_to_its_end() -> None:
    """Headings and a progress bar that ends full; refused moves, the sanction, the classement are shown."""
    run = run_demo()
    assert run.returncode == 0
    bars = [line for line in run.stdout.splitlines() if line.startswith("█")]
    assert [bar.split()[1] for bar in bars] == [f"{stage}/12" for stage in range(1, 13)]
    assert "░" not in bars[-1]
    for shown in ("Coup refusé", "Taggle", "Sanction", "Trou du cul", "Le registre est bon"):
        assert shown in run.stdout


def test_the_demo_leaves_nothing_behind_unless_told(tmp_path: Path) -> None:
    """Without a folder the campaign is temporary; `--json` says so and prints one object."""
    run = run_demo("--json", environ={"TMPDIR": str(tmp_path), "TEMP": str(tmp_path)})
    assert (run.returncode, run.stderr) == (0, "")
    told = json.loads(run.stdout)
    assert (told["ok"], told["folder"]) == (True, None)
    assert list(tmp_path.iterdir()) == []


def test_the_demo_overwrites_nothing(tmp_path: Path) -> None:
    """A folder that holds the example already is left alone: exit code 3."""
    (tmp_path / "exemple").mkdir()
    run = run_demo(str(tmp_path))
    assert (run.returncode, run.stdout) == (3, "")
    assert list((tmp_path / "exemple").iterdir()) == []


def test_a_demo_of_real_chance_is_another_one() -> None:
    """`--random`: other hands, other moves, and it verifies all the same."""
    first, second = (json.loads(run_demo("--random", "--json").stdout) for _ in range(2))
    assert first["ok"] is second["ok"] is True
    assert first["head"] != second["head"]
