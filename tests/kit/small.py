"""A small whole scenario: two sides, a river, a few units, a combat table, a set-up and a victory condition."""

from __future__ import annotations

from engine.records import Rows, charts, counters, play
from tests.kit.boards import board_rows, place, region, river, road


def small_scenario(title: str = "Bridge at Orsha") -> Rows:
    """A scenario of 6 x 4 hexes that the linter finds nothing wrong with."""
    rows = board_rows("""
        . . f . . .
        . . . f . .
        . f . . . .
        . . . . f .
    """)
    rows.put(play.ScenarioRow(title=title, subtitle="A training scenario", turns=3))
    for number in (1, 2, 3):
        rows.put(play.Turn(turn=number, name=f"{number} July"))
    river(rows, "0301", "0401")
    road(rows, "0102", "0202", "0302")
    _sides(rows)
    place(rows, "Orsha", "0302", kind="city", value=2, owner="soviet")
    region(rows, "west", "0101", "0102", "0103")
    region(rows, "east", "0601", "0602")
    _units(rows)
    _crt(rows)
    _play(rows)
    return rows


def _sides(rows: Rows) -> None:
    for position, (side, name) in enumerate((("german", "German"), ("soviet", "Soviet"))):
        rows.put(counters.Side(side=side, name=name, position=position))
        rows.put(counters.Nationality(nationality=side, name=name, side=side))


def _units(rows: Rows) -> None:
    rows.put(counters.Formation(formation="2pzgr", name="2. Panzergruppe", side="german"))
    for key, side, symbol in (("xxiv-pz", "german", "armour"), ("13-army", "soviet", "infantry")):
        formation = "2pzgr" if side == "german" else None
        rows.put(
            counters.Unit(
                unit=key,
                name=key.upper(),
                side=side,
                nationality=side,
                formation=formation,
                symbol=symbol,  # type: ignore[arg-type]
                move_class="infantry",
            )
        )
        rows.put(counters.Face(unit=key, face=0, attack=9, defence=6.5, movement=6))
        rows.put(counters.Face(unit=key, face=1, attack=4, defence=3, movement=6))


def _crt(rows: Rows) -> None:
    rows.put(charts.Chart(chart="crt", name="Combat", kind="crt", columns_are="odds", rows_are="die", dice="1d6"))
    for position, odds in enumerate(("1:1", "2:1")):
        rows.put(charts.ChartColumn(chart="crt", column=odds, position=position))
    for die in range(1, 7):
        rows.put(charts.ChartRow(chart="crt", row=str(die), position=die))
        for odds in ("1:1", "2:1"):
            rows.put(charts.ChartCell(chart="crt", row=str(die), column=odds, value="DR" if die > 3 else "NE"))
    rows.put(charts.Result(chart="crt", code="NE", name="No effect"))
    rows.put(charts.Result(chart="crt", code="DR", name="Defender retreats", effects=(charts.RetreatHexes(),)))


def _play(rows: Rows) -> None:
    for side, cell in (("german", "west"), ("soviet", "east")):
        units = counters.Selector(sides=(side,))
        rows.put(play.Placement(placement=side, side=side, units=units, region=cell))
    rows.put(play.Phase(phase="german-move", name="German movement", kind="movement", side="german"))
    held = play.HoldsPlaces(side="german")
    rows.put(play.Victory(victory="orsha", name="German win", winner="german", condition=held))
