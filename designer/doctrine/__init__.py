"""Doctrine: the plans of the bots and the rules they follow."""
