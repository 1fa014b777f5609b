"""Every menu entry and shortcut of the application, as one table.

A row declares an action once; the menus, the tool bars, the command palette and the shortcut sheet
are built from it.  Whoever can carry an action out binds a function to its id; an action that nobody
has bound is greyed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QWidget

from designer.parts import PARTS

MENUS = ("&File", "&Edit", "T&able", "&View", "&Map", "&Tools", "&Scenario", "&Play", "&Help")


@dataclass(frozen=True)
class Act:
    """One action; further shortcuts follow the first after a bar, and `---` as text is a separator."""

    id: str
    menu: str
    text: str
    shortcut: str = ""
    icon: str = ""
    tip: str = ""
    check: bool = False


def _line(menu: str) -> Act:
    """A separator of a menu."""
    return Act("", menu, "---")


# fmt: off
ACTIONS: tuple[Act, ...] = (
    Act("file.library", "&File", "&Library", "Ctrl+L", "mdi6.bookshelf", "All scenarios of the open library"),
    Act("file.new", "&File", "&New scenario…", "Ctrl+N", "mdi6.plus", "An empty map of a size you choose"),
    Act("file.geography", "&File", "New map from &geography…", "Ctrl+Shift+N", "mdi6.earth",
        "Lay a map out from the gazetteer"),
    _line("&File"),
    Act("file.open", "&File", "&Open another library…", "Ctrl+O", "mdi6.folder-open-outline",
        "A library file of scenarios"),
    Act("file.restore", "&File", "&Restore a shipped scenario…", "", "mdi6.backup-restore",
        "Add a fresh copy of a scenario that came with Stavka"),
    _line("&File"),
    Act("file.import", "&File", "&Import…", "Ctrl+I", "mdi6.import", "A scenario bundle or a Tiled map"),
    Act("file.export", "&File", "&Export scenario…", "Ctrl+Shift+E", "mdi6.export", "As a text bundle"),
    Act("file.picture", "&File", "Export &map…", "Ctrl+E", "mdi6.image-outline",
        "As PNG, SVG, PDF or a Tiled map"),
    Act("file.print", "&File", "&Print…", "Ctrl+P", "mdi6.printer-outline", "Set-up sheets, counters, map, charts"),
    _line("&File"),
    Act("file.close", "&File", "&Close scenario", "Ctrl+W", "mdi6.close", "Back to the library"),
    Act("file.settings", "&File", "&Settings…", "Ctrl+,", "mdi6.cog-outline"),
    Act("file.quit", "&File", "&Quit", "Ctrl+Q", "mdi6.exit-to-app"),

    Act("edit.undo", "&Edit", "&Undo", "Ctrl+Z", "mdi6.undo"),
    Act("edit.redo", "&Edit", "&Redo", "Ctrl+Shift+Z|Ctrl+Y", "mdi6.redo"),
    Act("edit.history", "&Edit", "&History…", "Ctrl+H", "mdi6.history", "Every edit, also of earlier runs"),
    _line("&Edit"),
    Act("edit.cut", "&Edit", "Cu&t", "Ctrl+X", "mdi6.content-cut"),
    Act("edit.copy", "&Edit", "&Copy", "Ctrl+C", "mdi6.content-copy"),
    Act("edit.paste", "&Edit", "&Paste", "Ctrl+V", "mdi6.content-paste"),
    Act("edit.clear", "&Edit", "C&lear", "Del", "mdi6.eraser"),
    Act("edit.all", "&Edit", "Select &all", "Ctrl+A", "mdi6.select-all"),
    _line("&Edit"),
    Act("edit.clockwise", "&Edit", "Rotate clock&wise", "]", "mdi6.rotate-right", "Turn the selection by one hexside"),
    Act("edit.anticlockwise", "&Edit", "Rotate &anticlockwise", "[", "mdi6.rotate-left"),
    Act("edit.flip-ew", "&Edit", "Flip east–&west", "", "mdi6.flip-horizontal"),
    Act("edit.flip-ns", "&Edit", "Flip &north–south", "", "mdi6.flip-vertical"),

    Act("table.add", "T&able", "&Add a line", "Ctrl+Return", "mdi6.plus", "Add a line below the selected one, like it"),
    Act("table.duplicate", "T&able", "&Duplicate lines", "Ctrl+Shift+D", "mdi6.content-duplicate"),
    Act("table.remove", "T&able", "&Delete lines", "Ctrl+Del", "mdi6.trash-can-outline"),
    Act("table.up", "T&able", "Move &up", "Alt+Up", "mdi6.arrow-up"),
    Act("table.down", "T&able", "Move do&wn", "Alt+Down", "mdi6.arrow-down"),
    _line("T&able"),
    Act("table.fill", "T&able", "&Fill down", "Ctrl+D", "mdi6.arrow-expand-down",
        "Copy the topmost selected cell into those below it"),
    Act("table.find", "T&able", "Find and &replace", "Ctrl+F", "mdi6.find-replace"),
    _line("T&able"),
    Act("table.back", "T&able", "Give &back to the parent", "", "mdi6.arrow-u-left-top",
        "Make the selected lines as they are in the scenario that this one stands on"),
    Act("table.try", "T&able", "&Try this change…", "Ctrl+T", "mdi6.flask-outline",
        "Playtest another value of the selected cell against the scenario as it is"),
    Act("table.import", "T&able", "&Import CSV…", "", "mdi6.import"),
    Act("table.export", "T&able", "&Export CSV…", "", "mdi6.export"),

    Act("view.goto", "&View", "&Go to…", "Ctrl+G", "mdi6.crosshairs-gps", "A hex number or the name of a place"),
    Act("view.palette", "&View", "&Command palette…", "Ctrl+K", "mdi6.magnify", "Find any command by its name"),
    _line("&View"),
    Act("view.fit", "&View", "&Whole map", "Ctrl+0", "mdi6.fit-to-page-outline"),
    Act("view.in", "&View", "Zoom &in", "Ctrl++|Ctrl+=", "mdi6.magnify-plus-outline"),
    Act("view.out", "&View", "Zoom &out", "Ctrl+-", "mdi6.magnify-minus-outline"),
    _line("&View"),
    Act("view.numbers", "&View", "Hex &numbers", "", "mdi6.numeric", check=True),
    Act("view.regions", "&View", "&Regions", "", "mdi6.vector-square", check=True),
    Act("view.full", "&View", "&Full screen", "F11", "mdi6.fullscreen"),

    Act("map.resize", "&Map", "&Resize or crop…", "", "mdi6.resize", "Add or remove columns and rows at each edge"),
    Act("map.crop", "&Map", "&Crop to selection", "", "mdi6.crop"),
    Act("map.renumber", "&Map", "Re&number…", "", "mdi6.order-numeric-ascending"),
    Act("map.orientation", "&Map", "Change &orientation", "", "mdi6.screen-rotation",
        "Columns become rows; hexes stand the other way"),
    _line("&Map"),
    Act("map.kinds", "&Map", "&Kinds of terrain and features…", "", "mdi6.palette-outline",
        "Add, colour and remove kinds of terrain, hexside, link and place"),
    Act("map.underlay", "&Map", "&Underlay image…", "", "mdi6.image-plus", "A scanned map to trace"),
    Act("map.calibrate", "&Map", "&Calibrate underlay", "", "mdi6.target", "Three points of the picture, three hexes"),
    Act("map.drop-underlay", "&Map", "R&emove underlay", "", "mdi6.image-off-outline"),
    _line("&Map"),
    Act("map.statistics", "&Map", "&Statistics…", "", "mdi6.chart-bar",
        "Hexes by terrain, lengths of rivers and rails"),

    Act("tool.select", "&Tools", "&Select", "M", "mdi6.select", "Drag a rectangle; drag the selection to move it"),
    Act("tool.brush", "&Tools", "Terrain &brush", "B", "mdi6.brush", "Paint terrain; 1 to 4 choose the size"),
    Act("tool.fill", "&Tools", "&Fill", "F", "mdi6.format-color-fill", "Fill joined hexes of one terrain"),
    Act("tool.line", "&Tools", "Li&ne of terrain", "N", "mdi6.vector-line", "Drag from hex to hex"),
    Act("tool.rectangle", "&Tools", "R&ectangle of terrain", "T", "mdi6.rectangle-outline",
        "Drag from corner to corner"),
    Act("tool.hexside", "&Tools", "&River and hexsides", "R", "mdi6.waves",
        "Drag along hexsides; hold Shift to erase"),
    Act("tool.link", "&Tools", "Roads and rai&lways", "L", "mdi6.railroad-light",
        "Drag from hex to hex, or click two hexes to route between them"),
    Act("tool.place", "&Tools", "&Places", "P", "mdi6.city-variant-outline", "Click to add or edit; drag to move"),
    Act("tool.region", "&Tools", "Re&gions, edges and entries", "G", "mdi6.texture-box",
        "Paint cells into the region; hold Shift to take them out"),
    Act("tool.box", "&Tools", "Off-map bo&xes", "X", "mdi6.card-outline", "Click to add or edit; drag to move"),
    Act("tool.eraser", "&Tools", "&Eraser", "E", "mdi6.eraser", "Wipe hexsides, links and places of unlocked layers"),
    Act("tool.picker", "&Tools", "P&icker", "I", "mdi6.eyedropper", "Take the terrain under the mouse"),
    _line("&Tools"),
    Act("size.1", "&Tools", "Brush size 1", "1", "mdi6.numeric-1-box-outline"),
    Act("size.2", "&Tools", "Brush size 2", "2", "mdi6.numeric-2-box-outline"),
    Act("size.3", "&Tools", "Brush size 3", "3", "mdi6.numeric-3-box-outline"),
    Act("size.4", "&Tools", "Brush size 4", "4", "mdi6.numeric-4-box-outline"),

    *(Act(f"part.{part.key}", "&Scenario", part.title, part.shortcut, part.icon, f"Show the tab {part.title}")
      for part in PARTS),
    _line("&Scenario"),
    Act("scenario.facts", "&Scenario", "&Title and description…", "", "mdi6.card-text-outline"),
    Act("scenario.variant", "&Scenario", "New &variant of this…", "", "mdi6.source-branch-plus",
        "A scenario that stands on this one and follows it in all that it does not change"),
    Act("scenario.parent", "&Scenario", "What is &different from the parent…", "", "mdi6.family-tree",
        "Rows changed, added and left out, to be given back one by one or all"),
    Act("scenario.compare", "&Scenario", "C&ompare with…", "", "mdi6.compare",
        "What is different in an earlier version or in another scenario"),
    Act("scenario.check", "&Scenario", "&Check now", "F7", "mdi6.check-decagram-outline",
        "List every problem of the scenario"),

    Act("play.new", "&Play", "&New game…", "Ctrl+Shift+P", "mdi6.plus-circle-outline",
        "Choose a side, an opponent and options"),
    Act("play.whatif", "&Play", "What &if…", "Ctrl+Shift+W", "mdi6.chess-pawn",
        "Arrange any position and play from it"),
    Act("play.try", "&Play", "Tr&y from here…", "", "mdi6.source-branch",
        "Change the position that is shown and play from it"),
    Act("play.save", "&Play", "Sa&ve this moment as…", "Ctrl+Alt+S", "mdi6.bookmark-outline",
        "Keep a copy of the game under a name, to come back to"),
    Act("play.games", "&Play", "&Games of this scenario", "", "mdi6.format-list-bulleted",
        "Leave this game for another"),
    _line("&Play"),
    Act("play.end", "&Play", "&End this decision", "Ctrl+Return|Ctrl+Enter", "mdi6.check-bold",
        "Press the button that ends the phase, the announcement, the set-up"),
    Act("play.next", "&Play", "Ne&xt to decide", "N", "mdi6.skip-next-outline",
        "The next unit, target or battle; the bot's next move while it plays"),
    Act("play.undo", "&Play", "&Take back", "U", "mdi6.undo", "Your last choice, back to the last die or revelation"),
    Act("play.redo", "&Play", "&Do again", "Shift+U", "mdi6.redo"),
    _line("&Play"),
    Act("play.hold", "&Play", "Hold the &unit", "H", "mdi6.hand-back-left-outline",
        "The staff leaves it alone this turn; again lets it go"),
    Act("play.order", "&Play", "&Give an order to the staff…", "O", "mdi6.flag-triangle",
        "Units or a formation, a posture and an objective: the staff then moves them in your turn"),
    Act("play.carry", "&Play", "&Carry out the orders", "Shift+O", "mdi6.flag-checkered",
        "The staff moves the units under orders, or announces their attacks; no dice are thrown"),
    Act("play.fight", "&Play", "Carry out the orders and &fight", "Ctrl+Shift+O", "mdi6.sword-cross",
        "The staff carries the orders out for the whole of this phase, battles and dice too"),
    Act("play.staff", "&Play", "Formati&ons and orders", "Ctrl+Alt+O", "mdi6.account-group-outline",
        "Find formations, select them, and see the orders in force"),
    Act("play.plan", "&Play", "&Plan moves and attacks", "P", "mdi6.pencil-ruler",
        "Draw them with their odds before anything is done; again ends it"),
    Act("play.hint", "&Play", "&Hint", "Shift+H", "mdi6.lightbulb-on-outline",
        "What would the staff do here? Once more does it"),
    Act("play.do", "&Play", "D&o as the hint says", "", "mdi6.lightbulb-on"),
    Act("play.delegate", "&Play", "&Let the staff do the rest", "D", "mdi6.account-tie-outline",
        "The staff does the rest of this but for units that are held, and leaves the end of the phase to you"),
    Act("play.turn", "&Play", "Let the staff play the whole tu&rn", "Shift+D", "mdi6.account-tie",
        "The staff plays the rest of your turn, battles too"),
    Act("play.why", "&Play", "&Why did it do that?", "W", "mdi6.help-circle-outline", "The bot's reasons"),
    Act("play.enemy", "&Play", "What did the ene&my do?", "Shift+W", "mdi6.binoculars",
        "His losses and yours, places, battles and threats"),
    Act("play.debrief", "&Play", "De&brief", "", "mdi6.chart-line", "Curves, the luck of the dice, where it turned"),
    Act("play.stop", "&Play", "&Stop the bot, or let it go on", "Ctrl+.", "mdi6.pause"),
    Act("play.skip", "&Play", "S&kip what is being shown", "Ctrl+Space", "mdi6.fast-forward"),

    _line("&Play"),
    Act("sandbox.flip", "&Play", "Turn the counter o&ver", "F", "mdi6.rotate-3d-variant",
        "In the sandbox: its next face, or who it is"),
    Act("sandbox.lose", "&Play", "Eli&minate the counter", "X", "mdi6.skull-outline",
        "In the sandbox: count it among the lost"),

    Act("help.keys", "&Help", "&Keyboard shortcuts…", "F1", "mdi6.keyboard-outline"),
    Act("help.report", "&Help", "Show last crash &report…", "", "mdi6.bug-outline"),
    Act("help.about", "&Help", "&About Stavka…", "", "mdi6.information-outline"),
)
# fmt: on
"""Every action; the order within a menu is the order here."""


def plain(text: str) -> str:
    """An action's text without the mnemonic mark."""
    return text.replace("&", "")


def keys_of(row: Act) -> str:
    """The first shortcut of an action, as menus show it."""
    return row.shortcut.partition("|")[0]


class ActionBook:
    """The actions of one window: made once from the table, enabled while somebody answers them."""

    def __init__(self, window: QWidget) -> None:
        self._actions: dict[str, QAction] = {}
        self._answers: dict[str, list[Callable[[], object]]] = {}
        for row in ACTIONS:
            if row.id:
                self._actions[row.id] = self._make(row, window)

    def _make(self, row: Act, window: QWidget) -> QAction:
        action = QAction(row.text, window)
        action.setObjectName(row.id)
        action.setShortcuts([QKeySequence(keys) for keys in row.shortcut.split("|") if keys])
        action.setCheckable(row.check)
        action.setEnabled(False)
        tip = row.tip or plain(row.text).rstrip("…")
        action.setStatusTip(tip)
        action.setToolTip(f"{tip} ({keys_of(row)})" if row.shortcut else tip)
        action.triggered.connect(lambda _checked=False, id=row.id: self.run(id))
        return action

    def __getitem__(self, id: str) -> QAction:
        return self._actions[id]

    def bind(self, handlers: Mapping[str, Callable[[], object]]) -> None:
        """Let functions answer actions; the newest answers until it is released."""
        for id, handler in handlers.items():
            self._answers.setdefault(id, []).append(handler)
            self._actions[id].setEnabled(True)

    def release(self, handlers: Mapping[str, Callable[[], object]]) -> None:
        """Take functions back, as when their tab goes to the background."""
        for id, handler in handlers.items():
            answers = self._answers.get(id, [])
            if handler in answers:
                answers.remove(handler)
            self._actions[id].setEnabled(bool(answers))

    def dress(self, icon: Callable[[str], QIcon]) -> None:
        """Draw the icons in the colours of the theme."""
        for row in ACTIONS:
            if row.id and row.icon:
                self._actions[row.id].setIcon(icon(row.icon))

    def run(self, id: str) -> None:
        """Carry an action out."""
        answers = self._answers.get(id)
        if answers:
            answers[-1]()

    def palette(self) -> list[tuple[Act, QAction]]:
        """Every action that could be carried out now, for the command palette."""
        return [
            (row, self._actions[row.id])
            for row in ACTIONS
            if row.id and row.id != "view.palette" and self._actions[row.id].isEnabled()
        ]

    def sheet(self) -> list[tuple[str, str, str]]:
        """Menu, text and keys of every action that has a shortcut."""
        return [
            (plain(row.menu), plain(row.text).rstrip("…"), keys_of(row)) for row in ACTIONS if row.id and row.shortcut
        ]
