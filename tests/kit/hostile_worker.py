"""Uses hostile files as a person would, each in a child of its own, and says how it went.

    python -m tests.kit.hostile_worker FOLDER [window]

It reads the names of files from its input.  For each it says `ok`, or what went wrong, with the seconds of the
processor and the megabytes that it took.  A child is a fork of this process, which has imported and compiled
everything already.
"""

from __future__ import annotations

import hashlib
import os
import resource
import shutil
import signal
import sys
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from designer.mapeditor.operations.blank import completed
from designer.oob.units import UnitSheet
from designer.playtest.reading import Reader, list_runs
from designer.playtest.runs import in_words, line_of
from designer.tables.exchange import from_csv, matched
from designer.tables.planning import plan_import
from engine.bots import check_doctrine
from engine.errors import StavkaError
from engine.lab.page import report_page
from engine.lab.results import read_run
from engine.records import Rows
from engine.store import Library, examine, read_file
from engine.store.reviving import revive_game
from engine.store.tmx_read import read_tmx
from engine.systems import check_rules
from tests.kit.small import small_scenario

SECONDS = 20
MEMORY = 1 << 30
PATIENCE = 600
"""Seconds after which a child that does nothing at all is ended, however busy the machine is."""


def main(folder: Path, *, window: bool) -> None:
    """Warm up on the good files, then take the others as they come."""
    for good in sorted(folder.glob("*.*")):
        use(good, window=False)
    print("ready", flush=True)
    for line in sys.stdin:
        print(tried(Path(line.strip()), window=window), flush=True)


def tried(path: Path, *, window: bool) -> str:
    """Use a file in a child, and look how it ended."""
    before = _digest(path)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _limit()
        os._exit(_used(path, writing, window=window))
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8", errors="replace") as pipe:
        said = pipe.read()
    _, status, usage = os.wait4(child, 0)
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024
    verdict = "ok"
    if os.WIFSIGNALED(status):
        late = os.WTERMSIG(status) in (signal.SIGALRM, signal.SIGXCPU)
        verdict = "HANG" if late else f"SIGNAL {os.WTERMSIG(status)}"
    elif status:
        verdict = "TRACEBACK"
    elif _digest(path) != before:
        verdict = "CHANGED"
    return "\t".join((verdict, path.name, f"{seconds:.2f}", str(megabytes), said.replace("\n", "\\n")))


def _limit() -> None:
    """No more than so many seconds of the processor, and so much memory beyond what there is."""
    signal.alarm(PATIENCE)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    held = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))


def _used(path: Path, pipe: int, *, window: bool) -> int:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    os.dup2(null, 1)
    try:
        use(path, window=window)
    except BaseException:
        os.write(pipe, traceback.format_exc()[-3000:].encode())
        return 1
    return 0


def _digest(path: Path) -> str:
    if not path.exists():
        return ""
    beside = sorted(one.name for one in path.parent.glob(f"{path.name}*"))
    return hashlib.sha256(path.read_bytes()).hexdigest() + str(beside)


def use(path: Path, *, window: bool) -> None:
    """Check a file, import it, open it, play its games; every refusal is a sentence."""
    with TemporaryDirectory(prefix="hostile-") as name:
        folder = Path(name)
        if path.suffix == ".csv":
            _table(path)
        elif path.suffix == ".tmx":
            _map(path, folder)
        else:
            _scenarios(path, folder, window=window)


def _refused(error: StavkaError) -> None:
    assert 0 < len(str(error)) < 20_000 and "Traceback" not in str(error)


def _table(path: Path) -> None:
    sheet = UnitSheet(small_scenario())
    try:
        lines = from_csv(path.read_bytes())
        match = matched(lines[0], sheet.headings())
        plan_import(sheet, lines, match, match[0])
    except StavkaError as error:
        _refused(error)


def _map(path: Path, folder: Path) -> None:
    try:
        rows = completed(read_tmx(path), path.stem)
        with Library.create(folder / "mine.db") as library:
            library.add("map", rows)
            _look(library.load("map"))
    except StavkaError as error:
        _refused(error)


def _scenarios(path: Path, folder: Path, *, window: bool) -> None:
    for problem in examine(path)[:50]:
        assert str(problem)
    try:
        with Library.create(folder / "mine.db") as library:
            library.add_all(read_file(path))
            _all(library)
            if window:
                _shown(library)
    except StavkaError as error:
        _refused(error)
    if path.suffix == ".db":
        try:
            with Library.open(path, read_only=True) as library:
                _read(library)
        except StavkaError as error:
            _refused(error)
        shutil.copy(path, folder / "copy.db")
        try:
            with Library.open(folder / "copy.db") as library:
                _read(library)
        except StavkaError as error:
            _refused(error)


def _all(library: Library) -> None:
    """Read every scenario and hold it against the rules."""
    for info in library.scenarios():
        _look(library.load(info.slug))


def _read(library: Library) -> None:
    """Read every scenario with its history and its playtests, and take up every game."""
    for info in library.scenarios():
        try:
            library.load(info.slug)
            library.history(info.slug)
        except StavkaError as error:
            _refused(error)
        _read_runs(library, info.slug)
    for game in library.games():
        try:
            revive_game(library.load_game(game.id))
        except StavkaError as error:
            _refused(error)


def _read_runs(library: Library, slug: str) -> None:
    """Work out all that playtests found, and write it down."""
    try:
        runs = list_runs(library.path, slug)
    except StavkaError as error:
        _refused(error)
        return
    for run in runs:
        assert line_of(run, None) and in_words(run, None)
        try:
            if Reader(library.path, run.id).look() is not None:
                assert report_page(read_run(library, run.id))
        except StavkaError as error:
            _refused(error)


def _look(rows: Rows) -> None:
    for problem in (check_rules(rows) + check_doctrine(rows))[:50]:
        assert str(problem)


def _shown(library: Library) -> None:
    """Open every scenario in a window, and every tab of it."""
    from PySide6.QtWidgets import QApplication

    from designer.parts import PARTS
    from designer.settings import Settings
    from designer.shell.window import open_window

    failures: list[BaseException] = []
    sys.excepthook = lambda _kind, error, _trace: failures.append(error)
    app = QApplication.instance() or QApplication([])
    window = open_window(library, Settings(library.path.with_suffix(".ini")))
    window.show()
    for info in library.scenarios():
        if window.open_scenario(info.slug) is not None:
            for part in PARTS:
                window.show_part(part.key)
                app.processEvents()
    window.close()
    app.processEvents()
    if failures:
        raise failures[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]), window="window" in sys.argv[2:])
