"""What a finished game is worth: a win 1, a draw 1/2, and by places where nothing was decided."""

from __future__ import annotations

import pytest

from engine.lab.score import by_places, score
from engine.play import Game
from engine.state.events import GameEnded
from tests.kit.childs import PLACES, childs
from tests.kit.drill import CITIES, drill, skip_to


def ended(game: Game, winner: int | None, level: str) -> Game:
    game.table.do(GameEnded(winner, level))
    return game


@pytest.mark.parametrize(("winner", "level", "worth"), [(0, "German victory", (1, 0)), (1, "Soviet victory", (0, 1))])
def test_a_win_is_worth_all(winner: int, level: str, worth: tuple[float, float]) -> None:
    assert score(ended(drill(), winner, level).table) == worth


def test_a_draw_that_victory_speaks_of_is_worth_half_whoever_holds_the_places() -> None:
    control = {key: "german" for key, _ in CITIES[:11]}
    game = drill({"liii": "0101", "3rd-army": "1009"}, turn=7, phase="soviet-movement", control=control)
    skip_to(game, "never")
    assert game.outcome is not None and game.outcome.level == "Draw"
    assert by_places(game.table) == pytest.approx((11 / 12, 1 / 12))
    assert score(game.table) == (0.5, 0.5)


def test_a_game_that_nothing_decided_is_scored_by_places() -> None:
    control = {"kiev": "axis", "minsk": "axis"}
    game = ended(childs({"1-armor": "0604"}, control=control), None, "Draw")
    axis = sum(kind.startswith("axis") for _, _, kind, _ in PLACES) + 2
    assert score(game.table) == pytest.approx((axis / len(PLACES), 1 - axis / len(PLACES)))


def test_the_scores_of_a_game_add_up_to_one() -> None:
    for winner in (0, 1, None):
        assert sum(score(ended(childs({"1-armor": "0604"}), winner, "Draw").table)) == pytest.approx(1.0)
