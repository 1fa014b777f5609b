"""The counter mix beside the order of battle: totals of both sides, and what does not add up."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.labels import Markup, RichLabel, rich, together
from designer.oob.mix import Mix, SideMix
from designer.theme import current_theme
from engine.records import Rows
from engine.records.counters import Unit

BEGINS = (
    ("placed", "set up"),
    ("arrives", "arriving"),
    ("pool", "in pools"),
    ("marker", "markers"),
    ("produced", "by production"),
    ("nowhere", "nowhere"),
)
SHOWN = 8


class MixPanel(QWidget):
    """Totals as a small table; a unit that never comes into the game can be clicked."""

    culprit = Signal(str)
    """The key of a unit."""

    def __init__(self) -> None:
        super().__init__()
        self.label = RichLabel()
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.label.linkActivated.connect(self.culprit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 8, 8)
        layout.addWidget(self.label, 1)

    def show_mix(self, mix: Mix, rows: Rows) -> None:
        """Show totals; units go by their names."""
        theme = current_theme()
        head = together(
            rich("<th align='right' style='padding-left:14px'>{}</th>", side.side.name) for side in mix.sides
        )
        lines = together(
            rich("<tr><td style='color:{}'>{}</td>{}</tr>", theme.muted, title, _cells(values))
            for title, values in table_of(mix.sides)
        )
        table = rich("<table cellspacing='0' cellpadding='1'><tr><th></th>{}</tr>{}</table>", head, lines)
        notes = together(rich("<p style='color:{}'>{}</p>", theme.muted, note) for note in mix.notes)
        self.label.setText(together([table, notes, _wrong(mix, rows)]))


def _wrong(mix: Mix, rows: Rows) -> Markup:
    theme = current_theme()
    if not any(side.counters for side in mix.sides):
        return rich("")
    if not mix.problems:
        return rich("<p style='color:{}'>Every unit is set up, arrives, is drawn or is produced.</p>", theme.good)
    said = together(
        rich("<li><a href='{}' style='color:{}'>{}</a>: {}</li>", key, theme.warning, _name(rows, key), one.message)
        for one in mix.problems[:SHOWN]
        for key in one.key[:1]
    )
    more = rich("<p>and {} more</p>", len(mix.problems) - SHOWN) if len(mix.problems) > SHOWN else ""
    return rich("<ul style='margin-left:-22px'>{}</ul>{}", said, more)


def _name(rows: Rows, key: object) -> str:
    unit = rows.get(Unit, key)
    return unit.name if unit else str(key)


def _cells(values: list[str]) -> Markup:
    return together(rich("<td align='right' style='padding-left:14px'>{}</td>", value or "–") for value in values)


def table_of(sides: tuple[SideMix, ...]) -> list[tuple[str, list[str]]]:
    """The totals as lines of a table: what, and the number of each side."""
    lines = [
        ("Counters", [str(side.counters) for side in sides]),
        ("Steps", [str(side.steps) for side in sides]),
        ("Attack", [f"{side.attack:g}" for side in sides]),
        ("Defence", [f"{side.defence:g}" for side in sides]),
    ]
    for key, title in BEGINS:
        values = [side.begins.get(key, 0) for side in sides]  # type: ignore[call-overload]
        if any(values):
            lines.append((title.capitalize(), [str(value or "") for value in values]))
    for words in ("by_size", "by_symbol"):
        for word in dict.fromkeys(word for side in sides for word in getattr(side, words)):
            values = [getattr(side, words).get(word, 0) for side in sides]
            lines.append(((word or "no size").capitalize(), [str(value or "") for value in values]))
    return lines
