"""Records of the counters: sides, nationalities, formations, units and their faces."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, ClassVar, Literal

import msgspec

from engine.records.base import Record, col
from engine.records.board import Colour, Key, Name, Note, Provenance

SYMBOLS = (
    "infantry",
    "armour",
    "mechanised",
    "motorised",
    "cavalry",
    "mountain",
    "airborne",
    "artillery",
    "engineer",
    "antitank",
    "hq",
    "leader",
    "supply",
    "militia",
    "security",
    "garrison",
    "fighter",
    "bomber",
    "air",
    "marker",
)
SIZES = ("", "company", "battalion", "regiment", "brigade", "division", "corps", "army", "front")


class Side(Record, frozen=True, kw_only=True):
    """One of the two players' sides."""

    table: ClassVar[str] = "side"
    key: ClassVar[tuple[str, ...]] = ("side",)

    side: Key
    name: Name
    colour: Colour = "#7a7f78"
    position: Annotated[int, col("Position", "0 is offered to the human by default")] = 0


class Nationality(Record, frozen=True, kw_only=True):
    """A nation or arm of a side, with the colours of its counters."""

    table: ClassVar[str] = "nationality"
    key: ClassVar[tuple[str, ...]] = ("nationality",)

    nationality: Key
    name: Name
    side: Annotated[str, col("Side", refers="side")]
    colour: Colour = "#9aa39a"
    ink: Annotated[str, col("Ink", "Colour of the print on the counter", pattern=r"^#[0-9a-fA-F]{6}$")] = "#111111"


class Formation(Record, frozen=True, kw_only=True):
    """A formation that units belong to."""

    table: ClassVar[str] = "formation"
    key: ClassVar[tuple[str, ...]] = ("formation",)

    formation: Key
    name: Name
    side: Annotated[str, col("Side", refers="side")]
    parent: Annotated[str | None, col("Part of", refers="formation")] = None


class Unit(Record, frozen=True, kw_only=True, cache_hash=True):
    """One counter (or several alike) of the order of battle."""

    table: ClassVar[str] = "unit"
    key: ClassVar[tuple[str, ...]] = ("unit",)

    unit: Key
    name: Annotated[str, col("Identity", "As printed beside the symbol: 13th Army, XXIV Pz", max_length=60)]
    side: Annotated[str, col("Side", refers="side")]
    nationality: Annotated[str, col("Nationality", refers="nationality")]
    formation: Annotated[str | None, col("Formation", refers="formation")] = None
    symbol: Annotated[
        Literal[
            "infantry",
            "armour",
            "mechanised",
            "motorised",
            "cavalry",
            "mountain",
            "airborne",
            "artillery",
            "engineer",
            "antitank",
            "hq",
            "leader",
            "supply",
            "militia",
            "security",
            "garrison",
            "fighter",
            "bomber",
            "air",
            "marker",
        ],
        col("Type", "The unit symbol"),
    ] = "infantry"
    size: Annotated[
        Literal["", "company", "battalion", "regiment", "brigade", "division", "corps", "army", "front"],
        col("Size"),
    ] = "division"
    move_class: Annotated[str, col("Class", "Movement class: a column of the terrain effects chart")] = "infantry"
    flags: Annotated[tuple[str, ...], col("Flags", "Words that rules look for: tank, untried, leader")] = ()
    pool: Annotated[str, col("Pool", "Drawn blind from this pool until revealed; empty: known from the start")] = ""
    quantity: Annotated[int, col("Quantity", "How many identical counters", ge=1, le=999)] = 1
    position: Annotated[int, col("Position", "Order in lists")] = 0
    provenance: Provenance = "ours"
    note: Note = ""


class Face(Record, frozen=True, kw_only=True):
    """One face of a counter: full strength first, then each reduced step."""

    table: ClassVar[str] = "face"
    key: ClassVar[tuple[str, ...]] = ("unit", "face")

    unit: Annotated[str, col("Unit", refers="unit")]
    face: Annotated[int, col("Face", "0 is full strength", ge=0, le=3)]
    attack: Annotated[float, col("Attack", ge=0, le=999)] = 0.0
    defence: Annotated[float, col("Defence", ge=0, le=999)] = 0.0
    movement: Annotated[float, col("Movement", ge=0, le=999)] = 0.0
    extra: Annotated[dict[str, float], col("Other values", "Named numbers: shift, range, rating")] = {}


class ModeFace(Record, frozen=True, kw_only=True):
    """A face of a counter in another mode than its usual one: what the other side of the card shows at each step."""

    table: ClassVar[str] = "mode_face"
    key: ClassVar[tuple[str, ...]] = ("unit", "mode", "face")

    unit: Annotated[str, col("Unit", refers="unit")]
    mode: Annotated[str, col("Mode", "Key of the mode, as the rule of modes calls it", min_length=1, max_length=40)]
    face: Annotated[int, col("Face", "0 is full strength", ge=0, le=3)]
    attack: Annotated[float, col("Attack", ge=0, le=999)] = 0.0
    defence: Annotated[float, col("Defence", ge=0, le=999)] = 0.0
    movement: Annotated[float, col("Movement", ge=0, le=999)] = 0.0
    extra: Annotated[dict[str, float], col("Other values", "Named numbers: shift, range, rating")] = {}
    move_class: Annotated[str, col("Class", "Movement class in this mode; empty: as usual")] = ""


class Selector(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True
):
    """Which units a rule speaks of; every list that is not empty must hold the unit's word."""

    units: Annotated[tuple[str, ...], col("Units", refers="unit")] = ()
    sides: Annotated[tuple[str, ...], col("Sides", refers="side")] = ()
    symbols: Annotated[tuple[str, ...], col("Types", word="type")] = ()
    sizes: Annotated[tuple[str, ...], col("Sizes", word="size")] = ()
    classes: Annotated[tuple[str, ...], col("Classes", word="class")] = ()
    flags: Annotated[tuple[str, ...], col("Flags", "Any of these", word="flag")] = ()
    without: Annotated[tuple[str, ...], col("Without flags", "None of these", word="flag")] = ()
    pools: Annotated[tuple[str, ...], col("Pools", word="pool")] = ()
    nationalities: Annotated[tuple[str, ...], col("Nationalities", refers="nationality")] = ()
    formations: Annotated[tuple[str, ...], col("Formations", refers="formation")] = ()

    def matches(self, unit: Unit) -> bool:
        """Whether a unit is among those meant."""
        return _means(self, unit)


@lru_cache(maxsize=1 << 16)
def _means(selector: Selector, unit: Unit) -> bool:
    """Whether a selector means a unit; the same few are asked of the same units all the time."""
    return (
        (not selector.units or unit.unit in selector.units)
        and (not selector.sides or unit.side in selector.sides)
        and (not selector.symbols or unit.symbol in selector.symbols)
        and (not selector.sizes or unit.size in selector.sizes)
        and (not selector.classes or unit.move_class in selector.classes)
        and (not selector.flags or any(flag in unit.flags for flag in selector.flags))
        and not (selector.without and any(flag in unit.flags for flag in selector.without))
        and (not selector.pools or unit.pool in selector.pools)
        and (not selector.nationalities or unit.nationality in selector.nationalities)
        and (not selector.formations or unit.formation in selector.formations)
    )
