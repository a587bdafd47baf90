"""A ledger that agrees with itself and is not the one that was published: only checkpoints tell."""

from functools import cache
from typing import Final

from attacks.named import by
from attacks.tampering import (
    JOINED,
    ORDER,
    PLAYED,
    Blame,
    Tampering,
    chained,
    elsewhere,
    entries_of,
    head_of_last,
    once,
    parts,
    signed_anew,
    written,
)

from gm.ledger import checkpoint


@cache
def _posted(seq: int) -> str:
    """The checkpoint that was posted when the ledger had so many entries."""
    return checkpoint("zebest", seq, head_of_last(b"".join(written()[:seq])))


def the_last_entry_dropped() -> Tampering:
    """The moderator drops the last play, which a post has told already: no fault but `rollback`."""
    data = b"".join(written()[:-1])
    return Tampering(data, (Blame("rollback", 13, 1),), checkpoints=(_posted(13),))


def everything_after_the_deal_dropped() -> Tampering:
    """The moderator goes back to before the deal, to deal better hands: each later checkpoint tells."""
    blames = (Blame("rollback", 9, 1), Blame("rollback", 9, 1))
    data = b"".join(written()[:8])
    return Tampering(data, blames, checkpoints=(_posted(7), _posted(9), _posted(10)))


def an_empty_ledger_given_out() -> Tampering:
    """The moderator says that the campaign has not begun."""
    blames = (Blame("rollback", 1, 1),)
    return Tampering(b"", blames, checkpoints=(_posted(1),))


def another_play_signed() -> Tampering:
    """The moderator gives out two histories, in one of which another card was played (equivocation)."""
    data = signed_anew(PLAYED, b'"2d"', b'"2s"')
    return Tampering(data, (Blame("fork", PLAYED),), checkpoints=(_posted(ORDER), _posted(PLAYED)))


def another_word_signed_long_ago() -> Tampering:
    """The moderator writes the whole history anew from a player's word on: every checkpoint since tells."""
    data = signed_anew(JOINED, b"carotte", b"navet")
    blames = tuple(Blame("fork", seq) for seq in (JOINED, 8, 13))
    return Tampering(data, blames, checkpoints=tuple(map(_posted, (2, JOINED, 8, 13))))


def a_longer_history_that_is_another() -> Tampering:
    """The moderator hides a rewritten entry behind new ones, so that the ledger is not shorter."""
    last = parts(written()[-1]).body
    more = tuple(
        b"---\n" + once(last, b'seq: "13"', b'seq: "%d"' % seq) + parts(written()[-1]).sig for seq in (14, 15)
    )
    forged = chained(entries_of(signed_anew(PLAYED, b'"2d"', b'"2s"')) + more)
    return Tampering(forged, (Blame("fork", 13),), checkpoints=(_posted(13),))


def a_checkpoint_of_another_campaign() -> Tampering:
    """A checkpoint of another campaign is put under this one's posts, since that one's ledger agrees."""
    other = checkpoint("autre", 13, head_of_last(b"".join(elsewhere())))
    return Tampering(b"".join(written()), (Blame("fork", 13, 1),), checkpoints=(other,))


def the_ledger_of_another_campaign() -> Tampering:
    """Another campaign's ledger of the same moderator is given out for this one."""
    return Tampering(b"".join(elsewhere()), (Blame("fork", 13, 1),), checkpoints=(_posted(13),))


CATALOGUE: Final = (
    *by(
        "moderator",
        the_last_entry_dropped,
        everything_after_the_deal_dropped,
        an_empty_ledger_given_out,
        another_play_signed,
        another_word_signed_long_ago,
        a_longer_history_that_is_another,
    ),
    *by("thief", a_checkpoint_of_another_campaign, the_ledger_of_another_campaign),
)
