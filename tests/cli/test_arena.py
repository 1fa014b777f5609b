"""`stavka arena`: what it prints and keeps, how it is interrupted, and what it says to nonsense."""

from __future__ import annotations

import csv
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.bots import bot_kinds
from engine.records.play import Phase
from engine.store import Library
from tests.cli.conftest import Stavka
from tests.kit.bounded import started
from tests.kit.players import setting_for
from tests.kit.small import small_scenario

ROOT = Path(__file__).parents[2]
AB = "arduous-beginning"
LOTS = ("--bot", "german=random", "--bot", "soviet=random")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A library with a scenario that can be played and one that cannot yet."""
    path = tmp_path / "mine.db"
    with Library.create(path) as library:
        library.add(AB, setting_for(AB).scenario.rows)
        unfinished = small_scenario()
        unfinished.drop(Phase, "german-move")
        library.add("orsha", unfinished)
    return path


# What it prints and keeps


def test_json_is_what_was_asked_for(stavka: Stavka, db: Path) -> None:
    said = stavka("arena", AB, *LOTS, "--games", "2", "--seed", "4", "--json", "--db", db)
    found = json.loads(said.out)
    assert (said.code, said.err) == (0, "")
    assert set(found) == {
        "games",
        "score",
        "ci95",
        "games_per_second",
        "side_turns_per_second",
        "actions_per_second",
    }
    assert found["games"] == 2 and sum(found["score"].values()) == pytest.approx(1.0)
    for side in ("german", "soviet"):
        low, high = found["ci95"][side]
        assert 0.0 <= low <= found["score"][side] <= high <= 1.0
    assert found["side_turns_per_second"] == pytest.approx(14 * found["games_per_second"])
    assert found["actions_per_second"] > found["side_turns_per_second"] > found["games_per_second"] > 0


def test_words_name_the_bots_the_score_and_the_speed(stavka: Stavka, db: Path) -> None:
    said = stavka("arena", AB, "--bot", "german=greedy", "--games", "1", "--db", db)
    lines = said.out.splitlines()
    assert said.code == 0 and lines[0] == "1 games, seed 1"
    assert "greedy" in lines[1] and "doctrine" in lines[2] and "95%" in lines[1]
    assert lines[-1].strip().startswith("per core:") and lines[-1].endswith("actions a second")


def test_results_are_kept_in_the_library_and_as_csv(stavka: Stavka, db: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    said = stavka("arena", AB, *LOTS, "--games", "2", "--seed", "4", "--csv", file, "--json", "--db", db)
    with Library.open(db, read_only=True) as library:
        (kept,) = library.playtests(AB)
    results, settings = json.loads(kept.results), json.loads(kept.settings)
    assert settings["bots"] == {"german": "random", "soviet": "random"} and settings["seed"] == 4
    assert results["report"]["score"] == json.loads(said.out)["score"]
    with file.open(newline="", encoding="utf-8") as lines:
        games = list(csv.DictReader(lines))
    assert [int(game["seed"]) for game in games] == [game["seed"] for game in results["games"]]
    assert sum(float(game["german score"]) for game in games) / 2 == results["report"]["score"]["german"]


def test_the_same_seed_gives_the_same_score(stavka: Stavka, db: Path) -> None:
    call = ("arena", AB, *LOTS, "--games", "2", "--seed", "8", "--db", db)
    kept = []
    for _ in range(2):
        assert stavka(*call).code == 0
        with Library.open(db, read_only=True) as library:
            games = json.loads(library.playtests(AB)[0].results)["games"]
        kept.append([{key: value for key, value in game.items() if key != "seconds"} for game in games])
    assert kept[0] == kept[1]


# Interruptions

HEEDING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from engine.cli.main import main
main()
"""


def test_ctrl_c_keeps_what_is_done(db: Path, tmp_path: Path) -> None:
    """A terminal sends the signal to the arena and to its workers alike; the progress bar shows when to send it.

    Tests that run in the background of a shell are told to ignore it, which their children would inherit.
    """
    ours, theirs = pty.openpty()
    command = ["arena", AB, *LOTS, "--games", "5000", "--jobs", "2", "--json", "--db", str(db)]
    env, words = os.environ | {"STAVKA_HOME": str(tmp_path)}, [sys.executable, "-c", HEEDING, *command]
    shown = ""
    with started(words, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=theirs, text=True) as arena:
        os.close(theirs)
        while "3/5000" not in shown:
            shown += os.read(ours, 1000).decode()
        os.killpg(arena.pid, signal.SIGINT)
        out, _ = arena.communicate(timeout=60)
    os.close(ours)
    done = json.loads(out)["games"]
    assert arena.returncode == 0 and 3 <= done < 5000 and "[..." in shown
    with Library.open(db, read_only=True) as library:
        (kept,) = library.playtests(AB)
    assert len(json.loads(kept.results)["games"]) == done


# Nonsense


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--bot", "german=napoleon"], 2, f"There is no bot napoleon; the bots are: {', '.join(bot_kinds())}."),
        (["--bot", "german=hard:many"], 2, "hard:many is no bot: only hard is followed by a number of playouts"),
        (["--bot", "french=greedy"], 2, "There is no side french; the sides are: german, soviet."),
        (["--bot", "german"], 2, "--bot wants KEY=VALUE, not german."),
        (["--games", "0"], 2, "Invalid value for '--games': 0"),
        (["--games", "many"], 2, "'many' is not a valid integer"),
        (["--jobs", "0"], 2, "Invalid value for '--jobs': 0"),
        (["--seed", "-1"], 2, "Invalid value for '--seed': -1"),
        (["--plan", "soviet=retreat"], 1, "The soviet side has no plan retreat; its plans are: soviet-forward"),
        (["--plan", "french=retreat"], 2, "There is no side french"),
        (["--option", "fog=thick"], 1, "there is no option fog"),
    ],
)
def test_nonsense_gets_a_sentence(stavka: Stavka, db: Path, arguments: list[str], code: int, says: str) -> None:
    said = stavka("arena", AB, *arguments, "--db", db)
    assert said.code == code and says in said.err and said.out == ""
    with Library.open(db, read_only=True) as library:
        assert library.playtests(AB) == []


def test_a_scenario_that_is_not_there(stavka: Stavka, db: Path) -> None:
    said = stavka("arena", "borodino", "--db", db)
    assert said.code == 1 and said.err == (
        f"stavka: There is no scenario borodino in {db}; `stavka list` names all it holds.\n"
    )


def test_a_scenario_that_cannot_be_played_yet(stavka: Stavka, db: Path) -> None:
    said = stavka("arena", "orsha", "--db", db)
    assert said.code == 1 and "not playable yet" in said.err and "Traceback" not in said.err


def test_a_csv_that_cannot_be_written_is_refused_before_any_game(stavka: Stavka, db: Path, tmp_path: Path) -> None:
    said = stavka("arena", AB, *LOTS, "--games", "1", "--csv", tmp_path / "nowhere" / "games.csv", "--db", db)
    assert said.code == 1 and f"cannot be written: there is no folder {tmp_path / 'nowhere'}." in said.err
    with Library.open(db, read_only=True) as library:
        assert library.playtests(AB) == []
