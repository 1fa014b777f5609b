"""The overview of supply: every dump, what is in it, whom it serves; and the lines that units trace."""

from __future__ import annotations

from engine.play.stocked import Stock
from engine.rules.depots import (
    amount_words,
    depots,
    draws_of,
    has_lines,
    in_supply,
    store_marks,
    store_words,
    supply_line,
)
from engine.rules.supply_trace import UNSUPPLIED
from tests.kit.logistics import cells, logistics, number, tracing_rows


def test_every_dump_is_listed_with_those_whom_it_serves() -> None:
    pieces = {"g-hq": "0403", "guard": "0303", "tank-1": "0903", "rifles": "1905", "division-1": "2001"}
    game = logistics(pieces, Stock("0203", "german", 9), Stock("1805", "german", 2), Stock("2002", "soviet", 4))
    near, far = depots(game.table, 0)
    assert (near.name, near.tokens, near.straight) == ("0203", 9, (number(game, "guard"), number(game, "g-hq")))
    assert (near.thrown, near.through) == ((number(game, "tank-1"),), (number(game, "g-hq"),))
    assert (far.name, far.straight, far.thrown) == ("1805", (number(game, "rifles"),), ())


def test_supply_is_told_in_points_and_tokens() -> None:
    game = logistics(
        {"guard": "0303", "g-lorry-1": "0303", "division-1": "2001"}, Stock("0303", "german", 9, group="hoth")
    )
    assert [amount_words(game.table, tokens) for tokens in (0, 3, 4, 9)] == ["0 T", "3 T", "1 SP", "2 SP 1 T"]
    assert store_words(game.table, cells(game, "0303")[0]) == ["German supply of Hoth: 2 SP 1 T"]
    assert store_marks(game.table) == [(cells(game, "0303")[0], 0, "2.25 SP")]
    aboard = logistics({"g-lorry-1": "0303", "division-1": "2001"}, Stock("g-lorry-1", "german", 4))
    assert store_words(aboard.table, cells(aboard, "0303")[0]) == ["German supply aboard G Lorry 1: 1 SP"]


def test_the_line_of_a_unit_is_there_to_be_drawn() -> None:
    game = logistics({"division-1": "1803", "division-2": "1003", "guard": "0102"}, rows=tracing_rows())
    traced = supply_line(game.table, number(game, "division-1"))
    assert has_lines(game.table) and traced is not None
    assert traced.path(cells(game, "1803")[0]) == cells(game, "1803", "1903", "2003")
    assert supply_line(game.table, number(game, "division-2")) is None
    game.table.set_mark(UNSUPPLIED, number(game, "division-2"))
    assert [in_supply(game.table, number(game, key)) for key in ("division-1", "division-2")] == [True, False]


def test_what_lies_in_a_cell_is_added_up_by_side_also_in_the_first_cell_of_the_map() -> None:
    stocks = [Stock("0101", "german", 4), Stock("0101", "german", 2, group="hoth"), Stock("0203", "soviet", 4)]
    game = logistics({"guard": "0303", "division-1": "2001"}, *stocks)
    first, second = cells(game, "0101", "0203")
    assert store_marks(game.table) == [(first, 0, "1.5 SP"), (second, 1, "1 SP")]
    little = logistics({"guard": "0303", "division-1": "2001"}, Stock("0101", "german", 3))
    assert store_marks(little.table) == [(first, 0, "3 T")], "less than a point is counted in tokens"


def test_a_unit_draws_on_what_reaches_it_and_nobody_draws_who_is_not_there() -> None:
    pieces = {"guard": "0101", "division-1": "2001"}
    game = logistics(pieces, Stock("0102", "german", 4), Stock("2002", "soviet", 4))
    places = {
        key: [source.store.where for source in draws_of(game.table, number(game, key)) if source.store]
        for key in pieces
    }
    assert places == {"guard": list(cells(game, "0102")), "division-1": list(cells(game, "2002"))}
    assert draws_of(game.table, number(game, "tank-1")) == [], "it is not on the map"
