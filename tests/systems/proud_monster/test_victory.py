"""Proud Monster: points, incursions, the victory table and the fall of Moscow (PM 4)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules import score
from engine.state.events import DieRolled
from tests.kit.guderian import move, points, seed_showing, skip_to
from tests.kit.monster import CHECK, MOVE, SOVIET_MOVE, stage

SAFE = {"rd-1": "2304", "inf-61": "0306"}


def held(**control: str) -> Game:
    return stage(SAFE, MOVE, control={key.replace("_", "-"): side for key, side in control.items()})


@pytest.mark.rule("PM-4.2")
def test_points_come_and_go_with_the_places() -> None:
    game = stage({"pz-1": "1104", "rd-1": "1303", "inf-61": "0306"}, MOVE)
    assert score.points(game.table, "german") == 0
    game.apply(move(game, "pz-1", "1203", "1202"))
    assert score.points(game.table, "german") == 1
    skip_to(game, SOVIET_MOVE)
    game.apply(move(game, "rd-1", "1203"))
    assert score.points(game.table, "german") == 0
    assert score.points(held(minsk="german", riga="german", tula="german").table, "german") == 4


@pytest.mark.rule("PM-4.3")
def test_moscow_counts_only_whole() -> None:
    assert score.points(held(moscow="german").table, "german") == 0
    assert score.points(held(moscow_2="german").table, "german") == 0
    assert score.points(held(moscow="german", moscow_2="german").table, "german") == 9


def end_of_turn(turn: int, control: dict[str, str], pieces: dict[str, str] | None = None) -> Game:
    """A game that stands at the last movement of a turn, played on without anything until the turn is over."""
    game = stage({**SAFE, **(pieces or {})}, "soviet-movement-1", turn=turn, control=control)
    while game.decision is not None and game.state.turn == turn:
        skip_to(game, "nowhere", None) if turn == 12 else skip_to(game, MOVE, turn + 1)
        break
    return game


@pytest.mark.rule("PM-4.4")
def test_soviet_units_in_germany_cost_a_point_each_at_the_end_of_a_turn() -> None:
    game = end_of_turn(4, {}, {"rd-2": "0103", "rd-3": "0103", "rd-4": "0109", "rd-5": "0112"})
    assert points(game, "german") == -2
    skip_to(game, MOVE, 6)
    assert points(game, "german") == -4, "every turn anew"


@pytest.mark.rule("PM-4.5")
@pytest.mark.parametrize(
    ("turn", "control", "winner"),
    [
        (1, {"minsk": "german", "riga": "german", "tula": "german"}, 0),
        (1, {"minsk": "german", "riga": "german"}, None),
        (2, {"leningrad": "german", "riga": "german"}, 0),
        (2, {"leningrad": "german", "tula": "german"}, None),
        (12, {"leningrad": "german", "riga": "german"}, 1),
    ],
)
def test_the_table_decides_at_the_end_of_every_turn(turn: int, control: dict[str, str], winner: int | None) -> None:
    game = end_of_turn(turn, control)
    assert (game.outcome.winner if game.outcome else None) == winner
    assert (game.outcome is None) == (winner is None)


@pytest.mark.rule("PM-4.6")
@pytest.mark.parametrize("die", [1, 2, 5, 6])
def test_an_even_die_ends_the_war_when_moscow_first_falls(die: int) -> None:
    pieces = {"pz-1": "2103", "inf-61": "0306", "rd-1": "1303"}
    control = {"moscow": "german"}
    game = stage(pieces, MOVE, seed=seed_showing(("1d6", die)), control=control)
    game.apply(move(game, "pz-1", "2104", "2204", "2205"))
    assert (game.outcome is not None) == (die % 2 == 0)
    if game.outcome:
        assert game.outcome.winner == 0 and game.outcome.case == "PM-4.6"
    else:
        game.apply(move(game, "pz-1", "2204"))
        rolled = [event for entry in game.log for event in entry.events if isinstance(event, DieRolled)]
        assert len(rolled) == 1, "no die is thrown a second time"
        assert score.points(game.table, "german") == 9


def test_half_of_moscow_throws_no_die() -> None:
    game = stage({"pz-1": "2103", "rd-1": "1303"}, MOVE, seed=seed_showing(("1d6", 2)))
    game.apply(move(game, "pz-1", "2104", "2204"))
    assert game.outcome is None and CHECK
    assert not any(isinstance(event, DieRolled) for entry in game.log for event in entry.events)
