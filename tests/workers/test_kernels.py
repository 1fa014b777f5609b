"""Kernels run as they are written until the compiler is done, and nobody waits for it who may not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.bots import make_bot
from engine.compiled import kernel as compiled
from engine.compiled.kernel import KERNELS
from engine.lab.match import bot_seed
from engine.play import Game
from engine.workers import kernels
from engine.workers.spawn import command
from tests.kit.bounded import PATIENCE
from tests.kit.players import setting_for

ROOT = Path(__file__).parents[2]

SCRIPT = """
import sys
from engine.compiled.kernel import KERNELS, kernel, load, never_wait, part

@part
def twice(number):
    return 2 * number

@kernel
def one_more(number: int):
    return twice(number) + 1

exec(sys.argv[1])
print(one_more(1), one_more.run is not None, "numba" in sys.modules)
"""


def said(folder: Path, then: str) -> str:
    """What the script says of its kernel: the answer, whether it is compiled, whether numba was loaded."""
    script = folder / "small.py"
    if not script.exists():
        script.write_text(SCRIPT)
    env = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kept"), "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-W", "error", script, then]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.stderr == ""
    return done.stdout.strip()


def test_who_may_not_wait_runs_what_is_written_and_takes_only_what_is_on_the_disk(tmp_path: Path) -> None:
    assert said(tmp_path, "never_wait()") == "3 False False"
    assert said(tmp_path, "never_wait(); assert not load(KERNELS)") == "3 False True"
    assert said(tmp_path, "KERNELS[0].compile()") == "3 True True"
    assert said(tmp_path, "never_wait(); assert load(KERNELS)") == "3 True True"


def test_who_may_wait_compiles_at_the_first_call_and_not_before(tmp_path: Path) -> None:
    assert said(tmp_path, "assert 'numba' not in sys.modules") == "3 True True"


def test_every_module_with_kernels_is_known() -> None:
    pattern = re.compile(r"^@(kernel|part)\b", re.MULTILINE)
    found = [
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for path in (ROOT / "engine").rglob("*.py")
        if pattern.search(path.read_text(encoding="utf-8"))
    ]
    assert sorted(found) == sorted(kernels.MODULES)


def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every kernel as it is written."""
    monkeypatch.setattr(compiled._Manner, "waits", False)
    for one in KERNELS:
        monkeypatch.setattr(one, "run", None)


def opening(slug: str, actions: int) -> list[object]:
    """The first actions of a game between doctrine bots, with their reasons."""
    setting = setting_for(slug)
    bots = [make_bot("doctrine", setting.scenario, side, bot_seed(7, side)) for side in (0, 1)]
    game = Game.begin(setting, 7)
    done: list[object] = []
    while game.decision is not None and len(done) < actions:
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action)
        done.append((action, why))
    return done


@pytest.mark.parametrize(("slug", "actions"), [("arduous-beginning", 55), ("childs-barbarossa", 60)])
def test_a_game_is_the_same_with_and_without_the_compiler(
    slug: str, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = opening(slug, actions)
    plainly(monkeypatch)
    assert opening(slug, actions) == quick


def test_the_mark_is_for_this_code_and_wiped_out_where_it_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not kernels.ready()
    mark = kernels.mark()
    assert mark is not None and mark.parent == tmp_path
    mark.touch()
    assert kernels.ready()
    monkeypatch.setattr(kernels, "load", lambda _kernels: False)
    assert not kernels.take(kernels.MODULES[:1])
    assert not kernels.ready()


def test_without_a_place_to_keep_anything_the_compiler_leaves_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file")}
    done = subprocess.run(
        command("engine.workers.kernels"), env=env, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


def test_the_sizes_that_tell_how_far_it_is_count_what_is_called() -> None:
    by_name = {one.plain.__name__: kernels._size(one.plain) for one in KERNELS}
    assert by_name["reach"] > by_name["zoc"] and np.all(np.array(list(by_name.values())) > 0)


@pytest.mark.parametrize("shares", [1, 2, 3])
def test_shares_of_the_compiling_are_alike_and_leave_nothing_out(shares: int) -> None:
    every = kernels._kernels(kernels.MODULES)
    parts = [kernels.share_of(every, share, shares) for share in range(shares)]
    assert sorted(map(id, every)) == sorted(id(one) for part in parts for one in part) and len(every) > 9
    lengths = [sum(kernels._size(one.plain) for one in part) for part in parts]
    assert max(lengths) - min(lengths) <= max(kernels._size(one.plain) for one in every)
    assert shares > 1 or parts == [every]
