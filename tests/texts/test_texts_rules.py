"""The texts around the table follow the rules in force: answers, verdicts, effects, the classement."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from rule_sets import rules_of
from tables import dealt
from text_samples import CHECKPOINT, FRENCH, a_table, said
from text_systems import SIX

from gm import views
from gm.campaign import Manche
from gm.cards import cards_of, hand_of
from gm.manche import PASS, Outcome, Pass, Play, State, apply, start
from gm.render import public_text
from gm.rules import OptionValue
from gm.views.answer import answer_of
from gm.views.heading import Heading
from gm.views.public import PlayerLine, VerdictView
from gm.views.public_posts import MancheStanding, PartieStanding, ScoreLine, StandingsView
from gm.views.table import pile_of

Options = Mapping[str, OptionValue]
TURNS = {"preset": "classic", "equal": "yes", "carre": "turn"}


def plain(text: str) -> str:
    """A text with ordinary spaces."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def after(state: State, *actions: str) -> State:
    """The state after these plays and passes of whoever's turn it is."""
    for codes in actions:
        action: Play | Pass = PASS if codes == "pass" else Play(hand_of(cards_of(codes)), len(codes.split()))
        outcome = apply(state, state.turn, action)
        assert isinstance(outcome, Outcome), outcome
        state = outcome.state
    return state


def sitting(options: Options, *hands: str, revolution: bool = False) -> State:
    """A deal of these hands, the first of them to open."""
    held = [hand_of(cards_of(codes)) for codes in hands]
    return start(rules_of(**options), held, 0, revolution=revolution)


def manche_of(state: State) -> Manche:
    """A manche in this state, its players those of SIX in their order."""
    return replace(dealt().manche, order=SIX[: len(state.hands)], state=state, chooser=None)


def table_of(state: State) -> views.TableView:
    """The table of a state."""
    names = SIX[: len(state.hands)]
    return replace(
        a_table(),
        rules=state.rules,
        waiting=(names[state.turn],),
        pile=pile_of(state, names),
        answer=answer_of(state),
        taggle=state.taggle,
        revolution=state.revolution,
        players=tuple(
            PlayerLine(
                name,
                cards_left=state.hands[seat].bit_count(),
                place=0,
                role="",
                sanctioned=False,
                locked=bool(state.locked >> seat & 1),
            )
            for seat, name in enumerate(names)
        ),
    )


def shown(state: State) -> str:
    """The text of a table."""
    return plain(public_text(table_of(state), FRENCH).body)


def verdict(state: State, codes: str) -> str:
    """The text of the verdict on the cards of whoever's turn it is."""
    manche = manche_of(state)
    player = manche.turn
    assert player is not None
    move = said(manche, player, cards_of(codes))
    table = table_of(move.ruling.state if move.ruling.state.turn >= 0 else state)
    return plain(public_text(VerdictView((views.ruling_view(state.rules, move),), table), FRENCH).body)


ANY = "une carte seule de n’importe quelle valeur"
PROMPTS: Sequence[tuple[Options, str, bool, str]] = [
    ({"preset": "zebest"}, "Qs", False, ": une carte seule à partir de la dame, ou"),
    ({"preset": "zebest"}, "Qs Qd", False, ": un double à partir de la dame, ou"),
    ({"preset": "zebest"}, "Qs", True, ": une carte seule à partir de la dame en descendant, ou"),
    ({"preset": "zebest", "equal": "no"}, "Qs", False, ": une carte seule plus forte que la dame, ou"),
    ({"preset": "bga"}, "Ts Td", False, ": un double plus fort que le 10, ou"),
    ({"preset": "bga"}, "As", False, ": une carte seule plus forte que l’as, ou"),
    ({"preset": "bga"}, "2s", False, ": un joker, ou"),
    ({"preset": "bga", "equal": "skip"}, "2s", False, ": un joker, ou"),
    ({"preset": "bga"}, "Qs", True, ": une carte seule plus forte que la dame en descendant ou un joker, ou"),
    ({"preset": "bga"}, "Xr", False, "rien ne bat un joker : il ne reste que « je passe »"),
    ({"preset": "elysee"}, "Qs", False, ": une carte seule plus forte que la dame ou un joker, ou"),
    ({"preset": "elysee"}, "Qs Qd Qh", False, ": un triple plus fort que la dame ou un joker, ou"),
    ({"preset": "elysee"}, "Qs Qd", False, "plus fort que la dame, un joker ou deux jokers, ou"),
    ({"preset": "classic"}, "2s", False, "rien ne bat un 2 : il ne reste que « je passe »"),
    ({"preset": "classic", "equal": "yes"}, "2s", False, ": un 2, ou"),
    ({"preset": "classic", "larger": "any"}, "2s", False, ": un groupe plus grand, ou"),
    (
        {"preset": "classic", "larger": "if_higher"},
        "Ks",
        False,
        "le roi ou un groupe plus grand et plus fort, ou",
    ),
    ({"preset": "classic", "two_both_ends": "true"}, "Qs", False, "plus forte que la dame ou un 2, ou"),
    ({"preset": "classic", "two_both_ends": "true"}, "2s", False, f": {ANY}, ou"),
    ({"preset": "classic", "transparent_threes": "true"}, "Qs Qd", False, "que la dame ou un double 3, ou"),
    (TURNS, "Qs", True, ": une carte seule à partir de la dame en descendant ou un as, ou"),
    (TURNS, "As", True, f": {ANY}, ou"),
]


@pytest.mark.parametrize(("options", "codes", "turned", "words"), PROMPTS, ids=str)
def test_who_is_to_play_reads_what_may_answer(
    options: Options,
    codes: str,
    turned: bool,
    words: str,
) -> None:
    """Z6, B3, B9, E3, C7: what the next player may put down, by the rules in force."""
    state = sitting(options, f"{codes} 4s", "5h 5d", "6h 6d", revolution=turned)
    assert words in shown(after(state, codes))


def test_a_transparent_three_is_shown_with_what_it_is_worth() -> None:
    """C7i: threes take the rank in force on the pile."""
    state = sitting({"preset": "classic", "transparent_threes": "true"}, "Qs 4s", "3d 4h", "5s 5h", "6s 6h")
    body = shown(after(state, "Qs", "3d"))
    assert "Bérénice : 3♦ (comme une dame)" in body
    assert "plus forte que la dame" in body


def test_who_is_locked_out_is_marked_until_the_tour_closes() -> None:
    """B4: any pass locks the player out until the tour closes."""
    state = after(sitting({"preset": "bga"}, "5s 4s", "6s 6h", "7s 7h", "8s 8h"), "5s", "pass")
    assert "Bérénice : 2 cartes, hors du tour" in shown(state)
    assert "hors du tour" not in shown(after(state, "pass", "pass"))


def test_a_turned_order_says_which_way_round_one_plays() -> None:
    """C7f: a carré reverses direction and order."""
    state = sitting(TURNS, "9s 9h 9d 9c 4s", "6s 6h", "7s 7h", "8s 8h")
    told = verdict(state, "9s 9h 9d 9c")
    assert "On joue désormais à rebours" in told
    assert "À [b]Dieudonné[/b] de jouer" in told
    assert "[b]Les mains[/b] (la parole remonte la liste)" in told


def test_jokers_stay_on_top_in_a_revolution() -> None:
    """B6, E3: what the table says of a revolution depends on the deck."""
    jokers, none = (
        shown(sitting(options, "9s 4s", "6s 6h", revolution=True))
        for options in ({"preset": "bga"}, {"preset": "zebest"})
    )
    assert "les jokers restent au sommet" in jokers
    assert "joker" not in none


REFUSED: Sequence[tuple[Options, str, str, str]] = [
    ({"preset": "zebest"}, "Qs", "5h", "La force doit être égale ou supérieure à celle de la pile (Z6)"),
    ({"preset": "bga"}, "Qs", "Qh", "La force doit être supérieure à celle de la pile (B3)"),
    ({"preset": "elysee"}, "Qs", "5h", "La force doit être supérieure à celle de la pile (E2)"),
    (
        {"preset": "bga", "equal": "yes"},
        "Qs",
        "5h",
        "La force doit être égale ou supérieure à celle de la pile (B3)",
    ),
    (
        {"preset": "bga", "equal": "yes"},
        "2s",
        "2h",
        "on n’égale pas la plus forte valeur du moment, ni un joker (B3)",
    ),
    (
        {"preset": "classic", "larger": "if_higher"},
        "Qs",
        "5h 5d",
        "Un groupe plus grand doit aussi être plus fort",
    ),
    (
        {"preset": "classic"},
        "Qs",
        "Kh Kd",
        "Il faut autant de cartes que sur la pile, soit une carte seule (C2)",
    ),
    (
        {"preset": "classic", "larger": "any"},
        "Qs Qd",
        "Kh",
        "Il faut au moins autant de cartes que sur la pile",
    ),
    ({"preset": "elysee"}, "Qs Qd", "Kh", "soit un double, ou un seul joker (E2)"),
]


@pytest.mark.parametrize(("options", "top", "codes", "words"), REFUSED, ids=str)
def test_a_refusal_says_what_these_rules_want(options: Options, top: str, codes: str, words: str) -> None:
    """rules.md, Verdict codes: the sentence of a code is right under any rules."""
    state = after(sitting(options, f"{top} 4s", f"{codes} 4h", "6s 6h"), top)
    assert words in verdict(state, codes)


EFFECTS: Sequence[tuple[Options, Sequence[str], Sequence[str], str]] = [
    (
        {"preset": "bga", "equal": "skip"},
        ("7s 4s", "7h 4h", "9s 9h", "8s 8h"),
        ("7s", "7h"),
        "[b]Cunégonde[/b] saute son tour (B9)",
    ),
    (
        {"preset": "elysee"},
        ("7s 4s", "Xr 4h", "9s 9h"),
        ("7s", "Xr"),
        "Le tour est clos : un joker y met fin (E3)",
    ),
    (
        {"preset": "bga", "equal": "skip"},
        ("7s 4s", "7h 4h"),
        ("7s", "7h"),
        "Le tour est clos : tous les autres ont passé ou sauté leur tour (B5)",
    ),
    (
        {"preset": "elysee", "equal": "skip"},
        ("7s 4s", "7h 4h"),
        ("7s", "7h"),
        "Le tour est clos : tous les autres ont passé ou sauté leur tour (Z12)",
    ),
    (
        {"preset": "zebest", "forbidden_finish": "on_holding"},
        ("7s 4s", "9s 2h", "8s 8h", "Ts Th", "Js Jh"),
        ("7s", "9s"),
        "[b]Bérénice[/b] prend la 5e place, [b]Trou du cul[/b] (Z15)",
    ),
    (
        {"preset": "zebest", "forbidden_finish": "on_finish"},
        ("7s 4s", "2h", "8s 8h", "Ts Th", "Js Jh"),
        ("7s", "2h"),
        "[b]Bérénice[/b] prend la 5e place, [b]Trou du cul[/b] (Z15)",
    ),
]


@pytest.mark.parametrize(("options", "hands", "plays", "words"), EFFECTS, ids=str)
def test_an_effect_is_told_as_these_rules_have_it(
    options: Options, hands: Sequence[str], plays: Sequence[str], words: str
) -> None:
    """rules.md, Verdict codes: whom a skip passes over, why a tour closes, who may not finish so."""
    state = after(sitting(options, *hands), *plays[:-1])
    assert words in verdict(state, plays[-1])


def test_who_holds_a_last_forbidden_card_is_named_though_somebody_else_played() -> None:
    """Z15, on_holding: the revolution of one player takes another out, who had nothing to say in it."""
    options = {"preset": "zebest", "forbidden_finish": "on_holding"}
    state = sitting(options, "9s 9h 9d 9c 4s", "3h", "8s 8h", "Ts Th", "Js Jh")
    told = verdict(state, "9s 9h 9d 9c")
    assert "[b]Bérénice[/b] prend la 5e place, [b]Trou du cul[/b] (Z15)" in told
    assert "[b]Aldebert[/b] prend" not in told


def test_a_run_of_equal_singles_makes_a_revolution() -> None:
    """C7f: an unbroken run of equal singles, one from each active player."""
    state = sitting(TURNS, "9s 4s", "9h 4h", "9d 4d")
    assert "[b]Révolution ![/b]" in verdict(after(state, "9s", "9h"), "9d")


def standings(*scores: ScoreLine, target: int | None, over: bool, winners: Sequence[str]) -> str:
    """The classement of one partie with these totals."""
    partie = PartieStanding(1, (MancheStanding(1, ()),), scores, target, over, tuple(winners))
    return plain(public_text(StandingsView(Heading("c", "T", 1, 1), (partie,), CHECKPOINT), FRENCH).body)


TIED = (
    ScoreLine(1, shared=True, player="a", points=(2, 1), total=3),
    ScoreLine(1, shared=True, player="b", points=(1, 2), total=3),
    ScoreLine(3, shared=False, player="c", points=(0, 0), total=0),
    ScoreLine(4, shared=False, player="d", points=(-1, -1), total=-2),
)


def test_equal_totals_share_their_rank_and_the_victory() -> None:
    """E4, C6: the highest total wins, ties are shared."""
    body = standings(*TIED, target=3, over=True, winners=("a", "b"))
    assert (
        "1er ex æquo : a, 3 points (2, 1)\n1er ex æquo : b, 3 points (1, 2)\n3e : c, 0 point (0, 0)" in body
    )
    assert "4e : d, −2 points (−1, −1)" in body
    assert "Le score de 3 points est atteint : la partie est terminée." in body
    assert "[b]Victoire partagée[/b] : [b]a[/b] et [b]b[/b], 3 points chacun." in body


def test_the_target_is_said_until_it_is_reached() -> None:
    """E4, C6: a target score ends the partie; nobody has won before."""
    body = standings(*TIED, target=11, over=False, winners=())
    assert "La partie s’arrête quand quelqu’un atteint 11 points." in body
    assert "Victoire" not in body


def test_a_partie_that_ends_without_its_target_claims_nothing_of_it() -> None:
    """rules.md, Option names: with a number of manches beside the target, whichever comes first."""
    body = standings(*TIED, target=11, over=True, winners=("a", "b"))
    assert "atteint" not in body
    assert "Victoire partagée" in body
