"""What the scenarios ship against what is printed or was found: set-ups, schedule, counters and tables, line by line.

The files in `printed/` hold facts alone, read off the rulebook and public sources and not off our rows; a cell that is
changed by mistake differs from them.  What we chose otherwise is named here.
"""

from __future__ import annotations

import csv
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.ids import Cell
from engine.records import Rows
from engine.records.board import Place, RegionCell, Tec
from engine.records.charts import ChartCell
from engine.records.counters import Face, ModeFace, Unit
from engine.records.markers import MarkerStart
from engine.records.play import Arrival, MechanismRow, Phase, Placement, Victory
from engine.rules.supply_trace import TraceSupply
from tests.kit.players import setting_for
from tests.kit.shipped import shipped_rows

Lines = list[dict[str, str]]

CAMPAIGN = "smolensk-campaign"
SET_UPS = {
    "smolensk-campaign": ("1", 1, 19),
    "smolensk-short": ("1", 1, 8),
    "smolensk-late-july": ("3", 5, 19),
    "smolensk-first-counteroffensive": ("3", 5, 8),
    "smolensk-early-august": ("5", 10, 19),
    "smolensk-second-counteroffensive": ("5", 10, 14),
    "smolensk-third-counteroffensive": ("7", 15, 19),
}
"""By scenario the set-up that it uses, its first turn and its last."""

CASES = {slug: f"SM-S{number}" for number, slug in enumerate(SET_UPS, 1)}
EVERY = [pytest.param(slug, marks=pytest.mark.rule(case), id=case) for slug, case in CASES.items()]


@lru_cache(maxsize=32)
def printed(name: str) -> Lines:
    """The lines of a file."""
    with (Path(__file__).parent / "printed" / f"{name}.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@lru_cache(maxsize=8)
def rows_of(slug: str) -> Rows:
    return shipped_rows(slug)


def params(slug: str, key: str) -> dict[str, Any]:
    """The parameters of a rule; none where the scenario has no such rule."""
    row = rows_of(slug).get(MechanismRow, key)
    return row.params if row is not None else {}


def label(text: str) -> str:
    """A hex as the map numbers it: `2.02` is `02.02`."""
    return text if text[2:3] == "." else f"0{text}"


# Set-ups


@pytest.mark.parametrize("slug", EVERY)
def test_everybody_is_set_up_where_it_is_printed(slug: str) -> None:
    """A division with a cross has a region of its own: the hexes round the printed one that it can enter."""
    rows, lines = rows_of(slug), printed(f"setup-{SET_UPS[slug][0]}")
    regions: dict[str, set[str]] = {}
    for row in rows.all(RegionCell):
        regions.setdefault(row.region, set()).add(row.cell)
    left = Counter({line.placement: max(1, line.count or 1) for line in rows.all(Placement)})
    wrong = []
    for line in (one for one in lines if "." in one["where"] and not one["unit"].startswith(("sp-", "base-"))):
        here, near = label(line["where"]), _around(slug, line["where"], int(line["within"] or 0))
        for _ in range(int(line["count"])):
            for one in rows.all(Placement):
                cells = {one.cell} if one.cell else regions.get(one.region or "", set())
                same = line["unit"] in one.units.units and (one.face or 0) == int(line["lost"])
                if same and left[one.placement] and here in cells <= near:
                    left[one.placement] -= 1
                    break
            else:
                wrong.append(line)
    assert wrong == []


def _around(slug: str, centre: str, within: int) -> set[str]:
    board = setting_for(slug).board
    return {board.label(Cell(cell)) for cell in board.grid.within(board.cell(label(centre)), within)}


@pytest.mark.parametrize("slug", EVERY)
def test_so_many_of_each_stand_on_the_map_or_are_dead(slug: str) -> None:
    """Those of lines without a hex too: aircraft at any base, whoever stands with a headquarters, transport."""
    printed_there: Counter[str] = Counter()
    printed_dead: Counter[str] = Counter()
    for line in printed(f"setup-{SET_UPS[slug][0]}"):
        if not line["unit"].startswith(("sp-", "base-")):
            counted = printed_dead if line["where"] == "dead-pile" else printed_there
            counted[line["unit"]] += int(line["count"])
    placed: Counter[str] = Counter()
    for one in rows_of(slug).all(Placement):
        placed[one.units.units[0]] += max(1, one.count or 1)
    assert placed == printed_there
    assert Counter(params(slug, "opening")["dead"]) == printed_dead


@pytest.mark.parametrize("slug", EVERY)
def test_supply_and_air_bases_lie_where_they_are_printed(slug: str) -> None:
    """What stands with any headquarters lies at one of them, by our choice; so no hex has less than is printed."""
    least: Counter[tuple[str, str]] = Counter()
    whole: Counter[str] = Counter()
    bases: set[tuple[str, str, str]] = set()
    for line in printed(f"setup-{SET_UPS[slug][0]}"):
        kind, _, side = line["unit"].partition("-")
        if kind == "sp":
            whole[side] += int(line["count"])
            least[side, label(line["where"])] += int(line["count"]) if "." in line["where"] else 0
        elif kind == "base":
            bases.add((side, label(line["where"]), f"air-base-{line['count']}"))
    ours: Counter[tuple[str, str]] = Counter()
    for each in params(slug, "stores")["at_start"]:
        if not each.get("carried"):
            ours[each["side"], each.get("cell", "")] += each["tokens"]
    assert all(ours[where] >= many for where, many in least.items())
    assert {side: sum(many for (one, _), many in ours.items() if one == side) for side in whole} == dict(whole)
    there = {(str(row.side), str(row.cell), row.marker) for row in rows_of(slug).all(MarkerStart) if row.cell}
    assert {each for each in there if each[2].startswith("air-base")} == bases


# The schedule


@pytest.mark.rule("SM-1.6a", "SM-1.1a")
@pytest.mark.parametrize("slug", SET_UPS)
def test_everybody_arrives_on_his_day_by_his_entry(slug: str) -> None:
    """Three battalions are in the dead pile when their divisions come; who is only away comes back by the removals."""
    _, first, last = SET_UPS[slug]
    regions: dict[str, set[str]] = {}
    for row in rows_of(slug).all(RegionCell):
        regions.setdefault(row.region, set()).add(row.cell)
    left: Counter[tuple[int, str, str]] = Counter()
    for one in rows_of(slug).all(Arrival):
        left[one.turn, one.units.units[0], one.region or ""] += max(1, one.count or 1)
    away = {each["unit"] for each in params(slug, "removals").get("schedule", ()) if each.get("back")}
    fallen = {(each["turn"], each["unit"]) for each in params(slug, "opening").get("fallen", ())}
    dead = {(int(line["turn"]), line["unit"]) for line in printed("schedule") if line["state"] == "dead-pile"}
    assert fallen == {one for one in dead if first <= one[0] <= last} and len(dead) == 3
    wrong = []
    for line in printed("schedule"):
        back = line["event"] == "return" and line["unit"] not in away
        due = first <= int(line["turn"]) <= last and line["state"] != "dead-pile"
        for _ in range(int(line["count"]) if due and (back or line["event"] == "arrive") else 0):
            at = label(line["hex"]) if "." in line["hex"] else ""
            keys = (key for key, many in left.items() if many and key[:2] == (int(line["turn"]), line["unit"]))
            found = next((key for key in keys if at in regions[key[2]] or not at), None)
            wrong += [line] if found is None else []
            left[found or (0, "", "")] -= 1
    assert wrong == [] and not +left
    loaded = {line["unit"] for line in printed("schedule") if (line["event"], line["state"]) == ("arrive", "full")}
    assert set(params(slug, "loaded-arrivals")["units"]["units"]) == loaded


@pytest.mark.rule("SM-1.6a")
@pytest.mark.parametrize("slug", SET_UPS)
def test_everybody_who_is_removed_leaves_on_his_day(slug: str) -> None:
    _, first, last = SET_UPS[slug]
    found: Counter[tuple[int, str]] = Counter()
    for each in params(slug, "removals").get("schedule", ()):
        found[each["turn"], each["unit"]] += each.get("count", 1)
    for each in params(slug, "withdrawals")["schedule"]:
        found[each["turn"], each["units"]["units"][0]] += each["count"]
    wanted: Counter[tuple[int, str]] = Counter()
    for line in printed("schedule"):
        wanted[int(line["turn"]), line["unit"]] += int(line["count"]) if line["event"] == "remove" else 0
    turns = range(first, last + 1)
    assert {key: many for key, many in found.items() if key[0] in turns} == {
        key: many for key, many in wanted.items() if key[0] in turns and many
    }


def dated(event: str, unit: str, side: str = "soviet") -> list[tuple[int, int]]:
    """The turns of an event with what it brings."""
    lines = (one for one in printed("schedule") if (one["event"], one["unit"], one["side"]) == (event, unit, side))
    return [(int(line["turn"]), int(line["count"])) for line in lines]


@pytest.mark.rule("SM-2.3c")
def test_frontal_reserves_come_on_three_days() -> None:
    lines = [each for each in params(CAMPAIGN, "free-rebuilds")["lines"] if each["name"] == "Frontal reserve"]
    by_kind: dict[str, list[tuple[int, int]]] = {}
    for each in lines:
        what = {"supply": "sp", "new": "convert"}.get(each.get("gives", ""), "")
        what = what or ("rebuild-il-2" if each.get("where") == "bases" else "rebuild-hq-or-artillery")
        by_kind.setdefault(what, []).extend((turn, each.get("points", 1)) for turn in each["turns"])
    assert {kind: by_kind[kind] for kind in by_kind if kind != "convert"} == {
        kind: dated("frontal-reserve", kind) for kind in ("sp", "rebuild-il-2", "rebuild-hq-or-artillery")
    }
    news = {each["turns"][0]: (each["leave"]["units"], each["units"]["units"]) for each in lines if "leave" in each}
    printed_news = {int(one["turn"]): ([one["unit"]], [one["into"]]) for one in printed("schedule") if one["into"]}
    assert news == printed_news and len(news) == 3


@pytest.mark.rule("SM-2.4")
def test_so_many_divisions_of_each_army_are_mobilised_on_each_day() -> None:
    schedule = params(CAMPAIGN, "mobilisation")["schedule"]
    for army in ("30", "28", "24"):
        ours = [(each["turn"], each["count"]) for each in schedule if each["army"] == f"{army}th Army"]
        assert ours == dated("rule", f"mobilise-{army}")
    sizes = {army["name"]: len(army["units"]) for army in params(CAMPAIGN, "mobilisation")["armies"]}
    assert sizes == {"30th Army": 5, "28th Army": 8, "24th Army": 11}


@pytest.mark.rule("OS-3.4", "SM-1.2", "SM-2.1a", "SM-2.3e", "SM-3.3c", "SM-3.6")
def test_what_changes_with_the_date_changes_on_its_day() -> None:
    """19 July is turn 4, 1 August turn 8, 15 August turn 12, 19 August turn 13."""
    stock = {(each["side"], each["first_turn"]): each["count"] for each in params(CAMPAIGN, "reserves")["stock"]}
    later = {(side, *one) for side in ("axis", "soviet") for one in dated("marker", "reserve-marker", side)}
    assert stock.pop(("axis", 1)) == 14 and {(side, turn, many) for (side, turn), many in stock.items()} == later
    rails = {
        (each["side"], each["points"], each.get("first_turn", 1)) for each in params(CAMPAIGN, "railways")["capacity"]
    }
    assert rails == {("soviet", 2, 1), ("soviet", 3, 4), ("axis", 1, 4)}
    assert dated("marker", "rail-cap") == [(4, 3)] and dated("marker", "rail-cap", "axis") == [(4, 1)]
    assert [turn for turn, _ in dated("rule", "operational-limits-end")] == [params(CAMPAIGN, "modes")["strat_from"]]
    assert params(CAMPAIGN, "engineers")["not_before"] == params(CAMPAIGN, "modes")["strat_from"] == 8
    assert [turn for turn, _ in dated("rule", "source-closes")] == [4, 13]
    spans = {each["region"]: each.get("last_turn", 200) for each in params(CAMPAIGN, "trace-supply")["spans"]}
    assert (spans["soviet-sources"], spans["soviet-sources-from-19-july"]) == (3, 12)
    events = params(CAMPAIGN, "random-events")
    assert (events["first_turn"], events["last_turn"]) == (dated("rule", "random-events", "axis")[0][0], 12)
    assert params(CAMPAIGN, "variable-exit")["first_turn"] == dated("rule", "variable-exit", "axis")[0][0] == 13


@pytest.mark.rule("SM-1.6b", "SM-1.6c", "SM-3.4b")
def test_the_late_tables_hold_from_19_august_on() -> None:
    late = {turn for side in ("axis", "soviet") for turn, _ in dated("rule", "late-tables", side)}
    assert late == {13}
    for tables in (params(CAMPAIGN, "supply-arrivals")["tables"], params(CAMPAIGN, "variable-arrivals")["throws"]):
        spans = {(each["side"], each.get("first_turn", 1), each.get("last_turn", 200)) for each in tables}
        assert spans == {(side, *span) for side in ("axis", "soviet") for span in ((1, 12), (13, 200))}
    special = [each for each in params(CAMPAIGN, "free-rebuilds")["lines"] if each["name"] == "Special replacement"]
    assert {each["last_turn"] for each in special} == {12}
    assert params(CAMPAIGN, "group-supply")["last_turn"] == params(CAMPAIGN, "dividing-line")["last_turn"] == 12


# Victory

COUNTS = {"main": {"soviet": 7, "axis": 6}, "short": {"soviet": 6, "axis": 7}}
DECISIVE = {"soviet": 9, "axis": 8}
"""Of the listed hexes so many: at the end by the list that counts, and before it from 19 August on."""


@pytest.mark.rule("SM-5.0a", "SM-5.0b")
@pytest.mark.parametrize("slug", EVERY)
def test_each_scenario_is_won_by_the_printed_cities_and_as_many_hexes(slug: str) -> None:
    kind = "short" if slug in ("smolensk-short", "smolensk-first-counteroffensive") else "main"
    at = {row.place: row.cell for row in rows_of(slug).all(Place)}
    asked = {row.victory: row for row in rows_of(slug).all(Victory)}
    listed = {label(line["hex"]) for line in printed("victory") if line["list"] == kind}
    for side in ("soviet", "axis"):
        cities = {
            label(line["hex"]) for line in printed("victory") if (line["list"], line["needed_by"]) == ("city", side)
        }
        found = [(f"{side}-win", COUNTS[kind][side])]
        found += [(f"{side}-decisive", DECISIVE[side])] if kind == "main" else []
        for key, least in found:
            parts = msgspec.to_builtins(asked[key].condition)["parts"]
            held = [part for part in parts if part["is"] == "holds-places"]
            assert [{at[place] for place in part["places"]} for part in held] == [cities, listed]
            assert [(part["side"], part["at_least"]) for part in held] == [(side, -1), (side, least)]
            assert (asked[key].winner, asked[key].when) == (side, "turn" if "decisive" in key else "end")
            turns = [part["at_least"] for part in parts if part["is"] == "turn-reached"]
            assert turns == ([12] if "decisive" in key else []), "when turn 12 is over, at the start of 19 August"
    assert ("soviet-decisive" in asked) is (kind == "main")


# Sequence and stacking


@pytest.mark.rule("OS-1.2")
def test_the_phases_of_a_turn_come_in_their_order() -> None:
    own = (
        *("refit", "reinforcement", "movement", "air", "supply", "reaction", "reaction-air", "reaction-barrage"),
        *("barrage", "combat", "exploitation", "exploitation-air", "exploitation-barrage", "exploitation-combat"),
        "clean-up",
    )
    phases = sorted(rows_of(CAMPAIGN).all(Phase), key=lambda row: row.position)
    wanted = ["weather", "initiative", *(f"{who}-{phase}" for who in ("first", "second") for phase in own)]
    assert [row.phase for row in phases] == wanted
    reacting = {row.phase for row in phases if row.player and row.player != row.phase.split("-")[0]}
    assert reacting == {f"{who}-reaction{more}" for who in ("first", "second") for more in ("", "-air", "-barrage")}


@pytest.mark.rule("OS-2.1")
def test_ten_of_size_may_stand_in_a_hex_when_any_phase_but_reinforcement_ends() -> None:
    rule = params(CAMPAIGN, "stacking")
    (limit,) = rule["limits"]
    weights = {each["units"]["flags"][0]: each["weight"] for each in limit["weights"]}
    assert (limit["most"], limit["units"]) == (10, {"without": ["no-ground"]})
    assert weights == {"re-quarter": 0.25, "re-half": 0.5, "re-two": 2, "re-three": 3, "re-four": 4}
    for unit in rows_of(CAMPAIGN).all(Unit):
        size = next((line["re"] for line in printed("units") if line["unit"] == unit.unit), "")
        if "no-ground" not in unit.flags and size:
            assert next((weights[flag] for flag in unit.flags if flag in weights), 1) == float(size), unit.unit
    on_the_ground = {row.phase for row in rows_of(CAMPAIGN).all(Phase) if row.kind in ("movement", "combat", "pause")}
    assert set(rule["phases"]) == on_the_ground | {"first-clean-up", "second-clean-up"}


# Counters


def _string(face: Face | ModeFace) -> str:
    """What is printed on a face: strength, rating, allowance; in parentheses what cannot attack."""
    strength = f"{face.defence:g}" if face.attack else f"({face.defence:g})"
    return f"{strength}-{face.extra.get('rating', 0):g}-{face.movement:g}"


THROWS = {15.0: 18.0, 8.0: 10.0}
"""What headquarters throw is on no counter that is known: the data propose numbers, and these are ours instead."""


@pytest.mark.rule("OS-2.1", "OS-3.1", "SM-2.2c")
def test_counters_bear_what_is_printed_on_them() -> None:
    rows = rows_of(CAMPAIGN)
    steps = Counter(face.unit for face in rows.all(Face))
    wrong = []
    for line in printed("units"):
        unit, face, other = (rows.get(kind, line["unit"], *at) for kind, at in _FACES)
        assert isinstance(unit, Unit) and isinstance(face, Face)
        values = {key: face.extra.get(key, 0.0) for key in ("barrage", "range", "throw")}
        fit = [
            (unit.quantity or 1, steps[line["unit"]]) == (int(line["quantity"]), int(line["steps"] or 1)),
            values["throw"] == THROWS.get(float(line["throw"] or 0), float(line["throw"] or 0)),
            not line["re"] or face.extra.get("re", 0.0) == float(line["re"]),
        ]
        if line["barrage"]:
            shot = (values["barrage"], values["range"], face.movement)
            fit.append(shot == (float(line["barrage"]), float(line["range"]), float(line["combat"].rsplit("-", 1)[1])))
        elif line["combat"]:
            fit.append(_string(face) == line["combat"])
        if isinstance(other, ModeFace) and not line["barrage"] and line["move"][:1] not in ("", "-"):
            fit.append(_string(other) == line["move"])
        if line["air"]:
            fit += _aircraft(rows, line)
        wrong += [] if all(fit) else [line]
    assert wrong == []


_FACES: tuple[tuple[Any, tuple[Any, ...]], ...] = ((Unit, ()), (Face, (0,)), (ModeFace, ("move", 0)))


def _aircraft(rows: Rows, line: dict[str, str]) -> list[bool]:
    """Whether the faces of an aircraft bear the printed ratings, in parentheses where it starts no combat."""
    fit = []
    for number, (air, bombs) in enumerate(zip(line["air"].split("/"), line["air_barrage"].split("/"), strict=True)):
        face = rows.get(Face, line["unit"], number)
        assert face is not None
        passive, value = air.startswith("("), float(air.strip("()"))
        found = (face.extra.get("air", 0.0), face.extra.get("barrage", 0.0), bool(face.extra.get("passive")))
        fit += [found == (value, float(bombs), passive), face.extra["range"] == float(line["air_range"])]
    return fit


# Tables


def cells_of(chart: str) -> dict[tuple[str, str], str]:
    return {(cell.row, cell.column): cell.value for cell in rows_of(CAMPAIGN).all(ChartCell) if cell.chart == chart}


def _head(column: str) -> str:
    """The column that a range of points is found in: its least."""
    return column.removeprefix("p").split("-")[0].rstrip("+")


@pytest.mark.rule("OS-9.5")
def test_the_combat_table_and_its_headings_are_as_found() -> None:
    found, heads = cells_of("crt"), cells_of("crt-heads")
    columns = [heads["open", str(number)] for number in range(1, 14)]
    for line in printed("combat-table"):
        values = [line[f"c{number}"] for number in range(1, 14)]
        if line["roll"].startswith("odds "):
            ground = line["roll"].removeprefix("odds ")
            if (ground, "1") in heads:
                assert [heads[ground, str(number)] for number in range(1, 14)] == values, ground
        else:
            row = line["roll"].strip("<=>+")
            assert [found[row, column] for column in columns] == [value.replace(" ", "") for value in values], row


@pytest.mark.rule("OS-8.1", "OS-8.4")
@pytest.mark.parametrize(
    ("name", "chart"), [("barrage-table", "barrage"), ("facility-barrage-table", "facility-barrage")]
)
def test_the_tables_of_barrages_are_as_found(name: str, chart: str) -> None:
    found = cells_of(chart)
    for line in printed(name):
        row = "T" if line["roll"].startswith("ammunition") else line["roll"]
        wanted = {_head(column): value for column, value in line.items() if column != "roll"}
        assert {column: found.get((row, column), "-") for column in wanted} == wanted, row


@pytest.mark.rule("OS-14.3", "SM-1.6b")
def test_the_tables_of_losses_and_replacements_are_as_found() -> None:
    losses = cells_of("mission-loss")
    for line in printed("mission-loss-table"):
        assert [losses[line["roll"], many] for many in "234"] == [
            line[f"{many}_units"] for many in ("two", "three", "four")
        ]
    for line in printed("repl-tables"):
        found, row = cells_of(f"{line['side']}-repl"), line["roll_2d6"].strip("<=>").replace("3", "2")
        names = {"ftr": "Ftr", "tac": "Tac", "pax": "Pax", "eq": "Eq"}
        given = {key: found.get((row, column), "0") for key, column in names.items()}
        assert given == {key: line[key] for key in names}, line
    assert all(row in {str(number) for number in (2, *range(4, 13))} for row, _ in cells_of("axis-repl"))


@pytest.mark.rule("OS-11.2")
def test_attrition_costs_what_is_found() -> None:
    rule = setting_for(CAMPAIGN).mechanism(TraceSupply)
    for line in printed("attrition-table"):
        row = next(each for each in rule.attrition if each.rating == int(line["action_rating"]))
        for total in range(2, 16):
            column = next(key for key, text in list(line.items())[1:] if _covers(text, total))
            lost = {"lose_all": 9}.get(column) or int(column.removeprefix("lose_"))
            assert row.steps(total, 9) == lost, (line, total)


def _covers(text: str, total: int) -> bool:
    """Whether a total lies in a range as tables print it: `<=8`, `9-10`, `11`, `>=13`, `-`."""
    if text == "-":
        return False
    if text[0] in "<>":
        return total <= int(text[2:]) if text[0] == "<" else total >= int(text[2:])
    low, _, high = text.partition("-")
    return int(low) <= total <= int(high or low)


@pytest.mark.rule("OS-12.2")
def test_captures_are_as_found() -> None:
    results = params(CAMPAIGN, "captures")["results"]
    found = [(each["dump"], *each["transport"], each["own"]) for each in results]
    keys = ("dump_percent", "truck_percent", "wagon_percent", "own_destruction_percent")
    assert found == [tuple(int(line[key]) for key in keys) for line in printed("capture-table")]


@pytest.mark.rule("OS-4.1", "OS-9.2")
def test_terrain_costs_and_multiplies_as_is_found() -> None:
    """Feet cross a major river for all that they have, which is a way of moving of its own."""
    effects = {(row.layer, row.kind, row.effect): row.value for row in rows_of(CAMPAIGN).all(Tec)}
    for line in printed("tec"):
        if line["layer"] in ("edge", "marker") or line["kind"] == "rail":
            continue
        for kind in ("leg", "track", "truck"):
            wanted = line[kind].lstrip("+").replace("all", "P")
            assert effects.get((line["layer"], line["kind"], f"move.{kind}"), "ot") == wanted, line
        for colour in ("armour", "mech"):
            wanted = line[colour].strip("[]").removeprefix("x")
            assert effects.get((line["layer"], line["kind"], f"assault.{colour}"), "ot") == (wanted or "ot"), line
        ground = line["close"] or "ot"
        assert effects.get((line["layer"], line["kind"], "combat.class"), "ot") == ground, line
