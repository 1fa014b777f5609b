"""Libraries of the system that are missing are named all at once, by the program and by the tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from engine.cli import libraries
from engine.cli.libraries import PACKAGES, WAYLAND, WINDOW, XCB, advice, plug_in
from tests.gates.tree import modules
from tests.kit.elf import needed

ROOT = Path(__file__).parents[2]
QT = Path(PySide6.__file__).parent
HIDDEN = ("libEGL.so.1", "libxkbcommon.so.0", "libxcb-cursor.so.0")

linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings everything with it")


def without(folder: Path, *hidden: str) -> dict[str, str]:
    """An environment in which these libraries cannot be loaded: what is found first in their place is no library."""
    for name in hidden:
        (folder / name).touch()
    return {**os.environ, "LD_LIBRARY_PATH": str(folder), "STAVKA_HOME": str(folder / "home")}


def run(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|z|zstd))\.so\.\d+")
"""What every system has that can install a package."""


def asked_of_the_system(*files: Path) -> set[str]:
    """What Qt's files need that Qt does not bring with it, nor any system that has Python."""
    own = {path.name: path for folder in (QT, QT / "Qt" / "lib") for path in folder.glob("*.so*")}
    waiting, met, asked = list(files), set[Path](), set[str]()
    while waiting:
        if (path := waiting.pop()) not in met:
            met.add(path)
            names = needed(path)
            waiting += [own[name] for name in names & own.keys()]
            asked |= {name for name in names - own.keys() if not name.startswith("libshiboken")}
    return {name for name in asked if not SYSTEM.fullmatch(name)}


@linux
def test_the_lists_are_what_this_version_of_qt_needs() -> None:
    found = (
        re.findall(r"^\s*from PySide6\.(\w+)", path.read_text(encoding="utf-8"), re.M) for path in modules("designer")
    )
    used = [QT / f"{name}.abi3.so" for name in sorted({name for names in found for name in names})]
    plug_ins = QT / "Qt" / "plugins" / "platforms"
    window = asked_of_the_system(*used)
    assert window == WINDOW.keys()
    assert asked_of_the_system(plug_ins / "libqxcb.so") - window == XCB.keys()
    assert asked_of_the_system(plug_ins / "libqwayland.so") - window - XCB.keys() == WAYLAND.keys()


@linux
def test_the_program_names_everything_that_is_missing_at_once(tmp_path: Path) -> None:
    done = run(without(tmp_path, *HIDDEN), "-m", "engine")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("stavka: The window needs ") and line.count("install ") >= 1
    for name in HIDDEN:
        assert name in line and (PACKAGES[name][0] in line or PACKAGES[name][1] in line)


@linux
def test_the_tests_say_the_same_and_stop(tmp_path: Path) -> None:
    done = run(without(tmp_path, *HIDDEN), "-m", "pytest", "-p", "no:cacheprovider", "tests/grid/test_numbering.py")
    said = done.stdout + done.stderr
    assert done.returncode == 4 and "ImportError" not in said and "Traceback" not in said
    assert all(name in said for name in HIDDEN) and "The window needs " in said


@linux
def test_what_only_a_desktop_needs_does_not_stop_who_has_none(tmp_path: Path) -> None:
    environment = without(tmp_path, "libxcb-cursor.so.0") | {"QT_QPA_PLATFORM": "offscreen"}
    script = "from engine.cli.libraries import missing; print(missing())"
    assert run(environment, "-c", script).stdout.strip() == "[]"
    environment["QT_QPA_PLATFORM"] = "xcb"
    assert "libxcb-cursor.so.0" in run(environment, "-c", script).stdout


def test_the_plug_in_is_the_one_that_qt_chooses() -> None:
    assert plug_in({}) is XCB
    assert plug_in({"WAYLAND_DISPLAY": "wayland-0"}) is libraries.WAYLAND
    assert plug_in({"WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "xcb"}) is XCB
    assert plug_in({"QT_QPA_PLATFORM": "offscreen"}) == {}


@pytest.mark.parametrize(
    ("installer", "line"),
    [
        ("apt", "This installs them all: `sudo apt install libegl1 libxcb-cursor0`."),
        ("dnf", "This installs them all: `sudo dnf install libglvnd-egl xcb-util-cursor`."),
        ("", "`sudo apt install libegl1 libxcb-cursor0`; on Fedora: `sudo dnf install libglvnd-egl xcb-util-cursor`."),
    ],
)
def test_one_line_installs_them(monkeypatch: pytest.MonkeyPatch, installer: str, line: str) -> None:
    monkeypatch.setattr(libraries, "_installer", lambda: installer)
    said = advice(["libxcb-cursor.so.0", "libEGL.so.1"])
    assert said.startswith(
        "The window needs 2 libraries of the system that are missing: libEGL.so.1, libxcb-cursor.so.0."
    )
    assert said.endswith(line)


def test_the_readme_lists_every_package() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for packages in (WINDOW | XCB).values():
        for package in packages:
            assert package in readme, package
