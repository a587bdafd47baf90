"""First stage: what a reader sees of a post, folded for comparison, each character with its place in it.

    post ──walk──▶ no tags, entities, images, links ──signature──▶ no signature ──lines──▶ no quotes, bullets
         ──inline──▶ no stress, no struck text ──smileys──▶ Visible

BBCode, HTML and Markdown are read together, for forums mix them. Quotes, struck text, images that are no
cards and addresses are left out; other tags vanish and their content stays. A tag that must close and does
not hides the rest: what was quoted cannot be told from what was said, so `unclosed` is reported for the post
to be asked about. Where it cannot be told whether words are the author's own they are kept and `unsure`.
"""

from dataclasses import replace

from gm.posts.markup.folding import fold
from gm.posts.markup.inline import inlined
from gm.posts.markup.lines import lined
from gm.posts.markup.pictures import NO_PICTURES, Pictures
from gm.posts.markup.seen import IMAGE, Places, Visible
from gm.posts.markup.signature import set_apart, without_signature
from gm.posts.markup.smileys import without_sunglasses
from gm.posts.markup.walk import walked

__all__ = ["IMAGE", "NO_PICTURES", "Pictures", "Places", "Visible", "fold", "visible"]


def visible(text: str, *, images: Pictures = NO_PICTURES, signature: str = "") -> Visible:
    """What is seen of a post's text, folded; never fails, linear in the length of the text.

    `images` knows which images show cards. `signature`, as the author wrote it, is none of the post where it
    ends it; what stands under a separating line is kept apart in `aside`.
    """
    seen = walked(text, images)
    if signature:
        seen = without_signature(seen, walked(signature, images).text)
    seen = set_apart(seen)
    aside = None if seen.aside is None else _read(seen.aside)
    return replace(_read(seen), aside=aside)


def _read(seen: Visible) -> Visible:
    return without_sunglasses(inlined(lined(seen)))
