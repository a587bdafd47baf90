"""How facts become words: cards, dates, numbers and lists, by the words of a locale (`words.toml`)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final, Literal

from gm.cards import JOKER, RANKS, Card, Rank, code_of, rank_of
from gm.render.texts import Table

_BREAKABLE: Final = re.compile(r"[ \n]+")
_UNQUOTABLE: Final = re.compile(r"""^-|["“”„$`\\!%]""")

FILTERS: Final = (
    *("card", "code", "cards", "claim", "said", "spelled", "demand", "grouped", "rank", "same", "figure"),
    *("stronger", "jokers", "listed", "either", "of", "typed", "entries", "plural", "agree", "in_words"),
    *("replacing", "signed", "ordinal", "ranking", "figures", "points", "date", "capital", "paragraph"),
)
"""The methods of `Phrases` that templates use, each under its own name."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The filters of one locale; each method is a filter of the same name in its templates."""

    words: Table

    def card(self, card: Card) -> str:
        """A card as people write it: `7♥`, `10♠`, `D♣`."""
        return self.claim((code_of(card),))

    def code(self, card: Card) -> str:
        """A card as the ledger writes it: `7h`."""
        return code_of(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in the order given: `7♥ 7♣`."""
        return self.claim(code_of(card) for card in cards)

    def claim(self, codes: Iterable[str]) -> str:
        """Cards by code, suits left out where they were not named: `7♥ 7` for `7h 7?`; others as written.

        A joker's name is set apart from what stands beside it: `2♦, Joker noir`, `Joker rouge et Joker noir`.
        """
        shown = [self._shown(code) for code in codes]
        named = sum(each.startswith(self._letter("X")) for each in shown)
        if named == len(shown):
            return self.listed(shown)
        return (", " if named else " ").join(shown)

    def said(self, codes: Sequence[str]) -> str:
        """Cards as a player named them, in words where no suit was, and jokers in words.

        `un double roi` for `K? K?`, `un roi et une dame` for `K? Q?`, `le joker noir` for `Xb`.
        """
        if codes and all(code in ("Xr", "Xb") for code in codes):
            return self._jokers_named(codes)
        if not codes or any(code[1:] != "?" for code in codes):
            return self.claim(codes)
        groups = [list(same) for _, same in groupby(codes)]
        forms: Table = self.words["unsuited"]
        if any(str(len(group)) not in forms for group in groups):
            return self.claim(codes)
        return self.listed(
            [forms[str(len(group))].format(**self._rank_forms(group[0][0])) for group in groups]
        )

    def spelled(self, codes: Iterable[str]) -> str:
        """Cards in words, suits left out where they were not named: `roi de pique et valet` for `Ks J?`."""
        suits: Table = self.words["suit"]["name"]
        return self.listed(
            [self._rank_forms(code[0])["name"] + str(suits.get(code[1:], "")) for code in codes]
        )

    def demand(self, codes: str) -> str:
        """A demand as the ledger writes it: `un as et R♠` for `A? Ks`, `un double as` for `A? A?`."""
        return self.listed([self.said(tuple(same)) for _, same in groupby(codes.split())])

    def grouped(self, cards: Iterable[Card]) -> str:
        """Cards in the order given, those of one rank together, jokers apart: `7 ♥♣ · V ♠ · Joker noir`."""
        groups: list[str] = []
        for rank, same in groupby(cards, key=rank_of):
            if rank == JOKER:
                groups += [self.card(card) for card in same]
                continue
            suits = "".join(self._suit(code_of(card)) for card in same)
            groups.append(f"{self._letter(RANKS[rank])} {suits.lstrip()}")
        return " · ".join(groups)

    def rank(self, rank: Rank, form: str = "name") -> str:
        """A rank in words, in one of the forms of `words.toml` (`name`, `one`, `from`, `the`, `of`)."""
        return self._rank_forms(RANKS[rank])[form]

    def same(self, rank: Rank, number: int) -> str:
        """So many cards of a rank, in words: `un double roi`."""
        return self.said((RANKS[rank] + "?",) * number)

    def figure(self, number: int) -> str:
        """What so many cards of one rank are called: `un double`."""
        return str(self.words["figure"][str(number)])

    def stronger(self, number: int) -> str:
        """What such a figure must be to answer, in its gender: `plus fort`."""
        return str(self.words["stronger"][str(number)])

    def jokers(self, number: int) -> str:
        """So many jokers: `deux jokers`."""
        return str(self.words["jokers"][str(number)])

    def listed(self, items: Sequence[str]) -> str:
        """Items one after the other, a conjunction before the last: `a, b et c`."""
        return self._joined(items, "last")

    def either(self, items: Sequence[str]) -> str:
        """Items of which one is to be chosen: `a, b ou c`."""
        return self._joined(items, "or")

    def _joined(self, items: Sequence[str], conjunction: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return ", ".join(items[:-1]) + str(self.words["list"][conjunction]) + items[-1]

    def of(self, name: str) -> str:
        """A name after `de`, elided before a vowel: `d’oliv10`, `de MisterH`."""
        elided = name[:1].casefold() in self.words["of"]["vowels"]
        return str(self.words["of"]["elided" if elided else "plain"]) + name

    def replacing(self, names: Sequence[str]) -> str:
        """Whose seat somebody has taken over, in brackets; nothing for no names (Z24)."""
        form = str(self.words["replacing"]["form"])
        return form.format(names=self.listed([self.of(name) for name in names])) if names else ""

    def typed(self, name: str) -> str:
        """A name as it is typed on a command line, in quotes where it needs them; what no shell leaves alone
        has to be put in by its reader: `snaga`, `"Mister H."`, `JOUEUR`.
        """
        if name.isalnum():
            return name
        return str(self.words["typed"]["name"]) if not name or _UNQUOTABLE.search(name) else f'"{name}"'

    def entries(self, numbers: Sequence[int | str]) -> str:
        """Entries of the ledger by number, three or more in a row by its ends: `entrées 12 et 14 à 17`."""
        forms: Table = self.words["entry"]
        noun = self.agree(len(numbers), forms["one"], forms["many"])
        shown: list[str] = []
        for _, row in groupby(enumerate(map(int, numbers)), key=lambda each: each[1] - each[0]):
            found = [str(number) for _, number in row]
            shown += found if len(found) < 3 else [forms["row"].format(first=found[0], last=found[-1])]
        return f"{noun}\u00a0{self.listed(shown)}"

    def plural(self, number: int, one: str, many: str | None = None) -> str:
        """A number and its noun, kept together: `1 carte`, `11 cartes`."""
        return f"{number}\u00a0{self.agree(number, one, many)}"

    def agree(self, number: int, one: str, many: str | None = None) -> str:
        """A word in the number that goes with `number`: `restante`, `restantes`."""
        if number < self.words["plural"]["from"]:
            return one
        return many if many is not None else one + "s"

    def in_words(self, number: int) -> str:
        """A small number in letters, others in figures: `quatre`, `40`."""
        words = self.words["number"]["words"]
        return str(words[number]) if number < len(words) else str(number)

    def signed(self, points: int) -> str:
        """Points that may be lost or won: `+2`, `0`, `−1`."""
        sign = "+" if points > 0 else str(self.words["number"]["minus"]) if points < 0 else ""
        return f"{sign}{abs(points)}"

    def ordinal(self, number: int) -> str:
        """The number of a place: `1re`, `2e`."""
        ordinals: Table = self.words["ordinal"]
        return str(ordinals["first"]) if number == 1 else f"{number}{ordinals['suffix']}"

    def capital(self, text: str) -> str:
        """A text with a capital at its beginning."""
        return text[:1].upper() + text[1:]

    def paragraph(self, text: str) -> str:
        """The lines of a text as one paragraph; no-break spaces stay."""
        return _BREAKABLE.sub(" ", text).strip(" ")

    def ranking(self, rank: int) -> str:
        """The rank of a total of points: `1er`, `2e`."""
        ordinals: Table = self.words["ordinal"]
        return str(ordinals["rank"]) if rank == 1 else f"{rank}{ordinals['suffix']}"

    def figures(self, points: int) -> str:
        """Points in figures, a true minus before a loss: `3`, `−2`."""
        return self.signed(points) if points < 0 else str(points)

    def points(self, points: int) -> str:
        """A total of points with its noun: `1 point`, `−2 points`."""
        forms: Table = self.words["points"]
        return f"{self.figures(points)}\u00a0{self.agree(abs(points), forms['one'], forms['many'])}"

    def date(self, written: str, shown: Literal["day", "year"] = "day") -> str:
        """A date as people say it, `samedi 14 juin à 16 h`; what is no ISO 8601 date stays as written.

        With its year where that may be another one: `samedi 14 juin 2014 à 16 h`.
        """
        try:
            moment = datetime.fromisoformat(written)
        except ValueError:
            return written
        dates: Table = self.words["date"]
        day = dates["first"] if moment.day == 1 else str(moment.day)
        date = dates["day"].format(
            weekday=dates["weekdays"][moment.weekday()], day=day, month=dates["months"][moment.month - 1]
        )
        if shown == "year":
            date = dates["year"].format(date=date, year=moment.year)
        if len(written) <= len("2014-06-14"):
            return str(date)
        form = dates["minutes"] if moment.minute else dates["hours"]
        return str(dates["at"].format(date=date, time=form.format(h=moment.hour, m=moment.minute)))

    def _shown(self, code: str) -> str:
        if len(code) != 2 or code[0] not in RANKS:
            return code
        return self._letter(code[0]) + self._suit(code)

    def _letter(self, rank: str) -> str:
        return str(self.words["rank"]["letter"][rank])

    def _suit(self, code: str) -> str:
        """The symbol of a code's suit, empty when it was not named; a joker's colour is a word."""
        symbols: Table = self.words["suit"]["joker" if code[0] == "X" else "symbol"]
        return str(symbols.get(code[1], ""))

    def _jokers_named(self, codes: Sequence[str]) -> str:
        """Jokers whose colour is known: `le joker noir`, `les deux jokers`."""
        if len(set(codes)) > 1 and len(codes) == 2:
            return str(self.words["jokers"]["both"])
        the = self._rank_forms("X")["the"]
        return self.listed([the + str(self.words["suit"]["name"][code[1]]) for code in codes])

    def _rank_forms(self, rank: str) -> dict[str, str]:
        return {form: str(names[rank]) for form, names in self.words["rank"].items()}
