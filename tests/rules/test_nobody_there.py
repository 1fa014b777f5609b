"""Where there is nobody to ask, nothing to choose or nowhere to go: no question, no answer, and the game goes on."""

from __future__ import annotations

import pytest

from engine.ids import OFF_MAP
from engine.play.sandbox import Position, Spot, lay_out
from engine.records.counters import Selector
from engine.records.play import MechanismRow
from engine.rules.air_refit import RefitPhase
from engine.rules.barrage import Barrage
from engine.rules.combat import Support
from engine.rules.drawing import SupplyDraw
from engine.rules.fight import free_markers
from engine.rules.free_rebuilds import TakeFree, TakeFreeProcedure
from engine.rules.lines import Leg, _units
from engine.rules.movement import stack_reach
from engine.rules.prices import Price
from engine.rules.regrouping import _alike
from engine.rules.special_arrivals import PlaceArrival, PlaceArrivalProcedure
from engine.rules.table import Table
from engine.rules.variable_arrivals import TakeUnits, TakeUnitsProcedure
from engine.rules.withdrawals import _values
from engine.state.tasks import AnyTask
from engine.systems.smolensk.supply_table import PlaceSupply, PlaceSupplyProcedure, PutSupply
from tests.kit.airfields import aloft, field_rows
from tests.kit.byways import ground
from tests.kit.drill import drill, drill_rows, piece


def drilled(**pieces: str) -> Table:
    return lay_out(ground("drill"), Position({key.replace("_", "-"): Spot(at) for key, at in pieces.items()}))


@pytest.mark.parametrize(
    ("procedure", "task"),
    [
        (TakeFreeProcedure(), TakeFree(0, 0)),
        (PlaceArrivalProcedure(), PlaceArrival(0, ())),
        (PlaceSupplyProcedure(), PlaceSupply(0, (("", 1),))),
    ],
)
def test_what_can_be_put_nowhere_is_passed_over(
    procedure: TakeFreeProcedure | PlaceArrivalProcedure | PlaceSupplyProcedure,
    task: AnyTask,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = drilled(vi="0505")
    if not isinstance(procedure, PlaceArrivalProcedure):
        monkeypatch.setattr(type(procedure), "_cells", lambda *_: [])
    table.state.agenda.append(task)
    assert procedure.decision(table, task) is None  # type: ignore[arg-type]
    procedure.run(table, task)  # type: ignore[arg-type]
    assert task not in table.state.agenda


def test_nobodys_refit_refits_nobody() -> None:
    game = aloft(field_rows(), "german-air", battalion="0505", guard="3505")
    assert RefitPhase().open(game.table, None) == () != RefitPhase().open(game.table, 0)


def test_guns_off_the_map_or_without_range_fire_at_nothing() -> None:
    game = aloft(field_rows(), "german-air", guns="0505", battalion="0505", guard="3505")
    rule, table = game.table.mechanism(Barrage), game.table
    guns, foot, stuka = (game.scenario.piece_index[key] for key in ("guns", "battalion", "stuka-1"))
    assert len(list(rule.within(table, guns))) > 6
    assert list(rule.within(table, foot)) == list(rule.within(table, stuka)) == []


def test_nobody_off_the_map_draws() -> None:
    table = drilled(vi="0505")
    waiting = table.scenario.piece_index["ix"]
    assert table.state.cell[waiting] == OFF_MAP
    assert list(SupplyDraw().sources(table, Price(0, 1, (waiting,)))) == []


def test_a_line_to_no_units_ends_at_none() -> None:
    table = drilled(vi="0505")
    assert _units(table, 0, Leg()) == []


def test_markers_that_are_not_used_in_battles_are_not_free_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    table = drilled(vi="0505")
    rule = table.mechanism(Support)
    assert rule.per_battle and free_markers(table, 0)
    monkeypatch.setattr(table, "mechanism", lambda _: type(rule)(markers=rule.markers, per_battle=0))
    assert free_markers(table, 0) == []


def test_stacks_go_nowhere_where_units_move_alone_or_one_of_them_may_not() -> None:
    game = drill({"vi": "0505", "ix": "0505", "3rd-army": "0905"}, phase="german-combat")
    assert stack_reach(game.table, (piece(game, "vi"), piece(game, "ix"))) == ()


def test_nobody_knows_whether_face_down_units_are_alike() -> None:
    table = drilled(mech_1="0605", mech_2="0606", vi="0505")
    first, second = (table.scenario.piece_index[key] for key in ("mech-1", "mech-2"))
    assert {table.state.counter[first], table.state.counter[second]} == {None}
    known = table.scenario.piece_index["vi"]
    assert not _alike(table, first, second) and not _alike(table, first, known) and not _alike(table, known, first)
    assert _alike(table, known, known)
    assert _values(table, first) != _values(table, second) != _values(table, known)


def test_where_no_aircraft_has_lost_a_step_nobody_is_asked_which_to_rebuild() -> None:
    table = aloft(field_rows(), "german-refit", {"german-air-base-2-1": "1005"}, stuka_1="1005", guard="3505").table
    procedure, task = TakeUnitsProcedure(), TakeUnits(0, Selector(units=("stuka-1",)), 1)
    assert procedure.decision(table, task) is None
    table.state.agenda.append(task)
    procedure.run(table, task)
    assert task not in table.state.agenda, "the step is not saved"
    table.state.face[table.scenario.piece_index["stuka-1"]] = 1
    asked = procedure.decision(table, task)
    assert asked is not None and asked.kind == "replace"


def test_where_no_rule_says_what_a_point_of_supply_is_it_is_a_token() -> None:
    rows = drill_rows()
    rows.put(MechanismRow(mechanism="supply-arrivals", params={}))
    game = drill({"vi": "0405"}, rows=rows)
    table, at = game.table, game.setting.board.cell("0405")
    task = PlaceSupply(0, (("", 3),))
    table.state.agenda.append(task)
    PlaceSupplyProcedure().perform(table, task, PutSupply(at, 2))
    assert {store.where: held.tokens for store, held in table.state.stores.items()} == {at: 2}
    assert table.state.agenda[-1] == PlaceSupply(0, (("", 1),)), "one is left"
