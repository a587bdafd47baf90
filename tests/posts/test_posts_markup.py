"""What a reader sees of a post: quotes, images, smileys, signatures, faint text (design.md, `claims`)."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.cards import code_of, deck
from gm.posts import Reading, read
from gm.posts.images import images_of, wrong_images
from gm.posts.markup import IMAGE, Places, Visible, visible

POSTS = yaml.safe_load((Path(__file__).parent / "markup.yaml").read_text(encoding="utf-8"))
IMAGES = {"dame_pique": "Qs", "x/{card}": "en", "dos": "-", "valet": "J"}
ADDRESS = "https://i.example.org/dame_pique.png"


def claimed(reading: Reading) -> list[list[str]]:
    return [[claim.kind, " ".join(map(str, claim.cards))] for claim in reading.claims]


def read_as(post: dict[str, Any]) -> Reading:
    options = {name: post[name] for name in ("images", "signature") if name in post}
    return read(post["text"], post.get("locale", "fr"), **options)


@pytest.mark.parametrize("post", POSTS, ids=lambda post: repr(post["text"])[:60])
def test_a_post_with_markup_is_read_as_stated(post: dict[str, Any]) -> None:
    """Each post of markup.yaml gives its claims in order, its doubt, its unknown images, its faint claims."""
    reading = read_as(post)
    assert (claimed(reading), reading.doubt) == (post["expect"], post.get("doubt"))
    assert list(reading.images) == post.get("unknown", [])
    assert any(claim.faint for claim in reading.claims) is post.get("faint", False)


@pytest.mark.parametrize("post", POSTS, ids=lambda post: repr(post["text"])[:60])
def test_a_span_is_the_text_of_its_claim_under_any_markup(post: dict[str, Any]) -> None:
    """`span` indexes the post as written, in code points, and `text` is what stands there."""
    for claim in read_as(post).claims:
        assert claim.text
        assert post["text"][slice(*claim.span)] == claim.text


@pytest.mark.parametrize(
    ("text", "relied_on"),
    [
        (f"Je pose [img]{ADDRESS}[/img] !", f"[img]{ADDRESS}[/img]"),
        (f"Je pose [url={ADDRESS}]ceci[/url] !", f"[url={ADDRESS}]ceci[/url]"),
        (f"Je pose ![]({ADDRESS}) !", f"![]({ADDRESS})"),
        (f"Je pose {ADDRESS}.", ADDRESS),
        ("Dame de pi&#113;ue !", "Dame de pi&#113;ue"),
        ("D[b]ame[/b] de pique !", "D[b]ame[/b] de pique"),
    ],
)
def test_the_words_relied_on_are_those_of_the_post_as_written(text: str, relied_on: str) -> None:
    """A card that is a picture rests on its whole tag, a word on all that it was written with."""
    (claim,) = read(text, "fr", images=IMAGES).claims
    assert (str(claim.cards[0]), claim.text) == ("Qs", relied_on)


@pytest.mark.parametrize(
    ("mapping", "address", "cards"),
    [
        ({"dame_pique": "Qs"}, "https://x.org/DAME%20Piqué.png", "Qs"),
        ({"dame_pique": "Qs"}, "https://x.org/dame+pique.png", "Qs"),
        ({"dame_pique": "Qs"}, "https://x.org/dame_piquee.png", None),
        ({"dame_pique": "Qs"}, "https://x.org/madame_pique.png", None),
        ({"dame": "Q", "dame_pique": "Qs"}, "https://x.org/dame_pique.png", "Qs"),
        ({"dame": "Q", "pique": "-"}, "https://x.org/dame.png", "Q?"),
        ({"abcd": "Qs", "efgh": "Ks"}, "https://x.org/abcd/efgh.png", None),
        ({"c/{card}": "en", "c/7c": "7s"}, "https://x.org/c/7c.png", "7s"),
        ({"c/{card}": "en"}, "https://x.org/c/7c.png", "7c"),
        ({"c/{card}": "fr"}, "https://x.org/c/7c.png", "7h"),
        ({"c/{card}": ""}, "https://x.org/c/roi-de-trefle.png", "Kc"),
        ({"c/{card}": ""}, "https://x.org/c/hearts_10.png", "Th"),
        ({"c/{card}": "en"}, "https://x.org/c/h07.png", "7h"),
        ({"c/{card}": ""}, "https://x.org/c/joker_rouge.png", "Xr"),
        ({"c/{card}": ""}, "https://x.org/c/dos.png", None),
        ({"c/{suit}/{rank}.": ""}, "https://x.org/c/pique/as.png", "As"),
        ({"c{rank}{suit}.png": "fr"}, "https://x.org/cdc.png", "Qh"),
        ({"deux": "8s 8d"}, "https://x.org/deux.png", "8s 8d"),
        ({"dos": ""}, "https://x.org/dos.png", ""),
    ],
)
def test_an_address_is_known_by_the_longest_key_then_by_a_pattern(
    mapping: dict[str, str], address: str, cards: str | None
) -> None:
    """Keys are words of the address, without case and accents; two that contradict each other say nothing."""
    known = images_of(mapping, "fr").cards_of(address, "")
    assert (None if known is None else " ".join(map(str, known))) == cards


@pytest.mark.parametrize(
    ("alt", "cards"),
    [
        ("dame de pique", "Qs"),
        ("Dame_de_pique.png|690x400", "Qs"),
        ("Q♠", "Qs"),
        ("7c", None),
        ("dame", None),
        ("la table de jeu", None),
    ],
)
def test_an_alt_text_that_names_one_card_with_its_suit_is_that_card(alt: str, cards: str | None) -> None:
    """A code of two letters is not enough: `7c` is a heart to some and a club to others."""
    known = images_of({}, "fr").cards_of("https://x.org/1.png", alt)
    assert (None if known is None else " ".join(map(str, known))) == cards


@pytest.mark.parametrize("code", [*map(code_of, deck(2)), *"3456789TJQKA2X"])
@pytest.mark.parametrize("locale", ["fr", "en"])
def test_a_picture_of_any_card_is_read_as_that_card(code: str, locale: str) -> None:
    """Whatever card a campaign says an image shows is the card that is claimed."""
    reading = read("[img]https://x.org/this.png[/img]", locale, images={"this": code})
    assert (claimed(reading), reading.doubt) == ([["play", code if len(code) == 2 else f"{code}?"]], None)


@pytest.mark.parametrize(
    ("key", "value", "wrong"),
    [
        *(("dame_pique", value, False) for value in ("Qs", "qs", "Q", "Q?", "10h", "8s 8d", "", "-")),
        *(("dame_pique", value, True) for value in ("dame", "1s", "Qx", "?")),
        ("/", "Qs", True),
        *((key, "", False) for key in ("{card}", "c/{rank}_{suit}")),
        *((key, "", True) for key in ("{rank}", "{suit}.png", "{card}{rank}", "{rank}{rank}{suit}")),
        *(("{card}", value, value == "Qs") for value in ("fr", "en", "Qs")),
    ],
)
def test_entries_that_name_no_card_are_wrong(key: str, value: str, wrong: bool) -> None:
    """An entry of `cards` says which cards, that there are none, or in which language a pattern is read."""
    assert wrong_images({key: value}, "fr") == ((key,) if wrong else ())


def test_the_addresses_of_unknown_images_are_kept_in_order() -> None:
    """Each image that may be a card stands in the visible text, and smileys and avatars do not."""
    seen = visible(
        "[img]https://x.org/a.png[/img] [img]https://x.org/smilies/b.png[/img] ![](https://x.org/c.png)"
        " [quote][img]https://x.org/d.png[/img][/quote] https://x.org/e.jpg https://x.org/page"
    )
    assert [address for _, address in seen.images] == [
        f"https://x.org/{name}" for name in ("a.png", "c.png", "e.jpg")
    ]
    assert [seen.text[at] for at, _ in seen.images] == [IMAGE] * 3


@pytest.mark.parametrize(
    ("tag", "faint"),
    [
        *(
            (f"[size={size}]", True)
            for size in ("1", "0", "7", "8", "25", "60", "8px", "7pt", "60%", "0.5em", "-2")
        ),
        *(
            (f"[size={size}]", False)
            for size in ("2", "6", "10", "24", "61", "100", "9px", "8pt", "1em", "+1", "-1")
        ),
        ("[size=xx-small]", True),
        ("[size=large]", False),
        *(
            (f"[color={colour}]", True)
            for colour in ("white", "#FFF", "#ffffff", "#fefefe", "transparent", "#ecf3f7")
        ),
        *(
            (f"[color={colour}]", True)
            for colour in ("rgb(255,255,255)", "rgba(0, 0, 0, 0)", "hsl(0, 0%, 99%)")
        ),
        *(
            (f"[color={colour}]", False)
            for colour in ("red", "#ff0", "#ffff00", "rgb(255, 255, 0)", "silver", "#x")
        ),
    ],
)
def test_text_that_is_tiny_or_white_is_faint(tag: str, faint: bool) -> None:
    """Readers of the topic hardly see it, so a move in it is asked about."""
    (claim,) = read(f"{tag}roi de pique{tag[0]}/{tag[1:].partition('=')[0]}]", "fr").claims
    assert claim.faint is faint


pieces = st.sampled_from(
    [
        *"[quote] [/quote] [s] [/s] [url] [/url] [img] [/img] [code] [/code] [tt] [/tt] [*] [ ]( ![".split(),
        *"<s> </s> <b> <br> </blockquote> <!-- --> <a </a> &hearts; &amp; &#0; &#xD800; &lt;".split(),
        *'> >> ~~ ** _ ` ``` \\ -- _____ 1. 2. 8) 😎 ( « » " gg je passe roi de pique 7 ♥ 🂭 œ'.split(),
        *(f"[url={ADDRESS}]", f"[img]{ADDRESS}[/img]", f"![]({ADDRESS})", f"]({ADDRESS})", ADDRESS),
        *("[size=1]", "[/size]", "[color=white]", "[/color]", "[img=a.png]", "<img src=dos alt='8)'>"),
        *("X a écrit :", "Citation :", "\n", "\n\n", "\r\n", "\r", " ", "\0", "\u0336", "\u0301", "\u202e"),
        *("\ufffc", "\u2028", "\x85"),
    ]
)
texts = st.text() | st.lists(pieces, max_size=30).map(" ".join) | st.lists(pieces, max_size=30).map("".join)


def assert_sound(seen: Visible, text: str) -> None:
    assert len(seen.text) == len(seen.starts) == len(seen.ends)
    assert all(0 <= start <= end <= len(text) for start, end in zip(seen.starts, seen.ends, strict=True))
    assert all(before <= after for before, after in pairwise(seen.starts))
    assert [at for at, char in enumerate(seen.text) if char == IMAGE] == [at for at, _ in seen.images]
    for ranges in (seen.faint, seen.unsure, seen.verbatim):
        assert all(0 <= first < last <= len(seen.text) for first, last in ranges)
        assert all(before[1] <= after[0] for before, after in pairwise(ranges))


@given(text=texts, signature=st.sampled_from(["", "gg", "roi de pique", "[img]x.png[/img]"]))
@settings(max_examples=600, deadline=None)
def test_any_text_is_seen_with_its_places_in_order(text: str, signature: str) -> None:
    """Nothing raises; every character seen and every range has its place in the post, from left to right."""
    seen = visible(text, images=images_of(IMAGES, "fr"), signature=signature)
    assert_sound(seen, text)
    if seen.aside is not None:
        assert_sound(seen.aside, text)


@given(text=texts, signature=st.sampled_from(["", "gg", "roi de pique"]))
@settings(max_examples=200, deadline=None)
def test_any_text_with_markup_is_read(text: str, signature: str) -> None:
    """Nothing raises, and spans lie in the post."""
    for claim in read(text, "fr", images=IMAGES, signature=signature).claims:
        assert 0 <= claim.span[0] < claim.span[1] <= len(text)


plain = st.text(
    st.characters(codec="utf-8", exclude_characters="[]<>&*_`~\\!:|#>\u0335\u0336\ufffc"), max_size=40
)


@given(quoted=plain, own=st.sampled_from(["Roi de pique", "🂮", "K♠"]), depth=st.integers(1, 40))
def test_what_is_quoted_is_never_seen(quoted: str, own: str, depth: int) -> None:
    """However deep the quote and whatever it says, only what stands below it counts."""
    post = '[quote="a"]' * depth + quoted + "[/quote]" * depth + "\n" + own
    reading = read(post, "fr")
    assert (claimed(reading), reading.doubt) == ([["play", "Ks"]], None)


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "[quote]",
            "[/quote]",
            "[/s]",
            "[",
            "[b ",
            '[b="',
            '[quote="a" "',
            "![",
            "](https://a",
            "[a](",
            "<!--",
        ),
        *(
            "<a ",
            "<a b='",
            "&amp;",
            "&#",
            "`",
            "```\n",
            "~~~\n",
            "[code]",
            "[icode]",
            "[img]",
            "[mention]",
            "~~",
        ),
        *(
            "~",
            "*",
            "\\*",
            "> ",
            ">\n",
            "X a écrit :\n",
            "X a écrit : « ",
            "a dit ",
            "le 12 juin 2014 a ",
            "Citation :\n",
        ),
        *(
            "1. roi\n2. as\n",
            "8)",
            "8) ",
            "un 8)\n",
            "😎",
            "a\n--\n",
            "_",
            "-",
            "- ",
            "a\u0336",
            "\u0336",
            "[size=1]a",
        ),
        *(
            f"[url={ADDRESS}]",
            f"[url={ADDRESS}]x[/url]",
            f"[![]({ADDRESS})]({ADDRESS})",
            "[url][s][/url]",
            "\r\n",
            "\r",
        ),
        *(
            "\0",
            "\u202e",
            "🂡",
            "(",
            "<s>x</s>",
            "[s]x[quote]",
            "derniere edition ",
            "gg ",
            "gg\n",
            "https://",
            "12 12 ",
        ),
    ],
)
def test_a_long_repetition_of_markup_is_seen(piece: str) -> None:
    """Fifty thousand characters of one thing: nothing is read twice for each time it stands there."""
    text = piece * (50_000 // len(piece))
    assert_sound(visible(text, images=images_of(IMAGES, "fr"), signature="gg"), text)


def test_ten_thousand_quotes_in_each_other_hide_what_is_in_them() -> None:
    """Nesting costs no stack: the move below stays."""
    post = '[quote="a"]9 de pique ' * 10_000 + "[/quote]" * 10_000 + "\nRoi de pique"
    reading = read(post, "fr")
    assert (claimed(reading), reading.doubt) == ([["play", "Ks"]], None)


@pytest.mark.parametrize("plane", range(17))
def test_every_plane_is_seen(plane: int) -> None:
    """Each plane of Unicode may stand in a post; invisible marks are left out, the rest has its place."""
    text = "".join(chr(plane * 0x10000 + at) for at in range(0, 0x10000, 7))
    assert_sound(visible(text), text)


def test_places_tell_whether_a_span_touches_a_range() -> None:
    """Ranges are of the visible text, spans of the post."""
    seen = visible("[b]roi[/b] [size=1]de[/size] pique")
    faint = Places(seen, seen.faint)
    at = seen.starts[seen.text.index("d")]
    assert [faint.touch(span) for span in ((0, at), (at, at + 1), (at + 2, 99), (0, 99))] == [
        False,
        True,
        False,
        True,
    ]
