"""The laboratory: batches of bot games, and what they show."""

from __future__ import annotations

from engine.lab.batch import Batch, run_batch
from engine.lab.match import GameResult, play_match
from engine.lab.report import Report, report, save_playtest, write_csv

__all__ = ["Batch", "GameResult", "Report", "play_match", "report", "run_batch", "save_playtest", "write_csv"]
