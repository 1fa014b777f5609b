"""Characters that are obeyed and not read: from a file they are shown as such, whoever types them is told so."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.errors import ScenarioError
from engine.legible import all_legible, legible
from engine.records import Rows
from engine.records.changes import Change
from engine.records.counters import Side, Unit
from engine.records.play import MechanismRow, ScenarioRow
from engine.store import Library, read_bundle
from engine.store.examine import examine
from engine.store.games import GameInfo
from tests.kit.broken import good_library, tampered
from tests.kit.small import small_scenario

OBEYED = ("\0", "\x07", "\x1b", "\x0b", "\x7f", "\x85", "\u202a", "\u202e", "\u2066", "\u2069", "\uffff")
"""What rings, starts a command, turns the direction of writing, or is no character at all."""

READ = (
    "two\nlines",
    "a\ttab",
    "Windows\r\nends",
    "Orša – “Орша”",
    "שלום",
    "\N{NO-BREAK SPACE}",
    "\N{GRINNING FACE}",
)


@pytest.mark.parametrize("mark", [*OBEYED, "\r", "\ud800"])
def test_what_is_obeyed_is_shown_as_such(mark: str) -> None:
    assert legible(f"a{mark}b") == "a\ufffdb"
    assert all_legible({mark: [mark, (mark, 1)]}) == {"\ufffd": ["\ufffd", ("\ufffd", 1)]}


@pytest.mark.parametrize("text", READ)
def test_what_is_read_stays(text: str) -> None:
    assert legible(text) == text


@pytest.mark.parametrize("mark", OBEYED)
def test_whoever_types_it_is_told_its_number(mark: str, tmp_path: Path) -> None:
    with Library.open(good_library(tmp_path / "good.db")) as library:
        before = library.load("orsha")
        unit = next(iter(before.all(Unit)))
        for row in (
            msgspec.structs.replace(unit, name=f"XXIV{mark}"),
            MechanismRow(mechanism="zoc", params={"note": [{"deep": mark}]}),
        ):
            change = Change(row.table, row.identity(), before.get(type(row), *row.identity()), row)
            with pytest.raises(ScenarioError, match=rf"U\+{ord(mark):04X}, which is not read but obeyed"):
                library.edit("orsha", "Typed", [change])
        assert list(library.load("orsha")) == list(before)
        with pytest.raises(ScenarioError, match="not read but obeyed"):
            library.add("second", small_scenario(f"Bridge{mark}"))


@pytest.mark.parametrize("mark", OBEYED)
def test_a_text_bundle_comes_in_with_it_shown(mark: str) -> None:
    coded = f"\\u{ord(mark):04x}"
    for said in (coded, mark):
        rows = read_bundle(f"stavka scenario 1\n[side]\nside\tname\ngerman\tAxis{said}\n")
        assert [row.name for row in rows.all(Side)] == ["Axis\ufffd"]
    rows = read_bundle(f'stavka scenario 1\n[mechanism]\nmechanism\tparams\nzoc\t{{"a": ["{coded}"]}}\n')
    assert [row.params for row in rows.all(MechanismRow)] == [{"a": ["\ufffd"]}]


def titled(rows: Rows) -> str:
    return rows.the(ScenarioRow).title


def test_a_library_comes_in_with_it_shown_and_can_be_edited(tmp_path: Path) -> None:
    path = tampered(
        tmp_path / "evil.db",
        "UPDATE scenario SET title = char(8238) || 'ahsrO', subtitle = 'a' || char(0) || 'b'",
        "UPDATE side SET name = name || char(8238)",
    )
    assert examine(path) == []
    with Library.open(path) as library:
        assert [info.title for info in library.scenarios()] == ["\ufffdahsrO"]
        assert library.scenarios()[0].sides == ("German\ufffd", "Soviet\ufffd")
        rows = library.load("orsha")
        said = rows.the(ScenarioRow)
        assert (said.title, said.subtitle) == ("\ufffdahsrO", "a\ufffdb")
        mended = msgspec.structs.replace(said, title="Orsha")
        library.edit("orsha", "Mend", [Change(said.table, (), said, mended)])
        assert titled(library.load("orsha")) == "Orsha"
        library.undo("orsha")
        assert titled(library.load("orsha")) == "\ufffdahsrO"


@pytest.mark.parametrize("written", ["\u202e", "\\u202e", "\\b", "\\u0000"])
def test_the_history_of_a_stranger_is_as_harmless_as_his_rows(tmp_path: Path, written: str) -> None:
    path = good_library(tmp_path / "evil.db")
    with Library.open(path) as library:
        before = library.load("orsha").the(ScenarioRow)
        after = msgspec.structs.replace(before, title="Here")
        library.edit("orsha", "Call it", [Change(before.table, (), before, after)])
        library.undo("orsha")
        with library._writing() as db:
            db.execute("UPDATE edit SET changes = replace(changes, 'Here', ?), name = name || char(8238)", (written,))
        assert [line.name for line in library.history("orsha")] == ["Call it\ufffd"]
        made = library.redo("orsha")
        assert made is not None and made.name == "Call it\ufffd"
        assert [getattr(change.after, "title", "") for change in made.changes] == ["\ufffd"]
        assert titled(library.load("orsha")) == "\ufffd"


@pytest.mark.parametrize("mark", [*OBEYED, "\ud800"])
def test_names_of_games_and_runs_are_kept_with_it_shown(mark: str, tmp_path: Path) -> None:
    with Library.open(good_library(tmp_path / "good.db")) as library:
        game = library.new_game("orsha", name=f"My{mark}", seed=1, sides="{}", options="{}", snapshot="")
        run = library.runs.add("orsha", f"Mine{mark}", "{}", "", [])
        assert called(library.games("orsha")) == ["My\ufffd"] and library.runs.info(run).name == "Mine\ufffd"
        library.rename_game(game, f"Ours{mark}")
        library.runs.rename(run, f"Hers{mark}")
        assert called(library.games("orsha")) == ["Ours\ufffd"] and library.runs.info(run).name == "Hers\ufffd"


def called(games: list[GameInfo]) -> list[str]:
    return [game.name for game in games]
