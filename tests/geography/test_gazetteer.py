"""The gazetteer: complete, consistent, and clear about what is wrong with a bad one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.errors import ScenarioError
from engine.geography import load_gazetteer
from engine.geography.gazetteer import FOLDER
from tests.kit.laid import gazetteer


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "geography"
    shutil.copytree(FOLDER, folder)
    return folder


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_shipped_gazetteer_has_no_problems() -> None:
    assert gazetteer().problems == ()


def test_towns_are_found_by_every_spelling() -> None:
    book = gazetteer()
    assert book.town("Wjasma").name == "Vyazma"
    assert book.town("Tver").name == "Kalinin"
    with pytest.raises(ScenarioError, match="no town called Atlantis"):
        book.town("Atlantis")


def test_no_reservoir_and_no_town_of_later_years_is_in_it() -> None:
    book = gazetteer()
    assert not {"Rybinsk reservoir", "Tsimlyansk reservoir", "Kiev reservoir"} & set(book.lakes)
    assert "Novopolotsk" not in book.towns
    assert {"Ladoga", "Onega", "Peipus", "Ilmen"} <= set(book.lakes)


def test_every_railway_of_the_gazetteer_hangs_together_with_others() -> None:
    import networkx as nx

    net: nx.Graph[str] = nx.Graph()
    for line in gazetteer().railways.values():
        towns = [stop.town for stop in line.stops if stop.town]
        nx.add_path(net, towns)
    main = max(nx.connected_components(net), key=len)
    assert {town for town in net if town not in main} == set()


def test_rivers_end_near_what_they_flow_into() -> None:
    book = gazetteer()
    for river in book.rivers.values():
        parent = book.rivers.get(river.mouth)
        if parent is None:
            continue
        lat, lon = river.course[-1]
        gap = min(
            min(
                ((lat - (a[0] + (b[0] - a[0]) * t)) ** 2 + (0.62 * (lon - (a[1] + (b[1] - a[1]) * t))) ** 2) ** 0.5
                for t in (0, 0.25, 0.5, 0.75, 1)
            )
            for a, b in zip(parent.course, parent.course[1:], strict=False)
        )
        assert gap < 0.2, f"{river.name} ends {gap:.2f} degrees from {parent.name}"


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("railways.tsv", "Warsaw; Siedlce", "Warsaw; Sidlec", "there is no town called Sidlec"),
        ("towns.tsv", "Minsk\t53.900\t27.567", "Minsk\t27.567\t53.900", "write latitude,longitude"),
        ("towns.tsv", "Dnepr left", "Dnepr north", "left or right"),
        ("rivers.tsv", "Ilmen\tLadoga", "Lake Nowhere\tLadoga", "no lake called Lake Nowhere"),
        ("areas.tsv", "forest\tAknite forest\t45", "forest\tAknite forest\tmuch", "could not convert"),
        ("towns.tsv", "Moskva, Moskau", "Moskva, Kyiv", "belongs to"),
    ],
)
def test_problems_say_what_is_wrong_and_where(copy: Path, file: str, old: str, new: str, says: str) -> None:
    edit(copy, file, old, new)
    problems = [str(problem) for problem in load_gazetteer(copy).problems]
    assert any(says in problem and file in problem for problem in problems), problems


def test_a_file_with_other_columns_is_refused(copy: Path) -> None:
    edit(copy, "lakes.tsv", "name\toutline", "lake\toutline")
    with pytest.raises(ScenarioError, match="must name the columns name, outline"):
        load_gazetteer(copy)


def test_a_missing_file_is_named(copy: Path) -> None:
    (copy / "coasts.tsv").unlink()
    with pytest.raises(ScenarioError, match=r"coasts\.tsv"):
        load_gazetteer(copy)
