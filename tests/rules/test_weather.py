"""Weather: the dice, the zones, and what each kind does to movement, battles and flying."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import IllegalAction
from engine.ids import OFF_MAP, Cell
from engine.play import Game
from engine.play.journal import journal
from engine.records import Rows
from engine.records.board import CellRow, Tec
from engine.records.charts import ChartCell
from engine.records.counters import Unit
from engine.records.play import Phase
from engine.records.weather import Weather, WeatherZone
from engine.rules.weather_effects import Road, Roads, WeatherEffect, WeatherEffects
from engine.scenario.weather import forecast_cell
from engine.state import ELIMINATED
from engine.state.actions import CommitSupport, Done, FightBattle
from engine.state.events import BattleFought, DieRolled, WeatherChanged
from tests.kit.boards import rail, river
from tests.kit.drill import attack, cell, drill, drill_rows, fight, last, move, piece, reach, seed_showing, skip_to
from tests.kit.players import setting_for
from tests.kit.seasons import add_south, add_weather, alter, rough_rows

GERMAN, SOVIET = "xxiv-pz", "13th-army"


def ground(at_start: str = "D", sketch: str | None = None) -> Rows:
    rows = drill_rows(sketch) if sketch else drill_rows()
    add_weather(rows, at_start)
    rows.drop(Phase, "weather")
    return rows


def rolling() -> Rows:
    rows = drill_rows()
    add_weather(rows)
    return rows


def kinds(game: Game) -> list[str]:
    return [game.scenario.weathers[index].weather for index in game.state.weather]


def at(game: Game, label: str) -> str:
    found = game.table.weather_at(cell(game, label))
    return found.weather if found else ""


def test_mud_doubles_what_a_cell_costs_and_leaves_the_budget() -> None:
    dry, mud = (reach(drill({GERMAN: "0305"}, rows=ground(kind)), GERMAN) for kind in "DM")
    assert dry["0405"] == 1
    assert mud["0405"] == 2
    assert {cell: 2 * cost for cell, cost in dry.items() if 2 * cost <= 6} == mud


def test_a_factor_is_exact_in_quarters_of_a_point() -> None:
    rows = ground("S")
    assert reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)["0405"] == 1.5
    alter(rows, Weather, "S", movement=1.1)
    assert reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)["0405"] == 1
    alter(rows, Weather, "S", movement=1.125)
    assert reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)["0405"] == 1.25


def test_a_move_that_mud_makes_too_long_is_refused_with_its_price() -> None:
    game = drill({GERMAN: "0305"}, rows=ground("M"))
    with pytest.raises(IllegalAction, match="costs 8 movement points to reach; 6 may be spent"):
        game.apply(move(game, GERMAN, "0405", "0505", "0605", "0705"))


def test_weather_multiplies_the_road_but_not_the_hexside() -> None:
    rows = ground("M")
    rail(rows, "0305", "0405")
    river(rows, "0305", "0304")
    for effect in ("move.infantry", "move.tank"):
        rows.put(Tec(layer="hexside", kind="river", effect=effect, value="1"))
    found = reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)
    assert found["0405"] == 2
    assert found["0304"] == 3


def test_frozen_rivers_neither_cost_nor_shift() -> None:
    rows = ground("S")
    river(rows, "0404", "0305", "0304", "0405", "0504", "0505", "0403")
    game = drill({GERMAN: "0304", SOVIET: "0404"}, rows=rows, phase="german-combat")
    shifts = game.view(0).forecast(cell(game, "0404"), [piece(game, GERMAN)]).shifts
    assert shifts == ()
    alter(rows, WeatherZone, "north", at_start="D")
    thawed = drill({GERMAN: "0304", SOVIET: "0404"}, rows=rows, phase="german-combat")
    crossing = thawed.view(0).forecast(cell(thawed, "0404"), [piece(thawed, GERMAN)]).shifts
    assert [shift.columns for shift in crossing] == [-1]


def test_units_on_the_railway_may_be_sheltered() -> None:
    rows = ground("M")
    alter(rows, Phase, "german-movement", params={"modes": [{"ignore_weather": True}]})
    assert reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)["0405"] == 1


def test_rain_shifts_battles_with_its_cause_and_case() -> None:
    game = drill({GERMAN: "0304", SOVIET: "0404"}, rows=ground("R"), phase="german-combat")
    forecast = game.view(0).forecast(cell(game, "0404"), [piece(game, GERMAN)])
    assert [(shift.columns, shift.why, shift.case) for shift in forecast.shifts] == [(-1, "weather: rain", "T-3")]
    attack(game, "0404", GERMAN)
    game.apply(Done())
    fight(game, "0404")
    fought = last(game, BattleFought)
    assert fought.shifts == ((-1, "weather: rain", "T-3"),)
    assert fought.column != fought.odds


def test_a_shift_for_one_side_leaves_the_other_alone() -> None:
    rows = ground("R")
    alter(rows, Weather, "R", shift=1, shift_for="soviet")
    for phase, attacker, target in (("german-combat", GERMAN, "0404"), ("soviet-combat", SOVIET, "0304")):
        game = drill({GERMAN: "0304", SOVIET: "0404"}, rows=rows, phase=phase)
        shifts = game.view(0).forecast(cell(game, target), [piece(game, attacker)]).shifts
        assert [shift.columns for shift in shifts] == ([1] if attacker == SOVIET else [])


def test_aircraft_stay_on_the_ground_in_bad_weather() -> None:
    game = drill({GERMAN: "0304", SOVIET: "0404"}, rows=ground("R"), phase="german-combat")
    attack(game, "0404", GERMAN)
    game.apply(Done())
    game.apply(FightBattle(cell(game, "0404")))
    assert not any(isinstance(entry.action, CommitSupport) for entry in game.log)
    assert last(game, BattleFought).target == cell(game, "0404")


def test_a_grounded_marker_is_refused_with_the_case_where_another_may_fly() -> None:
    rows = ground("R")
    alter(rows, Unit, "ii-fk", symbol="artillery")
    game = drill({GERMAN: "0304", SOVIET: "0404"}, rows=rows, phase="german-combat")
    attack(game, "0404", GERMAN)
    game.apply(Done())
    game.apply(FightBattle(cell(game, "0404")))
    assert [action.marker for action in game.options() if isinstance(action, CommitSupport)] == [
        piece(game, "ii-fk"),
        None,
    ]
    verdict = game.judge(CommitSupport(piece(game, "viii-fk")))
    assert (verdict.legal, verdict.case) == (False, "T-3")
    assert "cannot fly in this weather: rain" in verdict.why


def test_the_first_turn_has_the_weather_of_the_set_up_and_the_next_is_rolled() -> None:
    rows, seed = rolling(), seed_showing(("1d6", 5))
    first = drill({GERMAN: "0305"}, rows=rows, turn=1, phase="weather", seed=seed)
    assert kinds(first) == ["D"]
    assert not any(isinstance(event, DieRolled) for entry in first.log for event in entry.events)
    second = drill({GERMAN: "0305"}, rows=rows, turn=2, phase="weather", seed=seed)
    assert kinds(second) == ["M"]
    assert last(second, WeatherChanged) == WeatherChanged(0, 0, 2, 5)


def test_the_column_is_the_last_not_above_the_turn_and_earlier_turns_are_not_rolled() -> None:
    rows, seed = rolling(), seed_showing(("1d6", 6))
    found = {
        turn: kinds(drill({GERMAN: "0305"}, rows=rows, turn=turn, phase="weather", seed=seed))[0]
        for turn in (1, 2, 3, 4, 5)
    }
    assert found == {1: "D", 2: "M", 3: "M", 4: "S", 5: "S"}


def test_totals_beyond_the_table_are_read_at_its_end() -> None:
    table = drill({}, rows=rolling()).scenario.tables["weather"]
    assert forecast_cell(table, 2, -1) == ("1", "2")
    assert forecast_cell(table, 9, 9) == ("6", "4")
    assert forecast_cell(table, 1, 3) is None


def test_two_zones_share_one_die_and_each_cell_has_its_own_weather() -> None:
    rows = rolling()
    add_south(rows, "0306", "0406")
    game = drill({GERMAN: "0305"}, rows=rows, turn=2, phase="weather", seed=seed_showing(("1d6", 5)))
    assert kinds(game) == ["M", "R"]
    assert sum(isinstance(event, DieRolled) for entry in game.log for event in entry.events) == 1
    assert (at(game, "0305"), at(game, "0306")) == ("M", "R")
    skip_to(game, "german-movement")
    found = reach(game, GERMAN)
    assert (found["0306"], found["0405"]) == (1, 2)


def test_a_cell_outside_every_zone_has_no_weather() -> None:
    rows = rolling()
    add_south(rows, "0306")
    alter(rows, WeatherZone, "north", region="west-edge")
    game = drill({}, rows=rows, turn=2, phase="weather")
    assert at(game, "0505") == ""
    assert at(game, "0102") != ""


def test_lasting_weather_stays_whatever_is_rolled() -> None:
    rows = rolling()
    alter(rows, WeatherZone, "north", at_start="S")
    add_south(rows, "0306")
    game = drill({GERMAN: "0305"}, rows=rows, turn=2, phase="weather", seed=seed_showing(("1d6", 5)))
    assert kinds(game) == ["S", "R"]


def test_an_empty_cell_of_the_table_changes_nothing() -> None:
    rows = rolling()
    rows.drop(ChartCell, "weather", "5", "2")
    game = drill({GERMAN: "0305"}, rows=rows, turn=2, phase="weather", seed=seed_showing(("1d6", 5)))
    assert kinds(game) == ["D"]


def test_the_dice_of_the_weather_stop_undo_and_are_told() -> None:
    game = drill({GERMAN: "0305"}, rows=rolling(), turn=1, phase="german-movement", seed=seed_showing(("1d6", 3)))
    skip_to(game, "german-movement", 2)
    assert any("a 3 brings rain." in line.text for line in journal(game))
    rolled = next(
        index for index, entry in enumerate(game.log) if any(isinstance(e, WeatherChanged) for e in entry.events)
    )
    game.go_to(rolled + 1)
    assert kinds(game) == ["R"]
    assert not game.can_undo()
    game.undo(through_dice=True)
    assert kinds(game) == ["D"]
    game.redo()
    assert kinds(game) == ["R"]


def test_a_game_without_weather_keeps_one_set_of_costs() -> None:
    setting = setting_for("arduous-beginning")
    assert setting.scenario.zones == ()
    assert setting.costs("infantry", 2, (), False) is setting.costs("infantry", 2, (), False, ())


def test_what_is_frozen_over_may_be_crossed_though_it_is_forbidden_else() -> None:
    rows = ground("S")
    for effect in ("move.infantry", "move.tank"):
        rows.put(Tec(layer="hexside", kind="lake", effect=effect, value="P"))
    river(rows, "0305", "0304", kind="lake")
    assert reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)["0304"] == 3
    alter(rows, Weather, "S", frozen=("lake",))
    assert reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)["0304"] == 1.5


@pytest.mark.parametrize(("zone", "gone"), [("", True), ("north", False), ("south", True)])
def test_a_road_ends_with_the_weather_of_its_zone_and_one_without_a_zone_with_any(zone: str, gone: bool) -> None:
    rows = ground()
    add_south(rows, "0505", "0506", at_start="M")
    game = drill({"xlvi-pz": "0504", "3rd-army": "0905"}, rows=rows)
    rule = Roads(kinds=(Road(link="rail", terrain=("clear",), ends_with=("M",), zone=zone),))
    assert list(rule.roads(game.table)) == [("rail", () if gone else ("clear",))]
    rule.opening(game.table, 0)
    game.table.state.weather = [0, 0]
    assert list(rule.roads(game.table)) == [("rail", () if gone else ("clear",))], "once gone it stays gone"


@pytest.mark.parametrize("skies", [("M", "D"), ("D", "M"), ("M", "M"), ("D", "D"), ()])
def test_nobody_ends_on_ground_of_a_weather_only_in_the_zones_that_have_it(skies: tuple[str, ...]) -> None:
    rows = rough_rows()
    for at in ("0404", "0408", "0102"):
        rows.put(CellRow(cell=at, terrain="swamp"))
    game = drill({"vi": "0505"}, rows=rows)
    index = [weather.weather for weather in game.scenario.weathers]
    game.state.weather = [index.index(each) for each in skies]
    rule = WeatherEffects(effects=(WeatherEffect(weather="M", passed=("swamp",)),))
    found = [closure.cells for closure in rule.closed(game.table, piece(game, "vi"), ())]
    north, south = ({"0404", "0102"} if skies[:1] == ("M",) else set(), {"0408"} if skies[1:] == ("M",) else set())
    labels = {game.setting.board.label(Cell(int(at))) for cells in found for at in np.flatnonzero(cells)}
    assert labels == north | south


def test_the_weather_slows_who_stands_in_it_and_nobody_beside_the_map() -> None:
    game = drill({GERMAN: "0305"}, rows=ground("M"))
    rule, one = WeatherEffects(effects=(WeatherEffect(weather="M", allowance=-2.0),)), piece(game, GERMAN)
    assert [float(each.value) for each in rule.allowance(game.table, one)] == [-2.0, 0.0]
    for away in (OFF_MAP, ELIMINATED):
        game.state.relocate(one, away)
        assert list(rule.allowance(game.table, one)) == []
