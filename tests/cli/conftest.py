"""A moderator's machine for each test; what it takes to get there is done once."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cli_help import Machine

Prepare = Callable[[Machine], object]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with nothing on it yet."""
    return Machine(tmp_path / "machine")


@pytest.fixture(scope="session")
def _prepared() -> dict[Prepare, Machine]:
    """The machines made so far, by what made them."""
    return {}


@pytest.fixture
def prepared(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, _prepared: dict[Prepare, Machine]
) -> Callable[[Prepare], Machine]:
    """A machine of this test's own in the state that a function brings it to, which is called once only."""

    def copy(prepare: Prepare) -> Machine:
        if prepare not in _prepared:
            made = Machine(tmp_path_factory.mktemp("prepared"))
            prepare(made)
            _prepared[prepare] = made
        return _prepared[prepare].copied_to(tmp_path / "machine")

    return copy
