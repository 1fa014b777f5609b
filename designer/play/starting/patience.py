"""How long a bot that looks ahead may think about a phase: some seconds, or a number of playouts."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSpinBox, QWidget

from engine.bots.naming import AHEAD, MOST_PLAYOUTS, BotName, read_name

SECONDS = {5: "About 5 s a phase", 15: "About 15 s a phase", 60: "About a minute a phase"}
"""The times that are offered; how many playouts they allow is found out when the game begins."""

USUAL, NUMBER = 0, -1
"""What stands in the list beside the times: as many playouts as suit the scenario, and a number of them."""


class Patience(QWidget):
    """A time to choose, and the number of playouts where that is chosen instead."""

    def __init__(self) -> None:
        super().__init__()
        self.time, self.playouts = QComboBox(), QSpinBox()
        self.time.addItem("As suits the scenario", USUAL)
        for seconds, title in SECONDS.items():
            self.time.addItem(title, seconds)
        self.time.addItem("A number of playouts", NUMBER)
        self.time.setToolTip(
            "A time is turned into a number of playouts when the game begins, as this machine allows it, and the "
            "number is kept: so the game goes on alike on any machine"
        )
        self.playouts.setRange(0, MOST_PLAYOUTS)
        self.playouts.setValue(24)
        self.playouts.setToolTip(
            "How often it plays on from a phase before it chooses; with too few it does not choose"
        )
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.time, 1)
        line.addWidget(self.playouts)
        self.time.currentIndexChanged.connect(lambda _index: self._follow())
        self._follow()

    def _follow(self) -> None:
        self.playouts.setVisible(self.time.currentData() == NUMBER)

    @property
    def seconds(self) -> int:
        """The seconds that were chosen; 0 where none were."""
        return max(int(self.time.currentData()), 0)

    def name(self, kind: str) -> str:
        """The bot of a kind with the playouts that were chosen, if it makes any."""
        numbered = kind == AHEAD and self.time.currentData() == NUMBER
        return str(BotName(kind, self.playouts.value() if numbered else None))

    def take_over(self, bot: str) -> None:
        """Show what the bot of another game was given."""
        playouts = read_name(bot).playouts
        self.time.setCurrentIndex(self.time.findData(USUAL if playouts is None else NUMBER))
        if playouts is not None:
            self.playouts.setValue(playouts)
