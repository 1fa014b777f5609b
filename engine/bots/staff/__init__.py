"""The staff: doctrine as structure, with an assessment by arrays, roles by assignment and one plan for a whole turn."""
