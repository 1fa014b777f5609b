"""Rules for those alone who can attack: anything above nothing is a strength to attack with."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.play import Game
from engine.records.counters import Face
from engine.records.play import MechanismRow
from engine.rules.zoc import in_enemy_zone
from engine.state.actions import DeclareAttack
from tests.kit.drill import cell, drill, drill_rows, move, piece

STRENGTHS = pytest.mark.parametrize(
    ("attack", "asked", "able"),
    [(0.0, True, False), (0.0, False, True), (0.5, True, True), (1.0, True, True)],
)


def armed(attack: float, rule: str, *, asked: bool, phase: str = "german-movement") -> Game:
    """VI Corps west of Baranovichi, as strong as said, and a rule that asks for attackers or does not."""
    rows = drill_rows()
    for face in rows.all(Face):
        if face.unit == "vi":
            rows.put(replace(face, attack=attack))
    row = rows.get(MechanismRow, rule)
    assert row is not None
    rows.put(replace(row, params=row.params | {"capable": asked}))
    return drill({"vi": "0405", "13th-army": "0406"}, rows=rows, phase=phase)


@STRENGTHS
def test_who_takes_a_place(attack: float, asked: bool, able: bool) -> None:
    game = armed(attack, "control", asked=asked)
    baranovichi = next(number for number, place in enumerate(game.scenario.places) if place.place == "baranovichi")
    assert game.state.control[baranovichi] == 1
    game.apply(move(game, "vi", "0505"))
    assert game.state.control[baranovichi] == (0 if able else 1)


@STRENGTHS
def test_who_has_a_zone(attack: float, asked: bool, able: bool) -> None:
    game = armed(attack, "zoc", asked=asked)
    assert in_enemy_zone(game.table, cell(game, "0404"), 1) == able


@STRENGTHS
def test_who_attacks(attack: float, asked: bool, able: bool) -> None:
    game = armed(attack, "odds-combat", asked=asked, phase="german-combat")
    assert game.judge(DeclareAttack(piece(game, "vi"), cell(game, "0406"))).legal == able
