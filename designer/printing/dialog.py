"""The print dialog: what to print on the left, the pages on the right, a file or a printer at the foot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from time import monotonic

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.labels import Label
from designer.printing.brush import Brush
from designer.printing.documents import lay_out
from designer.printing.job import Stopped, paint_pages, write_pdf, write_svg
from designer.printing.lettering import measure
from designer.printing.material import Material
from designer.printing.pages import Page, Printout
from designer.printing.preview import Preview
from designer.printing.wishes import Wishes
from designer.settings import Settings
from designer.theme import current_theme, resize_scaled, scaled
from designer.work import Debounce, Worker
from engine.errors import ScenarioError, StavkaError
from engine.play import Game
from engine.records import Rows
from engine.store.keeping import resume_game
from engine.store.library import Library

_MOST_PROBLEMS = 8


class PrintDialog(QDialog):
    """Choose, look, and print; nothing of it stops the window."""

    def __init__(
        self,
        rows: Rows,
        settings: Settings,
        library: Library | None = None,
        slug: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Print")
        self._rows = rows.copy()
        self._settings = settings
        self._library = library
        self._slug = slug
        self._games: dict[int, Game] = {}
        self._material: Material | None = None
        self._pages: list[Page] = []
        self._file: Path | None = None
        self._stop = Event()
        self._progress = (0, 0)
        self._started = 0.0
        self.worker = Worker(self)
        self.wishes = Wishes(self._rows, _games(library, slug), str(settings.get("paper")))
        self.preview = Preview(self.worker)
        self._again = Debounce(self, 150, self._relay)
        self._lay_out()
        self.wishes.changed.connect(self._outdate)
        self._ticking = QTimer(self)
        self._ticking.setInterval(60)
        self._ticking.timeout.connect(self._tick)
        resize_scaled(self, 1180, 800)
        self._relay()

    def _lay_out(self) -> None:
        left = QScrollArea()
        left.setWidget(self.wishes)
        left.setWidgetResizable(True)
        left.setFrameShape(QFrame.Shape.NoFrame)
        left.setFixedWidth(scaled(320))
        upper = QHBoxLayout()
        upper.addWidget(left)
        upper.addWidget(self.preview, 1)
        self.says = Label()
        self.says.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setFixedWidth(scaled(220))
        self.show_button = _button("Open the file", "mdi6.open-in-new")
        self.cancel = _button("Cancel", "mdi6.close-circle-outline")
        self.print_button = _button("Print…", "mdi6.printer-outline")
        self.save_button = _button("Save as PDF…", "mdi6.file-pdf-box")
        self.svg_button = _button("Save map as SVG…", "mdi6.svg")
        self.svg_button.setToolTip("A drawing with named layers and live text, to be edited in other programs")
        self.close_button = _button("Close", "")
        lower = QHBoxLayout()
        lower.addWidget(self.says, 1)
        tools = (self.show_button, self.bar, self.cancel, self.svg_button, self.print_button)
        for widget in (*tools, self.save_button, self.close_button):
            lower.addWidget(widget)
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(self._ask_file)
        self.svg_button.clicked.connect(self._ask_drawing)
        self.print_button.clicked.connect(self._ask_printer)
        self.show_button.clicked.connect(self._show_file)
        self.cancel.clicked.connect(self.stop)
        self.close_button.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(upper, 1)
        layout.addLayout(lower)
        self._busy(False)
        self.show_button.hide()

    # the pages

    def _outdate(self) -> None:
        """Offer nothing that no longer fits the wishes, and lay the pages out when they have settled."""
        self._again.poke()
        self._busy(self.working)

    def _relay(self) -> None:
        """Lay the pages out anew, beside the window."""
        choices, options = self.wishes.choices(), self.wishes.chosen_options()
        self.save_button.setEnabled(False)
        self.print_button.setEnabled(False)
        try:
            game = self._game(self.wishes.chosen_game())
        except StavkaError as error:
            self._refused(error)
            return
        rows = self._rows

        def make() -> tuple[Material, list[Printout]]:
            material = Material(rows, options) if game is None else Material.of_game(game)
            return material, lay_out(material, choices, measure, game=game)

        self.worker.ask("layout", make, lambda made: self._laid(*made), self._refused)

    def _game(self, number: int | None) -> Game | None:
        if number is None or self._library is None:
            return None
        if number not in self._games:
            self._games[number] = resume_game(self._library, number)[0]
        return self._games[number]

    def _laid(self, material: Material, documents: list[Printout]) -> None:
        self._material = material
        self._pages = [page for document in documents for page in document.pages]
        titles = [document.title for document in documents for _ in document.pages]
        self.preview.show_pages(self._pages, titles, self._brush())
        self._busy(self.working)

    def _brush(self) -> Brush:
        assert self._material is not None
        return Brush(self._material.rows, monochrome=self.wishes.choices().monochrome)

    def _refused(self, error: Exception) -> None:
        self._pages = []
        if isinstance(error, ScenarioError):
            listed = [f"• {problem}" for problem in error.problems[:_MOST_PROBLEMS]]
            more = len(error.problems) - len(listed)
            listed += [f"and {more} more; Scenario, Check now lists them all."] if more > 0 else []
            self.preview.say(
                "The scenario has problems that must be put right before it can be printed:\n\n" + "\n".join(listed)
            )
        elif isinstance(error, StavkaError):
            self.preview.say(str(error))
        else:
            raise error

    # writing

    @property
    def working(self) -> bool:
        """Whether a file is being written or a printer fed."""
        return self._ticking.isActive()

    def _ask_file(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Save as PDF", f"{self._slug or 'stavka'}.pdf", "PDF (*.pdf)")
        if name:
            self.save(Path(name))

    def save(self, path: Path) -> None:
        """Write the pages to a file, with progress and a way to stop."""
        pages, brush, title = list(self._pages), self._brush(), self._material.title if self._material else ""
        target = path if path.suffix else path.with_suffix(".pdf")
        self._begin(
            lambda: write_pdf(pages, target, brush, title=title, tell=self._tell, stop=self._stop.is_set),
            lambda: self._saved(target, len(pages)),
        )

    def _ask_drawing(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Save map as SVG", f"{self._slug or 'stavka'}.svg", "SVG (*.svg)")
        if name:
            self.save_drawing(Path(name))

    def save_drawing(self, path: Path) -> None:
        """Write the map as a drawing that other programs can edit."""
        brush, size = self._brush(), self.wishes.choices().hex
        target = path if path.suffix else path.with_suffix(".svg")
        self._begin(lambda: write_svg(target, brush, size), lambda: self._saved(target, 1))

    def _ask_printer(self) -> None:
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setFullPage(True)
        printer.setDocName(self._material.title if self._material else "Stavka")
        if QPrintDialog(printer, self).exec() != QDialog.DialogCode.Accepted:
            return
        pages, brush = list(self._pages), self._brush()
        self._begin(
            lambda: paint_pages(printer, pages, brush, tell=self._tell, stop=self._stop.is_set),
            lambda: self._say(f"{len(pages)} pages went to the printer.", "good"),
        )

    def _begin(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        self._stop.clear()
        self._progress, self._started = (0, len(self._pages)), monotonic()
        self._ticking.start()
        self._busy(True)
        self.show_button.hide()
        self.worker.ask("write", work, lambda _: self._finished(done), self._failed)

    def _tell(self, done: int, of: int) -> None:
        """Note how far the work is; called in the thread that paints, read by the window's timer."""
        self._progress = (done, of)

    def _tick(self) -> None:
        done, of = self._progress
        self.bar.setMaximum(max(1, of))
        self.bar.setValue(done)
        self._say(f"Page {min(done + 1, of)} of {of}, {monotonic() - self._started:.0f} s", "muted")

    def _finished(self, done: Callable[[], None]) -> None:
        self._ticking.stop()
        self._busy(False)
        done()

    def _failed(self, error: Exception) -> None:
        self._ticking.stop()
        self._busy(False)
        if not isinstance(error, StavkaError):
            raise error
        self._say(str(error), "muted" if isinstance(error, Stopped) else "bad")

    def _saved(self, path: Path, pages: int) -> None:
        self._say(f"Saved {path.name}: {pages} {'page' if pages == 1 else 'pages'}.", "good")
        self._file = path
        self.show_button.show()

    def _show_file(self) -> None:
        if self._file is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._file.resolve())))

    def stop(self) -> None:
        """Stop what is being written; nothing half-made stays behind."""
        self._stop.set()

    def _busy(self, working: bool) -> None:
        self.bar.setVisible(working)
        self.cancel.setVisible(working)
        ready = bool(self._pages) and not working and not self._again.waiting
        self.save_button.setEnabled(ready)
        self.print_button.setEnabled(ready)
        self.svg_button.setEnabled(ready)
        self.svg_button.setVisible(not working and "map" in self.wishes.choices().what)
        self.wishes.setEnabled(not working)

    def _say(self, text: str, tone: str) -> None:
        self.says.setText(text)
        self.says.setStyleSheet(f"color: {current_theme().colour(tone).name()};")

    def done(self, result: int) -> None:
        """Close; what is still being written is stopped, the paper is remembered."""
        self.stop()
        self._settings.put("paper", str(self.wishes.paper.currentData()))
        super().done(result)


def _games(library: Library | None, slug: str) -> list[tuple[int, str]]:
    """The games of a scenario, the one played last first."""
    if library is None or not slug:
        return []
    return [(info.id, info.name or f"Game {info.id}, {info.played_at[:10]}") for info in library.games(slug)]


def _button(text: str, sign: str) -> QPushButton:
    made = QPushButton(text)
    if sign:
        made.setIcon(icon(sign))
    made.setAutoDefault(False)
    return made
