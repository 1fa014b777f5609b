from __future__ import annotations

from engine.records import ORDER, TABLES
from engine.records.board import Grid, TerrainKind, Underlay
from engine.records.columns import columns
from engine.records.counters import Face, Unit
from engine.records.play import Placement


def test_columns_are_those_of_the_declaration() -> None:
    by_name = {column.name: column for column in columns(Unit)}
    assert list(by_name) == list(Unit.__struct_fields__)
    assert by_name["formation"].optional and by_name["formation"].refers == "formation"
    assert by_name["unit"].required and not by_name["size"].required
    assert by_name["size"].choices[:3] == ("", "company", "battalion")
    assert by_name["flags"].kind == "json" and by_name["flags"].default == ()
    assert by_name["name"].title == "Identity"


def test_kinds_follow_the_types() -> None:
    assert {c.name: c.kind for c in columns(Face)}["extra"] == "json"
    assert {c.name: c.kind for c in columns(Underlay)} == {
        "name": "text",
        "image": "bytes",
        "opacity": "number",
        "matrix": "json",
    }
    assert {c.name: c.kind for c in columns(Grid)}["neighbours"] == "integer"
    assert {c.name: c.kind for c in columns(Placement)}["apart"] == "flag"


def test_what_a_column_expects_is_said_in_words() -> None:
    grid = {column.name: column.expects for column in columns(Grid)}
    assert grid["columns"] == "a whole number from 1 to 400"
    assert grid["km"] == "a number above 0, at most 1000"
    assert grid["shape"] == "one of hex, square"
    assert {c.name: c.expects for c in columns(TerrainKind)}["colour"] == "text as #rrggbb"
    assert {c.name: c.expects for c in columns(Placement)}["region"] == "text or nothing"


def test_references_lead_to_tables_with_a_single_key() -> None:
    for kind in ORDER:
        for column in columns(kind):
            if column.refers:
                assert len(TABLES[column.refers].key) == 1, (kind.table, column.name)


def test_keys_come_first_and_are_required() -> None:
    for kind in ORDER:
        for name in kind.key:
            assert next(column for column in columns(kind) if column.name == name).required, (kind.table, name)
