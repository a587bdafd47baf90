"""The cases of tests/cases (format: README.md there), as plain data, and under other options."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from gm.desk.cases import CaseProblem, Result, judge_document
from gm.desk.documents import NotPlain, plain_documents

CASES = Path(__file__).resolve().parent.parent / "cases"
FILES = tuple(sorted(CASES.glob("*.yaml")))


@dataclass(frozen=True)
class Case:
    file: str
    data: dict[str, Any]

    def __str__(self) -> str:
        return str(self.data.get("case", f"{self.file}: a case without a number"))

    @cached_property
    def rules(self) -> dict[str, Any]:
        """The preset and the options that are given explicitly."""
        rules = self.data["rules"]
        return {"preset": rules} if isinstance(rules, str) else rules

    @property
    def given(self) -> dict[str, Any]:
        return {name: value for name, value in self.rules.items() if name != "preset"}

    @property
    def swap(self) -> dict[str, Any]:
        return self.data.get("swap", {})

    @property
    def swapped(self) -> dict[str, Any]:
        return {**self.data, "rules": {**self.rules, **self.swap}}

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The actions, with what is expected of each."""
        return self.data.get("actions", [])

    @cached_property
    def result(self) -> Result | CaseProblem:
        return judge_document(self.data)

    def words(self, key: str) -> Iterator[tuple[str, str]]:
        """Each code (`refused`) or effect (`effects`) of the actions with each of its clauses."""
        for step in self.steps:
            for word, clauses in step.get(key, {}).items():
                for clause in clauses if isinstance(clauses, list) else [clauses]:
                    yield word, clause

    @property
    def position(self) -> str:
        """Everything that decides what comes of a case, the rules among it."""
        gifts = self.data.get("gifts") if self.steps else None
        keys = ("players", "hands", "opener", "revolution", "pending", "manches", "places")
        bare = [
            {key: step[key] for key in step if key not in ("refused", "effects", "why")}
            for step in self.steps
        ]
        said = [
            {key: step[key] for key in step if key != "refused"} for step in self.data.get("exchange", [])
        ]
        return repr((sorted(self.rules.items()), [self.data.get(key) for key in keys], gifts, bare, said))


def load() -> list[Case]:
    cases = []
    for file in FILES:
        for document in plain_documents(file.read_text(encoding="utf-8")):
            assert not isinstance(document, NotPlain), (file.name, document)
            if document != "":
                assert isinstance(document, dict), (file.name, document)
                cases.append(Case(file.name, document))
    return cases
