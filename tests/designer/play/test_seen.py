"""What is seen of a game: fanned stacks, the overview, the battle in hand, prompts whole, notices out of the way."""

from __future__ import annotations

from typing import TypeGuard

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.paint.faces import CounterFace
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.interactions.shape import told_apart
from designer.play.table.tray import GAP, SIDE, TrayCounter, TrayField
from designer.play.telling.dispatch import DispatchLine, _Account, _arrived
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.ids import Cell
from engine.rules.air_supply import SupplyByAir
from engine.state.events import AnyEvent, UnitMoved
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, Start, at_rest, cell, on_table, part_of, piece
from tests.designer.play.test_battles import attack
from tests.designer.play.test_enemy import ARMY, enemy_turn
from tests.kit.hand import LEFT, Hand

WAIT = 60_000
NONE = Qt.KeyboardModifier.NoModifier

CROWD = {**dict.fromkeys(("v", "vi", "vii", "viii", "ix"), "0906"), "13th-army": "1406"}


def test_resting_on_a_stack_fans_it_out_large_and_hides_nothing_that_can_be_clicked(
    arrange: Arrange, qtbot: QtBot
) -> None:
    view = arrange({**CROWD, "xxiv-pz": "1206"})
    hand = Hand(view)
    hand.take(piece(view, "xxiv-pz"))
    QTest.mouseMove(view.map, hand.pixel(cell(view, "0906")))
    card = view.map.card
    qtbot.waitUntil(lambda: card.shown is not None, timeout=WAIT)
    stack = card.shown
    assert stack is not None and [face.name for face in reversed(stack.faces)].count("V") == 1
    assert len(stack.faces) == 5 and card.caption is not None and "5 units" in card.caption(stack)
    frame = card._frame(stack)
    assert QRectF(view.map.rect()).contains(frame), "all of it is seen"
    assert not frame.contains(view.map.position_of(Cell(cell(view, "0906")))), "and not the stack itself covered"
    assert view.board._lit_boxes(), "it heeds what can be clicked"
    QTest.mouseMove(view.map, hand.pixel(cell(view, "2102")))
    assert card.shown is None, "it goes with the mouse"


def test_the_card_lies_where_the_fewest_lit_hexes_are(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(CROWD)
    card, where = view.map.card, Cell(cell(view, "0906"))
    QTest.mouseMove(view.map, Hand(view).pixel(where))
    qtbot.waitUntil(lambda: card.shown is not None, timeout=WAIT)
    stack = card.shown
    assert stack is not None
    card.clear = None
    usual = card._frame(stack)
    card.clear = lambda: [QRectF(usual)]
    moved = card._frame(stack)
    left = moved.intersected(usual)
    assert left.width() * left.height() < usual.width() * usual.height() / 2, "elsewhere, because that is taken"


def test_the_overview_shows_the_units_and_leads_there(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    view.front("overview")
    qtbot.waitUntil(view.overview.isVisible, timeout=WAIT)
    target, bounds = view.overview._target(), view.map.scene.bounds

    def spot(label: str) -> QPoint:
        unit = target.width() / bounds.width()
        at = view.map.scene.anchor(Cell(cell(view, label)))
        return (target.topLeft() + (at - bounds.topLeft()) * unit).toPoint()

    qtbot.waitUntil(lambda: not view.overview._waiting, timeout=WAIT)
    picture = view.overview.grab().toImage()
    for key, label in (("v", "0805"), ("13th-army", "1406")):
        colour = QColor(view.board.face(piece(view, key)).colour)
        seen = picture.pixelColor(spot(label))
        assert abs(seen.red() - colour.red()) + abs(seen.blue() - colour.blue()) < 40, f"{key} is a speck in its colour"
    Hand(view).take(piece(view, "v"))
    made = view.interaction
    assert isinstance(made, MoveInteraction)
    goal = sorted(made.goals)[-1]
    Hand(view).click_beside(goal)
    after = view.overview.grab().toImage()
    assert after.pixelColor(spot("0805")) != picture.pixelColor(spot("0805")), "it goes where its unit goes"
    view.map.zoom_to(120)
    QTest.mouseClick(view.overview, LEFT, NONE, spot("1406"))
    assert view.map.rect().contains(view.map.position_of(Cell(cell(view, "1406"))).toPoint())


def test_a_game_taken_up_in_the_midst_of_a_battle_shows_it_again(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    view = arrange({"xxiv-pz": "0805", "v": "0906", "13th-army": "0905"}, phase="german-combat", result="DE")
    hand = attack(view, "0905", "xxiv-pz", "v")
    while view.session.my_decision is not None and view.session.my_decision.kind in ("fight", "support"):
        hand.press_end()
    assert view.session.my_decision is not None and view.session.my_decision.kind == "advance"
    said = view.board.result.text.text()
    (game,) = library.games()
    quick.close_scenario()
    part = part_of(quick, "arduous-beginning")
    assert part.resume(game.id)
    again = on_table(part, qtbot)
    assert again.board.result.isVisible() and again.board.result.text.text() == said


def test_the_result_of_a_battle_that_was_only_watched_goes_when_the_next_phase_asks(arrange: Arrange) -> None:
    pieces = {"xxiv-pz": "0805", "v": "0906", "13th-army": "0905", "4th-army": "1406"}
    view = arrange(pieces, phase="german-combat", result="DE", bots=("greedy", ""))
    decision = view.session.my_decision
    assert decision is not None and decision.kind == "arrive", "no answer to the battle"
    assert view.board.result.target == cell(view, "0905"), "the battle was shown"
    assert not view.board.result.isVisible()


def test_a_prompt_that_is_too_long_takes_the_line_of_the_hint(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    bar = view.bar
    bar.show_prompt("Move.", "Click a unit.")
    assert bar.note.isVisible() and bar.prompt.lines == 1
    long = "Battle for Velikie-Luki (1602): choose how the defender takes the result. "
    long = long * (2 + bar.prompt.width() // 900)
    bar.show_prompt(long, "Click one of the lit units.")
    qtbot.waitUntil(lambda: not bar.note.isVisible(), timeout=WAIT)
    assert bar.prompt.lines == 2 and bar.prompt.fits() and bar.height() == bar.minimumHeight()
    bar.grab()
    assert bar.prompt.toolTip() == "Click one of the lit units.", "the hint is told under the mouse"


def test_a_sentence_too_long_for_the_strip_is_set_smaller_and_told_whole(arrange: Arrange, quick: MainWindow) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    view.say("Short.")
    assert view.strip.toolTip() == "" and "10.5pt" in view.strip.text()
    view.say("A sentence with everything that there is to say. " * 12)
    assert view.strip.toolTip().count("everything") == 12


def in_sight(view: PlayView, at: int) -> bool:
    return view.map.rect().contains(view.map.position_of(Cell(at)).toPoint())


def moves(event: AnyEvent) -> TypeGuard[UnitMoved]:
    return isinstance(event, UnitMoved)


def test_what_is_brought_into_sight_comes_with_the_ground_round_it(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "v": "2205", "13th-army": "0905"})
    view.map.centre_on(cell(view, "0805"), 120)
    at = cell(view, "2205")
    assert not in_sight(view, at)
    view.board.point_at(at)
    assert all(in_sight(view, near) for near in view.session.game.setting.neighbours[at])
    centre = QPointF(view.map.camera.centre)
    view.board.point_at(at)
    assert view.map.camera.centre == centre, "what is in sight stays where it is"


def test_the_film_says_what_it_is_and_gives_the_reason_of_each_move(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", "greedy"), result="DR")
    enemy_turn(view, qtbot)
    qtbot.waitUntil(view.enemy.watch.isVisible, timeout=WAIT)
    view.settings.put("bot_speed", "slow")
    QTest.mouseClick(view.enemy.watch, LEFT)
    assert view.bar.prompt.text().startswith("The film of ")
    view.map.centre_on(cell(view, "2001"), 120)
    titles, captions, unseen = set(), list[str](), 0
    while view.film.running:
        QTest.keyClick(view.map, Qt.Key.Key_Space)
        qtbot.wait(30)
        if view.film.running and view.board.caption.isVisible():
            titles.add(view.idle.toPlainText().splitlines()[0])
            captions.append(view.board.caption.text())
            assert view.stage.watched is not None
            moved = [event for event in view.stage.watched.log[view.replay.slider.value() - 1].events if moves(event)]
            unseen += sum(not in_sight(view, event.target) for event in moved[-1:])
    assert len(titles) > 1, "the orders panel follows the film"
    assert not unseen, "and so does the map"
    assert any(said.startswith("<b>Soviet: ") for said in captions), "whose action it is"


def test_before_the_enemy_has_played_his_report_says_what_will_stand_there(arrange: Arrange) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    view.front("enemy")
    assert view.enemy.empty.isVisible() and not view.enemy.list.isVisible() and not view.enemy.watch.isVisible()


def test_a_notice_lies_over_neither_the_strip_nor_the_replay(arrange: Arrange, quick: MainWindow, qtbot: QtBot) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    quick.notice.show_text("Something is to be said.", "warning")
    notice = QRect(quick.notice.mapToGlobal(QPoint(0, 0)), quick.notice.size())
    for part in (view.strip, view.replay, view.standing):
        assert not notice.intersects(QRect(part.mapToGlobal(QPoint(0, 0)), part.size()))


def test_a_counter_whose_places_are_out_of_sight_leads_to_them(start: Start, qtbot: QtBot) -> None:
    view = start()
    made = view.interaction
    assert isinstance(made, PlaceInteraction)
    view.map.zoom_to(90)
    view.map.centre_on(Cell(cell(view, "2108")))
    inner = view.map.rect()
    assert not any(inner.contains(view.map.position_of(Cell(one)).toPoint()) for one in made.cells)
    field = made.tray.field
    QTest.mouseClick(field, LEFT, NONE, field.rect_of(field._laid[2].piece).center())
    assert any(inner.contains(view.map.position_of(Cell(one)).toPoint()) for one in made.cells)


def test_a_long_name_below_a_counter_takes_two_lines(qtbot: QtBot) -> None:
    field = TrayField()
    qtbot.addWidget(field)
    from PySide6.QtGui import QFontMetrics

    metrics = QFontMetrics(field._type())
    lines = field._lines(TrayCounter(1, CounterFace(), "101 Flame Panzer Bn"), metrics, SIDE + GAP)
    assert " ".join(lines) == "101 Flame Panzer Bn" and all(lines)
    assert field._lines(TrayCounter(1, CounterFace(), "V", "in 0306"), metrics, SIDE + GAP) == ["V", "in 0306"]
    field.lay([TrayCounter(1, CounterFace(), "V")], None)
    low = field._caption()
    field.lay([TrayCounter(1, CounterFace(), "101 Flame Panzer Bn")], None)
    assert field._caption() == 2 * low


def test_answers_that_say_the_same_are_offered_once(arrange: Arrange) -> None:
    view = arrange({"v": "0805", "vi": "0805", "13th-army": "1406"})
    first, other = SupplyByAir(piece(view, "v"), 0), SupplyByAir(piece(view, "vi"), 0)
    again = SupplyByAir(piece(view, "v"), 1)
    assert told_apart(view.stage, [first, again, other]) == [first, other], "two markers, one sentence"


def test_arrivals_that_look_alike_are_told_together(arrange: Arrange) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    lines = [DispatchLine(f"An untried army is placed in {n}.", (n,), 7) for n in range(6)]
    account = _Account(arrived={"an untried army": lines, "5th Army": [DispatchLine("5th Army is placed.", (9,), 8)]})
    together, alone = _arrived(account, view.stage.table)
    assert together.text.startswith("6 untried armies are placed: ") and together.text.endswith(" and 3 more.")
    assert together.cells == tuple(range(6)) and alone.text == "5th Army is placed."


def test_the_button_of_a_battle_is_seen_at_once(arrange: Arrange, quick: MainWindow, qtbot: QtBot) -> None:
    quick.resize(1280, 800)
    view = arrange({"xxiv-pz": "0805", "v": "0906", "13th-army": "0905"}, phase="german-combat")
    at_rest(view, qtbot)
    made = view.interaction
    assert isinstance(made, DeclareInteraction)
    Hand(view).click(cell(view, "0905"))
    _seen_whole(view, made)


def _seen_whole(view: PlayView, made: DeclareInteraction) -> None:
    for button in (made.suggest, made.everybody, made.clear, made.back):
        assert button.visibleRegion().boundingRect() == button.rect(), f"{button.text()} is cut at {view.size()}"


def test_units_at_the_edge_are_brought_into_sight_without_wasting_room_beside_the_map(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0105", "v": "0112", "13th-army": "2205"})
    view.map.centre_on(cell(view, "2205"), 120)
    view.board.show_cells([cell(view, "0105"), cell(view, "0112")])
    assert in_sight(view, cell(view, "0105")) and in_sight(view, cell(view, "0112"))
    assert view.map.camera.seen.left() >= view.map.scene.bounds.left() - 0.01


def test_a_new_question_brings_what_it_is_about_into_sight(arrange: Arrange, quick: MainWindow) -> None:
    quick.resize(1280, 800)
    view = arrange({"v": "0805", "vi": "0806", "13th-army": "0905"})
    view.map.zoom_by(4)
    view.board.show_cell(cell(view, "2102"))
    target, away = cell(view, "0905"), view.map.camera.centre
    assert not view.map.rect().contains(view.map.position_of(Cell(target)).toPoint())
    view.say_nothing()
    view.refresh()
    assert view.map.camera.centre == away, "nobody is taken elsewhere while the same is asked"
    Hand(view).press_end()
    assert isinstance(view.interaction, DeclareInteraction)
    assert view.map.rect().contains(view.map.position_of(Cell(target)).toPoint())
