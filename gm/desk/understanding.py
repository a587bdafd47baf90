"""`gm claims`: posts of a file to be understood, with a campaign's customs or without (design.md)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from gm.campaign import Problem, problem
from gm.desk.customs import Customs
from gm.posts import Reading, read
from gm.posts.images import wrong_images
from gm.posts.pages import PageProblem, Selectors, decoded, looks_like_list, read_page
from gm.posts.pages.lists import says_nothing
from gm.posts.registration import Registration, read_registration

_NOTHING: Final = frozenset({"", "~", "null", "Null", "NULL"})
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class Sample:
    """One post of the file; `images` and `signature` are its own, beside the customs of the campaign."""

    text: str
    id: str | int | None = None
    author: str | None = None
    images: Mapping[str, str] = field(default_factory=dict)
    signature: str | None = None


def reading_of(sample: Sample, locale: str, customs: Customs) -> Reading:
    """How a post is understood."""
    images = {**customs.cards, **sample.images}
    return read(sample.text, locale, images=images, signature=_signature(sample, customs))


def registration_in(sample: Sample, locale: str, customs: Customs) -> Registration | None:
    """What a post says of its author's registration, as far as it can be told without a campaign."""
    found = read_registration(sample.text, locale, signature=_signature(sample, customs))
    return None if found is None or found.echoes else found


def _signature(sample: Sample, customs: Customs) -> str:
    if sample.signature is not None:
        return sample.signature
    return customs.signature_of(sample.author) if sample.author is not None else ""


def samples_of(
    data: bytes, locale: str, selectors: tuple[Selectors, ...] = ()
) -> tuple[Sample, ...] | Problem:
    """The posts of a YAML list `{id, author?, text, images?, signature?}`, or of a page that `gm read` takes.

    Problems are those of pages, `page_bad_entry` (`number`, `field`) and `page_bad_list` (`line`) among them.
    """
    text = decoded(data)
    listed = None if text is None else _listed(text, locale)
    if listed is not None:
        return listed
    posts = read_page(data, extra=selectors)
    if isinstance(posts, PageProblem):
        return Problem(posts.code, posts.params)
    return tuple(Sample(post.text, post.id, post.author) for post in posts)


def _listed(text: str, locale: str) -> tuple[Sample, ...] | Problem | None:
    """The posts of a YAML list; None for what is none."""
    import yaml

    if not _may_be_list(text):
        return None
    try:
        tree = yaml.compose(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        bad = problem("page_bad_list", line="" if mark is None else str(mark.line + 1))
        return bad if looks_like_list(text) else None
    except (yaml.YAMLError, RecursionError):
        return problem("page_bad_list", line="") if looks_like_list(text) else None
    if not isinstance(tree, yaml.SequenceNode) or not any(
        isinstance(node, yaml.MappingNode) for node in tree.value
    ):
        return None
    samples: list[Sample] = []
    for number, node in enumerate(tree.value, start=1):
        sample = _sample(node, locale)
        if isinstance(sample, str):
            return problem("page_bad_entry", number=str(number), field=sample)
        samples.append(sample)
    return tuple(samples)


def _may_be_list(text: str) -> bool:
    """Whether the first line that says something begins as a YAML list does."""
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else len(text)].strip()
        if line and not line.startswith(("#", "---", "%YAML")):
            return line == "-" or line.startswith(("- ", "["))
        at = end + 1 if end >= 0 else len(text)
    return False


def _sample(node: object, locale: str) -> Sample | str:
    """A post, or the name of the field that is wrong."""
    import yaml

    if not isinstance(node, yaml.MappingNode):
        return ""
    fields = {key.value: value for key, value in node.value if isinstance(key, yaml.ScalarNode)}
    texts: dict[str, str | None] = {}
    for name in ("text", "author", "signature", "id"):
        value = fields.get(name)
        if value is not None and not isinstance(value, yaml.ScalarNode):
            return name
        texts[name] = None if value is None or says_nothing(value) else value.value
    text = texts["text"]
    if text is None:
        return "text"
    images = _images(fields.get("images"))
    if images is None or wrong_images(images, locale):
        return "images"
    numbered = texts["id"] is not None and not fields["id"].style and _NUMBER.fullmatch(texts["id"])
    return Sample(
        text=text,
        id=int(texts["id"] or "") if numbered else texts["id"],
        author=texts["author"],
        images=images,
        signature=texts["signature"],
    )


def _images(node: object) -> dict[str, str] | None:
    """What images show; None for what is no mapping of texts."""
    import yaml

    if node is None or (isinstance(node, yaml.ScalarNode) and node.value in _NOTHING):
        return {}
    if not isinstance(node, yaml.MappingNode):
        return None
    pairs = [each for pair in node.value for each in pair]
    if not all(isinstance(each, yaml.ScalarNode) for each in pairs):
        return None
    return {key.value: value.value for key, value in node.value}
