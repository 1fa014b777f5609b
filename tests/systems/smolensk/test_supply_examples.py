"""The worked examples of supply as scripted games on the plain of the kit: paying through a headquarters, eating, fuel.

Example 7, rail, stands with the tests of trains.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.play import Game
from engine.play.sandbox import Spot
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.board import CellRow
from engine.records.markers import Marker, MarkerStart
from engine.records.play import MechanismRow
from engine.rules.fuel import FuelGroup
from engine.rules.own_stocks import EXHAUSTED, LOW
from engine.rules.supply_trace import UNSUPPLIED, TraceSupply
from engine.state.actions import DeclareAttack, Done, FightBattle, LoseStep, MoveStack, MoveUnit
from tests.kit.boards import rail, road
from tests.kit.guderian import seed_showing
from tests.kit.logistics import cells, logistics, logistics_rows, number, tokens, tracing_rows
from tests.kit.shipped import shipped_rows
from tests.kit.smolensk import stage

WOODS = ("0901", "0502", "0602", "0702", "0802", "0902", "1002")


def example_4_rows() -> Rows:
    """From the dump a road hex and an open one to the headquarters; four road hexes and a wood to the divisions."""
    rows = logistics_rows()
    road(rows, "0201", "0301")
    road(rows, "0401", "0501", "0601", "0701", "0801")
    for wood in WOODS:
        rows.put(CellRow(cell=wood, terrain="forest"))
    return rows


def example_4(tokens_there: int = 8, mode: str = "", **more: Any) -> Game:
    """Two divisions, one of them reduced, against a guard; the headquarters throws eight."""
    pieces: dict[str, Any] = {
        "s-hq": Spot("0401", mode=mode),
        "division-1": "1001",
        "division-2": Spot("1001", 1),
        "guard": "1101",
        **more.pop("pieces", {}),
    }
    stock = Stock("0201", "soviet", tokens_there)
    return logistics(pieces, stock, rows=example_4_rows(), phase="s-combat", **more)


def attack(game: Game) -> bool:
    """Commit both divisions; whether the battle could be fought, and was."""
    cell = cells(game, "1101")[0]
    for key in ("division-1", "division-2"):
        if not game.judge(DeclareAttack(number(game, key), cell)):
            return False
        game.apply(DeclareAttack(number(game, key), cell))
    if not game.judge(FightBattle(cell)):
        return False
    game.apply(FightBattle(cell))
    return True


EMPTY = {EXHAUSTED: {"division-1": 1, "division-2": 1}}


@pytest.mark.rule("OS-10.2")
def test_example_4_five_of_eight_tokens_are_thrown() -> None:
    game = example_4(marks=EMPTY)
    assert attack(game)
    assert tokens(game) == {"0201": 3}
    assert not attack(example_4(4, marks=EMPTY)), "four tokens leave the attack off"


@pytest.mark.rule("OS-10.3")
def test_example_4_own_stocks_help_with_a_units_own_part() -> None:
    game = example_4(4)
    assert attack(game)
    assert sum(tokens(game).values()) < 4 and len(game.table.bearing(LOW)) >= 1


@pytest.mark.rule("OS-10.2")
@pytest.mark.parametrize(
    "variant",
    [{"mode": "move"}, {"mode": "strat"}, {"pieces": {"tank-1": "0902"}}],
    ids=["move mode: range 4", "strategic mode", "a zone over the wood"],
)
def test_example_4_variants_in_which_nothing_is_thrown(variant: dict[str, Any]) -> None:
    assert not attack(example_4(marks=EMPTY, **variant))


def example_5(there: int, seed: int = 1) -> Game:
    """Four and a half of size, a railway that is bombed, a dump five truck points away."""
    rows = tracing_rows()
    rail(rows, *(f"{column:02}03" for column in range(8, 21)))
    rows.put(Marker(marker="bombed", name="Bombed line", blocks_supply=True))
    rows.put(MarkerStart(start="bombed", marker="bombed", cell="1403", side="german"))
    road(rows, "0803", "0703")
    pieces: dict[str, Any] = {"division-1": "0803", "brigade": "0803", "division-3": Spot("0803", 2), "guard": "0102"}
    stores = [Stock("0603", "soviet", there)] if there else []
    return logistics(pieces, *stores, rows=rows, phase="s-supply", seed=seed)


@pytest.mark.rule("OS-11.2")
def test_example_5_a_stack_eats_and_then_starves() -> None:
    """Seven of size are three and a half tokens: four; the second time there are not enough."""
    game = example_5(5)
    rule = game.table.mechanism(TraceSupply)
    assert rule.meal(game.table, 1, cells(game, "0803")[0]).tokens == 4
    assert tokens(game) == {"0603": 1}
    assert not game.table.bearing(UNSUPPLIED)
    hungry = example_5(1, seed_showing(("2d6", 6)))
    assert len(hungry.table.bearing(UNSUPPLIED)) == 3
    assert hungry.decision is not None and hungry.decision.kind == "lose"
    hungry.apply(LoseStep(number(hungry, "division-1")))
    hungry.apply(LoseStep(number(hungry, "division-1")))
    assert hungry.table.steps_left(number(hungry, "division-1")) == 1, "6 and 3 for five steps are 9: two steps"


@pytest.mark.rule("OS-11.2")
def test_example_5_a_division_a_regiment_and_a_school_eat_two_tokens_together() -> None:
    """Three, one and a half of size are two and a quarter tokens: two, since a hex is rounded as a whole."""
    rows = shipped_rows("smolensk-campaign")
    params = next(row.params for row in rows.all(MechanismRow) if row.mechanism == TraceSupply.key)
    rule = msgspec.convert(params, TraceSupply)
    eaters = ("sov-rd-153", "sov-mtr-1-12-tk", "sov-mtr-1-boris-tk")
    game = stage(dict.fromkeys(eaters, "0803") | {"ger-pz-7-7-inf": "0102"})
    here = game.state.cell[game.scenario.piece_index["sov-rd-153"]]
    assert rule.meal(game.table, 1, here).tokens == 2
    alone = stage({"sov-rd-153": "0803", "sov-mtr-1-12-tk": "0804", "ger-pz-7-7-inf": "0102"})
    cells_of = [alone.state.cell[alone.scenario.piece_index[key]] for key in eaters[:2]]
    assert [rule.meal(alone.table, 1, cell).tokens for cell in cells_of] == [2, 1], "a half is rounded up"


def example_6(ends: str, group: bool) -> int:
    """Tokens that two battalions need in reaction, three in movement, and three in exploitation."""
    pieces: dict[str, Any] = {"tank-1": "0302", "tank-2": "0302", "tank-3": "0302", "rifles": "0303"}
    pieces |= {"division-1": "2005", "guard": "0105"}
    marks = {"released": {"tank-1": 1, "tank-2": 1}, "exploit": dict.fromkeys(("tank-1", "tank-2", "tank-3"), 1)}
    rows = logistics_rows(fuel={"ends": ends})
    game = logistics(pieces, Stock("0302", "german", 40), rows=rows, phase="g-react", marks=marks)
    tanks = [number(game, key) for key in ("tank-1", "tank-2", "tank-3")]
    if group:
        game.apply(FuelGroup(tanks[0]))
    game.apply(MoveStack(tuple(tanks[:2]), cells(game, "0402")))
    for phase, way in (("g-move", "0403"), ("g-exploit", "0402")):
        while game.table.phase_name != phase:
            game.apply(Done())
        if phase == "g-move":
            game.apply(MoveUnit(number(game, "rifles"), cells(game, "0304")))
            if group and ends == "every":
                game.apply(FuelGroup(tanks[0]))
            game.apply(MoveUnit(tanks[2], cells(game, "0402")))
        game.apply(MoveStack(tuple(tanks), cells(game, way)))
    return 40 - sum(tokens(game).values())


@pytest.mark.rule("OS-5.2")
@pytest.mark.parametrize(("ends", "group", "spent"), [("owner", False, 8), ("owner", True, 4), ("every", True, 8)])
def test_example_6_fuel_by_unit_and_by_formation(ends: str, group: bool, spent: int) -> None:
    """By unit 2 and 3 and 3; as a formation 4 for all three phases; 4 twice where every clean-up takes the marker."""
    assert example_6(ends, group) == spent
