"""Results as a table for spreadsheets: one line a game."""

from __future__ import annotations

from pathlib import Path

from engine.files import save
from engine.lab.findings import total
from engine.lab.results import RunResults
from engine.lab.telling import side_names
from engine.spreadsheet import csv_text


def write_games(path: Path | str, results: RunResults) -> None:
    """One line a game of every version: seed, result, scores, length, losses, places and points."""
    save(path, csv_text([_head(results), *_lines(results)]).encode("utf-8"))


def _head(results: RunResults) -> list[object]:
    head: list[object] = ["version", "game", "seed", "winner", "level", "turns", "actions", "seconds", "battles"]
    for side in results.grounds[0].scenario.sides:
        head += [f"{side.name} {what}" for what in ("score", "steps lost", "places", "points")]
    return head


def _lines(results: RunResults) -> list[list[object]]:
    lines, names = [], side_names(results)
    for (version, number), game in sorted(results.games.items()):
        line: list[object] = [results.stored.versions[version].name, number + 1, results.settings.seed_of(number)]
        line += [names.get(game.winner, "nobody"), game.level, game.length, game.actions, f"{game.seconds:.3f}"]
        line.append(len(game.fights))
        for side, score in enumerate(game.score):
            line += [score, *(f"{total(game, what, side):g}" for what in ("losses", "places", "points"))]
        lines.append(line)
    return lines
