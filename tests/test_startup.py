"""Start-up: a command imports only what it needs (measured because typer 0.29 doubles every start)."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Standard modules that cost milliseconds and that no command needs by accident.
HEAVY = frozenset(
    """
    asyncio concurrent.futures ctypes decimal email ftplib http importlib.metadata logging multiprocessing
    random secrets socket sqlite3 ssl statistics tempfile unittest urllib.request xml zoneinfo
    """.split()
)

# Runs one command in a fresh interpreter and writes the modules it added, one JSON list, to the file argv[1].
PROBE = """
import sys
before = set(sys.modules)
out = sys.argv.pop(1)
sys.argv[0] = "gm"
code = 0
try:
    from gm.cli import main
    code = main()
except SystemExit as stop:
    code = stop.code
loaded = sorted(set(sys.modules) - before)
import json
with open(out, "w", encoding="utf-8") as file:
    json.dump(loaded, file)
sys.exit(code)
"""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a command left in ``sys.modules`` beyond a bare interpreter, in three groups."""

    ours: frozenset[str]  # gm and the modules and packages in it
    others: frozenset[str]  # top-level names of what was installed with it
    heavy: frozenset[str]  # of the standard library, those of HEAVY


COMMAND_LINE = frozenset({"typer", "annotated_doc", "shellingham", "colorama"})  # colorama: Windows only


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a command may leave in ``sys.modules``."""

    ours: frozenset[str] = frozenset({"gm", "gm.cli"})
    others: frozenset[str] = COMMAND_LINE
    heavy: frozenset[str] = frozenset()


def loaded_by(arguments: list[str], folder: Path) -> Loaded:
    """Run ``gm`` with these arguments in this folder; the command must succeed."""
    out = folder / "loaded.json"
    run = subprocess.run(
        [sys.executable, "-c", PROBE, str(out), *arguments],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    names = frozenset(json.loads(out.read_text("utf-8")))
    ours = {name for name in names if name.split(".")[0] == "gm"}
    others = {name.split(".")[0] for name in names - ours} - sys.stdlib_module_names
    return Loaded(
        ours=frozenset(".".join(name.split(".")[:2]) for name in ours),
        others=frozenset(name for name in others if not name.startswith("_")),  # _cffi_backend and the like
        heavy=names & HEAVY,
    )


def assert_only(loaded: Loaded, allowed: Allowed) -> None:
    """Fail with the names that a command should not have imported."""
    assert loaded.ours - allowed.ours == frozenset()
    assert loaded.others - allowed.others == frozenset()
    assert loaded.heavy - allowed.heavy == frozenset()


ENGINE = (
    *("calendar", "campaign", "cards", "codec", "dealing", "desk", "events", "ledger", "manche", "render"),
    *("rules", "store", "views"),
)
# Jinja2 fills in the texts, cryptography verifies and signs; neither YAML nor rich nor pydantic.
TEXTS = frozenset({"jinja2", "markupsafe"})
SIGNATURES = frozenset({"cryptography"})
BY_JINJA = frozenset({"random", "tempfile"})

STATUS = Allowed(
    ours=frozenset({"gm", "gm.cli", *(f"gm.{layer}" for layer in ENGINE)}),
    others=COMMAND_LINE | TEXTS | SIGNATURES,
    heavy=BY_JINJA,
)
# The text tells who is late, by the clocks of the campaign's time zone.
STATUS_TEXT = Allowed(ours=STATUS.ours, others=STATUS.others, heavy=STATUS.heavy | {"zoneinfo"})
# Reading a post needs gm.posts and nothing else; `at` is written in the campaign's time zone.
PLAY = Allowed(ours=STATUS.ours | {"gm.posts"}, others=STATUS.others, heavy=STATUS.heavy | {"zoneinfo"})


def campaign_in_play(folder: Path) -> tuple[str, str]:
    """Make a small campaign in this folder; who opens, and a card they may open with."""

    def gm(*words: str) -> dict[str, Any]:
        run = subprocess.run(
            [sys.executable, "-m", "gm", *words, "--json"],
            cwd=folder,
            env=environment(folder),
            capture_output=True,
            check=True,
        )
        found: dict[str, Any] = json.loads(run.stdout)
        return found

    gm("init", "--no-passphrase")
    gm("new", "zebest")
    gm("open")
    for name in "abcde":
        gm("join", name)
    names = sorted(gm("deal")["seats"], key=lambda name: "Qh" not in gm("hand", name)["cards"])
    gm("order", *names)
    return names[0], gm("hand", names[0])["cards"][0]


def environment(folder: Path) -> dict[str, str]:
    """A user whose home is this folder."""
    own = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "LOCALAPPDATA": str(folder)}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GM_", "XDG_"))}
    return {**kept, **own, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}


def test_version_imports_the_command_line_only(tmp_path: Path) -> None:
    """``gm --version`` needs gm.cli, at most typer: neither pydantic nor rich, no judge, ledger, template."""
    assert_only(loaded_by(["--version"], tmp_path), Allowed())


def test_status_and_play_import_what_they_need_only(tmp_path: Path) -> None:
    """``gm status`` reads no post; ``gm play`` adds only that: no YAML, no rich, no pydantic, no evidence."""
    player, card = campaign_in_play(tmp_path)
    assert_only(loaded_by(["status"], tmp_path), STATUS_TEXT)
    assert_only(loaded_by(["status", "--json"], tmp_path), STATUS)
    symbol = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[card[1]]
    assert_only(loaded_by(["play", player, card[0].replace("T", "10") + symbol], tmp_path), PLAY)
