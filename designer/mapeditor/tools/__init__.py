"""The map editor's tools, in one table: each is a small class that answers the mouse and draws over the map."""

from __future__ import annotations

from collections.abc import Callable

from designer.mapeditor.context import ToolContext
from designer.mapeditor.tools.base import Tool
from designer.mapeditor.tools.boxes import BoxTool
from designer.mapeditor.tools.calibrate import CalibrateTool
from designer.mapeditor.tools.eraser import EraserTool
from designer.mapeditor.tools.hexsides import HexsideTool
from designer.mapeditor.tools.links import LinkTool
from designer.mapeditor.tools.places import PlaceTool
from designer.mapeditor.tools.regions import RegionTool
from designer.mapeditor.tools.select import SelectTool
from designer.mapeditor.tools.terrain import BrushTool, FillTool, LineTool, PickerTool, RectangleTool

TOOLS: dict[str, Callable[[ToolContext], Tool]] = {
    "select": SelectTool,
    "brush": BrushTool,
    "fill": FillTool,
    "line": LineTool,
    "rectangle": RectangleTool,
    "hexside": HexsideTool,
    "link": LinkTool,
    "place": PlaceTool,
    "region": RegionTool,
    "box": BoxTool,
    "eraser": EraserTool,
    "picker": PickerTool,
    "calibrate": CalibrateTool,
}
"""Every tool by its name; the action `tool.<name>` takes it up."""

TOOLBAR = tuple(name for name in TOOLS if name != "calibrate")
"""The tools of the palette, in order."""
