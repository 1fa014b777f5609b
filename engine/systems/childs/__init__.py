"""Barbarossa, the "Child's Game": tiles on squares, rail hops, combat by value while moving (CB).

What the rulebook leaves open, and how we read it:

- An attack ends the move: the tile stops in the square it has taken, as both worked examples show (CB 6.1, 6.3).
- Of the tiles that may support, only as many are used up as the attack needs: first those that have moved already,
  then those bound to a city, then in the order of the order of battle (CB 6.3).  Whoever wants another to be used
  up moves that one first.
- A tile jumps off the railway only into a square without any railway, and only with its last factor (CB 5.4).
- In June 1941 the third square is for moves that are overland all the way; a move that uses the railway has two
  factors.  Soviet tiles may be passed over on either (CB 8.1).
- An Axis tile that enters a Soviet city where no Axis tile stands must stop there, in June 1941 too; one that stands
  in such a city leaves only while another stays (CB 8.2, 8.3).
- Squares that meet only at a corner between two sea squares are not joined by land (CB 5.2).
- A centre or city belongs to the side whose tile was the last to stop there (CB 1.3, 4.1).
- A player turn runs from a side's replacements to the end of its movement, so stacking is looked at when a movement
  phase ends: new tiles may stand together in their centre until they have had their chance to move (CB 7.1).
- The Soviet tiles left over at the set-up come in by production like lost ones (CB 2.1, 4.1); the Axis reserve comes
  by the turn track alone, and its first mark is read as three tiles, as the set-up has it (CB 4.4).
- A square is a border square if the border runs through it for a quarter of its width or more, whatever side its
  middle lies on; no Axis tile starts there (CB 2.1).  The option *Border squares at the set-up* opens those whose
  middle lies west of the border.
"""

from __future__ import annotations

from engine.rules.garrison import Garrison
from engine.rules.move_and_fight import MoveAndFightPhase, MoveAndFightProcedure
from engine.rules.production import ProduceProcedure, Production
from engine.rules.rail_hops import RailHops
from engine.rules.value_combat import ValueCombat
from engine.state.tasks import MoveAndFight, Produce
from engine.systems.system import System

SYSTEM = System(
    key="childs-barbarossa",
    title="Barbarossa, the Child's Game",
    prefix="CB",
    mechanisms={kind.key: kind for kind in (RailHops, ValueCombat, Garrison, Production)},
    phases={MoveAndFightPhase.key: MoveAndFightPhase},
    procedures={MoveAndFight: MoveAndFightProcedure(), Produce: ProduceProcedure()},
)
