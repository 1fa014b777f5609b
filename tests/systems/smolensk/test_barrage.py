"""The third worked example: a barrage with shifts, as shipped, paid for out of a dump (OS-8, SM-2.3d)."""

from __future__ import annotations

import msgspec
import pytest

from engine.play import Game
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.markers import MarkerStart
from engine.records.play import MechanismRow, Phase
from engine.rules.barrage import Barrage
from engine.rules.joining import standing
from engine.rules.stores import held
from engine.state import Store
from engine.state.actions import FightBattle
from engine.state.events import DieRolled
from tests.kit.smolensk import (
    cell,
    declare,
    face,
    fought,
    ground_rows,
    lose,
    marked,
    piece,
    refused,
    shipped,
    stage,
    terrain,
    waits,
    where,
)

FIRE = "first-barrage"
WERFER, GUNS, RIFLE, TANKS, SPOTTER = "ger-werfer-bn-3", "ger-arty-grp+1", "sov-rd-108", "sov-mtr-1-12-tk", "ger-pio-43"
BRIGADES = ("sov-arty-bde+1", "sov-arty-bde+2")
TARGET, DUMP = "0506", "0404"


def gun_rows() -> Rows:
    """The training ground with a hedgehog in woods, the phase of barrages, and dumps to pay with."""
    rows = ground_rows()
    terrain(rows, "woods", TARGET)
    rows.put(MarkerStart(start="dug", marker="hedgehog", cell=TARGET, side="soviet"))
    for key in ("barrage", "supply-draw"):
        row = shipped().get(MechanismRow, key)
        assert row is not None
        rows.put(row)
    rows.put(MechanismRow(mechanism="stores", params={}))
    for row in shipped().all(Phase):
        if row.params.get("battle") == "barrage":
            rows.put(row)
    return rows


def fire_plan(rolls: tuple[tuple[str, int], ...], *, spotter: bool = True, tokens: int = 9) -> Game:
    """The guns of the example, in two hexes, and everybody else."""
    pieces = {WERFER: "0306", GUNS: "0504", RIFLE: TARGET, TANKS: TARGET}
    if spotter:
        pieces[SPOTTER] = "0507"
    game = stage(pieces, FIRE, rows=gun_rows(), rolls=rolls, stores=(Stock(DUMP, "axis", tokens),))
    for key in (WERFER, GUNS):
        game.apply(declare(game, key, TARGET))
    return game


def dump(game: Game) -> int:
    return held(game.table, Store("cell", cell(game, DUMP), game.scenario.side_index["axis"])).tokens


@pytest.mark.rule("OS-8.1", "OS-8.2")
def test_the_third_worked_example_a_barrage_with_shifts() -> None:
    game = fire_plan((("2d6", 9), ("1d6", 5)))
    guns = [piece(game, key) for key in (WERFER, GUNS)]
    price = game.view(game.scenario.side_index["axis"]).price(cell(game, TARGET), guns)
    assert price.startswith("4 tokens for the barrage out of "), "said before it is fired"
    game.apply(FightBattle(cell(game, TARGET)))
    shot = fought(game)
    assert (shot.attack, shot.odds, shot.column, shot.code) == (44, "41", "25", "[1/2]")
    assert sorted(columns for columns, _, _ in shot.shifts) == [-1, -1, 1], "density, hedgehog, woods"
    assert dump(game) == 9 - 4, "four tokens, by the final column"
    assert waits(game) == ("soviet", "lose"), "the owner picks"
    lose(game, RIFLE)
    assert face(game, RIFLE) == 1 and where(game, TANKS) == TARGET
    assert marked(game, "dg", RIFLE) and marked(game, "dg", TANKS)


@pytest.mark.rule("OS-8.1", "OS-16.1")
@pytest.mark.parametrize(
    ("works", "columns"), [("hedgehog", [-1, -1, 1]), ("field-hedgehog", [-1, -1, 1]), ("", [-1, 1])]
)
def test_a_hedgehog_shelters_from_shells_whether_printed_or_dug(works: str, columns: list[int]) -> None:
    rows = gun_rows()
    rows.put(MarkerStart(start="dug", marker=works or "bridge", cell=TARGET, side="soviet"))
    pieces = {WERFER: "0306", GUNS: "0504", RIFLE: TARGET, TANKS: TARGET, SPOTTER: "0507"}
    game = stage(pieces, FIRE, rows=rows, rolls=(("2d6", 2),), stores=(Stock(DUMP, "axis", 9),))
    for key in (WERFER, GUNS):
        game.apply(declare(game, key, TARGET))
    game.apply(FightBattle(cell(game, TARGET)))
    assert sorted(moved for moved, _, _ in fought(game).shifts) == columns, "density, hedgehog, woods"


@pytest.mark.rule("OS-8.2")
def test_without_the_spotter_the_same_dice_only_disorganise() -> None:
    game = fire_plan((("2d6", 9),), spotter=False)
    game.apply(FightBattle(cell(game, TARGET)))
    assert (fought(game).column, fought(game).code) == ("8", "DG") and dump(game) == 9 - 2
    rolled = [event for entry in game.log for event in entry.events if isinstance(event, DieRolled)]
    assert len(rolled) == 1 and face(game, RIFLE) == 0 and marked(game, "dg", RIFLE)


@pytest.mark.rule("OS-8.1", "OS-9.1")
def test_a_barrage_costs_no_ammunition_of_an_attack_and_whoever_is_hit_pays_nothing() -> None:
    rows = gun_rows()
    for key in ("ammunition", "own-stocks"):
        row = shipped().get(MechanismRow, key)
        assert row is not None
        rows.put(
            msgspec.structs.replace(row, params={**row.params, "phases": []} if key == "own-stocks" else row.params)
        )
    pieces = {GUNS: "0504", RIFLE: TARGET, SPOTTER: "0507"}
    stocks = (Stock(DUMP, "axis", 4), Stock("0706", "soviet", 4))
    game = stage(pieces, FIRE, rows=rows, rolls=(("2d6", 7),), stores=stocks)
    game.apply(declare(game, GUNS, TARGET))
    price = int(game.table.mechanism(Barrage).price(game.table, standing(game.table, game.state.agenda[-1].battles[0])))  # type: ignore[attr-defined]
    assert price > 0
    game.apply(FightBattle(cell(game, TARGET)))
    assert fought(game).kind == "barrage", "nobody is asked for anything before the dice"
    assert dump(game) == 4 - price
    theirs = Store("cell", cell(game, "0706"), game.scenario.side_index["soviet"])
    assert held(game.table, theirs).tokens == 4 and not marked(game, "low", RIFLE) and not marked(game, "low", GUNS)


@pytest.mark.rule("OS-8.1")
def test_a_barrage_that_cannot_be_paid_for_is_not_fired() -> None:
    game = fire_plan((), tokens=3)
    why = refused(game, FightBattle(cell(game, TARGET)), "OS-8.1")
    assert "4 tokens" in why
    assert dump(game) == 3


@pytest.mark.rule("SM-2.3d", "OS-8.3")
def test_soviet_brigades_fire_together_only_where_they_stand_together() -> None:
    pieces = {BRIGADES[0]: "0505", BRIGADES[1]: "0605", "ger-id-7": TARGET, RIFLE: "0405"}
    game = stage(pieces, FIRE, rows=gun_rows(), first="soviet", stores=(Stock("0505", "soviet", 20),))
    game.apply(declare(game, BRIGADES[0], TARGET))
    refused(game, declare(game, BRIGADES[1], TARGET), "SM-2.3d")
    assert game.state.cell[piece(game, BRIGADES[1])] == cell(game, "0605")
