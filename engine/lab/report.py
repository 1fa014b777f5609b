"""What a batch showed: scores with their intervals, speeds per core, loss curves, places by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from engine.files import save
from engine.lab.batch import Batch
from engine.lab.match import GameResult
from engine.lab.statistics import interval, mean
from engine.spreadsheet import csv_text
from engine.store import Library


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A batch in numbers, by side."""

    games: int
    score: dict[str, float]
    ci95: dict[str, tuple[float, float]]
    games_per_second: float
    side_turns_per_second: float
    actions_per_second: float
    levels: dict[str, int]
    losses: dict[str, list[float]]
    places: dict[str, list[float]]

    def summary(self) -> dict[str, Any]:
        """The six numbers that `stavka arena --json` writes."""
        whole: dict[str, Any] = msgspec.to_builtins(self)
        return {
            key: whole[key]
            for key in (
                "games",
                "score",
                "ci95",
                "games_per_second",
                "side_turns_per_second",
                "actions_per_second",
            )
        }


def report(sides: list[str], results: list[GameResult]) -> Report:
    """The numbers of finished games; speeds are per core, for the time of a game is that of one core."""
    seconds = sum(result.seconds for result in results) or 1.0
    scores = {side: [result.score[index] for result in results] for index, side in enumerate(sides)}
    levels = sorted({result.level for result in results})
    return Report(
        games=len(results),
        score={side: mean(values) for side, values in scores.items()},
        ci95={side: interval(values) for side, values in scores.items()},
        games_per_second=len(results) / seconds,
        side_turns_per_second=sum(result.side_turns for result in results) / seconds,
        actions_per_second=sum(result.actions for result in results) / seconds,
        levels={level: sum(result.level == level for result in results) for level in levels},
        losses={side: _curve([result.losses[index] for result in results]) for index, side in enumerate(sides)},
        places={side: _curve([result.places[index] for result in results]) for index, side in enumerate(sides)},
    )


def _curve(games: list[tuple[int, ...]]) -> list[float]:
    """The mean of each turn over the games that reached it."""
    longest = max((len(game) for game in games), default=0)
    return [mean([game[turn] for game in games if turn < len(game)]) for turn in range(longest)]


def write_csv(path: Path | str, sides: list[str], results: list[GameResult]) -> None:
    """One line a game: result, scores, length, losses and places held."""
    head = ["game", "seed", "winner", "level", "turns", "actions", "seconds"]
    for side in sides:
        head += [f"{side} score", f"{side} steps lost", f"{side} places"]
    save(path, csv_text([head, *(_line(result, len(sides)) for result in results)]).encode())


def _line(result: GameResult, sides: int) -> list[object]:
    line: list[object] = [
        result.game,
        result.seed,
        result.winner,
        result.level,
        result.turns,
        result.actions,
        f"{result.seconds:.3f}",
    ]
    for side in range(sides):
        line += [result.score[side], sum(result.losses[side]), result.places[side][-1]]
    return line


def save_playtest(library: Library, slug: str, batch: Batch, found: Report, results: list[GameResult]) -> int:
    """Keep a batch in the library; the answer is its number."""
    kept = {"report": msgspec.to_builtins(found), "games": msgspec.to_builtins(results)}
    return library.add_playtest(slug, msgspec.json.encode(batch), msgspec.json.encode(kept))
