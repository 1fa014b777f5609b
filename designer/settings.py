"""The user's settings, declared once: the dialog, the defaults and the stored file derive from this table."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_config_path
from PySide6.QtCore import QObject, QSettings, Signal


@dataclass(frozen=True)
class Preference:
    """One setting: its key, how the dialog names it, its default and what it may be."""

    key: str
    title: str
    default: str | int | bool
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    suffix: str = ""


SETTINGS: tuple[Preference, ...] = (
    Preference(
        "theme",
        "Theme",
        "system",
        "The colours of the window; the map keeps its printed colours.",
        choices=(("system", "As the system"), ("light", "Light"), ("dark", "Dark")),
    ),
    Preference("text_scale", "Text size", 100, "Of menus, tables and panels.", low=80, high=200, suffix=" %"),
    Preference(
        "units",
        "Distances",
        "km",
        "How the statistics give lengths.",
        choices=(("km", "Kilometres"), ("miles", "Miles")),
    ),
    Preference("animate", "Animate results", True, "Moves and combat results are drawn step by step."),
    Preference(
        "pass_forced",
        "Pass what decides itself",
        True,
        "A phase with nothing to decide, or a choice of one, passes without a click.",
    ),
    Preference(
        "bot_speed",
        "Bot's moves",
        "normal",
        "How fast they follow each other on the map.",
        choices=(("slow", "Slow"), ("normal", "Normal"), ("fast", "Fast"), ("instant", "At once")),
    ),
    Preference(
        "take_next",
        "Take the next unit",
        False,
        "When a unit has moved, the next that can is taken and shown, so that a click moves it.",
    ),
    Preference(
        "go_on",
        "Go on at the start",
        True,
        "A game that was on the table when the program ended is on it when it begins again.",
    ),
    Preference("paper", "Paper", "A4", "For printed sheets.", choices=(("A4", "A4"), ("Letter", "Letter"))),
)
"""All settings, in the order in which the dialog shows them."""

AUTOSAVE = "Every edit and every move is written to the library when it is made, so there is nothing to save by hand."


def settings_file() -> Path:
    """Where the settings are kept; STAVKA_HOME moves everything of the user's to one folder."""
    home = os.environ.get("STAVKA_HOME")
    return (Path(home) if home else user_config_path("stavka", appauthor=False)) / "settings.ini"


ON_TABLE = "on-table"
"""Under which the window remembers the game on the table: its library, its scenario and its number."""


def moment_key(slug: str, number: int) -> str:
    """Under which the window remembers where a game of a scenario stands."""
    return f"moment/{slug}/{number}"


class Settings(QObject):
    """The stored settings and the window's memory; `changed` names the setting that was changed."""

    changed = Signal(str)

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self._store = QSettings(str(path or settings_file()), QSettings.Format.IniFormat)
        self._table = {setting.key: setting for setting in SETTINGS}

    def get(self, key: str) -> Any:
        """The value of a setting; its default where the stored one is not allowed."""
        setting = self._table[key]
        stored = self._store.value(f"settings/{key}")
        return setting.default if stored is None else _allowed(setting, stored)

    def put(self, key: str, value: str | int | bool) -> None:
        """Change a setting and say so."""
        if value != self.get(key):
            self._store.setValue(f"settings/{key}", value)
            self._store.sync()
            self.changed.emit(key)

    def memory(self, key: str) -> Any:
        """Something the window remembers between runs: a layout, a list of files."""
        return self._store.value(f"memory/{key}")

    def remember(self, key: str, value: Any) -> None:
        """Keep something for the next run; it is on disk when the call returns."""
        self._store.setValue(f"memory/{key}", value)
        self._store.sync()

    def recent(self) -> list[Path]:
        """The library files opened last, newest first."""
        stored = self.memory("recent") or []
        names = [stored] if isinstance(stored, str) else [str(name) for name in stored]
        return [Path(name) for name in names if Path(name).exists()]

    def add_recent(self, path: Path) -> None:
        """Put a library file at the head of the recent ones."""
        others = [known for known in self.recent() if known != path]
        self.remember("recent", [str(known) for known in [path, *others][:8]])


def _allowed(setting: Preference, stored: Any) -> str | int | bool:
    """A stored value in the setting's type, or the default if it is out of range."""
    if isinstance(setting.default, bool):
        return str(stored).lower() in ("true", "1")
    if isinstance(setting.default, int):
        try:
            return min(max(int(stored), setting.low), setting.high)
        except ValueError:
            return setting.default
    known = [choice for choice, _ in setting.choices]
    return str(stored) if stored in known else setting.default
