"""Words that are read whole: hints, names, cases, the account of a finished game, a stack, a report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.labels import RichLabel, bare, rich
from designer.paint.faces import CounterFace
from designer.play.elided import SLACK, ElidedLabel
from designer.play.starting.sandbox.bar import SandboxBar
from designer.play.starting.sandbox.draft import PositionDraft
from designer.play.starting.sandbox.view import FRESH
from designer.play.table import interactions
from designer.play.table.faces import piece_face
from designer.play.table.interactions import Ending
from designer.play.table.interactions.base import Interaction
from designer.play.table.outcome import OutcomeBar, OutcomePart
from designer.play.table.tray import APART, TrayCounter, TrayField
from designer.play.wording import case_link
from designer.plotting import still_plot
from designer.shell.window import MainWindow
from designer.specimens.looks import Look
from engine.play.sandbox import Position
from engine.state.actions import Done
from tests.designer.play.conftest import Arrange, Start, at_rest, cell, piece

FRONT = {"v": "0805", "vi": "0805", "vii": "0906", "13th-army": "0905"}


@pytest.fixture
def large(quick: MainWindow) -> Iterator[MainWindow]:
    """The smallest window that is promised, with text half as large again."""
    Look((1280, 800), "light", 150).wear(quick)
    yield quick
    Look((1280, 800), "light", 100).wear(quick)


def _kinds(kind: type[Interaction]) -> Iterator[type[Interaction]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)


def test_every_hint_is_read_whole_beside_a_long_phase(large: MainWindow, start: Start) -> None:
    assert interactions.INTERACTIONS, "all kinds are known"
    view = start()
    bar = view.bar
    bar.show_when(view.session.game.scenario, 4, "German Initial Movement Phase", 0)
    bar.show_ending(Ending("Give the order", Done(), ""))
    for hint in sorted({kind.hint for kind in _kinds(Interaction)}):
        bar.show_prompt("Give an order to your staff.", hint)
        QApplication.processEvents()
        assert bar.note.isVisible() and bar.note.fits(), hint


def test_what_a_choice_lets_the_enemy_off_is_read_whole(large: MainWindow, start: Start) -> None:
    view = start()
    bar = view.bar
    bar.show_when(view.session.game.scenario, 1, "First Player: Combat Phase", 0)
    bar.show_ending(None)
    bar.show_prompt(
        "Battle for 18.27: choose how the attacker takes the result; "
        "if he goes back, the defender ignores his options.",
        "Choose one of the answers in the list.",
    )
    QApplication.processEvents()
    bar.prompt.repaint()
    assert bar.prompt.fits() and bar.prompt.lines == 3
    assert bar.rect().contains(bar.prompt.geometry()) and not bar.note.isVisible()
    assert bar.prompt.toolTip() == bar.note.text(), "only the hint is left to hovering"


def test_what_no_line_has_room_for_fills_them_all_and_is_told_under_the_mouse(qtbot: QtBot) -> None:
    label = ElidedLabel(" ".join(["many words"] * 30))
    qtbot.addWidget(label)
    label.resize(200, 60)
    label.take_lines(2)
    label.show()
    label.grab()
    type_ = QFontMetrics(label.fitting())
    shown = label._wrapped(type_)
    assert shown.endswith("…") and type_.horizontalAdvance(shown) > label.width(), "the second line is used"
    assert label._tall(type_, shown) <= 2 * type_.height() + SLACK and label.toolTip() == label.text()


def test_the_hint_of_a_position_is_read_whole(large: MainWindow, arrange: Arrange, qtbot: QtBot) -> None:
    bar = SandboxBar(PositionDraft(arrange(FRONT).session.game.setting, Position()), FRESH)
    qtbot.addWidget(bar)
    bar.resize(1280, bar.height())
    bar.show()
    QApplication.processEvents()
    assert bar.note.fits()


def test_no_line_ends_within_the_number_of_a_case(qtbot: QtBot) -> None:
    label = RichLabel(rich("{}", case_link("PG-F9.2")))
    qtbot.addWidget(label)
    label.setWordWrap(True)
    line = label.heightForWidth(1000)
    assert label.heightForWidth(label.fontMetrics().horizontalAdvance("PG-F")) == line
    assert "case:PG-F9.2" in label.text() and bare(label.text()) == "PG-F9.2", "the link leads to the case as it is"


def test_names_of_neighbours_do_not_touch(large: MainWindow, arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(FRONT)
    face = piece_face(view.stage.table, piece(view, "v"))
    field = TrayField()
    qtbot.addWidget(field)
    field.lay([TrayCounter(n, face, f"{n}43 Panzerjaeger") for n in range(4)], None)
    metrics = QFontMetrics(field._type())
    shown = [line for laid in field._laid for line in field._lines(laid, metrics, field._pitch() - APART)]
    assert "Panzerjaeger" in shown
    assert all(metrics.horizontalAdvance(line) + APART <= field._pitch() for line in shown)


def test_the_account_of_a_finished_game_breaks_no_line(large: MainWindow, arrange: Arrange) -> None:
    caption = arrange(FRONT).board.caption
    caption.say(rich("<b>Draw</b><br>German: 11 cities, 9 steps lost<br>Soviet: 1 city, 24 steps lost"), 0)
    whole = caption.height()
    caption.say(rich("<b>Draw</b><br>German<br>Soviet"), 0)
    assert whole == caption.height()


def test_two_units_of_a_stack_are_seen_together_in_a_low_panel(
    large: MainWindow, arrange: Arrange, qtbot: QtBot
) -> None:
    view = arrange(FRONT)
    view.front("stack")
    at_rest(view, qtbot)
    view.inspector.show_cell(cell(view, "0805"))
    QApplication.processEvents()
    listed = view.inspector.list
    assert listed.count() == 2 and "steps" in listed.item(0).text().splitlines()[0]
    assert listed.viewport().rect().contains(listed.visualItemRect(listed.item(1)))


def test_the_topmost_figure_of_a_curve_is_not_cut(large: MainWindow, qtbot: QtBot) -> None:
    plot = still_plot()
    qtbot.addWidget(plot)
    plot.resize(400, 200)
    plot.show()
    QApplication.processEvents()
    assert plot.plotItem.vb.sceneBoundingRect().top() >= QFontMetrics(plot.font()).ascent() / 2


def test_no_unit_is_named_by_a_bare_number(start: Start) -> None:
    stage = start().stage
    number = next(n for n in range(len(stage.game.scenario.pieces)) if stage.table.state.counter[n] is not None)
    unit = stage.table.unit(number)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(stage.table), "name", lambda _table, _piece: "268")
        assert stage.name(number) == f"268 {unit.symbol} {unit.size}"


def test_a_name_that_was_given_its_room_is_written_whole(large: MainWindow, qtbot: QtBot) -> None:
    field = TrayField()
    qtbot.addWidget(field)
    names = ["1 Armor Div", "1 Mtn Div", "98 Inf Div", "XLVII Pz", "An untried mechanised corps", "1 Cavalry Division"]
    for name in names:  # each alone sets how far apart they lie
        laid = TrayCounter(1, CounterFace(), name)
        field.lay([laid], None)
        assert " ".join(field.written(laid)) == name


def test_a_result_that_is_a_dash_is_written_in_words_where_there_is_room(qtbot: QtBot) -> None:
    bar = OutcomeBar()
    qtbot.addWidget(bar)
    none = OutcomePart("-", Fraction(1, 2), "", "No effect")
    assert bar.said(none, 200) == "No effect" and bar.said(none, 20) == "-" and bar.said(none, 3) == ""
    assert bar.said(OutcomePart("DG", Fraction(1, 2), "defender", "Disorganised"), 200) == "DG"
