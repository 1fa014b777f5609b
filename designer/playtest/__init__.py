"""The Playtest room: runs of bot games beside the window, and what they show."""
