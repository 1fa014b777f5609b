"""Which lines of a sheet are shown, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from designer.tables.sheet import Line


class RowOrder:
    """The lines that pass the filter, as the sheet has them or by one heading: numbers by size, empty cells last."""

    def __init__(self) -> None:
        self.words: tuple[str, ...] = ()
        self.under = ""
        """The heading under which the words are looked for; every heading if there is none."""
        self.only: Callable[[Line], bool] | None = None
        self.by = ""
        """The heading by which lines are sorted; none if they stay as they are."""
        self.falling = False

    def arranged(
        self, lines: Sequence[Line], keys: Sequence[str], text: Callable[[tuple[Line, str]], str]
    ) -> list[Line]:
        """The lines to show."""
        found = [line for line in lines if self.only(line)] if self.only else list(lines)
        if self.words:
            under = [self.under] if self.under in keys else keys
            found = [line for line in found if self._fits(text((line, key)) for key in under)]
        if self.by in keys:
            found.sort(key=lambda line: rank(text((line, self.by))), reverse=self.falling)
        return found

    def _fits(self, texts: Iterable[str]) -> bool:
        """Whether every word occurs somewhere; no more texts are asked for than that takes."""
        missing = list(self.words)
        for said in map(str.lower, texts):
            missing = [word for word in missing if word not in said]
            if not missing:
                return True
        return False


def rank(text: str) -> tuple[int, float, str]:
    """What a text is sorted by."""
    try:
        return 0, float(text.replace("−", "-").replace(",", ".")), ""
    except ValueError:
        return (1, 0.0, text.lower()) if text else (2, 0.0, "")
