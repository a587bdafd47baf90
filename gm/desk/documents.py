"""YAML documents as plain data: every scalar a text, so that a player may be called `no` or `007`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import yaml


@dataclass(frozen=True, slots=True)
class NotPlain:
    """Why a text is no YAML, or none that is taken, with the line where it breaks (from 1, "" if unknown)."""

    code: Literal["not_yaml", "same_key", "too_deep", "alias"]
    line: str = ""
    key: str = ""

    @property
    def params(self) -> Mapping[str, str]:
        """The words of its sentence."""
        return {"line": self.line, "key": self.key}


class _SameKeyError(yaml.constructor.ConstructorError):
    """A mapping has a key twice: the later value would hide the earlier one."""


class _AliasError(yaml.constructor.ConstructorError):
    """A value stands for another one (`*name`): a few lines of these could grow without bound."""


class _Loader(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc] # libyaml where it is present
    """PyYAML's loader of plain texts, lists and mappings, which takes no key twice and no alias."""

    def construct_object(
        self,
        node: yaml.Node,
        deep: bool = False,  # noqa: FBT001, FBT002 as PyYAML has it
    ) -> object:
        if node in self.constructed_objects or node in self.recursive_objects:
            raise _AliasError(None, None, None, node.start_mark)
        return super().construct_object(node, deep=deep)

    def construct_mapping(
        self,
        node: yaml.MappingNode,
        deep: bool = False,  # noqa: FBT001, FBT002 as PyYAML has it
    ) -> Mapping[Any, Any]:
        mapping: Mapping[Any, Any] = super().construct_mapping(node, deep=deep)
        if len(mapping) != len(node.value):
            seen = set[str]()
            for key, _ in node.value:
                if key.value in seen:
                    raise _SameKeyError(None, None, str(key.value), key.start_mark)
                seen.add(key.value)
        return mapping


def plain_documents(text: str) -> Iterator[object]:
    """The documents of a text one by one; after the last that can be read a NotPlain, if one cannot.

    Documents are texts, lists and mappings of these. What stands between two marks, or after the last, is "".
    """
    loader = None
    try:
        loader = _Loader(text)
        while loader.check_data():
            yield loader.get_data()
    except yaml.YAMLError as error:
        yield _why(error)
    except RecursionError:
        yield NotPlain("too_deep")
    finally:
        if loader is not None:
            loader.dispose()


def _why(error: yaml.YAMLError) -> NotPlain:
    mark = getattr(error, "problem_mark", None)
    line = "" if mark is None else str(mark.line + 1)
    if isinstance(error, _SameKeyError):
        return NotPlain("same_key", line, str(error.problem))
    if isinstance(error, _AliasError):
        return NotPlain("alias", line)
    deep = "nesting depth" in str(error)  # libyaml's word for what is a RecursionError without it
    return NotPlain("too_deep" if deep else "not_yaml", line)
