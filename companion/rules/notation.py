"""One line of text per action, both ways, made from the dataclass fields.

`blue: build_structure orbital 207` is seat, verb, then one word per field in order. Words: a number, a name
(lower case, digits, underscores), `yes`/`no`, `?` for a detail that was not told (None), `hidden` for one the viewer
may not know. A last field that is a tuple takes all remaining words; a tuple elsewhere is one word joined by commas,
`-` when empty.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Union

from companion.rules.contract import HIDDEN, Action, Hidden

_LINE = re.compile(r"\A(?P<seat>[a-z][a-z0-9_]*): (?P<verb>[a-z][a-z0-9_]*)(?P<rest>( \S+)*)\Z")
_NAME = re.compile(r"\A[a-z][a-z0-9_]*\Z")


class BrokenLine(ValueError):
    """A line that is no action; the text is one sentence that says why and what is expected."""


def write(action: Action[Any]) -> str:
    """The action's line."""
    shapes = _shapes(type(action))
    words = [f"{action.seat}:", action.verb]
    for place, (name, _) in enumerate(shapes):
        value = getattr(action, name)
        if isinstance(value, tuple) and place == len(shapes) - 1:
            words += [_word(item) for item in value]
        else:
            words.append(_word(value))
    return " ".join(words)


def read(line: str, actions: Mapping[str, type[Action[Any]]]) -> Action[Any]:
    """The action of a line. Raises BrokenLine."""
    match = _LINE.match(line.strip())
    if match is None:
        raise BrokenLine(f"“{_cut(line.strip())}” is not an action: expected “seat: verb words”, in lower case.")
    kind = actions.get(match["verb"])
    if kind is None:
        raise BrokenLine(f"“{_cut(match['verb'])}” is not an action of this game.")
    words = match["rest"].split()
    shapes = _shapes(kind)
    values: dict[str, Any] = {"seat": match["seat"]}
    for place, (name, shape) in enumerate(shapes):
        last = place == len(shapes) - 1
        inner = _tuple_of(shape)
        if inner is not None and last:
            values[name] = tuple(_value(word, inner, name, kind) for word in words)
            words = []
        elif not words:
            raise BrokenLine(f"“{kind.verb}” needs {usage(kind)}; {name} is missing.")
        elif inner is not None:
            word = words.pop(0)
            items = [] if word == "-" else word.split(",")
            values[name] = tuple(_value(item, inner, name, kind) for item in items)
        else:
            values[name] = _value(words.pop(0), shape, name, kind)
    if words:
        raise BrokenLine(f"“{kind.verb}” takes {usage(kind)}; “{_cut(' '.join(words))}” is too much.")
    return kind(**values)


def _cut(text: str) -> str:
    """So much of a text from outside as a sentence can hold."""
    return text if len(text) <= 60 else f"{text[:60]}…"


def usage(kind: type[Action[Any]]) -> str:
    """The fields of a kind of action in words: "sector, square"."""
    return ", ".join(name for name, _ in _shapes(kind)) or "no words"


_known_shapes: dict[Any, tuple[tuple[str, Any], ...]] = {}


def _shapes(kind: type[Action[Any]]) -> tuple[tuple[str, Any], ...]:
    """The names and types of the fields that a line carries; worked out once per kind of action."""
    shapes = _known_shapes.get(kind)
    if shapes is None:
        hints = typing.get_type_hints(kind)
        shapes = tuple((each.name, hints[each.name]) for each in fields(kind) if each.name != "seat")
        _known_shapes[kind] = shapes
    return shapes


def _tuple_of(shape: Any) -> Any | None:
    """The item type of `tuple[X, ...]`, else None."""
    arguments = typing.get_args(shape)
    if typing.get_origin(shape) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return arguments[0]
    return None


def _word(value: Any) -> str:
    if value is None:
        return "?"
    if value is HIDDEN:
        return "hidden"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(_word(item) for item in value) or "-"
    return str(value)


def _value(word: str, shape: Any, name: str, kind: type[Action[Any]]) -> Any:
    union = typing.get_origin(shape) in (Union, types.UnionType)
    choices = typing.get_args(shape) if union else (shape,)
    if word == "?" and type(None) in choices:
        return None
    if word == "hidden" and Hidden in choices:
        return HIDDEN
    if bool in choices and word in ("yes", "no"):
        return word == "yes"
    if int in choices and re.fullmatch(r"-?\d{1,6}", word):
        return int(word)
    if str in choices and _NAME.match(word):
        return word
    raise BrokenLine(
        f"“{_cut(word)}” cannot be the {name.replace('_', ' ')} of “{kind.verb}”, which takes {usage(kind)}."
    )
