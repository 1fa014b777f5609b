"""The after-action report's figures: steps lost turn by turn, the luck of the dice, and where the game turned."""

from __future__ import annotations

from designer.printing.blocks import Block, bullet, heading, line_of, paragraph, stacked
from designer.printing.flow import Group
from designer.printing.material import Material
from designer.printing.pages import HAIR, INK, MUTED, PageItem, Rect, Rectangle, Text
from designer.printing.type import BODY, Measure, Type
from engine.play import Game
from engine.play.debrief import Debrief
from engine.play.intent import review

SMALL = Type(6.6, "sans")
_HIGH = 26.0
"""The height of the bars of the worst turn, in millimetres."""


def losses(material: Material, found: Debrief, width: float, measure: Measure) -> Block:
    """The losses of both sides as bars, for the width of a page."""
    bars = _bars(material, found, width, measure)
    return stacked((heading("Losses, turn by turn", width, measure), bars)).spaced(above=2.0)


def accounts(material: Material, game: Game, found: Debrief, width: float, measure: Measure) -> list[Group]:
    """The luck of the dice and where the game turned, for the width of a column."""
    made = []
    if found.throws:
        lines = tuple(_luck(material, game, found, width, measure))
        made.append(Group(lines, head=heading("The luck of the dice", width, measure)))
    if found.moments:
        told = tuple(bullet(f"Turn {moment.turn}: {moment.text}", width, measure) for moment in found.moments)
        made.append(Group(told, head=heading("Where it turned", width, measure)))
    if game.outcome is not None:
        made += _meant(material, game, width, measure)
    return made


def _meant(material: Material, game: Game, width: float, measure: Measure) -> list[Group]:
    """By side that planned its turns, what each was for and what came of it."""
    made = []
    for side, row in enumerate(material.sides):
        told = tuple(
            bullet(f"Turn {one.turn}: {' '.join(one.intent.says)} It {one.came}.", width, measure)
            for one in review(game, side)
            if one.came
        )
        if told:
            made.append(Group(told, head=heading(f"What the {row.name} side meant to do", width, measure)))
    return made


def _bars(material: Material, found: Debrief, width: float, measure: Measure) -> Block:
    """Two bars a turn: the steps that each side had lost by then."""
    turns = [standing for standing in found.standings if standing.turn]
    if not turns:
        return paragraph("The first turn has not begun.", width, measure)
    most = max(1, *(max(standing.steps_lost) for standing in turns))
    step = min(24.0, width / len(turns))
    boxes = [PageItem(Rect(0, _HIGH + 4.0, step * len(turns), 0.01), Rectangle(stroke=HAIR, width=0.2))]
    for column, standing in enumerate(turns):
        for side, lost in enumerate(standing.steps_lost):
            high = _HIGH * lost / most
            bar = Rect(column * step + 1.5 + side * step * 0.36, _HIGH + 4.0 - high, step * 0.34, max(high, 0.1))
            boxes.append(
                PageItem(bar, Rectangle(fill=material.colour_of(material.sides[side].side), stroke=INK, width=0.15))
            )
            boxes.append(PageItem(Rect(bar.x, bar.y - 3.6, bar.width, 3.4), Text(str(lost), SMALL, "centre", INK)))
        boxes.append(
            PageItem(Rect(column * step, _HIGH + 4.6, step, 3.6), Text(str(standing.turn), SMALL, "centre", MUTED))
        )
    sides = ", ".join(side.name for side in material.sides)
    said = line_of(f"Steps lost so far, by turn; the bars from the left: {sides}.", BODY, width, measure, ink=MUTED)
    return stacked((Block(_HIGH + 9.0, tuple(boxes)), said))


def _luck(material: Material, game: Game, found: Debrief, width: float, measure: Measure) -> list[Block]:
    lines = [
        bullet(f"{side.name}: {luck_words(found.luck(number), len(found.throws))}", width, measure)
        for number, side in enumerate(material.sides)
    ]
    best = max(found.throws, key=lambda throw: abs(throw.luck))
    who, where = material.sides[best.attacker].name, game.table.label(best.cell)
    lines.append(
        bullet(
            f"The throw farthest from its promise: turn {best.turn}, {where}, {best.code or 'no effect'} "
            f"for the {who} attacker at {best.column}.",
            width,
            measure,
        )
    )
    return lines


def luck_words(luck: float, battles: int) -> str:
    """How lucky a side was, in a sentence."""
    many = f"{battles} battle{'' if battles == 1 else 's'}"
    rounded = round(abs(luck), 1)
    if not rounded:
        return f"the dice of {many} came out even."
    better = "more" if luck > 0 else "fewer"
    noun = "step" if rounded == 1 else "steps"
    return f"{rounded:g} {noun} {better} than {many} promised, lost and taken together."
