"""Two combat phases of one side in a row, each for other units: what the first saw is not what the second sees."""

from __future__ import annotations

from engine.records.play import MechanismRow, Phase
from engine.rules.joining import attackers_of, targets
from engine.state.actions import DeclareAttack, Done
from tests.kit.guderian import COMBAT, cell, ground_rows, phase, piece, refused, stage


def test_each_phase_has_the_attackers_and_targets_of_its_own_units() -> None:
    rows = ground_rows()
    first = rows.get(Phase, COMBAT)
    assert first is not None and rows.get(MechanismRow, "odds-combat") is not None
    mobile = {"units": {"classes": ["german-mech"]}, "announce": False, "cases": {"who": "PG-F9.2"}}
    foot = {"units": {"classes": ["german-infantry"]}, "announce": False, "cases": {"who": "PG-F9.2"}}
    rows.put(Phase(phase=COMBAT, name="Mobile Combat", position=6, kind="combat", side="german", params=mobile))
    rows.put(Phase(phase="foot-combat", name="Foot Combat", position=6, kind="combat", side="german", params=foot))
    pieces = {"gd": "1106", "5-inf": "1610", "r1": ("1206", "3-3"), "r2": ("1710", "3-3"), "konev": "1506"}
    game = stage(pieces, COMBAT, rows=rows)
    assert attackers_of(game.table, 0) == [piece(game, "gd")]
    assert targets(game.table, 0) == [cell(game, "1206")]
    refused(game, DeclareAttack(piece(game, "5-inf"), cell(game, "1710")), "PG-F9.2")
    game.apply(Done())
    assert phase(game) == "foot-combat"
    assert attackers_of(game.table, 0) == [piece(game, "5-inf")]
    assert targets(game.table, 0) == [cell(game, "1710")]
    refused(game, DeclareAttack(piece(game, "gd"), cell(game, "1206")), "PG-F9.2")
    game.apply(DeclareAttack(piece(game, "5-inf"), cell(game, "1710")))
