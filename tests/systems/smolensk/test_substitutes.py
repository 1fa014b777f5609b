"""Who goes in the place of a unit that is called to another front: a dead one of its kind and worth, if any."""

from __future__ import annotations

import pytest

from engine.play.sandbox import Position, Spot, lay_out
from engine.records.counters import Face, Selector, Unit
from engine.rules.replacements import _candidates
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.rules.withdrawals import Withdrawal
from engine.rules.withdrawals import alike as may_go_instead
from engine.scenario import compile_scenario
from engine.state import ELIMINATED, WITHDRAWN
from engine.systems import setting_of
from engine.systems.smolensk.removals import Removal, Removals
from tests.kit.byways import ground
from tests.kit.drill import drill_rows
from tests.kit.seasons import alter

ALIKE = ("vi", "ix", "xliii", "xx")
"""Infantry of one side and of the same strength and speed; xx has a rating besides, and the army is the enemy's."""


def setting(size: str = "division", flags: tuple[str, ...] = ()) -> Setting:
    rows = drill_rows()
    for key in (*ALIKE, "3rd-army"):
        alter(rows, Unit, key, size=size, flags=flags, symbol="infantry")
        extra = {"rating": 2.0} if key == "xx" else {}
        for face, strength in enumerate((5, 2)):
            rows.put(Face(unit=key, face=face, attack=strength, defence=6, movement=4, extra=extra))
    return setting_of(compile_scenario(rows))


SETTING = setting()


def laid(made: Setting, *dead: str, turn: int = 3) -> Table:
    lost = dict.fromkeys(dead, "")
    return lay_out(made, Position({"vi": Spot("0101"), "3rd-army": Spot("0905")}, turn, "german-movement", lost=lost))


def alike(table: Table, *more: Removal) -> list[str]:
    rule = Removals(schedule=(Removal(turn=3, unit="vi"), *more), themselves=("guards",))
    own = [table.scenario.piece_index["vi"]]
    return [table.scenario.pieces[piece].key for piece in rule._alike(table, own)]


def test_the_dead_of_the_same_worth_may_go_instead() -> None:
    assert alike(laid(SETTING, "ix", "xliii", "xx", "xxiv-pz")) == ["ix", "xliii"], "neither tanks nor another rating"
    assert alike(laid(SETTING)) == []


def test_an_enemy_does_not_go_instead() -> None:
    table = lay_out(SETTING, Position({"vi": Spot("0101")}, 3, "german-movement", lost={"3rd-army": "", "ix": ""}))
    assert alike(table) == ["ix"]


@pytest.mark.parametrize(("turn", "found"), [(2, ["xliii"]), (3, ["xliii"]), (4, ["ix", "xliii"])])
def test_whoever_is_still_to_be_called_himself_does_not_go_for_another(turn: int, found: list[str]) -> None:
    assert alike(laid(SETTING, "ix", "xliii", turn=turn), Removal(turn=3, unit="ix")) == found


@pytest.mark.parametrize(
    ("size", "flags", "any_"), [("brigade", (), True), ("corps", (), False), ("division", ("guards",), False)]
)
def test_only_plain_divisions_and_brigades_are_replaced(size: str, flags: tuple[str, ...], any_: bool) -> None:
    assert bool(alike(laid(setting(size, flags), "ix"))) is any_


@pytest.mark.parametrize(("dead", "gone"), [(("vi", "ix"), "vi"), (("ix",), "ix"), ((), "vi")])
def test_the_named_unit_goes_if_it_is_dead_then_a_dead_one_like_it_then_itself(
    dead: tuple[str, ...], gone: str
) -> None:
    spots = {"3rd-army": Spot("0905")} | ({} if "vi" in dead else {"vi": Spot("0101")})
    table = lay_out(SETTING, Position(spots, 3, "german-movement", lost=dict.fromkeys(dead, "")))
    Removals()._remove(table, Removal(turn=3, unit="vi"))
    state = {key: table.state.cell[table.scenario.piece_index[key]] for key in ("vi", "ix")}
    assert [key for key, at in state.items() if at == WITHDRAWN] == [gone]
    assert [key for key, at in state.items() if at == ELIMINATED] == [key for key in dead if key != gone]


@pytest.mark.parametrize(("dead", "found"), [(False, ["vi", "ix"]), (True, ["vi", "ix", "xliii"])])
def test_units_of_the_same_values_may_be_withdrawn_instead_and_lost_ones_where_they_count(
    dead: bool, found: list[str]
) -> None:
    spots = {"vi": Spot("0303"), "ix": Spot("0101"), "xxiv-pz": Spot("0304"), "3rd-army": Spot("0905")}
    table = lay_out(SETTING, Position(spots, 3, "german-movement", lost={"xliii": ""}))
    each = Withdrawal(units=Selector(units=("vi",)), alike=True, dead=dead)
    assert [table.scenario.pieces[piece].key for piece in may_go_instead(table, 0, each)] == found


def test_only_the_lost_and_those_who_stand_reduced_are_rebuilt() -> None:
    spots = {"vi": Spot("0303", 1), "ix": Spot("0101", 1), "xxiv-pz": Spot("0304"), "3rd-army": Spot("0905", 1)}
    table = lay_out(ground("drill"), Position(spots, 3, "german-movement", lost={"xliii": "", "4th-army": ""}))
    table.state.face[table.scenario.piece_index["xx"]] = 1
    found = {side: [table.scenario.pieces[piece].key for piece in _candidates(table, side)] for side in (0, 1)}
    assert {side: sorted(keys) for side, keys in found.items()} == {
        0: ["ix", "vi", "xliii"],
        1: ["3rd-army", "4th-army"],
    }
