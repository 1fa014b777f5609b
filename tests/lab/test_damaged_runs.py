"""Playtests that were tampered with, or whose disk failed: told in words, whatever is wrong with them."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from designer.playtest.reading import Reader, list_runs
from designer.playtest.runs import in_words, line_of, total_of
from engine.errors import StavkaError
from engine.lab.again import keep_again
from engine.lab.balance import check_balance
from engine.lab.results import read_run
from engine.lab.runner import play
from engine.lab.settings import RunSettings
from engine.records.play import Balance
from engine.store import Library
from tests.kit.skirmish import GREEDY, SLUG, played_run, skirmish, skirmish_library, with_cell

SETTINGS = RunSettings(kind="compare", bots=GREEDY, games=2, seed=5)
Record = dict[str, Any]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("good") / "library.db"
    with skirmish_library(path) as library:
        played_run(library, SETTINGS, skirmish(), with_cell("2", "2:1", "DE"))
        played_run(library, msgspec.structs.replace(SETTINGS, kind="one"))
    return path


def tampered(good: Path, folder: Path, statement: str, *values: object) -> Path:
    path = folder / "tampered.db"
    path.write_bytes(good.read_bytes())
    conn = sqlite3.connect(path)
    assert conn.execute(statement, values).rowcount
    conn.commit()
    conn.close()
    return path


def rewritten(good: Path, folder: Path, change: Callable[[Record], object]) -> Path:
    """The record of a game of the first run as somebody changed it."""
    conn = sqlite3.connect(good)
    found = conn.execute("SELECT record FROM playtest_game WHERE run = 1 AND version = 0 AND number = 0").fetchone()[0]
    conn.close()
    record = msgspec.json.decode(zlib.decompress(found))
    change(record)
    statement = "UPDATE playtest_game SET record = ? WHERE run = 1 AND version = 0 AND number = 0"
    return tampered(good, folder, statement, zlib.compress(msgspec.json.encode(record)))


def refused(path: Path, why: str) -> None:
    """The first run is refused in words wherever it is asked for; the second can be read."""
    with pytest.raises(StavkaError, match=why):
        Reader(path, 1).look()
    assert Reader(path, 2).look() is not None
    with Library.open(path) as library, pytest.raises(StavkaError, match=why):
        read_run(library, 1)


RECORDS: dict[str, Callable[[Record], object]] = {
    "turns without end": lambda record: record.update(turns=2**60),
    "another first turn": lambda record: record.update(first=0),
    "a side too few": lambda record: record["places"].pop(),
    "a turn too few": lambda record: record["losses"][0].pop(),
    "no turn": lambda record: record.update(points=[[], []], losses=[[], []], places=[[], []], stands=[[], []]),
    "a score beyond all": lambda record: record.update(score=[3, -2]),
    "points beyond all": lambda record: record["points"][0].__setitem__(0, 1e300),
    "a unit too few": lambda record: record["services"].pop(),
    "an unknown counter": lambda record: record["services"][0].__setitem__(0, 999),
    "an unknown unit": lambda record: record["fights"][0].__setitem__(6, [999]),
    "a cell off the map": lambda record: record["stands"][0][0].append(10**6),
    "a step off the map": lambda record: record["entered"][0].append([10**6, 1]),
    "a death off the map": lambda record: record["deaths"].append([1, 10**6, 0]),
    "nobody's death": lambda record: record["deaths"].append([1, 1, -1]),
    "a battle off the map": lambda record: record["fights"][0].__setitem__(2, -1),
    "a third side": lambda record: record["takings"].append([1, 0, 2]),
    "an unknown place": lambda record: record["takings"].append([1, 999, 0]),
    "luck without turns": lambda record: record["luck"]["here"].update(ledger=[[[], []], [[], []]]),
    "luck beyond all": lambda record: record["luck"]["there"].update(expected=[["2:1", "NE", 1e300]]),
    "nothing": lambda record: record.clear(),
}


@pytest.mark.parametrize("what", RECORDS)
def test_a_record_that_does_not_fit_its_scenario_is_refused(good: Path, tmp_path: Path, what: str) -> None:
    refused(
        rewritten(good, tmp_path, RECORDS[what]), "Playtest 1 cannot be read, because what is kept of it is damaged"
    )


@pytest.mark.parametrize("record", [b"", b"\x00" * 99, zlib.compress(b" " * 200_000_000), zlib.compress(b"{}")[:-3]])
def test_a_record_that_is_none_is_refused_before_it_fills_the_memory(good: Path, tmp_path: Path, record: bytes) -> None:
    refused(tampered(good, tmp_path, "UPDATE playtest_game SET record = ? WHERE run = 1", record), "cannot be read")


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("UPDATE playtest_run SET settings = ? WHERE id = 1", "{"),
        ("UPDATE playtest_run SET settings = ? WHERE id = 1", '{"jobs": 1000000}'),
        ("UPDATE playtest_run SET settings = ? WHERE id = 1", '{"kind": "sweep"}'),
        ("UPDATE playtest_run SET settings = ? WHERE id = 1", '{"games": -1}'),
        ("UPDATE playtest_run SET snapshot = ? WHERE id = 1", "stavka scenario 1\n"),
        ("UPDATE playtest_version SET changes = ? WHERE run = 1", '[["unit", ["x"], null, null], ["x", [], 1, 2]]'),
        ("UPDATE playtest_version SET options = ? WHERE run = 1", '{"haste": "never"}'),
        ("UPDATE playtest_version SET options = ? WHERE run = 1", "[]"),
        ("UPDATE playtest_game SET version = ? WHERE run = 1 AND version = 1", -1),
        ("UPDATE playtest_game SET score = ? WHERE run = 1", 9.0),
    ],
)
def test_a_damaged_run_is_told_and_never_played_on(good: Path, tmp_path: Path, statement: str, value: object) -> None:
    path = tampered(good, tmp_path, statement, value)
    refused(path, r"\w")
    with pytest.raises(StavkaError):
        play(path, 1)
    with Library.open(path) as library:
        assert library.runs.info(1).status in ("failed", "paused")


def test_the_list_of_runs_tells_whose_settings_are_damaged(good: Path, tmp_path: Path) -> None:
    path = tampered(good, tmp_path, "UPDATE playtest_run SET settings = ? WHERE id = 1", "{")
    first, second = sorted(list_runs(path, SLUG), key=lambda info: info.id)
    assert line_of(first, None).startswith("Failed after 4 games. What this playtest should play is damaged: ")
    assert total_of(first) >= 1 and in_words(second, None) == "Done: 2 games"
    with Library.open(path) as library, pytest.raises(StavkaError, match="should play is damaged"):
        keep_again(library, 1, 0, 0)


@pytest.mark.parametrize("moment", ["", "yesterday", "2026-01-01", "9" * 99])
def test_a_run_that_was_last_seen_at_no_moment_is_interrupted(good: Path, tmp_path: Path, moment: str) -> None:
    path = tampered(good, tmp_path, "UPDATE playtest_run SET status = 'playing', seen_at = ?", moment)
    assert [in_words(info, None)[:11] for info in list_runs(path, SLUG)] == ["Interrupted"] * 2


def test_the_check_of_the_balance_is_told_of_scores_that_are_none(good: Path, tmp_path: Path) -> None:
    path = tampered(good, tmp_path, "UPDATE playtest_game SET score = ?", 1e300)
    rows = skirmish()
    rows.put(Balance(side=next(iter(GREEDY)), least=0.4, most=0.6))
    with Library.open(path) as library, pytest.raises(StavkaError, match="a value of the wrong kind"):
        check_balance(library, SLUG, rows)
