"""Reads a YAML file into a type and says exactly what is wrong with a broken one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

Content = TypeVar("Content", bound=BaseModel)

#: The fields that name a record, in the order in which they are tried.
_NAMES = ("slug", "id", "format")


@dataclass(frozen=True)
class PackProblem:
    """One thing wrong in one place of a catalogue file."""

    file: str
    record: str
    field: str
    message: str

    def sentence(self) -> str:
        """Name file, record, field and what was expected."""
        place = ", ".join(part for part in (self.record, self.field) if part)
        return f"{self.file}: {place}: {self.message}." if place else f"{self.file}: {self.message}."


class PackError(Exception):
    """The pack cannot be read; carries every problem found."""

    def __init__(self, problems: list[PackProblem]) -> None:
        self.problems = problems
        super().__init__("\n".join(problem.sentence() for problem in problems))


def read_file(file: Path, content: type[Content]) -> Content:
    """Read one file; a PackError names every place that is not as the type wants it."""
    try:
        data = yaml.load(file.read_text(encoding="utf-8"), Loader=_UniqueKeyLoader)  # noqa: S506, it is a safe one
    except FileNotFoundError as missing:
        raise PackError([PackProblem(file.name, "", "", "no such file")]) from missing
    except UnicodeDecodeError as broken:
        raise PackError([PackProblem(file.name, "", "", "expected UTF-8 text")]) from broken
    except yaml.MarkedYAMLError as broken:
        line = broken.problem_mark.line + 1 if broken.problem_mark else 1
        message = f"expected YAML, but {broken.problem}"
        raise PackError([PackProblem(file.name, f"line {line}", "", message)]) from broken
    except yaml.YAMLError as broken:
        raise PackError([PackProblem(file.name, "", "", f"expected YAML, but {broken}")]) from broken
    if not isinstance(data, dict):
        fields = ", ".join(name for name, field in content.model_fields.items() if field.is_required())
        raise PackError([PackProblem(file.name, "", "", f"expected a mapping with {fields}")])
    try:
        return content.model_validate(data)
    except ValidationError as broken:
        raise PackError([_located(file.name, data, error) for error in broken.errors()]) from broken


class _UniqueKeyLoader(yaml.SafeLoader):
    """A safe loader that refuses a key written twice instead of dropping the first value."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key_node, _ in node.value:
            if key_node.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key_node.value} stands twice", key_node.start_mark
                )
            seen.add(key_node.value)
        return super().construct_mapping(node, deep)


_EXPECTED = {
    "missing": "missing, expected a value",
    "extra_forbidden": "unknown field, expected one of the fields in docs/catalogue-format.md",
    "int_type": "expected a whole number",
    "int_from_float": "expected a whole number",
    "string_type": "expected text (put quotes around it if it looks like a number)",
    "bool_type": "expected true or false",
    "list_type": "expected a list",
    "dict_type": "expected a mapping",
    "model_type": "expected a mapping",
    "model_attributes_type": "expected a mapping",
}


def _located(file: str, data: dict[str, Any], error: ErrorDetails) -> PackProblem:
    """Turn a place like ("cards", 3, "upper", "cost") into words a person can find in the file."""
    path = [part for part in error["loc"] if not _is_union_branch(part)]
    record, rest = _record(data, path)
    field = ".".join(str(part + 1) if isinstance(part, int) else str(part) for part in rest)
    expected = _EXPECTED.get(error["type"]) or error["msg"].removeprefix("Value error, ").replace(
        "Input should be", "expected"
    )
    if error["type"] not in {"missing", "extra_forbidden"} and not isinstance(error["input"], dict | list):
        expected += f", got {error['input']!r}"
    return PackProblem(file, record, field, expected)


def _record(data: dict[str, Any], path: list[int | str]) -> tuple[str, list[int | str]]:
    """Split a place into the innermost record that has a name and the way from there."""
    record, rest = (str(path[0]), path[1:]) if path else ("", path)
    place: Any = data
    for depth, part in enumerate(path):
        try:
            place = place[part]
        except (KeyError, IndexError, TypeError):
            break
        if not isinstance(part, int) or depth == 0:
            continue
        kind = str(path[depth - 1]).rstrip("s").replace("_", " ")
        names = (place.get(name) for name in _NAMES) if isinstance(place, dict) else ()
        name = next((name for name in names if name), None)
        if name or depth == 1:
            record, rest = f"{kind} {name or f'no. {part + 1}'}", path[depth + 1 :]
    return record, rest


def _is_union_branch(part: int | str) -> bool:
    """Pydantic names the branch of a union it tried; that is no place in the file."""
    branches = ("constrained-", "function-", "literal[")
    return isinstance(part, str) and (part.startswith(branches) or part == "int")
