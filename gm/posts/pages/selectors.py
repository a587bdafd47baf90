"""Where the posts stand on the pages of each forum software: a table that a campaign may extend."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from gm.posts.pages.posts import PageProblem, well_formed

_LONGEST: Final = 500


@dataclass(frozen=True, slots=True)
class Selectors:
    """How a kind of page holds its posts: CSS selectors and attributes (campaign.yaml, `selectors`).

    `post` is one post with all that belongs to it, `body` what its author wrote; whatever else is named
    stands inside `post` or is that element itself, and "" is nothing.
    """

    post: str
    body: str
    name: str = "own"
    author: str = ""
    author_attribute: str = ""
    """Where the name stands when it is not the text of `author`."""
    id_attribute: str = "id"
    """Of the post, else of its body."""
    id_prefix: str = ""
    """What stands there before the id."""
    time: str = "time[datetime]"
    time_attribute: str = "datetime"
    """An instant, or milliseconds since 1970; where there is none the text of `time` is read."""
    link: str = ""
    """The post's own address; else `#` and the `id` of the element."""
    edited: str = ""
    """What is there, and not empty, once a post was changed."""
    gone: str = ""
    """A post that was deleted, or that the players do not see."""
    quote: str = "blockquote"
    struck: str = "s, strike, del"
    smiley: str = "img.emoji, img.smilies, img.smilie, img.smiley"
    dropped: str = ".signature"
    """What the author did not write."""


# A page is of the first kind that finds a post on it. The markup is that of the programs' own themes.
DEFAULT_SELECTORS: Final = (
    Selectors(
        name="phpbb",  # prosilver from 3.0 on, and forums made after it
        post=".post[id^=p]",
        body=".content, .attachbox .attach-image, .attachbox .thumbnail",
        author=".postprofile .username, .postprofile .username-coloured, .author .username,"
        " .author .username-coloured, .author strong, .postprofile dt > a, .postprofile dt strong,"
        " .postprofile-name",
        id_prefix="p",
        time=".author time, .author",
        edited=".notice",
        gone=".post.deleted, #topicreview .post",
        struck="s, strike, del, .strike",
        dropped=".signature, .signature_div, .codebox > p, .attachbox dd dd",
    ),
    Selectors(
        name="phpbb_contents",  # what is left when only the contents of the posts were saved
        post="[id^=post_content]",
        body=".content, .attachbox .attach-image, .attachbox .thumbnail",
        author=".author .username, .author .username-coloured, .author strong",
        id_prefix="post_content",
        time=".author time, .author",
        edited=".notice",
        gone="#topicreview [id^=post_content]",
        dropped=".signature, .codebox > p, .attachbox dd dd",
    ),
    Selectors(
        name="discourse",
        post="article[data-post-id]",
        body=".cooked",
        author="[data-user-card], .names .username a, .names a",
        author_attribute="data-user-card",
        id_attribute="data-post-id",
        time=".relative-date[data-time], time[datetime]",
        time_attribute="data-time",
        link="a.post-date",
        edited=".post-info.edits",
        gone=".deleted article, .whisper article, article.small-action",
        quote="blockquote, aside.quote",
        dropped=".embedded-posts, .onebox, .poll, .lightbox-wrapper .meta, img.avatar,"
        " .signature, .user-signature, .topic-map",
    ),
    Selectors(
        name="discourse_plain",  # the version for search engines and browsers without scripts
        post=".crawler-post",
        body=".post",
        author="[itemprop=author] [itemprop=name], .creator",
        link="[itemprop=mainEntityOfPage]",
        quote="blockquote, aside.quote",
        dropped=".onebox, .poll, .lightbox-wrapper .meta, img.avatar",
    ),
    Selectors(
        name="nodebb",
        post="[component=post][data-pid]",
        body="[component='post/content']",
        author="[data-username]",
        author_attribute="data-username",
        id_attribute="data-pid",
        time=".timeago",
        time_attribute="title",
        gone="[component=post].deleted",
        dropped="[component='post/signature'], .post-signature",
    ),
    Selectors(
        name="xenforo",
        post=".message[data-content^=post-]",
        body=".bbWrapper",
        author="[data-author]",
        author_attribute="data-author",
        id_attribute="data-content",
        id_prefix="post-",
        edited=".message-lastEdit",
        gone=".message--deleted",
        quote="blockquote",
        dropped=".message-signature, .bbCodeBlock-title, .bbCodeBlock-expandLink, .js-selectToQuoteEnd",
    ),
    Selectors(
        name="mybb",
        post=".post[id^=post_]",
        body=".post_body",
        author=".author_information .largetext",
        id_prefix="post_",
        time=".post_date",
        edited=".edited_post",
        dropped=".signature, .codeblock .title",
    ),
    Selectors(
        name="smf",
        post=".post_wrapper",
        body=".post .inner",
        author=".poster h4",
        id_prefix="msg_",
        time=".postinfo .smalltext, .keyinfo .smalltext",
        edited=".modified",
        struck="s, strike, del, .bbc_strike",
        dropped=".signature, .codeheader",
    ),
    Selectors(
        name="fluxbb",
        post=".blockpost[id^=p]",
        body=".postmsg",
        author=".postleft dt",
        id_prefix="p",
        time="h2 a",
        edited=".postedit",
        quote=".quotebox, blockquote",
        dropped=".postsignature",
    ),
    Selectors(
        name="forumactif",  # its oldest themes; the later ones follow prosilver
        post="tr.post",
        body=".postbody",
        author=".name",
        time=".postdetails",
        quote="blockquote, td.quote",
        dropped=".signature_div",
    ),
    Selectors(
        name="phpbb_print",
        post=".post",
        body=".content",
        author=".author strong",
        time=".date strong",
        gone="#topicreview .post",
    ),
)
_NAMES: Final = frozenset(field.name for field in fields(Selectors))
_NEEDED: Final = ("post", "body")
_PLAIN: Final = frozenset({"name", "author_attribute", "id_attribute", "id_prefix", "time_attribute"})


def selectors_of(mapping: Mapping[str, str]) -> Selectors | PageProblem:
    """A campaign's own; a key that is none, is missing or holds no CSS selector is a problem naming it."""
    for key in _NEEDED:
        if not mapping.get(key):
            return PageProblem("page_bad_selector", {"key": key})
    for key, value in mapping.items():
        if key not in _NAMES or not (key in _PLAIN or value == "" or _is_selector(value)):
            return PageProblem("page_bad_selector", {"key": key})
    return Selectors(**mapping)


def _is_selector(text: str) -> bool:
    from selectolax.lexbor import LexborHTMLParser, SelectolaxError

    if len(text) > _LONGEST or "\0" in text or well_formed(text) != text:
        return False
    try:
        LexborHTMLParser("").css(text)
    except SelectolaxError:
        return False
    return True
