"""The gazetteer: towns, rivers, railways, roads, areas, lakes, borders and coasts of 1941."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.errors import Problem, ScenarioError
from engine.geography.tables import TableLine, read_table

LatLon = tuple[float, float]
SPRING = "spring"
_ENGINE = Path(__file__).resolve().parent.parent
_SHIPPED = _ENGINE / "_shipped" / "resources"
FOLDER = (_SHIPPED if _SHIPPED.is_dir() else _ENGINE.parent / "resources") / "geography"
"""Where the gazetteer lies: in the installed package, or in the source tree."""


@dataclass(frozen=True)
class Town:
    """A town or station; `bank` is a river it stands on and the side looking downstream."""

    name: str
    at: LatLon
    size: int = 0
    bank: tuple[str, str] | None = None
    other: tuple[str, ...] = ()


@dataclass(frozen=True)
class River:
    """A river from its source to its mouth."""

    name: str
    grade: int
    source: str
    mouth: str
    course: tuple[LatLon, ...]


@dataclass(frozen=True)
class Stop:
    """A town that a line serves, or a mere point that it passes."""

    at: LatLon
    town: str | None = None


@dataclass(frozen=True)
class TrafficLine:
    """A railway (grade: tracks) or a road (grade: class)."""

    name: str
    grade: int
    stops: tuple[Stop, ...]
    opened: str = ""


@dataclass(frozen=True)
class NamedOutline:
    """A named closed outline: a forest, a lake, a sea, an island."""

    name: str
    kind: str
    ring: tuple[LatLon, ...]
    cover: float = 1.0


@dataclass(frozen=True)
class Border:
    """A frontier from north to south."""

    key: str
    name: str
    line: tuple[LatLon, ...]


@dataclass(frozen=True)
class Gazetteer:
    """Everything that maps are laid from; names are unique within each kind."""

    towns: dict[str, Town]
    rivers: dict[str, River]
    railways: dict[str, TrafficLine]
    roads: dict[str, TrafficLine]
    areas: tuple[NamedOutline, ...]
    lakes: dict[str, NamedOutline]
    borders: dict[str, Border]
    coasts: tuple[NamedOutline, ...]
    problems: tuple[Problem, ...] = ()

    def town(self, name: str) -> Town:
        """The town of that name or spelling."""
        found = self.towns.get(name) or next((town for town in self.towns.values() if name in town.other), None)
        if found is None:
            raise ScenarioError([Problem(f"the gazetteer has no town called {name}", "towns.tsv")])
        return found


def load_gazetteer(folder: Path | None = None) -> Gazetteer:
    """Read the gazetteer; what is wrong with it is listed in `problems`."""
    folder = folder or FOLDER
    reader = _Reader(folder)
    towns = reader.by_name("towns.tsv", ("name", "lat", "lon", "size", "bank", "other"), _town)
    rivers = reader.by_name("rivers.tsv", ("name", "class", "source", "mouth", "other", "course"), _river)
    lakes = reader.by_name("lakes.tsv", ("name", "outline"), _lake)
    gazetteer = Gazetteer(
        towns=towns,
        rivers=rivers,
        railways=reader.lines("railways.tsv", ("name", "tracks", "opened", "stops"), towns),
        roads=reader.lines("roads.tsv", ("name", "class", "stops"), towns),
        areas=tuple(reader.rows("areas.tsv", ("kind", "name", "cover", "outline"), _area)),
        lakes=lakes,
        borders={row.key: row for row in reader.rows("borders.tsv", ("key", "name", "line"), _border)},
        coasts=tuple(reader.rows("coasts.tsv", ("kind", "name", "outline"), _coast)),
    )
    problems = (*reader.problems, *_cross_checks(gazetteer))
    return Gazetteer(**{**gazetteer.__dict__, "problems": problems})


T = TypeVar("T")
N = TypeVar("N", Town, River, TrafficLine, NamedOutline)


class _Reader:
    """Reads files of one folder and collects what is wrong with them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[Problem] = []

    def rows(self, file: str, columns: tuple[str, ...], make: Callable[[TableLine], T]) -> list[T]:
        """The records of a file that can be understood."""
        found = []
        for line in read_table(self.folder / file, columns):
            try:
                found.append(make(line))
            except ValueError as error:
                name = line.fields.get("name", line.fields.get("key", ""))
                self.problems.append(Problem(str(error), file, (f"line {line.number}", name)))
        return found

    def by_name(self, file: str, columns: tuple[str, ...], make: Callable[[TableLine], N]) -> dict[str, N]:
        """The records of a file by their names, which must differ."""
        found: dict[str, N] = {}
        for record in self.rows(file, columns, make):
            if record.name in found:
                self.problems.append(Problem("the name is there twice", file, (record.name,)))
            found[record.name] = record
        return found

    def lines(self, file: str, columns: tuple[str, ...], towns: dict[str, Town]) -> dict[str, TrafficLine]:
        """Railways or roads by name, with their towns looked up."""

        def make(line: TableLine) -> TrafficLine:
            stops = tuple(_stop(text.strip(), towns) for text in line.fields["stops"].split(";"))
            if len(stops) < 2:
                raise ValueError("a line needs at least two stops")
            grade = int(line.fields.get("tracks") or line.fields.get("class") or 0)
            return TrafficLine(line.fields["name"], grade, stops, line.fields.get("opened", ""))

        return self.by_name(file, columns, make)


def _stop(text: str, towns: dict[str, Town]) -> Stop:
    if text.startswith("@"):
        return Stop(_point(text[1:]))
    if text not in towns:
        raise ValueError(f"there is no town called {text}")
    return Stop(towns[text].at, text)


def _town(line: TableLine) -> Town:
    fields = line.fields
    river, _, side = fields["bank"].rpartition(" ")
    if fields["bank"] and side not in ("left", "right"):
        raise ValueError("a bank is a river and left or right")
    bank = (river, side) if fields["bank"] else None
    other = tuple(name.strip() for name in fields["other"].split(",") if name.strip())
    return Town(fields["name"], _point(f"{fields['lat']},{fields['lon']}"), int(fields["size"]), bank, other)


def _river(line: TableLine) -> River:
    fields = line.fields
    course = _points(fields["course"], 2)
    return River(fields["name"], int(fields["class"]), fields["source"], fields["mouth"], course)


def _lake(line: TableLine) -> NamedOutline:
    return NamedOutline(line.fields["name"], "lake", _points(line.fields["outline"], 3))


def _area(line: TableLine) -> NamedOutline:
    fields = line.fields
    return NamedOutline(fields["name"], fields["kind"], _points(fields["outline"], 3), float(fields["cover"]) / 100)


def _coast(line: TableLine) -> NamedOutline:
    if line.fields["kind"] not in ("sea", "island"):
        raise ValueError("a coast bounds a sea or an island")
    return NamedOutline(line.fields["name"], line.fields["kind"], _points(line.fields["outline"], 3))


def _border(line: TableLine) -> Border:
    return Border(line.fields["key"], line.fields["name"], _points(line.fields["line"], 2))


def _points(text: str, least: int) -> tuple[LatLon, ...]:
    points = tuple(_point(part) for part in text.split())
    if len(points) < least:
        raise ValueError(f"needs at least {least} points")
    return points


def _point(text: str) -> LatLon:
    lat, _, lon = text.partition(",")
    point = (float(lat), float(lon))
    if not (35 <= point[0] <= 72 and 5 <= point[1] <= 60):
        raise ValueError(f"{text} is not in eastern Europe; write latitude,longitude")
    return point


def _cross_checks(gazetteer: Gazetteer) -> Iterable[Problem]:
    """Names that refer to nothing, and spellings that two towns claim."""
    owner: dict[str, str] = {}
    for town in gazetteer.towns.values():
        for name in (town.name, *town.other):
            if name in owner and owner[name] != town.name:
                yield Problem(f"the spelling {name} belongs to {owner[name]} too", "towns.tsv", (town.name,), "other")
            owner.setdefault(name, town.name)
        if town.bank and town.bank[0] not in gazetteer.rivers:
            yield Problem(f"there is no river called {town.bank[0]}", "towns.tsv", (town.name,), "bank")
    for river in gazetteer.rivers.values():
        if river.source != SPRING and river.source not in gazetteer.lakes:
            yield Problem(f"there is no lake called {river.source}", "rivers.tsv", (river.name,), "source")
