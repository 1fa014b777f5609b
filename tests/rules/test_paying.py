"""Who pays first: the nearest dump, unless its owner names another that reaches as well."""

from __future__ import annotations

from typing import Any

from engine.play import Game
from engine.play.stocked import Stock
from engine.rules.depots import draw_words, draws_of
from engine.rules.paying import NOWHERE, PayFirst, first_of
from engine.state.actions import MoveUnit
from tests.kit.laws import check_table
from tests.kit.logistics import cells, giving, logistics, logistics_rows, number, tokens, tracing_rows

PIECES: dict[str, Any] = {"g-hq": "0403", "tank-1": "0603", "tank-2": "1203", "division-1": "2001"}
STOCKS = (Stock("0503", "german", 6), Stock("0302", "german", 5))


def begun() -> Game:
    return logistics(PIECES, *STOCKS, rows=logistics_rows(paying={"cases": {"first": "OS-10.1"}}))


def drive(game: Game) -> None:
    game.apply(MoveUnit(number(game, "tank-1"), cells(game, "0703")))


def test_the_nearest_dump_pays_unless_another_is_named() -> None:
    game = begun()
    drive(game)
    assert tokens(game) == {"0302": 5, "0503": 5}
    named = begun()
    far = cells(named, "0302")[0]
    named.apply(PayFirst(far))
    assert first_of(named.table, 0) == far and giving(named, "tank-1")[0].name == "0302"
    drive(named)
    assert tokens(named) == {"0302": 4, "0503": 6}
    check_table(named)


def test_what_was_said_can_be_taken_back_and_is_said_once_a_phase() -> None:
    game = begun()
    far = cells(game, "0302")[0]
    game.apply(PayFirst(far))
    assert not game.judge(PayFirst(far)) and game.judge(PayFirst(far)).case == "OS-10.1"
    game.apply(PayFirst(NOWHERE))
    assert first_of(game.table, 0) is None and not game.judge(PayFirst(NOWHERE))
    assert not game.judge(PayFirst(far)), "once in a phase is enough"
    drive(game)
    assert tokens(game) == {"0302": 5, "0503": 5}


def test_only_stores_of_the_side_are_named_and_all_of_them_are_offered() -> None:
    game = begun()
    assert not game.judge(PayFirst(cells(game, "2001")[0]))
    offered = {action.cell for action in game.options() if isinstance(action, PayFirst)}
    assert offered == set(cells(game, "0302", "0503"))


def test_a_dump_that_was_named_pays_nothing_where_it_does_not_reach() -> None:
    game = begun()
    game.apply(PayFirst(cells(game, "0302")[0]))
    before = [source.name for source in giving(game, "tank-2")]
    assert before and before[0] in ("0302", "0503"), "thrown by the headquarters"
    alone = logistics(
        {"tank-1": "0603", "division-1": "2001"}, *STOCKS, rows=logistics_rows(paying={"cases": {"first": "OS-10.1"}})
    )
    alone.apply(PayFirst(cells(alone, "0302")[0]))
    assert [source.name for source in giving(alone, "tank-1")] == ["0503"], "too far to be drawn straight"


def test_a_unit_says_what_it_draws_on_and_where_its_line_leads() -> None:
    rows = tracing_rows()
    game = logistics({"g-hq": "0303", "tank-1": "0703", "recon": "1503", "division-1": "2001"}, *STOCKS, rows=rows)
    near, far = number(game, "tank-1"), number(game, "recon")
    first = draws_of(game.table, near)[0]
    assert (first.name, first.path[0], first.path[-1]) == ("0503", *cells(game, "0503", "0703"))
    said = draw_words(game.table, near)
    assert said[0].startswith("Draws on 0503, 1 SP 2 T, straight, 4 points")
    assert said[1] == "Its line of supply leads to 0103"
    assert draw_words(game.table, far) == ["No dump reaches it", "It has no line of supply"]
