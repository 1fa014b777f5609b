"""The wheel: built, looked into, and installed beside nothing of the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from engine.store import Library, source_folders
from tests.gates.tree import ROOT, SOURCE, modules, name
from tests.kit.bounded import PATIENCE


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("stavka-*.whl")
    return built


def test_the_wheel_holds_the_packages_the_library_and_the_resources(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        assert archive.read("engine/_shipped/scenarios.db") == (ROOT / "scenarios.db").read_bytes()
    assert {name(path) for path in modules(*SOURCE)} <= held
    resources = {path for path in (ROOT / "resources").rglob("*") if path.is_file()}
    assert {f"engine/_shipped/{name(path)}" for path in resources} <= held
    assert not any(path.startswith("tests/") or path.endswith(".pyc") for path in held)


def test_the_installed_command_finds_its_library_and_resources(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "env"
    venv.create(home, with_pip=False, symlinks=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index", str(wheel)],
        check=True,
        cwd=tmp_path,
        timeout=PATIENCE,
    )
    (site,) = home.rglob("site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["STAVKA_HOME"] = str(tmp_path / "home")

    def stavka(*arguments: str) -> str:
        command = [str(scripts / "stavka"), *arguments]
        return subprocess.run(
            command, check=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE
        ).stdout

    with Library.open(ROOT / "scenarios.db", read_only=True) as shipped:
        assert [entry["slug"] for entry in json.loads(stavka("list", "--json"))] == [
            info.slug for info in shipped.scenarios()
        ]
    said = stavka("build-library", "-o", str(tmp_path / "built.db"))
    assert f": {len(source_folders(ROOT / 'resources'))} scenarios" in said
    assert (tmp_path / "home" / "scenarios.db").exists()
