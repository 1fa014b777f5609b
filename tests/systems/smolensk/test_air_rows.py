"""Air, artillery, replacements and options of Smolensk as shipped: tables, counters, boxes, prices, dates."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.ids import Cell
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.charts import ChartCell
from engine.records.counters import Face, Unit
from engine.records.markers import MarkerStart
from engine.records.play import Option, Placement
from engine.rules.air import air_of
from engine.rules.air_missions import AimMission, CallAircraft, JoinMission, missions_of
from engine.rules.air_refit import RepairBase
from engine.rules.air_tasks import PURPOSES
from engine.rules.regrouping import Regrouping
from engine.rules.replenishing import Replenishment
from engine.rules.setting import Setting
from engine.rules.supply_trace import TraceSupply
from engine.rules.variable_arrivals import VariableArrivals
from engine.scenario import compile_scenario
from engine.state.actions import Done, PlaceUnit
from engine.state.events import MarksLifted
from engine.systems import setting_of
from engine.systems.smolensk.rail_orders import RailOrders
from tests.kit.shipped import shipped_rows

CAMPAIGN = "smolensk-campaign"


@lru_cache(maxsize=2)
def setting(slug: str = CAMPAIGN) -> Setting:
    return setting_of(compile_scenario(shipped_rows(slug)))


def at(phase: str, turn: int = 1, first: str = "axis", stocks: tuple[Stock, ...] = (), **pieces: str) -> Game:
    """A game of the campaign with these pieces; underscores stand for hyphens, copies are numbered by `__2`."""
    spots = {key.replace("__", "+").replace("_", "-"): Spot(where) for key, where in pieces.items()}
    marks = {"first-player": {first: 1}}
    return arrange(setting(), Position(spots, turn, phase, marks=marks, stores=stocks), 1)


def number(game: Game, key: str) -> int:
    return game.scenario.piece_index[key]


def cell(game: Game, label: str) -> int:
    return int(game.setting.board.cell(label))


@pytest.mark.rule("SM-1.4a")
def test_a_bf_110_in_the_box_is_44_hexes_from_mogilev_and_the_red_box_lies_20_off() -> None:
    game = at("first-air", ger_bf_110__1="luftwaffe-box", sov_rd_6="15.10", ger_id_7="05.10")
    air = air_of(game.table)
    soviet, mogilev = game.scenario.side_index["soviet"], cell(game, "15.10")
    assert air.distance(game.table, 1 - soviet, cell(game, "luftwaffe-box"), mogilev) == 44
    assert air.distance(game.table, soviet, cell(game, "red-air-force-box"), cell(game, "62.10")) == 20
    game.apply(AimMission("barrage", cell(game, "15.10")))
    assert game.judge(JoinMission(next(piece for piece in air.flying(game.table, 1 - soviet))))


@pytest.mark.rule("SM-2.2b")
def test_there_is_no_mission_that_lands_troops() -> None:
    kinds = {rule.kind for rule in setting().mechanism(type(missions_of(at("first-air").table))).missions}
    assert kinds == set(PURPOSES) and not any("drop" in kind or "landing" in kind for kind in kinds)
    assert missions_of(at("first-air").table).drops, "supply may be dropped"


@pytest.mark.rule("SM-2.2c")
def test_an_il_2_has_one_step_and_its_fellows_have_two() -> None:
    faces: dict[str, int] = {}
    for face in shipped_rows(CAMPAIGN).all(Face):
        faces[face.unit] = max(faces.get(face.unit, 0), face.face + 1)
    planes = [unit.unit for unit in shipped_rows(CAMPAIGN).all(Unit) if unit.symbol in ("fighter", "bomber")]
    assert {key: faces[key] for key in planes if faces[key] != 2} == {"sov-il-2": 1}


@pytest.mark.rule("SM-2.2a")
@pytest.mark.rule("SM-3.2a")
def test_only_the_luftwaffe_is_called_in_movement() -> None:
    there = {
        "ger_ju_87b__1": "luftwaffe-box",
        "sov_il_2__1": "red-air-force-box",
        "sov_rd_6": "05.10",
        "ger_id_7": "04.10",
    }
    german = at("first-movement", **there)
    assert german.judge(CallAircraft())
    near = {"sov_il_2__1": "red-air-force-box", "sov_rd_6": "60.10", "ger_id_7": "59.10"}
    soviet = at("first-movement", first="soviet", **near)
    refused = soviet.judge(CallAircraft())
    assert not refused and refused.case == "SM-2.2a"


@pytest.mark.rule("SM-1.8a")
@pytest.mark.rule("SM-2.3a")
def test_counters_are_limited_as_printed() -> None:
    quantity = {unit.unit: unit.quantity for unit in shipped_rows(CAMPAIGN).all(Unit)}
    breakdowns = {key: quantity[key] for key in quantity if "brkdwn" in key}
    assert breakdowns == {"ger-brkdwn-ar4": 28, "ger-brkdwn-ar5": 2, "sov-brkdwn-ar2": 6, "sov-brkdwn-ar3": 2}
    alarm = {key: quantity[key] for key in quantity if "alarm" in key}
    assert alarm == {"sov-alarm-tank": 3, "sov-alarm-militia": 5, "sov-alarm-at": 7}
    game = at("first-movement", ger_id_7="10.10")
    rule = game.table.mechanism(Regrouping)
    line = rule.line(game.table, number(game, "ger-id-7"))
    assert line is not None and len(rule.counters_left(game.table, game.scenario.side_index["axis"], line)) == 28


@pytest.mark.rule("SM-R")
@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("sov-rd-6", "2 Pax"),
        ("ger-id-7", "2 Pax"),
        ("ger-hq-24", "1 Pax and 1 Eq"),
        ("sov-td-50", "1 Pax and 1 Eq"),
        ("sov-arty-bde", "2 Eq"),
        ("ger-pz-7-i-25-pz", "1 Eq"),
        ("ger-pio-43", "2 Pax"),
        ("sov-rr-west", "1 Pax"),
        ("sov-nkvd-bdr-86", None),
        ("sov-alarm-militia", None),
        ("ger-pz-7-37-aufk", None),
        ("ger-pz-7-7-krd", None),
        ("ger-flm-100", None),
        ("ger-bf-109f", None),
        ("ger-brkdwn-ar4", None),
    ],
)
def test_the_rebuild_chart_gives_every_unit_its_price(key: str, words: str | None) -> None:
    table = at("first-movement").table
    index = table.scenario.piece_index
    price = table.mechanism(Replenishment).price(table, index[key] if key in index else index[f"{key}+1"])
    assert (price.words() if price is not None else None) == words


@pytest.mark.rule("SM-1.6b")
def test_the_replacement_table_is_read_with_one_less_from_19_august() -> None:
    rule = setting().mechanism(VariableArrivals)
    assert {(each.side, each.first_turn, each.last_turn, each.modifier) for each in rule.throws} == {
        ("axis", 1, 12, 0),
        ("axis", 13, 200, -1),
        ("soviet", 1, 12, 0),
        ("soviet", 13, 200, -1),
    }
    chart = setting().scenario.tables["soviet-repl"]
    assert [chart.at("9", column) for column in ("Ftr", "Tac", "Pax", "Eq")] == ["1", "1", "4", "1"]


def test_tables_of_barrage_and_flak_are_complete() -> None:
    cells = {
        (row.row, row.column): row.value for row in shipped_rows(CAMPAIGN).all(ChartCell) if row.chart == "barrage"
    }
    assert cells["9", "25"] == "[1/2]" and cells["12", "117"] == "3" and cells["T", "41"] == "6"
    assert len(cells) == 12 * 11


def test_bases_and_aircraft_stand_as_printed() -> None:
    rows = shipped_rows(CAMPAIGN)
    bases = [row for row in rows.all(MarkerStart) if row.marker.startswith("air-base") and row.cell]
    assert sum(row.side == "soviet" for row in bases) == 12 and sum(row.side == "axis" for row in bases) == 2
    planes = [line for line in rows.all(Placement) if "-air-" in line.placement]
    assert sum(line.count for line in planes if line.side == "axis") == 26
    assert sum(line.count for line in planes if line.side == "soviet") == 14
    game = Game.begin(setting(), 3)
    while game.state.turn < 1:
        game.apply(next(iter(game.options())))
    while game.decision is not None and game.decision.kind == "pick-modes":
        game.apply(Done())
    air = air_of(game.table)
    axis, soviet = (game.scenario.side_index[key] for key in ("axis", "soviet"))
    resting = [piece for piece in air.flying(game.table, axis) if game.table.marked("inactive", piece)]
    boxed = [
        piece for piece in air.flying(game.table, axis) if game.state.cell[piece] == air.box_cell(game.table, axis)
    ]
    assert len(resting) == 12 and len(boxed) == 14, "all began inactive; the refit phase has made the box ready"
    tired = [piece for piece in air.flying(game.table, soviet) if game.table.marked("inactive", piece)]
    assert len(tired) == 11, "half of each type, rounded up"
    assert all(
        air.room(game.table, side, at_) >= 0 for side in (axis, soviet) for at_ in air.bases_of(game.table, side)
    )


@pytest.mark.rule("SM-4.1b")
@pytest.mark.rule("SM-4.1c")
def test_the_options_change_the_rows() -> None:
    rows: Rows = shipped_rows(CAMPAIGN)
    assert {option.option for option in rows.all(Option)} >= {"more-axis-supply", "railway-orders"}
    played = compile_scenario(rows, {"more-axis-supply": "on", "railway-orders": "on"})
    assert played.mechanisms["random-events"].params["trains"] == [1, 2, 3]
    plain = compile_scenario(rows)
    assert "trains" not in plain.mechanisms["random-events"].params
    assert not setting_of(plain).mechanism(RailOrders).orders
    orders = setting_of(played).mechanism(RailOrders).orders
    ends = {"line-h": "15.10", "line-j": "18.18"}
    assert {each.region for each in orders} == set(ends)
    lines = played.board.regions
    assert all(played.board.cell(label) in lines[region] for region, label in ends.items())


def test_aircraft_in_a_box_are_told_once_with_their_number_and_its_name() -> None:
    game = at("first-air", ger_ju_87b__1="luftwaffe-box", ger_ju_87b__2="luftwaffe-box", ger_ju_88__1="02.02")
    flown = tuple(number(game, key) for key in ("ger-ju-87b+1", "ger-ju-87b+2", "ger-ju-88+1"))
    told = MarksLifted("inactive", flown, (1, 1, 1)).words(game.table)
    assert told == "2 Ju 87B in Luftwaffe Box and Ju 88 in Bobruisk (02.02) are ready."


def mustered(turn: int = 3, *, cut: bool) -> Game:
    """The Soviets place what arrives on 15 July; German divisions stand two hexes round the base of Vitebsk, or not."""
    board = setting().board
    base = board.cell("19.28")
    beside = set(board.grid.neighbours(base))
    far = {cell for near in beside for cell in board.grid.neighbours(near)} - beside - {base}
    ring = sorted(cell for cell in far if len(beside & set(board.grid.neighbours(cell))) == 2)
    keys = ("ger-id-7", "ger-id-17", "ger-id-23", "ger-id-28", "ger-id-31", "ger-id-34")
    spots = {key: Spot(board.label(cell)) for key, cell in zip(keys, ring, strict=True)} if cut else {}
    pieces = {"sov-rd-6": Spot("56.20"), "ger-id-252": Spot("05.10"), **spots}
    position = Position(pieces, turn, "first-reinforcement", marks={"first-player": {"soviet": 1}})
    return arrange(setting(), position, 1)


@pytest.mark.rule("SM-2.1", "SM-3.1")
@pytest.mark.parametrize("cut", [False, True])
def test_new_aircraft_appear_ready_at_any_base_in_supply_and_in_the_box(cut: bool) -> None:
    game = mustered(cut=cut)
    while game.decision is not None and game.decision.kind != "arrive":
        game.apply(next(iter(game.options())))
    assert game.decision is not None
    fighters = [piece for key, piece in game.scenario.piece_index.items() if key.startswith("sov-mig-3")]
    fighter = next(piece for piece in fighters if game.options().of(piece))
    cells = {action.cell for action in game.options().of(fighter)}  # type: ignore[attr-defined]
    labels = {game.setting.board.label(Cell(cell)) for cell in cells}
    assert {"red-air-force-box", "34.18", "60.34"} <= labels and ("19.28" in labels) is not cut
    rifles = [key for key in game.scenario.piece_index if key.startswith("sov-rd-")]
    entries = {action.cell for key in rifles for action in game.options().of(number(game, key))}  # type: ignore[attr-defined]
    assert entries and cell(game, "34.18") not in entries, "troops come by their region"
    game.apply(PlaceUnit(fighter, cell(game, "34.18")))
    assert air_of(game.table).active(game.table, fighter)
    assert set(air_of(game.table).fields(game.table, 1)) == cells, "rebuilt ones as well"


@pytest.mark.rule("SM-2.1", "OS-15.1")
def test_replacements_come_to_headquarters_that_trace_by_themselves() -> None:
    hq, other = "sov-hq-16", "sov-hq-13"
    game = at("first-reinforcement", first="soviet", **{hq.replace("-", "_"): "56.20", "ger_id_252": "05.10"})
    trace, side = game.table.mechanism(TraceSupply), game.scenario.side_index["soviet"]
    alone = trace.direct(game.table, side)
    served = [
        one for one in range(game.setting.board.grid.size) if trace.traces(game.table, side, one) and not alone[one]
    ]
    assert served, "some hexes are served by its throw alone"
    far = game.setting.board.label(Cell(served[0]))
    both = at("first-reinforcement", first="soviet", sov_hq_16="56.20", sov_hq_13=far, ger_id_252="05.10")
    posts = both.table.mechanism(Replenishment).posts(both.table, side)
    assert cell(both, "56.20") in posts and cell(both, far) not in posts, f"{other} draws on {hq} alone"
    boxed = at("first-reinforcement", first="soviet", sov_hq_16="northeast-box", ger_id_252="05.10")
    assert boxed.table.mechanism(Replenishment).posts(boxed.table, side) == [cell(boxed, "northeast-box")]


@pytest.mark.rule("OS-14.1")
def test_the_price_of_a_refit_is_told_before_it_is_paid() -> None:
    spots = {"ger-ju-87b+1": Spot("01.19"), "ger-ju-87b+2": Spot("01.19"), "sov-rd-6": Spot("40.20")}
    marks = {"first-player": {"axis": 1}, "inactive": {key: 1 for key in spots if "ju" in key}}
    bases = {"axis-air-base-1-1": "01.19"}
    stocks = (Stock("01.19", "axis", 9),)
    game = arrange(setting(), Position(spots, 2, "first-refit", marks=marks, stores=stocks, markers=bases), 1)
    said = [action.words(game.table) for action in game.options() if hasattr(action, "cell")]
    assert said == ["refit 2 Ju 87B in 01.19 for 1 token"], "who it is, not how many"
    game.table.set_mark("base-hits", cell(game, "01.19"), 1)
    mended = RepairBase(cell(game, "01.19")).words(game.table)
    assert mended == "repair a hit on the air base in 01.19 for 2 tokens"
