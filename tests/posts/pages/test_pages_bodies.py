"""What forums make of a post, back to the text that its author typed and `gm.posts.read` takes."""

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.posts import read
from gm.posts.pages import PageProblem, read_page

PAGE = '<html><body><div id="p1" class="post"><div class="content">{}</div></div></body></html>'


def text_of(body: str) -> str:
    """The text of a post of phpBB whose content is this HTML."""
    posts = read_page(PAGE.format(body).encode())
    assert not isinstance(posts, PageProblem), posts
    [post] = posts
    return post.text


TEXTS = {
    # layout
    "Je pose<br>\nun 7": "Je pose\nun 7",
    "un 7<br />\n<br />\nde pique": "un 7\n\nde pique",
    "<p>un 7,<br>\nvoilà</p>\n<p>de pique</p>": "un 7,\nvoilà\n\nde pique",
    "  un   7\n de <b>pique</b> <i> </i>": "un 7 de pique",
    "<div>un 7</div><br><div>de pique</div>": "un 7\n\nde pique",
    "<p>un 7<br></p><p><br></p><p>de pique</p>": "un 7\n\n\nde pique",
    "un 7&nbsp;de pique&nbsp;<br>ok": "un 7\u00a0de pique\nok",
    "<b>V</b>alet": "Valet",
    "2<sup>e</sup> tour &lt;3 &amp;&amp; R&amp;D": "2e tour <3 && R&D",
    "<ul><li>7</li><li>8</li></ul>fin": "[*]7\n[*]8\nfin",
    '<ol start="7"><li>de pique</li></ol>': "7. de pique",
    "<table><tr><td>7</td><td>de pique</td></tr><tr><td>8</td></tr></table>": "7 de pique\n8",
    "un 7<hr>bonne soirée": "un 7\n[hr]\nbonne soirée",
    # what is a tag to the reader
    "<s>7</s> <del>8</del> <strike>9</strike> as": "[s]7[/s] [s]8[/s] [s]9[/s] as",
    '<span style="text-decoration:line-through">7</span> 8': "[s]7[/s] 8",
    '<span style="font-size: 50%; line-height: 116%">7</span>': "[size=50%]7[/size]",
    '<span style="color: #FFFFFF">7</span>': "[color=#FFFFFF]7[/color]",
    '<span style="COLOR:rgb(255, 255, 255);font-size:1px">7</span>': (
        "[size=1px][color=rgb(255,255,255)]7[/color][/size]"
    ),
    '<span style="opacity:0">7</span>': "[size=1]7[/size]",
    '<font color="white" size="1">7</font>': "[size=1][color=white]7[/color][/size]",
    '<span style="background-color: white">7</span>': "7",
    "<blockquote><div><cite>MisterH a écrit :</cite>as</div></blockquote>7": (
        "[quote]MisterH a écrit :\nas[/quote]\n7"
    ),
    "8<blockquote>a<blockquote>b</blockquote>c</blockquote>7": "8\n[quote]a\n[quote]b[/quote]\nc[/quote]\n7",
    "<details><summary>Mon jeu</summary>7 de pique</details>": "[spoiler]Mon jeu\n7 de pique[/spoiler]",
    '<div class="spoiler">7</div>': "[spoiler]7[/spoiler]",
    "<pre><code>a  b\n c</code></pre>7": "[code]a  b\n c[/code]\n7",
    "un <code>7p</code>": "un [code]7p[/code]",
    # images and links
    '<img src="https://i.example.org/dame_pique.png" alt="dame">': (
        '[img alt="dame"]https://i.example.org/dame_pique.png[/img]'
    ),
    '<img src="a b[1].png">': "[img]a%20b%5B1%5D.png[/img]",
    '<img src="/x.png" alt="a&quot;]b">': '[img alt="a\')b"]/x.png[/img]',
    '<img data-src="/dame.png" src="data:image/gif;base64,R0lGOD">': "[img]/dame.png[/img]",
    '<a href="https://e.example.org/"><img src="/v.png"></a>': "[img]/v.png[/img]",
    '<a href="https://e.example.org/a">là</a>': "[url=https://e.example.org/a]là[/url]",
    '<a href="https://e.example.org/cartes/longue/dame.png">https://e.example.org/car ... me.png</a>': (
        "https://e.example.org/cartes/longue/dame.png"
    ),
    '<a href="./memberlist.php?u=2" class="username">MisterH</a>, à toi': "MisterH, à toi",
    'double <img class="smilies" src="./images/smilies/icon_cool.gif" alt="8)" title="Cool">': "double 8)",
    '8<img alt="♥" class="emoji" src="//cdn.example.org/2665.svg">': "8♥",
    '<img class="smilies" src="./images/smilies/dp.gif" alt=":dame:">': (
        '[img alt=":dame:"]./images/smilies/dp.gif[/img]'
    ),
    # what the author did not write
    "7<script>as</script><style>as</style><template>as</template><noscript>as</noscript><!-- as -->": "7",
    '7<iframe src="x">as</iframe><svg><text>as</text></svg><button>as</button><textarea>as</textarea>': "7",
    "7<div class='signature'>as</div>": "7",
    "7<br>Dernière édition par MisterH le Jeu 12 Juin 2014 - 14:05, édité 1 fois": "7",
    # signs that only look like tags
    "[quote]7 de pique": "&#91;quote]7 de pique",
    "<code>[quote]</code> 7 [/s] [i]": "[code]&#91;quote][/code] 7 &#91;/s] [i]",
    "[<b>quote</b>]7": "&#91;quote]7",
    "&lt;s&gt;7&lt;/s&gt; 3 &lt; 8": "&lt;s>7&lt;/s> 3 < 8",
}


@pytest.mark.parametrize(("body", "text"), TEXTS.items())
def test_a_body_becomes_the_text_that_was_typed(body: str, text: str) -> None:
    """`gm read`: quotes, struck, faint, images stay marked; signatures, notices, scripts are left out."""
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("body", "claims"),
    [
        ("[quote]7 de pique", ["7 de pique"]),
        ("<code>[quote]</code> 7 de pique", ["7 de pique"]),
        ("[<b>quote</b>]7 de pique", ["7 de pique"]),
        ("&lt;s&gt; 7 de pique", ["7 de pique"]),
        ("<s>7 de pique</s> 8 de pique", ["8 de pique"]),
        ("<blockquote>7 de pique", []),
        ('je passe <div class="signature">7 de pique</div>', ["je passe"]),
    ],
)
def test_signs_that_look_like_tags_hide_nothing(body: str, claims: list[str]) -> None:
    """What readers see is read, what they see struck, quoted or signed is not."""
    assert [claim.text for claim in read(text_of(body), "fr").claims] == claims


def test_faint_text_is_flagged() -> None:
    """Tiny and white text is shown to the moderator as such."""
    for style in ("font-size: 1px", "color: #fff", "font-size:30%"):
        [claim] = read(text_of(f'<span style="{style}">7 de pique</span>'), "fr").claims
        assert claim.faint


# Words as people type them, one blank apart, in lines and paragraphs.
WORDS = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P", "S"], exclude_characters="[<&"), min_size=1
)
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=4)
PARAGRAPHS = st.lists(LINES, min_size=1, max_size=3)


@given(PARAGRAPHS)
def test_plain_words_come_out_as_they_were_typed(paragraphs: list[list[str]]) -> None:
    """The digest of a post is the same from the page as from the pasted text, phpBB's way and Discourse's."""
    typed = "\n\n".join(map("\n".join, paragraphs))
    phpbb = escape(typed).replace("\n", "<br>\n")
    discourse = "\n".join("<p>" + "<br>\n".join(map(escape, lines)) + "</p>" for lines in paragraphs)
    assert text_of(phpbb) == text_of(discourse) == typed
