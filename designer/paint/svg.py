"""Writing SVG by hand: named layers, live text and short paths, so that what is written can be edited."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainterPath, QTransform

from engine.legible import legible

_NAMESPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
)


def number(value: float) -> str:
    """A number as short as a hundredth of a unit allows."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """An element; underscores in names of attributes are hyphens, and what is None is left out."""
    said = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(number(value) if isinstance(value, float) else str(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def text(said: str, **attributes: object) -> str:
    """Text that stays text."""
    return element("text", escape(legible(said)), **attributes)


def path_data(path: QPainterPath, place: QTransform) -> str:
    """A path's outline where it is placed."""
    found: list[str] = []
    drawn, kind = place.map(path), QPainterPath.ElementType
    letters = {kind.MoveToElement: "M", kind.LineToElement: "L", kind.CurveToElement: "C"}
    for n in range(drawn.elementCount()):
        point = drawn.elementAt(n)
        found.append(f"{letters.get(point.type, '')}{number(point.x)},{number(point.y)}")
    return " ".join(found)


def ink(colour: QColor | str, what: str = "fill") -> dict[str, object]:
    """The attributes of a colour, with its opacity only where it has one."""
    made = QColor(colour)
    through = {} if made.alpha() == 255 else {f"{what}_opacity": round(made.alphaF(), 2)}
    return {what: made.name(), **through}


@dataclass
class Drawing:
    """A drawing of named layers, from the lowest up."""

    width: float
    height: float
    title: str
    shared: list[str] = field(default_factory=list)
    layers: list[tuple[str, str, list[str]]] = field(default_factory=list)

    def layer(self, key: str, label: str, elements: Iterable[str], **attributes: object) -> None:
        """Add a layer, if there is anything on it."""
        listed = list(elements)
        if listed:
            self.layers.append((key, label, [element("g", "\n".join(listed), **attributes)] if attributes else listed))

    def define(self, *elements: str) -> None:
        """Add what several layers use."""
        self.shared += elements

    def __str__(self) -> str:
        """The whole file."""
        size = f'width="{number(self.width)}mm" height="{number(self.height)}mm"'
        box = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        parts = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg {_NAMESPACES} version="1.1" {size} {box}>',
            element("title", escape(legible(self.title))),
            element("defs", "\n".join(self.shared)),
        ]
        for key, label, elements in self.layers:
            mark = f'id="{key}" inkscape:groupmode="layer" inkscape:label={quoteattr(label)}'
            parts.append(f"<g {mark}>\n" + "\n".join(elements) + "\n</g>")
        return "\n".join([*parts, "</svg>\n"])


def rectangle(rect: QRectF, place: QTransform, **attributes: object) -> str:
    """A rectangle where it is placed."""
    at = place.mapRect(rect)
    return element("rect", x=at.x(), y=at.y(), width=at.width(), height=at.height(), **attributes)
