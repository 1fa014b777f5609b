"""The tables of battles by column and of units; made of a picture, without widgets."""

from __future__ import annotations

from designer.playtest.figures import Figures
from designer.playtest.reading import Behind, RunPicture, Test
from designer.playtest.spans import Span
from engine.lab.telling import percent
from engine.lab.units import of_unit

# Battles

BATTLE_HEAD = ("Column", "Battles a game", "Result", "Times", "Share (95 %)", "Expected", "From 0 to 100 %")


def battle_figures(picture: RunPicture, version: int) -> list[Figures]:
    """Every column and result of a version beside the chance that the table gives it."""
    lines = []
    for column in picture.battles[version]:
        for number, one in enumerate(column.results):
            share = f"{percent(one.share)} ({percent(one.low)} to {percent(one.high)})"
            head = (column.column or "without odds", f"{column.per_game:.2f}") if not number else ("", "")
            texts = (*head, one.code or "no effect", f"{one.count:,}", share, percent(one.chance))
            title = f"Games with a battle at {column.column or 'no odds'} that ended {one.code or 'without effect'}"
            test = _fought(column.column, one.code)
            note = "Far from what the table lets one expect; once in some hundred times that is luck."
            tone = "warning" if one.odd else ""
            spans = {len(texts): Span(one.share, one.low, one.high, 0, 1, one.chance, tone or "accent")}
            lines.append(Figures(texts, Behind(title, test, version), tone, note if one.odd else "", spans))
    return lines


def _fought(column: str, code: str) -> Test:
    return lambda _scenario, game: any((fight.column, fight.code) == (column, code) for fight in game.fights)


# Units

UNIT_HEAD = (
    *("Unit", "Side", "Games", "Survives", "Never moves", "Never fights", "Attacks", "Defences"),
    "Steps lost",
)


def unit_figures(picture: RunPicture, version: int) -> list[Figures]:
    """Every unit of the order of battle; those that never do anything stand out."""
    lines = []
    for line in picture.units[version]:
        shares = (percent(line.survived), percent(line.never_moved), percent(line.never_fought))
        numbers = (f"{line.attacks:.1f}", f"{line.defences:.1f}", f"{line.steps_lost:.1f}")
        if not line.games:
            shares, numbers = ("", "", ""), ("", "", "")
        texts = (line.name, picture.names[line.side], str(line.games), *shares, *numbers)
        behind = Behind(f"Games in which {line.name} was lost", _died(line.unit), version)
        note = "It neither moved nor fought in any game." if line.idle else ""
        if not line.games:
            note = "It took part in no game: it was never turned up."
        lines.append(Figures(texts, behind, "warning" if line.idle else "", note))
    return lines


def _died(unit: str) -> Test:
    return lambda scenario, game: any(service.end == 2 for service in of_unit(scenario, game, unit))
