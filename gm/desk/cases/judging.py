"""Which kind a document is, and what judging it answers."""

from typing import Final

from gm.desk.cases.answers import BadCase, CaseProblem, Judged, Result
from gm.desk.cases.exchanges import judge_exchange
from gm.desk.cases.fields import Document, flag_of, list_of, mapping_of, text_of
from gm.desk.cases.parties import judge_partie
from gm.desk.cases.positions import NEEDED, judge_position
from gm.desk.documents import NotPlain, plain_documents

OF_EVERY_CASE: Final = ("case", "clauses", "title", "decision", "swap")
"""The keys that any case may have, whatever its kind; `case` makes a document a case."""

_KINDS: Final = ("actions", "manches", "exchange")
_ONLY_IN_A_CASE: Final = frozenset(
    {*OF_EVERY_CASE, *_KINDS, "pending", "gifts", "state", "next"} - {"actions"}
)


def judge_documents(text: str) -> Judged | CaseProblem:
    """The answer to each document of a file, or the first thing wrong in it."""
    results: list[Result] = []
    for document in plain_documents(text):
        if isinstance(document, NotPlain):
            return CaseProblem(len(results) + 1, document.code, document.params)
        if document == "":  # what stands between two marks, or after the last
            continue
        judged = judge_document(document, number=len(results) + 1)
        if isinstance(judged, CaseProblem):
            return judged
        results.append(judged)
    if not results:
        return CaseProblem(1, "none", {})
    return {"results": results}


def judge_document(document: object, *, number: int = 1) -> Result | CaseProblem:
    """The answer to one document of plain data, or what is wrong with it; `number` counts it from 1."""
    try:
        return _judge(document)
    except BadCase as bad:
        return CaseProblem(number, bad.code, bad.params)


def _judge(document: object) -> Result:
    if not isinstance(document, dict):
        raise BadCase("no_mapping", keys=", ".join(NEEDED))
    if "case" not in document:
        for key in document:
            if key in _ONLY_IN_A_CASE:
                raise BadCase("only_in_a_case", key=key)
        return judge_position(document, case=None)
    kinds = [kind for kind in _KINDS if kind in document]
    if len(kinds) != 1:
        raise BadCase("no_kind", kinds=", ".join(_KINDS))
    name = _head(document)
    match kinds[0]:
        case "manches":
            result = judge_partie(document, case=OF_EVERY_CASE)
        case "exchange":
            result = judge_exchange(document, case=OF_EVERY_CASE)
        case _:
            result = judge_position(document, case=OF_EVERY_CASE)
    return {"case": name, "as_expected": not result["differs"], **result}


def _head(document: Document) -> str:
    """The number of a case, what it says of itself being sound."""
    for clause in list_of(document.get("clauses", []), "clauses"):
        text_of(clause, "clauses")
    text_of(document.get("title", ""), "title")
    flag_of(document.get("decision", "false"), "decision")
    mapping_of(document.get("swap", {}), "swap")
    return text_of(document["case"], "case")
