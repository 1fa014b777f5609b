"""The panels round the map: palette, layers, inspector, problems."""
