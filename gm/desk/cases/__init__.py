"""Positions and cases judged without a campaign, for rule questions and for tests.

A scenario file (design.md) holds positions; a catalogue of cases (tests/cases/README.md) says besides what
has to come of each, and has cases of whole parties and of exchanges.
"""

from gm.desk.cases.answers import CaseProblem, Difference, Judged, Result
from gm.desk.cases.judging import judge_document, judge_documents

__all__ = ["CaseProblem", "Difference", "Judged", "Result", "judge_document", "judge_documents"]
