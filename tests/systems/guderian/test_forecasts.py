"""Panzergruppe Guderian: forecasts are exact: each agrees with every draw, counted one by one (kernel, spike 1)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from engine.play import Game
from engine.rules.columns import UNOPPOSED, column_of, shifted
from engine.rules.combat import OddsCombat, ends_of
from engine.rules.fight import still_there, strengths
from engine.rules.forecast import combat_table, forecast_battle
from engine.rules.joining import standing
from engine.rules.table import Table
from engine.state import ELIMINATED
from engine.state.events import UnitEliminated, UnitRevealed
from engine.state.tasks import Battle
from tests.kit.boards import river
from tests.kit.guderian import (
    COMBAT,
    SOVIET_COMBAT,
    WALL,
    attack,
    cell,
    division,
    fought,
    ground_rows,
    piece,
    stage,
    terrain,
)


def battle_of(game: Game, attackers: tuple[str, ...], *targets: str) -> Battle:
    """A battle as it would be fought now."""
    assert game.decision is not None
    pieces = tuple(piece(game, name) for name in attackers)
    cells = [cell(game, target) for target in targets]
    return standing(game.table, Battle(game.decision.side, cells[0], pieces, (), tuple(cells[1:])))


def counted(game: Game, battle: Battle) -> dict[str, Fraction]:
    """The chance of every result, by turning up every counter that each untried unit may be, one after the other."""
    untried = [at for at in (*battle.attackers, *battle.defenders) if game.state.counter[at] is None]
    found: Counter[str] = Counter()
    total = _count(Table(game.setting, game.state.copy(), 0), battle, untried, Fraction(1), found)
    assert total == 1
    return {code: Fraction(chance) for code, chance in found.items()}


def _count(table: Table, battle: Battle, untried: list[int], weight: Fraction, found: Counter[str]) -> Fraction:
    if not untried:
        _settle(table, battle, weight, found)
        return weight
    members = table.pool_of(untried[0])
    kinds = Counter((face.attack, face.defence) for _, face in members)
    done = Fraction(0)
    for kind, many in kinds.items():
        counter = next(index for index, face in members if (face.attack, face.defence) == kind)
        other = Table(table.setting, table.state.copy(), 0)
        other.do(UnitRevealed(untried[0], counter))
        if kind == (0, 0):
            other.do(UnitEliminated(untried[0], other.state.cell[untried[0]], ELIMINATED))
        done += _count(other, battle, untried[1:], weight * Fraction(many, len(members)), found)
    return done


def _settle(table: Table, battle: Battle, weight: Fraction, found: Counter[str]) -> None:
    battle = still_there(table, battle)
    useless = {at for at in battle.attackers if not table.face(at).attack and "leader" not in table.unit(at).flags}
    battle = msgspec.structs.replace(battle, attackers=tuple(at for at in battle.attackers if at not in useless))
    crt = combat_table(table)
    attack, defence = strengths(table, battle) if battle.defenders else (Fraction(1), Fraction(0))
    ends = ends_of(table.mechanism(OddsCombat))
    column = shifted(crt, column_of(crt, attack, defence, ends), 0, ends)
    if column == UNOPPOSED:
        found["De"] += weight  # type: ignore[assignment]
        return
    for code, chance in crt.distributions[column].items():
        found[code] += weight * chance  # type: ignore[assignment]


def check(game: Game, attackers: tuple[str, ...], *targets: str) -> None:
    battle = battle_of(game, attackers, *targets)
    assert forecast_battle(game.table, battle).chances == counted(game, battle)


@pytest.mark.rule("PG-12.2", "PG-F9.2")
def test_two_hexes_at_once_with_untried_divisions_in_both() -> None:
    rows = ground_rows()
    terrain(rows, "forest", "1206")
    river(rows, "1106", "1205")
    pieces = {**division("7-panzer", "1106"), "r1": "1206", "r2": "1205", "r3": ("1205", "3-3"), "konev": "1506"}
    game = stage(pieces, COMBAT, rows=rows)
    check(game, tuple(division("7-panzer", "1106")), "1206", "1205")


@pytest.mark.rule("PG-10.36", "PG-11.31")
def test_a_leader_with_untried_divisions_and_one_out_of_supply() -> None:
    pieces = {"r1": "1106", "r2": "1106", "kurochkin": "1106", "r3": ("1205", "5-5"), "5-inf": ("1206", 1)}
    game = stage(pieces, SOVIET_COMBAT)
    check(game, ("r1", "r2", "kurochkin", "r3"), "1206")
    game = stage({**pieces, **WALL}, SOVIET_COMBAT)
    check(game, ("r1", "r2", "kurochkin", "r3"), "1206")


@pytest.mark.rule("PG-12.3")
def test_a_lone_untried_division_may_prove_to_be_nothing() -> None:
    game = stage({"5-inf": "1106", "r1": "1206", "konev": "1506"}, COMBAT)
    battle = battle_of(game, ("5-inf",), "1206")
    seen = forecast_battle(game.table, battle)
    assert seen.chances == counted(game, battle)
    assert seen.chances["De"] >= Fraction(8, 78) and "D2/A1" in seen.chances


@pytest.mark.rule("PG-12.2")
def test_what_is_fought_is_among_what_was_forecast() -> None:
    pieces = {"5-inf": "1106", "7-inf": "1205", "r1": "1206", "t1": "1206", "konev": "1506"}
    for seed in range(12):
        game = stage(pieces, COMBAT, seed=seed)
        chances = forecast_battle(game.table, battle_of(game, ("5-inf", "7-inf"), "1206")).chances
        attack(game, "1206", "5-inf", "7-inf")
        assert fought(game).code in chances
    assert sum(chances.values()) == 1
