"""Markers that a table needs and a program does not: turn, points, who holds a place, and the states of units."""

from __future__ import annotations

from math import ceil

from designer.paint.faces import CounterFace
from designer.printing.material import Material, ink_on
from designer.printing.pages import CounterPicture
from designer.printing.points_track import has_points
from engine.records.board import Place

_NEUTRAL = "#e6dcc0"
_ONE_TO = 9
"""Counters of the game to each marker of a state."""

_FEWEST, _MOST = 6, 30


def table_markers(material: Material, counters: int, side: str = "") -> list[CounterPicture]:
    """The markers for so many counters of one side or of both, as they are printed one after the other."""
    made = []
    if not side:
        made += [_marker("Game turn", _NEUTRAL)]
        made += [_marker(name, _NEUTRAL) for name in ("Points ×1", "Points ×10") if has_points(material)]
    for number, row in enumerate(material.sides):
        if side in ("", row.side):
            made += [_marker(f"{row.name} control", row.colour, number)] * _to_be_taken(material, row.side)
    many = min(_MOST, max(_FEWEST, ceil(counters / _ONE_TO)))
    owner = material.scenario.side_index.get(side, 0)
    return made + [_marker(name, _NEUTRAL, owner) for name in _states(material) for _ in range(many)]


def _states(material: Material) -> list[str]:
    """The states of units and hexes that the rules speak of: those that a journal tells and a counter shows."""
    kinds = material.setting.mark_kinds.values()
    return [kind.name for kind in kinds if kind.badge and kind.set_words[0] and kind.on in ("piece", "cell")]


def _to_be_taken(material: Material, side: str) -> int:
    """How many places a side may take from another; where places have values, only those that have one."""
    places = [place for place in material.rows.all(Place) if place.owner is not None]
    counted = [place for place in places if place.value] or places
    return min(_MOST, len({place.name for place in counted if place.owner != side}))


def _marker(name: str, colour: str, owner: int = 0) -> CounterPicture:
    face = CounterFace(name, "marker", colour=colour, ink=ink_on(colour))
    return CounterPicture(face, colour, owner, name, cut=True)
