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
    twin: int | None = None
    """The rank that the letter of the suit may stand for just as well: `KK`, `RK`, `2D`."""
    dismissed: bool = False
    """May be a code, and was taken for a word."""
    everyday: bool = False
    """May be a word or an abbreviation of everyday writing."""

    def has(self, *roles: Role) -> bool:
        """Whether the word may play one of these roles."""
        return not self.sense.roles.isdisjoint(roles)
