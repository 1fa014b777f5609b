"""Stavka's engine: boards, counters, charts, rules, bots and storage, without a window."""
