"""Those who stay away: standing passes that nobody said, delays, pauses and incidents made otherwise."""

from functools import cache
from typing import Final

from attacks.attacks_on_turns import on_own, on_own_and_public, playing, waiting
from attacks.forging import Attack, begun, honest, second_manche
from attacks.named import by
from attacks.tampering import Blame, Parts, Tampering, chained, entries_of, once
from builders import Book, deal

from gm.desk.replacing import replace as propose
from gm.events import (
    DelaysSet,
    Incident,
    MancheClosed,
    Note,
    Paused,
    Record,
    Replaced,
    StandingPass,
    StandingPassEnded,
)

DELAYS, PAUSE, INCIDENT = 14, 15, 16
"""Numbers of entries of `_with_absences()`, a first manche after four moves; the last is a note."""


@cache
def _with_absences() -> tuple[bytes, ...]:
    book = playing()
    book.add(
        (
            DelaysSet(48, 48, 48, 24, "ask", "23-8"),
            Paused("2014-07-01T00:00:00+02:00", "2014-07-15T00:00:00+02:00"),
            Incident("snaga", "post_changed", (11,), None, "le 8 est devenu un 9"),
            Note("vacances"),
        )
    )
    return entries_of(book.own())


def _edited(seq: int, old: bytes, new: bytes) -> Tampering:
    """One of these entries edited by somebody who cannot sign."""
    entries = list(_with_absences())
    entries[seq - 1] = once(entries[seq - 1], old, new)
    blames = (Blame("bad_signature", seq, b"sig: "), Blame("bad_chain", seq + 1, b"prev: "))
    return Tampering(b"".join(entries), blames)


def _signed(seq: int, old: bytes, new: bytes) -> Tampering:
    """One of these entries as no writer writes it, signed by the moderator."""

    def change(place: int, there: Parts) -> Parts:
        return there._replace(body=once(there.body, old, new)) if place == seq else there

    return Tampering(chained(_with_absences(), change), (Blame("bad_event", seq, b"event: "),))


def a_delay_shortened() -> Tampering:
    """Somebody edits the delay of a turn, so that a player was late and passed over (Z22)."""
    return _edited(DELAYS, b'turn: "48"', b'turn: "12"')


def a_pause_lengthened() -> Tampering:
    """Somebody who was late edits the end of the holidays, so that they were not."""
    return _edited(PAUSE, b"2014-07-15", b"2014-08-15")


def an_incident_turned_on_another() -> Tampering:
    """Somebody edits whose post it was that changed, to be rid of the blame."""
    return _edited(INCIDENT, b'"snaga"', b'"MisterH"')


def a_note_of_an_incident_edited() -> Tampering:
    """Somebody edits what the moderator noted of an incident for their own eyes."""
    entries = list(_with_absences())
    entries[INCIDENT - 1] = once(entries[INCIDENT - 1], b"le 8 est", b"le 2 est")
    return Tampering(b"".join(entries), (Blame("bad_sealed", INCIDENT, b"sealed: "),), public=())


def delays_of_no_hours() -> Tampering:
    """The moderator signs a delay of zero hours, so that whoever is waited for is late at once."""
    return _signed(DELAYS, b'turn: "48"', b'turn: "0"')


def a_night_that_never_ends() -> Tampering:
    """The moderator signs quiet hours from 23 to 23: for one reader the whole day, for another none of it."""
    return _signed(DELAYS, b'"23-8"', b'"23-23"')


def a_pause_until_a_day_that_is_not() -> Tampering:
    """The moderator signs a pause until a date that no calendar has, which each program ends elsewhere."""
    return _signed(PAUSE, b"2014-07-15", b"2014-02-30")


def a_pause_by_no_clock() -> Tampering:
    """The moderator signs a pause without an offset, which ends at one time here and at another there."""
    return _signed(PAUSE, b"2014-07-15T00:00:00+02:00", b"2014-07-15T00:00:00")


def an_absence_that_nobody_decides() -> Tampering:
    """The moderator signs a house rule that is none, and decides each time what it says."""
    return _signed(DELAYS, b'absent: "ask"', b'absent: "any"')


def an_incident_of_no_kind() -> Tampering:
    """The moderator puts on record something that is no incident, and may mean anything later."""
    return _signed(INCIDENT, b'"post_changed"', b'"cheated"')


def a_standing_pass_of_a_stranger() -> Attack:
    """Somebody who was dealt no cards passes until the tour closes, and could be anybody later."""
    return on_own_and_public(playing(), StandingPass("Zoé"), "no_standing_pass")


def a_standing_pass_of_the_former_player() -> Attack:
    """Who gave up a seat passes in it until the tour closes (Z24), so that the newcomer never plays."""
    book = playing()
    player = waiting(book.manche)
    event = propose(book.campaign, player, "Zoé")
    assert isinstance(event, Replaced)
    book.add(event)
    return on_own_and_public(book, StandingPass(player), "no_standing_pass")


def a_standing_pass_before_the_order() -> Attack:
    """Somebody passes until the close of a tour that is not begun, so that they never open (Z5)."""
    return on_own(deal(begun()), StandingPass("snaga"), "no_standing_pass")


def a_standing_pass_between_manches() -> Attack:
    """A pass is kept for the manche to come, of which its player knows nothing yet."""
    records = honest()
    closed = next(record.seq for record in records if isinstance(record.event, MancheClosed))
    return on_own_and_public(_book_of(records[:closed]), StandingPass("snaga"), "manche_over")


def the_end_of_a_pass_that_nobody_said() -> Attack:
    """A player is said to have passed on, so that passes without a word of theirs look right (Z7)."""
    return on_own_and_public(playing(), StandingPassEnded("snaga"), "no_standing_pass")


def a_standing_pass_ended_for_another() -> Attack:
    """The standing pass of one player is ended in the name of another."""
    book = second_manche()
    one, other = [name for name in book.manche.order if name not in book.manche.places][:2]
    book.add(StandingPass(one))
    return on_own_and_public(book, StandingPassEnded(other), "no_standing_pass")


def _book_of(records: list[Record]) -> Book:
    book = Book()
    book.add([record.event for record in records[1:]])
    return book


EDITED: Final = by(
    "editor",
    a_delay_shortened,
    a_pause_lengthened,
    an_incident_turned_on_another,
    a_note_of_an_incident_edited,
)
CATALOGUE: Final = EDITED + by(
    "moderator",
    delays_of_no_hours,
    a_night_that_never_ends,
    an_absence_that_nobody_decides,
    a_pause_until_a_day_that_is_not,
    a_pause_by_no_clock,
    an_incident_of_no_kind,
    a_standing_pass_of_a_stranger,
    a_standing_pass_of_the_former_player,
    a_standing_pass_before_the_order,
    a_standing_pass_between_manches,
    the_end_of_a_pass_that_nobody_said,
    a_standing_pass_ended_for_another,
)
