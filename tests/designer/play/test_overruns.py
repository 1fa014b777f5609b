"""Overruns and what rules put on units: odds before the click, the forecast before the button, badges after it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.paint.badges import badge_for, rule_badge
from designer.play.table.inspector import unit_facts
from designer.play.table.interactions.moving import MoveInteraction
from engine.ids import Cell
from engine.play.sandbox import Position, Spot
from engine.records.play import MechanismRow
from engine.rules.overrun import OverrunStack
from tests.designer.play.conftest import Begin, cell, piece
from tests.kit.hand import Hand

OVERRUN = MechanismRow(mechanism="overrun", params={"points": 2.0, "times": 0.5})
SPOTS = {"xxiv-pz": Spot("0805"), "xlvi-pz": Spot("0706"), "13th-army": Spot("0905")}


def test_an_overrun_is_forecast_before_the_button_and_nothing_is_thrown_before_it(begin: Begin, qtbot: QtBot) -> None:
    view = begin(OVERRUN, Position(pieces=SPOTS, turn=2, phase="german-movement"), result="DR")
    hand, game, interaction = Hand(view), view.session.game, view.interaction
    assert isinstance(interaction, MoveInteraction)
    unit, target = piece(view, "xxiv-pz"), cell(view, "0905")
    hand.take(unit)
    QTest.mouseMove(view.map, hand.pixel(target))
    odds = view.stage.view.forecast(target, (unit,), kind="overrun")
    assert f"Overrun it with XXIV Pz at {odds.column} for 2 movement points" in view.strip.text()
    before = game.cursor
    hand.click(target)
    assert game.cursor == before and interaction.proposed == OverrunStack((unit,), target)
    panel = interaction.forecast
    assert panel.isVisible() and panel.heading.text() == "Overrun of 0905" and odds.column in panel.odds.text()
    half = int(view.stage.table.face(unit).attack / 2)
    told = panel.text.text()
    assert f"Attack {half}<" in told and "halved, rounded down" in told, "an overrun counts half, and that is said"
    QTest.keyClick(view.map, Qt.Key.Key_Escape)
    assert not panel.isVisible() and interaction.proposed is None and game.cursor == before, "called off"
    hand.click(target)
    hand.take(piece(view, "xlvi-pz"))
    assert interaction.proposed is None and not panel.isVisible(), "whoever takes another unit calls it off"
    hand.take(unit)
    hand.click(target)
    hand.press_end()
    assert game.log[before].action == OverrunStack((unit,), target)


def test_what_the_rules_put_on_a_unit_is_a_badge_on_the_map_and_a_line_in_the_panel(begin: Begin) -> None:
    view = begin(OVERRUN, Position(pieces=SPOTS, turn=2, phase="german-movement"))
    unit = piece(view, "13th-army")
    word = rule_badge("Disrupted", "D")

    def on_map() -> tuple[str, ...]:
        stack = view.map.stacks.get(Cell(cell(view, "0905")))
        assert stack is not None
        return stack.faces[0].badges

    assert word not in on_map() and "Disrupted" not in unit_facts(view.stage.table, unit)
    view.session.game.state.marks["disrupted"] = {unit: 1}
    view.refresh()
    assert word in on_map() and "Disrupted" in unit_facts(view.stage.table, unit)
    view.map.grab()


def test_a_badge_that_a_rule_names_bears_its_letters_or_the_sign_of_its_namesake() -> None:
    known, own = badge_for(rule_badge("Disrupted", "D")), badge_for(rule_badge("In disorder", "DG"))
    assert known == badge_for("disrupted") and known.draw is not None
    assert (own.title, own.letter) == ("In disorder", "DG")


def test_a_unit_that_can_do_nothing_more_in_its_move_is_no_longer_listed(begin: Begin) -> None:
    view = begin(OVERRUN, Position(pieces=SPOTS, turn=2, phase="german-movement"))
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, MoveInteraction)
    unit = piece(view, "xlvi-pz")
    hand.take(unit)
    far = max(interaction.goals, key=lambda goal: float(interaction.costs[goal].replace("½", ".5") or 0))
    hand.click_beside(far)
    assert view.session.game.state.cell[unit] == far
    listed = interaction._panel.keys()
    assert (unit in listed) == bool(view.stage.options.of(unit)) and set(listed) == set(interaction.active())
