"""Painting of maps and counters with QPainter, in vector terms, for the screen, for files and for paper."""
