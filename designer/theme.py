"""Light and dark: the window's colours, its type and its text scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

from designer.fonts import SANS, load_fonts
from designer.labels import Label

Choice = Literal["system", "light", "dark"]

BASE_POINTS = 10.5
SMALLEST_SCALE, LARGEST_SCALE = 0.75, 2.5


@dataclass(frozen=True)
class Theme:
    """Named colours of the window; the map keeps its paper in either theme."""

    name: str
    window: str
    panel: str
    field: str
    field_alternate: str
    line: str
    text: str
    muted: str
    accent: str
    on_accent: str
    table: str
    good: str
    warning: str
    bad: str
    link: str

    @property
    def dark(self) -> bool:
        """Whether text is light on dark."""
        return self.name == "dark"

    def colour(self, name: str) -> QColor:
        """One of the colours by its name, as `accent`."""
        return QColor(getattr(self, name))


LIGHT = Theme(
    name="light",
    window="#f2efe8",
    panel="#faf8f3",
    field="#ffffff",
    field_alternate="#f6f3ec",
    line="#d3ccbd",
    text="#26231d",
    muted="#6f685b",
    accent="#8c3b2a",
    on_accent="#ffffff",
    table="#cfc8b8",
    good="#3f7d4e",
    warning="#a8690a",
    bad="#b3261e",
    link="#8c3b2a",
)
DARK = Theme(
    name="dark",
    window="#262422",
    panel="#2e2c29",
    field="#1f1d1b",
    field_alternate="#262421",
    line="#45413b",
    text="#ece6d9",
    muted="#a39b8b",
    accent="#d0694f",
    on_accent="#1b1310",
    table="#1a1917",
    good="#7fbf8c",
    warning="#e0a94a",
    bad="#f07f72",
    link="#e58f76",
)

FRAMED = (
    ("QCheckBox", "muted"),
    ("QLineEdit", "line"),
    ("QAbstractSpinBox", "line"),
    ("QComboBox", "line"),
    ("QPushButton", "line"),
)
"""What has a frame to be seen in the dark too, and the colour that the frame is near to."""

ICON = 16
"""The side of a button's icon where text is at its usual size."""


@dataclass
class _Dress:
    """What was last applied."""

    theme: Theme = LIGHT
    scale: float = 1.0


_state = _Dress()


def current_theme() -> Theme:
    """The theme that was last applied."""
    return _state.theme


def scaled(pixels: int, most: int | None = None) -> int:
    """A length that suits the usual text size, at the text size that was last applied; never more than so many."""
    made = round(pixels * _state.scale)
    return made if most is None else min(made, max(pixels, most))


def resize_scaled(widget: QWidget, width: int, height: int) -> None:
    """Open a window as large as its text asks for, but not larger than the screen unless it always was."""
    room = widget.screen().availableSize()
    widget.resize(
        max(width, min(scaled(width), round(room.width() * 0.95))),
        max(height, min(scaled(height), round(room.height() * 0.9))),
    )


def as_heading(label: Label) -> Label:
    """Set a label as the heading of a panel, at any text size."""
    label.setProperty("rank", "heading")
    return label


def chosen_theme(choice: Choice) -> Theme:
    """The theme a choice means; the system's own when it is followed."""
    if choice == "system":
        hints = QGuiApplication.styleHints()
        return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT
    return DARK if choice == "dark" else LIGHT


def apply_theme(app: QApplication, choice: Choice = "system", text_scale: float = 1.0) -> Theme:
    """Dress the application, unless it is; call again when the choice, the scale or the system's scheme changes."""
    theme = chosen_theme(choice)
    scale = min(LARGEST_SCALE, max(SMALLEST_SCALE, text_scale))
    sheet = style_sheet(theme, scale)
    if (_state.theme, _state.scale, app.styleSheet()) == (theme, scale, sheet):
        return theme
    _state.theme, _state.scale = theme, scale
    load_fonts()
    app.setStyle(QStyleFactory.create("Fusion"))
    app.setFont(ui_font(scale))
    app.setPalette(palette(theme))
    for kind, frame in FRAMED:
        app.setPalette(framed_palette(theme, frame), kind)  # type: ignore[arg-type]
    app.setStyleSheet(sheet)
    return theme


def ui_font(text_scale: float = 1.0) -> QFont:
    """The window's font at a text scale."""
    made = QFont(SANS)
    made.setStyleHint(QFont.StyleHint.SansSerif)
    made.setPointSizeF(BASE_POINTS * text_scale)
    return made


def palette(theme: Theme) -> QPalette:
    """The theme as Qt's palette."""
    made = QPalette()
    role = QPalette.ColorRole
    for which, name in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "field"),
        (role.AlternateBase, "field_alternate"),
        (role.Text, "text"),
        (role.Button, "panel"),
        (role.ButtonText, "text"),
        (role.BrightText, "bad"),
        (role.ToolTipBase, "panel"),
        (role.ToolTipText, "text"),
        (role.PlaceholderText, "muted"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "on_accent"),
        (role.Link, "link"),
        (role.LinkVisited, "link"),
        (role.Mid, "line"),
        (role.Accent, "accent"),
    ):
        made.setColor(which, theme.colour(name))
    made.setColor(role.Light, theme.colour("panel").lighter(110))
    made.setColor(role.Dark, theme.colour("line").darker(120))
    made.setColor(role.Shadow, theme.colour("line").darker(180))
    for which in (role.WindowText, role.Text, role.ButtonText):
        faint = theme.colour("muted")
        faint.setAlpha(140)
        made.setColor(QPalette.ColorGroup.Disabled, which, faint)
    return made


def framed_palette(theme: Theme, frame: str) -> QPalette:
    """The palette of boxes and fields: Fusion draws their frame in a shade of the window, which must show on dark."""
    made = palette(theme)
    if theme.dark:
        made.setColor(QPalette.ColorRole.Window, theme.colour(frame).lighter(165))
    return made


_SHEET = """
QMenuBar, QMenu, QToolButton, QStatusBar, QStatusBar QLabel, QLineEdit {{ font: {points:.1f}pt "{sans}"; }}
QLineEdit {{ padding: 1px {pad}px; }}
QPushButton:checked {{ background-color: {accent}; color: {on_accent}; }}
QToolTip {{ color: {text}; background: {panel}; border: 1px solid {line}; padding: {pad}px;
    qproperty-textFormat: PlainText; }}
QDockWidget::title {{ background: {window}; padding: {pad}px {pad2}px; }}
QMainWindow::separator {{ background: {line}; width: 1px; height: 1px; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QTableView {{ gridline-color: {line}; }}
QHeaderView::section {{ background: {panel}; color: {muted}; border: 0; border-bottom: 1px solid {line};
    border-right: 1px solid {line}; padding: {pad}px {pad2}px; }}
QTabBar::tab {{ padding: {pad2}px {pad4}px; border: 0; color: {muted}; background: transparent; }}
QTabBar::tab:selected {{ color: {text}; border-bottom: 2px solid {accent}; }}
QTabBar::tab:hover {{ color: {text}; }}
QMainWindow > QTabBar::tab {{ padding: {pad2}px {narrow}px; }}
QTabBar[compact="true"]::tab {{ padding: {pad2}px {pad2}px; }}
QTabWidget::pane {{ border: 0; border-top: 1px solid {line}; }}
QStatusBar {{ border-top: 1px solid {line}; }}
QStatusBar::item {{ border: 0; }}
QMenu {{ padding: {pad}px; }}
#nested {{ border: 1px solid palette(mid); border-radius: 5px; }}
QLabel[rank="heading"] {{ font: 600 {heading:.1f}pt "{sans}"; }}
"""
_ICONS = "QAbstractButton, QToolBar, QTabBar, QMenu {{ icon-size: {icon}px; }}"


def style_sheet(theme: Theme, text_scale: float = 1.0) -> str:
    """The few touches that a palette cannot give; bars and buttons follow a change of font only if it is named here."""
    pad = max(2, round(3 * text_scale))
    icons = "" if text_scale == 1 else _ICONS.format(icon=round(ICON * text_scale))
    return icons + _SHEET.format(
        text=theme.text,
        panel=theme.panel,
        line=theme.line,
        window=theme.window,
        accent=theme.accent,
        on_accent=theme.on_accent,
        muted=theme.muted,
        points=BASE_POINTS * text_scale,
        heading=BASE_POINTS * text_scale * 1.25,
        sans=SANS,
        pad=pad,
        narrow=max(5, pad),
        pad2=pad * 2,
        pad3=pad * 3,
        pad4=pad * 4,
    )
