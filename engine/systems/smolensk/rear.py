"""What Smolensk adds behind the front: random events, security of cities, orders of railway units."""

from __future__ import annotations

from engine.rules.mechanism import Mechanism
from engine.rules.procedure import Procedure
from engine.state.tasks import AnyTask
from engine.systems.smolensk.events import CallAway, CallAwayProcedure, RandomEvents
from engine.systems.smolensk.rail_orders import RailOrders
from engine.systems.smolensk.security import Security

REAR: dict[str, type[Mechanism]] = {kind.key: kind for kind in (RandomEvents, Security, RailOrders)}
"""The mechanisms."""

REAR_TASKS: dict[type[AnyTask], Procedure] = {CallAway: CallAwayProcedure()}
"""How their tasks are done."""
