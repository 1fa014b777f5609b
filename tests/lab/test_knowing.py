"""What bots know of another version, and which games need not be played twice."""

from __future__ import annotations

from msgspec.structs import replace

from engine.lab.knowing import can_hide, results_only
from engine.lab.record import Played, unpack
from engine.lab.settings import RunSettings
from engine.records import Rows
from engine.records.changes import difference
from engine.records.charts import ChartCell
from engine.records.counters import Face, Unit
from engine.records.play import Doctrine, Plan
from engine.store import Library
from tests.kit.skirmish import GREEDY, played_run, skirmish, with_cell

SETTINGS = RunSettings(kind="compare", bots=GREEDY, games=16, seed=5, knowing=False)


def by_version(library: Library, run: int) -> list[list[Played]]:
    found = sorted(library.runs.games(run)[0], key=lambda game: (game.version, game.number))
    return [[unpack(game.record) for game in found if game.version == version] for version in (0, 1)]


def test_games_that_never_come_upon_the_change_are_not_played_twice(lab: Library) -> None:
    run = played_run(lab, SETTINGS, skirmish(), with_cell("2", "2:1", "DE"))
    first, second = by_version(lab, run)
    touched = [any((fight.total, fight.column) == (2, "2:1") for fight in game.fights) for game in first]
    assert 0 < sum(touched) < 16
    for hit, one, other in zip(touched, first, second, strict=True):
        assert (other.seconds > 0) == hit
        if not hit:
            assert other == one.there()


def test_a_copied_game_is_the_game_that_would_have_been_played(lab: Library) -> None:
    """A change that needs no playing by itself goes together with one that does, which is a change of nothing."""
    changed = with_cell("2", "2:1", "DE")
    both = changed.copy()
    unit = both.all(Unit)[0]
    both.put(replace(unit, note="Nobody reads this."))
    copied, played = (played_run(lab, SETTINGS, skirmish(), rows) for rows in (changed, both))
    second = [by_version(lab, run)[1] for run in (copied, played)]
    assert [game.timeless() for game in second[0]] == [game.timeless() for game in second[1]]
    assert all(game.seconds for game in second[1]) and not all(game.seconds for game in second[0])


def test_bots_that_do_not_know_of_a_change_play_as_before_until_it_strikes(lab: Library) -> None:
    changed = with_cell("1", "1:1", "DE")
    run = played_run(lab, SETTINGS, skirmish(), changed)
    for one, other in zip(*by_version(lab, run), strict=True):
        strikes = [at for at, fight in enumerate(one.fights) if (fight.total, fight.column) == (1, "1:1")]
        upto = strikes[0] if strikes else len(one.fights)
        assert one.fights[:upto] == other.fights[:upto]
    knowing = played_run(lab, replace(SETTINGS, knowing=True), skirmish(), changed)
    assert by_version(lab, knowing)[0] != by_version(lab, knowing)[1]
    assert by_version(lab, knowing)[1] != by_version(lab, run)[1]


def _change(rows: Rows) -> bool:
    return can_hide(difference(skirmish(), rows))


def test_only_what_forbids_no_move_can_be_hidden() -> None:
    assert _change(with_cell("1", "1:1", "DE"))
    stronger, faster, fewer, plan = skirmish(), skirmish(), skirmish(), skirmish()
    face = stronger.all(Face)[0]
    stronger.put(replace(face, attack=face.attack + 1))
    faster.put(replace(face, movement=face.movement + 1))
    fewer.drop(Face, *face.identity())
    plan.put(Plan(plan="p", name="P", side="german"))
    plan.put(Doctrine(plan="p", rule="assault"))
    assert [_change(rows) for rows in (stronger, faster, fewer, plan)] == [True, False, False, False]


def test_only_cells_of_the_combat_results_table_leave_games_as_they_are() -> None:
    assert results_only(difference(skirmish(), with_cell("1", "1:1", "DE")), skirmish())
    renamed, new = skirmish(), skirmish()
    renamed.put(replace(renamed.all(Unit)[0], name="Another"))
    new.put(ChartCell(chart="crt", row="7", column="1:1", value="DE"))
    for rows in (renamed, new):
        assert not results_only(difference(skirmish(), rows), skirmish())
