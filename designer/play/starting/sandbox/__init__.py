"""The sandbox in the window: any position is arranged on the map, then played."""
