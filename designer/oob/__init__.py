"""The order of battle: units, formations, counters and their totals."""
