"""Random scenarios that fit their declarations, for laws that must hold for every one of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from engine.legible import legible
from engine.records import ORDER, TABLES, Record, Rows
from engine.records.board import COLOUR, KEY, Grid
from engine.records.columns import Column, columns
from engine.records.family import convert, is_family, members
from engine.records.play import ScenarioRow
from engine.store.sound import unsound

TEXT = st.text(st.characters(codec="utf-8"), max_size=12).map(legible) | st.sampled_from(
    ["", '""', "\\N", "\\", "a\tb", "two\nlines", "# no comment", "[unit]", " ", "x ", "\u2028", "yes", "1.0", "\r\n"]
)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers(-9, 9).map(float)
PATTERNS = {
    KEY: st.from_regex(r"\A[A-Za-z0-9][A-Za-z0-9 ._:+'-]{0,8}\Z"),
    COLOUR: st.from_regex(r"\A#[0-9a-f]{6}\Z"),
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def values(info: inspect.Type, depth: int = 0) -> st.SearchStrategy[Any]:
    """Values of a type as msgspec declares it."""
    match info:
        case inspect.Metadata(type=inner):
            return values(inner, depth)
        case inspect.StrType(pattern=str(pattern)):
            return PATTERNS[pattern]
        case inspect.StrType(min_length=least, max_length=limit):
            return TEXT.map(lambda text: text[:limit].ljust(least or 0, "x"))
        case inspect.IntType(ge=least, le=most):
            return st.integers(-(2**63) if least is None else least, 2**63 - 1 if most is None else most)
        case inspect.FloatType(ge=least, gt=above, le=most):
            floor = least if least is not None else above
            return _numbers(floor, most, above is not None)
        case inspect.BoolType():
            return st.booleans()
        case inspect.BytesType():
            return st.binary(max_size=20)
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType(values=choices):
            return st.sampled_from(choices)
    return _compound(info, depth)


def _compound(info: inspect.Type, depth: int) -> st.SearchStrategy[Any]:
    match info:
        case inspect.CustomType(cls=family) if is_family(family):
            return st.one_of([values(inspect.type_info(member), depth) for member in members(family)])
        case inspect.UnionType(types=parts):
            return st.one_of([values(part, depth) for part in parts])
        case inspect.VarTupleType(item_type=item):
            return st.lists(values(item, depth + 1), max_size=2).map(tuple) if depth < 4 else st.just(())
        case inspect.TupleType(item_types=items):
            return st.tuples(*(values(item, depth + 1) for item in items))
        case inspect.DictType(value_type=inspect.AnyType()):
            return st.dictionaries(TEXT, JSON, max_size=3)
        case inspect.DictType(value_type=inner):
            return st.dictionaries(TEXT, values(inner, depth + 1), max_size=3)
        case inspect.StructType(cls=made, fields=fields):
            return st.builds(made, **{field.name: values(field.type, depth + 1) for field in fields})
    raise AssertionError(f"no strategy for {info}")


def _numbers(floor: float | None, most: float | None, open_below: bool) -> st.SearchStrategy[float]:
    if floor is None and most is None:
        return NUMBERS
    return st.floats(floor, most, exclude_min=open_below, allow_nan=False, allow_infinity=False)


@st.composite
def rows(draw: st.DrawFn) -> Rows:
    """A scenario of a few rows in a few tables, whose references all lead somewhere."""
    made = Rows()
    chosen = draw(st.sets(st.sampled_from(ORDER), max_size=6))
    wanted = chosen | {kind for kind in ORDER if kind.table in {c.refers for k in chosen for c in columns(k)}}
    for kind in ORDER:
        for _ in range(draw(st.integers(1, 1 if not kind.key else 3)) if kind in wanted else 0):
            row = _row(draw, kind, made)
            if row is not None:
                made.put(row)
    return made


def _row(draw: st.DrawFn, kind: type[Record], made: Rows) -> Record | None:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    cells: dict[str, Any] = {}
    for column, field in zip(columns(kind), info.fields, strict=True):
        if column.refers:
            found = _targets(column, made)
            if not found and column.required:
                return None
            cells[column.name] = draw(st.sampled_from(found if column.required else [None, *found]))
        elif column.required or draw(st.booleans()):
            cells[column.name] = draw(values(field.type))
    return convert(cells, kind, from_attributes=True)


def _targets(column: Column, made: Rows) -> list[str]:
    return [row.identity()[0] for row in made if row.table == column.refers]


def sound_rows() -> st.SearchStrategy[Rows]:
    """Such a scenario with all that the library asks of one."""
    return rows().map(_made_sound)


def _made_sound(made: Rows) -> Rows:
    for problem in list(unsound(made)):
        made.drop(TABLES[problem.table], *problem.key)
    for row in (ScenarioRow(title="Any"), Grid()):
        if not made.has(type(row)):
            made.put(row)
    return made
