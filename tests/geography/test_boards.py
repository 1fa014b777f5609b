"""The three boards: residuals of the fits, and every fact that is printed."""

from __future__ import annotations

import itertools

import networkx as nx
import pytest

from engine.geography import residual_table
from engine.records.board import Hexside, Link, Place
from tests.kit.laid import cell_of, laid, links, on_edge, recipe, recipe_path, region, terrain

SMOLENSK = {
    "pochinok": "36.13",
    "dukhovshchina": "37.24",
    "roslavl": "38.05",
    "zharkovskiy": "40.31",
    "yartsevo": "41.21",
    "yelnya": "43.14",
    "dorogobuzh": "46.17",
    "safonovo": "46.20",
    "belyy": "46.29",
    "pusii": "48.25",
    "spas-demensk": "52.09",
    "krichev": "27.05",
    "demidov": "32.25",
    "mogilev": "15.10",
    "rzhev": "60.34",
    "vyazma": "56.20",
    "orsha": "18.18",
    "bobruisk": "02.02",
    "bykhov": "13.05",
    "sukhinichi": "61.04",
    "sychevka": "58.27",
    "olenino": "52.34",
    "izdeshkovo": "49.20",
    "tolochin": "11.18",
    "velizh": "29.30",
    "shklov": "16.14",
    "chausy": "20.07",
    "propoisk": "20.03",
    "cherikov": "24.03",
    "kirov": "52.05",
    "rudnya": "25.23",
    "liozno": "24.24",
    "krasnyy": "28.16",
    "mstislavl": "28.09",
    "kholm-zhirkovskiy": "49.25",
    "solovyevo": "42.17",
    "smolensk": "34.18",
    "smolensk-south": "34.17",
    "vitebsk": "19.27",
    "vitebsk-north": "19.28",
}
GUDERIAN = {
    "vitebsk": "0412",
    "vitebsk-2": "0513",
    "orsha": "0420",
    "mogilev": "0424",
    "mogilev-2": "0525",
    "smolensk": "2216",
    "smolensk-2": "2217",
    "roslavl": "2626",
    "rzhev": "3901",
    "vyazma": "4015",
    "gzhatsk": "4607",
    "kaluga": "5921",
    "krichev": "1427",
    "velizh": "1509",
    "mstislavl": "1524",
    "belyy": "3005",
    "yelnya": "3020",
}
MONSTER = {
    "leningrad": "4201N",
    "oranienbaum": "4100N",
    "riga": "2705N",
    "minsk": "2817N",
    "moscow": "5017N",
    "moscow-2": "5116N",
    "tula": "4921N",
    "odessa": "2512S",
    "sevastopol": "2919S",
    "novorossisk": "4022S",
}
KNOWN = (("smolensk", SMOLENSK), ("panzergruppe-guderian", GUDERIAN), ("proud-monster", MONSTER))


@pytest.mark.parametrize(("slug", "places"), KNOWN)
def test_places_with_a_known_hex_lie_exactly_there(slug: str, places: dict[str, str]) -> None:
    assert {place: cell_of(slug, place) for place in places} == places


@pytest.mark.parametrize(
    ("slug", "kind", "most", "worst"),
    [
        ("smolensk", "similarity", 1.0, "Dukhovshchina"),
        ("proud-monster", "similarity", 0.5, "Minsk"),
        ("panzergruppe-guderian", "affine", 2.0, "Vyazma"),
    ],
)
def test_the_fit_is_as_good_as_we_say(slug: str, kind: str, most: float, worst: str) -> None:
    fit = laid(slug).fit
    assert fit is not None and fit.kind == kind
    assert fit.rms < most
    assert fit.worst[0] == worst
    used = {control.name or control.town for control in recipe(slug).control if control.fitted}
    assert set(fit.residuals) == used


@pytest.mark.parametrize("slug", [slug for slug, _ in KNOWN])
def test_the_residual_table_lists_every_control_place(slug: str) -> None:
    lines = residual_table(recipe_path(slug)).splitlines()
    fit = laid(slug).fit
    assert fit is not None
    assert f"RMS {fit.rms:.2f}" in lines[0]
    assert len(lines) == 1 + len(fit.residuals)
    values = [float(line.split()[-1]) for line in lines[1:]]
    assert values == sorted(values, reverse=True)


def test_the_arduous_map_has_no_residuals() -> None:
    assert "no control places" in residual_table(recipe_path("arduous-beginning"))


@pytest.mark.parametrize(
    "way",
    [
        ("01.03", "02.02"),
        ("01.19", "04.18", "18.18", "24.19", "34.18"),
        ("01.07", "04.07", "15.10", "24.06", "27.05", "38.05"),
        ("15.10", "18.18"),
        ("18.18", "19.27"),
        ("34.18", "43.14"),
    ],
)
def test_smolensk_railways_run_where_they_are_printed(way: tuple[str, ...]) -> None:
    rails = links("smolensk", "rail", "double-rail")
    for a, b in itertools.pairwise(way):
        grid = laid("smolensk").frame.grid
        steps = nx.shortest_path_length(rails, a, b)
        assert steps <= 1.4 * grid.distance(grid.parse(a), grid.parse(b)) + 2, f"{a} to {b}"


def test_the_dividing_railway_of_smolensk_is_multi_track_from_end_to_end() -> None:
    double = links("smolensk", "double-rail")
    assert nx.has_path(double, "19.19", "62.23")
    assert {"18.18", "24.19", "34.18", "56.20"} <= set(nx.node_connected_component(double, "19.19"))


def test_smolensk_swamps_are_where_they_are_printed() -> None:
    kinds = terrain("smolensk")
    assert (kinds["12.01"], kinds["20.20"]) == ("swamp", "swamp")
    assert "swamp" not in (kinds["11.01"], kinds["19.20"])


@pytest.mark.parametrize("label", ["13.01", "37.35", "62.16", "29.01", "01.03", "01.26", "04.00"])
def test_a_road_or_railway_enters_smolensk_at_every_printed_supply_hex(label: str) -> None:
    assert label in links("smolensk")
    column, _, row = label.partition(".")
    assert on_edge("smolensk", label) or (int(column) % 2 == 1 and row == "01")
    assert label in region("smolensk", "axis-supply") | region("smolensk", "soviet-supply")


def test_the_odd_columns_of_smolensk_begin_with_row_one() -> None:
    kinds = terrain("smolensk")
    outside = {label for label, kind in kinds.items() if kind == "outside"}
    assert outside == {f"{column:02}.00" for column in range(1, 62, 2)}


def test_the_dnepr_and_the_dvina_part_the_halves_of_two_cities() -> None:
    grid = laid("smolensk").frame.grid
    rivers = {(row.cell, row.side): row.name for row in laid("smolensk").rows.all(Hexside)}
    for upper, lower, name in (("34.18", "34.17", "Dnepr"), ("19.28", "19.27", "Western Dvina")):
        low, high = sorted((grid.parse(upper), grid.parse(lower)))
        assert rivers.get((grid.label(low), grid.side_between(low, high) or 0)) == name


def test_guderian_railways_leave_the_map_where_they_should_and_nowhere_else() -> None:
    rails = links("panzergruppe-guderian", "rail")
    ends = {label for label in rails if on_edge("panzergruppe-guderian", label) and _leaves(rails, label)}
    printed = {"0109", "0112", "0131", "1831", "3131", "3831", "4331", "4531", "5431", "3901", "5907", "5921"}
    assert ends == printed


def test_guderian_roads_leave_the_map_where_they_should_and_nowhere_else() -> None:
    roads = links("panzergruppe-guderian", "road")
    ends = {label for label in roads if on_edge("panzergruppe-guderian", label) and _leaves(roads, label)}
    assert ends == {"0120", "0501", "5907", "5915"}


def _leaves(graph: nx.Graph[str], label: str) -> bool:
    """Whether a line ends in an edge hex, or in a city there where lines meet."""
    return graph.degree(label) == 1 or label in ("5921", "3901")


def test_yelnya_of_guderian_lies_on_its_railway() -> None:
    rails = links("panzergruppe-guderian", "rail")
    for a, b in (("2819", "2920"), ("2920", "3020"), ("3020", "3021")):
        assert rails.has_edge(a, b)


def test_the_german_supply_road_runs_from_the_west_edge_to_both_eastern_exits() -> None:
    roads = links("panzergruppe-guderian", "road")
    assert nx.has_path(roads, "0120", "5907") and nx.has_path(roads, "0120", "5915")


def test_entrance_areas_of_guderian() -> None:
    slug = "panzergruppe-guderian"
    assert region(slug, "entrance-b") == {f"01{row:02}" for row in (*range(1, 11), 12)}
    assert region(slug, "entrance-v") == {f"{column}01" for column in range(19, 28)}
    assert region(slug, "entrance-h") == {"0128", "0129", "0130", "0131"}


def test_the_highway_of_proud_monster_runs_from_minsk_to_moscow() -> None:
    assert nx.has_path(links("proud-monster", "highway"), "2817N", "5017N")
    assert {row.kind for row in laid("proud-monster").rows.all(Link)} == {"highway"}


def test_straits_and_the_river_of_the_example_lie_on_their_hexsides() -> None:
    grid = laid("proud-monster").frame.grid
    sides = {(row.cell, row.side, row.kind) for row in laid("proud-monster").rows.all(Hexside)}
    for a, b, kind in (
        ("3215S", "3216S", "strait"),
        ("3216S", "3315S", "strait"),
        ("3719S", "3819S", "strait"),
        ("3719S", "3820S", "strait"),
        ("2608N", "2707N", "river"),
    ):
        low, high = sorted((grid.parse(a), grid.parse(b)))
        assert (grid.label(low), grid.side_between(low, high), kind) in sides


def test_the_frontier_of_proud_monster_passes_where_it_is_printed() -> None:
    zomo, outside = region("proud-monster", "zomo"), region("proud-monster", "outside")
    assert {"1906N", "1913N", "2013N", "2014N", "1025N", "1026N", "1403S", "2115S"} <= zomo
    assert not {"2006N", "1703S", "1804S", "2114S"} & (zomo | outside)
    water = {"sea", "lake"}
    for label in ("4300N", "4301N", "4401N", "4500N", "2817S", "3620S", "3819S", "3820S"):
        assert terrain("proud-monster")[label] not in water


def test_the_fort_lines_of_proud_monster_begin_and_end_where_they_are_printed() -> None:
    assert {"3801N", "4303N"} <= region("proud-monster", "luga-line-north")
    assert {"4003N", "4105N"} <= region("proud-monster", "luga-line-south")
    assert region("proud-monster", "leningrad-line") == {"4300N"}


def test_kharkov_lies_in_column_42() -> None:
    assert cell_of("proud-monster", "kharkov").startswith("42")


def test_zones_of_proud_monster_follow_the_columns() -> None:
    assert "2210N" in region("proud-monster", "frontier-zone")
    assert "2310N" in region("proud-monster", "interior-zone")


@pytest.mark.parametrize("slug", [slug for slug, _ in KNOWN])
def test_places_say_how_their_hex_is_known(slug: str) -> None:
    by_source = {row.provenance for row in laid(slug).rows.all(Place)}
    assert len(by_source) > 1
