"""Effects of the terrain chart are a declared vocabulary: the check names a column that nothing reads."""

from __future__ import annotations

import pytest

from engine.records import Rows
from engine.records.board import Tec, TecColumn
from engine.records.play import MechanismRow, Phase
from engine.systems import check_rules
from engine.systems.effect_check import check_effects
from tests.kit.guderian import ground_rows
from tests.kit.shipped import shipped_rows


def unread(rows: object) -> set[str]:
    return {str(problem.key[0]) for problem in check_effects(rows)}  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa", "panzergruppe-guderian"])
def test_every_column_of_the_playable_systems_is_read(slug: str) -> None:
    assert check_effects(shipped_rows(slug)) == []


def test_a_column_that_nobody_reads_is_named_as_a_warning() -> None:
    rows = ground_rows()
    assert unread(rows) == set()
    rows.put(TecColumn(effect="combat.defence", name="Defence", group="combat"))
    rows.put(Tec(layer="terrain", kind="forest", effect="combat.defence", value="2"))
    rows.put(TecColumn(effect="mvoe.mech", name="Mechanised", group="move"))
    rows.put(TecColumn(effect="move.ski", name="Ski troops, which nobody has drawn yet", group="move"))
    (first, second) = check_effects(rows)
    assert (first.table, first.key, first.severity) == ("tec_column", ("combat.defence",), "warning")
    assert second.key == ("mvoe.mech",)
    assert first in check_rules(rows)


def test_a_column_counts_as_read_only_while_its_rule_is_in_force() -> None:
    rows = ground_rows()
    rows.drop(MechanismRow, "supply")
    assert unread(rows) == {"supply.through"}


def test_while_there_is_no_sequence_of_play_every_rule_may_come_to_read_a_column() -> None:
    rows = ground_rows()
    rows.drop(MechanismRow, "supply")
    map_alone = Rows(row for row in rows if not isinstance(row, Phase | MechanismRow))
    assert unread(rows) == {"supply.through"} and unread(map_alone) == set()
