"""Batches: the same games in one process or two, what is done when interrupted, and what they are written as."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.lab.batch import Batch, run_batch
from engine.lab.match import GameResult, bot_seed, play_match
from engine.lab.report import report, save_playtest, write_csv
from engine.play import Game
from engine.records import Rows
from engine.store import Library
from tests.kit.drill import drill_rows
from tests.kit.players import setting_for
from tests.kit.small import small_scenario

LOTS = {"german": "random", "soviet": "random"}
SIDES = ["german", "soviet"]


@pytest.fixture(scope="module")
def rows() -> Rows:
    return setting_for("arduous-beginning").scenario.rows


@pytest.fixture(scope="module")
def three(rows: Rows) -> list[GameResult]:
    """Three games between bots that play any legal action."""
    return run_batch(rows, Batch(bots=LOTS, games=3, seed=5))


def timeless(results: list[GameResult]) -> list[GameResult]:
    """Results without the time they took."""
    return [replace(result, seconds=0.0) for result in results]


def made_up(game: int, score: tuple[float, float], seconds: float = 0.5) -> GameResult:
    """A result with numbers that are easy to add up."""
    winner = {(1.0, 0.0): "german", (0.0, 1.0): "soviet"}.get(score, "")
    losses, places = ((0, 2), (1, 3)), ((4, 6), (8, 6))
    return GameResult(game, 100 + game, winner, "Draw", score, 2, 50, 4, seconds, losses, places)


# Playing


def test_a_batch_is_the_same_in_one_process_and_in_two(rows: Rows, three: list[GameResult]) -> None:
    both = run_batch(rows, Batch(bots=LOTS, games=3, seed=5, jobs=2))
    assert timeless(both) == timeless(three)
    assert [result.game for result in both] == [0, 1, 2]


def test_games_of_a_batch_differ_and_batches_of_other_seeds_too(rows: Rows, three: list[GameResult]) -> None:
    assert len({result.seed for result in three}) == len({result.actions for result in three}) == 3
    other = run_batch(rows, Batch(bots=LOTS, games=1, seed=6))
    assert other[0].seed not in {result.seed for result in three}


def test_a_game_of_a_batch_can_be_played_again_by_its_seed(three: list[GameResult]) -> None:
    again = play_match(setting_for("arduous-beginning"), LOTS, three[2].seed, 2)
    assert timeless([again]) == timeless(three[2:])


def test_what_a_game_shows(three: list[GameResult]) -> None:
    for result in three:
        assert sum(result.score) == 1.0 and result.turns == 7 and result.side_turns == 14
        assert all(len(curve) == 7 for curve in (*result.losses, *result.places))
        assert all(german + soviet == 12 for german, soviet in zip(*result.places, strict=True))
        assert (result.winner == "german") == (result.places[0][-1] == 12)


def test_every_bot_of_every_game_has_a_seed_of_its_own() -> None:
    assert len({bot_seed(seed, side) for seed in range(50) for side in (0, 1)}) == 100


def test_a_plan_can_be_chosen_for_a_side() -> None:
    rows = setting_for("arduous-beginning").scenario.rows
    bots = {"german": "random", "soviet": "doctrine"}
    plans = [
        timeless(run_batch(rows, Batch(bots=bots, games=1, seed=1, plans={"soviet": plan})))
        for plan in ("soviet-forward", "soviet-depth", "soviet-forward")
    ]
    assert plans[0] == plans[2] != plans[1]


# Interruptions


@pytest.mark.parametrize("done", [1, 2])
def test_an_interruption_keeps_what_is_done(rows: Rows, three: list[GameResult], done: int) -> None:
    def interrupt(finished: int, games: int) -> None:
        assert games == 400
        if finished == done:
            raise KeyboardInterrupt

    found = run_batch(rows, Batch(bots=LOTS, games=400, seed=5), interrupt)
    assert timeless(found) == timeless(three[:done])


def test_a_batch_can_be_cancelled(rows: Rows, three: list[GameResult]) -> None:
    answers = iter([False, True])
    found = run_batch(rows, Batch(bots=LOTS, games=400, seed=5), cancelled=lambda: next(answers))
    assert timeless(found) == timeless(three[:2])


# What is made of it


def test_a_report_adds_up() -> None:
    results = [made_up(0, (1.0, 0.0)), made_up(1, (0.5, 0.5)), made_up(2, (0.0, 1.0)), made_up(3, (1.0, 0.0), 1.5)]
    found = report(SIDES, results)
    assert found.games == 4 and found.score == {"german": 0.625, "soviet": 0.375}
    assert found.ci95["german"][0] == pytest.approx(1 - found.ci95["soviet"][1])
    assert found.games_per_second == pytest.approx(4 / 3)
    assert found.side_turns_per_second == pytest.approx(16 / 3)
    assert found.actions_per_second == pytest.approx(200 / 3)
    assert found.losses == {"german": [0.0, 2.0], "soviet": [1.0, 3.0]} and found.levels == {"Draw": 4}


def test_the_summary_is_what_the_issue_asks_for() -> None:
    summary = report(SIDES, [made_up(0, (1.0, 0.0))]).summary()
    assert list(summary) == [
        "games",
        "score",
        "ci95",
        "games_per_second",
        "side_turns_per_second",
        "actions_per_second",
    ]
    assert summary["games"] == 1 and summary["score"] == {"german": 1.0, "soviet": 0.0}
    assert [len(pair) for pair in summary["ci95"].values()] == [2, 2]


def test_curves_are_means_over_the_games_that_reached_the_turn() -> None:
    short = replace(made_up(0, (1.0, 0.0)), losses=((4,), (2,)), places=((1,), (1,)))
    found = report(SIDES, [short, made_up(1, (0.0, 1.0))])
    assert found.losses == {"german": [2.0, 2.0], "soviet": [1.5, 3.0]}


def test_the_csv_has_a_line_for_every_game(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    write_csv(path, SIDES, [made_up(0, (1.0, 0.0)), made_up(1, (0.5, 0.5))])
    with path.open(newline="", encoding="utf-8") as file:
        first, second = csv.DictReader(file)
    assert first["winner"] == "german" and first["german score"] == "1.0" and first["soviet score"] == "0.0"
    assert (second["game"], second["seed"], second["winner"]) == ("1", "101", "")
    assert (second["german steps lost"], second["soviet steps lost"]) == ("2", "4")
    assert (second["german places"], second["soviet places"]) == ("6", "6")


def test_a_playtest_is_kept_in_the_library(tmp_path: Path) -> None:
    batch, results = Batch(bots=LOTS, games=2, seed=9), [made_up(0, (1.0, 0.0)), made_up(1, (0.5, 0.5))]
    with Library.create(tmp_path / "library.db") as library:
        library.add("drill", small_scenario())
        number = save_playtest(library, "drill", batch, report(SIDES, results), results)
        (kept,) = library.playtests("drill")
        assert kept.id == number
        settings, found = json.loads(kept.settings), json.loads(kept.results)
        assert settings["bots"] == LOTS and settings["seed"] == 9
        assert found["report"]["score"] == {"german": 0.75, "soviet": 0.25}
        assert [game["seed"] for game in found["games"]] == [100, 101]


def test_a_game_on_the_drill_ground_is_a_game_like_any_other() -> None:
    (result,) = run_batch(drill_rows(), Batch(bots={"german": "doctrine", "soviet": "greedy"}, games=1))
    game = Game.new(drill_rows(), result.seed)
    assert game.decision is not None and result.level in {row.name for row in game.scenario.victories}
