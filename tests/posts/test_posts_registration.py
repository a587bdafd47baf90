"""Registrations and words of chance in posts (Z21; design.md, Dealing that anyone can check)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.posts import read
from gm.posts.registration import Registration, read_registration

JOINS = [
    ("je m'inscris, mot : carotte", "carotte"),
    ("Inscription ! Mon mot : « vive les révolutions »", "vive les révolutions"),
    ("je participe (mot secret : 42)", "42"),
    ("j'en suis", None),
    ("Présent !", None),
    ("Partante pour cette partie !", None),
    ("count me in", None),
    ("I'm in, word: carrot", "carrot"),
    ("Sign me up please", None),
    ("inscrivez-moi svp", None),
    ("Inscris-moi s'il te plaît", None),
    ("Ok, j'en suis aussi !", None),
    ("Comptez-moi dedans", None),
    ("Je m'inscris, mot : carotte. Hâte de jouer !", "carotte"),
    ("Je m'inscris !\nMot : carotte\nÀ bientôt", "carotte"),
    ("Je m'inscris ! Mot : carotte :)", "carotte"),
    ("Bonjour, je voudrais m'inscrire, mot : carotte", "carotte"),
    ("[b]Je m'inscris[/b], mot : [i]Carotte[/i]", "Carotte"),
    ("Je m'inscris. Mot : Œuf à la coque.", "Œuf à la coque"),
    ("Je m'inscris avec le mot « carotte »", "carotte"),
    ("Je m'inscris avec le mot carotte", "carotte"),
    ("Je m'inscris, mon mot est carotte", "carotte"),
    ("je m'inscris, mot : tire-bouchon", "tire-bouchon"),
    ('Inscription, mot = "as de pique"', "as de pique"),
    ("Je m'inscris, mot : « Vive les Révolutions ! »", "Vive les Révolutions !"),
    ("MOT : carotte, je m'inscris", "carotte"),
    ("Je m'inscris\n\nmot - carotte", "carotte"),
    ("Je m'inscris, mot : l&#39;été &amp; moi", "l'été & moi"),
]

WORDS = [
    ("mon mot : l'été", "l'été"),
    ("Mot = 42", "42"),
    ("je change mon mot : navet", "navet"),
    ("My word is carrot", "carrot"),
    ("finalement mon mot c'est banane", "banane"),
    ("Mon mot, ce sera banane !", "banane"),
    ("Remplace mon mot par kiwi", "kiwi"),
    ("Nouveau mot : Cafe\u0301", "Café"),
]

DOUBTS = [
    ("je m'inscris peut-être", True, None),
    ("Je peux m'inscrire ?", True, None),
    ("Je m'inscris s'il reste une place", True, None),
    ("je m'inscris, mot : carotte. Ou plutôt mot : navet", True, "navet"),
    ("Je m'inscris, mot : pomme, poire", True, "pomme"),
    ("je prends banane comme mot", False, None),
    ("Je change de mot, banane", False, None),
    ("mot banane", False, None),
    ("je m'inscris, mon mot banane", True, None),
    ("je me désinscris", False, None),
    ("Finalement je me retire, désolé", False, None),
    ("[quote]Je m'inscris\n[s]je m'inscris", None, None),
]

TALK = [
    *("je ne m'inscris pas", "qui s'inscrit ?", "snaga s'inscrit ?", "je ne peux pas cette fois"),
    *(
        "Comment on s'inscrit ?",
        "Comment je m'inscris ?",
        "Les inscriptions sont closes",
        "MisterH est partant",
    ),
    *(
        "snaga est présent aussi",
        "à présent c'est à moi",
        "J'ai oublié mon mot de passe",
        "En un mot : génial",
    ),
    *("Le mot de la fin : GG", "C'est quoi le mot ?", "Un petit mot : bonne chance à tous", "je passe", ""),
    *(
        "Je ne participe pas cette fois-ci",
        "Je pose un 7 de cœur",
        "I'm not in this time",
        "Dernier mot : merci",
    ),
    *("mon mot c'est quoi déjà ?", "Moi aussi j'aime les pâtes", "2+1=3", "Je pose un 8, pareil que snaga"),
    *("Le mot de snaga : carotte", "quel est ton mot ?", "Bravo à tous, je n'ai pas de mots"),
    '[quote="snaga"]Je m\'inscris, mot : carotte[/quote]\nBienvenue !',
]


@pytest.mark.parametrize(("text", "word"), JOINS)
def test_a_registration_is_read_with_its_word_as_written(text: str, word: str | None) -> None:
    """Z21: players register in the topic; case, accents and inner punctuation of the word are kept."""
    assert read_registration(text, "fr") == Registration(joins=True, word=word, doubt=False)


@pytest.mark.parametrize(("text", "word"), WORDS)
def test_a_word_alone_is_read_without_a_registration(text: str, word: str) -> None:
    """design.md, Dealing: each player may give a free word; the last one counts."""
    assert read_registration(text, "fr") == Registration(joins=False, word=word, doubt=False)


@pytest.mark.parametrize(("text", "joins", "word"), DOUBTS)
def test_a_registration_that_is_not_sure_is_asked_about(
    text: str, joins: bool | None, word: str | None
) -> None:
    """A condition, a withdrawal, two different words: the moderator decides."""
    found = read_registration(text, "fr")
    if joins is None:
        assert found is None
        return
    assert found is not None
    assert (found.joins, found.word, found.doubt, found.echoes) == (joins, word, True, False)
    assert found.withdraws == ("sinscris" in text or "retire" in text)


@pytest.mark.parametrize(
    "text", ["+1", "Moi aussi, carotte", "pareil", "Idem !", "Salut, moi aussi !", "me too", "+1 pour moi"]
)
def test_an_echo_of_a_registration_is_told_as_one(text: str) -> None:
    """Where others register it may be one; the desk knows whether they do."""
    assert read_registration(text, "fr") == Registration(joins=True, word=None, doubt=True, echoes=True)


@pytest.mark.parametrize("text", TALK)
def test_talk_of_registrations_registers_nobody(text: str) -> None:
    """A question, a negation, somebody else, a quote, another kind of word."""
    assert read_registration(text, "fr") is None


@pytest.mark.parametrize("word", ["7 de cœur", "as de pique", "passe", "double 8", "je passe"])
@pytest.mark.parametrize(
    "post", ["Je m'inscris, mot : {}", "Mon mot : {}", "Mot = « {} »", "(mot secret : {})"]
)
def test_a_word_that_reads_as_a_move_is_no_move(post: str, word: str) -> None:
    """design.md, `claims`: what stands after `mot :` is a word of chance."""
    reading = read(post.format(word), "fr")
    assert (reading.claims, reading.doubt) == ((), None)
    assert (found := read_registration(post.format(word), "fr")) is not None
    assert found.word == word


@given(st.text(max_size=60), st.sampled_from(["je m'inscris, mot : ", "mot : « ", "(mot : ", ""]))
def test_reading_a_registration_never_raises_and_gives_one_line(text: str, before: str) -> None:
    """Any text; a word is never empty and stands on one line."""
    found = read_registration(before + text, "fr")
    if found is not None and found.word is not None:
        assert found.word.strip()
        assert "\n" not in found.word


@pytest.mark.parametrize("piece", ["mot : x ", "(mot : ", "« mot « ", "je m'inscris ", "mot ", "présent "])
def test_a_long_repetition_ends_in_a_reading(piece: str) -> None:
    """Forty thousand characters of one thing: linear, no backtracking."""
    found = read_registration(piece * (40_000 // len(piece)), "fr")
    assert (found is None) == (piece in ("mot ", "présent "))
