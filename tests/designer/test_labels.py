"""Text from a library is plain text: no tag in it is rendered, nothing it names is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QPushButton, QTextBrowser, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from designer import shots
from designer.labels import Label, Markup, RichLabel, RichPage, add_line, rich, together
from designer.parts import PARTS
from designer.play.part import PlayPart
from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from designer.shell.window import MainWindow
from engine.records import Rows
from engine.records.columns import columns
from engine.store.library import Library
from engine.store.places import shipped_library
from tests.kit.shipped import shipped_rows

EVIL = "<img src=/dev/zero>"
WORSE = rf"3\1{{0}}%s&{EVIL}"
"""As bad as a text can be where it is put into a pattern, a template or a page."""

WORDS = {"title", "subtitle", "name", "designation", "text", "note", "description", "sources", "help"}


def hostile(rows: Rows) -> Rows:
    """The rows with markup, and what templates take for theirs, wherever a person may write what he likes."""
    made = Rows()
    for row in rows:
        free = [
            column for column in columns(type(row)) if column.name in WORDS - set(row.key) and column.kind == "text"
        ]
        words = {column: getattr(row, column.name) for column in free}
        evil = {
            column.name: f"{WORSE}{text}"[: column.max_length] for column, text in words.items() if text is not None
        }
        made.put(msgspec.structs.replace(row, **evil))
    return made


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with one scenario full of markup."""
    made = Library.create(tmp_path / "library.db")
    made.add("evil", hostile(shipped_rows("arduous-beginning")))
    yield made
    made.close()


def rendered() -> list[str]:
    """Every text on the screen that Qt renders as markup, as it renders it."""
    shown = []
    for widget in QApplication.allWidgets():
        if isinstance(widget, RichLabel):
            shown.append(widget.text())
        elif isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText and "<" in widget.text():
            shown.append(f"{widget.text()} <img in a label of Qt's own")
        elif isinstance(widget, QTextBrowser):
            shown.append(widget.toHtml())
    return shown


def test_no_part_renders_what_a_library_says(window: MainWindow, qtbot: QtBot) -> None:
    assert EVIL in window.library_page.cards["evil"].info.title
    seen = rendered()
    window.open_scenario("evil")
    for part in PARTS:
        window.show_part(part.key)
        QApplication.processEvents()
        seen += rendered()
    table = window.show_part("play")
    assert isinstance(table, PlayPart)
    table.start(NewGame((Seat(""), Seat("random")), 3, {}, WORSE))
    qtbot.waitUntil(lambda: table.playing is not None and table.playing.session.my_decision is not None, timeout=60_000)
    seen += rendered()
    assert any("&lt;img" in text for text in seen)
    assert [text for text in seen if "<img" in text] == []


@pytest.mark.soak
def test_no_screen_that_can_be_photographed_renders_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library.create(tmp_path / "evil.db") as made, Library.open(shipped_library(), read_only=True) as shipped:
        made.add_all({info.slug: hostile(shipped.load(info.slug)) for info in shipped.scenarios()}, shipped=True)
    bring_about, seen = shots._bring_about, list[str]()

    def looked_at(shot: shots.Shot, window: MainWindow) -> QWidget:
        widget = bring_about(shot, window)
        seen.extend(f"{shot.name}: {text}" for text in rendered())
        return widget

    monkeypatch.setattr(shots, "_bring_about", looked_at)
    shots.shots(tmp_path / "pictures", shots.ShotsWish(library=tmp_path / "evil.db"))
    assert any("&lt;img" in text for text in seen)
    assert [text for text in seen if "<img" in text] == []


def test_a_label_shows_a_text_as_it_is(dressed: QApplication) -> None:
    assert Label(EVIL).textFormat() == Qt.TextFormat.PlainText
    assert Label(EVIL).text() == EVIL
    assert RichLabel(EVIL).text() == "&lt;img src=/dev/zero&gt;"
    label = RichLabel()
    label.setText(rich("<b>{}</b>", EVIL))
    assert label.text() == "<b>&lt;img src=/dev/zero&gt;</b>"


def test_markup_keeps_its_tags_and_escapes_its_values() -> None:
    bold = rich("<b>{}</b>", "a < b")
    assert isinstance(bold, Markup)
    assert bold == "<b>a &lt; b</b>"
    assert rich("<p>{} {}</p>", bold, 3) == "<p><b>a &lt; b</b> 3</p>"
    assert together([bold, "&"], rich("<br>")) == "<b>a &lt; b</b><br>&amp;"
    assert together(["a", "b"], "<br>") == "a&lt;br&gt;b"
    assert rich("<a href='{}'>x</a>", "'onclick='") == "<a href='&#x27;onclick=&#x27;'>x</a>"


def test_a_page_loads_nothing(dressed: QApplication, tmp_path: Path) -> None:
    (tmp_path / "secret.css").write_text("p { color: red; }", encoding="utf-8")
    page = RichPage(EVIL)
    assert page.toPlainText() == EVIL
    name = QUrl.fromLocalFile(str(tmp_path / "secret.css"))
    assert page.loadResource(int(QTextDocument.ResourceType.StyleSheetResource), name) is None
    assert QTextBrowser().loadResource(int(QTextDocument.ResourceType.StyleSheetResource), name) is not None


def test_a_line_of_a_long_text_is_plain_unless_it_is_ours(dressed: QApplication) -> None:
    text = QPlainTextEdit()
    add_line(text, EVIL)
    add_line(text, rich("<b>{}</b>", EVIL))
    assert text.toPlainText() == f"{EVIL}\n{EVIL}"


def test_a_tooltip_is_plain_text(dressed: QApplication, qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    for text in (EVIL, "plain", "<b>bold</b>"):
        QToolTip.showText(QPoint(5, 5), text, button)
        tips = [one for one in QApplication.topLevelWidgets() if one.metaObject().className() == "QTipLabel"]
        assert [(tip.textFormat(), tip.text()) for tip in tips if isinstance(tip, QLabel)] == [
            (Qt.TextFormat.PlainText, text)
        ]
    QToolTip.hideText()
