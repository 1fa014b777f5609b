"""The counter mix beside the order of battle: totals of both sides, and what does not add up."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from designer.oob.mix import Mix, SideMix
from designer.theme import current_theme

BEGINS = (
    ("placed", "set up"),
    ("arrives", "arriving"),
    ("pool", "in pools"),
    ("marker", "markers"),
    ("nowhere", "nowhere"),
)
SHOWN = 8


class MixPanel(QWidget):
    """Totals as a small table; a unit that is named wrong can be clicked."""

    culprit = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.label.linkActivated.connect(self.culprit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 8, 8)
        layout.addWidget(self.label, 1)

    def show_mix(self, mix: Mix) -> None:
        """Show totals."""
        theme = current_theme()
        head = "".join(f"<th align='right' style='padding-left:14px'>{side.side.name}</th>" for side in mix.sides)
        lines = "".join(
            f"<tr><td style='color:{theme.muted}'>{title}</td>"
            + "".join(f"<td align='right' style='padding-left:14px'>{value or '–'}</td>" for value in values)
            + "</tr>"
            for title, values in table_of(mix.sides)
        )
        self.label.setText(
            f"<table cellspacing='0' cellpadding='1'><tr><th></th>{head}</tr>{lines}</table>" + self._wrong(mix)
        )

    def _wrong(self, mix: Mix) -> str:
        theme = current_theme()
        if not any(side.counters for side in mix.sides):
            return ""
        if not mix.problems:
            return f"<p style='color:{theme.good}'>Every unit is set up, arrives or is drawn from a pool.</p>"
        said = "".join(
            f"<li><a href='{problem.key[0]}' style='color:{theme.warning}'>{problem.key[0]}</a>: {problem.message}</li>"
            for problem in mix.problems[:SHOWN]
        )
        more = f"<p>and {len(mix.problems) - SHOWN} more</p>" if len(mix.problems) > SHOWN else ""
        return f"<ul style='margin-left:-22px'>{said}</ul>{more}"


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
