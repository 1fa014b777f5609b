from __future__ import annotations

from collections import Counter

import pytest

from designer.charts.making import (
    new_crt,
    new_result,
    new_table,
    removal_of,
    rename_result,
    result_removal,
    with_dice,
)
from designer.charts.sheet import ChartSheet
from designer.charts.tec import TecSheet, effect_keyed, fresh_effect, rename_effect
from engine.errors import StavkaError
from engine.records import Rows
from engine.records.board import CellRow, Grid, Tec, TecColumn, TerrainKind
from engine.records.changes import Change
from engine.records.charts import Chart, ChartCell, Result
from engine.records.counters import Unit
from engine.scenario.template import blank_scenario
from engine.systems import check_rules


@pytest.fixture
def rows() -> Rows:
    return blank_scenario("Charts", Grid(columns=4, rows=4))


def after(rows: Rows, changes: tuple[Change, ...] | list[Change]) -> Rows:
    made = rows.copy()
    for change in changes:
        change.apply(made)
    return made


def test_a_cell_of_a_combat_table_takes_known_results_only(rows: Rows) -> None:
    sheet = ChartSheet(rows, "crt")
    written = sheet.write({("1", "c:3:1"): "DE", ("2", "c:3:1"): "XX", ("3", "c:3:1"): ""})
    made = ChartSheet(after(rows, written.changes), "crt")
    assert [made.text(die, "c:3:1") for die in "123"] == ["DE", "DR", ""]
    assert [fault.reason for fault in written.faults] == ["no result is called “XX”: add it to the results first"]


def test_rows_follow_the_dice(rows: Rows) -> None:
    sheet = ChartSheet(rows, "crt")
    assert sheet.write({("1", "row"): "9"}).faults[0].reason == "1d6 cannot show 9"
    two = after(rows, with_dice(rows, "crt", "2d6"))
    assert ChartSheet(two, "crt").lines() == [str(total) for total in range(2, 13)]
    assert ChartSheet(two, "crt").text("6", "c:1:3") == "NE"
    assert ChartSheet(after(two, with_dice(two, "crt", "1d6")), "crt").lines() == list("123456")


def test_a_renamed_row_keeps_its_cells(rows: Rows) -> None:
    gone = after(rows, ChartSheet(rows, "crt").remove(["6"]))
    sheet = ChartSheet(gone, "crt")
    before = sheet.text("5", "c:4:1")
    assert ChartSheet(after(gone, sheet.write({("5", "row"): "6"}).changes), "crt").text("6", "c:4:1") == before


def test_odds_columns_stand_in_order_and_are_headed_like_odds(rows: Rows) -> None:
    sheet = ChartSheet(rows, "crt")
    made = ChartSheet(after(rows, sheet.add_column("3:2")), "crt")
    assert [row.column for row in made.columns()][2:5] == ["1:1", "3:2", "2:1"]
    with pytest.raises(StavkaError, match="headed like 3:1"):
        sheet.add_column("three")
    renamed = ChartSheet(after(rows, sheet.rename_column("6:1", "7:1")), "crt")
    assert renamed.text("6", "c:7:1") == "DE"
    gone = after(rows, sheet.remove_column("6:1"))
    assert not [cell for cell in gone.all(ChartCell) if cell.column == "6:1"]


def test_new_rows_of_a_lookup_table_are_headed_by_themselves(rows: Rows) -> None:
    key, changes = new_table(rows, "Weather")
    made = after(rows, changes)
    sheet = ChartSheet(made, key)
    written = sheet.add([{"c:column 1": "Mud"}, {}])
    assert written.lines == ("row 3", "row 4")
    assert ChartSheet(after(made, written.changes), key).text("row 3", "c:column 1") == "Mud"


def test_a_new_combat_table_is_whole(rows: Rows) -> None:
    key, changes = new_crt(rows, "Mobile assault")
    made = after(rows, changes)
    assert key == "mobile-assault"
    assert check_rules(made) == []
    assert removal_of(made, key)
    assert after(made, removal_of(made, key)) == rows


def test_a_chart_that_rules_use_stays(rows: Rows) -> None:
    with pytest.raises(StavkaError, match="odds-combat uses this chart"):
        removal_of(rows, "crt")


def test_a_result_keeps_its_cells_when_it_gets_another_code(rows: Rows) -> None:
    result = rows.get(Result, "crt", "DE")
    assert result is not None
    many = Counter(cell.value for cell in rows.all(ChartCell))["DE"]
    made = after(rows, rename_result(rows, result, "X"))
    assert Counter(cell.value for cell in made.all(ChartCell))["X"] == many
    assert check_rules(made) == []
    with pytest.raises(StavkaError, match="There is a result NE already"):
        rename_result(rows, result, "NE")
    with pytest.raises(StavkaError, match="cells of the table give DE"):
        result_removal(rows, result)
    assert new_result(rows, "crt").code == "R1"


def test_terrain_effects_are_numbers_or_p(rows: Rows) -> None:
    sheet = TecSheet(rows, "terrain")
    written = sheet.write(
        {
            ("forest", "e:move.infantry"): "1/2",
            ("marsh", "e:move.mech"): "p",
            ("hills", "e:move.mech"): "",
            ("clear", "e:move.mech"): "-1",
            ("rough", "e:combat.shift"): "a lot",
            ("clear", "name"): "Open",
        }
    )
    made = after(rows, written.changes)
    assert made.get(Tec, "terrain", "forest", "move.infantry").value == "1/2"  # type: ignore[union-attr]
    assert made.get(Tec, "terrain", "marsh", "move.mech").value == "P"  # type: ignore[union-attr]
    assert not made.has(Tec, "terrain", "hills", "move.mech")
    assert made.get(TerrainKind, "clear").name == "Open"  # type: ignore[union-attr]
    assert {fault.line for fault in written.faults} == {"clear", "rough"}


def test_a_kind_in_use_is_removed_only_with_a_replacement(rows: Rows) -> None:
    rows.put(CellRow(cell="0202", terrain="forest"))
    sheet = TecSheet(rows, "terrain")
    assert sheet.text("forest", "uses") == "1"
    with pytest.raises(StavkaError, match="“Forest” is used 1 times"):
        sheet.remove(["forest"])
    made = after(rows, sheet.replace("forest", "hills"))
    assert made.get(CellRow, "0202").terrain == "hills"  # type: ignore[union-attr]
    assert not [entry for entry in made.all(Tec) if entry.kind == "forest"]
    assert check_rules(made) == []


def test_a_copied_kind_has_the_same_effects(rows: Rows) -> None:
    made = after(rows, TecSheet(rows, "terrain").duplicate(["forest"]).changes)
    assert made.get(Tec, "terrain", "forest-2", "move.mech").value == "3"  # type: ignore[union-attr]


def test_a_movement_class_is_renamed_with_its_units(rows: Rows) -> None:
    rows.put(Unit(unit="u", name="u", side="german", nationality="german", move_class="mech"))
    column = rows.get(TecColumn, "move.mech")
    assert column is not None
    made = after(rows, rename_effect(rows, column, "move.tank"))
    assert made.get(Unit, "u").move_class == "tank"  # type: ignore[union-attr]
    assert made.get(Tec, "terrain", "forest", "move.tank").value == "3"  # type: ignore[union-attr]
    fresh = effect_keyed(rows, fresh_effect(rows))
    assert fresh.identity() == ("move.new-class",)


def test_charts_have_names_to_show(rows: Rows) -> None:
    assert ChartSheet(rows, "crt").about == rows.get(Chart, "crt")
    assert ChartSheet(rows, "crt").called("1") == "row 1 of Combat results table"
