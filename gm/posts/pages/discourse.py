"""The JSON of a Discourse topic (`/t/….json`) or of the latest posts (`/posts.json`)."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from gm.posts.pages.dates import instant_of
from gm.posts.pages.html import body_of_fragment
from gm.posts.pages.posts import ForumPost, PageProblem, oldest_first, well_formed, without_repeats
from gm.posts.pages.selectors import DEFAULT_SELECTORS

_SELECTORS: Final = next(each for each in DEFAULT_SELECTORS if each.name == "discourse")
# 1 a post, 2 one in the colours of the staff, 3 a small action such as closing the topic, 4 a whisper.
_PUBLIC: Final = frozenset({"1", "2"})
# Discourse itself touches a post shortly after it was written.
_SETTLED: Final = timedelta(minutes=1)


def parsed(text: str) -> object:
    """The value of a JSON text, numbers as they are written; None for a text that is none."""
    try:
        found: object = json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None
    return found


def read_topic(topic: Mapping[str, Any]) -> tuple[ForumPost, ...] | PageProblem:
    """The posts that readers of the topic see, in their order."""
    stream, latest = topic.get("post_stream"), topic.get("latest_posts")
    entries = stream.get("posts") if isinstance(stream, dict) else latest
    if not isinstance(entries, list):
        return PageProblem("page_unknown", {})
    posts: list[ForumPost] = []
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, dict) and not _is_seen(entry):
            continue
        post = _post(entry, number, topic)
        if isinstance(post, PageProblem):
            return post
        posts.append(post)
    return without_repeats(oldest_first(posts)) if posts else PageProblem("page_unknown", {})


def _is_seen(entry: Mapping[str, Any]) -> bool:
    hidden = entry.get("hidden") or entry.get("deleted_at") or entry.get("user_deleted")
    return not hidden and entry.get("post_type", "1") in _PUBLIC and not entry.get("action_code")


def _post(entry: object, number: int, topic: Mapping[str, Any]) -> ForumPost | PageProblem:
    if not isinstance(entry, dict):
        return PageProblem("page_bad_entry", {"number": str(number), "field": ""})
    for field in ("username", "id", "created_at"):
        if not isinstance(entry.get(field), str):
            return PageProblem("page_bad_entry", {"number": str(number), "field": field})
    raw, cooked = entry.get("raw"), entry.get("cooked")
    if isinstance(raw, str):
        text: str | PageProblem = well_formed(raw)
    elif isinstance(cooked, str):
        text = body_of_fragment(well_formed(cooked), _SELECTORS)
    else:
        return PageProblem("page_bad_entry", {"number": str(number), "field": "cooked"})
    if isinstance(text, PageProblem):
        return text
    return ForumPost(
        text,
        author=well_formed(entry["username"]),
        id=well_formed(entry["id"]),
        at=instant_of(well_formed(entry["created_at"])),
        url=_address(entry, topic),
        edited=_is_edited(entry),
    )


def _address(entry: Mapping[str, Any], topic: Mapping[str, Any]) -> str | None:
    if isinstance(entry.get("post_url"), str):
        return well_formed(entry["post_url"])
    slug = entry.get("topic_slug") or topic.get("slug")
    topic_id = entry.get("topic_id") or topic.get("id")
    number = entry.get("post_number")
    if not (isinstance(slug, str) and isinstance(topic_id, str) and isinstance(number, str)):
        return None
    return well_formed(f"/t/{slug}/{topic_id}/{number}")


def _is_edited(entry: Mapping[str, Any]) -> bool:
    version = entry.get("version")
    if isinstance(version, str) and version.isdecimal() and version != "1":
        return True
    try:
        changed = datetime.fromisoformat(entry["updated_at"]) - datetime.fromisoformat(entry["created_at"])
    except (KeyError, TypeError, ValueError):  # no dates, or one of them without its zone
        return False
    return changed > _SETTLED
