"""Production and reinforcement in the Child's Game (CB 4)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.production import judge_cell
from engine.state.actions import AnyAction, Done, PlaceUnit
from engine.state.events import UnitPlaced
from tests.kit.childs import childs, go, refused
from tests.kit.drill import cell, last, piece, skip_to, where

SOVIET, AXIS = "soviet-replacement", "axis-replacement"
GERMANS = (
    "3-panzer",
    "4-panzer",
    "7-panzer",
    "8-panzer",
    "10-panzer",
    "11-panzer",
    "16-panzer",
    "18-motorised",
    "29-motorised",
    "1-cavalry",
    "1-mountain",
    "6-infantry",
    "45-infantry",
)
BASE = {"1-armor": "0301", "13th-army": "0901"}
"""A tile of each side far from everything, so that nobody has won."""


def enter(game: Game, key: str, label: str) -> PlaceUnit:
    return PlaceUnit(piece(game, key), cell(game, label))


def entries(game: Game) -> set[str]:
    """The squares where the options let any tile come in."""
    return {
        game.setting.board.label(action.cell)  # type: ignore[arg-type]
        for action in game.options()
        if isinstance(action, PlaceUnit)
    }


def spare(game: Game) -> AnyAction:
    """Any tile, brought in wherever the first option has it."""
    return next(action for action in game.options() if isinstance(action, PlaceUnit))


def at_replacement(phase: str, **how: object) -> Game:
    """A game in which the phase has just begun; losses are taken in the movement before it."""
    before = {SOVIET: "axis-movement", AXIS: "soviet-movement"}[phase]
    game = childs(BASE, phase=before, **how)  # type: ignore[arg-type]
    game.apply(Done())
    return game


@pytest.mark.rule("CB-4.1")
def test_every_centre_brings_in_its_number() -> None:
    game = at_replacement(SOVIET)
    assert entries(game) == {"1103", "0807", "1007", "1207"}
    for key in ("18-tank", "62nd-army", "16th-army", "24th-army"):
        game.apply(enter(game, key, "1103"))
    assert refused(game, enter(game, "33rd-army", "1103")) == "CB-4.1"
    assert len(game.table.stack(cell(game, "1103"))) == 4
    assert entries(game) == {"0807", "1007", "1207"}
    placed = 4
    while game.decision is not None and game.decision.kind == "replace":
        game.apply(spare(game))
        placed += 1
    assert placed == 4 + 2 + 2, "Moscow, Kiev and one of Kharkov and Stalingrad"


@pytest.mark.rule("CB-4.1")
def test_a_lost_centre_produces_nothing() -> None:
    game = at_replacement(SOVIET, control={"moscow": "axis"})
    assert entries(game) == {"0807", "1007", "1207"}
    assert refused(game, enter(game, "18-tank", "1103")) == "CB-4.1"


@pytest.mark.rule("CB-4.1")
def test_lost_tiles_return_and_those_not_used_wait() -> None:
    game = at_replacement(SOVIET, lost=("20th-army", "21st-army"))
    game.apply(enter(game, "20th-army", "1103"))
    assert last(game, UnitPlaced).why == "replacement"
    game.apply(Done())
    assert where(game, "21st-army") == "lost"
    skip_to(game, SOVIET, turn=3)
    game.apply(enter(game, "21st-army", "0807"))
    assert where(game, "21st-army") == "0807"


@pytest.mark.rule("CB-4.1")
def test_the_axis_brings_in_only_what_it_has_lost() -> None:
    quiet = at_replacement(AXIS)
    assert quiet.decision is not None and quiet.decision.kind == "move", "nothing lost, nothing to bring in"
    game = at_replacement(AXIS, lost=("3-panzer",))
    assert game.decision is not None and (game.decision.side, game.decision.kind) == (0, "replace")
    assert refused(game, enter(game, "4-panzer", "0205")) == "CB-4.1"
    assert refused(game, enter(game, "1-armor", "0205")) == "CB-4.1"
    game.apply(enter(game, "3-panzer", "0205"))
    assert where(game, "3-panzer") == "0205"


@pytest.mark.rule("CB-4.2")
@pytest.mark.parametrize(("chosen", "barred"), [("1007", "1207"), ("1207", "1007")])
def test_either_kharkov_or_stalingrad_produces(chosen: str, barred: str) -> None:
    game = at_replacement(SOVIET)
    assert {"1007", "1207"} <= entries(game)
    game.apply(enter(game, "18-tank", chosen))
    assert refused(game, enter(game, "62nd-army", barred)) == "CB-4.2"
    assert barred not in entries(game)
    skip_to(game, SOVIET, turn=3)
    game.apply(enter(game, "62nd-army", barred))
    assert refused(game, enter(game, "16th-army", chosen)) == "CB-4.2", "the choice is made anew each turn"


@pytest.mark.rule("CB-4.3")
def test_axis_centres_are_filled_in_order() -> None:
    game = at_replacement(AXIS, lost=GERMANS)
    for number, key in enumerate(GERMANS[:12]):
        centre, later = ("0205", "0208") if number < 6 else ("0208", "0107") if number < 10 else ("0107", "")
        assert entries(game) == {centre}
        if later:
            assert refused(game, enter(game, key, later)) == "CB-4.3"
        game.apply(enter(game, key, centre))
    assert [len(game.table.stack(cell(game, label))) for label in ("0205", "0208", "0107")] == [6, 4, 2]
    assert where(game, GERMANS[12]) == "lost"
    assert game.decision is not None and game.decision.kind == "move", "twelve are all that come in"


@pytest.mark.rule("CB-4.3")
def test_a_centre_in_soviet_hands_is_passed_over() -> None:
    game = at_replacement(AXIS, lost=GERMANS, control={"warsaw": "soviet"})
    assert entries(game) == {"0208"}
    assert refused(game, enter(game, "3-panzer", "0205")) == "CB-4.1"


@pytest.mark.rule("CB-4.4")
def test_reinforcements_come_on_their_turn_at_any_axis_centre() -> None:
    early = at_replacement(AXIS, turn=3)
    assert early.decision is not None and early.decision.kind == "move"
    game = at_replacement(AXIS, turn=4)
    assert game.decision is not None and game.decision.kind == "arrive"
    assert entries(game) == {"0205", "0208", "0107"}
    assert refused(game, enter(game, "22-panzer", "0202")) == "CB-4.4"
    assert refused(game, enter(game, "24-panzer", "0205")) == "CB-4.4", "not yet due"
    for key, label in (("22-panzer", "0107"), ("2-hungarian", "0107"), ("8-italian", "0208")):
        game.apply(enter(game, key, label))
    assert game.decision is not None and game.decision.kind == "move", "three are all"
    assert where(game, "2-hungarian") == "0107"


@pytest.mark.rule("CB-4.4")
def test_reinforcements_may_be_delayed() -> None:
    game = at_replacement(AXIS, turn=4)
    game.apply(enter(game, "22-panzer", "0205"))
    game.apply(Done())
    skip_to(game, AXIS, turn=5)
    due = {action.piece for action in game.options() if isinstance(action, PlaceUnit)}
    assert due == {piece(game, key) for key in ("2-hungarian", "8-italian", "250-spanish", "24-panzer")}


@pytest.mark.rule("CB-4.4")
def test_reinforcements_need_a_centre_in_axis_hands() -> None:
    game = at_replacement(AXIS, turn=4, control={"bucharest": "soviet"})
    assert entries(game) == {"0205", "0107"}
    assert refused(game, enter(game, "22-panzer", "0208")) == "CB-4.4"


@pytest.mark.rule("CB-4.5")
def test_nothing_enters_at_a_city_that_was_the_enemys() -> None:
    axis = at_replacement(AXIS, lost=GERMANS, control={"kiev": "axis"})
    assert refused(axis, enter(axis, "3-panzer", "0807")) == "CB-4.5"
    assert "0807" not in entries(axis)
    soviet = at_replacement(SOVIET, control={"warsaw": "soviet"})
    assert refused(soviet, enter(soviet, "18-tank", "0205")) == "CB-4.5"
    assert "0205" not in entries(soviet)


@pytest.mark.rule("CB-4.5")
def test_a_centre_of_ones_own_serves_again_once_it_is_retaken() -> None:
    game = childs(
        {**BASE, "20th-army": "1104", "98-infantry": "0303"}, phase="soviet-movement", control={"moscow": "axis"}
    )
    go(game, "20th-army", "1103")
    skip_to(game, SOVIET, turn=3)
    assert "1103" in entries(game)


@pytest.mark.rule("CB-7.1")
def test_new_tiles_may_share_their_centre_until_they_have_moved() -> None:
    game = at_replacement(AXIS, lost=GERMANS[:3])
    for key in GERMANS[:3]:
        game.apply(enter(game, key, "0205"))
    assert game.decision is not None and (game.decision.kind, game.state.turn) == ("move", 3)
    assert len(game.table.stack(cell(game, "0205"))) == 3
    go(game, GERMANS[0], "0206")
    game.apply(Done())
    assert game.decision is not None and game.decision.kind == "remove", "at the end of the movement one may stay"


@pytest.mark.rule("CB-4.1")
def test_nobody_comes_in_where_the_enemy_stands_though_the_centre_is_still_ours() -> None:
    game = at_replacement(SOVIET)
    spots = {"3-panzer": "1103", **BASE}
    taken = childs(spots, phase="axis-movement", control={"moscow": "soviet"})
    table, moscow, kiev = taken.table, cell(taken, "1103"), cell(taken, "0807")
    assert judge_cell(game.table, 1, moscow) and judge_cell(table, 1, kiev)
    held = judge_cell(table, 1, moscow)
    assert not held and (held.case, held.why) == ("CB-4.1", f"{table.label(moscow)} is occupied by the enemy.")
