"""A place for a form that changes with what is in front: another kind of phase, another rule."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.inputs.form import StructForm
from engine.records import Rows


class FormHolder(QWidget):
    """Holds one form at a time; `edited` carries its values whenever they are sound."""

    edited = Signal(object)

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self._rows = rows
        self.form: StructForm | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def show_struct(
        self,
        struct: type[msgspec.Struct] | None,
        values: dict[str, Any] | None = None,
        *,
        hidden: Collection[str] = (),
        enabled: bool = True,
    ) -> None:
        """Show the form of a struct with these values, made anew so that it offers what there is now; None: no form."""
        if self.form is not None:
            self._layout.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
            self.form = None
        if struct is None:
            return
        self.form = StructForm(struct, self._rows, hidden=hidden)
        self._layout.addWidget(self.form)
        self.form.put(values or {})
        self.form.setEnabled(enabled)
        self.form.edited.connect(self.edited)

    def follow(self, values: dict[str, Any]) -> None:
        """Show values that came from elsewhere, unless the form has them or the user is in the middle of something."""
        if self.form is not None and not self.form.problem() and self.form.value() != values:
            self.form.put(values)
