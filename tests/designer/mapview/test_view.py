from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer.mapview import MapView, OverviewMap, Stack, StackHit, cards
from designer.mapview.tiles import tile_rect
from designer.paint.faces import CounterFace
from engine.grid import make_grid
from engine.ids import Cell
from engine.records import board as records
from engine.records.changes import put
from tests.kit.maps import sample_map
from tests.kit.pictures import contrast

FACE = CounterFace("XXIV Pz", "armour", "corps", "9-6")


@pytest.fixture
def rows():
    return sample_map(30, 20)


@pytest.fixture
def view(qtbot, rows) -> MapView:
    made = MapView(rows)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    made.zoom_to(48)
    settle(made)
    return made


def settle(view: MapView) -> None:
    """Let the view paint until nothing is missing."""
    for _ in range(500):
        view.repaint()
        QApplication.processEvents()
        if view.complete:
            return
    raise AssertionError("The view is never complete.")


def wheel(view: MapView, at: QPointF, notches: int) -> None:
    event = QWheelEvent(
        at,
        view.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def drag(view: MapView, start: QPoint, end: QPoint, button: Qt.MouseButton) -> None:
    QTest.mousePress(view, button, pos=start)
    for share in (0.3, 0.7, 1.0):
        at = QPointF(start + (end - start) * share)
        QApplication.sendEvent(
            view,
            QMouseEvent(
                QEvent.Type.MouseMove,
                at,
                view.mapToGlobal(at),
                Qt.MouseButton.NoButton,
                button,
                Qt.KeyboardModifier.NoModifier,
            ),
        )
    QTest.mouseRelease(view, button, pos=end)


def test_the_whole_map_fits_at_first(qtbot, rows):
    view = MapView(rows)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    assert view.camera.seen.contains(view.scene.bounds)


@pytest.mark.parametrize("notches", [3, -3, 1])
def test_the_wheel_keeps_the_point_under_the_cursor(view, notches):
    at, scale = QPointF(613, 127), view.scale
    before = view.to_map(at)
    wheel(view, at, notches)
    after = view.to_map(at)
    assert view.scale != scale and (view.scale > scale) == (notches > 0)
    assert (after - before).manhattanLength() < 1e-6


def test_zoom_has_ends(view):
    wheel(view, QPointF(10, 10), 100)
    nearest = view.scale
    wheel(view, QPointF(10, 10), 1)
    assert view.scale == nearest
    wheel(view, QPointF(10, 10), -100)
    assert 3 < view.scale < 5


def test_a_right_drag_pans(view):
    under = view.to_map(QPointF(300, 300))
    drag(view, QPoint(300, 300), QPoint(360, 340), Qt.MouseButton.RightButton)
    assert (view.to_map(QPointF(360, 340)) - under).manhattanLength() < 1e-6


def test_a_right_click_asks_and_does_not_pan(view, qtbot):
    centre = QPointF(view.camera.centre)
    with qtbot.waitSignal(view.asked) as asked:
        QTest.mouseClick(view, Qt.MouseButton.RightButton, pos=QPoint(300, 300))
    assert view.camera.centre == centre and asked.args[0].cell == view.cell_at(QPoint(300, 300))


def test_space_makes_the_left_button_drag(view, qtbot):
    pressed = []
    view.pressed.connect(pressed.append)
    under = view.to_map(QPointF(300, 300))
    QTest.keyPress(view, Qt.Key.Key_Space)
    drag(view, QPoint(300, 300), QPoint(250, 280), Qt.MouseButton.LeftButton)
    QTest.keyRelease(view, Qt.Key.Key_Space)
    assert (view.to_map(QPointF(250, 280)) - under).manhattanLength() < 1e-6 and not pressed


def test_keys_pan_zoom_and_fit(view):
    centre, scale = QPointF(view.camera.centre), view.scale
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.camera.centre.x() > centre.x()
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert view.camera.centre.y() < centre.y()
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.scale > scale
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.scale == scale
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.camera.seen.contains(view.scene.bounds)


def test_going_to_a_cell_brings_it_to_the_middle(view):
    cell = view.grid.cell_at(20, 12)
    view.centre_on(cell, 60)
    assert (view.position_of(cell) - QPointF(400, 300)).manhattanLength() < 1 and view.scale >= 60
    assert view.cell_at(QPoint(400, 300)) == cell


def test_the_mouse_tells_cell_and_side(view, qtbot):
    cell = view.grid.cell_at(12, 9)
    view.centre_on(cell)
    edge = view.grid.edge(cell, 2)
    at = view.to_view(QPointF((edge[0][0] + edge[1][0]) / 2, (edge[0][1] + edge[1][1]) / 2))
    inside = at + (view.position_of(cell) - at) * 0.15
    with qtbot.waitSignal(view.pressed) as pressed:
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=inside.toPoint())
    point = pressed.args[0]
    assert point.cell == cell and point.side == (cell, 2) and point.button == Qt.MouseButton.LeftButton


@pytest.mark.parametrize("shape", ["hex", "square"])
def test_the_nearest_side_is_the_one_pointed_at(qtbot, shape):
    view = MapView(sample_map(8, 6, shape=shape))
    qtbot.addWidget(view)
    grid = view.grid
    for cell in (Cell(0), Cell(17), Cell(grid.size - 1)):
        cx, cy = grid.centre(cell)
        for side in range(grid.sides):
            edge = grid.edge(cell, side)
            if edge is not None:
                mx, my = (edge[0][0] + edge[1][0]) / 2, (edge[0][1] + edge[1][1]) / 2
                assert view.nearest_side(cx + (mx - cx) * 0.8, cy + (my - cy) * 0.8) == (cell, side)
    assert view.nearest_side(-50, -50) is None


def test_hovering_says_each_cell_once(view):
    seen = []
    view.hovered.connect(seen.append)
    cell = view.grid.cell_at(15, 10)
    view.centre_on(cell)
    for pixel in (QPoint(400, 300), QPoint(402, 301), QPoint(404, 299)):
        QTest.mouseMove(view, pixel)
        QApplication.processEvents()
    assert seen == [cell]
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert seen == [cell, None]


def test_boxes_are_cells_too(qtbot, rows):
    rows.put(records.Box(box="dead", name="Dead pile", x=28, y=2, width=3, height=2))
    view = MapView(rows)
    qtbot.addWidget(view)
    view.resize(800, 600)
    box = Cell(view.grid.size)
    assert view.cell_at(view.position_of(box)) == box
    assert not [label for label in view.scene.labels(48) if label.rect.intersects(QRectF(28, 2, 3, 2))]


def test_the_top_counter_is_hit_first_and_the_others_where_they_show(view):
    cell = view.grid.cell_at(14, 9)
    view.centre_on(cell, 96)
    view.set_stacks([Stack(cell, (FACE, FACE, FACE))])
    rects = view.stacks.rects(view.scene, Stack(cell, (FACE, FACE, FACE)))
    assert view.counter_at(view.position_of(cell)) == StackHit(cell, 2)
    lowest = rects[0][1]
    assert view.counter_at(view.to_view(lowest.bottomLeft() + QPointF(0.02, -0.02))) == StackHit(cell, 0)
    assert view.counter_at(view.position_of(view.grid.cell_at(17, 9))) is None
    view.counters_shown = False
    assert view.counter_at(view.position_of(cell)) is None


def test_counters_are_drawn(view):
    cell = view.grid.cell_at(14, 9)
    view.centre_on(cell)
    before = view.grab().toImage()
    view.set_stacks([Stack(cell, (CounterFace("", "armour", "", "", colour="#0000ff"),))])
    after = view.grab().toImage()
    assert before.pixel(411, 312) != after.pixel(411, 312) and after.pixelColor(411, 312).blue() > 200


def test_overlays_are_drawn_in_map_units(view):
    cell = view.grid.cell_at(14, 9)
    view.centre_on(cell)
    said = []

    def overlay(painter, scale):
        said.append(scale)
        x, y = view.grid.centre(cell)
        painter.fillRect(int(x), int(y), 1, 1, Qt.GlobalColor.red)

    view.add_overlay(overlay)
    x, y = view.grid.centre(cell)
    at = view.to_view(QPointF(int(x) + 0.5, int(y) + 0.5)).toPoint()
    assert view.grab().toImage().pixelColor(at).name() == "#ff0000" and said[-1] == view.scale
    view.remove_overlay(overlay)
    assert view.grab().toImage().pixelColor(at).name() != "#ff0000"


def test_panning_paints_no_tile_twice(view):
    view.pan(700, 0)
    settle(view)
    painted = view.tiles.painted
    view.pan(-700, 0)
    settle(view)
    assert view.tiles.painted == painted


def test_an_edit_repairs_only_the_tiles_it_touches(view, rows):
    cell = view.grid.cell_at(14, 9)
    change = put(rows, records.CellRow(cell=view.grid.label(cell), terrain="mountains"))
    change.apply(rows)
    painted, repaired = view.tiles.painted, view.tiles.repaired
    many = len(view.tiles)
    before = view.grab().toImage()
    view.apply([change], rows)
    after = view.grab().toImage()
    assert before != after
    assert view.tiles.painted == painted and 1 <= view.tiles.repaired - repaired <= 4 < many


def test_a_repaired_view_equals_a_fresh_one(view, rows, qtbot):
    for n, cell in enumerate((view.grid.cell_at(14, 9), view.grid.cell_at(15, 9), view.grid.cell_at(13, 8))):
        change = put(rows, records.CellRow(cell=view.grid.label(cell), terrain=("lake", "forest", "swamp")[n]))
        change.apply(rows)
        view.apply([change], rows)
    repaired = view.grab().toImage()
    view.tiles.clear()
    settle(view)
    assert contrast(view.grab().toImage(), repaired) <= 3


def test_hidden_layers_disappear(view):
    before = view.grab().toImage()
    view.show_layers(["terrain"])
    settle(view)
    assert view.grab().toImage() != before


def test_tiles_cover_the_plane_without_gaps():
    one, right, below = (48.0, 0, 0), (48.0, 1, 0), (48.0, 0, 1)
    assert tile_rect(one).right() == pytest.approx(tile_rect(right).left())
    assert tile_rect(one).bottom() == pytest.approx(tile_rect(below).top())


def test_the_overview_goes_where_it_is_clicked(view, qtbot):
    overview = OverviewMap(view)
    qtbot.addWidget(overview)
    overview.resize(240, 170)
    overview.show()
    QTest.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    first = QPointF(view.camera.centre)
    QTest.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(180, 120))
    assert view.camera.centre.x() > first.x() + 5 and view.camera.centre.y() > first.y() + 3


def test_a_view_without_a_map_is_harmless(qtbot):
    view = MapView()
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    view.fit()
    assert not view.has_scene and view.grab().width() == 300


def test_a_new_grid_replaces_everything(view, rows):
    smaller = sample_map(8, 6)
    change = put(rows, smaller.the(records.Grid))
    view.apply([change], smaller)
    assert view.grid.size == make_grid(smaller.the(records.Grid)).size and view.camera.bounds == view.scene.bounds


def test_resting_on_a_stack_shows_all_of_it(view, qtbot):
    cell = view.grid.cell_at(14, 9)
    view.centre_on(cell)
    stack = Stack(cell, (FACE, FACE, FACE))
    view.set_stacks([stack])
    bare = view.grab().toImage()
    QTest.mouseMove(view, QPoint(400, 300))
    qtbot.waitUntil(lambda: view.card.shown == stack, timeout=2000)
    assert view.grab().toImage() != bare
    view.pan(5, 5)
    assert view.card.shown is None


def test_the_card_of_a_stack_shows_who_lies_there_now(view, qtbot, monkeypatch):
    cell = view.grid.cell_at(14, 9)
    view.centre_on(cell)
    view.set_stacks([Stack(cell, (FACE, FACE, FACE))])
    view.grab()
    for point in (QPoint(10, 10), QPoint(400, 300)):  # a mouse that lies there already does not move
        QTest.mouseMove(view, point)
    qtbot.waitUntil(lambda: view.card.shown is not None, timeout=30_000)
    drawn = []
    monkeypatch.setattr(cards, "draw_counter", lambda *args, **_more: drawn.append(args))
    view.set_stacks([Stack(cell, (FACE,))])
    view.grab()
    assert len(drawn) == 1, "whoever is gone is gone from the card too"
    drawn.clear()
    view.set_stacks([])
    view.grab()
    assert drawn == []


def test_the_card_of_a_stack_is_as_large_as_the_text_that_its_reader_chose(view, qtbot):
    cell = view.grid.cell_at(14, 9)
    view.centre_on(cell)
    stack = Stack(cell, (FACE,))
    view.set_stacks([stack])
    view.card.caption = lambda _stack: "1717N, a caption that is longer than the counter is wide"
    usual = view.card._frame(stack)
    larger = QFont(view.font())
    larger.setPointSizeF(larger.pointSizeF() * 1.5)
    view.setFont(larger)
    frame = view.card._frame(stack)
    assert frame.width() > usual.width() * 1.3 and frame.height() > usual.height()


def test_the_card_can_be_turned_off(view, qtbot):
    cell = view.grid.cell_at(14, 9)
    view.centre_on(cell)
    view.set_stacks([Stack(cell, (FACE,))])
    view.card.enabled = False
    QTest.mouseMove(view, QPoint(400, 300))
    qtbot.wait(450)
    assert view.card.shown is None


def test_ghosts_fly_over_the_map(view):
    x, y = view.grid.centre(view.grid.cell_at(14, 9))
    view.centre_at(QPointF(x, y))
    view.set_ghosts([(CounterFace("", "armour", "", "", colour="#0000ff"), QPointF(x, y))])
    assert view.grab().toImage().pixelColor(411, 312).blue() > 200
    view.set_ghosts([])
    assert view.grab().toImage().pixelColor(411, 312).blue() < 240


def test_overlays_may_lie_under_the_counters(view):
    cell = view.grid.cell_at(14, 9)
    view.centre_on(cell)
    view.set_stacks([Stack(cell, (CounterFace("", "armour", "", "", colour="#0000ff"),))])
    at = view.scene.anchor(cell)

    def overlay(painter, scale):
        painter.fillRect(QRectF(at.x() - 1, at.y() - 1, 2, 2), Qt.GlobalColor.red)

    view.add_overlay(overlay, under=True)
    assert view.grab().toImage().pixelColor(411, 312).blue() > 200
    view.remove_overlay(overlay)
    view.add_overlay(overlay)
    assert view.grab().toImage().pixelColor(411, 312).name() == "#ff0000"


def test_the_overview_follows_edits(view, rows, qtbot):
    overview = OverviewMap(view)
    qtbot.addWidget(overview)
    overview.resize(240, 170)
    overview.show()
    before = overview.grab().toImage()
    cells = [view.grid.cell_at(c, r) for c in range(10, 16) for r in range(5, 9)]
    changes = [put(rows, records.CellRow(cell=view.grid.label(cell), terrain="lake")) for cell in cells]
    for change in changes:
        change.apply(rows)
    view.apply(changes, rows)
    qtbot.waitUntil(lambda: overview.grab().toImage() != before, timeout=3000)
