"""What kind of input a declared type needs, read from the declaration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, cast

import msgspec
from msgspec import inspect

from engine.records import Record, Rows
from engine.records.board import TecColumn
from engine.records.columns import Column, columns
from engine.records.counters import SIZES, SYMBOLS, Selector, Unit
from engine.records.family import is_family, members
from engine.records.play import Override

Kind = Literal[
    "flag",
    "integer",
    "number",
    "text",
    "choice",
    "words",
    "selector",
    "override",
    "struct",
    "union",
    "list",
    "names",
    "name-lists",
    "numbers",
    "integers",
    "json",
]


@dataclass(frozen=True)
class Shape:
    """One declared type: its kind, and what it is made of."""

    kind: Kind
    optional: bool = False
    structs: tuple[type[msgspec.Struct], ...] = ()
    item: Shape | None = None


@dataclass(frozen=True)
class Parameter:
    """One field of a declaration, with everything its input needs."""

    column: Column
    shape: Shape

    @property
    def name(self) -> str:
        """The field's name."""
        return self.column.name


@cache
def parameters_of(struct: type[msgspec.Struct]) -> tuple[Parameter, ...]:
    """The fields of a declaration, in order."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    types = {field.name: field.type for field in info.fields}
    declared = columns(cast(type[Record], struct))
    return tuple(Parameter(column, shape_of(types[column.name], column.choices)) for column in declared)


def shape_of(type_: inspect.Type, choices: tuple[Any, ...] = ()) -> Shape:
    """The kind of input that a type needs."""
    core, optional = _core(type_)
    if choices or isinstance(core, inspect.LiteralType):
        return Shape("choice", optional)
    simple: Mapping[type[inspect.Type], Kind] = {
        inspect.BoolType: "flag",
        inspect.IntType: "integer",
        inspect.FloatType: "number",
        inspect.StrType: "text",
    }
    if type(core) in simple:
        return Shape(simple[type(core)], optional)
    if isinstance(core, inspect.StructType):
        own: dict[type, Kind] = {Selector: "selector", Override: "override"}
        return Shape(own.get(core.cls, "struct"), optional, (core.cls,))
    if isinstance(core, inspect.CustomType) and is_family(core.cls):
        return Shape("union", optional, members(core.cls))
    if isinstance(core, inspect.UnionType):
        structs = tuple(part.cls for part in core.types if isinstance(part, inspect.StructType))
        return Shape("union", optional, structs) if len(structs) == len(core.types) else Shape("json", optional)
    return _collected(core, optional)


def _collected(core: inspect.Type, optional: bool) -> Shape:
    if isinstance(core, inspect.VarTupleType | inspect.ListType):
        item = shape_of(core.item_type)
        if item.kind == "text":
            return Shape("words", optional)
        if item.kind == "integer":
            return Shape("integers", optional)
        nested = item.kind in ("struct", "union", "list", "words", "override")
        return Shape("list", optional, item=item) if nested else Shape("json", optional)
    if isinstance(core, inspect.DictType):
        value = shape_of(core.value_type)
        kinds: dict[Kind, Kind] = {
            "text": "names",
            "words": "name-lists",
            "number": "numbers",
            "integer": "numbers",
        }
        return Shape(kinds.get(value.kind, "json"), optional)
    return Shape("json", optional)


def _core(type_: inspect.Type) -> tuple[inspect.Type, bool]:
    """The type without metadata and without None, and whether None was allowed."""
    while isinstance(type_, inspect.Metadata):
        type_ = type_.type
    if isinstance(type_, inspect.UnionType) and type_.includes_none:
        rest = tuple(part for part in type_.types if not isinstance(part, inspect.NoneType))
        return (_core(rest[0])[0] if len(rest) == 1 else inspect.UnionType(rest)), True
    return type_, False


def vocabulary(rows: Rows, struct: type[msgspec.Struct] | None, name: str) -> tuple[str, ...]:
    """Words that a field may hold though it names no table: types, sizes, classes, flags and pools in use."""
    if name in ("classes", "move_class"):
        return tuple(row.effect.removeprefix("move.") for row in rows.all(TecColumn) if row.group == "move")
    units = rows.all(Unit)
    if struct is Selector or name in ("flags", "without", "pools", "symbols", "sizes"):
        known: dict[str, tuple[str, ...]] = {
            "symbols": SYMBOLS,
            "sizes": tuple(size for size in SIZES if size),
            "flags": tuple(sorted({flag for unit in units for flag in unit.flags})),
            "pools": tuple(sorted({unit.pool for unit in units if unit.pool})),
        }
        known["without"] = known["flags"]
        return known.get(name, ())
    return ()


def tag_of(struct: type[msgspec.Struct]) -> tuple[str, str]:
    """The field and the word that tell one struct of a union from the others."""
    config = struct.__struct_config__
    return str(config.tag_field), str(config.tag)


def title_of(struct: type[msgspec.Struct]) -> str:
    """What a struct of a union is called, from the first words of what it says of itself."""
    return (struct.__doc__ or struct.__name__).strip().splitlines()[0].partition(":")[0].rstrip(".")


def defaults_of(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The plain values of the fields that have a default."""
    return {
        column.name: msgspec.to_builtins(column.default)
        for column in columns(cast(type[Record], struct))
        if not column.required
    }
