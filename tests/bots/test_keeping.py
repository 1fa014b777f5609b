"""What bots keep from game to game has an end, and an answer is the same whether it was kept or worked out again."""

from __future__ import annotations

from engine.bots.ground import MOST_WAYS, Groundwork
from engine.bots.keeping import keep
from tests.kit.players import setting_for


def test_the_oldest_answer_goes_when_there_are_too_many() -> None:
    kept: dict[int, int] = {}
    asked: list[int] = []

    def square(number: int) -> int:
        asked.append(number)
        return number * number

    for number in (1, 2, 3, 2, 1):
        assert keep(kept, number, lambda number=number: square(number), 2) == number * number
    assert asked == [1, 2, 3, 1] and sorted(kept) == [1, 3]


def test_ways_of_a_long_arena_are_bounded() -> None:
    setting = setting_for("arduous-beginning")
    ground, kind = Groundwork(setting), setting.scenario.counters[0].unit.move_class
    pairs = [(one, other) for one in range(60) for other in range(one + 1, 60)][: MOST_WAYS + 10]
    first = ground.way_to(pairs[0], kind, 1).copy()
    for pair in pairs:
        ground.way_to(pair, kind, 1)
    assert len(ground._ways) == MOST_WAYS
    assert (ground.way_to(pairs[0], kind, 1) == first).all()
