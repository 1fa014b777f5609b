"""Stavka's window: it asks the engine and decides no rule."""
