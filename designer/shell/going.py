"""Games to go on with: the unfinished one played last of each scenario, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from designer.settings import ON_TABLE, Settings, moment_key
from engine.errors import StavkaError
from engine.store.library import Library

if TYPE_CHECKING:
    from designer.shell.window import MainWindow


@dataclass(frozen=True)
class Going:
    """A game that waits: its number, and where it stands in a few words, if the window knows."""

    number: int
    moment: str


def games_going(library: Library, settings: Settings) -> dict[str, Going]:
    """By scenario, the unfinished game that was played last."""
    found: dict[str, Going] = {}
    try:
        games = library.games()
    except StavkaError:
        return {}
    for game in games:
        if game.status != "over" and game.scenario not in found:
            found[game.scenario] = Going(game.id, str(settings.memory(moment_key(game.scenario, game.id)) or ""))
    return found


def take_up(window: MainWindow) -> None:
    """Put the game on the table that was on it when the program ended, however it ended."""
    number, _, rest = str(window.settings.memory(ON_TABLE) or "").partition(" ")
    slug, _, path = rest.partition(" ")
    library = window.desk.library
    if not window.settings.get("go_on") or not number.isdigit() or path != str(library.path):
        return
    try:
        waits = any(game.id == int(number) and game.status != "over" for game in library.games(slug))
    except StavkaError:
        waits = False
    if waits and window.open_scenario(slug, "play") is not None:
        resume = getattr(window.show_part("play"), "resume", None)
        if resume is not None:
            resume(int(number))


def go_on(window: MainWindow, slug: str) -> None:
    """Go on with the game of a scenario that was played last, exactly where it was left."""
    going = games_going(window.desk.library, window.settings).get(slug)
    if window.open_scenario(slug, "play") is not None and going is not None:
        resume = getattr(window.show_part("play"), "resume", None)
        if resume is not None:
            resume(going.number)
