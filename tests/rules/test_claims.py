"""Lines of the schedule that want the same units: whoever is named by a line that still wants him is left to it."""

from __future__ import annotations

import pytest

from engine.play.sandbox import Position, lay_out
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Arrival
from engine.rules.claims import to_arrive
from engine.rules.railways import Railways
from engine.rules.table import Table
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.byways import ground
from tests.kit.small import small_scenario

GUESTS = ("u0", "u1", "u2")


def laid() -> Table:
    """The first line of the schedule names u0, the second u1; the third brings one of all three."""
    rows = small_scenario()
    for key in GUESTS:
        rows.put(Unit(unit=key, name=key.upper(), side="german", nationality="german", flags=("guest",)))
        rows.put(Face(unit=key, face=0, attack=1, defence=1, movement=4))
    wanted = {"a": Selector(units=("u0",)), "b": Selector(units=("u1",)), "c": Selector(flags=("guest",))}
    for turn, (key, units) in enumerate(wanted.items(), 1):
        count = 1 if key == "c" else 0
        rows.put(Arrival(arrival=key, turn=turn, side="german", units=units, count=count, region="west"))
    return lay_out(setting_of(compile_scenario(rows)), Position({}))


@pytest.mark.parametrize(("line", "brings"), [("a", ["u0"]), ("b", ["u1"]), ("c", ["u2"])])
def test_a_line_that_counts_leaves_those_who_are_named_to_the_others_the_first_line_too(
    line: str, brings: list[str]
) -> None:
    table = laid()
    number = next(n for n, row in enumerate(table.scenario.arrivals) if row.arrival == line)
    assert [table.scenario.pieces[piece].key for piece in to_arrive(table, number)] == brings


@pytest.mark.parametrize(("slow", "half"), [(0, False), (1, True)])
def test_a_unit_no_faster_than_the_limit_weighs_half_on_the_railway(slow: int, half: bool) -> None:
    table = lay_out(ground("drill"), Position({}))
    piece = table.scenario.piece_index["vi"]
    rule = Railways(slow=table.face(piece).movement - 1 + slow)
    assert rule.unit_weight(table, piece) * (2 if half else 1) == 1
