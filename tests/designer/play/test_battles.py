"""Battles on the table: losses with their price, support that matters, attacks in vain, results as they were."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.paint.faces import CounterFace
from designer.play.table.forecast_panel import LineUp, _headline
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.loss import _of
from designer.play.table.interactions.picking import PickInteraction
from designer.play.view import PlayView
from engine.state.actions import CommitSupport
from engine.state.events import BattleFought
from tests.designer.play.conftest import Arrange, Start, cell, piece
from tests.kit.hand import LEFT, Hand

WAIT = 60_000


def attack(view: PlayView, target: str, *attackers: str) -> Hand:
    """Announce one battle with these attackers."""
    hand, interaction = Hand(view), view.interaction
    assert isinstance(interaction, DeclareInteraction)
    hand.click(cell(view, target))
    for key in attackers:
        hand.click_line(interaction.joining, piece(view, key))
    hand.press_end()
    return hand


def test_the_list_of_an_exchange_says_what_each_unit_would_lose(arrange: Arrange) -> None:
    pieces = {"xxiv-pz": "0805", "vi": "0906", "13th-army": "0905"}
    view = arrange(pieces, phase="german-combat", result="EX", reduced=("vi",))
    hand = attack(view, "0905", "xxiv-pz", "vi")
    while view.session.my_decision is not None and view.session.my_decision.kind in ("fight", "support"):
        hand.press_end()
    interaction = view.interaction
    assert isinstance(interaction, PickInteraction)
    listed = [interaction._panel.list.item(row).text() for row in range(interaction._panel.list.count())]
    assert any("12-6 would become 6-6, 6 points of the 4 owed" in text for text in listed), listed
    assert any("It would be eliminated, 2 points of the 4 owed" in text for text in listed), listed
    assert [_of(2, 4, True), _of(4, 4, False), _of(1, 1, False)] == [
        "2 of 4 points",
        "all 4 points owed",
        "the point owed",
    ]


def test_support_that_changes_nothing_is_not_asked_for(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "lvii-pz": "0906", "brest-garrison": "0905"}, phase="german-combat")
    hand = attack(view, "0905", "xxiv-pz", "lvii-pz")
    hand.press_end()
    log = view.session.game.log
    fought = next(event for entry in log for event in entry.events if isinstance(event, BattleFought))
    assert fought.column == "6:1"
    asked = [entry for entry in log if isinstance(entry.action, CommitSupport)]
    assert [(entry.action, (entry.why or {}).get("rule")) for entry in asked] == [(CommitSupport(None), "forced")]


def test_an_attack_in_vain_is_named_before_it_is_announced(arrange: Arrange) -> None:
    view = arrange({"v": "0805", "13th-army": "0905"}, phase="german-combat")
    before = view.session.game.cursor
    hand = attack(view, "0905", "v")
    assert view.session.game.cursor == before + 1, "committed, and not announced"
    assert "nothing can come of it" in view.strip.text() and "0905" in view.strip.text()
    assert "nothing can come of it" in view.interaction.forecast.note.text()  # type: ignore[attr-defined]
    hand.press_end()
    decision = view.session.decision
    assert decision is not None and decision.kind == "fight", "a second press announces it all the same"


def test_the_card_does_not_say_that_a_lost_unit_retreats(arrange: Arrange) -> None:
    view = arrange({"13th-army": "0101"}, phase="german-combat", result="DR", bots=("", ""))
    near = [view.stage.table.board.label(one) for one in view.session.game.setting.neighbours[cell(view, "0101")]]
    corps = ("xxiv-pz", "xlvi-pz", "lvii-pz", "xlvii-pz", "xxxix-pz", "v")
    ring = dict(zip(corps, near, strict=False))
    view = arrange({"13th-army": "0101", **ring}, phase="german-combat", result="DR")
    hand = attack(view, "0101", "xxiv-pz", "xlvi-pz")
    while view.session.my_decision is not None and view.session.my_decision.kind in ("fight", "support"):
        hand.press_end()
    card = view.board.result
    assert card.title.text() == "DR: Defender eliminated" and "etreats" not in card.title.text()
    assert "13th Army is eliminated: no way to retreat." in card.text.text()


def test_the_battle_filter_names_every_battle_by_its_place(start: Start, qtbot: QtBot) -> None:
    view = start(bots=("random", "greedy"))
    qtbot.waitUntil(lambda: view.session.game.state.turn >= 3 or view.session.controller.over, timeout=WAIT)
    if not view.session.controller.over:
        QTest.mouseClick(view.bar.stop, LEFT)
    game, which = view.session.game, view.journal.which
    fought = [event for entry in game.log[: game.cursor] for event in entry.events if isinstance(event, BattleFought)]
    named = [which.itemText(n) for n in range(which.count()) if which.itemText(n).startswith("Battle ")]
    assert fought and len(named) == len(fought)
    for text, event in zip(named, fought, strict=True):
        assert text.endswith(f": {view.stage.table.label(event.target)}"), text
    which.setCurrentIndex(which.findText(named[-1]))
    which.activated.emit(which.currentIndex())
    told = [line.line for line in view.journal.lines]
    assert [line.kind for line in told].count("BattleFought") == 1
    which.setCurrentIndex(which.findText("All battles"))
    which.activated.emit(which.currentIndex())
    assert [told.line.kind for told in view.journal.lines].count("BattleFought") == len(fought)


def test_all_who_can_join_join_by_one_click_and_a_stack_by_a_double_click(arrange: Arrange) -> None:
    pieces = {"v": "0805", "vi": "0904", "vii": "0906", "viii": "0906", "13th-army": "0905"}
    view = arrange(pieces, phase="german-combat")
    hand, interaction, target = Hand(view), view.interaction, cell(view, "0905")
    assert isinstance(interaction, DeclareInteraction)
    hand.click(target)
    at = hand.pixel(cell(view, "0906"))
    QTest.mouseClick(view.map, LEFT, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseDClick(view.map, LEFT, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseRelease(view.map, LEFT, Qt.KeyboardModifier.NoModifier, at)
    joined = set(interaction.attackers(target))
    could = {piece(view, "vii"), piece(view, "viii")}
    assert joined and joined <= could and not could & set(interaction.by_target[target]), "whoever of the stack can"
    QTest.mouseClick(interaction.everybody, LEFT)
    assert interaction.by_target[target] == [], "nobody is left who could join"
    assert {piece(view, "v"), piece(view, "vi")} <= set(interaction.attackers(target))
    assert not interaction.everybody.isEnabled()


def test_odds_that_may_lie_below_the_table_are_said_once(arrange: Arrange) -> None:
    view = arrange({"vi": "0906", "13th-army": "0905"}, phase="german-combat")
    known = view.stage.view.forecast(cell(view, "0905"), (piece(view, "vi"),))
    unsure = replace(known, odds="below 1:3 to 3:1", column="1:3 to 3:1", shifts=())
    assert _headline(unsure) == "Odds <b>1:3 or less to 3:1</b>"


def test_attackers_lie_side_by_side_while_the_defenders_leave_them_room(qtbot: QtBot) -> None:
    face, row = CounterFace(values="4-10"), LineUp()
    qtbot.addWidget(row)
    row.resize(300, 50)
    row.lay([face] * 4, [face])
    side = row.rooms()[1]
    assert row.rooms()[0] >= 4 * side, "four counters are seen whole"
    row.lay([face] * 9, [face] * 9)
    assert row.rooms()[0] == row.rooms()[1] < 150, "where both are many, each has its half"
    row.lay([face] * 9, [face] * 2)
    assert row.rooms()[1] >= 2 * side and sum(row.rooms()) < 300


def test_who_would_change_nothing_is_said_to_leave_the_odds_as_they_are(arrange: Arrange) -> None:
    pieces = {"xxiv-pz": "0805", "lvii-pz": "0906", "xlvi-pz": "0804", "brest-garrison": "0905"}
    view = arrange(pieces, phase="german-combat")
    made, hand = view.interaction, Hand(view)
    assert isinstance(made, DeclareInteraction)
    hand.click(cell(view, "0905"))
    assert made._would_give(piece(view, "lvii-pz")).startswith("would make it ")
    for key in ("xxiv-pz", "lvii-pz"):
        hand.click_line(made.joining, piece(view, key))
    assert made._would_give(piece(view, "xlvi-pz")) == "would leave it at 6:1"
