"""Panzergruppe Guderian: leaders, untried armies, overruns, divisions that fight as one, and a road to Moscow (PG).

What the rulebook leaves open, or its missing half does not tell us, and how we read it:

- Attacks are made one after the other; none is announced before (PG 9.1).
- A stack that moves, or has made an overrun, may part; its units go on until somebody else moves (PG 6.1, 6.5).
- Two leaders in one stack add their ratings together, within the strength of the stack (PG 10.36).
- A leader may also enter an enemy zone where a unit that can attack already stands; retreats are not bound by that,
  for friends lift the zone there (PG 10.2).
- A unit that proves unable to attack, and a leader whose whole stack in the battle does, goes back one hex by its
  owner's choice, or dies (PG 10.23, 12.3).
- A retreat is made in full or the unit dies.  A hex that holds only units of the same retreat counts as empty, so that
  a stack may stay together; where a hex overflows, the owner picks among those who retreated there (PG 9.7).
- Units that retreated count as newcomers only where somebody else stands; alone in a hex they defend it, if it is
  overrun in the same phase (PG 9.7, 6.6).
- The western columns are closed to retreats as to moves: the opponent cannot drive a unit into them while another way
  is left, and without one it dies.  Nobody overruns a hex that he may not enter (PG 6.4).
- An overrun that leaves defenders in the hex ends the move, too; one whose strength comes to nothing is fought in the
  lowest column (PG 6.5, 6.55).
- Arrivals come before anybody moves; whether they are led, for an overrun, is seen where they enter (PG 6.5, 14).
  They pay for the terrain of their first hex and for a marker in it; any number may stand there until movement ends.
- Lack of supply never brings a strength below 1, but a strength of nothing stays nothing (PG 11.32).
- A road runs on through swamp for German supply; victory lines cross any ground (PG 11.4, 15.11).  A unit in the hex
  of the Soviet marker may trace out of it; no line passes through or ends there (PG 13.44).
- The line of a city begins in the city itself: one whose every hex lies in an open enemy zone has none (PG 15.11).
- Air markers may lie anywhere from the turn after both hexes of Smolensk were taken, while a line is open at that
  moment; a line that was cut in between does not begin the count anew (PG 13.2).
- A marching unit of the first turn is done when no lawful step is left that it could pay for; where it began it has
  been.  Units of a halted army step aside only as many as stacking asks for (PG 5.2).
- Steps that count for points count as lost in attack in the German player turn, else in defence (options).
"""

from __future__ import annotations

from engine.systems.guderian.evacuation import (
    Evacuation,
    FlyLeaderOut,
    FlyLeaderOutProcedure,
    ReturnLeaders,
    ReturnLeadersProcedure,
)
from engine.systems.guderian.first_turn import FirstTurn
from engine.systems.guderian.integration import Integration
from engine.systems.guderian.interdiction import AirInterdictionPhase, ForwardAirfields
from engine.systems.guderian.leadership import Leadership
from engine.systems.guderian.points import CityPoints
from engine.systems.guderian.rail_cuts import RailCuts
from engine.systems.guderian.untried import Worthless
from engine.systems.system import System

SYSTEM = System(
    key="panzergruppe-guderian",
    title="Panzergruppe Guderian",
    prefix="PG",
    mechanisms={
        kind.key: kind
        for kind in (
            Leadership,
            Worthless,
            Integration,
            FirstTurn,
            CityPoints,
            ForwardAirfields,
            Evacuation,
            RailCuts,
        )
    },
    phases={AirInterdictionPhase.key: AirInterdictionPhase},
    procedures={FlyLeaderOut: FlyLeaderOutProcedure(), ReturnLeaders: ReturnLeadersProcedure()},
)
