"""Screens of play to be photographed: a moment of a game, with something taken in hand as a player would."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from designer.play.running.seats import Manners
from designer.play.table.formations import bodies
from designer.play.table.interactions.allocating import AllocateInteraction
from designer.play.table.interactions.commanding import CommandInteraction
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.view import PlayView
from designer.specimens import games
from designer.specimens.waiting import settle
from engine.bots.staff.orders import Posture
from engine.ids import Cell
from engine.play.sandbox import Position, Spot
from engine.records.charts import ChartCell
from engine.state.actions import MoveUnit
from engine.store.keeping import Beginning, begin_game

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

AB, CB = "arduous-beginning", "childs-barbarossa"
PG, PM, SM = "panzergruppe-guderian", "army-group-centre", "smolensk-vitebsk"
CAMPAIGN = "proud-monster"

Prepare = Callable[[PlayView], object]


def lobby(window: MainWindow, slug: str) -> QWidget:
    """The lobby with a game begun, a moment saved of it, and a branch of that."""
    part = games.play_part(window, slug)
    library = window.desk.library
    view = games.at(window, slug, games.play(window, slug).asked(0, 3))
    assert part.number is not None
    saved = library.branch_game(part.number, view.session.game.cursor, "Before the Dnieper")
    library.branch_game(saved, view.session.game.cursor - 4, "By way of Mogilev instead")
    part.show_lobby()
    settle()
    return window


def new_game(window: MainWindow, slug: str) -> QWidget:
    """The form of a new game, where none was begun yet."""
    games.clear(window, slug)
    settle(400)
    return window


def arranging(window: MainWindow, slug: str) -> QWidget:
    """A position in the sandbox: a set-up by the staffs with a crowded hex, something lost and something chosen."""
    part = games.play_part(window, slug)
    part.what_if()
    settle(20, until=lambda: part.sandbox is not None)
    view = part.sandbox
    assert view is not None
    view.start_from("staffs")
    settle(50, until=lambda: not view.busy())
    side = view.draft.table.on_map(0)[:5]
    cell = view.draft.table.state.cell[side[0]]
    for piece in side[1:3]:
        view.put(piece, cell)
    view.lose(side[3])
    view.take_off(side[4])
    view.board.pick(side[0])
    settle(400)
    return window


def point(
    window: MainWindow,
    slug: str,
    kind: str,
    panel: str = "",
    turn: int = 2,
    until: int = 99,
    prepare: Prepare | None = None,
) -> QWidget:
    """A game at the first decision of a kind from a turn on, with something in hand, and a panel in front."""
    moment = games.play(window, slug, until).find(kind, turn=turn)
    assert moment is not None, f"{slug} asks for no {kind}"
    view = games.at(window, slug, moment, until)
    (prepare or in_hand)(view)
    if panel:
        view.read(panel)
    settle(400)
    return window


def over(window: MainWindow, slug: str) -> QWidget:
    """A game that has ended, with its debrief."""
    played = games.play(window, slug)
    view = games.lay_out(window, slug, played.game.fork(), played.beginning)
    settle(50, until=lambda: view.debrief.found is not None)
    settle(400)
    return window


def looking_back(window: MainWindow, slug: str) -> QWidget:
    """A game some turns on, looked back upon, with overlays."""
    view = games.at(window, slug, games.play(window, slug).asked(0, 3))
    view.front("score")
    for key in ("control", "moves"):
        view.overlays[key].setChecked(True)
    view.replay.slider.setValue(view.session.game.cursor * 3 // 4)
    settle(50, until=view.score.drawn.plot.isVisible)
    settle(400)
    return window


def enemy_turn(window: MainWindow, slug: str, film: bool = False, until: int = 99) -> QWidget:
    """What the enemy did, told when one's own turn begins, or shown again as a film."""
    moment = games.play(window, slug, until).find("move", turn=3)
    assert moment is not None
    view = games.at(window, slug, moment, until)
    view.front("enemy")
    if film:
        view.settings.put("bot_speed", "slow")
        view.enemy.watched.emit()
        settle(2500)
    settle(400)
    return window


def curtain(window: MainWindow, slug: str) -> QWidget:
    """Two people at one table, between their turns."""
    games.at(window, slug, games.play(window, slug).asked(1, 2), manners=Manners(curtain=True))
    settle(300)
    return window


def saving(window: MainWindow, slug: str) -> QWidget:
    """A moment of a game about to be kept under a name."""
    games.at(window, slug, games.play(window, slug).asked(0, 3))
    window.book.run("play.save")
    settle()
    asked = [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]
    return asked[-1]


def asking(window: MainWindow, slug: str) -> QWidget:
    """What can be asked about a hex that a unit cannot reach: the menu of a right click."""
    moment = games.play(window, slug).find("move", turn=3)
    assert moment is not None
    view = games.at(window, slug, moment)
    view.interaction.step(True)
    menu = view.asking.menu_for(far_off(view))
    menu.popup(view.map.mapToGlobal(view.map.rect().center()))
    settle()
    return menu


FOUR_CORPS = {"xlvii-pz": "0805", "vi": "0904", "vii": "0906", "viii": "1005", "ix": "1006", "13th-army": "0905"}
"""Four corps and a panzer corps round an army."""


def arranged(window: MainWindow, where: dict[str, str], phase: str, result: str = "") -> PlayView:
    """A position of The Arduous Beginning on the table; every battle may be given the same result."""
    rows = window.desk.library.load(AB).copy()
    for cell in list(rows.all(ChartCell)) if result else ():
        if cell.chart == "crt":
            rows.put(msgspec.structs.replace(cell, value=result))
    spots = {key: Spot(label) for key, label in where.items()}
    beginning = Beginning(rows, games.SEED, position=Position(pieces=spots, turn=3, phase=phase))
    view = games.lay_out(window, AB, begin_game(beginning), beginning)
    window.notice.hide()  # that the rows are others than the library's is no news here
    return view


def crowded(window: MainWindow) -> QWidget:
    """The end of a phase pressed for while it would cost a unit."""
    view = arranged(window, dict.fromkeys(("v", "vi", "vii"), "0906") | {"13th-army": "1406"}, "german-movement")
    view.end()
    settle(400)
    return window


def result(window: MainWindow, code: str) -> QWidget:
    """A battle just fought: its dice and its result over the map, and what follows from it to be decided."""
    view = arranged(window, FOUR_CORPS, "german-combat", code)
    attack_with_all(view)
    view.end()
    settle(20)
    while view.stage.decision is not None and view.stage.decision.kind in ("fight", "support"):
        view.end()
        settle(20)
    settle(600)
    return window


def attack_with_all(view: PlayView) -> None:
    """Announce the attack in which everybody joins who can."""
    made = view.interaction
    assert isinstance(made, DeclareInteraction)
    made.aim(next(iter(made.by_target)))
    made.take_all(())


def losses(window: MainWindow) -> QWidget:
    """An exchange that four corps pay for."""
    view = arranged(window, FOUR_CORPS, "german-combat", "EX")
    attack_with_all(view)
    while not isinstance(view.interaction, AllocateInteraction):
        view.end()
        settle(20)
    first = next(iter(view.interaction.shares.lines.values()))
    first.more.click()
    settle(600)
    return window


# what a player would have in hand


def in_hand(view: PlayView) -> None:
    """Take the first thing that there is to be taken, and point at where it could go."""
    interaction = view.interaction
    interaction.step(True)
    if isinstance(interaction, DeclareInteraction):
        for _ in range(3):
            interaction.take_suggestion()
            interaction.step(True)
        interaction.step(False)
    elif isinstance(interaction, MoveInteraction):
        reach(view)
    goals = sorted(getattr(interaction, "goals", ()) or getattr(interaction, "cells", ()))
    if goals and not isinstance(interaction, MoveInteraction):
        hover(view, goals[len(goals) * 2 // 3])


def reach(view: PlayView) -> None:
    """A unit with its reach, pointing at a hex from which it could attack, if there is one."""
    made = view.interaction
    assert isinstance(made, MoveInteraction)
    for piece in sorted(made.active(), key=lambda one: -view.stage.table.face(one).movement)[:8]:
        made.take((piece,))
        best = next((cell for cell in sorted(made.goals) if made._prospects(cell)), None)
        if best is not None:
            view.board.show_cell(view.stage.table.state.cell[piece])
            hover(view, best)
            return
    goals = sorted(made.goals)
    if goals:
        hover(view, goals[len(goals) * 2 // 3])


def planning(view: PlayView) -> None:
    """Three moves and an attack planned."""
    made = view.interaction
    assert isinstance(made, MoveInteraction)
    made.planning.flip()
    for piece in sorted(made.active(), key=lambda one: -view.stage.table.face(one).movement)[:6]:
        made.take((piece,))
        best = next((cell for cell in sorted(made.goals) if made._prospects(cell)), None)
        if best is not None:
            target = made._prospects(best)[0].target
            made.go(best)
            if target not in made.planning.plan.targets:
                made.planning.toggle(target)


def crowd(view: PlayView) -> None:
    """The fullest stack, opened by a click."""
    click(view, fullest(view))


def visit(view: PlayView) -> None:
    """The fullest stack, pointed at."""
    hover(view, fullest(view))


def fullest(view: PlayView) -> int:
    """Where most units stand that can act, brought into view."""
    able = view.interaction.pickable()
    stacks = {cell: able.intersection(pieces) for cell, pieces in view.stage.table.state.stacks.items()}
    cell = max(stacks, key=lambda one: len(stacks[one]))
    view.board.show_cell(cell)
    return cell


def ordering(view: PlayView) -> None:
    """An order to the staff in the making."""
    ordered(view)
    pieces = tuple(sorted(view.interaction.active()))[3:6]
    view.ordering.begin(pieces)
    made = view.interaction
    assert isinstance(made, CommandInteraction)
    made.pose("delay")
    made.aim(view.stage.table.state.cell[pieces[0]])


def formation(view: PlayView) -> None:
    """An order to the largest formation, in the making."""
    table = view.stage.table
    known = [body for top in bodies(table, view.stage.view.side) for body in top.walk()]
    whole = max(known, key=lambda body: sum(table.state.cell[piece] >= 0 for piece in body.pieces))
    view.front("staff")
    view.ordering.take(whole.pieces)
    view.ordering.begin(whole.pieces)
    made = view.interaction
    assert isinstance(made, CommandInteraction)
    made.pose("attack")


def refused(view: PlayView) -> None:
    """A hex out of reach, asked about by its menu: why a unit may not go there."""
    view.interaction.step(True)
    view.asking.menu_for(far_off(view)).actions()[0].trigger()


def far_off(view: PlayView) -> int:
    """The hex of the enemy unit that is listed last."""
    return view.stage.table.state.cell[max(view.stage.table.on_map(1 - view.stage.view.side))]


def doubted(view: PlayView) -> None:
    """The first of the enemy's reasons, and the question why he did not go elsewhere."""
    view.read("reasons")
    lines, log = view.reasons.list, view.session.game.log
    marched = [log[lines.item(row).data(Qt.ItemDataRole.UserRole)].action for row in range(lines.count())]
    row, action = next((row, one) for row, one in enumerate(marched) if isinstance(one, MoveUnit) and len(one.path) > 1)
    lines.setCurrentRow(row)
    view.asking.ask_bot(action.path[0])
    settle(50, until=lambda: "Why not" in view.reasons.page.toPlainText())


def ordered(view: PlayView) -> None:
    """Orders in force, listed."""
    enemies = [view.stage.table.state.cell[piece] for piece in view.stage.table.on_map(1 - view.stage.view.side)]
    active = sorted(view.interaction.active())
    postures: tuple[Posture, ...] = ("attack", "hold")
    for number, posture in enumerate(postures):
        view.ordering.begin(tuple(active[number * 2 : number * 2 + 2]))
        made = view.interaction
        assert isinstance(made, CommandInteraction)
        made.pose(posture)
        made.aim(enemies[number * 3])
        made.give()
    view.front("staff")


def overlaid(key: str) -> Prepare:
    """With a layer shown over the map."""
    return lambda view: view.overlays[key].setChecked(True)


def hover(view: PlayView, cell: int) -> None:
    """Put the mouse over a cell."""
    _send(view, cell, QMouseEvent.Type.MouseMove, Qt.MouseButton.NoButton)


def click(view: PlayView, cell: int) -> None:
    """Click a cell."""
    hover(view, cell)
    for kind in (QMouseEvent.Type.MouseButtonPress, QMouseEvent.Type.MouseButtonRelease):
        _send(view, cell, kind, Qt.MouseButton.LeftButton)


def _send(view: PlayView, cell: int, kind: QMouseEvent.Type, button: Qt.MouseButton) -> None:
    at = view.map.position_of(Cell(cell))
    down = button if kind == QMouseEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(view.map, QMouseEvent(kind, at, QPointF(view.map.mapToGlobal(at)), button, down, none))
