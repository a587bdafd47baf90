"""Pages that are none: a problem as a value, in linear time, whatever the bytes are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.posts.pages import DEFAULT_SELECTORS, PageProblem, Selectors, read_page, selectors_of

PHPBB = '<html><body><div id="p1" class="post"><div class="content">{}</div></div></body></html>'

REFUSED: dict[str, tuple[bytes | str, str, dict[str, str]]] = {
    "empty": (b"", "page_empty", {}),
    "blank": (" \n\t\u00a0\n", "page_empty", {}),
    "only a mark": (b"\xef\xbb\xbf", "page_empty", {}),
    "zeros": (b"MisterH :\n\0\0\0", "page_not_text", {}),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "page_not_text", {}),
    "signs of control": (bytes(range(1, 32)) * 9, "page_not_text", {}),
    "latin-1 that says nothing": ("MisterH :\nvalet de cœur".encode("cp1252"), "page_not_text", {}),
    "strange charset": ('<meta charset="x-rubbish"><p>é'.encode("cp1252"), "page_not_text", {}),
    "cut UTF-16": (b"\xff\xfeM\0i\0s", "page_not_text", {}),
    "HTML without posts": ("<!DOCTYPE html><html><body><p>7 de pique</p></body></html>", "page_unknown", {}),
    "HTML with empty posts": (
        '<html><body><div class="post" id="p1"></div></body></html>',
        "page_unknown",
        {},
    ),
    "archive without page": ("MIME-Version: 1.0\nContent-Type: image/png\n\nx", "page_unknown", {}),
    "JSON of something else": ('{"topics": [{"id": 1}]}', "page_unknown", {}),
    "JSON of a topic without posts": ('{"post_stream": {"posts": []}}', "page_unknown", {}),
    "JSON that is cut": ('{"post_stream": {"posts": [{"id": 1, "cooked": "7 de', "page_unknown", {}),
    "JSON of numbers, cut": ("[1,2,", "page_unknown", {}),
    "JSON of texts, cut": ('["je passe",\n', "page_unknown", {}),
    "a link file": (
        "[InternetShortcut]\r\nURL=https://f.org/t1\r\n",
        "page_shortcut",
        {},
    ),
    "an address": ("https://f.example.org/viewtopic.php?t=12\n", "page_shortcut", {}),
    "YAML list of texts": ("- je passe\n- double 8\n", "page_bad_entry", {"number": "1", "field": ""}),
    "JSON, deep": ("[" * 100_000, "page_unknown", {}),
    "topic without text": (
        '{"post_stream": {"posts": [{"id": 1, "username": "a", "created_at": "2014-06-12T12:00:00Z"}]}}',
        "page_bad_entry",
        {"number": "1", "field": "cooked"},
    ),
    "topic of texts": ('{"latest_posts": ["7"]}', "page_bad_entry", {"number": "1", "field": ""}),
    "JSON list": ('[{"text": "7"}, 8]', "page_bad_entry", {"number": "2", "field": ""}),
    "YAML, no list": ("id: 7\ntext: je passe\n", "page_unknown", {}),
    "YAML, two documents": ("- text: je passe\n---\n- text: as\n", "page_unknown", {}),
    "YAML, broken": ('- text: je passe\n- {text: "as\n', "page_bad_list", {"line": "3"}),
    "YAML, deep": ("- text: " + "[" * 100_000, "page_bad_list", {"line": "1"}),
    "no text": (
        "- text: as\n- {id: 7, author: MisterH}\n",
        "page_bad_entry",
        {"number": "2", "field": "text"},
    ),
    "text of nothing": ("- {id: 7, text: ~}\n", "page_bad_entry", {"number": "1", "field": "text"}),
    "text in pieces": ("- {id: 7, text: [a, b]}\n", "page_bad_entry", {"number": "1", "field": "text"}),
    "author in pieces": (
        "- {text: as, author: {n: a}}\n",
        "page_bad_entry",
        {"number": "1", "field": "author"},
    ),
    "text twice": ("- {text: as, text: je passe}\n", "page_bad_entry", {"number": "1", "field": "text"}),
    "entry that is a text": ("- text: as\n- je passe\n", "page_bad_entry", {"number": "2", "field": ""}),
    "two posts of one id": ("- {id: 7, text: as}\n- {id: 7, text: roi}\n", "page_same_id", {"id": "7"}),
    "two authors of one id": (
        "- {id: 7, author: a, text: as}\n- {id: 7, author: b, text: as}\n",
        "page_same_id",
        {"id": "7"},
    ),
    "too long": (b"a" * (32 * 1024 * 1024 + 1), "page_too_long", {"megabytes": "32"}),
    "too deep": (PHPBB.format("<div>" * 100_000), "page_too_deep", {}),
    "too many attributes": (
        PHPBB.format(f"<i {' '.join(map('a{}'.format, range(99_999)))}>"),
        "page_too_deep",
        {},
    ),
    "bold without end": (
        PHPBB.format("<p>" + "".join(map("<b id={}>".format, range(9_999))) + "</p><p>7" * 9_999),
        "page_too_deep",
        {},
    ),
    "too deep in JSON": (
        '{"latest_posts": [{"id": 1, "username": "a", "created_at": "2014-06-12T12:00:00Z", "cooked": "'
        + "<div>" * 100_000
        + '"}]}',
        "page_too_deep",
        {},
    ),
}


@pytest.mark.parametrize(("page", "code", "params"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_page_is_a_problem(page: bytes | str, code: str, params: dict[str, str]) -> None:
    """Bad input: a code and the words of its sentence, never an exception and never half of the posts."""
    found = read_page(page.encode() if isinstance(page, str) else page)
    assert found == PageProblem(code, params)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<blockquote>" * 10_000 + "as" + "</blockquote>" * 10_000 + "je passe", "je passe"),
        (
            "<blockquote><div><cite>X a écrit :</cite>" * 3_000 + "as" + "</div></blockquote>" * 3_000 + "7",
            "7",
        ),
        ("<div>" * 10_000 + "je passe", "je passe"),
        ("<b><i><u>" * 3_000 + "je passe", "je passe"),
        ("</div></p></b>" * 9_999 + "je passe", ""),
        ("&amp;" * 500_000 + "<br>je passe", "je passe"),
        ("&" * 500_000 + "<br>je passe", "je passe"),
        ("<br>" * 100_000 + "je passe", "je passe"),
        ("<" * 500_000 + "<br>je passe", "je passe"),
        ("<a href='https://example.org/'>" * 3_000 + "je passe", "je passe[/url]"),
    ],
    ids=lambda value: value[:20],
)
def test_a_page_made_to_hang_its_reader_is_read(body: str, text: str) -> None:
    """10,000 nested quotes, unclosed tags, entities without end: linear time, no recursion."""
    found = read_page(PHPBB.format(body).encode())
    if text:
        assert not isinstance(found, PageProblem)
        assert found[0].text.endswith(text)


def test_aliases_of_yaml_cost_nothing() -> None:
    """Each alias is the text it stands for, once: a bomb of aliases does not blow up."""
    laughs = "".join(f"  - &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(30))
    assert read_page(f"- text: as\n  bomb:\n  - &a0 x\n{laughs}".encode()) == read_page(b"- text: as\n")
    found = read_page(b"- &post {text: je passe}\n" + b"- *post\n" * 1_000)
    assert not isinstance(found, PageProblem)
    assert len(found) == 1_001


def test_the_same_post_twice_is_one() -> None:
    """Pages overlap; phpBB shows the first post of a topic above each page."""
    found = read_page(
        b"- {id: 7, author: a, text: as}\n- {id: 8, text: roi}\n- {id: 7, author: a, text: as}\n"
    )
    assert not isinstance(found, PageProblem)
    assert [post.id for post in found] == ["7", "8"]


def test_lone_surrogates_do_not_pass() -> None:
    """JSON can write half a sign; what is read can be written again."""
    found = read_page(b'[{"text": "7 \\ud83d de pique", "author": "\\udc00"}]')
    assert not isinstance(found, PageProblem)
    assert (found[0].text, found[0].author) == ("7 \ufffd de pique", "\ufffd")


TAGS = st.sampled_from(
    """<div>|</div>|<div class="post" id="p1">|<div class="content">|<blockquote>|</blockquote>|<p>|<br>|<s>
    |</s>|<table>|<td>|<ul>|<li>|<ol>|</ol>|<pre>|</pre>|<code>|</code>|<a href="http://x">|</a>|<img src="x">
    |<svg>|<select>|<math>|<template>|<script>|</script>|<!--|-->|<b>|<font size="1">|<details>|&#xD800;
    |&nbsp;|<article data-post-id="2">|<div class="cooked">|<span style="color:red">|[quote]|[/s]
    |je passe|- text:|{|[|"|'|M :|MisterH — 12 juin\n|12 juin\n|\n""".split("|")
)


@given(st.lists(TAGS | st.text(max_size=3), max_size=60))
def test_no_soup_of_tags_raises(pieces: list[str]) -> None:
    """Posts or a problem, and each text can be encoded."""
    for start in ("<html>", "", "- "):
        found = read_page((start + "".join(pieces)).encode("utf-8", "surrogatepass"))
        if not isinstance(found, PageProblem):
            assert found
            "".join(post.text for post in found).encode()


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    assert isinstance(read_page(data), tuple | PageProblem)


@pytest.mark.parametrize(
    ("mapping", "key"),
    [
        ({}, "post"),
        ({"post": ".a"}, "body"),
        ({"post": "", "body": ".b"}, "post"),
        ({"post": "div[", "body": ".b"}, "post"),
        ({"post": ".a", "body": ":hovers"}, "body"),
        ({"post": ".a", "body": ".b", "author": ">>"}, "author"),
        ({"post": ".a", "body": ".b", "quote": "a\0b"}, "quote"),
        ({"post": ".a", "body": ".b", "struck": "\ud800"}, "struck"),
        ({"post": ".a", "body": ".b", "edited": ":not(" * 500 + ".a" + ")" * 500}, "edited"),
        ({"post": ".a", "body": ".b", "autor": ".c"}, "autor"),
    ],
)
def test_selectors_that_are_none_are_named(mapping: dict[str, str], key: str) -> None:
    """A campaign's own table is checked when it is read, not when a page is."""
    assert selectors_of(mapping) == PageProblem("page_bad_selector", {"key": key})


def test_own_selectors_take_all_that_the_table_has() -> None:
    """A campaign can say everything that is known of the forums built in."""
    for each in DEFAULT_SELECTORS:
        fields = {name: getattr(each, name) for name in Selectors.__dataclass_fields__}
        assert selectors_of(fields) == each
