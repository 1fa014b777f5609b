"""Processes of their own beside the window: one that compiles, and those in which bots think."""
