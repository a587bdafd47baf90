"""Run as a program by the tests: one of many processes on one campaign, for some seconds.

    python crowd.py store CAMPAIGN KEY NAME SECONDS      appends notes through gm.store
    python crowd.py gm CAMPAIGN KEY PLAYER SECONDS       `gm word PLAYER …`, the campaign opened for each
    python crowd.py look CAMPAIGN KEY NAME SECONDS       looks at the campaign as it grows

Those that append print one line for each entry acknowledged, `<seq> <text>`; the last, how often it looked.
"""

import contextlib
import io
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from gm.campaign import Problem
from gm.cli import main
from gm.events import Note
from gm.store import (
    ModeratorKey,
    Opened,
    SystemClock,
    SystemRandomness,
    load_key,
    open_for_writing,
    read_only,
)


def until(seconds: str) -> Iterator[int]:
    """0, 1, 2, … for so many seconds."""
    end, number = time.monotonic() + float(seconds), 0
    while time.monotonic() < end:
        yield number
        number += 1


def store(campaign: Path, key: ModeratorKey, name: str, seconds: str) -> None:
    for number in until(seconds):
        clock, chance = SystemClock(), SystemRandomness()
        with open_for_writing(campaign, key, clock=clock, randomness=chance, wait=60) as writer:
            assert not isinstance(writer, Problem), writer
            records = writer.append([Note(f"{name} {number} {part}") for part in "ab"[: 1 + number % 2]])
            assert not isinstance(records, Problem), records
        for record in records:
            assert isinstance(record.event, Note)
            print(record.seq, record.event.text)


def gm(campaign: Path, key: ModeratorKey, player: str, seconds: str) -> None:
    os.environ |= {"GM_CAMPAIGNS": str(campaign.parent), "GM_KEY": str(key.path)}
    for number in until(seconds):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = main(["word", player, f"mot {number}", "--json"])
        answer = json.loads(said.getvalue())
        if code == 0:
            print(answer["seq"], f"{player} mot {number}")
        else:  # the others had the ledger for all of the five seconds that it waits
            assert (code, answer["error"]["code"]) == (3, "busy"), answer


def look(campaign: Path, _: ModeratorKey, __: str, seconds: str) -> None:
    seen = looks = 0
    for _number in until(seconds):
        opened = read_only(campaign)
        assert isinstance(opened, Opened), opened
        assert not opened.torn
        assert len(opened.records) >= seen
        seen, looks = len(opened.records), looks + 1
    print(looks)


if __name__ == "__main__":
    opened_key = load_key(Path(sys.argv[3]), lambda: None)
    assert isinstance(opened_key, ModeratorKey), opened_key
    {"store": store, "gm": gm, "look": look}[sys.argv[1]](Path(sys.argv[2]), opened_key, *sys.argv[4:])
