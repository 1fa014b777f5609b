"""Set-up, sequence of play, and the end of the Child's Game (CB 1, 2)."""

from __future__ import annotations

import pytest

from engine.ids import OFF_MAP
from engine.play import Game
from engine.records.play import Arrival, MechanismRow, Phase, Placement, RuleCase, Victory
from engine.scenario import compile_scenario
from engine.state.actions import PlaceUnit
from engine.state.events import PhaseBegan
from engine.systems import check_rules, setting_of
from tests.kit.childs import SLUG, childs, go, refused, source
from tests.kit.drill import quiet
from tests.kit.players import setting_for

SOVIET = "soviet-movement"


def quiet_game() -> Game:
    game = Game.begin(setting_for(SLUG), 1)
    while game.decision is not None:
        game.apply(quiet(game))
    return game


@pytest.fixture(scope="module")
def whole() -> Game:
    return quiet_game()


def phases(game: Game) -> list[tuple[int, str]]:
    keys = [phase.phase for phase in game.scenario.phases]
    return [(e.turn, keys[e.phase]) for entry in game.log for e in entry.events if isinstance(e, PhaseBegan)]


def test_the_linter_finds_nothing() -> None:
    assert check_rules(source()) == []


@pytest.mark.rule("CB-1.1")
def test_the_game_lasts_seventeen_seasons(whole: Game) -> None:
    assert [turn for turn, _ in phases(whole)[::4]] == list(range(1, 18))
    names = [whole.scenario.turn_name(turn) for turn in range(1, 18)]
    assert names[:4] == ["June 1941", "Autumn 1941", "Winter 1941", "Spring 1942"]
    assert names[-1] == "Summer 1945"
    assert len(set(names)) == 17


@pytest.mark.rule("CB-1.2")
def test_each_turn_has_four_phases_in_order(whole: Game) -> None:
    played = phases(whole)
    first = ["axis-blitz", "soviet-replacement", "soviet-movement", "axis-replacement"]
    assert [key for turn, key in played if turn == 1] == first
    for later in range(2, 18):
        assert [key for turn, key in played if turn == later] == ["axis-movement", *first[1:]]
    sides = {phase.phase: phase.side for phase in whole.scenario.phases}
    assert [sides[key] for key in first] == ["axis", "soviet", "soviet", "axis"]


@pytest.mark.rule("CB-1.3")
def test_without_a_conqueror_the_game_is_a_draw(whole: Game) -> None:
    assert whole.outcome is not None
    assert (whole.outcome.winner, whole.outcome.level, whole.state.turn) == (None, "Draw", 17)


AXIS_HOLDS = {"kiev": "axis", "kharkov": "axis", "stalingrad": "axis"}
AXIS_TILES = {"3-panzer": "0807", "4-panzer": "1007", "7-panzer": "1207", "1-armor": "1102"}


@pytest.mark.rule("CB-1.3")
def test_the_axis_wins_when_nothing_soviet_is_left_and_every_centre_occupied() -> None:
    game = childs({**AXIS_TILES, "13th-army": "1103"}, control=AXIS_HOLDS)
    go(game, "1-armor", "1103")
    assert game.outcome is not None and (game.outcome.winner, game.outcome.case) == (0, "CB-1.3")
    assert game.decision is None


@pytest.mark.rule("CB-1.3")
def test_one_soviet_tile_or_one_empty_centre_denies_the_victory() -> None:
    spared = childs({**AXIS_TILES, "13th-army": "1103", "20th-army": "0109"}, control=AXIS_HOLDS)
    go(spared, "1-armor", "1103")
    assert spared.outcome is None
    held = {key: label for key, label in AXIS_TILES.items() if key != "7-panzer"}
    empty = childs({**held, "13th-army": "1103"}, control=AXIS_HOLDS)
    go(empty, "1-armor", "1103")
    assert empty.outcome is None, "Stalingrad is the Axis's, but no tile stands there"


@pytest.mark.rule("CB-1.3")
def test_the_soviets_win_likewise() -> None:
    tiles = {"13th-army": "0208", "20th-army": "0107", "18-tank": "0304", "1-armor": "0205"}
    held = {"bucharest": "soviet", "budapest": "soviet"}
    game = childs(tiles, control=held, turn=16, phase=SOVIET)
    go(game, "18-tank", "0205")
    assert game.outcome is not None and game.outcome.winner == 1
    spared = childs({**tiles, "98-infantry": "0909"}, control=held, turn=16, phase=SOVIET)
    go(spared, "18-tank", "0205")
    assert spared.outcome is None


@pytest.mark.rule("CB-2.1")
def test_one_soviet_tile_stands_in_each_marked_square() -> None:
    game = Game.begin(setting_for(SLUG), 1)
    marked = game.setting.board.regions["soviet-start"]
    stood = [where for piece, where in enumerate(game.state.cell) if game.table.side_of(piece) == 1 and where >= 0]
    assert len(marked) == 20
    assert sorted(stood) == sorted(marked)


@pytest.mark.rule("CB-2.1")
def test_the_axis_sets_up_west_of_the_border_one_to_a_square() -> None:
    game = Game.begin(setting_for(SLUG), 1)
    board = game.setting.board
    free = {action.cell for action in game.options() if isinstance(action, PlaceUnit)}
    assert free == board.regions["axis-land"]
    assert not free & board.regions["border"]
    assert {board.terrain_of(one) for one in free} == {"clear"}  # type: ignore[arg-type]
    assert all(place.owner == "axis" for place in game.scenario.places if board.cell(place.cell) in free)
    first = next(iter(game.options()))
    assert isinstance(first, PlaceUnit)
    border = min(board.regions["border"])
    assert refused(game, PlaceUnit(first.piece, border)) == "CB-2.1"
    game.apply(first)
    second = next(action.piece for action in game.options() if isinstance(action, PlaceUnit))
    assert refused(game, PlaceUnit(second, first.cell)) == "CB-2.1"


@pytest.mark.rule("CB-2.1")
def test_border_squares_that_lie_mostly_west_may_be_opened_for_the_axis() -> None:
    game = Game.begin(setting_of(compile_scenario(source(), {"border-squares": "western"})), 1)
    board = game.setting.board
    free = {action.cell for action in game.options() if isinstance(action, PlaceUnit)}
    assert free > board.regions["axis-land"]
    assert free - board.regions["axis-land"] <= board.regions["border"]
    assert not free & board.regions["soviet-start"], "where a Soviet tile stands none is placed"
    assert {board.terrain_of(one) for one in free} == {"clear"}  # type: ignore[arg-type]


@pytest.mark.rule("CB-2.1")
def test_twenty_two_axis_tiles_are_placed_and_six_wait_on_the_turn_track() -> None:
    game = Game.begin(setting_for(SLUG), 1)
    placed = 0
    while game.decision is not None and game.decision.kind == "set-up":
        game.apply(quiet(game))
        placed += 1
    assert placed == 22
    assert game.state.turn == 1 and game.decision is not None and game.decision.side == 0
    waiting = [piece for piece, at in enumerate(game.state.cell) if game.table.side_of(piece) == 0 and at == OFF_MAP]
    assert len(waiting) == 6
    marks = [(line.turn, line.count) for line in game.scenario.arrivals]
    assert marks == [(4, 3), (5, 2), (8, 1)]
    scheduled = {key for line in game.scenario.arrivals for key in line.units.units}
    assert {game.scenario.pieces[piece].key for piece in waiting} == scheduled


def test_the_entry_region_is_the_axis_centres() -> None:
    setting = setting_for(SLUG)
    centres = {setting.board.cell(place.cell) for place in setting.scenario.places if place.kind == "axis-centre"}
    assert setting.board.regions["axis-centres"] == centres
    values = {place.place: place.value for place in setting.scenario.places}
    assert [values[key] for key in ("warsaw", "bucharest", "budapest", "kharkov", "stalingrad")] == [6, 4, 2, 2, 1]


@pytest.mark.rule("CB-3.2")
def test_every_counter_is_one_tile_of_two_factors() -> None:
    scenario = setting_for(SLUG).scenario
    assert [sum(piece.unit.side == side for piece in scenario.pieces) for side in ("axis", "soviet")] == [28, 30]
    assert {(len(counter.faces), counter.faces[0].movement) for counter in scenario.counters} == {(1, 2.0)}


def test_every_case_that_a_message_may_cite_has_its_words() -> None:
    rows = source()
    told = {row.case for row in rows.all(RuleCase) if row.title and row.text}
    ruled = (*rows.all(MechanismRow), *rows.all(Phase))
    cited = {case for row in ruled for case in row.params.get("cases", {}).values()}
    cited |= {row.case for kind in (Placement, Arrival, Victory) for row in rows.all(kind)}
    assert len(told) == 28
    assert cited <= told
