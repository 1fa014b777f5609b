from __future__ import annotations

import pytest
from msgspec.structs import replace

from designer.oob.mix import counter_mix
from designer.oob.units import UnitSheet
from designer.tables.exchange import matched
from engine.records import Rows
from engine.records.changes import Change
from engine.records.counters import Face, Selector, Unit
from engine.records.play import MechanismRow, Placement
from tests.kit.shipped import shipped_rows
from tests.kit.small import small_scenario

PZ = ("xxiv-pz",)


def after(rows: Rows, changes: tuple[Change, ...] | list[Change]) -> Rows:
    made = rows.copy()
    for change in changes:
        change.apply(made)
    return made


def test_a_line_shows_every_face() -> None:
    sheet = UnitSheet(small_scenario())
    keys = ("0.attack", "0.defence", "0.movement", "1.attack")
    assert [sheet.text(PZ, key) for key in keys] == ["9", "6.5", "6", "4"]
    assert sheet.text(PZ, "where") == "free in West"


def test_values_of_faces_are_written_beside_each_other() -> None:
    rows = small_scenario()
    written = UnitSheet(rows).write({(PZ, "0.attack"): "8", (PZ, "1.attack"): "x", (PZ, "name"): "XXIV Pz"})
    made = after(rows, written.changes)
    assert made.get(Face, "xxiv-pz", 0) == replace(rows.get(Face, "xxiv-pz", 0), attack=8.0)  # type: ignore[type-var]
    assert made.get(Face, "xxiv-pz", 1) == rows.get(Face, "xxiv-pz", 1)
    assert [(fault.key, fault.reason) for fault in written.faults] == [("1.attack", "“x” is not a number")]


def test_a_new_face_begins_with_the_movement_of_the_one_before() -> None:
    rows = small_scenario()
    written = UnitSheet(rows).write({(PZ, "2.attack"): "1"})
    assert after(rows, written.changes).get(Face, "xxiv-pz", 2) == Face(unit="xxiv-pz", face=2, attack=1, movement=6)
    assert UnitSheet(rows).write({(PZ, "3.attack"): "1"}).faults[0].reason == "fill in the second reduced face first"


def test_emptying_the_last_face_removes_it() -> None:
    rows = small_scenario()
    empty = {(PZ, f"1.{name}"): "" for name in ("attack", "defence", "movement")}
    assert not after(rows, UnitSheet(rows).write(empty).changes).has(Face, "xxiv-pz", 1)


def test_a_unit_that_changes_sides_takes_a_nationality_of_the_new_side() -> None:
    rows = small_scenario()
    unit = after(rows, UnitSheet(rows).write({(PZ, "side"): "Soviet"}).changes).get(Unit, "xxiv-pz")
    assert unit is not None and (unit.nationality, unit.formation) == ("soviet", None)


def test_new_units_have_a_face_and_copies_have_all() -> None:
    rows = small_scenario()
    sheet = UnitSheet(rows)
    added = sheet.add([{"name": "7th Pz", "0.attack": "10", "0.defence": "8", "0.movement": "6", "1.attack": "5"}])
    made = after(rows, added.changes)
    assert made.get(Face, "7th-pz", 0) == Face(unit="7th-pz", face=0, attack=10, defence=8, movement=6)
    assert made.get(Face, "7th-pz", 1) == Face(unit="7th-pz", face=1, attack=5, movement=6)
    copied = after(rows, sheet.duplicate([PZ]).changes)
    assert copied.get(Face, "xxiv-pz-2", 1) == replace(rows.get(Face, "xxiv-pz", 1), unit="xxiv-pz-2")  # type: ignore[type-var]


def test_removing_a_unit_removes_its_faces() -> None:
    rows = small_scenario()
    assert not [face for face in after(rows, UnitSheet(rows).remove([PZ])).all(Face) if face.unit == "xxiv-pz"]


@pytest.fixture(scope="module")
def arduous() -> Rows:
    return shipped_rows("arduous-beginning")


def test_the_counter_mix_counts_what_the_rulebook_counts(arduous: Rows) -> None:
    mix = counter_mix(arduous)
    assert sum(side.counters for side in mix.sides) == 40 - 1, "all but the turn marker"
    german = mix.sides[0]
    assert german.by_symbol == {"infantry": 11, "armour": 5, "air": 2}
    assert german.begins == {"placed": 16, "marker": 2}
    assert mix.problems == ()


def test_a_unit_without_a_place_is_named(arduous: Rows) -> None:
    rows = arduous.copy()
    rows.put(Unit(unit="stray", name="Stray", side="soviet", nationality="soviet"))
    assert [problem.key for problem in counter_mix(rows).problems] == [("stray",)]


def named(rows: Rows, line: tuple[str, ...], name: str) -> Rows:
    return after(rows, UnitSheet(rows).write({(line, "name"): name}).changes)


def test_a_new_unit_takes_its_key_from_its_first_identity() -> None:
    rows = small_scenario()
    added = UnitSheet(rows).add([{}])
    (line,) = added.lines
    assert line == ("new-unit",)
    made = named(after(rows, added.changes), line, "7th Pz")
    assert made.get(Unit, "new-unit") is None and made.get(Unit, "7th-pz") is not None
    assert [face.unit for face in made.all(Face) if "new" in face.unit] == []
    assert made.has(Face, "7th-pz", 0)
    again = named(made, ("7th-pz",), "8th Pz")
    assert again.has(Unit, "7th-pz") and not again.has(Unit, "8th-pz"), "a key of its own stays"


def test_a_second_unit_of_that_identity_has_its_side_in_its_key() -> None:
    rows = small_scenario()
    added = UnitSheet(rows).add([{"side": "Soviet"}])
    made = named(after(rows, added.changes), added.lines[0], "XXIV Pz")
    unit = made.get(Unit, "xxiv-pz-soviet")
    assert unit is not None and unit.side == "soviet" and made.has(Unit, "xxiv-pz")


def test_the_set_up_follows_the_key_and_a_rule_that_names_it_holds_it_fast() -> None:
    rows = small_scenario()
    made = after(rows, UnitSheet(rows).add([{}]).changes)
    made.put(Placement(placement="here", side="german", units=Selector(units=("new-unit", "xxiv-pz")), cell="0101"))
    moved = named(made, ("new-unit",), "7th Pz").get(Placement, "here")
    assert moved is not None and moved.units.units == ("7th-pz", "xxiv-pz")
    made.put(MechanismRow(mechanism="zoc", params={"units": {"units": ["new-unit"]}}))
    held = named(made, ("new-unit",), "7th Pz")
    assert held.get(Unit, "new-unit").name == "7th Pz"  # type: ignore[union-attr]


def test_headings_of_lists_from_elsewhere_are_understood() -> None:
    header = ["Unit", "Unit type", "Attack Factor", "Defense", "Move", "Defense 2", "Reduced move"]
    assert matched(header, UnitSheet(small_scenario()).headings()) == [
        "name",
        "symbol",
        "0.attack",
        "0.defence",
        "0.movement",
        "1.defence",
        "1.movement",
    ]
