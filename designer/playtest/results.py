"""What a run shows: rates, curves, the map, battles, units, and the games behind each figure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QScrollArea, QSplitter, QTabWidget, QVBoxLayout, QWidget

from designer.labels import Label, RichLabel, rich, together
from designer.playtest import pages
from designer.playtest.figures import FigureTable
from designer.playtest.games import GamesPane
from designer.playtest.heatmap import HeatMap
from designer.playtest.rates import rate_head, rate_lines
from designer.playtest.reading import EVERY, Behind, BehindBoth, RunPicture
from designer.theme import as_heading, current_theme
from engine.lab.findings import Curve
from engine.lab.telling import certainty, response
from engine.records.counters import Side

if TYPE_CHECKING:
    from designer.playtest.plots import Plot

PLOTS = {"places": "Places held", "losses": "Steps lost", "points": "Victory points"}
WAITING = "No game is over yet. What the games show appears here as they end."
WELCOME = "Change a cell, play a thousand games, see what it did"
WAYS = (
    ("One version", "how often each side wins, where the front runs turn by turn, which units never fight."),
    (
        "Two versions",
        "select a cell of the combat results table, a strength, an ending or a weight of the doctrine in its tab and "
        "press Try this change (Ctrl+T). Both are played on the same dice, and the difference gets its interval.",
    ),
    ("A range", "one number over several values, as a curve with its intervals."),
    ("Meanwhile", "games are played beside the window and go on when it is closed; each is kept when it is over."),
)
"""What can be done here, while nothing has been done."""


class Results(QWidget):
    """The results of the run in front; `asked` carries the games that somebody wants to see."""

    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.picture: RunPicture | None = None
        self.lead, self.notes, self.welcome = Label(), Label(), RichLabel()
        self.rates, self.battles, self.units = FigureTable(), FigureTable(), FigureTable(sorted_=True)
        self.of_version, self.of_curves = QComboBox(), QComboBox()
        self.of_curves.addItems(["Both versions", "Difference"])
        for box in (self.of_version, self.of_curves):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.heat, self.games = HeatMap(), GamesPane()
        self.plots: dict[str, Plot] = {}
        self.response: Plot | None = None
        self._curves, self._area, self._over = QWidget(), QScrollArea(), QSplitter(Qt.Orientation.Vertical)
        self._stale: set[QWidget | None] = set()
        self._looked_behind = False
        self._undrawn: deque[Callable[[], None]] = deque()
        self._drawing = QTimer(self)
        self._drawing.setSingleShot(True)
        self._drawing.timeout.connect(self._draw_next)
        self.tabs = QTabWidget()
        self._lay_out()
        for source in (self.rates, self.battles, self.units, self.heat):
            source.asked.connect(self._ask)
        for box in (self.of_version, self.of_curves):
            box.activated.connect(lambda _index: self._refresh())
        self.tabs.currentChanged.connect(lambda _index: self._turn())
        self.dress()

    def _lay_out(self) -> None:
        for label in (self.lead, self.notes, self.welcome):
            label.setWordWrap(True)
        self.welcome.setText(together(rich("<p><b>{}</b>: {}</p>", way, what) for way, what in WAYS))
        as_heading(self.lead)
        self._over.addWidget(self.rates)
        page = QVBoxLayout(self._curves)
        page.setContentsMargins(8, 8, 8, 8)
        area = self._area
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self._curves)
        for widget, title in (
            (self._over, "Overview"),
            (area, "Curves"),
            (self.heat, "Map"),
            (self.battles, "Battles"),
            (self.units, "Units"),
            (self.games, "Games"),
        ):
            self.tabs.addTab(widget, title)
        head = QHBoxLayout()
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.lead)
        words.addWidget(self.notes)
        words.addWidget(self.welcome)
        head.addLayout(words, 1)
        self.tabs.setCornerWidget(self._corner())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 8)
        layout.addLayout(head)
        layout.addWidget(self.tabs, 1)
        layout.addStretch(0)

    def _corner(self) -> QWidget:
        """Beside the tabs: the version whose tables are shown, or whether the curves are of the difference."""
        corner = QWidget()
        line = QHBoxLayout(corner)
        line.setContentsMargins(0, 0, 0, 3)
        line.addWidget(self.of_version)
        line.addWidget(self.of_curves)
        return corner

    def prepare_plots(self) -> None:
        """Make the plots one by one, once what they are made of has been loaded beside the window."""
        self._undrawn.extend(partial(self._make_plot, key) for key in PLOTS)
        self._undrawn.append(self._make_response)
        self._drawing.start()

    def _make_plot(self, key: str) -> None:
        from designer.playtest.plots import Plot

        layout, title = self._curves.layout(), PLOTS[key]
        assert layout is not None
        self.plots[key] = plot = Plot(title)
        plot.clicked.connect(lambda at: self._ask_turn(title, round(at)))
        layout.addWidget(plot)

    def _make_response(self) -> None:
        from designer.playtest.plots import Plot

        self.response = Plot(below="Value")
        self.response.clicked.connect(self._ask_value)
        self.response.hide()
        self._over.insertWidget(0, self.response)
        self._refresh()

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.notes.setStyleSheet(f"color: {current_theme().muted};")
        self.heat.dress()
        self.games.dress()
        for plot in (*self.plots.values(), *((self.response,) if self.response else ())):
            plot.dress()
        self._refresh()

    # a picture

    def show_nothing(self, *, waiting: bool) -> None:
        """There is nothing to show: a run waits for its first game, or there is none yet."""
        self.picture = None
        self.tabs.hide()
        self.notes.hide()
        self.lead.setText(WAITING if waiting else WELCOME)
        self.welcome.setVisible(not waiting)

    def show_picture(self, picture: RunPicture) -> None:
        """Show a run as it stands."""
        fresh = self.picture is None or self.picture.info.id != picture.info.id
        self.picture = picture
        self.tabs.show()
        self.welcome.hide()
        if fresh:
            self._offer(picture)
        self.lead.setText(_lead(picture))
        self.notes.setText(_notes(picture))
        self.notes.setVisible(bool(self.notes.text()))
        self._refresh()

    def _offer(self, picture: RunPicture) -> None:
        self.of_version.clear()
        for number, name in enumerate(picture.versions):
            self.of_version.addItem(name, number)
        self._offer_version()
        self._looked_behind = False
        self.games.show_games("Every game", [], picture.versions)

    def _offer_version(self) -> None:
        """The tables of battles and units are those of one version; curves may be of what one has more."""
        page = self.tabs.currentWidget()
        one_of_many = self.picture is not None and len(self.picture.versions) > 1
        compared = self.picture is not None and self.picture.comparison is not None
        self.of_version.setVisible(one_of_many and page in (self.battles, self.units))
        self.of_curves.setVisible(compared and page is self._area)

    @property
    def version(self) -> int:
        """The version whose battles and units are shown."""
        return int(self.of_version.currentData() or 0)

    def _turn(self) -> None:
        self._offer_version()
        self._show_page()

    def _refresh(self) -> None:
        """What was shown is out of date; the page in front is shown anew, the others when they are turned to."""
        self._stale = {self.tabs.widget(index) for index in range(self.tabs.count())}
        self._show_page()

    def _show_page(self) -> None:
        picture, page = self.picture, self.tabs.currentWidget()
        if picture is None or page not in self._stale:
            return
        self._stale.discard(page)
        if page is self._over:
            self.rates.show_lines(rate_head(picture), rate_lines(picture))
            self._draw_response(picture)
        elif page is self._area:
            self._draw_curves(picture)
        elif page is self.heat:
            self.heat.show_picture(picture)
        elif page is self.battles:
            self.battles.show_lines(pages.BATTLE_HEAD, pages.battle_figures(picture, self.version))
        elif page is self.games:
            if not self._looked_behind:
                self.asked.emit(EVERY)
        elif page is self.units:
            self.units.show_lines(pages.UNIT_HEAD, pages.unit_figures(picture, self.version))

    def _draw_curves(self, picture: RunPicture) -> None:
        """Draw the curves, one plot after the other, so that the window can do other things in between."""
        colours = {side.side: side.colour for side in picture.rows.all(Side)}
        if self.response is None:
            return  # the plots are still being made, and show what there is when they are
        gap = self.of_curves.currentIndex() == 1 and picture.comparison is not None
        self._undrawn.clear()
        for key, plot in self.plots.items():
            curves = (_gaps if gap else _curves)(picture, key, colours)
            plot.title.setText(f"{PLOTS[key]}: what the second version has more" if gap else PLOTS[key])
            plot.setVisible(bool(curves))
            self._undrawn.append(partial(plot.show_curves, curves, picture.first_turn, zero=gap))
        self._drawing.start()

    def _draw_next(self) -> None:
        if self._undrawn:
            self._undrawn.popleft()()
            self._drawing.start()

    def _draw_response(self, picture: RunPicture) -> None:
        if self.response is None:
            return
        sweep = picture.settings.kind == "sweep"
        self.response.setVisible(sweep)
        if sweep:
            side, name = next(iter(picture.names.items()))
            scores = [found.score[side] for found in picture.findings]
            points = [(100 * score.mean, 100 * score.low, 100 * score.high) for score in scores]
            colours = {side.side: side.colour for side in picture.rows.all(Side)}
            self.response.title.setText(f"{name} score in % of the games, by {picture.settings.swept}")
            self.response.show_response(picture.settings.values, points, colours[side])

    # games

    def _ask(self, behind: Behind | BehindBoth) -> None:
        """Ask for the games behind a figure; they stay in the list until others are asked for."""
        self._looked_behind = True
        self.asked.emit(behind)

    def _ask_turn(self, title: str, turn: int) -> None:
        if self.picture is not None and self.picture.first_turn <= turn <= self.picture.last_turn:
            self._ask(Behind(f"{title}: games that reached turn {turn}", lambda _s, game: game.turns >= turn))

    def _ask_value(self, at: float) -> None:
        picture, version = self.picture, round(at)
        if picture is not None and 0 <= version < len(picture.versions):
            title = f"{picture.settings.swept} {picture.versions[version]}"
            self._ask(Behind(title, lambda _scenario, _game: True, version))


def _lead(picture: RunPicture) -> str:
    """What the run found, in one sentence."""
    if picture.verdict:
        return picture.verdict
    if picture.settings.kind == "sweep":
        return response(picture.settings, picture.findings, picture.names)
    side, name = next(iter(picture.names.items()))
    score = picture.findings[0].score[side]
    return (
        f"The {name} side scores {100 * score.mean:.0f} % of {score.games:,} games: with 95 % certainty between "
        f"{100 * score.low:.0f} and {100 * score.high:.0f} %."
    )


def _notes(picture: RunPicture) -> str:
    """What changed, and how it was played."""
    parts = list(picture.changed[:6])
    if len(picture.changed) > len(parts):
        parts.append(f"And {len(picture.changed) - len(parts)} changes more.")
    if picture.knowledge:
        parts.append(picture.knowledge)
    if picture.comparison is not None:
        parts.append(certainty(picture.comparison))
    return " ".join(parts)


def _curves(picture: RunPicture, key: str, colours: dict[str, str]) -> list[tuple[str, str, bool, Curve]]:
    """The curves of a measure: each side's, of the second version dashed."""
    lines = []
    shown = range(min(2, len(picture.findings))) if picture.settings.kind == "compare" else range(1)
    for version in shown:
        for side, curve in picture.findings[version].curves.get(key, {}).items():
            name = picture.names[side] + (f", {picture.versions[version]}" if len(shown) > 1 else "")
            lines.append((name, colours[side], bool(version), curve))
    return lines


def _gaps(picture: RunPicture, key: str, colours: dict[str, str]) -> list[tuple[str, str, bool, Curve]]:
    """The curves of what the second version has more of a measure than the first, where it has any of it."""
    if picture.comparison is None or not any(found.curves.get(key) for found in picture.findings):
        return []
    return [
        (picture.names[side], colours[side], False, curve) for side, curve in picture.comparison.curves[key].items()
    ]
