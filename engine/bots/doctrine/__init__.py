"""The doctrine bot: rules kept as data with a scenario, each one small module, and the player that follows them."""

from __future__ import annotations

from engine.bots.doctrine.assault import Assault
from engine.bots.doctrine.bar_way import BarTheWay
from engine.bots.doctrine.buildup import BringOn, Replenish
from engine.bots.doctrine.caution import Caution
from engine.bots.doctrine.deploy import Deploy
from engine.bots.doctrine.encircle import Encircle
from engine.bots.doctrine.front import CloseFront
from engine.bots.doctrine.garrison import GarrisonPlaces
from engine.bots.doctrine.hunt import RunDown
from engine.bots.doctrine.mass import StandTogether
from engine.bots.doctrine.objectives import TakeObjectives
from engine.bots.doctrine.orders import Advances, BattleOrder, Losses, Retreats, Supports
from engine.bots.doctrine.ready import MakeReady
from engine.bots.doctrine.reserve import Reserve
from engine.bots.doctrine.stand import LastStand
from engine.bots.doctrine.strikes import StrikeBlows
from engine.bots.rule import DoctrineRule
from engine.bots.staff.rules import STAFF_RULES

FIRST_RULES: dict[str, type[DoctrineRule]] = {
    kind.key: kind
    for kind in (
        Deploy,
        Assault,
        StrikeBlows,
        TakeObjectives,
        MakeReady,
        GarrisonPlaces,
        BarTheWay,
        CloseFront,
        LastStand,
        Encircle,
        RunDown,
        Caution,
        StandTogether,
        Reserve,
        BringOn,
        Replenish,
        Supports,
        BattleOrder,
        Losses,
        Retreats,
        Advances,
    )
}
"""The rules of the first release by key; they also serve games where moving is fighting."""

DOCTRINE_RULES: dict[str, type[DoctrineRule]] = STAFF_RULES | FIRST_RULES
"""Every doctrine rule by its key, in the order in which tables show them."""

__all__ = ["DOCTRINE_RULES", "FIRST_RULES", "DoctrineRule"]
