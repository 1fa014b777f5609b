"""Panzergruppe Guderian in the window: markers are laid by a click, and supply is drawn."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.frame import FAR
from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from designer.play.table.interactions.laying import LayInteraction
from designer.play.table.interactions.listing import ListInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.overlays import supply_steps
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.ids import Cell
from engine.play.sandbox import Position, Spot
from engine.records.play import MechanismRow
from engine.rules.overrun import OverrunStack
from engine.rules.supply import line_of
from engine.state.actions import Choose, LoseStep, MoveStack, RetreatUnit
from engine.store.keeping import Beginning
from engine.store.library import Library
from engine.systems.guderian.rail_cuts import CutRail
from tests.designer.play.conftest import cell, on_table, part_of, piece
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


@pytest.mark.parametrize("seed", [1, 3, 6], ids=["he retreats", "he advances", "both lose"])
def test_the_rest_of_the_moves_is_made_with_what_comes_of_overruns(
    library: Library, quick: MainWindow, qtbot: QtBot, seed: int
) -> None:
    rows = shipped_rows(SLUG)
    library.add(SLUG, rows)
    part = part_of(quick, SLUG)
    stack = dict.fromkeys(("7-pz-pzr-25", "7-pz-sr-6", "7-pz-sr-7"), Spot("0510"))
    position = Position(pieces={**stack, "soviet-armour-4": Spot("0511")}, turn=1, phase="german-initial-movement")
    part._start(NewGame((Seat(), Seat("doctrine")), seed, {}, "Test"), Beginning(rows, seed, {}, position=position))
    view = on_table(part, qtbot)
    session, game = view.session, view.session.game

    def rest() -> None:
        qtbot.waitUntil(lambda: session.my_decision is not None and not session.thinking, timeout=WAIT)
        QTest.mouseClick(view.bar.delegate, LEFT)
        qtbot.waitUntil(lambda: not session.thinking and session.my_decision is not None, timeout=WAIT)

    while session.my_decision is None or session.my_decision.kind != "move":
        rest()
    began, phase = game.cursor, game.state.phase
    rest()
    done = game.log[began : game.cursor]
    overrun = next(n for n, entry in enumerate(done) if isinstance(entry.action, OverrunStack))
    after = [entry.action for entry in done[overrun + 1 :]]
    assert isinstance(after[0], Choose | LoseStep | RetreatUnit), "what came of the overrun"
    assert any(isinstance(action, MoveStack) for action in after), "and the others moved on"
    decision = session.my_decision
    assert decision is not None and decision.kind == "move" and game.state.phase == phase
    assert view.bar.ending.text() == "End movement" and "done the rest" in view.strip.text(), view.strip.text()
    assert "what dice decided stands" in view.strip.text()


def test_a_choice_after_an_overrun_shows_where_it_was_fought(library: Library, quick: MainWindow, qtbot: QtBot) -> None:
    rows = shipped_rows(SLUG)
    library.add(SLUG, rows)
    part = part_of(quick, SLUG)
    stack = dict.fromkeys(("7-pz-pzr-25", "7-pz-sr-6", "7-pz-sr-7"), Spot("0510"))
    position = Position(pieces={**stack, "soviet-armour-4": Spot("0511")}, turn=1, phase="german-initial-movement")
    part._start(NewGame((Seat(), Seat()), 3, {}, "Test"), Beginning(rows, 3, {}, position=position))
    view = on_table(part, qtbot)
    qtbot.waitUntil(lambda: view.session.my_decision is not None and view.settled, timeout=WAIT)
    while view.session.my_decision is not None and view.session.my_decision.kind == "arrive":
        assert view.session.act(next(iter(view.session.game.options())))
    target = cell(view, "0511")
    assert view.session.act(OverrunStack(tuple(piece(view, key) for key in stack), target))
    assert view.session.my_decision is not None and view.session.my_decision.kind == "choose"
    assert isinstance(view.interaction, ListInteraction) and view.board.at_hand() == [target]
    kept = next(info.id for info in library.games() if info.name == "Test")
    quick.close_scenario()
    part = part_of(quick, SLUG)
    assert part.resume(kept)
    again = on_table(part, qtbot)
    qtbot.waitUntil(lambda: again.settled and again.map.scale >= FAR, timeout=WAIT)
    assert again.map.rect().contains(again.map.position_of(Cell(target)).toPoint()), "taken up again, it is in sight"
    with_ring = again.map.grab().toImage()
    again.board.interaction.draw_under = lambda _painter, _scale: None  # type: ignore[method-assign]
    again.map.update()
    assert again.map.grab().toImage() != with_ring, "and ringed"
