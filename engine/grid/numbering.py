"""How cells are numbered: "0120", "01.20", or "4201N" on two joined sheets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from engine.errors import Problem, ScenarioError
from engine.records.board import Grid

Style = Literal["ccrr", "c.rr", "ccrr-sheet"]

_TEXT = re.compile(r"(?:([0-9]+)[ .,:/-]([0-9]+)|([0-9]+)) ?(\S?)")


@dataclass(frozen=True)
class Numbering:
    """Turns (column, row), counted from 0 in the north-west, into a label and back."""

    style: Style
    columns: int
    rows: int
    first_column: int = 1
    first_row: int = 1
    rows_from: Literal["north", "south"] = "north"
    sheet_rows: int = 0
    sheets: str = "NS"

    @classmethod
    def from_record(cls, record: Grid) -> Numbering:
        """The numbering of a grid record."""
        return cls(
            record.numbering,
            record.columns,
            record.rows,
            record.first_column,
            record.first_row,
            record.rows_from,
            record.sheet_rows,
            record.sheets,
        )

    @cached_property
    def column_width(self) -> int:
        """Digits of a column number: two, or more on a very wide map."""
        return max(2, len(str(self.first_column + self.columns - 1)))

    @cached_property
    def row_width(self) -> int:
        """Digits of a row number: two, or more on a very tall map."""
        tallest = max(count for _, count in self._spans)
        return max(2, len(str(self.first_row + tallest - 1)))

    def label(self, column: int, row: int) -> str:
        """The label of a cell, as `0120`, `01.20` or `4201N`."""
        sheet = self._sheet_of(row)
        start, count = self._spans[sheet]
        steps = row - start if self.rows_from == "north" else start + count - 1 - row
        dot = "." if self.style == "c.rr" else ""
        left = str(self.first_column + column).zfill(self.column_width)
        right = str(self._first(sheet) + steps).zfill(self.row_width)
        return f"{left}{dot}{right}{self._letters[sheet]}"

    def parse(self, text: str) -> tuple[int, int]:
        """The (column, row) that a label means; zeros in front and the dot may be left out or added."""
        match = _TEXT.fullmatch(text.strip())
        if not match:
            raise _refusal(text, f"is not a cell number; they look like {self.label(0, 0)}")
        left, right, solid, letter = match.groups()
        if solid is not None:
            left, right, letter = self._split(text, solid, letter)
        column = int(left) - self.first_column
        if not 0 <= column < self.columns:
            last = self.first_column + self.columns - 1
            raise _refusal(text, f"is off the map: columns run from {self.first_column} to {last}")
        return column, self._row(text, int(right), letter)

    def _split(self, text: str, digits: str, letter: str) -> tuple[str, str, str]:
        if self.style == "ccrr-sheet" and not letter and digits[-1] in self.sheets:
            digits, letter = digits[:-1], digits[-1]
        if not self.row_width < len(digits) <= self.row_width + self.column_width:
            raise _refusal(text, f"is not a cell number; they look like {self.label(0, 0)}")
        return digits[: -self.row_width], digits[-self.row_width :], letter

    def _row(self, text: str, number: int, letter: str) -> int:
        """The row that a number means; the last of a north sheet is printed on both, and is the south sheet's first."""
        sheet = self._sheet_named(text, letter)
        start, count = self._spans[sheet]
        steps = number - self._first(sheet)
        if self.style == "ccrr-sheet" and sheet == 0 and self.rows_from == "north" and steps == count:
            return start + count
        if not 0 <= steps < count:
            first = self._first(sheet)
            raise _refusal(text, f"is off the map: rows run from {first} to {first + count - 1}")
        return start + steps if self.rows_from == "north" else start + count - 1 - steps

    def _first(self, sheet: int) -> int:
        """The number of a sheet's first row: where the north sheet is cut off at the top, the south one begins at 0."""
        return 0 if sheet == 1 and self.first_row > 1 else self.first_row

    @cached_property
    def _letters(self) -> tuple[str, ...]:
        return tuple(self.sheets) if self.style == "ccrr-sheet" else ("",)

    @cached_property
    def _spans(self) -> tuple[tuple[int, int], ...]:
        """First row and number of rows of each sheet."""
        if self.style != "ccrr-sheet":
            return ((0, self.rows),)
        north = min(self.sheet_rows, self.rows)
        return ((0, north), (north, self.rows - north))

    def _sheet_of(self, row: int) -> int:
        return int(self.style == "ccrr-sheet" and row >= self.sheet_rows)

    def _sheet_named(self, text: str, letter: str) -> int:
        letters = self._letters
        if letter in letters:
            return letters.index(letter)
        folded = [name.casefold() for name in letters]
        if folded.count(letter.casefold()) == 1:
            return folded.index(letter.casefold())
        wanted = " or ".join(name for name in letters if name)
        raise _refusal(text, f"must end with the sheet, {wanted}" if wanted else f"must not end with {letter!r}")


def numbering_problems(record: Grid) -> list[Problem]:
    """What is wrong with the numbering of a grid record."""
    if record.numbering != "ccrr-sheet":
        return []
    problems = []
    if len(record.sheets.strip()) != 2 or record.sheets[0] == record.sheets[1]:
        problems.append(Problem("two joined sheets need two different letters", "grid", (), "sheets"))
    if not 0 < record.sheet_rows <= record.rows:
        message = f"the north sheet must have between 1 and {record.rows} of the {record.rows} rows"
        problems.append(Problem(message, "grid", (), "sheet_rows"))
    return problems


def _refusal(text: str, why: str) -> ScenarioError:
    return ScenarioError([Problem(f"{text!r} {why}")])
