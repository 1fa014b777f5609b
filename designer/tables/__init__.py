"""Tables to edit like a spreadsheet: what stands in them, how it is read, and the grid that shows them."""
