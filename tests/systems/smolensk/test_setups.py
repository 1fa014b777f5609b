"""Smolensk: the seven scenarios as rows, their openings, arrivals, removals and endings (SM 1.1, 1.3, 1.6, 2.4, S)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import msgspec
import pytest

from engine.board.board import Board
from engine.ids import Cell
from engine.play import Game
from engine.play.sandbox import Position, Spot, lay_out
from engine.records import Rows
from engine.records.board import CellRow, RegionCell
from engine.records.counters import Face, Formation, Unit
from engine.records.markers import Marker, MarkerStart
from engine.records.play import Arrival, MechanismRow, Placement, ScenarioRow
from engine.rules.arrivals import due
from engine.rules.table import Table
from engine.state import ELIMINATED, WITHDRAWN
from engine.state.actions import Done
from engine.state.events import DieRolled, Noted, UnitEliminated
from engine.systems import check_rules
from engine.systems.smolensk.mobilisation import Mobilisation, MobiliseUnit
from engine.systems.smolensk.openings import Draw, Opening
from engine.systems.smolensk.removals import Removals
from tests.kit.players import setting_for
from tests.kit.shipped import shipped_rows
from tests.kit.smolensk import phase, skip_to

SCENARIOS = {
    "SM-S1": ("smolensk-campaign", 1, 19, "axis", 12),
    "SM-S2": ("smolensk-short", 1, 8, "axis", 12),
    "SM-S3": ("smolensk-late-july", 5, 19, "soviet", 14),
    "SM-S4": ("smolensk-first-counteroffensive", 5, 8, "soviet", 14),
    "SM-S5": ("smolensk-early-august", 10, 19, "soviet", 14),
    "SM-S6": ("smolensk-second-counteroffensive", 10, 14, "soviet", 14),
    "SM-S7": ("smolensk-third-counteroffensive", 15, 19, "soviet", 0),
}


def rows_of(slug: str) -> Rows:
    """The rows of a scenario."""
    return shipped_rows(slug)


@lru_cache(maxsize=8)
def begun(slug: str, seed: int = 1) -> Game:
    """A game at its first decision of the first turn, set up quietly."""
    game = Game.begin(setting_for(slug), seed)
    while not game.table.bearing("first-player"):
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    return game


@pytest.mark.parametrize(
    "slug",
    [pytest.param(slug, marks=pytest.mark.rule(case), id=case) for case, (slug, *_) in SCENARIOS.items()],
)
def test_each_scenario_is_sound_and_begins_as_printed(slug: str) -> None:
    _, first, last, player, drawn = next(row for row in SCENARIOS.values() if row[0] == slug)
    rows = rows_of(slug)
    assert check_rules(rows) == []
    about = rows.the(ScenarioRow)
    assert (about.first_turn, about.turns, about.family) == (first, last, "smolensk")
    game = begun(slug)
    assert game.scenario.sides[next(iter(game.table.bearing("first-player")))].side == player
    placed = {line.units.units[0]: line for line in rows.all(Placement)}
    assert len(placed) > 100
    assert all(row.turn >= first for row in rows.all(Arrival)) and all(row.turn <= last for row in rows.all(Arrival))
    opening = rows.get(MechanismRow, "opening")
    assert opening is not None
    assert len(opening.params.get("among", ())) == drawn


@pytest.mark.rule("SM-S1", "SM-S2")
def test_the_campaign_draws_four_divisions_to_shift_and_four_to_swap() -> None:
    game = begun("smolensk-campaign")
    draws = [event for entry in game.log for event in entry.events if isinstance(event, DieRolled)]
    assert sum(event.why == "draw of divisions" for event in draws) == 8
    routes = {row["formation"]: row["cell"] for row in _params("smolensk-campaign", "opening")["routes"]}
    start = {line.units.units[0]: line.cell for line in rows_of("smolensk-campaign").all(Placement)}
    moved = set()
    for number, piece in enumerate(game.scenario.pieces):
        formation, at = piece.unit.formation or "", game.state.cell[number]
        if at >= 0 and formation in routes and start.get(piece.unit.unit) != game.setting.board.label(Cell(at)):
            moved.add(formation)
            assert game.setting.board.label(Cell(at)) == routes[formation] or "aufk" in piece.unit.flags
    swapped = [
        number
        for number, piece in enumerate(game.scenario.pieces)
        if "aufk" in piece.unit.flags
        and piece.unit.unit in _params("smolensk-campaign", "opening")["dead"]
        and game.state.cell[number] >= 0
    ]
    assert 4 <= len(moved) <= 8
    assert 1 <= len(swapped) <= 4
    assert len(swapped) == sum(
        "for" in note for note in _notes(game) if "nothing to swap" not in note and " for " in note
    )


def _params(slug: str, key: str) -> dict[str, object]:
    row = rows_of(slug).get(MechanismRow, key)
    assert row is not None
    return dict(row.params)  # type: ignore[return-value]


def _notes(game: Game) -> list[str]:
    return [event.text for entry in game.log for event in entry.events if type(event).__name__ == "Noted"]


@pytest.mark.rule("SM-S1")
def test_soviet_units_have_half_their_allowance_on_the_first_turn() -> None:
    game = begun("smolensk-campaign")
    piece = next(n for n, each in enumerate(game.scenario.pieces) if each.unit.unit == "sov-rd-64")
    assert game.state.cell[piece] >= 0
    assert (game.table.face(piece).movement, game.table.allowance(piece)) == (1, 1), "half of 1 is rounded up"
    fast = next(n for n, each in enumerate(game.scenario.pieces) if each.unit.unit == "sov-td-13")
    assert game.table.allowance(fast) == 2, "half of 3, rounded up"


@pytest.mark.rule("SM-S1", "OS-3.1")
def test_two_units_of_the_campaign_begin_in_move_mode() -> None:
    game = begun("smolensk-campaign")
    wanted = set(_params("smolensk-campaign", "opening")["marching"])  # type: ignore[call-overload]
    assert len(wanted) == 2
    for number, piece in enumerate(game.scenario.pieces):
        if game.state.cell[number] >= 0 and piece.unit.unit in wanted:
            assert game.state.mode[number] == "move"


@pytest.mark.rule("SM-S3", "SM-S4")
def test_in_late_july_five_divisions_are_on_the_march() -> None:
    game = begun("smolensk-late-july")
    marching = {
        piece.unit.formation
        for number, piece in enumerate(game.scenario.pieces)
        if game.state.cell[number] >= 0 and game.state.mode[number] == "move"
    }
    assert len(marching) == 5


@pytest.mark.rule("SM-S5", "SM-S6")
def test_in_august_twelve_divisions_have_lost_a_battalion() -> None:
    game = begun("smolensk-early-august")
    dead = set(_params("smolensk-early-august", "opening")["dead"])  # type: ignore[call-overload]
    fresh = {
        (piece.unit.formation, "krd" in piece.unit.flags)
        for number, piece in enumerate(game.scenario.pieces)
        if game.state.cell[number] == ELIMINATED and piece.unit.unit not in dead
    }
    assert {krd for _, krd in fresh} <= {True, False}
    assert all(
        piece.unit.flags for number, piece in enumerate(game.scenario.pieces) if game.state.cell[number] == ELIMINATED
    )
    assert len({formation for formation, _ in fresh}) <= 12


@pytest.mark.rule("SM-1.1a")
def test_units_enter_by_the_hexes_with_letters() -> None:
    rows = rows_of("smolensk-campaign")
    cells = {row.region: row.cell for row in rows.all(RegionCell)}
    letters = {"entry-h": "01.07", "entry-j": "01.19", "entry-e": "29.01", "entry-l": "20.35", "entry-k": "11.35"}
    assert {key: cells[key] for key in letters} == letters
    board = Board.from_rows(rows)
    assert all(row.region in board.regions for row in rows.all(Arrival))
    game = begun("smolensk-campaign")
    skip_to(game, "first-reinforcement")
    skip_to(game, "second-clean-up") if phase(game) != "first-reinforcement" else None
    while game.decision is not None and not (game.state.turn == 2 and game.decision.kind == "arrive"):
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    assert game.decision is not None
    regions: dict[str, set[str]] = {}
    for row in rows.all(RegionCell):
        regions.setdefault(row.region, set()).add(row.cell)
    side, seen = game.decision.side, 0
    for line, pieces in due(game.table, side):
        for piece in pieces:
            labels = {board.label(Cell(one.cell)) for one in game.options().of(piece)}  # type: ignore[attr-defined]
            if game.table.unit(piece).symbol not in ("fighter", "bomber"):
                assert labels <= regions[line.region or ""], line
                seen += len(labels)
    assert seen, "somebody comes over land"


@pytest.mark.rule("SM-1.1c")
def test_swamp_is_where_the_rulebook_says_and_not_beside_it() -> None:
    terrain = {row.cell: row.terrain for row in rows_of("smolensk-campaign").all(CellRow)}
    assert [terrain[cell] for cell in ("12.01", "20.20")] == ["swamp", "swamp"]
    assert "swamp" not in [terrain[cell] for cell in ("11.01", "19.20")]


@pytest.mark.rule("SM-1.3a", "SM-1.3b")
def test_printed_hedgehogs_stay_and_those_that_are_dug_do_not() -> None:
    rows = rows_of("smolensk-campaign")
    kinds = {row.marker: row.until for row in rows.all(Marker)}
    assert kinds == {**kinds, "hedgehog": "never", "field-hedgehog": "enemy entry"}
    printed = [row for row in rows.all(MarkerStart) if row.marker == "hedgehog"]
    assert len(printed) == 17 and all(row.cell and row.side == "soviet" for row in printed)


@pytest.mark.rule("OS-2.2")
def test_faces_halve_from_half_the_steps_down() -> None:
    faces: dict[str, list[float]] = {}
    for row in rows_of("smolensk-campaign").all(Face):
        faces.setdefault(row.unit, []).append(row.attack)
    assert faces["sov-rd-6"] == [12, 12, 6]
    assert faces["ger-id-7"] == [20, 20, 10, 10]
    steps = {unit.unit: len(faces[unit.unit]) for unit in rows_of("smolensk-campaign").all(Unit)}
    assert all(1 <= count <= 4 for count in steps.values())


@pytest.mark.rule("SM-1.6a")
def test_on_19_august_the_great_removals_take_the_dead_first() -> None:
    slug = "smolensk-early-august"
    game = Game.begin(setting_for(slug), 4)
    while game.decision is not None and game.state.turn < 13:
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    skip_to(game, "second-movement")
    schedule = [row for row in _params(slug, "removals")["schedule"] if row["turn"] == 13]  # type: ignore[attr-defined]
    assert len(schedule) > 150
    gone = sum(cell == WITHDRAWN for cell in game.state.cell)
    assert gone >= 0.8 * sum(row.get("count", 1) for row in schedule)
    still = [
        piece.unit.unit
        for number, piece in enumerate(game.scenario.pieces)
        if game.state.cell[number] >= 0 and piece.unit.unit.startswith("ger-pz-17")
    ]
    assert still == [], "17 Panzer Division has left whole"


@pytest.mark.rule("SM-2.4")
def test_the_reserve_armies_are_locked_until_the_table_lets_them_go() -> None:
    game = Game.begin(setting_for("smolensk-campaign"), 2)
    while game.decision is not None and game.decision.kind != "mobilise":
        game.apply(Done() if game.judge(Done()) and game.decision.kind != "arrive" else next(iter(game.options())))
    assert game.state.turn == 2
    locked = sorted(game.table.bearing("locked"))
    assert {game.table.unit(piece).unit for piece in locked} <= {
        "sov-rd-119",
        "sov-rd-242",
        "sov-rd-243",
        "sov-rd-251",
        "sov-td-51",
    }
    while game.decision is not None and game.decision.kind == "mobilise":
        game.apply(next(iter(game.options())))
    left = sorted(game.table.bearing("locked"))
    assert len(locked) - len(left) == 2, "two of the 30th Army on 12 July"
    assert not game.view(1).reach(left[0])
    assert game.table.verdict("may_move", left[0]).case == "SM-2.4"


@pytest.mark.rule("SM-1.6a")
@pytest.mark.parametrize(("turn", "due"), [(10, False), (11, True), (12, True)])
def test_a_division_that_was_removed_for_a_time_is_back_on_its_turn(turn: int, due: bool) -> None:
    setting, away = setting_for("smolensk-campaign"), "sov-rd-120"
    table = lay_out(setting, Position(turn=turn, gone={away: ""}))
    found = [(line.region, pieces) for line, pieces in table.mechanism(Removals).also_due(table, 1)]
    assert found == ([("entry-spas-demensk", [setting.scenario.piece_index[away]])] if due else [])
    assert not list(table.mechanism(Removals).also_due(table, 0)), "it is no German division"
    still = lay_out(setting, Position(turn=turn, lost={away: ""}))
    assert not list(still.mechanism(Removals).also_due(still, 1)), "who is dead does not come back"


@pytest.mark.rule("SM-2.4")
def test_the_strongest_divisions_are_mobilised_first_where_nobody_says_otherwise() -> None:
    table = lay_out(
        setting_for("smolensk-campaign"), Position(pieces={"sov-rd-119": Spot("40.10"), "sov-td-51": Spot("40.10")})
    )
    rule = table.mechanism(Mobilisation)
    for key in ("sov-rd-119", "sov-td-51"):
        piece = table.scenario.piece_index[key]
        advice = rule.advise(table, 1, MobiliseUnit(piece))
        assert advice is not None and advice[0] == (table.face(piece).attack + table.face(piece).defence) / 2 > 0
    assert rule.advise(table, 1, Done()) is None


@pytest.mark.rule("SM-S1", "SM-S5")
@pytest.mark.parametrize("slug", ["smolensk-campaign", "smolensk-early-august"])
def test_exactly_those_who_are_named_are_dead_before_play_begins(slug: str) -> None:
    game, dead = begun(slug), Counter(_params(slug, "opening")["dead"])  # type: ignore[call-overload]
    events = [event for entry in game.log for event in entry.events if isinstance(event, UnitEliminated)]
    lost = [event.piece for event in events if event.why == "lost before play began"]
    assert dead and Counter(game.scenario.pieces[piece].unit.unit for piece in lost) == dead
    assert len(set(lost)) == len(lost), "of several alike each once"


@pytest.mark.rule("SM-S1", "SM-1.6a")
def test_battalions_of_a_division_that_comes_later_are_dead_from_its_day_on() -> None:
    setting = setting_for("smolensk-campaign")
    late = [setting.scenario.piece_index[key] for key in ("ger-pz-19-19-aufk", "ger-mtr-18-18-aufk")]
    dead = {}
    for turn in (2, 3):
        table = lay_out(setting, Position({"ger-id-7": Spot("05.10")}, turn))
        table.state.phase = 0
        list(table.mechanism(Opening).opening(table, None))
        dead[turn] = [table.state.cell[piece] == ELIMINATED for piece in late]
    assert dead == {2: [False, False], 3: [True, True]}


@pytest.mark.rule("SM-S1")
def test_a_swap_brings_the_first_dead_battalion_back_for_a_regiment() -> None:
    table = Table(setting_for("smolensk-campaign"), begun("smolensk-campaign").state.copy(), seed=1)
    pieces = enumerate(table.scenario.pieces)
    flagged = [n for n, each in pieces if "aufk" in each.unit.flags and table.state.cell[n] == ELIMINATED]
    standing = [n for n in table.on_map(0) if table.unit(n).size == "regiment"]
    draw = Draw(what="swap", flag="aufk", regiment=table.unit(standing[0]).symbol)
    here, rule = table.state.cell[standing[0]], table.mechanism(Opening)
    assert rule._swap(table, flagged[:2], [], draw) == rule._swap(table, [], standing, draw) == "nothing to swap"
    said = rule._swap(table, flagged[:2], standing[:1], draw)
    assert said == f"{table.name(flagged[0])} for {table.name(standing[0])}"
    assert [table.state.cell[n] for n in (*flagged[:2], standing[0])] == [here, ELIMINATED, ELIMINATED]


@pytest.mark.rule("SM-S1")
@pytest.mark.parametrize("what", ["shift", "march", "swap", "lose"])
def test_a_draw_is_told_with_the_name_of_its_division(what: str) -> None:
    table = Table(setting_for("smolensk-campaign"), begun("smolensk-campaign").state.copy(), seed=1)
    rule = table.mechanism(Opening)
    formation = table.scenario.rows.get(Formation, rule.among[0])
    assert formation is not None and formation.name != formation.formation
    rule._befall(table, formation.formation, Draw(what=what, flag="aufk", regiment="infantry"))  # type: ignore[arg-type]
    (said,) = (event for event in table.events if isinstance(event, Noted))
    assert said.text.startswith(formation.name) and said.case == rule.case("draw")


@pytest.mark.rule("SM-S5")
def test_a_division_that_is_drawn_begins_without_its_motorcycle_battalion() -> None:
    table = Table(setting_for("smolensk-early-august"), begun("smolensk-early-august").state.copy(), seed=1)
    riders = [piece for piece in table.on_map(0) if "krd" in table.unit(piece).flags]
    division = table.unit(riders[0]).formation
    assert division is not None
    members = {piece for piece in table.on_map(0) if table.unit(piece).formation == division}
    table.mechanism(Opening)._befall(table, division, Draw(what="lose", flag="krd"))
    lost = {piece for piece in members if table.state.cell[piece] == ELIMINATED}
    assert lost == members & set(riders) and lost < members


@pytest.mark.rule("SM-2.4")
def test_nobody_is_mobilised_but_when_movement_begins() -> None:
    setting = setting_for("smolensk-campaign")
    table = lay_out(setting, Position({"sov-rd-119": Spot("40.10")}, turn=2, marks={"locked": {"sov-rd-119": 1}}))
    rule, asked = table.mechanism(Mobilisation), set()
    for index, row in enumerate(setting.scenario.phases):
        table.state.phase = index
        asked |= {row.phase} if list(rule.opening(table, 1)) else set()
    assert asked == set(rule.phases) == {"first-movement", "second-movement"}


@pytest.mark.rule("SM-S1")
def test_at_vitebsk_the_soviets_have_half_their_allowance_on_the_first_turn() -> None:
    game = begun("smolensk-vitebsk")
    table, rule = Table(setting_for("smolensk-vitebsk"), game.state.copy(), seed=1), game.table.mechanism(Opening)
    first = table.scenario.about.first_turn
    for side, turn, slow in ((1, first, True), (0, first, False), (1, first + 1, False)):
        table.state.turn = turn
        changes = [list(rule.allowance(table, piece)) for piece in table.on_map(side)]
        wanted = [("times", 0.5, "SM-S1")] if slow else []
        assert changes and all([(one.op, one.value, one.case) for one in each] == wanted for each in changes)
    unslow = msgspec.structs.replace(rule, slow="")
    table.state.turn = first
    assert not any(list(unslow.allowance(table, piece)) for piece in table.on_map(1))
