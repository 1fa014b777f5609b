"""Playing in the window: one view for every game, which knows decisions and not games."""
