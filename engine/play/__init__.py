"""How any rules are driven: questions, dice, the table they are played on, the journal."""
