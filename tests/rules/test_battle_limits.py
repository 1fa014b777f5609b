"""Battles where they end: beyond the first column, with nothing owed, with nobody to pay, where there is no room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from engine.ids import Cell
from engine.records.play import MechanismRow, Placement
from engine.rules import retreat
from engine.rules.ammunition import Ammunition
from engine.rules.columns import shifted
from engine.rules.combat import OddsCombat, ends_of
from engine.rules.effects import TakeLossesProcedure
from engine.rules.marking import MarkUnits
from engine.rules.mechanism import Mechanism
from engine.rules.retreat import RETREATED
from engine.rules.setup import _barred
from engine.rules.table import Table
from engine.state.tasks import Battle, TakeLosses
from tests.kit.drill import cell, drill, drill_rows, piece
from tests.kit.logistics import logistics, number


@pytest.mark.parametrize("below", ["first", "nothing"])
def test_odds_however_poor_are_no_more_than_one_column_below_the_table(below: str) -> None:
    table = drill({"vi": "0505"}).table
    rule = msgspec.convert({"below": below}, OddsCombat)
    crt, ends = table.mechanism(OddsCombat).plain_crt(table), ends_of(rule)
    lowest = shifted(crt, 0, -9, ends)
    assert lowest == (0 if below == "first" else -1)
    assert shifted(crt, lowest, 1, ends) == lowest + 1 and shifted(crt, 1, -1, ends) == 0


@pytest.mark.parametrize(
    ("lost", "exempt", "users", "tokens"),
    [
        ((), (), {"division-1", "s-hq"}, 2),
        ((), ("hq",), {"division-1"}, 2),
        (("division-1",), (), {"s-hq"}, 1),
        (("division-1",), ("hq",), set(), None),
        (("s-hq", "division-1"), (), set(), None),
    ],
)
def test_only_defenders_who_stand_and_fire_pay_for_ammunition(
    lost: tuple[str, ...], exempt: tuple[str, ...], users: set[str], tokens: int | None
) -> None:
    game = logistics({"division-1": "0801", "s-hq": "0801", "tank-1": "0701"})
    defenders = tuple(number(game, key) for key in ("division-1", "s-hq"))
    battle = Battle(0, game.state.cell[defenders[0]], (number(game, "tank-1"),), defenders)
    for key in lost:
        game.table.eliminate(number(game, key), "lost", "")
    price = Ammunition(exempt=exempt).defence_price(game.table, battle)
    assert (price.tokens if price else None) == tokens
    assert {game.scenario.pieces[each].key for each in (price.users if price else ())} == users


class Bound(Mechanism, frozen=True, kw_only=True):
    """Whoever fights is bound to lose a step."""

    def losers(self, table: Table, battle: Battle, pieces: tuple[int, ...]) -> Iterable[int]:
        """All of them."""
        return pieces


@pytest.mark.parametrize("steps", [0, 1])
def test_nobody_is_bound_to_lose_a_step_that_is_not_owed(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = drill({"xlvi-pz": "0505", "3rd-army": "0605"}, phase="german-combat")
    table, army = game.table, piece(game, "3rd-army")
    answering = table.answering
    monkeypatch.setattr(table, "answering", lambda name: (Bound(),) if name == "losers" else answering(name))
    task = TakeLosses(Battle(0, table.state.cell[army], (piece(game, "xlvi-pz"),), (army,)), (army,), steps, 1)
    before, face = len(table.state.agenda), table.state.face[army]
    table.push(task)
    TakeLossesProcedure().run(table, task)
    assert (table.state.face[army] > face or not table.stands(army)) is (steps == 1)
    assert len(table.state.agenda) == before + steps


@pytest.mark.parametrize("farther", [True, False])
def test_past_full_cells_a_retreat_goes_on_only_where_it_may(farther: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = drill_rows()
    row = rows.get(MechanismRow, "retreat")
    params: dict[str, Any] = {**(row.params if row else {}), "extend_for_stacking": farther}
    rows.put(MechanismRow(mechanism="retreat", params=params))
    game = drill({"xlvi-pz": "0505", "3rd-army": "0905"}, rows=rows, phase="german-combat")
    grid, here = game.setting.board.grid, Cell(cell(game, "0505"))
    monkeypatch.setattr(retreat, "fits", lambda _table, _piece, there: grid.distance(here, Cell(there)) > 1)
    found = retreat.ways(game.table, piece(game, "xlvi-pz"), 1)
    assert {len(way.path) for way in found} == ({2} if farther else set())


@pytest.mark.parametrize("stood", [True, False])
def test_a_mark_for_those_who_stood_spares_whoever_went_back(stood: bool) -> None:
    game = drill({"xlvi-pz": "0505", "3rd-army": "0605", "4th-army": "0605"}, phase="german-combat")
    first, second = (piece(game, key) for key in ("3rd-army", "4th-army"))
    battle = Battle(0, cell(game, "0605"), (piece(game, "xlvi-pz"),), (first, second))
    game.table.set_mark(RETREATED, first)
    MarkUnits(mark="shaken", stood=stood).begin(game.table, battle, "")
    assert set(game.table.bearing("shaken")) == ({second} if stood else {first, second})


@pytest.mark.parametrize(("holder", "why"), [("3rd-army", "held by the enemy"), ("vi", "side by side")])
def test_why_a_cell_takes_no_more_of_a_set_up(holder: str, why: str) -> None:
    game = drill({holder: "0505", "ix": "0101", "10th-army": "0905"})
    line = Placement(placement="x", side="german", apart=True)
    assert why in _barred(game.table, line, cell(game, "0505"))
