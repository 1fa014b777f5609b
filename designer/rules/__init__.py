"""The rules of a scenario: its sequence of play, its mechanisms, its turns, and all of it in words."""
