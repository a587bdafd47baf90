"""Bytes that are no text of a ledger, within an entry: refused code points, other encodings, broken UTF-8.

The moderator signs a word with these bytes in it. What pays: a text that looks like another one, that hides
its end, or that other readers of YAML cut at a line end of theirs.
"""

from typing import Final, NamedTuple

from attacks.named import Named, by
from attacks.tampering import JOINED, PARTIE, Blame, Tampering, edited, sealed_anew, signed_anew


class Bytes(NamedTuple):
    """Bytes that come into the word of entry 3, and what they do."""

    name: str
    what: str
    put: bytes


WORDS: Final = (
    Bytes("nul", "A NUL, where some readers end the text.", b"\x00"),
    Bytes("tab", "A tab, which looks like blanks.", b"\t"),
    Bytes("escape", "An ESC, with which a terminal is told to hide or recolour what follows.", b"\x1b[8m"),
    Bytes("carriage_return", "A CR: for YAML a line end, on a terminal it writes over the line.", b"\r"),
    Bytes("backspace", "A backspace, with which a terminal hides a letter.", b"\x08"),
    Bytes("delete", "A DEL.", b"\x7f"),
    Bytes("next_line", "A NEL (U+0085), a line end for YAML 1.1 and none for gm.", "\u0085".encode()),
    Bytes("control_sequence", "A control of C1 (U+009B), which some terminals obey.", "\u009b".encode()),
    Bytes("line_separator", "An LS (U+2028), a line end for YAML 1.1 and JavaScript.", "\u2028".encode()),
    Bytes("paragraph_separator", "A PS (U+2029), a line end for YAML 1.1.", "\u2029".encode()),
    Bytes("arabic_letter_mark", "A mark that turns the direction of writing (U+061C).", "\u061c".encode()),
    Bytes("right_to_left_mark", "A mark that turns the direction of writing (U+200F).", "\u200f".encode()),
    Bytes("right_to_left_override", "A text that is read backwards (U+202E).", "\u202e".encode()),
    Bytes("isolate", "A text set apart in its direction of writing (U+2067).", "\u2067".encode()),
    Bytes(
        "byte_order_mark_within", "A byte order mark within a text, which cannot be seen.", "\ufeff".encode()
    ),
    Bytes("noncharacter", "A code point that is no character (U+FDD0).", "\ufdd0".encode()),
    Bytes("end_of_a_plane", "The last but one code point of a plane (U+1FFFE).", "\U0001fffe".encode()),
    Bytes("surrogate", "Half a character, encoded by itself (CESU-8).", b"\xed\xa0\x80"),
    Bytes("surrogate_pair", "A character encoded as two halves (CESU-8).", b"\xed\xa0\xbd\xed\xb2\xa3"),
    Bytes("overlong_slash", "A slash in two bytes, which slips by those who look for it.", b"\xc0\xaf"),
    Bytes("overlong_nul", "A NUL in two bytes (modified UTF-8).", b"\xc0\x80"),
    Bytes(
        "overlong_quote", "A quote in three bytes, where a lenient reader ends the string.", b"\xe0\x80\xa2"
    ),
    Bytes("beyond_unicode", "A code point beyond U+10FFFF.", b"\xf4\x90\x80\x80"),
    Bytes("five_bytes", "A sequence of five bytes, as UTF-8 once had.", b"\xf8\x88\x80\x80\x80"),
    Bytes("latin_1", "An é of Latin-1, which each reader replaces as it likes.", b"\xe9"),
    Bytes("cut_character", "A character without its last byte, which swallows the next letter.", b"\xc3"),
    Bytes("continuation_alone", "A byte that only goes on with a character.", b"\x80"),
    Bytes("byte_that_is_never_used", "A byte that UTF-8 never has.", b"\xff"),
)


def word_with(put: bytes) -> Tampering:
    """A ledger with these bytes in the word of entry 3, signed by the moderator."""
    data = signed_anew(JOINED, b'"carotte"', b'"car%sotte"' % put)
    return Tampering(data, (Blame("bad_text", JOINED, b"  word: "),))


def refused_in_a_name() -> Tampering:
    """The moderator registers a player whose name holds a mark of direction, and looks like another's."""
    data = signed_anew(JOINED, b'"intersideral"', '"\u202eintersideral"'.encode())
    return Tampering(data, (Blame("bad_text", JOINED, b"  player: "),))


def refused_in_a_key() -> Tampering:
    """The moderator signs a field whose name ends with a NEL, a line end for others."""
    data = signed_anew(JOINED, b"  word:", "  word\u0085:".encode())
    return Tampering(data, (Blame("bad_text", JOINED, b"  word"),))


def refused_in_a_time() -> Tampering:
    """The moderator signs a time with a NUL at its end, where others stop reading."""
    data = signed_anew(JOINED, b"+02:00", b"+02:00\x00")
    return Tampering(data, (Blame("bad_text", JOINED, b"at: "),))


def refused_in_an_event() -> Tampering:
    """The moderator signs an event whose name ends with a byte order mark, which cannot be seen."""
    data = signed_anew(JOINED, b'"joined"', '"joined\ufeff"'.encode())
    return Tampering(data, (Blame("bad_text", JOINED, b"event: "),))


def refused_in_a_secret() -> Tampering:
    """The moderator seals a field whose name ends with an LS, which nobody sees in a public copy."""
    data = sealed_anew(PARTIE, b"  seeds:", "  seeds\u2028:".encode())
    return Tampering(data, (Blame("bad_text", PARTIE, b"  seeds"),), public=())


def line_ends_of_windows_in_one_entry() -> Tampering:
    """An editor on Windows ends the line that it changes with CR LF."""
    blames = (
        Blame("bad_signature", JOINED, b"sig: "),
        Blame("bad_text", JOINED, b"  player: "),
        Blame("bad_chain", JOINED + 1, b"prev: "),
    )
    return Tampering(edited(JOINED, b'"intersideral"\n', b'"intersideral"\r\n'), blames)


def catalogue() -> tuple[Named, ...]:
    """The attacks on the text of entries."""

    def named(each: Bytes) -> Named:
        return Named(each.name, "moderator", each.what, lambda: word_with(each.put))

    others = (
        refused_in_a_name,
        refused_in_a_key,
        refused_in_a_time,
        refused_in_an_event,
        refused_in_a_secret,
    )
    return (*map(named, WORDS), *by("moderator", *others), *by("editor", line_ends_of_windows_in_one_entry))
