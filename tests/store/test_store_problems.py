"""Problems of gm.store (design.md, Command line: errors say what to do, never a traceback)."""

import ast
from pathlib import Path

from gm import store

GIVEN_BY_THE_LEDGER = {"rollback", "fork"}


def test_the_list_of_codes_is_the_codes_given() -> None:
    """CODES, which every locale has sentences for, are those that gm.store gives, no more and no fewer."""
    given = set(GIVEN_BY_THE_LEDGER)
    for path in Path(store.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="problem"), args=[first, *_]):
                    words = [each.value for each in ast.walk(first) if isinstance(each, ast.Constant)]
                    given |= {word for word in words if isinstance(word, str)}
                case ast.Assign(targets=[ast.Name(id="code")], value=value):
                    words = [each.value for each in ast.walk(value) if isinstance(each, ast.Constant)]
                    given |= {word for word in words if isinstance(word, str)}
    assert given == store.CODES
