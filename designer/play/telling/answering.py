"""Every thing answers: what is pointed at says what a click does there or why not, and a click in vain says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from designer.labels import Markup, rich
from designer.play.table.inspector import place_facts
from designer.play.table.interactions import Interaction
from designer.play.table.stage import PointerSpot
from designer.play.telling.headline import reason
from engine.rules.decision import Verdict

if TYPE_CHECKING:
    from designer.play.view import PlayView


class Answering:
    """Speaks in the strip under the map."""

    def __init__(self, view: PlayView) -> None:
        self._view = view

    def point(self, spot: PointerSpot | None) -> None:
        """The mouse points at something else."""
        view = self._view
        if spot is None or spot.cell is None:
            view.say_nothing()
            return
        view.inspector.show_cell(spot.cell)
        label, words = view.stage.table.label(spot.cell), view.stage.words
        asked = view.interaction if view.in_step else Interaction(view.stage)
        verdict, says, crowd = asked.why_not(spot), asked.says(spot), asked.warns(spot)
        mind = "" if crowd is None else rich(" {}", reason(crowd, words))
        if verdict is not None and not verdict.legal:
            view.say(rich("{}{}", self._placed(verdict, label), mind), "warning")
        else:
            said = words(says) or place_facts(view.stage.table, spot.cell)
            tone = "warning" if mind else "text" if says else "muted"
            view.say(rich("<b>{}</b>&nbsp; {}{}{}", label, said, "." if mind else "", mind), tone)

    def refuse(self, verdict: Verdict, cell: int | None) -> None:
        """Say why a click did nothing, and light what was clicked."""
        view = self._view
        view.say(self._placed(verdict, "" if cell is None else view.stage.table.label(cell)), "bad")
        if cell is not None:
            view.board.flights.flash([cell], "#b3261e")

    def _placed(self, verdict: Verdict, label: str) -> Markup:
        """Why not, headed by the place; a sentence that begins with the place does not say it twice."""
        words = self._view.stage.words
        if not label:
            return reason(verdict, words)
        if verdict.why.startswith(label):
            rest = Verdict(verdict.legal, verdict.case, verdict.why.removeprefix(label))
            return rich("<b>{}</b>{}", label, reason(rest, words))
        return rich("<b>{}</b>&nbsp; {}", label, reason(verdict, words))
