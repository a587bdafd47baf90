"""Saved pages of each kind that `gm read` takes, as forums and browsers make them, to posts and claims."""

import quopri
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
import yaml

from gm.posts import read
from gm.posts.pages import ForumPost, PageProblem, read_page, selectors_of

SAVED = Path(__file__).parent / "saved"
EXPECTED: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (SAVED.parent / "expected.yaml").read_text("utf-8")
)
CARDS = {"dame_pique": "Qs", "as_trefle": "Ac"}


def posts_of(data: bytes | str) -> tuple[ForumPost, ...]:
    """The posts of a page that can be read."""
    posts = read_page(data.encode() if isinstance(data, str) else data)
    assert not isinstance(posts, PageProblem), posts
    return posts


def described(post: ForumPost) -> dict[str, Any]:
    """A post as expected.yaml has it, without the claims."""
    fields = {"id": post.id, "author": post.author, "at": post.at, "url": post.url}
    kept: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
    return {**kept, **({"edited": True} if post.edited else {}), "text": post.text}


def without_claims(post: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in post.items() if name not in ("expect", "doubt")}


def test_each_saved_page_is_told() -> None:
    """A page without an expectation would be no test."""
    assert sorted(EXPECTED) == sorted(path.name for path in SAVED.iterdir())


@pytest.mark.parametrize("name", EXPECTED)
def test_a_saved_page_gives_its_posts_in_order(name: str) -> None:
    """`gm read`: YAML, phpBB, Discourse, pasted text; no signature, notice, deleted post, poll or margin."""
    found = posts_of((SAVED / name).read_bytes())
    assert [described(post) for post in found] == [without_claims(post) for post in EXPECTED[name]]


@pytest.mark.parametrize("name", EXPECTED)
def test_the_posts_of_a_saved_page_are_understood(name: str) -> None:
    """Quotes, struck text and what the forum wrote around a post are no move of its author."""
    for post, expected in zip(posts_of((SAVED / name).read_bytes()), EXPECTED[name], strict=True):
        reading = read(post.text, "fr", images=CARDS)
        claims = [[claim.kind, " ".join(map(str, claim.cards))] for claim in reading.claims]
        assert (claims, reading.doubt) == (expected["expect"], expected.get("doubt"))


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_page_with_a_byte_order_mark_is_the_same_page(name: str, encoding: str) -> None:
    """Windows saves text with a mark, in UTF-16 too."""
    text = (SAVED / name).read_text("utf-8")
    assert posts_of(text.encode(encoding)) == posts_of(text)


@pytest.mark.parametrize("name", ["phpbb.html", "discourse.html", "list.yaml", "named.txt", "discourse.json"])
def test_a_page_with_windows_line_ends_is_the_same_page(name: str) -> None:
    text = (SAVED / name).read_bytes().replace(b"\r\n", b"\n").decode()
    found = posts_of(text.replace("\n", "\r\n"))
    assert [post.text.replace("\r\n", "\n") for post in found] == [post.text for post in posts_of(text)]


@pytest.mark.parametrize("charset", ["windows-1252", "iso-8859-1", "ISO-8859-15", "latin1"])
def test_an_old_page_is_read_in_the_charset_it_names(charset: str) -> None:
    """phpBB 3.0 served pages in Latin-1; browsers take that for windows-1252, which has œ and “ ”."""
    text = (SAVED / "phpbb_30.html").read_text("utf-8").replace("windows-1252", charset)
    codec = "iso8859-15" if charset.endswith("15") else "cp1252"
    data = text.replace("•", "-").replace("’", "'").replace("…", "...").encode(codec)
    assert posts_of(data)[0].text.startswith("Un valet de cœur\u00a0!\n")


def test_a_page_saved_by_chrome_as_one_file_is_read() -> None:
    """MHTML: the HTML is a part of a MIME message, its signs beyond ASCII quoted."""
    html = (SAVED / "discourse_plain.html").read_text("utf-8")
    quoted = "".join(f"={byte:02X}" if byte in b"=" or byte > 126 else chr(byte) for byte in html.encode())
    archive = (
        "From: <Saved by Blink>\nSnapshot-Content-Location: https://salon.example.org/\nMIME-Version: 1.0\n"
        'Content-Type: multipart/related; type="text/html"; boundary="----b"\n\n------b\n'
        "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
        f"{quoted}\n------b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\nAAAA\n------b--\n"
    )
    assert posts_of(archive) == posts_of(html)


BOUNDARY = "----MultipartBoundary--Zx9aB----"
HEADS = {
    "Chrome": (
        "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://f.example.org/t?t=3D12\r\n"
        "Subject: =?utf-8?Q?Le=20Pr=C3=A9sident?=\r\nDate: Sat, 12 Jun 2027 15:02:00 +0200\r\n"
    ),
    "another": 'From: "Enregistré par un navigateur"\r\nSubject: Le Président\r\nX-By:\r\n\tsomebody\r\n',
}


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "binary"])
@pytest.mark.parametrize("name", ["phpbb.html", "discourse.html"])
def test_an_archive_is_read_as_browsers_write_it(name: str, encoding: str, head: str) -> None:
    """MHTML: its lines end with CR LF, the header is folded, styles and pictures follow the page."""
    html = (SAVED / name).read_bytes().replace(b"\r\n", b"\n")
    content = {"quoted-printable": quopri.encodestring, "base64": b64encode, "binary": bytes}[encoding](html)
    related = f'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="{BOUNDARY}"'
    top = f"{HEADS[head]}MIME-Version: 1.0\r\n{related}\r\n\r\n"
    page = f"Content-Type: text/html\r\nContent-Transfer-Encoding: {encoding}\r\nContent-Location: https://f.org\r\n\r\n"
    parts = (
        page.encode() + content,
        b'Content-Type: text/css\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n@charset "utf-8";',
        b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=",
    )
    body = b"".join(f"\r\n--{BOUNDARY}\r\n".encode() + part + b"\r\n" for part in parts)
    archive = top.encode() + body + f"\r\n--{BOUNDARY}--\r\n".encode()
    assert posts_of(archive) == posts_of(html)


def test_a_page_that_shows_the_newest_first_is_read_from_the_oldest() -> None:
    """Posts are judged in the order in which they were written; forums let their readers turn it."""
    post = '<div class="post" id="p{0}"><div class="content">{0}</div></div>'
    assert [found.id for found in posts_of("".join(map(post.format, (103, 102, 99))))] == ["99", "102", "103"]
    assert [found.id for found in posts_of("".join(map(post.format, (101, 103, 102))))] == [
        "101",
        "103",
        "102",
    ]


def test_what_the_form_for_answers_repeats_is_no_page() -> None:
    """phpBB shows the last posts again below its form, the newest first and with other numbers."""
    post = '<div class="post" id="pr8"><div class="content">8</div></div>'
    page = f'<form><div id="topicreview">{post}</div></form>'
    assert read_page(page.encode()) == PageProblem("page_unknown", {})


def test_a_json_list_is_read_as_the_yaml_one() -> None:
    """JSON is what programs write; numbers stay as written, pairs of surrogates are one sign."""
    [post] = posts_of('[{"id": 7, "author": "MisterH", "at": null, "text": "7 de pique \\ud83d\\ude00"}]')
    assert post == ForumPost("7 de pique 😀", author="MisterH", id="7")


OWN = {
    "name": "maison",
    "post": "section.message",
    "body": "div.texte",
    "author": "b",
    "id_attribute": "data-n",
}


def test_a_campaign_can_say_where_the_posts_stand() -> None:
    """Selectors are a table that a campaign can extend; what it does not say is as usual."""
    page = (
        b'<div><section class="message" data-n="8"><b>MisterH</b><time datetime="2014-06-12T14:00Z"></time>'
        b'<div class="texte"><blockquote>as</blockquote>7 de pique</div></section></div>'
    )
    own = selectors_of(OWN)
    assert not isinstance(own, PageProblem)
    assert read_page(page) == PageProblem("page_unknown", {})
    expected = ForumPost("[quote]as[/quote]\n7 de pique", "MisterH", "8", "2014-06-12T14:00:00+00:00")
    assert read_page(page, extra=[own]) == (expected,)


def test_own_selectors_go_before_the_known_ones() -> None:
    """A forum that changed its theme is read by what its campaign says."""
    page = '<div class="post" id="p8"><div class="content">8</div><div class="texte">7 de pique</div></div>'
    own = selectors_of({"post": ".post", "body": ".texte", "id_prefix": "p"})
    assert not isinstance(own, PageProblem)
    found = read_page(page.encode(), extra=[own])
    assert found == (ForumPost("7 de pique", id="8", url="#p8"),)
