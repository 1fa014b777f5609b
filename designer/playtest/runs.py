"""The list of runs: how far each is, how fast, how long yet, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.labels import Label
from designer.theme import current_theme
from designer.wording import count
from engine.lab.runner import abandoned
from engine.lab.settings import read_settings
from engine.lab.telling import bot_title
from engine.store import RunInfo

EMPTY = "No run yet. Choose above what is to be played and press Play the games."

BUTTONS: tuple[tuple[str, str, str], ...] = (
    ("pause", "mdi6.pause", "Pause: games under way are played to their end"),
    ("resume", "mdi6.play", "Take the run up again where it was left"),
    ("cancel", "mdi6.stop", "Cancel: what is played is kept"),
    ("page", "mdi6.file-chart-outline", "Write a report with plots and maps as one HTML file"),
    ("csv", "mdi6.export", "Write a line a game as CSV"),
    ("delete", "mdi6.trash-can-outline", "Delete the run with all its games"),
)
WINDOW = 20.0
"""Seconds over which the speed is measured."""


@dataclass
class GamePace:
    """How many games were over at which moment, for the speed."""

    marks: list[tuple[float, int]] = field(default_factory=list)

    def note(self, games: int) -> None:
        """Note how many games are over now."""
        now = monotonic()
        self.marks = [mark for mark in self.marks if now - mark[0] <= WINDOW] or self.marks[-1:]
        self.marks.append((now, games))

    @property
    def speed(self) -> float:
        """Games a second."""
        (begun, first), (ended, last) = self.marks[0], self.marks[-1]
        return (last - first) / (ended - begun) if ended > begun else 0.0


def standing(info: RunInfo) -> str:
    """How a run stands: as marked, or left by whoever played it."""
    return "interrupted" if abandoned(info) else info.status


def total_of(info: RunInfo) -> int:
    """How many games a run has at most."""
    settings = read_settings(info.settings)
    versions = {"one": 1, "compare": 2}.get(settings.kind, len(settings.values))
    return settings.games * versions


def in_words(info: RunInfo, pace: GamePace | None) -> str:
    """A run's progress as a sentence."""
    total, state = total_of(info), standing(info)
    done = f"{info.games:,} of {count(total, 'game')}"
    if state == "done":
        return f"Done: {count(info.games, 'game')}"
    if state != "playing":
        word = {"failed": "Failed", "interrupted": "Interrupted"}.get(state, state.capitalize())
        return f"{word} after {count(info.games, 'game')}" + (f". {info.trouble}" if info.trouble else "")
    if info.wish:
        return f"{done}; {'pausing' if info.wish == 'pause' else 'stopping'} …"
    speed = pace.speed if pace else 0.0
    if not speed:
        return f"{done}; starting …" if not info.games else f"{done} …"
    most = "at most " if read_settings(info.settings).width else ""  # a narrow interval may end it before
    return f"{done}, {speed:.1f} a second, {most}{span((total - info.games) / speed)} left"


def line_of(info: RunInfo, pace: GamePace | None) -> str:
    """A run in the list: how far it is while it is played, and afterwards when it was made and who played."""
    if standing(info) != "done":
        return in_words(info, pace)
    bots = " against ".join(bot_title(bot) for bot in read_settings(info.settings).bots.values())
    return f"{_day(info.made_at)}{count(info.games, 'game')}, {bots}"


def _day(moment: str) -> str:
    """When a run was made, in the time of the day here."""
    try:
        return f"{datetime.fromisoformat(moment).astimezone():%d %b, %H:%M}: ".lstrip("0")
    except ValueError:
        return ""


def span(seconds: float) -> str:
    """A time to come, roughly."""
    if seconds < 90:
        return count(max(1, round(seconds)), "second")
    if seconds < 5400:
        return count(round(seconds / 60), "minute")
    return count(round(seconds / 3600), "hour")


class RunList(QWidget):
    """Runs, newest first; `chosen` carries the number of the one in front, `asked` also what is wanted of it."""

    chosen = Signal(int)
    asked = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setAlternatingRowColors(True)
        self.list.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.words = Label(EMPTY)
        self.words.setWordWrap(True)
        self.words.setMinimumHeight(2 * self.words.fontMetrics().lineSpacing())
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.buttons: dict[str, QToolButton] = {}
        self._infos: dict[int, RunInfo] = {}
        self._paces: dict[int, GamePace] = {}
        self._lay_out()
        self.list.currentRowChanged.connect(lambda _row: self._choose())
        self.dress()
        self._tell()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(2)
        title = Label("Runs")
        title.setStyleSheet("font-weight: 600;")
        line.addWidget(title, 1)
        for key, _, tip in BUTTONS:
            button = QToolButton()
            button.setAutoRaise(True)
            button.setToolTip(tip)
            button.clicked.connect(lambda _on=False, key=key: self.asked.emit(self.current(), key))
            self.buttons[key] = button
            line.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 8)
        layout.setSpacing(4)
        layout.addLayout(line)
        layout.addWidget(self.bar)
        layout.addWidget(self.words)
        layout.addWidget(self.list, 1)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.words.setStyleSheet(f"color: {current_theme().muted};")
        for key, name, _ in BUTTONS:
            self.buttons[key].setIcon(icon(name))

    def current(self) -> int:
        """The number of the run in front, or 0."""
        item = self.list.currentItem()
        return int(item.data(Qt.ItemDataRole.UserRole)) if item is not None else 0

    def info(self, run: int) -> RunInfo | None:
        """A run as it was read last."""
        return self._infos.get(run)

    @property
    def playing(self) -> bool:
        """Whether any run is being played."""
        return any(info.status == "playing" for info in self._infos.values())

    def show_runs(self, infos: Sequence[RunInfo], front: int = 0) -> None:
        """Show the runs as they stand, with one of them in front."""
        before = self.current()
        wanted = front or before
        self._infos = {info.id: info for info in infos}
        for info in infos:
            self._paces.setdefault(info.id, GamePace()).note(info.games)
        with QSignalBlocker(self.list):
            if [info.id for info in infos] != self._numbers():
                self.list.clear()
                for info in infos:
                    self.list.addItem(self._item(info))
            for row, info in enumerate(infos):
                self.list.item(row).setText(f"{info.name}\n{line_of(info, self._paces[info.id])}")
            rows = [info.id for info in infos]
            self.list.setCurrentRow(rows.index(wanted) if wanted in rows else (0 if rows else -1))
        self._tell()
        if self.current() != before:
            self.chosen.emit(self.current())

    def _numbers(self) -> list[int]:
        return [int(self.list.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(self.list.count())]

    def _item(self, info: RunInfo) -> QListWidgetItem:
        item = QListWidgetItem()
        item.setData(Qt.ItemDataRole.UserRole, info.id)
        item.setSizeHint(QSize(0, round(3.4 * self.list.fontMetrics().lineSpacing())))
        return item

    def _choose(self) -> None:
        self._tell()
        self.chosen.emit(self.current())

    def _tell(self) -> None:
        info = self.info(self.current())
        state = standing(info) if info else ""
        self.words.setText(in_words(info, self._paces.get(info.id)) if info else EMPTY)
        for widget in (self.words, self.bar):  # of a run that is done the list says enough
            widget.setVisible(state != "done")
        self.bar.setMaximum(total_of(info) if info else 1)
        self.bar.setValue(info.games if info and state != "done" else self.bar.maximum() if info else 0)
        able = {
            "pause": state == "playing",
            "resume": state in ("paused", "cancelled", "interrupted", "failed"),
            "cancel": state in ("playing", "paused", "interrupted"),
            "page": bool(info and info.games),
            "csv": bool(info and info.games),
            "delete": info is not None and state != "playing",
        }
        for key, button in self.buttons.items():
            button.setEnabled(able[key])
