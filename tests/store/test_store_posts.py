"""The texts of posts beside the ledger: found by their digest, believed only where they have it."""

from hashlib import sha256
from pathlib import Path

import pytest
from disks import mounted
from hypothesis import example, given
from hypothesis import strategies as st
from store_help import code

from gm.ledger import post_digest
from gm.store import keep_posts, kept_post
from gm.store.posts import LONGEST_TEXT, MOST_TEXTS

TEXT = "Salut,  \r\nje pose le 7 de cœur\u00a0! \n"


def file_of(campaign: Path, text: str) -> Path:
    return campaign / "posts" / f"{post_digest(text)}.txt"


def test_a_text_is_found_by_the_digest_of_its_post(tmp_path: Path) -> None:
    """design.md, `post`: NFC, LF, lines trimmed at the right; `sha256sum` of the file gives its name."""
    assert keep_posts(tmp_path, [TEXT, "je passe"]) is None
    assert kept_post(tmp_path, post_digest(TEXT)) == "Salut,\nje pose le 7 de cœur\u00a0!\n"
    assert {sha256(path.read_bytes()).hexdigest() for path in (tmp_path / "posts").iterdir()} == {
        path.stem for path in (tmp_path / "posts").iterdir()
    }


@given(text=st.text())
@example(text="je passe \ud83d")
def test_every_text_has_the_digest_of_its_form(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """What is kept of a post is found again, whatever its characters."""
    campaign = tmp_path_factory.getbasetemp()
    assert keep_posts(campaign, [text]) is None
    kept = kept_post(campaign, post_digest(text))
    assert kept is not None
    assert post_digest(kept) == post_digest(text)


def test_a_text_kept_already_is_not_written_again(tmp_path: Path) -> None:
    keep_posts(tmp_path, [TEXT])
    before = file_of(tmp_path, TEXT).stat()
    assert keep_posts(tmp_path, [TEXT, TEXT]) is None
    after = file_of(tmp_path, TEXT).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


@pytest.mark.parametrize("bytes_there", [b"", b"je pose le 8", b"\xff\xfe", b"je passe\n"])
def test_a_file_that_has_another_digest_is_not_believed(tmp_path: Path, bytes_there: bytes) -> None:
    """Tampered with, or cut by a crash: it is as good as not there, and put right when it is kept again."""
    keep_posts(tmp_path, ["je passe"])
    file_of(tmp_path, "je passe").write_bytes(bytes_there)
    assert kept_post(tmp_path, post_digest("je passe")) is None
    assert keep_posts(tmp_path, ["je passe"]) is None
    assert kept_post(tmp_path, post_digest("je passe")) == "je passe"


@pytest.mark.parametrize("digest", ["", "../ledger", "A" * 64, "0" * 63, f"{'0' * 64}\n"])
def test_only_a_digest_leads_to_a_file(tmp_path: Path, digest: str) -> None:
    (tmp_path / "posts").mkdir()
    (tmp_path / "ledger.txt").write_text("secret", "utf-8")
    assert kept_post(tmp_path, digest) is None


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    """Somebody's link in the place of a text: what it leads to stays as it is."""
    (tmp_path / "posts").mkdir()
    other = tmp_path / "other.txt"
    other.write_text("mine", "utf-8")
    file_of(tmp_path, "je passe").symlink_to(other)
    assert keep_posts(tmp_path, ["je passe"]) is None
    assert other.read_text("utf-8") == "mine"
    assert kept_post(tmp_path, post_digest("je passe")) == "je passe"


def test_a_folder_in_the_place_of_one_text_keeps_no_other_away(tmp_path: Path) -> None:
    file_of(tmp_path, "je passe").mkdir(parents=True)
    assert code(keep_posts(tmp_path, ["je passe", TEXT])) == "not_writable"
    assert kept_post(tmp_path, post_digest("je passe")) is None
    assert kept_post(tmp_path, post_digest(TEXT)) is not None
    assert not list((tmp_path / "posts").glob(".*"))


@pytest.mark.parametrize("make", ["file", "dangling link"])
def test_where_no_folder_can_be_made_a_problem_comes_back(tmp_path: Path, make: str) -> None:
    if make == "file":
        (tmp_path / "posts").write_bytes(b"")
    else:
        (tmp_path / "posts").symlink_to(tmp_path / "nowhere")
    assert code(keep_posts(tmp_path, ["je passe"])) == "not_writable"
    assert kept_post(tmp_path, post_digest("je passe")) is None


def test_a_full_disk_is_a_problem_and_leaves_nothing_behind() -> None:
    with mounted(64) as folder:
        texts = [f"{number} " + "x" * 20_000 for number in range(6)]
        assert code(keep_posts(folder, texts)) == "disk_full"
        kept = [kept_post(folder, post_digest(text)) for text in texts]
        assert any(kept)
        assert not all(kept)
        assert not list((folder / "posts").glob(".*"))


def test_what_is_no_post_any_more_is_not_kept(tmp_path: Path) -> None:
    """A text of megabytes, texts by the thousand: the folder of a campaign stays small."""
    assert keep_posts(tmp_path, ["é" * LONGEST_TEXT]) is None
    assert not (tmp_path / "posts").exists()
    texts = [str(number) for number in range(MOST_TEXTS + 10)]
    assert keep_posts(tmp_path, texts) is None
    assert len(list((tmp_path / "posts").iterdir())) == MOST_TEXTS
