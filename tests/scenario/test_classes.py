"""A class that does not fit the type is a warning, where the side has a class that does."""

from __future__ import annotations

from msgspec.structs import replace

from engine.counters import check_counters
from engine.records.counters import Unit
from tests.kit.shipped import shipped_rows


def test_a_panzer_corps_that_moves_like_infantry_is_named() -> None:
    rows = shipped_rows("arduous-beginning")
    assert check_counters(rows) == []
    panzer = rows.get(Unit, "xlvii-pz")
    assert panzer is not None
    rows.put(replace(panzer, move_class="infantry"))
    found = check_counters(rows)
    assert [(one.key, one.field, one.severity) for one in found] == [(("xlvii-pz",), "move_class", "warning")]
    assert found[0].message == (
        "is armour and moves as Infantry, like the infantry of its side: is Panzer and mechanised meant?"
    )


def test_infantry_that_moves_like_panzers_is_named_too() -> None:
    rows = shipped_rows("arduous-beginning")
    unit = next(unit for unit in rows.all(Unit) if unit.symbol == "infantry" and unit.side == "german")
    rows.put(replace(unit, move_class="tank"))
    assert [one.key for one in check_counters(rows)] == [(unit.unit,)]


def test_where_all_move_alike_nothing_is_odd() -> None:
    assert check_counters(shipped_rows("childs-barbarossa")) == []
