"""Victory: the ways in which the game can end."""
