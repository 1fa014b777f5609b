"""The stack inspector: the hex under the mouse with its counters large, each with its facts."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QApplication, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from designer.fonts import SERIF
from designer.labels import Label
from designer.paint.badges import badge_for
from designer.paint.counter import counter_icon
from designer.paint.faces import figure
from designer.play.table.faces import cell_badges, piece_face
from designer.play.table.stage import Stage
from designer.play.wording import sentence
from designer.theme import current_theme
from engine.ids import Cell
from engine.records.board import TerrainKind
from engine.rules.depots import draw_words, store_words
from engine.rules.markers import lying
from engine.rules.table import Table
from engine.rules.value_combat import ValueCombat, value
from engine.scenario.sentences import counted

SIDE, SMALL = 84, 56
"""A counter, and one in a panel that is low."""

LOW = 300
"""Pixels below which the panel is low: so small the counters of a stack are seen together."""


def place_facts(table: Table, cell: int) -> str:
    """The ground of a cell: terrain, places with their holders, weather, markers."""
    parts = []
    if cell < table.board.grid.size:
        kind = table.scenario.rows.get(TerrainKind, table.board.terrain_of(Cell(cell)))
        parts.append(kind.name if kind else table.board.terrain_of(Cell(cell)))
    parts += _places(table, cell)
    weather = table.weather_at(cell)
    parts += [weather.name.lower()] if weather else []
    parts += [_marker(table, number) for number, _ in lying(table) if table.state.markers[number] == cell]
    parts += [badge_for(word).title.lower() for word in cell_badges(table).get(cell, ())]
    parts += store_words(table, cell)
    return "; ".join(parts)


def _places(table: Table, cell: int) -> list[str]:
    """The places of a cell with their holders; beside one that is held, one that nobody ever took is only named."""
    held = {index: table.state.control[index] for index in table.setting.places_at.get(cell, ())}
    bare = any(holder is not None for holder in held.values())
    found = []
    for index, holder in held.items():
        by = "nobody" if holder is None else f"the {table.scenario.sides[holder].name} side"
        name = table.scenario.places[index].name
        found.append(name if bare and holder is None else f"{name}, held by {by}")
    return found


def _marker(table: Table, number: int) -> str:
    """A marker with its side, if it has one."""
    kind, owner = table.scenario.marker_kinds[number], table.scenario.markers[number].side
    side = table.scenario.sides[table.scenario.side_index[owner]].name if owner else ""
    return f"{kind.name} ({side})" if side else kind.name


def unit_facts(table: Table, piece: int) -> str:
    """A unit in a few words: its strengths, and what it has done."""
    if piece in table.unseen:
        return "It lies beneath the top of its stack and is seen when a battle is reckoned out."
    if table.state.counter[piece] is None:
        return f"Untried: its strength is drawn when it first fights.\nMovement {figure(table.face(piece).movement)}"
    face = table.face(piece)
    strengths = f"Attack {figure(face.attack)}, defence {figure(face.defence)}"
    if table.mechanism(ValueCombat).chart:
        strengths = (
            f"Worth {figure(value(table, piece, True))} this turn" if table.state.turn else "Worth what the turn says"
        )
    lines = [f"{strengths}, movement {figure(face.movement)}"]
    lines += [badge_for(word).title for word in piece_face(table, piece).badges]
    return "\n".join([*lines, *draw_words(table, piece)])


def unit_title(table: Table, piece: int) -> str:
    """A unit by its name and what is left of it, as far as that is known."""
    name, counter = sentence(table.full_name(piece)), table.state.counter[piece]
    if piece in table.unseen or counter is None:
        return name
    return f"{name}, {counted(table.scenario.counters[counter].steps - table.state.face[piece], 'step')}"


class StackInspector(QWidget):
    """Follows the mouse; keeps the last stack when the mouse leaves the map."""

    picked = Signal(int)
    """A counter was clicked."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage
        self.cell: int | None = None
        self.heading, self.ground = Label(stage.words("Point at a hex")), Label()
        self.ground.setWordWrap(True)
        self.list = QListWidget()
        self._side = 0
        self.list.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 8)
        layout.addWidget(self.heading)
        layout.addWidget(self.ground)
        layout.addWidget(self.list, 1)
        self.list.itemClicked.connect(lambda item: self.picked.emit(item.data(Qt.ItemDataRole.UserRole)))
        self._heed_room()
        self.dress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A low panel has small counters."""
        super().resizeEvent(event)
        self._heed_room()

    def _heed_room(self) -> None:
        side = SMALL if self.height() < LOW else SIDE
        if side != self._side:
            self._side = side
            self.list.setIconSize(QSize(side, side))
            self.refresh()

    def dress(self) -> None:
        """Take the type and the colours of the theme."""
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.2)
        heading.setWeight(QFont.Weight.DemiBold)
        self.heading.setFont(heading)
        self.ground.setStyleSheet(f"color: {current_theme().muted};")

    def show_cell(self, cell: int | None) -> None:
        """Show a hex with what stands in it."""
        if cell is None:
            return
        self.cell = cell
        self.refresh()

    def refresh(self) -> None:
        """Show the hex as it is now."""
        if self.cell is None:
            return
        table = self._stage.table
        self.heading.setText(table.label(self.cell))
        self.ground.setText(place_facts(table, self.cell))
        self.list.clear()
        for piece in table.stack(self.cell):
            item = QListWidgetItem(f"{unit_title(table, piece)}\n{unit_facts(table, piece)}")
            item.setIcon(counter_icon(piece_face(table, piece), self._side, self.devicePixelRatioF()))
            item.setData(Qt.ItemDataRole.UserRole, piece)
            self.list.addItem(item)
        if not table.stack(self.cell):
            empty = QListWidgetItem("No unit stands here.")
            empty.setFlags(Qt.ItemFlag.NoItemFlags)
            empty.setForeground(current_theme().colour("muted"))
            self.list.addItem(empty)
