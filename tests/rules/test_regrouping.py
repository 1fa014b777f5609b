"""Who is alike: units that may stand for each other have the same kind and the same values on every face."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.records.counters import Face, Unit
from engine.rules.regrouping import MergeUnits, _alike
from tests.kit.depots import behind_the_front, rear_rows
from tests.kit.gunnery import piece
from tests.rules.test_replenishing import REGROUPING


@pytest.mark.rule("OS-15.2")
def test_units_are_alike_if_all_their_faces_are() -> None:
    rows = rear_rows(regrouping=REGROUPING)
    game = behind_the_front(rows, "soviet-build", corps="0101")
    units = {row.unit: row.symbol for row in rows.all(Unit)}
    printed = {
        key: [(row.attack, row.defence, row.movement, row.extra) for row in rows.all(Face) if row.unit == key]
        for key in units
    }
    alike = set()
    for one, other in combinations(units, 2):
        wanted = (units[one], printed[one]) == (units[other], printed[other])
        assert _alike(game.table, piece(game, one), piece(game, other)) == wanted, (one, other)
        alike.add(wanted)
    assert alike == {True, False}


@pytest.mark.rule("OS-15.2")
@pytest.mark.parametrize("attack", [4, 5])
def test_units_of_a_kind_with_other_values_do_not_merge(attack: int) -> None:
    rows = rear_rows(regrouping=REGROUPING)
    face = rows.get(Face, "id-2", 0)
    assert face is not None
    rows.put(Face(unit="id-2", face=0, attack=face.attack + attack - 4, defence=face.defence, movement=face.movement))
    game = behind_the_front(rows, "german-build", id_1=("0303", 2), id_2=("0303", 1), corps="0101", army="0804")
    assert bool(game.judge(MergeUnits(piece(game, "id-1"), piece(game, "id-2")))) == (attack == 4)
