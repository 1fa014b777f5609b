"""The log of a game: a map of how it stands at the end, its figures, and its story in sentences."""

from __future__ import annotations

from designer.printing.blocks import Block, band, bullet, heading, pair, stacked
from designer.printing.choices import Choices
from designer.printing.flow import Group, plain, pour
from designer.printing.map_parts import whole_map
from designer.printing.masthead import NEUTRAL, masthead
from designer.printing.material import Material, ink_on
from designer.printing.pages import HAIR, CounterPicture, MapPart, PageItem, Pile, Printout, Rect, Rectangle
from designer.printing.paper import Running, furnish, paper
from designer.printing.report import accounts, losses
from designer.printing.type import Measure
from engine.ids import Cell
from engine.play import Game
from engine.play.debrief import debrief
from engine.play.journal import JournalLine, journal
from engine.scenario.sentences import listed

_LAYERS = ("terrain", "hexsides", "links", "grid", "boxes", "places", "names")
_GUTTER = 6.0
_LEAST = 25.0
"""The least room below the front, in millimetres, in which the story begins."""


def log_document(material: Material, game: Game, choices: Choices, measure: Measure) -> Printout:
    """The final position, the facts and the figures first, the story in two columns after them."""
    sheet = paper(choices.paper)
    body = sheet.body
    head = masthead(material, "Game log", body.width, measure, remark=_when(material, game))
    final, facts = _final(material, game, body.width, measure), _facts(material, game, body.width, measure)
    found = debrief(game)
    front = stacked((head, final, facts, losses(material, found, body.width, measure)))
    column = (body.width - _GUTTER) / 2
    groups = [*accounts(material, game, found, column, measure), *_story(material, game, column, measure)]

    def frames(page: int) -> list[Rect]:
        top = front.height + 2.0 if page == 0 else 1.0
        if body.height - top < _LEAST:
            return []
        return [Rect(body.x + n * (column + _GUTTER), body.y + top, column, body.height - top) for n in (0, 1)]

    pages = pour(groups, frames).pages
    pages[0] = [*front.at(body.x, body.y), *pages[0]]
    return furnish("log", Running(material.title, "Game log"), sheet, pages, measure)


def _when(material: Material, game: Game) -> str:
    if game.state.outcome is not None:
        return "finished"
    return f"turn {game.state.turn}: {material.scenario.turn_name(game.state.turn)}" if game.state.turn else "set-up"


def _final(material: Material, game: Game, width: float, measure: Measure) -> Block:
    """The map with every counter where it stands."""
    part = whole_map(material)
    high = min(width * part.height / part.width, 118.0)
    wide = high * part.width / part.height
    box = Rect((width - wide) / 2, 0, wide, high)
    view = MapPart(part, _LAYERS, piles=piles(material, game))
    title = "The final position" if game.state.outcome else "The position"
    return stacked(
        (
            heading(title, width, measure),
            Block(high, (PageItem(box, view), PageItem(box, Rectangle(stroke=HAIR, width=0.2)))),
        )
    )


def piles(material: Material, game: Game) -> tuple[Pile, ...]:
    """The counters on the map, by cell."""
    return tuple(
        Pile(game.setting.board.label(Cell(cell)), tuple(_picture(material, game, piece) for piece in stack))
        for cell, stack in sorted(game.state.stacks.items())
    )


def _picture(material: Material, game: Game, piece: int) -> CounterPicture:
    unit = game.table.unit(piece)
    untried = game.state.counter[piece] is None
    return material.picture(unit, game.state.face[piece], untried=untried)


def _facts(material: Material, game: Game, width: float, measure: Measure) -> Block:
    """How it ended and who holds what."""
    outcome, lines = game.state.outcome, []
    if outcome is not None:
        lines.append(pair("Outcome", outcome.level, width, measure, 0.2))
    for index, side in enumerate(material.sides):
        lost = sum(cell == -2 and game.setting.side_of[piece] == index for piece, cell in enumerate(game.state.cell))
        held = [
            place.name
            for place, owner in zip(game.scenario.places, game.state.control, strict=True)
            if owner == index and place.name
        ]
        text = f"{lost} counters lost. Holds {listed(list(dict.fromkeys(held))) or 'no place'}."
        lines.append(pair(side.name, text, width, measure, 0.2))
    return stacked(lines).spaced(above=3.0)


def _story(material: Material, game: Game, width: float, measure: Measure) -> list[Group]:
    """The sentences under the phase in which they happened."""
    groups, chapter = [], _chapter(material, "Set-up", None, width, measure)
    items: list[Block] = []
    for line in journal(game):
        if line.kind == "PhaseBegan":
            groups += _closed(chapter, items)
            chapter, items = _chapter(material, line.text.rstrip("."), line, width, measure), []
        else:
            items.append(bullet(line.text, width, measure))
    return groups + _closed(chapter, items) or [plain(Block(0))]


def _closed(chapter: tuple[Block, Block], items: list[Block]) -> list[Group]:
    return [Group(tuple(items), head=chapter[0], again=chapter[1], keep=2)] if items else []


def _chapter(
    material: Material, title: str, line: JournalLine | None, width: float, measure: Measure
) -> tuple[Block, Block]:
    """The heading of a phase in its side's colour, and the one for the next column."""
    named = [phase for phase in material.scenario.phases if line and line.text.endswith(f": {phase.name}.")]
    colour = material.colour_of(named[0].side) if named and named[0].side else NEUTRAL
    ink = ink_on(colour)
    again = f"{title} (continued)"
    return band(title, width, measure, colour, ink=ink), band(again, width, measure, colour, ink=ink)
