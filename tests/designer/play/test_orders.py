"""Orders to the staff in the window: given on the map, listed, changed, carried out without dice, kept and undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.running.orders import OrderBook
from designer.play.table import orderlayer
from designer.play.table.formations import bodies, name_for
from designer.play.table.interactions.commanding import CommandInteraction
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.bots.staff.appraising import appraise
from engine.bots.staff.orders import Order
from engine.ids import Cell
from engine.store.games import OrderLine
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, cell, on_table, part_of, piece
from tests.kit.hand import LEFT, Hand
from tests.kit.mouse import Mouse

WAIT = 60_000
CTRL = Qt.KeyboardModifier.ControlModifier

ARMY = {
    "xxiv-pz": "0405",
    "xlvi-pz": "0404",
    "v": "0303",
    "vi": "0304",
    "vii": "0305",
    "13th-army": "0805",
    "4th-army": "1206",
}


def box(view: PlayView, *labels: str) -> None:
    """Drag a box round some cells, from beside the first corner to beyond the other."""
    points = [view.map.position_of(view.map.grid.parse(label)).toPoint() for label in labels]
    room = round(view.map.scale * 0.55)
    start = QPoint(min(p.x() for p in points) - room, min(p.y() for p in points) - room)
    end = QPoint(max(p.x() for p in points) + room, max(p.y() for p in points) + room)
    mouse, step = Mouse(view.map), view.map.to_map
    mouse.drag((step(start).x(), step(start).y()), (step(end).x(), step(end).y()))


def commanding(view: PlayView) -> CommandInteraction:
    assert isinstance(view.interaction, CommandInteraction)
    return view.interaction


def give(view: PlayView, posture: str, objective: str, *labels: str) -> None:
    """Give an order to the units in a box, by mouse and keys."""
    view.map.setFocus()
    view.ordering.begin()
    form = commanding(view).form
    box(view, *labels)
    QTest.mouseClick(form.postures[posture], LEFT)  # type: ignore[index]
    Hand(view).click(cell(view, objective))
    QTest.mouseClick(view.bar.ending, LEFT)


def carry_out(view: PlayView, qtbot: QtBot) -> None:
    QTest.mouseClick(view.staff.do, LEFT)
    qtbot.waitUntil(lambda: not view.session.thinking and view.session.my_decision is not None, timeout=WAIT)


def test_an_order_is_given_with_a_box_a_posture_and_a_click(arrange: Arrange, quick: MainWindow) -> None:
    view = arrange(ARMY)
    session, hand = view.session, Hand(view)
    cursor = session.game.cursor
    quick.book.run("play.order")
    made = commanding(view)
    assert view.bar.ending.text() == "Give the order" and not made.form.give.isEnabled()
    QTest.mouseClick(view.bar.ending, LEFT)
    assert "box round units" in view.strip.text() and session.my_orders == (), "what is lacking is said"
    box(view, "0404", "0405")
    assert set(made.units) == {piece(view, "xxiv-pz"), piece(view, "xlvi-pz")}
    hand.click(cell(view, "0303"), CTRL)
    assert piece(view, "v") in made.units, "Ctrl and a click add a stack"
    hand.click(cell(view, "0303"), CTRL)
    assert piece(view, "v") not in made.units, "and take it out again"
    QTest.mouseClick(made.form.postures["hold"], LEFT)
    QTest.mouseMove(view.map, hand.pixel(cell(view, "0705")))
    assert "Hold here" in view.strip.text()
    hand.click(cell(view, "0705"))
    assert made.form.objective.text().endswith("0705)") or made.form.objective.text() == "0705"
    view.map.setFocus()
    QTest.keyClick(view.map, Qt.Key.Key_Return)
    (order,) = session.my_orders
    assert (order.posture, order.objective, set(order.units)) == ("hold", "0705", {"xxiv-pz", "xlvi-pz"})
    assert isinstance(view.interaction, MoveInteraction), "the game goes on where it was"
    assert session.game.cursor == cursor, "nothing was done in the game itself"
    assert "hold" in view.staff.list.item(0).text() and not view.staff.empty.isVisible()


def test_escape_leaves_it_and_nothing_is_ordered(arrange: Arrange, quick: MainWindow) -> None:
    view = arrange(ARMY)
    quick.book.run("play.order")
    box(view, "0404", "0405")
    QTest.keyClick(view.map, Qt.Key.Key_Escape)
    assert isinstance(view.interaction, MoveInteraction) and view.session.my_orders == ()
    Hand(view).take(piece(view, "v"))
    quick.book.run("play.order")
    assert commanding(view).units == (piece(view, "v"),), "what is selected on the map is under the order"
    QTest.mouseClick(commanding(view).form.cancel, LEFT)
    assert isinstance(view.interaction, MoveInteraction)


def test_the_staff_moves_those_under_orders_explains_it_and_one_undo_takes_it_back(
    arrange: Arrange, qtbot: QtBot
) -> None:
    view = arrange(ARMY)
    session = view.session
    give(view, "attack", "0805", "0404", "0405")
    before, cursor, phase = list(session.game.state.cell), session.game.cursor, session.game.state.phase
    carry_out(view, qtbot)
    state = session.game.state
    assert session.game.cursor > cursor and state.phase == phase, "the end of the phase is the player's"
    ordered = {piece(view, "xxiv-pz"), piece(view, "xlvi-pz")}
    moved = {number for number, at in enumerate(state.cell) if at != before[number]}
    assert moved and moved <= ordered
    assert all(entry.why and "attack toward" in entry.why["goal"] for entry in session.game.log[cursor:])
    assert not any(entry.sealed for entry in session.game.log[cursor:])
    assert "one undo takes all of it back" in view.strip.text()
    QTest.mouseClick(view.bar.undo, LEFT)
    assert list(session.game.state.cell) == before and len(session.my_orders) == 1, "the order is still in force"
    QTest.mouseClick(view.bar.undo, LEFT)
    assert session.my_orders == (), "the next undo lifts it"
    QTest.mouseClick(view.bar.redo, LEFT)
    QTest.mouseClick(view.bar.redo, LEFT)
    assert len(session.my_orders) == 1 and session.game.cursor > cursor


def test_attacks_are_announced_and_the_dice_left_to_the_player(arrange: Arrange, qtbot: QtBot) -> None:
    near = {**ARMY, "xxiv-pz": "0705", "xlvi-pz": "0704", "vi": "0804"}
    view = arrange(near, phase="german-combat")
    assert isinstance(view.interaction, DeclareInteraction)
    give(view, "attack", "0805", "0704", "0705")
    cursor = view.session.game.cursor
    carry_out(view, qtbot)
    game = view.session.game
    assert game.cursor > cursor and game.decision is not None and game.decision.kind == "declare"
    assert {entry.action.piece for entry in game.log[cursor:]} <= {piece(view, "xxiv-pz"), piece(view, "xlvi-pz")}  # type: ignore[union-attr]
    assert not any(entry.sealed for entry in game.log[cursor:])
    QTest.mouseClick(view.staff.fight, LEFT)
    qtbot.waitUntil(lambda: not view.session.thinking, timeout=WAIT)
    assert any(entry.sealed for entry in game.log[cursor:]), "whole phases throw dice where that was asked for"


def test_an_order_is_changed_and_lifted_in_the_panel(arrange: Arrange) -> None:
    view = arrange(ARMY)
    give(view, "attack", "0805", "0404", "0405")
    give(view, "hold", "0304", "0303", "0305")
    assert [order.posture for order in view.session.my_orders] == ["attack", "hold"]
    view.staff.list.setCurrentRow(0)
    QTest.mouseClick(view.staff.change, LEFT)
    form = commanding(view).form
    QTest.mouseClick(form.postures["withdraw"], LEFT)
    form.objective.setFocus()
    form.objective.selectAll()
    QTest.keyClicks(form.objective, "0101")
    QTest.keyClick(form.objective, Qt.Key.Key_Return)
    QTest.mouseClick(form.give, LEFT)
    first = view.session.my_orders[0]
    assert (first.posture, first.objective, len(first.units)) == ("withdraw", "0101", 2)
    view.staff.list.setCurrentRow(0)
    QTest.mouseClick(view.staff.lift, LEFT)
    assert [order.posture for order in view.session.my_orders] == ["hold"]
    QTest.mouseClick(view.bar.undo, LEFT)
    assert len(view.session.my_orders) == 2


def test_a_short_list_of_orders_ends_at_its_last_order(arrange: Arrange) -> None:
    view = arrange(ARMY)
    give(view, "attack", "0805", "0404", "0405")
    give(view, "hold", "0304", "0303", "0305")
    orders = view.staff.list
    orders.resize(orders.width(), round(1.6 * orders.sizeHintForRow(0)))
    orders.doItemsLayout()
    orders.scrollToBottom()
    last = orders.visualItemRect(orders.item(1))
    assert last.bottom() >= orders.viewport().height() - 2, "no empty room below it hides the one before"


def test_orders_are_kept_in_the_library_and_survive_a_restart(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    view = arrange(ARMY)
    give(view, "delay", "0405", "0404", "0405")
    orders = view.session.my_orders
    (game,) = library.games()
    assert len(library.load_game(game.id).orders) == 1
    quick.close_scenario()
    part = part_of(quick, "arduous-beginning")
    assert part.resume(game.id)
    again = on_table(part, qtbot)
    qtbot.waitUntil(lambda: again.session.my_decision is not None, timeout=WAIT)
    assert again.session.my_orders == orders != ()
    assert "delay before" in again.staff.list.item(0).text()
    assert again.session.can_undo and again.session.undo() and again.session.my_orders == ()
    assert library.load_game(game.id).orders[0].undone, "also what was taken back is kept, to be brought back"


def test_do_the_rest_carries_orders_out_first(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY)
    give(view, "withdraw", "0101", "0404", "0405")
    start = {
        key: view.map.grid.distance(view.session.game.state.cell[piece(view, key)], cell(view, "0101"))
        for key in ("xxiv-pz", "xlvi-pz")
    }  # type: ignore[arg-type]
    QTest.mouseClick(view.bar.delegate, LEFT)
    qtbot.waitUntil(lambda: not view.session.thinking and view.session.my_decision is not None, timeout=WAIT)
    for key, far in start.items():
        at = view.session.game.state.cell[piece(view, key)]
        assert view.map.grid.distance(at, cell(view, "0101")) < far, "they go back though the rest attacks"  # type: ignore[arg-type]


def test_a_formation_is_found_and_its_units_selected_together(arrange: Arrange) -> None:
    view = arrange(ARMY)
    view.front("staff")
    QTest.keyClicks(view.staff.filter, "panzer group 2")
    QTest.keyClick(view.staff.filter, Qt.Key.Key_Return)
    assert set(view.stage.selected) == {piece(view, "xxiv-pz"), piece(view, "xlvi-pz")}
    goals = view.interaction.goals  # type: ignore[attr-defined]
    assert goals, "they can be moved together"
    QTest.mouseClick(view.staff.order, LEFT)
    assert commanding(view).form.units.text().startswith("Panzer Group 2")
    QTest.keyClick(view.map, Qt.Key.Key_Escape)
    view.staff.filter.clear()
    shown = [item for item in view.staff._items() if not item.isHidden()]
    view.staff.idle.setChecked(True)
    assert len([item for item in view.staff._items() if not item.isHidden()]) < len(shown), "those to come cannot act"


def test_the_staff_says_how_a_formation_stands(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY)
    view.front("staff")
    QTest.mouseClick(view.staff.ask, LEFT)
    assert "Choose a formation" in view.strip.text()
    item = view.staff.tree.topLevelItem(0)
    assert item is not None
    at = view.staff.tree.visualItemRect(item).center()
    QTest.mouseClick(view.staff.tree.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseClick(view.staff.ask, LEFT)
    qtbot.waitUntil(lambda: "how it stands" in view.reasons.page.toPlainText(), timeout=WAIT)
    table, side = view.stage.view.table, view.stage.view.side
    said = view.reasons.page.toPlainText()
    assert item.text(0) in said and appraise(table, side, view.staff.chosen()) in said
    assert view.session.game.cursor == len(view.session.game.log), "to ask changes nothing"


def test_what_units_are_called_together(arrange: Arrange) -> None:
    view = arrange(ARMY)
    known = bodies(view.stage.table, 0)
    group = next(body for top in known for body in top.walk() if body.key == "pzgr2")
    assert name_for(known, group.pieces) == "Panzer Group 2"
    assert name_for(known, [piece(view, "xxiv-pz")]) == "Part of Panzer Group 2"
    assert name_for(known, [piece(view, "xxiv-pz"), piece(view, "v")]) == "Part of Army Group Centre"


def test_orders_are_for_the_side_that_gave_them(arrange: Arrange) -> None:
    view = arrange(ARMY, bots=("", ""))
    give(view, "attack", "0805", "0404", "0405")
    QTest.mouseClick(view.bar.ending, LEFT)
    session = view.session
    while session.my_decision is not None and session.my_decision.side == 0:
        assert session.act(next(reversed(list(session.game.options()))))
    assert session.my_orders == () and len(session.orders.now) == 1


@pytest.fixture
def order() -> Order:
    return Order("german", ("v",), "attack", "0705")


def test_the_book_of_orders_goes_with_the_log(arrange: Arrange, order: Order) -> None:
    scenario = arrange(ARMY).session.game.scenario
    book = OrderBook(scenario)
    book.put([order], 3)
    book.put([], 5)
    assert not book.rewound(5) and book.now == (), "nothing was given later"
    assert book.undoes(5) and book.rewound(4) and book.now == (order,)
    assert book.rewound(2) and book.now == ()
    assert not book.brought_back(3) and book.redoes(3), "it is the next thing to be done again"
    book.redo()
    assert book.now == (order,) and book.brought_back(6) and book.now == ()
    book.rewound(4)
    assert book.went_on() and not book.redoes(5), "what was taken back is gone for good"
    again = OrderBook(scenario, book.lines(), 4)
    assert again.now == book.now == (order,)
    killed = [OrderLine(3, book.lines()[0].orders), OrderLine(9, "[]"), OrderLine(2, "rubbish", True)]
    assert OrderBook(scenario, killed, 4).now == (order,), "what lies beyond the log is not in force"
    assert OrderBook(scenario, [OrderLine(1, "rubbish")], 4).now == ()


def test_a_formation_marches_and_keeps_its_shape_and_one_undo_takes_it_back(arrange: Arrange) -> None:
    view = arrange({"v": "0402", "vi": "0404", "vii": "0406", "13th-army": "1805"})
    hand, state = Hand(view), view.session.game.state
    pieces = tuple(piece(view, key) for key in ("v", "vi", "vii"))
    before = {one: state.cell[one] for one in pieces}
    view.interaction.take_all(pieces)
    interaction = view.interaction
    assert isinstance(interaction, MoveInteraction) and interaction.marches, "they cannot all stand in one hex"
    goal = cell(view, "0602")
    assert goal in interaction.marches
    QTest.mouseMove(view.map, hand.pixel(goal))
    assert "March: V goes here, the 2 others keep their places" in view.strip.text()
    hand.click(goal)
    assert [view.map.grid.label(state.cell[one]) for one in pieces] == ["0602", "0604", "0606"]  # type: ignore[arg-type]
    assert "3 units of 3 marched" in view.strip.text()
    QTest.mouseClick(view.bar.undo, LEFT)
    assert {one: state.cell[one] for one in pieces} == before


def test_orders_are_not_shown_over_the_past(arrange: Arrange, monkeypatch: pytest.MonkeyPatch) -> None:
    view = arrange({"xxiv-pz": "0405", "v": "0805", "13th-army": "1205"})
    Hand(view).play()
    drawn: list[object] = []
    monkeypatch.setattr(orderlayer, "draw_order", lambda *_args: drawn.append(1))
    give(view, "attack", "1205", "0805")
    view.map.grab()
    assert drawn
    view.replay.slider.setValue(1)
    assert view.stage.watched is not None
    drawn.clear()
    view.map.grab()
    assert not drawn, "nobody had given them then"


def test_the_word_of_an_order_hides_no_counter(arrange: Arrange, monkeypatch: pytest.MonkeyPatch) -> None:
    view = arrange({"xxiv-pz": "0405", "v": "0805", "13th-army": "1205"})
    words: list[QPointF] = []
    monkeypatch.setattr(orderlayer, "_tag", lambda _painter, at, _text, _scale: words.append(at))
    give(view, "attack", "1205", "0405")
    view.map.grab()
    between = view.map.scene.anchor(Cell(cell(view, "0805")))
    assert words and abs(words[-1].x() - between.x()) > orderlayer.CLEAR.x()
