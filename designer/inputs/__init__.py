"""Forms generated from declared parameters: of mechanisms, phases, effects, conditions and doctrine rules."""
