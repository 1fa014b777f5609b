"""Tables for spreadsheets: text that no spreadsheet takes for a formula, and such text read back."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?%?")
_FORMULA = re.compile(r"'*\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]")
_SHIELDED = re.compile(r"'+\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]")


def csv_text(lines: Iterable[Sequence[object]], delimiter: str = ",") -> str:
    """Lines as CSV; every cell in quotation marks, so that no other delimiter can cut it, and none a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerows([shielded(str(cell)) for cell in line] for line in lines)
    return out.getvalue()


def shielded(cell: str) -> str:
    """A cell that a spreadsheet shows as it is; what it would calculate or run gets an apostrophe in front."""
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def unshielded(cell: str) -> str:
    """A cell without the apostrophe that `shielded` put in front of it."""
    return cell[1:] if _SHIELDED.match(cell) else cell
