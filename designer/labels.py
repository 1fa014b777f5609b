"""Words on the screen: text from a library is plain text, always.

Qt's own label looks at a text and renders it where it seems to be markup: a scenario called `<img src=/dev/zero>` would
be read for ever.  So nothing else in the designer uses Qt's label, text browser or message box (tests/gates sees to
it).  A `Label` shows every text as it is.  What has bold words or links is made by `rich`, which escapes every value
that it is given, and shown by a `RichLabel` or a `Page`; a text that `rich` did not make is plain there, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape, unescape
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QFormLayout, QLabel, QLayout, QMessageBox, QPlainTextEdit, QTextBrowser, QWidget

from engine.legible import legible

_PLAIN = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{NON-BREAKING HYPHEN}": "-"})


class Markup(str):
    """A text with tags of ours, in which every value is escaped; only `rich` and `together` make one."""

    __slots__ = ()


def rich(template: str, *values: object) -> Markup:
    """A text with tags: the template is a literal of ours; a value set into it is plain text unless it is a Markup."""
    return Markup(template.format(*map(_escaped, values)))


def together(parts: Iterable[object], between: str = "") -> Markup:
    """Parts one after the other."""
    return Markup(_escaped(between).join(map(_escaped, parts)))


def bare(text: str) -> str:
    """What `rich` or a `RichLabel` made, without its tags and with plain spaces and hyphens."""
    return unescape(re.sub(r"<[^>]*>", "", text)).translate(_PLAIN)


def _escaped(value: object) -> str:
    return value if isinstance(value, Markup) else escape(legible(str(value)))


class Label(QLabel):
    """A text as it is: no tag in it means anything, and no character turns the rest of it."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show a text."""
        super().setText(legible(text))


class RichLabel(QLabel):
    """A text with bold words, lists or links, made by `rich`; any other text is shown as it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show a text."""
        super().setText(_escaped(text))


class RichPage(QTextBrowser):
    """A text of several paragraphs, made by `rich`; whatever it names, nothing is loaded."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.show_text(text)

    def show_text(self, text: str) -> None:
        """Show a text."""
        self.setHtml(_escaped(text))

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:
        """No picture, no style sheet, no file."""
        return None


def add_row(form: QFormLayout, title: str | Label, field: QWidget | QLayout) -> None:
    """Add a line to a form under a title that may be anybody's; a form's own `addRow` makes labels of Qt's kind."""
    label = Label(title) if isinstance(title, str) else title
    if isinstance(field, QWidget):
        label.setBuddy(field)
    form.addRow(label, field)


def add_line(to: QPlainTextEdit, text: str) -> None:
    """Add a line to a long text that grows."""
    to.appendHtml(_escaped(text))


def alert(text: str) -> None:
    """Say why the program cannot go on, where there is no window yet to say it in."""
    box = QMessageBox(QMessageBox.Icon.Critical, "Stavka", "", QMessageBox.StandardButton.Ok)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(legible(text))
    box.exec()
