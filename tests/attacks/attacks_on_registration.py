"""Who plays: names that are one, registrations, departures, parties, rules and engine."""

from dataclasses import replace
from random import Random
from typing import Final

from attacks.forging import Attack, begun, both, honest, put, then
from attacks.named import by
from builders import Book, deal, open_partie, register

from gm import dealing
from gm.events import CampaignOpened, Joined, Left, PartieOpened, Word


def _next(book: Book, event: Joined | Left | Word, code: str) -> Attack:
    records = then(book.records, event)
    return both(records, len(records), "ruling", why=code)


def _named(name: str) -> Attack:
    book = register(open_partie(Book(), Random(3)), ["intersideral", "MisterH", "MrRarty", "oliv10"])
    return both(then(book.records, Joined(name)), 7, "same_name")


def name_in_other_case() -> Attack:
    """A friend registers as `misterh` beside MisterH, whose posts then count for either."""
    return _named("misterh")


def name_in_full_width() -> Attack:
    """A friend registers under a name in full-width letters, which is the same under NFKC."""
    return _named("ＭｉｓｔｅｒＨ")


def name_with_a_long_s() -> Attack:
    """A friend registers under a name with a long s, which folds to s."""
    return _named("interſideral")


def name_with_a_ligature() -> Attack:
    """A friend registers as another's name in one ligature, which is the same under NFKC and case folding."""
    book = register(open_partie(Book(), Random(3)), ["fiona"])
    return both(then(book.records, Joined("ﬁona")), 4, "same_name")


def name_with_two_blanks() -> Attack:
    """A friend registers as another's name with two blanks, which forums show as one."""
    book = register(open_partie(Book(), Random(3)), ["Zéphyrine la Grande"])
    return both(then(book.records, Joined("Zéphyrine  la Grande")), 4, "same_name", "not_cleaned")


def name_with_a_blank_after() -> Attack:
    """A friend registers as another's name with a no-break space after it, which nobody sees."""
    book = register(open_partie(Book(), Random(3)), ["MisterH"])
    return both(then(book.records, Joined("MisterH\u00a0")), 4, "same_name", "not_cleaned")


def name_in_nfd() -> Attack:
    """A friend registers as another's name with its accents apart, which looks the same."""
    book = register(open_partie(Book(), Random(3)), ["Zéphyrine"])
    return both(then(book.records, Joined("Ze\u0301phyrine")), 4, "same_name", "not_cleaned")


def a_word_with_a_blank_after() -> Attack:
    """A player's word is recorded with a blank that nobody sees, which makes another deal of it."""
    records = then(begun().records, Word("snaga", "vive les révolutions "))
    return both(records, len(records), "not_cleaned")


def joined_twice() -> Attack:
    """A player registers twice, to get two seats."""
    book = register(open_partie(Book(), Random(3)), ["snaga"])
    return _next(book, Joined("snaga"), "already_registered")


def joined_while_playing() -> Attack:
    """A player registers while they play, and so gives a word of chance anew."""
    return _next(deal(begun()), Joined("snaga", "encore un mot"), "already_playing")


def word_of_a_stranger() -> Attack:
    """A word of somebody who is not registered is recorded, to move on the entry that fixes the deal."""
    return _next(begun(), Word("Zoé", "au hasard"), "not_registered")


def left_by_a_stranger() -> Attack:
    """Somebody who never registered is said to have left."""
    return _next(begun(), Left("Zoé"), "not_registered")


def left_while_playing() -> Attack:
    """A player with bad cards is taken off the list during the manche, where only a sanction may (Z28)."""
    return _next(deal(begun()), Left("snaga"), "leaves_by_sanction")


def partie_opened_while_one_is_played() -> Attack:
    """The next partie is opened while one is played that goes badly for a friend."""
    book = deal(begun())
    opened = book.records[1].event
    assert isinstance(opened, PartieOpened)
    seeds = {manche: f"{manche:x}" * 64 for manche in opened.commitments}
    commitments = {manche: dealing.commit("zebest", 2, manche, seed) for manche, seed in seeds.items()}
    records = then(book.records, replace(opened, partie=2, commitments=commitments, seeds=seeds))
    return both(records, 9, "ruling", why="partie_running")


def partie_numbered_as_the_last() -> Attack:
    """The partie is opened twice under one number, so that the words of the first count for other seeds."""
    book = begun()
    return both(then(book.records, book.records[1].event), 8, "ruling", why="wrong_partie")


def _under(**rules: str) -> Attack:
    records = honest()
    opened = records[0].event
    assert isinstance(opened, CampaignOpened)
    return both(put(records, 1, replace(opened, rules={**opened.rules, **rules})), 1, "unknown_rules")


def rules_that_nobody_knows() -> Attack:
    """The campaign is played by a preset that no release has, so that nothing can be judged."""
    return _under(preset="poker")


def an_option_that_nobody_knows() -> Attack:
    """An option that no rules have, by which anything could be explained later."""
    return _under(moderator_wins="true")


def an_option_with_a_value_of_its_own() -> Attack:
    """An option has a value that it cannot have, so that each reader takes another default."""
    return _under(equal="sometimes")


CATALOGUE: Final = by(
    "moderator",
    name_in_other_case,
    name_in_full_width,
    name_with_a_long_s,
    name_with_a_ligature,
    name_with_two_blanks,
    name_with_a_blank_after,
    name_in_nfd,
    a_word_with_a_blank_after,
    joined_twice,
    joined_while_playing,
    word_of_a_stranger,
    left_by_a_stranger,
    left_while_playing,
    partie_opened_while_one_is_played,
    partie_numbered_as_the_last,
    rules_that_nobody_knows,
    an_option_that_nobody_knows,
    an_option_with_a_value_of_its_own,
)
