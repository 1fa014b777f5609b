"""Where tours begin: in the midst of shipped scenarios, and on grounds where rules meet that seldom do in a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engine.play import Game
from engine.play.sandbox import Spot, arrange
from engine.play.stocked import Stock
from engine.records.play import MechanismRow, Phase
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit import guderian, monster, smolensk
from tests.kit.airfields import aloft, field_rows
from tests.kit.boards import rail
from tests.kit.depots import BOTH, behind_the_front, lookup, rear_rows
from tests.kit.gunnery import at_the_range, range_rows
from tests.kit.logistics import TRACING, logistics
from tests.kit.midway import TURNS, positions
from tests.kit.players import setting_for
from tests.kit.shipped import shipped_rows
from tests.rules.test_air import BASES
from tests.rules.test_replenishing import AIR, FREE, REGROUPING, REMOVAL
from tests.rules.test_trains import railway_params
from tests.rules.test_transport import carrying_rows
from tests.systems.proud_monster.test_sea import BOX, shore


def midway(slug: str, number: int, phase: str, options: Mapping[str, str] | None = None) -> Game:
    """A game of a shipped scenario from a position in its midst, at any phase."""
    setting = setting_of(compile_scenario(shipped_rows(slug), options)) if options else setting_for(slug)
    return arrange(setting, replace(positions(slug)[number], phase=phase), 1)


def at_sea() -> Game:
    """Proud Monster: units in ports, in the box and before a beach that is held."""
    ports = {"rd-1": "1411", "cd-1": "1411", "rd-2": "1411", "td-1": "1411", "rb-1": BOX, "tb-1": BOX, "rd-3": "1711"}
    return shore({**ports, "rd-4": "1710", "inf-217": ("1811", 1), "inf-1": "1910"})


def in_the_air(phase: str) -> Game:
    """Two air fleets over a few units, with supply to carry."""
    rows = field_rows()
    rows.put(MechanismRow(mechanism="stores", params={}))
    german = {"me_109": "1005", "stuka_1": "1005", "stuka_2": "1005", "heinkel": "luftwaffe", "tante_ju": "1005"}
    soviet = {"mig_1": "3005", "mig_2": "red-air-force", "sturmovik": "3005"}
    ground = {"battalion": "2404", "regiment": "1205", "division": "2505", "guard": "2805", "staff": "3005"}
    bases = BASES | {"german-air-strip-1": "1505", "soviet-air-base-1-2": "3504"}
    stocks = (Stock("1005", "german", 6), Stock("3005", "soviet", 4))
    return aloft(rows, phase, bases, stocks=stocks, resting=("stuka-2", "mig-1"), **german, **soviet, **ground)


def at_the_guns() -> Game:
    """A range with guns of both sides and something to hit."""
    german = {"werfer": "0304", "guns": "0404", "battalion": "0504", "panzer": "0505"}
    soviet = {"division": "0605", "tanks": "0605", "brigade_1": "0703", "brigade_2": "0703", "guards": "0604"}
    return at_the_range(range_rows(), "german-fire", {}, 3, **german, **soviet)


def in_the_rear(phase: str) -> Game:
    """A rear area in which units come back, merge, break out and are called away."""
    columns = [{"column": "pax", "gives": "pax"}, {"column": "eq", "gives": "eq"}]
    thrown = [{"name": "Repl", "side": side, "chart": "repl", "columns": columns} for side in ("soviet", "german")]
    rows = rear_rows(
        air=AIR,
        variable_arrivals={"phases": BOTH, "throws": thrown},
        free_rebuilds={"phases": BOTH, "lines": FREE},
        regrouping=REGROUPING,
        breakout={"phases": BOTH},
        withdrawals={"side": "soviet", "phases": ["soviet-build"], "schedule": [REMOVAL | {"turn": 2}]},
    )
    lookup(rows, "repl", {"pax": {2: 2, 6: 3}, "eq": {2: 1, 6: 1}})
    there = {
        "army": "0804",
        "corps": "0101",
        "id_1": ("0303", 2),
        "id_2": ("0303", 1),
        "rd_1": "0904",
        "guards": "0905",
    }
    lost, marks = ("rd-2", "rd-3", "alarm", "tank", "mig"), {"out-of-supply": {"guards": 1}}
    return behind_the_front(
        rows, "soviet-build", lost=lost, marks=marks, bases={"soviet-base": "0904"}, seed=3, **there
    )


def on_the_road(phase: str) -> Game:
    """Supply that is carried, drawn, thrown, captured and eaten, by lorry, wagon and train."""
    rows = carrying_rows()
    for key, params in TRACING.items():
        rows.put(MechanismRow(mechanism=key, params=params))
    rail(rows, *(f"{column:02}03" for column in range(1, 21)))
    params: dict[str, Any] = railway_params() | {"rails": ["rail"], "multi": [], "other": [], "converted": ""}
    rows.put(MechanismRow(mechanism="railways", params=params))
    rows.put(MechanismRow(mechanism="trains", params={"cases": {"rail": "OS-13.1", "convert": "OS-13.2"}}))
    german = {"tank-1": "0703", "tank-2": "0703", "rifles": "0703", "organic": "0603", "recon": "0802", "g-hq": "0503"}
    soviet = {"division-1": "1003", "division-2": "1203", "brigade": "1202", "s-hq": "1303", "s-wagon-1": "1403"}
    more = {"g-lorry-1": "0303", "g-lorry-2": "0403", "guard": "0402", "s-wagon-2": "1403", "s-truck-extender": "1603"}
    stocks = (Stock("0303", "german", 12), Stock("0703", "german", 4), Stock("1403", "soviet", 9))
    pieces = {**german, **soviet, **more, "division-3": Spot("1501", mode="move")}
    return logistics(pieces, *stocks, Stock("g-lorry-1", "german", 3), rows=rows, phase=phase)


def on_the_line() -> Game:
    """Smolensk's ground game: panzer and rifle divisions face to face, one on the march."""
    german = {smolensk.PANZER: "1206", smolensk.PANZER_2: "1206", smolensk.MOTORISED: "1207", smolensk.RECON: "1205"}
    more = {smolensk.INFANTRY: "1204", smolensk.INFANTRY_2: ("1104", 0, "move")}
    soviet = {smolensk.RIFLE: "1306", smolensk.RIFLE_2: "1307", smolensk.WEAK: "1305", smolensk.BORDER: "1404"}
    return smolensk.stage({**german, **more, **soviet})


def in_the_attack() -> Game:
    """The same at the combat phase, with a reserve on either side and works before them."""
    german = {smolensk.PANZER: "0507", smolensk.PANZER_2: "0507", smolensk.MOTORISED: "0505", smolensk.INFANTRY: "0407"}
    soviet = {smolensk.RIFLE: ("0506", 1), smolensk.WEAK: "0506", smolensk.RIFLE_2: "0606", smolensk.BORDER: "0406"}
    marks = {"reserve": {smolensk.RIFLE_2: 1, smolensk.INFANTRY: 1}}
    return smolensk.stage({**german, **soviet}, smolensk.COMBAT, marks=marks)


def ahead_of_the_infantry(phase: str, turn: int) -> Game:
    """Panzer Group Guderian: a panzer division among untried ones, leaders, tanks and two hexes of Smolensk."""
    german = {**guderian.division("4-panzer", "1106"), "5-inf": "1005", "gd": "1205", "1-cav": "0906", "35-inf": "1207"}
    soviet = {"r1": "1206", "r2": "1206", "t1": "1306", "r3": "1107", "r4": "2203", "t2": "1606", "konev": "1406"}
    return guderian.stage({**german, **soviet, "lukin": "2203"}, phase, turn=turn)


DECEMBER = 12
"""The turn of hedgehogs."""


def around_minsk(phase: str, turn: int) -> Game:
    """Proud Monster: worn tanks and infantry among untried divisions, and supply to decide on; in July all come on."""
    axis = {
        "pz-1": ("1106", 2),
        "pz-6": "1106",
        "inf-61": ("1006", 1),
        "inf-217": "1206",
        "inf-1": "1107",
        "arko": "1106",
    }
    soviet = {
        "rd-1": "1207",
        "rd-2": "1207",
        "td-1": "1306",
        "cd-1": "1105",
        "mrd-1": "1406",
        "rd-3": "1203",
        "rb-1": "2203",
    }
    lost = {"rd-20": "rd-90", "inf-21": ""}
    return monster.stage({**axis, **soviet}, phase, turn=turn, setting=monster.reinforced(), supply=True, lost=lost)


Leg = tuple[Callable[[], Game], int, int]
"""Where a part of a tour begins, the seed of its chance, and how many steps it takes."""

IN_THE_AIR = ("german-refit", "german-move", "german-air", "soviet-refit", "soviet-move", "soviet-air")
IN_THE_REAR = ("soviet-build", "soviet-move", "german-build", "german-move")
ON_THE_ROAD = ("g-move", "g-supply", "g-combat", "s-move", "s-supply", "s-combat")


def _legs(begin: Callable[[], Game], many: int, steps: int) -> list[Leg]:
    return [(begin, seed, steps) for seed in range(1, many + 1)]


def _phases(slug: str, steps: int, *phases: str, options: Mapping[str, str] | None = None) -> list[Leg]:
    """From every position that is kept of a scenario, at each of these phases or at every one."""
    wanted = phases or tuple(phase.phase for phase in shipped_rows(slug).all(Phase))
    starts = [(number, phase) for number in range(len(TURNS[slug])) for phase in wanted]
    return [
        (partial(midway, slug, number, phase, options), seed, steps) for seed, (number, phase) in enumerate(starts, 1)
    ]


def _each(begin: Callable[[str], Game], slug: str, steps: int, turns: tuple[int, ...] = ()) -> list[Leg]:
    """On one ground at every phase of a scenario's sequence, on each of these turns."""
    phases = [phase.phase for phase in shipped_rows(slug).all(Phase)]
    starts = [partial(begin, phase, turn) for turn in turns for phase in phases]
    return [(start, seed, steps) for seed, start in enumerate(starts, 1)]


TOURS: dict[str, Callable[[], list[Leg]]] = {
    "arduous-beginning": lambda: _phases("arduous-beginning", 10),
    "childs-barbarossa": lambda: _phases("childs-barbarossa", 15),
    "panzergruppe-guderian": lambda: [
        *_phases("panzergruppe-guderian", 8),
        *_each(ahead_of_the_infantry, "panzergruppe-guderian", 8, (2, 6, 10)),
    ],
    "proud-monster": lambda: [
        *_phases("army-group-north", 8),
        *_phases("army-group-south", 6, monster.MUTUAL_SOVIET, "axis-refit-1", monster.MOVE, monster.ASSAULT),
        *_phases("proud-monster", 6, monster.SOVIET_MOVE, monster.ASSAULT, options={"sections": "more"}),
        *_legs(at_sea, 6, 10),
        *_each(around_minsk, "proud-monster", 6, (4, DECEMBER)),
    ],
    "smolensk": lambda: [
        *_phases("smolensk-vitebsk", 8),
        *_phases("smolensk-third-counteroffensive", 5, "first-refit", "first-reinforcement", "first-air", "second-air"),
        *_phases("smolensk-third-counteroffensive", 5, "second-movement", "second-reaction", "second-combat"),
        *_legs(on_the_line, 4, 15),
        *_legs(in_the_attack, 5, 15),
    ],
    "behind-the-front": lambda: [
        *(leg for phase in IN_THE_AIR for leg in _legs(partial(in_the_air, phase), 2, 15)),
        *_legs(at_the_guns, 3, 10),
        *(leg for phase in IN_THE_REAR for leg in _legs(partial(in_the_rear, phase), 2, 15)),
        *(leg for phase in ON_THE_ROAD for leg in _legs(partial(on_the_road, phase), 2, 15)),
    ],
}
"""By name, the legs of a tour."""
