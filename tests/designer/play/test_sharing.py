"""Losses over many units, advances by several ways, and setting up by hand: each on one screen and on the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from designer.play.table.interactions.allocating import AllocateInteraction
from designer.play.table.interactions.deploying import DeployInteraction
from designer.play.table.interactions.wayfaring import WayInteraction
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.play.sandbox import Position, Spot
from engine.records.play import MechanismRow
from engine.rules.free_setup import LayOut, TakeUp
from engine.state.actions import AdvanceUnit, LoseStep
from tests.designer.play.conftest import Arrange, Begin, cell, piece
from tests.designer.play.test_battles import attack
from tests.kit.hand import LEFT, Hand

CTRL = Qt.KeyboardModifier.ControlModifier

RING = {"v": "0805", "vi": "0904", "vii": "0906", "viii": "1005", "ix": "1006", "13th-army": "0905"}


def test_an_exchange_is_shared_out_and_nothing_is_lost_before_the_button(arrange: Arrange) -> None:
    view = arrange(RING, phase="german-combat", result="EX")
    hand = attack(view, "0905", "v", "vi", "vii", "viii")
    while view.session.my_decision is not None and view.session.my_decision.kind in ("fight", "support"):
        hand.press_end()
    interaction, game = view.interaction, view.session.game
    assert isinstance(interaction, AllocateInteraction)
    before, lines = game.cursor, interaction.shares.lines
    assert len(lines) == 4
    first, second = lines[piece(view, "v")], lines[piece(view, "vi")]
    assert first.after.text() == "6-4 → 3-4, 3 of 4 points", "what it would lose"
    assert first.after.fits(), "and no word of it is cut off"
    QTest.mouseClick(first.more, LEFT)
    assert first.after.text() == "6-4 becomes 3-4" and "1 more strength point" in interaction.shares.heading.text()
    QTest.mouseClick(second.more, LEFT)
    assert game.cursor == before and not interaction.open
    assert view.bar.prompt.text() == "Everything is shared out.", "nothing more is asked for"
    assert view.bar.ending.text() == "Take these losses"
    hand.press_end()
    lost = [entry.action for entry in game.log[before:] if isinstance(entry.action, LoseStep)]
    assert lost == [LoseStep(piece(view, "v")), LoseStep(piece(view, "vi"))]


def test_an_advance_is_a_click_on_the_unit_and_one_where_it_ends(begin: Begin) -> None:
    spots = {key: Spot(where) for key, where in {"xxiv-pz": "0805", "xlvi-pz": "0906", "13th-army": "0905"}.items()}
    row = MechanismRow(mechanism="advance", params={"wiped_out": 2})
    view = begin(row, Position(pieces=spots, turn=2, phase="german-combat"), "DE")
    hand = attack(view, "0905", "xxiv-pz", "xlvi-pz")
    while view.session.my_decision is not None and view.session.my_decision.kind in ("fight", "support"):
        hand.press_end()
    interaction, game, unit = view.interaction, view.session.game, piece(view, "xlvi-pz")
    assert isinstance(interaction, WayInteraction)
    ends = {action.path[-1] for action in interaction.ways[unit] if isinstance(action, AdvanceUnit)}
    assert cell(view, "0905") in ends and len(ends) > 1
    assert view.bar.ending.text() == "Do not advance"
    hand.click(cell(view, "0906"))
    assert view.stage.selected == (unit,)
    far = sorted(ends - {cell(view, "0905")})[0]
    QTest.mouseMove(view.map, hand.pixel(far))
    assert "Advance XLVI Pz to" in view.strip.text()
    hand.click(far)
    hand.settle_it()
    assert game.state.cell[unit] == far and view.bar.ending.text() == "Advance no more"
    hand.click(cell(view, "2102"))
    assert game.state.cell[piece(view, "xxiv-pz")] == cell(view, "0805"), "a hex that nobody can reach moves nobody"


def test_a_side_is_set_up_by_hand_and_taken_up_again(begin: Begin) -> None:
    zone = {"side": "german", "units": {"sides": ["german"], "without": []}, "region": "front", "optional": True}
    row = MechanismRow(mechanism="free-set-up", params={"sides": ["german"], "zones": [zone]})
    view = begin(row, None)
    hand, game = Hand(view), view.session.game
    while view.session.my_decision is not None and view.session.my_decision.kind == "set-up":
        hand.play()
    interaction = view.interaction
    assert isinstance(interaction, DeployInteraction)
    unit, goal = interaction.held, sorted(interaction.cells)[0]
    assert unit is not None
    hand.click(goal)
    assert game.state.cell[unit] == goal
    QTest.mouseMove(view.map, hand.pixel(cell(view, "2102")))
    assert "not in the set-up area" in view.strip.text()
    interaction.take(None)
    hand.click(goal)
    assert interaction.held == unit, "a unit that stands is taken to be moved"
    other = next(one for one in sorted(interaction.cells) if one != goal)
    hand.click(other)
    assert game.state.cell[unit] == other
    interaction.take(None)
    hand.click(other, CTRL)
    assert game.log[-1].action == TakeUp((unit,)) and game.state.cell[unit] < 0
    QTest.mouseClick(view.bar.undo, LEFT)
    assert game.state.cell[unit] == other
    assert view.bar.ending.text() == "End set-up"
    hand.press_end()
    assert view.session.my_decision is None or view.session.my_decision.kind != "deploy"


def test_whoever_is_set_down_is_let_go_and_a_drag_moves_him_again(begin: Begin) -> None:
    zone = {"side": "german", "units": {"sides": ["german"], "without": []}, "region": "front", "optional": True}
    view = begin(MechanismRow(mechanism="free-set-up", params={"sides": ["german"], "zones": [zone]}), None)
    hand, game = Hand(view), view.session.game
    while view.session.my_decision is not None and view.session.my_decision.kind == "set-up":
        hand.play()
    interaction = view.interaction
    assert isinstance(interaction, DeployInteraction)
    waiting = [laid.piece for laid in interaction.tray.field._laid]
    interaction.take(waiting[2])
    goal, other = (one for one in sorted(interaction.cells)[:2])
    hand.click(goal)
    assert interaction.held == waiting[3], "the next of the tray is in hand"
    hand.click(other)
    assert [game.state.cell[unit] for unit in waiting[2:4]] == [goal, other], "the second click moves no one again"
    start, end = hand.pixel(goal), hand.pixel(other)
    QTest.mousePress(view.map, LEFT, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(view.map, end)
    QTest.mouseRelease(view.map, LEFT, Qt.KeyboardModifier.NoModifier, end)
    assert game.state.cell[waiting[2]] == other and interaction.held not in waiting[2:4]
    interaction.take(waiting[2])
    QTest.mouseMove(view.map, hand.pixel(goal))
    QTest.mouseMove(view.map, hand.pixel(other))
    assert f"{game.table.full_name(waiting[2])} is in hand" in view.strip.text(), "and who is in hand is said"


def asked_to_man_the_front(begin: Begin, each: str) -> tuple[PlayView, Hand]:
    """A set-up by hand in which every hex, pair or column of the front asks for a unit."""
    zone = {"side": "german", "units": {"sides": ["german"], "without": []}, "region": "front", "optional": True}
    quota = {"name": "The front", "side": "german", "region": "front", "each": each, "least": 1}
    row = MechanismRow(mechanism="free-set-up", params={"sides": ["german"], "zones": [zone], "quotas": [quota]})
    view = begin(row, None)
    hand = Hand(view)
    while view.session.my_decision is not None and view.session.my_decision.kind == "set-up":
        hand.play()
    return view, hand


def test_what_must_be_manned_is_listed_and_a_click_leads_to_each_open_place(begin: Begin) -> None:
    view, hand = asked_to_man_the_front(begin, "hex")
    interaction = view.interaction
    assert isinstance(interaction, DeployInteraction) and len(interaction.needs) == 1
    places = [cells for cells, _ in interaction.needs[0].open]
    assert f"{len(places)} of {len(places)} still open" in interaction.wanted.list.item(0).text()
    for number, cells in enumerate(places[:2]):
        hand.click_line(interaction.wanted, 0)
        where = view.stage.place(cells[0])
        assert where in view.strip.text() and "still takes 1 unit" in view.strip.text(), "the next at each click"
        assert f", {number + 1} of {len(places)}" in view.strip.text() and interaction._lit == cells
    view.map.grab()
    hand.click(places[0][0])
    left = len(places) - 1
    assert f"{left} of {len(places)} still open" in interaction.wanted.list.item(0).text()
    assert interaction._lit == places[1], "the place that was shown is still open"
    hand.click(places[1][0])
    assert interaction._lit == places[2], "it is manned: the next is lit by itself"
    hand.click_line(interaction.wanted, 0)
    assert interaction._lit == places[2] and view.stage.place(places[2][0]) in view.strip.text(), "and not passed over"
    hand.click_line(interaction.wanted, 0)
    assert interaction._lit == places[3]


@pytest.mark.parametrize(("each", "says"), [("pair", "{0} or {1} still takes"), ("column", "the column of {0} still")])
def test_a_place_of_several_hexes_is_said_as_what_it_is(begin: Begin, each: str, says: str) -> None:
    view, hand = asked_to_man_the_front(begin, each)
    interaction = view.interaction
    assert isinstance(interaction, DeployInteraction)
    several = next(n for n, (cells, _) in enumerate(interaction.needs[0].open) if len(cells) > 1)
    for _ in range(several + 1):
        hand.click_line(interaction.wanted, 0)
    first, second = (view.stage.place(cell) for cell in interaction.needs[0].open[several][0][:2])
    assert says.format(first, second) in view.strip.text()


def test_the_tray_of_a_large_set_up_and_the_map_are_seen_together_without_scrolling(
    begin: Begin, quick: MainWindow, qtbot: QtBot
) -> None:
    zone = {"side": "german", "units": {"sides": ["german"], "without": []}, "region": "front", "optional": True}
    quotas = [
        {"name": f"Requirement {number}", "side": "german", "region": "front", "each": "hex", "least": 1}
        for number in range(9)
    ]
    row = MechanismRow(mechanism="free-set-up", params={"sides": ["german"], "zones": [zone], "quotas": quotas})
    for size in ((1280, 800), (1600, 1000)):
        quick.resize(*size)
        view = begin(row, None)
        hand = Hand(view)
        while view.session.my_decision is not None and view.session.my_decision.kind == "set-up":
            hand.play()
        interaction, area = view.interaction, view.orders.currentWidget()
        assert isinstance(interaction, DeployInteraction) and isinstance(area, QScrollArea)
        qtbot.waitUntil(lambda area=area: not area.verticalScrollBar().isVisible(), timeout=3000)  # type: ignore[misc]
        field = interaction.tray.field
        first = field.rect_of(field._laid[0].piece)
        assert field.visibleRegion().contains(first), f"{size}: the first counter is in sight"
        seen = interaction.wanted.list.viewport().visibleRegion().boundingRect()
        assert seen.height() >= 2 * interaction.wanted.line_rect(0).height(), "and so are requirements"
        assert view.map.isVisible() and view.map.height() > 300


def test_a_prepared_lay_out_is_taken_over_from_a_menu_and_undone(begin: Begin) -> None:
    zone = {"side": "soviet", "units": {"sides": ["soviet"]}, "region": "front", "optional": True}
    view = begin(MechanismRow(mechanism="free-set-up", params={"sides": ["soviet"], "zones": [zone]}), None)
    hand, game = Hand(view), view.session.game
    while view.session.my_decision is not None and view.session.my_decision.kind == "set-up":
        hand.play()
    interaction = view.interaction
    assert isinstance(interaction, DeployInteraction)
    offered = interaction.prepared.menu().actions()
    assert interaction.prepared.isVisible() and offered[-1].text() == "Set up as prepared: the whole side"
    before = game.cursor
    offered[-1].trigger()
    assert game.cursor == before + 1 and isinstance(game.log[-1].action, LayOut)
    assert game.state.cell[piece(view, "13th-army")] == cell(view, "1109"), "in Minsk, as the lines have it"
    QTest.mouseClick(view.bar.undo, LEFT)
    assert game.cursor == before
