"""What is told: the journal, reasons and questions, the score, the rules, the replay and how the game ended."""
