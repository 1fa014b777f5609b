"""Logistics: the rules by which supply lies on the map, is carried, drawn, eaten and spent, for the registry."""

from __future__ import annotations

from engine.rules.ammunition import Ammunition
from engine.rules.caches import SupplyCaches
from engine.rules.captures import Captures
from engine.rules.drawing import SupplyDraw
from engine.rules.fuel import Fuel
from engine.rules.mechanism import Mechanism
from engine.rules.own_stocks import OwnStocks
from engine.rules.paying import Paying
from engine.rules.prices import PayPrice, PayPriceProcedure
from engine.rules.procedure import Procedure
from engine.rules.railways import Railways
from engine.rules.starving import (
    FeedUnits,
    FeedUnitsProcedure,
    StarveUnits,
    StarveUnitsProcedure,
    TakeAttrition,
    TakeAttritionProcedure,
)
from engine.rules.stores import Stores
from engine.rules.supply_trace import TraceSupply
from engine.rules.trains import Trains
from engine.rules.transport import Transport
from engine.state.tasks import AnyTask

MECHANISMS: dict[str, type[Mechanism]] = {
    kind.key: kind
    for kind in (
        Stores,
        Paying,
        SupplyDraw,
        Fuel,
        Ammunition,
        OwnStocks,
        Railways,
        TraceSupply,
        SupplyCaches,
        Transport,
        Captures,
        Trains,
    )
}

PROCEDURES: dict[type[AnyTask], Procedure] = {
    PayPrice: PayPriceProcedure(),
    FeedUnits: FeedUnitsProcedure(),
    StarveUnits: StarveUnitsProcedure(),
    TakeAttrition: TakeAttritionProcedure(),
}
