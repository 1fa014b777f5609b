"""Panzergruppe Guderian in the window: markers are laid by a click, and supply is drawn."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from designer.play.table.interactions.laying import LayInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.overlays import supply_steps
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.play.sandbox import Position, Spot
from engine.records.play import MechanismRow
from engine.rules.supply import line_of
from engine.store.keeping import Beginning
from engine.store.library import Library
from engine.systems.guderian.rail_cuts import CutRail
from tests.designer.play.conftest import on_table, part_of, piece
from tests.kit.hand import LEFT, Hand
from tests.kit.shipped import shipped_rows

WAIT = 120_000
SLUG = "panzergruppe-guderian"


@pytest.fixture
def view(library: Library, quick: MainWindow, qtbot: QtBot) -> PlayView:
    """The game once the first interdiction is due; the sides are set up by hand."""
    library.add(SLUG, shipped_rows(SLUG))
    part = part_of(quick, SLUG)
    part.start(NewGame((Seat(), Seat()), 4, {}, "Test"))
    made = on_table(part, qtbot)
    qtbot.waitUntil(lambda: made.session.my_decision is not None, timeout=WAIT)
    game = made.session.game
    while made.session.my_decision is not None and made.session.my_decision.kind != "lay":
        action = next(iter(game.options()))
        assert made.session.act(action)
    return made


def test_interdiction_is_laid_by_clicking_the_map_and_supply_is_drawn(view: PlayView) -> None:
    interaction, hand, game = view.interaction, Hand(view), view.session.game
    assert isinstance(interaction, LayInteraction)
    wanted = sorted(interaction.cells)[len(interaction.cells) // 2]
    QTest.mouseMove(view.map, hand.pixel(wanted))
    assert "Lay" in view.strip.text() and "marker" in view.strip.text().lower(), view.strip.text()
    hand.click(wanted)
    assert wanted in game.state.markers
    hand.click(wanted)
    assert game.state.markers.count(wanted) == 1 and "already lies" in view.strip.text(), "a refusal says why"
    QTest.mouseClick(view.bar.undo, LEFT)
    assert wanted not in game.state.markers, "undo takes it up again"
    table, side = view.stage.table, 1
    steps = supply_steps(table, side)
    traced = [unit for unit in table.on_map(side) if line_of(table, unit) is not None]
    for unit in traced:
        line = line_of(table, unit)
        assert line is not None
        path = line.path(table.state.cell[unit])
        assert len(path) < 2 or (path[0], path[1]) in steps
    assert traced
    view.overlays["communication"].setChecked(True)
    view.map.grab()


def test_what_else_a_unit_can_do_is_listed_below_the_units_and_done_by_a_click(
    library: Library, quick: MainWindow, qtbot: QtBot
) -> None:
    rows = shipped_rows(SLUG).copy()
    row = rows.get(MechanismRow, "rail-cuts")
    assert row is not None
    rows.put(msgspec.structs.replace(row, params={**row.params, "most": 6}))
    library.add(SLUG, rows)
    part = part_of(quick, SLUG)
    spots = {"3-pz-pzr-6": Spot("0412"), "3-pz-sr-3": Spot("0715")}
    position = Position(pieces=spots, turn=2, phase="german-initial-movement")
    part._start(NewGame((Seat(), Seat()), 4, {}, "Test"), Beginning(rows, 4, {}, position=position))
    view = on_table(part, qtbot)
    qtbot.waitUntil(lambda: view.session.my_decision is not None and view.settled, timeout=WAIT)
    hand, game = Hand(view), view.session.game
    while view.session.my_decision is not None and view.session.my_decision.kind != "move":
        hand.finish()
    interaction = view.interaction
    assert isinstance(interaction, MoveInteraction)
    deeds, unit = interaction.deeds, piece(view, "3-pz-pzr-6")
    assert not deeds.panel.isVisible(), "nobody is selected"
    hand.click_line(interaction._panel, unit)
    top = interaction._panel.line_rect(0)
    assert deeds.panel.isVisible() and deeds.found == [CutRail(unit)]
    qtbot.wait(20)
    assert interaction._panel.line_rect(0) == top, "the list above stays where it is"
    before = game.cursor
    hand.click_line(deeds.panel, 0)
    hand.settle_it()
    assert game.log[before].action == CutRail(unit)
    QTest.mouseClick(view.bar.undo, LEFT)
    assert game.cursor == before
