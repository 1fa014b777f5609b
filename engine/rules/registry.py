"""All mechanisms, kinds of phase and procedures; a system may add its own."""

from __future__ import annotations

from engine.rules import (
    advance,
    arrivals,
    battles,
    buildup,
    combat,
    control,
    effects,
    fight,
    movement,
    replacements,
    retreat,
    sequence,
    setup,
    stacking,
    weather,
    zoc,
)
from engine.rules.parameters import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.procedure import Procedure
from engine.state import tasks

MECHANISMS: dict[str, type[Mechanism]] = {
    kind.key: kind
    for kind in (
        zoc.Zoc,
        stacking.Stacking,
        control.Control,
        arrivals.Arrivals,
        replacements.Replacements,
        combat.OddsCombat,
        combat.Support,
        retreat.Retreat,
    )
}

PHASES: dict[str, type[PhaseRule]] = {
    kind.key: kind
    for kind in (
        movement.MovementPhase,
        combat.CombatPhase,
        buildup.BuildUpPhase,
        buildup.PausePhase,
        weather.WeatherPhase,
    )
}

PROCEDURES: dict[type[tasks.Task], Procedure] = {
    tasks.SetUp: setup.SetUpProcedure(),
    tasks.NextPhase: sequence.NextPhaseProcedure(),
    tasks.ClosePhase: sequence.ClosePhaseProcedure(),
    tasks.RemoveExcess: sequence.RemoveExcessProcedure(),
    tasks.MoveUnits: movement.MoveProcedure(),
    tasks.RollWeather: weather.RollWeatherProcedure(),
    tasks.Arrive: arrivals.ArriveProcedure(),
    tasks.Replace: replacements.ReplaceProcedure(),
    tasks.DeclareBattles: battles.DeclareProcedure(),
    tasks.ResolveBattles: battles.ResolveProcedure(),
    tasks.SupportBattle: fight.SupportProcedure(),
    tasks.RollBattle: fight.RollProcedure(),
    tasks.ApplyEffects: effects.ApplyEffectsProcedure(),
    tasks.TakeLosses: effects.TakeLossesProcedure(),
    tasks.MatchLoss: effects.MatchLossProcedure(),
    tasks.ChooseEffects: effects.ChooseEffectsProcedure(),
    tasks.RetreatUnits: retreat.RetreatProcedure(),
    tasks.AdvanceAfterCombat: advance.AdvanceProcedure(),
}
