from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from engine.errors import EngineBug
from engine.records import Rows
from engine.records.board import CellRow
from engine.records.changes import backwards, difference, drop, merge, put
from tests.kit.random_rows import rows as random_rows


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_rows(), random_rows())
def test_the_difference_turns_one_scenario_into_another_and_back(old: Rows, new: Rows) -> None:
    changes = difference(old, new)
    rows = old.copy()
    for change in changes:
        change.apply(rows)
    assert rows == new
    for change in backwards(changes):
        change.apply(rows)
    assert rows == old


def test_merging_keeps_the_first_before_and_the_last_after() -> None:
    rows = Rows([CellRow(cell="0101", terrain="clear")])
    changes = []
    for terrain in ("forest", "swamp"):
        change = put(rows, CellRow(cell="0101", terrain=terrain))
        change.apply(rows)
        changes.append(change)
    (merged,) = merge(changes)
    assert merged.before == CellRow(cell="0101", terrain="clear")
    assert merged.after == CellRow(cell="0101", terrain="swamp")
    assert merge([*changes, *backwards(changes)]) == ()


def test_a_change_is_not_made_on_rows_that_differ() -> None:
    row = CellRow(cell="0101", terrain="clear")
    with pytest.raises(EngineBug):
        drop(row).apply(Rows())
    with pytest.raises(EngineBug):
        put(Rows(), row).apply(Rows([row]))
