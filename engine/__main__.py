"""`python -m engine`: the same as `stavka`."""

from __future__ import annotations

from engine.cli.main import main

main()
