"""The map on the screen: a view that pans and zooms over cached tiles, with counters and overlays."""

from __future__ import annotations

from designer.mapview.overview import OverviewMap
from designer.mapview.points import MapPoint
from designer.mapview.stacks import Stack, StackHit
from designer.mapview.view import MapView, Overlay

__all__ = ["MapPoint", "MapView", "Overlay", "OverviewMap", "Stack", "StackHit"]
