"""The columns of a table as values, read from the record's declaration, for all who treat every table alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from engine.records.base import Record
from engine.records.board import COLOUR, KEY

Kind = Literal["text", "integer", "number", "flag", "bytes", "json"]

_KINDS: dict[type[inspect.Type], Kind] = {
    inspect.StrType: "text",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.BoolType: "flag",
    inspect.BytesType: "bytes",
}
_NOUNS: dict[Kind, str] = {
    "text": "text",
    "integer": "a whole number",
    "number": "a number",
    "flag": "yes or no",
    "bytes": "binary data",
    "json": "JSON",
}
_FORMS = {KEY: "of letters, digits, spaces and . _ : + ' - beginning with a letter or digit", COLOUR: "as #rrggbb"}


@dataclass(frozen=True)
class Column:
    """One column of a table: what it is called, what it holds and what it may hold."""

    name: str
    title: str
    help: str
    kind: Kind
    type: Any
    required: bool
    default: Any
    optional: bool = False
    refers: str = ""
    choices: tuple[str | int, ...] = ()
    least: float | None = None
    above: float | None = None
    most: float | None = None
    max_length: int | None = None
    pattern: str | None = None

    @property
    def expects(self) -> str:
        """What a value must be, in words: `a whole number from 1 to 400`."""
        if self.choices:
            return "one of " + ", ".join(str(choice) or "nothing" for choice in self.choices)
        return _NOUNS[self.kind] + self._limits() + (" or nothing" if self.optional else "")

    def _limits(self) -> str:
        parts = []
        if self.least is not None and self.most is not None:
            parts.append(f"from {self.least:g} to {self.most:g}")
        elif self.least is not None:
            parts.append(f"of at least {self.least:g}")
        elif self.above is not None:
            parts.append(f"above {self.above:g}" + (f", at most {self.most:g}" if self.most is not None else ""))
        elif self.most is not None:
            parts.append(f"of at most {self.most:g}")
        if self.max_length is not None:
            parts.append(f"of at most {self.max_length} characters")
        if self.pattern is not None:
            parts.append(_FORMS.get(self.pattern, f"of the form {self.pattern}"))
        return "".join(f" {part}" for part in parts)


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a struct with their types; kept, because reading the annotations of a class is slow."""
    return msgspec.structs.fields(kind)


@cache
def columns(kind: type[Record]) -> tuple[Column, ...]:
    """The columns of a table in the order of their declaration."""
    hints = get_type_hints(kind, include_extras=True)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return tuple(_column(field, hints[field.name]) for field in info.fields)


def _column(field: inspect.Field, annotation: Any) -> Column:
    metas = [meta for meta in getattr(annotation, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
    meta = metas[-1] if metas else msgspec.Meta()
    core, optional = _core(field.type)
    default = None
    if not field.required:
        default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return Column(
        name=field.name,
        title=meta.title or field.name.replace("_", " ").capitalize(),
        help=meta.description or "",
        kind=_kind(core),
        type=annotation,
        required=field.required,
        default=default,
        optional=optional,
        refers=str((meta.extra or {}).get("refers", "")),
        choices=_choices(annotation),
        least=getattr(core, "ge", None),
        above=getattr(core, "gt", None),
        most=getattr(core, "le", None),
        max_length=getattr(core, "max_length", None) if isinstance(core, inspect.StrType) else None,
        pattern=getattr(core, "pattern", None),
    )


def _choices(annotation: Any) -> tuple[str | int, ...]:
    """The values of a Literal in the order of their declaration."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return _choices(annotation.__origin__) if hasattr(annotation, "__metadata__") else ()


def _core(type_: inspect.Type) -> tuple[inspect.Type, bool]:
    """The type without its metadata and without None, and whether None was allowed."""
    while isinstance(type_, inspect.Metadata):
        type_ = type_.type
    if isinstance(type_, inspect.UnionType) and type_.includes_none:
        rest = [part for part in type_.types if not isinstance(part, inspect.NoneType)]
        if len(rest) == 1:
            return _core(rest[0])[0], True
        return inspect.UnionType(tuple(rest)), True
    return type_, False


def _kind(core: inspect.Type) -> Kind:
    if isinstance(core, inspect.LiteralType):
        return "integer" if all(isinstance(value, int) for value in core.values) else "text"
    return _KINDS.get(type(core), "json")
