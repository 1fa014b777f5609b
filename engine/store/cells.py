"""One cell of the text form: a value as a person may read and type it between two tabs."""

from __future__ import annotations

import base64
import re
from typing import Any

import msgspec

from engine.records.columns import Column

_NAMED = {"\t": r"\t", "\n": r"\n", "\r": r"\r", "\\": r"\\"}
_PLAIN = {escape[1]: char for char, escape in _NAMED.items()} | {mark: mark for mark in '"#['}
_SPECIAL = re.compile("[\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_ESCAPE = re.compile(r"\\(u[0-9a-f]{4}|.|$)", re.DOTALL)
_WHOLE = re.compile(r"[+-]?[0-9]{1,19}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_FLAGS = {"yes": True, "no": False}

EMPTY = '""'
NONE = r"\N"


class CellError(ValueError):
    """A cell that cannot be read; the text says why."""


def encode(column: Column, value: Any) -> str:
    """The cell of a value; the default is an empty cell."""
    if not column.required and value == column.default:
        return ""
    return spell(column, value)


def spell(column: Column, value: Any) -> str:
    """The cell of a value, written out even where it is the default."""
    if value is None:
        return NONE
    if column.kind == "text":
        return _escape(value)
    if column.kind == "flag":
        return "yes" if value else "no"
    if column.kind == "integer":
        return str(value)
    if column.kind == "number":
        return repr(float(value)).removesuffix(".0")
    if column.kind == "bytes":
        return base64.b64encode(value).decode() or EMPTY
    return _json_safe(msgspec.json.encode(value).decode())


def decode(column: Column, cell: str) -> Any:
    """The plain value of a cell that is not empty."""
    if cell == NONE:
        return None
    if column.kind == "text":
        return "" if cell == EMPTY else _unescape(cell)
    if column.kind == "bytes":
        return _bytes(cell)
    if column.kind == "json":
        return _json(cell)
    return _simple(column, cell)


def _simple(column: Column, cell: str) -> Any:
    if column.kind == "integer" and _WHOLE.fullmatch(cell):
        return int(cell)
    if column.kind == "number" and _NUMBER.fullmatch(cell):
        return float(cell)
    if column.kind == "flag" and cell in _FLAGS:
        return _FLAGS[cell]
    shown = cell if len(cell) <= 40 else f"{cell[:37]}..."
    raise CellError(f"the value is “{shown}”, but must be {column.expects}")


def _escape(text: str) -> str:
    if text == "":
        return EMPTY
    if text == EMPTY:
        return r"\"\""
    inner = text.strip()
    start = text.index(inner)
    before, after = text[:start], text[start + len(inner) :]
    text = _coded(before) + _SPECIAL.sub(lambda match: _NAMED.get(match[0]) or _coded(match[0]), inner) + _coded(after)
    return "\\" + text if text[0] in "#[" else text


def _coded(text: str) -> str:
    """Characters by their numbers, so that no editor strips or splits them."""
    return "".join(_NAMED.get(char) or f"\\u{ord(char):04x}" for char in text)


def _unescape(cell: str) -> str:
    def plain(match: re.Match[str]) -> str:
        mark = match[1]
        if len(mark) == 5:
            return chr(int(mark[1:], 16))
        if mark not in _PLAIN:
            raise CellError(f"the backslash before “{mark}” means nothing; write two for a real one")
        return _PLAIN[mark]

    return _ESCAPE.sub(plain, cell)


def _json_safe(text: str) -> str:
    """JSON on one line: characters that editors take for line ends are written as escapes."""
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff]", lambda match: f"\\u{ord(match[0]):04x}", text)


def _json(cell: str) -> Any:
    try:
        return msgspec.json.decode(cell)
    except msgspec.DecodeError as error:
        raise CellError(f"the value is not JSON: {error}") from None
    except RecursionError:
        raise CellError("the value is nested too deeply") from None


def _bytes(cell: str) -> bytes:
    try:
        return b"" if cell == EMPTY else base64.b64decode(cell, validate=True)
    except ValueError:
        raise CellError("the value is not binary data in base64") from None
