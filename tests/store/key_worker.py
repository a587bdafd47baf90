"""Run as a program by the tests: real processes that change a key's passphrase and are killed at it."""

import os
import random
import signal
import sys
import time
from pathlib import Path

from gm.store import ModeratorKey, change_passphrase, load_key

PHRASE = "vive les révolutions"


def change_for_ever(path: Path) -> None:
    """Put the key under the passphrase, under none, and so on."""
    for number in range(1_000_000):
        changed = change_passphrase(path, lambda: PHRASE, lambda now=number % 2: PHRASE if now else None)
        assert isinstance(changed, ModeratorKey), changed


def kills(path: Path, count: int) -> None:
    """Kill so many changing processes at moments of chance; the key has to open during and after each."""
    opened = load_key(path, lambda: PHRASE)
    assert isinstance(opened, ModeratorKey)
    chance, left = random.Random(2014), opened
    for _ in range(count):
        child = os.fork()
        if child == 0:
            change_for_ever(path)
        try:
            seen, until = left, time.monotonic() + chance.uniform(0.002, 0.04)
            while time.monotonic() < until or seen.encrypted == left.encrypted:
                seen = opened_again(path, opened)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        left = opened_again(path, opened)
    print("done")


def opened_again(path: Path, key: ModeratorKey) -> ModeratorKey:
    """The key as it is read now: it opens, and is the same."""
    seen = load_key(path, lambda: PHRASE)
    assert isinstance(seen, ModeratorKey), seen
    assert seen.public == key.public
    return seen


if __name__ == "__main__":
    kills(Path(sys.argv[1]), int(sys.argv[2]))
