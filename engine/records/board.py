"""Records of the map: grid, terrain, hexsides, links, places, regions, boxes."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from engine.records.base import Record, col

KEY = r"^[A-Za-z0-9][A-Za-z0-9 ._:+'-]*$"
COLOUR = r"^#[0-9a-fA-F]{6}$"

Key = Annotated[str, col("Key", "Short name, unique in its table", pattern=KEY, max_length=60)]
Name = Annotated[str, col("Name", "As players read it", max_length=120)]
CellName = Annotated[str, col("Cell", "Number of a hex or square, or key of a box", max_length=60)]
Colour = Annotated[str, col("Colour", "As #rrggbb", pattern=COLOUR)]
Note = Annotated[str, col("Note", max_length=4000)]
Provenance = Annotated[
    Literal["rulebook", "found", "derived", "ours"],
    col("Source", "rulebook: printed there; found: a public source; derived: by arithmetic; ours: our reconstruction"),
]


class Grid(Record, frozen=True, kw_only=True):
    """The shape of the map: hexes or squares, how many, and how they are numbered."""

    table: ClassVar[str] = "grid"
    key: ClassVar[tuple[str, ...]] = ()

    shape: Annotated[Literal["hex", "square"], col("Shape")] = "hex"
    columns: Annotated[int, col("Columns", ge=1, le=400)] = 20
    rows: Annotated[int, col("Rows", ge=1, le=400)] = 14
    orientation: Annotated[
        Literal["flat", "pointy"], col("Orientation", "flat: hexes stand on a flat side, columns are straight")
    ] = "flat"
    shifted: Annotated[
        Literal["odd", "even"],
        col(
            "Shifted lines",
            "Which columns (flat) or rows (pointy), counted from 0 on the west or north edge, "
            "lie half a hex further south or east",
        ),
    ] = "odd"
    neighbours: Annotated[Literal[4, 8], col("Neighbours", "Of a square: 4, or 8 with diagonals")] = 8
    numbering: Annotated[
        Literal["ccrr", "c.rr", "ccrr-sheet"],
        col("Numbering", "ccrr: 0120; c.rr: 15.10; ccrr-sheet: 4201N and 2512S on two joined sheets"),
    ] = "ccrr"
    first_column: Annotated[int, col("First column number", ge=0, le=999)] = 1
    first_row: Annotated[int, col("First row number", ge=0, le=999)] = 1
    rows_from: Annotated[Literal["north", "south"], col("Rows counted from")] = "north"
    sheet_rows: Annotated[int, col("Rows of the north sheet", "Only with ccrr-sheet", ge=0, le=400)] = 0
    sheets: Annotated[str, col("Sheet letters", "North then south, only with ccrr-sheet", max_length=2)] = "NS"
    km: Annotated[float, col("Kilometres across a cell", gt=0, le=1000)] = 10.0


class TerrainKind(Record, frozen=True, kw_only=True):
    """A kind of terrain that a whole cell can be."""

    table: ClassVar[str] = "terrain_kind"
    key: ClassVar[tuple[str, ...]] = ("kind",)

    kind: Key
    name: Name
    colour: Colour = "#f3ecd8"
    pattern: Annotated[
        Literal["plain", "woods", "marsh", "hills", "mountains", "water", "rough", "steppe"],
        col("Pattern", "How the map draws it"),
    ] = "plain"
    position: Annotated[int, col("Position", "Order in charts")] = 0


class HexsideKind(Record, frozen=True, kw_only=True):
    """A kind of feature that lies on a hexside."""

    table: ClassVar[str] = "hexside_kind"
    key: ClassVar[tuple[str, ...]] = ("kind",)

    kind: Key
    name: Name
    colour: Colour = "#4f86b8"
    style: Annotated[Literal["river", "major-river", "coast", "border", "fort", "ridge", "blocked"], col("Style")] = (
        "river"
    )
    position: Annotated[int, col("Position", "Order in charts")] = 0


class LinkKind(Record, frozen=True, kw_only=True):
    """A kind of road or railway between two neighbouring cells."""

    table: ClassVar[str] = "link_kind"
    key: ClassVar[tuple[str, ...]] = ("kind",)

    kind: Key
    name: Name
    colour: Colour = "#3a3a3a"
    style: Annotated[Literal["rail", "double-rail", "road", "highway", "track", "sea", "box"], col("Style")] = "rail"
    gauge: Annotated[str, col("Gauge", "broad, standard or empty")] = ""
    replaces: Annotated[
        Literal["all", "terrain", "open", "hexside"],
        col(
            "Replaces",
            "all: its cost counts instead of terrain and hexside; terrain: the hexside is paid too; "
            "open: it counts only where no hexside costs anything; "
            "hexside: a bridge alone, its cost is added to the terrain's",
        ),
    ] = "all"
    position: Annotated[int, col("Position", "Order in charts")] = 0


class PlaceKind(Record, frozen=True, kw_only=True):
    """A kind of place: city, town, fort, objective."""

    table: ClassVar[str] = "place_kind"
    key: ClassVar[tuple[str, ...]] = ("kind",)

    kind: Key
    name: Name
    symbol: Annotated[
        Literal["city", "town", "village", "fort", "port", "star", "cross", "factory", "airfield", "dot"],
        col("Symbol"),
    ] = "town"
    position: Annotated[int, col("Position", "Order in charts")] = 0


class TecColumn(Record, frozen=True, kw_only=True):
    """One column of the terrain effects chart: a movement class, a combat effect, a supply effect."""

    table: ClassVar[str] = "tec_column"
    key: ClassVar[tuple[str, ...]] = ("effect",)

    effect: Key
    name: Name
    group: Annotated[Literal["move", "combat", "supply", "stacking"], col("Group")] = "move"
    position: Annotated[int, col("Position")] = 0
    note: Note = ""


class Tec(Record, frozen=True, kw_only=True):
    """One entry of the terrain effects chart."""

    table: ClassVar[str] = "tec"
    key: ClassVar[tuple[str, ...]] = ("layer", "kind", "effect")

    layer: Annotated[Literal["terrain", "hexside", "link", "place"], col("Layer")]
    kind: Annotated[str, col("Kind", "Of that layer")]
    effect: Annotated[str, col("Effect", refers="tec_column")]
    value: Annotated[
        str,
        col(
            "Value",
            "A number; P for prohibited; movement: points to enter (terrain), extra points (hexside), "
            "points instead of the terrain's (link)",
            max_length=40,
        ),
    ]


class CellRow(Record, frozen=True, kw_only=True):
    """The terrain of one cell."""

    table: ClassVar[str] = "cell"
    key: ClassVar[tuple[str, ...]] = ("cell",)

    cell: CellName
    terrain: Annotated[str, col("Terrain", refers="terrain_kind")]


class Hexside(Record, frozen=True, kw_only=True):
    """A feature on one side of a cell; stored once, with the cell whose index is lower."""

    table: ClassVar[str] = "hexside"
    key: ClassVar[tuple[str, ...]] = ("cell", "side", "kind")

    cell: CellName
    side: Annotated[int, col("Side", "Counted clockwise from the north or north-east", ge=0, le=7)]
    kind: Annotated[str, col("Kind", refers="hexside_kind")]
    name: Annotated[str, col("Name", "Of the river or line", max_length=120)] = ""


class Link(Record, frozen=True, kw_only=True):
    """A road or railway between two cells; stored once, with the cell whose index is lower first."""

    table: ClassVar[str] = "link"
    key: ClassVar[tuple[str, ...]] = ("cell", "other", "kind")

    cell: CellName
    other: CellName
    kind: Annotated[str, col("Kind", refers="link_kind")]
    name: Annotated[str, col("Name", max_length=120)] = ""
    first_turn: Annotated[int | None, col("From turn", "Empty: always there")] = None


class Place(Record, frozen=True, kw_only=True):
    """A town, city, fort or other named spot in one cell; a city of two cells has two rows with one name."""

    table: ClassVar[str] = "place"
    key: ClassVar[tuple[str, ...]] = ("place",)

    place: Key
    name: Name
    kind: Annotated[str, col("Kind", refers="place_kind")]
    cell: CellName
    value: Annotated[float, col("Value", "Victory points or production")] = 0.0
    owner: Annotated[str | None, col("Owner at start", refers="side")] = None
    label_at: Annotated[Literal["auto", "n", "ne", "e", "se", "s", "sw", "w", "nw", "none"], col("Label position")] = (
        "auto"
    )
    provenance: Provenance = "ours"
    note: Note = ""


class Region(Record, frozen=True, kw_only=True):
    """A named set of cells: a zone, an edge, an entry area, a set-up area."""

    table: ClassVar[str] = "region"
    key: ClassVar[tuple[str, ...]] = ("region",)

    region: Key
    name: Name
    colour: Colour = "#a03030"
    kind: Annotated[Literal["zone", "edge", "entry", "setup", "weather"], col("Kind")] = "zone"
    shown: Annotated[bool, col("Shown on the printed map")] = True


class RegionCell(Record, frozen=True, kw_only=True):
    """One cell of a region."""

    table: ClassVar[str] = "region_cell"
    key: ClassVar[tuple[str, ...]] = ("region", "cell")

    region: Annotated[str, col("Region", refers="region")]
    cell: CellName


class Box(Record, frozen=True, kw_only=True):
    """An off-map box: a cell without a place on the grid, joined to others by links."""

    table: ClassVar[str] = "box"
    key: ClassVar[tuple[str, ...]] = ("box",)

    box: Key
    name: Name
    x: Annotated[float, col("X", "Where it is drawn, in cells from the west edge")] = 0.0
    y: Annotated[float, col("Y", "Where it is drawn, in cells from the north edge")] = 0.0
    width: Annotated[float, col("Width", "In cells", gt=0)] = 3.0
    height: Annotated[float, col("Height", "In cells", gt=0)] = 2.0


class Underlay(Record, frozen=True, kw_only=True):
    """A scanned map under the grid, for tracing."""

    table: ClassVar[str] = "underlay"
    key: ClassVar[tuple[str, ...]] = ("name",)

    name: Name
    image: Annotated[bytes, col("Image", "PNG, JPEG or WebP")]
    opacity: Annotated[float, col("Opacity", ge=0, le=1)] = 0.5
    matrix: Annotated[
        tuple[float, float, float, float, float, float],
        col("Placement", "Affine map from image pixels to map coordinates: m11 m12 m21 m22 dx dy"),
    ] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
