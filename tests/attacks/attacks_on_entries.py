"""Entries taken out, put in, moved, rewritten, or of another ledger: number and chain show it."""

from hashlib import sha256
from typing import Final

from attacks.named import by
from attacks.tampering import (
    DEALT,
    JOINED,
    ORDER,
    OTHER_KEY,
    PARTIE,
    PLAYED,
    Blame,
    Tampering,
    edited,
    elsewhere,
    linked,
    once,
    parts,
    signed,
    signed_anew,
    written,
)


def _placed(*places: int) -> bytes:
    """The ledger with its entries in these places, counted from 1."""
    return b"".join(written()[place - 1] for place in places)


def _chain_and_number(seq: int, place: int) -> tuple[Blame, Blame]:
    return (Blame("bad_chain", seq, b"prev: ", place), Blame("bad_seq", seq, b"seq: ", place))


def an_entry_deleted() -> Tampering:
    """A player's registration is taken out, so that somebody who waits gets the seat."""
    return Tampering(_placed(1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13), _chain_and_number(6, 5))


def several_entries_deleted() -> Tampering:
    """Some moves in the middle are taken out, so that the last one seems to answer an earlier one."""
    return Tampering(_placed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13), _chain_and_number(13, 11))


def the_first_entry_deleted() -> Tampering:
    """The opening is taken out with the key that it states, so that any key could be claimed."""
    no_key = Blame("bad_signature", 1, place=1)
    not_first = Blame("bad_event", 2, b"event: ", place=1)
    return Tampering(_placed(*range(2, 14)), (no_key, *_chain_and_number(2, 1), not_first))


def an_entry_doubled() -> Tampering:
    """A play stands twice in a row, so that a player seems to have played twice."""
    return Tampering(_placed(*range(1, 11), *range(10, 14)), _chain_and_number(10, 11))


def an_entry_of_the_past_at_the_end() -> Tampering:
    """An earlier play is copied to the end of the ledger, as if it had been made again."""
    return Tampering(_placed(*range(1, 14), 10), _chain_and_number(10, 14))


def entries_swapped() -> Tampering:
    """Two registrations change places, so that the later player is first in line (Z21)."""
    blames = (*_chain_and_number(4, 3), *_chain_and_number(3, 4), *_chain_and_number(5, 5))
    return Tampering(_placed(1, 2, 4, 3, *range(5, 14)), blames)


def an_entry_moved() -> Tampering:
    """The order of play is moved behind the first play that was made in it."""
    data = _placed(*range(1, 9), 10, 9, *range(11, 14))
    return Tampering(data, (*_chain_and_number(10, 9), *_chain_and_number(9, 10), *_chain_and_number(11, 11)))


def all_entries_reversed() -> Tampering:
    """The last entry stands first: a reader that sorts by number would take it."""
    last = len(written())
    blames = (Blame("bad_signature", 1, place=1), *_chain_and_number(last, 1))
    return Tampering(_placed(*range(last, 0, -1)), blames, more=True)


def an_entry_renumbered() -> Tampering:
    """An entry is deleted and the numbers after it are edited to hide the gap."""
    entries = list(written())
    del entries[12 - 1]
    entries[12 - 1] = once(entries[12 - 1], b'seq: "13"', b'seq: "12"')
    blames = (Blame("bad_signature", 12, b"sig: "), Blame("bad_chain", 12, b"prev: "))
    return Tampering(b"".join(entries), blames)


def a_number_too_high() -> Tampering:
    """The moderator signs number 12 after number 10, to say later that entry 11 was lost."""
    return Tampering(
        signed_anew(11, b'seq: "11"', b'seq: "12"'),
        (Blame("bad_seq", 12, b"seq: ", 11), Blame("bad_seq", 12, b"seq: ", 12)),
    )


def a_number_with_zeros() -> Tampering:
    """The moderator signs number 011: eleven for some readers, nine for those of YAML 1.1."""
    return Tampering(signed_anew(11, b'seq: "11"', b'seq: "011"'), (Blame("bad_seq", 11, b"seq: "),))


def a_number_in_other_digits() -> Tampering:
    """The moderator signs a number in Arabic digits, which `int` reads and other readers do not."""
    data = signed_anew(11, b'seq: "11"', 'seq: "١١"'.encode())
    return Tampering(data, (Blame("bad_seq", 11, b"seq: "),))


def a_number_of_thousand_digits() -> Tampering:
    """The moderator signs a number so long that turning it into one takes forever or fails."""
    data = signed_anew(11, b'seq: "11"', b'seq: "%s"' % (b"9" * 10_000))
    return Tampering(data, (Blame("bad_seq", 11, b"seq: "),))


def an_entry_rewritten_and_signed() -> Tampering:
    """The moderator signs another word in an entry that others stand on: its follower states the old head."""
    entries = list(written())
    entries[JOINED - 1] = signed(once(parts(entries[JOINED - 1]).body, b"carotte", b"navet"))
    return Tampering(b"".join(entries), (Blame("bad_chain", JOINED + 1, b"prev: "),))


def an_entry_put_in_and_signed() -> Tampering:
    """The moderator puts one more entry between two: it fits the one before, not the one after."""
    entries = list(written())
    body = parts(entries[JOINED]).body
    late = once(once(body, b'"MisterH"', b'"Zo\xc3\xa9"'), b'"MisterH"', b'"Zo\xc3\xa9"')
    entries.insert(JOINED, signed(late))
    return Tampering(b"".join(entries), _chain_and_number(4, 5))


def an_entry_signed_on_another_head() -> Tampering:
    """The moderator signs an entry that states the head of one nobody has seen, to bring that in later."""
    return Tampering(signed_anew(11, _head(10), b"0" * 64), _chain_of(11))


def _head(seq: int) -> bytes:
    return sha256(parts(written()[seq - 1]).body).hexdigest().encode()


def an_upper_case_head() -> Tampering:
    """The moderator signs `prev` in upper case: the same number, a second spelling."""
    return Tampering(signed_anew(11, _head(10), _head(10).upper()), _chain_of(11))


def a_word_edited() -> Tampering:
    """Somebody edits a player's word, from which the deal is drawn."""
    return Tampering(
        edited(JOINED, b"carotte", b"navet"),
        (Blame("bad_signature", JOINED, b"sig: "), Blame("bad_chain", JOINED + 1, b"prev: ")),
    )


def a_play_edited() -> Tampering:
    """Somebody edits the cards of a play."""
    return Tampering(
        edited(PLAYED, b'"2d"', b'"2s"'),
        (Blame("bad_signature", PLAYED, b"sig: "), Blame("bad_chain", PLAYED + 1, b"prev: ")),
    )


def an_entry_of_another_campaign() -> Tampering:
    """An entry of the same moderator, number, time and player is brought in from another campaign."""
    entries = list(written())
    entries[10 - 1] = elsewhere()[10 - 1]
    return Tampering(b"".join(entries), _chain_of(10) + _chain_of(11))


def _chain_of(seq: int) -> tuple[Blame, ...]:
    return (Blame("bad_chain", seq, b"prev: "),)


def the_tail_of_another_campaign() -> Tampering:
    """From the deal on everything is of another campaign: where it was joined the chain breaks."""
    data = b"".join(written()[: DEALT - 1] + elsewhere()[DEALT - 1 :])
    return Tampering(data, _chain_of(DEALT))


def the_opening_of_another_campaign() -> Tampering:
    """The first entry is another campaign's, so that this one seems to have its rules and name."""
    return Tampering(b"".join(elsewhere()[:1] + written()[1:]), _chain_of(PARTIE))


def the_deal_of_another_campaign() -> Tampering:
    """The deal, its hands included, is brought in from another campaign where the thief knows every card."""
    entries = list(written())
    entries[DEALT - 1] = elsewhere()[DEALT - 1]
    return Tampering(b"".join(entries), _chain_of(DEALT) + _chain_of(ORDER))


def an_entry_linked_and_not_signed() -> Tampering:
    """A thief makes another campaign's entry state the right head: then its signature is of other bytes."""
    there = parts(elsewhere()[12])
    body = linked(there.body, _head(12))
    data = b"".join(written()[:12]) + b"---\n" + body + there.sig
    return Tampering(data, (Blame("bad_signature", 13, b"sig: "),))


def an_entry_put_in_by_a_stranger() -> Tampering:
    """Somebody adds an entry at the end that fits in number and chain, signed with a key of their own."""
    body = parts(written()[-1]).body
    added = once(linked(body, _head(13)), b'seq: "13"', b'seq: "14"')
    data = b"".join(written()) + signed(added, key=OTHER_KEY)
    return Tampering(data, (Blame("bad_signature", 14, b"sig: "),))


CATALOGUE: Final = (
    *by(
        "editor",
        an_entry_deleted,
        several_entries_deleted,
        the_first_entry_deleted,
        an_entry_doubled,
        an_entry_of_the_past_at_the_end,
        entries_swapped,
        an_entry_moved,
        all_entries_reversed,
        an_entry_renumbered,
        a_word_edited,
        a_play_edited,
        an_entry_put_in_by_a_stranger,
    ),
    *by(
        "moderator",
        a_number_too_high,
        a_number_with_zeros,
        a_number_in_other_digits,
        a_number_of_thousand_digits,
        an_entry_rewritten_and_signed,
        an_entry_put_in_and_signed,
        an_entry_signed_on_another_head,
        an_upper_case_head,
    ),
    *by(
        "thief",
        an_entry_of_another_campaign,
        the_tail_of_another_campaign,
        the_opening_of_another_campaign,
        the_deal_of_another_campaign,
        an_entry_linked_and_not_signed,
    ),
)
