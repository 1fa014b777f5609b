"""What was stumbled over when Vitebsk was played by hand: modes one by one, scrolls in scrolls, other rules' words."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.paint.counter import counter_pixmap
from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from designer.play.table.choices import ChoiceLine, alike_as_one
from designer.play.table.faces import piece_face
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.picking import PickInteraction
from designer.play.table.interactions.routes import goals, likely_path, path_of, stack_goals
from designer.play.table.tray import GAP, SIDE, TrayCounter, TrayField
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from designer.specimens.flaws import flaws
from engine.ids import Cell
from engine.play.sandbox import Position, Spot
from engine.rules.depots import draw_words, store_marks
from engine.state.actions import Done
from engine.store.keeping import Beginning
from engine.store.library import Library
from tests.designer.play.conftest import VITEBSK, at_rest, cell, on_table, part_of, piece
from tests.kit.hand import LEFT, Hand
from tests.kit.shipped import shipped_rows

CAMPAIGN = "smolensk-campaign"
DIVISION = "ger-pz-7"
"""Whoever belongs to the 7th Panzer Division, by the beginning of the key."""


def division(view: PlayView) -> tuple[int, ...]:
    """The units of a division that stand in one hex."""
    index = view.session.game.scenario.piece_index
    return tuple(number for key, number in index.items() if key.startswith(f"{DIVISION}-"))


def empty(view: PlayView) -> None:
    """Take all supply off the map."""
    state = view.session.game.state
    for store, have in list(state.stores.items()):
        state.put_tokens(store, -have.tokens, -have.carried)
    view.stage.forget()
    view.map.update()


def take_division(view: PlayView) -> MoveInteraction:
    """Take a whole division by a double click."""
    hand, interaction = Hand(view), view.interaction
    assert isinstance(interaction, MoveInteraction)
    where = view.stage.table.state.cell[division(view)[0]]
    view.map.centre_on(Cell(where), 60)
    hand.click(where)
    QTest.mouseDClick(view.map, LEFT, pos=hand.pixel(where))
    assert set(view.stage.selected) >= set(division(view))
    return interaction


def test_a_division_goes_over_to_another_mode_by_one_click_and_back_by_one_undo(vitebsk: PlayView) -> None:
    interaction, hand = take_division(vitebsk), Hand(vitebsk)
    panel = interaction.deeds.panel
    lines = [panel.list.item(row).text() for row in range(panel.list.count())]
    turning = [line for line in lines if line.endswith("over to move mode")]
    assert turning == ["Turn 6 units over to move mode"], "all but the truck, which has one side"
    before = {one: vitebsk.stage.table.face(one) for one in division(vitebsk)}
    hand.click_line(panel, lines.index(turning[0]))
    assert len([one for one, face in before.items() if vitebsk.stage.table.face(one) != face]) == 6
    vitebsk.session.undo()
    assert {one: vitebsk.stage.table.face(one) for one in before} == before


def test_a_division_that_moves_is_shown_when_all_of_it_is_there(vitebsk: PlayView) -> None:
    interaction, session = take_division(vitebsk), vitebsk.session
    chosen, shown, before = vitebsk.stage.selected, list[int](), session.game.cursor
    where = {one: vitebsk.stage.table.state.cell[one] for one in chosen}
    session.changed.connect(lambda: shown.append(session.game.cursor))
    goal = next(cell for cell in sorted(interaction.goals) if all(cell in interaction._each[one] for one in chosen))
    Hand(vitebsk).click(goal)
    assert {vitebsk.stage.table.state.cell[one] for one in chosen} == {goal}
    assert shown == [before + len(chosen)], "seven moves, and one picture of them"
    session.undo()
    assert {one: vitebsk.stage.table.state.cell[one] for one in chosen} == where, "and one undo"


def test_the_orders_of_a_movement_scroll_as_one_and_show_what_a_unit_can_do(
    quick: MainWindow, vitebsk: PlayView, qtbot: QtBot
) -> None:
    quick.settings.put("text_scale", 150)
    try:
        quick.resize(1280, 800)
        quick.dress()
        at_rest(vitebsk, qtbot)
        interaction = vitebsk.interaction
        assert isinstance(interaction, MoveInteraction)
        QTest.keyClick(vitebsk.map, Qt.Key.Key_Tab)
        assert interaction.deeds.panel.list.count() > 1
        assert not [flaw for flaw in flaws(vitebsk) if "a list scrolls inside" in flaw]
        heading = interaction.deeds.panel.heading
        qtbot.waitUntil(lambda: not heading.visibleRegion().isEmpty(), timeout=5_000)
    finally:
        quick.settings.put("text_scale", 100)
        quick.dress()


def test_answers_that_read_and_look_alike_are_one_line(vitebsk: PlayView) -> None:
    table, (first, second) = vitebsk.stage.table, division(vitebsk)[:2]
    lines = [
        ChoiceLine(1, "Send it", "", first),
        ChoiceLine(2, "Send it", "", first),
        ChoiceLine(3, "Keep it", "", first),
    ]
    found = alike_as_one([*lines, ChoiceLine(4, "Send it", "", second), ChoiceLine(5, "Send it")], table)
    assert [(line.key, line.detail) for line in found] == [(1, "2 alike"), (3, ""), (4, ""), (5, "")]


def test_a_phase_in_which_nothing_happens_leaves_no_heading_in_the_journal(vitebsk: PlayView) -> None:
    session, journal = vitebsk.session, vitebsk.journal
    while session.game.state.turn == 1 and session.my_decision is not None and session.my_decision.kind == "move":
        Hand(vitebsk).finish()
    kinds = [told.line.kind for told in journal.lines]
    assert ("PhaseBegan", "PhaseBegan") not in pairwise(kinds)
    assert len(kinds) == journal.text.blockCount()
    told = [line.line.kind for line in vitebsk.chronicle.told]
    assert told.count("PhaseBegan") > kinds.count("PhaseBegan"), "some phases were empty"


def test_a_barrage_is_announced_in_its_own_words(library: Library, quick: MainWindow, qtbot: QtBot) -> None:
    library.add(VITEBSK, shipped_rows(VITEBSK))
    part = part_of(quick, VITEBSK)
    spots = {"ger-pz-7-78-arty": Spot("17.27"), "ger-pz-7-7-inf": Spot("17.27"), "sov-rd-153": Spot("18.27")}
    rows, position = part.document.rows.copy(), Position(pieces=spots, turn=1, phase="first-barrage")
    part._start(NewGame((Seat(), Seat()), 3, {}, "Test"), Beginning(rows, 3, {}, position=position))
    view = on_table(part, qtbot)
    qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
    at_rest(view, qtbot)
    made = view.interaction
    assert isinstance(made, DeclareInteraction)
    assert made.targets.heading.text() == "Who can be fired at"
    assert view.bar.ending.text() == "No barrages"
    Hand(view).click(cell(view, "18.27"))
    Hand(view).click_line(made.joining, piece(view, "ger-pz-7-78-arty"))
    assert made.forecast.heading.text().startswith("Barrage of 18.27")
    assert "Defence" not in made.forecast.text.text(), "nothing is fired back"
    assert "guns that fire" in view.bar.prompt.text()


def test_the_supply_in_a_hex_is_told_below_the_figures_of_the_counter(vitebsk: PlayView) -> None:
    table, stage = vitebsk.stage.table, vitebsk.stage
    where = table.state.cell[piece(vitebsk, f"{DIVISION}-truck")]
    vitebsk.map.centre_on(Cell(where), 80)
    at, scale = vitebsk.map.position_of(Cell(where)).toPoint(), vitebsk.map.scale
    band = QRect(at.x() - round(0.3 * scale), at.y(), round(0.6 * scale), round(0.34 * scale))
    with_tag: QImage = vitebsk.map.grab(band).toImage()
    assert any(one == where for one, _side, _text in store_marks(table)), "there is a tag to be seen"
    empty(vitebsk)
    assert not store_marks(stage.table)
    without: QImage = vitebsk.map.grab(band).toImage()
    assert with_tag == without, "the tag hides no figure"


def test_a_long_name_below_a_counter_is_told_whole(vitebsk: PlayView, qtbot: QtBot) -> None:
    field, unit = TrayField(), piece(vitebsk, f"{DIVISION}-7-inf")
    qtbot.addWidget(field)
    face = piece_face(vitebsk.stage.table, unit)
    name = "101 Flame Panzer Bn"
    field.lay([TrayCounter(unit, face, name)], None)
    metrics = QFontMetrics(field._type())
    lines = field._lines(field._laid[0], metrics, field._pitch())
    assert " ".join(lines) == name and all(metrics.horizontalAdvance(line) <= SIDE + GAP for line in lines)
    assert field.rect_of(unit).height() >= SIDE + len(lines) * metrics.height()
    assert not counter_pixmap(face, SIDE, 1.0).isNull()


def test_why_a_unit_cannot_go_somewhere_is_told_of_the_short_way(vitebsk: PlayView) -> None:
    stage, unit = vitebsk.stage, division(vitebsk)[0]
    known, near = goals(stage, unit), stage.table.setting.neighbours
    edge = [goal for goal in range(len(near)) if goal not in known and any(one in known for one in near[goal])]
    several = [goal for goal in edge if len({len(path_of(known[one])) for one in near[goal] if one in known}) > 1]
    assert several
    for goal in several:
        shortest = min(len(path_of(known[one])) for one in near[goal] if one in known)
        if stage.table.state.cell[unit] not in near[goal]:
            assert len(likely_path(stage, unit, goal, known)) == shortest + 1


def test_a_headquarters_on_its_dump_draws_where_it_stands(vitebsk: PlayView) -> None:
    said = draw_words(vitebsk.stage.table, piece(vitebsk, "ger-hq-39"))
    assert "straight, where it stands" in said[0], said


def test_a_phase_in_which_nobody_may_move_lists_nobody_and_offers_its_end(vitebsk: PlayView) -> None:
    session, state = vitebsk.session, vitebsk.session.game.state
    session.controller.passing = False
    first = state.phase
    while session.my_decision is not None and (state.phase == first or session.my_decision.kind != "move"):
        assert session.act(next(one for one in session.game.options() if isinstance(one, Done)))
        state = session.game.state
    interaction = vitebsk.interaction
    assert isinstance(interaction, MoveInteraction), "a phase of movement for those who exploit or were released"
    assert not interaction.active() and interaction._panel.list.isHidden()
    assert vitebsk.bar.prompt.text() == "Nobody may move in this phase: end it when you are ready."
    assert vitebsk.bar.note.text() == "", "and nothing is told to be clicked"
    ending = interaction.ending()
    assert ending is not None and ending.ready


def test_the_two_hexes_of_a_town_are_told_apart(vitebsk: PlayView) -> None:
    stage = vitebsk.stage
    assert stage.place(cell(vitebsk, "19.27")) == "Vitebsk (19.27)"
    assert stage.place(cell(vitebsk, "19.28")) == "Vitebsk (19.28)"
    assert stage.place(cell(vitebsk, "12.26")) == "Beshenkovichi", "a name that is borne once needs no number"


def test_a_stack_without_fuel_has_nowhere_to_go_and_says_so(vitebsk: PlayView) -> None:
    session, table = vitebsk.session, vitebsk.session.game.table
    pieces = tuple(piece(vitebsk, f"{DIVISION}-{one}") for one in ("i-25-pz", "ii-25-pz"))
    assert stack_goals(vitebsk.stage, pieces), "with fuel the tanks go together"
    empty(vitebsk)
    assert not stack_goals(vitebsk.stage, pieces)
    interaction = vitebsk.interaction
    assert isinstance(interaction, MoveInteraction)
    interaction.take(pieces)
    near = next(iter(table.setting.neighbours[table.state.cell[pieces[0]]]))
    assert near not in interaction.goals
    QTest.mouseMove(vitebsk.map, Hand(vitebsk).pixel(near))
    assert "cannot be paid" in vitebsk.strip.text(), vitebsk.strip.text()
    assert session.my_decision is not None


def test_what_a_mission_promises_is_read_before_it_flies(library: Library, quick: MainWindow, qtbot: QtBot) -> None:
    library.add(CAMPAIGN, shipped_rows(CAMPAIGN))
    part = part_of(quick, CAMPAIGN)
    spots = {"ger-ju-87b+1": Spot("luftwaffe-box"), "ger-pz-7-7-inf": Spot("17.27"), "sov-rd-153": Spot("18.27")}
    marks = {"first-player": {"axis": 1}}
    rows, position = part.document.rows.copy(), Position(pieces=spots, turn=1, phase="first-air", marks=marks)
    part._start(NewGame((Seat(), Seat()), 3, {}, "Test"), Beginning(rows, 3, {}, position=position))
    view = on_table(part, qtbot)
    qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
    at_rest(view, qtbot)
    Hand(view).click(cell(view, "18.27"))
    made = view.interaction
    assert isinstance(made, PickInteraction)
    assert view.bar.note.text() == PickInteraction.hint, "nobody has been sent yet"
    assert view.bar.ending.isEnabled() and made._panel.isVisible()
    Hand(view).click_line(made._panel, piece(view, "ger-ju-87b+1"))
    at_rest(view, qtbot)
    assert "18.27" in view.bar.note.text() and "column" in view.bar.note.text(), view.bar.note.text()


def test_a_click_on_those_who_have_moved_brings_the_chosen_to_them(vitebsk: PlayView) -> None:
    interaction, hand, state = take_division(vitebsk), Hand(vitebsk), vitebsk.session.game.state
    last = piece(vitebsk, f"{DIVISION}-7-inf")
    first, other = [one for one in sorted(division(vitebsk)) if one != last][:2]
    free = set(interaction._each[last]).intersection(interaction._each[first]).difference(state.stacks)
    goal = min(free)
    aside = next(where for where in sorted(interaction._each[other]) if where != goal)
    for one, where in ((first, goal), (other, aside)):
        interaction.take((one,))
        interaction.go(where)
    interaction.take((last,))
    assert state.cell[first] == goal and goal in interaction.goals
    assert first in interaction.pickable(), "its formation could be fuelled through it"
    listed = interaction._panel.keys()
    assert first not in listed, "but it does not move any more"
    hand.click(goal)
    assert state.cell[last] == goal, "the first has moved, and is not taken instead"


def test_who_would_be_disorganised_is_named_before_a_phase_is_ended(
    library: Library, quick: MainWindow, qtbot: QtBot
) -> None:
    library.add(CAMPAIGN, shipped_rows(CAMPAIGN))
    part = part_of(quick, CAMPAIGN)
    tanks = ("ger-pz-7-i-25-pz", "ger-pz-17-ii-39-pz")
    rows, marks = part.document.rows.copy(), {"first-player": {"axis": 1}}
    position = Position(pieces=dict.fromkeys(tanks, Spot("22.22")), turn=1, phase="first-movement", marks=marks)
    part._start(NewGame((Seat(), Seat()), 3, {}, "Test"), Beginning(rows, 3, {}, position=position))
    view = on_table(part, qtbot)
    qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
    at_rest(view, qtbot)
    before, hand = view.session.game.cursor, Hand(view)
    hand.press_end()
    assert view.session.game.cursor == before
    assert "and 1 other unit in 22.22 would be disorganised." in view.strip.text()
    assert "stands with the other group" in view.strip.text()
    hand.press_end()
    assert view.session.game.cursor > before, "a second press ends it all the same"


def test_who_would_be_disorganised_is_told_before_the_move(library: Library, quick: MainWindow, qtbot: QtBot) -> None:
    library.add(CAMPAIGN, shipped_rows(CAMPAIGN))
    part = part_of(quick, CAMPAIGN)
    spots = {"ger-pz-17-ii-39-pz": Spot("22.22"), "ger-pz-7-7-inf": Spot("19.22")}
    rows, marks = part.document.rows.copy(), {"first-player": {"axis": 1}}
    position = Position(pieces=spots, turn=1, phase="first-movement", marks=marks)
    part._start(NewGame((Seat(), Seat()), 3, {}, "Test"), Beginning(rows, 3, {}, position=position))
    view = on_table(part, qtbot)
    qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
    at_rest(view, qtbot)
    hand = Hand(view)
    hand.take(piece(view, "ger-pz-7-7-inf"))
    QTest.mouseMove(view.map, hand.pixel(cell(view, "20.22")))
    assert "Move" in view.strip.text() and "harm" not in view.strip.text(), "nobody of the other group is beside it"
    QTest.mouseMove(view.map, hand.pixel(cell(view, "21.22")))
    assert "Dividing line: 7 Rifle Rgt comes to harm here when the phase ends" in view.strip.text()
    assert "case:SM-3.4a" in view.strip.text()
