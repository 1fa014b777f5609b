"""The linter looks into parameters, selectors and conditions for names that nothing bears."""

from __future__ import annotations

import msgspec
import pytest

from engine.records import Record, Rows
from engine.records.board import Grid
from engine.records.counters import Selector
from engine.records.play import Arrival, HoldsPlaces, MechanismRow, Phase, Placement, Victory
from engine.systems import check_rules
from engine.systems.check import playable
from engine.systems.setup_check import check_setup
from tests.kit.childs import childs_rows
from tests.kit.drill import drill_rows


def first(rows: Rows, kind: type[Record], **changes: object) -> Record:
    return msgspec.structs.replace(rows.all(kind)[0], **changes)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (MechanismRow(mechanism="rail-hops", params={"rails": ["tram"]}), "there is no link kind called tram"),
        (MechanismRow(mechanism="garrison", params={"duties": {"axis": ["vault"]}}), "no place kind called vault"),
        (MechanismRow(mechanism="production", params={"one_of": [["kiev", "paris"]]}), "no place called paris"),
        (MechanismRow(mechanism="stacking", params={"phases": ["siesta"]}), "no phase called siesta"),
        (MechanismRow(mechanism="value-combat", params={"chart": "tarot"}), "no chart called tarot"),
    ],
)
def test_names_in_parameters(row: MechanismRow, message: str) -> None:
    rows = childs_rows()
    assert not [problem for problem in check_rules(rows) if problem.severity == "error"]
    rows.put(row)
    (problem,) = [problem for problem in check_rules(rows) if problem.severity == "error"]
    assert message in problem.message
    assert (problem.table, problem.key, problem.field) == ("mechanism", (row.mechanism,), "params")


def test_names_deep_in_a_phase_a_line_and_a_condition() -> None:
    rows = drill_rows()
    known = len(check_rules(rows))
    deep = Selector(nationalities=("martian",))
    rows.put(Phase(phase="extra", name="Extra", kind="movement", params={"modes": [{"links_only": ["canal"]}]}))
    rows.put(first(rows, Placement, units=msgspec.structs.replace(deep, units=("nobody",)), count=0))
    rows.put(first(rows, Arrival, units=deep, count=0))
    rows.put(first(rows, Victory, condition=HoldsPlaces(side="german", places=("atlantis",))))
    messages = [problem.message for problem in check_rules(rows)][known:]
    for name in ("link kind called canal", "unit called nobody", "nationality called martian", "place called atlantis"):
        assert any(name in message for message in messages), name


def test_a_map_alone_is_sound_but_no_game_and_what_a_game_lacks_is_said() -> None:
    rows = drill_rows()
    assert playable(rows) == []
    without = Rows(row for row in rows if not isinstance(row, Phase))
    assert [problem.message for problem in playable(without)] == ["not playable yet: there is no sequence of play"]
    nobody = Rows(row for row in without if not isinstance(row, Victory))
    assert [(problem.table, problem.severity) for problem in playable(nobody)] == [
        ("phase", "warning"),
        ("victory", "warning"),
    ]


def test_without_a_grid_there_is_no_set_up_to_doubt() -> None:
    rows = drill_rows()
    assert check_setup(Rows(row for row in rows if not isinstance(row, Grid))) == []
