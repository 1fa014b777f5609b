"""What is drawn and clicked: the board, the bar above it, trays, forecasts, and the ways of answering a decision."""
