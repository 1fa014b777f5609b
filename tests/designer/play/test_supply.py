"""Supply in the window, on Vitebsk: what a unit draws on and over which way, and what a move costs beforehand."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from designer.play.table.inspector import unit_facts
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.overlays import LINE
from designer.play.view import PlayView
from engine.ids import Cell
from engine.rules.depots import draws_of
from engine.rules.fuel import Fuel
from tests.kit.hand import Hand


def driver(view: PlayView) -> int:
    """A unit that pays for its move out of a dump some way off."""
    table, rule = view.stage.table, view.stage.table.mechanism(Fuel)
    movers = [piece for piece in table.on_map(view.stage.view.side) if rule.needs(table, piece)]
    found = [piece for piece in movers if (draws := draws_of(table, piece)) and len(draws[0].path) > 2]
    return found[0]


def test_a_unit_shows_what_it_draws_on_and_over_which_way(vitebsk: PlayView) -> None:
    view = vitebsk
    table, unit, hand = view.stage.table, driver(view), Hand(view)
    source = draws_of(table, unit)[0]
    assert f"Draws on {source.name}" in unit_facts(table, unit)
    view.map.centre_on(Cell(source.path[0]), 60)
    before = _painted(view, hand, source.path)
    hand.take(unit)
    assert _painted(view, hand, source.path) > before, "the way from the dump to the unit is drawn"


def _painted(view: PlayView, hand: Hand, path: tuple[int, ...]) -> int:
    """How many points between the cells of a way have the colour of such ways."""
    image: QImage = view.map.grab().toImage()
    ratio = image.devicePixelRatio()
    count = 0
    for one, other in pairwise(path):
        here, there = hand.pixel(one), hand.pixel(other)
        for share in (0.25, 0.5, 0.75):
            at = here + (there - here) * share
            if view.map.rect().contains(at):
                count += _alike(image.pixelColor(round(at.x() * ratio), round(at.y() * ratio)), QColor(LINE))
    return count


def _alike(one: QColor, other: QColor) -> bool:
    return max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue())) < 24


def test_a_move_says_before_it_is_made_what_it_costs_and_who_pays(vitebsk: PlayView) -> None:
    view = vitebsk
    unit, hand, interaction = driver(view), Hand(view), view.interaction
    assert isinstance(interaction, MoveInteraction)
    payer = draws_of(view.stage.table, unit)[0]
    view.map.centre_on(Cell(view.stage.table.state.cell[unit]), 60)
    hand.take(unit)
    seen = [cell for cell in interaction.goals if view.map.rect().contains(hand.pixel(cell))]
    goal = next(cell for cell in seen if not view.stage.pieces_in(cell))
    QTest.mouseMove(view.map, hand.pixel(goal))
    assert f"and 1 token for fuel out of {payer.name}" in view.strip.text(), view.strip.text()
    before = view.stage.table.state.stores[payer.store].tokens  # type: ignore[index]
    hand.click(goal)
    hand.settle_it()
    assert view.stage.table.state.cell[unit] == goal
    left = view.stage.table.state.stores.get(payer.store)  # type: ignore[arg-type]
    assert (left.tokens if left is not None else 0) == before - 1
