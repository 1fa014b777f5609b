"""How a game starts: the lobby, the form of a new game, and the sandbox where any position is arranged."""
