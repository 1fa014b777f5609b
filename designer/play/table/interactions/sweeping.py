"""What an overrun promises: its odds before it is chosen, and the whole forecast before the button."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from designer.paint.faces import figure
from designer.play.table.forecast_panel import ForecastPanel, battle_panel
from designer.play.table.stage import Stage
from engine.rules.forecast import Forecast
from engine.rules.overrun import Overrun, OverrunStack
from engine.rules.prices import cost_words, costs_of
from engine.scenario.sentences import counted, listed
from engine.state.actions import AnyAction


class SweepPanel(QStackedWidget):
    """The orders of a movement; while an overrun waits for its button, the forecast of it lies in front."""

    def __init__(self, stage: Stage, orders: QWidget) -> None:
        super().__init__()
        self._stage = stage
        self.forecast = ForecastPanel()
        self.battle = battle_panel(self.forecast)
        self._orders = orders
        self.addWidget(orders)
        self.addWidget(self.battle)
        self._show(0)

    def follow(self, proposed: AnyAction | None) -> None:
        """Show what waits for the button, if that is an overrun."""
        if isinstance(proposed, OverrunStack):
            note = "The button above makes the overrun; Escape calls it off."
            view = self._stage.view
            self.forecast.show_battle(view, proposed.target, proposed.pieces, note=note, kind=Overrun.key)
        self._show(int(isinstance(proposed, OverrunStack)))

    def _show(self, page: int) -> None:
        """Bring a page to the front; the one behind it asks for no room."""
        for number, part in enumerate((self._orders, self.battle)):
            policy = QSizePolicy.Policy.Preferred if number == page else QSizePolicy.Policy.Ignored
            part.setSizePolicy(QSizePolicy.Policy.Preferred, policy)
        self.setCurrentIndex(page)


def overrun_forecast(stage: Stage, action: OverrunStack) -> Forecast:
    """The odds and chances of an overrun, worked out once."""
    return stage.kept(("overrun", action), lambda: stage.view.forecast(action.target, action.pieces, kind=Overrun.key))


def overrun_words(stage: Stage, action: OverrunStack) -> str:
    """Whom a click would overrun, at which odds and for which price."""
    rule, table = stage.table.setting.by_key(Overrun.key), stage.table
    who = table.full_name(action.pieces[0]) if len(action.pieces) == 1 else counted(len(action.pieces), "unit")
    seen = overrun_forecast(stage, action)
    column = f"{seen.column} as seen ({seen.unseen} unseen)" if seen.unseen else seen.column
    assert isinstance(rule, Overrun)
    price = max(rule.price(table, piece, action.target) for piece in action.pieces)
    points = f" for {figure(price)} movement point{'' if price in (0.5, 1) else 's'}" if price else ""
    fuel = cost_words(table, costs_of(table, stage.view.side, action))
    ammunition = stage.view.price(action.target, action.pieces, Overrun.key)
    paid = listed([part for part in (fuel, ammunition) if part])
    return f"Overrun it with {who} at {column}{points}{f'; it costs {paid}' if paid else ''}"
