"""Every screen of play by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from designer.specimens import play as of
from designer.specimens.play import AB, CAMPAIGN, CB, PG, PM, SM, point

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

SCREENS: dict[str, Callable[[MainWindow], QWidget]] = {
    "lobby": partial(of.lobby, slug=AB),
    "save": partial(of.saving, slug=AB),
    "set-up": partial(point, slug=AB, kind="set-up", turn=0),
    "move": partial(point, slug=AB, kind="move", turn=3),
    "stack": partial(point, slug=AB, kind="move", turn=1, prepare=of.crowd),
    "menu": partial(of.asking, slug=AB),
    "refused": partial(point, slug=AB, kind="move", turn=3, prepare=of.refused),
    "doubted": partial(point, slug=AB, kind="move", turn=3, prepare=of.doubted),
    "crowded": of.crowded,
    "plan": partial(point, slug=AB, kind="move", turn=3, prepare=of.planning),
    "declare": partial(point, slug=AB, kind="declare", turn=3),
    "fight": partial(point, slug=AB, kind="fight", turn=2),
    "support": partial(point, slug=AB, kind="support", turn=2),
    "result": partial(of.result, code="DR"),
    "losses": of.losses,
    "retreat": partial(point, slug=AB, kind="retreat", panel="reasons"),
    "advance": partial(point, slug=AB, kind="advance", panel="rules"),
    "replace": partial(point, slug=AB, kind="replace", turn=5),
    "enemy": partial(of.enemy_turn, slug=AB),
    "film": partial(of.enemy_turn, slug=AB, film=True),
    "staff": partial(point, slug=AB, kind="move", turn=3, prepare=of.ordered),
    "order": partial(point, slug=AB, kind="move", turn=3, prepare=of.ordering),
    "formation": partial(point, slug=AB, kind="move", turn=3, prepare=of.formation),
    "charts": partial(point, slug=AB, kind="move", turn=4, panel="charts"),
    "hex": partial(point, slug=AB, kind="move", turn=4, panel="stack", prepare=of.visit),
    "overview": partial(point, slug=AB, kind="move", turn=4, panel="overview"),
    "threats": partial(point, slug=AB, kind="move", turn=4, prepare=of.overlaid("threat")),
    "replay": partial(of.looking_back, slug=AB),
    "over": partial(of.over, slug=AB),
    "curtain": partial(of.curtain, slug=AB),
    "sandbox": partial(of.arranging, slug=AB),
    "childs-lobby": partial(of.new_game, slug=CB),
    "childs-set-up": partial(point, slug=CB, kind="set-up", turn=0, until=3),
    "childs-move": partial(point, slug=CB, kind="move", until=3),
    "childs-production": partial(point, slug=CB, kind="replace", until=3),
    "guderian-lobby": partial(of.new_game, slug=PG),
    "guderian-formation": partial(point, slug=PG, kind="move", until=3, prepare=of.formation),
    "guderian-refused": partial(point, slug=PG, kind="move", until=3, prepare=of.refused),
    "guderian-doubted": partial(point, slug=PG, kind="move", until=3, prepare=of.doubted),
    "guderian-arrive": partial(point, slug=PG, kind="arrive", until=3),
    "guderian-lay": partial(point, slug=PG, kind="lay", until=3),
    "guderian-move": partial(point, slug=PG, kind="move", until=3),
    "guderian-declare": partial(point, slug=PG, kind="declare", turn=1, until=3),
    "guderian-choose": partial(point, slug=PG, kind="choose", until=3),
    "guderian-lose": partial(point, slug=PG, kind="lose", until=3),
    "guderian-supply": partial(point, slug=PG, kind="move", until=3, prepare=of.overlaid("communication")),
    "guderian-enemy": partial(of.enemy_turn, slug=PG, until=3),
    "monster-move": partial(point, slug=PM, kind="move", until=2),
    "monster-declare": partial(point, slug=PM, kind="declare", until=2),
    "monster-lose": partial(point, slug=PM, kind="lose", until=2),
    "monster-commit": partial(point, slug=PM, kind="commit", until=2),
    "monster-campaign": partial(point, slug=CAMPAIGN, kind="move", turn=1, until=1),
    "smolensk-move": partial(point, slug=SM, kind="move", turn=1, until=3, panel="supply"),
    "smolensk-declare": partial(point, slug=SM, kind="declare", turn=1, until=3),
    "smolensk-supply": partial(point, slug=SM, kind="supply", turn=1, until=3),
    "smolensk-choose": partial(point, slug=SM, kind="choose", turn=1, until=3),
    "smolensk-arrive": partial(point, slug=SM, kind="arrive", until=3),
}
