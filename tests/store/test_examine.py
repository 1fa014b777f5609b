from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import ScenarioError
from engine.records import ORDER
from engine.store import Library, examine, read_file
from tests.kit import broken
from tests.kit.small import small_scenario


def found(path: Path) -> list[str]:
    return [str(problem) for problem in examine(path)]


def test_a_good_file_has_no_problems(tmp_path: Path) -> None:
    assert examine(broken.good_library(tmp_path / "library.db")) == []
    assert examine(broken.text(lambda text: text)(tmp_path / "Orsha, again.txt")) == []
    assert read_file(tmp_path / "Orsha, again.txt") == {"orsha-again": small_scenario()}


def test_missing_tables_and_columns_are_all_listed(tmp_path: Path) -> None:
    assert found(broken.bare(tmp_path / "bare.db")) == [f"{kind.table}: the table is missing" for kind in ORDER]
    path = broken.loosened(tmp_path / "loose.db", "turn", "ALTER TABLE turn DROP COLUMN name", "DROP TABLE rule_case")
    assert found(path)[:2] == ["turn, name: the column is missing", "rule_case: the table is missing"]


def test_wrong_types_are_all_listed(tmp_path: Path) -> None:
    path = broken.loosened(
        tmp_path / "library.db",
        "unit",
        "UPDATE unit SET quantity = 'many' WHERE unit = 'xxiv-pz'",
        "UPDATE unit SET flags = '{' WHERE unit = 'xxiv-pz'",
        "UPDATE unit SET name = x'ff00', side = NULL WHERE unit = '13-army'",
    )
    assert {(problem.key, problem.field) for problem in examine(path) if problem.table == "unit"} == {
        (("xxiv-pz",), "quantity"),
        (("xxiv-pz",), "flags"),
        (("13-army",), "name"),
        (("13-army",), "side"),
    }
    assert "unit xxiv-pz, quantity: the value is “many”, but must be a whole number from 1 to 999" in found(path)


def test_dangling_references_are_all_listed(tmp_path: Path) -> None:
    path = broken.tampered(
        tmp_path / "library.db",
        "DELETE FROM terrain_kind WHERE kind = 'forest'",
        "UPDATE unit SET formation = 'ghosts' WHERE unit = '13-army'",
        "INSERT INTO turn (scenario, turn, name) VALUES ('lost', 1, 'July')",
    )
    lines = found(path)
    assert sum("there is no terrain kind called “forest”" in line for line in lines) == 4
    assert "unit 13-army, formation: there is no formation called “ghosts”" in lines
    assert "turn: a row belongs to a scenario that is not listed: “lost”" in lines


def test_absurd_sizes_are_problems(tmp_path: Path) -> None:
    path = broken.tampered(
        tmp_path / "library.db",
        "UPDATE grid SET columns = 100000",
        "UPDATE scenario SET title = printf('%.*c', 10000000, 'x')",
        "UPDATE grid SET km = 1e999",
    )
    lines = found(path)
    assert "grid, columns: the value is 100000, but must be a whole number from 1 to 400" in lines
    assert "scenario, title: the text has 10,000,000 characters; at most 1,000,000 can be kept" in lines
    assert "grid, km: the value is inf, which is not a number to count with" in lines
    assert max(map(len, lines)) < 300


def test_two_rows_with_one_key_and_odd_slugs(tmp_path: Path) -> None:
    path = broken.loosened(tmp_path / "a.db", "turn", "INSERT INTO turn SELECT * FROM turn WHERE turn = 2")
    assert found(path) == ["turn 2: there are two rows with this key"]
    path = broken.loosened(tmp_path / "b.db", "library", "UPDATE library SET slug = 'Orsha!'")
    assert any("cannot name a scenario" in line for line in found(path))


def test_text_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes("stavka scenario 1\n[scenario]\ntitle\nPrüfung\n".encode("latin-1"))
    assert found(path) == [f"The file {path} is neither a library nor UTF-8 text (line 4)."]


@pytest.mark.parametrize(
    "make", [broken.bare, lambda path: broken.tampered(path, "DELETE FROM side"), broken.scribbled, broken.foreign]
)
def test_nothing_of_a_bad_file_is_imported(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    path = make(tmp_path / "bad.db")
    with Library.create(tmp_path / "mine.db") as library:
        with pytest.raises(Exception) as caught:
            library.add_all(read_file(path))
        assert isinstance(caught.value, ScenarioError) or "StoreError" in type(caught.value).__name__
        assert library.scenarios() == []


def test_problems_of_several_scenarios_name_theirs(tmp_path: Path) -> None:
    path = tmp_path / "two.db"
    with Library.create(path) as library:
        library.add("one", small_scenario())
        library.add("two", small_scenario())
    conn = broken.sqlite3.connect(path)
    conn.execute("DELETE FROM formation WHERE scenario = 'two'")
    conn.commit()
    conn.close()
    assert found(path) == ["two/unit xxiv-pz, formation: there is no formation called “2pzgr”"]
