"""How the window is looked at: its size, its theme and the size of its text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from engine.errors import StavkaError

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

SIZE = (1440, 900)


@dataclass(frozen=True)
class Look:
    """One way to see every screen; text in percent of the usual."""

    size: tuple[int, int] = SIZE
    theme: str = "light"
    text: int = 100

    @property
    def name(self) -> str:
        """As files are named: 1280x800-dark-150."""
        return f"{self.size[0]}x{self.size[1]}-{self.theme}-{self.text}"

    def wear(self, window: MainWindow) -> None:
        """Show the window in this way, its panels where they lie the first time."""
        for key, value in (("theme", self.theme), ("text_scale", self.text)):
            window.settings.put(key, value)
        window.settings.remember("docks/playing", None)
        window.resize(*self.size)
        window.dress()


def looks(sizes: Iterable[str], themes: Iterable[str], texts: Iterable[int]) -> list[Look]:
    """Every combination of what is asked for; nothing asked for: none."""
    asked = list(sizes), list(themes), list(texts)
    if not any(asked):
        return []
    each = [_size(text) for text in asked[0]] or [SIZE], asked[1] or ["light"], asked[2] or [100]
    return [Look(size, theme, text) for size, theme, text in product(*each)]


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if found is None:
        raise StavkaError(f"A size is two numbers of pixels, as 1280x800, not “{text}”.")
    return int(found[1]), int(found[2])
