"""Smolensk, Barbarossa Derailed: modes, ratings, surprise, options, reserves and exploitation (SM, series cases OS).

What the rulebook leaves open, and how we read it (every number is a parameter or a row):

- A unit with half of its steps or fewer fights at half strength; that is printed on its faces (OS 2.2).
- Odds are rounded half up, below 1:1 too: 1:2.5 is 1:3; odds below the table use its first column (OS 9.5).
- Multiples without brackets (city, swamp) act on defending armour and mechanised units as well; a road or bridge does
  not lift the multiple of a river; the defender's choice of hex or hexside is what is worse for each stack (OS 9.2).
- A disorganised unit's rating is one less, but never below 0 (OS 3.6).
- A defender ignores his options where the attacker retreated or could not take his own; an attacker who pays with his
  last step has taken them. Attackers who retreated get no exploit (OS 9.6, 9.7).
- A retreat that ends in an enemy zone disorganises everybody in that hex; each unit that was disorganised before and
  retreats so loses a step. Retreats of two or more hexes disorganise (OS 6.3, 9.8).
- A result that disorganises does so after losses and retreats (OS 9.7).
- Whoever attacked may advance; one reserve marker serves the units of one hex (OS 3.4, 9.7).
- No reserve forms where a neighbouring hex lies in an enemy zone (OS 3.4).
- The cost that forbids an overrun counts the hexside too, and neither roads nor bridges (OS 7.1).
- Allowances are rounded half up after all that changes them (OS 4.1).
- A removal takes a dead unit of the same values before one on the map, but of multi-unit formations only the unit
  itself; which regiment a division swaps is drawn (SM 1.6a, S1, S3).
- Owners choose modes, worn divisions and full trucks once both sides have set up, in the order of the set-up; trucks
  that are printed full count among those that the owner may fill (SM S1 to S7).
- Engineers dig for one supply point, and stay where they dug; a headquarters builds an air base in its hex, or raises
  one there or beside it by a level, for two supply points, and stays (OS 16.2).
- Supply is drawn and thrown from whoever gives, traced toward the source; an enemy zone on a dump's own hex bars it
  (OS 10.1, 10.2, 11.1). An attack is paid unit by unit, so that a unit may use its own stocks for its part; a defending
  hex pays as a whole, or each unit that has some uses its own stocks (OS 9.1, 10.3).
- A formation is fuelled through any of its units, a headquarters with the independent units within its throw; the
  marker goes with the clean-up of its owner (OS 5.2).
- A hex eats as a whole, its size added up and rounded half up; where there is not enough its owner says who eats; a
  cache stands for the line of a hex, or pays two tokens of a barrage (OS 11.2, 11.3, SM 1.7).
- Dumps and lone transport are taken by one die a hex; what flees goes to the nearest friends; captured transport is
  replaced by counters of its captor (OS 12.2).
- A hex of railway has one gauge; a railway unit converts up to four hexes in a row from the end of its own gauge and
  stands at their end; trains stop anywhere on the railway (OS 13.1, 13.2).
- The late supply tables hold from 19 August on; towns on the railway take a point as cities do (SM 1.6b, 2.1, 3.1).
- Axis dumps of the set-up belong to Hoth north of the dividing line, else to Guderian (SM 3.4b).
- In the set-ups of 22 July extenders reach 34 and 12 points, since our board lacks roads that the printed one has.
- A barrage is priced by its column after all shifts, also from the air; aircraft of a box bring their own. A hex is
  fired at once in a segment (OS 8.1).
- Aircraft stand at fixed bases when a game begins, the short-ranged ones forward; players may move them by transfers
  (OS 14.4). One fighter may rise against a mission; each side sends its best, and who intercepted is inactive after it
  (OS 14.3). Hits lower a base level by level and are repaired for two tokens where a unit stands (OS 8.4, 14.1).
- New and rebuilt aircraft appear in the box of their side or at any base with room that could trace now (SM 2.1, 3.1).
- Men and equipment rebuild what stands in their hex, or bring a lost unit back there with one step (OS 15.1). A
  headquarters hosts them if it could trace now without another one (SM 2.1, 3.1).
- A train carries units into an edge box and out of it where a railway reaches the edge, never through it, and no
  stores; no way leads into a box from a source that is shut (SM 1.4b, 2.1a).
- A breakdown regiment formed by a division that has moved has moved, too (OS 15.3).
- Units that break out roll one by one: 1-3 lost, else back in three, two or one turns with one step (OS 15.4).
"""

from __future__ import annotations

from engine.systems.smolensk import supply_table
from engine.systems.smolensk.base_building import BaseBuilding
from engine.systems.smolensk.choices import (
    FillTrucks,
    FillTrucksProcedure,
    OwnersChoices,
    PickModes,
    PickModesProcedure,
    WearOne,
    WearOneProcedure,
)
from engine.systems.smolensk.colours import Colours
from engine.systems.smolensk.construction import Construction
from engine.systems.smolensk.detachments import Detachments, SendRegiments, SendRegimentsProcedure
from engine.systems.smolensk.disorder import Disorganised, Exploitation
from engine.systems.smolensk.dividing_line import DividingLine
from engine.systems.smolensk.edges import EdgeBoxes, SafeEdges
from engine.systems.smolensk.engineers import Engineers
from engine.systems.smolensk.hedgehogs import HedgehogWorks
from engine.systems.smolensk.mobilisation import Mobilisation, Mobilise, MobiliseProcedure
from engine.systems.smolensk.modes import Modes
from engine.systems.smolensk.openings import Opening
from engine.systems.smolensk.ratings import NameRating, NameRatingProcedure, Ratings
from engine.systems.smolensk.rear import REAR, REAR_TASKS
from engine.systems.smolensk.removals import Removals, VariableExit
from engine.systems.smolensk.reserves import ReleaseReserves, ReleaseReservesProcedure, Reserves
from engine.systems.smolensk.surprise import Surprise, ThrowSurprise, ThrowSurpriseProcedure
from engine.systems.smolensk.train import Train
from engine.systems.system import System

SYSTEM = System(
    key="smolensk",
    title="Smolensk: Barbarossa Derailed",
    prefix="SM",
    mechanisms={
        kind.key: kind
        for kind in (
            Modes,
            Disorganised,
            Exploitation,
            Reserves,
            HedgehogWorks,
            Colours,
            Ratings,
            Surprise,
            Train,
            Engineers,
            BaseBuilding,
            SafeEdges,
            EdgeBoxes,
            Opening,
            Detachments,
            OwnersChoices,
            Removals,
            VariableExit,
            Mobilisation,
            DividingLine,
            Construction,
        )
    }
    | REAR
    | supply_table.MECHANISMS,
    procedures={
        NameRating: NameRatingProcedure(),
        ThrowSurprise: ThrowSurpriseProcedure(),
        ReleaseReserves: ReleaseReservesProcedure(),
        **supply_table.PROCEDURES,
        **REAR_TASKS,
        Mobilise: MobiliseProcedure(),
        FillTrucks: FillTrucksProcedure(),
        WearOne: WearOneProcedure(),
        PickModes: PickModesProcedure(),
        SendRegiments: SendRegimentsProcedure(),
    },
)
