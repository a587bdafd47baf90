"""Posts by people who had not seen the reader (the contract: design.md, `gm claims`)."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from gm.posts import read

POSTS = yaml.safe_load((Path(__file__).parent / "blind.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("post", POSTS, ids=lambda post: repr(post["text"])[:60])
def test_a_post_is_read_as_stated_or_as_well(post: dict[str, Any]) -> None:
    """Its claims in order with its doubt are those of `expect`, or one of the answers as good (`alt`)."""
    reading = read(
        post["text"],
        post.get("locale", "fr"),
        images=post.get("images", {}),
        signature=post.get("signature", ""),
    )
    claims = [[claim.kind, " ".join(map(str, claim.cards))] for claim in reading.claims]
    assert [claims, reading.doubt] in [[post["expect"], post.get("doubt")], *post.get("alt", [])]
    assert any(claim.fuzzy for claim in reading.claims) is post.get("fuzzy", False)
    assert any(claim.stands for claim in reading.claims) is post.get("stands", False)
