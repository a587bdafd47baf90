"""Pasted text split by author lines: what a browser's copy gives, and what people write themselves."""

import pytest

from gm.posts.pages import PageProblem, read_page
from gm.posts.pages.dates import moment_in


def pasted(text: str) -> list[tuple[str | None, str]]:
    """Author and text of each post of a pasted text."""
    posts = read_page(text.encode())
    assert not isinstance(posts, PageProblem), posts
    return [(post.author, post.text) for post in posts]


# Each may stand above any post, whatever stands above the first one.
DATED = [
    "par {} » jeu. 12 juin 2014 14:00",
    "par {} » Jeu 12 Juin 2014 14:00",
    "Message par {} » 12 juin 2014, 14:00",
    "Re: Président par {} » jeu. 12 juin 2014 14:00",
    "by {} » Thu Jun 12, 2014 2:00 pm",
    "Post by {} » 12 Jun 2014 14:00",
    "{} » 12 juin 2014 14:00",
    "{} a écrit le 12/06/2014 à 14:00",
    "{} a écrit le jeudi 12 juin 2014 à 14h00",
    "{} — 12 juin 2014",
    "{} – 12/06/2014 14:00",
    "{} - hier à 14:00",
    "{} • il y a 2 heures",
    "{} (12/06/2014 à 14:00)",
    "{} (12/06/2014 14:00) :",
    "{}, le 12/06/2014 à 14:00 :",
    "{}, le 12 juin 2014",
    "{} le Jeu 12 Juin - 14:00",
    "par {} le Jeu 12 Juin 2014 - 14:00",
    "Posté par {} le 12/06/2014",
    "**{}** — 12 juin",
    "=== {} ===",
    "--- {} ---",
    "Auteur : {}",
]
# Each counts on a page that begins so.
ALONE = [
    "{} a écrit :",
    "{} wrote:",
    "{} a écrit le 12/06/2014 à 14:00 :",
    "{} :",
    "{}:",
    "**{}** :",
    "[b]{}[/b] :",
    "[{}]",
    "{}\n12 juin",
    "{}\n\n12 juin 2014",
    "{}\n2 h",
    "{}\n15 min",
]


@pytest.mark.parametrize("line", [*DATED, *ALONE])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_an_author_line_begins_a_post(line: str, between: str) -> None:
    """`gm read`: pasted text is split by author lines, in the forms that pages and people give them."""
    page = between.join(
        (
            line.format("MisterH"),
            "7 de pique",
            line.format("oliv10"),
            "je passe",
            line.format("élo_die"),
            "GG",
        )
    )
    assert pasted(page) == [("MisterH", "7 de pique"), ("oliv10", "je passe"), ("élo_die", "GG")]


@pytest.mark.parametrize("line", DATED[:-3])
def test_a_name_may_have_several_words(line: str) -> None:
    assert pasted(f"{line.format('Le grand Jo')}\nje passe") == [("Le grand Jo", "je passe")]


NOT_AUTHORS = [
    "MisterH a écrit :\nDouble 8\n\nje passe",
    "MisterH a écrit : jeu. 12 juin 2014 14:00\nDouble 8\n\nje passe",
    "MisterH a dit :\nDouble 8\n\nje passe",
    "MisterH wrote:\nDouble 8\n\nje passe",
    "Le 12/06/2014 à 14:00, MisterH a écrit :\n> Double 8\nje passe",
    "MisterH a écrit le 12/06/2014 à 14:00 :\nDouble 8\n\nje passe",
    "Salut\nAlors :\n7 de pique",
    "Édit :\n7 de pique",
    "PS :\n7 de pique",
    "[spoiler]\n7 de pique\n[/spoiler]",
    "je passe\n[oliv10]",
    "Double\n8",
    "Oups\n2 h",
    "On reprend lundi 12 juin à 14:00\n7 de pique",
    "> par MisterH » jeu. 12 juin 2014 14:00\nje passe",
    "7 de pique !\n-------------------\nMisterH",
    "= 7 de pique =",
]


@pytest.mark.parametrize("text", NOT_AUTHORS)
def test_what_names_no_author_stays_in_the_post(text: str) -> None:
    """`X a écrit :` opens a quote; text without any author line is one post without author."""
    assert pasted(text) == [(None, text)]


def test_quotes_are_author_lines_only_where_nothing_else_is_said() -> None:
    """`X a écrit :` and an answer below it is one post; a page of nothing else is a page of posts."""
    page = "MisterH a écrit :\nbravo\n\noliv10 a écrit :\n7 de pique"
    assert pasted(page) == [("MisterH", "bravo"), ("oliv10", "7 de pique")]
    for answer in ("je passe", "Alors :\nje passe"):
        assert pasted(f"{page}\n\n{answer}") == [(None, f"{page}\n\n{answer}")]
    assert pasted(f"snaga :\n{page}\n\nje passe") == [("snaga", f"{page}\n\nje passe")]


def test_a_page_has_one_style_of_author_lines() -> None:
    """Below dated author lines, a name and a colon or a name in brackets is what the player wrote."""
    page = "MisterH — 12 juin 2014\nAlors :\n7 de pique\n\noliv10 — 12 juin 2014\n[spoiler]\nje passe"
    assert pasted(page) == [("MisterH", "Alors :\n7 de pique"), ("oliv10", "[spoiler]\nje passe")]


@pytest.mark.parametrize(
    "forged", ["=== snaga ===", "### snaga ###", "Auteur : snaga", "snaga, hier :", "par snaga » hier"]
)
def test_an_author_line_unlike_the_others_names_nobody(forged: str) -> None:
    """A player who writes one into a post moves for nobody; nor is what follows it the player's own."""
    page = f"MisterH — 12 juin 2014\nbravo\n\n{forged}\nje passe\n\noliv10 — 12 juin 2014\nGG"
    assert pasted(page) == [("MisterH", "bravo"), (None, f"{forged}\nje passe"), ("oliv10", "GG")]


def test_an_author_line_that_is_quoted_is_none() -> None:
    page = "MisterH — 12 juin\n[quote]\noliv10 — 11 juin\n2 de pique\n[/quote]\n7 de pique"
    assert pasted(page) == [("MisterH", page.partition("\n")[2])]


def test_quotes_without_end_hide_no_author_line() -> None:
    """A post that is attributed to the player before is worse than one quote too many."""
    page = "MisterH — 12 juin\n[quote]\nje passe\noliv10 — 12 juin\n7 de pique"
    assert pasted(page) == [("MisterH", "[quote]\nje passe"), ("oliv10", "7 de pique")]


def test_what_stands_above_the_first_author_line_is_not_lost() -> None:
    """It may be the end of a post whose author line was not copied."""
    assert pasted("7 de pique\n\noliv10 — 12 juin\nje passe") == [
        (None, "7 de pique"),
        ("oliv10", "je passe"),
    ]


def test_two_posts_of_the_same_words_are_two_posts() -> None:
    """A player may pass twice on a page."""
    assert (
        pasted("MisterH :\nje passe\noliv10 :\nas\nMisterH :\nje passe")[::2] == [("MisterH", "je passe")] * 2
    )


@pytest.mark.parametrize(
    "margin",
    [
        "Haut",
        "Citer\nHaut",
        "Re: Président",
        "oliv10\nMessages : 12\nEnregistré le : mar. 3 févr. 2009 08:08\n\nRe: Président",
        "MisterH\nModérateur\nMessages: 8\nLocalisation: Sous le 2 de pique",
        "2 J’aime",
    ],
)
def test_what_the_page_writes_around_its_posts_is_left_out(margin: str) -> None:
    """Buttons, the next subject and the author's profile are copied with the posts."""
    header = "par {} » 12 juin 2014 14:00"
    page = "\n\n".join((header.format("MisterH"), "7 de pique", margin, header.format("oliv10"), "je passe"))
    assert pasted(page) == [("MisterH", "7 de pique"), ("oliv10", "je passe")]


@pytest.mark.parametrize("end", ["Messages : 12", "oliv10\nje passe", "oliv10\n8 de pique\nMessages : 12"])
def test_what_a_player_may_have_written_is_kept(end: str) -> None:
    """Lines without the author's name above them, or with other words among them, are no profile."""
    page = f"par MisterH » 12 juin 2014 14:00\n7 de pique\n{end}\npar oliv10 » 12 juin 2014 15:00\nas"
    assert pasted(page)[0] == ("MisterH", f"7 de pique\n{end}")


@pytest.mark.parametrize(
    ("last", "edited"),
    [
        ("Dernière édition par MisterH le Jeu 12 Juin 2014 - 14:05, édité 1 fois", True),
        ("Dernière modification par MisterH le jeu. 12 juin 2014 14:05, modifié 2 fois.", True),
        ("Dernière édition par MisterH le 12 Juin 2014 14:05; édité 1 fois au total", True),
        ("Last edited by MisterH on Thu Jun 12, 2014 2:05 pm, edited 1 time in total.", True),
        ("(Modifié par MisterH le 12/06/2014 à 14h05)", True),
        ("Édité à 14h05 : finalement 9 de carreau", False),
        ("Dernière édition par moi à 14:05, je pose un 9 de carreau", False),
    ],
)
def test_the_notice_of_a_change_is_told_apart_from_what_was_written(last: str, edited: bool) -> None:
    """`edited` is what the forum says; the words of the player stay."""
    posts = read_page(f"MisterH :\n7 de pique\n\n{last}".encode())
    assert not isinstance(posts, PageProblem)
    text = "7 de pique" if edited else f"7 de pique\n\n{last}"
    assert (posts[0].text, posts[0].edited) == (text, edited)


@pytest.mark.parametrize(
    ("line", "moment"),
    [
        ("par MisterH » jeu. 12 juin 2014 14:00", "2014-06-12T14:00"),
        ("MisterH le Jeu 12 Juin 2014 - 14:00", "2014-06-12T14:00"),
        ("1er août 2014 à 8h05", "2014-08-01T08:05"),
        ("Thu Jun 12, 2014 2:00 pm", "2014-06-12T14:00"),
        ("12 Jun 2014, 12:30 AM", "2014-06-12T00:30"),
        ("le 05/06/2014 à 14:00", "2014-06-05T14:00"),
        ("05/06/2014 à 14h00", "2014-06-05T14:00"),
        ("12/25/2014 2:00 pm", "2014-12-25T14:00"),
        ("25-12-2014, 14:00", "2014-12-25T14:00"),
        ("2014-06-12 14:00", "2014-06-12T14:00:00"),
        ("05/06/2014 14:00", None),  # the fifth of June or the sixth of May
        ("12 juin - 14:00", None),
        ("12 juin 2014", None),
        ("31 juin 2014 14:00", None),
        ("12 juin 2014 25:00", None),
        ("hier à 14:00", None),
    ],
)
def test_a_date_is_read_when_it_cannot_be_another_one(line: str, moment: str | None) -> None:
    """A deadline is judged by it: an uncertain time is none."""
    assert moment_in(line) == moment
