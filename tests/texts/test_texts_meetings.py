"""Texts where two options meet, and what a booklet must not say (Z25)."""

from collections.abc import Mapping

import pytest
from rule_sets import rules_of
from test_texts_booklet import PARAGRAPH, booklet
from test_texts_rules import after, plain, shown, sitting, verdict

from gm.manche import Outcome, Sanction, apply
from gm.rules import OptionValue
from gm.views.messages import by_strength

Options = Mapping[str, OptionValue]


@pytest.mark.parametrize(
    ("options", "clause", "words", "said"),
    [
        ({"preset": "zebest"}, "Z14", "ne peut qu’ouvrir un tour", True),
        ({"preset": "zebest", "larger": "if_higher"}, "Z14", "ne peut qu’ouvrir un tour", False),
        ({"preset": "zebest", "jokers": "rank"}, "Z14", "Les jokers restent au sommet", True),
        ({"preset": "zebest"}, "Z14", "joker", False),
        ({"preset": "classic", "larger": "any", "equal": "skip"}, "C8", "ne fait sauter personne", True),
        ({"preset": "classic", "larger": "any", "equal": "yes"}, "C8", "sauter", False),
        ({"preset": "bga", "larger": "any", "equal": "yes"}, "C8", "Joker sur joker", False),
        ({"preset": "classic", "jokers": "rank", "equal": "yes"}, "C8", "Joker sur joker", True),
        ({"preset": "classic", "jokers": "rank", "equal": "yes"}, "C8", "sauter", False),
        ({"preset": "classic", "jokers": "rank", "carre": "reverse"}, "C8", "se battent", False),
        ({"preset": "classic", "carre": "turn", "equal": "yes"}, "C8", "À deux joueurs", False),
        ({"preset": "classic", "carre": "turn", "larger": "any"}, "C8", "fait la révolution", True),
        ({"preset": "classic", "carre": "reverse", "larger": "any"}, "C8", "fait la révolution", True),
        ({"preset": "classic", "carre": "turn", "two_both_ends": "true"}, "C8", "ce que le 2 bat", True),
        (
            {"preset": "classic", "carre": "reverse", "two_both_ends": "true"},
            "C8",
            "ce que le 2 bat",
            True,
        ),
        ({"preset": "classic", "carre": "turn", "transparent_threes": "true"}, "C8", "carré de 3", False),
        ({"preset": "classic", "larger": "any", "equal": "yes"}, "C8", "double 7", False),
        ({"preset": "bga", "equal": "yes"}, "B5", "sauté", False),
        ({"preset": "classic", "equal": "yes"}, "Z12", "sauté", False),
        ({"preset": "bga", "equal": "yes"}, "B4", "contraint", False),
        ({"preset": "zebest", "taggle_forced": "false"}, "Z9", "doit la poser", False),
        ({"preset": "zebest", "taggle_forced": "false"}, "Z7", "Z9", False),
        ({"preset": "zebest", "forbidden_finish": "on_finish"}, "Z15", "sans attendre", False),
        ({"preset": "zebest", "carre": "none"}, "Z15", "carré", False),
        ({"preset": "elysee"}, "E8", "", False),
        ({"preset": "elysee", "exchange_limit": "2"}, "E8", "tiré au sort", True),
        ({"preset": "zebest", "exchange_limit": "1"}, "E8", "les deux dames", True),
        ({"preset": "zebest"}, "Z2", "(Trou du cul et Paysan)", True),
        ({"preset": "zebest", "jokers": "rank"}, "Z2", "Trou du cul", False),
        ({"preset": "classic"}, "C5", "Au milieu", False),
        ({"preset": "elysee", "exchange_limit": "2"}, "E8", "et ses points", True),
        ({"preset": "bga", "exchange_limit": "2"}, "E8", "points", False),
        ({"preset": "elysee"}, "E3", "révolution", False),
        ({"preset": "elysee", "carre": "reverse"}, "E3", "révolution", True),
    ],
    ids=str,
)
def test_a_paragraph_says_it_only_where_it_holds(
    options: Options, clause: str, words: str, said: bool
) -> None:
    """C8 and the clauses of the options: a sentence about an option that is off would mislead."""
    paragraphs = dict(PARAGRAPH.findall(booklet(rules_of(**options))))
    assert (clause in paragraphs and words in plain(paragraphs[clause])) is said


@pytest.mark.parametrize(
    ("options", "top", "words"),
    [
        ({"larger": "if_higher", "jokers": "rank"}, "2s", ": un joker ou deux jokers, ou"),
        (
            {"two_both_ends": "true", "jokers": "rank"},
            "2s",
            ": une carte seule de n’importe quelle valeur, ou",
        ),
        ({"jokers": "rank", "equal": "yes"}, "Xr", ": un joker, ou"),
        ({"transparent_threes": "true", "equal": "yes"}, "3s", ": une carte seule à partir du 3, ou"),
    ],
    ids=str,
)
def test_each_answer_is_told_once(options: Options, top: str, words: str) -> None:
    """C7, C8: what may answer, neither less nor twice."""
    assert words in shown(
        after(sitting({"preset": "classic", **options}, f"{top} 4s", "5h 5d", "6h 6d"), top)
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"preset": "bga"}, "le 3 devient la plus forte, le 2 la plus faible"),
        ({"preset": "bga", "two_both_ends": "true"}, "le 3 devient la plus forte, l’as la plus faible"),
    ],
    ids=str,
)
def test_a_revolution_names_the_weakest_rank(options: Options, words: str) -> None:
    """B6, C8: a 2 of both ends is unaffected by the revolution."""
    assert words in verdict(sitting(options, "9s 9h 9d 9c 4s", "5h 5d", "6h 6d", "7h 7d"), "9s 9h 9d 9c")


def test_whoever_acted_is_named_too_when_the_revolution_takes_two_out() -> None:
    """Z15, on_holding: the acting player round."""
    options = {"preset": "zebest", "forbidden_finish": "on_holding"}
    told = verdict(sitting(options, "9s 9h 9d 9c 3s", "3h", "8s 8h", "Ts Th", "Js Jh"), "9s 9h 9d 9c")
    assert "[b]Aldebert[/b] prend la 5e place" in told
    assert "[b]Bérénice[/b] prend la 4e place" in told


def test_a_hand_is_sorted_by_the_order_in_force() -> None:
    """Z14: in a revolution the 2 is the weakest and the 3 the strongest."""
    for turned in (False, True):
        state = sitting({"preset": "zebest"}, "3s 9h 2d", "5h", revolution=turned)
        ranks = [card // 4 for card in by_strength(state, state.hands[0])]
        assert ranks == sorted(ranks, reverse=turned)


@pytest.mark.parametrize("larger", ["if_higher", "any"])
def test_a_carre_that_may_answer_closes_more_than_the_tour_it_opens(larger: str) -> None:
    """Z14, C7a, C7b: a carré may be a larger set."""
    state = sitting({"preset": "zebest", "larger": larger}, "9s 9h 9d 9c 4s", "5h 5d", "6h 6d")
    assert "un carré y met fin" in verdict(state, "9s 9h 9d 9c")


def test_who_is_left_at_the_end_has_not_finished_on_a_forbidden_card() -> None:
    """Z15, Z16: the last player takes the place that is left, by nobody's fault."""
    told = verdict(sitting({"preset": "zebest"}, "2s", "5h 5d", "6h 6d", "7h 7d", "8h 8d"), "2s")
    assert told.count("Fin interdite") == 1
    state = sitting({"preset": "bga", "forbidden_finish": "on_finish"}, "3s 3h", "2s", "4h 5h", "6h 7h")
    for seat in (2, 3):
        outcome = apply(state, seat, Sanction())
        assert isinstance(outcome, Outcome)
        state = outcome.state
    assert verdict(after(state, "3s"), "2s").count("Fin interdite") == 1
