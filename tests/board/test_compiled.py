"""Kernels work wherever their compiled form can, or cannot, be kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from tests.kit.bounded import PATIENCE

SCRIPT = """
from engine.compiled.kernel import kernel

@kernel
def one_more(number: int):
    return number + 1

print(one_more(1))
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of the engine beside which nothing can be written, not even by root."""
    for part in ("__init__.py", "errors.py", "ids.py", "compiled"):
        source, target = Path(engine.__file__).parent / part, tmp_path / "engine" / part
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    (tmp_path / "engine" / "compiled" / "__pycache__").write_text("a file where a folder should be")
    (tmp_path / "run.py").write_text(SCRIPT)
    (tmp_path / "__pycache__").write_text("here too")
    return tmp_path


def run(folder: Path, **settings: str) -> str:
    """Run the script in the copy and return what it says."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "PYTHONPATH")}
    env = kept | {"PYTHONDONTWRITEBYTECODE": "1", "HOME": str(folder / "home")} | settings
    done = subprocess.run(
        [sys.executable, "-W", "error", "run.py"],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the cache folder is not named by the environment")
def test_without_a_place_beside_the_source_the_users_cache_is_used(installed: Path) -> None:
    assert run(installed, XDG_CACHE_HOME=str(installed / "cache")) == "2\n"
    assert list((installed / "cache" / "stavka" / "kernels").rglob("*.nbi"))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the cache folder is not named by the environment")
def test_without_any_place_kernels_still_work(installed: Path) -> None:
    assert run(installed, XDG_CACHE_HOME=str(installed / "run.py"), HOME=str(installed / "run.py")) == "2\n"


def test_a_folder_that_the_user_chose_is_used(installed: Path) -> None:
    assert run(installed, NUMBA_CACHE_DIR=str(installed / "chosen")) == "2\n"
    assert list((installed / "chosen").rglob("*.nbi"))
