"""The parts of an open scenario: one tab each, registered in one table.

A part is created by a function `create(document, window) -> QWidget`, named as `module:function` so
that its module is only imported when its tab is first shown.  A widget that also has the methods of
`PartWidget` gets its actions bound while its tab is in front, and is asked to show culprits; one with
`dress` is told when the theme changes, and one with `heed` when another window has written to the library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from designer.document import Document
    from designer.shell.window import MainWindow


@runtime_checkable
class PartWidget(Protocol):
    """What a part's widget may offer the window beyond being a widget."""

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What the actions of `designer.actions` do while this part is in front, by action id."""
        ...

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show the row that a problem names; False if this part does not show that table."""
        ...


def as_part(widget: object) -> PartWidget | None:
    """The widget as one that answers actions, if it does."""
    return widget if isinstance(widget, PartWidget) else None


@runtime_checkable
class Dressed(Protocol):
    """A widget that draws itself anew when the theme or the text size changes."""

    def dress(self) -> None:
        """Take the colours of the theme."""
        ...


def as_dressed(widget: object) -> Dressed | None:
    """The widget as one that follows the theme, if it does."""
    return widget if isinstance(widget, Dressed) else None


@runtime_checkable
class Heeding(Protocol):
    """A widget that shows something of the library beside the rows, as its games."""

    def heed(self) -> None:
        """Look at what another window has written."""
        ...


def as_heeding(widget: object) -> Heeding | None:
    """The widget as one that heeds other windows, if it does."""
    return widget if isinstance(widget, Heeding) else None


@dataclass(frozen=True)
class Tab:
    """One tab of an open scenario."""

    key: str
    title: str
    icon: str
    shortcut: str
    factory: str
    tables: tuple[str, ...] = ()

    def create(self, document: Document, window: MainWindow) -> QWidget:
        """Make the part's widget for a document."""
        module, _, function = self.factory.partition(":")
        widget: QWidget = getattr(import_module(module), function)(document, window)
        return widget


PARTS: tuple[Tab, ...] = (
    Tab(
        "map",
        "Map",
        "mdi6.map-outline",
        "Ctrl+1",
        "designer.mapeditor.editor:create",
        ("grid", "cell", "hexside", "link", "place", "region", "region_cell", "box", "underlay"),
    ),
    Tab(
        "oob",
        "Order of battle",
        "mdi6.shield-outline",
        "Ctrl+2",
        "designer.oob.tab:create",
        ("unit", "face", "formation", "nationality", "side"),
    ),
    Tab(
        "charts",
        "Charts",
        "mdi6.table-large",
        "Ctrl+3",
        "designer.charts.tab:create",
        (
            "chart",
            "chart_row",
            "chart_column",
            "chart_cell",
            "result",
            "terrain_kind",
            "hexside_kind",
            "link_kind",
            "place_kind",
            "tec",
            "tec_column",
            "weather",
            "marker",
        ),
    ),
    Tab(
        "rules",
        "Rules",
        "mdi6.book-open-variant",
        "Ctrl+4",
        "designer.rules.tab:create",
        ("phase", "mechanism", "turn", "rule_case", "option"),
    ),
    Tab(
        "setup",
        "Set-up",
        "mdi6.flag-outline",
        "Ctrl+5",
        "designer.setup.tab:create",
        ("placement", "arrival", "weather_zone", "marker_start", "roster"),
    ),
    Tab("victory", "Victory", "mdi6.trophy-outline", "Ctrl+6", "designer.victory.tab:create", ("victory",)),
    Tab("doctrine", "Doctrine", "mdi6.robot-outline", "Ctrl+7", "designer.doctrine.tab:create", ("plan", "doctrine")),
    Tab("playtest", "Playtest", "mdi6.flask-outline", "Ctrl+8", "designer.playtest.part:create", ("balance",)),
    Tab("play", "Play", "mdi6.play-circle-outline", "Ctrl+9", "designer.play.part:create"),
)
"""The registered parts, in the order of their tabs; `tables` says whose problems a part can show."""
