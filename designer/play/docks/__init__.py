"""The panels round the map: journal, reasons, score, rules, stack, replay."""
