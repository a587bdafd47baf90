"""Two hundred parties with all that can happen in one; each ledger verifies, replays and keeps its secrets.

Everything follows from the seed: what fails says which seed and step, and `played(seed)` plays it again.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from builders import PUBLIC_KEY, sealed
from soak_leaks import (
    cards_told,
    hex_values,
    hidden_values,
    swap_in,
    untold_cards,
    without_secrets_of_form,
)
from soak_steps import Step, next_step, take
from soak_world import World
from tables import SHOWN

from gm.campaign import awaited
from gm.desk.closing import following_events
from gm.desk.stories import Story, public_log
from gm.evidence import examine
from gm.ledger import Copy, public_copy, read

PARTIES, BLOCKS = 200, 20
MOST_STEPS = 1500
"""No partie is played for longer; the longest of these takes half as many."""


@contextmanager
def reported(seed: int, script: list[Step]) -> Iterator[None]:
    """Say of what goes wrong in which partie, and at which of its steps."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"seed {seed}, step {len(script)}: {script[-1] if script else None}")
        raise


def played(seed: int) -> tuple[World, list[Step]]:
    """A partie to its end, looked at on the way; of one in five a twin is played up to there."""
    world, script, public = World(seed), list[Step](), list[Public]()
    look, has_twin = world.chance.randrange(20, 120), seed % 5 == 0
    with reported(seed, script):
        while (step := next_step(world, told=len(script) % (8 if has_twin else 50) == 0)) is not None:
            script.append(step)
            assert len(script) < MOST_STEPS, "the partie has no end"
            first_new, first_post = len(world.records), len(world.posts)
            take(world, step)
            public.append(public_of(world))
            assert following_events(world.campaign) == (), "something should have followed by itself"
            assert tuple(each.player for each in awaited(world.campaign)) == world.campaign.waiting
            assert_nothing_told(world, first_new, first_post)
            if len(script) == look and has_twin:
                assert_keeps_secrets(world, sealed(world.records))
                if world.campaign.manche is not None:
                    assert_twin_reads_the_same(world, seed, script, public)
    return world, script


def assert_nothing_told(world: World, first_new: int, first_post: int) -> None:
    """No entry and no text of the last step shows a card that nobody has played or named."""
    for record in world.records[first_new:]:
        assert not cards_told(record.event), record
    assert not untold_cards(world, (post.text for post in world.posts[first_post:]))


def assert_verifies(world: World, own: bytes, copy: Copy) -> None:
    """A copy is read without a fault and proves all that it says; one's own replays to the live campaign."""
    reading = read(own if copy == "own" else public_copy(own), key=PUBLIC_KEY, copy=copy)
    report = examine(reading, copy)
    assert report.faults == ()
    assert report.campaign is not None
    if copy == "own":  # examining replays it
        assert report.campaign == world.campaign
    else:
        assert [partie.history for partie in report.campaign.parties] == [
            partie.history for partie in world.campaign.parties
        ]


def assert_keeps_secrets(world: World, own: bytes) -> None:
    """The public copy holds no seed, key or salt that is still to be published."""
    values = hex_values(public_copy(own))
    assert not values & hidden_values(world.campaign.name, world.records)


Public = tuple[list[str], list[str]]


def public_of(world: World) -> Public:
    """The facts and the texts of the last step, whatever was committed to."""
    facts, texts = (list(map(without_secrets_of_form, each)) for each in (world.facts, world.texts))
    return facts, texts


def assert_twin_reads_the_same(world: World, seed: int, script: list[Step], public: list[Public]) -> None:
    """Another deal of the manche, played by the same steps, reads the same while all public facts are."""
    change = swap_in(world)
    if change is None:
        return
    twin = World(seed, change)
    for number, (step, (facts, texts)) in enumerate(zip(script, public, strict=True)):
        take(twin, step)
        here, told = public_of(twin)
        if here != facts:
            break
        assert told == texts, f"step {number} tells the hidden cards"
    else:
        stories = [public_log(each.records, 1, SHOWN) for each in (world, twin)]
        one, other = (story.text for story in stories if isinstance(story, Story))
        assert without_secrets_of_form(one) == without_secrets_of_form(other)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_two_hundred_parties_verify_replay_and_leak_nothing(block: int) -> None:
    """design.md, The ledger, The judge: whatever happens, the ledger proves it and tells nothing else."""
    for seed in range(block, PARTIES, BLOCKS):
        world, script = played(seed)
        with reported(seed, script):
            assert world.campaign.phase == "over"
            own = sealed(world.records)
            assert_verifies(world, own, "own")
            if seed % 4 == 0:
                assert_verifies(world, own, "public")
            assert_keeps_secrets(world, own)
