"""Everything on paper: pages of boxes laid out without Qt, then painted."""
