"""The page of the terrain effects chart: a grid for each layer, and the columns of the chart."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from designer.ask import ask_choice
from designer.charts.tec import TecSheet, effect_keyed, fresh_effect, rename_effect
from designer.document import Document
from designer.labels import Label
from designer.tables.grid import GridView
from designer.tables.part import Grids
from designer.tables.records import RecordSheet
from designer.tables.sheet import Line, Written
from engine.errors import StavkaError
from engine.records.board import TecColumn

TITLES = {"terrain": "Terrain", "hexside": "Hexsides", "link": "Roads and railways", "place": "Places"}
SAYS = {
    "terrain": "Movement points to enter the hex; P forbids it; nothing in a movement column forbids it too. "
    "Combat: columns by which the odds shift, negative in the defender's favour.",
    "hexside": "Extra movement points to cross; P forbids it. Combat: the shift if every attacker crosses one.",
    "link": "Movement points along the road or railway instead of the terrain's; nothing: no help.",
    "place": "Combat: the shift for a defender in such a place.",
    "effects": "A movement class is a column called move.CLASS; combat.shift is the shift of battles; "
    "attack.FLAG multiplies the attack of units with that flag.",
}


class TecPage(QWidget):
    """Kinds by layer with their effects."""

    refused = Signal(str)

    def __init__(self, document: Document, grids: Grids) -> None:
        super().__init__()
        self.document = document
        self.tabs = QTabWidget()
        self.grids: dict[str, GridView] = {}
        for layer, title in TITLES.items():
            sheet = TecSheet(document.rows, layer)
            self.grids[layer] = grids.add(TecGrid(document, sheet, self))
            self._add_page(layer, title)
        effects = RecordSheet(
            document.rows,
            TecColumn,
            fresh_effect,
            noun="column",
            keys=effect_keyed,
            rename=rename_effect,
            fields=("name", "group", "effect", "note"),
        )
        self.grids["effects"] = grids.add(GridView(document, effects))
        self._add_page("effects", "Columns of the chart")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)

    def _add_page(self, layer: str, title: str) -> None:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(10, 8, 8, 8)
        says = Label(SAYS[layer])
        says.setWordWrap(True)
        layout.addWidget(says)
        layout.addWidget(self.grids[layer], 1)
        self.tabs.addTab(page, title)

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show a kind, an entry or a column of the chart."""
        for index, grid in enumerate(self.grids.values()):
            if grid.sheet.locate(table, key, "") is not None:
                self.tabs.setCurrentIndex(index)
                return grid.reveal(table, key)
        return False


class TecGrid(GridView):
    """A grid of kinds that asks for a replacement before a kind in use is removed."""

    def __init__(self, document: Document, sheet: TecSheet, parent: QWidget) -> None:
        super().__init__(document, sheet)
        self.kinds = sheet
        self._above = parent
        self.view.remover = self.ask_removal

    def ask_removal(self, lines: list[Line]) -> None:
        """Remove kinds; ask what to replace one in use with."""
        used = [line for line in lines if self.kinds.uses(line)]
        if not used:
            self.view.commit_removal(lines)
            return
        line, sheet = used[0], self.kinds
        others = [(str(other), sheet.called(other)) for other in sheet.lines() if other not in lines]
        if not others:
            self.refused.emit("One kind must stay: the map is made of it.")
            return
        ask_choice(
            self._above,
            f"Delete {sheet.called(line)}",
            f"“{sheet.called(line)}” is used {sheet.uses(line)} times. What shall take its place?",
            others,
            lambda new: self.replace(line, new),
        )

    def replace(self, line: Line, new: str) -> None:
        """Remove a kind; another takes its place everywhere."""
        other = self.kinds.called(new)
        try:
            changes = self.kinds.replace(line, new)
        except StavkaError as error:
            self.refused.emit(str(error))
            return
        self.model.commit(f"Replace {self.kinds.called(line)} by {other}", Written(tuple(changes)))
