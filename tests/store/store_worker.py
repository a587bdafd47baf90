"""Run as a program by the tests: a real process that appends, is killed, runs out of disk or of rights."""

import os
import random
import re
import signal
import sys
import time
import zoneinfo  # noqa: F401 store imports it when it writes, which is too late for a user without rights
from pathlib import Path

from dying import at_size, forked
from store_help import NOON, append, append_notes, ledger_of, opening

from gm.campaign import Problem
from gm.events import Event, Note, Refused
from gm.store import (
    FixedClock,
    ModeratorKey,
    Repaired,
    SystemRandomness,
    UnsafeFixedRandomness,
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


# What is killed at every byte: an entry with a secret; at every seventh: two entries of one proposal.
PROPOSALS = (
    (1, (Refused("oliv10", "7s", ("not_held",), note="révélateur"),)),
    (7, (Note("un"), Note("deux"))),
)


def bytes_(campaign: str, key: str) -> None:
    """Append in processes that the system kills after 0, 1, 2, … bytes, and mend what each left."""
    folder, opened = Path(campaign), key_at(key)
    path, before = folder / "ledger.yaml", ledger_of(folder)
    for step, proposal in PROPOSALS:

        def work(proposal: tuple[Event, ...] = proposal) -> int:
            clock, chance = FixedClock(NOON), UnsafeFixedRandomness(b"the same bytes each time")
            with open_for_writing(folder, opened, clock=clock, randomness=chance) as writer:
                assert not isinstance(writer, Problem), writer
                return int(isinstance(writer.append(proposal), Problem))

        assert forked(work).code == 0
        whole = ledger_of(folder)
        starts = [len(before), *(found.start() + 1 for found in re.finditer(b"\n---\n", whole))]
        for size in range(len(before), len(whole), step):
            path.write_bytes(before)
            died = forked(work, doom=at_size(size))
            assert died.signal == signal.SIGXFSZ, died
            assert ledger_of(folder) == whole[:size]
            start = max(start for start in starts if start <= size)
            _mended(folder, whole[:start], whole[start:size])
        path.write_bytes(before)
        print(len(whole) - len(before), flush=True)


def _mended(campaign: Path, before: bytes, tail: bytes) -> None:
    """What stands before a torn tail is untouched, the tail set aside byte for byte."""
    mended = repair(campaign)
    assert isinstance(mended, Repaired), mended
    assert mended.size == len(tail)
    assert ledger_of(campaign) == before
    if mended.aside is not None:
        assert mended.aside.read_bytes() == tail
        mended.aside.unlink()


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
