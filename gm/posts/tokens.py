"""The words and signs of a post, each with what it may mean in the campaign's language."""

from typing import NamedTuple

from gm.posts.lexicon import Role, Sense


class Token(NamedTuple):
    """A word or sign: its folded text, what it may mean, and its place in the post in code points."""

    text: str
    sense: Sense
    start: int
    end: int
    glued: bool
    """Nothing stands between it and the word before."""
    code: bool
    """A whole card written as one word, or part of one."""
    capital: bool
    """Begins with a plain capital letter: `A` may be an ace where `a` and `à` are words."""
    title: bool = False
    """Written with a capital and small letters: `Belle`, not `BELLE`."""
    twin: int | None = None
    """The rank that the letter of the suit may stand for just as well: `KK`, `DD`, `2D`."""
    dismissed: bool = False
    """May be a code, and was taken for a word."""
    everyday: bool = False
    """May be a word or an abbreviation of everyday writing."""
    fuzzy: bool = False
    """A misspelling: its sense is that of the one word near."""
    unclear: bool = False
    """A misspelling near to more than one word that would fit its place."""
    fond: bool = False
    """May be a sign of affection rather than a suit: ❤ apart from the rank."""

    def has(self, *roles: Role) -> bool:
        """Whether the word may play one of these roles."""
        own = self.sense.roles
        return bool(own) and not own.isdisjoint(roles)
