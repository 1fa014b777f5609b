"""Holds the reasons that bots give against the state: the place named is the one scored, the odds are the rules' odds.

`check` says of which kind a reason is, or None where it names neither a place nor a figure; an untrue one fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

from engine.board.network import TICKS
from engine.bots.ground import ground_of
from engine.ids import Cell
from engine.play import Game
from engine.play.game import Entry
from engine.rules.forecast import forecast_battle
from engine.rules.laying import LayMarker
from engine.rules.overrun import OverrunStack
from engine.rules.strength import reckoning
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.rules.zoc import in_enemy_zone
from engine.state.actions import (
    AdvanceUnit,
    DeclareAttack,
    FightBattle,
    MoveStack,
    MoveUnit,
    PlaceUnit,
    RetreatUnit,
)
from engine.state.tasks import Battle

CELL = r"(?:[\w .\-]+ \()?(\d{4}[NS]?|\d\d\.\d\d)\)?"
"""A cell as sentences name it: `Vyazma (2306)`, `2306` or `23.06`."""


FIGURE = r"(?<![\w.,-])\d+\.\d\d+(?![\w.])"
"""A number to two places or more, as no player says one."""


def said_plainly(table: Table, why: dict[str, Any]) -> None:
    """No sentence of a reason has a figure to more than a tenth; `23.06` may be a cell."""
    rejected = [str(each.get("why", "")) for each in why.get("rejected", ())]
    for text in (why["goal"], why.get("expects", ""), *why["reasons"], *rejected):
        assert not set(re.findall(FIGURE, text)) - set(table.board.names.labels), text


def check(game: Game, log: Sequence[Entry], position: int) -> str | None:
    """Hold the reason of an entry against the game as it was before it, as its side could see it."""
    entry = log[position]
    table = game.view(entry.side or 0).table
    action, why = entry.action, entry.why
    if action is None or not why or why.get("rule") == "forced":
        return None
    said_plainly(table, why)
    text = why["reasons"][0]
    if why["rule"] in RULES:
        return RULES[why["rule"]](table, entry, text, why.get("expects", ""))
    if isinstance(action, DeclareAttack):
        return _attack(table, _together(log, position), text, why["expects"])
    if isinstance(action, FightBattle) and (found := re.match(rf"{CELL} falls in", text)):
        return _same(table, found[1], action.target, text, "falls")
    if found := re.match(rf"overruns {CELL} with ([\d.]+) against ([\d.]+)", text):
        return _overrun(table, action, found, text)
    if isinstance(action, LayMarker):
        return _marker(table, action, text)
    if isinstance(action, MoveUnit | MoveStack):
        return _march(table, action, text)
    if isinstance(action, PlaceUnit):
        return _placed(table, action, text)
    if isinstance(action, RetreatUnit) and (
        found := re.match(rf"{CELL} lies ([\d.]+) movement points? from (\w+)", text)
    ):
        own = table.side_of(action.piece) == entry.side
        assert (found[3] == "our") == own, text
        return _same(table, found[1], action.path[-1], text, "retreat")
    if isinstance(action, AdvanceUnit) and (found := re.match(rf"{CELL} counts for victory", text)):
        cell = table.board.cell(found[1])
        assert cell in ground_of(table.setting).objective_cells, text
        return "advance"
    return None


def _shot(table: Table, entry: Entry, _text: str, expects: str) -> str | None:
    """A barrage names the hex that it is fired at."""
    found = re.match(rf"[\d.]+ steps? in {CELL}, tokens counted", expects)
    return _same(table, found[1], entry.action.target, expects, "barrage") if found else None  # type: ignore[union-attr]


def _sensible(table: Table, entry: Entry, text: str, _expects: str) -> str | None:
    """Whoever is named has the rating that is said."""
    found = re.match(r"rating (\d+), and its step is worth", text)
    if found is None:
        return None
    rule = next(one for one in table.answering("advise") if one.key == "ratings")
    assert rule.rating(table, entry.action.piece) == int(found[1]), text  # type: ignore[attr-defined,union-attr]
    return "rating"


def _held_back(table: Table, entry: Entry, text: str, _expects: str) -> str | None:
    """A reserve is as strong, and as far from the enemy, as is said."""
    found = re.search(r": ([\d.]+) strength points (\d+) cells? from the enemy", text)
    if found is None:
        return None
    pieces: tuple[int, ...] = entry.action.pieces  # type: ignore[union-attr]
    assert sum(table.face(piece).attack for piece in pieces) == float(found[1]), text
    here, side = Cell(table.state.cell[pieces[0]]), table.side_of(pieces[0])
    foes = [Cell(table.state.cell[each]) for each in table.on_map(1 - side) if each not in table.setting.bystanders]
    near = min(table.board.grid.distance(here, foe) for foe in foes if not table.board.is_box(foe))
    assert near == int(found[2]), text
    return "reserve"


RULES: dict[str, Callable[[Table, Entry, str, str], str | None]] = {
    "barrage": _shot,
    "rules": _sensible,
    "hold-back": _held_back,
}
"""By rule that is named, how its reasons are held against the state, where they have a form of their own."""


def _same(table: Table, named: str, cell: int, text: str, kind: str) -> str:
    assert table.board.cell(named) == cell, text
    return kind


def _together(log: Sequence[Entry], position: int) -> Battle:
    """The battle that an announcement belongs to: all who are announced with it, one after another, for one reason."""
    first, why = log[position].action, log[position].why
    assert isinstance(first, DeclareAttack)
    before = takewhile(lambda entry: entry.why == why, reversed(log[:position]))
    after = takewhile(lambda entry: entry.why == why, log[position:])
    near = [*reversed([*before]), *after]
    pieces = [entry.action.piece for entry in near if isinstance(entry.action, DeclareAttack)]
    return Battle(int(log[position].side or 0), first.target, tuple(pieces), ())


def _attack(table: Table, battle: Battle, text: str, expects: str) -> str | None:
    if (found := re.match(rf"{CELL} at ([^:]+:\d+(?: to \d+:\d+)?):", text)) is None:
        return None
    whole = Battle(battle.side, battle.target, battle.attackers, tuple(table.stack(battle.target)))
    seen = forecast_battle(table, whole, None)
    assert found[2] == seen.column and table.board.cell(found[1]) == battle.target, text
    told = {code: float(share) for share, code in re.findall(r"(\d+)% ([^,]+)", expects)}
    for code, share in seen.chances.items():
        assert abs(told.get(code or "nothing", 0.0) - 100 * float(share)) <= 0.5, expects
    return "odds"


def _overrun(table: Table, action: object, found: re.Match[str], text: str) -> str | None:
    """The enemy who is overrun stands there, and the strengths are those of the rules; before it, only the place."""
    target = table.board.cell(found[1])
    assert table.holder(target) is not None, text
    if not isinstance(action, OverrunStack):
        return "overrun"
    assert action.target == target, text
    side = table.side_of(action.pieces[0])
    battle = Battle(side, target, tuple(action.pieces), tuple(table.garrison(target)), (), "overrun")
    if any(table.state.counter[piece] is None for piece in battle.defenders):
        return "overrun"
    attack, defence = (reckoning(table, battle, attacking=role) for role in (True, False))
    printed = [{piece: Fraction(_printed(table, piece, role)) for piece in who} for who, role in _sides(battle)]
    assert float(found[2]) == float(attack.worth(printed[0])), text
    assert float(found[3]) == float(defence.worth(printed[1])), text
    return "overrun"


def _sides(battle: Battle) -> tuple[tuple[tuple[int, ...], bool], ...]:
    return (battle.attackers, True), (battle.defenders, False)


def _printed(table: Table, piece: int, attacking: bool) -> float:
    face = table.face(piece)
    return face.attack if attacking else face.defence


def _marker(table: Table, action: LayMarker, text: str) -> str | None:
    if found := re.match(rf"(\d+) enemy groups? would come by {CELL}", text):
        enemies = table.on_map(1 - table.phase_side(table.state.phase))  # type: ignore[operator]
        assert 0 < int(found[1]) <= 3 * len(enemies), text
        return _same(table, found[2], action.cell, text, "marker")
    if found := re.match(rf"a marker at {CELL} cuts off", text):
        return _same(table, found[1], action.cell, text, "marker")
    return None


def _march(table: Table, action: MoveUnit | MoveStack, text: str) -> str | None:
    piece, end = (action.piece if isinstance(action, MoveUnit) else action.pieces[0]), action.path[-1]
    if found := re.match(rf"([\d.]+) movement points? from {CELL}", text):
        cell = table.board.cell(found[2])
        ways = ground_of(table.setting).way_to((cell,), table.unit(piece).move_class, max(table.state.turn, 1))
        assert float(found[1]) == int(ways[end]) / TICKS, text
        return "way"
    if found := re.match(rf"comes up with .* to attack {CELL}, ([\d.]+) against", text):
        cell = table.board.cell(found[1])
        assert table.holder(cell) == 1 - table.side_of(piece) and end in table.setting.neighbours[cell], text
        return "comes up"
    if found := re.match(rf"{CELL} falls to the enemy's best answer .* while it (is in it|stands at {CELL})", text):
        cell, post = table.board.cell(found[1]), table.board.cell(found[3] or found[1])
        assert post == end and cell in ground_of(table.setting).objective_cells, text
        return "brace"
    if found := re.match(rf"makes for {CELL}, which lies open", text):
        cell = table.board.cell(found[1])
        assert table.holder(cell) is None and cell in ground_of(table.setting).objective_cells, text
        return "seizure"
    if found := re.match(
        rf"(?:adds [\d.]+ to the attack on {CELL} and )?serves \d+ posts? within ([\d.]+) hexes", text
    ):
        assert found[1] is None or table.holder(table.board.cell(found[1])) == 1 - table.side_of(piece), text
        traced = table.setting.by_key(TraceSupply.key) is not None  # headquarters throw supply; leaders have a radius
        assert traced or float(found[2]) == table.face(piece).extra["rating"], text
        assert table.board.cell(re.findall(CELL, text)[-1]) == end, text
        return "serves"
    if found := re.match(rf"covers {CELL}, where the enemy's zone cuts the supply", text):
        assert table.board.cell(found[1]) == end and in_enemy_zone(table, end, table.side_of(piece)), text
        return "covers"
    for kind, words in POSTS.items():
        if found := re.match(words, text):
            return _same(table, found[1], end, text, kind)
    return None


POSTS = {
    "post": rf"(?:holds|guards|takes post in|makes) {CELL}(?:,|:| harder|$)",
    "hold": rf"raises the chance to hold {CELL} from",
    "safe": rf"no enemy can attack {CELL} next turn",
    "danger": rf"the enemy could bring [\d.]+ against {CELL},",
    "friends": rf"beside friends at {CELL}",
    "reserve": rf"has \d+ places? within two marches of {CELL}",
    "zone": rf"its zone of control .* at {CELL}",
    "serves": rf"(?:adds .* and )?serves \d+ posts? within [\d.]+ hexes of {CELL}",
    "blow": rf"takes {CELL}(?:, worth|, which)",
}
"""Reasons that name the cell in which a march ends."""


SET_UP = r"is nearest|pays|is ground|lies away|is as good|is as near|is the best ground|counts"
"""What is said of the cell in which a unit is put."""


def _placed(table: Table, action: PlaceUnit, text: str) -> str | None:
    if found := re.match(
        rf"(?:a first battle from )?{CELL} (?:{SET_UP})",
        text,
    ):
        return _same(table, found[1], action.cell, text, "placed")
    return None
