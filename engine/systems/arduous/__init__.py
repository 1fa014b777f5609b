"""The Arduous Beginning: battles by odds, two steps a corps, untried Soviet armour (AB).

All of its rules are shared ones; what it is stands in its rows.  What the rulebook leaves open, and how we read it:

- Two units that retreat from one hex go one after the other, as the order of battle has them; each finds the map as the
  one before has left it (AB 10.6b).  The option *Order of a stack's retreat* lets the attacker, who picks the ways,
  also pick who goes first.
- Only the column after all shifts counts, so an attack below 1:1 is lifted to 1:1 by one column of air support, however
  far below it is (AB 10.3, 10.5).  With the option *Air support below 1:1* an attack that odds or terrain leave below
  1:1 comes to nothing, whatever flies.
- A unit retreats two hexes wherever one of the hexes there has room, even if that one lies in an enemy zone; only where
  all are full does it go on, by any hex that leads farther away (AB 10.6c, 10.6d).  With the option *Retreats and full
  hexes* it keeps out of zones first and goes on from the full hex; only if that leads nowhere it goes as above.
- Attack strengths are matched in an exchange with attack strengths, and defence with defence, at full value (AB 10.6h).
"""

from __future__ import annotations

from engine.systems.system import System

SYSTEM = System("arduous-beginning", "The Arduous Beginning", "AB")
