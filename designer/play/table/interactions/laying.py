"""Laying markers: click a hex of the map, and the next marker lies there."""

from __future__ import annotations

from dataclasses import replace

from designer.play.table.interactions.base import Ending
from designer.play.table.interactions.pointing import NOWHERE, PointInteraction
from designer.play.table.stage import PointerSpot
from designer.play.wording import sentence
from engine.rules.laying import LayMarker
from engine.scenario.markers import marker_words
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, Done


class LayInteraction(PointInteraction):
    """The map is clicked; Undo takes a marker up again."""

    hint = "Click a hex to lay a marker there; Undo takes it up again."

    def anywhere(self, action: AnyAction) -> AnyAction:
        """Markers of one kind are all the same to whoever lays them: the first of them stands for it."""
        rows = self.stage.table.scenario.markers
        known = [deed for deed in self.deeds if isinstance(deed, LayMarker)]
        assert isinstance(action, LayMarker)
        same = (deed for deed in known if rows[deed.marker].marker == rows[action.marker].marker)
        return next(same, LayMarker(action.marker, NOWHERE))

    def name(self, deed: AnyAction) -> str:
        """What the marker is called."""
        assert isinstance(deed, LayMarker)
        return self.stage.table.scenario.marker_kinds[deed.marker].name

    def _explain(self) -> str:
        if self.deed is None:
            return "No marker may be laid."
        assert isinstance(self.deed, LayMarker)
        kind = self.stage.table.scenario.marker_kinds[self.deed.marker]
        cells = counted(len(self.cells), "hex")
        said = f"{sentence(self._one(self.deed))} may be laid in {cells}. Click one of them on the map."
        cited = f" ({kind.case})" if kind.case else ""
        return f"{said} Those that you keep stay in your stock.\n\n{marker_words(kind)}{cited}"

    def _one(self, deed: AnyAction) -> str:
        """One such marker, with its article."""
        name = self.name(deed)
        return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name[:1].lower()}{name[1:]}"

    def ending(self) -> Ending | None:
        """The rest of the markers is kept."""
        return Ending("Lay no more", Done(), "The rest stays in your stock") if self.stage.judge(Done()) else None

    def button(self) -> Ending | None:
        """The last marker waits for the button, which says where it is laid."""
        ending = super().button()
        if ending is None or not isinstance(self.proposed, LayMarker):
            return ending
        return replace(ending, text=f"Lay it in {self.stage.table.label(self.proposed.cell)}")

    def says(self, spot: PointerSpot) -> str:
        """What a click would do."""
        return f"Lay {self._one(self.deed)} here" if spot.cell in self.cells and self.deed is not None else ""
