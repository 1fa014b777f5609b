"""Screens and pages brought to a certain point, to be photographed by `designer.shots`."""
