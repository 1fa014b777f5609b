"""Proud Monster: the whole front of 1941 on two sheets, with couplets, loss points and true odds (PM).

What the rulebook leaves open or contradicts, and how we read it:

- Turn 10 is the first half of November, as the charts have it (PM 3.5, 17.8).
- The second counter of a panzer or motorised division comes with its second loss (PM 2.16).
- Points lost to incursions are lost for good, and every turn is looked at anew (PM 4.4).
- A hex by which units enter holds what stacking leaves room for; none enter in a hex of the enemy (PM 8.7).
- A unit sent to the other reserve area enters in the next player turn of its side at the earliest (PM 8.3).
- Siege artillery counts first, then a city doubles; E stays E, and its attacker still pays 1 (PM 14.23, 14.41).
- All mechanised units count 1 across the straits, also where a dry attacker cancels the shift (PM 14.20, 17.9).
- Where some cross a river and some a strait, the milder shift holds (PM 14.19).
- Units that are halved for the same reasons are added up first (PM 14.12); mountain infantry uses the better of its
  factors in hills (PM 14.17); the first loss falls on armour even if that eliminates it (PM 14.35).
- City hexes hold ten units, but still only four regiments and battalions (PM 6.3, 6.5).
- Motorised rifle units with cavalry alone make no mobile assault; whoever is repulsed on the first turn assaults the
  same hex again or stops (PM 15.1, 15.6, 15.12).
- A fort hex is destroyed whenever the enemy enters it, by advance, mobile assault or march (PM 14.26, 14.30).
- A unit out of supply never makes an attack throw on the attenuated supply table; one that is supplied by air beyond
  the line does (PM 9.6, 9.18). In a mobile assault both count as when the attackers began to move (PM 15.4).
- A marker of air supply rides on one unit; who stands with it is supplied, who moves without it is not. It does nothing
  for units that have a line of their own (PM 9.18).
- A port on the Black Sea that is cut off by land has supply, but not overland supply: it keeps its district functions
  and sends no division back from the dead pile (PM 8.7, 8.13, 9.17).
- Moscow is cut off when neither of its hexes has supply (PM 8.9, 8.10).
- Supply that is concentrated is so until the next Axis player turn; all eighteen units are chosen, as long as there are
  so many on the map (PM 9.20). A pause that was given up may be declared again on turn 3 (PM 9.19).
- Nobody advances across the straits, as nobody moves across them in passing (PM 12.16, 14.39).
- A frozen marsh is clear for everything, mobile assaults included (PM 13.6); a frozen lake is crossed like clear ground
  in snow (PM 13.7).  Straits freeze with the southern zone: what is frozen must be so on both sides (PM 13.7).
- Rain and mud count where a unit stands when it moves or assaults, and in the hex that it assaults (PM 13.4, 13.5);
  where the movement factor is halved for want of supply, rain takes its point afterwards.
- The first snow of the southern zone stays there too, as that of the northern does (PM 13.8).
- A retreat is chosen when only its point is left to pay; a hex without room for all is not open to it, and of those
  that are, one that lies nearer to supply is taken (PM 14.32, 14.33).  A stack goes by the nearest of its sources.
- The top of a stack is its last unit in the order of battle; the height of an enemy stack is seen (PM 14.7).
- A hedgehog is a marker on a hex: whoever moves out of it is free to attack, and it is gone when nobody of German
  nationality is left there.  It also counts against mobile assaults (PM 14.40).
"""

from __future__ import annotations

from engine.systems.proud_monster.allies import AlliedAttacks, WaitingAllies
from engine.systems.proud_monster.assaults import Concentric, HillFighters, NarrowCrossings, SiegeArtillery
from engine.systems.proud_monster.brigades import DicedArrivals, SetAside
from engine.systems.proud_monster.calls import CalledOut, CallUnits, CallUnitsProcedure
from engine.systems.proud_monster.concentration import Concentrate, ConcentratedSupply, ConcentrateProcedure
from engine.systems.proud_monster.entry import DistrictEntry, ReserveAreas, ShiftReserves, ShiftReservesProcedure
from engine.systems.proud_monster.flak import Flak
from engine.systems.proud_monster.forts import Forts
from engine.systems.proud_monster.hedgehogs import FormHedgehogs, FormHedgehogsProcedure, Hedgehogs
from engine.systems.proud_monster.pause import AskPause, AskPauseProcedure, Pause
from engine.systems.proud_monster.refits import Refits, RefitUnits, RefitUnitsProcedure
from engine.systems.proud_monster.victory import Incursions, SuddenDeath
from engine.systems.system import System

SYSTEM = System(
    key="proud-monster",
    title="Proud Monster",
    prefix="PM",
    mechanisms={
        kind.key: kind
        for kind in (
            DistrictEntry,
            ReserveAreas,
            DicedArrivals,
            SetAside,
            CalledOut,
            SuddenDeath,
            Incursions,
            NarrowCrossings,
            SiegeArtillery,
            Concentric,
            HillFighters,
            Forts,
            WaitingAllies,
            AlliedAttacks,
            Flak,
            Refits,
            Hedgehogs,
            Pause,
            ConcentratedSupply,
        )
    },
    procedures={
        CallUnits: CallUnitsProcedure(),
        ShiftReserves: ShiftReservesProcedure(),
        RefitUnits: RefitUnitsProcedure(),
        FormHedgehogs: FormHedgehogsProcedure(),
        AskPause: AskPauseProcedure(),
        Concentrate: ConcentrateProcedure(),
    },
)
