"""A file that is no ledger any more: other line ends, things before, between and after the entries, sizes."""

from typing import Final

from attacks.named import by
from attacks.tampering import JOINED, Blame, Tampering, edited, once, signed_anew, written


def _whole() -> bytes:
    return b"".join(written())


def _begins_otherwise(data: bytes) -> Tampering:
    return Tampering(data, (Blame("bad_layout", None, 1),), more=True)


def _after_the_first(new: bytes, line: bytes) -> Tampering:
    """Something stands between the first two entries, which a reader of lines must count to the first."""
    data = once(_whole(), b"\n---\n", b"\n" + new + b"---\n")
    return Tampering(data, (Blame("bad_layout", 1, line),))


def line_ends_of_windows() -> Tampering:
    """Git or an editor on Windows turns each LF into CR LF: what was signed is not there any more."""
    return _begins_otherwise(_whole().replace(b"\n", b"\r\n"))


def line_ends_of_old_macs() -> Tampering:
    """Each LF becomes CR: YAML takes it for a line end, a reader of lines for one long line."""
    return _begins_otherwise(_whole().replace(b"\n", b"\r"))


def byte_order_mark() -> Tampering:
    """An editor puts a byte order mark before the first line, which YAML skips and which was never signed."""
    return _begins_otherwise(b"\xef\xbb\xbf" + _whole())


def blank_line_before() -> Tampering:
    """A blank line before the first entry: room for more that nobody signed."""
    return _begins_otherwise(b"\n" + _whole())


def comment_before() -> Tampering:
    """A comment above the ledger tells people something that nobody signed."""
    return _begins_otherwise(b"# copie certifiee conforme\n" + _whole())


def directive_before() -> Tampering:
    """A YAML directive changes what tags mean to the readers that know it."""
    return _begins_otherwise(b"%TAG ! tag:example.org,2014:\n" + _whole())


def document_before() -> Tampering:
    """A whole document before the first `---` line: PyYAML reads it as the first entry."""
    return _begins_otherwise(b'entry: "gm/1"\n' + _whole())


def first_separator_missing() -> Tampering:
    """The first `---` is taken away: YAML reads the same values, but other bytes."""
    return _begins_otherwise(_whole().removeprefix(b"---\n"))


def utf_16() -> Tampering:
    """The file is saved as UTF-16, which YAML allows: the same texts, other bytes."""
    return _begins_otherwise(_whole().decode().encode("utf-16"))


def compressed() -> Tampering:
    """The file is some other kind of file, so that a reader may crash on it."""
    return _begins_otherwise(b"\x1f\x8b" + bytes(range(256)) * 4)


def document_end() -> Tampering:
    """`...` ends a document early: what follows until the next `---` is seen by some readers only."""
    return _after_the_first(b"...\n", b"...")


def comment_between() -> Tampering:
    """A comment between two entries tells people something that nobody signed."""
    return _after_the_first(b"# 2\n", b"# 2")


def blank_line_between() -> Tampering:
    """A blank line between two entries: there would be two spellings of one ledger."""
    return _after_the_first(b"\n", b"")


def tab_between() -> Tampering:
    """A line with nothing but a tab, which cannot be seen."""
    return _after_the_first(b"\t\n", b"\t")


def _separator_otherwise(line: bytes) -> Tampering:
    data = once(_whole(), b"\n---\n", b"\n" + line + b"\n")
    blames = (
        Blame("bad_layout", 1, line, place=1),
        Blame("bad_chain", 3, b"prev: ", place=2),
        Blame("bad_seq", 3, b"seq: ", place=2),
    )
    return Tampering(data, blames)


def separator_with_a_blank() -> Tampering:
    """`--- ` begins a document for YAML and none for a reader of lines: entry 2 hides behind entry 1."""
    return _separator_otherwise(b"--- ")


def separator_with_a_comment() -> Tampering:
    """`--- # 2` begins a document for YAML and none for a reader of lines."""
    return _separator_otherwise(b"--- # 2")


def separator_with_a_tag() -> Tampering:
    """`--- !!map` begins a document for YAML and none for a reader of lines."""
    return _separator_otherwise(b"--- !!map")


def separator_twice() -> Tampering:
    """An empty document between two entries shifts the numbers of those who count documents."""
    data = once(_whole(), b"\n---\n", b"\n---\n---\n")
    return Tampering(data, (Blame("bad_layout", 2, place=3),), more=True)


def last_line_feed_missing() -> Tampering:
    """The last LF is cut off, as editors do: the last entry is not whole and not to be signed on."""
    data = _whole().removesuffix(b"\n")
    return Tampering(data, (Blame("torn", len(written())),))


def _after_the_last(new: bytes, line: bytes) -> Tampering:
    return Tampering(_whole() + new, (Blame("bad_layout", len(written()), line),))


def words_after() -> Tampering:
    """Words after the last entry, which nobody signed and a repair must not take for a torn entry."""
    return _after_the_last(b"lu et approuve\n", b"lu et")


def comment_after() -> Tampering:
    """A comment after the last entry: as words are, and no YAML reader shows it."""
    return _after_the_last(b"# fin\n", b"# fin")


def document_end_after() -> Tampering:
    """`...` after the last entry: harmless to YAML, a second spelling of the ledger."""
    return _after_the_last(b"...\n", b"...")


def blank_line_after() -> Tampering:
    """A blank line after the last entry: a second spelling of the ledger."""
    return _after_the_last(b"\n", b"")


def zeros_after() -> Tampering:
    """Zeros after the last entry, as a crash leaves them, are a torn entry: set aside, nothing is lost."""
    last = len(written())
    return Tampering(_whole() + bytes(512), (Blame("torn", last + 1, b"\0", place=last),))


def zeros_only() -> Tampering:
    """A file of zeros, as a crash leaves it, is the torn beginning of a ledger."""
    return Tampering(bytes(4096), (Blame("torn", 1, 1),))


def empty_file() -> Tampering:
    """Nothing at all is given out as a campaign."""
    return Tampering(b"", (Blame("no_campaign", None, 1),))


def a_second_file_after_the_first() -> Tampering:
    """The ledger stands twice in the file: a reader that keeps the last of two would take either."""
    blames = (
        Blame("bad_chain", 1, b"prev: ", place=len(written()) + 1),
        Blame("bad_seq", 1, b"seq: ", place=len(written()) + 1),
        Blame("bad_event", 1, b"event: ", place=len(written()) + 1),
    )
    return Tampering(_whole() * 2, blames)


def a_file_too_large() -> Tampering:
    """More than 2^26 bytes: whoever checks it would run out of memory."""
    return Tampering(_whole() + b"x" * (1 << 26), (Blame("too_large", None, 1),))


def an_entry_too_large() -> Tampering:
    """An entry of more than 2^20 bytes, even signed: whoever checks it would run out of memory."""
    data = signed_anew(JOINED, b'"carotte"', b'"%s"' % (b"x" * (1 << 20)))
    return Tampering(data, (Blame("too_large", JOINED),))


def too_many_entries_at_fault() -> Tampering:
    """A file with a fault on every line: whoever reports them all would run out of memory."""
    data = _whole() + b"---\n" * 5000
    last = len(written())
    blames = (
        Blame("bad_layout", last + 1, place=last + 2),
        Blame("too_many_faults", last + 1001, place=last + 1001),
    )
    return Tampering(data, blames, more=True)


def a_later_version() -> Tampering:
    """An entry says that it is of a later version of the format, so that an older reader lets it pass."""
    return Tampering(
        edited(JOINED, b'entry: "gm/1"', b'entry: "gm/2"'),
        (Blame("future_version", JOINED, b"entry: "), Blame("bad_chain", JOINED + 1, b"prev: ")),
    )


def a_later_version_signed() -> Tampering:
    """The moderator signs an entry of a later version, so that no reader of today judges it."""
    data = signed_anew(JOINED, b'entry: "gm/1"', b'entry: "gm/2"')
    return Tampering(data, (Blame("future_version", JOINED, b"entry: "),))


CATALOGUE: Final = (
    *by(
        "editor",
        line_ends_of_windows,
        line_ends_of_old_macs,
        byte_order_mark,
        blank_line_before,
        comment_before,
        directive_before,
        document_before,
        first_separator_missing,
        utf_16,
        compressed,
        document_end,
        comment_between,
        blank_line_between,
        tab_between,
        separator_with_a_blank,
        separator_with_a_comment,
        separator_with_a_tag,
        separator_twice,
        last_line_feed_missing,
        words_after,
        comment_after,
        document_end_after,
        blank_line_after,
        zeros_after,
        zeros_only,
        empty_file,
        a_second_file_after_the_first,
        a_file_too_large,
        too_many_entries_at_fault,
        a_later_version,
    ),
    *by("moderator", an_entry_too_large, a_later_version_signed),
)
