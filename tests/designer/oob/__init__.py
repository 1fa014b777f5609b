"""Tests of the order of battle."""
