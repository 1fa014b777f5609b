"""The panels: forecast, list of answers, box selection, overlays, inspector, rules, reasons."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.play.table import interactions
from designer.play.table.inspector import place_facts
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.listing import ListInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.outcome import suffers
from designer.play.table.overlays import OVERLAYS, last_moves, threat
from designer.play.table.suggest import merit, suggest
from designer.play.telling.questions import asked, game_before, instead
from designer.play.telling.reasons import short_why, why_html
from designer.shell.window import MainWindow
from engine.ids import Cell
from engine.records.charts import EliminateAll, LoseSteps, MatchLosses, RetreatHexes
from engine.rules.forecast import combat_table
from engine.state.actions import MoveUnit
from tests.designer.play.conftest import SYSTEMS, Arrange, Start
from tests.designer.play.test_playing import WAIT, decide
from tests.kit.digest import bot_game
from tests.kit.hand import LEFT, Hand
from tests.kit.mouse import _move
from tests.kit.players import setting_for


@pytest.mark.parametrize("slug", SYSTEMS)
def test_any_decision_can_be_answered_from_a_list(
    start: Start, qtbot: QtBot, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interactions, "INTERACTIONS", {})
    monkeypatch.setattr(interactions, "shape_of", lambda _stage: "list")
    view = start(slug)
    session, hand = view.session, Hand(view, seed=2)
    for _ in range(40):
        assert isinstance(view.interaction, ListInteraction)
        before = session.game.cursor
        if view.interaction._panel.keys():
            hand.play()
        else:
            hand.press_end()
        qtbot.waitUntil(lambda: session.my_decision is not None or session.controller.over, timeout=WAIT)
        assert session.game.cursor > before


def test_the_forecast_shows_every_factor_shift_and_chance(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "declare")
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, DeclareInteraction)
    target = next(cell for cell, pieces in sorted(interaction.by_target.items()) if pieces)
    hand.click(target)
    hand.click_line(interaction.joining, interaction.by_target[target][0])
    attackers = interaction.attackers(target)
    forecast = view.stage.view.forecast(target, attackers)
    bar = interaction.forecast.bar
    assert sum(part.chance for part in bar.parts) == Fraction(1)
    assert {part.code for part in bar.parts} == {code or "–" for code in forecast.chances}
    assert forecast.column in interaction.forecast.odds.text()
    for shift in forecast.shifts:
        assert shift.why in interaction.forecast.text.text()
        assert f"case:{shift.case}" in interaction.forecast.text.text()
    with qtbot.waitSignal(interaction.forecast.case_asked):
        interaction.forecast.text.linkActivated.emit("case:AB-10.4a")
    assert view.docks["rules"].isVisible()
    hand.click(view.session.game.state.cell[attackers[0]])
    assert interaction.attackers(target) == (), "a second click takes the unit out"


def test_suggestions_never_make_an_attack_worse(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "declare")
    game = view.session.game
    results = combat_table(game.table).results
    interaction = view.interaction
    assert isinstance(interaction, DeclareInteraction)
    for target, pieces in sorted(interaction.by_target.items()):
        chosen = suggest(game, target, ())
        assert set(chosen) <= set(pieces)
        if chosen:
            value = merit(game.view(0).forecast(target, chosen).chances, results)
            assert value > 0
            assert all(
                value > merit(game.view(0).forecast(target, chosen[:n]).chances, results) for n in range(1, len(chosen))
            )


def test_who_suffers_by_a_result() -> None:
    assert suffers(()) == ""
    assert suffers((RetreatHexes(who="defender"),)) == "defender"
    assert suffers((LoseSteps(who="attacker"),)) == "attacker"
    assert suffers((EliminateAll(who="defender"), MatchLosses(who="attacker"))) == "both"


def test_a_box_selects_units_and_they_move_together(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "move")
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, MoveInteraction)
    state = view.session.game.state
    cell = next(
        cell for cell, stack in sorted(state.stacks.items()) if len(interaction.active().intersection(stack)) == 2
    )
    middle = view.map.position_of(Cell(cell)).toPoint()
    reach = round(view.map.scale * 0.49)
    start_at, end_at = middle.x() - reach, middle.x() + reach
    QTest.mousePress(view.map, LEFT, Qt.KeyboardModifier.NoModifier, middle.__class__(start_at, middle.y() - reach))
    for part in (0.5, 1.0):
        at = middle.__class__(round(start_at + (end_at - start_at) * part), middle.y() + reach)
        _move(view.map, at, Qt.KeyboardModifier.NoModifier)
    QTest.mouseRelease(view.map, LEFT, Qt.KeyboardModifier.NoModifier, at)
    pair = view.stage.selected
    assert set(pair) == interaction.active().intersection(state.stacks[cell])
    goal = next(goal for goal in interaction.goals if not state.stacks.get(goal))
    hand.click(goal)
    assert [state.cell[piece] for piece in pair] == [goal, goal]


def test_the_picker_reaches_the_unit_below(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "move")
    hand, state = Hand(view), view.session.game.state
    stack = next(
        stack for _, stack in sorted(state.stacks.items()) if len(view.interaction.active().intersection(stack)) == 2
    )
    for piece in stack:
        hand.take(piece)
        assert view.stage.selected == (piece,)


@pytest.mark.parametrize("slug", SYSTEMS)
def test_every_overlay_draws(start: Start, qtbot: QtBot, slug: str) -> None:
    view = start(slug)
    decide(view, qtbot, "move")
    for kind in OVERLAYS:
        view.overlays[kind.key].setChecked(True)
        assert kind.key in view.board.shown
        view.map.grab()
    against = threat(view.stage)
    held = {cell for cell, one in against.items() if one.odds}
    assert held and held <= set(view.stage.table.state.stacks), "the odds are given where somebody stands"
    assert all(view.stage.table.holder(cell) != 1 for cell in against)
    moved = last_moves(view.stage)
    assert all(event.piece >= 0 for event in moved)


def test_a_fort_beside_a_city_that_is_held_is_only_named(arrange: Arrange) -> None:
    table = arrange({"v": "1109", "13th-army": "1406"}).stage.table
    assert place_facts(table, table.board.cell("1109")).endswith(
        "Minsk, held by the Soviet side; Minsk fortified region"
    )
    table.state.control[:] = [None] * len(table.state.control)
    assert "Minsk, held by nobody" in place_facts(table, table.board.cell("1109"))


def test_the_inspector_follows_the_mouse(start: Start) -> None:
    view = start()
    cell = view.session.game.setting.board.cell("1109")
    QTest.mouseMove(view.map, Hand(view).pixel(cell))
    assert view.inspector.cell == cell
    shown = [view.inspector.list.item(row).text() for row in range(view.inspector.list.count())]
    names = [view.stage.name(piece) for piece in view.stage.pieces_in(cell)]
    assert names and all(text.startswith(name) for text, name in zip(shown, names, strict=True))


def test_the_bot_is_asked_why_not_elsewhere(start: Start, qtbot: QtBot) -> None:
    view = start(bots=("", "greedy"))
    assert view.reasons.list.count() > 0
    view.reasons.list.setCurrentRow(0)
    view.asking.ask_bot(view.session.game.setting.board.cell("1109"))
    qtbot.waitUntil(lambda: "Why not" in view.reasons.page.toPlainText(), timeout=WAIT)
    menu = view.asking.menu_for(view.session.game.setting.board.cell("1109"))
    assert any("instead of" in action.text() for action in menu.actions())


def test_to_point_where_a_unit_came_from_is_to_ask_why_it_did_not_stay() -> None:
    game = bot_game(setting_for("arduous-beginning"), "greedy", 1)
    position = next(number for number, entry in enumerate(game.log) if isinstance(entry.action, MoveUnit))
    entry, before = game.log[position], game_before(game, position)
    assert isinstance(entry.action, MoveUnit) and entry.side is not None
    home = before.state.cell[entry.action.piece]
    unit, where = before.table.name(entry.action.piece), before.table.label(home)
    stay, away = instead(before, entry, home), instead(before, entry, entry.action.path[-1])
    assert stay is not None and asked(before, entry.side, stay) == f"Why not leave {unit} in {where}?"
    assert away is not None and asked(before, entry.side, away).startswith(f"Why not: Move {unit} to ")


def test_reasons_read_as_a_page() -> None:
    why = {
        "rule": "assault",
        "goal": "take <Minsk>",
        "reasons": ["odds 3:1"],
        "rejected": [{"action text": "stay", "score": 0.25, "why": "it gains nothing"}],
    }
    page = why_html("Attack", why)
    assert "take &lt;Minsk&gt;" in page.replace("Take", "take") and "it gains nothing" in page and "0.25" not in page
    assert short_why(why) == "Take <Minsk>; odds 3:1"
    assert "person" in why_html("Attack", None)


def test_the_counter_flies_and_lands(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "move")
    view.board.animate = True
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, MoveInteraction)
    piece = sorted(interaction.active())[0]
    hand.take(piece)
    goal = sorted(interaction.goals)[0]
    hand.click_beside(goal)
    assert piece in view.board.flights.pieces, "it is under way"
    qtbot.waitUntil(lambda: not view.board.flights.pieces, timeout=WAIT)
    assert view.map.stacks.get(Cell(goal)) is not None
    assert isinstance(view.map.position_of(Cell(goal)), QPointF)


def test_the_rules_open_at_the_nearest_case_above(start: Start) -> None:
    view = start("childs-barbarossa")
    cases = list(view.rules.cases)
    assert cases
    assert view.rules.open_case(f"{cases[2]}z")
    assert cases[2] in view.rules.page.toPlainText()
    view.rules.search.setText(view.rules.cases[cases[3]].title)
    shown = [row for row in range(view.rules.list.count()) if not view.rules.list.item(row).isHidden()]
    assert cases.index(cases[3]) in shown and len(shown) < len(cases)


def test_the_score_is_the_games_own(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "move")
    assert view.score.table.item(0, 0) is None and view.debrief.found is None, "nobody has looked at either yet"
    view.front("score")
    qtbot.waitUntil(lambda: view.score.table.item(0, 0) is not None, timeout=WAIT)
    state = view.session.game.state
    cities = [n for n, place in enumerate(view.session.game.scenario.places) if place.kind == "city"]
    assert view.chronicle.places == tuple(cities) and len(cities) == 12
    shown = [int(view.score.table.item(0, side).text()) for side in (0, 1)]
    assert shown == [sum(state.control[n] == side for n in cities) for side in (0, 1)]
    _, values = view.score.drawn.curves[0].getData()
    assert values[-1] == shown[0]
    view.looking.watch(1)
    view.refresh()
    before = view.stage.table.state.control
    then = [int(view.score.table.item(0, side).text()) for side in (0, 1)]
    assert shown != then == [sum(before[n] == side for n in cities) for side in (0, 1)], "looking back, as it was then"


def test_the_newest_sentence_stays_in_sight_when_the_journal_gets_another_room(start: Start, quick: MainWindow) -> None:
    view = start()
    view.front("journal")
    bar = view.journal.text.verticalScrollBar()
    for height in (700, 1000, 760):
        quick.resize(1280, height)
        QApplication.processEvents()
        assert bar.maximum() > 0 and bar.value() == bar.maximum()
    bar.setValue(0)
    quick.resize(1280, 900)
    QApplication.processEvents()
    assert bar.value() == 0, "whoever reads what was before stays there"
