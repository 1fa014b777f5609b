"""A phase that belongs to neither side is played by the first, whatever is done in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.play.sandbox import Position, lay_out
from engine.records.markers import Marker, MarkerStart
from engine.rules.buildup import BuildUpPhase
from engine.rules.combat import CombatPhase
from engine.rules.laying import LayMarkersPhase
from engine.rules.mechanism import Mechanism
from engine.rules.move_and_fight import MoveAndFightPhase
from engine.rules.movement import MovementPhase
from engine.rules.phase import PhaseRule
from engine.rules.sequence import _ends_player_turn
from engine.rules.table import Table
from engine.scenario import compile_scenario
from engine.state.tasks import Battle
from engine.systems import setting_of
from tests.kit.byways import ground
from tests.kit.drill import drill_rows

PHASES: dict[str, PhaseRule] = {
    "movement": MovementPhase(),
    "move and fight": MoveAndFightPhase(),
    "arrivals": BuildUpPhase(arrivals=True, replacements=False, production=False),
    "replacements": BuildUpPhase(arrivals=False, replacements=True, production=False),
    "production": BuildUpPhase(arrivals=False, replacements=False, production=True),
    "combat": CombatPhase(),
    "markers": LayMarkersPhase(marker="mine", times=1),
}


def minefield() -> Table:
    rows = drill_rows()
    rows.put(Marker(marker="mine", name="Mine"))
    for side in ("german", "soviet"):
        rows.put(MarkerStart(start=side, side=side, marker="mine"))
    return lay_out(setting_of(compile_scenario(rows)), Position({}))


@pytest.mark.parametrize("name", PHASES)
def test_what_belongs_to_nobody_is_the_first_sides(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Owed(Mechanism, frozen=True, kw_only=True):
        def battles_due(self, table: Table, side: int) -> Iterable[Battle]:
            return (Battle(side, 0, ()),)

    table, phase = minefield(), PHASES[name]
    monkeypatch.setattr(table, "answering", lambda _: (Owed(),))
    for side, whose in ((None, 0), (0, 0), (1, 1)):
        tasks: list[Any] = list(phase.open(table, side))
        assert [task.side for task in tasks] == [whose]
        assert {battle.side for battle in getattr(tasks[0], "battles", ())} <= {whose}


def test_a_use_in_a_common_phase_is_the_first_sides() -> None:
    table, phase = minefield(), LayMarkersPhase(marker="mine", times=1)
    table.tally(phase.uses(table, 0), 1)
    assert [bool(phase.open(table, side)) for side in (None, 0, 1)] == [False, False, True]


def test_a_player_turn_is_over_after_the_last_phase_of_its_side_and_no_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    table = lay_out(ground("drill"), Position({}, 2, "german-movement"))
    monkeypatch.setattr(Table, "phase_sides", [0, 0, 1, 1])
    over = []
    for table.state.phase in range(4):
        over.append(_ends_player_turn(table))
    assert over == [False, True, False, True]
