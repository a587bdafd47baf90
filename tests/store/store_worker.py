"""Run as a program by the tests: a real process that appends, is killed, runs out of disk or of rights."""

import os
import random
import signal
import sys
import time
import zoneinfo  # noqa: F401 store imports it when it writes, which is too late for a user without rights
from pathlib import Path

from store_help import NOON, append, append_notes, ledger_of, opening

from gm.campaign import Problem
from gm.events import Note
from gm.store import (
    FixedClock,
    ModeratorKey,
    SystemRandomness,
    create_campaign,
    load_key,
    open_for_writing,
    put_in_outbox,
    read_only,
    repair,
)


def key_at(path: str) -> ModeratorKey:
    key = load_key(Path(path), lambda: None)
    assert isinstance(key, ModeratorKey), key
    return key


def say(result: object) -> None:
    """One line of what a call gave: the code of its problem, or `done`."""
    print(result.code if isinstance(result, Problem) else "done", flush=True)


def appender(campaign: str, key: str, name: str, count: str) -> None:
    """Append so many notes, opening the ledger for each; acknowledge each with its number and text."""
    opened = key_at(key)
    for number in range(int(count)):
        text = f"{name} {number}"
        records = append(Path(campaign), opened, [Note(text)], wait=60)
        assert not isinstance(records, Problem), records
        print(records[0].seq, text, flush=True)


def kills(folder: str, key: str, count: str, how: str) -> None:
    """End so many appending processes, each at a moment of chance, and look at what each left."""
    opened, chance, deadly = key_at(key), random.Random(2014), signal.Signals[how]
    torn = 0
    for number in range(int(count)):
        made = create_campaign(
            Path(folder),
            opening(opened, campaign=f"kill-{number}"),
            opened,
            clock=FixedClock(NOON),
            randomness=SystemRandomness(),
        )
        assert isinstance(made, Path), made
        pause, notes = chance.uniform(0, 0.02), chance.choice((1, 8, 300))
        acknowledged = _end_one(made, opened, deadly, pause, notes)
        after = read_only(made)
        assert not isinstance(after, Problem), after
        assert len(after.records) >= acknowledged, "an acknowledged entry is lost"
        if deadly == signal.SIGINT:
            assert (len(after.records) - 1) % notes == 0, "a proposal is half there"
        if after.torn:
            torn += 1
            assert not isinstance(repair(made), Problem)
        (record,) = append_notes(made, opened, "life goes on")
        assert record.seq == len(after.records) + 1
    print(torn, "torn")


def _end_one(campaign: Path, key: ModeratorKey, deadly: signal.Signals, pause: float, notes: int) -> int:
    """Fork a process that appends for ever, end it after a pause; the last number it acknowledged."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            _append_for_ever(campaign, key, notes, theirs)
        finally:
            os._exit(1)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        lines = [pipe.readline()]
        time.sleep(pause)
        os.kill(child, deadly)
        lines += pipe.readlines()
    os.waitpid(child, 0)
    return max(int(line) for line in lines if line.endswith(b"\n"))


def _append_for_ever(campaign: Path, key: ModeratorKey, notes: int, acknowledge: int) -> None:
    clock, chance = FixedClock(NOON), SystemRandomness()
    with open_for_writing(campaign, key, clock=clock, randomness=chance) as writer:
        while not isinstance(writer, Problem):
            records = writer.append([Note("n" * 200)] * notes)
            if isinstance(records, Problem):
                break
            os.write(acknowledge, b"%d\n" % records[-1].seq)


def full(campaign: str, key: str, room: str) -> None:
    """Append more than the so many bytes by which files may still grow, then a little."""
    import resource

    opened, before = key_at(key), ledger_of(Path(campaign))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + int(room), limits[1]))
    clock, chance = FixedClock(NOON), SystemRandomness()
    with open_for_writing(Path(campaign), opened, clock=clock, randomness=chance) as writer:
        assert not isinstance(writer, Problem), writer
        say(writer.append([Note("n" * 100)] * 5))
        assert ledger_of(Path(campaign)) == before
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        say(writer.append([Note("there is room again")]))


def readonly(campaign: str, key: str) -> None:
    """Do what writes as a user who may not: append, put in the outbox, repair, create."""
    folder, opened = Path(campaign), key_at(key)
    read_only(folder)  # imports what reading needs while everything may still be read
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    say(read_only(folder))
    say(append(folder, opened, [Note("no")]))
    say(put_in_outbox(folder, "first", "no"))
    say(repair(folder))
    say(
        create_campaign(
            folder.parent,
            opening(opened, campaign="other"),
            opened,
            clock=FixedClock(NOON),
            randomness=SystemRandomness(),
        )
    )


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
