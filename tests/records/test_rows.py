"""Rows: copies are independent, and what was worked out is kept only as long as it holds."""

from __future__ import annotations

from engine.records import Rows
from engine.records.counters import Side


def sides(rows: Rows) -> list[str]:
    return rows.kept("names", ("side",), lambda: [side.name for side in rows.all(Side)])


def test_a_copy_and_its_origin_change_apart() -> None:
    rows = Rows([Side(side="a", name="A")])
    copy = rows.copy()
    rows.put(Side(side="b", name="B"))
    copy.drop(Side, "a")
    third = copy.copy()
    third.put(Side(side="c", name="C"))
    assert [side.side for side in rows.all(Side)] == ["a", "b"]
    assert copy.all(Side) == [] and [side.side for side in third.all(Side)] == ["c"]
    rows.put(Side(side="d", name="D"))
    assert rows.has(Side, "d") and not copy.has(Side, "d")


def test_what_is_worked_out_is_kept_until_its_table_changes() -> None:
    rows = Rows([Side(side="a", name="A")])
    first = sides(rows)
    assert sides(rows) is first
    copy = rows.copy()
    assert sides(copy) is first, "a copy knows it too"
    copy.put(Side(side="b", name="B"))
    assert sides(copy) == ["A", "B"] and sides(rows) is first
    rows.put(Side(side="c", name="C"))
    assert sides(rows) == ["A", "C"], "two that went apart never take each other's answers"
    rows.drop(Side, "nobody")
    assert sides(rows) == ["A", "C"]
