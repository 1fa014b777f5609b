from __future__ import annotations

import pytest

from designer.tables.exchange import from_csv, from_tabs, matched, to_csv, to_tabs
from designer.tables.planning import plan_import
from designer.tables.records import RecordSheet
from designer.tables.references import insertion, removal, replacement
from designer.tables.text import Unreadable, read, shown
from engine.errors import StavkaError
from engine.records import ORDER, Record, Rows
from engine.records.board import CellRow, TerrainKind
from engine.records.changes import Change
from engine.records.columns import columns
from engine.records.counters import Face, Formation, Unit
from engine.records.play import Phase, Placement
from engine.records.verify import dangling
from tests.kit.small import small_scenario


def column(kind: type[Record], name: str):
    return next(column for column in columns(kind) if column.name == name)


def after(rows: Rows, changes: tuple[Change, ...] | list[Change]) -> Rows:
    made = rows.copy()
    for change in changes:
        change.apply(made)
    return made


def phases(rows: Rows) -> RecordSheet:
    return RecordSheet(rows, Phase, lambda _rows: Phase(phase="new", name="New phase", kind="movement"))


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("attack", "2½", 2.5),
        ("attack", "2,5", 2.5),
        ("extra", "shift 2; range 3", {"shift": 2.0, "range": 3.0}),
    ],
)
def test_numbers_are_read_as_people_write_them(name: str, text: str, value: object) -> None:
    assert read(column(Face, name), text, Rows()) == value


@pytest.mark.parametrize(
    ("kind", "name", "text", "says"),
    [
        (Face, "attack", "strong", "“strong” is not a number"),
        (Face, "attack", "-1", "from 0 to 999"),
        (Face, "face", "1.5", "is not a whole number"),
        (Unit, "side", "Finnish", "there is no side called “Finnish”"),
        (Unit, "symbol", "elephant", "one of infantry"),
        (Phase, "side", "x", "there is no side"),
    ],
)
def test_what_does_not_fit_says_why(kind: type[Record], name: str, text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read(column(kind, name), text, small_scenario())


def test_references_are_shown_by_name_and_read_by_name_or_key() -> None:
    rows, side = small_scenario(), column(Unit, "side")
    assert shown(side, "soviet", rows) == "Soviet"
    assert read(side, "SOVIET", rows) == read(side, "soviet", rows) == "soviet"
    assert read(column(Unit, "formation"), " ", rows) is None


def test_good_texts_reach_the_row_and_bad_ones_stay_out() -> None:
    rows = small_scenario()
    sheet = phases(rows)
    line = sheet.lines()[0]
    written = sheet.write({(line, "name"): "Advance", (line, "first_turn"): "soon", (line, "side"): "Soviet"})
    phase = after(rows, written.changes).get(Phase, "german-move")
    assert phase is not None
    assert (phase.name, phase.side, phase.first_turn) == ("Advance", "soviet", None)
    assert [(fault.key, fault.text) for fault in written.faults] == [("first_turn", "soon")]


def test_new_lines_get_keys_of_their_own_and_go_to_the_end() -> None:
    rows = small_scenario()
    written = phases(rows).add([{"name": "Combat"}, {"name": "Combat"}])
    made = after(rows, written.changes)
    assert [phase.phase for phase in made.all(Phase)] == ["german-move", "combat", "combat-2"]
    assert [phase.position for phase in made.all(Phase)] == [0, 1, 2]


def test_lines_move_together_and_stop_at_the_end() -> None:
    rows = small_scenario()
    made = after(rows, phases(rows).add([{"name": name} for name in ("B", "C", "D")]).changes)
    sheet = phases(made)
    lines = sheet.lines()
    up = after(made, sheet.move([lines[2], lines[3]], -1))
    assert [sheet.called(line) for line in phases(up).lines()] == ["German movement", "C", "D", "B"]
    assert sheet.move([lines[0]], -1) == []


def test_removing_a_unit_takes_its_faces_and_its_set_up_with_it() -> None:
    rows = small_scenario()
    unit = rows.get(Unit, "13-army")
    assert unit is not None
    made = after(rows, removal(rows, [unit]))
    assert not made.has(Unit, "13-army") and not made.has(Face, "13-army", 0)
    assert list(dangling(made, ORDER)) == []


def test_removing_a_formation_leaves_its_units_without_one() -> None:
    rows = small_scenario()
    formation = rows.get(Formation, "2pzgr")
    assert formation is not None
    unit = after(rows, removal(rows, [formation])).get(Unit, "xxiv-pz")
    assert unit is not None and unit.formation is None


def test_a_row_that_others_cannot_do_without_is_not_removed() -> None:
    rows = small_scenario()
    kind = rows.get(TerrainKind, "forest")
    assert kind is not None
    with pytest.raises(StavkaError, match="“Forest” is still named by: Hex"):
        removal(rows, [kind])
    made = after(rows, replacement(rows, kind, "hills"))
    assert not any(cell.terrain == "forest" for cell in made.all(CellRow))
    assert sum(cell.terrain == "hills" for cell in made.all(CellRow)) == 4


def test_units_named_one_by_one_leave_their_set_up_line() -> None:
    from msgspec.structs import replace

    from engine.records.counters import Selector

    rows = small_scenario()
    line = rows.get(Placement, "soviet")
    unit = rows.get(Unit, "13-army")
    assert line is not None and unit is not None
    rows.put(replace(line, units=Selector(units=("13-army", "xxiv-pz")), count=2))
    left = after(rows, removal(rows, [unit])).get(Placement, "soviet")
    assert left is not None and (left.units.units, left.count) == (("xxiv-pz",), 1)


def test_the_clipboard_keeps_tabs_quotes_and_line_breaks() -> None:
    lines = [["a\tb", 'say "no"'], ["two\nlines", ""]]
    assert from_tabs(to_tabs(lines)) == lines


def test_no_spreadsheet_runs_what_comes_from_the_clipboard() -> None:
    lines = [["=1+1", "-3"], ["@SUM(A1)", "'=1"]]
    assert to_tabs(lines) == "'=1+1\t-3\n'@SUM(A1)\t''=1"
    assert from_tabs(to_tabs(lines)) == lines


@pytest.mark.parametrize(
    "data",
    [
        b"Name;Kind\nAdvance;combat\n",
        b"\xef\xbb\xbfName,Kind\r\nAdvance,combat\r\n",
        "Name\tKind\nAdvance\tcombat\n".encode("utf-16"),
    ],
)
def test_csv_is_read_whatever_program_wrote_it(data: bytes) -> None:
    assert from_csv(data) == [["Name", "Kind"], ["Advance", "combat"]]


@pytest.mark.parametrize("data", [b"", b"Name\n", b"\x00\x01\x02\x03name\n,\n"])
def test_files_that_are_no_table_are_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(StavkaError):
        from_csv(data)


def test_an_import_changes_known_lines_adds_new_ones_and_lists_what_is_wrong() -> None:
    rows = small_scenario()
    sheet = phases(rows)
    lines = [
        ["Phase name", "Name", "From turn", "Colour"],
        ["", "German movement", "2", ""],
        ["", "Soviet movement", "1", ""],
        ["", "Odd", "later", ""],
    ]
    match = matched(lines[0], sheet.headings())
    assert match == ["", "name", "first_turn", ""]
    plan = plan_import(sheet, lines, match, by="name")
    assert (plan.added, plan.changed, plan.left_out) == (1, 1, 1)
    assert [(trouble.line, trouble.column) for trouble in plan.troubles] == [(4, "From turn")]
    made = after(rows, plan.written.changes)
    assert [(phase.name, phase.first_turn) for phase in made.all(Phase)] == [
        ("German movement", 2),
        ("Soviet movement", 1),
    ]


def test_what_is_exported_can_be_imported_without_a_change() -> None:
    rows = small_scenario()
    sheet = phases(rows)
    lines = from_csv(to_csv(sheet).encode())
    plan = plan_import(sheet, lines, matched(lines[0], sheet.headings()), by="name")
    assert (plan.written.changes, plan.troubles) == ((), ())


@pytest.mark.parametrize("at", [0, 1, 4, 8, 9])
def test_lines_added_again_and_again_below_one_stand_there_and_move_few_others(at: int) -> None:
    rows = Rows([Phase(phase=f"p{n}", name=f"P{n}", kind="movement", position=n) for n in range(10)])
    wanted = [row.phase for row in rows.all(Phase)]
    for n in range(6):
        ordered = sorted(rows.all(Phase), key=lambda row: row.position)
        above = next(row for row in ordered if row.phase == f"p{at}")
        place, moved = insertion(list(ordered), above)
        assert len(moved) <= (len(ordered) + 1) // 2
        rows.put(Phase(phase=f"new{n}", name="New", kind="movement", position=place))
        for row in moved:
            rows.put(row)
        wanted.insert(wanted.index(f"p{at}") + 1, f"new{n}")
        assert [row.phase for row in sorted(rows.all(Phase), key=lambda row: row.position)] == wanted
