"""A small game that is over in a moment and in which everything happens: battles, losses, two winners and a draw."""

from __future__ import annotations

from pathlib import Path

from engine.lab.conduct import Conductor
from engine.lab.crew import Crew, Here
from engine.lab.settings import RunSettings
from engine.lab.versions import Wanted, add_run
from engine.records import Rows, charts, counters, play
from engine.store import Library
from tests.kit.small import small_scenario

BOTS = {"german": "random", "soviet": "random"}
GREEDY = {"german": "greedy", "soviet": "greedy"}
SLUG = "skirmish"

TABLE = {
    "1:1": ("AL", "AL", "NE", "NE", "DR", "DL"),
    "2:1": ("AL", "NE", "DR", "DR", "DL", "DL"),
    "3:1": ("NE", "DR", "DR", "DL", "DL", "DE"),
}


def skirmish() -> Rows:
    """Three German corps against three Soviet armies for Orsha, in four turns."""
    rows = small_scenario("Skirmish at Orsha")
    rows.put(play.ScenarioRow(title="Skirmish at Orsha", turns=4))
    rows.put(play.Turn(turn=4, name="4 July"))
    _units(rows)
    _table(rows)
    for position, (key, side, kind) in enumerate(
        (
            ("german-move", "german", "movement"),
            ("german-combat", "german", "combat"),
            ("soviet-move", "soviet", "movement"),
            ("soviet-combat", "soviet", "combat"),
        )
    ):
        rows.put(play.Phase(phase=key, name=key.replace("-", " ").title(), kind=kind, side=side, position=position))
    for position, (side, name) in enumerate((("german", "German"), ("soviet", "Soviet"))):
        held = play.HoldsPlaces(side=side, at_least=1, occupied=True)
        key = "orsha" if side == "german" else "held"
        rows.put(play.Victory(victory=key, name=f"{name} win", winner=side, position=position, condition=held))
    return rows


def _units(rows: Rows) -> None:
    for number in (1, 2):
        for side, symbol in (("german", "armour"), ("soviet", "infantry")):
            key = f"{side}-{number}"
            rows.put(
                counters.Unit(
                    unit=key,
                    name=f"{number}. {side.title()}",
                    side=side,
                    nationality=side,
                    symbol=symbol,  # type: ignore[arg-type]
                    move_class="infantry",
                    position=number,
                )
            )
            rows.put(counters.Face(unit=key, face=0, attack=6 + number, defence=4, movement=4))
            rows.put(counters.Face(unit=key, face=1, attack=3, defence=2, movement=4))


def _table(rows: Rows) -> None:
    rows.put(charts.ChartColumn(chart="crt", column="3:1", position=2))
    for column, codes in TABLE.items():
        for die, code in enumerate(codes, 1):
            rows.put(charts.ChartCell(chart="crt", row=str(die), column=column, value=code))
    for code, name, effects in (
        ("AL", "Attacker loses a step", (charts.LoseSteps(who="attacker"),)),
        ("DL", "Defender loses a step", (charts.LoseSteps(who="defender"), charts.RetreatHexes())),
        ("DE", "Defender eliminated", (charts.EliminateAll(who="defender"),)),
    ):
        rows.put(charts.Result(chart="crt", code=code, name=name, effects=effects))


def with_cell(row: str, column: str, value: str) -> Rows:
    """The skirmish with one result of its table changed."""
    rows = skirmish()
    rows.put(charts.ChartCell(chart="crt", row=row, column=column, value=value))
    return rows


def hasty() -> Rows:
    """The skirmish with an option: as long as ever, or only two turns."""
    rows = skirmish()
    short = play.Override(table="scenario", key=(), set={"turns": 2})
    choices = (
        play.OptionChoice(choice="slow", name="Four turns"),
        play.OptionChoice(choice="fast", name="Two turns", overrides=(short,)),
    )
    rows.put(play.Option(option="haste", name="Length of the game", choices=choices))
    return rows


def skirmish_library(path: Path) -> Library:
    """A library that holds it."""
    library = Library.create(path)
    library.add(SLUG, skirmish())
    return library


def new_run(library: Library, settings: RunSettings, *versions: Rows) -> int:
    """A run of the skirmish, of one version or several, not played yet."""
    wanted = [Wanted(f"Version {number + 1}", rows) for number, rows in enumerate(versions or (skirmish(),))]
    return add_run(library, SLUG, "A run", settings, wanted)


def played_run(library: Library, settings: RunSettings, *versions: Rows, crew: Crew | None = None) -> int:
    """A run of the skirmish, played."""
    run = new_run(library, settings, *versions)
    Conductor(library, run, crew or Here()).play()
    return run
