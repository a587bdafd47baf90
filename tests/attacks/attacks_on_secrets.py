"""What is kept in secret: swapped, taken out, put in, or not what an entry of its kind keeps back."""

from typing import Final

from attacks.named import by
from attacks.tampering import (
    DEALT,
    JOINED,
    PARTIE,
    Blame,
    Parts,
    Tampering,
    chained,
    digest_of,
    edited,
    elsewhere,
    once,
    parts,
    sealed_anew,
    signed_anew,
    written,
)

_SALT: Final = b'  salt: "c3a6a8530dbb478fb70a6ca8c7263a94"\n'


def _seals(*seqs: int) -> tuple[Blame, ...]:
    return tuple(Blame("bad_sealed", seq, b"sealed: ") for seq in seqs)


def _swapped() -> bytes:
    entries = list(written())
    for seq, other in ((PARTIE, DEALT), (DEALT, PARTIE)):
        secret = parts(written()[other - 1]).secret
        entries[seq - 1] = once(entries[seq - 1], parts(entries[seq - 1]).secret, secret)
    return b"".join(entries)


def secrets_swapped_between_entries() -> Tampering:
    """The blocks of two entries change places in the moderator's folder, so that the seeds are lost."""
    return Tampering(_swapped(), _seals(PARTIE, DEALT), public=())


def secrets_swapped_in_a_public_copy() -> Tampering:
    """A public copy is given out with blocks that are another entry's, as a proof of what was kept back."""
    return Tampering(_swapped(), _seals(PARTIE, DEALT), public_data=_swapped())


def hands_swapped_between_players() -> Tampering:
    """Two players' hands change places in the moderator's folder, so that each is sent the other's."""
    data = edited(DEALT, b'"oliv10": "3d', b'"MisterH": "3d')
    return Tampering(once(data, b'"MisterH": "3s', b'"oliv10": "3s'), _seals(DEALT), public=())


def a_card_of_a_hand_changed() -> Tampering:
    """One card of a hand is changed in the moderator's folder, so that a play of it is refused."""
    return Tampering(edited(DEALT, b'"3s 4s', b'"3s 4d'), _seals(DEALT), public=())


def a_seed_changed() -> Tampering:
    """A seed is changed in the moderator's folder, so that the deal is drawn from another one."""
    return Tampering(edited(PARTIE, b'    "2": "a', b'    "2": "b'), _seals(PARTIE), public=())


def a_salt_of_a_secret_changed() -> Tampering:
    """The salt of a block is changed, so that nobody can show later what was kept back."""
    return Tampering(edited(PARTIE, _SALT, _SALT.replace(b"c", b"d")), _seals(PARTIE), public=())


def a_secret_taken_out() -> Tampering:
    """The seeds are deleted in the moderator's folder, so that no deal can be shown to be theirs."""
    data = edited(PARTIE, parts(written()[PARTIE - 1]).secret, b"")
    return Tampering(data, (Blame("secret_missing", PARTIE),), public=())


def the_last_secret_taken_out() -> Tampering:
    """The block of the last entry is deleted: that may be a crash, so it is told as both and repairable."""
    entries = list(written()[:DEALT])
    entries[-1] = entries[-1].removesuffix(parts(entries[-1]).secret)
    return Tampering(b"".join(entries), (Blame("secret_missing", DEALT), Blame("torn", DEALT)), public=())


def a_public_copy_in_the_own_folder() -> Tampering:
    """The moderator's ledger is overwritten with its public copy: every seed and hand is lost."""
    data = b"".join(entry.removesuffix(parts(entry).secret) for entry in written())
    return Tampering(data, tuple(Blame("secret_missing", seq) for seq in (PARTIE, DEALT)), public=())


def a_secret_put_in() -> Tampering:
    """A block is put under an entry that keeps nothing back, to say later that it was there all along."""
    data = edited(JOINED, parts(written()[JOINED - 1]).sig, parts(written()[JOINED - 1]).sig + _block())
    no_sealed = Blame("bad_sealed", JOINED, b"    sha256: ")
    return Tampering(data, (no_sealed,), public_data=data)


def _block() -> bytes:
    return b"secret:\n" + _SALT + b'  note: "vu"\n'


def a_secret_before_its_signature() -> Tampering:
    """The block stands before the line `sig:`, where a reader of YAML finds it all the same."""
    there = parts(written()[PARTIE - 1])
    data = edited(PARTIE, there.sig + there.secret, there.secret + there.sig)
    blames = (Blame("bad_layout", PARTIE, b"secret:"), Blame("bad_chain", JOINED, b"prev: "))
    return Tampering(data, blames, public_data=data)


def a_secret_of_another_campaign() -> Tampering:
    """The hands of another campaign's deal are put under this one's."""
    data = edited(DEALT, parts(written()[DEALT - 1]).secret, parts(elsewhere()[DEALT - 1]).secret)
    return Tampering(data, _seals(DEALT), public=())


def nothing_kept_back_where_something_is() -> Tampering:
    """The moderator signs an opening without `sealed`, so that the seeds may be chosen later."""

    def change(place: int, there: Parts) -> Parts:
        if place != PARTIE:
            return there
        line = b'sealed: "%s"\n' % digest_of(there.secret)
        return Parts(once(there.body, line, b""), there.sig, b"")

    return Tampering(chained(written(), change), (Blame("bad_sealed", PARTIE, b"event: "),))


def something_kept_back_where_nothing_is() -> Tampering:
    """The moderator signs a registration that seals something, to bring it out when it suits."""

    def change(place: int, there: Parts) -> Parts:
        if place != JOINED:
            return there
        return Parts(there.body + b'sealed: "%s"\n' % digest_of(_block()), there.sig, b"")

    where = Blame("bad_sealed", JOINED, b"event: ")
    own = (Blame("secret_missing", JOINED), where)
    return Tampering(chained(written(), change), own, public=(where,))


def _sealed_is(digest: bytes) -> Tampering:
    data = signed_anew(PARTIE, digest_of(parts(written()[PARTIE - 1]).secret), digest)
    return Tampering(data, _seals(PARTIE))


def a_seal_that_is_empty() -> Tampering:
    """The moderator signs an empty `sealed`, which binds nothing."""
    return _sealed_is(b"")


def a_seal_that_is_too_short() -> Tampering:
    """The moderator signs 63 digits, which no block can have."""
    return _sealed_is(b"0" * 63)


def a_seal_in_upper_case() -> Tampering:
    """The moderator signs the digest in upper case: the same number, a second spelling."""
    return _sealed_is(digest_of(parts(written()[PARTIE - 1]).secret).upper())


def a_seal_of_other_letters() -> Tampering:
    """The moderator signs letters that are no hex digits, which no block can have."""
    return _sealed_is("é".encode() * 32)


def _kept(old: bytes, new: bytes, line: bytes = b"event: ", seq: int = PARTIE) -> Tampering:
    code = "bad_event" if line == b"event: " else "not_canonical"
    return Tampering(sealed_anew(seq, old, new), (Blame(code, seq, line),), public=())


def a_secret_without_salt() -> Tampering:
    """The moderator seals a block without salt, which anybody who has the hash can guess."""
    return _kept(_SALT, b"")


def a_salt_that_can_be_guessed() -> Tampering:
    """The moderator seals a block whose salt is a word."""
    return _kept(_SALT, b'  salt: "sel"\n')


def a_salt_by_another_name() -> Tampering:
    """The moderator seals a block whose first field is not called salt."""
    return _kept(b"  salt: ", b"  pepper: ")


def a_salt_at_the_end() -> Tampering:
    """The moderator seals a block with its salt at the end: a second spelling."""
    secret = parts(written()[PARTIE - 1]).secret.removeprefix(b"secret:\n")
    return _kept(secret, secret.removeprefix(_SALT) + _SALT)


def hands_where_seeds_are_due() -> Tampering:
    """The moderator seals hands in an opening, and so has committed to no seed that could be shown."""
    return _kept(b"  seeds:\n", b"  hands:\n")


def a_seed_left_out() -> Tampering:
    """The moderator seals the seed of one manche only, to choose the other one later."""
    line = parts(written()[PARTIE - 1]).secret.splitlines(keepends=True)[-1]
    return _kept(line, b"")


def a_hand_with_a_card_less() -> Tampering:
    """The moderator seals a hand with fewer cards than were committed to."""
    return _kept(b'"3s 4s ', b'"4s ', seq=DEALT)


def a_hand_out_of_order() -> Tampering:
    """The moderator seals a hand in another order than the deck's: a second spelling."""
    return _kept(b'"3s 4s ', b'"4s 3s ', seq=DEALT)


def a_secret_with_a_comment() -> Tampering:
    """The moderator seals a comment, which no YAML reader shows."""
    return _kept(b"  seeds:\n", b"  seeds: # vraiment\n", b"  seeds: #")


def a_secret_with_an_alias() -> Tampering:
    """The moderator seals one seed as an alias of the other: readers without aliases see a name."""
    line = parts(written()[PARTIE - 1]).secret.splitlines(keepends=True)[-1]
    return _kept(line, b'    "2": *a\n', b'    "2": *a')


CATALOGUE: Final = (
    *by(
        "editor",
        secrets_swapped_between_entries,
        secrets_swapped_in_a_public_copy,
        hands_swapped_between_players,
        a_card_of_a_hand_changed,
        a_seed_changed,
        a_salt_of_a_secret_changed,
        a_secret_taken_out,
        the_last_secret_taken_out,
        a_public_copy_in_the_own_folder,
        a_secret_put_in,
        a_secret_before_its_signature,
    ),
    *by(
        "moderator",
        nothing_kept_back_where_something_is,
        something_kept_back_where_nothing_is,
        a_seal_that_is_empty,
        a_seal_that_is_too_short,
        a_seal_in_upper_case,
        a_seal_of_other_letters,
        a_secret_without_salt,
        a_salt_that_can_be_guessed,
        a_salt_by_another_name,
        a_salt_at_the_end,
        hands_where_seeds_are_due,
        a_seed_left_out,
        a_hand_with_a_card_less,
        a_hand_out_of_order,
        a_secret_with_a_comment,
        a_secret_with_an_alias,
    ),
    *by(
        "thief",
        a_secret_of_another_campaign,
    ),
)
